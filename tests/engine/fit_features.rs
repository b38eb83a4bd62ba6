//! The input of the fit scripts, compared with the training data that it is extracted from.

use std::fs::File;
use std::io::BufReader;

use goshawk::board::Geometry;
use goshawk::engine::position_of;
use goshawk::eval::weight_file::Model;
use goshawk::pattern::merge::Combo;
use goshawk::tools::dataset::player::{PositionKind, game_after, position_kind};
use goshawk::tools::dataset::record::side_after;
use goshawk::tools::dataset::{self, GameRecord, Header, Plan, Ply, Reader, Sample, SizeWeight};
use goshawk::tools::fitting::features::{FEATURES, extract, header};
use goshawk::types::{BoardSize, Color, Rule};

use crate::temporary;

const RULE: Rule = Rule::Renju;

/// A few games on a small board, in a file for the test of this model.
fn games(model: Model) -> (Reader<BufReader<File>>, Vec<GameRecord>) {
    let path = temporary(&format!("fit-features-{}.data", model.name()));
    let plan = Plan {
        header: Header {
            rule: RULE,
            game_nodes: 1500,
            label_nodes: 200,
            seed: 7,
            engine: "test".to_string(),
        },
        sizes: vec![SizeWeight {
            size: BoardSize::square(11).expect("a valid side"),
            weight: 1,
        }],
        games: 4,
        samples: 20,
        threads: 1,
    };
    dataset::run(&plan, &path, &mut |_| true).expect("writable");
    let games = Reader::open(&path).expect("readable");
    let games = games.map(|game| game.expect("readable")).collect();
    (Reader::open(&path).expect("readable"), games)
}

/// The records of a feature file.
fn features(model: Model) -> (Vec<u8>, Vec<GameRecord>) {
    let (mut reader, games) = games(model);
    let mut out = Vec::new();
    let written = extract(model, &mut reader, &mut out).expect("valid data");
    assert!(written > 50, "{written}");
    let head = header(model, RULE) + "\n";
    let records = out.strip_prefix(head.as_bytes()).expect("the header");
    (records.to_vec(), games)
}

/// A sample, the plies that lead to it, and its game.
fn samples(games: &[GameRecord]) -> impl Iterator<Item = (&GameRecord, &Sample, Vec<Ply>)> {
    games.iter().flat_map(|game| {
        game.samples.iter().map(move |sample| {
            let plies = game.plies[..sample.game_plies].iter();
            (
                game,
                sample,
                plies.chain(&sample.search_plies).copied().collect(),
            )
        })
    })
}

fn number(bytes: &[u8]) -> usize {
    u16::from_le_bytes([bytes[0], bytes[1]]).into()
}

/// True if the move after these plies of a game and all later ones were chosen by its searches.
fn is_played_on(game: &GameRecord, plies: usize) -> bool {
    game.samples
        .iter()
        .filter(|sample| sample.search_plies.is_empty() && sample.game_plies >= plies)
        .all(|sample| {
            game.plies
                .get(sample.game_plies)
                .is_none_or(|ply| *ply == Some(sample.best))
        })
}

#[test]
fn features_of_the_evaluation_are_those_of_the_samples() {
    let (records, games) = features(Model::Evaluation);
    let mut rest = records.as_slice();
    let mut kinds = [0; 2];
    for (game, sample, plies) in samples(&games) {
        let side = side_after(plies.len());
        let board = game_after(game.size, RULE, &plies).expect("legal");
        if position_kind(&board, side) == PositionKind::Decided {
            continue;
        }
        let known = sample.search_plies.is_empty() && is_played_on(game, sample.game_plies);
        let expected = match game.winner {
            _ if !known => 3,
            None => 1,
            Some(winner) => 2 * u8::from(winner == side),
        };
        kinds[usize::from(known)] += 1;
        assert_eq!(rest[..2], [expected, u8::from(side == Color::Black)]);
        assert_eq!(rest[2..4], sample.value.to_le_bytes());
        let count = number(&rest[4..]);
        let (entries, after) = rest[6..].split_at(3 * count);
        let mut points = 0;
        for entry in entries.chunks(3) {
            assert!(number(entry) < FEATURES && entry[2] > 0);
            // Each empty point has one combo for the side to move.
            if number(entry) < Combo::TABLE {
                points += usize::from(entry[2]);
            }
        }
        let stones = plies.iter().flatten().count();
        assert_eq!(points, game.size.area() - stones);
        rest = after;
    }
    assert!(rest.is_empty());
    assert!(kinds[0] > 10 && kinds[1] > 10, "{kinds:?}");
}

#[test]
fn features_of_the_order_begin_with_the_chosen_move() {
    let (records, games) = features(Model::Order);
    let mut rest = records.as_slice();
    for (game, sample, plies) in samples(&games) {
        let side = side_after(plies.len());
        let board = game_after(game.size, RULE, &plies).expect("legal");
        let candidates = position_of::<256>(&board, side).candidates();
        let is_candidate = candidates.contains(Geometry::<256>::square(sample.best));
        if position_kind(&board, side) != PositionKind::Quiet || !is_candidate {
            continue;
        }
        let mut stones = plies.iter().flatten().rev();
        let distances = [stones.next(), stones.next()].map(|stone| {
            let stone = stone.expect("a stone");
            let columns = sample.best.x.abs_diff(stone.x);
            columns.max(sample.best.y.abs_diff(stone.y)).min(7)
        });
        assert_eq!(rest[0], u8::from(side == Color::Black));
        assert_eq!(rest[7..9], distances, "of the move that the search chose");
        let count = number(&rest[1..]);
        assert!((1..=candidates.iter().count()).contains(&count));
        let (entries, after) = rest[3..].split_at(6 * count);
        for entry in entries.chunks(6) {
            assert!(number(entry) < Combo::COUNT && number(&entry[2..]) < Combo::COUNT);
            assert!(entry[4] <= 7 && entry[5] <= 7);
        }
        rest = after;
    }
    assert!(rest.is_empty(), "{} bytes are of no sample", rest.len());
}
