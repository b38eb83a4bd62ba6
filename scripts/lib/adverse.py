"""Checks of the engine in adverse conditions: a jumping clock, a manager that does not read,
little memory. Each returns what was measured, or raises a Fault or Skipped.
"""

import fcntl
import os
import pathlib
import re
import resource
import shutil
import subprocess
import time

from brain import AT_ONCE, COMMENT, DETAIL, EXIT, FORM, HANG, TOLERANCE, Brain, Fault, waited, waits

LIB = pathlib.Path(__file__).resolve().parent
MEGABYTE = 1 << 20
PIPE = 4096                # bytes that the pipe from the engine holds
LEAST_MEMORY = 40          # megabytes that the engine may use under any limit
MOVE = re.compile(r"(\d+),(\d+)")


class Skipped(Exception):
    """Something that the check needs is missing."""


def timed(brain, limit):
    """The next answer and by how many seconds it exceeds `limit`, without waits for a
    processor."""
    before, started = waits(brain.tasks()), time.monotonic()
    answer = brain.answer(started + HANG)
    if answer is None:
        raise Fault("does not answer within %d s" % HANG)
    over = answer[0] - started - limit - waited(before)
    if over > TOLERANCE:
        raise Fault("answers %r %d ms late" % (answer[1], 1000 * over))
    return answer[1], max(0, over)


def move_of(text, size, taken=()):
    """A move of the engine, which must be on an empty point of the board."""
    move = MOVE.fullmatch(text)
    point = move and (int(move[1]), int(move[2]))
    if not move or point[0] >= size or point[1] >= size or point in taken:
        raise Fault("plays %r" % text)
    return point


# ---------------------------------------------------------------------- clock

def jumping_clock(folder):
    """The library that makes the wall clock jump."""
    compiler = shutil.which("cc")
    if not compiler:
        raise Skipped("needs a C compiler")
    library = folder / "jumping_clock.so"
    command = [compiler, "-shared", "-fPIC", "-o", library, LIB / "jumping_clock.c", "-ldl"]
    if subprocess.run(command, capture_output=True).returncode:
        raise Skipped("the C compiler cannot build a shared library")
    shown = subprocess.run(["date", "+%Y"], env=dict(os.environ, LD_PRELOAD=str(library)),
                           capture_output=True, text=True).stdout
    if shown.strip() == time.strftime("%Y"):
        raise Skipped("the clock cannot be replaced here")
    return library


def clock(path, moves, folder):
    """Searches and openings while the wall clock jumps by years."""
    brain = Brain(path, LD_PRELOAD=str(jumping_clock(folder)))
    latest = 0.0
    try:
        for number in range(moves):
            size, turn = (15, 20)[number % 2], (0, 10, 40, 100)[number % 4]
            brain.say("START %d" % size)
            timed(brain, AT_ONCE)
            brain.say("INFO timeout_turn %d" % turn)
            if number % 5 == 4:
                brain.say("SWAP2BOARD", "DONE")
                timed(brain, max(turn / 1000, AT_ONCE))
            brain.say("BOARD", "7,7,1", "8,8,2", "DONE")
            text, over = timed(brain, turn / 1000)
            move_of(text, size, ((7, 7), (8, 8)))
            latest = max(latest, over)
        brain.exit(lambda: brain.say("END"))
    finally:
        brain.kill()
    return "%d moves, overshoot %.1f ms" % (moves, 1000 * latest)


# ---------------------------------------------------------------- slow reader

class SlowReader:
    """An engine whose output is read only when asked for, from a small pipe."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            bufsize=0, env=dict(os.environ, RUST_LOG="error"))
        fcntl.fcntl(self.process.stdout, fcntl.F_SETPIPE_SZ, PIPE)
        os.set_blocking(self.process.stdin.fileno(), False)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.text = b""

    def say(self, *lines):
        data = "".join(line + "\n" for line in lines).encode()
        until = time.monotonic() + HANG
        while data:
            try:
                data = data[os.write(self.process.stdin.fileno(), data):]
            except BlockingIOError:
                if time.monotonic() > until:
                    raise Fault("does not read its input while its output is not read")
                time.sleep(0.01)

    def read(self, count, single=0):
        """Reads until `count` lines that are not comments have come, the first `single` bytes
        one by one; returns these lines."""
        answers, until = [], time.monotonic() + HANG
        while time.monotonic() < until:
            try:
                piece = os.read(self.process.stdout.fileno(), PIPE if single <= 0 else 1)
                if not piece:
                    raise Fault("has closed its output")
                self.text += piece
                single -= len(piece)
                until = time.monotonic() + HANG
            except BlockingIOError:
                time.sleep(0.001)
            while b"\n" in self.text:
                line, self.text = self.text.split(b"\n", 1)
                line = line.decode("utf-8", "replace")
                if not FORM.fullmatch(line) and not DETAIL.fullmatch(line):
                    raise Fault("prints a line of unknown form: %r" % line)
                if not line.startswith(COMMENT):
                    answers.append(line)
            if len(answers) >= count:
                return answers
        raise Fault("gives %d answers instead of %d after its output was read again"
                    % (len(answers), count))

    def exit(self):
        """Reads the rest of the output; returns the seconds until the exit."""
        started = time.monotonic()
        while self.process.poll() is None:
            try:
                os.read(self.process.stdout.fileno(), PIPE)
            except BlockingIOError:
                time.sleep(0.001)
            if time.monotonic() - started > EXIT:
                raise Fault("does not exit when its output is read again")
        errors = self.process.stderr.read()
        if self.process.returncode != 0 or errors:
            raise Fault("exits with code %d and prints %r to stderr"
                        % (self.process.returncode, errors))
        return time.monotonic() - started

    def close(self):
        """Closes the output; returns the seconds until the exit."""
        started = time.monotonic()
        self.process.stdout.close()
        try:
            self.process.wait(HANG)
        except subprocess.TimeoutExpired:
            raise Fault("does not exit when its output is closed")
        return time.monotonic() - started

    def kill(self):
        self.process.kill()
        self.process.wait()


def unread_search(reader, single):
    """A search with details, and many commands. The output is read only afterwards, the first
    `single` bytes one by one."""
    reader.say("START 20", "INFO show_detail 3", "INFO timeout_turn 300",
               "BOARD", "9,9,1", "10,10,2", "DONE")
    # Meanwhile more is printed than the pipe holds.
    time.sleep(0.7)
    reader.say(*["ABOUT"] * 200)
    answers = reader.read(202, single)
    moves = [line for line in answers[1:] if not line.startswith("name=")]
    # On a busy machine the search may last longer, and ABOUT is answered meanwhile.
    if answers[0] != "OK" or len(moves) != 1:
        raise Fault("answers %r and %d times ABOUT" % (moves, len(answers) - len(moves) - 1))
    move_of(moves[0], 20, ((9, 9), (10, 10)))


def slow_reader(path, rounds):
    """The manager reads nothing during searches, or single bytes; then it ends the engine, or
    closes the output."""
    exits = []
    for leave in ("END", "close"):
        reader = SlowReader(path)
        try:
            for number in range(rounds):
                unread_search(reader, single=1000 * (number % 2))
            reader.say("INFO timeout_turn 30000", "TURN 3,3", *["ABOUT"] * 200)
            if leave == "END":
                reader.say("END")
            time.sleep(0.3)
            exits.append(reader.exit() if leave == "END" else reader.close())
        finally:
            reader.kill()
    return ("%d searches answered once each; exit %.0f ms after END and reading, %.0f ms after"
            " closing" % (2 * rounds, 1000 * exits[0], 1000 * exits[1]))


# --------------------------------------------------------------------- memory

def small_limits(path, games):
    """Plays under memory limits that are too small for a table; returns the peak in MB."""
    brain, peak = Brain(path), 0.0
    limits = [1, 1000, MEGABYTE, 16 * MEGABYTE, 30 * MEGABYTE, 31 * MEGABYTE, 40 * MEGABYTE]
    try:
        for number in range(games):
            size, limit = (5, 15, 20, 31)[number % 4], limits[number % len(limits)]
            brain.say("INFO max_memory %d" % limit, "INFO timeout_turn 30",
                      "INFO rule %d" % (0, 1, 4, 8, 9)[number % 5], "START %d" % size)
            timed(brain, AT_ONCE)
            brain.say("BEGIN")
            taken = [move_of(timed(brain, 0.05)[0], size)]
            for _ in range(3):
                free = next((x, y) for x in range(size) for y in range(size)
                            if (x, y) not in taken)
                brain.say("TURN %d,%d" % free)
                taken += [free, move_of(timed(brain, 0.05)[0], size, taken + [free])]
            peak = max(peak, brain.megabytes())
            if peak > LEAST_MEMORY:
                raise Fault("uses %.1f MB under a limit of %d bytes" % (peak, limit))
        brain.exit(lambda: brain.say("END"))
    finally:
        brain.kill()
    return peak


def changing_limits(path, searches):
    """Searches under limits and with numbers of threads that change, so that the table has
    to change its size; returns the peak in MB."""
    brain, peak = Brain(path), 0.0
    settings = [(64, 1), (40, 2), (64, 2), (40, 1), (64, 1), (64, 2)]
    try:
        for number in range(searches):
            limit, threads = settings[number % len(settings)]
            size = (15, 20)[number // 3 % 2]
            brain.say("INFO max_memory %d" % (limit * MEGABYTE), "INFO thread_num %d" % threads,
                      "INFO timeout_turn 50", "INFO rule %d" % (0, 1, 4, 8, 9)[number % 5],
                      "START %d" % size)
            timed(brain, AT_ONCE)
            brain.say("BOARD\n7,7,1\n8,8,2\nDONE")
            move_of(timed(brain, 0.07)[0], size, ((7, 7), (8, 8)))
            peak = max(peak, brain.megabytes())
            # The limits are in MiB, as is the peak.
            if peak > 64:
                raise Fault("uses %.1f MB under changing limits of at most 64 MB" % peak)
        brain.exit(lambda: brain.say("END"))
    finally:
        brain.kill()
    return peak


def within(path, megabytes):
    """Asks for a move in a process with a limited address space: True if it plays, False if it says
    why it cannot."""
    size = megabytes * MEGABYTE
    run = subprocess.run(
        [path], input="START 15\nINFO timeout_turn 50\nBOARD\n7,7,1\n8,8,2\nDONE\nEND\n",
        capture_output=True, text=True, timeout=HANG,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)))
    lines = [line for line in run.stdout.splitlines() if not line.startswith(COMMENT)]
    if run.stderr:
        raise Fault("prints %r to stderr within %d MB" % (run.stderr, megabytes))
    if run.returncode == 0 and lines and lines[0] == "OK":
        # After END no move has to come.
        for text in lines[1:]:
            move_of(text, 15, ((7, 7), (8, 8)))
        return True
    is_told = len(lines) == 1 and lines[0].startswith("ERROR ") and "memory" in lines[0]
    if run.returncode != 1 or not is_told:
        raise Fault("prints %r and exits with %d within %d MB"
                    % (run.stdout, run.returncode, megabytes))
    return False


def memory(path, games):
    """Small and changing limits by INFO, and a limited address space from 50 to 450 MB."""
    peak = small_limits(path, games)
    searches = max(30, games // 10)
    changing = changing_limits(path, searches)
    steps = range(50, 450, max(1, 4000 // games))
    plays = [megabytes for megabytes in steps if within(path, megabytes)]
    if not plays or plays != [megabytes for megabytes in steps if megabytes >= plays[0]]:
        raise Fault("plays within %r MB only" % plays)
    return ("%d games with at most %.1f MB; %d searches under changing limits with at most %.1f"
            " of 64 MB; %d limits of address space, plays from %d MB"
            % (games, peak, searches, changing, len(steps), plays[0]))
