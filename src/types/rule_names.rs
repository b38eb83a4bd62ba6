//! Names and numbers that people and programs use for the rules.

use super::Rule;

/// Opening rules of renju, which are played only under renju's rules, and names of renju
/// itself. Each is a whole word.
const RENJU_WORDS: [&str; 12] = [
    "renju",
    "rif",
    "soosyrv",
    "soosorv",
    "sosorv",
    "soosõrv",
    "taraguchi",
    "taraguti",
    "tarannikov",
    "yamaguchi",
    "yamaguti",
    "sakata",
];
/// Names of renju in scripts without spaces between words.
const RENJU_PARTS: [&str; 12] = [
    "連珠",
    "连珠",
    "聯珠",
    "联珠",
    "有禁",
    "山口",
    "ソーソロフ",
    "タラグチ",
    "レンジュ",
    "рендзю",
    "렌주",
    "坂田",
];
/// Say that nothing is forbidden.
const FREE_PARTS: [&str; 4] = ["無禁", "无禁", "禁手なし", "自由"];
/// What a name may contain besides letters and digits, by the rule that it names. The first
/// that fits decides.
const PARTS: [(&str, Rule); 7] = [
    ("caroexact", Rule::CaroExact),
    ("caro", Rule::Caro),
    ("renju", Rule::Renju),
    ("standard", Rule::Standard),
    ("freestyle", Rule::Freestyle),
    ("fastgame", Rule::Freestyle),
    ("free", Rule::Freestyle),
];

impl Rule {
    /// The rule that a person or another program calls by this name, in any case: one of ours
    /// (`Renju`, `caro exact`), with other text around it (`Standard15`), or an opening rule of
    /// renju (`RIF`, `Soosyrv-8`, `連珠`). `None` for other names and for numbers.
    ///
    /// ```
    /// use goshawk::types::Rule;
    ///
    /// assert_eq!(Rule::from_any_name("Free-style Gomoku"), Some(Rule::Freestyle));
    /// assert_eq!(Rule::from_any_name("Taraguchi-10"), Some(Rule::Renju));
    /// assert_eq!(Rule::from_any_name("Connect6"), None);
    /// ```
    pub fn from_any_name(name: &str) -> Option<Rule> {
        if let Some(rule) = Rule::named_within(name) {
            return Some(rule);
        }
        let letters = |c: &char| c.is_alphanumeric();
        let name: String = name.to_lowercase().chars().filter(letters).collect();
        let known = PARTS.into_iter().find(|(part, _)| name.contains(part));
        known.map(|(_, rule)| rule)
    }

    /// The rule that a text on other matters names beyond doubt, such as the name of a game
    /// `Anna-Ben : RIF rule`. Only names of renju and its opening rules and their opposites in
    /// Chinese and Japanese do.
    pub fn named_within(text: &str) -> Option<Rule> {
        let text = text.to_lowercase();
        if FREE_PARTS.iter().any(|part| text.contains(part)) {
            return Some(Rule::Freestyle);
        }
        let mut words = text.split(|c: char| !c.is_alphabetic());
        let is_renju = words.any(|word| RENJU_WORDS.contains(&word))
            || RENJU_PARTS.iter().any(|part| text.contains(part));
        is_renju.then_some(Rule::Renju)
    }

    /// The rule of a record: one that [`Rule::from_any_name`] knows, or a number of the
    /// Gomocup protocol, except that 2 is renju, as some managers number it.
    pub fn from_record(name: &str) -> Option<Rule> {
        match name.trim().parse() {
            Ok(2) => Some(Rule::Renju),
            Ok(number) => Rule::from_protocol_number(number),
            Err(_) => Rule::from_any_name(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_use_are_recognised() {
        for (name, rule) in [
            ("Renju", Some(Rule::Renju)),
            ("RENJU_15", Some(Rule::Renju)),
            ("rif", Some(Rule::Renju)),
            ("RIF rule", Some(Rule::Renju)),
            ("Soosyrv-8", Some(Rule::Renju)),
            ("Soosõrv-8", Some(Rule::Renju)),
            ("TARAGUCHI-10", Some(Rule::Renju)),
            ("Yamaguchi", Some(Rule::Renju)),
            ("sakata", Some(Rule::Renju)),
            ("連珠", Some(Rule::Renju)),
            ("连珠", Some(Rule::Renju)),
            ("有禁手", Some(Rule::Renju)),
            ("無禁手", Some(Rule::Freestyle)),
            ("无禁手五子棋", Some(Rule::Freestyle)),
            ("Free-style Gomoku", Some(Rule::Freestyle)),
            ("Fastgame15_2", Some(Rule::Freestyle)),
            ("Standard15", Some(Rule::Standard)),
            ("Caro Exact", Some(Rule::CaroExact)),
            ("Connect6", None),
            ("terrific", None),
            ("gomoku", None),
            ("4", None),
            ("", None),
        ] {
            assert_eq!(Rule::from_any_name(name), rule, "{name}");
        }
        for rule in Rule::ALL {
            assert_eq!(Rule::from_any_name(rule.name()), Some(rule));
        }
        let numbers = ["0", "1", "2", "4", " 9 ", "16"].map(Rule::from_record);
        let rules = [
            Rule::Freestyle,
            Rule::Standard,
            Rule::Renju,
            Rule::Renju,
            Rule::CaroExact,
        ];
        assert_eq!(numbers[..5], rules.map(Some));
        assert_eq!(numbers[5], None);
        assert_eq!(Rule::named_within("a standard game for free"), None);
        assert_eq!(
            Rule::named_within("Anna-Ben(B) : RIF rule"),
            Some(Rule::Renju)
        );
    }
}
