"""An engine process: lines sent, lines received, and a record of both."""

import collections
import os
import queue
import re
import subprocess
import threading
import time

HANG = 20.0            # seconds after which a missing answer is an error
TOLERANCE = 0.05       # permitted delay, not counting waits for a processor
AT_ONCE = 0.1          # limit of answers that need no search
EXIT = 2.0             # limit of the exit; waits for a processor are unknown there
FORM = re.compile(
    r'(?:MESSAGE|DEBUG|ERROR|UNKNOWN) \S.*|OK|SWAP|name="[^\r]*|FORBID (?:\d{4})*\.'
    r'|\d+,\d+(?: \d+,\d+){0,2}')
DETAIL = re.compile(r"INFO (?:PV|NUMPV|DEPTH|EVAL|WINRATE|BESTLINE) \S.*")
COMMENT = ("MESSAGE ", "DEBUG ", "INFO ")


class Fault(Exception):
    """An error of the engine. The message continues "the engine"."""


def stolen():
    """The time in seconds for which the host of a virtual machine has withheld each processor, as
    far as the system knows. The resolution is 10 ms."""
    try:
        with open("/proc/stat") as file:
            rows = [line.split() for line in file if re.match(r"cpu\d", line)]
    except OSError:
        return {}
    return {row[0]: int(row[8]) / os.sysconf("SC_CLK_TCK") for row in rows if len(row) > 8}


def waits(tasks):
    """The seconds for which each of these threads has waited for a processor, and for which the
    host has withheld each processor."""
    found = {}
    for task in tasks:
        try:
            with open(task + "/schedstat") as file:
                found[task] = int(file.read().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            pass
    return found, stolen()


def delays(before):
    """The total time for which the threads that still exist have waited since `before`, and the
    longest time for which the host has withheld one processor. It is unknown which threads that
    has delayed."""
    threads, processors = waits(before[0])
    kept = [now - before[1].get(name, now) for name, now in processors.items()]
    return sum(now - before[0][task] for task, now in threads.items()), max(kept, default=0)


def waited(before):
    """The time by which the threads have been delayed since `before`."""
    return sum(delays(before))


class Brain:
    """An engine process, its answers, and a record of the dialogue."""

    def __init__(self, path, **variables):
        # The engine recovers from panics and logs them to stderr.
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=dict(os.environ, RUST_LOG="error", **variables))
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
        """The threads that may delay an answer: those of the engine without its helper threads,
        and those of this script, which run one at a time."""
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
        """The time of the next answer and its text; None if there is none before `until`."""
        while True:
            try:
                when, line = self.lines.get(timeout=max(0, until - time.monotonic()))
            except queue.Empty:
                return None
            if line is None:
                raise Fault("has closed its output, exit code %s" % self.process.wait(HANG))
            text = line.decode("utf-8", "replace")
            if not text.startswith(("INFO ", "MESSAGE REALTIME ")):
                self.record.append("%10.3f < %r" % (when, line))
            form = FORM.fullmatch(text[:-1]) or self.detailed and DETAIL.fullmatch(text[:-1])
            if not text.endswith("\n") or not form or text[:-1] != text.strip():
                raise Fault("prints a line of unknown form: %r" % line)
            if not text.startswith(COMMENT):
                return when, text[:-1]

    def exit(self, how, searching=False):
        """Ends the engine by calling `how`. If `searching`, it plays a move before it exits."""
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
            raise Fault("exits with code %d and prints %r to stderr" % (code, self.errors))
        if took > EXIT:
            raise Fault("exits after %d ms" % (1000 * took))
        answers = []
        while not self.lines.empty():
            line = self.lines.get()[1]
            text = "" if line is None else line.decode("utf-8", "replace")
            if text and not text.startswith(COMMENT):
                answers.append(text)
        if len(answers) != searching or not all(FORM.fullmatch(text[:-1]) for text in answers):
            raise Fault("prints %r at the exit%s" % (answers, " from a search" * searching))

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        # Only then is its output to stderr complete.
        for reader in self.readers:
            reader.join(HANG)
