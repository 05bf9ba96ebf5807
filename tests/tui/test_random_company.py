"""Random keys of two players and a spectator, whose connections drop now and then: nothing breaks."""

from random import Random

import pytest

from bgterm.profile.settings import Settings
from bgterm.storage.journal import load
from tests.lobby.visitors import ANN, BOB, CLEO, lobby_in, playing
from tests.tui.company import Company, company_in
from tests.tui.seat import Seat
from tests.tui.test_random_keys import KEYS as AT_ANY_TABLE
from tests.tui.test_random_keys import SIZES

WHO = (ANN, BOB, CLEO)
KEYS = (*AT_ANY_TABLE, *"RLEci", "delete", *["enter", "space", "tab", "1"] * 10)


@pytest.mark.parametrize(
    "bursts", [10, pytest.param(30, marks=pytest.mark.long), pytest.param(3_000, marks=pytest.mark.soak)]
)
async def test_random_keys_of_several_players_leave_valid_journals(tmp_path, bursts):
    rng, lobby = Random(bursts), lobby_in(tmp_path)
    for participant in playing(lobby)[2:]:
        participant.drop()
    async with company_in(tmp_path, lobby) as company:
        seats = [await come(company, rng, at) for at in range(len(WHO))]
        for _ in range(bursts):
            at = rng.randrange(len(WHO))
            if rng.random() < 0.03 and seats[at].app.is_running:
                await company.drop(seats[at])
            if not seats[at].app.is_running:
                await company.settle()
                seats[at] = await come(company, rng, at)
            if rng.random() < 0.03:
                await seats[at].resize(*rng.choice(SIZES))
            await seats[at].burst(*rng.choices(KEYS, k=rng.choice((1, 3, 10))))
            await company.settle()
        kept = [load(path) for path in (tmp_path / "matches").glob("*.jsonl")]
    assert kept
    assert not any(record.damage for record in kept)


async def come(company: Company, rng: Random, at: int) -> Seat:
    """Return the seat of a new visitor in the lobby, at a table, or with another visitor."""
    tables = [table.code for table in company.lobby.matches.live]
    settings = Settings(auto_play_forced=rng.random() < 0.5).changed(length=rng.choice((0, 1, 3)))
    return await company.come(WHO[at], rng.choice(("", "Ann", *tables)), settings=settings)
