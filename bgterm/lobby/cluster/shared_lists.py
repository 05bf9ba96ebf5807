"""The data of the database rows that workers share: sessions with their places at tables, and open tables."""

from dataclasses import asdict
from typing import Any

from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.tables.attendance import Visitor
from bgterm.lobby.users.user_registry import User
from bgterm.play.match_offer import MatchOffer
from bgterm.rules.board import Player
from bgterm.storage.postgres.shared_rows import SharedRow


def visitor_data(one: Visitor) -> dict[str, Any]:
    """Return the row data of a session."""
    return {**asdict(one), "player": one.player and one.player.name}


def visitor_of(data: dict[str, Any]) -> Visitor:
    """Return the session in the data of a row."""
    player = data["player"]
    return Visitor(**{**data, "user": User(**data["user"]), "player": player and Player[player]})


def table_data(table: OpenTable) -> dict[str, Any]:
    """Return the row data of an open table."""
    invited = table.invited and asdict(table.invited)
    return {"host": asdict(table.host), "invited": invited, "offer": table.offer.values}


def table_of(row: SharedRow, now: float) -> OpenTable:
    """Return the open table in a row; `now` is the time of the lobby's clock in seconds."""
    data = row.data
    invited = data["invited"] and User(**data["invited"])
    offer = MatchOffer.read(data["offer"])
    return OpenTable(row.key, User(**data["host"]), offer, invited, now - row.age)
