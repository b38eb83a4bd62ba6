"""Screens of every size, and how fast the page is."""

import re

from webdriver import Failure, wait

from board import openings
from board.page import LEFT, LONG_GAME, StudyPage, check_contrast, page
from board.server import board

DESK, PHONE = (1280, 800), (390, 844)
SCREENS = ((DESK, "desk"), ((1440, 900), "laptop"), ((1920, 1080), "wide"), (PHONE, "phone"))
TYPE = 13.9                # pixels of the smallest letters, but for rounding


def it_fits_every_screen(context):
    """No overflow and enough contrast on three desks and on a phone, light and dark."""
    for size, name in SCREENS:
        for dark in (False, True):
            with board(context, "--level", "1") as started:
                with page(context, started, size=size, phone=size == PHONE, dark=dark) as user:
                    user.until("the board", lambda s: s["playable"])
                    if size == PHONE:
                        user.browser.pointer(*user.place("h8"), touch=True)
                        user.until("a stone to confirm", lambda s: s["ghost"] == 1 and s["moves"] == [])
                        user.browser.pointer(*user.place("h8"), touch=True)
                    else:
                        user.play("h8")
                    user.until("two moves", lambda s: len(s["moves"]) == 2 and s["playable"])
                    user.check()
                    check_contrast(user)
                    check_type(user)
                    shade = "dark" if dark else "light"
                    context.picture(user, f"{name}-{shade}")
                    user.open_new_game()
                    user.check()
                    context.picture(user, f"{name}-{shade}-new")
                    user.browser.run("document.getElementById('new-game').close()")
                    for tab in ("analysis", "review"):
                        user.browser.run(f"document.getElementById('tab-{tab}-button').click()")
                        user.check()
                        if size != PHONE:
                            one_thing_scrolls(user)
                        check_contrast(user)
                        check_type(user)
                        context.picture(user, f"{name}-{shade}-{tab}")
                    user.browser.run("document.getElementById('tab-games-button').click()")
                    for part in ("games", "puzzles"):
                        user.browser.run(f"document.getElementById('show-{part}').click()")
                        cards = f"return document.querySelectorAll('#{part}-part .card').length"
                        wait(f"cards of {part}", lambda: user.browser.run(cards))
                        user.check()
                        check_contrast(user)
                        context.picture(user, f"{name}-{shade}-{part}")
    # The names of columns and rows can be read on every board.
    with board(context) as started, page(context, started, size=PHONE, phone=True) as user:
        user.until("the board", lambda s: s["playable"])
        for count in ("9", "19", "31"):
            user.new_game(Opponent="here", Board_size=count)
            wait("the board", lambda: user.browser.run("return document.querySelector('svg.board').dataset.rows") == count)
            check_type(user)
            context.picture(user, f"phone-{count}")
        check_opening(context, user)
        # The numbers of the moves of a long game can be read too.
        study = StudyPage(user)
        study.paste(" ".join(quiet_game(130)))
        study.until("the game", lambda s: len(s["moves"]) == 130)
        user.browser.click("#numbers")
        user.browser.run("scrollTo(0, 0)")
        check_type(user)
        wide = user.browser.run("""
            const stone = document.querySelector('svg.board .stone').getBoundingClientRect().width;
            return [...document.querySelectorAll('svg.board .number')].filter((e) => e.getBoundingClientRect().width > stone)
                .map((e) => e.textContent)""")
        if wide:
            raise Failure(f"numbers wider than their stones: {wide}")
        check_columns(user)
        context.picture(user, "phone-numbers")
        top = user.browser.run("""
            scrollTo(0, document.documentElement.scrollHeight);
            return document.querySelector('svg.board').getBoundingClientRect().top""")
        if top < 0:
            raise Failure(f"the board leaves the screen of a phone while the panel scrolls: {top}")


def phones_show_what_is_needed(context):
    """On a phone: words at the first tap, five lines without scrolling, large targets, and a board that can be zoomed."""
    with board(context) as started, page(context, started, size=PHONE, phone=True) as user:
        user.until("the board", lambda s: s["playable"])
        user.browser.pointer(*user.place("h8"), touch=True)
        tip = wait("words beside the stone", lambda: user.browser.run("return document.querySelector('svg.board .tip')?.textContent"))
        if tip != "tap again to play":
            raise Failure(f"the first tap says {tip!r}")
        context.picture(user, "phone-tip")
        user.browser.pointer(*user.place("h8"), touch=True)
        user.until("the move", lambda s: s["moves"][:1] == ["h8"])
        check_targets(user)
        study = StudyPage(user)
        study.paste("(;GM[4]SZ[15];B[hh];W[ig](;B[hj];W[gh];B[gg];W[ii];B[ij];W[fi];B[fh];W[hg];B[ej])(;B[ii];W[gg](;B[jh])(;B[jj])))")
        study.until("the game", lambda s: len(s["moves"]) == 11 and s["branches"])
        user.browser.run("document.getElementById('study-variations').value = 5")
        user.browser.run("document.getElementById('study-analyze').click()")
        study.until("five lines", lambda s: len(s["variations"]) == 5)
        top, last = user.browser.run("""
            scrollTo(0, 0);
            return [document.getElementById('tools').getBoundingClientRect().top,
                    [...document.querySelectorAll('#study-results li')].at(-1).getBoundingClientRect().bottom];""")
        if last > top + 1:
            raise Failure(f"the fifth line ends at {last}, below {top}")
        check_targets(user)
        context.picture(user, "phone-lines")
        user.browser.run("document.getElementById('study-analyze').click()")
        user.browser.run("document.getElementById('tab-game-button').click()")
        user.new_game(Opponent="here", Board_size="31")
        wait("the board", lambda: user.browser.run("return document.querySelector('svg.board').dataset.rows") == "31")
        before = user.browser.run("return document.querySelector('svg.board').getBoundingClientRect().width")
        user.browser.click("#zoom")
        after = user.browser.run("return document.querySelector('svg.board').getBoundingClientRect().width")
        if after < 1.9 * before:
            raise Failure(f"the zoomed board is {after} px wide instead of {before}")
        user.check()


def check_targets(user):
    """Whatever is tapped is at least 44 pixels high and wide, moves within a text as well."""
    small = user.browser.run("""
        return [...document.querySelectorAll('button, summary, select, input')].filter((e) => e.checkVisibility() && !e.closest('dialog'))
            .map((e) => [e.id || e.textContent, e.getBoundingClientRect()])
            .filter(([, box]) => box.width > 0 && (box.height < 43.5 || box.width < 39.5))
            .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)
            .filter((text) => !text.startsWith('study-analyze'));""")
    if small:
        raise Failure(f"small targets: {small}")


def one_thing_scrolls(user):
    """In the panel at most one thing scrolls, and the page does not."""
    areas = user.browser.run("""
        return [...document.querySelectorAll('.panel, .panel *')].filter((e) => e.checkVisibility() && e.scrollHeight > e.clientHeight + 1
            && ['auto', 'scroll'].includes(getComputedStyle(e).overflowY) && e.tagName !== 'TEXTAREA').map((e) => e.id || e.className)
            .concat(document.documentElement.scrollHeight > innerHeight ? ['page'] : []);""")
    if len(areas) > 1 or "page" in areas:
        raise Failure(f"scroll areas: {areas}")


def quiet_game(count):
    """So many moves on a board of 15 by 15 that nobody wins: no more than two in a row."""
    points = [(x, y) for y in range(15) for x in range(15)]
    name = lambda point: f"{chr(97 + point[0])}{point[1] + 1}"  # noqa: E731
    sides = [[name(p) for p in points if (p[0] + 2 * p[1]) % 4 // 2 == side] for side in (0, 1)]
    return [move for pair in zip(*sides) for move in pair][:count]


def check_columns(user):
    """The moves in the list stand in even columns, those of black apart from those of white."""
    places = user.browser.run("""
        return [...document.querySelectorAll('#study-moves .main')].map((e) => Math.round(e.getBoundingClientRect().x))""")
    black, white = set(places[::2]), set(places[1::2])
    if black & white or len(black | white) > 4:
        raise Failure(f"the columns of moves are uneven: {sorted(black)} and {sorted(white)}")


def check_opening(context, user):
    """The steps of an opening with the longest texts, and fifth moves on the board."""
    user.new_game(Opponent="here", Rule="renju", Board_size="15", Opening="soosyrv-8")
    steps = ("h8 h9 h10", "sides"), ("i9", "number"), ("2", None), ("Keep black", None), ("g8", "fifth-moves")
    for done, name in steps:
        if done[0].islower():
            openings.click(user, done.split())
        else:
            openings.choose(user, done)
        if name:
            user.check()
            check_contrast(user)
            check_type(user)
            context.picture(user, f"phone-opening-{name}")


def check_type(user):
    """No letters on the page are small, the names on the board do not touch, both players are shown."""
    small, touching, players = user.browser.run("""
        const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0;
        const scale = document.querySelector('svg.board').getScreenCTM().a;
        const size = (e) => parseFloat(getComputedStyle(e).fontSize) * (e.closest('svg') ? scale : 1);
        const texts = [...document.querySelectorAll('body *')].filter((e) => shown(e)
            && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
        const names = [...document.querySelectorAll('svg.board .label')].filter(shown);
        const boxes = names.map((e) => e.getBoundingClientRect());
        const touching = names.filter((e, at) => boxes.some((box, other) => other > at
            && box.left < boxes[at].right && boxes[at].left < box.right && box.top + 3 < boxes[at].bottom && boxes[at].top + 3 < box.bottom));
        return [texts.filter((e) => size(e) < arguments[0]).map((e) => `${e.textContent}: ${size(e)} px`),
                touching.map((e) => e.textContent), [...document.querySelectorAll('.player, #title .disc')].filter(shown).length];""", TYPE)
    if small or touching or players != 2:
        raise Failure(f"small: {small}, touching: {touching}, {players} players")


def the_moves_stay_in_sight(context):
    """On a desk neither ten variations nor a long game move the list of moves out of the window."""
    with board(context) as started, page(context, started, size=DESK) as user:
        user.until("the board", lambda s: s["playable"])
        check_sight(user, "#moves")
        study = StudyPage(user)
        study.paste(LONG_GAME)
        study.until("the game", lambda s: len(s["moves"]) == 40)
        for _ in range(36):
            user.browser.keys(LEFT)
        study.until("the fourth move", lambda s: s["stones"] == 4)
        user.browser.run("document.getElementById('study-variations').value = 10")
        user.browser.click("#study-threats")
        study.until("threats", lambda s: user.browser.run("return document.querySelectorAll('#study-threat-list p').length") == 2)
        user.browser.click("#study-analyze")
        study.until("ten variations", lambda s: len(s["variations"]) == 10)
        check_sight(user, "#study-scroll")
        one_thing_scrolls(user)
        check_columns(user)
        user.browser.click("#study-analyze")
        study.until("it stops", lambda s: not s["busy"])
        user.browser.click("#tab-review-button")
        user.browser.run("document.getElementById('review-nodes').value = 50000")
        user.browser.click("#review-start")
        study.until("the mistakes", lambda s: s["mistakes"] > 0, 60)
        check_sight(user, "#review-result")
        one_thing_scrolls(user)
        context.picture(user, "review-long")
        user.check()


def check_sight(user, selector):
    """The panel does not scroll, and the list of moves shows at least two rows."""
    panel, top, bottom, height, shown = user.browser.run("""
        const panel = document.querySelector('.panel');
        const box = document.querySelector(arguments[0]).getBoundingClientRect();
        const current = document.querySelector(`${arguments[0]} [aria-current=true]`)?.getBoundingClientRect();
        const isShown = !current || (current.top >= box.top - 1 && current.bottom <= box.bottom + 1);
        return [panel.scrollHeight - panel.clientHeight, box.top, box.bottom, innerHeight, isShown];""", selector)
    if panel > 0 or top < 0 or bottom > height or bottom - top < 60 or not shown:
        raise Failure(f"the moves are out of sight: {panel} px to scroll, from {top} to {bottom} of {height}, {shown}")


def a_click_is_answered_while_the_engine_thinks(context):
    """Moves in an analysis by four threads, which goes on."""
    with board(context, "--threads", "4") as started, page(context, started) as user:
        for _ in clicks_while_searching(started, user):
            pass


def clicks_while_searching(started, user):
    """Clicks on points while four threads search. Yields the seconds that each takes."""
    user.until("the board", lambda s: s["playable"])
    study = StudyPage(user)
    user.browser.click("#tab-analysis-button")
    user.browser.click("#study-analyze")
    for move in "h8 h9 a1 a15 o1 o15 h1".split():
        study.until("an analysis", lambda s: s["variations"] and s["busy"])
        with open(f"/proc/{started.process.pid}/status", encoding="utf-8") as file:
            threads = int(re.search(r"Threads:\s+(\d+)", file.read())[1])
        if threads < 5:
            raise Failure(f"four threads should search, but the program has {threads}")
        yield time_to_click(user, move, "#study-moves")


def time_to_click(user, move, moves):
    """The seconds from a click on the board until the move is drawn and in the list."""
    user.browser.run("""
        const [x, y, list] = arguments; const board = document.querySelector('svg.board');
        window.seen = null;
        const stones = () => board.querySelectorAll('g:not(.ghost):not(.variation) > .stone').length;
        const before = stones(); const start = performance.now();
        new MutationObserver((_, self) => {
            if (stones() > before && document.querySelector(list)) { window.seen = performance.now() - start; self.disconnect(); }
        }).observe(document.body, { childList: true, subtree: true });
        board.dispatchEvent(new MouseEvent('click', { clientX: x, clientY: y, bubbles: true }));
        """, *user.place(move), f"{moves} button")
    return wait("the stone", lambda: user.browser.run("return window.seen")) / 1000
