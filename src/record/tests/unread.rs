//! A game that cannot be read does not hide the others of its file.

use super::*;

/// The numbers of moves of the games of a file, or what is wrong with them.
fn games(text: &str) -> Vec<Result<usize, String>> {
    let collection = Collection::read(text.as_bytes(), &Given::default());
    let collection = collection.unwrap_or_else(|error| panic!("{error}:\n{text}"));
    let game = |(_, game): (usize, Result<&tree::Tree, &RecordError>)| match game {
        Ok(game) => Ok(game.moves()),
        Err(error) => Err(error.to_string()),
    };
    collection.numbered().map(game).collect()
}

/// Checks the numbers of moves of the games, or what is wrong with them.
fn check(text: &str, expected: &[Result<usize, &str>]) {
    let expected: Vec<_> = expected
        .iter()
        .map(|game| game.map_err(str::to_string))
        .collect();
    assert_eq!(games(text), expected, "{text}");
}

#[test]
fn the_other_games_of_sgf_are_read() {
    let size = "(;GM[4]SZ[15];B[hh];W[ig])\n(;GM[4]SZ[40];B[hh])\n(;GM[4]SZ[15];B[aa])";
    let contradiction = "(;SZ[15];B[hh])\n(;SZ[15]\nSZ[19];B[hh])\n(;RU[Renju]\n\nRU[Caro];B[hh])";
    let unclosed = "(;GM[4]SZ[15];B[hh];W[ig]\n(;GM[4]SZ[15];B[hh]\n(;GM[4]SZ[15];B[aa])\n";
    for (text, expected) in [
        (
            size,
            &[
                Ok(2),
                Err("line 2, character 11: each side of the board must have 5 to 31 points"),
                Ok(1),
            ][..],
        ),
        // Variations of a game that cannot be read are not games.
        (
            "(;SZ[15];B[zz]\n(;W[ig])\n(;W[ii]))\n(;B[hh])",
            &[Err("line 1, character 12: not on the 15x15 board"), Ok(1)],
        ),
        (
            contradiction,
            &[
                Ok(1),
                Err("line 3, character 4: SZ[19] contradicts SZ[15] in line 2"),
                Err("line 6, character 4: RU[Caro] contradicts RU[Renju] in line 4"),
            ],
        ),
        (
            unclosed,
            &[
                Err("line 3, character 21: expected `)` at the end"),
                Err("line 2, character 20: expected `)` at the end"),
                Ok(1),
            ],
        ),
        (
            "(;GM[4]SZ[15];B[hh]+?;W[ig])(;GM[4]SZ[15];B[hh])",
            &[
                Err("line 1, character 20: expected a property, `;`, `(` or `)`"),
                Ok(1),
            ],
        ),
    ] {
        check(text, expected);
    }
}

#[test]
fn the_other_games_of_other_formats_are_read() {
    for (text, expected) in [
        (
            "h8 i9\nh8 j9 h8\nh8 k9",
            &[
                Ok(2),
                Err("move 3 `h8` (line 2, character 7): the point is already taken"),
                Ok(2),
            ][..],
        ),
        (
            "[Event \"a\"]\n\n1. h8 (1... z99) 1-0\n\n[Event \"b\"]\n\n1. h8 i9\n",
            &[Err("line 3, character 13: not on the 15x15 board"), Ok(2)],
        ),
        (
            r#"[{"moves": "h8 i9"}, {"moves": "h8 z99"}, {"moves": [[7.5, 7]]}, {"about": 1}]"#,
            &[
                Ok(2),
                Err("`moves`, move 2 `z99`: not on the 15x15 board"),
                Err("`moves`: expected points such as [7, 7] or \"h8\""),
            ],
        ),
        (
            r#"{"games": [{"moves": "h8", "width": 4, "height": 9}, {"moves": "h8"}]}"#,
            &[
                Err("each side of the board must have 5 to 31 points"),
                Ok(1),
            ],
        ),
        (
            "h8 i9 j10\nh8 h9\nh8 z99\nh8\n",
            &[
                Ok(3),
                Ok(2),
                Err("move 2 `z99` (line 3, character 4): not on the 15x15 board"),
                Ok(1),
            ],
        ),
        (
            "h8 i9 j10\n\nh8 z99\nh8 B\n",
            &[
                Ok(3),
                Err("move 2 `z99` (line 3, character 4): not on the 15x15 board"),
                Err("line 4, character 4: expected a move of this side"),
            ],
        ),
        (
            "0,0, 1,-1\n0,0, 1,-99\n",
            &[Ok(2), Err("line 2, character 6: not on the 15x15 board")],
        ),
        (
            "START 15\nTURN 7,7\n7,7\nTURN 8,8\nSTART 15\nTURN 7,7\nSTART 99\nTURN 1,1\n",
            &[
                Err("line 3, character 1: the point is already taken"),
                Ok(1),
                Err("line 7, character 1: each side of the board must have 5 to 31 points"),
            ],
        ),
        (
            "boardsize 15\nplay B H8\nclear_board\nplay B H8\nplay W H8\nclear_board\nplay W A1\n",
            &[
                Ok(1),
                Err("line 5, character 1: the point is already taken"),
                Ok(1),
            ],
        ),
    ] {
        check(text, expected);
    }
}

#[test]
fn the_numbers_of_games_count_those_that_cannot_be_read() {
    let text = "(;SZ[40];B[hh])\n(;SZ[15];B[hh];W[ig])\n(;SZ[15];B[aa])";
    let collection = Collection::read(text.as_bytes(), &Given::default()).unwrap();
    let unread = Note::GameUnread {
        number: 1,
        error: "line 1, character 6: each side of the board must have 5 to 31 points".to_string(),
    };
    let of = |game: Option<usize>| {
        let given = Given {
            game,
            ..Given::default()
        };
        collection.record(&given)
    };
    let first = of(None).unwrap();
    assert_eq!(first.moves.len(), 2);
    assert!(
        first
            .notes
            .contains(&Note::OneOfGames { taken: 2, games: 3 })
    );
    assert!(first.notes.contains(&unread));
    assert!(of(Some(3)).unwrap().notes.contains(&unread));
    assert_eq!(of(Some(3)).unwrap().moves.len(), 1);
    assert!(
        of(Some(1))
            .unwrap_err()
            .to_string()
            .starts_with("line 1, character 6")
    );
    let missing = RecordError::NoGame {
        number: 4,
        games: 3,
    };
    assert_eq!(of(Some(4)), Err(missing));
    let many = format!("{}(;SZ[15];B[hh])", "(;SZ[40])\n".repeat(9));
    let collection = Collection::read(many.as_bytes(), &Given::default()).unwrap();
    assert_eq!(
        (collection.notes.len(), &collection.notes[5]),
        (6, &Note::GamesUnread(4))
    );
}

#[test]
fn a_file_without_a_game_that_can_be_read_is_an_error() {
    let text = "(;SZ[40];B[hh])\n(;SZ[41];B[hh])";
    assert!(error(text).starts_with("line 1, character 6: each side"));
}

#[test]
fn of_more_games_than_are_kept_the_first_are_read() {
    for part in ["h8\n", "(;)\n"] {
        let text = part.repeat(limits::MAX_GAMES + 10);
        let collection = Collection::read(text.as_bytes(), &Given::default()).unwrap();
        assert_eq!(collection.games.len(), limits::MAX_GAMES, "{part}");
        let [unread] = &collection.unread[..] else {
            panic!("{part}: {:?}", collection.unread);
        };
        let error = unread.error.to_string();
        assert!(
            error.ends_with("the file has more than 262,144 games"),
            "{part}: {error}"
        );
    }
}
