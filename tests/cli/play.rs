//! The command `play`, run through the real program with scripted input.

use crate::support::program;

/// The arguments of a quick game.
const QUICK: [&str; 6] = ["play", "--seed", "1", "--time", "300ms", "--no-save"];

/// Standard output of a game that must end without errors.
fn played(args: &[&str], lines: &[&str]) -> String {
    program::printed(&[&QUICK, args].concat(), lines.join("\n") + "\n")
}

/// The error of a game that must not begin.
fn error_of(args: &[&str]) -> String {
    program::refused(&[&QUICK, args].concat(), "")
}

/// The moves that Goshawk played, in order.
fn replies(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| line.strip_prefix("Goshawk (")?.split_once(" plays "))
        .map(|(_, name)| name.trim_end_matches('.'))
        .collect()
}

/// The numbers of black and white stones on the last board drawn.
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

#[test]
fn moves_get_a_reply_and_the_last_stone_is_marked() {
    let text = played(&["--level", "3"], &["h8", "moves", "quit"]);
    let replies = replies(&text);
    assert_eq!(replies.len(), 1, "{text}");
    assert!(
        text.contains(&format!("2 moves: h8 {}", replies[0])),
        "{text}"
    );
    assert!(text.contains("[o]"), "{text}");
    assert_eq!(stones(&text), (1, 1));
    assert!(!text.contains('\x1b'), "no escape codes on a pipe");
}

#[test]
fn the_engine_begins_if_the_player_is_white() {
    let text = played(&["--side", "white", "--size", "9"], &["moves"]);
    assert_eq!(replies(&text), ["e5"]);
    assert!(text.contains("1 move: e5"), "{text}");
}

#[test]
fn settings_are_printed_and_can_be_changed() {
    let args = ["--rule", "caro", "--size", "20x12", "--level", "10"];
    let text = played(
        &args,
        &["level 2", "time 100ms", "new renju 9 white", "side black"],
    );
    for settings in [
        "caro on 20x12; you are black (x); level 10 of 10; Goshawk takes at most 0.3 s per move.",
        "caro on 20x12; you are black (x); level 2 of 10; Goshawk takes at most 0.3 s per move.",
        "level 2 of 10; Goshawk takes at most 0.1 s per move.",
        "renju on 9x9; you are white (o); level 2 of 10; Goshawk takes at most 0.1 s per move.",
        "renju on 9x9; you are black (x)",
    ] {
        assert!(text.contains(settings), "{settings}:\n{text}");
    }
    // Goshawk was black in the last game and white after the change of sides.
    assert_eq!(replies(&text).len(), 2, "{text}");
}

#[test]
fn bad_moves_are_explained_and_change_nothing() {
    let text = played(
        &[],
        &["h8", "h8", "p1", "a99", "h8 i9", "jump", "", "7,7", "moves"],
    );
    for words in [
        "h8 is not empty.",
        "p1 is not on the board; it has columns a to o and rows 1 to 15",
        "a99 is not on the board",
        "one move at a time",
        "`jump` is not a move such as h8 or a command",
    ] {
        assert!(text.contains(words), "{words}:\n{text}");
    }
    assert_eq!(text.matches("h8 is not empty.").count(), 2, "7,7 is h8");
    assert!(text.contains("2 moves: h8 "), "{text}");
    assert_eq!(replies(&text).len(), 1);
}

#[test]
fn fouls_are_explained_under_renju_only() {
    // h8 makes two open threes, two fours, or six in a row.
    let three = "f8 a1 g8 o15 h10 a15 h9 o1";
    let four = "e8 d8 f8 a3 g8 o1 h9 h7 h10 o3 h11 o5 a1 o9";
    let six = "e8 a1 f8 a3 g8 a5 i8 o1 j8 o3";
    for (moves, words) in [
        (
            three,
            "h8 is forbidden to black: two open threes at once (double three).",
        ),
        (
            four,
            "h8 is forbidden to black: two fours at once (double four).",
        ),
        (
            six,
            "h8 is forbidden to black: more than five in a row (overline).",
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
fn a_five_by_either_side_ends_the_game() {
    let four = "d8 a1 e8 a3 f8 o1 g8 a5";
    let text = played(&["--moves", four], &["h8", "i8", "hint", "undo", "moves"]);
    assert!(text.contains("You (x) win with d8 e8 f8 g8 h8."), "{text}");
    assert_eq!(text.matches("The game is over").count(), 2, "{text}");
    assert!(text.contains("Taken back: h8.") && text.contains(&format!("8 moves: {four}")));

    // White completes a four that black does not block.
    let other = "a1 d8 a3 e8 a5 f8 a7 g8";
    let text = played(&["--moves", other, "--level", "1"], &["o15", "o14"]);
    assert!(text.contains("Goshawk (o) wins with "), "{text}");
    assert!(text.contains("The game is over"), "{text}");
    // Undo takes back the reply and the player's move.
    let text = played(
        &["--moves", other, "--level", "1"],
        &["o15", "undo", "moves"],
    );
    assert!(text.contains(&format!("8 moves: {other}")), "{text}");
}

#[test]
fn a_full_board_is_a_draw() {
    let full = "c3 a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5";
    let text = played(&["--size", "5", "--moves", full], &["e5", "hint"]);
    assert!(
        text.contains("The game is a draw.") && text.contains("The game is over"),
        "{text}"
    );
}

#[test]
fn undo_takes_back_the_players_last_move() {
    // The second move is on a point where the engine will not answer the first.
    let text = played(&[], &["undo", "h8", "a15", "undo", "undo", "undo", "moves"]);
    assert_eq!(text.matches("You have no move to take back.").count(), 2);
    assert_eq!(text.matches("Taken back: ").count(), 2);
    assert!(text.contains("No moves have been played."), "{text}");
    // The engine's first stone stays if the player is white.
    let text = played(&["--side", "white"], &["a15", "undo", "undo", "moves"]);
    assert!(text.contains("You have no move to take back."), "{text}");
    assert!(text.contains("1 move: "), "{text}");
}

#[test]
fn undo_takes_back_several_moves_or_none() {
    let script = [
        "h8", "a15", "o1", "undo 4", "undo 2", "moves", "undo 0", "undo", "moves",
    ];
    let text = played(&[], &script);
    assert!(text.contains("Only 3 moves can be taken back."), "{text}");
    assert!(text.contains("2 moves: h8 "), "{text}");
    assert!(text.contains("usage: `undo` or `undo N`"), "{text}");
    assert!(text.contains("No moves have been played."), "{text}");
}

#[test]
fn points_may_have_blanks_or_the_row_first() {
    for point in ["h 8", "8h", "H8", "8 h"] {
        let text = played(&[], &[point, "moves"]);
        assert!(text.contains("2 moves: h8 "), "{point}: {text}");
    }
}

#[test]
fn resigning_ends_the_game_until_it_is_taken_back() {
    let text = played(
        &[],
        &["h8", "resign", "a1", "resign", "undo", "a1", "moves"],
    );
    assert!(text.contains("You (x) resign; Goshawk (o) wins."), "{text}");
    assert_eq!(text.matches("The game is over").count(), 2, "{text}");
    assert!(text.contains("The game continues."), "{text}");
    assert!(text.contains("4 moves: h8 "), "{text}");
}

#[test]
fn the_board_shows_the_numbers_of_the_moves() {
    let text = played(
        &["--moves", "h8 i9 j10"],
        &["board numbers", "board letters"],
    );
    assert!(
        text.contains(" 10  .  .  .  .  .  .  .  .  .  3  .".trim_start()),
        "{text}"
    );
    assert!(text.contains("9  .  .  .  .  .  .  .  .  2  ."), "{text}");
    assert!(text.contains("usage: `board` or `board numbers`"), "{text}");
    let mut command = program::command();
    command.args(["play", "--no-save", "--moves", "h8 i9"]);
    command.env("COLUMNS", "40");
    let text = program::printed_by(command, "board numbers\n");
    let numbered = text.split("last stone").last().expect("text");
    assert!(numbered.contains("\n    m  n  o\n"), "{text}");
    let is_short = |line: &&str| line.starts_with(' ') && line.chars().count() > 40;
    assert_eq!(text.lines().find(is_short), None, "{text}");
}

#[test]
fn an_evaluation_shows_value_win_chance_and_line() {
    let text = played(&["--moves", "h8 i9"], &["eval", "moves"]);
    let line = |start: &str| text.lines().find(|line| line.starts_with(start));
    let value = line("Value: ").expect("a value");
    assert!(
        value.starts_with("Value: black ") && value.contains(" %, "),
        "{value}"
    );
    assert!(
        line("Best line: ").expect("a line").contains("(depth "),
        "{text}"
    );
    assert!(text.contains("2 moves: h8 i9"), "{text}");
    let text = played(&["--moves", "h8 a1 i8 a3 j8 o15"], &["eval"]);
    assert!(
        text.contains("Value: black wins in 3 plies, +M3."),
        "{text}"
    );
}

#[test]
fn threads_can_be_set() {
    let text = played(
        &["--threads", "2", "--level", "10"],
        &["h8", "threads 1", "threads 0", "a1", "moves"],
    );
    assert!(text.contains("1 search thread."), "{text}");
    assert!(text.contains("usage: `threads N`"), "{text}");
    assert!(text.contains("4 moves: h8 "), "{text}");
    assert!(error_of(&["--threads", "none"]).contains("--threads"));
}

#[test]
fn a_hint_shows_a_winning_move() {
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
fn malformed_input_is_harmless() {
    let mut script = b"\xff\xfe\x00\n".to_vec();
    script.extend(vec![b'x'; 100_000]);
    script.extend(b"\nnew 99\nlevel -1\ntime 1e99\nundo undo\nsave\nnew chess\n\x1b[2J\nh8\nmoves");
    let text = program::printed(&[&QUICK[..], &["--level", "1"]].concat(), script);
    assert!(
        text.contains("2 moves: h8 "),
        "a last line without a line break is read: {text}"
    );
    assert!(!text.contains('\x1b'));
    assert_eq!(played(&[], &[""]).matches("plays").count(), 0);
}

#[test]
fn wrong_arguments_and_games_are_refused() {
    assert!(error_of(&["--level", "11"]).contains("1 to 10"));
    assert!(error_of(&["--depth", "3"]).contains("--depth"));
    assert!(error_of(&["no/such/file"]).contains("no/such/file"));
    assert!(error_of(&["--moves", "h8 h8"]).contains("move 2"));
    let over = "d8 a1 e8 a3 f8 o1 g8 a5 h8 a7";
    assert!(error_of(&["--moves", over]).contains("over before move 10"));
    let foul = "f8 a1 g8 o15 h10 a15 h9 o1 h8 h7";
    let error = error_of(&["--rule", "renju", "--moves", foul]);
    assert!(error.contains("over before move 10"), "{error}");
}

#[test]
fn the_help_of_a_game_lists_what_the_help_of_the_command_lists() {
    let text = program::printed(&["help", "play"], "");
    let game = played(&[], &["help"]);
    for command in [
        "undo [N]",
        "resign",
        "rematch",
        "hint",
        "eval",
        "board numbers",
        "moves",
        "level N",
        "time T",
        "threads N",
        "side SIDE",
        "players N",
        "pause, go",
        "black, white",
        "more",
        "new",
        "save FILE",
        "load FILE",
        "quit",
    ] {
        let line = format!("\n  {command}");
        let listed = |text: &str| text.contains(&line) || text.contains(&format!("`{command}`"));
        assert!(listed(&text) && listed(&game), "{command}");
    }
}
