//! `match`.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use goshawk::engine::memory_for_table;
use serde_json::Value;

use crate::support::program;

use super::{COUNT, command, folder, games, refused_command, results, started, wait_until_begun};

/// The settings of a match that is quickly played.
const MATCH: [&str; 8] = [
    "--nodes",
    "150",
    "--pairs",
    "6",
    "--seed",
    "5",
    "--new",
    "lmr_pv=0 razoring=off",
];

#[test]
fn games_follow_from_the_seed_whatever_the_number_of_processes() {
    let folder = folder();
    let alone = command(&folder, "match", "alone", &MATCH);
    let processes = [0; 3].map(|_| started(&folder, "match", "shared", &MATCH));
    for mut process in processes {
        assert!(process.wait().expect("its end").success());
    }
    let shared = command(&folder, "match", "shared", &MATCH);
    let first = games(&folder, "alone");
    assert_eq!(first.len(), 2 * COUNT);
    assert_eq!(first, games(&folder, "shared"));
    // The same command on a finished match prints its result again.
    assert_eq!(
        alone.replace("alone.games", "x"),
        shared.replace("shared.games", "x")
    );
    assert!(
        alone.contains("new: lmr_pv=0 razoring=off; old: defaults"),
        "{alone}"
    );
    let row = alone.lines().last().expect("a row");
    assert!(
        row.starts_with("| `lmr_pv=0 razoring=off` | freestyle 11 | 150 | 12 | "),
        "{row}"
    );
    // No opening is played by two pairs.
    let mut openings: Vec<u64> = first
        .iter()
        .flat_map(|game| game["opening_no"].as_u64())
        .collect();
    openings.sort_unstable();
    openings.dedup();
    assert_eq!(openings.len(), COUNT);
    // Another seed has another order.
    let other = [&MATCH[..4], &["--seed", "6"], &MATCH[6..]].concat();
    command(&folder, "match", "other", &other);
    assert_ne!(first, games(&folder, "other"));
    assert_eq!(
        folder.files(),
        [
            "alone",
            "alone.games",
            "alone.lock",
            "openings.txt",
            "other",
            "other.games",
            "other.lock",
            "shared",
            "shared.games",
            "shared.lock"
        ]
    );
}

#[test]
fn a_setting_against_itself_scores_exactly_half() {
    let folder = folder();
    for (number, rule) in ["freestyle", "renju", "caro"].into_iter().enumerate() {
        let setting = "lmr_factor=50,null_move=off";
        let options = [
            "--rule", rule, "--nodes", "200", "--pairs", "6", "--new", setting, "--old", setting,
        ];
        let state = format!("state{number}");
        let text = command(&folder, "match", &state, &options);
        assert!(text.contains("score 50.00 %"), "{rule}: {text}");
        let games = games(&folder, &state);
        for pair in games.chunks(2) {
            assert_eq!(pair[0]["moves"], pair[1]["moves"], "{rule}");
            assert_eq!(
                (&pair[0]["black"], &pair[1]["black"]),
                (&"a".into(), &"b".into())
            );
        }
    }
}

/// A program that plays as an engine with values of parameters.
struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts the program for a board.
    fn start(side: u64, nodes: &str, parameters: &str) -> Engine {
        let mut command = program::command();
        command.env("GOSHAWK_TUNE", parameters);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the program starts");
        let mut engine = Engine {
            input: process.stdin.take().expect("a pipe"),
            output: BufReader::new(process.stdout.take().expect("a pipe")),
            process,
        };
        assert_eq!(engine.answer(&format!("START {side}\n")), "OK");
        // No clock, and the table that players of a match have.
        let memory = memory_for_table(4 << 20);
        let info = format!(
            "INFO timeout_turn 86400000\nINFO timeout_match 0\nINFO max_memory {memory}\n\
             INFO max_node {nodes}\n"
        );
        engine.input.write_all(info.as_bytes()).expect("a pipe");
        engine
    }

    /// Sends commands. Returns the answer.
    fn answer(&mut self, commands: &str) -> String {
        self.input.write_all(commands.as_bytes()).expect("a pipe");
        loop {
            let mut line = String::new();
            let length = self.output.read_line(&mut line).expect("text");
            assert!(length > 0, "no answer to {commands}");
            if !line.starts_with("MESSAGE") {
                return line.trim().to_string();
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn games_are_those_of_two_programs_that_play_each_other() {
    let folder = folder();
    let parameters = "lmr_pv=0,razor_base=100";
    let options = ["--nodes", "300", "--pairs", "3", "--new", parameters];
    command(&folder, "match", "state", &options);
    let mut compared = 0;
    for game in games(&folder, "state") {
        let moves: Vec<&str> = game["moves"].as_str().expect("text").split(' ').collect();
        let opening = game["opening_stones"].as_u64().expect("a number") as usize;
        let side = game["width"].as_u64().expect("a number");
        let of = |player: &Value| if player == "a" { parameters } else { "" };
        let mut engines =
            [&game["black"], &game["white"]].map(|player| Engine::start(side, "300", of(player)));
        for (number, expected) in moves.iter().enumerate().skip(opening) {
            let own = number % 2;
            let commands = if number < opening + 2 {
                let field = |(at, point): (usize, &&str)| {
                    format!("{point},{}\n", if at % 2 == own { 1 } else { 2 })
                };
                let stones: String = moves[..number].iter().enumerate().map(field).collect();
                format!("BOARD\n{stones}DONE\n")
            } else {
                format!("TURN {}\n", moves[number - 1])
            };
            assert_eq!(engines[own].answer(&commands), *expected, "{game}");
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared} moves");
}

#[test]
fn pairs_are_counted_as_by_the_script() {
    let folder = folder();
    // Settings that differ in strength, so that pairs end in different ways.
    let options = [
        "--nodes",
        "200",
        "--pairs",
        "6",
        "--old",
        "leaf_budget=0 lmr_factor=250",
    ];
    let text = command(&folder, "match", "state", &options);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/lib/pairs.py");
    let mut python = Command::new("python3");
    python.args(["-B".as_ref(), script.as_os_str()]);
    python.arg(folder.path("state.games"));
    let Ok(output) = python.output() else {
        assert!(std::env::var_os("CI").is_none(), "python3 is missing");
        return println!("python3 is missing, the pairs are not compared");
    };
    let counted = String::from_utf8(output.stdout).expect("UTF-8");
    let line = text
        .lines()
        .find(|line| line.starts_with("by pair"))
        .expect("the pairs");
    assert!(counted.starts_with(&format!("{line};")), "{counted}{line}");
    // So are the games.
    let count = |score: f64| {
        let scores = games(&folder, "state");
        scores
            .iter()
            .filter(|game| game["score_a"] == score)
            .count()
    };
    let counts = format!("W-D-L      {}-{}-{} ", count(1.0), count(0.5), count(0.0));
    assert!(text.contains(&counts), "{text}{counts}");
}

#[test]
fn a_match_that_is_killed_is_continued_without_a_difference() {
    let folder = folder();
    command(&folder, "match", "whole", &MATCH);
    for pairs in [1, 3, 6] {
        let mut process = started(&folder, "match", "killed", &MATCH);
        wait_until_begun(&folder, "killed", pairs, &mut process);
        process.kill().expect("killed");
        process.wait().expect("its end");
    }
    // What a process that is killed may leave behind.
    folder.write("killed.new", "half a st");
    let mut games_of_dead = folder.read("killed.games");
    games_of_dead.push_str("{\"game\": 99, \"pa");
    folder.write("killed.games", games_of_dead);
    command(&folder, "match", "killed", &MATCH);
    assert_eq!(games(&folder, "killed"), games(&folder, "whole"));
    assert_eq!(results(&folder, "killed"), results(&folder, "whole"));
}

#[test]
fn a_pair_whose_process_died_is_played_by_another() {
    let folder = folder();
    command(&folder, "match", "state", &MATCH);
    let finished = folder.read("state");
    let mut state: Value = serde_json::from_str(&finished).expect("JSON");
    // As if process 7 had died while it played the second pair.
    let whole = state["results"]["pairs"]
        .as_str()
        .expect("text")
        .to_string();
    state["results"]["pairs"] = format!("{}..{}", &whole[..2], &whole[4..]).into();
    state["playing"] = serde_json::json!({ "2": 7 });
    folder.write("state", state.to_string());
    command(&folder, "match", "state", &MATCH);
    assert_eq!(results(&folder, "state")["pairs"], whole.as_str());
}

#[test]
fn a_match_can_be_continued_with_more_pairs() {
    let folder = folder();
    let pairs = |pairs: &'static str| [&["--pairs", pairs], &MATCH[..2], &MATCH[4..]].concat();
    let text = command(&folder, "match", "grown", &pairs("2"));
    assert!(text.contains("pairs      2;"), "{text}");
    command(&folder, "match", "grown", &pairs("6"));
    command(&folder, "match", "whole", &pairs("6"));
    assert_eq!(games(&folder, "grown"), games(&folder, "whole"));
    // With fewer pairs, the first ones count.
    assert_eq!(command(&folder, "match", "grown", &pairs("2")), text);
}

#[test]
fn a_sequential_test_ends_a_match_at_the_same_pair_for_any_number_of_processes() {
    let folder = folder();
    let options = [
        "--nodes",
        "150",
        "--pairs",
        "6",
        "--old",
        "leaf_budget=0 inner_vcf=off lmr_factor=250",
        "--sprt",
        "-400,0",
    ];
    let alone = command(&folder, "match", "alone", &options);
    let processes = [0; 3].map(|_| started(&folder, "match", "shared", &options));
    for mut process in processes {
        assert!(process.wait().expect("its end").success());
    }
    let shared = command(&folder, "match", "shared", &options);
    assert_eq!(
        alone.replace("alone.games", "x"),
        shared.replace("shared.games", "x")
    );
    let line = alone
        .lines()
        .find(|line| line.starts_with("SPRT"))
        .expect("a test");
    assert!(line.contains("0 Elo rather than -400"), "{alone}");
    let count = games(&folder, "alone").len();
    assert!(count < 2 * COUNT, "{count} games: {alone}");
}

#[test]
fn a_network_from_a_file_plays() {
    let folder = folder();
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/eval/network/weights");
    let file = |name: &str| weights.join(name).display().to_string();
    let same = format!(
        "network={} policy={}",
        file("freestyle.net"),
        file("freestyle.policy")
    );
    let short = ["--nodes", "150", "--pairs", "3"];
    let options = [&short[..], &["--new", &same]].concat();
    let text = command(&folder, "match", "same", &options);
    // The files are those of the program.
    assert!(text.contains("score 50.00 %"), "{text}");
    for pair in games(&folder, "same").chunks(2) {
        assert_eq!(pair[0]["moves"], pair[1]["moves"]);
    }
    let other = format!("network={}", file("standard.net"));
    let text = refused_command(
        &folder,
        "match",
        "other",
        &["--pairs", "3", "--new", &other],
    );
    assert!(
        text.contains("trained for standard, not for freestyle"),
        "{text}"
    );
    let policy = format!(
        "network={} policy={}",
        file("freestyle.net"),
        file("caro.policy")
    );
    let text = refused_command(
        &folder,
        "match",
        "other",
        &["--pairs", "3", "--new", &policy],
    );
    assert!(text.contains("belongs to another network"), "{text}");
}
