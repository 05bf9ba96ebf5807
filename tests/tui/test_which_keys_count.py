"""Which keys count: a table of situations, presses with their times, and their effects.

A key counts for the screen that was shown when it was pressed; pressed twice, it decides one thing; and a key that
does nothing says why.
"""

from collections.abc import Iterator

import pytest

from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import (
    Beavered,
    Challenged,
    Doubled,
    Dropped,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    Rolled,
    TakeBackAsked,
    Taken,
)
from bgterm.rules.match import Game, Win
from bgterm.rules.ruleset import Ruleset
from tests.builders import FIRST_TURN, ROLLED_31, board, play
from tests.positions import DANCE, TWO_WAYS
from tests.tui.seat import HEADER
from tests.tui.sittings import (
    Beat,
    Click,
    Keyboard,
    Menu,
    Paste,
    Presses,
    TwoTerminals,
    before_the_start,
    burst,
    quickly,
    sitting_at,
    slowly,
    twice,
)

WHITE, BLACK = Player
OPENING, MOVED = FIRST_TURN
DOUBLED = (*FIRST_TURN, Doubled(BLACK))
BEAVERED = (*DOUBLED, Beavered(WHITE))
RESIGNED = (*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE))
GAMMON_OFFERED = (*FIRST_TURN, ResignationOffered(BLACK, Win.GAMMON))
TAKE_BACK = (*FIRST_TURN, TakeBackAsked(WHITE))
LOST = (*RESIGNED, ResignationAccepted(WHITE))
TURN = tuple("8/5 6/5")
LAST_CHECKER = Game(board("1:1 / 1:1"), on_roll=WHITE, dice=Dice(2, 1))
CLOSED_OUT = Game(board("13:2 8:1 6:2 5:2 4:2 3:2 2:2 1:2 / bar:1 13:4 8:5 6:5"), on_roll=WHITE, dice=Dice(2, 1))
"""A position in which Black cannot enter after White's move, whatever the roll."""
AUTOMATIC = Settings(auto_roll=True, auto_play_forced=True, auto_confirm_race=True)

ROLL_FOR_START = "Roll one die each to see who starts."
ANN_MOVES, ANN_ENDS = "Ann to move 3-1: choose or type a move", "Ann to move 3-1: Enter ends your turn"
BOB_ROLLS, BOB_MOVES = "Bob to roll", "Bob to move 6-5: choose or type a move"
DOUBLE = "Bob doubles to 2: Ann, take or pass?"
NEXT_GAME = "Enter starts game 2."
NO_ENTER = "Enter does not roll: press Space or r."
JUDGED = "Too late to challenge: the play has been judged and stands."
TO_PASTE = "There is nothing to paste into now."
TYPE_EACH_DIE = "Type Ann's die and then Bob's, then press Enter."
TYPE_DICE = "Type what your dice show, like 31, then press Enter."
CLEAR_DICE = "Press Esc to clear the dice you typed first."


def rules(length: int = 5, start: Game | None = None, dice: str = "random", **agreed: object):
    return HEADER._replace(ruleset=Ruleset(length=length, **agreed), start=start, dice=dice)


MONEY, ONE_POINT, POLICED = rules(0, beavers=3), rules(1), rules(policing=True)


def early(keys: str) -> str:
    """Return the message about keys that came too early."""
    return f"Pressed too early and ignored: {keys}"


def again(key: str) -> str:
    """Return the message about a key that was pressed twice."""
    return f"You pressed {key} twice. Press it again to go on."


def useless(says: str, *keys: str) -> Iterator[Beat]:
    """Yield keys without an effect, and the sentence that each is answered with."""
    return (Beat(slowly(key), shows=(says,)) for key in keys)


def nothing(presses: Presses, *shows: str) -> Beat:
    """Return presses that decide nothing."""
    return Beat(presses, shows=shows)


EARLY = {
    "Space and r never end a turn, and Enter twice ends one": (
        Keyboard(ROLLED_31),
        nothing(
            slowly(*TURN, "enter") + burst("space", "space") + slowly("space"),
            ANN_ENDS,
            "Space does nothing now: Enter end turn, Bksp undo, Esc clear.",
        ),
        nothing(slowly("r"), "> 8/5 6/5 _", "Finish your move first."),
        Beat(burst("enter", "enter"), (MOVED,), (BOB_ROLLS, early("Enter"))),
    ),
    "a play typed ahead of the roll becomes a draft": (
        Keyboard(rolls=[(3, 1)]),
        Beat(
            burst("r", *"31: 8-5 6-5", "enter", "enter", "enter"),
            ROLLED_31,
            (ANN_ENDS, "> 8/5 6/5 _", early("Enter Enter")),
        ),
        Beat(slowly("enter"), (MOVED,), (BOB_ROLLS,)),
    ),
    **{
        f"of {' '.join(keys)} at once the rest is ignored": (
            Keyboard(past, [(6, 5), (6, 5)]),
            Beat(burst(*keys), happened, (question, early(ignored))),
        )
        for past, keys, happened, question, ignored in (
            (FIRST_TURN, ("r", "r", "enter"), (Rolled(BLACK, Dice(6, 5)),), "Bob to move 6-5", "r"),
            (
                FIRST_TURN,
                ("d", "d", "p", "space", *"trx1tp"),
                (Doubled(BLACK),),
                DOUBLE,
                "d p Space t r x 1 t ...",
            ),
            (FIRST_TURN, ("x", "1", "2", "a"), (), "Bob, what do you resign?", "1 2 a"),
            (DOUBLED, ("t", "space", "z"), (Taken(WHITE),), BOB_ROLLS, "Space z"),
            (GAMMON_OFFERED, ("n", "r", "d"), (ResignationRefused(WHITE),), BOB_ROLLS, "r d"),
        )
    },
    "a result that was not seen is not passed over": (
        Keyboard(DOUBLED),
        Beat(burst("p", "space", "r", "enter"), (Dropped(WHITE),), (NEXT_GAME, early("Space r Enter"))),
        nothing(burst("space", "space", "space"), ROLL_FOR_START),
    ),
    "keys that decide nothing may come early": (
        Keyboard(FIRST_TURN),
        Beat(burst("d", "m"), (Doubled(BLACK),), ("The moves so far", "Esc back")),
        nothing(burst("down", "escape", "question_mark", "escape"), DOUBLE),
        Beat(burst("t", "q"), (Taken(WHITE),), leaves=True),
    ),
    "keys and clicks before the first picture decide nothing": (
        Keyboard(FIRST_TURN, [(6, 5)]),
        nothing(before_the_start(Click("Space")), BOB_ROLLS),
        nothing(before_the_start("r", "space", "d"), BOB_ROLLS, early("r Space d")),
    ),
    "a list is walked by keys that came before it, and opens nothing": (
        Menu(FIRST_TURN, matches=3),
        nothing(before_the_start("down", "n", "enter"), "> Continue", early("Down arrow n Enter")),
        nothing(burst("b", "down", "down", "enter"), "> 2026-11-20", early("Enter")),
    ),
    "a form takes what is typed before it is shown": (
        Menu(),
        nothing(slowly("n", "down", "down", "down"), "> Opponent < a person >"),
        nothing(
            slowly("escape") + burst("n", "down", "down", "down", "right", "escape"),
            "> Opponent < strongest engine >",
            early("Esc"),
        ),
    ),
    "a form is not finished by keys that came before it": (
        Menu(),
        nothing(burst("n", "end", *"Zoe", "enter", *"Max", *["enter"] * 9, "space"), "New match", "[ Start ]"),
    ),
    "a text typed ahead of the chat stands in its line": (
        TwoTerminals(),
        Beat(
            burst("c", *"hello, you?", "enter"),
            shows=("> Say", "hello, you?", early("Enter")),
            hides=("Ann: hello, you?",),
        ),
        Beat(slowly("enter"), shows=("Ann: hello, you?",), opponent=("Ann: hello, you?",)),
    ),
}

PASTED = {
    **{
        f"pasted {text!r} becomes a draft and ends nothing": (
            Keyboard(ROLLED_31),
            nothing(slowly(Paste(text)), "= 8/5 6/5"),
            Beat(slowly("enter", "enter"), (MOVED,)),
        )
        for text in ("8/5 6/5\n", "  31:\t8-5\r\n6-5\n\n", "\x1b[31m8/5 6/5")
    },
    "a paste that can be played in two ways asks which": (
        Keyboard(header=rules(start=TWO_WAYS)),
        nothing(slowly(Paste("8/4")), "Which route? It changes what you hit."),
        Beat(slowly("2", "enter"), (Moved(WHITE, play("8/5 5/4")),)),
    ),
    "a paste that is not a legal play says why": (
        Keyboard(ROLLED_31),
        nothing(slowly(Paste("hello")), '"hello" cannot be read: write moves like 8/5 6/5'),
        nothing(slowly("escape", Paste("13/7")), "13/7 needs a 6: you rolled 3-1"),
        nothing(slowly("escape", Paste("8/5 " * 100)), "that is 399 characters long; no play needs more than 120"),
    ),
    **{
        f"a paste {place} is refused": (situation, nothing(slowly(Paste("r8/5 6/5\n")), TO_PASTE))
        for place, situation in (("where no play is made", Keyboard(FIRST_TURN)), ("into the menu", Menu()))
    },
    "a paste that is too long changes nothing, others are added": (
        Keyboard(ROLLED_31),
        nothing(
            slowly("8", "/", Paste("8/5 6/5\r" * 1000, bytes_read=True)),
            "That paste is too long: nothing of it is used.",
            "> 8/_",
        ),
        nothing(slowly(Paste("5 6/5")), "> 8/5 6/5_ = 8/5 6/5"),
    ),
    "a paste that comes with the roll is drafted": (
        Keyboard(rolls=[(3, 1)]),
        Beat(burst("r", Paste("8/5 6/5\n")), ROLLED_31, ("= 8/5 6/5",)),
    ),
}

TWICE = {
    "Space twice rolls once, Enter never, for the start": (
        Keyboard(rolls=[(3, 1)]),
        nothing(twice("enter"), ROLL_FOR_START, NO_ENTER),
        Beat(twice("space"), ROLLED_31, (ANN_MOVES,)),
    ),
    "r twice rolls once, and Enter never": (
        Keyboard(FIRST_TURN, [(6, 5), (6, 5)]),
        nothing(twice("enter"), BOB_ROLLS, NO_ENTER),
        Beat(twice("r"), (Rolled(BLACK, Dice(6, 5)),), (BOB_MOVES, "Finish your move first.")),
    ),
    "keys pressed twice begin a play, and Enter ends one turn": (
        Keyboard(ROLLED_31, [(6, 5)], settings=AUTOMATIC),
        nothing(twice("enter", "space", "r"), "Ann to move 3-1"),
        nothing(slowly("escape", "escape", *TURN) + twice("space", "r"), "Ann to move 3-1", "8/5 6/5"),
        Beat(twice("enter"), (MOVED,), (BOB_ROLLS,)),
        nothing(twice("enter"), BOB_ROLLS, NO_ENTER),
    ),
    **{
        f"keys pressed twice do not answer {name}": (
            Keyboard(past, header=header),
            nothing(twice("enter", "space", "r", "escape", "tab", "d"), question),
        )
        for name, past, header, question in (
            ("a double", DOUBLED, HEADER, DOUBLE),
            ("a beaver", BEAVERED, MONEY, "Ann beavers to 4: Bob, take or pass?"),
            ("a resignation", GAMMON_OFFERED, HEADER, "Bob resigns a gammon: Ann, accept?"),
            ("a wish to take back", TAKE_BACK, HEADER, "Ann asks to take back the last play: Bob, do you agree?"),
        )
    },
    "Space held down after a game does not roll until it is released": (
        Keyboard(LOST, [(6, 5)]),
        nothing(twice("r"), NEXT_GAME),
        nothing(quickly(*["space"] * 20), ROLL_FOR_START, again("Space")),
        Beat(slowly("space"), (OpeningThrown(6, 5),)),
    ),
    "a tie is rolled again as fast as one likes": (
        Keyboard(rolls=[(4, 4), (4, 4), (3, 1)]),
        Beat(quickly("space", "space", "space"), (OpeningThrown(4, 4), OpeningThrown(4, 4), OPENING)),
    ),
    "Enter twice after a match leaves the program": (
        Keyboard(LOST, header=ONE_POINT),
        Beat(twice("enter"), leaves=True),
    ),
    **{
        f"Enter twice does not pass over the result of {name}": (
            Keyboard(header=header._replace(start=LAST_CHECKER)),
            Beat(slowly(*"1/off", "enter") + twice("enter"), (Moved,), (ended, again("Enter"))),
        )
        for name, header, ended in (
            ("a game", HEADER, NEXT_GAME),
            ("a match", ONE_POINT, "Press R for a rematch, or Enter to leave."),
        )
    },
    "Enter twice begins nothing after a turn that ended by itself": (
        Keyboard(header=HEADER._replace(start=LAST_CHECKER), settings=AUTOMATIC),
        Beat(slowly(*"1/off") + twice("enter"), (Moved,)),
    ),
    "a dance is confirmed once, and never by Space": (
        Keyboard(header=rules(start=DANCE)),
        nothing(twice("space"), "Space does nothing now: Enter end turn.", "Ann rolled 6-5"),
        Beat(twice("enter"), (Moved(WHITE, ()),), (BOB_ROLLS, "Ann 6-5: no legal move")),
    ),
    "Enter twice does not end the opponent's turn": (
        Keyboard(rolls=[(6, 5)], header=rules(cube=False, start=CLOSED_OUT), settings=Settings(auto_roll=True)),
        Beat(slowly(*"8/5", "enter") + twice("enter"), (Moved, Rolled), (again("Enter"),)),
    ),
    "b twice offers no raccoon": (
        Keyboard(DOUBLED, header=MONEY),
        nothing(slowly(), "beaver: playing for 4"),
        Beat(twice("b"), (Beavered(WHITE),), ("Ann beavers to 4: Bob, take or pass?", again("b"))),
    ),
    "Enter twice on a page does not end the turn": (
        Keyboard(ROLLED_31),
        nothing(slowly("5", "enter", "m") + twice("enter"), ANN_ENDS, again("Enter")),
    ),
    "keys that leave and open screens count as fast as they come": (
        Menu(FIRST_TURN, matches=1),
        nothing(slowly("c", "q"), "> Continue"),
        nothing(quickly("b", "q", "b"), "Match library: 1 match, last played first"),
        Beat(slowly("q", "c") + twice("q"), leaves=True),
    ),
}

AT_TWO_TERMINALS = {
    "a throw is made once, and the next when the opponent has acted": (
        TwoTerminals(rolls=[(3, 6), (2, 1)]),
        nothing(twice("enter"), ROLL_FOR_START),
        Beat(twice("space"), (OpeningThrown(3, 6),), opponent=("Bob to move 6-3",)),
        Beat(
            quickly(Paste("24/18 13/10"), "enter", "enter"), (Moved(BLACK, play("24/18 13/10")),), by_opponent=True
        ),
        Beat(quickly("space"), (Rolled(WHITE, Dice(2, 1)),)),
    ),
    "a turn is ended once, and the opponent's double not answered": (
        TwoTerminals(ROLLED_31),
        Beat(slowly(*TURN) + twice("enter"), (MOVED,), opponent=(BOB_ROLLS,)),
        Beat(twice("enter", "space", "r"), opponent=(BOB_ROLLS,)),
        Beat(slowly("d"), (Doubled(BLACK),), (DOUBLE,), by_opponent=True),
        nothing(twice("enter", "space", "r"), DOUBLE),
    ),
    "each player leaves the result for themselves": (
        TwoTerminals(LOST),
        Beat(twice("space"), shows=(ROLL_FOR_START, again("Space")), opponent=(NEXT_GAME,)),
        Beat(twice("enter"), shows=(ROLL_FOR_START, NO_ENTER), opponent=(NEXT_GAME,)),
    ),
    "Enter twice after a match begins no other": (
        TwoTerminals(LOST, length=1),
        Beat(twice("enter"), shows=("Open tables", again("Enter")), hides=("yours",)),
    ),
    "q in one burst leaves the table but not the server": (
        TwoTerminals(FIRST_TURN),
        Beat(burst("q", "q", "q"), shows=("Your matches", early("q q"))),
        Beat(slowly("q"), leaves=True),
    ),
    "q twice leaves the table and then the server": (TwoTerminals(FIRST_TURN), Beat(twice("q"), leaves=True)),
}

UNUSED = {
    "to move": (
        Keyboard(ROLLED_31),
        *useless("Nothing to undo: the move is not begun.", "escape", "backspace", "u"),
    ),
    "to roll": (
        Keyboard(FIRST_TURN, [(6, 5)]),
        *useless("Roll before you move: press Space or r.", "8"),
        *useless("There is no offer to answer.", *"any"),
        *useless("The dice of this match are not verifiable.", "v"),
        *useless("Only a match over SSH can have spectators.", "L"),
        *useless("Only a money session has a ledger.", "dollar_sign"),
        *useless("k does nothing now: Space roll, d double.", "k"),
        nothing(slowly("f12"), "F12 does nothing now: Space roll, d double.", BOB_ROLLS),
        *useless("Nobody has doubled.", "t"),
        Beat(slowly("r"), (Rolled(BLACK, Dice(6, 5)),), (BOB_MOVES,), hides=("Nobody has doubled.",)),
    ),
    "doubled": (
        Keyboard(DOUBLED),
        *useless("No beavers in this match.", "b"),
        *useless("Enter does nothing now: t take, p pass.", "enter"),
        nothing(slowly("ü"), "ü does nothing now: t take, p pass.", DOUBLE),
    ),
    **{
        name: (Keyboard(past, header=header), *useless(says, key))
        for name, past, header, key, says in (
            ("before the start", (), HEADER, "x", "The game has not begun: roll for the start first."),
            ("a hint before the start", (), HEADER, "H", "There is no decision to recommend now."),
            ("typed dice for the start", (), rules(dice="manual"), "space", TYPE_EACH_DIE),
            ("the Crawford game", (*LOST, *FIRST_TURN), rules(2), "d", "d does nothing now: Space roll."),
            ("a challenge", (*FIRST_TURN, Challenged(BLACK)), POLICED, "exclamation_mark", JUDGED),
            ("a resignation", RESIGNED, HEADER, "escape", "Esc does nothing now: a accept, n refuse."),
            ("a wish to take back", TAKE_BACK, HEADER, "enter", "Enter does nothing now: y allow, n refuse."),
        )
    },
    "after a game": (
        Keyboard(LOST),
        *(nothing(slowly(key), f"{key} does nothing now: Enter next game.", NEXT_GAME) for key in "xdk"),
    ),
    "a list is open": (
        Keyboard(FIRST_TURN),
        nothing(slowly("x"), "Bob, what do you resign? Ann may refuse."),
        *useless("Choose a number, or press Esc to go back.", "t", "x", "q", "enter", "k", "9", "space", "4"),
        nothing(slowly("escape"), BOB_ROLLS),
    ),
    "a play is typed": (
        Keyboard(ROLLED_31),
        nothing(slowly("8"), "> 8_"),
        *(
            nothing(slowly(key), f"{name} is not part of a play. Esc clears what you typed.", "> 8_")
            for key, name in (("q", "q"), ("f", "f"), ("i", "i"), ("ü", "ü"), ("up", "Up arrow"))
        ),
    ),
    "dice are typed": (
        Keyboard(FIRST_TURN, header=rules(dice="manual")),
        *useless(TYPE_DICE, "space", "r", "enter"),
        *useless("A die shows 1 to 6.", "7"),
        nothing(slowly("6", "enter"), TYPE_DICE),
        *useless(CLEAR_DICE, "d"),
        nothing(slowly("5", "4"), "Both dice are typed: press Enter, or Bksp to undo."),
        *useless(CLEAR_DICE, "c"),
    ),
    "at the menu": (
        Menu(),
        nothing(slowly("k", "w"), "w does nothing now. Press ? for the keys."),
        Beat(slowly("down"), hides=("w does nothing now",)),
    ),
    "on a page, and at a question": (
        Keyboard(LOST, header=rules(0)),
        nothing(slowly("m", "w"), "w does nothing now: Esc back."),
        nothing(slowly("escape", "Q", "w"), "w does nothing now: y yes, n no."),
    ),
}

CLICKED = {
    "a double click ends one turn": (
        Keyboard(ROLLED_31, [(6, 5)]),
        Beat(
            slowly(*TURN, "enter", Click("Enter")) + quickly(Click("Space")),
            (MOVED,),
            (BOB_ROLLS, "You clicked twice. Click again to go on."),
        ),
        Beat(slowly("m", "escape", Click("Space")), (Rolled(BLACK, Dice(6, 5)),)),
    ),
    "a checker is clicked too early, twice, and then another": (
        Keyboard(ROLLED_31),
        nothing(before_the_start(Click("·8·")), "> _"),
        nothing(slowly(Click("·8·")) + quickly(Click("<8>")), "> 8/_"),
        nothing(slowly(Click(" 6 ")), "> 6/_"),
    ),
    "keys of the bar are clicked but not a range, and entries": (
        Keyboard(FIRST_TURN, size=(100, 30)),
        nothing(slowly(Click("resign")), "Bob, what do you resign?"),
        nothing(slowly(Click("choose")), "Bob, what do you resign?"),
        nothing(slowly(Click("Bob", undoes=True)), BOB_ROLLS),
        Beat(slowly(Click("resign"), Click("2 gammon")), (ResignationOffered(BLACK, Win.GAMMON),)),
    ),
}
CASES = EARLY | PASTED | TWICE | AT_TWO_TERMINALS | UNUSED | CLICKED


@pytest.mark.parametrize("case", CASES)
async def test_keys_and_their_effects(tmp_path, case):
    situation, *beats = CASES[case]
    async with sitting_at(situation, tmp_path) as sitting:
        for beat in beats:
            await sitting.play(beat)
