"""The rows that a process shares with others: its sessions with their places at tables, and its open tables."""

from dataclasses import asdict
from typing import Any

from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.tables.attendance import Visitor
from bgterm.lobby.users.user_registry import User
from bgterm.play.match_offer import MatchOffer
from bgterm.rules.board import Player
from bgterm.storage.postgres.shared_rows import SharedRow


def visitor_data(one: Visitor) -> dict[str, Any]:
    """Return the data of the row of a session."""
    return {**asdict(one), "player": one.player and one.player.name}


def visitor_of(data: dict[str, Any]) -> Visitor:
    """Return the session of a row."""
    player = data["player"]
    return Visitor(**{**data, "user": User(**data["user"]), "player": player and Player[player]})


def table_data(table: OpenTable) -> dict[str, Any]:
    """Return the data of the row of an open table."""
    invited = table.invited and asdict(table.invited)
    return {"host": asdict(table.host), "invited": invited, "offer": table.offer.values}


def table_of(row: SharedRow, now: float) -> OpenTable:
    """Return the open table of a row, at the moment `now` of the clock of the lobby."""
    data = row.data
    invited = data["invited"] and User(**data["invited"])
    offer = MatchOffer.read(data["offer"])
    return OpenTable(row.key, User(**data["host"]), offer, invited, now - row.age)
