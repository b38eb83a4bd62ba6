"""The program as a server, and requests that do not come from its page."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import socket
import subprocess
import tempfile

from webdriver import Failure


class Board:
    """The program, serving in a folder of its own."""

    def __init__(self, program, *arguments, folder=None):
        # A folder that is given stays.
        self.folder = None if folder else tempfile.TemporaryDirectory()
        self.data = folder or self.folder.name
        environment = dict(os.environ, XDG_DATA_HOME=self.data)
        self.process = subprocess.Popen(
            [program, "board", "--no-open", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            text=True,
        )
        self.address = None
        for line in self.process.stdout:
            found = re.search(r"http://\S+#owner=\w+", line)
            if found:
                self.address = found[0]
                break
        if self.address is None:
            raise Failure(f"no address: {self.process.stderr.read()}")
        self.host = re.match(r"http://([^/]+)/", self.address)[1]
        self.port = int(self.host.rsplit(":", 1)[1])
        self.token = self.address.rsplit("=", 1)[1]

    def saved_games(self):
        return sorted(pathlib.Path(self.data).rglob("*.sgf"))

    def stop(self):
        self.process.terminate()
        _, errors = self.process.communicate(timeout=10)
        if self.folder:
            self.folder.cleanup()
        if errors.strip():
            raise Failure(f"the program wrote to standard error: {errors[:400]}")


@contextlib.contextmanager
def board(context, *arguments, folder=None):
    """The board that is checked: the program with these arguments, or the static page, which has none."""
    if context.site:
        from board.site import Site

        if arguments:
            raise Failure(f"the static page has no {arguments}")
        started = Site(context.site)
    else:
        started = Board(context.program, *arguments, folder=folder)
    try:
        yield started
    except BaseException:
        with contextlib.suppress(Failure):
            started.stop()
        raise
    started.stop()


def raw(started, text, body=b"", seconds=15, host="127.0.0.1"):
    """Sends bytes and returns the status of the answer; None if the connection is closed."""
    with socket.create_connection((host, started.port), timeout=seconds) as stream:
        with contextlib.suppress(OSError):
            stream.sendall(text.encode("latin-1") + body)
        answer = b""
        with contextlib.suppress(OSError):
            while b"\r\n" not in answer:
                part = stream.recv(4096)
                if not part:
                    break
                answer += part
        found = re.match(rb"HTTP/1.1 (\d+)", answer)
        return int(found[1]) if found else None


def connect(started):
    """A connection that stays open from one request to the next, as a browser's does."""
    return http.client.HTTPConnection("127.0.0.1", started.port, timeout=15)


def act(started, token, action, connection=None, **fields):
    """Posts an action as the page does. Returns the status and the answer."""
    connection = connection or connect(started)
    headers = {"Origin": f"http://{started.host}", "X-Goshawk-Token": token, "Content-Type": "application/json"}
    connection.request("POST", "/api/act", json.dumps({"action": action, **fields}), headers)
    answer = connection.getresponse()
    data = answer.read()
    if answer.getheader("Content-Type") != "application/json":
        return answer.status, data.decode("latin-1")
    return answer.status, json.loads(data) if data else {}
