//! Fits a help text to a narrow terminal.

use crate::cli::term::layout::wrapped;

/// The indentation of texts in a list, in columns.
const INDENT: usize = 4;
/// The minimum number of spaces between a name and its text.
const GAP: &str = "  ";

/// A part of a help text.
enum Block<'a> {
    /// Words that may be broken anywhere, with the blanks before the first and the other lines.
    Text(usize, usize, String),
    /// A line that is not changed.
    Line(&'a str),
}

/// The text with lines of at most `width` columns, unless a word is longer. Names of list entries
/// get their own lines. Lines of JSON are not changed.
pub fn narrow(text: &str, width: usize) -> String {
    let mut shown = String::new();
    for block in blocks(text) {
        match block {
            Block::Line(line) => {
                shown.push_str(line);
                shown.push('\n');
            }
            Block::Text(first, rest, words) => {
                let indent = first.max(rest);
                let lines = wrapped(&words, width.saturating_sub(indent).max(1));
                for (at, line) in lines.iter().enumerate() {
                    let indent = if at == 0 { first } else { rest };
                    shown.push_str(&format!("{:indent$}{line}\n", ""));
                }
            }
        }
    }
    shown
}

/// The parts of a text.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    for line in text.lines() {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        if words.is_empty() || words.starts_with(['{', '}', '[', ']', '"']) {
            blocks.push(Block::Line(line));
            continue;
        }
        match (indent, words.split_once(GAP), blocks.last_mut()) {
            // The continuation of a list entry or of a paragraph.
            (3.., _, Some(Block::Text(_, _, text))) => add(text, words),
            (0, _, Some(Block::Text(0, 0, text))) if !text.ends_with(':') => add(text, words),
            (0, ..) => blocks.push(Block::Text(0, 0, words.to_string())),
            (_, Some((name, text)), _) => {
                blocks.push(Block::Text(2, INDENT, name.to_string()));
                blocks.push(Block::Text(INDENT, INDENT, text.trim_start().to_string()));
            }
            _ => blocks.push(Block::Text(2, INDENT, words.to_string())),
        }
    }
    blocks
}

fn add(text: &mut String, words: &str) {
    text.push(' ');
    text.push_str(words);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_and_lists_are_broken() {
        let text = "One two three four.\nFive six.\n\nUsage:\n  program a b c d e f\n\nOptions:\n  \
                    --rule NAME     one or\n                  two or three\n  --long\n     text\n";
        let narrowed = "One two three\nfour. Five six.\n\nUsage:\n  program a b\n    c d e f\n\n\
                        Options:\n  --rule NAME\n    one or two\n    or three\n  --long text\n";
        assert_eq!(narrow(text, 16), narrowed);
    }

    #[test]
    fn lines_after_a_colon_begin_anew() {
        assert_eq!(
            narrow("The kinds:\n  one    a\nend\n", 40),
            "The kinds:\n  one\n    a\nend\n"
        );
        assert_eq!(narrow("{\n  \"a\": 1\n}\n", 5), "{\n  \"a\": 1\n}\n");
    }
}
