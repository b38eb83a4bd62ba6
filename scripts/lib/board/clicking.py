"""Random clicking: four browsers do whatever the page lets them, and a referee looks at it."""

import pathlib
import random
import re
import threading
import time

from webdriver import Browser, Failure

from board.page import Page
from board.referee import Referee, told
from board.server import board

ROOT = pathlib.Path(__file__).resolve().parents[3]
LOOK = 8.0                 # seconds between two looks of the referee
WARM_UP = 0.3              # of the time, after which the memory of the server must not grow
GROWTH = 48                # MiB by which it may
LAST = 40                  # actions that are told after a failure
MEMORY = 64               # megabytes for the server
KEYS = ("\ue012", "\ue014", "\ue013", "\ue015", "\ue011", "\ue010", "\ue004", "\ue007", "\ue00c",
        " ", "n", "h", "u")
TEXTS = (
    "h8 h9 i8 i9 j10 g7 j8", "h8 i9", "", " ", "no game at all", "<b>x</b>", "\u6797\u6d77\u5cf0", "a\u0301\u202e",
    "(;FF[4]GM[4]SZ[9]RU[renju];B[ee](;W[ff];B[gg])(;W[dd]C[a]))", "(;FF[4]GM[4]SZ[31:5];B[aa])", "15 0.5", "# rule: caro\nh8 h9", "x" * 300, "h10 e8 g8 g11 g10 f6 i7 e7",
)
NUMBERS = ("", "-1", "0", "0.1", "1", "3", "5", "7", "9", "15", "19", "31", "32", "99999999999999999999", "1e300")
# What can be done next: a control among those that can be used, and a point of the board: what
# the engine has found, a neighbour of a stone, or any.
CHOICES = """
    const [control, point, kind] = arguments;
    // The page may ask something about what a dialog is for.
    const asking = [...document.querySelectorAll('dialog[open]')].at(-1);
    const board = document.querySelector('svg.board');
    const view = board?.viewBox.baseVal;
    if (!asking && !(view?.width > 0)) return null;
    const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled;
    const found = [...(asking ?? document).querySelectorAll('button, select, input, textarea, summary, .graph')].filter(shown);
    const chosen = found[Math.floor(control * found.length)];
    document.querySelectorAll('[data-chosen]').forEach((e) => delete e.dataset.chosen);
    chosen.dataset.chosen = '';
    chosen.scrollIntoView({ block: 'nearest' });
    const box = chosen.getBoundingClientRect();
    const selector = kind < 0.35 ? '.hint, .candidate, .proposed, .possible' : kind < 0.8 ? '.stone' : '.nothing';
    let places = [...board.querySelectorAll(selector)].map((c) => [c.cx.baseVal.value, c.cy.baseVal.value]);
    if (places.length === 0) places = [[view.width * point, view.height * ((point * 97) % 1)]];
    const at = places[Math.floor(point * places.length)].map((at, side) =>
        at + (kind < 0.35 ? 0 : Math.round((((point * [101, 1009][side]) % 1) - 0.5) * 128)));
    const place = new DOMPoint(...at).matrixTransform(board.getScreenCTM());
    return {
        dialog: asking?.id ?? null, point: [place.x, place.y],
        id: chosen.id, tag: chosen.tagName.toLowerCase(), type: chosen.type ?? '',
        text: chosen.textContent.trim().slice(0, 30), x: box.x + box.width / 2, y: box.y + box.height / 2,
        values: [...(chosen.options ?? [])].filter((o) => !o.disabled).map((o) => o.value),
    };"""

# A game that begins in a position has its rule.
HAS_RULE = """
    const names = [...document.querySelectorAll('#new-game label, #new-game legend')];
    return names.some((name) => name.textContent.startsWith('Rule') && !name.closest('[hidden]'));"""
OPENINGS = """
    const lists = [...document.querySelectorAll('#new-game label')].filter((e) => e.textContent.startsWith('Opening'));
    return [...lists[0].querySelectorAll('option')].map((e) => e.value);"""


class Clicker:
    """Somebody who clicks at random in one browser."""

    def __init__(self, name, context, started, seed):
        self.name, self.started = name, started
        self.rng = random.Random(seed)
        # What is looked for is there, or the page has changed.
        self.browser = Browser(context.driver, patience=0)
        self.browser.command("Browser.setDownloadBehavior", behavior="deny")
        self.user = Page(self.browser, "about:blank", started.host)
        self.turn = threading.Lock()
        self.last, self.count, self.failure = [], 0, None
        # What is opened when this page has no place any more; None if there is nothing yet.
        self.address = None

    def token(self):
        """The token of the page."""
        return self.browser.run("""
            if (location.protocol !== 'http:') return null;
            const match = /^#join=(\\w+)$/.exec(location.hash);
            return match ? localStorage.getItem(`goshawk-token-${match[1]}`) : sessionStorage.getItem('goshawk-token');""")

    def note(self, text):
        self.last = [*self.last[1 - LAST:], text]
        self.count += 1

    def step(self):
        """Does one thing."""
        rng = self.rng
        found = self.browser.run(CHOICES, rng.random(), rng.random(), rng.random())
        kind = rng.random()
        if found is None:
            time.sleep(0.2)
            if self.address and self.browser.run("return location.protocol") != "http:":
                self.browser.open(self.address)
        elif found["dialog"] == "new-game" and kind < 0.2:
            if rng.random() < 0.6 and self.browser.run(HAS_RULE):
                self.choose_opening()
            self.note("start")
            self.browser.click("#new-game .primary")
        elif found["dialog"] is None and kind < 0.5:
            self.click_board(found["point"])
        elif kind < 0.9:
            self.use_control(found)
        elif kind < 0.96:
            keys = [rng.choice(KEYS) for _ in range(rng.randint(1, 6))]
            self.note(f"keys {keys}")
            self.browser.keys(*keys)
        elif kind < 0.975:
            self.note("wheel")
            self.browser.run("document.getElementById('wood').dispatchEvent("
                             "new WheelEvent('wheel', { deltaY: arguments[0], bubbles: true, cancelable: true }))",
                             rng.choice((-100, 100)))
        elif kind < 0.985:
            files = sorted((ROOT / "tests" / "corpus" / "record").iterdir())
            file = rng.choice(files)
            # Behind a dialog nobody reaches the button that chooses a file.
            if found["dialog"] or rng.random() < 0.5:
                self.note("drop")
                self.browser.drop(file.name, file.read_bytes())
            else:
                self.note("upload")
                self.browser.upload("#study-file", file)
        else:
            self.note("reload")
            self.browser.reload()

    def choose_opening(self):
        """Chooses an opening that fits, which random choices alone seldom find."""
        rule = self.rng.choice(("renju", "freestyle"))
        self.user.fill("#new-game", {"Rule": rule, "Board size": self.rng.choice((9, 15))})
        names = self.browser.run(OPENINGS)
        name = self.rng.choice(names)
        self.note(f"{name} of {names}")
        self.user.fill("#new-game", {"Opening": name})

    def click_board(self, place):
        self.note(f"board {place}")
        if self.rng.random() < 0.1:
            self.browser.hover(*place)
        else:
            self.browser.pointer(*place, pause=0)

    def use_control(self, found):
        rng = self.rng
        # Otherwise no game would come to its end.
        if found["id"] in ("menu-new", "study-clear", "resign", "draw") and rng.random() < 0.5:
            return
        if found["id"] in ("study-open", "puzzles-open"):
            return    # The dialog of the system.
        self.note(f"{found['tag']} {found['id'] or found['text']!r}")
        if found["tag"] == "select":
            if found["values"]:
                self.browser.choose("[data-chosen]", rng.choice(found["values"]))
        elif found["tag"] == "textarea" or found["type"] in ("text", "number"):
            self.browser.run("""
                const [text] = arguments; const e = document.querySelector('[data-chosen]');
                e.focus(); e.value = text;
                for (const kind of ['input', 'change']) e.dispatchEvent(new Event(kind, { bubbles: true }));""",
                             rng.choice(NUMBERS if found["type"] == "number" else TEXTS))
        else:
            self.browser.pointer(found["x"], found["y"], pause=0)

    def run(self, is_over):
        """Goes on until `is_over` or a failure."""
        try:
            while not is_over.is_set():
                with self.turn:
                    try:
                        self.step()
                    except Failure as failure:
                        # The page has changed between looking and doing.
                        if not re.search("not within 0 s|out of bounds|stale element|no such element|not interactable|Cannot read prop", str(failure)):
                            raise
        except Exception as failure:
            self.failure = Failure(f"{self.name}: {failure}; the last actions: {self.last}")
            is_over.set()

    def check(self):
        """Nothing in the console but refusals, and nothing loaded from elsewhere."""
        expected = ("409 (Conflict)", "403 (Forbidden)")
        messages = [m for m in self.browser.messages() if not any(text in m for text in expected)]
        if messages:
            raise Failure(f"{self.name}: the console says {messages}; the last actions: {self.last}")


def click_at_random(context, seconds, seed):
    """Lets the owner with two pages, a guest and a spectator click for so many seconds."""
    arguments = ("--network", "--memory", str(MEMORY), "--threads", "2", "--time", "0.3", "--level", "2")
    with board(context, *arguments) as started:
        clickers = []
        try:
            for number, name in enumerate(("owner", "the owner's other page", "guest", "spectator")):
                clickers.append(Clicker(name, context, started, f"{seed}/{number}"))
            for owner in clickers[:2]:
                owner.address = started.address
            compete(context, started, clickers, seconds)
        except Failure as failure:
            raise Failure(f"seed {seed}: {failure}") from None
        finally:
            for clicker in clickers:
                clicker.browser.close()


def compete(context, started, clickers, seconds):
    """Clicks and looks in turn."""
    is_over = threading.Event()
    threads = [threading.Thread(target=clicker.run, args=(is_over,)) for clicker in clickers]
    referee = Referee(started, lambda: places(started, clickers))
    begin, memory = time.monotonic(), []
    for thread in threads:
        thread.start()
    try:
        while time.monotonic() - begin < seconds and not is_over.is_set():
            is_over.wait(min(LOOK, seconds / 3))
            for clicker in clickers:
                clicker.turn.acquire()
            try:
                if any(clicker.failure for clicker in clickers):
                    break
                invite(started, clickers)
                referee.look()
                for clicker in clickers:
                    clicker.check()
            finally:
                for clicker in clickers:
                    clicker.turn.release()
            memory.append((time.monotonic() - begin, referee.resident()))
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
    for clicker in clickers:
        if clicker.failure:
            raise clicker.failure
    clicks = sum(clicker.count for clicker in clickers)
    warm = max(used for at, used in memory if at < max(WARM_UP * seconds, memory[0][0] + 1))
    most = max(used for _, used in memory)
    context.tell(f"{clicks} actions, {referee.games} games with {referee.moves} moves replayed, {len(memory)} looks; "
                 f"memory {warm:.0f} MiB when warm, {most:.0f} at most")
    if most > warm + GROWTH:
        raise Failure(f"the server's memory grows: {[round(used) for _, used in memory]} MiB")


def places(started, clickers):
    """The pages that have a place in the present game: name, page, token."""
    for clicker in clickers:
        token = clicker.token()
        if token and told(started, token):
            yield clicker.name, clicker.user, token


def invite(started, clickers):
    """Gives the link of a game over the network to those who are not in it."""
    offered = told(started, started.token)["state"]["invite"]
    for clicker in clickers[2:]:
        if offered:
            clicker.address = offered["link"]
        token = clicker.token()
        if clicker.address and (token is None or told(started, token) is None):
            clicker.browser.open("about:blank")
            clicker.browser.open(clicker.address)
