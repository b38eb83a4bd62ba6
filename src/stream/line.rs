//! Reads lines of limited length.

use std::io::{self, BufRead, Read};

use crate::requests::limits::MAX_LINE;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its end, which is `\n` or `\r\n`.
    Whole(Vec<u8>),
    /// A line longer than [`MAX_LINE`]. It has been skipped.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads the next line. The last one may lack its end.
///
/// # Errors
/// If the input cannot be read.
pub fn read(input: &mut impl BufRead) -> io::Result<Line> {
    let mut line = Vec::new();
    // The end may have two bytes.
    let most = MAX_LINE as u64 + 2;
    if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(Line::End);
    }
    let has_end = line.last() == Some(&b'\n');
    if has_end {
        line.pop();
    } else if line.len() as u64 == most {
        skip_line(input)?;
        return Ok(Line::TooLong);
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(if line.len() > MAX_LINE {
        Line::TooLong
    } else {
        Line::Whole(line)
    })
}

/// Skips the rest of a line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() || used == 0 {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<Line> {
        let mut input = io::BufReader::with_capacity(7, text);
        let mut lines = Vec::new();
        loop {
            match read(&mut input).unwrap() {
                Line::End => return lines,
                line => lines.push(line),
            }
        }
    }

    #[test]
    fn ends_of_lines_are_removed() {
        let whole = |text: &str| Line::Whole(text.into());
        assert_eq!(lines(b"a\nb\r\n\nc"), ["a", "b", "", "c"].map(whole));
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\r\n"), [whole("")]);
    }

    #[test]
    fn long_lines_are_skipped() {
        for (length, end) in [
            (0, "\n"),
            (0, "\r\n"),
            (0, ""),
            (1, "\n"),
            (2, "\r\n"),
            (9, ""),
        ] {
            let long = "x".repeat(MAX_LINE + length) + end;
            let text = long + if end.is_empty() { "" } else { "next\n" };
            let read = lines(text.as_bytes());
            let first = match length {
                0 => Line::Whole(vec![b'x'; MAX_LINE]),
                _ => Line::TooLong,
            };
            assert_eq!(read[0], first, "{length} {end:?}");
            assert_eq!(read.len(), if end.is_empty() { 1 } else { 2 });
            assert!(
                read.get(1)
                    .is_none_or(|next| *next == Line::Whole(b"next".to_vec()))
            );
        }
    }
}
