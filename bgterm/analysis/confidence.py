"""The confidence interval of a mean."""

from collections.abc import Sequence
from math import sqrt

_STUDENT = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131),
    *(2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
"""The standard errors on either side of a mean in a 95 % confidence interval, for 2 to 31 values: Student's t."""
_MANY = 1.96
"""The same for more values."""


def half_interval(values: Sequence[float]) -> float:
    """Return half the width of the 95 % confidence interval of the mean.

    The interval is Student's. Raises ZeroDivisionError for fewer than two values.
    """
    count = len(values)
    mean = sum(values) / count
    errors = _STUDENT[count - 2] if count - 2 < len(_STUDENT) else _MANY
    return errors * sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
