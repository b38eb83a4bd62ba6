use super::*;
use crate::board::Geometry;
use crate::board::notation::parse_moves;
use crate::position::Position;
use crate::threat::line_board::LineReader;
use crate::types::{BoardSize, Rule};

/// Rounds that are soon over.
const SHORT_ROUNDS: [Round; 3] = [
    Round {
        vcf: 10,
        threat: 20,
        until: 1_000,
    },
    Round {
        vcf: 100,
        threat: 200,
        until: 3_000,
    },
    Round {
        vcf: 1000,
        threat: 2000,
        until: u64::MAX,
    },
];

/// The position after these moves.
fn after(moves: &str) -> Position<256> {
    let size = BoardSize::square(15).expect("a size");
    let mut position = Position::new(size, Rule::Freestyle, Color::Black, &[]);
    for point in parse_moves(moves, size).expect("moves") {
        position.make(Geometry::<256>::square(point));
    }
    position
}

/// Searches for a VCT of the side to move with this budget. Returns the numbers of the root.
fn search(search: &mut ProofSearch, position: &Position<256>, budget: u64) -> Numbers {
    let mut reader = LineReader::new(position.rule());
    let mut board = LineBoard::new(position, &mut reader);
    search.nodes = 0;
    search.begin(position.side(), budget, false);
    search.run(&mut board, &|| false).0
}

#[test]
fn a_search_in_slices_reaches_the_later_rounds() {
    // No VCT is found here for long.
    let position = after("h8 i9 i8 j8 h7 h9 g9 k9 j10 g7 j6");
    let mut solver = ProofSearch::new(1 << 12);
    solver.rounds = &SHORT_ROUNDS;
    let (mut all, mut rounds) = (0, Vec::new());
    while all < 5_000 {
        let numbers = search(&mut solver, &position, 300);
        assert!(numbers.phi != 0 && numbers.phi != INFINITE, "{all} moves");
        all += solver.nodes;
        rounds.push(solver.round);
        let progress = solver.progress.expect("a root");
        assert_eq!((progress.moves, progress.round), (all, solver.round));
    }
    assert!(rounds.is_sorted());
    assert_eq!((rounds[0], rounds.last()), (0, Some(&2)), "{rounds:?}");
    assert!(rounds.contains(&1), "{rounds:?}");
    // Another root begins with the first round.
    search(&mut solver, &after("h8 i9 i8 j8 h7 h9 g9 k9"), 300);
    assert_eq!(solver.round, 0);
}

#[test]
fn the_buffers_are_empty_after_a_search() {
    let position = after("h8 i9 i8 j8 h7 h9 g9 k9 j10 g7 j6");
    let mut solver = ProofSearch::new(1 << 12);
    search(&mut solver, &position, 2_000);
    assert!(solver.nodes >= 2_000);
    assert!(solver.children.is_empty() && solver.attacks.is_empty());
    assert!(solver.replies.is_empty() && solver.children.capacity() > 0);
}
