//! Tests of the real program that scripts cannot express: very long input, memory use, the working
//! directory, and the end of input.

use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::alone;
use crate::support::board::Board;
use crate::support::brain::{Brain, PATIENCE, coordinates};
use crate::support::{program, syntax};

/// Sends END; the program must exit with an empty stderr.
fn end(mut brain: Brain) {
    brain.send_line("END");
    brain.expect_exit(PATIENCE).unwrap();
}

#[test]
fn a_line_of_100_kb_is_one_unknown_command() {
    let _alone = alone();
    let mut brain = Brain::start();
    brain.send_line(&"x".repeat(100_000));
    assert!(brain.expect_answer(PATIENCE).starts_with("UNKNOWN "));
    // A command with an overlong line is unknown as well.
    brain.send_line(&format!("START 15{}", " ".repeat(100_000)));
    assert!(brain.expect_answer(PATIENCE).starts_with("UNKNOWN "));
    brain.send_line(&format!("INFO folder {}", "x".repeat(100_000)));
    brain.send_line("START 15");
    assert_eq!(brain.expect_answer(PATIENCE), "OK");
    brain.send_line("BOARD");
    brain.send_line(&format!("7,7,1{}", " ".repeat(100_000)));
    brain.send_line("DONE");
    assert!(brain.expect_answer(PATIENCE).starts_with("ERROR "));
    end(brain);
}

#[test]
fn a_very_long_line_takes_no_memory() {
    let _alone = alone();
    let mut brain = Brain::start();
    brain.send_line("ABOUT");
    brain.expect_answer(PATIENCE);
    let before = resident_kib(brain.id());
    let chunk = vec![b'x'; 1 << 20];
    for _ in 0..64 {
        brain.send(&chunk);
    }
    brain.send_line("");
    assert!(brain.expect_answer(PATIENCE).starts_with("UNKNOWN "));
    if let (Some(before), Some(after)) = (before, resident_kib(brain.id())) {
        assert!(after < before + 4096, "{before} KiB became {after} KiB");
    }
    end(brain);
}

#[test]
fn random_bytes_are_unknown_commands() {
    let _alone = alone();
    let mut brain = Brain::start();
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    for _ in 0..200 {
        let mut line: Vec<u8> = (0..40)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state.to_le_bytes()[0]
            })
            .filter(|byte| *byte != b'\n')
            .collect();
        // The line is neither blank nor a command.
        line.insert(0, b'?');
        line.push(b'\n');
        brain.send(&line);
        assert!(brain.expect_answer(PATIENCE).starts_with("UNKNOWN "));
    }
    end(brain);
}

#[test]
fn about_is_the_same_every_time() {
    let _alone = alone();
    let mut brain = Brain::start();
    brain.send_line("ABOUT");
    let first = brain.expect_answer(PATIENCE);
    brain.send_line("about");
    assert_eq!(brain.expect_answer(PATIENCE), first);
    end(brain);
}

#[test]
fn input_may_end_after_every_byte() {
    let _alone = alone();
    let dialogue = b"START 15\r\nINFO timeout_turn 100\r\nBOARD\r\n7,7,1\r\n8,8,2\r\nDONE\r\n";
    for cut in 0..=dialogue.len() {
        let mut brain = Brain::start();
        brain.send(&dialogue[..cut]);
        brain.close();
        let text = String::from_utf8_lossy(&dialogue[..cut]);
        // The last line counts without its line feed.
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            [] => {}
            ["START"] | ["START", "1"] => expect_word(&mut brain, "ERROR"),
            [_] => expect_word(&mut brain, "UNKNOWN"),
            ["START", "15"] => expect_word(&mut brain, "OK"),
            [.., last] => {
                expect_word(&mut brain, "OK");
                match last {
                    "B" | "BO" | "BOA" | "BOAR" | "I" | "IN" | "INF" => {
                        expect_word(&mut brain, "UNKNOWN");
                    }
                    "DONE" => assert!(coordinates(&brain.expect_answer(PATIENCE)).is_some()),
                    _ => {}
                }
            }
        }
        brain
            .expect_exit(PATIENCE)
            .unwrap_or_else(|fault| panic!("after {cut} bytes: {fault}"));
        let answer = brain.answer(Instant::now() + Duration::from_millis(1));
        assert_eq!(answer.unwrap(), None, "after {cut} bytes");
    }
}

/// Expects an answer with this first word.
fn expect_word(brain: &mut Brain, word: &str) {
    let answer = brain.expect_answer(PATIENCE);
    assert_eq!(answer.split(' ').next(), Some(word), "{answer}");
}

/// A flood of commands is answered, each command once, in bounded memory.
#[test]
fn a_long_script_takes_little_memory() {
    let _alone = alone();
    const FLOOD: usize = 300_000;
    let mut child = program::command()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("stdin is a pipe");
    let limits = "START 15\nINFO max_memory 1\nINFO timeout_turn 2000\n";
    let searches = "TURN 7,7\nTURN 0,0\n";
    let flood = "TURN 99,99\n".repeat(FLOOD);
    let writer = std::thread::spawn(move || {
        input
            .write_all(format!("{limits}{searches}{flood}").as_bytes())
            .expect("the program reads everything");
    });
    std::thread::sleep(Duration::from_millis(1500));
    if let Some(resident) = resident_kib(child.id()) {
        // The program may use this much under any limit.
        assert!(resident < 40 * 1024, "{resident} KiB");
    }
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the program reads everything");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let count = |is: fn(&str) -> bool| text.lines().filter(|line| is(line)).count();
    assert_eq!(count(|line| line.starts_with("ERROR ")), FLOOD);
    assert_eq!(count(|line| coordinates(line).is_some()), 2);
}

/// A search ends by its own limits or, without limits, at the end of input.
#[test]
fn every_kind_of_search_is_answered_at_the_end_of_input() {
    let _alone = alone();
    let unlimited = "INFO timeout_turn 2000000\n";
    for (script, answer) in [
        ("BEGIN\n", "*,*"),
        ("INFO pondering 1\nBEGIN\n", "*,*"),
        ("TURN 7,7\n", "*,*"),
        ("BOARD\n7,7,2\nDONE\n", "*,*"),
        ("YXNBEST 3\n", "*,*"),
        ("YXBLOCK\n7,7\nDONE\nBEGIN\n", "*,*"),
        ("SWAP2BOARD\nDONE\n", "*,* *,* *,*"),
        ("YXBALANCEONE 0\n", "*,*"),
        ("YXBALANCETWO 0\n", "*,* *,*"),
        ("YXSWAP2STEP1\n", "MESSAGE SWAP2 MOVE3 * *"),
        ("YXSOOSORVSTEP1\n", "MESSAGE SOOSORV MOVE3 * *"),
        (
            "YXSOOSORVSTEP5 2\n7,7\n7,8\n7,9\n0,0\nDONE\n",
            "MESSAGE SOOSORV MOVE5 DONE",
        ),
        // A depth or a number of nodes is a limit as well as a time.
        ("INFO max_depth 2\nTURN 7,7\n", "*,*"),
        ("INFO max_node 2000\nTURN 7,7\n", "*,*"),
        ("INFO timeout_turn 100\nTURN 7,7\n", "*,*"),
        ("TURN 7,7\nINFO timeout_turn 100\n", "*,*"),
    ] {
        check_last_line(&format!("START 15\n{unlimited}{script}"), answer);
    }
}

/// Pipes a script in as a whole: the program must answer it, the last line of
/// output must match, and the program must exit.
fn check_last_line(script: &str, pattern: &str) {
    let started = Instant::now();
    let output = program::run(&[], script.as_bytes());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let last = text.lines().last().unwrap_or_default();
    assert!(syntax::glob(pattern, last), "{script}\n{text}");
    assert!(text.starts_with("OK\n"), "{script}\n{text}");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{script}"
    );
    assert!(started.elapsed() < PATIENCE, "{script}");
}

/// Both pipes are closed, as after a crash of the manager.
#[test]
fn the_program_exits_when_its_output_is_closed() {
    let _alone = alone();
    for script in [
        "START 15\nINFO timeout_turn 200\nBEGIN\n",
        "START 15\nINFO timeout_turn 2000000\nTURN 7,7\n",
        "ABOUT\n",
    ] {
        let mut child = program::command()
            .env("RUST_LOG", "error")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut input = child.stdin.take().expect("stdin is a pipe");
        // The program may have exited before it has read everything.
        let _ = input.write_all(script.as_bytes());
        drop(input);
        let until = Instant::now() + PATIENCE;
        while child.try_wait().expect("a child").is_none() {
            if Instant::now() > until {
                let _ = child.kill();
                panic!("hangs: {script}");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        // The log names the broken pipe, and a panic if there was one.
        let errors = child.wait_with_output().expect("a child").stderr;
        let errors = String::from_utf8_lossy(&errors);
        assert!(!errors.contains("panicked"), "{errors}");
    }
}

#[test]
fn end_is_executed_after_a_flood_of_commands() {
    let _alone = alone();
    let mut brain = Brain::start();
    let mut flood = String::from("START 15\nINFO timeout_turn 2000000\nBEGIN\n");
    flood.push_str(&"INFO time_left 2000000000\n".repeat(5000));
    flood.push_str("END\n");
    brain.send(flood.as_bytes());
    brain.expect_exit(PATIENCE).unwrap();
}

#[test]
fn the_working_directory_does_not_matter() {
    let _alone = alone();
    for folder in [std::env::temp_dir(), "/".into()] {
        let mut brain = Brain::start_with(&["--force-utf8"], Some(&folder));
        brain.send_line("START 15");
        assert_eq!(brain.expect_answer(PATIENCE), "OK");
        brain.send_line("INFO timeout_turn 0");
        brain.send_line("BEGIN");
        assert!(coordinates(&brain.expect_answer(PATIENCE)).is_some());
        end(brain);
    }
}

#[test]
fn fifty_games_take_no_more_memory_than_ten() {
    let _alone = alone();
    let mut brain = Brain::start();
    brain.send_line("INFO max_memory 67108864");
    brain.send_line("INFO max_node 300");
    let mut after_ten = None;
    for game in 1..=50 {
        brain.send_line("START 15");
        assert_eq!(brain.expect_answer(PATIENCE), "OK");
        short_game(&mut brain);
        if game == 10 {
            after_ten = resident_kib(brain.id());
        }
    }
    if let (Some(before), Some(after)) = (after_ten, resident_kib(brain.id())) {
        // Only the transposition table may grow, up to its limit.
        assert!(after < before + 16_384, "{before} KiB became {after} KiB");
        assert!(after < 67_108_864 / 1024, "{after} KiB are in use");
    }
    end(brain);
}

/// Plays a few moves of a game.
fn short_game(brain: &mut Brain) {
    let mut board = Board::default();
    board.sent("START 15");
    brain.send_line("INFO timeout_turn 10");
    for at in [(7, 7), (0, 14), (14, 0)] {
        if board.is_taken(at.0, at.1) {
            continue;
        }
        let turn = format!("TURN {},{}", at.0, at.1);
        board.sent(&turn);
        brain.send_line(&turn);
        let (x, y) = coordinates(&brain.expect_answer(PATIENCE)).expect("a move");
        board.answered(x, y).unwrap();
    }
}

/// The memory in use; `None` if the system does not report it.
fn resident_kib(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
