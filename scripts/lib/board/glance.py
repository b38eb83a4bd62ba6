"""Analysis that reads at a glance: chips, the engine's settings, reasons, threats, a proof that is walked."""

import re

from webdriver import Failure, wait

from board.page import LEFT, RIGHT, StudyPage, check_contrast, page
from board.server import board
from board.study import MISSED

# Texts on the board that are wider than what they stand on.
OVERFLOWING = """
    return [...document.querySelectorAll('svg.board .candidate-text, svg.board .reply-text')].filter((text) => {
        const chip = text.previousElementSibling.getBoundingClientRect();
        return text.getBoundingClientRect().width > chip.width;
    }).map((e) => e.textContent);"""
CARD = """
    const card = document.getElementById('proof');
    return card.hidden ? null : {
        text: card.innerText, replies: [...card.querySelectorAll('.reply-line .chip')].map((e) => e.textContent),
        marks: [...document.querySelectorAll('svg.board .reply-text')].map((e) => e.textContent),
        chips: [...document.querySelectorAll('svg.board .candidate-text')].map((e) => e.textContent),
        bar: document.getElementById('bar-text').textContent,
    };"""


def undo(user):
    """Takes back what the toast tells."""
    wait("an offer to undo", lambda: user.browser.run("return document.querySelector('.toast button')?.textContent") == "Undo")
    user.browser.run("document.querySelector('.toast button').click()")


def check_chips(user):
    wide = user.browser.run(OVERFLOWING)
    if wide:
        raise Failure(f"chips that overflow: {wide}")


def a_proof_is_a_dialogue(context):
    """A win is drawn at once, with the bar at its end, and every reply is answered."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        study = StudyPage(user)
        study.paste(" ".join(MISSED.split()[:8]))
        study.until("the position", lambda s: len(s["moves"]) == 8)
        user.browser.click("#study-solve")
        card = wait("a proof", lambda: user.browser.run(CARD), 120)
        if not re.search(r"Black wins in \d+ moves", card["text"]) or not re.fullmatch(r"Black 100\s%", card["bar"]):
            raise Failure(f"the win is not told: {card}")
        if len(card["chips"]) != 1 or not re.fullmatch(r"W\d+", card["chips"][0]):
            raise Failure(f"the winning move is not on the board: {card}")
        context.picture(user, "proof-begin")
        user.browser.click("#proof .row .primary")
        card = wait("the replies", lambda: (lambda c: c if c and c["replies"] else None)(user.browser.run(CARD)))
        if len(card["marks"]) != len(card["replies"]) or not all(re.fullmatch(r"L\d+", mark) for mark in card["marks"]):
            raise Failure(f"the replies are not on the board: {card}")
        if "White can reply" not in card["text"] or "Longest defence" not in card["text"]:
            raise Failure(f"the card does not tell the replies: {card}")
        check_chips(user)
        check_contrast(user)
        context.picture(user, "proof-replies")
        user.browser.click("#proof .row .primary")
        study.until("the longest defence", lambda s: s["stones"] == 10)
        user.browser.keys(LEFT)
        study.until("a step back", lambda s: s["stones"] == 9)
        user.play("a15")
        study.until("any other reply", lambda s: s["stones"] == 10 and s["current"] == "a15")
        wait("its answer", lambda: (user.browser.run(CARD) or {}).get("chips"), 60)
        for _ in range(2):
            user.browser.click("#proof-close")
            wait("the lines again", lambda: user.browser.run(CARD) is None)
            undo(user)
            wait("the proof again", lambda: user.browser.run(CARD))
        user.check()


def an_analysis_reads_at_a_glance(context):
    """Chips fit, reasons ring their move beside the lines, threats agree with them, settings take effect."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        study = StudyPage(user)
        study.paste("h8 i9 h6 g8 g9 i7 i6 f7 f8 h9 e6")
        study.until("the game", lambda s: len(s["moves"]) == 11)
        user.browser.click("#study-analyze")
        study.until("lines", lambda s: len(s["variations"]) == 3 and s["candidates"] == 3)
        check_chips(user)
        left = user.browser.run("return [...document.querySelectorAll('#study-results .chip')].map((e) => Math.round(e.getBoundingClientRect().x))")
        if len(set(left)) != 1:
            raise Failure(f"the lines are not aligned: {left}")
        user.open("#gear")
        user.browser.run("const list = document.getElementById('engine-seconds'); list.value = '5'; list.dispatchEvent(new Event('change'))")
        user.browser.run("document.getElementById('gear').open = false")
        study.until("the analysis goes on with the settings", lambda s: s["busy"] and len(s["variations"]) == 3)
        study.until("it ends by itself", lambda s: not s["busy"], 60)
        # The engine stays on: another place is analysed as well.
        user.browser.keys(LEFT)
        study.until("an analysis of another place", lambda s: s["stones"] == 10 and s["variations"])
        user.browser.keys(RIGHT)
        study.until("an analysis of this place", lambda s: s["stones"] == 11 and s["variations"])
        user.browser.click("#study-threats")
        user.browser.click("#study-why")
        study.until("reasons beside the lines", lambda s: s["why"].startswith("Why ") and "better" in s["marks"] and len(s["variations"]) == 3)
        if user.browser.run("return document.getElementById('bar').hidden"):
            raise Failure("the reasons have no win chance beside them")
        check_contrast(user)
        context.picture(user, "reasons")
        user.browser.click("#why header button")
        study.until("the card is closed", lambda s: not user.browser.run("return document.getElementById('why').checkVisibility()"))
        undo(user)
        study.until("the card again", lambda s: user.browser.run("return document.getElementById('why').checkVisibility()"))
        user.browser.keys("1")
        study.until("the first line is played", lambda s: s["stones"] == 12)
        user.check()
