"""A faster screen of pyte, for tests that read it thousands of times."""

import pyte


class QuickScreen(pyte.Screen):
    """A pyte screen that puts together only the lines that have changed since `display` was last read."""

    def __init__(self, columns: int, lines: int) -> None:
        """Make an empty screen of `columns` columns and `lines` lines."""
        self._texts: dict[int, str] = {}
        super().__init__(columns, lines)

    @property
    def display(self) -> list[str]:
        """The lines of the screen, of full width; a wide character is followed by an empty cell."""
        for number in self.dirty:
            line = self.buffer[number]
            self._texts[number] = "".join(line[column].data for column in range(self.columns))
        self.dirty.clear()
        return [self._texts[number] for number in range(self.lines)]
