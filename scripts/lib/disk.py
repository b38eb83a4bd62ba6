"""Checks of the program with a full disk and with a read-only folder.

The device /dev/full is a full disk for everything that is written to it. A limit on the size
of files (RLIMIT_FSIZE) is a disk that becomes full while a file is written.
"""

import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile

from brain import Fault

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOBODY = 65534
PATIENCE = 60              # seconds after which a program counts as hung, even on a busy machine
FULL = "/dev/full"
SMALL = 200                # bytes that a file may have
LIMITS = range(0, 500, 80) # bytes for a game of which all, some or no moves fit
GAME = ("--moves", "h8 i9 i8 j9 j8 h10 a1")
WIN = ("--moves", "h10 e8 g8 g11 g10 f6 i7 e7")
# Commands that print. Standard input is a board of the contest.
PRINTING = (
    ("help",), ("--version",), ("features", "--schema"),
    ("analyze", "--depth", "2", *GAME), ("analyze", "--json", "--depth", "2", *GAME),
    ("analyze", "--svg", "-", "--depth", "2", *GAME),
    ("solve", *WIN), ("solve", "--json", *WIN), ("solve", "--full", "--proof", "-", *WIN),
    ("review", "--nodes", "500", *GAME), ("review", "--json", "--nodes", "500", *GAME),
    ("fouls", *GAME), ("bench", "1"), ("Black", "--time", "10ms"),
)
# Commands that write a file.
WRITING = (
    ("analyze", "--depth", "2", *GAME, "--svg"),
    ("solve", *WIN, "--svg"), ("solve", "--full", *WIN, "--proof"),
    ("review", "--nodes", "500", *GAME, "--svg"), ("review", "--nodes", "500", *GAME, "--sgf"),
    ("fouls", "--moves", "f8 a1 g8 o15 h10 a15 h9 o1", "--svg"),
)
# It first reads the existing file, and FULL never ends. Three games are longer than SMALL.
RECORDING = ("datagen", "--games", "3", "--nodes", "50", "--label-nodes", "50", "--out")
DIALOGUE = "START 15\nINFO timeout_turn 50\nINFO folder %s\nBEGIN\n"
PLAY = ("play", "--players", "2", "--size", "9")
MOVES = "c3\nd3\nc4\nd4\nc5\nd5\n"


class Program:
    """Runs the program, as a user without privileges if necessary."""

    def __init__(self, path, limit=None, **options):
        self.path, self.limit, self.options = path, limit, options

    def prepare(self):
        """Runs in the new process: sets the limit on the size of files."""
        if self.limit is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.limit, self.limit))

    def run(self, arguments, text="", stdout=subprocess.PIPE, **variables):
        """The finished process. It must end in time and must not panic."""
        run = subprocess.run(
            [self.path, *map(str, arguments)], input=text.encode(), stdout=stdout,
            stderr=subprocess.PIPE, timeout=PATIENCE, preexec_fn=self.prepare,
            env=dict(os.environ, **variables), **self.options)
        run.errors = run.stderr.decode("utf-8", "replace")
        if run.returncode < 0 or run.returncode == 101 or "panicked" in run.errors:
            raise Fault("fails with code %d in %r: %s" % (run.returncode, arguments, run.errors))
        return run

    def must_refuse(self, arguments, text="", **options):
        """Checks that the command fails with one line that says why."""
        run = self.run(arguments, text, **options)
        lines = run.errors.splitlines()
        told = [line for line in lines if line.startswith("pbrain-goshawk: ")]
        if run.returncode == 0 or len(told) != 1:
            raise Fault("exits with code %d and prints %r in %r"
                        % (run.returncode, run.errors, arguments))


def printing(program):
    """Output that cannot be written."""
    contest = (ROOT / "tests" / "boards" / "contest.txt").read_text()
    for arguments in PRINTING:
        with open(FULL, "wb") as full:
            program.must_refuse(arguments, contest, stdout=full)
    for arguments, text in ((), DIALOGUE % FULL), ((*PLAY, "--no-save"), MOVES):
        with open(FULL, "wb") as full:
            run = program.run(arguments, text, stdout=full)
            if run.returncode == 0:
                raise Fault("ends with code 0 though its output is lost: %r" % (arguments,))


def plays_on(program, options, **variables):
    """A game that cannot be saved continues after one message."""
    run = program.run(PLAY + options, MOVES + "moves\nquit\n", **variables)
    shown = run.stdout.decode() + run.errors
    if run.returncode == 0 and shown.count("Cannot save") == 1 and "d5" in shown:
        return
    # The program may also say so before the game.
    if run.returncode == 0 or len(run.errors.splitlines()) != 1:
        raise Fault("does not say that a game is not saved in %r: %s" % (options, shown))


def engine_plays(program, folder):
    """The engine does not use the folder that INFO names."""
    run = program.run((), DIALOGUE % folder)
    lines = [line for line in run.stdout.decode().splitlines() if not line.startswith("MESSAGE")]
    if run.returncode or lines != ["OK", "7,7"]:
        raise Fault("prints %r with the folder %s" % (lines, folder))


def full_disk(path):
    """A disk that is full, and one that becomes full."""
    printing(Program(path))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        # If a program replaces the file, it replaces the link instead of the device.
        link = folder / "full"
        link.symlink_to(FULL)
        for arguments in WRITING:
            Program(path).must_refuse((*arguments, link))
        for number, arguments in enumerate(WRITING + (RECORDING,)):
            Program(path, SMALL).must_refuse((*arguments, folder / str(number)))
        for name in ("game.sgf", "game.psq", "game.txt"):
            for limit in LIMITS:
                saved_part(path, folder / name, limit)
    engine_plays(Program(path), FULL)
    return "%d commands refused or gone on without the file" % (
        len(PRINTING) + 2 * len(WRITING) + 1 + 3 * len(LIMITS))


def saved_part(path, saved, limit):
    """A game of which only the first moves fit on the disk: the file has the game up to one of
    them, or there is no file, and nothing else is left."""
    plain, small = Program(path), Program(path, limit)
    shown = small.run(PLAY + ("--save", saved), MOVES + "moves\nquit\n").stdout.decode()
    if "d5" not in shown.splitlines()[-1]:
        raise Fault("does not continue without saving: %s" % shown)
    left = [file.name for file in saved.parent.glob("game*")]
    if left not in ([], [saved.name]):
        raise Fault("leaves %s behind" % ", ".join(left))
    if left:
        run = plain.run(("analyze", "--depth", "1", saved))
        if run.returncode:
            raise Fault("leaves a part of a game: %r" % saved.read_bytes())
        saved.unlink()


def read_only(path):
    """A read-only folder."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        folder, options = scratch / "folder", {}
        folder.mkdir()
        if os.geteuid() == 0:
            # No folder is read-only for the superuser.
            options = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            scratch.chmod(0o755)
            path = shutil.copy(path, scratch)
        folder.chmod(0o555)
        program = Program(path, cwd=folder, **options)
        try:
            for arguments in WRITING + (RECORDING,):
                program.must_refuse((*arguments, folder / "file"))
            program.must_refuse(("review", "--nodes", "500", *GAME, "--pictures", folder / "new"))
            plays_on(program, ("--save", folder / "game.sgf"))
            plays_on(program, (), XDG_DATA_HOME=str(folder))
            for name in (folder, folder / "missing", "", "\\\0"):
                engine_plays(program, name)
            left = os.listdir(folder)
        finally:
            folder.chmod(0o755)
        if left:
            raise Fault("writes %s" % ", ".join(left))
    return "%d commands refused or gone on without the file" % (len(WRITING) + 8)
