//! What the fuzzer (`scripts/fuzz`) and the test `fuzz_corpus` do with an input. Each
//! target reads it with one of the parsers and panics if a property does not hold.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use goshawk::board::diagram::{Cell, Diagram};
use goshawk::eval::weight_file::{self, Identity, Model};
use goshawk::record::{Format, GameResult, Given, Record};
use goshawk::tools::dataset::{GameRecord, Reader};
use goshawk::types::Rule;

/// A parser and the properties of what it reads.
pub struct Target {
    /// Its name, also that of its folder in `tests/corpus`.
    pub name: &'static str,
    /// Checks an input.
    pub check: fn(&[u8]),
}

/// All targets.
pub const TARGETS: [Target; 6] = [
    target_of("record", record),
    target_of("diagram", diagram),
    target_of("session", session),
    target_of("search", search),
    target_of("weights", weights),
    target_of("data", data),
];

const fn target_of(name: &'static str, check: fn(&[u8])) -> Target {
    Target { name, check }
}

/// The target of that name.
#[allow(dead_code, reason = "only the fuzzer chooses a target by its name")]
pub fn target(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}

/// A record that is read can be written and read again, with nothing lost that the format
/// holds.
fn record(input: &[u8]) {
    let given = Given::default();
    let record = match Record::read(input, &given) {
        Ok(record) => record,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(record.size().points().count() == record.board().size().area());
    for format in [Format::Psq, Format::Sgf, Format::Moves] {
        let Some(text) = record.write(format) else {
            continue;
        };
        let again = Record::parse(&text, &given).unwrap_or_else(|error| panic!("{error}:\n{text}"));
        let stones = |record: &Record| -> Vec<_> {
            let moves = record.moves.iter();
            moves.map(|played| (played.point, played.color)).collect()
        };
        assert_eq!(again.format, format, "{text}");
        assert_eq!(stones(&again), stones(&record), "{text}");
        assert_eq!(again.start, record.start, "{text}");
        assert_eq!(again.rule, record.rule, "{text}");
        let is_draw = record.result == Some(GameResult::Draw);
        if format != Format::Psq || !is_draw {
            assert_eq!(again.result, record.result, "{text}");
        }
        if format == Format::Sgf {
            assert_eq!(again.side_to_move(), record.side_to_move(), "{text}");
        }
        // A list does not hold the times of moves, and says so.
        let mut timeless = record.clone();
        timeless.moves.iter_mut().for_each(|played| {
            if format == Format::Moves {
                played.time = None;
            }
        });
        assert_eq!(again.write(format), timeless.write(format));
    }
}

/// A board that is read can be drawn, with or without marks, and read again.
fn diagram(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let diagram = match Diagram::parse(&text) {
        Ok(diagram) => diagram,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut points = diagram.size().points();
    let best = points.find(|point| diagram.get(*point) == Cell::Empty);
    let is_stone = |cell| matches!(cell, Cell::Stone(_));
    let mut stones = diagram.occupied().filter(|(_, cell)| is_stone(*cell));
    let last = stones.next().map(|(point, _)| point);
    for (best, last) in [(None, None), (best, None), (best, last)] {
        let drawn = diagram.draw(best, last);
        assert_eq!(Diagram::parse(&drawn).as_ref(), Ok(&diagram), "{drawn}");
    }
}

/// A file of training data that is read can be encoded to the same bytes.
fn data(input: &[u8]) {
    if let Ok(game) = GameRecord::decode(input) {
        assert_eq!(game.encode(), input);
    }
    let Ok(mut reader) = Reader::new(Cursor::new(input)) else {
        return;
    };
    let header = reader.header().encode().expect("a header that was read");
    assert_eq!(header[..], input[..header.len()]);
    let mut length = header.len();
    while let Ok(Some(game)) = reader.next_game() {
        let bytes = game.encode();
        let start = length + 8;
        assert_eq!(bytes[..], input[start..start + bytes.len()]);
        length = start + bytes.len();
        assert_eq!(reader.complete(), length as u64);
    }
}

/// A weight file that is read holds only values within the limit, and can be written anew
/// from its values.
fn weights(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let identity = Identity {
        model: Model::Order,
        rule: Rule::Freestyle,
        side: None,
    };
    let parse = |text: &str| {
        let (mut first, mut second) = ([i16::MAX; 3], [i16::MAX; 2]);
        let mut sections = [("first", &mut first[..]), ("second", &mut second[..])];
        weight_file::parse(text, &identity, &mut sections).map(|()| (first, second))
    };
    match parse(&text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok((first, second)) => {
            let limit = -weight_file::VALUE_LIMIT..=weight_file::VALUE_LIMIT;
            assert!(
                first
                    .iter()
                    .chain(&second)
                    .all(|value| limit.contains(value))
            );
            let (head, _) = text.split_once("\nsection ").expect("a file has sections");
            let words = |values: &[i16]| values.iter().map(i16::to_string).collect::<Vec<_>>();
            let anew = format!(
                "{head}\nsection first 3\n{}\nsection second 2\n{}\n",
                words(&first).join(" "),
                words(&second).join("\n")
            );
            assert_eq!(parse(&anew), Ok((first, second)), "{anew}");
        }
    }
}

/// Collects the output of a session.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The output of a session with this input.
fn run(input: Vec<u8>) -> String {
    let output = Output::default();
    let result = goshawk::protocol::run(Cursor::new(input), output.clone(), 1);
    result.expect("there is memory for a session");
    let bytes = std::mem::take(&mut *output.0.lock().expect("no panic"));
    String::from_utf8(bytes).expect("the output is UTF-8")
}

/// The lines of an input, at most a few hundred.
fn lines(input: &[u8]) -> impl Iterator<Item = &[u8]> {
    input.split(|byte| *byte == b'\n').take(300)
}

/// The first word of a line in upper case.
fn word(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_start_matches('\u{feff}').trim();
    let word = text.split(char::is_whitespace).next().unwrap_or("");
    word.to_ascii_uppercase()
}

/// True for lines of text without control characters.
fn is_plain(output: &str) -> bool {
    !output
        .chars()
        .any(|c| c.is_control() && c != '\n' && c != '\r')
}

/// Commands that open a block of lines up to DONE and search nothing.
const BLOCKS: [&str; 3] = ["YXBOARD", "YXBLOCK", "YXBLOCKUNDO"];
/// Commands of one line that search nothing.
const COMMANDS: [&str; 9] = [
    "START",
    "RECTSTART",
    "RESTART",
    "PLAY",
    "TAKEBACK",
    "INFO",
    "ABOUT",
    "YXSHOWFORBID",
    "YXBLOCKRESET",
];
/// The beginning of the answer to ABOUT.
const NAME: &str = "name=";

/// Divides an input into commands that search nothing, each with the lines of its block.
fn commands(input: &[u8]) -> Vec<Vec<&[u8]>> {
    let mut commands = Vec::new();
    let mut rest = lines(input);
    while let Some(line) = rest.next() {
        let word = word(line);
        // Other words are unknown commands. Those of Yixin-Board may announce lines.
        let is_foreign = !word.is_empty() && word.starts_with('!');
        if BLOCKS.contains(&word.as_str()) {
            let mut block = vec![line];
            for line in rest.by_ref() {
                let name = self::word(line);
                if name == "DONE" {
                    break;
                }
                if name != "END" {
                    block.push(line);
                }
            }
            block.push(b"DONE");
            commands.push(block);
        } else if COMMANDS.contains(&word.as_str()) || is_foreign {
            commands.push(vec![line]);
        }
    }
    commands
}

/// The answers to each command, and to commands that show what is on the board.
fn answers(commands: &[Vec<&[u8]>]) -> Vec<String> {
    let mut input = b"START 15\n".to_vec();
    for command in commands {
        for line in command {
            input.extend_from_slice(line);
            input.push(b'\n');
        }
        input.extend_from_slice(b"ABOUT\nYXSHOWFORBID\n");
    }
    // The corner of the board is shown by taking its stones back.
    for point in 0..16 * 16 {
        let (x, y) = (point % 16, point / 16);
        input.extend(format!("TAKEBACK {x},{y}\n").into_bytes());
    }
    input.extend_from_slice(b"END\n");
    let output = run(input);
    assert!(is_plain(&output), "{output:?}");
    // An ABOUT of the input is answered twice in a row.
    let mut answers = vec![String::new()];
    let mut from = output.lines().skip(1).peekable();
    while let Some(line) = from.next() {
        let next_is_forbid = from.peek().is_some_and(|next| next.starts_with("FORBID"));
        let answer = answers.last_mut().expect("one at least");
        if line.starts_with(NAME) && next_is_forbid {
            answer.push_str(from.next().unwrap_or(""));
            answers.push(String::new());
        } else {
            answer.push_str(line);
            answer.push('\n');
        }
    }
    assert_eq!(answers.len(), commands.len() + 1, "{output}");
    answers
}

/// A command that is rejected leaves the game as it was: without it, all other answers and
/// the board at the end are the same.
fn session(input: &[u8]) {
    let all = commands(input);
    let first = answers(&all);
    let is_rejected = |answer: &str| answer.starts_with("ERROR") || answer.starts_with("UNKNOWN");
    let mut kept = Vec::new();
    let mut expected = Vec::new();
    for (command, answer) in all.iter().zip(&first) {
        if !is_rejected(answer) {
            kept.push(command.clone());
            expected.push(answer.clone());
        } else {
            // INFO takes effect at once, also within a block.
            let settings = command.iter().filter(|line| word(line) == "INFO");
            for line in settings {
                kept.push(vec![*line]);
                expected.push(String::new());
            }
        }
    }
    expected.push(first.last().cloned().unwrap_or_default());
    let second = answers(&kept);
    for (second, expected) in second.iter().zip(&expected) {
        assert!(
            expected.is_empty() || second == expected,
            "{second}{expected}"
        );
    }
}

/// Settings that could make a search long, or take memory or threads.
const LIMITS: [&str; 10] = [
    "MAX_NODE",
    "MAX_DEPTH",
    "TIMEOUT_TURN",
    "TIMEOUT_MATCH",
    "TIME_LEFT",
    "MAX_MEMORY",
    "HASH_SIZE",
    "THREAD_NUM",
    "GAME_TYPE",
    "PONDERING",
];

/// A session with searches ends without a panic, with at most one answer to each command.
fn search(input: &[u8]) {
    let mut text = b"START 15\nINFO max_memory 1\nINFO timeout_turn 0\n".to_vec();
    let mut commands = 1;
    for line in lines(input).take(40) {
        let upper = String::from_utf8_lossy(line).to_uppercase();
        if LIMITS.iter().any(|limit| upper.contains(limit)) {
            continue;
        }
        commands += 1;
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    let output = run(text);
    assert!(is_plain(&output), "{output:?}");
    let extra = ["MESSAGE", "INFO", "DEBUG"];
    let is_answer = |line: &&str| !extra.iter().any(|word| line.starts_with(word));
    let answers = output.lines().filter(is_answer).count();
    assert!(answers <= commands, "{commands} commands: {output}");
}
