//! The sketch of a position agrees with the position's own layers.

mod twin;

use goshawk::movegen;
use goshawk::pattern::Class;
use goshawk::position::Position;
use goshawk::rules;
use goshawk::threat::sketch::{Kind, Reader, Sketch};
use goshawk::types::{Color, Rule, Square};
use twin::random::{self, Random};
use twin::{bridge, scale};

/// Squares in order.
fn sorted(mut squares: Vec<Square>) -> Vec<Square> {
    squares.sort();
    squares
}

/// Compares everything the sketch tells; counts what was compared by kind of
/// point: fives, winning fours, fours, forbidden points.
fn compare<const CELLS: usize>(
    position: &mut Position<CELLS>,
    sketch: &mut Sketch<'_, CELLS>,
    seen: &mut [usize; 4],
) {
    assert_eq!(position.key(), sketch.key());
    assert_eq!(position.side(), sketch.side());
    let empty: Vec<Square> = position.empty().iter().collect();
    assert_eq!(sorted(sketch.empty()), empty);
    for color in Color::ALL {
        for &square in &empty {
            let class = position.class(color, square);
            assert_eq!(sketch.class(color, square), class, "{square:?}");
            if class == Class::Foul {
                let forbidden = rules::is_forbidden(position, color, square);
                assert_eq!(sketch.is_forbidden(color, square), forbidden, "a foul");
                seen[3] += usize::from(forbidden);
            }
            let four = movegen::makes_four(position, color, square) && class != Class::Five;
            assert_eq!(sketch.makes_four(color, square), four, "{class:?}");
        }
        let fives: Vec<Square> = position.set(color, Class::Five).iter().collect();
        assert_eq!(sketch.five(color).is_some(), !fives.is_empty());
        assert_eq!(sketch.has(color, Kind::Five), !fives.is_empty());
        assert!(sketch.five(color).is_none_or(|five| fives.contains(&five)));
        let winning: Vec<Square> = position.set(color, Class::OpenFour).iter().collect();
        assert_eq!(sorted(sketch.winning_fours(color)), winning);
        let found = sketch.winning_four(color);
        assert_eq!(found.is_some(), !winning.is_empty());
        assert!(found.is_none_or(|four| winning.contains(&four)));
        let (mut fours, mut sketched) = (Vec::new(), Vec::new());
        movegen::fours(position, color, &mut fours);
        sketch.fours(color, &mut sketched);
        let classes = |squares: &[Square]| -> Vec<Class> {
            squares.iter().map(|s| position.class(color, *s)).collect()
        };
        assert_eq!(classes(&sketched), classes(&fours), "the order");
        seen[2] += fours.len();
        assert_eq!(sorted(sketched), sorted(fours));
        seen[0] += fives.len();
        seen[1] += winning.len();
        if color != position.side() {
            let mut moves = Vec::new();
            if fives.is_empty() {
                sketch.answers(&sketch.winning_fours(color), &mut moves);
                let answers: Vec<Square> = movegen::answers(position).iter().collect();
                assert_eq!(sorted(moves), answers);
            } else {
                sketch.stops(&mut moves);
                let stops: Vec<Square> = movegen::stops(position).iter().collect();
                assert_eq!(sorted(moves), stops);
            }
        }
    }
}

/// Plays on at random and back again, comparing at each step.
fn play<const CELLS: usize>(
    random: &mut Random,
    position: &mut Position<CELLS>,
    reader: &mut Reader,
    seen: &mut [usize; 4],
) {
    let mut sketch = Sketch::new(position, reader);
    compare(position, &mut sketch, seen);
    let mut made = 0;
    for _ in 0..6 {
        let candidates: Vec<Square> = position.candidates().iter().collect();
        if candidates.is_empty() {
            break;
        }
        let square = random.pick(&candidates);
        position.make(square);
        sketch.make(square);
        made += 1;
        if random.below(3) == 0 {
            position.pass();
            sketch.pass();
            compare(position, &mut sketch, seen);
            position.undo();
            sketch.pass();
        }
        compare(position, &mut sketch, seen);
    }
    for _ in 0..made {
        position.undo();
        sketch.undo();
        compare(position, &mut sketch, seen);
    }
}

#[test]
fn sketches_agree_with_the_layers() {
    // One reader for all: it must see that the rule has changed.
    let mut reader = Reader::new(Rule::Freestyle);
    for rule in Rule::ALL {
        let mut random = Random::new(4242 + rule.index() as u64);
        let mut seen = [0; 4];
        for _ in 0..120 * scale() {
            let size = random.pick(&[(15, 15), (20, 20), (9, 9), (12, 15), (31, 23), (5, 6)]);
            let stones = 5 + random.below(60);
            let grid = random::grid(&mut random, size, rule, stones);
            let side = random.pick(&Color::ALL);
            if size.0 < 16 && size.1 < 16 {
                let mut position = bridge::position::<256>(&grid, side);
                play(&mut random, &mut position, &mut reader, &mut seen);
            } else {
                let mut position = bridge::position::<1024>(&grid, side);
                play(&mut random, &mut position, &mut reader, &mut seen);
            }
        }
        println!("{rule:?}: {seen:?}");
        let least = if rule == Rule::Renju { 200 } else { 0 };
        assert!(seen[0] > 200 && seen[1] > 200 && seen[2] > 1000 && seen[3] >= least);
    }
}
