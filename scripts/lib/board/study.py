"""Analysis and review in the browser."""

import pathlib
import re
import tempfile
import time

from webdriver import Failure, wait

from board.page import END, HOME, LEFT, LONG_GAME, RIGHT, StudyPage, check_contrast, page
from board.server import act, board


ROOT = pathlib.Path(__file__).resolve().parents[3]
PUZZLES = ROOT / "tests" / "records" / "puzzles.json"
# Black has a forced win by threats after the eighth move, and misses it with the ninth.
MISSED = "h10 e8 g8 g11 g10 f6 i7 e7 a1"
# Where the buttons of a part of the page are.
BUTTONS = """return [...document.querySelectorAll(`${arguments[0]} button`)].map((b) => {
    const box = b.getBoundingClientRect(); return [b.textContent, box.x, box.y, box.width]; });"""


def puzzles_are_solved(context):
    """A document of puzzles: a wrong move and its refutation, the solution, the proof, the counts."""
    with board(context, str(PUZZLES)) as started, page(context, started) as user:
        study = StudyPage(user)

        def drill(what, condition):
            return wait(what, lambda: (lambda s: s if condition(s) else None)(user.browser.run("""
                const text = (id) => document.getElementById(id).textContent;
                return { text: text('drill-text'), verdict: text('drill-verdict'), count: text('drill-count'),
                         hidden: document.getElementById('study-solve').offsetParent === null };""")))

        drill("the first puzzle", lambda s: s["text"].startswith("Puzzle 1 of 2.") and s["hidden"])
        context.picture(user, "puzzle")
        user.play("m11")
        place = user.browser.run(BUTTONS, "#drill")
        # Names of points are in lower case everywhere.
        drill("the refutation", lambda s: s["verdict"].startswith("Wrong: no forced win was found after m11.") and "White answers" in s["verdict"])
        if user.browser.run(BUTTONS, "#drill") != place:
            raise Failure("the buttons move when the verdict comes")
        study.until("the refutation is on the board", lambda s: s["variation"] == 2)
        check_contrast(user)
        context.picture(user, "puzzle-refuted")
        user.play("m9")
        drill("the reply", lambda s: s["verdict"] == "Right: m9. White answers m11. Go on." and s["hidden"])
        study.until("the reply is on the board", lambda s: s["current"] == "m11" and len(s["moves"]) == 2)
        user.play("a1")
        drill("a later move is judged", lambda s: s["verdict"].startswith("Wrong: a1 does not win. White answers"))
        context.picture(user, "puzzle-middle")
        # A click on an earlier position leads back.
        user.browser.keys(LEFT)
        study.until("a move back", lambda s: s["current"] == "m9")
        user.play("k11")
        study.until("the position of the puzzle", lambda s: s["current"] == "m11")
        user.play("k11")
        drill("the next reply", lambda s: s["verdict"] == "Right: k11. White answers i13. Go on.")
        user.play("n8")
        drill("the end", lambda s: s["verdict"].startswith("Solved: m9") and "1 missed" in s["count"] and not s["hidden"])
        study.until("the win", lambda s: s["current"] == "n8" and len(s["moves"]) == 5)
        context.picture(user, "puzzle-solved")
        user.browser.keys(LEFT, LEFT, LEFT, LEFT)
        study.until("the first move", lambda s: s["current"] == "m9")
        user.play("a1")
        study.until("another reply is answered", lambda s: s["current"] == "a1" and s["branches"].count("a1") == 1 and len(s["branches"]) > 1)
        user.browser.click("#drill-next")
        drill("the second puzzle", lambda s: s["text"].startswith("Puzzle 2 of 2.") and s["hidden"])
        user.browser.click("#drill-show")
        drill("its solution", lambda s: s["verdict"].startswith("The solution: j7") and "2 missed" in s["count"])
        user.check()


def a_game_is_analysed(context):
    """A pasted game: variations with a preview, a branch, a comment; saved as SGF and read again."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        study = StudyPage(user)
        study.paste("h8 h9 i8 i9 j10 g7 j8")
        state = study.until("the game", lambda s: len(s["moves"]) == 7)
        if state["current"] != "j8" or state["stones"] != 7:
            raise Failure(f"the end of the game should be shown: {state}")
        user.browser.keys(LEFT)
        study.until("a move back", lambda s: s["current"] == "g7")
        user.browser.click("#study-analyze")
        state = study.until("three variations", lambda s: len(s["variations"]) == 3 and s["candidates"] == 3)
        if not all(re.fullmatch(r"\d+|[WL]\d+", line) for line in state["variations"]):
            raise Failure(f"variations begin with the win chance: {state}")
        context.picture(user, "analysis")
        second = "#study-results .variations li:first-child .names button:nth-child(2)"
        wait("a variation of two moves", lambda: user.browser.run("return document.querySelector(arguments[0]) != null", second))
        # Pointing at a variation keeps it in its place.
        user.browser.hover(*study.centre("#study-results .variations"))
        user.browser.pointer(*study.centre(second))
        study.until("two moves of the variation are played", lambda s: s["stones"] == 8)
        study.until("the analysis goes on", lambda s: s["variations"])
        user.browser.hover(*study.centre("#study-results .variations li .names button"))
        study.until("the preview", lambda s: s["variation"] >= 1)
        user.browser.hover(300, 300)
        user.browser.click("#study-analyze")
        study.until("it stops", lambda s: not s["busy"])
        user.browser.keys(HOME)
        study.until("the empty board", lambda s: s["stones"] == 0)
        # A request that is late must not be overtaken by those after it.
        user.browser.run("""
            const [send, late] = [window.fetch, 300];
            window.fetch = async (...what) => {
                window.fetch = send;
                await new Promise((resolve) => setTimeout(resolve, late));
                return send(...what);
            };""")
        user.browser.keys(RIGHT, RIGHT, RIGHT)
        time.sleep(0.6)
        study.until("move three", lambda s: s["current"] == "i8")
        user.browser.keys(HOME)
        study.until("the empty board again", lambda s: s["stones"] == 0)
        study.click_text("#study-moves .main .name", "i8")
        study.until("move three", lambda s: s["current"] == "i8")
        user.play("k8")
        study.until("a branch", lambda s: s["current"] == "k8" and "k8" in s["branches"])
        user.open("#annotate")
        user.browser.type("#study-comment", "<b>a branch</b>")
        user.browser.run("document.getElementById('study-comment').dispatchEvent(new Event('change'))")
        study.until("the comment", lambda s: s["comment"] == "<b>a branch</b>")
        status, sgf = act(started, started.token, "save-study", format="sgf")
        if status != 200 or "W[kh]" not in sgf or "<b>a branch</b>" not in sgf or "W[ig]" not in sgf:
            raise Failure(f"the SGF lacks something: {sgf}")
        for format in ("lib", "psq", "txt", "svg"):
            status, content = act(started, started.token, "save-study", format=format)
            if status != 200 or not content:
                raise Failure(f"{format}: {status} {content}")
        user.choose_in("#annotate", "#study-promote")
        # It has been changed since it was saved.
        study.click_and_confirm("#study-clear", "#menu")
        study.until("an empty board", lambda s: s["moves"] == [] and s["stones"] == 0)
        study.paste(sgf)
        study.until("the game with its branch", lambda s: len(s["moves"]) >= 7 and "k8" in s["branches"])
        study.click_text("#study-moves .var .name", "k8")
        study.until("the branch", lambda s: s["current"] == "k8" and s["comment"] == "<b>a branch</b>")
        user.choose_in("#annotate", "#study-delete")
        study.until("it is deleted", lambda s: s["current"] == "i8" and "k8" not in s["branches"])
        # A deleted branch comes back.
        user.browser.click(".toast button")
        study.until("it is back", lambda s: s["current"] == "k8" and "k8" in s["branches"] and s["comment"] == "<b>a branch</b>")
        study.paste("no game at all")
        # A text that cannot be read stays, with what was expected.
        kept = "return [document.querySelector('#paste .error')?.textContent ?? '', document.querySelector('#paste textarea')?.value]"
        wait("a reason", lambda: "cannot be read" in user.browser.run(kept)[0])
        reason, text = user.browser.run(kept)
        if "Expected are moves" not in reason or text != "no game at all":
            raise Failure(f"the paste shows {reason!r} and {text!r}")
        user.browser.run("document.getElementById('paste').close()")
        user.check()
        check_contrast(user)


def a_file_is_dropped(context):
    """A file that is dropped on the page is opened, but not while a dialog asks something."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        study = StudyPage(user)
        user.browser.drop("game.txt", b"h8 h9 i8")
        study.until("the game", lambda s: len(s["moves"]) == 3)
        user.play("i9")
        study.until("a change that is not saved", lambda s: len(s["moves"]) == 4)
        user.open_new_game()
        user.browser.drop("game.txt", b"a1")
        open_dialogs = user.browser.run("return [...document.querySelectorAll('dialog[open]')].map((e) => e.id)")
        if open_dialogs != ["new-game"]:
            raise Failure(f"a file dropped on a dialog opens others: {open_dialogs}")
        user.browser.click("#new-game .primary")
        user.until("the new game", lambda s: s["stones"] == 0 and s["moves"] == [])
        user.browser.click("#tab-analysis-button")
        study.until("the study as it was", lambda s: len(s["moves"]) == 4)
        user.check()


def a_proof_is_walked(context):
    """A forced win is proved, and its branches are followed to the five."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        study = StudyPage(user)
        study.paste("h10 e8 g8 g11 g10 f6 i7 e7")
        study.until("the position", lambda s: len(s["moves"]) == 8)
        user.browser.click("#study-solve")
        state = study.until("a proof", lambda s: s["results"].startswith("Forced win (VC"), 120)
        context.picture(user, "proof")
        if len(state["moves"]) <= 8:
            raise Failure(f"the proof is not in the game: {state}")
        user.browser.keys(RIGHT)
        study.until("the first move", lambda s: s["stones"] == 9 and "hreatens" in s["comment"])
        user.browser.keys(END)
        state = study.until("the last move of the variation", lambda s: s["current"] == s["moves"][-1] and "hreatens" in s["comment"])
        user.browser.keys(LEFT)
        study.until("a step back", lambda s: s["stones"] == state["stones"] - 1)
        user.browser.keys(LEFT)
        study.until("the position before it", lambda s: s["stones"] == state["stones"] - 2)
        user.browser.keys(HOME, *[RIGHT] * 9)
        study.until("the first move again", lambda s: s["stones"] == 9)
        user.play("a15")
        study.until("an answer to a reply outside the proof", lambda s: s["results"].startswith("Forced win (VC") and "a15" in s["branches"], 60)
        user.browser.keys(LEFT)
        study.until("a step back", lambda s: s["stones"] == 9)
        user.browser.click("#proof-close")
        user.browser.click("#study-why")
        study.until("reasons", lambda s: s["why"].startswith("Why ") and "better" in s["marks"])
        user.check()


def fouls_and_blocked_points_are_analysed(context):
    """A game of renju ends at a foul; a position with blocked points is taken over from the game."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        study = StudyPage(user)
        study.paste("# rule: renju\nf8 a1 g8 o15 h10 a15 h9 o1 h8 b1 c3")
        study.until("the foul", lambda s: s["status"].startswith("White wins by black's foul h8") and len(s["moves"]) == 11)
        if user.state()["forbidden"] != 1:
            raise Failure("the foul is not marked")
        user.browser.keys(LEFT, LEFT, LEFT)
        study.until("the position before the foul", lambda s: s["status"] == "Black to move." and s["current"] == "o1")
        user.check()
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("BOARD\n7,7,3\n7,6,1\n8,6,2\nDONE\n")
        file.flush()
        with board(context, file.name, "--rule", "freestyle") as started, page(context, started) as user:
            user.until("the game", lambda s: s["stones"] == 2)
            study = StudyPage(user)
            user.browser.click("#tab-analysis-button")
            user.choose_in("#menu", "#study-game")
            study.until("the stones", lambda s: s["stones"] == 2)
            blocked = user.browser.run("return document.querySelectorAll('svg.board .blocked').length")
            if blocked != 1:
                raise Failure(f"{blocked} blocked points are shown")
            user.check()


def a_game_is_reviewed(context):
    """Twenty moves are reviewed, the graph is clicked, and the answer to a question is shown and played."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        study = StudyPage(user)
        study.paste(" ".join(LONG_GAME.split()[:20]))
        study.until("the game", lambda s: len(s["moves"]) == 20)
        user.browser.click("#tab-review-button")
        user.browser.run("document.getElementById('review-nodes').value = 50000")
        user.browser.click("#review-start")
        state = study.until("the mistakes", lambda s: s["mistakes"] > 0, 60)
        context.picture(user, "review")
        # The same game gets the same grades, whatever was searched in between.
        told = "return ['review-summary', 'review-mistakes'].map((id) => document.getElementById(id).textContent)"
        first = user.browser.run(told)
        user.browser.click("#tab-analysis-button")
        user.browser.click("#study-analyze")
        study.until("an analysis", lambda s: s["variations"])
        user.browser.click("#study-analyze")
        study.until("it stops", lambda s: not s["busy"])
        user.browser.click("#tab-review-button")
        user.choose_in("#menu", "#review-again")
        study.until("another review", lambda s: s["busy"])
        study.until("its end", lambda s: not s["busy"], 60)
        if user.browser.run(told) != first:
            raise Failure(f"other grades: {first} and {user.browser.run(told)}")
        if state["moments"] < 1:
            raise Failure(f"the graph shows no mistake: {state}")
        corners = user.browser.run("return document.querySelector('#review-graph polygon').points.length")
        if corners < 20:
            raise Failure(f"the graph of twenty moves has {corners} corners")
        x, y = user.browser.run(
            "const b = document.querySelector('#review-graph svg').getBoundingClientRect(); return [b.x + 2, b.y + b.height / 2]")
        user.browser.pointer(x, y)
        study.until("the beginning", lambda s: s["stones"] <= 1)
        user.browser.click("#quiz-start")
        study.until("a question", lambda s: s["quiz"].startswith("Mistake 1"))
        study.until("the move of the game is marked", lambda s: s["marks"] == ["wrong"])
        place = user.browser.run(BUTTONS, "#quiz")
        user.play("o15")
        study.until("the stone that was tried", lambda s: s["variation"] >= 1)
        study.until("a verdict", lambda s: s["verdict"].startswith("Wrong: o15") and s["variation"] == 2)
        if user.browser.run(BUTTONS, "#quiz") != place:
            raise Failure("the buttons move when the verdict comes")
        context.picture(user, "quiz-tried")
        user.browser.click("#quiz-show")
        study.until("the answer", lambda s: s["variation"] >= 1 and not s["verdict"].startswith("Wrong"))
        user.browser.pointer(*study.centre("svg.board .variation .stone"))
        study.until("the better move", lambda s: "best move" in s["verdict"])
        context.picture(user, "quiz")
        user.check()
        check_contrast(user)
        user.browser.click("#quiz-end")
        study.until("the answer is off the board", lambda s: s["variation"] == 0)
        # Another game takes the place of this one only if the user agrees.
        user.choose_in("#menu", "#review-game")
        wait("a question", lambda: user.browser.run("return document.getElementById('confirm').open"))
        user.browser.click("#confirm button:not(.primary)")
        if study.state()["mistakes"] != state["mistakes"]:
            raise Failure("the review is gone, although the user wants to keep it")
        # The new game is what is shown next, whatever was shown before.
        user.new_game(Opponent="here")
        if not user.browser.run("return document.getElementById('tab-review').hidden"):
            raise Failure("a new game leaves the review of the old one on the board")
        user.until("an empty board", lambda s: s["stones"] == 0)


def mistakes_are_explained(context):
    """A mistake shows the position after it, what is better and what it allows, each line once."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        user.new_game(Opponent="here")
        for move in MISSED.split():
            user.play_and_see(move)
        if user.browser.run("return !document.getElementById('bar').hidden"):
            raise Failure("two people are told the win chance, although they did not ask for it")
        study = StudyPage(user)
        user.browser.click("#tab-review-button")
        user.browser.run("document.getElementById('review-nodes').value = 50000")
        # There is nothing in Analysis: the game that was just played is reviewed.
        user.browser.click("#review-start")
        study.until("the game", lambda s: len(s["moves"]) == 9)
        state = study.until("the mistakes", lambda s: s["mistakes"] > 0, 60)
        user.browser.click("#review-mistakes li[data-number='8'] .go")
        study.until("the position after the mistake", lambda s: s["stones"] == 8 and "after move 8, white e7" in s["where"])
        context.picture(user, "mistake")
        check_contrast(user)
        user.check()
        text = user.browser.run("return document.querySelector('#review-mistakes .is-open').innerText")
        if not re.search(r"\d+ → 0 %", text) or not re.search(r"forced win( \(VCT\))?: i10 f10 .*, in \d moves\.", text):
            raise Failure(f"the mistake is not explained: {text}")
        if text.count("Better") != 1 or "Line:" in text:
            raise Failure(f"moves are given twice: {text}")
        study.click_text("#review-mistakes .is-open .why button", "Show black's win")
        study.until("the winning moves", lambda s: s["stones"] == 8 and s["variation"] >= 3 and "the best reply to 8. e7" in s["where"])
        context.picture(user, "mistake-win")
        user.browser.click("#review-mistakes .is-open [data-line$=better]")
        study.until("the better moves", lambda s: s["stones"] == 7 and s["variation"] >= 1 and "the better line instead of 8. e7" in s["where"])
        x, y, width = user.browser.run(
            "const b = document.querySelector('#review-graph svg').getBoundingClientRect(); return [b.x, b.y + b.height / 2, b.width]")
        user.browser.pointer(x + width * 8 / 9, y)
        study.until("the same position by the graph", lambda s: s["stones"] == 8 and s["variation"] == 0 and "after move 8" in s["where"])
        bar = user.browser.run("return document.getElementById('bar-text').textContent")
        if not re.fullmatch(r"(Black|White) \d+\s%", bar):
            raise Failure(f"the win bar says {bar!r}")
        # The same game again: the review stays, and nothing is asked.
        user.choose_in("#menu", "#review-game")
        study.until("the end of the game", lambda s: s["stones"] == 9 and s["mistakes"] == state["mistakes"])
        user.browser.click("#tab-game-button")
        user.browser.run("document.getElementById('show-bar').click()")
        wait("the win bar", lambda: user.browser.run("return !document.getElementById('bar').hidden"))
        user.check()
