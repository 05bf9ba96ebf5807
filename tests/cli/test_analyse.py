"""`bgterm analyse`: a match, decision by decision."""

import json
import re
import shutil
from pathlib import Path

import pytest

from bgterm.cli import analyse
from bgterm.engine.errors import engine_failed
from bgterm.engine.match_analysis import Luck
from bgterm.engine.protocol import EngineAnswer, EngineRequest, Probabilities
from bgterm.formats import sgf
from bgterm.play.analysis_file import AnalysisFile, Head, Kept, analysis_path, read_analysis
from bgterm.play.rollouts import Rollout
from bgterm.rules.board import Player
from bgterm.rules.events import Moved
from bgterm.storage.errors import SaveError
from tests.cli.command import bgterm
from tests.engine.positions import MATCHES
from tests.engine.test_match_analysis import engine

HEAD = Head("digest", "fake", "1", 2)
LUCK = Luck(4, 1, Player.WHITE, 0.25, None)


class FakeEngines:
    """A pool that answers as `engine` does, and raises an error after `answers` answers."""

    answers = 10**6
    asked = 0

    async def analyse(self, _engine: str, question: EngineRequest) -> EngineAnswer:
        FakeEngines.asked += 1
        if FakeEngines.asked > self.answers:
            raise engine_failed("Fake", "tired")
        return await engine()(question)

    async def aclose(self) -> None:
        pass


class FakeAdapter:
    def version(self) -> str:
        return "1"


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyse, "Engines", FakeEngines)
    monkeypatch.setattr(analyse, "engine_for", lambda _variant, _name: "fake")
    monkeypatch.setattr(analyse, "open_adapter", lambda _name: FakeAdapter())


@pytest.fixture
def match(tmp_path: Path) -> Path:
    return Path(shutil.copy(MATCHES / "s10_match3_unfinished.sgf", tmp_path / "match.sgf"))


def run(*arguments: object) -> tuple[int, str, str]:
    """Run `bgterm analyse`; `FakeEngines.asked` then says how often it asked an engine."""
    FakeEngines.asked = 0
    return bgterm("analyse", *arguments)


def test_the_figures_stand_above_their_formulas(match: Path):
    before = match.read_bytes()
    status, told, _ = run(match, "--plies", 1)
    lines = told.splitlines()
    assert (status, lines[0]) == (0, "fake 1, 1 ply")
    assert "PR                    500 x cost / (choices + cube decisions)" in lines
    assert "luck                  best play of the roll - mean of all, 0 plies" in lines
    assert max(map(len, lines)) < 80
    assert any("? 0.080" in line for line in lines)
    assert match.read_bytes() == before


def test_an_engine_that_looks_ahead_less_is_reported(match: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(analyse, "engine_for", lambda _variant, _name: "builtin")
    status, told, complaint = run(match, "--plies", 2)
    assert (status, complaint) == (0, "bgterm: Built-in bot looks ahead 1 roll at most, not 2.\n")
    assert told.startswith("Built-in bot 1, 1 ply, match equities: Kazaross XG2\n")
    status, told, complaint = run(match, "--json")
    assert (status, json.loads(told)["plies"], complaint) == (0, 1, "")


def test_json_has_every_decision(match: Path):
    told = json.loads(run(match, "--json")[1])
    assert (told["engine"], told["version"], told["plies"]) == ("fake", "1", 2)
    assert sum(decision["act"] == "play" for decision in told["decisions"]) == len(told["luck"])
    assert sum(total["error"] for total in told["totals"]) == pytest.approx(
        sum(decision["cost"] for decision in told["decisions"])
    )


def test_it_goes_on_where_it_stopped_by_the_content_of_the_file(match: Path, monkeypatch: pytest.MonkeyPatch):
    whole = run(match, "--json")
    every = FakeEngines.asked
    (kept,) = match.parent.glob("bgterm/analyses/*")
    kept.unlink()
    monkeypatch.setattr(FakeEngines, "answers", 40)
    status, _, complaint = run(match, "--json")
    assert (status, "Fake failed (tired)" in complaint) == (1, True)
    monkeypatch.setattr(FakeEngines, "answers", every)
    assert run(match, "--json") == whole
    assert 0 < FakeEngines.asked < every
    assert run(match.rename(match.with_name("other.sgf")), "--json") == whole
    assert FakeEngines.asked == 0


@pytest.mark.parametrize(("engine", "version"), [("fake", "2"), ("stronger", "1")])
def test_an_earlier_analysis_is_kept_until_a_new_one_is_wanted(match: Path, monkeypatch, engine, version):
    _, first, _ = run(match, "--engine", "fake")
    monkeypatch.setattr(analyse, "engine_for", lambda _variant, _name: engine)
    monkeypatch.setattr(FakeAdapter, "version", lambda _self: version)
    said = f"bgterm: the kept analysis is by fake 1, 2 plies; --engine {engine} makes a new one.\n"
    assert run(match) == (0, first, said)
    assert FakeEngines.asked == 0
    assert run(match, "--engine", engine)[1].startswith(f"{engine} {version}, 2 plies\n")
    assert FakeEngines.asked > 0


def test_analysis_beside_a_file_is_made_on_demand_and_read(match: Path):
    assert run(match, "--beside")[0] == 0
    assert run(match)[0] == 0
    assert FakeEngines.asked == 0
    assert {path.name for path in match.parent.iterdir()} == {"match.sgf", "match.sgf.analysis"}


def test_ctrl_c_keeps_what_is_done(match: Path, monkeypatch: pytest.MonkeyPatch):
    async def interrupted(_engines: FakeEngines, _engine: str, _question: EngineRequest) -> EngineAnswer:
        raise KeyboardInterrupt

    monkeypatch.setattr(FakeEngines, "analyse", interrupted)
    status, _, complaint = run(match)
    assert (status, "the same command continues." in complaint) == (130, True)


def full(*_args: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    "spoil",
    [lambda _, match: analysis_path(match).mkdir(), lambda patch, _: patch.setattr(AnalysisFile, "add", full)],
    ids=["no file can be made", "the disk is full"],
)
def test_where_nothing_can_be_kept_it_says_so(match: Path, monkeypatch: pytest.MonkeyPatch, spoil):
    spoil(monkeypatch, match)
    status, _, complaint = run(match, "--json")
    assert (status, "cannot keep the analysis in" in complaint) == (0, True)


def test_it_is_written_for_gnubg_too(match: Path, tmp_path: Path):
    out = tmp_path / "out.sgf"
    assert run(match, "--sgf", out)[0] == 0
    text = out.read_text()
    assert sgf.read(text).events == sgf.read(match.read_text()).events
    moved = [event for event in sgf.read(text).events if isinstance(event, Moved)]
    assert text.count("LU[") == len(moved)
    assert re.search(r"\[[a-z]{4} E ver 3( 0\.000000){5} 0\.300000 2C 0 1 0\.000000 1\]", text)
    assert "DA[" not in text  # the chances to win the match are not known


def test_a_rollout_judges_the_mistakes_and_is_kept(match: Path, monkeypatch):
    """A rollout of the mistakes changes their costs in the report; the second time nothing is rolled out."""
    before = json.loads(run(match, "--json")[1])["decisions"]
    made = []
    monkeypatch.setattr(Rollout, "_played", lambda *_start: made.append(1) or Probabilities(0.5))
    for _again in range(2):
        after = json.loads(run(match, "--rollout", 1, "--json")[1])["decisions"]
        assert [each["trials"] for each in after] == [bool(each["mark"]) for each in before]
        assert not any(each["cost"] for each in after if each["trials"])
    mistakes = sum(bool(each["mark"]) for each in before)
    assert 0 < len(made) <= 6 * mistakes
    assert run(match)[1].startswith(f"fake 1, 2 plies; {mistakes} decisions rolled out by the built-in engine\n")


def test_ctrl_c_in_a_rollout_shows_what_is_done(match: Path, monkeypatch):
    _, shown, _ = run(match)

    def stop(*_trial: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Rollout, "run_trial", stop)
    assert run(match, "--rollout") == (0, shown, "bgterm: stopped; the same command continues the rollout.\n")


# The file


def kept_analysis(folder: Path, *steps: dict[int, list[Luck]]) -> Path:
    """Return the path of an analysis with these steps."""
    path = folder / "match.sgf.analysis"
    file = AnalysisFile(path, HEAD)
    for step in steps:
        file.add(step)
    file.close()
    return path


def test_a_torn_line_costs_its_step_only(tmp_path: Path):
    whole = kept_analysis(tmp_path, {3: []}, {4: [LUCK]}).read_bytes()
    for size in range(len(whole)):
        kept = read_analysis(whole[:size])
        assert kept.size <= size
        assert not kept.damaged
        assert kept.found in ({}, {3: []})
    assert read_analysis(whole) == Kept(HEAD, {3: [], 4: [LUCK]}, len(whole))


DAMAGE = (
    "{}",
    "[]",
    "null",
    '{"step":"x"}',
    '{"step":1e999}',
    '{"step":5,"luck":{}}',
    '{"step":5,"other":{}}',
    '{"step":5,"luck":{"step":5,"game":1,"player":"white","luck":NaN,"worth":null}}',
    "\xff",
    "[" * 10**5,
)


@pytest.mark.parametrize("line", DAMAGE, ids=range(len(DAMAGE)))
def test_what_follows_a_damaged_line_is_not_used(line: str, tmp_path: Path):
    path = kept_analysis(tmp_path, {4: [LUCK]})
    whole = path.read_bytes()
    path.write_bytes(whole + line.encode("latin-1") + b'\n{"step":5}\n')
    again = AnalysisFile(path, HEAD)
    assert again.found == {4: [LUCK]}
    assert again.remark == "The kept analysis is damaged; what cannot be read is not used."
    again.add({5: []})
    again.close()
    assert path.read_bytes() == whole + b'{"step": 5}\n'


def test_another_engine_begins_anew(tmp_path: Path):
    path = kept_analysis(tmp_path, {4: [LUCK]})
    other = Head("digest", "fake", "1", 3)
    again = AnalysisFile(path, other)
    assert again.found == {}
    assert again.remark == "The kept analysis is by another engine or number of plies and is not used."
    again.close()
    assert read_analysis(path.read_bytes()) == Kept(other, {}, len(path.read_bytes()))


def test_two_cannot_analyse_one_match_at_once(tmp_path: Path):
    path = tmp_path / "match.sgf.analysis"
    file = AnalysisFile(path, HEAD)
    with pytest.raises(SaveError, match="is being analysed already"):
        AnalysisFile(path, HEAD)
    file.close()


def test_a_match_that_went_on_is_another_one():
    record = sgf.read((MATCHES / "s10_match3_unfinished.sgf").read_text())
    before = record._replace(items=record.items[:-1])
    assert Head.of(record, "fake", "1", 2) == Head.of(record, "fake", "1", 2) != Head.of(before, "fake", "1", 2)
