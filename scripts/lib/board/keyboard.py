"""The keyboard alone: every control, every setting, whole games."""

from webdriver import Failure, wait

from board.page import ENTER, RIGHT, TAB, UP, StudyPage, page
from board.server import board

DOWN, SPACE, ESCAPE = "\ue015", " ", "\ue00c"
MOST = 150                 # presses of Tab until the focus must have been everywhere


def a_game_is_played_with_keys(context):
    """A move and an undo by keys alone."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        user.new_game(Opponent="here")
        user.browser.run("document.activeElement.blur()")
        for _ in range(40):
            user.browser.keys(TAB)
            if user.browser.run("return document.activeElement.tagName") == "svg":
                break
        user.browser.keys(RIGHT, RIGHT, UP, ENTER)
        user.until("a move", lambda s: s["moves"] == ["i9"])
        said = user.browser.run("return document.getElementById('announce').textContent")
        if "i9" not in said:
            raise Failure(f"the move is not announced: {said!r}")
        user.browser.keys("u")
        user.until("it is taken back", lambda s: s["moves"] == [])
        nameless = user.browser.run(
            "return [...document.querySelectorAll('button, input, select')].filter((e) =>"
            " !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length)).map((e) => e.outerHTML)")
        if nameless:
            raise Failure(f"controls without a name: {nameless}")
        user.check()


def focused(user):
    """What has the focus: a name, and whether that can be seen."""
    return user.browser.run("""
        const e = document.activeElement;
        // The tile of a choice shows that it has the focus.
        const style = getComputedStyle(e.type === 'radio' ? e.closest('label') : e);
        const name = e.id || e.getAttribute('aria-label') || e.textContent.trim();
        const isSeen = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
        return [e.tagName.toLowerCase(), name, isSeen];""")


def tab_to(user, selector):
    """Presses Tab until an element has the focus."""
    for _ in range(MOST):
        if user.browser.run("return document.activeElement?.matches(arguments[0]) ?? false", selector):
            return
        user.browser.keys(TAB)
    raise Failure(f"Tab does not lead to {selector}")


def walk(user, where):
    """Presses Tab until the focus is where it began. Every control that can be seen must have had
    it, and must have shown that."""
    user.browser.run("""
        window.reached = new Set(); window.unseen = [];
        window.listen = (event) => window.reached.add(event.target);
        document.addEventListener('focusin', window.listen);""")
    for _ in range(MOST):
        user.browser.keys(TAB)
        tag, name, is_seen = focused(user)
        if tag != "body" and not is_seen:
            raise Failure(f"{where}: the focus on {tag} {name!r} cannot be seen")
        missed = user.browser.run("""
            return [...(document.querySelector('dialog[open]') ?? document)
                .querySelectorAll('button, select, input:not([type=radio]:not(:checked)), textarea, summary, svg.board')]
                .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && !window.reached.has(e))
                .map((e) => e.id || e.textContent.trim());""")
        if not missed:
            user.browser.run("document.removeEventListener('focusin', window.listen)")
            return
    raise Failure(f"{where}: Tab does not reach {missed}")


def every_control_is_reached_with_keys(context):
    """Tab reaches every control of every tab and dialog, and the focus can be seen."""
    with board(context, "--level", "1") as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        user.play("h8")
        user.until("two moves", lambda s: len(s["moves"]) == 2 and s["playable"])
        tab_to(user, "summary")
        user.browser.keys(ENTER)
        walk(user, "Game")
        tab_to(user, "#menu-new")
        user.browser.keys(ENTER)
        walk(user, "the question whether the game is replaced")
        tab_to(user, "#confirm .primary")
        user.browser.keys(ENTER)
        walk(user, "New game")
        user.browser.keys(ESCAPE)
        tab_to(user, "#tab-analysis-button")
        user.browser.keys(ENTER)
        study = StudyPage(user)
        tab_to(user, "#menu summary")
        user.browser.keys(ENTER)
        tab_to(user, "#study-game")
        user.browser.keys(ENTER)
        study.until("the game", lambda s: len(s["moves"]) == 2)
        walk(user, "Analysis")
        tab_to(user, "#study-analyze")
        user.browser.keys(ENTER)
        study.until("variations", lambda s: len(s["variations"]) == 3)
        tab_to(user, "#study-results .variations button")
        study.until("the preview", lambda s: s["variation"] >= 1)
        tab_to(user, "#study-analyze")
        user.browser.keys(ENTER)
        study.until("it stops", lambda s: not s["busy"])
        tab_to(user, "#menu summary")
        user.browser.keys(ENTER)
        tab_to(user, "#study-paste")
        user.browser.keys(ENTER)
        walk(user, "Paste")
        user.browser.keys(ESCAPE)
        tab_to(user, "#tab-review-button")
        user.browser.keys(ENTER)
        user.browser.run("document.getElementById('review-nodes').value = 50000")
        tab_to(user, "#review-start")
        user.browser.keys(ENTER)
        study.until("a review", lambda s: user.browser.run("return !document.getElementById('review-result').hidden"))
        walk(user, "Review")
        user.check()


def play_opening_with_keys(user):
    """Three stones, a side, the fourth stone, and the number of fifth moves of Soosyrv-8 on 9x9."""
    keys = user.browser.keys
    tab_to(user, "svg.board")
    # The first key shows the cursor, in the centre or on the last stone.
    keys(RIGHT, ENTER)
    user.until("the first stone", lambda s: s["moves"] == ["e5"])
    keys(UP, ENTER)
    user.until("the second stone", lambda s: s["moves"][1:] == ["e6"])
    keys(UP, ENTER)
    user.until("the third stone", lambda s: s["moves"][2:] == ["e7"])
    tab_to(user, "#opening-answers button:nth-of-type(2)")
    keys(ENTER)
    user.until("the sides are changed", lambda s: s["players"] == ["Ben", "Anna"])
    tab_to(user, "svg.board")
    keys(RIGHT, RIGHT, ENTER)
    user.until("the fourth stone", lambda s: s["moves"][3:] == ["f7"])
    tab_to(user, "#opening-answers select")
    keys("2")
    tab_to(user, "#opening-answers button")
    keys(ENTER)
    wait("two fifth moves are declared", lambda: "2 fifth moves" in user.browser.run(
        "return document.getElementById('opening-told').textContent"))


def settings_are_made_with_keys(context):
    """A new game, the settings of the page, and an analysis: every choice by keys alone."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        keys = user.browser.keys
        tab_to(user, "#menu-new")
        keys(ENTER)
        # Arrows choose among tiles, letters from a list, as in every form.
        tab_to(user, "[name=opponent]")
        keys(RIGHT)
        tab_to(user, "[name=rule]")
        keys(RIGHT, RIGHT)
        tab_to(user, "#new-game summary")
        keys(ENTER, TAB)
        keys(RIGHT, RIGHT, RIGHT, TAB)
        keys(RIGHT, RIGHT, RIGHT, TAB)
        # Tab has selected the number that is in the field.
        keys("9", TAB, TAB, *"2 s", TAB, *"Soos", TAB, *"Anna", TAB, *"Ben", ENTER)
        user.until("the game", lambda s: s["players"] == ["Anna", "Ben"])
        found = user.browser.run("return [document.querySelectorAll('svg.board .grid line').length,"
                                 " document.querySelector('.player .clock').textContent]")
        if found != [18, "5:00"]:
            raise Failure(f"lines and clock: {found}")
        play_opening_with_keys(user)
        tab_to(user, "summary")
        keys(ENTER)
        for box in ("#show-bar", "#sound"):
            before = user.browser.run("return document.querySelector(arguments[0]).checked", box)
            tab_to(user, box)
            keys(SPACE)
            if user.browser.run("return document.querySelector(arguments[0]).checked", box) == before:
                raise Failure(f"the space bar does not change {box}")
        tab_to(user, "#tab-analysis-button")
        keys(ENTER)
        study = StudyPage(user)
        tab_to(user, "#study-setup summary")
        keys(ENTER)
        tab_to(user, "#study-rule")
        keys(*"Standard")
        wait("the rule", lambda: user.browser.run("return document.getElementById('study-rule').value") == "standard")
        tab_to(user, "#study-tool")
        keys(*"sets a white")
        tab_to(user, "svg.board")
        keys(RIGHT, RIGHT, ENTER)
        study.until("a white stone", lambda s: s["stones"] == 1)
        tab_to(user, "#study-setup summary")
        keys(ENTER)
        tab_to(user, "#study-tool")
        keys(*"plays")
        tab_to(user, "svg.board")
        keys(RIGHT, DOWN, ENTER)
        study.until("a move", lambda s: len(s["moves"]) == 1)
        tab_to(user, "#annotate summary")
        keys(ENTER)
        tab_to(user, "#study-comment")
        keys(*"good", TAB)
        study.until("the comment", lambda s: s["comment"] == "good")
        tab_to(user, "#study-threats")
        keys(ENTER)
        wait("threats", lambda: user.browser.run("return document.querySelectorAll('#study-threat-list p').length") == 2)
        user.check()
