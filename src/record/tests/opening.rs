//! The opening rule of a record.

use super::*;
use crate::types::OpeningRule;

#[test]
fn the_opening_rule_is_read_and_written_back() {
    let stated = |text: &str| {
        let record = parsed(text);
        let opening = record.opening.map(OpeningRule::name);
        let is_noted = |note: &Note| matches!(note, Note::OpeningRule(_));
        assert_eq!(record.notes.iter().any(is_noted), opening.is_some());
        (record.rule, opening)
    };
    let soosyrv = (Some(Rule::Renju), Some("soosyrv-8"));
    assert_eq!(stated("(;GM[4]RU[Soosyrv-8];B[hh])"), soosyrv);
    assert_eq!(stated("(;GM[4]RU[renju]ON[Soosorv-8];B[hh])"), soosyrv);
    assert_eq!(
        stated("(;GM[4]RU[RIF]ON[Soosyrv-8];B[hh])"),
        soosyrv,
        "ON states it best"
    );
    // The name of an event names the federation, not its rule.
    let cup = "(;GM[4]GN[RIF World Cup];B[hh])";
    assert_eq!(stated(cup), (Some(Rule::Renju), None));
    assert_eq!(stated("(;GM[4]RU[swap2];B[hh])"), (None, Some("swap2")));
    assert_eq!(stated("(;GM[4]ON[D7];B[hh])"), (None, None));
    assert_eq!(
        stated("[Variant \"Yamaguchi\"]\n\n1. h8").1,
        Some("yamaguchi")
    );
    let tags = "[Rule \"standard\"]\n[Variant \"Swap2\"]\n\n1. h8";
    assert_eq!(stated(tags), (Some(Rule::Standard), Some("swap2")));
    let list = "# rule: standard\n# opening rule: swap\nh8 h9";
    assert_eq!(stated(list), (Some(Rule::Standard), Some("swap")));
    assert!(error("# opening rule: none\nh8").contains("the name of an opening rule"));

    for opening in OpeningRule::ALL {
        let record = Record {
            opening: Some(opening),
            ..parsed("h8 h9 j8")
        };
        for format in [Format::Sgf, Format::Moves] {
            let text = record.write(format).unwrap();
            assert_eq!(parsed(&text).opening, Some(opening), "{text}");
        }
        let collection = Collection::read(
            &record.write(Format::Sgf).unwrap().into_bytes(),
            &Given::default(),
        );
        let losses = collection.unwrap().losses(Format::Psq);
        assert_eq!(losses, [Loss::OpeningRule]);
    }
}

#[test]
fn an_opening_that_is_no_rule_is_not_lost_in_silence() {
    let losses = |text: &[u8]| {
        let games = Collection::read(text, &Given::default()).unwrap();
        games.losses(Format::RenLib)
    };
    let named = losses(b"(;GM[4]ON[D7];B[hh])");
    assert_eq!(named, [Loss::Labels(1)]);
    let rule = losses(b"(;GM[4]ON[Soosyrv-8];B[hh])");
    assert_eq!(rule, [Loss::Headers]);
}
