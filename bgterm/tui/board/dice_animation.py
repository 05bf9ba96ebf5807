"""Dice that tumble for a moment before they lie: the cup of a screen. [RULES A-07]"""

from collections.abc import Iterator
from dataclasses import replace

from bgterm.tui.board.scene import Scene

FRAME = 0.06
"""Seconds for which the dice show the same faces."""
_FACES = ((3, 5), (6, 2), (1, 4), (5, 6), (2, 3), (4, 1))


def tumbling(scene: Scene) -> Iterator[Scene]:
    """Yield the pictures before that of a throw; none when no dice lie there."""
    for faces in _FACES:
        if scene.dice:
            yield replace(scene, dice=faces, used=())
        elif scene.opening:
            yield replace(scene, opening=faces)
