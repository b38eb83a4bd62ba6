//! `even-openings`.

use crate::support::folder::Folder;
use crate::support::program::{printed, refused, run};

#[test]
fn openings_are_selected_from_training_data() {
    let folder = Folder::new();
    let data = ["a.data", "b.data"].map(|name| folder.path(name));
    for (data, seed) in data.iter().zip(["1", "2"]) {
        let options = [
            "datagen",
            "--out",
            data,
            "--games",
            "30",
            "--nodes",
            "200",
            "--label-nodes",
            "200",
            "--samples",
            "1",
            "--sizes",
            "12=3,15x13",
            "--rule",
            "renju",
            "--seed",
            seed,
        ];
        printed(&options, "");
    }
    let (tune, confirm) = (folder.path("tune.txt"), folder.path("confirm.txt"));
    let select = |more: &[&str]| {
        let fixed = [
            "even-openings",
            "--data",
            &data[0],
            "--data",
            &data[1],
            "--tune",
            &tune,
            "--confirm",
            &confirm,
            "--rule",
            "renju",
            "--size",
            "12",
            "--limit",
            "150",
        ];
        run(&[&fixed[..], more].concat(), "")
    };
    assert!(select(&[]).status.success());
    let parts = ["tune.txt", "confirm.txt"].map(|name| {
        let text = folder.read(name);
        let mut lines = text.lines();
        let about = lines.next().expect("a comment");
        assert!(about.starts_with("# renju 12: quiet positions"), "{about}");
        assert_eq!(lines.next(), Some("# rule renju"));
        assert_eq!(lines.next(), Some("# size 12"));
        lines.map(str::to_string).collect::<Vec<_>>()
    });
    let counts = parts.each_ref().map(Vec::len);
    assert!(counts[1] > 0 && counts[0] > counts[1], "{counts:?}");
    for line in parts.iter().flatten() {
        let stones = line.split(' ').count();
        assert!((3..=9).contains(&stones), "{line}");
    }
    // Existing files are kept, the same files are made again, and data is never overwritten.
    assert_eq!(select(&[]).status.code(), Some(1));
    let before = ["tune.txt", "confirm.txt"].map(|name| folder.read(name));
    assert!(select(&["--overwrite"]).status.success());
    assert_eq!(
        before,
        ["tune.txt", "confirm.txt"].map(|name| folder.read(name))
    );
    assert_eq!(
        select(&["--tune", &data[0], "--overwrite"]).status.code(),
        Some(1)
    );
    assert_eq!(
        select(&["--tune", &confirm, "--overwrite"]).status.code(),
        Some(1)
    );
    let other = select(&["--rule", "caro", "--overwrite"]);
    let error = String::from_utf8_lossy(&other.stderr);
    assert!(error.contains("data of renju, not of caro"), "{error}");

    // A match reads them and refuses them for another rule.
    let state = folder.path("state");
    let options = [
        "match",
        "--openings",
        &tune,
        "--state",
        &state,
        "--pairs",
        "1",
        "--nodes",
        "20",
    ];
    let error = refused(&options, "");
    assert!(
        error.contains("the openings are for renju, not for freestyle"),
        "{error}"
    );
    printed(&[&options[..], &["--rule", "renju"]].concat(), "");
}
