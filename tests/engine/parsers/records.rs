//! Game records and boards.

use goshawk::board::diagram::{Cell, Diagram};
use goshawk::record::tree::{NodeId, Tree};
use goshawk::record::{Collection, Format, GameResult, Given, Record};

/// A record that is read can be written and read again, with nothing lost that the format
/// holds; so can all games of its file.
pub fn record(input: &[u8]) {
    collection(input);
    let given = Given::default();
    let record = match Record::read(input, &given) {
        Ok(record) => record,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(record.size().points().count() == record.board().size().area());
    for format in [Format::Psq, Format::Sgf, Format::Moves] {
        let Some(text) = record.write(format) else {
            continue;
        };
        let again = Record::parse(&text, &given).unwrap_or_else(|error| panic!("{error}:\n{text}"));
        let stones = |record: &Record| -> Vec<_> {
            let moves = record.moves.iter();
            moves.map(|played| (played.point, played.color)).collect()
        };
        assert_eq!(again.format, format, "{text}");
        assert_eq!(stones(&again), stones(&record), "{text}");
        assert_eq!(again.start, record.start, "{text}");
        assert_eq!(again.rule, record.rule, "{text}");
        let is_draw = record.result == Some(GameResult::Draw);
        if format != Format::Psq || !is_draw {
            assert_eq!(again.result, record.result, "{text}");
        }
        if format == Format::Sgf {
            assert_eq!(again.side_to_move(), record.side_to_move(), "{text}");
        }
        // A list does not hold the times of moves, and says so.
        let mut timeless = record.clone();
        timeless.moves.iter_mut().for_each(|played| {
            if format == Format::Moves {
                played.time = None;
            }
        });
        assert_eq!(again.write(format), timeless.write(format));
    }
}

/// A collection that is read can be written as SGF and read again with the same trees. What a
/// library can hold of it survives the library as well.
fn collection(input: &[u8]) {
    let given = Given::default();
    let Ok(collection) = Collection::read(input, &given) else {
        return;
    };
    for format in Format::ALL {
        let Ok(bytes) = collection.write(format) else {
            continue;
        };
        let shown = || String::from_utf8_lossy(&bytes).into_owned();
        let again = match Collection::read(&bytes, &given) {
            Ok(again) => again,
            // A main line with two stones on one point is kept, but is not a game.
            Err(_) if !matches!(format, Format::Sgf | Format::RenLib) => continue,
            Err(error) => panic!("{error}:\n{}", shown()),
        };
        match format {
            Format::Sgf => {
                let mut pairs = again.games.iter().zip(&collection.games);
                let is_same = pairs.all(|(again, first)| {
                    // A guess at the encoding may change with the order of the texts.
                    let mut again = again.clone();
                    if again.encoding != first.encoding {
                        again.headers.clone_from(&first.headers);
                    }
                    let mut first = first.clone();
                    first.forget_times();
                    break_lines(&mut first);
                    again == first
                });
                assert_eq!(again.games.len(), collection.games.len(), "{}", shown());
                assert!(is_same, "{}", shown());
            }
            Format::RenLib => {
                let second = again.write(format).expect("it was a library");
                assert!(second == bytes, "{}", shown());
            }
            _ => {}
        }
    }
}

/// Ends the first lines of a library's comments as SGF does; RenLib has a backspace there.
fn break_lines(tree: &mut Tree) {
    let nodes: Vec<NodeId> = tree.walk().map(|(node, _)| node).collect();
    for node in nodes {
        if tree
            .details(node)
            .is_some_and(|details| details.comment.is_some())
        {
            let comment = tree.details_mut(node).comment.as_mut();
            let bytes = comment.into_iter().flatten();
            bytes
                .filter(|byte| **byte == 8)
                .for_each(|byte| *byte = b'\n');
        }
    }
}

/// A board that is read can be drawn, with or without marks, and read again.
pub fn diagram(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let diagram = match Diagram::parse(&text) {
        Ok(diagram) => diagram,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut points = diagram.size().points();
    let best = points.find(|point| diagram.get(*point) == Cell::Empty);
    let is_stone = |cell| matches!(cell, Cell::Stone(_));
    let mut stones = diagram.occupied().filter(|(_, cell)| is_stone(*cell));
    let last = stones.next().map(|(point, _)| point);
    for (best, last) in [(None, None), (best, None), (best, last)] {
        let drawn = diagram.draw(best, last);
        assert_eq!(Diagram::parse(&drawn).as_ref(), Ok(&diagram), "{drawn}");
    }
}
