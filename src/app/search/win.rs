//! Forced wins with their proofs.

use std::time::Duration;

use crate::engine::{Game, Stop};
use crate::solve::{Proof, Request, WinKind, solve};
use crate::types::Color;

/// Entries of the solver's table, which take 24 MiB.
const ENTRIES: usize = 1 << 20;

/// What the solvers have found.
pub enum Win {
    /// A win with its proof.
    Proved {
        /// How it was found.
        kind: WinKind,
        /// Its length in plies, the five included.
        plies: usize,
        /// The proof.
        proof: Proof,
    },
    /// No win was found, though the solvers have completed their searches. That there is no win by
    /// fours is then proved; of quiet threats not all are searched.
    NotFound,
    /// The search has ended without a result.
    Unknown,
}

/// Looks for a forced win of `side`, until `stop` is set or the time is over.
pub fn find_win(game: &Game, side: Color, limit: Duration, stop: &dyn Stop) -> Win {
    let request = Request {
        time: Some(limit),
        entries: ENTRIES,
        ..Request::new(game, side)
    };
    let answer = solve(&request, &|| stop.is_set());
    let Some(win) = answer.win else {
        return if answer.is_undecided {
            Win::Unknown
        } else {
            Win::NotFound
        };
    };
    match win.proof {
        Some(proof) => Win::Proved {
            kind: win.kind,
            plies: win.plies,
            proof,
        },
        None => Win::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram::Diagram;
    use crate::board::notation::parse_moves;
    use crate::engine::{Stone, on_search_stack};
    use crate::report::boards;
    use crate::threat::vct::Threat;
    use crate::types::{BoardSize, Rule};
    use std::sync::atomic::AtomicBool;

    fn win(moves: &str) -> Win {
        let size = BoardSize::square(15).unwrap();
        let mut game = Game::new(size, Rule::Freestyle);
        for point in parse_moves(moves, size).unwrap() {
            game.put(point, Stone::Of(game.side_to_move())).unwrap();
        }
        let never = AtomicBool::new(false);
        let find = || {
            find_win(
                &game,
                game.side_to_move(),
                Duration::from_secs(3600),
                &never,
            )
        };
        on_search_stack(find).unwrap()
    }

    #[test]
    fn a_win_after_the_draw_by_the_number_of_stones_is_not_shown() {
        // 198 stones without a five. White needs two more moves, but the game ends after one.
        let cell = |row: usize, column: usize| match (column / 2 + row) % 2 {
            0 => 'x',
            _ => 'o',
        };
        let full = |row| (0..15).map(|column| cell(row, column)).collect::<String>() + "\n";
        let rows: String = (0..13).map(full).collect();
        let board = format!("{rows}{:.<15}\n{:.<15}\n", "", "....ooo");
        let game = boards::game(&Diagram::parse(&board).unwrap(), Rule::Renju);
        let never = AtomicBool::new(false);
        let find = || find_win(&game, Color::White, Duration::from_secs(3600), &never);
        assert!(!matches!(
            on_search_stack(find).unwrap(),
            Win::Proved { .. }
        ));
    }

    #[test]
    fn wins_are_proved_or_not_found() {
        let Win::Proved { kind, plies, proof } = win("h8 a1 i8 a3 j8 a5") else {
            panic!("an open three wins");
        };
        assert_eq!((kind, plies), (WinKind::Vcf, 3));
        assert_eq!(proof.defence.expect("a four").threat, Threat::Five);
        let threes = win("h8 a1 i8 o1 j10 a15 j11 o15");
        assert!(matches!(
            threes,
            Win::Proved {
                kind: WinKind::Vct,
                ..
            }
        ));
        assert!(matches!(win("h8 i9"), Win::NotFound));
    }
}
