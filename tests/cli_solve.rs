//! The command `solve`, run through the real program.

mod support;

use std::process::Output;

use serde_json::Value;
use support::program;

fn solve(args: &[&str]) -> Output {
    program::run(&[&["solve"], args].concat(), b"")
}

fn printed(args: &[&str]) -> String {
    let output = solve(args);
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{args:?}"
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The value of a line `name: value`.
fn field<'a>(text: &'a str, name: &str) -> &'a str {
    text.lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
        .unwrap_or_else(|| panic!("no `{name}` in\n{text}"))
        .trim()
}

/// Black has two crossing open twos; one move makes two open threes.
const TWO_TWOS: &str = "h8 a1 i8 o1 j9 a15 j10 o15";
/// Black has an open three.
const THREE: &str = "h8 a1 i8 c1 j8 e1";

#[test]
fn a_vcf_is_found() {
    let text = printed(&["--moves", THREE, "--time", "1"]);
    assert_eq!(field(&text, "verdict"), "black wins by VCF");
    assert_eq!(field(&text, "length"), "2 moves (3 plies) at most");
    assert!(!field(&text, "main line").is_empty() && !field(&text, "nodes").is_empty());
    assert!(field(&text, "time").ends_with(" s"));
}

#[test]
fn a_five_is_one_ply() {
    let text = printed(&["--moves", "h8 a1 i8 c1 j8 e1 k8 g8"]);
    assert_eq!(field(&text, "length"), "1 move (1 ply) at most");
    assert_eq!(field(&text, "main line"), "l8");
}

#[test]
fn a_vct_is_found_and_proved() {
    let file = std::env::temp_dir().join(format!("goshawk-proof-{}.json", std::process::id()));
    let path = file.to_str().expect("UTF-8");
    let text = printed(&["--moves", TWO_TWOS, "--proof", path]);
    assert_eq!(field(&text, "verdict"), "black wins by VCT");
    assert_eq!(field(&text, "proof"), format!("written to {path}"));
    let json = std::fs::read_to_string(&file).expect("the proof");
    let json: Value = serde_json::from_str(&json).expect("JSON");
    std::fs::remove_file(&file).expect("the file can be removed");
    assert_eq!(
        (&json["rule"], &json["side"]),
        (&"freestyle".into(), &"black".into())
    );
    assert_eq!(json["black"].as_array().map(Vec::len), Some(4));
    assert_eq!(json["proof"]["threat"], "open-four");
    assert!(json["proof"]["replies"].is_array());
    let plies = json["plies"].as_u64().expect("a number");
    assert!(field(&text, "length").contains(&format!("({plies} plies)")));
}

#[test]
fn a_position_without_a_win_is_not_an_error() {
    let text = printed(&["--moves", "h8", "--vcf"]);
    assert_eq!(field(&text, "verdict"), "no VCF for white");
    let text = printed(&["--moves", TWO_TWOS, "--vcf", "--proof", "unused"]);
    assert_eq!(field(&text, "verdict"), "no VCF for black");
    assert_eq!(field(&text, "proof"), "none, not written");
}

#[test]
fn a_proof_that_cannot_be_written_is_an_error_after_the_result() {
    let output = solve(&["--moves", THREE, "--proof", "/no/such/proof.json"]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("/no/such/proof.json: cannot write"),
        "{error}"
    );
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(field(&text, "verdict"), "black wins by VCF");
    assert!(!text.contains("proof:"), "nothing is written: {text}");
}

#[test]
fn help_is_printed_and_unknown_options_are_refused() {
    assert!(printed(&["--help"]).starts_with("Find a forced win"));
    let output = solve(&["--fast"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}
