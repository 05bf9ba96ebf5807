"""Engines that are missing, fail or answer wrongly."""

from bgterm.catalog import N_
from bgterm.notation.errors import Text
from bgterm.rules.errors import BackgammonError


class EngineError(BackgammonError):
    """An engine that cannot be asked, or did not answer."""


class UnknownEngine(EngineError):
    """No engine has that name."""

    name: Text
    known: tuple[str, ...]
    message = N_('unknown engine "{name}"; bgterm knows {known}')


class EngineMissing(EngineError):
    """The engine is not installed; `remedy` is how to install it."""

    engine: str
    remedy: str
    message = N_("{engine} is not installed: {remedy}")


class EngineTooOld(EngineError):
    """The engine is an older version than bgterm can ask."""

    engine: str
    version: Text
    needed: str
    message = N_("{engine} {version} is too old: install {needed} or a later version")


class VariantUnknown(EngineError):
    """The engine does not play the variant."""

    engine: str
    variant: str
    message = N_("{engine} does not play {variant}: choose another engine")


class NoEngine(EngineError):
    """No engine is installed that plays the variant."""

    variant: str
    message = N_("no engine that is installed plays {variant}: bgterm engine --list shows how to get one")


class KindUnknown(EngineError):
    """The engine cannot answer a question of this kind."""

    engine: str
    kind: str
    message = N_("{engine} cannot answer {kind} questions: choose another engine")


class EngineFailed(EngineError):
    """The engine ended, or reported an error of its own."""

    engine: str
    reason: Text
    message = N_("{engine} failed ({reason})")


class ProgramEnded(EngineFailed):
    """The program that an adapter has started has ended; after `Adapter.close` it can be started again."""


class EngineTimedOut(EngineError):
    """The engine did not answer in time and was stopped."""

    engine: str
    seconds: int
    message = N_("{engine} did not answer within {seconds} seconds")


class WrongAnswer(EngineError):
    """The engine sent something that is not an answer to the question, or is impossible."""

    engine: str
    fault: Text
    message = N_("{engine} gave a wrong answer ({fault})")


class TooManyQuestions(EngineError):
    """One player has as many questions waiting as are allowed."""

    count: int
    message = N_("{count} question is waiting for its answer already: try again later")
    plural = N_("{count} questions are waiting for their answers already: try again later")


class EngineStopped(EngineError):
    """The engine failed too often, and is not started again for a while."""

    engine: str
    message = N_("{engine} has failed too often: try again in a minute, or choose another engine")


class EngineClosed(EngineError):
    """The program is ending, so no engine is asked any more."""

    engine: str
    message = N_("{engine} has been closed")
