//! `spsa`.

use super::{command, folder, results, started, wait_until_begun};

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

#[test]
fn spsa_moves_a_parameter_towards_the_better_values() {
    let folder = folder();
    // Without candidates for late moves the search is much weaker.
    let options = [
        "--nodes",
        "400",
        "--pairs",
        "40",
        "--rate",
        "0.5",
        "--start",
        "lmp_base=1 lmp_exponent=80",
        "lmp_exponent=60",
    ];
    let text = command(&folder, "spsa", "state", &options);
    let mean = results(&folder, "state")["values"]["lmp_exponent"]["late_sum"].as_f64();
    let mean = mean.expect("a number") / 13.0;
    assert!(mean > 80.0, "{mean}: {text}");
}
