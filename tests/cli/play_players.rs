//! `play` with two people, with none, and with a swap2 opening.

use crate::support::folder::Folder;
use crate::support::program;

/// Standard output of a game that must end without errors.
fn played(args: &[&str], lines: &[&str]) -> String {
    // The levels below 10 end a decision by nodes, long before this time, so that the decisions
    // are the same on a busy machine.
    let always = ["play", "--no-save", "--time", "600s"];
    program::printed(&[&always, args].concat(), lines.join("\n") + "\n")
}

/// The error of a game that must not begin.
fn error_of(args: &[&str]) -> String {
    program::refused(&[&["play", "--no-save"], args].concat(), "")
}

/// The rest of each line that begins with `start`.
fn after<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    text.lines()
        .filter_map(|line| line.strip_prefix(start))
        .collect()
}

/// The moves in the list that the command `moves` has printed last.
fn moves(text: &str) -> Vec<&str> {
    let is_list = |line: &&str| line.contains(" moves: ") || line.contains(" move: ");
    let line = text.lines().rfind(is_list).expect("a list of moves");
    let (_, moves) = line.split_once(": ").expect("moves");
    moves.split(' ').collect()
}

#[test]
fn two_people_play_at_one_board() {
    let script = [
        "a1", "b1", "a2", "b2", "undo", "moves", "b2", "a3", "undo 2", "b2", "a3", "b3", "a4",
        "b4", "a5", "moves",
    ];
    let text = played(&["--players", "2"], &script);
    assert!(text.contains("two people: Black (x), White (o)."), "{text}");
    assert!(!text.contains("Goshawk ("), "{text}");
    assert!(text.contains("Taken back: b2.\n"), "{text}");
    assert!(text.contains("3 moves: a1 b1 a2\n"), "{text}");
    assert!(text.contains("Taken back: b2 a3.\n"), "{text}");
    assert!(
        text.contains("Black (x) wins with a5 a4 a3 a2 a1."),
        "{text}"
    );
    let text = played(&["--players", "2", "--name", "Anna,Ben"], &["a1", "resign"]);
    assert!(text.contains("Ben (o) resigns; Anna (x) wins."), "{text}");
}

#[test]
fn two_people_agree_on_a_draw_and_play_again() {
    let script = [
        "draw", "rematch", "a1", "draw", "draw", "undo", "draw", "rematch", "moves",
    ];
    let text = played(&["--players", "2", "--name", "Anna,Ben"], &script);
    assert!(text.contains("The game is not over."), "{text}");
    let agreed = text.matches("The players have agreed to a draw.");
    assert_eq!(agreed.count(), 2, "{text}");
    assert!(text.contains("The game continues."), "{text}");
    assert!(text.contains("two people: Ben (x), Anna (o)."), "{text}");
    let none = text.matches("No moves have been played.");
    assert_eq!(none.count(), 2, "no game to draw, and a new game: {text}");
    let text = played(&["--level", "1"], &["h8", "draw"]);
    assert!(text.contains("Only two people can agree"), "{text}");
}

#[test]
fn people_can_come_and_go() {
    let script = [
        "h8",
        "players 2",
        "a1",
        "players 1",
        "side black",
        "players 3",
        "moves",
    ];
    let text = played(&["--level", "1"], &script);
    // The remaining person has the side to move first, and leaves it to the engine later.
    assert!(text.contains("you are white (o); level 1 of 10"), "{text}");
    let played = moves(&text);
    assert_eq!(
        (played[0], played[2], played.len()),
        ("h8", "a1", 4),
        "{text}"
    );
    assert!(text.contains("usage: `players N`"), "{text}");
}

#[test]
fn a_game_of_two_people_comes_back_as_one() {
    let folder = Folder::new();
    let path = &folder.path("game.sgf");
    let args = ["--players", "2", "--name", "Anna,Ben"];
    played(&args, &["h8", "i9", &format!("save {path}")]);
    let text = played(&[path], &["j10", "moves"]);
    let alone = played(&[path, "--players", "1"], &["j10", "moves"]);
    assert!(text.contains("two people: Anna (x), Ben (o)."), "{text}");
    assert_eq!(moves(&text), ["h8", "i9", "j10"]);
    assert!(alone.contains("you are black (x)"), "{alone}");
    assert_eq!(moves(&alone).len(), 4);
}

#[test]
fn names_do_not_control_the_terminal() {
    let name = "A\u{1b}[2J,B\u{7}";
    let text = played(&["--players", "2", "--name", name], &["h8", "resign"]);
    assert!(!text.contains(['\u{1b}', '\u{7}']), "{text:?}");
    assert!(text.contains("two people: A\\u{1b}[2J (x)"), "{text}");
}

#[test]
fn the_engine_plays_itself_at_two_levels() {
    let args = [
        "--players",
        "0",
        "--level",
        "4,1",
        "--seed",
        "3",
        "--moves",
        "h8 i9",
    ];
    let text = played(&args, &["moves", "resign"]);
    let levels = "Goshawk plays both sides; levels 4 (x) and 1 (o) of 10;";
    assert!(text.contains(levels), "{text}");
    let [black, white] =
        ["Goshawk level 4 (x) plays ", "Goshawk level 1 (o) plays "].map(|p| after(&text, p));
    assert!(
        black.len().abs_diff(white.len()) <= 1 && black.len() >= 3,
        "{text}"
    );
    assert_eq!(moves(&text).len(), 2 + black.len() + white.len());
    let over = text.contains(") wins with ") || text.contains("The game is a draw.");
    assert!(over && text.contains("The game is over."), "{text}");
    assert_eq!(
        text,
        played(&args, &["moves", "resign"]),
        "a seed repeats the game"
    );
}

#[test]
fn after_undo_the_engine_waits_before_it_goes_on() {
    let args = ["--players", "0", "--level", "1", "--size", "9"];
    let text = played(&args, &["undo 3", "a1", "resign", "moves", "go", "hint"]);
    assert!(
        text.contains("`go` continues the game, `side black` takes a side."),
        "{text}"
    );
    assert!(text.contains("Nobody can resign"), "{text}");
    let before = text.split(" moves: ").next().expect("text");
    let after_undo = before.matches("plays ").count();
    assert!(text.matches("plays ").count() > after_undo, "{text}");
    assert!(text.ends_with("The game is over.\n"), "{text}");
    let text = played(&args, &["undo 2", "side black", "moves"]);
    assert!(text.contains("you are black (x)"), "{text}");
}

#[test]
fn a_person_proposes_and_the_engine_chooses() {
    // White is better after the first proposal, black after the second. The third is even
    // enough for the engine to place two more stones, or to take a side.
    for (stones, taken) in [
        (["a1", "h8", "o15"], Some("white")),
        (["h8", "a1", "i8"], Some("black")),
        (["h8", "i9", "k6"], None),
    ] {
        // A hint takes the time of a move.
        let script = [&stones[..], &["time 100ms", "hint", "moves"]].concat();
        let text = played(&["--swap2", "--level", "5", "--seed", "1"], &script);
        assert!(
            text.contains("Place three stones: black, white, black."),
            "{text}"
        );
        let answer = text.lines().find(|line| line.starts_with("Goshawk ("));
        let answer = answer.expect("an answer");
        let played = moves(&text);
        assert_eq!(played[..3], stones, "{text}");
        let side = answer
            .split_once(" takes ")
            .map(|(_, rest)| rest.split([' ', '.']).next().unwrap_or_default());
        assert!(taken.is_none() || side == taken, "{text}");
        match side {
            Some("white") => {
                assert_eq!(played.len(), 4, "{text}");
                assert!(text.contains("you are black (x)"), "{text}");
            }
            Some("black") => {
                assert_eq!(played.len(), 3, "{text}");
                assert!(text.contains("you are white (o)"), "{text}");
            }
            _ => {
                assert_eq!(played.len(), 5, "{text}");
                assert!(
                    text.contains("Choose a side: `white` or `black`."),
                    "{text}"
                );
                assert!(text.contains("possible only after the opening"), "{text}");
            }
        }
    }
}

#[test]
fn the_engine_proposes_and_a_person_chooses() {
    for (choice, side, count) in [("white", "white (o)", 3), ("black", "black (x)", 4)] {
        let args = ["--swap2", "--side", "white", "--level", "3"];
        let text = played(&args, &["more x", "h8", choice, "moves", "black"]);
        assert_eq!(after(&text, "Goshawk (x) places ").len(), 1, "{text}");
        let offer = "Choose a side: `white`, `black`, or `more` to place two more stones first.";
        assert_eq!(
            text.matches(offer).count(),
            2,
            "a move is not a choice: {text}"
        );
        assert!(text.contains("`more` takes no argument"), "{text}");
        assert!(text.contains(&format!("you are {side}")), "{text}");
        assert_eq!(moves(&text).len(), count, "{text}");
        assert!(text.contains("There is nothing to choose now"), "{text}");
    }
}

#[test]
fn a_person_places_two_more_stones() {
    let args = ["--swap2", "--side", "white", "--level", "3", "--seed", "5"];
    let corners = ["a1", "o15", "a15", "o1", "h1"];
    let script = [
        &["more"][..],
        &corners[..1],
        &["undo", "undo", "undo", "more"],
        &corners,
        &["moves"],
    ]
    .concat();
    let text = played(&args, &script);
    assert!(
        text.contains("Place two more stones: white, black."),
        "{text}"
    );
    assert!(text.contains("Taken back: a1."), "{text}");
    assert!(
        text.contains("Taken back: the choice of two more stones."),
        "{text}"
    );
    assert!(text.contains("There is nothing to take back."), "{text}");
    let chose = after(&text, "Goshawk (x) takes ");
    assert_eq!(chose.len(), 1, "{text}");
    assert!(
        ["black", "white"]
            .iter()
            .any(|side| chose[0].starts_with(side)),
        "{text}"
    );
    assert_eq!(moves(&text)[3..5], corners[..2], "{text}");
}

#[test]
fn two_people_agree_on_the_sides_and_the_names_follow() {
    let args = ["--swap2", "--players", "2", "--name", "Anna,Ben"];
    let opening = ["h8", "h8", "i9", "undo", "i9", "j7"];
    let text = played(
        &args,
        &[&opening[..], &["black", "undo", "black", "moves"]].concat(),
    );
    assert!(text.contains("Anna: Place three stones"), "{text}");
    assert!(text.contains("Ben: Choose a side"), "{text}");
    assert!(text.contains("h8 is not empty."), "{text}");
    assert!(text.contains("two people: Ben (x), Anna (o)."), "{text}");
    assert!(text.contains("Taken back: the choice of a side."), "{text}");
    assert_eq!(moves(&text), ["h8", "i9", "j7"]);
    let more = ["more", "more", "g6", "k10", "more", "white", "a1", "moves"];
    let text = played(&args, &[&opening[..], &more].concat());
    assert!(
        text.contains("Anna: Choose a side: `white` or `black`."),
        "{text}"
    );
    assert!(text.contains("two people: Ben (x), Anna (o)."), "{text}");
    assert_eq!(moves(&text), ["h8", "i9", "j7", "g6", "k10", "a1"]);
}

#[test]
fn swap2_has_its_place() {
    assert!(error_of(&["--swap2", "--rule", "renju"]).contains("where black has fouls"));
    assert!(error_of(&["--swap2", "--moves", "h8"]).contains("cannot be used together"));
    let script = [
        "new renju swap2",
        "moves",
        "new caro swap2 black",
        "save /no/file",
        "moves",
    ];
    let text = played(&[], &script);
    assert!(text.contains("Swap2 is not played under renju"), "{text}");
    assert!(text.contains("caro on 15x15"), "{text}");
    assert!(text.contains("possible only after the opening"), "{text}");
    // The engine plays both parts, also on boards that are hardly large enough.
    for size in ["5", "15"] {
        let text = played(
            &["--swap2", "--players", "0", "--level", "2", "--size", size],
            &[],
        );
        let over = text.contains(") wins with ") || text.contains("The game is a draw.");
        assert!(over && text.contains("Goshawk (x) places "), "{text}");
    }
}
