//! Many games on several threads, written in the order of their numbers.
//!
//! A game depends only on the plan and its number, and games are written in order, so the file does
//! not depend on the number of threads or on interruptions.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustc_hash::FxHashSet;

use super::file::Writer;
use super::game::generate;
use super::key::sample_key;
use super::plan::Plan;
use super::player::Player;
use super::record::GameRecord;
use crate::clock::Instant;
use crate::engine::search_thread;

/// Capacity of the channel of finished games for each thread that plays. The thread that writes
/// stores games that finish out of order, without a limit.
const WAITING: usize = 8;

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games in the file.
    pub games: u64,
    /// Samples in the file.
    pub samples: u64,
    /// Samples written by this run.
    pub new_samples: u64,
    /// Time since the run began.
    pub elapsed: Duration,
}

/// Generates games until the file has as many as the plan says. An existing file is continued.
/// `report` is called after every game that is written. If it returns false, the run ends early.
///
/// # Errors
/// If the file cannot be read or written, is damaged, or has another header.
pub fn run(
    plan: &Plan,
    path: &Path,
    report: &mut dyn FnMut(&Progress) -> bool,
) -> io::Result<Progress> {
    let started = Instant::now();
    let mut keys = FxHashSet::default();
    let mut progress = Progress::default();
    let mut writer = Writer::open(path, &plan.header, &mut |game| {
        progress.games = game.number + 1;
        progress.samples += game.samples.len() as u64;
        keys.extend(
            game.samples
                .iter()
                .map(|sample| sample_key(plan.header.rule, game, sample)),
        );
    })?;
    let next = AtomicU64::new(progress.games);
    let stop = AtomicBool::new(false);
    let threads = plan.threads.max(1);
    thread::scope(|scope| {
        let (sender, games) = mpsc::sync_channel(WAITING * threads);
        for _ in 0..threads {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            let work = move || {
                let mut player = Player::new();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.games {
                        break;
                    }
                    let game = generate(plan, number, &mut player);
                    // The receiver is gone if the run ends early.
                    if sender.send(game).is_err() {
                        break;
                    }
                }
            };
            let builder = search_thread("datagen");
            builder.spawn_scoped(scope, work)?;
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        for game in &games {
            waiting.insert(game.number, game);
            while let Some(mut game) = waiting.remove(&progress.games) {
                drop_duplicates(plan, &mut game, &mut keys);
                if let Err(error) = writer.write(&game) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                progress.games += 1;
                progress.samples += game.samples.len() as u64;
                progress.new_samples += game.samples.len() as u64;
                progress.elapsed = started.elapsed();
                if !report(&progress) {
                    stop.store(true, Ordering::Relaxed);
                    return Ok(());
                }
            }
        }
        Ok(())
    })?;
    Ok(progress)
}

/// Removes samples whose keys are in the file, and adds the keys of the others.
fn drop_duplicates(plan: &Plan, game: &mut GameRecord, keys: &mut FxHashSet<u64>) {
    let mut samples = std::mem::take(&mut game.samples);
    samples.retain(|sample| keys.insert(sample_key(plan.header.rule, game, sample)));
    game.samples = samples;
}
