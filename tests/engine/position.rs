//! Compares make, undo and pass with a computation from scratch, on random games under
//! every rule and on many board sizes.

use goshawk::board::Geometry;
use goshawk::board::zobrist::mix;
use goshawk::position::Position;
use goshawk::types::{BoardSize, Color, Point, Rule};

/// Plays a random game, with a few moves taken back, then takes back everything. Compares
/// the state with a computation from scratch after every step.
fn random_game<const CELLS: usize>(size: BoardSize, rule: Rule, seed: u64) {
    let mut counter = seed << 32;
    let mut random = |n: usize| {
        counter += 1;
        (mix(counter) % n as u64) as usize
    };
    let blocked: Vec<Point> = (0..random(4))
        .map(|_| {
            Point::new(
                random(size.width() as usize) as u8,
                random(size.height() as usize) as u8,
            )
        })
        .collect();
    let mut position = Position::<CELLS>::new(size, rule, Color::Black, &blocked);
    let start = position.clone();
    let mut keys = vec![];
    // Mostly play near other stones: dense clusters have the interesting patterns.
    while !position.empty().is_empty() && keys.len() < 120 {
        let near: Vec<_> = position.candidates().iter().collect();
        let all: Vec<_> = position.empty().iter().collect();
        let from = if near.is_empty() || random(10) == 0 {
            &all
        } else {
            &near
        };
        let square = from[random(from.len())];
        keys.push(position.key());
        position.make(square);
        if random(6) == 0 {
            position.undo();
            assert_eq!(position.key(), keys.pop().unwrap());
        }
        assert!(
            position.validity_check(),
            "{rule:?} {size:?} seed {seed} after {}",
            keys.len()
        );
    }
    while let Some(key) = keys.pop() {
        position.undo();
        assert_eq!(position.key(), key);
        assert!(
            position.validity_check(),
            "{rule:?} {size:?} seed {seed} undo {}",
            keys.len()
        );
    }
    for point in size.points() {
        let square = Geometry::<CELLS>::square(point);
        if position.board().is_empty(square) {
            assert_eq!(position.patterns(square), start.patterns(square));
        }
    }
}

#[test]
fn make_and_undo_equal_a_computation_from_scratch() {
    for rule in Rule::ALL {
        for (i, (w, h)) in [(5, 5), (9, 9), (15, 15), (15, 8), (7, 13)]
            .into_iter()
            .enumerate()
        {
            random_game::<256>(BoardSize::new(w, h).unwrap(), rule, i as u64);
        }
        for (i, (w, h)) in [(20, 20), (31, 31), (31, 5), (16, 12)]
            .into_iter()
            .enumerate()
        {
            random_game::<1024>(BoardSize::new(w, h).unwrap(), rule, 100 + i as u64);
        }
    }
}

#[test]
fn a_pass_is_a_ply_without_a_stone() {
    let size = BoardSize::new(15, 15).unwrap();
    let mut position = Position::<256>::new(size, Rule::Freestyle, Color::Black, &[]);
    let square = |x, y| Geometry::<256>::square(Point::new(x, y));
    let (black, white, reply) = (square(7, 7), square(8, 8), square(8, 7));
    position.make(black);
    position.make(white);
    let key = position.key();
    position.pass();
    assert_eq!(position.side(), Color::White);
    assert_ne!(position.key(), key);
    assert_eq!(position.stones(), 2);
    assert_eq!(position.last_move(), None);
    assert_eq!(position.last_stone(Color::Black), Some(black));
    assert_eq!(position.last_stone(Color::White), Some(white));
    assert_eq!(position.last_two_stones(), [Some(white), Some(black)]);
    position.make(reply);
    assert!(position.validity_check());
    assert_eq!(position.last_move(), Some(reply));
    assert_eq!(position.last_stone(Color::Black), Some(black));
    let plies: Vec<_> = position.plies().collect();
    assert_eq!(plies, [Some(black), Some(white), None, Some(reply)]);
    position.undo();
    position.undo();
    assert_eq!((position.key(), position.side()), (key, Color::Black));
    assert!(position.validity_check());
}
