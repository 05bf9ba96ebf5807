"""FSRS-6 as it is published, in forty lines: the weights, stability, difficulty and intervals.

From https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm, section FSRS-6.
"""

from dataclasses import dataclass
from math import exp
from math import pow as power

W = (
    *(0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796),
    *(1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542),
)
FACTOR = power(0.9, -1 / W[20]) - 1
RETENTION = 0.9


@dataclass
class Memory:
    stability: float = 0.0
    difficulty: float = 0.0

    def chance(self, days: float) -> float:
        return power(1 + FACTOR * days / self.stability, -W[20])

    def review(self, grade: int, days: int | None) -> None:
        """Record a grade, 1 to 4, `days` whole days after the last one; None for the first."""
        if days is None:
            self.stability, self.difficulty = W[grade - 1], first_difficulty(grade)
            return
        if days < 1:
            increase = exp(W[17] * (grade - 3 + W[18])) * power(self.stability, -W[19])
            stability = self.stability * (max(increase, 1) if grade >= 2 else increase)
        elif grade == 1:
            stability = self.forgotten(self.chance(days))
        else:
            stability = self.stability * (1 + self.gain(grade, self.chance(days)))
        self.stability = max(stability, 0.001)
        damped = self.difficulty - W[6] * (grade - 3) * (10 - self.difficulty) / 9
        self.difficulty = clamped(W[7] * (W[4] - exp(W[5] * 3) + 1) + (1 - W[7]) * damped)

    def gain(self, grade: int, chance: float) -> float:
        by_grade = {2: W[15], 3: 1.0, 4: W[16]}[grade]
        ease = exp(W[8]) * (11 - self.difficulty) * power(self.stability, -W[9])
        return ease * (exp(W[10] * (1 - chance)) - 1) * by_grade

    def forgotten(self, chance: float) -> float:
        long = (
            W[11]
            * power(self.difficulty, -W[12])
            * (power(self.stability + 1, W[13]) - 1)
            * exp(W[14] * (1 - chance))
        )
        return min(long, self.stability / exp(W[17] * W[18]))

    def interval(self) -> int:
        return max(round(self.stability / FACTOR * (power(RETENTION, -1 / W[20]) - 1)), 1)


def first_difficulty(grade: int) -> float:
    return clamped(W[4] - exp(W[5] * (grade - 1)) + 1)


def clamped(difficulty: float) -> float:
    return min(max(difficulty, 1), 10)
