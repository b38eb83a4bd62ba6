//! `spsa`.

use crate::support::folder::Folder;

use super::{OPENINGS, command, folder, games, results, started, wait_until_begun};

/// The settings of a run of SPSA that is quickly played.
const SPSA: [&str; 10] = [
    "--nodes",
    "120",
    "--pairs",
    "9",
    "--rate",
    "0.5",
    "--start",
    "lmr_pv=150 null_move=off",
    "lmr_pv=60",
    "lmr_factor=30.5",
];

#[test]
fn spsa_follows_from_the_seed_even_if_it_is_killed() {
    let folder = folder();
    let whole = command(&folder, "spsa", "whole", &SPSA);
    for pairs in [2, 5, 9] {
        let mut process = started(&folder, "spsa", "killed", &SPSA);
        wait_until_begun(&folder, "killed", pairs, &mut process);
        process.kill().expect("killed");
        process.wait().expect("its end");
    }
    let killed = command(&folder, "spsa", "killed", &SPSA);
    assert_eq!(results(&folder, "killed"), results(&folder, "whole"));
    assert_eq!(whole, killed);
    assert!(whole.starts_with("9 pairs; "), "{whole}");

    let results = results(&folder, "whole");
    // Pairs 7, 8 and 9 are the last third.
    assert_eq!(
        (&results["finished"], &results["late"]),
        (&9.into(), &3.into())
    );
    let row = whole
        .lines()
        .find(|line| line.starts_with("lmr_pv "))
        .expect("a row");
    let mean = results["values"]["lmr_pv"]["late_sum"]
        .as_f64()
        .expect("a number")
        / 3.0;
    assert!(row.contains(&format!("{mean:.2}")), "{row}: {mean}");
    // The last line is the result as a setting, with what was not tuned.
    let setting = whole.lines().last().expect("a setting");
    let rounded = format!("lmr_pv={}", mean.round());
    assert!(
        setting.contains(&rounded) && setting.ends_with(" null_move=off"),
        "{setting}"
    );
}

#[test]
fn spsa_plays_openings_again_and_is_shared_by_processes() {
    let folder = folder();
    let processes = [0; 3].map(|_| started(&folder, "spsa", "shared", &SPSA));
    for mut process in processes {
        assert!(process.wait().expect("its end").success());
    }
    let text = command(&folder, "spsa", "shared", &SPSA);
    assert!(text.starts_with("9 pairs; "), "{text}");
    assert_eq!(results(&folder, "shared")["finished"], 9);
}

/// In a run of one pair, a step has the length that was asked for, and so has the move.
#[test]
fn a_parameter_moves_towards_the_setting_that_wins_their_match() {
    let folder = Folder::new();
    let mut decided = 0;
    for (number, opening) in OPENINGS.lines().skip(1).enumerate() {
        folder.write("openings.txt", format!("# size 11\n{opening}\n"));
        for seed in ["1", "2"] {
            let state = |command: &str| format!("{command}-{number}-{seed}");
            let fixed = ["--nodes", "300", "--pairs", "1", "--seed", seed];
            let settings = ["--new", "lmr_factor=160", "--old", "lmr_factor=40"];
            let settings = [&fixed[..], &settings].concat();
            command(&folder, "match", &state("match"), &settings);
            let games = games(&folder, &state("match"));
            let points: f64 = games
                .iter()
                .filter_map(|game| game["score_a"].as_f64())
                .sum();
            let tuned = [&fixed[..], &["--rate", "0.5", "lmr_factor=60"]].concat();
            command(&folder, "spsa", &state("spsa"), &tuned);
            let now = &results(&folder, &state("spsa"))["values"]["lmr_factor"]["now"];
            assert_eq!(
                now.as_f64(),
                Some(100.0 + 30.0 * (points - 1.0)),
                "{opening}"
            );
            decided += usize::from(points != 1.0);
        }
    }
    assert!(decided > 0, "no pair has a winner");
}
