//! `convert` and `games`: files in other formats, and what was played in a position.

use crate::support::folder::Folder;
use crate::support::json_schema::Schema;
use crate::support::program::{printed, refused, run, unwritten};

/// Two games; the first has a branch and a comment.
const GAMES: &str = "(;GM[4]SZ[15]RU[renju]RE[B+]PB[Anna]PW[Ben];B[hh]C[centre]\n\
                     (;W[ig];B[jf])(;W[ii]))\n\
                     (;GM[4]SZ[15]RU[renju]RE[W+];B[hh];W[hg])\n";

/// The notes of a run that succeeds.
#[track_caller]
fn notes(args: &[&str]) -> String {
    let output = run(args, "");
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(output.status.success(), "{args:?}: {errors}");
    errors
}

#[test]
fn whole_collections_are_written_in_other_formats() {
    let folder = Folder::new();
    let games = folder.write("games.sgf", GAMES);
    let library = folder.path("games.lib");
    let text = printed(&["convert", &games, &library], "");
    assert_eq!(text, format!("{library}: 2 games, 6 moves\n"));
    let back = printed(&["convert", &library, "-", "--to", "SGF"], "");
    for part in [";B[hh]C[centre]", ";W[ig];B[jf]", ";W[ii]", ";W[hg]"] {
        assert!(back.contains(part), "{part}: {back}");
    }
    let again = folder.path("again.lib");
    printed(&["convert", &library, &again], "");
    let bytes = |path: &str| std::fs::read(path).expect("a library");
    assert_eq!(bytes(&library), bytes(&again));
    let lists = printed(&["convert", "--main-line", &games, "-", "--to", "txt"], "");
    assert_eq!(lists, "h8 i9 j10\nh8 h9\n");
    let second = printed(&["convert", "--game", "2", &games, "-", "--to", "txt"], "");
    assert!(second.ends_with("1. h8 h9\n"), "{second}");
    let args = ["convert", "--game", "2", &games, "-", "--to", "board"];
    let board = printed(&args, "");
    assert!(board.contains(" x ") && board.contains("[o]"), "{board}");
    let caro = printed(
        &["convert", "--rule", "Caro", &games, "-", "--to", "sgf"],
        "",
    );
    assert_eq!(caro.matches("RU[caro]").count(), 2, "{caro}");
}

#[test]
fn one_unreadable_game_does_not_hide_the_others() {
    let folder = Folder::new();
    let text = "(;GM[4]SZ[15];B[hh];W[ig])\n(;GM[4]SZ[40];B[hh])\n(;GM[4]SZ[15];B[aa])\n";
    let games = folder.write("games.sgf", text);
    let reason = "line 2, character 11: each side of the board must have 5 to 31 points";
    assert_eq!(
        printed(&["analyze", "--list", &games], ""),
        format!("1: ? - ?, 2 moves\n2: cannot be read: {reason}\n3: ? - ?, 1 move\n")
    );
    let note = format!("note: game 2 cannot be read: {reason}\n");
    let lists = folder.path("games.txt");
    assert_eq!(notes(&["convert", &games, &lists]), note);
    assert_eq!(
        std::fs::read_to_string(&lists).expect("lists"),
        "h8 i9\na15\n"
    );
    assert!(notes(&["fouls", "--game", "3", &games]).contains(&note));
    let third = printed(&["convert", "--game", "3", &games, "-", "--to", "txt"], "");
    assert!(third.ends_with("1. a15\n"), "{third}");
    let error = refused(&["convert", "--game", "2", &games, "-", "--to", "txt"], "");
    assert!(error.contains(reason), "{error}");
    let root = folder.path("each");
    std::fs::create_dir(&root).expect("a folder");
    let written = printed(&["convert", "--to", "txt", &games, &root], "");
    assert!(
        written.contains("games-1.txt") && written.contains("games-3.txt"),
        "{written}"
    );
    let counted = notes(&["games", &folder.path("")]);
    assert!(
        counted.contains(&format!("games.sgf, game 2: {reason}")),
        "{counted}"
    );
}

#[test]
fn the_endings_that_can_be_written_are_named() {
    let error = refused(&["convert", "x.txt", "v.pdf"], "");
    let endings = "`v.pdf` has none of the endings that can be written: sgf, lib, psq, txt, pos, sav, \
                   board; `--to` names the format of any file";
    assert!(error.contains(endings), "{error}");
    assert!(refused(&["convert", "x.txt", "v"], "").contains("`v` has none of the endings"));
}

#[test]
fn what_a_format_cannot_hold_is_named() {
    let folder = Folder::new();
    let games = folder.write("games.sgf", GAMES);
    let told = notes(&["convert", &games, &folder.path("games.lib")]);
    assert_eq!(
        told,
        "note: not written: the division into 2 games\n\
         note: not written: players, result, rule and other headers\n"
    );
    let lists = folder.path("games.txt");
    let told = notes(&["convert", "--main-line", &games, &lists]);
    assert!(
        told.contains("not written: 1 move outside the main line\n"),
        "{told}"
    );
    assert!(told.contains("not written: 1 comment\n"), "{told}");
}

#[test]
fn each_game_has_a_file_of_its_own_in_a_folder() {
    let folder = Folder::new();
    let games = folder.write("games.sgf", GAMES);
    let root = folder.root().to_str().expect("UTF-8").to_string();
    printed(
        &["convert", "--main-line", "--to", "psq", &games, &root],
        "",
    );
    assert_eq!(folder.files(), ["games-1.psq", "games-2.psq", "games.sgf"]);
    assert!(folder.read("games-2.psq").contains("8,8,0\n8,7,0\n"));
    let error = unwritten(&["convert", "--main-line", "--to", "psq", &games, &root]);
    assert!(error.contains("games-1.psq"), "{error}");
}

#[test]
fn branches_and_files_are_lost_only_if_that_is_allowed() {
    let folder = Folder::new();
    let games = folder.write("games.sgf", GAMES);
    let psq = folder.path("game.psq");
    let error = unwritten(&["convert", "--game", "1", &games, &psq]);
    assert!(error.contains("--main-line"), "{error}");
    assert_eq!(folder.files(), ["games.sgf"]);
    printed(&["convert", "--game", "1", "--main-line", &games, &psq], "");
    assert!(folder.read("game.psq").contains("8,8,0\n9,7,0\n10,6,0"));
    let error = unwritten(&["convert", "--game", "2", &games, &psq]);
    assert!(error.contains("--overwrite"), "{error}");
    printed(&["convert", "--game", "2", "--overwrite", &games, &psq], "");
    assert!(folder.read("game.psq").contains("8,8,0\n8,7,0\n"));
    let error = unwritten(&["convert", "--overwrite", &games, &games]);
    assert!(error.contains("the input"), "{error}");
    assert_eq!(folder.read("games.sgf"), GAMES);
    let error = unwritten(&["convert", "--main-line", &games, &psq, "--overwrite"]);
    assert!(
        error.contains("several games; write one of them with --game N"),
        "{error}"
    );
    assert!(error.contains("in a folder TO"), "{error}");
    assert!(folder.read("game.psq").contains("8,8,0\n8,7,0\n"));
    for args in [
        &["convert", &games][..],
        &["convert", &games, "a", "b"],
        &["convert", &games, "a.doc"],
        &["convert", &games, "a", "--to", "pgn"],
        &["convert", "--game", "3", &games, "a.sgf"],
    ] {
        refused(args, "");
    }
}

#[test]
fn what_was_played_is_counted_under_symmetry() {
    let folder = Folder::new();
    folder.write("a.sgf", GAMES);
    std::fs::create_dir(folder.path("more")).expect("a writable folder");
    // White's reply is a reflection of the reply in the first game.
    folder.write(
        "more/b.psq",
        "Piskvorky 15x15, 0:0, 0\n8,8,0\n7,7,0\nA\nB\n-1\n1,Renju\n",
    );
    // The result is on the board.
    folder.write("c.txt", "h8 a1 h9 a3 h10 a5 h11 a7 h12\n");
    folder.write("other.txt", "# size: 19\nk10 k11\n");
    folder.write("broken.sgf", "(;B[hh]");
    folder.write("notes.doc", "no game");
    let root = folder.root().to_str().expect("UTF-8").to_string();
    let text = printed(&["games", &root], "");
    assert!(text.starts_with("4 games in 4 files, "), "{text}");
    let all = "on the empty board: 4 games: black won 3, white won 1, drawn 0\n";
    assert!(text.contains(all), "{text}");
    let told = notes(&["games", &root]);
    assert!(told.contains("broken.sgf: line 1"), "{told}");
    assert!(
        told.contains("note: not counted: 1 game of another size or rule"),
        "{told}"
    );
    let text = printed(&["games", &root, "--moves", "h8"], "");
    let after = "after h8: 4 games: black won 3, white won 1, drawn 0\n";
    assert!(text.contains(after), "{text}");
    let first = text.lines().nth(3).expect("a reply");
    let words: Vec<&str> = first.split_whitespace().collect();
    assert_eq!(words[1..], ["2", "2", "0", "0", "0", "%"], "{text}");
    let text = printed(&["games", &root, "--moves", "h8 g7"], "");
    assert!(text.contains("100 %      I1 Chosei"), "{text}");
    let renju = printed(&["games", &root, "--rule", "renju", "--threads", "1"], "");
    assert!(renju.starts_with("3 games in 4 files, "), "{renju}");
    let document = printed(&["games", &root, "--moves", "h8", "--json"], "");
    let document: serde_json::Value = serde_json::from_str(&document).expect("JSON");
    let schema = Schema::in_help(&printed(&["help", "json"], ""));
    assert_eq!(schema.check(&document), Ok(()));
    assert_eq!(document["games"], 4);
    assert_eq!(document["replies"][0]["black"], 2);
    assert_eq!(document["notes"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_folder_becomes_one_tree_with_results() {
    let folder = Folder::new();
    folder.write("a.sgf", GAMES);
    let root = folder.root().to_str().expect("UTF-8").to_string();
    let other = Folder::new();
    let tree = other.path("all.lib");
    printed(&["games", &root, "--tree", &tree], "");
    let text = printed(&["convert", &tree, "-", "--to", "sgf"], "");
    assert!(
        text.contains("C[centre\n2 games: black won 1, white won 1, drawn 0]"),
        "{text}"
    );
    let list = printed(&["analyze", "--list", &tree], "");
    assert_eq!(list, "1: ? - ?, 5 moves\n");
    let error = unwritten(&["games", &root, "--tree", &tree]);
    assert!(error.contains("--overwrite"), "{error}");
    // A game with stones set up at the beginning has no place in the tree.
    folder.write("problem.sgf", "(;GM[4]SZ[15]AB[aa]AW[bb];B[hh])");
    let told = notes(&["games", &root, "--overwrite", "--tree", &tree]);
    let left_out = "note: not in the tree: 1 game that begins with other stones\n";
    assert!(told.ends_with(left_out), "{told}");
    assert_eq!(printed(&["analyze", "--list", &tree], ""), list);
    let problem = folder.path("problem.sgf");
    assert!(!notes(&["games", &problem, "--overwrite", "--tree", &tree]).contains("not in"));
    let text = printed(&["convert", &tree, "-", "--to", "sgf"], "");
    assert!(text.contains("AB[aa]"), "{text}");
    let error = refused(&["games", &folder.path("none")], "");
    assert!(error.contains("none"), "{error}");
    std::fs::create_dir(folder.path("empty")).expect("a writable folder");
    let told = notes(&["games", &folder.path("empty")]);
    assert!(told.contains("empty: no files of games; "), "{told}");
    let output = run(
        &[
            "games",
            &folder.path("empty"),
            "--tree",
            &folder.path("b.sgf"),
        ],
        "",
    );
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("there are no games"), "{error}");
}
