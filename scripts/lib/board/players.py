"""Who plays: from a position, in place of others, against the clock, and how a game is given up."""

import time

from webdriver import Failure, wait

from board.page import LEFT, StudyPage, page
from board.server import board

PAUSE = 0.8                # seconds between two moves of Goshawk against itself


def text_of(user, element):
    return user.browser.run("return document.getElementById(arguments[0])?.textContent ?? ''", element)


def is_shown(user, element):
    return user.browser.run("return document.getElementById(arguments[0]).checkVisibility()", element)


def accept(user, what, **choices):
    """Fills the dialog in and sends it."""
    user.fill("#new-game", choices)
    user.browser.click("#new-game .buttons .primary")
    wait(what, lambda: not user.browser.run("return document.getElementById('new-game').open"))


def a_game_goes_on_from_a_position(context):
    """From a position of Analysis against Goshawk, and from an earlier place of a game that is over."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        study = StudyPage(user)
        study.paste("h8 i9 i8 j8 h9")
        study.until("the position", lambda s: len(s["moves"]) == 5)
        user.browser.keys(LEFT, LEFT)
        study.until("two moves back", lambda s: s["stones"] == 3)
        user.browser.click("#play-from")
        wait("the side to move is offered", lambda: user.browser.run("return document.querySelector('[name=color]:checked')?.value") == "white")
        context.picture(user, "play-from")
        accept(user, "the game begins", Opponent="engine", Level="1", You_play="white", Your_name="Anna")
        state = user.until("a game from there", lambda s: s["moves"] == ["h8", "i9", "i8"] and s["playable"])
        if state["players"] != ["Goshawk level 1", "Anna"]:
            raise Failure(f"the players: {state}")
        user.play_and_see("j8")
        user.until("Goshawk goes on", lambda s: len(s["moves"]) == 5 and s["playable"])
        # While it goes on, an earlier position is only looked at: a click leads back.
        user.browser.keys(LEFT, LEFT)
        user.until("an earlier position", lambda s: s["stones"] == 3)
        if text_of(user, "browsing-move") != "3 of 5" or is_shown(user, "browsing-play"):
            raise Failure(f"the note says {text_of(user, 'browsing-move')!r}")
        context.picture(user, "browsing")
        user.play("a1")
        state = user.until("the present position", lambda s: s["stones"] == 5)
        if len(state["moves"]) != 5 or is_shown(user, "browsing"):
            raise Failure("a click on an earlier position has played")
        user.browser.keys(LEFT)
        user.browser.click("#browsing-back")
        user.until("the button leads back", lambda s: s["stones"] == 5)
        user.browser.click("#resign")
        user.browser.click("#sure-yes")
        user.until("the end", lambda s: s["can"]["rematch"])
        user.browser.keys(LEFT, LEFT, LEFT)
        user.until("an earlier position", lambda s: s["stones"] == 2)
        user.browser.click("#browsing-play")
        accept(user, "the game begins", Opponent="here", Black="Ben", White="Cleo")
        user.until("a game of two people", lambda s: s["moves"] == ["h8", "i9"] and s["players"] == ["Ben", "Cleo"])
        user.play_and_see("a1")
        # A position that is over is refused, and the dialog says why.
        study.paste("h8 h9 i8 i9 j8 j9 k8 k9 l8")
        study.until("a five", lambda s: len(s["moves"]) == 9)
        user.browser.keys("p")
        user.browser.run("document.querySelector('#confirm[open] .primary')?.click()")
        user.fill("#new-game", {"Opponent": "here"})
        user.browser.click("#new-game .buttons .primary")
        wait("a reason", lambda: "over here" in user.browser.run("return document.querySelector('#new-game .error').textContent"))
        user.browser.run("document.getElementById('new-game').close()")
        user.check()


def players_change_during_a_game(context):
    """Another level, the other side, two people: the moves stay."""
    with board(context, "--level", "1") as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        user.play_and_see("h8")
        before = user.until("two moves", lambda s: len(s["moves"]) == 2 and s["playable"])["moves"]

        def change(what, **choices):
            user.choose_in("#menu", "#change-players")
            accept(user, what, **choices)

        change("another level", Level="2")
        state = user.until("level 2", lambda s: s["players"][1] == "Goshawk level 2" and s["playable"])
        if state["moves"] != before:
            raise Failure(f"the moves have changed: {state}")
        change("the other side", You_play="white", Your_name="Anna")
        user.until("Goshawk has moved as Black", lambda s: s["players"] == ["Goshawk level 2", "Anna"] and len(s["moves"]) == 3 and s["playable"])
        change("two people", Opponent="here", Black="Ben", White="Anna")
        user.until("two people", lambda s: s["players"] == ["Ben", "Anna"] and len(s["moves"]) == 3)
        user.check()


def goshawk_plays_itself_at_a_pace(context):
    """There is time to see each move, and a button that stops the game."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        start = time.monotonic()
        user.new_game(Opponent="watch", **{"Black\u2019s level": "1", "White\u2019s level": "1"})
        user.until("four moves", lambda s: len(s["moves"]) >= 4)
        if time.monotonic() - start < 4 * PAUSE:
            raise Failure(f"four moves took {time.monotonic() - start} s")
        user.browser.click("#pause")
        user.until("it is paused", lambda s: s["status"] == "Paused.")
        count = len(user.state()["moves"])
        time.sleep(2 * PAUSE)
        if len(user.state()["moves"]) != count:
            raise Failure("a paused game goes on")
        context.picture(user, "watch")
        user.browser.click("#pause")
        user.until("it goes on", lambda s: len(s["moves"]) > count)
        user.check()


def a_game_against_goshawk_has_a_clock(context):
    """Both clocks run, a move adds time, and Goshawk moves in time."""
    clocks = "return [...document.querySelectorAll('.player .clock')].map((e) => e.textContent)"
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        user.new_game(Opponent="engine", Level="1", You_play="black", Clock="3", Each_move_adds="30")
        if user.browser.run(clocks) != ["3:00", "3:00"]:
            raise Failure(f"the clocks stand at {user.browser.run(clocks)}")
        user.play_and_see("h8")
        user.until("an answer", lambda s: len(s["moves"]) == 2 and s["playable"])
        # The first move of a game adds nothing, because no clock runs before it.
        wait("Goshawk's time has grown", lambda: user.browser.run(clocks)[1] in ("3:30", "3:29"))
        user.play_and_see("a1")
        wait("the person's time has grown", lambda: user.browser.run(clocks)[0].startswith("3:2") or user.browser.run(clocks)[0] == "3:30")
        user.until("an answer", lambda s: len(s["moves"]) == 4 and s["playable"])
        context.picture(user, "clock")
        user.check()


def who_resigns_is_asked_once(context):
    """The question stands in the place of the button, and goes away by itself."""
    with board(context, "--level", "1") as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        user.new_game(Opponent="engine", Level="1", You_play="black", Your_name="Anna")
        user.play_and_see("h8")
        user.until("an answer", lambda s: len(s["moves"]) == 2 and s["playable"])
        user.browser.click("#resign")
        if not is_shown(user, "sure") or is_shown(user, "resign") or user.browser.run("return document.activeElement.id") != "sure-no":
            raise Failure("the question is not in the place of the button")
        context.picture(user, "resign")
        user.browser.click("#sure-no")
        if is_shown(user, "sure") or user.state()["can"]["rematch"]:
            raise Failure("the game was given up in spite of the answer")
        user.browser.click("#resign")
        wait("the question goes away", lambda: not is_shown(user, "sure") and is_shown(user, "resign"), 15)
        user.browser.click("#resign")
        user.browser.click("#sure-yes")
        user.until("the result in words", lambda s: s["status"] == "You resigned: Goshawk level 1 wins.")
        user.check()
