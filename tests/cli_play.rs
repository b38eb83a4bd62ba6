//! The command `play`, driven through the real program by scripted players.

mod support;

use std::path::PathBuf;
use std::process::Output;

use support::program;

/// Runs `play` with these arguments and this input.
fn play(args: &[&str], script: &[u8]) -> Output {
    let always = ["play", "--seed", "1", "--time", "300ms"];
    program::run(&[&always, args].concat(), script)
}

/// What a game prints that must end well and in silence.
fn played(args: &[&str], lines: &[&str]) -> String {
    let output = play(args, (lines.join("\n") + "\n").as_bytes());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && errors.is_empty(),
        "{args:?}: {errors}"
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The one line on standard error of a run that must fail.
fn complaint(args: &[&str]) -> String {
    let output = play(args, b"");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    errors
}

/// The moves that Goshawk has told, in order.
fn answers(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| line.strip_prefix("Goshawk (")?.split_once(" plays "))
        .map(|(_, name)| name.trim_end_matches('.'))
        .collect()
}

/// The stones of the last board drawn: x, o.
fn stones(text: &str) -> (usize, usize) {
    let row = |line: &str| {
        let rest = line
            .trim_start()
            .trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < line.len()
            && rest.starts_with([' ', '['])
            && rest.chars().all(|c| " .xo[]".contains(c))
    };
    let lines: Vec<&str> = text.lines().collect();
    let end = lines.iter().rposition(|line| row(line)).expect("a board");
    let start = lines[..=end]
        .iter()
        .rposition(|line| !row(line))
        .map_or(0, |at| at + 1);
    let board = lines[start..=end].join("");
    (board.matches('x').count(), board.matches('o').count())
}

fn temporary(name: &str) -> PathBuf {
    let name = format!("play-{}-{name}", std::process::id());
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn moves_are_answered_and_the_last_stone_is_marked() {
    let text = played(&["--level", "3"], &["h8", "moves", "quit"]);
    let answers = answers(&text);
    assert_eq!(answers.len(), 1, "{text}");
    assert!(
        text.contains(&format!("2 moves: h8 {}", answers[0])),
        "{text}"
    );
    assert!(text.contains("[o]"), "{text}");
    assert_eq!(stones(&text), (1, 1));
    assert!(!text.contains('\x1b'), "no escape codes on a pipe");
}

#[test]
fn the_engine_begins_when_the_person_is_white() {
    let text = played(&["--side", "white", "--size", "9"], &["moves"]);
    assert_eq!(answers(&text), ["e5"]);
    assert!(text.contains("1 move: e5"), "{text}");
}

#[test]
fn every_choice_is_told_and_can_be_changed() {
    let args = ["--rule", "caro", "--size", "20x12", "--level", "10"];
    let text = played(
        &args,
        &["level 2", "time 100ms", "new renju 9 white", "side black"],
    );
    for terms in [
        "caro on 20x12; you are black (x); level 10 of 10; at most 0.3 s a move.",
        "caro on 20x12; you are black (x); level 2 of 10; at most 0.3 s a move.",
        "level 2 of 10; at most 0.1 s a move.",
        "renju on 9x9; you are white (o); level 2 of 10; at most 0.1 s a move.",
        "renju on 9x9; you are black (x)",
    ] {
        assert!(text.contains(terms), "{terms}:\n{text}");
    }
    // Goshawk was black in the last game and white after the change of sides.
    assert_eq!(answers(&text).len(), 2, "{text}");
}

#[test]
fn bad_moves_are_explained_and_change_nothing() {
    let text = played(
        &[],
        &["h8", "h8", "p1", "a99", "h8 i9", "jump", "", "7,7", "moves"],
    );
    for words in [
        "h8 is taken.",
        "p1 is not on the board: columns a to o, rows 1 to 15",
        "a99 is not on the board",
        "one move at a time",
        "`jump` is neither a move such as h8 nor a command",
    ] {
        assert!(text.contains(words), "{words}:\n{text}");
    }
    assert_eq!(text.matches("h8 is taken.").count(), 2, "7,7 is h8");
    assert!(text.contains("2 moves: h8 "), "{text}");
    assert_eq!(answers(&text).len(), 1);
}

#[test]
fn fouls_are_named_to_black_only() {
    // h8 would make two open threes; or two fours; or six.
    let three = "f8 a1 g8 o15 h10 a15 h9 o1";
    let four = "e8 d8 f8 a3 g8 o1 h9 h7 h10 o3 h11 o5 a1 o9";
    let six = "e8 a1 f8 a3 g8 a5 i8 o1 j8 o3";
    for (moves, words) in [
        (
            three,
            "h8 is forbidden to black: two open threes at once (a double-three).",
        ),
        (
            four,
            "h8 is forbidden to black: two fours at once (a double-four).",
        ),
        (
            six,
            "h8 is forbidden to black: the row would be longer than five (an overline).",
        ),
    ] {
        let args = ["--rule", "renju", "--moves", moves];
        let text = played(&args, &["h8", "moves"]);
        assert!(text.contains(words), "{words}:\n{text}");
        assert!(text.contains(&format!("{} moves: {moves}", moves.split(' ').count())));
        let text = played(&["--rule", "freestyle", "--moves", moves], &["h8"]);
        assert!(!text.contains("forbidden"), "{text}");
    }
}

#[test]
fn a_five_ends_the_game_for_either_side() {
    let four = "d8 a1 e8 a3 f8 o1 g8 a5";
    let text = played(&["--moves", four], &["h8", "i8", "hint", "undo", "moves"]);
    assert!(text.contains("You (x) win with d8 e8 f8 g8 h8."), "{text}");
    assert_eq!(text.matches("The game is over").count(), 2, "{text}");
    assert!(text.contains("Taken back: h8.") && text.contains(&format!("8 moves: {four}")));

    // The person, black, passes by: white has four and completes them.
    let other = "a1 d8 a3 e8 a5 f8 a7 g8";
    let text = played(&["--moves", other, "--level", "1"], &["o15", "o14"]);
    assert!(text.contains("Goshawk (o) wins with "), "{text}");
    assert!(text.contains("The game is over"), "{text}");
    // Undo takes the answer and the blunder back.
    let text = played(
        &["--moves", other, "--level", "1"],
        &["o15", "undo", "moves"],
    );
    assert!(text.contains(&format!("8 moves: {other}")), "{text}");
}

#[test]
fn a_full_board_is_a_draw() {
    // On 5x5 nobody wins against level 10; the person takes the first free point.
    let script: Vec<String> = ["a", "b", "c", "d", "e"]
        .iter()
        .flat_map(|column| (1..=5).map(move |row| format!("{column}{row}")))
        .collect();
    let lines: Vec<&str> = script.iter().map(String::as_str).collect();
    let text = played(&["--size", "5", "--level", "10", "--time", "50ms"], &lines);
    let end = text.contains("The game is drawn.") || text.contains("Goshawk (o) wins with");
    assert!(end, "{text}");
    let full = "c3 a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5";
    let text = played(&["--size", "5", "--moves", full], &["e5", "hint"]);
    assert!(
        text.contains("The game is drawn.") && text.contains("The game is over"),
        "{text}"
    );
}

#[test]
fn undo_goes_back_to_the_persons_own_move() {
    // The second move lies where the engine's answer to the first will not be.
    let text = played(&[], &["undo", "h8", "a15", "undo", "undo", "undo", "moves"]);
    assert_eq!(
        text.matches("There is no move of yours to take back.")
            .count(),
        2
    );
    assert_eq!(text.matches("Taken back: ").count(), 2);
    assert!(text.contains("No move has been played."), "{text}");
    // As white the engine's first stone stays.
    let text = played(&["--side", "white"], &["a15", "undo", "undo", "moves"]);
    assert!(
        text.contains("There is no move of yours to take back."),
        "{text}"
    );
    assert!(text.contains("1 move: "), "{text}");
}

#[test]
fn a_hint_is_a_winning_move_where_there_is_one() {
    let text = played(&["--moves", "h8 a1 i8 a3 j8 o15"], &["hint"]);
    let hint = text
        .lines()
        .find(|line| line.starts_with("Hint: "))
        .expect("a hint");
    assert!(hint.contains("(you win in 2 moves)"), "{hint}");
    assert!(
        hint.starts_with("Hint: g8 ") || hint.starts_with("Hint: k8 "),
        "{hint}"
    );
}

#[test]
fn a_saved_game_can_be_gone_on_with() {
    let file = temporary("game.txt");
    let path = file.to_str().expect("UTF-8");
    let save = format!("save {path}");
    let text = played(&["--level", "4"], &["h8", &save, "a15", &save, "moves"]);
    assert_eq!(text.matches("Saved to ").count(), 2, "{text}");
    let moves = text
        .lines()
        .find(|line| line.starts_with("4 moves: "))
        .expect("moves");
    // Another session does not write over it.
    let again = played(&[path], &["moves", &save]);
    assert!(again.contains(moves), "{again}");
    assert!(
        again.contains("exists already; it is left alone."),
        "{again}"
    );
    std::fs::remove_file(&file).expect("the file goes");
    let file = temporary("game.svg");
    let save = format!("save {}", file.display());
    played(&["--moves", "h8 i9 j10 g7"], &[&save]);
    let svg = std::fs::read_to_string(&file).expect("the picture");
    std::fs::remove_file(&file).expect("the file goes");
    let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
    let stones = document
        .descendants()
        .filter(|node| node.has_tag_name("circle"));
    assert_eq!(
        stones
            .filter(|node| node.attribute("class") == Some("stone"))
            .count(),
        4
    );
    let text = played(&[], &["save /no/such/folder/game.txt"]);
    assert!(
        text.contains("Cannot save to /no/such/folder/game.txt"),
        "{text}"
    );
}

#[test]
fn hostile_input_does_no_harm() {
    let mut script = b"\xff\xfe\x00\n".to_vec();
    script.extend(vec![b'x'; 100_000]);
    script.extend(b"\nnew 99\nlevel -1\ntime 1e99\nundo undo\nsave\nnew chess\n\x1b[2J\nh8\nmoves");
    let output = play(&["--level", "1"], &script);
    assert!(output.status.success() && output.stderr.is_empty());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("2 moves: h8 "),
        "the last line needs no end: {text}"
    );
    assert!(!text.contains('\x1b'));
    assert_eq!(played(&[], &[""]).matches("plays").count(), 0);
}

#[test]
fn arguments_and_games_that_make_no_sense_are_refused() {
    assert!(complaint(&["--level", "11"]).contains("1 to 10"));
    assert!(complaint(&["--depth", "3"]).contains("--depth"));
    assert!(complaint(&["no/such/file"]).contains("no/such/file"));
    assert!(complaint(&["--moves", "h8 h8"]).contains("move 2"));
    let over = "d8 a1 e8 a3 f8 o1 g8 a5 h8 a7";
    assert!(complaint(&["--moves", over]).contains("over before move 10"));
    let foul = "f8 a1 g8 o15 h10 a15 h9 o1 h8";
    let complaint = complaint(&["--rule", "renju", "--moves", foul]);
    assert!(complaint.contains("move 9 is forbidden"), "{complaint}");
}

#[test]
fn help_tells_options_and_commands() {
    let output = play(&["--help"], b"");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success() && text.contains("--level N"));
    let text = played(&[], &["help"]);
    for command in ["undo", "hint", "level N", "save FILE", "quit"] {
        assert!(text.contains(command), "{command}");
    }
}
