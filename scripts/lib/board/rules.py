"""Every rule on boards of many sizes, in the browser."""

from webdriver import Failure

from board.page import StudyPage, page
from board.server import board

RULES = ("freestyle", "standard", "renju", "caro", "caro-exact")
SIZES = (5, 9, 15, 19, 20, 31)
# Each rule, and each size at least once.
SAMPLE = tuple(zip((*RULES, "renju"), (5, 9, 15, 19, 20, 31)))


def every_rule_is_played(context):
    """A few moves against level 1, an undo and an analysis: a sample of rules and sizes."""
    play_all(context, SAMPLE)


def every_rule_is_played_on_every_size(context):
    """The same for all of them."""
    play_all(context, [(rule, size) for rule in RULES for size in SIZES])


def play_all(context, games):
    with board(context, "--time", "0.2") as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        for rule, size in games:
            try:
                play(user, rule, size)
            except Failure as failure:
                raise Failure(f"{rule} on {size}x{size}: {failure}") from None
        user.check()


def play(user, rule, size):
    """Three moves, an undo, and an analysis that is stopped."""
    user.browser.click("#tab-game-button")
    user.new_game(Opponent="engine", Level="1", Rule=rule, Board_size=str(size))
    user.until("an empty board", lambda s: s["moves"] == [] and s["playable"])
    lines = user.browser.run("return document.querySelectorAll('svg.board .grid line').length")
    if lines != 2 * size:
        raise Failure(f"the board has {lines} lines")
    for number in range(3):
        state = user.until("black's turn", lambda s: s["playable"] and len(s["moves"]) == 2 * number)
        user.play_and_see(free_point(state["moves"], size))
    user.until("white's answer", lambda s: len(s["moves"]) == 6)
    user.until("undo is possible", lambda s: s["can"]["undo"])
    user.browser.click("#undo")
    left = user.until("two moves are taken back", lambda s: len(s["moves"]) == 4)["moves"]
    study = StudyPage(user)
    user.browser.click("#tab-analysis-button")
    user.choose_in("#menu", "#study-game")
    study.until("the game", lambda s: s["moves"] == left and s["current"] == left[-1])
    user.browser.click("#study-analyze")
    study.until("variations", lambda s: s["variations"])
    found = user.browser.run("return document.getElementById('study-rule').value")
    if found != rule:
        raise Failure(f"the analysis is of {found}")
    if study.state()["busy"]:
        user.browser.click("#study-analyze")
    study.until("it stops", lambda s: not s["busy"])


def free_point(moves, size):
    """A point next to the centre that no stone is on."""
    centre = size // 2
    offsets = sorted(((x, y) for x in range(-2, 3) for y in range(-2, 3)), key=lambda at: (at[0] ** 2 + at[1] ** 2, at))
    names = (chr(97 + centre + x) + str(centre + 1 + y) for x, y in offsets)
    return next(name for name in names if name not in moves)
