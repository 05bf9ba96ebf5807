"""The errors of engines that are missing, fail or answer wrongly."""

from bgterm.catalog import N_
from bgterm.notation.errors import quoted
from bgterm.rules.errors import BackgammonError, NotationError


class EngineError(BackgammonError):
    """The base of all errors of engines: an engine cannot be asked, or has not answered as it should."""


class UnknownEngine(EngineError, NotationError):
    """The name of an engine, in a flag, a setting or a file, is not that of any."""


def engine_missing(engine: str, remedy: str) -> EngineError:
    """Return the error for an engine that is not installed; `remedy` tells how to install it."""
    return EngineError(N_("{engine} is not installed: {remedy}"), engine=engine, remedy=remedy)


def no_engine(variant: str) -> EngineError:
    """Return the error for a variant that no installed engine plays."""
    message = N_("no engine that is installed plays {variant}: bgterm engine --list shows how to get one")
    return EngineError(message, variant=variant)


def kind_not_answered(engine: str, kind: str) -> EngineError:
    """Return the error for an engine that cannot answer questions of the kind, named by the value of its enum."""
    message = N_("{engine} cannot answer {kind} questions: choose another engine")
    return EngineError(message, engine=engine, kind=kind)


def data_damaged(file: str) -> EngineError:
    """Return the error for a damaged file of weights or a table of the built-in engine, by its name."""
    return EngineError(N_("{file} of the built-in engine is damaged: install bgterm again"), file=file)


class EngineFailed(EngineError):
    """An engine ended, or reported an error of its own; `reason` is the text of it."""

    reason: str


def engine_failed(engine: str, reason: str, kind: type[EngineFailed] = EngineFailed) -> EngineFailed:
    """Return the error for an engine that ended or failed; `reason` is its exit status or its own words."""
    return kind(N_("{engine} failed ({reason})"), engine=engine, reason=quoted(reason))


class ProgramEnded(EngineFailed):
    """A child process ended, or a program that an adapter has started; either can be started again."""


def engine_timed_out(engine: str, seconds: int) -> EngineError:
    """Return the error for an engine that was stopped because it did not answer in time."""
    return EngineError(N_("{engine} did not answer within {seconds} seconds"), engine=engine, seconds=seconds)


def wrong_answer(engine: str, fault: str) -> EngineError:
    """Return the error for an answer that is impossible, or does not fit the question; `fault` says why."""
    return EngineError(N_("{engine} gave a wrong answer ({fault})"), engine=engine, fault=quoted(fault))


def engine_closed(engine: str) -> EngineError:
    """Return the error for an engine that cannot be asked any more, because the program is ending."""
    return EngineError(N_("{engine} has been closed"), engine=engine)
