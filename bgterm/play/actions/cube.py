"""The actions with the doubling cube."""

from bgterm.catalog import N_
from bgterm.play.actions.events import action_of
from bgterm.play.participant import Key
from bgterm.rules.events import Beavered, Doubled, Dropped, Taken

_DOUBLE = Key("d", N_("double"), N_("offer to play for twice the stake"))
_BEAVER = Key("b", N_("beaver"), N_("redouble at once and keep the cube"))
DOUBLE = action_of(Doubled, "double", "double redouble", _DOUBLE)
CUBE = (
    action_of(Taken, "take", "take accept", Key("t", N_("take"))),
    action_of(Dropped, "pass", "pass drop", Key("p", N_("pass")), in_full=True),
    action_of(Beavered, "beaver", "beaver raccoon", _BEAVER),
)
