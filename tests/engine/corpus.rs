//! Runs the checks of `parsers` on inputs that the fuzzer found, `tests/corpus/TARGET/*`. Some of
//! these inputs once revealed faults.

use std::path::Path;

use crate::parsers;
use goshawk::record::{Format, Given, Record};
use goshawk::types::{BoardSize, Color, Rule};

#[test]
fn every_input_of_the_corpus_is_handled() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    for target in parsers::TARGETS {
        let folder = corpus.join(target.name);
        let files = std::fs::read_dir(&folder).expect("each target has a corpus");
        let mut count = 0;
        for file in files {
            let path = file.expect("a readable folder").path();
            let input = std::fs::read(&path).expect("a readable file");
            // If the test fails, the last name printed is the file at fault.
            println!("{}", path.display());
            (target.check)(&input);
            count += 1;
        }
        assert!(count > 0, "{} has no inputs", folder.display());
    }
}

/// The record in `text`, written in a format and read again.
fn again(text: &str, format: Format) -> Record {
    let parse = |text: &str| Record::parse(text, &Given::default()).expect("a record");
    let written = parse(text).write(format).expect("a format that holds it");
    parse(&written)
}

#[test]
fn a_game_without_moves_is_read_from_its_list() {
    let record = again("(;SZ[13]RU[Renju])", Format::Moves);
    assert_eq!(record.size(), BoardSize::square(13).unwrap());
    assert_eq!((record.rule, record.moves.len()), (Some(Rule::Renju), 0));
}

#[test]
fn names_that_piskvork_would_not_take_for_names_are_replaced() {
    for name in ["", "-1", " 7 ", ","] {
        let record = again(&format!("(;PB[{name}]PW[second])"), Format::Psq);
        let player = |side: Color| record.players[side.index()].as_deref();
        assert_eq!(player(Color::Black), Some("unknown"), "{name:?}");
        assert_eq!(player(Color::White), Some("second"), "{name:?}");
    }
}

#[test]
fn a_program_with_a_line_break_stays_on_its_line() {
    let text = "(;AP[a\\\n# rule: x]PB[a\u{a0}b])";
    let record = again(text, Format::Moves);
    // An escaped line break in SGF joins two lines.
    assert_eq!(record.program.as_deref(), Some("a# rule: x"));
    let black = record.players[Color::Black.index()].as_deref();
    assert_eq!(black, Some("a\u{a0}b"));
    assert_eq!(again(text, Format::Sgf).players, record.players);
}
