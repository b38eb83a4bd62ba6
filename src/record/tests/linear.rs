//! Every reader takes time that grows with the length of its input and not faster: what it looks at
//! is counted for an input and for one twice as long.

use super::*;
use crate::board::work::work_of;

/// The most that is looked at for each byte. Texts are read in several ways, a small game at several
/// sizes of the board, and a move is compared with all earlier ones.
const MOST: usize = 500;

/// Inputs that are hard to read, made of a beginning, a part that is repeated, and an end.
const HARD: [(&str, &str, &str); 52] = [
    ("", ".....\n", ""),
    ("", ". . x\n", ""),
    ("", ".", ""),
    ("", "1", ""),
    ("", "1 1\n", ""),
    ("", "1 . . . .\n", ""),
    ("", "| |x| |\n", ""),
    ("", "| ", ""),
    ("", "⬜", ""),
    ("", "🔴🔵", ""),
    ("[", "[0,1,0,0,0],", "]"),
    ("[", "\".....\",", "]"),
    ("[", "0,", "0]"),
    ("", "[1,", ""),
    ("", "\"....\\n\"\n", ""),
    ("\"", ".....\\n", "\""),
    ("", "\"", ""),
    ("", " ", ""),
    ("", "\n", "h8"),
    ("", "#", ""),
    ("h8 ", "pass ", ""),
    ("", "1. ", ""),
    ("", "1. h8 ", ""),
    ("", "1-", ""),
    ("", "0,0,-1,", ""),
    ("", "h8\n", ""),
    ("h8\nh9\n", "text\n", "h8"),
    ("www.a/", "h8/", ""),
    ("", "Black: h8\n", ""),
    ("B: ", "h8 ", ""),
    ("", "B W ", ""),
    ("", "(", ""),
    ("", "(;", ""),
    ("", "x(;B[", ""),
    ("", "(;B[zz])\n", ""),
    ("", "(;SZ[15];B[hh])\n", ""),
    ("", "(;SZ[40];B[hh])\n", "(;SZ[15])"),
    ("", "(;SZ[40];B[hh]\n", "(;SZ[15])"),
    ("", "(;SZ[15]SZ[19])", "(;SZ[15])"),
    ("(;SZ[15]C[", "]x", "])"),
    ("(;SZ[15]C[", "]) ", "x])"),
    ("(;SZ[15]", "(;B[hh])", ")"),
    ("(;SZ[15]", "AB[]", ")"),
    ("Piskvorky 15x15, 0:0, 0\n8,8,0\n", "A\n", ""),
    ("[Event \"x\"]\n\n1. h8 ", "(h9) ", ""),
    (
        "",
        "[Event \"x\"]\n\n1. z99\n\n",
        "[Event \"x\"]\n\n1. h8\n",
    ),
    ("START 15\n", "TURN 7,7\nTAKEBACK 7,7\n", ""),
    ("START 15\nTURN 7,7\n", "BOARD\nDONE\n", ""),
    ("boardsize 15\n", "play B H8\nundo\n", ""),
    ("boardsize 15\nplay B H8\n", "play B H8\nclear_board\n", ""),
    ("[", "{\"moves\":\"z99\"},", "{\"moves\":\"h8\"}]"),
    ("[", "{\"x\":7,\"y\":7},", "{\"x\":7,\"y\":7}]"),
];

/// What is looked at when the part is repeated to about this length.
fn work(length: usize, (before, part, after): (&str, &str, &str)) -> (usize, usize) {
    let text = format!("{before}{}{after}", part.repeat(length / part.len()));
    let work = work_of(|| {
        let read = Collection::read(text.as_bytes(), &Given::default());
        drop(read.and_then(|read| read.record(&Given::default())));
    });
    (work, text.len())
}

#[test]
fn twice_the_input_is_at_most_twice_the_work() {
    for hard in HARD {
        let ((one, _), (two, bytes)) = (work(20_000, hard), work(40_000, hard));
        assert!(two <= one * 21 / 10 + 10_000, "{hard:?}: {one}, then {two}");
        assert!(two <= MOST * bytes, "{hard:?}: {two} for {bytes} bytes");
    }
}
