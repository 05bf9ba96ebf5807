"""`bgterm analyse`: a match, decision by decision."""

import json
import re
import shutil
from pathlib import Path

import pytest

from bgterm.cli import analyse
from bgterm.cli.main import main
from bgterm.engine.errors import engine_failed
from bgterm.engine.match_analysis import Luck
from bgterm.engine.protocol import EngineAnswer, EngineRequest, Probabilities
from bgterm.formats import sgf
from bgterm.play.analysis_file import AnalysisFile, Head, Kept, analysis_path, read_analysis
from bgterm.play.rollouts import Rollout
from bgterm.rules.board import Player
from bgterm.rules.events import Moved
from bgterm.storage.errors import SaveError
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
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(analyse, "Engines", FakeEngines)
    monkeypatch.setattr(analyse, "engine_for", lambda _variant, _name: "fake")
    monkeypatch.setattr(analyse, "open_adapter", lambda _name: FakeAdapter())
    monkeypatch.setattr(FakeEngines, "asked", 0)


@pytest.fixture
def match(tmp_path: Path) -> Path:
    return Path(shutil.copy(MATCHES / "s10_match3_unfinished.sgf", tmp_path / "match.sgf"))


def test_the_figures_stand_above_their_formulas(match: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["analyse", str(match), "--plies", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "fake 1, 1 ply"
    assert "PR                    500 x cost / (choices + cube decisions)" in lines
    assert "luck                  best play of the roll - mean of all, 0 plies" in lines
    assert max(map(len, lines)) < 80
    assert any("? 0.080" in line for line in lines)


def test_an_engine_that_looks_ahead_less_is_reported(match: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.setattr(analyse, "engine_for", lambda _variant, _name: "builtin")
    assert main(["analyse", str(match), "--plies", "2"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("Built-in bot 1, 1 ply, match equities: Kazaross XG2\n")
    assert printed.err == "bgterm: Built-in bot looks ahead 1 roll at most, not 2.\n"
    assert main(["analyse", str(match), "--json"]) == 0
    printed = capsys.readouterr()
    assert (json.loads(printed.out)["plies"], printed.err) == (1, "")


def test_json_has_every_decision(match: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["analyse", str(match), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["engine"], told["version"], told["plies"]) == ("fake", "1", 2)
    assert sum(decision["act"] == "play" for decision in told["decisions"]) == len(told["luck"])
    assert sum(total["error"] for total in told["totals"]) == pytest.approx(
        sum(decision["cost"] for decision in told["decisions"])
    )


def test_it_goes_on_where_it_stopped(match: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    assert main(["analyse", str(match), "--json"]) == 0
    every, whole = FakeEngines.asked, capsys.readouterr().out
    (kept,) = match.parent.glob("bgterm/analyses/*")
    kept.unlink()
    monkeypatch.setattr(FakeEngines, "answers", 40)
    monkeypatch.setattr(FakeEngines, "asked", 0)
    assert main(["analyse", str(match), "--json"]) == 1
    assert "Fake failed (tired)" in capsys.readouterr().err
    monkeypatch.setattr(FakeEngines, "answers", every)
    monkeypatch.setattr(FakeEngines, "asked", 0)
    assert main(["analyse", str(match), "--json"]) == 0
    assert capsys.readouterr().out == whole
    assert FakeEngines.asked < every
    monkeypatch.setattr(FakeEngines, "asked", 0)
    assert main(["analyse", str(match), "--json"]) == 0
    assert FakeEngines.asked == 0


def test_analysis_of_a_file_is_found_by_its_content(match: Path, monkeypatch: pytest.MonkeyPatch):
    assert main(["analyse", str(match)]) == 0
    assert [path.name for path in match.parent.iterdir()] == ["match.sgf", "bgterm"]
    moved = match.rename(match.with_name("other.sgf"))
    monkeypatch.setattr(FakeEngines, "asked", 0)
    assert main(["analyse", str(moved)]) == 0
    assert FakeEngines.asked == 0


def test_an_older_analysis_is_kept_until_a_new_one_is_wanted(match: Path, monkeypatch, capsys):
    assert main(["analyse", str(match)]) == 0
    first = capsys.readouterr().out
    monkeypatch.setattr(FakeAdapter, "version", lambda _self: "2")
    monkeypatch.setattr(FakeEngines, "asked", 0)
    assert main(["analyse", str(match)]) == 0
    said = "bgterm: the kept analysis is by fake 1, 2 plies; --engine fake makes a new one.\n"
    assert capsys.readouterr() == (first, said)
    assert FakeEngines.asked == 0
    assert main(["analyse", str(match), "--engine", "fake"]) == 0
    assert capsys.readouterr().out.startswith("fake 2, ")
    assert FakeEngines.asked > 0


def test_analysis_beside_a_file_is_made_on_demand_and_read(match: Path, monkeypatch: pytest.MonkeyPatch):
    assert main(["analyse", str(match), "--beside"]) == 0
    monkeypatch.setattr(FakeEngines, "asked", 0)
    assert main(["analyse", str(match)]) == 0
    assert FakeEngines.asked == 0
    assert {path.name for path in match.parent.iterdir()} == {"match.sgf", "match.sgf.analysis"}


def test_ctrl_c_keeps_what_is_done(match: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    async def interrupted(_engines: FakeEngines, _engine: str, _question: EngineRequest) -> EngineAnswer:
        raise KeyboardInterrupt

    monkeypatch.setattr(FakeEngines, "analyse", interrupted)
    assert main(["analyse", str(match)]) == 130
    assert "the same command continues." in capsys.readouterr().err


def test_where_nothing_can_be_kept_it_says_so(match: Path, capsys):
    analysis_path(match).mkdir()
    assert main(["analyse", str(match), "--json"]) == 0
    assert "cannot keep the analysis in" in capsys.readouterr().err


def test_a_disk_that_fails_does_not_end_the_analysis(match: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(AnalysisFile, "add", full)
    assert main(["analyse", str(match), "--json"]) == 0
    assert "cannot keep the analysis in" in capsys.readouterr().err


def test_a_match_file_is_never_changed(match: Path):
    before = match.read_bytes()
    assert main(["analyse", str(match)]) == 0
    assert match.read_bytes() == before


def test_it_is_written_for_gnubg_too(match: Path, tmp_path: Path):
    out = tmp_path / "out.sgf"
    assert main(["analyse", str(match), "--sgf", str(out)]) == 0
    text = out.read_text()
    assert sgf.read(text).events == sgf.read(match.read_text()).events
    moved = [event for event in sgf.read(text).events if isinstance(event, Moved)]
    assert text.count("LU[") == len(moved)
    assert re.search(r"\[[a-z]{4} E ver 3( 0\.000000){5} 0\.300000 2C 0 1 0\.000000 1\]", text)
    assert "DA[" not in text  # the chances to win the match are not known


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


@pytest.mark.parametrize(
    ("record", "path"), [("a/kept.jsonl", "a/kept.analysis"), ("a/match.mat", "a/match.mat.analysis")]
)
def test_it_is_beside_the_record(record: str, path: str):
    assert analysis_path(Path(record)) == Path(path)


def test_the_analysis_of_another_engine_is_kept(match, monkeypatch, capsys):
    assert main(["analyse", str(match), "--engine", "fake"]) == 0
    first = capsys.readouterr().out
    monkeypatch.setattr(analyse, "engine_for", lambda _variant, _name: "stronger")
    monkeypatch.setattr(FakeEngines, "asked", 0)
    assert main(["analyse", str(match)]) == 0
    assert capsys.readouterr().out == first
    assert FakeEngines.asked == 0
    assert main(["analyse", str(match), "--engine", "stronger"]) == 0
    assert capsys.readouterr().out.startswith("stronger 1, 2 plies\n")


def test_a_rollout_judges_the_mistakes_and_is_kept(match, monkeypatch, capsys):
    """A rollout of the mistakes changes their costs in the report; the second time nothing is rolled out."""
    assert main(["analyse", str(match), "--json"]) == 0
    before = json.loads(capsys.readouterr().out)["decisions"]
    made = []
    monkeypatch.setattr(Rollout, "_played", lambda *_start: made.append(1) or Probabilities(0.5))
    for _again in range(2):
        assert main(["analyse", str(match), "--rollout", "1", "--json"]) == 0
        after = json.loads(capsys.readouterr().out)["decisions"]
        assert [each["trials"] for each in after] == [bool(each["mark"]) for each in before]
        assert not any(each["cost"] for each in after if each["trials"])
    mistakes = sum(bool(each["mark"]) for each in before)
    assert 0 < len(made) <= 6 * mistakes
    assert main(["analyse", str(match)]) == 0
    assert capsys.readouterr().out.startswith(
        f"fake 1, 2 plies; {mistakes} decisions rolled out by the built-in engine\n"
    )


def test_ctrl_c_in_a_rollout_shows_what_is_done(match, monkeypatch, capsys):
    assert main(["analyse", str(match)]) == 0
    shown = capsys.readouterr().out

    def stop(*_trial: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Rollout, "run_trial", stop)
    assert main(["analyse", str(match), "--rollout"]) == 0
    assert capsys.readouterr() == (shown, "bgterm: stopped; the same command continues the rollout.\n")
