//! The commands of Yixin-Board, and what is said to it only.

use std::fmt::{self, Display, Formatter};

use super::command::{integer, split_word};
use super::response::{Refusal, Response, points_line};
use crate::engine::Report;
use crate::opening::OpeningMove;
use crate::types::score::{self, EVAL_LIMIT};
use crate::types::{Point, Score};

/// More lines than any manager can show.
const MOST_LINES: usize = 99;

/// A command of the `YX…` family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yixin {
    /// `YXSTOP`: end the search with the best move so far.
    Stop,
    /// `YXBOARD`: stones follow up to DONE; keep the position, say nothing.
    Board,
    /// `YXSHOWINFO`: which settings are possible?
    ShowInfo,
    /// `YXSHOWFORBID`: which points are forbidden to black?
    ShowForbid,
    /// `YXHASHCLEAR`: forget all that was learned.
    HashClear,
    /// `YXNBEST n`: find a move, show the `n` best, from 1.
    Nbest(usize),
    /// `YXBLOCK`: points that are not to be played follow up to DONE.
    Block,
    /// `YXBLOCKUNDO`: points that may be played again follow up to DONE.
    BlockUndo,
    /// `YXBLOCKRESET`: every point may be played again.
    BlockReset,
    /// `YXBALANCEONE b`, `YXBALANCETWO b`: so many stones that leave the side
    /// to move with a position worth `b`.
    Balance(usize, Score),
    /// `YXSWAP2STEP1` to `3`: the engine's part of a swap2 opening, that number.
    Swap2(Swap2Step),
    /// `YXSOOSORVSTEP1` to `6`: we do not play that opening. All but the first
    /// are followed by a position.
    Soosorv(Option<Swallow>),
    /// The database family: we keep none.
    Database(Option<Swallow>),
}

/// The engine's part of a swap2 opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2Step {
    /// 1: put the first three stones of a new game.
    Open,
    /// 2: choose after three stones; two more may be put.
    Choose,
    /// 3: choose after five stones.
    ChooseLast,
}

impl Swap2Step {
    /// The stones on the board before it.
    pub fn stones(self) -> usize {
        match self {
            Swap2Step::Open => 0,
            Swap2Step::Choose => 3,
            Swap2Step::ChooseLast => 5,
        }
    }

    /// What to say of a choice, which is `None` if none could be made. To keep
    /// the colour is a move in other managers' swap2; here that is asked for later.
    pub fn answer(self, choice: Option<OpeningMove>) -> Vec<Response> {
        let stones = |first: usize, points: Vec<Point>| {
            let numbered = points.into_iter().enumerate();
            numbered
                .map(|(at, point)| Response::Swap2Stone(first + at, point))
                .collect()
        };
        let choice = match (self, choice) {
            (Swap2Step::Open, Some(OpeningMove::Stones(points))) => return stones(1, points),
            (Swap2Step::Open, _) => return vec![Response::Refused(Refusal::NoMove)],
            (Swap2Step::Choose, Some(OpeningMove::Stones(points))) if points.len() == 2 => {
                return stones(4, points);
            }
            (_, choice) => choice,
        };
        let number = if self == Swap2Step::Choose { 1 } else { 2 };
        vec![Response::Swap2Choice(
            number,
            choice == Some(OpeningMove::Swap),
        )]
    }
}

/// What still belongs to a command that is swallowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swallow {
    /// A file's name on the next line.
    Path,
    /// Lines of a position, texts and labels, up to DONE. A known command ends
    /// it too, so that nothing is lost if DONE never comes.
    Lines,
}

impl Yixin {
    /// The command of an upper-case word and what follows it; `None`: unknown.
    pub fn of(word: &str, rest: &str) -> Option<Yixin> {
        let after_path = || {
            let given = !split_word(rest).0.is_empty();
            Yixin::Database((!given).then_some(Swallow::Path))
        };
        Some(match word {
            "YXSTOP" => Yixin::Stop,
            "YXBOARD" => Yixin::Board,
            "YXSHOWINFO" => Yixin::ShowInfo,
            "YXSHOWFORBID" => Yixin::ShowForbid,
            "YXHASHCLEAR" => Yixin::HashClear,
            "YXNBEST" => Yixin::Nbest(lines(rest)),
            "YXBLOCK" => Yixin::Block,
            "YXBLOCKUNDO" => Yixin::BlockUndo,
            "YXBLOCKRESET" => Yixin::BlockReset,
            "YXBALANCEONE" => Yixin::Balance(1, bias(rest)),
            "YXBALANCETWO" => Yixin::Balance(2, bias(rest)),
            "YXSWAP2STEP1" => Yixin::Swap2(Swap2Step::Open),
            "YXSWAP2STEP2" => Yixin::Swap2(Swap2Step::Choose),
            "YXSWAP2STEP3" => Yixin::Swap2(Swap2Step::ChooseLast),
            "YXSOOSORVSTEP1" => Yixin::Soosorv(None),
            "YXSOOSORVSTEP2" | "YXSOOSORVSTEP3" | "YXSOOSORVSTEP4" | "YXSOOSORVSTEP5"
            | "YXSOOSORVSTEP6" => Yixin::Soosorv(Some(Swallow::Lines)),
            "YXSAVEDATABASE" | "YXDBCHECK" | "YXDBFIX" => Yixin::Database(None),
            "YXSETDATABASE" | "YXDBTOTXT" | "YXDBTOTXTALL" | "YXTXTTODB" | "YXLIBTODB"
            | "YXDBTOLIB" | "YXDBSPLIT" | "YXDBMERGE" => after_path(),
            "YXQUERYDATABASEALL"
            | "YXQUERYDATABASEONE"
            | "YXQUERYDATABASETEXT"
            | "YXQUERYDATABASEALLT"
            | "YXQUERYDATABASEONET"
            | "YXEDITTVDDATABASE"
            | "YXEDITTEXTDATABASE"
            | "YXEDITLABELDATABASE"
            | "YXDELETEDATABASEONE"
            | "YXDELETEDATABASEALL" => Yixin::Database(Some(Swallow::Lines)),
            _ => return None,
        })
    }
}

/// The number of lines asked for; one if nothing sensible is given.
fn lines(text: &str) -> usize {
    let most = i64::try_from(MOST_LINES).unwrap_or(i64::MAX);
    // Clamped to a small number.
    integer(text).unwrap_or(1).clamp(1, most) as usize
}

/// The value a balance aims at; even if nothing sensible is given.
fn bias(text: &str) -> Score {
    let limit = i64::from(EVAL_LIMIT);
    let value = integer(text).unwrap_or(0).clamp(-limit, limit);
    // Clamped to 32 bits above.
    value as Score
}

/// A line of the search's details: `INFO …`.
#[derive(Clone, Debug, PartialEq)]
pub enum Detail {
    /// Number of the line, from 0.
    Pv(usize),
    /// Number of lines.
    NumPv(usize),
    /// Depth in plies.
    Depth(u32),
    /// Value for the side to move.
    Eval(Score),
    /// Its winning chance, 0 to 1.
    WinRate(Score),
    /// The line, best move first; never empty.
    BestLine(Vec<Point>),
    /// The line is complete.
    PvDone,
}

/// The details of an iteration, line after line, best first; none without a
/// principal variation.
pub fn details(report: &Report) -> Vec<Detail> {
    let others = report.others.iter().map(|line| (line.score, &line.pv));
    let lines: Vec<_> = [(report.score, &report.pv)]
        .into_iter()
        .chain(others)
        .filter(|(_, pv)| !pv.is_empty())
        .collect();
    let count = lines.len();
    let numbered = lines.into_iter().enumerate();
    numbered
        .flat_map(|(number, (score, pv))| {
            [
                Detail::Pv(number),
                Detail::NumPv(count),
                Detail::Depth(report.depth),
                Detail::Eval(score),
                Detail::WinRate(score),
                Detail::BestLine(pv.clone()),
                Detail::PvDone,
            ]
        })
        .collect()
}

impl Display for Detail {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Detail::Pv(number) => write!(f, "PV {number}"),
            Detail::NumPv(count) => write!(f, "NUMPV {count}"),
            Detail::Depth(plies) => write!(f, "DEPTH {plies}"),
            Detail::Eval(score) => write!(f, "EVAL {}", score::display(*score)),
            Detail::WinRate(score) => write!(f, "WINRATE {:.4}", win_rate(*score)),
            Detail::BestLine(points) => {
                f.write_str("BESTLINE ")?;
                points_line(f, points)
            }
            Detail::PvDone => f.write_str("PV DONE"),
        }
    }
}

/// The winning chance at a value.
fn win_rate(score: Score) -> f64 {
    /// The unit of the evaluation: its weights are fitted to this slope.
    const SCALE: f64 = 200.0;
    if score::is_mate(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(score) / SCALE).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variation;

    #[test]
    fn words_and_their_arguments() {
        assert_eq!(Yixin::of("YXBOARD", ""), Some(Yixin::Board));
        assert_eq!(
            Yixin::of("YXBALANCETWO", "-30"),
            Some(Yixin::Balance(2, -30))
        );
        let huge = Yixin::of("YXBALANCEONE", "99999999999999999999");
        assert_eq!(huge, Some(Yixin::Balance(1, EVAL_LIMIT)));
        assert_eq!(Yixin::of("YXBALANCEONE", "x"), Some(Yixin::Balance(1, 0)));
        let path = Yixin::Database(Some(Swallow::Path));
        assert_eq!(Yixin::of("YXSETDATABASE", ""), Some(path));
        let given = Yixin::of("YXSETDATABASE", "a b.db");
        assert_eq!(given, Some(Yixin::Database(None)));
        assert_eq!(Yixin::of("YXFOO", ""), None);
        for (text, count) in [
            ("3", 3),
            ("", 1),
            ("0", 1),
            ("-5", 1),
            ("x", 1),
            ("1000000", 99),
        ] {
            assert_eq!(
                Yixin::of("YXNBEST", text),
                Some(Yixin::Nbest(count)),
                "{text}"
            );
        }
    }

    #[test]
    fn swap2_is_told_stone_by_stone_and_choice_by_choice() {
        let told = |step: Swap2Step, choice| {
            let lines = step.answer(choice);
            let lines: Vec<String> = lines.iter().map(Response::to_string).collect();
            lines.join(", ").replace("MESSAGE SWAP2 ", "")
        };
        let points = [(7, 7), (10, 3), (0, 14)].map(|(x, y)| Point::new(x, y));
        let stones = |count: usize| Some(OpeningMove::Stones(points[..count].to_vec()));
        let swap = Some(OpeningMove::Swap);
        let open = told(Swap2Step::Open, stones(3));
        assert_eq!(open, "MOVE1 7 7, MOVE2 10 3, MOVE3 0 14");
        assert_eq!(told(Swap2Step::Choose, stones(2)), "MOVE4 7 7, MOVE5 10 3");
        assert_eq!(told(Swap2Step::Choose, stones(1)), "SWAP1 NO");
        assert_eq!(told(Swap2Step::Choose, swap.clone()), "SWAP1 YES");
        assert_eq!(told(Swap2Step::ChooseLast, stones(1)), "SWAP2 NO");
        assert_eq!(told(Swap2Step::ChooseLast, swap), "SWAP2 YES");
        // Without a choice the game goes on as it stands, if it can.
        assert_eq!(told(Swap2Step::Choose, None), "SWAP1 NO");
        assert_eq!(told(Swap2Step::ChooseLast, None), "SWAP2 NO");
        assert!(told(Swap2Step::Open, None).starts_with("ERROR"));
    }

    #[test]
    fn details_always_have_a_value() {
        let report = Report {
            depth: 8,
            score: score::mate_in(5),
            pv: vec![Point::new(7, 7), Point::new(10, 3)],
            ..Report::default()
        };
        let lines: Vec<String> = details(&report).iter().map(Detail::to_string).collect();
        let expected = [
            "PV 0",
            "NUMPV 1",
            "DEPTH 8",
            "EVAL +M5",
            "WINRATE 1.0000",
            "BESTLINE 7,7 10,3",
            "PV DONE",
        ];
        assert_eq!(lines, expected);
        assert_eq!(details(&Report::default()), []);
        let second = Variation {
            score: -20,
            pv: vec![Point::new(8, 8)],
        };
        let two = Report {
            others: vec![second],
            ..report
        };
        let lines: Vec<String> = details(&two).iter().map(Detail::to_string).collect();
        assert_eq!(lines.len(), 14);
        let firsts = [&lines[0], &lines[1], &lines[7], &lines[8], &lines[10]];
        assert_eq!(firsts, ["PV 0", "NUMPV 2", "PV 1", "NUMPV 2", "EVAL -20"]);
        assert_eq!(lines[12], "BESTLINE 8,8");
        assert_eq!(Detail::WinRate(0).to_string(), "WINRATE 0.5000");
        assert_eq!(Detail::WinRate(200).to_string(), "WINRATE 0.7311");
    }
}
