"""My games: the list of saved games, and the explorer of what was played in them."""

import pathlib

from webdriver import Failure, wait

from board.page import StudyPage, page
from board.server import board

ANNA = "(;FF[4]GM[4]SZ[15]AP[Goshawk play]RU[renju]PB[Anna]PW[Goshawk level 3]DT[2026-11-29]RE[B+R];B[hh];W[hg];B[ig])"
BEN = "(;FF[4]GM[4]SZ[15]AP[Goshawk play]RU[renju]PB[Ben]PW[Clara]DT[2026-11-30]RE[W+];B[hh];W[gh];B[gg])"
CARDS = "return [...document.querySelectorAll('.card .card-name')].map((e) => e.textContent)"
ROWS = "return [...document.querySelectorAll('.played-move')].map((e) => e.textContent)"


def cards(user, expected):
    """Waits until the list has these names."""
    wait(f"the games {expected}", lambda: user.browser.run(CARDS) == expected)


def press(user, selector):
    user.browser.run("document.querySelector(arguments[0]).click()", selector)


def saved_games_are_kept_and_explored(context):
    """The list, its search, opening, renaming and deleting; what was played in a position."""
    with board(context) as started:
        folder = pathlib.Path(started.data) / "goshawk"
        folder.mkdir(exist_ok=True)
        (folder / "first.sgf").write_text(ANNA)
        (folder / "second.sgf").write_text(BEN)
        with page(context, started) as user:
            user.until("the board", lambda s: s["playable"])
            press(user, "#tab-games-button")
            wait("two games", lambda: sorted(user.browser.run(CARDS)) == ["first", "second"])
            text = user.browser.run("return document.getElementById('games-list').innerText")
            for part in ("Anna", "Goshawk level 3", "Renju", "29 November 2026, 3 moves", "White won"):
                if part not in text:
                    raise Failure(f"the list lacks {part!r}: {text}")
            context.picture(user, "games")
            search = "const f = document.getElementById('games-search'); f.value = arguments[0]; f.dispatchEvent(new Event('input'))"
            user.browser.run(search, "clara white")
            cards(user, ["second"])
            press(user, ".card [aria-label^=Delete]")
            cards(user, [])
            wait("an offer to undo", lambda: user.browser.run("return document.querySelector('.toast button')?.textContent") == "Undo")
            press(user, ".toast button")
            cards(user, ["second"])
            press(user, ".card [aria-label^=Rename]")
            user.browser.run("document.querySelector('#rename input').value = 'first'")
            press(user, "#rename .primary")
            wait("a reason", lambda: "already" in user.browser.run("return document.querySelector('#rename .error').textContent"))
            user.browser.run("document.querySelector('#rename input').value = 'the final'")
            press(user, "#rename .primary")
            cards(user, ["the final"])
            if not (folder / "the final.sgf").exists() or (folder / "second.sgf").exists():
                raise Failure("the file has not been renamed")
            press(user, ".card-open")
            study = StudyPage(user)
            study.until("the game", lambda s: len(s["moves"]) == 3)
            if user.browser.run("return document.getElementById('explorer').checkVisibility()"):
                raise Failure("the explorer is shown before anybody asks for it")
            press(user, "#first")
            study.until("its beginning", lambda s: s["stones"] == 0)
            press(user, "#study-explore")
            wait("the first move", lambda: user.browser.run(ROWS) == ["h82"])
            press(user, ".played-move")
            study.until("the move that was played", lambda s: s["stones"] == 1)
            # Both replies are the same by symmetry.
            wait("one reply", lambda: [row[-1] for row in user.browser.run(ROWS)] == ["2"])
            context.picture(user, "explorer")
            user.check()
