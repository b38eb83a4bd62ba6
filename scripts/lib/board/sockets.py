"""Random requests to the server of the board, for scripts/fuzz: damaged, half, pipelined, and
actions with random fields."""

import contextlib
import json
import socket
import time

from board.referee import Referee, told
from board.server import Board

ARGUMENTS = ("--network", "--memory", "64", "--time", "0.05", "--level", "1", "--threads", "2")
STATUSES = {"200", "204", "400", "403", "404", "405", "408", "409", "411", "413", "421", "431", "501"}
ANSWER_TIME = 12.0         # seconds for an answer; a request may take 10 to arrive
HEALTH = 50                # requests between two looks at the server
NUMBERS = (0, 1, 2, 3, 7, 14, 15, 19, 31, 32, 255, 256, -1, 0.5, 1e300, 1 << 64, None, "7", [], True)
RULES = ("freestyle", "standard", "renju", "caro", "caro-exact", "chess", "")
OPENINGS = ("swap", "swap2", "rif", "yamaguchi", "soosyrv-8", "taraguchi-10", "pro")
PLAYERS = ({"kind": "person", "name": "A"}, {"kind": "person", "name": None}, {"kind": "guest"},
           {"kind": "engine", "level": 1}, {"kind": "engine", "level": 11}, {"kind": "nobody"})
PLAIN = ("undo", "hint", "stop", "pause", "resume", "resign", "offer-draw", "free-seat", "rematch", "export")
STUDY = ("take-game", "delete", "promote", "turn", "stop", "why", "solve", "puzzles", "leave-proof", "return-to-proof")
GARBAGE = ("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "\r\n\r\n", "GET", "GET / HTTP/9.9\r\n\r\n", "\0" * 100,
           "A" * 9000, "GET / HTTP/1.1\r\n" + "x: y\r\n" * 100 + "\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
TEXTS = ("h8 h9 i8 i9 j10 g7 j8", "no game", "", "(;GM[4]SZ[9];B[ee](;W[ff])(;W[dd]))", "\xff\xfe\x00", "# rule: renju\nh8")


def action(rng):
    """An action with random fields, some of which do not fit."""
    number = lambda: rng.choice(NUMBERS) if rng.random() < 0.2 else rng.randrange(15)
    kind = rng.random()
    if kind < 0.3:
        return {"action": "move", "x": number(), "y": number(), "ply": rng.choice(("{ply}", "{ply}", number()))}
    if kind < 0.5:
        return {"action": rng.choice(PLAIN)}
    if kind < 0.6:
        size = rng.choice((5, 9, 15, 15, 20, 31, *NUMBERS))
        return {"action": "new-game", "rule": rng.choice(RULES), "width": size, "height": rng.choice((size, size, number())),
                "black": rng.choice(PLAYERS), "white": rng.choice(PLAYERS), "seconds": rng.choice((0.05, 0.05, number())),
                "opening": rng.choice((None, None, *OPENINGS)), "minutes": rng.choice((None, None, 1, number())),
                "increment": rng.choice((0, 1, number())), "from": rng.choice((None, None, {"kind": "game", "ply": number()},
                                                                             {"kind": "study", "version": number()}))}
    if kind < 0.65:
        ply = rng.choice(("{ply}", "{ply}", number()))
        if rng.random() < 0.3:
            return {"action": "declare", "count": number(), "ply": ply}
        return {"action": "choose", "option": rng.choice(("keep", "swap", "more", "ten", "less")), "ply": ply}
    if kind < 0.66:
        return {"action": "change-players", "black": rng.choice(PLAYERS), "white": rng.choice(PLAYERS),
                "seconds": rng.choice((0.05, 0.05, number()))}
    if kind < 0.67:
        act = rng.choice(({"do": "list"}, {"do": "open", "set": rng.choice(("easy", "hard", "../x"))}))
        return {"action": "puzzles", "act": act}
    if kind < 0.7:
        return {"action": "answer", "accept": rng.random() < 0.5}
    if kind < 0.75:
        return {"action": "save-study", "format": rng.choice(("sgf", "lib", "psq", "txt", "svg", "exe", "../x"))}
    acts = (
        {"do": rng.choice(STUDY)}, {"do": "play", "x": number(), "y": number()}, {"do": "try", "x": number(), "y": number()}, {"do": "go", "node": number()},
        {"do": "exclude", "x": number(), "y": number()}, {"do": "analyze", "variations": number()},
        {"do": "set-up", "x": number(), "y": number(), "stone": rng.choice(("black", "white", "empty", "red"))},
        {"do": "comment", "text": rng.choice(TEXTS) * rng.choice((1, 1, 300))}, {"do": "rule", "rule": rng.choice(RULES)},
        {"do": "clear", "rule": rng.choice(RULES), "size": number()}, {"do": "choose", "number": number()},
        {"do": "review", "nodes": rng.choice((1000, number()))}, {"do": "threats", "shown": rng.random() < 0.5},
        {"do": "attempt", "number": number(), "x": number(), "y": number()},
        {"do": "follow", "moves": [[number(), number()] for _ in range(rng.randrange(4))]},
    )
    return {"action": "study", "version": "{version}", "act": rng.choice(acts)}


def request(rng):
    """A request as the page sends it. What is in braces is filled in when it is sent."""
    if rng.random() < 0.1:
        path = rng.choice(("/", "/main.js", "/api/events", "/none", "/../etc/passwd", "/?x#y", "*"))
        return "GET %s HTTP/1.1\r\nHost: {host}\r\nX-Goshawk-Token: {token}\r\n\r\n" % path
    path = rng.choice(("act",) * 12 + ("study", "join", "open"))
    body = {"act": json.dumps(action(rng)), "study": rng.choice(TEXTS), "open": "{}"}.get(path, '{"name":"B"}')
    token = rng.choice(("{token}",) * 8 + ("{guest}", "0" * 32, ""))
    return ("POST /api/%s HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nX-Goshawk-Token: %s\r\n"
            "Content-Length: {length}\r\n\r\n%s" % (path, token, body))


def damaged(rng, text):
    """The request with a few random changes."""
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(letters) + 1)
        new = rng.choice(("", "\r", "\n", "\r\n", "\0", ":", " ", "\xff", "{", "}", "1", "Content-Length: 5\r\n", "Host: a\r\n"))
        letters[at:at + rng.randrange(4)] = new
    return "".join(letters)


class Sockets:
    """One server, to which an input is a list of parts that are sent over one connection."""

    def __init__(self, engine):
        self.board = Board(engine, *ARGUMENTS)
        self.referee = Referee(self.board, lambda: ())
        self.guest, self.count = "", 0
        self.state = told(self.board, self.board.token)

    def input(self, rng):
        text = request(rng)
        kind = rng.random()
        if kind < 0.2:
            text = damaged(rng, text)
        elif kind < 0.25:
            text += request(rng)
        elif kind < 0.3:
            text = text[:rng.randrange(len(text))]
        elif kind < 0.35:
            text = rng.choice(GARBAGE) + rng.choice(("", text))
        cut = rng.randrange(len(text) + 1)
        return [text] if rng.random() < 0.8 else [text[:cut], text[cut:]]

    def filled(self, parts):
        """The bytes of the parts."""
        state, study = self.state["state"], self.state["study"]
        values = {'"{ply}"': str(len(state["moves"])), '"{version}"': str(study["version"]), "{host}": self.board.host,
                  "{token}": self.board.token, "{guest}": self.guest}
        found = []
        for part in parts:
            for name, value in values.items():
                part = part.replace(name, value)
            found.append(part)
        body = "".join(found).partition("\r\n\r\n")[2]
        return [part.replace("{length}", str(len(body))).encode("latin-1") for part in found]

    def check(self, parts):
        answer = self.send(self.filled(parts))
        head, _, body = answer.partition(b"\r\n\r\n")
        words = head.split(b" ", 2)
        if answer and (words[0] != b"HTTP/1.1" or words[1].decode() not in STATUSES):
            raise ValueError("no answer: %r" % answer[:200])
        if b"\r\nHTTP/1.1 " in answer:
            raise ValueError("two answers on one connection: %r" % answer[:400])
        if words[1:2] == [b"200"] and "/api/join" in parts[0] and body.startswith(b'{"token"'):
            self.guest = json.loads(body)["token"]
        self.count += 1
        if self.count % HEALTH == 0:
            self.look()
        return words[1].decode() if answer else "closed"

    def send(self, parts):
        """Sends the parts and returns the answer, of a stream the beginning."""
        with socket.create_connection(("127.0.0.1", self.board.port), timeout=ANSWER_TIME) as stream:
            with contextlib.suppress(OSError):
                for number, part in enumerate(parts):
                    if number:
                        time.sleep(0.02)
                    stream.sendall(part)
                # Whatever is missing will not come.
                stream.shutdown(socket.SHUT_WR)
            answer = b""
            with contextlib.suppress(ConnectionError):
                while part := stream.recv(65536):
                    answer += part
                    if b"x-ndjson" in answer:
                        break
            return answer

    def look(self):
        """The server answers at once, the game equals its record, and nothing was reported."""
        begin = time.monotonic()
        self.referee.look()
        self.state = told(self.board, self.board.token)
        if time.monotonic() - begin > ANSWER_TIME:
            raise ValueError("the server is slow")
        if self.referee.resident() > 300:
            raise ValueError("the server needs %d MiB" % self.referee.resident())

    def close(self):
        self.look()
        self.board.stop()
