"""The animations of a board, which any key ends."""

from collections import deque
from collections.abc import Callable

from textual.timer import Timer

from bgterm.tui.board.motion import FRAME, Motion
from bgterm.tui.board.scene import Scene


class Animator:
    """A queue of animations of one board."""

    def __init__(
        self,
        every: Callable[[float, Callable[[], None]], Timer],
        draw: Callable[[Motion, float], None],
        show: Callable[[Scene], None],
        now: Callable[[], float],
    ) -> None:
        """Call `draw` with a motion and a moment, on a timer of `every`, and `show` with the final scene.

        `now` returns the time of a clock in seconds.
        """
        self._every, self._draw, self._show, self._now = every, draw, show, now
        self._motions = deque[Motion]()
        self._began = 0.0
        """The time at which the first motion of the queue began."""
        self._timer: Timer | None = None
        self._target: Scene | None = None
        """The scene after all motions."""

    @property
    def throws(self) -> bool:
        """Whether a motion that is not over has tumbling dice."""
        return any(motion.throws for motion in self._motions)

    def go_to(self, scene: Scene, *, dice: bool) -> None:
        """Animate the way to a scene, after all queued motions; thrown `dice` tumble."""
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
        """Drop all motions, because a scene is shown without animation."""
        self._target = scene
        self._stop()

    def end(self) -> None:
        """Drop all motions and show the scene after them."""
        if self._stop() and self._target:
            self._show(self._target)

    def _stop(self) -> bool:
        """Drop all motions; return whether there was one."""
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
