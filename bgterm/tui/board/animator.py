"""The motions of a board as time passes, until a key ends them."""

from collections import deque
from collections.abc import Callable

from textual.timer import Timer

from bgterm.tui.board.motion import FRAME, Motion
from bgterm.tui.board.scene import Scene


class Animator:
    """The motions of a board, one after the other. Nothing happens when nothing moves."""

    def __init__(
        self,
        every: Callable[[float, Callable[[], None]], Timer],
        draw: Callable[[Motion, float], None],
        show: Callable[[Scene], None],
        now: Callable[[], float],
    ) -> None:
        """Call a function `every` so many seconds to `draw` a motion at a moment, and `show` where it ends.

        `now` returns the seconds of a clock.
        """
        self._every, self._draw, self._show, self._now = every, draw, show, now
        self._motions = deque[Motion]()
        self._began = 0.0
        """When the first of them began."""
        self._timer: Timer | None = None
        self._target: Scene | None = None
        """Where all of them end."""

    @property
    def throws(self) -> bool:
        """Whether dice tumble in one of the motions that are still to be seen."""
        return any(motion.throws for motion in self._motions)

    def go_to(self, scene: Scene, *, dice: bool) -> None:
        """Move to a scene, after all motions before it; thrown `dice` tumble."""
        before, self._target = self._target, scene
        if before == scene:
            return
        motion = Motion.between(before, scene, dice=dice) if before else None
        if motion is None or not (motion.duration or self._timer):
            self._show(scene)
            return
        self._motions.append(motion)
        if self._timer is None:
            self._began, self._timer = self._now(), self._every(FRAME, self._step)
            self._step()

    def jump_to(self, scene: Scene) -> None:
        """Stop all motions, since a scene is shown at once."""
        self._target = scene
        self._stop()

    def end(self) -> None:
        """Show at once where all motions end."""
        if self._stop() and self._target:
            self._show(self._target)

    def _stop(self) -> bool:
        """Forget all motions; return whether there was one."""
        timer, self._timer = self._timer, None
        self._motions.clear()
        if timer:
            timer.stop()
        return timer is not None

    def _step(self) -> None:
        """Draw the picture of this moment."""
        passed = self._now() - self._began
        while self._motions and passed >= self._motions[0].duration:
            motion = self._motions.popleft()
            passed -= motion.duration
            self._began += motion.duration
        if self._motions:
            self._draw(self._motions[0], passed)
        else:
            self.end()
