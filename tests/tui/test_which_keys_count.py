"""Which keys count: a table of situations, presses with their times, and their effects.

A key counts for the screen that was shown when it was pressed; pressed twice, it decides one thing; and a key that
does nothing says why.
"""

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
from tests.positions import DANCE, FORCED, TWO_WAYS
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
TAKEN = (*DOUBLED, Taken(WHITE))
BEAVERED = (*DOUBLED, Beavered(WHITE))
RESIGNED = (*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE))
GAMMON_OFFERED = (*FIRST_TURN, ResignationOffered(BLACK, Win.GAMMON))
TAKE_BACK = (*FIRST_TURN, TakeBackAsked(WHITE))
LOST = (*RESIGNED, ResignationAccepted(WHITE))
TURN_AFTER_DOUBLE = (*TAKEN, Rolled(BLACK, Dice(6, 5)), Moved(BLACK, play("24/18 18/13")))
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


def useless(key: str, *shows: str) -> Beat:
    """Return a key without an effect, and the sentence that says why."""
    return Beat(slowly(key), shows=shows)


def nothing(presses: Presses, *shows: str) -> Beat:
    """Return presses that decide nothing."""
    return Beat(presses, shows=shows)


def case(name: str, situation: Keyboard | TwoTerminals | Menu, *beats: Beat):
    """Return a row of the table."""
    return pytest.param(situation, beats, id=name)


EARLY = [
    case(
        "Enter twice ends one turn",
        Keyboard(ROLLED_31),
        Beat(slowly(*TURN, "enter") + burst("enter", "enter"), (MOVED,), (BOB_ROLLS, early("Enter"))),
    ),
    case(
        "Space and r never end a turn",
        Keyboard(ROLLED_31),
        nothing(
            slowly(*TURN, "enter") + burst("space", "space") + slowly("space"),
            ANN_ENDS,
            "Space does nothing now: Enter end turn, Bksp undo, Esc clear.",
        ),
        nothing(slowly("r"), "> 8/5 6/5 _", "Finish your move first."),
        Beat(slowly("enter"), (MOVED,), (BOB_ROLLS,)),
    ),
    *(
        case(
            f"{keys} typed ahead of the roll becomes a draft",
            Keyboard(rolls=[(3, 1)]),
            Beat(
                burst("r", *keys, "enter", "enter", "enter"),
                ROLLED_31,
                (ANN_ENDS, "> 8/5 6/5 _", early("Enter Enter")),
            ),
            Beat(slowly("enter"), (MOVED,), (BOB_ROLLS,)),
        )
        for keys in ("8/5 6/5", "31: 8-5 6-5")
    ),
    case(
        "an illegal play typed ahead names the rule",
        Keyboard(rolls=[(3, 1)]),
        Beat(burst("r", *"13/7", "enter", "enter"), ROLLED_31, ("13/7 needs a 6: you rolled 3-1",)),
    ),
    *(
        case(
            f"of {' '.join(keys)} at once the rest is ignored {name}",
            Keyboard(past, [(6, 5), (6, 5)]),
            Beat(burst(*keys), happened, (question, early(ignored))),
        )
        for name, past, keys, happened, question, ignored in (
            ("to roll", FIRST_TURN, ("r", "r", "enter"), (Rolled(BLACK, Dice(6, 5)),), "Bob to move 6-5", "r"),
            ("to roll", FIRST_TURN, ("d", "t", "r"), (Doubled(BLACK),), DOUBLE, "t r"),
            ("to roll", FIRST_TURN, ("d", "x", "1"), (Doubled(BLACK),), DOUBLE, "x 1"),
            ("to roll", FIRST_TURN, ("d", "d", "p", "space"), (Doubled(BLACK),), DOUBLE, "d p Space"),
            ("to roll", FIRST_TURN, ("x", "1", "2", "a"), (), "Bob, what do you resign?", "1 2 a"),
            ("when doubled", DOUBLED, ("p", "space", "r"), (Dropped(WHITE),), NEXT_GAME, "Space r"),
            ("when doubled", DOUBLED, ("t", "space", "z"), (Taken(WHITE),), BOB_ROLLS, "Space z"),
            ("when offered", GAMMON_OFFERED, ("n", "r", "d"), (ResignationRefused(WHITE),), BOB_ROLLS, "r d"),
        )
    ),
    case(
        "the next key takes the message about early ones away",
        Keyboard(FIRST_TURN),
        Beat(burst("d", "p"), (Doubled(BLACK),), (early("p"),)),
        Beat(slowly("m", "escape"), shows=("t take p pass",), hides=(early("p"),)),
    ),
    case(
        "of many early keys the first are named",
        Keyboard(FIRST_TURN),
        Beat(burst("d", *"pppppppppp"), (Doubled(BLACK),), (early("p p p p p p p p ..."),)),
    ),
    case(
        "a result that was not seen is not passed over",
        Keyboard(DOUBLED),
        Beat(burst("p", "space", "enter"), (Dropped(WHITE),), (NEXT_GAME,)),
        nothing(burst("space", "space", "space"), ROLL_FOR_START),
    ),
    case(
        "keys that decide nothing may come early",
        Keyboard(FIRST_TURN),
        Beat(burst("d", "m"), (Doubled(BLACK),), ("The moves so far", "Esc back")),
        nothing(burst("down", "escape", "question_mark", "escape"), DOUBLE),
        Beat(burst("t", "q"), (Taken(WHITE),), leaves=True),
    ),
    case(
        "keys pressed before the first picture decide nothing",
        Keyboard(FIRST_TURN, [(6, 5)]),
        nothing(before_the_start("r", "space", "d"), BOB_ROLLS, early("r Space d")),
    ),
    case(
        "keys pressed before the menu are named",
        Menu(),
        nothing(before_the_start("n", "enter"), "> New match", early("n Enter")),
    ),
    case(
        "a form takes what is typed before it is shown",
        Menu(),
        nothing(slowly("n", "down", "down", "down"), "> Opponent < a person >"),
        nothing(
            slowly("escape") + burst("n", "down", "down", "down", "right", "escape"),
            "> Opponent < strongest engine >",
            early("Esc"),
        ),
    ),
    case(
        "a form is not finished by keys that came before it",
        Menu(),
        nothing(burst("n", "end", *"Zoe", "enter", *"Max", *["enter"] * 9, "space"), "New match", "[ Start ]"),
    ),
    case(
        "a list is walked by keys that came before it, and opens nothing",
        Menu(FIRST_TURN, matches=3),
        nothing(before_the_start("down"), "> Continue"),
        nothing(burst("b", "down", "down", "enter"), "> 2026-11-20", early("Enter")),
    ),
    case(
        "a text typed ahead of the chat stands in its line",
        TwoTerminals(),
        Beat(
            burst("c", *"hello, you?", "enter"),
            shows=("> Say", "hello, you?", early("Enter")),
            hides=("Ann: hello, you?",),
        ),
        Beat(slowly("enter"), shows=("Ann: hello, you?",), opponent=("Ann: hello, you?",)),
    ),
    case(
        "no key counts under a window that is too small",
        Keyboard(FIRST_TURN, [(6, 5)], size=(40, 10)),
        nothing(slowly("r", "d", "q"), "Enlarge the window to 44x20"),
    ),
]

PASTED = [
    *(
        case(
            f"pasted {text!r} becomes a draft and ends nothing",
            Keyboard(ROLLED_31),
            nothing(slowly(Paste(text)), "= 8/5 6/5"),
            Beat(slowly("enter", "enter"), (MOVED,)),
        )
        for text in ("8/5 6/5", "8/5 6/5\n", "  31:\t8-5\r\n6-5\n\n", "\x1b[31m8/5 6/5")
    ),
    case(
        "a paste continues what was typed",
        Keyboard(ROLLED_31),
        nothing(slowly("8", "/", Paste("5 6/5")), "> 8/5 6/5_ = 8/5 6/5"),
    ),
    case(
        "a paste that can be played in two ways asks which",
        Keyboard(header=rules(start=TWO_WAYS)),
        nothing(slowly(Paste("8/4")), "Which route? It changes what you hit."),
        Beat(slowly("2", "enter"), (Moved(WHITE, play("8/5 5/4")),)),
    ),
    case(
        "a paste that is not a legal play says why",
        Keyboard(ROLLED_31),
        nothing(slowly(Paste("hello")), '"hello" cannot be read: write moves like 8/5 6/5'),
        nothing(slowly("escape", Paste("13/7")), "13/7 needs a 6: you rolled 3-1"),
        nothing(slowly("escape", Paste("8/5 " * 100)), "that is 399 characters long; no play needs more than 120"),
    ),
    case(
        "a paste where no play is made is refused",
        Keyboard(FIRST_TURN),
        nothing(slowly(Paste("r8/5 6/5\n")), TO_PASTE),
    ),
    case("a paste into the menu is refused", Menu(), nothing(slowly(Paste("q")), TO_PASTE)),
    case(
        "a paste that is too long changes nothing",
        Keyboard(ROLLED_31),
        nothing(
            slowly("8", "/", Paste("8/5 6/5\r" * 1000, bytes_read=True)),
            "That paste is too long: nothing of it is used.",
            "> 8/_",
        ),
        nothing(slowly("5"), "> 8/5_"),
    ),
    case(
        "a paste that comes with the roll is drafted",
        Keyboard(rolls=[(3, 1)]),
        Beat(burst("r", Paste("8/5 6/5\n")), ROLLED_31, ("= 8/5 6/5",)),
    ),
]

TWICE = [
    case(
        "Space twice rolls once, Enter never, for the start",
        Keyboard(rolls=[(3, 1)]),
        nothing(twice("enter"), ROLL_FOR_START, NO_ENTER),
        Beat(twice("space"), ROLLED_31, ("Ann to move 3-1",)),
    ),
    case(
        "r twice rolls once for the start",
        Keyboard(rolls=[(3, 1)]),
        Beat(twice("r"), ROLLED_31, (ANN_MOVES, "Finish your move first.")),
    ),
    case(
        "keys pressed twice begin a play and end none",
        Keyboard(ROLLED_31),
        nothing(twice("enter", "space", "r"), "Ann to move 3-1"),
        nothing(slowly("escape", "escape", *TURN) + twice("space", "r"), "Ann to move 3-1", "8/5 6/5"),
    ),
    case(
        "Enter twice ends a turn and does no more",
        Keyboard(ROLLED_31),
        Beat(slowly(*TURN) + twice("enter"), (MOVED,), (BOB_ROLLS,)),
        nothing(twice("enter"), BOB_ROLLS, NO_ENTER),
    ),
    case(
        "Enter twice, after a draft was completed, does not roll",
        Keyboard(ROLLED_31, settings=AUTOMATIC),
        Beat(slowly(*TURN, "enter") + twice("enter"), (MOVED,), (BOB_ROLLS,)),
    ),
    *(
        case(
            f"{name} twice rolls once, and Enter never",
            Keyboard(past, [(6, 5), (6, 5)]),
            nothing(twice("enter"), BOB_ROLLS, NO_ENTER),
            Beat(twice(key), (Rolled(BLACK, Dice(6, 5)),), ("Bob to move 6-5",)),
        )
        for name, key, past in (("Space", "space", FIRST_TURN), ("r", "r", TAKEN))
    ),
    *(
        case(
            f"keys pressed twice do not answer {name}",
            Keyboard(past, header=header),
            nothing(twice("enter", "space", "r", "escape", "tab", "d"), question),
        )
        for name, past, header, question in (
            ("a double", DOUBLED, HEADER, DOUBLE),
            ("a beaver", BEAVERED, MONEY, "Ann beavers to 4: Bob, take or pass?"),
            ("a resignation", RESIGNED, HEADER, "Bob resigns a single game: Ann, accept?"),
            ("an offered gammon", GAMMON_OFFERED, HEADER, "Bob resigns a gammon: Ann, accept?"),
            ("a wish to take back", TAKE_BACK, HEADER, "Ann asks to take back the last play: Bob, do you agree?"),
        )
    ),
    case(
        "Space twice after a game does not roll, r does",
        Keyboard(LOST, [(6, 5)]),
        nothing(twice("space"), ROLL_FOR_START, again("Space")),
        Beat(slowly("r"), (OpeningThrown(6, 5),)),
    ),
    case(
        "Enter twice after a game of a money session does not roll",
        Keyboard(LOST, header=MONEY),
        nothing(twice("r"), NEXT_GAME),
        nothing(twice("enter"), ROLL_FOR_START),
    ),
    case(
        "Space held down after a game does not roll until it is released",
        Keyboard(LOST, [(6, 5)]),
        nothing(quickly(*["space"] * 20), ROLL_FOR_START),
        Beat(slowly("space"), (OpeningThrown(6, 5),)),
    ),
    case(
        "a tie is rolled again as fast as one likes",
        Keyboard(rolls=[(4, 4), (4, 4), (3, 1)]),
        Beat(quickly("space", "space", "space"), (OpeningThrown(4, 4), OpeningThrown(4, 4), OPENING)),
    ),
    *(
        case(
            f"{name} after a match leaves the program once",
            Keyboard(LOST, header=ONE_POINT),
            Beat(keys, leaves=True),
        )
        for name, keys in (("Enter twice", twice("enter")), ("Space", slowly("space")))
    ),
    *(
        case(
            f"Enter twice does not pass over the result of {name}",
            Keyboard(header=header._replace(start=LAST_CHECKER)),
            Beat(slowly(*"1/off", "enter") + twice("enter"), (Moved,), (ended, again("Enter"))),
        )
        for name, header, ended in (
            ("a game", HEADER, NEXT_GAME),
            ("a match", ONE_POINT, "Press R for a rematch, or Enter to leave."),
            ("a game for money", MONEY, NEXT_GAME),
        )
    ),
    case(
        "Enter twice begins nothing after a turn that ended by itself",
        Keyboard(header=HEADER._replace(start=LAST_CHECKER), settings=AUTOMATIC),
        Beat(slowly(*"1/off") + twice("enter"), (Moved,)),
    ),
    case(
        "a dance is confirmed once, and never by Space",
        Keyboard(header=rules(start=DANCE)),
        nothing(twice("space"), "Space does nothing now: Enter end turn.", "Ann rolled 6-5"),
        Beat(twice("enter"), (Moved(WHITE, ()),), (BOB_ROLLS, "Ann 6-5: no legal move")),
    ),
    case(
        "a forced play is made once",
        Keyboard(header=rules(start=FORCED)),
        nothing(slowly(), "Ann to move 6-4: enter from the bar", "legal: bar/21"),
        Beat(slowly(*"bar/21", "enter") + twice("enter"), (Moved(WHITE, play("bar/21")),), (BOB_ROLLS,)),
    ),
    case(
        "Enter twice does not end the opponent's turn",
        Keyboard(rolls=[(6, 5)], header=rules(cube=False, start=CLOSED_OUT), settings=Settings(auto_roll=True)),
        Beat(slowly(*"8/5", "enter") + twice("enter"), (Moved, Rolled), (again("Enter"),)),
    ),
    case(
        "b twice offers no raccoon",
        Keyboard(DOUBLED, header=MONEY),
        nothing(slowly(), "beaver: playing for 4"),
        Beat(twice("b"), (Beavered(WHITE),), ("Ann beavers to 4: Bob, take or pass?", again("b"))),
    ),
    case(
        "Enter twice on a page does not end the turn",
        Keyboard(ROLLED_31),
        nothing(slowly("5", "enter", "m") + twice("enter"), ANN_ENDS, again("Enter")),
    ),
    case(
        "a key that has left the library opens it again",
        Menu(FIRST_TURN, matches=1),
        nothing(slowly("c", "q"), "> Continue"),
        nothing(quickly("b", "q", "b"), "Match library: 1 match, last played first"),
    ),
    case(
        "q twice leaves the match and then the menu",
        Menu(FIRST_TURN, matches=1),
        Beat(slowly("c") + twice("q"), leaves=True),
    ),
]

AT_TWO_TERMINALS = [
    case(
        "a throw for the start is made once by one player",
        TwoTerminals(rolls=[(3, 6)]),
        nothing(twice("enter"), ROLL_FOR_START),
        Beat(twice("space"), (OpeningThrown(3, 6),), opponent=("Bob to move 6-3",)),
    ),
    case(
        "a turn is ended once, and the opponent is asked",
        TwoTerminals(ROLLED_31),
        nothing(twice("enter", "space", "r") + slowly("escape", "escape", *TURN) + twice("space", "r")),
        Beat(twice("enter"), (MOVED,), opponent=(BOB_ROLLS,)),
        Beat(twice("enter", "space", "r"), opponent=(BOB_ROLLS,)),
    ),
    *(
        case(
            f"keys pressed twice do not answer {name} of the opponent",
            TwoTerminals(past),
            Beat(twice("enter", "space", "r"), shows=(question,)),
        )
        for name, past, question in (
            ("a double", DOUBLED, DOUBLE),
            ("a resignation", RESIGNED, "Bob resigns a single game: Ann, accept?"),
        )
    ),
    case(
        "a key is used again as soon as the opponent has acted",
        TwoTerminals(rolls=[(3, 6), (2, 1)]),
        Beat(slowly("space"), (OpeningThrown(3, 6),)),
        Beat(
            quickly(Paste("24/18 13/10"), "enter", "enter"), (Moved(BLACK, play("24/18 13/10")),), by_opponent=True
        ),
        Beat(quickly("space"), (Rolled(WHITE, Dice(2, 1)),)),
    ),
    case(
        "each player leaves the result for themselves",
        TwoTerminals(LOST),
        Beat(twice("space"), shows=(ROLL_FOR_START, again("Space")), opponent=(NEXT_GAME,)),
        Beat(twice("enter"), shows=(ROLL_FOR_START, NO_ENTER), opponent=(NEXT_GAME,)),
    ),
    case(
        "Enter twice after a match begins no other",
        TwoTerminals(LOST, length=1),
        Beat(twice("enter"), shows=("Open tables", again("Enter")), hides=("yours",)),
    ),
    case(
        "q in one burst leaves the table but not the server",
        TwoTerminals(FIRST_TURN),
        Beat(burst("q", "q", "q"), shows=("Your matches", early("q q"))),
        Beat(slowly("q"), leaves=True),
    ),
    case("q twice leaves the table and then the server", TwoTerminals(FIRST_TURN), Beat(twice("q"), leaves=True)),
]


UNUSED = [
    case(
        "before the start",
        Keyboard(),
        useless("x", "The game has not begun: roll for the start first.", ROLL_FOR_START),
        useless("H", "There is no decision to recommend now."),
    ),
    case(
        "to move",
        Keyboard(ROLLED_31),
        useless("r", "Finish your move first."),
        useless("escape", "Nothing to undo: the move is not begun."),
        useless("backspace", "Nothing to undo: the move is not begun."),
        useless("u", "Nothing to undo: the move is not begun."),
    ),
    case(
        "to roll",
        Keyboard(FIRST_TURN),
        useless("enter", NO_ENTER, BOB_ROLLS),
        useless("8", "Roll before you move: press Space or r."),
        *(useless(key, "There is no offer to answer.") for key in "any"),
        useless("v", "The dice of this match are not verifiable."),
        useless("L", "Only a match over SSH can have spectators."),
        useless("dollar_sign", "Only a money session has a ledger."),
        useless("k", "k does nothing now: Space roll, d double."),
        useless("f12", "F12 does nothing now: Space roll, d double.", BOB_ROLLS),
    ),
    case(
        "doubled",
        Keyboard(DOUBLED),
        useless("b", "No beavers in this match."),
        useless("enter", "Enter does nothing now: t take, p pass."),
        useless("space", "Space does nothing now: t take, p pass."),
        useless("ü", "ü does nothing now: t take, p pass.", DOUBLE),
    ),
    *(
        case(name, Keyboard(past, header=header), useless(key, says))
        for name, past, header, key, says in (
            ("a turn after a double", TURN_AFTER_DOUBLE, HEADER, "t", "Nobody has doubled."),
            (
                "to roll in the Crawford game",
                (*LOST, *FIRST_TURN),
                rules(2),
                "d",
                "d does nothing now: Space roll.",
            ),
            ("a challenge", (*FIRST_TURN, Challenged(BLACK)), POLICED, "exclamation_mark", JUDGED),
            ("a resignation", RESIGNED, HEADER, "escape", "Esc does nothing now: a accept, n refuse."),
            ("a wish to take back", TAKE_BACK, HEADER, "enter", "Enter does nothing now: y allow, n refuse."),
        )
    ),
    case(
        "after a game",
        Keyboard(LOST),
        *(useless(key, f"{key} does nothing now: Enter next game.", NEXT_GAME) for key in "xdk"),
    ),
    case(
        "a list is open",
        Keyboard(FIRST_TURN),
        nothing(slowly("x"), "Bob, what do you resign? Ann may refuse."),
        *(
            useless(key, "Choose a number, or press Esc to go back.")
            for key in ("t", "x", "q", "enter", "k", "9", "space", "4")
        ),
        nothing(slowly("escape"), BOB_ROLLS),
    ),
    case(
        "a play is typed",
        Keyboard(ROLLED_31),
        nothing(slowly("8"), "> 8_"),
        *(
            useless(key, f"{name} is not part of a play. Esc clears what you typed.", "> 8_")
            for key, name in (("q", "q"), ("f", "f"), ("i", "i"), ("ü", "ü"), ("up", "Up arrow"))
        ),
    ),
    case(
        "the match goes on",
        Keyboard(FIRST_TURN, [(6, 5)]),
        useless("t", "Nobody has doubled."),
        Beat(slowly("r"), (Rolled(BLACK, Dice(6, 5)),), (BOB_MOVES,), hides=("Nobody has doubled.",)),
    ),
    case(
        "dice are typed for the start",
        Keyboard(header=rules(dice="manual")),
        useless("space", "Type Ann's die and then Bob's, then press Enter."),
    ),
    case(
        "dice are typed",
        Keyboard(FIRST_TURN, header=rules(dice="manual")),
        *(useless(key, TYPE_DICE) for key in ("space", "r", "enter")),
        useless("7", "A die shows 1 to 6."),
        useless("t", "Nobody has doubled."),
        nothing(slowly("6", "enter"), TYPE_DICE),
        useless("d", CLEAR_DICE),
        nothing(slowly("5", "4"), "Both dice are typed: press Enter, or Bksp to undo."),
        useless("c", CLEAR_DICE),
    ),
    case(
        "at the menu",
        Menu(),
        nothing(slowly("k", "w"), "w does nothing now. Press ? for the keys."),
        Beat(slowly("down"), hides=("w does nothing now",)),
    ),
    case(
        "on a page, and at a question",
        Keyboard(LOST, header=rules(0)),
        nothing(slowly("m", "w"), "w does nothing now: Esc back."),
        nothing(slowly("escape", "Q", "w"), "w does nothing now: y yes, n no."),
    ),
]

CLICKED = [
    case(
        "a double click ends one turn",
        Keyboard(ROLLED_31, [(6, 5)]),
        Beat(
            slowly(*TURN, "enter", Click("Enter")) + quickly(Click("Space")),
            (MOVED,),
            (BOB_ROLLS, "You clicked twice. Click again to go on."),
        ),
        Beat(slowly("m", "escape", Click("Space")), (Rolled(BLACK, Dice(6, 5)),)),
    ),
    case(
        "a click before the first picture is ignored",
        Keyboard(FIRST_TURN, [(6, 5)]),
        nothing(before_the_start(Click("Space")), BOB_ROLLS),
    ),
    case(
        "a checker is clicked too early, twice, and then another",
        Keyboard(ROLLED_31),
        nothing(before_the_start(Click("·8·")), "> _"),
        nothing(slowly(Click("·8·")) + quickly(Click("<8>")), "> 8/_"),
        nothing(slowly(Click(" 6 ")), "> 6/_"),
    ),
    case(
        "keys of the bar are clicked but not a range",
        Keyboard(FIRST_TURN, size=(100, 30)),
        nothing(slowly(Click("resign")), "Bob, what do you resign?"),
        nothing(slowly(Click("choose")), "Bob, what do you resign?"),
        nothing(slowly(Click("Bob", undoes=True)), BOB_ROLLS),
    ),
    case(
        "an entry of a numbered list is clicked",
        Keyboard(ROLLED_31),
        nothing(slowly("tab", Click("2 ")), ANN_ENDS),
    ),
]


@pytest.mark.parametrize(("situation", "beats"), [*EARLY, *PASTED, *TWICE, *AT_TWO_TERMINALS, *UNUSED, *CLICKED])
async def test_keys_and_their_effects(tmp_path, situation, beats):
    async with sitting_at(situation, tmp_path) as sitting:
        for beat in beats:
            await sitting.play(beat)
