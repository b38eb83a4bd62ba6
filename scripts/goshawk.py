"""A client of `pbrain-goshawk analysis`, with nothing but the standard library.

    >>> from goshawk import Engine
    >>> with Engine(PROGRAM) as engine:
    ...     answer = engine.analyze(moves="h8 a1 i8 c1 j8 e1", nodes=1000)
    ...     answer.document["search"]["mate"]
    3

The methods of an engine wait for the answer. `submit` does not: it returns a future, so that many
positions are searched at the same time.

    >>> with Engine(PROGRAM) as engine:
    ...     games = ["h8 i9", "h8 i8", "h8 h9"]
    ...     futures = [engine.submit("analyze", moves=moves, nodes=500) for moves in games]
    ...     depths = [future.result().document["search"]["depth"] for future in futures]
    >>> all(depth > 0 for depth in depths)
    True

A request that is wrong raises an error that names the field.

    >>> with Engine(PROGRAM) as engine:
    ...     engine.analyze(moves="h8 h8")
    Traceback (most recent call last):
        ...
    goshawk.RequestError: moves: move 2 `h8` (line 1, character 4): the point is already taken

The fields of requests are those that `pbrain-goshawk help analysis` describes; the documents of
answers follow the schema that `pbrain-goshawk help json` prints. Scores are from the view that
`Answer.view` names.

Needs Python 3.9. To run the examples: python3 goshawk.py PROGRAM
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Optional, Union

__all__ = [
    "Answer",
    "Engine",
    "EngineError",
    "EngineTerminated",
    "Future",
    "RequestError",
    "UnusedFields",
]

#: The longest line that the program reads, in bytes.
MAX_LINE = 1 << 20

Point = Union[str, Sequence[int]]
Points = Union[str, Sequence[Point]]
Progress = Callable[["Answer"], None]


class EngineError(Exception):
    """The base of all errors of this module."""


class EngineTerminated(EngineError):
    """The program has ended, or could not be started."""


class RequestError(EngineError):
    """A request was wrong or could not be answered.

    `field` is the name of the field that is wrong, or `None`; `message` says what is wrong.
    """

    def __init__(self, message: str, field: Optional[str] = None) -> None:
        super().__init__(message if field is None else f"{field}: {message}")
        self.message = message
        self.field = field

    @staticmethod
    def _of(fields: Mapping[str, Any]) -> "Optional[RequestError]":
        error = fields.get("error")
        return None if error is None else RequestError(error["message"], error.get("field"))


class UnusedFields(UserWarning):
    """The action does not use fields of the request, which may be misspelt."""


@dataclass(frozen=True)
class Answer:
    """An answer of the engine."""

    action: str
    #: The document of the command with `--json`; `None` if nothing was searched.
    document: Optional[dict[str, Any]]
    #: Whose view the scores are from: "side to move" or "side that moved"; `None` without scores.
    view: Optional[str]
    #: The request was cancelled. The document has what was found before.
    terminated: bool
    #: False for answers during a search.
    final: bool
    #: The number of moves before the position, if the request has `turns`.
    turn: Optional[int]
    #: What was wrong, for one position of several that could not be searched.
    error: Optional[RequestError]
    #: All fields of the answer.
    fields: Mapping[str, Any] = field(repr=False)

    @staticmethod
    def _of(fields: Mapping[str, Any]) -> "Answer":
        return Answer(
            action=fields["action"],
            document=fields.get("document"),
            view=fields.get("view"),
            terminated=fields.get("terminated", False),
            final=fields["final"],
            turn=fields.get("turn"),
            error=RequestError._of(fields),
            fields=fields,
        )

    @property
    def proof(self) -> Optional[dict[str, Any]]:
        """The proof of a win, if `proof` was asked for and there is one."""
        return self.fields.get("proof")

    @property
    def explanation(self) -> list[tuple[str, str]]:
        """Names and texts that explain the position, from `explain`."""
        return [(row["about"], row["text"]) for row in self.fields.get("explanation", [])]


class Future:
    """The answer to a request, which may be still to come."""

    def __init__(self, engine: "Engine", id: int, turns: Sequence[Optional[int]],
                 progress: Optional[Progress]) -> None:
        self.id = id
        self._engine = engine
        self._turns = turns
        self._progress = progress
        self._answers: dict[Optional[int], Answer] = {}
        self._error: Optional[Exception] = None
        self._warning: Optional[str] = None
        self._done = threading.Event()

    def done(self) -> bool:
        """True if the answer has come."""
        return self._done.is_set()

    def cancel(self) -> None:
        """Ends the search. The result is then what was found so far; see `Answer.terminated`.

            >>> with Engine(PROGRAM) as engine:
            ...     future = engine.submit("analyze", moves="h8 i9", time=600)
            ...     future.cancel()
            ...     future.result(timeout=60).terminated
            True
        """
        if not self.done():
            try:
                self._engine.submit("terminate", ids=[self.id])
            except EngineTerminated:
                # Nothing is left to cancel; `result` tells why.
                pass

    def result(self, timeout: Optional[float] = None) -> Answer:
        """Waits for the answer, at most `timeout` seconds.

        Raises `TimeoutError` if it has not come by then, `RequestError` if the request was
        wrong, `EngineTerminated` if the program has ended, and what `progress` has raised. Warns
        of `UnusedFields`.
        """
        answer = self.results(timeout)[0]
        if answer.error is not None:
            raise answer.error
        return answer

    def results(self, timeout: Optional[float] = None) -> list[Answer]:
        """The same for a request with `turns`: the answers in the order of the turns.

        A position that could not be searched has an `error`; the others are answered.

            >>> with Engine(PROGRAM) as engine:
            ...     future = engine.submit("analyze", moves="h8 i9 i8", turns=[0, 3], nodes=100)
            ...     [len(answer.document["moves"]) for answer in future.results()]
            [0, 3]
        """
        if not self._done.wait(timeout):
            raise TimeoutError(f"no answer within {timeout} seconds")
        warning, self._warning = self._warning, None
        if warning is not None:
            warnings.warn(warning, UnusedFields, stacklevel=_levels_to_caller())
        if self._error is not None:
            raise self._error
        # Actions that have no turns give one answer, whatever the request has.
        turns = self._turns if None not in self._answers else [None]
        return [self._answers[turn] for turn in turns]

    def _take(self, fields: Mapping[str, Any]) -> bool:
        """Takes an answer; returns whether it is the last one."""
        if "warning" in fields:
            self._warning = fields["warning"]["message"]
            return False
        error = RequestError._of(fields)
        if error is not None and "turn" not in fields:
            self._error = error
            return True
        answer = Answer._of(fields)
        if not answer.final:
            if self._progress is not None:
                try:
                    self._progress(answer)
                except Exception as raised:
                    self._error = raised
                    self._progress = None
            return False
        self._answers[answer.turn] = answer
        return answer.turn is None or len(self._answers) == len(self._turns)

    def _fail(self, error: Exception) -> None:
        self._error = error
        self._done.set()


class Engine:
    """A running program. Use it as a context manager, or call `close`.

    `program` is the path of `pbrain-goshawk`. `threads` is the number of searches at the same
    time, by default as many as the processor can run; `memory` is in megabytes for all of them.
    All methods can be called from several threads.
    """

    def __init__(self, program: str, *, threads: Optional[int] = None,
                 memory: Optional[int] = None) -> None:
        command = [str(program), "analysis"]
        if threads is not None:
            command += ["--threads", str(threads)]
        if memory is not None:
            command += ["--memory", str(memory)]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise EngineTerminated(f"cannot start {program}: {error}") from error
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._futures: dict[int, Future] = {}
        self._number = 0
        self._ended: Optional[EngineTerminated] = None
        self._reader = threading.Thread(target=self._read, name="goshawk", daemon=True)
        self._reader.start()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close(wait=exception[0] is None)

    def submit(self, action: str, *, progress: Optional[Progress] = None,
               **fields: Any) -> Future:
        """Sends a request and returns a future. Fields that are `None` are left out, and the engine
        gives the `id`.

        `progress` is called with the answers during the search, on a thread of the engine, if
        `report_every` is given. It must not wait for other answers.

            >>> depths = []
            >>> def show(answer):
            ...     depths.append(answer.document["search"]["depth"])
            >>> with Engine(PROGRAM) as engine:
            ...     future = engine.submit("analyze", moves="h8 i9", depth=5, progress=show,
            ...                            report_every=1e-6)
            ...     last = future.result().document["search"]["depth"]
            >>> depths == sorted(depths), last
            (True, 5)
        """
        request = {name: value for name, value in fields.items() if value is not None}
        if "id" in request:
            raise RequestError("the engine numbers the requests itself", "id")
        turns = request.get("turns")
        # The program answers anything else with an error, without turns.
        if not isinstance(turns, (list, tuple)):
            turns = [None]
        with self._lock:
            if self._ended is not None:
                raise self._ended
            self._number += 1
            future = Future(self, self._number, turns, progress)
            self._futures[future.id] = future
        try:
            request = {"id": future.id, "action": action, **request}
            # Half a surrogate pair cannot be encoded, and the program could not read it.
            line = json.dumps(request, allow_nan=False, ensure_ascii=False).encode()
            if len(line) > MAX_LINE:
                raise ValueError(f"the line is longer than {MAX_LINE} bytes")
        except (RecursionError, TypeError, ValueError) as error:
            with self._lock:
                del self._futures[future.id]
            raise RequestError(str(error)) from error
        try:
            # Another lock than that of the reader, which has to go on while the pipe is full.
            with self._writing:
                self._input.write(line + b"\n")
                self._input.flush()
        except (OSError, ValueError) as error:
            ended = EngineTerminated(f"the program does not read: {error}")
            with self._lock:
                self._futures.pop(future.id, None)
            future._fail(ended)
        return future

    def analyze(self, *, moves: Optional[Points] = None, timeout: Optional[float] = None,
                progress: Optional[Progress] = None, **fields: Any) -> Answer:
        """Finds the best moves of a position.

            >>> with Engine(PROGRAM) as engine:
            ...     answer = engine.analyze(moves=[[7, 7], [8, 6]], rule="renju", nodes=500,
            ...                             multipv=2)
            >>> answer.view, answer.document["side"], len(answer.document["search"]["lines"])
            ('side to move', 'black', 2)
        """
        return self._answer("analyze", timeout, progress=progress, moves=moves, **fields)

    def explain(self, *, moves: Optional[Points] = None, timeout: Optional[float] = None,
                progress: Optional[Progress] = None, **fields: Any) -> Answer:
        """Finds the best moves of a position and says why they are best.

            >>> with Engine(PROGRAM) as engine:
            ...     answer = engine.explain(moves="h8 a1 i8 c1 j8", nodes=1000)
            >>> dict(answer.explanation)["black"]
            'threatens open four at g8, k8'
        """
        return self._answer("explain", timeout, progress=progress, moves=moves, **fields)

    def solve(self, *, moves: Optional[Points] = None, timeout: Optional[float] = None,
              **fields: Any) -> Answer:
        """Finds and proves a forced win.

            >>> with Engine(PROGRAM) as engine:
            ...     answer = engine.solve(moves="h8 a1 i8 c1 j8 e1", proof=True)
            >>> answer.document["answer"]["verdict"], answer.proof["plies"]
            ('win', 3)
        """
        return self._answer("solve", timeout, moves=moves, **fields)

    def fouls(self, *, moves: Optional[Points] = None, timeout: Optional[float] = None,
              **fields: Any) -> Answer:
        """Lists the points that are forbidden to black in renju.

            >>> with Engine(PROGRAM) as engine:
            ...     engine.fouls(moves="f8 a1 g8 o15 h10 a15 h9 o1").document["fouls"]
            [{'point': [7, 7], 'kind': 'double-three'}]
        """
        return self._answer("fouls", timeout, moves=moves, **fields)

    def review(self, *, moves: Optional[Points] = None, timeout: Optional[float] = None,
               progress: Optional[Progress] = None, **fields: Any) -> Answer:
        """Finds the mistakes in a game.

            >>> with Engine(PROGRAM) as engine:
            ...     answer = engine.review(moves="h8 i9 i8 j9 j8 h10 a1", nodes=3000)
            >>> answer.document["reviewed"][6]["grade"], answer.view
            ('missed win', 'side that moved')
        """
        return self._answer("review", timeout, progress=progress, moves=moves, **fields)

    def version(self, *, timeout: Optional[float] = None) -> Mapping[str, Any]:
        """The program, the version of its schema, its threads, memory and limits.

            >>> with Engine(PROGRAM, threads=1, memory=64) as engine:
            ...     told = engine.version()
            >>> told["threads"], told["memory"], told["schema"]
            (1, 64, 1)
        """
        return self._answer("version", timeout).fields

    def cancel_all(self) -> None:
        """Ends all requests that have been sent before."""
        self.submit("terminate", all=True).result()

    def close(self, wait: bool = True) -> None:
        """Ends the program. It answers what has been asked first, unless `wait` is false."""
        if not wait:
            self._process.kill()
        with self._writing:
            try:
                self._input.close()
            except OSError:
                # The program has ended already.
                pass
        self._reader.join()
        self._process.wait()

    def _answer(self, action: str, timeout: Optional[float], **fields: Any) -> Answer:
        """Sends a request and waits. If the time is over, the request is cancelled."""
        future = self.submit(action, **fields)
        try:
            return future.result(timeout)
        except (TimeoutError, KeyboardInterrupt):
            future.cancel()
            raise

    def _lines(self) -> Iterator[Mapping[str, Any]]:
        for line in self._output:
            yield json.loads(line)

    def _read(self) -> None:
        """Gives answers to their futures until the program ends."""
        ended = "the program has ended"
        try:
            for fields in self._lines():
                self._take(fields)
        except Exception as error:
            # A line that is not JSON, or an error that has no id.
            ended = f"the answers cannot be read: {error!r}"
            self._process.kill()
        self._output.close()
        with self._lock:
            self._ended = EngineTerminated(ended)
            futures = list(self._futures.values())
            self._futures.clear()
        for future in futures:
            future._fail(self._ended)

    def _take(self, fields: Mapping[str, Any]) -> None:
        with self._lock:
            future = self._futures.get(fields.get("id", 0))
        if future is None:
            # A line that the program could not read at all.
            raise EngineError(fields.get("error", {}).get("message", "an answer to no request"))
        if future._take(fields):
            with self._lock:
                self._futures.pop(future.id, None)
            future._done.set()


def _levels_to_caller() -> int:
    """How many calls above the function that asks its first caller outside this module is, as the
    `stacklevel` of a warning."""
    frame, levels = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals is globals():
        frame, levels = frame.f_back, levels + 1
    return levels


def _main(arguments: Sequence[str]) -> int:
    """Runs the examples of this file."""
    import doctest

    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    # Under the name by which programs import it, which is part of the errors.
    import goshawk

    results = doctest.testmod(goshawk, extraglobs={"PROGRAM": arguments[0]})
    print(f"{results.attempted} examples, {results.failed} failed")
    return 1 if results.failed or not results.attempted else 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
