//! Data files read in blocks, compared with reading them whole.

use std::sync::Arc;

use goshawk::tools::dataset::Reader;
use goshawk::tools::train::data::Set;
use goshawk::tools::train::games::Games;
use goshawk::tools::train::stream::Stream;
use goshawk::tools::train::{Outcome, Targets};
use goshawk::types::{Color, Rule};

use super::network::data;

const TARGETS: Targets = Targets {
    share: 1.0,
    lambda: 0.9,
};

/// What training sees of a position.
type Seen = (String, u16, Color, [u32; 3], Option<Outcome>);

fn seen(set: &Set) -> Vec<Seen> {
    let positions = set.iter().map(|view| {
        let sample = view.sample;
        let numbers = [sample.fitted, sample.value, sample.target].map(f32::to_bits);
        let groups = format!("{:?}", view.groups);
        (groups, sample.mask, sample.side, numbers, sample.outcome)
    });
    positions.collect()
}

#[test]
fn blocks_hold_the_positions_of_the_whole_file_in_order() {
    let file = data("stream.data", Rule::Freestyle, 21);
    let (whole, keys) =
        Set::read(std::slice::from_ref(&file), Rule::Freestyle, TARGETS).expect("readable");
    let whole = seen(&whole);
    assert!(
        whole.len() > 60 && keys.len() >= whole.len(),
        "{}",
        whole.len()
    );
    let stream = |held_out, most| {
        Arc::new(Stream {
            files: vec![file.clone()],
            rule: Rule::Freestyle,
            targets: TARGETS,
            held_out,
            most,
            block: 20,
        })
    };
    let read = |stream: &Arc<Stream>, first| -> Vec<Vec<Seen>> {
        let blocks = stream
            .blocks(first)
            .map(|block| seen(&block.expect("readable")));
        blocks.collect()
    };
    for most in [usize::MAX, 50, 40, 1] {
        let stream = stream(Default::default(), most);
        let blocks = read(&stream, 0);
        let expected = &whole[..whole.len().min(most)];
        assert_eq!(blocks.concat(), expected, "{most}");
        let contents = stream.contents().expect("readable");
        let sizes: Vec<usize> = blocks.iter().map(Vec::len).collect();
        assert_eq!(contents.blocks, sizes, "{most}");
        assert!(
            sizes.iter().rev().skip(1).all(|size| *size >= 20),
            "{sizes:?}"
        );
        // An epoch continues with any block.
        for first in 0..=sizes.len() {
            assert_eq!(
                read(&stream, first),
                blocks[first..],
                "{most}, from {first}"
            );
        }
    }
    // Nothing is left if all of it is held out.
    let nothing = stream(keys, usize::MAX);
    assert_eq!(nothing.contents().expect("readable").positions(), 0);
    assert!(read(&nothing, 0).is_empty());
}

#[test]
fn files_are_read_in_proportion_to_their_sizes() {
    let files =
        [22, 23, 24].map(|seed| data(&format!("stream-{seed}.data"), Rule::Freestyle, seed));
    let games = |path| {
        Reader::open(path)
            .expect("readable")
            .map(|game| game.expect("readable"))
    };
    let plies = files
        .each_ref()
        .map(|path| games(path).map(|game| game.plies).collect::<Vec<_>>());
    let mut together = Games::open(&files, Rule::Freestyle).expect("readable");
    let mut read = vec![0; files.len()];
    while let Some(game) = together.next_game().expect("readable") {
        let next = |file: &usize| plies[*file].get(read[*file]) == Some(&game.plies);
        let file = (0..files.len())
            .find(next)
            .expect("the next game of a file");
        read[file] += 1;
        // Six games of each file, the longest of which is not half of it.
        let (least, most) = (read.iter().min().unwrap(), read.iter().max().unwrap());
        assert!(most - least <= 3, "{read:?}");
    }
    assert_eq!(read, plies.map(|games| games.len()));
    // All files must be of the rule.
    let error = Games::open(&files, Rule::Renju)
        .err()
        .expect("refused")
        .to_string();
    assert!(
        error.contains("stream-22.data: data for freestyle"),
        "{error}"
    );
}
