"""The opening rules in the browser: two people at one board, and a person against Goshawk."""

from webdriver import Failure, wait

from board.page import CELL, MARGIN, page
from board.server import board

# Games of Anna, who begins with black, and Ben: who acts, what, who then has black, and the
# numbers of stones and of proposed fifth moves on the board. What is done is a click on points, a
# button, or the number of fifth moves. A point after an exclamation mark is refused, and "undo"
# takes the last stone or fifth move back.
GAMES = {
    "swap": """
        Anna | h8 h9 undo h9 j6              | Anna | 3 | 0
        Ben  | Take black                    | Ben  | 3 | 0
    """,
    "swap2": """
        Anna | h8 h9 j6                      | Anna | 3 | 0
        Ben  | Place two more stones         | Anna | 3 | 0
        Ben  | k6 k7                         | Anna | 5 | 0
        Anna | Take white                    | Ben  | 5 | 0
    """,
    "rif": """
        Anna | h8 h9 h10                     | Anna | 3 | 0
        Ben  | Take black                    | Ben  | 3 | 0
        Anna | i9                            | Ben  | 4 | 0
        Ben  | g8 i8                         | Ben  | 4 | 2
        Anna | g8                            | Ben  | 5 | 0
    """,
    "yamaguchi": """
        Anna | h8 i9 j10                     | Anna | 3 | 0
        Anna | 3                             | Anna | 3 | 0
        Ben  | Keep white                    | Anna | 3 | 0
        Ben  | i8                            | Anna | 4 | 0
        Anna | g8 g7 f8                      | Anna | 4 | 3
        Ben  | f8                            | Anna | 5 | 0
    """,
    "soosyrv-8": """
        Anna | h8 !a1 h9 h10                 | Anna | 3 | 0
        Ben  | Take black                    | Ben  | 3 | 0
        Anna | i9                            | Ben  | 4 | 0
        Anna | 2                             | Ben  | 4 | 0
        Ben  | Take white                    | Anna | 4 | 0
        Anna | f8 undo g8 !g10 i8            | Anna | 4 | 2
        Ben  | !a1 i8                        | Anna | 5 | 0
    """,
    "taraguchi-10": """
        Anna | h8                            | Anna | 1 | 0
        Ben  | Take black                    | Ben  | 1 | 0
        Anna | h9                            | Ben  | 2 | 0
        Ben  | Keep black                    | Ben  | 2 | 0
        Ben  | h10                           | Ben  | 3 | 0
        Anna | i9                            | Ben  | 4 | 0
        Ben  | Propose ten fifth moves       | Ben  | 4 | 0
        Ben  | g10 g11 g12 f10 f11 f12 i10 i11 i12 j10 | Ben | 4 | 10
        Anna | j10                           | Ben  | 5 | 0
    """,
}
RENJU = ("rif", "yamaguchi", "soosyrv-8", "taraguchi-10")
COLORS = ("black", "white")
# Why a point is refused, in part.
REFUSED = {"a1": ("central 3x3", "not one of the proposed"), "g10": ("symmetrical to g8",)}
# Where a person plays against Goshawk: from the centre outwards.
POINTS = sorted((f"{column}{row}" for column in "efghijk" for row in range(5, 12)),
                key=lambda name: (max(abs(ord(name[0]) - ord("h")), abs(int(name[1:]) - 8)), name))


def shown(user):
    """What the page shows of an opening."""
    return user.browser.run("""
        const all = (selector) => [...document.querySelectorAll(selector)];
        const seen = (id) => { const e = document.getElementById(id); return e.offsetParent ? e.textContent : ''; };
        const stones = (color) => all(`svg.board g:not(.ghost) > .stone.${color}`).length;
        return {
            task: seen('opening-task'), told: seen('opening-told'),
            choices: all('#opening-answers button').map((b) => b.textContent),
            counts: all('#opening-answers option').map((o) => Number(o.value)),
            black: stones('black'), white: stones('white'),
            letters: all('svg.board .proposed-letter').map((e) => e.textContent).join(''),
            marked: all('svg.board .possible').length,
            status: document.getElementById('status').textContent,
            players: all('.player .name').map((e) => e.textContent),
            can_hint: !document.getElementById('hint').disabled,
            toast: document.querySelector('.toast')?.textContent ?? '',
            label: document.querySelector('svg.board').getAttribute('aria-label'),
        };""")


def on_board(state):
    return state["black"], state["white"], state["letters"]


def until(user, what, condition):
    """Waits until what is shown of the opening fulfils `condition`."""
    try:
        return wait(what, lambda: (lambda s: s if condition(s) else None)(shown(user)))
    except Failure as failure:
        raise Failure(f"{failure}; the page shows {shown(user)}") from None


def choose(user, text):
    """Clicks the button of the opening with this text, or declares the number that it is."""
    try:
        wait(f"{text!r} is offered", lambda: user.browser.run("""
            const [text] = arguments;
            const select = document.querySelector('#opening-answers select');
            if (select && ![...select.options].some((option) => option.value === text)) return false;
            if (select) select.value = text;
            const wanted = select ? 'Declare' : text;
            const button = [...document.querySelectorAll('#opening-answers button')].find((b) => b.textContent === wanted);
            button?.click();
            return Boolean(button);""", text))
    except Failure as failure:
        raise Failure(f"{failure}: {shown(user)}") from None


# Clicks on points, or takes back, one after the other once the board shows the last one. Returns
# what has not changed the board, or has changed it though it should have been refused.
CLICKS = """
    const [words, cell, margin, refused] = arguments;
    const board = document.querySelector('svg.board');
    const marks = () => board.querySelectorAll('g:not(.ghost) > .stone').length + 100 * board.querySelectorAll('.proposed').length;
    const toast = () => document.querySelector('.toast')?.textContent ?? '';
    const until = async (condition) => {
        for (const end = performance.now() + 10000; performance.now() < end; await new Promise((next) => setTimeout(next, 5)))
            if (condition()) return true;
        return false;
    };
    const click = (name) => {
        const at = (n) => margin + cell * n;
        const [x, y] = [at(name.charCodeAt(0) - 97), at(board.dataset.rows - Number(name.slice(1)))];
        const { x: clientX, y: clientY } = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
        board.dispatchEvent(new MouseEvent('click', { clientX, clientY, bubbles: true }));
    };
    return (async () => {
        for (const word of words) {
            const before = marks();
            if (word === 'undo') document.getElementById('undo').click();
            else click(word.replace('!', ''));
            const isRefused = word.startsWith('!');
            const reasons = refused[word.slice(1)] ?? [];
            if (!await until(() => isRefused ? reasons.some((reason) => toast().includes(reason)) : marks() !== before)
                || isRefused && marks() !== before) return word;
        }
        return null;
    })();"""


def click(user, words):
    """Clicks on points that are possible, or refused, or takes the last click back."""
    wrong = user.browser.run(CLICKS, words, CELL, MARGIN, REFUSED)
    if wrong:
        raise Failure(f"{wrong}: {shown(user)}")


def every_opening_is_played(context):
    """Each opening rule by two people at one board, with undo and refusals."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        for name, steps in GAMES.items():
            rule = "renju" if name in RENJU else "freestyle"
            user.new_game(Opponent="here", Black="Anna", White="Ben", Rule=rule, Board_size="15", Opening=name)
            try:
                play(user, [[part.strip() for part in line.split("|")] for line in steps.strip().splitlines()])
            except Failure as failure:
                raise Failure(f"{name}: {failure}") from None
        user.check()


def play(user, steps):
    """Plays the steps of an opening and the move after it, and compares what is shown after each."""
    for actor, done, black, stones, proposed in steps:
        stones, letters = int(stones), "abcdefghij"[:int(proposed)]
        state = until(user, f"{actor}'s turn", lambda s: s["status"] == f"{actor}'s turn in the opening.")
        if state["can_hint"]:
            raise Failure("a hint is offered in an opening")
        if done[0].isupper() or done.isdigit():
            choose(user, done)
        else:
            click(user, done.split())
        expected = (stones + 1) // 2, stones // 2, letters
        players = ["Anna", "Ben"] if black == "Anna" else ["Ben", "Anna"]
        after = until(user, f"{actor}: {done}", lambda s: on_board(s) == expected and s["players"] == players)
        if ("proposed fifth moves: a " in after["label"]) != bool(letters):
            raise Failure(f"{actor}: {done}: the board is called {after['label']!r}")
    until(user, "the opening is over", lambda s: not s["task"] and s["status"] == "White to move.")
    user.play_and_see("a15")
    if user.state()["can"]["undo"] is not True:
        raise Failure("the move after the opening cannot be taken back")


def earlier_steps_are_taken_back(context):
    """Undo through all steps of an opening, a choice of sides after it included, and of a resignation."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        user.new_game(Opponent="here", Black="Anna", White="Ben", Rule="freestyle", Board_size="15", Opening="swap2")
        click(user, ["h8", "h9", "j6"])
        choose(user, "Place two more stones")
        click(user, ["k6"])
        for stones, actor, choices in ((3, "Ben", 0), (3, "Ben", 3), (2, "Anna", 0), (1, "Anna", 0)):
            user.browser.click("#undo")
            until(user, f"{stones} stones and {choices} choices", lambda s: sum(on_board(s)[:2]) == stones
                  and len(s["choices"]) == choices and s["status"] == f"{actor}'s turn in the opening.")
        click(user, ["h9", "j6"])
        choose(user, "Take black")
        until(user, "the players change sides", lambda s: s["players"] == ["Ben", "Anna"] and not s["task"])
        user.browser.click("#undo")
        until(user, "they have their sides again", lambda s: s["players"] == ["Anna", "Ben"] and s["choices"])
        choose(user, "Keep white")
        user.play_and_see("a15")
        user.browser.click("#resign")
        user.browser.click("#sure-yes")
        user.until("the game is over", lambda s: s["can"]["rematch"] and "resigned" in s["status"])
        user.browser.click("#undo")
        user.until("the game goes on", lambda s: s["playable"] and len(s["moves"]) == 4 and not s["can"]["rematch"])
        user.check()


def openings_are_played_with_the_engine(context):
    """Two opening rules against Goshawk, which begins one of them."""
    with board(context, "--level", "1", "--time", "0.5", "--opening", "taraguchi-10") as started, page(context, started) as user:
        play_with_the_engine(user, "Taraguchi-10")
        user.new_game(Opponent="engine", Level="1", You_play="white", Opening="soosyrv-8")
        play_with_the_engine(user, "Soosyrv-8")
        user.check()


def play_with_the_engine(user, title):
    """Chooses the last of what is offered, and clicks on the first point that is possible."""
    mine, points = None, iter(POINTS)
    while True:
        # A page without players has not been told of the game yet.
        state = until(user, "a step of the person, or the end",
                      lambda s: s["players"] and (s["task"].startswith(f"{title}: ") or not s["task"]))
        for side, color in enumerate(COLORS):
            if f"Goshawk takes {color}" in state["told"]:
                mine = 1 - side
        goshawk = [player.startswith("Goshawk") for player in state["players"]]
        if sum(goshawk) != 1 or (mine is not None and goshawk[mine]):
            raise Failure(f"the players have other sides than they should: {state}")
        if not state["task"]:
            break
        user.browser.run("document.querySelectorAll('.toast').forEach((toast) => toast.remove())")
        if state["counts"]:
            choose(user, str(state["counts"][-1]))
        elif state["choices"]:
            text = state["choices"][-1]
            if text.split()[-1] in COLORS:
                mine = COLORS.index(text.split()[-1])
            choose(user, text)
        elif "Select" in state["task"]:
            user.browser.pointer(*user.browser.run(
                "const b = document.querySelector('svg.board .proposed').getBoundingClientRect();"
                "return [b.x + b.width / 2, b.y + b.height / 2]"))
        else:
            user.play(next(points))
        until(user, "a step or a refusal", lambda s: s["toast"] or (s["task"], on_board(s)) != (state["task"], on_board(state)))
    if state["black"] != 3 or state["white"] not in (2, 3) or state["letters"]:
        raise Failure(f"an opening of renju has five stones: {state}")
