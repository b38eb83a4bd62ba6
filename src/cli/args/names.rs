//! Suggestions for misspelt names.

/// The most errors in a name that is still recognised.
const MAX_ERRORS: usize = 2;

/// The known name nearest to `name`, if one is near: at most two letters are wrong, missing, added
/// or exchanged, and fewer than half of them. Case is ignored.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name: Vec<char> = name.to_lowercase().chars().collect();
    // The dashes of an option are not letters of its name.
    let letters = |name: &[char]| name.iter().filter(|c| **c != '-').count();
    let errors = |known: &str| {
        let known: Vec<char> = known.to_lowercase().chars().collect();
        let longer = letters(&name).max(letters(&known));
        let limit = MAX_ERRORS.min(longer.saturating_sub(1) / 2);
        // Names of very different lengths need no table.
        let possible = name.len().abs_diff(known.len()) <= limit;
        let errors = possible.then(|| distance(&name, &known))?;
        (errors <= limit).then_some(errors)
    };
    let near = known
        .into_iter()
        .filter_map(|known| Some((errors(known)?, known)));
    near.min_by_key(|(errors, _)| *errors)
        .map(|(_, known)| known)
}

/// The number of letters that have to be changed, added, removed or exchanged with their
/// neighbour to turn one word into the other.
// CITE: F. J. Damerau, "A technique for computer detection and correction of spelling errors",
// in the form in which no part is changed twice.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for at in 1..=one.len() {
        let mut row = vec![at];
        for to in 1..=other.len() {
            let differs = usize::from(one[at - 1] != other[to - 1]);
            let changed = rows[at - 1][to - 1] + differs;
            let mut least = changed.min(rows[at - 1][to] + 1).min(row[to - 1] + 1);
            if at > 1 && to > 1 && one[at - 1] == other[to - 2] && one[at - 2] == other[to - 1] {
                least = least.min(rows[at - 2][to - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_few_errors_are_recognised() {
        let known = ["analyze", "solve", "review", "play", "fouls", "bench"];
        for (name, meant) in [
            ("anaylze", Some("analyze")),
            ("Review", Some("review")),
            ("SOLV", Some("solve")),
            ("pay", Some("play")),
            ("foul", Some("fouls")),
            ("revue", Some("review")),
            ("x", None),
            ("game.txt", None),
            ("chess", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, known), meant, "{name}");
        }
        assert_eq!(nearest("a", ["b"]), None, "single letters are never near");
        let options = ["--list", "--time"];
        assert_eq!(nearest("--tome", options), Some("--time"));
        assert_eq!(
            nearest("--fast", options),
            None,
            "half of the letters differ"
        );
    }
}
