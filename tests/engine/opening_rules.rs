//! The opening rules: every branch of every rule, and what is refused.

use crate::twin::bridge::played;
use goshawk::board::notation::parse_point;
use goshawk::engine::{Game, Stone};
use goshawk::opening::rules::{Action, Opening, OpeningRule, Player, Refusal, Step, ThirdChoice};
use goshawk::types::{BoardSize, Color, Point, Rule};

/// An opening and its game, with the actions as words.
struct Table {
    opening: Opening,
    game: Game,
}

impl Table {
    fn new(rule: OpeningRule) -> Table {
        Table {
            opening: Opening::new(rule),
            game: played(15, Rule::Renju, &[]),
        }
    }

    fn point(&self, name: &str) -> Point {
        parse_point(name, self.game.size()).unwrap()
    }

    /// Carries out `h8`, `keep`, `swap`, `more`, `ten`, a number, `+h8` (propose), `-h8`
    /// (withdraw) or `=h8` (select).
    fn act(&mut self, word: &str) -> Result<(), Refusal> {
        let action = match (word, word.split_at(1)) {
            ("keep", _) => Action::Keep,
            ("swap", _) => Action::Swap,
            ("more", _) => Action::MoreStones,
            ("ten", _) => Action::TenFifthMoves,
            (_, ("+", name)) => Action::Propose(self.point(name)),
            (_, ("-", name)) => Action::Withdraw(self.point(name)),
            (_, ("=", name)) => Action::Select(self.point(name)),
            _ => match word.parse() {
                Ok(count) => Action::Declare(count),
                Err(_) => Action::Place(self.point(word)),
            },
        };
        let before = self.opening.clone();
        let checked = self.opening.check(&self.game, action);
        let effect = self.opening.apply(&self.game, action);
        assert_eq!(checked, effect.map(|_| ()), "{word}");
        let effect = effect.inspect_err(|_| assert_eq!(self.opening, before, "{word}"))?;
        assert_eq!(effect.swap, word == "swap");
        if let Some(point) = effect.stone {
            let stone = Stone::Of(self.game.side_to_move());
            self.game.put(point, stone).unwrap();
        }
        Ok(())
    }

    /// What has to be done next, and by whom: the first or the second player and the side.
    fn next(&self) -> String {
        let Some(side) = self.opening.actor() else {
            assert_eq!(self.opening.step(), Step::Over);
            return "over".to_string();
        };
        let player = match self.opening.player(side) {
            Player::First => 1,
            Player::Second => 2,
        };
        let what = match self.opening.step() {
            Step::Place { last, .. } => format!("places {last}"),
            Step::Sides { third: None, .. } => "sides".into(),
            Step::Sides {
                third: Some(ThirdChoice::MoreStones),
                ..
            } => "sides or more".into(),
            Step::Sides {
                third: Some(ThirdChoice::TenFifthMoves),
                ..
            } => "sides or ten".into(),
            Step::Declare { .. } => "declares".into(),
            Step::Propose => format!("proposes {}", self.opening.fifth_moves().unwrap()),
            Step::Select => "selects".into(),
            Step::Over => unreachable!("there is an actor"),
        };
        format!("{player} {} {what}", side.name())
    }
}

/// Plays a branch: each line is some actions, `->` and what has to be done after them.
fn branch(rule: OpeningRule, lines: &str) -> Table {
    let mut table = Table::new(rule);
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (actions, next) = line.split_once(" -> ").unwrap();
        for word in actions.split_whitespace() {
            let done = table.act(word);
            assert_eq!(done, Ok(()), "{rule:?}: {word} in {line}");
        }
        assert_eq!(table.next(), next, "{rule:?}: {line}");
    }
    table
}

#[test]
fn swap() {
    let start = "a1 -> 1 black places 3
                 b2 c15 -> 2 white sides\n";
    branch(OpeningRule::Swap, &format!("{start} keep -> over"));
    let table = branch(OpeningRule::Swap, &format!("{start} swap -> over"));
    assert_eq!(table.opening.player(Color::Black), Player::Second);
}

#[test]
fn swap2() {
    let start = "a1 b2 c15 -> 2 white sides or more\n";
    branch(OpeningRule::Swap2, &format!("{start} keep -> over"));
    branch(OpeningRule::Swap2, &format!("{start} swap -> over"));
    let more = format!(
        "{start} more -> 2 white places 5
         d4 -> 2 white places 5
         o15 -> 1 black sides\n"
    );
    branch(OpeningRule::Swap2, &format!("{more} keep -> over"));
    let table = branch(OpeningRule::Swap2, &format!("{more} swap -> over"));
    assert_eq!(table.opening.player(Color::White), Player::First);
    assert_eq!(table.game.side_to_move(), Color::White);
}

#[test]
fn rif() {
    let start = "h8 h9 i9 -> 2 white sides\n";
    for (choice, other, own) in [("keep", 2, 1), ("swap", 1, 2)] {
        let table = branch(
            OpeningRule::Rif,
            &format!(
                "{start} {choice} -> {other} white places 4
                 a1 -> {own} black proposes 2
                 +g8 -> {own} black proposes 2
                 +i8 -> {other} white selects
                 =i8 -> over"
            ),
        );
        assert_eq!(
            table.game.at(table.point("i8")),
            Some(Stone::Of(Color::Black))
        );
        assert_eq!(table.game.ply(), 5);
    }
    // A stone means that white keeps its side.
    branch(
        OpeningRule::Rif,
        &format!("{start} a1 -> 1 black proposes 2"),
    );
}

#[test]
fn yamaguchi() {
    let start = "h8 i9 i7 -> 1 black declares
                 3 -> 2 white sides\n";
    for (choice, other, own) in [("keep", 2, 1), ("swap", 1, 2)] {
        branch(
            OpeningRule::Yamaguchi,
            &format!(
                "{start} {choice} -> {other} white places 4
                 g10 -> {own} black proposes 3
                 +g7 +i8 -g7 +g8 +g9 -> {other} white selects
                 =g9 -> over"
            ),
        );
    }
    branch(
        OpeningRule::Yamaguchi,
        &format!("{start} g10 -> 1 black proposes 3"),
    );
}

#[test]
fn soosyrv_8() {
    let start = "h8 i9 i7 -> 2 white sides\n";
    for (first, [a, b]) in [("keep", [2, 1]), ("swap", [1, 2])] {
        for (second, [c, d]) in [("keep", [a, b]), ("swap", [b, a])] {
            branch(
                OpeningRule::Soosyrv8,
                &format!(
                    "{start} {first} -> {a} white places 4
                     g10 -> {a} white declares
                     1 -> {b} black sides
                     {second} -> {d} black proposes 1
                     +g7 -> {c} white selects
                     =g7 -> over"
                ),
            );
        }
    }
    branch(
        OpeningRule::Soosyrv8,
        &format!("{start} g10 8 -> 1 black sides"),
    );
}

#[test]
fn taraguchi_10() {
    // After each of the first four moves, the player of the side to move may change sides.
    for swaps in 0..32_u32 {
        let mut table = Table::new(OpeningRule::Taraguchi10);
        let mut players = [1, 2];
        let side_names = ["black", "white"];
        for (number, point) in ["h8", "i9", "j10", "k11", "l12"].into_iter().enumerate() {
            let side = number % 2;
            let placing = format!(
                "{} {} places {}",
                players[side],
                side_names[side],
                number + 1
            );
            assert_eq!(table.next(), placing);
            table.act(point).unwrap();
            let side = 1 - side;
            let or_ten = if number == 3 { " or ten" } else { "" };
            let choosing = format!("{} {} sides{or_ten}", players[side], side_names[side]);
            assert_eq!(table.next(), choosing);
            match swaps >> number & 1 {
                0 => table.act("keep").unwrap(),
                _ => {
                    table.act("swap").unwrap();
                    players.reverse();
                }
            }
        }
        assert_eq!(table.next(), "over");
    }
    // Stones alone, and the ten fifth moves.
    let start = "h8 i9 j10 k11 -> 1 black sides or ten\n";
    branch(
        OpeningRule::Taraguchi10,
        &format!("{start} l4 -> 2 white sides\n keep -> over"),
    );
    branch(
        OpeningRule::Taraguchi10,
        &format!(
            "{start} ten -> 1 black proposes 10
             +a1 +a2 +a3 +a4 +a5 +a6 +a7 +a8 +a9 -> 1 black proposes 10
             +a10 -> 2 white selects
             =a7 -> over"
        ),
    );
}

#[test]
fn what_a_step_does_not_allow_is_refused() {
    let mut table = Table::new(OpeningRule::Rif);
    let h8 = table.point("h8");
    assert_eq!(table.act("keep"), Err(Refusal::NotNow));
    assert_eq!(table.act("2"), Err(Refusal::NotNow));
    assert_eq!(table.act("g8"), Err(Refusal::OutsideSquare(1)));
    assert_eq!(table.opening.points(&table.game), [h8]);
    table.act("h8").unwrap();
    assert_eq!(table.act("h8"), Err(Refusal::Occupied(h8)));
    assert_eq!(table.act("h10"), Err(Refusal::OutsideSquare(3)));
    assert_eq!(table.opening.points(&table.game).len(), 8);
    table.act("h9").unwrap();
    assert_eq!(table.act("h5"), Err(Refusal::OutsideSquare(5)));
    assert_eq!(table.opening.points(&table.game).len(), 23);
    table.act("h10").unwrap();
    for word in ["more", "ten", "1", "+a1", "=a1", "-a1"] {
        assert_eq!(table.act(word), Err(Refusal::NotNow), "{word}");
    }
    table.act("h11").unwrap();
    let a = |name: &str| parse_point(name, BoardSize::square(15).unwrap()).unwrap();
    assert_eq!(table.act("+h8"), Err(Refusal::Occupied(h8)));
    assert_eq!(table.act("=a1"), Err(Refusal::NotNow));
    table.act("+g9").unwrap();
    assert_eq!(table.act("+g9"), Err(Refusal::Proposed(a("g9"))));
    assert_eq!(table.act("+i9"), Err(Refusal::Equivalent(a("i9"), a("g9"))));
    assert_eq!(table.act("-g8"), Err(Refusal::NotProposed(a("g8"))));
    table.act("+g8").unwrap();
    assert_eq!(table.act("=g7"), Err(Refusal::NotProposed(a("g7"))));
    assert_eq!(table.act("swap"), Err(Refusal::NotNow));
    assert_eq!(table.opening.points(&table.game), [a("g9"), a("g8")]);
    table.act("=g8").unwrap();
    for word in ["keep", "swap", "a1", "=g9"] {
        assert_eq!(table.act(word), Err(Refusal::Over), "{word}");
    }

    let declare = |rule, start: &str, count: usize| {
        let mut table = Table::new(rule);
        start
            .split_whitespace()
            .for_each(|word| table.act(word).unwrap());
        table
            .opening
            .apply(&table.game, Action::Declare(count))
            .err()
    };
    for (count, refusal) in [
        (0, Some(Refusal::Count(8))),
        (1, None),
        (8, None),
        (9, Some(Refusal::Count(8))),
    ] {
        assert_eq!(
            declare(OpeningRule::Soosyrv8, "h8 h9 h10 a1", count),
            refusal
        );
    }
    assert_eq!(declare(OpeningRule::Yamaguchi, "h8 h9 h10", 20), None);
    let most = Some(Refusal::Count(20));
    assert_eq!(declare(OpeningRule::Yamaguchi, "h8 h9 h10", 21), most);
    let off = Action::Place(Point::new(15, 3));
    let table = Table::new(OpeningRule::Swap);
    assert_eq!(
        table.opening.check(&table.game, off),
        Err(Refusal::OffBoard)
    );
}

#[test]
fn the_squares_of_taraguchi_grow() {
    let mut table = Table::new(OpeningRule::Taraguchi10);
    for (number, (point, outside)) in [
        ("h8", "h9"),
        ("i9", "j9"),
        ("f6", "e8"),
        ("k11", "l8"),
        ("d4", "c8"),
    ]
    .into_iter()
    .enumerate()
    {
        let side = 2 * number as u8 + 1;
        let area = usize::from(side).pow(2) - number;
        assert_eq!(
            table.opening.points(&table.game).len(),
            area,
            "move {}",
            number + 1
        );
        assert_eq!(table.act(outside), Err(Refusal::OutsideSquare(side)));
        table.act(point).unwrap();
    }
    assert_eq!(
        table.opening.points(&table.game),
        [],
        "white's sixth move is not of the opening"
    );
}

#[test]
fn rules_have_names_and_fit_boards() {
    for rule in OpeningRule::ALL {
        assert_eq!(OpeningRule::from_name(rule.name()), Some(rule));
        assert_eq!(OpeningRule::from_name(rule.title()), Some(rule));
    }
    for name in ["soosorv-8", "Soosõrv-8", "SOOSYRV8", "soosorv 8"] {
        assert_eq!(
            OpeningRule::from_name(name),
            Some(OpeningRule::Soosyrv8),
            "{name}"
        );
    }
    assert_eq!(OpeningRule::from_name("pro"), None);
    let fits = |rule: OpeningRule, of, width, height| {
        rule.fits(of, BoardSize::new(width, height).unwrap())
    };
    assert!(fits(OpeningRule::Rif, Rule::Renju, 15, 15));
    assert!(fits(OpeningRule::Rif, Rule::Renju, 9, 15));
    assert!(!fits(OpeningRule::Rif, Rule::Renju, 16, 15));
    assert!(!fits(OpeningRule::Rif, Rule::Renju, 7, 15));
    assert!(!fits(OpeningRule::Rif, Rule::Freestyle, 15, 15));
    assert!(fits(OpeningRule::Swap2, Rule::Standard, 20, 5));
    assert!(!fits(OpeningRule::Swap, Rule::Renju, 15, 15));
}
