//! Results, and how games were won.

use super::*;

#[test]
fn how_a_game_was_won_is_kept() {
    for (stated, won_by, words) in [
        ("W+R", Some(WonBy::Resignation), "white by resignation"),
        ("W+T", Some(WonBy::Time), "white on time"),
        ("W+F", Some(WonBy::Forfeit), "white by forfeit"),
        ("W+", None, "white"),
    ] {
        let record = parsed(&format!("(;FF[4]GM[4]SZ[15]RE[{stated}];B[hh])"));
        assert_eq!(record.won_by, won_by, "{stated}");
        let sgf = record.write(Format::Sgf).unwrap();
        assert!(sgf.contains(&format!("RE[{stated}]")), "{sgf}");
        let list = record.write(Format::Moves).unwrap();
        assert!(list.contains(&format!("# result: {words}\n")), "{list}");
        for text in [sgf, list] {
            let again = parsed(&text);
            let win = Some(GameResult::Win(Color::White));
            assert_eq!((again.result, again.won_by), (win, won_by), "{text}");
        }
    }
    for (stated, won_by) in [
        ("W+Time", Some(WonBy::Time)),
        ("w+resign", Some(WonBy::Resignation)),
        ("B+Forfeit", Some(WonBy::Forfeit)),
        ("B+12", None),
        ("Draw", None),
    ] {
        let record = parsed(&format!("(;FF[4]GM[4]SZ[15]RE[{stated}];B[hh])"));
        assert_eq!(record.won_by, won_by, "{stated}");
    }
    for (stated, won_by) in [
        ("Time forfeit", Some(WonBy::Time)),
        ("White won by resignation", Some(WonBy::Resignation)),
        ("Normal", None),
    ] {
        let text = format!("[Result \"1-0\"]\n[Termination \"{stated}\"]\n\n1. h8 i9 1-0\n");
        assert_eq!(parsed(&text).won_by, won_by, "{stated}");
    }
}
