//! `play` with the opening rules of gomoku and renju.

use crate::support::folder::Folder;
use crate::support::program;
use goshawk::types::OpeningRule;

/// Standard output of a game that must end without errors.
fn played(args: &[&str], lines: &str) -> String {
    // The levels below 10 end a decision by nodes, long before this time, so that the decisions
    // are the same on a busy machine.
    let always = ["play", "--no-save", "--time", "600s"];
    let lines: Vec<&str> = lines.split(';').map(str::trim).collect();
    program::printed(&[&always, args].concat(), lines.join("\n") + "\n")
}

/// The error of a game that must not begin.
fn error_of(args: &[&str]) -> String {
    program::refused(&[&["play", "--no-save"], args].concat(), "")
}

/// The words of the last line that contains `text`, after it.
fn words_after<'a>(output: &'a str, text: &str) -> Vec<&'a str> {
    let line = output.lines().rfind(|line| line.contains(text));
    let (_, rest) = line
        .and_then(|line| line.split_once(text))
        .unwrap_or_default();
    rest.trim_end_matches('.').split_whitespace().collect()
}

/// Checks that these texts occur in this order.
fn assert_in_order(output: &str, texts: &[&str]) {
    let mut rest = output;
    for text in texts {
        let Some((_, after)) = rest.split_once(text) else {
            panic!("`{text}` is not in its place:\n{output}");
        };
        rest = after;
    }
}

#[test]
fn two_people_play_soosyrv_8() {
    let script = "a1; h8; h9; h12; h10; swap; h3; fifths 9; 3; fifths 2; keep; g8; i8; undo; g8; \
                  i9; a1; g8; moves; undo; i9; d4; resign";
    let text = played(&["--opening", "soosyrv-8", "--players", "2"], script);
    assert_in_order(
        &text,
        &[
            "renju on 15x15",
            "First player: Place stone 1 of 3, black in the centre.",
            "The first stone goes to the centre.",
            "Place stone 2 of 3, white in the central 3x3 points.",
            "That stone must be in the central 5x5 points.",
            "Second player: Choose a side: `white` or `black`. Placing stone 4 keeps white.",
            "The first player is white (o), the second player is black (x).",
            "First player: Place stone 4, white anywhere.",
            "First player: Declare how many fifth moves black must propose, from 1 to 8. Type \
             `fifths N`.",
            "The number of fifth moves must be from 1 to 8.",
            "`3` is not a move",
            "Second player: Choose a side",
            "Second player: Propose a fifth move for black, 1 of 2",
            "Propose a fifth move for black, 2 of 2; none may be symmetrical to another. \
             Proposed: g8. Type it again to withdraw it.",
            "i8 is symmetrical to g8, which has already been proposed.",
            "Taken back: g8.",
            "Select one of the fifth moves that black has proposed. Proposed: g8 i9.",
            "a1 is not one of the proposed fifth moves.",
            "5 moves: h8 h9 h10 h3 g8",
            "Taken back: g8.",
            "Select one of the fifth moves that black has proposed. Proposed: g8 i9.",
            "Black (x) resigns",
        ],
    );
}

#[test]
fn every_step_of_an_opening_can_be_taken_back() {
    let args = [
        "--opening",
        "soosyrv-8",
        "--name",
        "Anna,Ben",
        "--players",
        "2",
    ];
    let script = "undo; h8; h9; h10; i9; undo; black; undo; black; i9; fifths 3; undo 2; moves; \
                  undo 9; undo 4; moves; h8; moves";
    let text = played(&args, script);
    assert_in_order(
        &text,
        &[
            "There is nothing to take back.",
            "Ben: Choose a side: `white` or `black`. Placing stone 4 keeps white.",
            "Ben keeps white.",
            "Taken back: i9.",
            "Ben: Choose a side",
            "two people: Ben (x), Anna (o)",
            "Anna: Place stone 4",
            "Taken back: the choice of a side.",
            "two people: Anna (x), Ben (o)",
            "Ben: Choose a side",
            "Anna: Declare how many fifth moves",
            "Taken back: i9, the number of fifth moves.",
            "3 moves: h8 h9 h10",
            "Only 4 steps can be taken back.",
            "Taken back: h8, h9, h10, the choice of a side.",
            "two people: Anna (x), Ben (o)",
            "No moves have been played.",
            "1 move: h8",
        ],
    );
    // With the engine's steps, which follow from those of the person.
    let args = ["--opening", "swap", "--level", "1", "--seed", "1"];
    let text = played(&args, "h8; h9; a1; undo; moves; undo 2; moves");
    let taken = words_after(&text, "Taken back: a1, the choice of a side");
    assert!(taken.is_empty(), "{text}");
    assert!(text.contains("2 moves: h8 h9\n"), "{text}");
    assert!(text.contains("No moves have been played."), "{text}");
}

#[test]
fn a_game_that_leaves_its_opening_again_does_not_name_it() {
    let folder = Folder::new();
    let [first, second, third] = ["a.sgf", "b.sgf", "c.sgf"].map(|name| folder.path(name));
    let opening = format!("h8;i9;j8;keep;j9;h10;i10;h10;a1;save {first}");
    played(&["--opening", "rif", "--players", "2"], &opening);
    assert!(folder.read("a.sgf").contains("ON[RIF]"));
    let script = format!("undo;save {second};undo 2;a2;save {third}");
    played(&[&first, "--players", "2"], &script);
    assert!(folder.read("b.sgf").contains("ON[RIF]"));
    assert!(!folder.read("c.sgf").contains("ON["));
}

#[test]
fn an_opening_rule_that_the_game_cannot_have_is_left_out() {
    let folder = Folder::new();
    let game = folder.write(
        "a.sgf",
        "(;GM[4]SZ[15]RU[freestyle]ON[RIF];B[hh];W[hg];B[ii])",
    );
    let again = folder.path("b.sgf");
    let script = format!("load {game};save {again}");
    for args in [&[&*game][..], &[]] {
        let text = played(args, &script);
        let note = "note: the opening rule is ignored: RIF is an opening rule of renju, not of \
                    freestyle";
        assert!(text.replace('\n', " ").contains(note), "{text}");
        assert!(!folder.read("b.sgf").contains("ON["));
        std::fs::remove_file(&again).unwrap();
    }
}

#[test]
fn a_saved_game_names_its_opening_rule() {
    let folder = Folder::new();
    let [first, second, third] = ["a.sgf", "b.txt", "c.sgf"].map(|name| folder.path(name));
    let script =
        format!("h8;h9;h10;keep;save {first};load {first};save {second};new;a1;save {third}");
    played(&["--opening", "swap", "--players", "2"], &script);
    assert!(folder.read("a.sgf").contains("ON[Swap]"));
    assert!(folder.read("b.txt").contains("# opening rule: swap\n"));
    assert!(
        !folder.read("c.sgf").contains("ON["),
        "the next game has none"
    );
}

#[test]
fn two_people_play_taraguchi_10() {
    let start = "h8; swap; i9; g7; undo; g7; f6";
    let ten = "ten; a1; a2; a3; a4; a4; a5; a6; a7; a8; a9; a10; a11; a4; a7; b1; moves";
    let args = ["--opening", "taraguchi-10", "--players", "2"];
    let text = played(&args, &format!("{start}; {ten}"));
    assert_in_order(
        &text,
        &[
            "Second player: Choose a side: `white` or `black`. Placing stone 2 keeps white.",
            "The first player is white (o), the second player is black (x).",
            "First player: Place stone 2, white in the central 3x3 points.",
            "Taken back: g7.",
            "Second player: Choose a side: `white`, `black`, or `ten` to propose ten fifth moves.",
            "Withdrawn: a4.",
            "First player: Select one",
            "6 moves: h8 i9 g7 f6 a7 b1",
        ],
    );
    assert!(text.contains("a4 is not one of the proposed"), "{text}");
    let text = played(&args, &format!("{start}; m8; l8; white; b1; moves"));
    assert!(text.contains("in the central 9x9 points"), "{text}");
    assert!(text.contains("6 moves: h8 i9 g7 f6 l8 b1"), "{text}");
}

#[test]
fn the_engine_proposes_two_fifth_moves_and_a_person_selects() {
    let args = [
        "--opening",
        "rif",
        "--side",
        "white",
        "--level",
        "2",
        "--seed",
        "4",
    ];
    let script = "white; a1";
    let text = played(&args, script);
    assert!(text.contains("Goshawk (x) places h8 "), "{text}");
    let proposed = words_after(&text, "Goshawk (x) proposes ");
    let [first, second, "as", "fifth", "moves"] = proposed[..] else {
        panic!("{text}");
    };
    assert_ne!(first, second);
    let text = played(&args, &format!("{script}; {second}; moves"));
    let moves = words_after(&text, "5 moves: ");
    assert_eq!(moves[4], second, "{text}");
}

#[test]
fn a_person_proposes_fifth_moves_and_the_engine_selects() {
    // The opening is so good for black that the engine takes black if it may, so that the person
    // plays the fourth move.
    let args = ["--opening", "yamaguchi", "--level", "6", "--seed", "4"];
    let text = played(&args, "h8; h9; i9; fifths 1; a1; moves");
    assert!(text.contains("Goshawk (o) takes black."), "{text}");
    assert!(text.contains("you are white (o)"), "{text}");
    let proposed = words_after(&text, "Goshawk (x) proposes ");
    assert_eq!(proposed[1..], ["as", "the", "fifth", "move"], "{text}");
    // With so many fifth moves it keeps white, and selects one of them.
    let points = ["a", "b"].map(|column| (1..=10).map(move |row| format!("{column}{row}")));
    let fifths: Vec<String> = points.into_iter().flatten().collect();
    let fifths = fifths.join("; ");
    let text = played(&args, &format!("h8; h9; i9; fifths 20; {fifths}; moves"));
    assert!(
        text.contains("Goshawk (o) keeps white and places "),
        "{text}"
    );
    let selected = words_after(&text, " selects ");
    assert_eq!(selected[1..], ["as", "the", "fifth", "move"], "{text}");
    assert!(selected[0].starts_with(['a', 'b']), "{text}");
    assert_eq!(words_after(&text, "6 moves: ").len(), 6, "{text}");
}

#[test]
fn the_engine_plays_every_opening_with_itself() {
    for rule in OpeningRule::NAMES {
        let args = [
            "--opening",
            rule,
            "--players",
            "0",
            "--level",
            "1",
            "--seed",
            "1",
        ];
        let text = played(&args, "");
        let over = text.contains(") wins with ") || text.contains("The game is a draw.");
        assert!(over, "{rule}: {text}");
        let places = text.contains("Goshawk (x) places ");
        assert!(places, "{rule}: {text}");
        let selects = text.contains(" as the fifth move.") || text.contains("places k");
        assert!(
            selects || !["rif", "yamaguchi", "soosyrv-8"].contains(&rule),
            "{text}"
        );
    }
}

#[test]
fn an_opening_has_its_rule_and_board() {
    let error = error_of(&["--opening", "pro"]);
    assert!(error.contains("swap, swap2, rif, yamaguchi"), "{error}");
    let error = error_of(&["--opening", "rif", "--rule", "caro"]);
    assert!(
        error.contains("RIF is an opening rule of renju, not of caro. See "),
        "{error}"
    );
    let error = error_of(&["--opening", "rif", "--size", "14"]);
    assert!(error.contains("a board with a centre"), "{error}");
    let error = error_of(&["--opening", "swap", "--rule", "renju"]);
    assert!(error.contains("where black has fouls"), "{error}");
    assert!(error_of(&["--opening", "swap", "--moves", "h8"]).contains("cannot be used"));
    let text = played(
        &[],
        "new rif 20; new rif caro; new soosorv-8 black; hint; save /no/file; new swap2; keep; new; keep",
    );
    assert_in_order(
        &text,
        &[
            "RIF needs a board with a centre",
            "RIF is an opening rule of renju, not of caro.",
            "renju on 15x15; you are black",
            "possible only after the opening",
            "possible only after the opening",
            "freestyle on 15x15",
            "Place three stones",
            "Place three stones",
            "There is nothing to choose now; `side black` changes sides.",
        ],
    );
}
