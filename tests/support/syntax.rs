//! The syntax of dialogue scripts: repetitions, rows of boards, durations, patterns and
//! escapes.

use std::time::Duration;

/// A line of a script and its number.
pub type Line = (String, usize);

/// The lines of a script with its repetitions written out; the error and its line if a
/// repetition has no values or no end.
pub fn repeated(lines: &[Line]) -> Result<Vec<Line>, (String, usize)> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some((line, number)) = lines.get(at) {
        at += 1;
        let Some(words) = line.strip_prefix("repeat ") else {
            all.push((line.clone(), *number));
            continue;
        };
        let error = |error: &str| Err((error.to_owned(), *number));
        let mut words = words.split_whitespace();
        let (Some(name), [_, ..]) = (words.next(), &words.clone().collect::<Vec<_>>()[..]) else {
            return error("expected `repeat NAME VALUE...`");
        };
        let mut depth = 1;
        let length = lines[at..].iter().position(|(line, _)| {
            depth += i32::from(line.starts_with("repeat ")) - i32::from(line == "end");
            depth == 0
        });
        let Some(length) = length else {
            return error("the `end` is missing");
        };
        for value in words {
            let with =
                |(line, number): &Line| (line.replace(&format!("{{{name}}}"), value), *number);
            let lines: Vec<Line> = lines[at..at + length].iter().map(with).collect();
            all.extend(repeated(&lines)?);
        }
        at += length + 1;
    }
    Ok(all)
}

/// True for a row of a board.
pub fn is_row(line: &str) -> bool {
    line.starts_with(['.', '1', '2', '3']) && line.chars().all(|c| " .123".contains(c))
}

/// Parses `150ms` or `5s`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let number = |digits: &str| {
        digits
            .parse()
            .map_err(|_| format!("not a duration: {text}"))
    };
    if let Some(digits) = text.strip_suffix("ms") {
        number(digits).map(Duration::from_millis)
    } else {
        number(text.trim_end_matches('s')).map(Duration::from_secs)
    }
}

/// True if the text matches the pattern, in which `*` matches any text.
pub fn glob(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, tail)) => text.strip_prefix(head).is_some_and(|rest| {
            rest.char_indices()
                .map(|(at, _)| at)
                .chain([rest.len()])
                .any(|at| glob(tail, &rest[at..]))
        }),
    }
}

/// Replaces `\r`, `\n`, `\t`, `\\` and `\xNN`.
pub fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes().iter();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next() {
                Some(b'r') => b'\r',
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b'\\') => b'\\',
                Some(b'x') => {
                    let digits: Vec<u8> = rest.by_ref().take(2).copied().collect();
                    let digits = String::from_utf8_lossy(&digits).into_owned();
                    u8::from_str_radix(&digits, 16).map_err(|e| e.to_string())?
                }
                _ => return Err("unknown escape".into()),
            },
            plain => *plain,
        });
    }
    Ok(bytes)
}
