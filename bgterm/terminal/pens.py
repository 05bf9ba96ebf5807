"""How text looks in a terminal: what a sequence of SGR makes of a pen, and the shortest sequence for another."""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import filterfalse

Pen = tuple[str, ...]
"""How text looks: the SGR instructions since it was last plain, such as ("1", "38;5;214")."""

_INSTRUCTION = re.compile(r"[345]8;(?:5;\d+|2;\d+;\d+;\d+)|[\d:]+")
_OFF = {"fg": "39", "bg": "49", "1": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
"""The attributes of SGR, each with the instruction that resets it."""
_SEEN_ON_BLANKS = {"4", "7", "9"}
"""The attributes that blanks show: underlined, reversed and struck through."""
_FIXED = re.compile(r"[34]8;(?:5;(?:1[6-9]|[2-9]\d|\d{3})|2;.*)")
"""Matches a colour outside the terminal's own sixteen, which bold text may brighten."""


@lru_cache(maxsize=512)
def changed(pen: Pen, parameters: str) -> Pen:
    """Return the pen after an SGR sequence with these parameters."""
    for instruction in _INSTRUCTION.findall(";".join(number or "0" for number in parameters.split(";"))):
        pen = (*pen, instruction) if instruction.strip("0") else ()
    return pen


@lru_cache(maxsize=512)
def upright(pen: Pen) -> Pen:
    """Return the pen that looks the same without being reversed, if both its colours are fixed."""
    return _turned(pen) or pen if "7" in pen else pen


@lru_cache(maxsize=512)
def on_blanks(pen: Pen) -> Pen:
    """Return the part of a pen that shows on blanks: the background, and underlining and the like."""
    parts = _parts(pen)
    if parts is None or parts.keys() & _SEEN_ON_BLANKS:
        return pen
    return (parts["bg"],) if "bg" in parts else ()


@lru_cache(maxsize=512)
def for_blank(old: Pen | None, new: Pen) -> Pen:
    """Return a pen that shows blanks as `new` does and has the text colour of `old`.

    The next text is often of that colour.
    """
    before, after = _parts(old and upright(old)), _parts(new)
    if before is None or after is None or after.keys() & _SEEN_ON_BLANKS:
        return new
    kept = (part for what, part in before.items() if what not in {"bg", *_SEEN_ON_BLANKS})
    return (*kept, *on_blanks(new))


def marks_blanks(pen: Pen | None) -> bool:
    """Return whether the pen shows more on blanks than its background, or may do so because it is unknown."""
    parts = _parts(pen)
    return parts is None or bool(parts.keys() & _SEEN_ON_BLANKS)


@lru_cache(maxsize=2048)
def changes(old: Pen | None, new: Pen) -> tuple[tuple[str, Pen], ...]:
    """Return the sequences after which text looks like `new`, each with the pen it leaves, the shortest first.

    Two exchanged colours may take fewer bytes reversed than named.
    """
    turned, way = _turned(new), (_sequence(old, new), new)
    if turned is None:
        return (way,)
    other = (_sequence(old, turned), turned)
    return (other, way) if len(other[0]) < len(way[0]) else (way, other)


def _sequence(old: Pen | None, new: Pen) -> str:
    """Return the shortest SGR sequence that changes the `old` pen to the `new` one."""
    if old == new:
        return ""
    whole = f"\x1b[{';'.join(('0', *new))}m" if new else "\x1b[m"
    before, after = _parts(old), _parts(new)
    if before is None or after is None:
        return whole
    undone = map(_OFF.__getitem__, filterfalse(after.__contains__, before))
    done = filterfalse(frozenset(before.values()).__contains__, after.values())
    changed_parts = ";".join((*undone, *done))
    return min(f"\x1b[{changed_parts}m", whole, key=len) if changed_parts else ""


@lru_cache(maxsize=512)
def _turned(pen: Pen) -> Pen | None:
    """Return the pen that looks the same with its two colours exchanged and "reversed" toggled.

    None unless both colours are fixed, as in `_FIXED`.
    """
    parts = _parts(pen)
    if not parts or not (_FIXED.fullmatch(parts.get("fg", "")) and _FIXED.fullmatch(parts.get("bg", ""))):
        return None
    colours = {"fg": f"3{parts['bg'][1:]}", "bg": f"4{parts['fg'][1:]}"}
    others = {what: part for what, part in parts.items() if what not in {"7", *colours}}
    return (*(() if "7" in parts else ("7",)), *others.values(), *colours.values())


@lru_cache(maxsize=512)
def _parts(pen: Pen | None) -> Mapping[str, str] | None:
    """Return the instruction for each attribute of `_OFF` that a pen sets; None for an unknown pen or instruction.

    Dim counts as unknown, because the instruction that resets it resets bold, too.
    """
    if pen is None:
        return None
    parts = {_what(instruction): instruction for instruction in pen}
    return parts if parts.keys() <= _OFF.keys() else None


@lru_cache(maxsize=512)
def _what(instruction: str) -> str:
    number = instruction.partition(";")[0]
    match number[:-1]:
        case "3" | "9":
            return "fg"
        case "4" | "10":
            return "bg"
        case _:
            return number
