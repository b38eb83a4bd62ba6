//! Random dialogues with the real program: valid, partly valid and hostile.
//!
//! The program must not panic (it would log that to stderr, which must be empty)
//! or hang. It must answer each command at most once, and INFO never.

use std::time::{Duration, Instant};

use crate::support::brain::{Brain, PATIENCE};
use proptest::prelude::*;

/// The number of cases of each property. It is small because each case starts a
/// process. The variable `PROPTEST_CASES` changes it.
const CASES: u32 = 24;

/// The configuration of all properties.
fn config() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig {
        cases: asked.and_then(|n| n.parse().ok()).unwrap_or(CASES),
        failure_persistence: None,
        max_shrink_iters: 200,
        ..ProptestConfig::default()
    }
}

/// A step of a dialogue.
#[derive(Clone, Debug)]
struct Step {
    /// What is sent.
    bytes: Vec<u8>,
    /// The number of answers to it.
    answers: usize,
}

/// A step that gets this number of answers.
fn step(text: impl Into<Vec<u8>>, answers: usize) -> Step {
    let bytes = text.into();
    Step { bytes, answers }
}

/// A number as text: on the board, near its edges, or hostile.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (0..15i64).prop_map(|n| n.to_string()),
        1 => (-3..40i64).prop_map(|n| n.to_string()),
        1 => any::<i64>().prop_map(|n| n.to_string()),
        1 => prop::sample::select(vec![
            "", " 7 ", "x", "-", "+3", "1e3", "0x7", "7.5", "99999999999999999999", "\u{0661}", "--1",
        ])
        .prop_map(str::to_owned),
    ]
}

/// Numbers separated by commas.
fn numbers(count: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    prop::collection::vec(number(), count).prop_map(|n| n.join(","))
}

/// An INFO line. Time limits above zero are left out to keep dialogues short.
fn info() -> impl Strategy<Value = String> {
    let keys = prop::sample::select(vec![
        "rule",
        "max_memory",
        "max_node",
        "max_depth",
        "game_type",
        "evaluate",
        "folder",
        "thread_num",
        "debug",
        "unknown",
        "",
        "show_detail",
        "hash_size",
        "pondering",
    ]);
    prop_oneof![
        3 => (keys, numbers(0..3)).prop_map(|(key, value)| format!("INFO {key} {value}")),
        1 => prop::sample::select(vec![
            "INFO timeout_turn -1", "INFO time_left -5", "INFO time_left 2147483647",
            "INFO timeout_match 99999999999999999999", "INFO timeout_turn x", "info",
        ])
        .prop_map(str::to_owned),
    ]
}

/// A line between BOARD and DONE, never DONE or END.
fn board_line() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (0..15, 0..15, 1..3).prop_map(|(x, y, field)| format!("{x},{y},{field}")),
        1 => numbers(1..5),
        1 => prop::sample::select(vec!["", "START 15", "BOARD", "TURN 7,7", "YXSTOP", "INFO rule 1"])
            .prop_map(str::to_owned),
    ]
}

/// A step that leaves neither a search nor a BOARD unfinished.
fn lock_step() -> impl Strategy<Value = Step> {
    let line = |word: &'static str, arguments: std::ops::Range<usize>| {
        numbers(arguments).prop_map(move |rest| step(format!("{word} {rest}\n"), 1))
    };
    let board = (
        prop::sample::select(vec!["BOARD", "board", "SWAP2BOARD"]),
        prop::collection::vec(board_line(), 0..12),
    );
    prop_oneof![
        8 => line("TURN", 2..3),
        2 => line("TURN", 0..4),
        3 => line("TAKEBACK", 2..3),
        2 => line("PLAY", 1..3),
        2 => line("START", 0..2),
        1 => line("RECTSTART", 1..3),
        3 => info().prop_map(|text| step(format!("{text}\n"), 0)),
        3 => board.prop_map(|(word, lines)| {
            step(format!("{word}\n{}\nDone\n", lines.join("\n")), 1)
        }),
        2 => prop::sample::select(vec![
            "RESTART", "BEGIN", "ABOUT", "DONE", "FOO", "yxfoo", "yxshowforbid",
            "YXBALANCEONE 0", "yxbalancetwo -30", "YXBALANCEONE x", "yxnbest 3", "YXNBEST",
        ])
            .prop_map(|word| step(format!("{word}\r\n"), 1)),
        1 => prop::sample::select(vec![
            "\n", " \r\n", "STOP\n", "YXSTOP 1\n", "yxshowinfo\n", "YXHASHCLEAR\n",
            "yxboard\n1,1,1\n2,2,2\ndone\n", "YXBOARD\nDONE\n",
            "yxblock\n1,1\n2,2\n1,1,3\ndone\n", "yxblockundo\n1,1\ndone\n", "YXBLOCKRESET\n",
            "yxquerydatabaseall\n7,7,1\nDONE\n", "yxsetdatabase\n/a b/c.db\n", "yxsavedatabase\n",
        ])
            .prop_map(|text| step(text, 0)),
        1 => prop::collection::vec(any::<u8>(), 0..60).prop_map(|mut bytes| {
            bytes.retain(|byte| *byte != b'\n');
            bytes.insert(0, b'!');
            bytes.push(b'\n');
            step(bytes, 1)
        }),
    ]
}

/// Any line except END.
fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::sample::select(vec![
        "START",
        "TURN",
        "BOARD",
        "DONE",
        "BEGIN",
        "RESTART",
        "TAKEBACK",
        "PLAY",
        "SWAP2BOARD",
        "YXBOARD",
        "YXBLOCK",
        "YXBLOCKUNDO",
        "YXBLOCKRESET",
        "YXNBEST",
        "YXSHOWINFO",
        "YXSHOWFORBID",
        "YXHASHCLEAR",
        "YXBALANCEONE",
        "YXBALANCETWO",
        "YXSOOSORVSTEP1",
        "YXSOOSORVSTEP2",
        "YXSOOSORVSTEP5",
        "YXSOOSORVSTEP6",
        "YXSETDATABASE",
        "YXQUERYDATABASEALL",
        "ABOUT",
        "STOP",
        "YXSTOP",
        "INFO",
        "RECTSTART",
    ]);
    prop_oneof![
        4 => (words, numbers(0..4)).prop_map(|(word, rest)| format!("{word} {rest}").into_bytes()),
        2 => info().prop_map(String::into_bytes),
        3 => board_line().prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..40).prop_map(|mut bytes| {
            bytes.retain(|byte| *byte != b'\n');
            bytes.insert(0, b'!');
            bytes
        }),
    ]
}

/// A new program with a 15x15 board that answers at once.
fn quick_brain() -> Brain {
    let mut brain = Brain::start();
    brain.send_line("START 15");
    assert_eq!(brain.expect_answer(PATIENCE), "OK");
    brain.send_line("INFO timeout_turn 0");
    brain
}

proptest! {
    #![proptest_config(config())]

    /// If each answer is awaited, the number of answers is known.
    #[test]
    fn each_command_has_its_number_of_answers(steps in prop::collection::vec(lock_step(), 1..30)) {
        let mut brain = quick_brain();
        for step in steps {
            brain.send(&step.bytes);
            for _ in 0..step.answers {
                brain.expect_answer(PATIENCE);
            }
            // The next answer is the one to ABOUT.
            brain.send_line("INFO timeout_turn 0");
            brain.send_line("ABOUT");
            let next = brain.expect_answer(PATIENCE);
            prop_assert!(next.starts_with("name="), "after {step:?}: {next}");
        }
        brain.send_line("END");
        prop_assert_eq!(brain.expect_exit(PATIENCE), Ok(()));
    }

    /// If answers are not awaited, there are at most as many answers as commands, and the program
    /// still answers at the end.
    #[test]
    fn a_flood_is_survived(lines in prop::collection::vec(any_line(), 1..80)) {
        let mut brain = quick_brain();
        let mut flood = lines.join(&b'\n');
        // Leaves BOARD if the flood ended inside it.
        flood.extend_from_slice(b"\nDONE\nSTART 15\nABOUT\n");
        brain.send(&flood);
        let until = Instant::now() + PATIENCE;
        let mut answers = 0;
        loop {
            let answer = brain.answer(until).map_err(TestCaseError::fail)?;
            let Some((_, line)) = answer else {
                return Err(TestCaseError::fail("the program hangs"));
            };
            answers += 1;
            // The flood may contain ABOUT as well. After the last ABOUT there is no answer.
            if line.starts_with("name=") {
                let quiet = Instant::now() + Duration::from_millis(20);
                match brain.answer(quiet).map_err(TestCaseError::fail)? {
                    None => break,
                    Some(_) => answers += 1,
                }
            }
        }
        let is_info = |line: &&Vec<u8>| line.to_ascii_uppercase().starts_with(b"INFO");
        let commands = lines.len() - lines.iter().filter(is_info).count() + 3;
        prop_assert!(answers <= commands, "{answers} answers to {commands} commands");
        brain.send_line("END");
        prop_assert_eq!(brain.expect_exit(PATIENCE), Ok(()));
    }
}
