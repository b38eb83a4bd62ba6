"""What must hold of the board at any time, whatever its pages ask for.

The rules are those of scripts/lib/gomoku.py, which were written without the program.
"""

import http.client
import json
import re

import gomoku
from webdriver import Failure, wait

NODE = re.compile(r";([BW])\[([A-Za-z]{2}|)\]|([A-Z]{2})\[((?:\\.|[^\]\\])*)\]")
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
SETTLED = 10.0             # seconds within which all pages show the same


def told(started, token):
    """What a page with this token is told first: the messages by their kind. None if the token
    is not valid (any more)."""
    connection = http.client.HTTPConnection("127.0.0.1", started.port, timeout=15)
    try:
        connection.request("GET", "/api/events", headers={"X-Goshawk-Token": token})
        answer = connection.getresponse()
        if answer.status == 403:
            return None
        if answer.status != 200:
            raise Failure(f"events: {answer.status}")
        found = {}
        wanted = {"state", "study"} if token == started.token else {"state"}
        while not wanted <= found.keys():
            line = answer.readline()
            if not line:
                return None
            if line.strip():
                message = json.loads(line)
                found[message["kind"]] = message
        return found
    finally:
        connection.close()


class Record:
    """A saved game of one variation: the moves as (colour, x, y), and what it says of itself."""

    def __init__(self, text):
        self.moves, self.headers = [], {}
        for color, point, name, value in NODE.findall(text):
            if name:
                self.headers[name] = value
            elif point:
                self.moves.append((color, *map(LETTERS.index, point)))
        size = [int(side) for side in self.headers["SZ"].split(":")]
        self.width, self.height = size[0], size[-1]
        self.rule = self.headers["RU"].lower()

    def names(self):
        board = gomoku.Board(self.width, self.height, self.rule)
        return [board.name(board.at(x, y)) for _, x, y in self.moves]

    def check(self):
        """Replays the game. Its moves must be legal, and its result that of the board."""
        board = gomoku.Board(self.width, self.height, self.rule)
        result, winner = self.headers.get("RE"), None
        for number, (letter, x, y) in enumerate(self.moves):
            at, color = board.at(x, y), gomoku.BLACK if letter == "B" else gomoku.WHITE
            what = f"move {number + 1}, {board.name(at)}, of {self.rule}"
            if winner:
                raise Failure(f"{what} follows the end of the game")
            if letter != "BW"[number % 2]:
                raise Failure(f"{what}: the sides do not take turns")
            if not (x < self.width and y < self.height) or board.cells[at] != gomoku.EMPTY:
                raise Failure(f"{what} is not an empty point")
            if color == gomoku.BLACK and board.foul(at):
                raise Failure(f"{what} is a foul")
            if board.wins(color, at):
                winner = letter
            board.cells[at] = color
        if winner and result != f"{winner}+":
            raise Failure(f"{winner} has won by the board, but the record says {result}")
        if not winner and result in ("B+", "W+"):
            raise Failure(f"the record says {result}, but nobody has five")


def main_line(nodes):
    """The names of the first moves after each other in a tree that a page is told."""
    first = {}
    for node in nodes:
        first.setdefault(node.get("parent"), node)
    names, node = [], first[None]
    while node["id"] in first:
        node = first[node["id"]]
        names.append(node["name"])
    return names


class Referee:
    """Looks at the server and its pages while nobody clicks."""

    def __init__(self, started, pages):
        self.started, self.pages = started, pages
        self.checked = {}
        self.games = self.moves = 0

    def resident(self):
        """The memory of the server in MiB."""
        with open(f"/proc/{self.started.process.pid}/status", encoding="utf-8") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024

    def records(self):
        """Replays every saved game that has changed."""
        for path in self.started.saved_games():
            key = (path.stat().st_mtime_ns, path.stat().st_size)
            if self.checked.get(path) == key:
                continue
            record = Record(path.read_text(encoding="utf-8"))
            try:
                record.check()
            except Failure as failure:
                raise Failure(f"{path.name}: {failure}: {path.read_text(encoding='utf-8')}") from None
            if path not in self.checked:
                self.games += 1
            self.moves += len(record.moves)
            self.checked[path] = key

    def state(self):
        """The state and the study, once the record of the game equals the state."""
        seen = {}

        def is_consistent():
            before = told(self.started, self.started.token)
            file = re.search(r"Saved to (.*) after every move", before["state"]["saved"] or "")
            moves = []
            if file:
                with open(file[1], encoding="utf-8") as text:
                    moves = Record(text.read()).names()
            # The file may already be that of the next state. An opening is not saved.
            seen.update(before, record=moves)
            in_opening = "opening is over" in (before["state"]["saved"] or "")
            return in_opening or before["state"]["moves"] == moves

        try:
            wait("the record equals the game", is_consistent, SETTLED)
        except Failure as failure:
            raise Failure(f"{failure}: {seen['record']}, {seen['state']}") from None
        return seen

    def shown(self, user, token):
        """Why a page does not show what it is told; None if it does."""
        messages = told(self.started, token)
        if messages is None:
            return None
        expected = messages["state"]
        user.browser.run("""
            document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close());
            document.getElementById('tab-game-button').click();
            document.getElementById('last').click();""")
        state = user.state()
        pairs = [
            (state["moves"], expected["moves"], "moves"),
            (state["status"], expected["status"], "status"),
            (state["stones"], len(expected["stones"]), "stones"),
        ]
        if "study" in messages:
            names = user.browser.run("""
                document.getElementById('tab-analysis-button').click();
                return [...document.querySelectorAll('#study-moves .main .name')].map((e) => e.textContent);""")
            stones = user.state()["stones"]
            pairs += [(names, main_line(messages["tree"]["nodes"]), "main line"),
                      (stones, len(messages["study"]["stones"]), "stones of the study")]
        wrong = [f"{what}: {left} instead of {right}" for left, right, what in pairs if left != right]
        return "; ".join(wrong) or None

    def look(self):
        """Checks everything."""
        if self.started.process.poll() is not None:
            raise Failure(f"the program has ended: {self.started.process.stderr.read()}")
        self.state()
        self.records()
        for name, user, token in self.pages():
            difference = None

            def is_same():
                nonlocal difference
                difference = self.shown(user, token)
                return difference is None

            try:
                wait(f"the page of {name} shows what it is told", is_same, SETTLED)
            except Failure as failure:
                raise Failure(f"{failure}: {difference}") from None
