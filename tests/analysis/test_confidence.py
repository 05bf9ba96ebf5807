"""The confidence interval of a mean, by the quantiles of Student's distribution in every table of it."""

import pytest

from bgterm.analysis.confidence import half_interval


@pytest.mark.parametrize(("count", "errors"), [(2, 12.706), (5, 2.776), (31, 2.042), (32, 1.96)])
def test_few_values_have_a_wide_interval(count, errors):
    values = [number % 2 for number in range(count)]
    mean = sum(values) / count
    standard_error = (sum((value - mean) ** 2 for value in values) / (count - 1) / count) ** 0.5
    assert half_interval(values) == pytest.approx(errors * standard_error)
