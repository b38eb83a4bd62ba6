"""A simulated manager that plays random games and checks every answer."""

import collections
import os
import pathlib
import random
import re
import signal
import sys
import threading
import time

from brain import AT_ONCE, Brain, Fault, HANG, TOLERANCE, waited, waits

LONG = 30000           # time limit in ms of searches that are stopped
MEGABYTE = 1 << 20
LEAST_MEMORY = 40      # megabytes that the engine may use under any limit
RULES = (0, 1, 4, 8, 9)

try:
    ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
    sys.path.append(os.environ.get("ARENA", str(ROOT.parent / "shared" / "arena")))
    import rules as referee
except ImportError:
    referee = None


class Tally:
    """Counts and extremes of all managers."""

    def __init__(self):
        self.lock = threading.Lock()
        self.count = collections.Counter()
        self.raw = self.own = self.peak = 0.0

    def add(self, what, number=1):
        with self.lock:
            self.count[what] += number

    def late(self, raw, own):
        with self.lock:
            self.raw, self.own = max(self.raw, raw), max(self.own, own)

    def memory(self, megabytes):
        with self.lock:
            self.peak = max(self.peak, megabytes)


class Manager:
    """Plays random games with one engine process after another."""

    def __init__(self, path, seed, tally):
        self.path, self.random, self.tally = path, random.Random(seed), tally
        self.brain = self.size = None

    def run(self, until, faults):
        """Plays until that time, or until a manager finds an error."""
        steps = [(14, self.turn), (6, self.board), (3, self.new_game), (4, self.settings),
                 (2, self.stopped), (2, self.suspended), (2, self.aborted), (2, self.queued),
                 (3, self.takeback), (2, self.play), (1, self.swap2), (4, self.invalid),
                 (2, self.yixin), (1, self.ended), (3, self.quiet)]
        weights, actions = zip(*steps)
        self.fresh()
        while time.monotonic() < until and not faults:
            self.random.choices(actions, weights)[0]()
            self.tally.add("steps")
        self.leave()

    # ------------------------------------------------------------------ sending

    def fresh(self):
        """Starts a new process with default settings."""
        if self.brain is not None:
            self.brain.kill()
        self.brain, self.size = Brain(self.path), None
        self.rule, self.turn_ms, self.limit = 0, 50, LEAST_MEMORY
        self.brain.say("INFO timeout_turn 50", "INFO max_memory %d" % (40 * MEGABYTE))
        self.tally.add("processes")
        self.new_game()

    def leave(self, searching=False, by_end=False):
        """Ends the process. If it is `searching`, it plays a move first."""
        stdin = self.brain.process.stdin
        if stdin.closed or not by_end and self.random.random() < 0.5:
            self.brain.exit(stdin.close)
        else:
            self.brain.exit(lambda: self.brain.say("END"), searching)

    def new_game(self):
        width = height = self.random.choice((5, 9, 15, 15, 15, 19, 20, 20, 31))
        if self.random.random() < 0.2:
            width, height = self.random.randint(5, 31), self.random.randint(5, 31)
            self.say_for("OK", "RECTSTART %d,%d" % (width, height))
        elif self.random.random() < 0.2 and self.size:
            width, height = self.size
            self.say_for("OK", "RESTART")
        else:
            height = width
            self.say_for("OK", self.random.choice(("START %d", "start %d\r")) % width)
        self.size, self.stones = (width, height), {}
        # The time left for the last game must not limit this one.
        self.brain.say("INFO time_left 2147483647")
        self.check_memory()
        self.tally.add("games")

    def settings(self):
        pick = self.random.choice
        for _ in range(self.random.randint(1, 4)):
            key, value = pick((
                ("rule", pick(RULES)), ("timeout_turn", pick((0, 5, 20, 50, 100))),
                ("thread_num", pick((1, 2, 3, 64, 0, -1))), ("max_memory", pick((1, 30, 40, 64))),
                ("time_left", pick((0, -500, 100000, 2147483647))), ("game_type", pick((0, 1, 2))),
                ("timeout_match", pick((0, 1000000, 2 ** 40))), ("show_detail", pick((0, 1, 2, 3))),
                ("hash_size", pick((0, 1, 4096))), ("max_node", pick((0, 0, 1, 2000))),
                ("max_depth", pick((0, 0, 1, 3, 99))), ("pondering", 0), ("debug", pick((0, 1))),
                ("strength", pick((0, 55, 100, 100)))))
            if key == "rule":
                self.rule = value
            if key == "timeout_turn":
                self.turn_ms = value
            if key == "max_memory":
                self.limit = max(self.limit, value)
                value *= MEGABYTE if value > 1 else 1
            self.brain.say("INFO %s %d" % (key, value))

    def make_room(self):
        """Starts a new game if the board is full."""
        width, height = self.size
        if len(self.stones) == width * height:
            self.new_game()

    def request(self):
        """Asks for a move: by TURN or, on an empty board, by BEGIN or BOARD."""
        self.make_room()
        point = self.some_point()
        if not self.stones and self.random.random() < 0.5:
            self.brain.say(self.random.choice(("BEGIN", "BOARD\nDONE")))
            return
        self.brain.say("TURN %d,%d" % point)
        self.put(point, self.side())

    def turn(self):
        self.request()
        self.expect_move(self.turn_ms / 1000)

    def board(self):
        """BOARD: the current position, or random stones."""
        if self.random.random() < 0.5:
            self.stones = {}
            for _ in range(self.random.randint(0, 12)):
                self.put(self.some_point(), self.random.choice((1, 2, 2, 1, 3)))
        count = sum(field != 3 for field in self.stones.values())
        # Fields name the owner. After an even number of stones the engine is black.
        own = 1 if count % 2 == 0 else 2
        fields = {1: 1 if own == 1 else 2, 2: 2 if own == 1 else 1, 3: 3}
        lines = ["%d,%d,%d" % (x, y, fields[field]) for (x, y), field in self.stones.items()]
        self.brain.say("BOARD", *lines, "DONE")
        self.expect_move(self.turn_ms / 1000)

    def stopped(self):
        """A long search that is stopped in one of several ways."""
        self.brain.say("INFO timeout_turn %d" % LONG)
        self.request()
        time.sleep(self.random.choice((0, 0.005, 0.05, 0.15)))
        if self.random.random() < 0.3:
            self.brain.say("INFO rule %d" % self.rule, "INFO thread_num 2", "INFO time_left 100000")
        how = self.random.choice(("YXSTOP", "stop", "INFO timeout_turn 0", "INFO time_left -1"))
        self.brain.say(how)
        self.expect_move(AT_ONCE)
        self.brain.say("INFO timeout_turn %d" % self.turn_ms, "INFO time_left 2147483647")

    def suspended(self):
        """Suspends the process for a while, between moves or during a search."""
        # A suspended process does not answer the START of a new game.
        self.make_room()
        within = self.random.random() < 0.5
        if within:
            self.request()
            time.sleep(self.random.choice((0, 0.002, 0.02)))
        self.brain.process.send_signal(signal.SIGSTOP)
        time.sleep(self.random.choice((0.01, 0.1, 0.3)))
        if not within:
            # The command is queued before the process is resumed.
            self.request()
        self.brain.process.send_signal(signal.SIGCONT)
        self.expect_move(self.turn_ms / 1000)

    def aborted(self):
        """A long search that is aborted."""
        self.brain.say("INFO timeout_turn %d" % LONG)
        self.request()
        time.sleep(self.random.choice((0, 0.003, 0.03)))
        width, height = self.size
        self.brain.say("START %d" % width if width == height else "RECTSTART %d,%d" % self.size)
        text = self.expect(AT_ONCE)
        if text != "OK":
            # The search has ended before the command arrived.
            self.take_move(text)
            text = self.expect(AT_ONCE)
        if text != "OK":
            raise Fault("answers %r to START during a search" % text)
        self.stones = {}
        self.brain.say("INFO timeout_turn %d" % self.turn_ms)
        self.tally.add("aborted searches")

    def queued(self):
        """Several moves sent at once: each is answered, in their order. Only a move onto a
        point that the engine has taken may be refused while the search before it goes on."""
        width, height = self.size
        if width * height - len(self.stones) < 20:
            self.new_game()
        free = list(self.empty())
        points = self.random.sample(free, self.random.randint(2, 4))
        self.brain.say(*["TURN %d,%d" % point for point in points])
        waiting = list(points)
        while waiting:
            text = self.expect(max(self.turn_ms / 1000, AT_ONCE / 2))
            taken = [point for point in waiting if point in self.stones]
            if taken and text.startswith("ERROR "):
                waiting.remove(taken[0])
            elif waiting[0] in taken:
                raise Fault("answers %r to a move on an occupied point" % text)
            else:
                self.put(waiting.pop(0), self.side())
                self.take_move(text)
        self.tally.add("moves sent at once", len(points))

    def takeback(self):
        taken = [point for point, field in self.stones.items() if field != 3]
        for point in list(reversed(taken))[:self.random.randint(1, 2)]:
            self.say_for("OK", "TAKEBACK %d,%d" % point)
            del self.stones[point]

    def play(self):
        point = self.some_point()
        if point is not None:
            self.say_for("%d,%d" % point, "PLAY %d, %d" % point)
            self.put(point, self.side())

    def swap2(self):
        count = self.random.choice((0, 3, 5))
        points = self.random.sample([(x, y) for x in range(5) for y in range(5)], count)
        self.brain.say("SWAP2BOARD", *["%d,%d" % point for point in points], "DONE")
        text = self.expect(max(self.turn_ms / 1000, AT_ONCE / 2))
        moves = {(int(x), int(y)) for x, y in re.findall(r"(\d+),(\d+)", text)}
        fits = text == "SWAP" and count or len(moves) == text.count(",") > 0
        fits = fits and len(moves) in {0: (3,), 3: (0, 1, 2), 5: (0, 1)}[count]
        if not fits or not all(map(self.inside, moves)) or moves.intersection(points):
            raise Fault("answers %r to SWAP2BOARD with %r" % (text, points))

    def invalid(self):
        """Lines that are not commands, or commands that are invalid."""
        noise = bytes(self.random.randrange(256) for _ in range(self.random.randint(0, 60)))
        noise = noise.replace(b"\n", b"")
        line, answer = self.random.choice((
            (b"!" + noise, "UNKNOWN "), (b"\0START 15", "UNKNOWN "), (b"\xff\xfe\xc3(", "UNKNOWN "),
            (b"x" * self.random.choice((4096, 5000, 70000)), "UNKNOWN "), (b"  \t ", None),
            (b"INFO \0 \xff", None), (b"INFO folder " + b"\\a b" * 3000, None),
            (b"INFO timeout_turn 99999999999999999999x", None), (b"INFO thread_num 1e9", None),
            (b"TURN 99999999999999999999,-99999999999999999999", "ERROR "), (b"TURN 7", "ERROR "),
            (b"TURN \0,\0", "ERROR "), (b"TURN " + b"7," * 9000, "UNKNOWN "),
            (b"turn -1,0", "ERROR "),
            (b"START 1000000", "ERROR "), (b"RECTSTART 9999999999999999999,1", "ERROR "),
            (b"TAKEBACK 31,31", "ERROR "), (b"PLAY x,y", "ERROR "), (b"DONE", "UNKNOWN "),
            (b"BOARD\n7,7,1\n7,7,2\n\xff\nDONE", "ERROR "),
            (b"BOARD\n0,0,9\nINFO x\ndone", "ERROR "),
            (b"SWAP2BOARD\n1,1\n2,2\nDONE", "ERROR ")))
        self.brain.send(line + b"\n")
        if answer is not None:
            text = self.expect(AT_ONCE)
            if not text.startswith(answer):
                raise Fault("answers %r to %r" % (text, line[:80]))

    def yixin(self):
        pick = self.random.randrange(4)
        if pick == 0:
            text = self.ask("yxshowforbid")
            points = re.findall("(..)(..)", text[7:-1])
            self.check_forbidden({(int(x), int(y)) for x, y in points}, text)
        elif pick == 1:
            point = self.some_point()
            if point is not None:
                self.brain.say("yxblock", "%d,%d" % point, "done", "YXBLOCKRESET")
        elif pick == 2:
            self.stones = {}
            self.brain.say("yxboard", "DONE", self.random.choice(("YXHASHCLEAR", "YXSTOP", "")))
        else:
            self.brain.say("YXNBEST 2")
            self.expect_move(self.turn_ms / 1000)
        # After these commands rule 2 is renju, but rule 2 is never sent here.

    def ended(self):
        """END or the end of input, idle or during a search."""
        how = self.random.choice(("idle", "END", "end of input"))
        if how != "idle":
            limit = LONG if how == "END" else 100
            self.brain.say("INFO timeout_turn %d" % limit, "INFO max_node 0", "INFO max_depth 0")
            self.request()
        searching = how == "END"
        if searching:
            time.sleep(self.random.choice((0, 0.02)))
            # A forced move is played at once.
            answer = self.brain.answer(time.monotonic() + 0.02)
            if answer is not None:
                self.take_move(answer[1])
                searching = False
        if how == "end of input":
            # The search ends within its limit and is answered.
            self.brain.process.stdin.close()
            self.expect_move(limit / 1000)
        self.leave(searching, how == "END")
        self.tally.add("exits")
        self.fresh()

    def quiet(self):
        """Checks that there is no unexpected output."""
        text = self.ask("ABOUT")
        if not text.startswith('name="'):
            raise Fault("prints an unexpected line: %r" % text)
        time.sleep(self.random.choice((0, 0, 0.02)))

    # ----------------------------------------------------------------- checking

    def need(self, until):
        answer = self.brain.answer(until)
        if answer is None:
            raise Fault("does not answer within %d s" % HANG)
        return answer

    def expect(self, limit):
        """The next answer, which must come within `limit` seconds."""
        before, started = waits(self.brain.tasks()), time.monotonic()
        when, text = self.need(started + HANG)
        raw = when - started - limit
        own = raw - waited(before)
        self.tally.late(raw, own)
        if own > TOLERANCE:
            raise Fault("answers %r %d ms late, %d ms without waiting for a processor"
                        % (text, 1000 * raw, 1000 * own))
        return text

    def ask(self, line):
        self.brain.say(line)
        return self.expect(AT_ONCE)

    def say_for(self, answer, line):
        text = self.ask(line)
        if text != answer:
            raise Fault("answers %r to %r" % (text, line))

    def expect_move(self, limit):
        self.take_move(self.expect(max(limit, AT_ONCE / 2)))

    def take_move(self, text):
        width, height = self.size
        self.tally.add("moves")
        if text.startswith("ERROR "):
            if len(self.stones) == width * height:
                # The last move has changed nothing, so the positions differ.
                self.new_game()
                return
            raise Fault("finds no move: %r" % text)
        move = re.fullmatch(r"(\d+),(\d+)", text)
        point = move and (int(move[1]), int(move[2]))
        if not move or not self.inside(point) or point in self.stones:
            raise Fault("plays an illegal move: %r" % text)
        if self.rule == 4 and self.side() == 1 and referee and self.is_foul(point):
            # At the end of a game black may have only forbidden points.
            if not all(map(self.is_foul, self.empty())):
                raise Fault("plays a foul: %r" % text)
        self.put(point, self.side())

    def empty(self):
        width, height = self.size
        points = ((x, y) for y in range(height) for x in range(width))
        return (point for point in points if point not in self.stones)

    def is_foul(self, point):
        board = referee.Board(*self.size)
        for stone, field in self.stones.items():
            if field == 3:
                return False        # The referee does not support blocked points.
            board.place(stone, field)
        board.place(point, referee.BLACK)
        return referee.foul(board, point) is not None

    def check_forbidden(self, points, text):
        free = all(self.inside(point) and point not in self.stones for point in points)
        if not free or self.rule != 4 and points:
            raise Fault("answers %r under rule %d" % (text, self.rule))
        # The referee does not support blocked points.
        if referee and 3 not in self.stones.values() and not all(map(self.is_foul, points)):
            raise Fault("calls a legal point forbidden: %r" % text)

    def check_memory(self):
        megabytes = self.brain.megabytes()
        self.tally.memory(megabytes)
        if megabytes > self.limit:
            raise Fault("uses %.1f of %d MB" % (megabytes, self.limit))

    def inside(self, point):
        return 0 <= point[0] < self.size[0] and 0 <= point[1] < self.size[1]

    def side(self):
        return 1 + sum(field != 3 for field in self.stones.values()) % 2

    def put(self, point, field):
        if point is not None and point not in self.stones:
            self.stones[point] = field

    def some_point(self):
        """A free point, usually near the last stone; None if the board is full."""
        width, height = self.size
        last = next(reversed(self.stones), (width // 2, height // 2))
        for _ in range(8):
            point = tuple(at + self.random.randint(-2, 2) for at in last)
            if self.inside(point) and point not in self.stones:
                return point
        free = [(x, y) for x in range(width) for y in range(height) if (x, y) not in self.stones]
        return self.random.choice(free) if free else None
