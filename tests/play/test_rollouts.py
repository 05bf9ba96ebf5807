"""Rollouts: luck is taken out, trials follow from their numbers, and a rollout is continued."""

import json
from pathlib import Path

import pytest

from bgterm.cli import hint as hint_command
from bgterm.engine.builtin.judge import Judge
from bgterm.engine.errors import EngineFailed
from bgterm.engine.protocol import Act, EngineRequest, Probabilities, QuestionKind
from bgterm.play.rollouts import Rollout
from bgterm.rules.dice import Dice
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import MatchState
from bgterm.rules.ruleset import Ruleset
from tests.cli.command import bgterm
from tests.engine.positions import stands

NOWHERE = Path("nowhere")


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(hint_command, "state_folder", lambda: tmp_path)


def contact(dice: Dice | None = None) -> MatchState:
    """Return a match with contact and few checkers, so that trials are quick."""
    return stands("7:1 4:1 3:1 / bar:1 2:1 1:1", Ruleset(), dice=dice)


def id_of(match: MatchState) -> str:
    return EngineRequest.of(match, QuestionKind.PLAYS).position


def rolled_out(match: MatchState, trials: int) -> Rollout:
    rollout = Rollout(match, NOWHERE)
    for _trial in range(trials):
        rollout.run_trial()
    return rollout


@pytest.mark.parametrize(
    ("match", "rolls", "action"),
    [
        (stands("2:2 / 1:1", Ruleset()), 26, Act.DOUBLE),
        (stands("6:2 / 1:1", Ruleset(beavers=1), doubled=True), 4, Act.BEAVER),
    ],
    ids=["a double", "a double that is too bold"],
)
def test_a_race_in_the_table_has_no_luck(match, rolls, action):
    """White wins with as many `rolls` of 36."""
    found = rolled_out(match, 2).answer().cube
    assert found.probabilities.win == pytest.approx(rolls / 36, abs=0.001)
    assert (found.interval, found.action) == (0, action)


def test_the_interval_of_one_trial_is_not_known():
    assert rolled_out(contact(), 1).answer().cube.interval is None
    assert "±" not in bgterm("hint", id_of(contact()), "--rollout", 1)[1]


@pytest.mark.long
def test_the_interval_narrows_with_more_trials():
    few, many = rolled_out(contact(), 4), rolled_out(contact(), 16)
    assert many.trials[:4] == few.trials
    wins = [trial[0].win for trial in many.trials]
    assert max(wins) - min(wins) < 0.7  # with luck they are 0 and 1
    before = many.answer().cube.interval
    many.trials *= 4  # as different trials might differ more
    assert 0 < many.answer().cube.interval < before / 2


def test_plays_are_compared_with_the_same_dice():
    """Two plays whose games are the same have no error of their difference, however lucky the games were."""
    rollout = Rollout(contact(Dice(2, 1)), NOWHERE)
    rollout.trials = [[Probabilities(win), Probabilities(win - 0.1)] for win in (0.2, 0.5, 0.9)]
    rollout.starts, rollout.plays = rollout.starts[:1] * 2, rollout.plays[:1] * 2
    best, other = rollout.answer().plays
    assert best.behind == 0
    assert other.behind == pytest.approx(0)
    assert other.interval > 0.5


def test_a_rollout_is_kept_and_continued(monkeypatch):
    asked = "hint", id_of(contact(Dice(2, 1))), "--json", "--rollout"
    first = json.loads(bgterm(*asked, 2)[1])
    made = []
    monkeypatch.setattr(Rollout, "_played", lambda _self, *_start: made.append(1) or Probabilities(0.5))
    second = json.loads(bgterm(*asked, 3)[1])
    assert (first["trials"], second["trials"]) == (2, 3)
    assert len(made) == len(second["plays"])


def test_results_are_shown_where_they_cannot_be_kept(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setattr(hint_command, "state_folder", lambda: tmp_path / "file")
    status, out, err = bgterm("hint", id_of(contact()), "--rollout", 1)
    assert (status, out.splitlines()[0][-7:]) == (0, "1 trial")
    assert err.startswith("bgterm: the trials are not kept: ")
    assert len(err.splitlines()) == 1


def test_ctrl_c_stops_a_rollout_and_shows_its_results(monkeypatch):
    done = []

    def once(rollout: Rollout, _check: object) -> None:
        if done:
            raise KeyboardInterrupt
        done.append(rollout.trials.append([Probabilities(0.5)]))

    monkeypatch.setattr(Rollout, "run_trial", once)
    status, out, err = bgterm("hint", id_of(contact()), "--rollout")
    assert (status, err) == (0, "bgterm: stopped; the same command continues the rollout.\n")
    assert out.splitlines()[0].endswith("1 trial")
    assert "Do not double." in out


def test_a_trial_that_is_stopped_leaves_no_trace(tmp_path):
    def stop() -> None:
        raise EngineFailed("stopped")

    rollout = Rollout(contact(), tmp_path)
    with pytest.raises(EngineFailed):
        next(rollout.run(1, stop))
    assert rollout.hint is None
    assert [hint.answer.trials for hint in rollout.run(1)] == [1]
    assert [hint.answer.trials for hint in Rollout(contact(), tmp_path).run(2)] == [1, 2]


def test_the_play_that_was_made_is_a_candidate():
    match = contact(Dice(2, 1))
    legal = legal_plays(match)
    assert legal
    worst = Judge(match).ranked(legal)[-1].play
    assert worst not in Rollout(match, NOWHERE).plays
    assert worst in Rollout(match, NOWHERE, worst).plays


@pytest.mark.parametrize(
    ("flags", "refused"),
    [(("--plies", 1), True), (("--engine", "gnubg"), True), (("--engine", "builtin", "--plies", 0), False)],
)
def test_a_rollout_has_its_own_engine_and_plies_only(flags, refused):
    status, _out, err = bgterm("hint", id_of(contact()), "--rollout", 1, *flags)
    assert status == (2 if refused else 0)
    assert ("--rollout" in err) is refused


@pytest.mark.parametrize("damaged", ["[[1]]", "[[[0.5]]]", "{", "[[]]", f"[[[1{'0' * 400}]]]", "[" * 100_000])
def test_a_damaged_file_of_trials_begins_the_rollout_anew(damaged, tmp_path):
    asked = "hint", id_of(contact()), "--json", "--rollout", 1
    first = bgterm(*asked)[1]
    (path,) = (tmp_path / "rollouts").iterdir()
    path.write_text(damaged)
    assert bgterm(*asked)[1] == first
