"""The tree of Analysis: variations, marks, comments, what is deleted, and moves of the next ply."""

from webdriver import Failure, wait

from board.page import END, HOME, LEFT, RIGHT, UP, StudyPage, check_contrast, page
from board.server import act, board

DOWN, DELETE, ESCAPE = "\ue015", "\ue017", "\ue00c"
# A game with a mark, a comment and nested variations.
GAME = ("(;GM[4]SZ[15];B[hh];W[ig](;B[hf]BM[2]C[too far](;W[gg];B[gh])(;W[gh];B[gg](;W[fh])(;W[fg])))"
        "(;B[ih]TE[1];W[jh](;B[jg])(;B[ki])))")
# How the tree is drawn.
DRAWN = """
    const all = (selector) => [...document.querySelectorAll(`#study-moves ${selector}`)];
    const list = document.getElementById('study-scroll').getBoundingClientRect();
    const current = document.querySelector('#study-moves [aria-current=true]')?.getBoundingClientRect();
    return {
        nested: all('.var .var').length, signs: all('em').map((e) => e.textContent), comments: all('.block p').map((e) => e.textContent),
        inView: !current || (current.top >= list.top - 1 && current.bottom <= list.bottom + 1),
        next: document.querySelectorAll('svg.board .next').length,
        chances: all('.chance').map((e) => e.textContent).filter(Boolean).length,
    };"""


def a_tree_is_seen(context):
    """Nested variations, a mark, a comment; branches by keys, marks by hand, and what is deleted comes back."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        study = StudyPage(user)
        study.paste(GAME)
        study.until("the game", lambda s: s["moves"] == ["h8", "i9", "h10", "g9", "g8"])
        drawn = user.browser.run(DRAWN)
        if drawn["nested"] != 2 or drawn["signs"] != ["??", "!"] or drawn["comments"] != ["too far"]:
            raise Failure(f"the tree is drawn otherwise: {drawn}")
        user.browser.keys(HOME, RIGHT, RIGHT)
        study.until("the branching", lambda s: s["current"] == "i9")
        if user.browser.run(DRAWN)["next"] != 2:
            raise Failure("the moves of the next ply are not on the board")
        user.browser.keys(RIGHT, DOWN)
        study.until("the other branch", lambda s: s["current"] == "i8")
        context.picture(user, "tree")
        user.browser.keys(UP)
        study.until("the first branch", lambda s: s["current"] == "h10")
        user.browser.keys("c")
        wait("the marks", lambda: user.browser.run("return document.getElementById('annotate').open"))
        study.click_text("#study-glyphs button", "?!")
        wait("another mark", lambda: user.browser.run(DRAWN)["signs"] == ["?!", "!"])
        status, sgf = act(started, started.token, "save-study", format="sgf")
        if status != 200 or "DO[]" not in sgf or "BM" in sgf:
            raise Failure(f"the mark is not saved: {sgf}")
        check_contrast(user)
        # Escape leads back to the button of the marks, where keys still go to the game.
        user.browser.keys(ESCAPE, DELETE)
        study.until("a question or nothing", lambda s: s["current"] == "i9" and "h10" not in s["moves"])
        user.browser.click(".toast button")
        study.until("it is back", lambda s: s["current"] == "h10" and s["moves"][2] == "h10")
        user.check()
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        study = StudyPage(user)
        check_long_tree(context, user, study)
        user.check()


def check_long_tree(context, user, study):
    """The move on the board is always in view, in a game with many variations."""
    points = [f"{column}{row}" for row in range(1, 16) for column in "abcdefghijklmno"]
    order = [p for k in (0, 7, 3, 10, 5, 12) for p in points[k::13]][:80]
    sgf = lambda name: chr(ord(name[0])) + chr(96 + 16 - int(name[1:]))  # noqa: E731
    text = ""
    for number, name in enumerate(reversed(order)):
        color = "BW"[(len(order) - 1 - number) % 2]
        # The beginning of the game has a variation at each move.
        variation = f"(;{color}[aa])" if number < 40 and name != "a15" else ""
        text = f"(;{color}[{sgf(name)}]{text}){variation}"
    study.paste(f"(;GM[4]SZ[15]{text})")
    study.until("the game", lambda s: len(s["moves"]) >= 40)
    for keys in ((HOME,), (RIGHT,) * 9, (END,), (LEFT,) * 12):
        before = study.state()["stones"]
        user.browser.keys(*keys)
        study.until("another place", lambda s: s["stones"] != before)
        if not user.browser.run(DRAWN)["inView"]:
            raise Failure(f"the move {study.state()['current']} is out of view")
    context.picture(user, "tree-long")
