"""Sharing: moves, links, pictures, and a board that is turned."""

import re

from webdriver import Failure, wait

from board.page import StudyPage, page
from board.server import board

ESCAPE = "\ue00c"
CLIPBOARD = ["clipboardReadWrite", "clipboardSanitizedWrite"]
# The clipboard, without focus problems of a headless window.
READ = "return navigator.clipboard.readText()"


def a_position_is_shared(context):
    """Moves and a link on the clipboard; the link opens the position; a turned board plays where it is clicked."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        user.browser.command("Browser.grantPermissions", permissions=CLIPBOARD)
        study = StudyPage(user)
        study.paste("# rule: renju\nh8 i9 i8 j8")
        study.until("the game", lambda s: len(s["moves"]) == 4)
        user.choose_in("#menu", "#share-moves")
        wait("the moves", lambda: user.browser.run(READ) == "h8 i9 i8 j8")
        user.choose_in("#menu", "#share-link")
        link = wait("a link", lambda: (lambda text: text if "#moves=" in text else None)(user.browser.run(READ)))
        if not re.fullmatch(r"http://[^#]+/#moves=h8,i9,i8,j8&rule=renju", link):
            raise Failure(f"the link is {link}")
        user.choose_in("#menu", "#share-picture")
        study.until("a picture", lambda s: "picture is on the clipboard" in s["toast"])
        user.browser.run("location.hash = arguments[0]", "moves=a1,b2&rule=caro")
        study.until("the position of the link", lambda s: s["moves"] == ["a1", "b2"])
        if user.browser.run("return [location.hash, document.getElementById('study-rule').value]") != ["", "caro"]:
            raise Failure("the link has not opened its position")
        user.choose_in("#menu", "#rotate")
        names = "return [...document.querySelectorAll('svg.board .label')].slice(0, 2).map((e) => e.textContent)"
        if user.browser.run(names) != ["1", "2"]:
            raise Failure(f"the columns of a turned board are {user.browser.run(names)}")
        # The corner at the top on the left is a1 now.
        user.play("c13")
        study.until("the move that is seen there", lambda s: s["moves"] == ["a1", "b2", "c3"])
        user.choose_in("#menu", "#mirror")
        user.check()


def keys_are_listed(context):
    """The question mark lists the keys; Escape closes the list."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        user.browser.run("document.activeElement.blur()")
        user.browser.keys("?")
        text = wait("the list", lambda: user.browser.run("const d = document.getElementById('keys'); return d.open && d.innerText"))
        if "another branch" not in text or "hint" not in text:
            raise Failure(f"the list of keys lacks something: {text}")
        context.picture(user, "keys")
        user.browser.keys(ESCAPE)
        wait("it closes", lambda: not user.browser.run("return document.getElementById('keys').open"))
        user.check()
