//! Many reviewed games: as a table in CSV, by player, and as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::report::document::PROGRAM;
use crate::report::json::{Rounded, document};
use crate::report::review::row::{Named, Row, SideCounts};
use crate::types::Color;

/// The columns of the table, in order.
const COLUMNS: [&str; 36] = [
    "file",
    "game",
    "event",
    "date",
    "black",
    "white",
    "rule",
    "width",
    "height",
    "moves",
    "result",
    "ending",
    "note",
    "black_accuracy",
    "black_graded",
    "black_inaccuracies",
    "black_mistakes",
    "black_blunders",
    "black_missed_wins",
    "white_accuracy",
    "white_graded",
    "white_inaccuracies",
    "white_mistakes",
    "white_blunders",
    "white_missed_wins",
    "first_missed_win",
    "first_missed_win_side",
    "first_missed_win_move",
    "first_mistake",
    "first_mistake_side",
    "first_mistake_move",
    "worst",
    "worst_side",
    "worst_move",
    "worst_loss",
    "error",
];

/// The games as CSV with a line of names: fields are separated by commas, and those with commas,
/// quotes or line ends are in quotes. Names of players and files come from strangers, so a field
/// that a spreadsheet would take for a formula begins with an apostrophe.
// CITE: RFC 4180; OWASP, "CSV Injection".
pub fn csv(rows: &[Row]) -> String {
    let mut text = COLUMNS.join(",");
    text.push_str("\r\n");
    for row in rows {
        let fields = fields(row);
        debug_assert_eq!(fields.len(), COLUMNS.len());
        let fields: Vec<String> = fields.iter().map(|field| escaped(field)).collect();
        text.push_str(&fields.join(","));
        text.push_str("\r\n");
    }
    text
}

/// The fields of a row, in the order of the columns.
fn fields(row: &Row) -> Vec<String> {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let number = |value: Option<usize>| value.map_or(String::new(), |value| value.to_string());
    let mut fields = vec![
        row.file.clone(),
        row.game.to_string(),
        text(&row.event),
        text(&row.date),
        text(&row.black),
        text(&row.white),
        text(&row.rule),
        number(row.width.map(usize::from)),
        number(row.height.map(usize::from)),
        number(row.moves),
        text(&row.result),
        text(&row.ending),
        text(&row.note),
    ];
    for side in [Color::Black, Color::White] {
        let counts = row.side(side);
        // A game that was not reviewed has no counts.
        let count = |count: usize| number(row.error.is_none().then_some(count));
        let accuracy = counts.accuracy.map(|accuracy| format!("{accuracy:.1}"));
        fields.extend([
            accuracy.unwrap_or_default(),
            count(counts.graded),
            count(counts.inaccuracies),
            count(counts.mistakes),
            count(counts.blunders),
            count(counts.missed_wins),
        ]);
    }
    for named in [&row.first_missed_win, &row.first_mistake, &row.worst] {
        let part = |part: fn(&Named) -> String| named.as_ref().map_or(String::new(), part);
        fields.extend([
            part(|named| named.number.to_string()),
            part(|named| named.side.clone()),
            part(|named| named.played.clone()),
        ]);
    }
    let loss = row.worst.as_ref().map(|named| format!("{:.1}", named.loss));
    fields.push(loss.unwrap_or_default());
    fields.push(text(&row.error));
    fields
}

/// A field of CSV. No number in the table is negative.
fn escaped(field: &str) -> String {
    let is_formula = field.starts_with(['=', '+', '-', '@', '\t']);
    let field = if is_formula {
        format!("'{field}")
    } else {
        field.to_string()
    };
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}

/// The games of a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The number of games.
    pub games: usize,
    /// Those that the player won.
    pub won: usize,
    /// Those that were drawn.
    pub drawn: usize,
    /// Those that the player lost.
    pub lost: usize,
    /// The moves of the player in all games.
    pub moves: SideCounts,
    /// The sum of the accuracies of the moves.
    sum: f64,
}

/// The players, those with the most games first. Sides without a name are left out.
pub fn players(rows: &[Row]) -> Vec<Player> {
    let mut players: BTreeMap<&str, Player> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.error.is_none()) {
        for side in [Color::Black, Color::White] {
            let Some(name) = row.player(side) else {
                continue;
            };
            let player = players.entry(name).or_default();
            player.add(row, side);
        }
    }
    let mut players: Vec<Player> = players
        .into_iter()
        .map(|(name, player)| Player {
            name: name.to_string(),
            ..player
        })
        .collect();
    players.sort_by_key(|player| std::cmp::Reverse(player.games));
    players
}

impl Player {
    /// Adds a game.
    fn add(&mut self, row: &Row, side: Color) {
        self.games += 1;
        match row.result.as_deref() {
            Some("draw") => self.drawn += 1,
            Some(winner) if winner == side.name() => self.won += 1,
            Some(_) => self.lost += 1,
            None => {}
        }
        let counts = row.side(side);
        self.sum += counts.accuracy.unwrap_or(0.0) * counts.graded as f64;
        self.moves.graded += counts.graded;
        self.moves.inaccuracies += counts.inaccuracies;
        self.moves.mistakes += counts.mistakes;
        self.moves.blunders += counts.blunders;
        self.moves.missed_wins += counts.missed_wins;
        let graded = self.moves.graded;
        self.moves.accuracy = (graded > 0).then(|| self.sum / graded as f64);
    }
}

/// The document of `review --batch --json`.
#[derive(Serialize)]
struct Document<'a> {
    command: &'static str,
    program: &'static str,
    files: usize,
    games: usize,
    complete: bool,
    notes: &'a [String],
    players: Vec<PlayerFields>,
    reviews: &'a [Row],
}

/// A player in the document.
#[derive(Serialize)]
struct PlayerFields {
    name: String,
    games: usize,
    won: usize,
    drawn: usize,
    lost: usize,
    accuracy: Option<Rounded<1>>,
    graded: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    missed_wins: usize,
}

/// The document of `review --batch --json`. `files` is the number of files that were read, and
/// `games` that of their games, of which `rows` has those that are done.
pub fn json(
    rows: &[Row],
    files: usize,
    games: usize,
    is_complete: bool,
    notes: &[String],
) -> String {
    document(&Document {
        command: "review-batch",
        program: PROGRAM,
        files,
        games,
        complete: is_complete,
        notes,
        players: players(rows).into_iter().map(player_fields).collect(),
        reviews: rows,
    })
}

fn player_fields(player: Player) -> PlayerFields {
    let moves = player.moves;
    PlayerFields {
        name: player.name,
        games: player.games,
        won: player.won,
        drawn: player.drawn,
        lost: player.lost,
        accuracy: moves.accuracy.map(Rounded),
        graded: moves.graded,
        inaccuracies: moves.inaccuracies,
        mistakes: moves.mistakes,
        blunders: moves.blunders,
        missed_wins: moves.missed_wins,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(black: &str, white: &str, result: &str, accuracies: [f64; 2]) -> Row {
        let counts = |accuracy| SideCounts {
            accuracy: Some(accuracy),
            graded: 10,
            mistakes: 1,
            ..SideCounts::default()
        };
        Row {
            file: "a.sgf".to_string(),
            game: 1,
            black: Some(black.to_string()),
            white: Some(white.to_string()),
            result: Some(result.to_string()),
            black_moves: counts(accuracies[0]),
            white_moves: counts(accuracies[1]),
            ..Row::default()
        }
    }

    #[test]
    fn fields_with_commas_and_quotes_are_quoted() {
        let rows = [row("a, \"b\"", "c\nd", "black", [90.0, 80.0])];
        let text = csv(&rows);
        assert!(text.contains(",\"a, \"\"b\"\"\",\"c\nd\","), "{text}");
        let header = text.lines().next().unwrap();
        assert_eq!(header.split(',').count(), COLUMNS.len());
        let failed = Row {
            error: Some("no moves".to_string()),
            ..Row::default()
        };
        let text = csv(&[failed]);
        let line = text.lines().nth(1).unwrap();
        assert_eq!(line.split(',').count(), COLUMNS.len());
        assert!(line.ends_with(",,,no moves") && line.starts_with(",0,,,"));
    }

    #[test]
    fn names_are_not_formulas() {
        let link = "=HYPERLINK(\"http://a\",\"b\")";
        let text = csv(&[row(link, "@b", "black", [90.0, 80.0])]);
        let fields = ",\"'=HYPERLINK(\"\"http://a\"\",\"\"b\"\")\",'@b,";
        assert!(text.contains(fields), "{text}");
    }

    #[test]
    fn games_are_added_up_by_player() {
        let rows = [
            row("a", "b", "black", [90.0, 80.0]),
            row("b", "a", "draw", [60.0, 70.0]),
            row("c", "a", "black", [50.0, 20.0]),
        ];
        let players = players(&rows);
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        let a = &players[0];
        assert_eq!((a.games, a.won, a.drawn, a.lost), (3, 1, 1, 1));
        assert_eq!(a.moves.accuracy, Some(60.0));
        assert_eq!((a.moves.graded, a.moves.mistakes), (30, 3));
    }
}
