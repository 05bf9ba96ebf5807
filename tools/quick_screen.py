"""pyte's screen, read thousands of times in a test."""

import pyte


class QuickScreen(pyte.Screen):
    """The same, but only the lines that have changed since it was last looked at are put together again."""

    def __init__(self, columns: int, lines: int) -> None:
        """Make an empty screen."""
        self._texts: dict[int, str] = {}
        super().__init__(columns, lines)

    @property
    def display(self) -> list[str]:
        """The lines as they are now, of full width; a wide character is followed by an empty cell."""
        for number in self.dirty:
            line = self.buffer[number]
            self._texts[number] = "".join(line[column].data for column in range(self.columns))
        self.dirty.clear()
        return [self._texts[number] for number in range(self.lines)]
