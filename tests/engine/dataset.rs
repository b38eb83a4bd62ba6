//! Training data: records, files and the generator.

use std::fs;
use std::path::Path;

use crate::temporary;
use goshawk::engine::ending;
use goshawk::tools::dataset::file::Reader;
use goshawk::tools::dataset::key::{canonical_key, sample_key};
use goshawk::tools::dataset::player::{PositionKind, game_after, position_kind};
use goshawk::tools::dataset::record::{HEADER_LEN, side_after};
use goshawk::tools::dataset::{GameRecord, Header, Plan, Ply, Sample, SizeWeight, Writer, run};
use goshawk::types::score::is_mate;
use goshawk::types::{BoardSize, Color, Point, Rule};

fn header() -> Header {
    Header {
        rule: Rule::Freestyle,
        game_nodes: 2000,
        label_nodes: 400,
        seed: 7,
        engine: "test".to_string(),
    }
}

fn point(x: u8, y: u8) -> Ply {
    Some(Point::new(x, y))
}

fn game(number: u64) -> GameRecord {
    GameRecord {
        number,
        size: BoardSize::new(15, 12).expect("a valid size"),
        winner: Some(Color::White),
        opening: 2,
        plies: vec![point(7, 7), point(8, 8), None, point(0, 11), point(14, 0)],
        samples: vec![
            Sample {
                game_plies: 3,
                search_plies: vec![],
                must_answer: true,
                value: -29_990,
                best: Point::new(1, 2),
                depth: 12,
                nodes: 70_000,
            },
            Sample {
                game_plies: 4,
                search_plies: vec![point(3, 3), None, point(4, 4)],
                must_answer: false,
                value: 123,
                best: Point::new(14, 0),
                depth: 1,
                nodes: u32::MAX,
            },
        ],
    }
}

fn write(path: &Path, numbers: std::ops::Range<u64>) -> Vec<GameRecord> {
    let mut seen = Vec::new();
    let mut writer =
        Writer::open(path, &header(), &mut |game| seen.push(game.clone())).expect("writable");
    for number in numbers {
        writer.write(&game(number)).expect("writable");
    }
    seen
}

fn read(path: &Path) -> std::io::Result<Vec<GameRecord>> {
    Reader::open(path)?.collect()
}

#[test]
fn games_are_read_as_they_were_written() {
    let path = temporary("round-trip.data");
    assert!(write(&path, 0..3).is_empty());
    assert_eq!(Reader::open(&path).unwrap().header(), &header());
    assert_eq!(read(&path).unwrap(), [game(0), game(1), game(2)]);
    assert_eq!(game(0).samples[0].side(), Color::White);
    assert_eq!(game(0).samples[1].side(), Color::White);
}

#[test]
fn an_incomplete_tail_is_ignored_and_overwritten() {
    let path = temporary("torn.data");
    write(&path, 0..2);
    let whole = fs::read(&path).unwrap();
    let block = (whole.len() - HEADER_LEN) / 2;
    for cut in 0..whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let complete = (cut.saturating_sub(HEADER_LEN) / block) as u64;
        if cut >= HEADER_LEN {
            assert_eq!(read(&path).unwrap().len() as u64, complete, "{cut} bytes");
        }
        assert_eq!(write(&path, complete..2).len() as u64, complete);
        assert_eq!(fs::read(&path).unwrap(), whole, "{cut} bytes");
    }
}

#[test]
fn a_last_block_of_wrong_contents_is_a_tail_and_any_other_is_damage() {
    let path = temporary("damaged.data");
    write(&path, 0..2);
    let whole = fs::read(&path).unwrap();
    let block = (whole.len() - HEADER_LEN) / 2;
    for at in HEADER_LEN..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        fs::write(&path, &bytes).unwrap();
        let in_last = at >= HEADER_LEN + block;
        match read(&path) {
            Ok(games) => {
                assert!(in_last, "byte {at}");
                assert_eq!(games.len(), 1);
            }
            Err(_) => {
                let length = HEADER_LEN + block..HEADER_LEN + block + 4;
                assert!(!in_last || length.contains(&at), "byte {at}");
                assert!(Writer::open(&path, &header(), &mut |_| {}).is_err());
            }
        }
    }
}

#[test]
fn a_file_of_another_kind_is_refused() {
    let path = temporary("foreign.data");
    for bytes in [&b"# not data"[..], &[0; 200]] {
        fs::write(&path, bytes).unwrap();
        assert!(Reader::open(&path).is_err());
        assert!(Writer::open(&path, &header(), &mut |_| {}).is_err());
        assert_eq!(fs::read(&path).unwrap(), bytes, "the file is not touched");
    }
    let path = temporary("other-seed.data");
    write(&path, 0..1);
    let other = Header {
        seed: 8,
        ..header()
    };
    assert!(Writer::open(&path, &other, &mut |_| {}).is_err());
    assert_eq!(read(&path).unwrap(), [game(0)]);
}

#[test]
fn impossible_games_are_refused() {
    assert_eq!(GameRecord::decode(&game(5).encode()).unwrap(), game(5));
    let changes: [fn(&mut GameRecord); 6] = [
        |game| game.plies[4] = game.plies[0],
        |game| game.plies[4] = point(0, 12),
        |game| game.opening = 6,
        |game| game.samples[1].search_plies[2] = point(7, 7),
        |game| game.samples[1].best = Point::new(3, 3),
        |game| game.samples[1].game_plies = 6,
    ];
    for (number, change) in changes.iter().enumerate() {
        let mut game = game(5);
        change(&mut game);
        assert!(GameRecord::decode(&game.encode()).is_err(), "{number}");
    }
    let mut long = game(5).encode();
    long.push(0);
    assert!(GameRecord::decode(&long).is_err());
}

#[test]
fn canonical_keys_do_not_depend_on_orientation_or_order() {
    let size = BoardSize::square(15).unwrap();
    let key = |plies: &[Ply]| canonical_key(size, Rule::Freestyle, plies);
    let line = [point(3, 4), point(5, 5), point(7, 1)];
    let turned: Vec<Ply> = line.map(|p| p.map(|p| Point::new(14 - p.y, p.x))).to_vec();
    let mirrored: Vec<Ply> = line.map(|p| p.map(|p| Point::new(p.x, 14 - p.y))).to_vec();
    assert_eq!(key(&line), key(&turned));
    assert_eq!(key(&line), key(&mirrored));
    assert_eq!(key(&line), key(&[line[2], line[1], line[0]]));
    // Colours and the side to move count.
    assert_ne!(key(&line), key(&[line[1], line[0], line[2]]));
    assert_ne!(key(&line), key(&[line[0], line[1], line[2], None]));
    let wide = BoardSize::new(15, 14).unwrap();
    assert_ne!(key(&line), canonical_key(wide, Rule::Freestyle, &line));
    assert_ne!(key(&line), canonical_key(size, Rule::Standard, &line));
}

fn plan(rule: Rule, threads: usize) -> Plan {
    let sides = [11, 15, 16];
    Plan {
        header: Header { rule, ..header() },
        sizes: sides
            .map(|side| SizeWeight {
                size: BoardSize::square(side).unwrap(),
                weight: 1,
            })
            .to_vec(),
        games: 4,
        samples: 10,
        threads,
    }
}

#[test]
fn generated_samples_are_valid_and_distinct() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let path = temporary(&format!("generated-{}.data", rule.name()));
        let plan = plan(rule, 1);
        let end = run(&plan, &path, &mut |_| true).expect("writable");
        let games = read(&path).unwrap();
        assert_eq!(games.len() as u64, plan.games);
        let mut keys = Vec::new();
        for game in &games {
            let inside = |sample: &&Sample| !sample.search_plies.is_empty();
            assert!(game.samples.iter().filter(inside).count() <= plan.samples);
            for sample in &game.samples {
                keys.push(sample_key(rule, game, sample));
                let before = game.plies[..sample.game_plies].iter();
                let line: Vec<Ply> = before.chain(&sample.search_plies).copied().collect();
                let position = game_after(game.size, rule, &line).expect("legal plies");
                assert_eq!(ending(&position), None);
                let expected = if sample.must_answer {
                    PositionKind::MustAnswer
                } else {
                    PositionKind::Quiet
                };
                assert_eq!(position_kind(&position, side_after(line.len())), expected);
                // A win by fours is found before the first iteration.
                assert!(sample.depth > 0 || is_mate(sample.value.into()));
            }
        }
        assert_eq!(keys.len() as u64, end.samples);
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len() as u64, end.samples, "no duplicates");
        let inside = |sample: &&Sample| !sample.search_plies.is_empty();
        let inside = games.iter().flat_map(|g| &g.samples).filter(inside).count();
        assert!(inside > 0 && (inside as u64) < end.samples);
    }
}

#[test]
fn threads_and_interruptions_do_not_change_the_file() {
    let whole = temporary("one-thread.data");
    run(&plan(Rule::Freestyle, 1), &whole, &mut |_| true).expect("writable");
    let whole = fs::read(&whole).unwrap();

    let path = temporary("interrupted.data");
    let first = run(&plan(Rule::Freestyle, 2), &path, &mut |_| false).expect("writable");
    assert_eq!(first.games, 1);
    // The process dies within the next game.
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend([9, 0, 0, 0, 1]);
    fs::write(&path, bytes).unwrap();
    let end = run(&plan(Rule::Freestyle, 2), &path, &mut |_| true).expect("writable");
    assert_eq!(end.games, 4);
    assert_eq!(fs::read(&path).unwrap(), whole);
    // A complete file is not changed.
    run(&plan(Rule::Freestyle, 1), &path, &mut |_| true).expect("writable");
    assert_eq!(fs::read(&path).unwrap(), whole);
}
