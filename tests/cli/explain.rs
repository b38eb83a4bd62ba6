//! `analyze --explain`, run through the real program.

use crate::support::program;

/// The output for a position with a limit on nodes.
fn explained(args: &[&str]) -> String {
    let fixed = ["analyze", "--explain", "--nodes", "3000"];
    program::printed(&[&fixed[..], args].concat(), "")
}

/// The value of a line `name: value` with the lines that continue it.
fn field(text: &str, name: &str) -> Option<String> {
    let mut lines = text
        .lines()
        .skip_while(|line| !line.starts_with(&format!("{name}:")));
    let first = lines.next()?.split_once(':')?.1.trim();
    let rest = lines.take_while(|line| line.starts_with("           "));
    let lines: Vec<&str> = [first].into_iter().chain(rest.map(str::trim)).collect();
    Some(lines.join(" "))
}

#[track_caller]
fn assert_fields(text: &str, expected: &[(&str, &str)]) {
    for (name, value) in expected {
        assert_eq!(field(text, name).as_deref(), Some(*value), "{text}");
    }
}

#[test]
fn a_five_and_an_open_four_win() {
    let text = explained(&["--moves", "h8 a1 i8 c1 j8 e1 k8 g8"]);
    let five = [
        ("black", "has five at l8"),
        ("white", "no threat found"),
        ("l8 makes", "five"),
        ("why", "wins at once: five at l8"),
    ];
    assert_fields(&text, &five);
    let text = explained(&["--moves", "h8 a1 i8 c1 j8 e1"]);
    let best = field(&text, "best move").unwrap();
    let best = best.split(' ').next().unwrap();
    let why = format!("wins by force: open four at {best}, 3 plies");
    let four = [
        ("black", "has open four at g8, k8"),
        (&format!("{best} makes"), "open four"),
        ("why", &why),
    ];
    assert_fields(&text, &four);
}

#[test]
fn a_four_three_is_named() {
    let text = explained(&["tests/boards/four-three.txt"]);
    let four_three = [
        ("h8 makes", "four and open three"),
        ("why", "wins by force: four-three at h8, 5 plies"),
    ];
    assert_fields(&text, &four_three);
    let black = field(&text, "black").unwrap();
    assert!(black.contains("four-three at h8"), "{text}");
}

#[test]
fn a_win_by_fours_has_their_number() {
    // The problem `quintet-test_vcf_white`, which white wins by five fours.
    let text = explained(&["tests/boards/vcf.txt"]);
    let win = "VCF from l13, 5 fours";
    let why = format!("wins by force: {win}, 11 plies");
    let white = format!("has {win}");
    assert_fields(&text, &[("white", &white), ("why", &why)]);
}

#[test]
fn the_only_defence_is_named() {
    // White must stop the four.
    let text = explained(&["--moves", "h8 g8 i8 a3 j8 a5 k8"]);
    let only = [
        ("black", "threatens five at l8"),
        ("why", "the only move that stops black's five at l8"),
        ("l8 stops", "black's five at l8"),
    ];
    assert_fields(&text, &only);
    assert!(!text.contains("l8 takes"), "{text}");
    // White must stop an open three, and has no fours.
    let text = explained(&["--multipv", "2", "--moves", "h8 i9 i8 j9 j8"]);
    let why = field(&text, "why").unwrap();
    let expected = "one of 2 defences against black's open four at g8, k8: g8, k8";
    assert_eq!(why, expected, "{text}");
    let second = field(&text, "second").unwrap();
    assert!(second.contains("8, white ") && second.contains(" %, "));
}

#[test]
fn a_lost_position_is_called_lost() {
    let text = explained(&["--moves", "h8 a1 i8 c1 j8 e1 k8"]);
    let lost = "no move helps: black wins by force in 2 plies";
    assert_fields(&text, &[("why", lost)]);
}

#[test]
fn a_quiet_position_has_no_threats() {
    let text = explained(&["--moves", "h8 i9"]);
    let quiet = [
        ("black", "no forcing win or strong threat found"),
        ("white", "no threat found"),
    ];
    assert_fields(&text, &quiet);
    let why = field(&text, "why").unwrap();
    assert!(why.starts_with("no forced win was found"), "{text}");
}

#[test]
fn fouls_are_named_in_renju() {
    let moves = "f8 a1 g8 o15 h10 a15 h9 o1";
    let text = explained(&["--rule", "renju", "--moves", moves]);
    let double = "h8, two open threes at once (double three)";
    assert_fields(&text, &[("forbidden", double)]);
    let free = explained(&["--moves", moves]);
    assert_eq!(field(&free, "forbidden"), None, "{free}");
    let black = field(&free, "black").unwrap();
    assert!(black.contains("double three at h8"), "{free}");
}

#[test]
fn every_rule_is_explained_within_the_width() {
    for rule in ["freestyle", "standard", "renju", "caro", "caro-exact"] {
        let moves = "h8 i9 i8 j9 j8 k10 g8 l11 g9 g10 f9";
        let text = explained(&["--rule", rule, "--moves", moves]);
        let words = text.split("variation").nth(1).unwrap();
        for line in words.lines().skip(1) {
            assert!(line.chars().count() <= 80, "{line}");
        }
        assert!(field(&text, "why").is_some(), "{rule}: {text}");
    }
}

#[test]
fn a_finished_game_has_its_result_instead() {
    let moves = "h8 i9 h9 i10 h10 i11 h11 i13 h12";
    let text = explained(&["--moves", moves]);
    assert_fields(&text, &[("result", "black wins")]);
    assert_eq!(field(&text, "why"), None, "{text}");
}
