"""The page of the board in a browser: what it shows, and what a user does with it."""

import contextlib
import re

from webdriver import Browser, Failure, wait

ENTER, LEFT, RIGHT, UP, TAB = "\ue007", "\ue012", "\ue014", "\ue013", "\ue004"
HOME, END = "\ue011", "\ue010"
CELL, MARGIN = 32, 34      # of the drawn board, as in board.js
# Forty moves that nobody has won.
LONG_GAME = ("h8 i9 i8 j8 h9 h7 g10 g9 f9 i7 e8 d8 e9 d9 g7 f6 c10 e10 f12 f11 e12 d12 g12 h12 d13 g11 e13 e11"
             " c13 b13 c12 c11 b11 a10 k10 k11 l9 m8 j11 i12")
CONTRAST = 4.5             # of small text to its background, as WCAG 2 asks for


class Page:
    """A page of the board in a browser."""

    def __init__(self, browser, address, host):
        self.browser, self.host = browser, host
        browser.open(address)

    def state(self):
        """What the page shows."""
        return self.browser.run("""
            const text = (id) => document.getElementById(id).textContent;
            const shown = (id) => { const e = document.getElementById(id); return !e.hidden && !e.disabled; };
            return {
                status: text('status'),
                moves: [...document.querySelectorAll('#moves button')].map((b) => b.lastChild.textContent),
                players: [...document.querySelectorAll('.player .name')].map((e) => e.textContent),
                notes: [...document.querySelectorAll('.player .note-text')].map((e) => e.textContent),
                stones: document.querySelectorAll('svg.board g:not(.ghost) > .stone').length,
                forbidden: document.querySelectorAll('svg.board .forbidden').length,
                row: document.querySelectorAll('svg.board .row').length,
                hint: document.querySelectorAll('svg.board .hint').length,
                ghost: document.querySelectorAll('svg.board .ghost .stone').length,
                playable: document.querySelector('svg.board')?.classList.contains('playable') ?? false,
                toast: document.querySelector('.toast')?.textContent ?? '',
                can: Object.fromEntries(['hint', 'undo', 'draw', 'resign', 'rematch', 'stop', 'back'].map((id) => [id, shown(id)])),
            };""")

    def until(self, what, condition, seconds=30):
        """Waits until the state of the page fulfils `condition`."""
        try:
            return wait(what, lambda: (lambda s: s if condition(s) else None)(self.state()), seconds)
        except Failure as failure:
            raise Failure(f"{failure}; the page shows {self.state()}") from None

    def place(self, name):
        """Where a point such as h8 is in the window."""
        return self.browser.run("""
            const [, letters, row] = /^([a-z]+)(\\d+)$/.exec(arguments[0]);
            const x = letters.length === 1 ? letters.charCodeAt(0) - 97 : 26 + letters.charCodeAt(1) - 97;
            const board = document.querySelector('svg.board');
            const height = Number(board.dataset.rows);
            const at = (n) => arguments[2] + arguments[1] * n;
            const place = new DOMPoint(at(x), at(height - Number(row))).matrixTransform(board.getScreenCTM());
            return [place.x, place.y];""", name, CELL, MARGIN)

    def play(self, name):
        self.browser.pointer(*self.place(name))

    def play_and_see(self, name):
        """Plays a move and waits until it is in the list."""
        count = len(self.state()["moves"])
        self.play(name)
        return self.until(f"{name} is played", lambda s: len(s["moves"]) > count and s["moves"][count] == name)

    def open_new_game(self):
        """Opens the dialog for a new game, which asks first if a game is going on."""
        self.browser.click("#menu-new")
        wait("the dialog", lambda: self.browser.run("""
            document.querySelector('#confirm[open] .primary')?.click();
            return document.getElementById('new-game').open;"""))

    def new_game(self, **choices):
        """Starts a game with these values of the dialog's fields, by their labels."""
        self.open_new_game()
        self.fill("#new-game", choices)
        self.browser.click("#new-game .buttons .primary")
        wait("the dialog closes", lambda: not self.browser.run("return document.getElementById('new-game').open"))

    def choose_in(self, menu, selector):
        """Clicks something in a menu, or in what else opens at a button."""
        self.open(menu)
        self.browser.click(selector)

    def open(self, menu):
        """Opens a menu, or what else opens at a button."""
        self.browser.find(menu)
        self.browser.run("document.querySelector(arguments[0]).open = true", menu)

    def fill(self, dialog, choices):
        """Sets fields of a dialog, by their labels, one after the other, once it is open."""
        is_open = "return document.querySelector(arguments[0])?.open"
        wait(f"the dialog {dialog}", lambda: self.browser.run(is_open, dialog), self.browser.patience)
        named = [[label.replace("_", " "), value] for label, value in choices.items()]
        missing = self.browser.run("""
            const [dialog, choices] = arguments;
            for (const [name, value] of choices) {
                // One of several tiles.
                const sets = [...document.querySelectorAll(`${dialog} fieldset:not([hidden])`)];
                const set = sets.find((s) => s.querySelector('legend').textContent.startsWith(name.replace(' size', '')));
                if (set) {
                    const tile = set.querySelector(`input[value="${value}"]`);
                    (tile ?? set.querySelector('input[value="other"]')).click();
                    if (tile) continue;
                }
                const labels = [...document.querySelectorAll(`${dialog} label`)].filter((l) => !l.closest('[hidden], fieldset'));
                const input = labels.find((l) => l.textContent.startsWith(set ? 'Columns' : name))?.querySelector('input, select');
                if (!input) return name;
                input.value = value;
                for (const kind of ['input', 'change']) input.dispatchEvent(new Event(kind, { bubbles: true }));
            }
            return null;""", dialog, named)
        if missing:
            raise Failure(f"the dialog has no field {missing!r}")

    def check(self):
        """Nothing in the console but refused actions, nothing loaded from elsewhere, nothing wider than the window."""
        messages = [m for m in self.browser.messages() if "409 (Conflict)" not in m]
        if messages:
            raise Failure(f"the console says {messages}")
        elsewhere = self.browser.run(
            "return performance.getEntriesByType('resource').map((e) => e.name)"
            ".filter((name) => !name.startsWith(location.origin + '/') && !name.startsWith('blob:'))")
        if elsewhere:
            raise Failure(f"loaded from elsewhere: {elsewhere}")
        wide = self.browser.run(
            "return [document.documentElement.scrollWidth, innerWidth].concat("
            "[...document.querySelectorAll('button, .player, .status, select, input')]"
            ".filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && e.type !== 'text' && !e.closest('.invite')"
            " && getComputedStyle(e).textOverflow !== 'ellipsis').map((e) => e.textContent))")
        if wide[0] > wide[1] or len(wide) > 2:
            raise Failure(f"cut off or too wide: {wide}")


@contextlib.contextmanager
def page(context, started, address=None, **options):
    browser = Browser(context.driver, **options)
    try:
        yield Page(browser, address or started.address, started.host)
    finally:
        browser.close()


class StudyPage:
    """The tabs Analysis and Review of a page."""

    def __init__(self, user):
        self.user, self.browser = user, user.browser

    def state(self):
        return self.browser.run("""
            const all = (selector) => [...document.querySelectorAll(selector)];
            const text = (id) => document.getElementById(id)?.textContent ?? '';
            const shown = (e) => Boolean(e.offsetParent) && getComputedStyle(e).visibility === 'visible';
            return {
                status: text('study-status'),
                moves: all('#study-moves .main .name').map((e) => e.textContent),
                branches: all('#study-moves .var .name').map((e) => e.textContent),
                current: document.querySelector('#study-moves [aria-current=true] .name')?.textContent ?? null,
                comment: document.getElementById('study-comment').value,
                variations: all('#study-results .variations li').map((e) => e.querySelector('strong').textContent),
                results: text('study-results'),
                why: text('why'),
                candidates: all('svg.board .candidate').length,
                variation: all('svg.board .variation .stone').length,
                stones: all('svg.board g:not(.ghost):not(.variation) > .stone').length,
                busy: all('.study-busy, #engine.is-busy').some(shown),
                mistakes: all('#review-mistakes .go').length,
                where: text('review-where'),
                marks: ['wrong', 'better'].filter((kind) => document.querySelector(`svg.board .${kind}`)),
                moments: all('#review-graph circle').length,
                quiz: text('quiz-text'),
                verdict: text('quiz-verdict'),
                toast: document.querySelector('.toast')?.textContent ?? '',
            };""")

    def until(self, what, condition, seconds=40):
        try:
            return wait(what, lambda: (lambda s: s if condition(s) else None)(self.state()), seconds)
        except Failure as failure:
            raise Failure(f"{failure}; the page shows {self.state()}") from None

    def paste(self, text):
        self.browser.click("#tab-analysis-button")
        self.user.choose_in("#menu", "#study-paste")
        self.browser.type("#paste textarea", text)
        self.click_and_confirm("#paste .primary")
        # Keys are for the dialog as long as it is open.
        wait("the dialog closes", lambda: self.browser.run("""
            const dialog = document.getElementById('paste');
            return !dialog.open || dialog.querySelector('.error').textContent !== '';"""))

    def click_and_confirm(self, selector, menu=None):
        """Clicks, in a menu if one is given, and agrees if the page asks whether something may be lost."""
        if menu:
            self.user.open(menu)
        self.browser.click(selector)
        self.browser.run("const dialog = document.getElementById('confirm'); if (dialog.open) dialog.querySelector('.primary').click();")

    def centre(self, selector):
        return self.browser.run(
            "const b = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return [b.x + b.width / 2, b.y + b.height / 2]", selector)

    def click_text(self, selector, text):
        done = self.browser.run(
            "const found = [...document.querySelectorAll(arguments[0])].find((e) => e.textContent === arguments[1]);"
            "found?.click(); return Boolean(found)", selector, text)
        if not done:
            raise Failure(f"there is no {text!r} among {selector}")


def check_contrast(user):
    """Text outside pictures, form fields and toasts has enough contrast to its background."""
    low = user.browser.run("""
        const parse = (c) => (c.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
        const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) =>
            v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
        const back = (e) => { for (; e; e = e.parentElement) {
            const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0.5) return c; }
            return [255, 255, 255]; };
        return [...document.querySelectorAll('body *')].filter((e) => e.offsetParent && !e.disabled
            && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())).map((e) => {
            const [a, b] = [light(parse(getComputedStyle(e).color)), light(back(e))];
            return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.textContent.trim().slice(0, 30)];
        }).filter(([ratio]) => ratio < arguments[0]);""", CONTRAST)
    if low:
        raise Failure(f"too little contrast: {low}")
