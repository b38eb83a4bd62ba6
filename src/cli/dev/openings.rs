//! `openings`: plays the openings of the rules, engine against engine, and judges the positions
//! after them.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;

use crate::board::notation::point_names;
use crate::cli::args::parser::number;
use crate::cli::error::CliError;
use crate::engine::{Engine, Game, Limits, Request, SearchOptions, Stone};
use crate::opening::decide_step;
use crate::opening::rules::renju::RenjuOpening;
use crate::opening::rules::{Action, Opening, OpeningRule};
use crate::report::chance::black_chance;
use crate::types::{BoardSize, Point, Rule};

/// The side of the board.
const SIDE: i64 = 15;
/// The win chances of a balanced position, in percent.
const BALANCED: std::ops::RangeInclusive<f64> = 35.0..=65.0;
/// Enough time that only the node limit ends a decision.
const NO_LIMIT: Duration = Duration::from_secs(24 * 60 * 60);
/// More actions than any opening has.
const MOST_ACTIONS: usize = 60;

/// The text before the options.
const DESCRIPTION: &str = "\
Prints a line for each game with black's win chance, and for each rule the
number of games in which it is from 35 to 65 %. The win chance is the mean of
the last two iterations of the search. The same options give the same lines
except for the times.
";

/// Play openings, engine against engine, and judge the positions after them by a longer search
#[derive(Args, Clone, Debug)]
#[command(before_help = DESCRIPTION)]
pub struct OpeningsArgs {
    /// The opening rule. Default: all of them
    #[arg(long, value_name = "NAME")]
    opening: Option<OpeningRule>,
    /// Games of each rule
    #[arg(long, value_name = "N", value_parser = number(1, u64::MAX), default_value = "50")]
    games: u64,
    /// Node limit of all searches of a decision
    #[arg(long, value_name = "N", value_parser = number(1, u64::MAX), default_value = "2000000")]
    nodes: u64,
    /// Node limit of the search that judges the position
    #[arg(long, value_name = "N", value_parser = number(1, u64::MAX), default_value = "1000000")]
    judge_nodes: u64,
    /// Seed for the random choices
    #[arg(long, value_name = "N", value_parser = number(0, u64::MAX), default_value = "1")]
    seed: u64,
}

/// Plays the games.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &OpeningsArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let rules = args
        .opening
        .map_or(OpeningRule::ALL.to_vec(), |rule| vec![rule]);
    for rule in &rules {
        let started = Instant::now();
        let mut balanced = 0;
        for number in 1..=args.games {
            let seed = args
                .seed
                .wrapping_mul(1_000_003)
                .wrapping_add(number * 1000);
            let played = play(*rule, args.nodes, seed);
            let percent = 100.0 * judge(&played.game, args.judge_nodes);
            balanced += u64::from(BALANCED.contains(&percent));
            let line = played.describe();
            writeln!(
                out,
                "{} {number}: {line}; black {percent:.1} %",
                rule.name()
            )
            .map_err(CliError::Write)?;
            out.flush().map_err(CliError::Write)?;
        }
        let (games, seconds) = (args.games, started.elapsed().as_secs_f64());
        writeln!(
            out,
            "{}: {balanced} of {games} games from 35 to 65 %; {seconds:.1} s",
            rule.name()
        )
        .map_err(CliError::Write)?;
    }
    Ok(())
}

/// An opening that was played.
struct Played {
    game: Game,
    /// The number of times that the players changed sides.
    swaps: usize,
    /// The number of fifth moves, if some were proposed.
    fifth_moves: Option<usize>,
}

impl Played {
    /// The opening on one line.
    fn describe(&self) -> String {
        let points: Vec<Point> = self.game.stones().iter().map(|(point, _)| *point).collect();
        let mut parts = vec![point_names(&points, self.game.size())];
        let opening = RenjuOpening::of_game(&self.game);
        parts.extend(opening.map(|opening| format!("{} {}", opening.code, opening.name)));
        parts.extend(self.fifth_moves.map(|count| format!("fifth moves {count}")));
        parts.push(format!("swaps {}", self.swaps));
        parts.join("; ")
    }
}

fn play(rule: OpeningRule, nodes: u64, seed: u64) -> Played {
    let size = BoardSize::square(SIDE).expect("a valid size");
    let mut game = Game::new(
        size,
        if rule.is_of_renju() {
            Rule::Renju
        } else {
            Rule::Freestyle
        },
    );
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::of_turn(Some(NO_LIMIT))
    };
    let mut engine = Engine::new();
    let mut opening = Opening::new(rule);
    let mut swaps = 0;
    let mut actions = 0;
    while !opening.is_over() && actions < MOST_ACTIONS {
        let request = Request::new(&game, &limits);
        let seed = seed.wrapping_add(actions as u64);
        let decision = decide_step(&mut engine, &request, &opening, seed, &mut |_| {});
        for action in decision.actions {
            actions += 1;
            let Ok(effect) = opening.apply(&game, action) else {
                break;
            };
            swaps += usize::from(action == Action::Swap);
            if let Some(point) = effect.stone {
                let put = game.put(point, Stone::Of(game.side_to_move()));
                debug_assert_eq!(put, Ok(()), "the opening has checked it");
            }
        }
    }
    let proposed = opening.proposed().len();
    Played {
        game,
        swaps,
        fifth_moves: (proposed > 0).then_some(proposed),
    }
}

/// Black's win chance in this position: the mean of the last two iterations of a search, since
/// scores swing with the parity of the depth. The judge has an engine of its own: with the
/// transposition table of the players, its verdict would depend on their searches.
fn judge(game: &Game, nodes: u64) -> f64 {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let request = Request {
        options: SearchOptions::analysis(),
        ..Request::new(game, &limits)
    };
    let side = game.side_to_move();
    let mut chances = Vec::new();
    Engine::new().think(&request, &mut |report| {
        chances.push(black_chance(side, report.score));
    });
    let last = &chances[chances.len().saturating_sub(2)..];
    last.iter().sum::<f64>() / last.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::common::tests::parsed;

    #[test]
    fn openings_are_played_to_their_end() {
        let line = "--games 1 --nodes 3000 --judge-nodes 300";
        let args = parsed::<OpeningsArgs>(line).unwrap();
        let mut out = Vec::new();
        run(&args, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        for rule in OpeningRule::ALL {
            let of_rule = |line: &&str| line.starts_with(&format!("{} 1: ", rule.name()));
            let line = text.lines().find(of_rule).unwrap();
            assert!(line.ends_with(" %"), "{line}");
            let stones = line.split(": ").nth(1).unwrap().split(';').next().unwrap();
            let stones = stones.split_whitespace().count();
            let ends: &[usize] = match rule {
                OpeningRule::Swap => &[3],
                OpeningRule::Swap2 => &[3, 5],
                _ => &[5],
            };
            assert!(ends.contains(&stones), "{line}");
        }
        assert_eq!(
            text.lines()
                .filter(|line| line.contains(" of 1 games"))
                .count(),
            6
        );
    }
}
