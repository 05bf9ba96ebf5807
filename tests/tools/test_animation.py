"""The animated picture shows at every moment what one of its frames shows, and nothing else."""

import re
from xml.etree import ElementTree as ET

import pytest

from tools.animation import Frame, animated

SVG = "{http://www.w3.org/2000/svg}"
HEAD = """<svg class="rich-terminal" viewBox="0 0 994 635" xmlns="http://www.w3.org/2000/svg">
<style>.terminal-{n}-r1 {{ fill: {colour} }}</style>
<text class="terminal-{n}-title" x="496" y="27">{title}</text>
<g transform="translate(9, 41)" clip-path="url(#terminal-{n}-clip-terminal)">
<rect fill="#000000" x="0" y="0" width="12" height="24"/>{rects}
<g class="terminal-{n}-matrix"><text class="terminal-{n}-r1" x="0" y="20">{text}</text></g>
</g></svg>"""


def frame(n: int, seconds: float, **parts: str) -> Frame:
    return Frame(HEAD.format(n=n, **{"title": "bgterm", "colour": "#ffffff", "rects": "", **parts}), seconds)


FRAMES = [
    frame(1, 1.0, text="roll"),
    frame(2, 2.0, text="5-3", rects='<rect fill="#ff0000" x="12" y="0" width="12" height="24"/>', title="Space"),
    frame(3, 1.0, text="roll", colour="#00ff00"),
]


def shown(svg: str, moment: float) -> list[str]:
    """Return the texts and backgrounds that are visible at a moment, from 0 to 100 percent."""
    visible = {}
    for name, steps in re.findall(r"@keyframes (\w+) \{ (.*?\}) \}", svg):
        for at, state in re.findall(r"([\d.]+)% \{ visibility: (\w+) \}", steps):
            if float(at) <= moment:
                visible[name] = state == "visible"
    rules = dict(re.findall(r"\.(c\d+) \{ fill: ([^}]*) \}", svg))
    found = []

    def walk(element: ET.Element) -> None:
        if not visible.get(element.get("class", ""), True):
            return
        if element.tag == f"{SVG}text":
            found.append(f"{element.text} {rules.get(element.get('class', ''), '')}".strip())
        if element.tag == f"{SVG}rect":
            found.append(element.get("fill", ""))
        for child in element:
            walk(child)

    walk(ET.fromstring(svg))  # noqa: S314 - it has just been made here
    return sorted(found)


@pytest.mark.parametrize(
    ("moment", "parts"),
    [
        (0, ["#000000", "bgterm", "roll #ffffff"]),
        (24, ["#000000", "bgterm", "roll #ffffff"]),
        (25, ["#000000", "#ff0000", "5-3 #ffffff", "Space"]),
        (74, ["#000000", "#ff0000", "5-3 #ffffff", "Space"]),
        (75, ["#000000", "bgterm", "roll #00ff00"]),
    ],
)
def test_each_moment_shows_one_frame(moment: float, parts: list[str]):
    assert shown(animated(FRAMES), moment) == parts


def test_parts_that_stay_are_in_it_once():
    assert animated(FRAMES).count("#000000") == 1


def test_less_motion_shows_the_first_frame():
    css = animated(FRAMES).split("<style>")[1].split("</style>")[0]
    outside = re.sub(r"@media[^{]*\{[^{}]*\{[^{}]*\} \}", "", css)
    assert "animation:" not in outside
    assert "animation:" in css


def test_what_is_no_screen_is_refused():
    with pytest.raises(ValueError, match="not a picture of a screen"):
        animated([Frame("<svg/>", 1.0)])
