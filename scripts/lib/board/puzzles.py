"""Puzzles: the sets that come with the program, their score, and puzzles in a game."""

import json
import pathlib
import tempfile

from webdriver import Failure, wait

from board.page import StudyPage, check_contrast, page
from board.server import board

ROOT = pathlib.Path(__file__).resolve().parents[3]
SETS = next(ROOT.glob("src/*/study/sets"))
# Black's 57th move is the only one that wins by fours.
GAME = ("(;FF[4]GM[4]SZ[15]RU[freestyle]PB[b]PW[a];B[ih];W[jj];B[ki];W[kg];B[fk];W[jg];B[lg];W[hh];B[jh];W[hf];B[hg];"
        "W[gg];B[ii];W[ie];B[jd];W[fh];B[ei];W[jf];B[hd];W[gf];B[if];W[gh];B[gi];W[hi];B[fg];W[ge];B[gd];W[fd];B[ig];"
        "W[ij];B[mh];W[li];B[mi];W[mj];B[lj];W[mk];B[kh];W[lh];B[kd];W[id];B[mf];W[dh];B[eh];W[kl];B[jk];W[ec];B[db];"
        "W[ne];B[le];W[ng];B[ib];W[jc];B[lc];W[je];B[lf];W[ld];B[mg];W[me];B[ke];W[ic];B[nh])")
TEXT = "return document.getElementById(arguments[0])?.textContent ?? ''"


def name_of(puzzle, point):
    return f"{chr(97 + point[0])}{puzzle['height'] - point[1]}"


def open_puzzles(user):
    user.browser.run("document.getElementById('tab-games-button').click()")
    user.browser.run("document.getElementById('show-puzzles').click()")
    return wait("the sets", lambda: user.browser.run(
        "const cards = [...document.querySelectorAll('#puzzle-sets .card')]; return cards.length > 2 && cards.map((e) => e.innerText)"))


def press(user, card, button):
    """Presses the button of a card, by their texts."""
    done = user.browser.run("""
        const cards = [...document.querySelectorAll('#puzzle-sets .card')];
        const card = cards.find((e) => e.querySelector('h2').textContent === arguments[0]);
        const button = [...(card?.querySelectorAll('button') ?? [])].find((e) => e.textContent === arguments[1]);
        button?.click(); return Boolean(button);""", card, button)
    if not done:
        raise Failure(f"there is no {button!r} on the card {card!r}")


def solve(user, puzzle):
    """Plays a puzzle to its end."""
    wait("the board", lambda: user.browser.run("return document.querySelector('svg.board').checkVisibility()"))
    line = [name_of(puzzle, point) for point in puzzle["line"]]
    for mine, reply in zip(line[::2], line[1::2]):
        user.play(mine)
        wait(f"the reply to {mine}", lambda: user.browser.run(TEXT, "drill-verdict").endswith(f"answers {reply}. Go on."))
    user.play(line[-1])
    wait("it is solved", lambda: user.browser.run(TEXT, "drill-verdict").startswith("Solved"))


def sets_of_puzzles_are_solved_and_remembered(context):
    """Three sets of twenty; one puzzle is solved, one is missed, and the next start knows both."""
    puzzles = json.loads((SETS / "easy.json").read_text())["puzzles"]
    with tempfile.TemporaryDirectory() as folder:
        with board(context, folder=folder) as started, page(context, started) as user:
            user.until("the board", lambda s: s["playable"])
            cards = open_puzzles(user)
            for title, card in zip(("Easy", "Medium", "Hard"), cards):
                if title not in card or "20 puzzles" not in card or "Not begun" not in card:
                    raise Failure(f"the set {title}: {card}")
            check_contrast(user)
            context.picture(user, "puzzles")
            press(user, "Easy", "Begin")
            wait("the first puzzle", lambda: user.browser.run(TEXT, "drill-text").startswith("Puzzle 1 of 20."))
            solve(user, puzzles[0])
            user.browser.click("#drill-next")
            wait("the second puzzle", lambda: user.browser.run(TEXT, "drill-text").startswith("Puzzle 2 of 20."))
            user.browser.click("#drill-show")
            wait("its solution", lambda: user.browser.run(TEXT, "drill-verdict").startswith("The solution"))
            user.browser.click("#drill-list")
            wait("the score", lambda: "1 solved, 1 missed" in open_puzzles(user)[0])
            user.check()
        with board(context, folder=folder) as started, page(context, started) as user:
            user.until("the board", lambda s: s["playable"])
            if "1 solved, 1 missed" not in open_puzzles(user)[0]:
                raise Failure("the score was forgotten")
            press(user, "Easy", "Go on")
            wait("the first puzzle that is left", lambda: user.browser.run(TEXT, "drill-text").startswith("Puzzle 3 of 20."))


def puzzles_are_found_in_a_game(context):
    """The positions of the game in Analysis in which one move alone wins."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        study = StudyPage(user)
        study.paste(GAME)
        study.until("the game", lambda s: len(s["moves"]) == 61)
        open_puzzles(user)
        press(user, "Your game", "Look for puzzles")
        text = wait("puzzles", lambda: user.browser.run(TEXT, "drill-text"), 180)
        if not text.startswith("Puzzle 1 of ") or "to move wins" not in text:
            raise Failure(f"the puzzles of a game: {text}")
        context.picture(user, "puzzles-of-game")
        user.check()
