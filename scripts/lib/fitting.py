"""The vocabulary, feature files and weight files, for the scripts that fit weights.

Nothing about shapes, classes and combos is repeated here: `pbrain-goshawk features
--schema` prints the vocabulary (src/tools/fitting/schema.rs describes it). The formats are
described in src/tools/fitting/features.rs and src/eval/weight_file.rs.
"""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
VALUES_A_LINE = 20
SIDES = ("white", "black")      # by the number of the side in feature files


class Schema:
    """The vocabulary that the program's files refer to."""

    def __init__(self, program, model):
        """Asks `program` for the vocabulary. `model` is "evaluation" or "order"."""
        try:
            output = subprocess.run([program, "features", "--schema"], check=True,
                                    stdout=subprocess.PIPE, stdin=subprocess.DEVNULL).stdout
            found = json.loads(output)
        except (OSError, subprocess.CalledProcessError, ValueError) as error:
            sys.exit(f"cannot read the vocabulary of {program}: {error}\n"
                     "build it with `cargo build --release`, or name it with --program")
        self.model = model
        self.vocabulary = found["vocabulary"]
        self.weight_format = found["weight_format"]
        self.feature_format = found["feature_format"]
        self.value_limit = found["value_limit"]
        self.shapes = found["shapes"]
        self.classes = found["classes"]
        self.combos = found["combos"]
        self.rules = {rule["name"]: rule for rule in found["rules"]}
        self.features = found["features"]
        self.scale = found["models"][model]["scale"]
        self.sections = found["models"][model]["sections"]
        self._combo_classes = found["combo_classes"]

    def combo_classes(self, rule, side):
        """The class of each combo for the side to move and for its opponent."""
        opponent = {"white": "black", "black": "white"}.get(side)
        bound = self.rules[rule]["fouls"]
        return [self._combo_classes["fouls" if player in bound else "free"]
                for player in (side, opponent)]

    def header(self, rule, side):
        """The first lines of a weight file, up to the record."""
        return [f"goshawk weights {self.weight_format}", f"model {self.model}",
                f"vocabulary {self.vocabulary}", f"rule {rule}", f"side {side}",
                f"scale {self.scale}"]

    def feature_file(self, path):
        """The rule of a feature file, and its records as an array of bytes."""
        expected = f"goshawk features {self.feature_format} {self.model} {self.vocabulary} "
        raw = np.fromfile(path, dtype=np.uint8)
        head = raw[:200].tobytes().split(b"\n")[0].decode(errors="replace")
        rule = head[len(expected):]
        if not head.startswith(expected) or rule not in self.rules:
            sys.exit(f"{path}: the first line is not `{expected}RULE`; "
                     "extract the features again with this program")
        return rule, raw[len(head) + 1:]

    def write_weights(self, path, rule, side, record, values):
        """Writes a weight file. `values` has an array for each section, by name."""
        lines = self.header(rule, side) + [f"record {line}" for line in record]
        for section in self.sections:
            name, count = section["name"], section["count"]
            numbers = np.clip(np.rint(values[name]), -self.value_limit, self.value_limit)
            if len(numbers) != count:
                raise ValueError(f"section {name} has {len(numbers)} values, expected {count}")
            words = [str(int(number)) for number in numbers]
            lines.append(f"section {name} {count}")
            lines += [" ".join(words[at:at + VALUES_A_LINE])
                      for at in range(0, count, VALUES_A_LINE)]
        pathlib.Path(path).write_text("\n".join(lines) + "\n")

    def read_weights(self, path):
        """The sections of a weight file by name, for any rule and side."""
        lines = pathlib.Path(path).read_text().splitlines()
        at = 0

        def fail(expected):
            sys.exit(f"{path}: line {at + 1}: expected {expected}")

        def line():
            return lines[at] if at < len(lines) else ""

        for expected in self.header("", ""):
            # A prior may be of another rule and side.
            free = expected in ("rule ", "side ")
            if not (line().startswith(expected) if free else line() == expected):
                fail(f"`{expected}`")
            at += 1
        if not line().startswith("record "):
            fail("`record`")
        while line().startswith("record "):
            at += 1
        values = {}
        for section in self.sections:
            name, count = section["name"], section["count"]
            if line() != f"section {name} {count}":
                fail(f"`section {name} {count}`")
            numbers = []
            while len(numbers) < count:
                at += 1
                try:
                    numbers += [int(word) for word in line().split(" ")]
                except ValueError:
                    fail(f"{count} values of section {name}")
            if len(numbers) > count:
                fail(f"{count} values of section {name}, found more")
            if max(map(abs, numbers)) > self.value_limit:
                fail(f"values within ±{self.value_limit}")
            values[name] = np.array(numbers, dtype=float)
            at += 1
        if at < len(lines):
            fail("the end of the file")
        return values


def add_arguments(parser, iterations):
    """Adds the arguments that all fits share."""
    parser.add_argument("out", metavar="OUT.txt", help="the weight file to write")
    parser.add_argument("data", metavar="DATA.bin", nargs="+",
                        help="feature files, from `pbrain-goshawk features`")
    parser.add_argument("--rule", help="the rule of the games; feature files of another rule "
                                       "are refused (default: the rule of the first file)")
    parser.add_argument("--side", choices=("both",) + SIDES,
                        help="fit positions with this side to move; required for renju, "
                             "otherwise both")
    parser.add_argument("--iterations", type=int, default=iterations,
                        help="limit of the minimiser's iterations (default %(default)s)")
    parser.add_argument("--program",
                        default=os.environ.get("GOSHAWK_BINARY",
                                               str(ROOT / "target/release/pbrain-goshawk")),
                        help="program whose vocabulary is used (default: $GOSHAWK_BINARY, "
                             "or the release build)")


def parse_arguments(parser, model):
    """The arguments, the schema, and the records of each feature file.

    Makes `args.rule` the rule of the files, and `args.side` one that the rule is fitted for.
    """
    args = parser.parse_args()
    if args.iterations < 0:
        parser.error("--iterations: must not be negative")
    schema = Schema(args.program, model)
    files = [schema.feature_file(path) for path in args.data]
    args.rule = args.rule or files[0][0]
    for path, (rule, _) in zip(args.data, files):
        if rule != args.rule:
            parser.error(f"{path}: the games are {rule}, expected {args.rule}")
    sides = schema.rules[args.rule]["sides"]
    args.side = args.side or (sides[0] if len(sides) == 1 else None)
    if args.side not in sides:
        parser.error(f"--side: {args.rule} is fitted for {' or '.join(sides)}")
    return args, schema, [records for _, records in files]


def side_filter(side):
    """The number of a side in feature files, or None for both."""
    return None if side == "both" else SIDES.index(side)


def arguments_record(out):
    """A line of the record with the arguments except `out`, the file that is written."""
    return "arguments: " + " ".join(word for word in sys.argv[1:] if word != out)
