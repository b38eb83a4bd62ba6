"""A running engine as a manager sees it: lines in, lines out, and the record."""

import collections
import os
import queue
import re
import subprocess
import threading
import time

HANG = 20.0            # seconds until a missing answer is a hang
TOLERANCE = 0.05       # an answer may be so late, waits for a processor taken off
AT_ONCE = 0.1          # limit of whatever needs no thinking
EXIT = 2.0             # of the exit; how long a process waits there, nobody can ask
FORM = re.compile(
    r'(?:MESSAGE|DEBUG|ERROR|UNKNOWN) \S.*|OK|SWAP|name="[^\r]*|FORBID (?:\d{4})*\.'
    r'|\d+,\d+(?: \d+,\d+){0,2}')
DETAIL = re.compile(r"INFO (?:PV|NUMPV|DEPTH|EVAL|WINRATE|BESTLINE) \S.*")
COMMENT = ("MESSAGE ", "DEBUG ", "INFO ")


class Fault(Exception):
    """The engine has done wrong."""


def waits(tasks):
    """Seconds that each of these threads has waited for a processor so far."""
    found = {}
    for task in tasks:
        try:
            with open(task + "/schedstat") as file:
                found[task] = int(file.read().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            pass
    return found


def waited(before):
    """Seconds that they have waited since; threads that are gone count as none."""
    return sum(now - before[task] for task, now in waits(before).items())


class Brain:
    """A running engine, its answers and the record of what was said."""

    def __init__(self, path):
        # What the engine makes up for, it tells in its log of errors.
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=dict(os.environ, RUST_LOG="error"))
        self.record = collections.deque(maxlen=80)
        self.lines = queue.Queue()
        self.errors = b""
        self.detailed = False
        self.readers = [threading.Thread(target=work, daemon=True)
                        for work in (self._read_output, self._read_errors)]
        for reader in self.readers:
            reader.start()

    def _read_output(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line))
        self.lines.put((time.monotonic(), None))

    def _read_errors(self):
        self.errors = self.process.stderr.read()

    def tasks(self):
        """The threads whose waits excuse a late answer. Helpers do not count; of
        this script every thread does, for the others wait for whom it interrupts."""
        mine = ["/proc/self/task/" + task for task in os.listdir("/proc/self/task")]
        folder = "/proc/%d/task" % self.process.pid
        for task in os.listdir(folder):
            try:
                with open(f"{folder}/{task}/comm") as file:
                    if file.read().strip() != "helper":
                        mine.append(f"{folder}/{task}")
            except OSError:
                pass
        return mine

    def megabytes(self):
        with open("/proc/%d/status" % self.process.pid) as file:
            for line in file:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) / 1024
        return 0

    def send(self, data):
        shown = data if len(data) < 300 else data[:100] + b"... %d bytes" % len(data)
        self.record.append("%10.3f > %r" % (time.monotonic(), shown))
        self.detailed |= b"show_detail" in data.lower() or b"yxshowinfo" in data.lower()
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except OSError as error:
            raise Fault("does not read its input: %s" % error)

    def say(self, *lines):
        self.send("".join(line + "\n" for line in lines).encode())

    def answer(self, until):
        """The next answer and its time; None if there is none by then."""
        while True:
            try:
                when, line = self.lines.get(timeout=max(0, until - time.monotonic()))
            except queue.Empty:
                return None
            if line is None:
                raise Fault("the output has ended, exit code %s" % self.process.wait(HANG))
            text = line.decode("utf-8", "replace")
            if not text.startswith(("INFO ", "MESSAGE REALTIME ")):
                self.record.append("%10.3f < %r" % (when, line))
            form = FORM.fullmatch(text[:-1]) or self.detailed and DETAIL.fullmatch(text[:-1])
            if not text.endswith("\n") or not form or text[:-1] != text.strip():
                raise Fault("no permitted form of output: %r" % line)
            if not text.startswith(COMMENT):
                return when, text[:-1]

    def exit(self, how, searching=False):
        """Ends the engine by `how`; a search may end at the same moment."""
        started = time.monotonic()
        how()
        try:
            self.process.wait(HANG)
        except subprocess.TimeoutExpired:
            raise Fault("does not exit")
        took = time.monotonic() - started
        for reader in self.readers:
            reader.join(HANG)
        code = self.process.returncode
        if code != 0 or self.errors:
            raise Fault("exits with code %d and on stderr %r" % (code, self.errors))
        if took > EXIT:
            raise Fault("exits after %d ms" % (1000 * took))
        while not self.lines.empty():
            line = self.lines.get()[1]
            text = "" if line is None else line.decode("utf-8", "replace")
            if text and not text.startswith(COMMENT) and not (searching and text[0].isdigit()):
                raise Fault("a stray line at the exit: %r" % line)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
