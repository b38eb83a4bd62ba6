//! Boards in string literals of a program, whose rows end with `\n`.

/// Starts and ends a string.
const QUOTES: [char; 2] = ['"', '\''];

/// The rows in the string literals of a text, each with its line, counted from 1. `None` if no
/// literal has a line break (`\n`). Literals that follow each other directly, or with an operator
/// between them, are one string, and what is outside of literals is ignored.
pub(super) fn rows(text: &str) -> Option<Vec<(usize, String)>> {
    if !text.contains("\\n") || !text.contains(QUOTES) {
        return None;
    }
    let mut reader = Reader {
        rows: Vec::new(),
        row: String::new(),
        line: 1,
        has_break: false,
    };
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\n' => reader.line += 1,
            _ if QUOTES.contains(&c) => reader.literal(c, &mut chars),
            // It joins literals, or is a prefix of one as in `L"..."`.
            '+' | '.' | '\\' => {}
            _ if c.is_whitespace() || c.is_alphanumeric() => {}
            // The literal before it is a name.
            ':' | '=' => reader.row.clear(),
            _ => reader.end_row(),
        }
    }
    reader.end_row();
    Some(reader.rows).filter(|_| reader.has_break)
}

/// Reads literals.
struct Reader {
    rows: Vec<(usize, String)>,
    /// The current row.
    row: String,
    /// The current line of the text.
    line: usize,
    /// A literal has a line break.
    has_break: bool,
}

impl Reader {
    /// Reads a literal after its quotation mark.
    fn literal(&mut self, quote: char, chars: &mut std::str::Chars<'_>) {
        while let Some(c) = chars.next() {
            match c {
                '\n' => {
                    self.line += 1;
                    return;
                }
                '\\' => match chars.next() {
                    Some('n') => {
                        self.has_break = true;
                        self.end_row();
                    }
                    Some('t') => self.row.push(' '),
                    Some('r') | None => {}
                    Some('\n') => self.line += 1,
                    Some(other) => self.row.push(other),
                },
                _ if c == quote => return,
                _ => self.row.push(c),
            }
        }
    }

    /// Ends the current row.
    fn end_row(&mut self) {
        if !self.row.trim().is_empty() {
            let row = std::mem::take(&mut self.row);
            self.rows.push((self.line, row));
        }
        self.row.clear();
    }
}
