"""Attacks on the server: foreign names and origins, missing tokens, slow clients, former guests."""

import contextlib
import http.client
import json
import re
import signal
import socket
import threading
import time

from webdriver import Failure, wait

from board.page import page
from board.referee import told
from board.server import act, board, connect, raw


# The seconds in which a request has to arrive, as in src/web/routes.rs.
REQUEST_TIME = 10


def strangers_are_refused(context):
    """Foreign names, origins and tokens; guests and spectators; malformed and huge requests."""
    with board(context, "--network") as started:
        host, token = started.host, started.token
        post = "POST /api/act HTTP/1.1\r\nHost: {}\r\nOrigin: {}\r\nX-Goshawk-Token: {}\r\nContent-Length: 17\r\n\r\n"
        body = b'{"action":"undo"}'
        expected = {
            "a name that resolves here": (f"GET / HTTP/1.1\r\nHost: evil.test:{started.port}\r\n\r\n", b"", 421),
            "no host": ("GET / HTTP/1.1\r\n\r\n", b"", 400),
            "another port": ("GET / HTTP/1.1\r\nHost: localhost:1\r\n\r\n", b"", 421),
            "a foreign origin": (post.format(host, "http://evil.test", token), body, 403),
            "no token": (post.format(host, f"http://{host}", ""), body, 403),
            "a wrong token": (post.format(host, f"http://{host}", "0" * 32), body, 403),
            "an action that does not fit": (post.format(host, f"http://{host}", token), body, 409),
            "another method": (f"PUT / HTTP/1.1\r\nHost: {host}\r\n\r\n", b"", 501),
            "a path of this computer": (f"GET /../../etc/passwd HTTP/1.1\r\nHost: {host}\r\n\r\n", b"", 404),
            "events without a token": (f"GET /api/events HTTP/1.1\r\nHost: {host}\r\n\r\n", b"", 403),
            "garbage": ("\x16\x03\x01\x02\x00\x01\x00", b"", 400),
            "a head without end": ("GET / HTTP/1.1\r\nX: " + "a" * 9000, b"", 431),
            "chunks": (f"POST /api/act HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n", b"0\r\n\r\n", 501),
            "a gigabyte": (post.format(host, f"http://{host}", token).replace(": 17", f": {1 << 30}"), b"x" * 100_000, 413),
            "no JSON": (post.format(host, f"http://{host}", token), b"this is no JSON!!", 400),
        }
        for what, (head, data, status) in expected.items():
            found = raw(started, head, data)
            if found != status:
                raise Failure(f"{what}: {found} instead of {status}")
        if act(started, token, "new-game", rule="freestyle", width=15, height=15, seconds=1, opening=None, minutes=None,
               black={"kind": "person", "name": "A"}, white={"kind": "guest"})[0] != 204:
            raise Failure("no game over the network")
        with page(context, started) as owner:
            link = wait("a link", lambda: owner.browser.run("return document.querySelector('#invite input')?.value"))
        invitation = link.rsplit("=", 1)[1]
        tokens = []
        for name in ("guest", "spectator"):
            connection = http.client.HTTPConnection("127.0.0.1", started.port, timeout=15)
            connection.request("POST", "/api/join", json.dumps({"name": name}),
                               {"Origin": f"http://{host}", "X-Goshawk-Token": invitation})
            tokens.append(json.load(connection.getresponse())["token"])
        for name, other in zip(("guest", "spectator"), tokens):
            for action, fields in (("new-game", {"rule": "freestyle", "width": 15, "height": 15, "seconds": 1, "opening": None,
                                                 "minutes": None, "black": {"kind": "person", "name": None},
                                                 "white": {"kind": "engine", "level": 1}}),
                                   ("study", {"version": 1, "act": {"do": "analyze", "variations": 1}}),
                                   ("save-study", {"format": "sgf"}), ("hint", {}), ("stop", {}), ("show-chance", {"shown": True})):
                status, _ = act(started, other, action, **fields)
                if status != 403:
                    raise Failure(f"a {name} may ask for {action}: {status}")
        if act(started, tokens[1], "move", x=7, y=7, ply=0)[0] != 403:
            raise Failure("a spectator may play")
        if act(started, tokens[0], "move", x=7, y=7, ply=0)[0] != 409:
            raise Failure("the guest plays for the owner")


def a_rebound_name_is_refused(context):
    """A page of another name that resolves to this machine gets nothing."""
    with board(context) as started:
        rules = "--host-resolver-rules=MAP evil.test 127.0.0.1"
        address = f"http://evil.test:{started.port}/#owner={started.token}"
        with page(context, started, address, arguments=[rules]) as user:
            if user.browser.run("return document.querySelector('svg.board') !== null"):
                raise Failure("the page is served under a foreign name")


def slow_clients_keep_nobody_out(context):
    """A thousand connections that send nothing, or only the beginning of a request."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        user.new_game(Opponent="here")
        with contextlib.ExitStack() as stack:
            for number in range(1000):
                try:
                    stream = socket.create_connection(("127.0.0.1", started.port), timeout=2)
                except OSError:
                    continue
                begun = time.monotonic()
                stack.callback(stream.close)
                if number % 2:
                    with contextlib.suppress(OSError):
                        stream.sendall(b"GET / HT")
                if number % 100 == 50:
                    status, _ = act(started, started.token, "move", x=number // 100, y=7, ply=number // 100)
                    if status != 204:
                        raise Failure(f"after {number} slow clients: {status}")
                    # The server drops whoever sends nothing for REQUEST_TIME. One of them makes room for an action.
                    if time.monotonic() - begun >= REQUEST_TIME:
                        raise Failure(f"after {number} slow clients, an action waits until they are dropped")
        user.until("all moves", lambda s: len(s["moves"]) == 10)
        with open(f"/proc/{started.process.pid}/status") as file:
            threads = int(re.search(r"Threads:\s+(\d+)", file.read())[1])
        if threads > 60:
            raise Failure(f"{threads} threads are left")


LOST = """
    const [banner, panel] = [document.getElementById('banner'), document.querySelector('.panel')];
    return {
        banner: banner.hidden ? '' : banner.textContent, inert: panel.inert, title: document.title,
        status: document.getElementById('status').textContent, toast: document.querySelector('.toast') !== null,
    };"""


def lost(user):
    """What a page shows of a lost connection."""
    return user.browser.run(LOST)


def until_lost(user):
    """Waits until a page says that the program does not answer, and only that."""
    wait("the banner", lambda: "does not answer" in lost(user)["banner"], 60)
    wait("no message beside it", lambda: not lost(user)["toast"])
    found = lost(user)
    if found["status"] != "Not connected." or found["title"] != "Goshawk" or not found["inert"]:
        raise Failure(f"a page without a program shows {found}")
    if user.state()["playable"]:
        raise Failure("the board of a page without a program can be used")


def a_dead_program_is_told(context):
    """The page of a program that has died says so for as long as that is true."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        user.new_game(Opponent="here")
        user.play_and_see("h8")
        if "Your move" not in lost(user)["title"]:
            raise Failure("the title does not say whose turn it is")
        started.process.kill()
        until_lost(user)
        context.picture(user, "program-has-died")
        user.play("a1")
        user.browser.click("#numbers")
        user.browser.click("#first")
        user.browser.click("#last")
        until_lost(user)
        if len(user.state()["moves"]) != 1:
            raise Failure("a move is played without a program")


def a_silent_program_is_told(context):
    """A program that is stopped and goes on: the page is connected again by itself."""
    with board(context) as started, page(context, started) as user:
        user.until("the board", lambda s: s["playable"])
        started.process.send_signal(signal.SIGSTOP)
        try:
            until_lost(user)
        finally:
            started.process.send_signal(signal.SIGCONT)
        wait("the page is connected", lambda: lost(user)["banner"] == "", 60)
        user.until("the board", lambda s: s["playable"])
        if lost(user)["inert"]:
            raise Failure("the panel stays disabled")
        user.new_game(Opponent="here")
        user.play_and_see("h8")


SETTINGS = {"rule": "freestyle", "width": 15, "height": 15, "seconds": 1, "opening": None, "minutes": None,
            "black": {"kind": "person", "name": None}}
PATIENCE = 60.0            # seconds after which a stream that should end counts as one that does not
TRIALS = 40                # games that begin while former guests connect


def begin(started, kind, connection=None):
    """Begins a game of the owner with a person here or over the network."""
    white = {"kind": kind} if kind == "guest" else {"kind": kind, "name": None}
    status, answer = act(started, started.token, "new-game", connection, white=white, **SETTINGS)
    if status != 204:
        raise Failure(f"no new game: {status} {answer}")


def joined(started):
    """The tokens of a guest and of a spectator who join the game."""
    invitation = told(started, started.token)["state"]["invite"]["link"].rsplit("=", 1)[1]
    tokens = []
    for name in ("guest", "spectator"):
        connection = http.client.HTTPConnection("127.0.0.1", started.port, timeout=15)
        connection.request("POST", "/api/join", json.dumps({"name": name}),
                           {"Origin": f"http://{started.host}", "X-Goshawk-Token": invitation})
        tokens.append(json.load(connection.getresponse())["token"])
        connection.close()
    return tokens


def stream(started, token):
    """A connection that has asked for events, and ends after a refusal."""
    opened = socket.create_connection(("127.0.0.1", started.port), timeout=PATIENCE)
    opened.sendall(f"GET /api/events HTTP/1.1\r\nHost: {started.host}\r\nX-Goshawk-Token: {token}\r\n"
                   "Connection: close\r\n\r\n".encode())
    return opened


def former_guests_are_told_nothing(context):
    """A guest and a spectator who connect again and again while the owner begins a private game."""
    with board(context, "--network") as started:
        for _ in range(TRIALS):
            # Whoever has shown a token keeps the place of the connection, however many connect.
            owner = connect(started)
            begin(started, "guest", owner)
            tokens = joined(started)
            streams, over = [], threading.Event()

            def reconnect(token):
                while not over.is_set():
                    with contextlib.suppress(OSError):
                        streams.append(stream(started, token))

            clients = [threading.Thread(target=reconnect, args=(token,)) for token in tokens]
            for client in clients:
                client.start()
            while len(streams) < 4:
                time.sleep(0.001)
            begin(started, "person", owner)
            over.set()
            owner.close()
            for client in clients:
                client.join()
            act(started, started.token, "move", x=7, y=7, ply=0)
            game = told(started, started.token)["state"]["game"]
            for opened in streams:
                with opened:
                    heard = b""
                    with contextlib.suppress(ConnectionError):
                        while part := opened.recv(65536):
                            heard += part
                    if b'"game":%d,' % game in heard:
                        raise Failure("a former guest is told of the next game")


def many_streams_keep_nobody_out(context):
    """Forty streams of a guest and of a spectator, while the owner connects and plays."""
    with board(context, "--network") as started:
        begin(started, "guest")
        with contextlib.ExitStack() as stack:
            for token in joined(started):
                for _ in range(40):
                    stack.enter_context(stream(started, token))
            if told(started, started.token) is None:
                raise Failure("the owner is told nothing")
            status, _ = act(started, started.token, "move", x=7, y=7, ply=0)
            if status != 204:
                raise Failure(f"the owner cannot play: {status}")


def strangers_do_not_delay_the_owner(context):
    """Requests for the page without a token, whose clients keep their connections, between actions."""
    with board(context, "--network") as started, contextlib.ExitStack() as stack:
        request = f"GET / HTTP/1.1\r\nHost: {started.host}\r\nConnection: close\r\n\r\n".encode()
        refused = 0
        for number in range(105):
            for _ in range(5):
                opened = stack.enter_context(socket.create_connection(("127.0.0.1", started.port), timeout=15))
                opened.sendall(request)
            refused += act(started, started.token, "show-chance", shown=number % 2 == 0)[0] != 204
        if refused:
            raise Failure(f"{refused} of 105 actions of the owner are not carried out")
