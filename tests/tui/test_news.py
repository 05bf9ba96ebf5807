"""News that a screen gets between the time it is pushed and the time it is mounted."""

import pytest

from bgterm.lobby.notifications import Closed, Contributed, DraftChanged, Notice, Redirected, Refreshed
from bgterm.tui.app import BgTerm
from bgterm.tui.screens.gathered import Heard
from bgterm.tui.screens.lobby.screen import LobbyScreen
from bgterm.tui.screens.match.chat import ChatScreen
from bgterm.tui.screens.match.online import OnlineMatchScreen
from tests.lobby.visitors import ANN, lobby_in, playing
from tests.tui.company import company_in

NEWS = [
    Refreshed(),
    Notice(lambda: "Notice"),
    DraftChanged(),
    Contributed(lambda: "Contributed"),
    Redirected("no-such-table"),
    Closed(lambda: "Closed"),
]


@pytest.fixture(params=NEWS, ids=lambda news: type(news).__name__)
def news(request):
    return request.param


@pytest.fixture
def pushed_before_news(news, monkeypatch) -> list[type]:
    """Deliver news to the new screen and to every screen below it after each push; return the classes pushed."""
    pushed, push = list[type](), BgTerm.push_screen

    def push_and_deliver(app, screen, *args, **options):
        mounting = push(app, screen, *args, **options)
        assert not screen.is_mounted
        for each in app.screen_stack:
            hears = isinstance(each, LobbyScreen | OnlineMatchScreen)
            if hears and each is screen:
                each.post_message(Heard(news))
            elif hears:
                each._hear(Heard(news))  # noqa: SLF001 - at once, before anything else is done
        pushed.append(type(screen))
        return mounting

    monkeypatch.setattr(BgTerm, "push_screen", push_and_deliver)
    return pushed


async def test_chat_of_the_lobby_bears_news_before_it_is_mounted(tmp_path, pushed_before_news, news):
    async with company_in(tmp_path, lobby_in(tmp_path)) as company:
        ann = await company.come(ANN)
        await company.press(ann, "c")
        assert ChatScreen in pushed_before_news
        assert ann.app.is_running is not isinstance(news, Closed)


async def test_table_and_its_chat_bear_news_before_they_are_mounted(tmp_path, pushed_before_news, news):
    lobby = lobby_in(tmp_path)
    for visitor in playing(lobby)[:2]:
        visitor.leave()
    async with company_in(tmp_path, lobby) as company:
        ann = await company.come(ANN)
        assert ann.app.is_running is not isinstance(news, Closed)
        if ann.app.is_running:
            await company.press(ann, "c")
        assert pushed_before_news[:1] == [OnlineMatchScreen]
        assert (ChatScreen in pushed_before_news) is ann.app.is_running
