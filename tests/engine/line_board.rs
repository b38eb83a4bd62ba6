//! The light board of the threat solvers agrees with the layers of the position.

use crate::twin::random::{self, Random};
use crate::twin::{bridge, scale};
use goshawk::movegen;
use goshawk::pattern::Class;
use goshawk::position::Position;
use goshawk::rules::{self, ThreatBoard};
use goshawk::threat::line_board::{LineBoard, LineReader, ThreatKind};
use goshawk::types::{Color, Rule, Square};

/// Squares in order.
fn sorted(mut squares: Vec<Square>) -> Vec<Square> {
    squares.sort();
    squares
}

/// How many points of each sort were compared.
#[derive(Debug, Default)]
struct Counts {
    fives: usize,
    winning_fours: usize,
    fours: usize,
    fouls: usize,
}

/// The points that a function adds to a list, in order.
fn sorted_from(add: impl FnOnce(&mut Vec<Square>)) -> Vec<Square> {
    let mut squares = Vec::new();
    add(&mut squares);
    sorted(squares)
}

/// Compares everything that the two boards know.
fn compare<const CELLS: usize>(
    position: &mut Position<CELLS>,
    board: &mut LineBoard<'_, CELLS>,
    counts: &mut Counts,
) {
    assert_eq!(position.key(), board.key());
    assert_eq!(position.side(), board.side());
    let empty: Vec<Square> = position.empty().iter().collect();
    assert_eq!(sorted(board.empty_points()), empty);
    for color in Color::ALL {
        compare_points(position, board, color, &empty, counts);
        compare_threats(position, board, color, counts);
    }
    assert_eq!(
        sorted_from(|moves| movegen::stops(board, moves)),
        sorted_from(|moves| movegen::stops(position, moves)),
    );
    let has_stop = !sorted_from(|moves| movegen::stops(board, moves)).is_empty();
    assert_eq!(movegen::has_stop(board), has_stop);
    assert_eq!(movegen::has_stop(position), has_stop);
    let them = !position.side();
    if position.count(them, Class::Five) == 0 {
        let mut winning = Vec::new();
        board.winning_fours(them, &mut winning);
        let answers =
            sorted_from(|moves| movegen::refutations(board, Class::OpenFour, &winning, moves));
        assert_eq!(
            answers,
            movegen::answers(position).iter().collect::<Vec<_>>()
        );
    }
}

/// Compares what stones of `color` on the empty points would make.
fn compare_points<const CELLS: usize>(
    position: &mut Position<CELLS>,
    board: &mut LineBoard<'_, CELLS>,
    color: Color,
    empty: &[Square],
    counts: &mut Counts,
) {
    for &square in empty {
        let class = position.class(color, square);
        assert_eq!(board.class(color, square), class, "{square:?}");
        if class == Class::Foul {
            let foul = rules::foul(position, color, square);
            assert_eq!(rules::foul(board, color, square), foul);
            counts.fouls += usize::from(foul.is_some());
        }
        let four = movegen::makes_four(position, color, square);
        assert_eq!(movegen::makes_four(board, color, square), four, "{class:?}");
    }
}

/// Compares the lists of fives and fours of `color`.
fn compare_threats<const CELLS: usize>(
    position: &mut Position<CELLS>,
    board: &mut LineBoard<'_, CELLS>,
    color: Color,
    counts: &mut Counts,
) {
    let fives: Vec<Square> = position.set(color, Class::Five).iter().collect();
    assert_eq!(board.five(color).is_some(), !fives.is_empty());
    assert_eq!(board.has(color, ThreatKind::Five), !fives.is_empty());
    assert!(board.five(color).is_none_or(|five| fives.contains(&five)));
    let winning = sorted_from(|moves| position.winning_fours(color, moves));
    assert_eq!(
        sorted_from(|moves| board.winning_fours(color, moves)),
        winning
    );
    let found = board.winning_four(color);
    assert_eq!(found.is_some(), !winning.is_empty());
    assert!(found.is_none_or(|four| winning.contains(&four)));
    let (mut fours, mut light) = (Vec::new(), Vec::new());
    movegen::fours(position, color, &mut fours);
    movegen::fours(board, color, &mut light);
    let classes = |squares: &[Square]| -> Vec<Class> {
        squares.iter().map(|s| position.class(color, *s)).collect()
    };
    assert_eq!(classes(&light), classes(&fours), "the order");
    counts.fours += fours.len();
    assert_eq!(sorted(light), sorted(fours));
    counts.fives += fives.len();
    counts.winning_fours += winning.len();
}

/// Makes random moves and passes and undoes them, comparing after each step.
fn play<const CELLS: usize>(
    random: &mut Random,
    position: &mut Position<CELLS>,
    reader: &mut LineReader,
    counts: &mut Counts,
) {
    let mut board = LineBoard::new(position, reader);
    compare(position, &mut board, counts);
    let mut made = 0;
    for _ in 0..6 {
        let candidates: Vec<Square> = position.candidates().iter().collect();
        if candidates.is_empty() {
            break;
        }
        let square = random.pick(&candidates);
        position.make(square);
        board.make(square);
        made += 1;
        if random.below(3) == 0 {
            position.pass();
            board.pass();
            compare(position, &mut board, counts);
            position.undo();
            board.undo_pass();
        }
        compare(position, &mut board, counts);
    }
    for _ in 0..made {
        position.undo();
        board.undo();
        compare(position, &mut board, counts);
    }
}

#[test]
fn the_light_board_agrees_with_the_layers() {
    // One reader for all rules: the board must replace it when the rule changes.
    let mut reader = LineReader::new(Rule::Freestyle);
    for rule in Rule::ALL {
        let mut random = Random::new(4242 + rule.index() as u64);
        let mut counts = Counts::default();
        for _ in 0..120 * scale() {
            let size = random.pick(&[(15, 15), (20, 20), (9, 9), (12, 15), (31, 23), (5, 6)]);
            let stones = 5 + random.below(60);
            let grid = random::grid(&mut random, size, rule, stones);
            let side = random.pick(&Color::ALL);
            if size.0 < 16 && size.1 < 16 {
                let mut position = bridge::position::<256>(&grid, side);
                play(&mut random, &mut position, &mut reader, &mut counts);
            } else {
                let mut position = bridge::position::<1024>(&grid, side);
                play(&mut random, &mut position, &mut reader, &mut counts);
            }
        }
        println!("{rule:?}: {counts:?}");
        assert!(counts.fives > 200 && counts.winning_fours > 200 && counts.fours > 1000);
        assert!(counts.fouls >= if rule == Rule::Renju { 200 } else { 0 });
    }
}
