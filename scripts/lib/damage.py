"""Random input for scripts/check-proof and for the program, for scripts/fuzz.

A target is a class with a method that makes an input and one that checks what becomes of it.
"""

import contextlib
import copy
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import random
import re
import subprocess
import tempfile
import time
import traceback

from board.sockets import Sockets

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 60              # seconds after which a program counts as hung, even on a busy machine
SIDE = 19                  # the side of the board of the contest
# Values for damaged proofs.
VALUES = (
    None, True, False, 0, -1, 3, 5, 31, 1 << 70, 1e400, "", "black", "white", "five", "open-four",
    "vcf", "vct", "renju", "caro", "standard", "\ud800", "\x1b[2J", [], {}, [0, 0], [3, 3], [-1, 0],
    [[]], {"move": [3, 3]}, {"move": [3, 3], "then": "five"},
    {"move": [2, 3], "threat": "five", "replies": []},
)
# Values for arguments. Limits are small, so that the program ends soon.
VALUES_OF_OPTIONS = (
    "", "-", "--", "0", "1", "-1", "2", "5", "007", "15", "31", "32", "20x15", "5x",
    "99999999999999999999", "0.5", "1e3", "1ms", "-1ms", "nan", "inf", "1h", "h8", "h8 i9", "h8 h8",
    "7,7 8,8", "a1 z99",
    "\u0661", "\udcff", "\x1b[2J", "renju", "freestyle", "Caro", "caro-exact", "black", "x",
    "White",
    "board.txt", "missing/board", "out", "evaluation", "order", "proof", "json", "15=7,20=3", "=",
)
OPTIONS = (
    "--rule", "--side", "--time", "--depth", "--nodes", "--threads", "--size", "--moves",
    "--multipv",
    "--explain", "--json", "--svg", "--vcf", "--vct", "--tree", "--proof", "--full", "--opening",
    "--pictures", "--sgf", "--level", "--players", "--name", "--save", "--overwrite", "--no-save",
    "--seed", "--swap2", "--games", "--samples", "--schema", "--help", "-h", "--version", "--out",
    "--sizes", "--engine", "--label-nodes", "--foo", "-x",
)
COMMANDS = ("analyze", "solve", "review", "fouls", "Black", "White", "play", "features", "help",
            "bench", "datagen", "completions", "train", "--version", "-V", "foo", "")
# Arguments that let each command end soon.
SHORT = {"analyze": ("--nodes", "200"), "solve": ("--nodes", "200"), "review": ("--nodes", "50"),
         "Black": ("--time", "1ms"), "White": ("--time", "1ms"),
         "play": ("--time", "1ms", "--no-save"), "bench": ("1",),
         "datagen": ("--games", "1", "--nodes", "20", "--label-nodes", "20")}
LIMITS = ("--time", "--nodes", "--label-nodes", "--games")
TYPED = ("undo", "undo 2", "undo 99999999999999999999", "resign", "hint", "eval", "board",
         "board numbers", "moves", "level", "level 3", "level 0", "level 3 7", "time 1ms", "time x",
         "threads 2", "threads 0", "side white", "side x y", "players 0", "players 2", "players 3",
         "go", "new", "new renju 9", "new 31 white", "new swap2", "new 4", "black", "white", "more",
         "save", "save out.sgf", "save out.psq", "save out.svg", "save a/b", "load out.sgf",
         "load missing", "load board.txt", "help", "yes", "no", "n", "y", "")


def check_proof():
    """The function of scripts/check-proof that reports on a text."""
    path = ROOT / "scripts" / "check-proof"
    loader = importlib.machinery.SourceFileLoader("check_proof", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_proof", loader))
    loader.exec_module(module)
    return module.report


def places(value):
    """All containers in a document, each with the keys of its values."""
    found = []
    stack = [value]
    while stack:
        value = stack.pop()
        if isinstance(value, (dict, list)):
            keys = list(value) if isinstance(value, dict) else list(range(len(value)))
            found += [(value, key) for key in keys]
            stack += [value[key] for key in keys]
    return found


def damaged(rng, text):
    """A proof with a few random changes: of values, or of characters."""
    if rng.random() < 0.2:
        letters = list(text)
        for _ in range(rng.randint(1, 5)):
            at = rng.randrange(len(letters))
            letters[at:at + rng.randrange(3)] = rng.choice('[]{}":,-10e\\\0u\ud800')
        return "".join(letters)
    document = [json.loads(text)]
    for _ in range(rng.randint(1, 4)):
        found = places(document)
        holder, key = rng.choice(found)
        other, from_key = rng.choice(found)
        change = rng.random()
        if change < 0.2 and holder is not document:
            del holder[key]
        elif change < 0.5:
            holder[key] = copy.deepcopy(other[from_key])
        elif change < 0.7 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(other[from_key]))
        else:
            holder[key] = copy.deepcopy(rng.choice(VALUES))
        if not document:
            document = [None]
    return json.dumps(document[0])


class CheckProof:
    """Proofs that are damaged at random, for scripts/check-proof."""

    def __init__(self, engine):
        self.report = check_proof()
        corpus = ROOT / "tests" / "corpus" / "check-proof"
        self.proofs = [path.read_text(encoding="utf-8") for path in sorted(corpus.iterdir())]

    def input(self, rng):
        return damaged(rng, rng.choice(self.proofs))

    def check(self, text):
        printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        with contextlib.redirect_stdout(printed):
            holds = self.report("proof", text, False)
        printed.flush()
        lines = printed.buffer.getvalue().decode()
        if not lines.startswith("proof: ") or not lines.replace("\n", "").isprintable():
            raise ValueError("not a plain answer: %r" % lines)
        return "hold" if holds else "refused"


class Program:
    """The program, running in its own folder."""

    def __init__(self, engine):
        self.engine = engine
        self.scratch = tempfile.TemporaryDirectory()
        board = ROOT / "tests" / "boards" / "four-three.txt"
        (pathlib.Path(self.scratch.name) / "board.txt").write_text(board.read_text())

    def run(self, arguments, text=b""):
        """The finished process. It must not panic, and must explain a failure on stderr."""
        command = [os.fsencode(self.engine)]
        command += [argument.encode("utf-8", "surrogateescape") for argument in arguments]
        run = subprocess.run(command, input=text, capture_output=True, timeout=PATIENCE,
                             cwd=self.scratch.name,
                             env=dict(os.environ, XDG_DATA_HOME=self.scratch.name))
        errors = run.stderr.decode()
        if run.returncode not in (0, 1, 2) or "panicked" in errors:
            raise ValueError("code %d: %s" % (run.returncode, errors))
        told = errors.splitlines()
        if run.returncode and not told or not errors.replace("\n", "").isprintable():
            raise ValueError("code %d: %r" % (run.returncode, errors))
        return run


class Contest(Program):
    """Boards of the contest, some of them damaged."""

    def input(self, rng):
        share = rng.choice((0, 1, 10, 40, 90))
        symbol = lambda: rng.choice("10") if rng.randrange(100) < share else "."
        text = "\n".join("".join(symbol() for _ in range(SIDE)) for _ in range(SIDE)) + "\n"
        letters = list(text)
        for _ in range(rng.choice((0, 0, 1, 3))):
            at = rng.randrange(len(letters) - 3)
            new = rng.choice(("\n", "\r\n", " ", "0", "2", "\0", "\u0661", ""))
            letters[at:at + rng.randrange(3)] = new
        return "".join(letters)

    def check(self, text):
        run = self.run(("Black", "--time", "1ms"), text.encode())
        lines = [line.rstrip() for line in text.rstrip().split("\n")]
        valid = len(lines) == SIDE and all(re.fullmatch("[.01]{%d}" % SIDE, line) for line in lines)
        move = re.fullmatch(r"([A-S]), (\d+)\n", run.stdout.decode())
        if run.returncode == 0 and valid and move:
            if lines[int(move[2]) - 1][ord(move[1]) - ord("A")] == ".":
                return "answered"
        elif run.returncode and not run.stdout and (not valid or b"over" in run.stderr):
            return "refused"
        raise ValueError("%d, %r, %r" % (run.returncode, run.stdout, run.stderr))


class Arguments(Program):
    """Random words on the command line."""

    def input(self, rng):
        command = rng.choice(COMMANDS)
        words = [command, *SHORT.get(command, ())]
        for _ in range(rng.randrange(5)):
            if rng.random() < 0.7:
                words.append(rng.choice(OPTIONS) + rng.choice(("", "", "", "=")))
            if rng.random() < 0.7:
                words.append(rng.choice(VALUES_OF_OPTIONS))
        # Longer searches are not a fault.
        first = len(SHORT.get(command, ())) + 1
        return words[:first] + [word for word in words[first:] if word.rstrip("=") not in LIMITS]

    def check(self, words):
        run = self.run([word.replace("\0", "") for word in words], b"h8\n")
        return "accepted" if run.returncode == 0 else "refused"


class Play(Program):
    """Lines typed during a game."""

    def input(self, rng):
        point = lambda: rng.choice("abcdefgho") + str(rng.randrange(17))
        noise = lambda: rng.randbytes(rng.randrange(20)).decode("latin-1")
        lines = [rng.choice((point, point, point, lambda: rng.choice(TYPED), noise))()
                 for _ in range(rng.randrange(15))]
        return "\n".join(lines) + "\n"

    def check(self, text):
        run = self.run(("play", "--no-save", "--level", "1", "--time", "1ms", "--seed", "1"),
                       text.encode())
        if run.returncode or run.stderr:
            raise ValueError("code %d: %r" % (run.returncode, run.stderr))
        return "ended"


TARGETS = {"check-proof": CheckProof, "contest": Contest, "arguments": Arguments, "play": Play,
           "board": Sockets}


def fuzz(name, engine, seconds, seed):
    """Tries random inputs; returns 1 if one of them is handled wrongly, which is kept."""
    rng, target, results = random.Random(seed), TARGETS[name](engine), {}
    until, slowest = time.monotonic() + seconds, 0.0
    while time.monotonic() < until:
        item = target.input(rng)
        start = time.monotonic()
        try:
            result = target.check(item)
        except Exception:
            traceback.print_exc()
            crash = ROOT / "target" / "fuzz" / "crashes" / name
            crash.parent.mkdir(parents=True, exist_ok=True)
            text = item if isinstance(item, str) else json.dumps(item)
            crash.write_text(text, encoding="utf-8", errors="surrogatepass")
            print("seed %d, after %d inputs; see %s" % (seed, sum(results.values()), crash))
            return 1
        slowest = max(slowest, time.monotonic() - start)
        results[result] = results.get(result, 0) + 1
    if hasattr(target, "close"):
        target.close()
    counts = ", ".join("%d %s" % (count, result) for result, count in sorted(results.items()))
    print("seed %d: %d inputs, %s; slowest %.2f s" % (seed, sum(results.values()), counts, slowest))
    return 0
