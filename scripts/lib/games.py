"""Games of the engine against itself through the match runner, with measured overshoot.

The runner suspends an engine while the other one thinks. An overshoot is the time by which
an answer exceeds the limit of its move. Two delays are subtracted, because a busy machine is no
fault of the engine: the time that the engine and the runner have waited for a processor (Linux's
schedstat), and the time that the host of a virtual machine has suspended a processor (/proc/stat
and pulse.py). The uncorrected overshoot is reported as well, and late moves are listed.
"""

import collections
import os
import pathlib
import pickle
import random
import shlex
import subprocess
import sys
import time

from brain import delays, waits
from pulse import Pulse

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARENA = pathlib.Path(os.environ.get("ARENA", ROOT.parent / "shared" / "arena"))

# The number of rules and the number of sizes have no common factor, so counting through both at
# once reaches every pair, and the first pairs have all rules and different sizes.
RULES = ("freestyle", "standard", "renju", "caro", "caro-exact")
SIZES = ((15, 15), (5, 5), (20, 20), (20, 15), (9, 9), (31, 31), (12, 7), (19, 19), (6, 6),
         (17, 17), (5, 31), (13, 13), (11, 11), (25, 25))
TURNS = (5, 10, 20, 30)    # limits of a move in ms
TOLERANCE = 5000           # ms after which an answer is a timeout, waits included
LONGEST = 150              # stones after which a game is a draw
OPENING = 4                # random stones at most with which a game begins
LATE = 10                  # overshoot in ms at which a move is listed
FAULTS = ("illegal", "timeout", "crash", "foul", "over_memory", "stderr_bytes")


class Tally:
    """The events of all games."""

    def __init__(self):
        self.games = self.moves = self.late = 0
        self.pairs = set()
        self.faults = collections.Counter()
        self.raw = self.own = 0.0
        self.latest = "none"

    def overshoot(self, raw, own, what):
        """Records an overshoot with and without delays, and late moves."""
        self.raw = max(self.raw, raw)
        self.late += own >= LATE
        if own > self.own:
            self.own, self.latest = own, what

    def add(self, rule, size, summary):
        self.games += summary["games"]
        self.pairs.add((rule, size))
        for engine in summary["engines"].values():
            self.moves += engine["moves"]
            for fault in FAULTS:
                self.faults[fault] += engine[fault]

    def __str__(self):
        rules, sizes = (len(set(part)) for part in zip(*self.pairs))
        faults = ["%d %s" % (count, fault) for fault, count in self.faults.items() if count]
        return ("%d games, %d rules, %d sizes, %d moves; %s; "
                "overshoot %.1f ms (%s), %.1f with delays, %d moves late by %d ms or more" % (
                    self.games, rules, sizes, self.moves, ", ".join(faults) or "no fault",
                    self.own, self.latest, self.raw, self.late, LATE))


def usage(pid):
    """The processor time of a process in ms, with a resolution of 10, and how often it has waited
    for a page of memory from a disk."""
    # The name of the program, in parentheses, may contain spaces.
    with open("/proc/%d/stat" % pid) as file:
        fields = file.read().rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) // os.sysconf("SC_CLK_TCK"), int(fields[9])


def runner(tally, pulse):
    """The module of the match runner, made to report overshoots to `tally` and to print late
    moves. `pulse` knows when a processor was suspended."""
    sys.path.insert(0, str(ARENA))
    import arena
    import engine

    class Watched(engine.Engine):
        """An engine whose answers are timed."""

        def think(self, commands, limit_ms, tolerance_ms):
            # All threads of this script count, because one may hold the interpreter while it
            # waits for a processor.
            pid = self.process.pid
            folders = ["/proc/self/task", "/proc/%d/task" % pid]
            tasks = ["%s/%s" % (folder, task) for folder in folders for task in os.listdir(folder)]
            used, before, begin = usage(pid), waits(tasks), time.monotonic()
            answer = super().think(commands, limit_ms, tolerance_ms)
            raw, end = answer[2] - limit_ms, time.monotonic()
            waiting, kept = (1000 * delay for delay in delays(before))
            # The settings of a game come with its first move.
            what = "%s move of %d ms" % ("first" if len(commands) > 2 else "later", limit_ms)
            if raw - waiting - kept >= LATE:
                suspended = 1000 * pulse.suspended(begin, end)
                spent, pages = (now - then for now, then in zip(usage(pid), used))
                print("%s: %s, %.1f ms late; waits for a processor %.1f ms, steal time %.1f ms, "
                      "processor suspended %.1f ms; the engine used %d ms of processor time and "
                      "waited for %d pages from a disk"
                      % (time.strftime("%F %T"), what, raw, waiting, kept, suspended, spent, pages),
                      flush=True)
                kept = max(kept, suspended)
            tally.overshoot(raw, raw - waiting - kept, what)
            return answer

    arena.Engine = Watched
    return arena


def is_forced_foul(record, referee):
    """Whether a game was lost by a foul because every empty point was forbidden."""
    if record["reason"] != "foul":
        return False
    game = referee.Game(record["width"], record["height"], record["rule"])
    # The last move is the foul.
    for move in record["moves"].split()[:-1]:
        game.play(*map(int, move.split(",")))
    return not any(game.is_playable(x, y)
                   for x in range(record["width"]) for y in range(record["height"]))


def openings(rng, size, count):
    """Lines of a file of openings: a few stones close together."""
    centre = [side // 2 for side in size]
    near = [(x, y) for x in range(size[0]) for y in range(size[1])
            if abs(x - centre[0]) <= 3 and abs(y - centre[1]) <= 3]
    for _ in range(count):
        points = rng.sample(near, rng.randint(0, OPENING))
        yield " ".join("%d,%d" % point for point in points) or "empty"


def match(arena, engine, folder, number, games, seed):
    """Plays a match of an even number of games; returns its rule, size and summary."""
    rule, size = RULES[number % len(RULES)], SIZES[number % len(SIZES)]
    path = folder / "openings"
    path.write_text("\n".join(openings(random.Random(seed + number), size, games // 2)) + "\n")
    command = shlex.quote(engine)
    arguments = ["--a", command, "--b", command, "--size", "%dx%d" % size, "--games", str(games),
                 "--openings", str(path), "--turn-ms", str(TURNS[number % len(TURNS)]),
                 "--gap-ms", "0", "--tolerance-ms", str(TOLERANCE), "--suspend", "--reuse",
                 "--max-moves", str(LONGEST), "--quiet"]
    if rule == "caro-exact":
        # The referee ends these games at rows of six, which caro counts as wins.
        arguments += ["--rule", "caro", "--info", "rule=9"]
    else:
        arguments += ["--rule", rule]
    out = folder / ("games-%s-%dx%d.jsonl" % (rule, *size))
    options = arena.build_parser().parse_args(arguments + ["--out", str(out)])
    played = arena.Match(options)
    summary = played.run()
    # Without a legal point the engine has no other choice: the match runner has no passes.
    for record in played.records:
        if is_forced_foul(record, arena.rules):
            summary["engines"][record["fault_by"]]["foul"] -= 1
    return rule, size, summary


def shares(games):
    """The number of games of each match: even, and at least one pair in each of the first."""
    matches = len(RULES) * len(SIZES)
    pairs = max(1, games // 2)
    return [2 * (pairs // matches + (number < pairs % matches)) for number in range(matches)]


class Progress:
    """The finished matches of an interrupted run, kept in a file. `key` distinguishes runs that must
    not be mixed."""

    def __init__(self, path, key):
        self.path, self.key = path, key

    def load(self):
        """The tally and the number of finished matches."""
        try:
            key, tally, done = pickle.loads(self.path.read_bytes())
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            key = None
        return (tally, done) if key is not None and key == self.key else (Tally(), 0)

    def save(self, tally, done):
        new = self.path.with_suffix(".new")
        new.write_bytes(pickle.dumps((self.key, tally, done)))
        new.replace(self.path)

    def forget(self):
        self.path.unlink(missing_ok=True)


def play(engine, games, seed, folder, loops=0, key=None):
    """Plays games under all rules on all sizes beside busy loops; returns the tally. An interrupted
    run with the same key continues after its last finished match."""
    folder.mkdir(parents=True, exist_ok=True)
    progress = Progress(folder / "progress", key)
    tally, done = progress.load()
    if done:
        print("continued after %d matches with %d games" % (done, tally.games), flush=True)
    pulse = Pulse(folder / "pulse")
    arena = runner(tally, pulse)
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        for number, share in list(enumerate(shares(games)))[done:]:
            if share:
                tally.add(*match(arena, engine, folder, number, share, seed))
                progress.save(tally, number + 1)
        progress.forget()
    finally:
        pulse.stop()
        for loop in busy:
            loop.kill()
            loop.wait()
    return tally
