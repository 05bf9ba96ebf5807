"""A visit to a server in plain mode, without a server: the lobby, its tables, and lines typed at random."""

import asyncio
import re
from random import Random

import pytest

from bgterm.engine.engines import Engines
from bgterm.formats.record import read_record
from bgterm.formats.sharing_notes import Sharing
from bgterm.lobby.bots import Bot, Bots
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import UserRegistry
from bgterm.notation.dice_evidence import evidence
from bgterm.notation.json_codec import Note
from bgterm.plain.messages import LOBBY_COMMANDS, TABLE_COMMANDS
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.match_files import FORMATS
from tests.fake_engine import FakePool
from tests.plain.seats import LIMITS, Company
from tests.plain.test_random_lines import LONGEST, line
from tests.tables import begin_table, resign
from tests.waiting import wait

DATE = "2026-11-20T19:30"
WORDS = (
    *(*LOBBY_COMMANDS, *TABLE_COMMANDS, "1", "2", "roll", "plays", "done", "resign single", ""),
    *("open hyper 1", "open long 3 clock=delay", "open dice=verifiable", "challenge Bob", "challenge Ann hyper"),
    *("name Anna", "name Ann", "hints off", "say hello"),
)


@pytest.fixture
def company(tmp_path):
    return Company(tmp_path)


@pytest.mark.parametrize("line", ["help", "Quick", "?", "--", "quit"])
async def test_commands_and_marks_are_no_names(company, line):
    visit = await company.come(line)
    assert not visit.lobby_session.number
    assert visit.left == (line == "quit")
    assert visit.left or [said[:9] for said in company.heard[visit]] == ["Type the ", "Type the "]


async def test_lines_after_challenge_of_a_bot_are_read_at_its_table(tmp_path):
    bots = Bots([Bot("builtin")], Engines(lambda _name: FakePool()), lambda: asyncio.sleep(0))
    company = Company(tmp_path, bots=bots)
    ann = await company.come("Ann")
    assert (await company.type(ann, "list"))[1:] == ["1: Bot bgterm, a bot, ready to play: challenge Bot bgterm"]
    company.heard[ann].clear()
    await ann.take("challenge Bot bgterm 1")
    await ann.take("board")
    assert company.heard[ann][0].startswith("You sit down with Bot bgterm at table ")
    assert not [said for said in company.heard[ann] if said.startswith("Unknown command")]
    ann.gone()
    await bots.aclose()


async def test_name_is_asked_for_once_until_it_is_deleted_by_typing_it(company):
    ann = await company.come("Ann")
    assert company.heard[ann][0].startswith("Type the name that you want here.")
    company.go(ann)
    ann = await company.come("Ann")
    assert company.heard[ann][0].startswith("You are Ann, in the lobby.")
    (asked,) = await company.type(ann, "delete")
    assert asked.endswith("Type delete and your name for that.")
    assert await company.type(ann, "delete ann") == ["Your name was deleted. Connect again to pick another."]
    assert ann.left
    company.go(ann)
    company.lobby.greeting = "Be kind.\nMatches are at eight."
    ann = await company.come("Ann")
    assert company.heard[ann][:2] == ["Be kind.", "Matches are at eight."]
    assert company.heard[ann][2].startswith("Type the name that you want here.")


@pytest.mark.parametrize(
    ("offer", "said"),
    [
        ("", "Backgammon, match to 5"),
        ("long", "Long backgammon, match to 5, Doubling cube: no"),
        ("hyper money jacoby=yes beavers=2", "Hyper-backgammon, money session, Jacoby rule, Beavers: 2"),
        ("7 clock=bronstein", "Backgammon, match to 7, Clock: Bronstein"),
        ("3 hit_and_run=no dice=verifiable", "Backgammon, match to 3, Hit and run: not allowed, verifiable dice"),
    ],
)
async def test_table_is_opened_by_what_is_typed(company, offer, said):
    ann = await company.come("Ann")
    (told,) = await company.type(ann, f"open {offer}")
    assert f" waits: {said}. A friend comes to it with ssh plain-" in told
    code = told.split()[2]
    assert await company.type(ann, "withdraw XXXXX") == [f"No such table here: type withdraw {code}."]
    assert await company.type(ann, "withdraw") == [f"Table {code} is withdrawn."]


@pytest.mark.parametrize(
    ("offer", "said"),
    [
        ("chess", '"chess" is not part of an offer'),
        ("100", '"100" is not part of an offer'),
        ("jacoby=yes", "Jacoby: only in a money session."),
        ("clock=fast", "Clock can be none, delay or bronstein."),
        ("dice=manual", '"dice=manual" is not part of an offer'),
    ],
)
async def test_offer_that_cannot_be_is_refused(company, offer, said):
    ann = await company.come("Ann")
    (told,) = await company.type(ann, f"open {offer}")
    assert told.startswith(said)
    assert not company.lobby.open_tables.seen_by(ann.user)


async def test_number_in_the_list_leads_there(company):
    ann, bob = await company.come("Ann"), await company.come("Bob")
    await company.type(ann, "open hyper 1")
    question, entry = await company.type(bob, "list")
    assert question == "Where do you want to go? Type a number."
    assert entry.startswith("1: Ann waits, Hyper-backgammon, match to 1: join ")
    told = await company.type(bob, "1")
    assert told[0].startswith("You sit down with Ann at table ")
    assert any(line.startswith("You sit down with Bob") for line in company.heard[ann])


@pytest.mark.parametrize("opened", ["money jacoby=yes beavers=1", "long 5", "3", "5 dice=verifiable", "5 private"])
async def test_quick_game_takes_no_table_of_other_rules(company, opened):
    ann, bob = await company.come("Ann"), await company.come("Bob")
    await company.type(ann, f"open {opened}")
    (said,) = await company.type(bob, "quick")
    assert re.match(r"Your table \w+ waits: Backgammon, match to 5\.", said)
    assert await company.type(bob, "quick") == [said]


# The chat of the lobby


async def test_everyone_in_the_lobby_hears_what_is_said_or_mutes_it(company):
    ann, bob = await company.come("Ann"), await company.come("Bob")
    assert await company.type(ann, "chat") == ["Nothing has been said yet."]
    assert await company.type(ann, "say Hello") == ["Ann says: Hello"]
    assert company.heard[bob][-1] == "Ann says: Hello"
    cat = await company.come("Cat")
    assert "Ann says: Hello" not in company.heard[cat]
    assert await company.type(cat, "chat") == ["Ann says: Hello"]
    assert await company.type(bob, "mute") == ["The chat is muted: type mute to hear it again."]
    await company.type(ann, "say Who is muted?")
    assert company.heard[bob][-1] == "The chat is muted: type mute to hear it again."
    assert await company.type(bob, "mute") == ["You hear the chat again."]
    await company.type(ann, "say Anybody?")
    assert company.heard[bob][-1] == "Ann says: Anybody?"
    await company.type(bob, "mute")
    assert await company.type(bob, "say Yes") == ["Bob says: Yes"]


# At a table


async def test_spectator_hears_and_does_nothing(company):
    ann, _bob = await company.playing()
    cat, (table,) = await company.come("Cat"), company.lobby.matches.live
    white, black = table.header.names
    told = await company.type(cat, f"watch {table.code}")
    assert told[0] == f"You are watching {white} and {black}. Type quit to leave."
    assert company.heard[ann][-1] == "1 person is watching."
    assert await company.type(cat, "8/5 6/5") == ["You are watching: only the players move."]
    for command in ("roll", "say hello"):
        (said,) = await company.type(cat, command)
        assert said.startswith(f'Unknown command "{command.split()[0]}"')
    await company.type(ann, "roll")
    assert re.search("(Ann|Bob) rolls", " ".join(company.heard[cat][-2:]))  # a tie names the game first
    assert await company.type(cat, "quit") == ["You are in the lobby."]
    assert company.heard[ann][-1] == "0 people are watching."


async def test_people_agree_on_hints_and_end_them(tmp_path):
    company = Company(tmp_path, bots=Bots([Bot("builtin")], Engines(lambda _name: FakePool())))
    ann, bob = await company.playing()
    assert await company.type(ann, "hints") == ["You would like hints for both: Bob is asked."]
    assert company.heard[bob][-1] == "Ann would like hints for both: type hints to agree, or hints off."
    both = ["Both players have hints: hints off turns them off."]
    assert await company.type(bob, "hints") == both == company.heard[ann][-1:]
    assert await company.type(ann, "hints") == both
    assert await company.type(ann, "hints off") == ["Hints are off for both of you."]
    assert company.heard[bob][-1] == "Ann wants no hints: they are off for both."
    assert await company.type(bob, "hints off") == ["There are no hints here: type hints to ask for them."]
    (usage,) = await company.type(bob, "hints on")
    assert usage.startswith("hints: ask for hints of an engine for both players, or agree to them")


async def test_player_who_watches_elsewhere_only_watches_the_rematch(company):
    ann, bob = await company.playing()
    (table,) = company.lobby.matches.live
    again = await company.come("Ann")
    await company.type(again, f"watch {table.code}")
    while table.match.winner is None:
        for words in ("roll", "resign backgammon", "accept"):
            for visit in (ann, bob):
                await company.type(visit, words)
    await company.type(ann, "rematch")
    assert company.heard[bob][-1] == "Ann would like a rematch: type rematch to agree."
    await company.type(bob, "rematch")
    assert "You are watching" in company.heard[again][-4]
    assert "You are at this table from another terminal now." not in company.heard[ann]


async def test_players_are_asked_to_roll_when_both_have_contributed(company):
    ann, bob = await company.come("Ann"), await company.come("Bob")
    await company.type(bob, f"join {await company.open(ann, '3 dice=verifiable')}")
    for visit in (ann, bob):
        await company.type(visit, "decline")
    for visit in (ann, bob):
        assert company.heard[visit][-1] == "Game 1. Roll one die each to see who starts. Type roll."


async def test_line_typed_before_the_news_is_answered_after_it(company):
    ann, bob = await company.playing()
    movers = []
    while not movers:
        await company.type(ann, "roll")
        movers = [one for one in (ann, bob) if "Your move." in company.heard[one][-1]]
    (mover,) = movers
    name, other = ("Ann", bob) if mover is ann else ("Bob", ann)
    await company.type(mover, "plays", "1")
    before = len(company.heard[other])
    await mover.take("done")
    await other.take("roll")
    await company.settle()
    played, prompt = company.heard[other][before:]
    assert played.startswith(f"{name} played ")
    assert "Your move." in prompt


# Finished matches


def finished(folder, dice="seed:1"):
    """Play a match between Ann and Bob to its end; return its record."""
    header = Header(BACKGAMMON, Ruleset(length=1), ("Ann", "Bob"), dice, DATE, seats=("SHA256:Ann", "SHA256:Bob"))
    table = begin_table(folder / "matches", header, notes=[Sharing("K7Q2M", watchable=True).note])
    wait(table.note(Note("chat", {"from": "Ann", "text": "between us"})))
    resign(table)
    table.close().result()
    return read_record(table.path.read_bytes())


async def test_finished_matches_are_listed_and_told(tmp_path, company):
    finished(tmp_path)
    ann, cat = await company.come("Ann"), await company.come("Cat")
    question, entry = await company.type(ann, "finished")
    assert question == "Your finished matches. Type a number."
    assert entry == "1: 2026-11-20 19:30, Bob beats Ann 1-0, Backgammon, match to 1, K7Q2M"
    question, *offers = await company.type(ann, "1")
    assert question == "Ann and Bob: what do you want to know? Type a number."
    assert [offer[3:] for offer in offers[:3]] == ["the games and the score", "every move", "how the dice fell"]
    summary = await company.type(ann, "1")
    assert summary[:2] == ["Ann - Bob", f"Backgammon, match to 1, {DATE}"]
    moves = await company.type(ann, "2")
    assert moves[0] == "Game 1."
    assert any(line.startswith("Ann offers to resign") for line in moves)
    dice = await company.type(ann, "3")
    assert any(line.startswith("Ann") for line in dice)
    nothing = "None yet: every match that you play here to its end will be on this list."
    assert await company.type(cat, "finished") == [nothing]


async def test_finished_match_is_exported_as_other_programs_read_it(tmp_path, company):
    record = finished(tmp_path, "verifiable")
    ann = await company.come("Ann")
    question, *offers = await company.type(ann, "finished", "1")
    numbers = {offer.split(": ")[1].split(",")[0]: offer.split(":")[0] for offer in offers}
    assert evidence(record.items).secret in await company.type(ann, numbers["the proof of its dice"])
    files = {"its text as a mat file": ".mat", "its text as an sgf file": ".sgf", "its record": ".jsonl"}
    for name, suffix in files.items():
        said = await company.type(ann, numbers[name])
        text = "\n".join(said[: said.index(question)]) + "\n"
        assert FORMATS[suffix].read(text.encode()).match.score == (0, 1)
        assert "SHA256:" not in text
        assert "between us" not in text


async def test_challenge_is_declined_withdrawn_or_accepted(company):
    ann, bob = await company.come("Ann"), await company.come("Bob")
    (told,) = await company.type(ann, "challenge Bobby 1")
    assert told == 'Nobody here is called "Bobby 1": type a name that who lists.'
    company.heard[bob].clear()
    opened, game = (await company.type(ann, "challenge Bob 1"))[0], "Backgammon, match to 1"
    code = opened.split()[2]
    assert opened == f"Your challenge {code} waits for Bob: {game}. Type withdraw {code} to take it back."
    assert company.heard[bob] == [f"Ann challenges you: {game}. Type accept {code} or decline {code}."]
    assert (await company.type(ann, "list"))[1] == f"1: your challenge to Bob, {game}: withdraw {code}"
    assert (await company.type(bob, "list"))[1] == f"1: Ann challenges you, {game}: accept {code}"
    assert await company.type(bob, "who") == ["Ann, in the lobby.", "Bob, in the lobby."]  # nobody waits
    assert await company.type(bob, "decline") == ["You declined Ann's challenge."]
    assert company.heard[ann][-1] == "Bob would rather not play now."
    assert await company.type(bob, "accept") == ["Nobody challenges you."]
    withdrawn = await company.type(ann, "challenge Bob 1", "withdraw")
    assert withdrawn == ["Your challenge to Bob is withdrawn."]
    await company.type(ann, "challenge Bob 1")
    await company.type(bob, "accept")
    assert "Bob accepts your challenge and waits for you." in company.heard[ann]


async def test_a_challenge_is_accepted_by_word_and_code(company):
    ann, bob, cleo = [await company.come(name) for name in ("Ann", "Bob", "Cleo")]
    await company.type(ann, "challenge Bob 1")
    code = (await company.type(cleo, "challenge Bob 1"))[0].split()[2]
    first, other = [table.code for table in company.lobby.open_tables]
    assert await company.type(bob, "accept") == [f"Which one? Type accept {first} or accept {other}."]
    no_table = f"No such table here: type decline {first} or decline {other}."
    assert await company.type(bob, "decline XXXXX") == [no_table]
    assert (await company.type(bob, f"accept {code}"))[0].startswith("You sit down with Cleo")


async def test_last_results_are_told(tmp_path):
    finished(tmp_path)
    registry = UserRegistry(NamesFile(tmp_path / "other.jsonl"))
    Lobby(tmp_path / "matches", registry, LIMITS).registry.close()  # which reads the record
    company = Company(tmp_path)
    ann = await company.come("Ann")
    assert await company.type(ann, "results") == ["Bob beats Ann 1-0, just now."]


async def test_player_hears_either_the_table_or_the_lobby(company):
    ann, bob = await company.playing()
    await company.type(await company.come("Cat"), "say Hello")
    assert "Cat says: Hello" not in company.heard[bob]
    await ann.take("roll")
    assert await company.type(bob, "quit") == ["You are in the lobby."]
    assert company.heard[ann][-1] == "Bob has left. Wait, or type quit: everything is kept."


async def test_second_session_takes_the_seat_over(company):
    ann, _bob = await company.playing()
    await company.type(await company.come("Ann"), "list", "1")
    assert "You are at this table from another terminal now." in company.heard[ann]
    assert company.heard[ann][-1] == "You are in the lobby."


@pytest.mark.parametrize("lines", [600, pytest.param(10_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("seed", [2, 3, 4])
async def test_random_lines_of_three_visitors_are_answered(company, tmp_path, seed, lines):
    rng, visits = Random(seed), {name: await company.come(name) for name in ("Ann", "Bob", "Cat")}
    for _ in range(lines):
        name = rng.choice([*visits])
        typed = rng.choice(WORDS) if rng.random() < 0.8 else line(rng)
        told = await company.type(visits[name], typed)
        assert told or visits[name].left, f"{typed!r} is not answered"
        assert all(one.isprintable() and len(one) < LONGEST for one in told), typed
        if visits[name].left or rng.random() < 0.01:
            company.go(visits[name])
            await company.settle()
            visits[name] = await company.come(name)
    records = [read_record(path.read_bytes()) for path in (tmp_path / "matches").glob("*.jsonl")]
    assert all(record.damage is None for record in records)
    assert any(record.events for record in records)
