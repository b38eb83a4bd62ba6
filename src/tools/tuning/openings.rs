//! Openings: their file format, and the order in which a run plays them.
//!
//! A file has one opening per line, as `x,y x,y ...` counted from zero, first stone first;
//! `empty` is the empty board. `#` begins a comment. The comments `# size 15` (or `# size 20x15`)
//! and `# rule freestyle` say what board and rule the openings are for. The match runner and
//! `scripts/sprt` read the same files.

use std::fmt::Write as _;

use rustc_hash::FxHashSet;

use super::{Random, mix};
use crate::engine::{Game, Stone, ending, foul};
use crate::tools::dataset::Ply;
use crate::tools::dataset::key::canonical_key;
use crate::types::{BoardSize, Point, Rule};

/// The stones of an opening in the order of play, black first.
pub type Opening = Vec<Point>;

/// The openings of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    /// The board.
    pub size: BoardSize,
    /// The openings, no two of which are the same position turned or mirrored.
    pub list: Vec<Opening>,
    /// How many lines were left out because an earlier one has the same position.
    pub repeated: usize,
}

/// What a comment says about the openings of the file.
#[derive(Clone, Copy)]
enum Comment {
    Size(BoardSize),
    Rule(Rule),
}

impl Openings {
    /// Reads the text of a file, for a match under `rule`. `size` is the board that the caller
    /// names, if it does.
    ///
    /// # Errors
    /// If a line is not an opening that leaves the game open, if a comment contradicts the rule,
    /// the size or another comment, if nothing says the size, or if there are no openings. The
    /// error is a message with the number of the line.
    pub fn read(text: &str, rule: Rule, size: Option<BoardSize>) -> Result<Openings, String> {
        let lines = || text.lines().enumerate();
        let mut board = size;
        for (number, line) in lines() {
            let at = |message: String| format!("line {}: {message}", number + 1);
            match comment(line).map_err(at)? {
                Some(Comment::Rule(other)) if other != rule => {
                    let (rule, other) = (rule.name(), other.name());
                    return Err(at(format!("the openings are for {other}, not for {rule}")));
                }
                Some(Comment::Size(other)) if board.is_some_and(|board| board != other) => {
                    let message = match size {
                        Some(_) => "the openings are for another size",
                        None => "a second size",
                    };
                    return Err(at(message.to_string()));
                }
                Some(Comment::Size(own)) => board = Some(own),
                Some(Comment::Rule(_)) | None => {}
            }
        }
        let size =
            board.ok_or("no comment such as `# size 15` says what board the openings are for")?;
        let (mut list, mut repeated) = (Vec::new(), 0);
        let mut keys = FxHashSet::default();
        for (number, line) in lines() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let opening =
                points(line).and_then(|points| check(&points, size, rule).map(|()| points));
            let opening = opening.map_err(|error| format!("line {}: {error}", number + 1))?;
            if keys.insert(key(&opening, size, rule)) {
                list.push(opening)
            } else {
                repeated += 1;
            }
        }
        if list.is_empty() {
            Err("no openings".to_string())
        } else {
            Ok(Openings {
                size,
                list,
                repeated,
            })
        }
    }
}

/// The text of a file of openings. `about` is the first comment.
pub fn write(about: &str, rule: Rule, size: BoardSize, openings: &[Opening]) -> String {
    let mut text = format!(
        "# {about}\n# rule {}\n# size {}\n",
        rule.name(),
        size_name(size)
    );
    for opening in openings {
        let points: Vec<String> = opening.iter().map(|p| format!("{},{}", p.x, p.y)).collect();
        let line = if points.is_empty() {
            "empty".to_string()
        } else {
            points.join(" ")
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line}");
    }
    text
}

/// A size as comments write it: `15` or `20x15`.
pub fn size_name(size: BoardSize) -> String {
    if size.width() == size.height() {
        size.width().to_string()
    } else {
        format!("{}x{}", size.width(), size.height())
    }
}

/// What a line says about the openings of its file, if it is such a comment.
fn comment(line: &str) -> Result<Option<Comment>, String> {
    if let Some(name) = line.strip_prefix("# size ") {
        let name = name.trim();
        let (width, height) = name.split_once('x').unwrap_or((name, name));
        let sides = width.parse().ok().zip(height.parse().ok());
        let size = sides.and_then(|(width, height)| BoardSize::new(width, height));
        let size = size.ok_or_else(|| format!("`{name}` is not a size"))?;
        return Ok(Some(Comment::Size(size)));
    }
    if let Some(name) = line.strip_prefix("# rule ") {
        let rule = Rule::from_name(name.trim());
        let rule = rule.ok_or_else(|| format!("`{}` is not a rule", name.trim()))?;
        return Ok(Some(Comment::Rule(rule)));
    }
    Ok(None)
}

/// The points of a line without its comment.
fn points(line: &str) -> Result<Opening, String> {
    if line == "empty" {
        return Ok(Opening::new());
    }
    let point = |word: &str| {
        let (x, y) = word.split_once(',')?;
        Some(Point::new(x.parse().ok()?, y.parse().ok()?))
    };
    let words = line.split_whitespace();
    words
        .map(|word| point(word).ok_or_else(|| format!("`{word}` is not x,y")))
        .collect()
}

/// Checks that an opening can be played and leaves the game open.
///
/// # Errors
/// If it cannot, or does not. The error is a message.
pub fn check(opening: &[Point], size: BoardSize, rule: Rule) -> Result<(), String> {
    let mut game = Game::new(size, rule);
    for point in opening {
        let (x, y) = (point.x, point.y);
        if !size.contains(*point) || game.at(*point).is_some() {
            return Err(format!("{x},{y} is not an empty point of the board"));
        }
        if foul(&game, *point).is_some() {
            return Err(format!("{x},{y} is forbidden"));
        }
        let stone = Stone::Of(game.side_to_move());
        game.put(*point, stone).expect("an empty point");
        if ending(&game).is_some() {
            return Err(format!("{x},{y} ends the game"));
        }
    }
    Ok(())
}

/// The key of the position after an opening, the same for all symmetric positions.
pub fn key(opening: &[Point], size: BoardSize, rule: Rule) -> u64 {
    let plies: Vec<Ply> = opening.iter().copied().map(Some).collect();
    canonical_key(size, rule, &plies)
}

/// The order in which the pairs of a run play openings: a random one, without replacement. When
/// every opening has been played, another order begins.
pub struct Order {
    seed: u64,
    count: usize,
    /// The current round and its order.
    round: Option<(u64, Vec<usize>)>,
}

impl Order {
    /// The order of `count` openings, at least one, that follows from a seed.
    pub fn new(seed: u64, count: usize) -> Order {
        Order {
            seed,
            count,
            round: None,
        }
    }

    /// The index of the opening that a pair plays. Pairs are counted from 1.
    pub fn of(&mut self, pair: u64) -> usize {
        let count = self.count as u64;
        let (round, at) = ((pair - 1) / count, (pair - 1) % count);
        let is_current = self.round.as_ref().is_some_and(|(own, _)| *own == round);
        if !is_current {
            let mut order: Vec<usize> = (0..self.count).collect();
            // Rounds are counted down, pairs up, so that no two have the same random numbers.
            Random::after(mix(mix(self.seed) ^ !round)).shuffle(&mut order);
            self.round = Some((round, order));
        }
        self.round
            .as_ref()
            .map_or(0, |(_, order)| order[at as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(side: i64) -> BoardSize {
        BoardSize::square(side).unwrap()
    }

    fn read(text: &str) -> Result<Openings, String> {
        Openings::read(text, Rule::Renju, None)
    }

    #[test]
    fn what_is_written_is_read() {
        let openings = vec![
            vec![],
            vec![Point::new(7, 7), Point::new(8, 8), Point::new(0, 19)],
        ];
        for (size, name) in [
            (square(20), "20"),
            (BoardSize::new(15, 20).unwrap(), "15x20"),
        ] {
            let text = write("two openings", Rule::Renju, size, &openings);
            let expected =
                format!("# two openings\n# rule renju\n# size {name}\nempty\n7,7 8,8 0,19\n");
            assert_eq!(text, expected);
            let found = read(&text).unwrap();
            assert_eq!((found.size, &found.list), (size, &openings));
        }
    }

    #[test]
    fn a_file_without_a_size_is_read_if_the_size_is_given() {
        let text = "# freestyle 15x15: even openings\n7,7 8,8 # a comment\n\n";
        assert!(read(text).unwrap_err().contains("`# size 15`"));
        let found = Openings::read(text, Rule::Renju, Some(square(15))).unwrap();
        assert_eq!(found.list, [[Point::new(7, 7), Point::new(8, 8)]]);
        let other = Openings::read("# size 20\nempty", Rule::Renju, Some(square(15)));
        assert_eq!(
            other.unwrap_err(),
            "line 1: the openings are for another size"
        );
    }

    #[test]
    fn positions_that_are_the_same_are_played_once() {
        let text = "# size 15\n7,7 8,8 9,7\n9,7 8,8 7,7\n7,7 6,6 5,7\n7,7 8,8 9,6\n";
        let found = read(text).unwrap();
        assert_eq!((found.list.len(), found.repeated), (2, 2));
    }

    #[test]
    fn errors_name_the_line() {
        let three_three = "7,7 0,0 8,7 0,2 9,8 0,4 9,9 0,6 9,7";
        for (text, error) in [
            ("# size 15\n7,7 7", "line 2: `7` is not x,y"),
            ("# size 15\n7,7 -1,3", "line 2: `-1,3` is not x,y"),
            ("# size 15\n\n15,0", "line 3: 15,0 is not an empty point"),
            ("# size 15\n3,3 3,3", "line 2: 3,3 is not an empty point"),
            ("# size 4\nempty", "line 1: `4` is not a size"),
            ("# size 15\n# size 20\nempty", "line 2: a second size"),
            (
                "# size 15\n# rule caro\nempty",
                "line 2: the openings are for caro",
            ),
            (
                "# size 15\n# rule chess\nempty",
                "line 2: `chess` is not a rule",
            ),
            (
                "# size 15\n0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1 4,0",
                "line 2: 4,0 ends",
            ),
            (
                &format!("# size 15\n{three_three}"),
                "line 2: 9,7 is forbidden",
            ),
            ("# size 15\n", "no openings"),
        ] {
            let found = read(text).unwrap_err();
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }

    #[test]
    fn every_opening_is_played_before_any_is_played_again() {
        let drawn = |seed| {
            let mut order = Order::new(seed, 10);
            (1..=20).map(|pair| order.of(pair)).collect::<Vec<_>>()
        };
        let all = drawn(1);
        for round in all.chunks(10) {
            let mut sorted = round.to_vec();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..10), "{round:?}");
        }
        assert_ne!(all[..10], all[10..]);
        assert_ne!(all, drawn(2));
        // A process that plays some of the pairs draws the same openings.
        let mut order = Order::new(1, 10);
        for pair in [17, 3, 4, 20, 1] {
            assert_eq!(order.of(pair), all[pair as usize - 1]);
        }
    }
}
