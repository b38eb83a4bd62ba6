//! Lines of text that fit a width.

/// Width of the names of lines.
const NAME: usize = 11;

/// A line `name: text`, continued below the text if it is wider than `width`.
pub fn field_lines(name: &str, text: &str, width: usize) -> String {
    hanging(&format!("{:<NAME$}{text}", format!("{name}:")), NAME, width)
}

/// A line, broken between words if it is wider than `width`. Continuation lines are indented
/// by `indent` characters.
pub fn hanging(line: &str, indent: usize, width: usize) -> String {
    let (lead, rest) = match line.char_indices().nth(indent) {
        Some((at, _)) if line.chars().count() > width => line.split_at(at),
        _ => return format!("{line}\n"),
    };
    let parts = wrapped(rest, width.saturating_sub(indent).max(NAME));
    let leads = std::iter::once(lead).chain(std::iter::repeat(""));
    let lines = parts.iter().zip(leads);
    lines
        .map(|(part, lead)| format!("{lead:<indent$}{part}\n"))
        .collect()
}

/// Breaks a text into lines of at most `width` characters between words. A longer word has
/// a line of its own.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_fields_are_broken() {
        assert_eq!(field_lines("time", "a  b", 15), "time:      a  b\n");
        let broken = "variation: h8 i9 j10\n           k11\n";
        assert_eq!(field_lines("variation", "h8 i9 j10 k11", 20), broken);
        assert!(field_lines("note", "h8 i9 j10 k11", usize::MAX).ends_with("j10 k11\n"));
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("a bc  def g", 4), ["a bc", "def", "g"]);
        assert_eq!(wrapped("abcdef g", 4), ["abcdef", "g"]);
        assert_eq!(wrapped("", 4), Vec::<String>::new());
    }
}
