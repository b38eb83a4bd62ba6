//! Records in every format, written by simple writers in this file and read back.

use goshawk::board::diagram::Cell;
use goshawk::record::{Given, Record};
use goshawk::types::{BoardSize, Color, Point, Rule};
use proptest::prelude::*;

/// A game of alternating moves, to be written in any format.
#[derive(Clone, Debug)]
struct Game {
    width: u8,
    height: u8,
    /// Columns and rows from 0 at the top left.
    moves: Vec<(u8, u8)>,
    rule: Rule,
}

fn games() -> impl Strategy<Value = Game> {
    let rules = prop::sample::select(vec![Rule::Freestyle, Rule::Standard, Rule::Renju]);
    (5u8..=31, 5u8..=31, rules).prop_flat_map(|(width, height, rule)| {
        let points: Vec<(u8, u8)> = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .collect();
        prop::sample::subsequence(points, 1..=20)
            .prop_shuffle()
            .prop_map(move |moves| Game {
                width,
                height,
                moves,
                rule,
            })
    })
}

impl Game {
    fn psq(&self, times: bool, trailer: bool) -> String {
        let mut text = format!("Piskvorky {}x{}, 11:11, 0\n", self.width, self.height);
        for (x, y) in &self.moves {
            let time = if times { ",123" } else { "" };
            text += &format!("{},{}{time}\n", x + 1, y + 1);
        }
        if trailer {
            text += &format!("one.zip\ntwo.zip\n-1\n1,{}\n", self.rule.name());
        }
        text
    }

    fn sgf(&self, variations: bool) -> String {
        let letter = |n: u8| char::from(if n < 26 { b'a' + n } else { b'A' + n - 26 });
        let mut text = format!(
            "(;FF[4]GM[4]SZ[{}:{}]RU[{}]C[a \\] b]",
            self.width,
            self.height,
            self.rule.name()
        );
        for (index, (x, y)) in self.moves.iter().enumerate() {
            let open = if variations { "\n(" } else { "" };
            let side = if index % 2 == 0 { 'B' } else { 'W' };
            text += &format!("{open};{side}[{}{}]", letter(*x), letter(*y));
        }
        if variations {
            text += &"\n)(;N[other])".repeat(self.moves.len());
        }
        text + ")\n"
    }

    fn protocol(&self) -> String {
        let number = ["0", "1", "4"][self.rule.index()];
        let mut text = format!(
            "RECTSTART {},{}\nINFO rule {number}\nBOARD\n",
            self.width, self.height
        );
        let own = self.moves.len() % 2;
        for (index, (x, y)) in self.moves.iter().enumerate() {
            let field = if index % 2 == own { 1 } else { 2 };
            text += &format!("{x},{y},{field}\n");
        }
        text + "DONE\n"
    }

    /// The name of a point such as `h8`.
    fn name(&self, (x, y): (u8, u8)) -> String {
        let letter = |n: u8| char::from(b'a' + n);
        let column = match x {
            0..26 => letter(x).to_string(),
            _ => format!("a{}", letter(x - 26)),
        };
        format!("{column}{}", self.height - y)
    }

    fn lists(&self) -> Vec<String> {
        let names: Vec<String> = self.moves.iter().map(|point| self.name(*point)).collect();
        let numbered = |end: &str| {
            let numbers = names.iter().enumerate();
            let words: Vec<String> = numbers
                .map(|(index, name)| format!("{}{end}{name}", index + 1))
                .collect();
            words.join(" ")
        };
        let turns: Vec<String> = names
            .chunks(2)
            .enumerate()
            .map(|(index, pair)| format!("{}. {}", index + 1, pair.join(" ")))
            .collect();
        let numbers = self.moves.iter().map(|(x, y)| format!("{x},{y}"));
        vec![
            names.join(" "),
            names.concat(),
            names.join(", ").to_uppercase(),
            numbered(". "),
            numbered("."),
            numbered(") "),
            numbered(" "),
            turns.join("\n"),
            numbers.clone().collect::<Vec<_>>().join("\n"),
            format!("[[{}]]", numbers.collect::<Vec<_>>().join("], [")),
        ]
    }

    /// The marks of the points, row by row from the top: empty, black, white.
    fn rows(&self, marks: [&str; 3]) -> Vec<Vec<String>> {
        let mut rows = vec![vec![marks[0].to_string(); self.width.into()]; self.height.into()];
        for (index, (x, y)) in self.moves.iter().enumerate() {
            rows[usize::from(*y)][usize::from(*x)] = marks[1 + index % 2].to_string();
        }
        rows
    }

    /// A board of rows with these marks.
    fn board(&self, marks: [&str; 3], begin: &str, between: &str, end: &str) -> String {
        let rows = self.rows(marks);
        rows.iter()
            .map(|row| format!("{begin}{}{end}\n", row.join(between)))
            .collect()
    }

    /// A board of crossing lines.
    fn lines(&self) -> String {
        let (bottom, right) = (self.height - 1, self.width - 1);
        let mut text = String::new();
        for (y, row) in (0..).zip(self.rows(["", "●", "○"])) {
            for (x, mark) in (0..).zip(row) {
                let junction = match (x, y) {
                    (0, 0) => "┌",
                    (0, y) if y == bottom => "└",
                    (0, _) => "├",
                    (x, 0) if x == right => "┐",
                    (x, y) if x == right && y == bottom => "┘",
                    (x, _) if x == right => "┤",
                    (_, 0) => "┬",
                    (_, y) if y == bottom => "┴",
                    _ => "┼",
                };
                text += if mark.is_empty() { junction } else { &mark };
                text += if x < right { "─" } else { "\n" };
            }
            if y < bottom {
                text += &format!("{}\n", "│ ".repeat(self.width.into()));
            }
        }
        text
    }

    fn boards(&self) -> Vec<String> {
        let frame = format!("+{}+\n", "-".repeat(2 * usize::from(self.width) + 1));
        let framed = self.board([".", "X", "O"], "| ", " ", " |");
        let separator = format!("{}+\n", "+---".repeat(self.width.into()));
        let cells = self.board([" ", "x", "o"], "| ", " | ", " |");
        let cells = cells.replace('\n', &format!("\n{separator}"));
        vec![
            self.board([".", "x", "o"], "", "", ""),
            self.board(["+", "X", "O"], "", " ", ""),
            self.board(["_", "B", "W"], "", "", ""),
            self.board(["-", "1", "2"], "", "", ""),
            self.board([".", "1", "0"], "", " ", ""),
            self.board(["0", "1", "2"], "", ",", ""),
            self.board(["0", "1", "-1"], "", " ", ""),
            self.board(["·", "●", "○"], "", " ", ""),
            format!("{frame}{framed}{frame}"),
            format!("{separator}{cells}"),
            self.lines(),
            format!(
                "[{}]",
                self.board(["0", "1", "2"], "[", ",", "],").trim_end()
            ),
            format!(
                "{{\"board\": [{}]}}",
                self.board(["0", "1", "-1"], "[", ", ", "],")
            ),
            format!(
                "b = [{}]",
                self.board(["None", "'x'", "'o'"], "[", ", ", "],")
            ),
            format!("[{}]", self.board([".", "x", "o"], "\"", "", "\",")),
            format!("[{}]", self.board(["''", "'B'", "'W'"], "[", ", ", "],")),
        ]
    }

    fn given(&self) -> Given {
        Given {
            size: BoardSize::new(self.width.into(), self.height.into()),
            ..Given::default()
        }
    }

    /// The side to move after the last move.
    fn side(&self) -> Color {
        match self.moves.len() % 2 {
            0 => Color::Black,
            _ => Color::White,
        }
    }

    /// Checks a record with the order of moves.
    fn check_game(&self, text: &str, given: &Given) -> Result<Record, TestCaseError> {
        let record = self.check_board(text, given)?;
        let points = self.moves.iter().map(|(x, y)| Point::new(*x, *y)).collect();
        prop_assert_eq!(record.turns(), Some(points), "{}", text);
        Ok(record)
    }

    /// Checks size, stones and side to move of a record.
    fn check_board(&self, text: &str, given: &Given) -> Result<Record, TestCaseError> {
        let read = Record::parse(text, given);
        let record = read.map_err(|error| TestCaseError::fail(format!("{error}:\n{text}")))?;
        prop_assert_eq!(Some(record.size()), self.given().size, "{}", text);
        prop_assert_eq!(record.side_to_move(), self.side(), "{}", text);
        let board = record.board();
        prop_assert_eq!(board.occupied().count(), self.moves.len(), "{}", text);
        for (index, (x, y)) in self.moves.iter().enumerate() {
            let color = if index % 2 == 0 {
                Color::Black
            } else {
                Color::White
            };
            let cell = board.get(Point::new(*x, *y));
            prop_assert_eq!(cell, Cell::Stone(color), "{}", text);
        }
        Ok(record)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_format_is_read_back(game in games(), flag: bool) {
        let none = Given::default();
        let psq = game.check_game(&game.psq(flag, false), &none)?;
        prop_assert_eq!(psq.rule, None);
        prop_assert_eq!(psq.moves[0].time.is_some(), flag);
        for text in [game.psq(flag, true), game.sgf(flag), game.protocol()] {
            let crlf = text.replace('\n', "\r\n");
            prop_assert_eq!(game.check_game(&text, &none)?.rule, Some(game.rule));
            prop_assert_eq!(game.check_game(&crlf, &none)?.rule, Some(game.rule));
        }
        for text in game.lists() {
            game.check_game(&text, &game.given())?;
        }
        for text in game.boards() {
            game.check_board(&text, &none)?;
        }
    }

    #[test]
    fn damaged_records_are_read_or_rejected(game in games(), at: u16, with in "[\\x00-\\x7f]{0,3}") {
        let mut texts = vec![game.psq(true, true), game.sgf(true), game.protocol()];
        texts.extend(game.lists());
        texts.extend(game.boards());
        for text in texts {
            let at = usize::from(at) % text.len();
            let Some((before, after)) = text.split_at_checked(at) else { continue };
            let _ = Record::parse(before, &Given::default());
            let _ = Record::parse(&format!("{before}{with}{after}"), &Given::default());
        }
    }
}
