//! The report on many games as text: the totals, then the players.

use crate::cli::term::Terminal;
use crate::cli::term::layout::fitting;
use crate::report::review::row::Row;
use crate::report::review::table::{self, Player};
use crate::report::text::{counted, printable};

/// The most players.
const PLAYERS: usize = 20;
/// The columns before the names of the players.
const NUMBERS: usize = 64;
/// The width of a name in the table, in columns, unless the terminal is too narrow for it.
const NAME: usize = 24;
/// The minimum width of names for which there is a table.
const LEAST_NAME: usize = 12;
/// The columns by which a continued line is indented.
const INDENT: usize = 2;

/// The report.
pub fn describe(rows: &[Row], files: usize, terminal: Terminal) -> String {
    let reviewed = rows.iter().filter(|row| row.error.is_none());
    let missed = rows.iter().filter(|row| row.first_missed_win.is_some());
    let summary = format!(
        "{} in {} reviewed, {} with a missed win",
        counted(reviewed.count(), "game", "games"),
        counted(files, "file", "files"),
        missed.count()
    );
    let mut lines = vec![summary];
    let players = table::players(rows);
    let shown = &players[..players.len().min(PLAYERS)];
    if !shown.is_empty() {
        lines.push(String::new());
        match terminal.text_width().saturating_sub(NUMBERS) {
            0..LEAST_NAME => lines.extend(shown.iter().map(in_words)),
            room => {
                lines.push(heading());
                lines.extend(
                    shown
                        .iter()
                        .map(|player| in_columns(player, room.min(NAME))),
                );
            }
        }
    }
    if players.len() > PLAYERS {
        let more = counted(players.len() - PLAYERS, "more player", "more players");
        lines.push(format!("  {more}; --csv and --json have all games"));
    }
    terminal.hanging(&lines, INDENT)
}

/// A line of the table.
fn line(numbers: [&str; 9], name: &str) -> String {
    let [games, won, drawn, lost, accuracy, rest @ ..] = numbers;
    let [inaccuracies, mistakes, blunders, missed] = rest;
    format!(
        "{games:>5} {won:>4} {drawn:>5} {lost:>4} {accuracy:>8} {inaccuracies:>6} {mistakes:>8} \
         {blunders:>8} {missed:>6}  {name}"
    )
}

/// The heading of the table.
fn heading() -> String {
    let names = [
        "games", "won", "drawn", "lost", "accuracy", "inacc.", "mistakes", "blunders", "missed",
    ];
    line(names, "player")
}

/// A player as a line of the table.
fn in_columns(player: &Player, width: usize) -> String {
    let moves = &player.moves;
    let counts = [player.games, player.won, player.drawn, player.lost];
    let [games, won, drawn, lost] = counts.map(|count| count.to_string());
    let counts = [
        moves.inaccuracies,
        moves.mistakes,
        moves.blunders,
        moves.missed_wins,
    ];
    let [inaccuracies, mistakes, blunders, missed] = counts.map(|count| count.to_string());
    let accuracy = accuracy(player);
    let numbers = [
        &games,
        &won,
        &drawn,
        &lost,
        &accuracy,
        &inaccuracies,
        &mistakes,
        &blunders,
        &missed,
    ];
    let name = printable(&player.name);
    line(
        numbers.map(String::as_str),
        fitting(&name, width).trim_end(),
    )
}

/// A player in words, for narrow terminals.
fn in_words(player: &Player) -> String {
    let moves = &player.moves;
    format!(
        "- {}: {}, {} won, {} drawn, {} lost; accuracy {}, {}, {}, {}, {}",
        printable(&player.name),
        counted(player.games, "game", "games"),
        player.won,
        player.drawn,
        player.lost,
        accuracy(player),
        counted(moves.inaccuracies, "inaccuracy", "inaccuracies"),
        counted(moves.mistakes, "mistake", "mistakes"),
        counted(moves.blunders, "blunder", "blunders"),
        counted(moves.missed_wins, "missed win", "missed wins"),
    )
}

/// The accuracy of a player, or a dash if none of the moves is graded.
fn accuracy(player: &Player) -> String {
    let accuracy = player.moves.accuracy;
    accuracy.map_or("-".to_string(), |accuracy| format!("{accuracy:.1} %"))
}
