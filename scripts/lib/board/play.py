"""Games in the browser: against Goshawk, at one board, over the network."""

from webdriver import Browser, Failure, wait

from board.openings import choose, shown
from board.page import Page, StudyPage, page
from board.server import board


def a_person_wins_against_a_level(context):
    """A game at level 1 to its end by hints, with undo."""
    with board(context, "--level", "1") as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        user.play_and_see("h8")
        user.until("the engine answers", lambda s: len(s["moves"]) == 2 and s["playable"])
        user.browser.click("#undo")
        user.until("both moves are taken back", lambda s: s["moves"] == [] and s["playable"])
        for _ in range(60):
            state = user.until("a turn or the end", lambda s: s["playable"] or s["row"] or s["can"]["rematch"])
            if state["can"]["rematch"]:
                break
            if not state["moves"]:
                user.play_and_see("h8")
                continue
            user.browser.click("#hint")
            user.until("a hint", lambda s: s["hint"] == 1)
            x, y = user.browser.run(
                "const c = document.querySelector('svg.board .hint'); const b = document.querySelector('svg.board');"
                "const p = new DOMPoint(c.cx.baseVal.value, c.cy.baseVal.value).matrixTransform(b.getScreenCTM()); return [p.x, p.y]")
            count = len(state["moves"])
            user.browser.pointer(x, y)
            user.until("the move", lambda s: len(s["moves"]) > count)
        if not state["status"].startswith("You win with") or state["row"] < 5:
            raise Failure(f"black should have won: {state}")
        if len(started.saved_games()) < 1:
            raise Failure("the game was not saved")
        user.browser.run("document.getElementById('review-nodes').value = 50000")
        user.browser.click("#review-this")
        StudyPage(user).until("the review of the game", lambda s: s["moments"] or s["mistakes"], 120)
        user.browser.click("#tab-game-button")
        user.browser.click("#rematch")
        user.until("colours are swapped", lambda s: s["players"][0].startswith("Goshawk") and len(s["moves"]) == 1)
        user.check()


def two_people_at_one_board(context):
    """A game of two people to a five, stepping through it, a draw by agreement."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        # A wrong value in a field that is no longer shown is not in the way.
        user.browser.click("#menu-new")
        user.fill("#new-game", {"Seconds": "", "Opponent": "here"})
        user.browser.click("#new-game .buttons .primary")
        user.until("a game of two people", lambda s: s["players"] == ["Black", "White"])
        user.new_game(Opponent="here", Black="Anna", White="<b>Ben</b>")
        user.until("names", lambda s: s["players"] == ["Anna", "<b>Ben</b>"])
        check_remembered(user)
        for move in "h8 h9 i8 i9 j8 j9 k8 k9 l8".split():
            user.play_and_see(move)
        state = user.until("a row", lambda s: s["row"] == 5)
        if state["playable"]:
            raise Failure("the game is over, but stones can be placed")
        user.browser.click("#first")
        user.until("the empty board", lambda s: s["stones"] == 0)
        user.browser.click("#forward")
        user.until("one stone", lambda s: s["stones"] == 1)
        user.browser.click("#last")
        user.until("the end", lambda s: s["stones"] == 9)
        user.browser.click("#rematch")
        user.until("a new game", lambda s: s["players"] == ["<b>Ben</b>", "Anna"] and s["moves"] == [])
        user.play_and_see("h8")
        user.browser.click("#draw")
        user.until("a draw", lambda s: "raw" in s["status"])
        user.check()


def check_remembered(user):
    """The dialog begins with the choices of the last game, and asks before it ends one that goes on."""
    asks = "return document.getElementById('confirm').open"
    user.browser.click("#menu-new")
    names = user.browser.run("return [...document.querySelectorAll('#new-game input[type=text]')].map((e) => e.value)")
    if names != ["Anna", "<b>Ben</b>"] or user.browser.run(asks):
        raise Failure(f"the dialog shows {names}, or asks although no game goes on")
    user.browser.run("document.getElementById('new-game').close()")
    user.play_and_see("h8")
    user.browser.click("#menu-new")
    if not user.browser.run(asks):
        raise Failure("a game that goes on would be replaced without a question")
    user.browser.click("#confirm button")
    if user.browser.run("return document.querySelector('dialog[open]') !== null"):
        raise Failure("after Cancel, a dialog is open")
    user.browser.click("#undo")
    user.until("an empty board", lambda s: s["moves"] == [])


def a_forbidden_point_is_refused(context):
    """Renju: fouls are marked and cannot be played, except by white."""
    with board(context, "--rule", "renju") as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        user.new_game(Opponent="here")
        for move in "f8 a1 g8 o15 h10 a15 h9 o1".split():
            user.play_and_see(move)
        user.until("the foul is marked", lambda s: s["forbidden"] == 1)
        user.play("h8")
        user.until("it is refused", lambda s: "forbidden" in s["toast"])
        if len(user.state()["moves"]) != 8:
            raise Failure("the foul was played")
        user.play_and_see("c3")
        if user.state()["forbidden"]:
            raise Failure("black's fouls are marked while white is to move")
        user.play_and_see("h8")
        user.check()


def two_computers_play(context):
    """A game over the network to its end, with an opening in which the players change sides, a lost
    connection, a spectator, and undo."""
    with board(context, "--network") as started, page(context, started) as owner:
        owner.until("the board", lambda s: s["playable"])
        owner.new_game(Opponent="network", Your_name="Anna", Clock="10", Opening="swap")
        link = wait("a link", lambda: owner.browser.run("return document.querySelector('#invite input')?.value"))
        if owner.browser.run("return document.querySelector('#invite path').getAttribute('d').length") < 1000:
            raise Failure("there is no QR code")
        guest = Browser(context.driver)
        watcher = Browser(context.driver)
        try:
            other = Page(guest, link, started.host)
            told = wait("what is played", lambda: guest.run("return document.querySelector('#join .facts')?.innerText"))
            title = guest.run("return document.getElementById('join-title').textContent")
            if title != "Anna invites you to a game" or "play white" not in told or "10 minutes each" not in told:
                raise Failure(f"the guest is told {title!r}: {told}")
            other.fill("#join", {"Your name": "<img src=x onerror=alert(1)>"})
            guest.click("#join .primary")
            other.until("the guest sees the game", lambda s: s["players"] and "Anna" in s["players"][0])
            third = Page(watcher, link, started.host)
            watcher.click("#join .primary")
            third.until("the spectator sees the game", lambda s: s["players"] and "Anna" in s["players"][0])
            for move in "h8 i9 i8".split():
                owner.play_and_see(move)
            choose(other, "Take black")
            for one in (owner, other):
                one.until("the players change sides", lambda s: "Anna" in s["players"][1])
            other.browser.click("#undo")
            wait("the offer", lambda: "a step of the opening" in owner.browser.run("return document.getElementById('offer').textContent"))
            owner.browser.click("#offer .primary")
            for one in (owner, other):
                one.until("the players have their sides again", lambda s: "Anna" in s["players"][0])
            choose(other, "Take black")
            for one in (owner, other):
                one.until("the players change sides again", lambda s: "Anna" in s["players"][1])
            for one in (owner, third):
                if shown(one)["choices"]:
                    raise Failure("somebody else can choose")
            owner.play_and_see("j9")
            other.until("the move arrives", lambda s: len(s["moves"]) == 4 and s["playable"])
            other.play_and_see("a1")
            if third.until("the spectator follows", lambda s: len(s["moves"]) == 5)["playable"]:
                raise Failure("a spectator can play")
            other.browser.click("#undo")
            wait("the offer", lambda: owner.browser.run("return document.querySelectorAll('#offer button').length") == 2)
            owner.browser.click("#offer .primary")
            other.until("the move is taken back", lambda s: len(s["moves"]) == 4 and s["playable"])
            other.play_and_see("j8")
            guest.close()
            owner.until("the guest is missed", lambda s: "not connected" in s["notes"][0])
            guest = Browser(context.driver)
            other = Page(guest, link, started.host)
            # A new browser has no token and could only watch, because the seat is kept for the
            # old one. So the owner frees it.
            owner.browser.click("#free-seat")
            guest.click("#join .primary")
            other.until("the guest is back", lambda s: s["moves"] == ["h8", "i9", "i8", "j9", "j8"])
            owner.play_and_see("k9")
            other.until("black's turn", lambda s: s["playable"])
            other.play_and_see("k8")
            owner.until("white's turn", lambda s: s["playable"])
            owner.play_and_see("l9")
            other.until("black's turn", lambda s: s["playable"])
            other.play_and_see("l8")
            owner.until("the end", lambda s: s["row"] == 5)
            for one in (owner, other, third):
                one.check()
        finally:
            guest.close()
            watcher.close()
