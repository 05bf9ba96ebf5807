"""Makes one animated SVG of the pictures of a screen: each part is in it once, and shown while it is there."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_STYLE = re.compile(r"\.(terminal-\d+-r\d+) \{ ([^}]*) \}")
_BODY = re.compile(r"(?P<rects>.*?)<g class=\"[^\"]*-matrix\">(?P<texts>.*?)</g>", re.DOTALL)
_SCREEN = re.compile(r'(<g transform="translate\(9, 41\)" clip-path="[^"]*">)(.*)(</g>\s*</svg>)', re.DOTALL)
_PART = re.compile(r"<(?:rect|path)[^>]*/>|<text.*?</text>", re.DOTALL)
_TITLE = re.compile(r'<text class="[^"]*-title".*?</text>', re.DOTALL)
_NUMBER = re.compile(r"terminal-\d+")


@dataclass(frozen=True)
class Frame:
    """A picture as SVG, and how long it is shown."""

    svg: str
    seconds: float


def animated(frames: Sequence[Frame]) -> str:
    """Return the frames, which have one size, as an SVG that shows one after the other without an end.

    To those who have asked their system for less motion it shows the first.
    """
    styles: dict[str, str] = {}
    pictures = [_parts(frame.svg, styles) for frame in frames]
    rects, texts, titles = (
        [*dict.fromkeys(part for picture in pictures for part in picture[kind])] for kind in range(3)
    )
    shown = {
        part: tuple(part in picture[kind] for picture in pictures)
        for kind, parts in enumerate((rects, texts, titles))
        for part in parts
    }
    spans = {span: f"s{number}" for number, span in enumerate(dict.fromkeys(shown.values())) if not all(span)}
    head, body = _NUMBER.sub("terminal", _shell(frames[0].svg)).split("\0")
    head = _STYLE.sub("", _TITLE.sub("\1", head))
    head = head.replace("\1", "".join(_layers(titles, shown, spans)))
    head = head.replace("</style>", f"{_css(styles, frames, spans)}</style>")
    layers = (*_layers(rects, shown, spans), '<g class="terminal-matrix">', *_layers(texts, shown, spans), "</g>")
    return f"{head}{''.join(layers)}{body}"


def _shell(svg: str) -> str:
    """Return the SVG of a picture with a NUL in place of the contents of its screen."""
    return _SCREEN.sub("\\1\0\\3", svg)


def _parts(svg: str, styles: dict[str, str]) -> tuple[list[str], list[str], list[str]]:
    """Return the elements for backgrounds, for texts with their shapes, and for the title.

    Their classes are renamed to those of `styles`, which maps each CSS rule to a class and gets the new rules.
    Raises ValueError when the SVG is not a picture of a screen.
    """
    names = {name: styles.setdefault(rule, f"c{len(styles)}") for name, rule in _STYLE.findall(svg)}
    screen, title = _SCREEN.search(svg), _TITLE.search(svg)
    body = screen and _BODY.search(screen[2])
    if not body or not title:
        raise ValueError("not a picture of a screen")
    plain = [
        re.sub(r"terminal-\d+-r\d+", lambda name: names[name[0]], text)
        for text in (body["rects"], body["texts"], title[0])
    ]
    rects, texts, titles = ([_NUMBER.sub("terminal", part) for part in _PART.findall(text)] for text in plain)
    return rects, texts, titles


def _layers(
    parts: Iterable[str], shown: dict[str, tuple[bool, ...]], spans: dict[tuple[bool, ...], str]
) -> list[str]:
    """Return the SVG elements; those that only some frames show are in a `<g>` for each set of frames."""
    groups: dict[str, list[str]] = {}
    for part in parts:
        groups.setdefault(spans.get(shown[part], ""), []).append(part)
    return [
        f'<g class="{name}">{"".join(found)}</g>' if name else "".join(found) for name, found in groups.items()
    ]


def _css(styles: dict[str, str], frames: Sequence[Frame], spans: dict[tuple[bool, ...], str]) -> str:
    """Return the style sheet: the rules of the styles, and for each group one that shows and hides it."""
    total = sum(frame.seconds for frame in frames)
    rules = [f".{name} {{ {rule} }}" for rule, name in styles.items()]
    for span, name in spans.items():
        steps, at = [], 0.0
        for frame, visible in zip(frames, span, strict=True):
            steps.append(f"{100 * at / total:.2f}% {{ visibility: {'visible' if visible else 'hidden'} }}")
            at += frame.seconds
        rules.append(f"@keyframes {name} {{ {' '.join(steps)} }}")
        rules.append(f".{name} {{ visibility: {'visible' if span[0] else 'hidden'} }}")
        rules.append(
            f"@media (prefers-reduced-motion: no-preference) "
            f"{{ .{name} {{ animation: {name} {total:g}s step-end infinite }} }}"
        )
    return "\n".join(rules)
