//! Every kind of corruption is refused.

use super::*;

const IDENTITY: Identity = Identity {
    model: Model::Evaluation,
    rule: Rule::Renju,
    side: Some(Color::Black),
};

/// A valid file with two sections.
fn sample() -> String {
    let mut text = format!("goshawk weights {FORMAT}\n");
    for (name, value) in IDENTITY.fields() {
        text += &format!("{name} {value}\n");
    }
    text + "record made for a test\nrecord in two lines\n\
        section mine 5\n1 -2 3\n4 5\nsection theirs 2\n-3000 3000\n"
}

/// What the parser reads from a text.
fn read(text: &str) -> Result<([i16; 5], [i16; 2]), WeightFileError> {
    let (mut mine, mut theirs) = ([0; 5], [0; 2]);
    let mut sections: [Section; 2] = [("mine", &mut mine), ("theirs", &mut theirs)];
    parse(text, &IDENTITY, &mut sections)?;
    Ok((mine, theirs))
}

/// The sample with `from` replaced by `to`.
fn changed(from: &str, to: &str) -> String {
    let text = sample();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    text.replace(from, to)
}

/// The error for the changed sample.
fn error(from: &str, to: &str) -> WeightFileError {
    read(&changed(from, to)).unwrap_err()
}

/// The error for a header field with another value.
fn field_error(name: &'static str, value: &str) -> WeightFileError {
    let fields = IDENTITY.fields();
    let (at, (_, expected)) = fields
        .iter()
        .enumerate()
        .find(|(_, field)| field.0 == name)
        .expect("a field of the header");
    let found = error(
        &format!("{name} {expected}\n"),
        &format!("{name} {value}\n"),
    );
    let expected = Fault::Field {
        name,
        found: value.to_string(),
        expected: expected.clone(),
    };
    assert_eq!(found.fault, expected);
    assert_eq!(found.line, at + 2);
    found
}

#[test]
fn valid_files_are_read() {
    assert_eq!(read(&sample()), Ok(([1, -2, 3, 4, 5], [-3000, 3000])));
    assert!(read(&sample().replace('\n', "\r\n")).is_ok());
}

#[test]
fn another_first_line_is_refused() {
    for to in [
        "# Weights of the evaluation\n",
        "goshawk features 1\n",
        "\n",
    ] {
        let found = error("goshawk weights 1\n", to);
        assert_eq!(found.fault, Fault::NotAWeightFile, "{to}");
        assert_eq!(found.line, 1);
    }
}

#[test]
fn another_version_is_refused() {
    for version in ["0", "2", "1 ", ""] {
        let found = error("weights 1\n", &format!("weights {version}\n"));
        assert_eq!(found.fault, Fault::Version(version.to_string()));
    }
}

#[test]
fn another_vocabulary_is_refused() {
    field_error("vocabulary", "0123456789abcdef");
}

#[test]
fn another_model_is_refused() {
    field_error("model", "order");
}

#[test]
fn another_rule_is_refused() {
    let found = field_error("rule", "freestyle");
    let message = "line 4: rule is `freestyle`, expected `renju`";
    assert_eq!(found.to_string(), message);
}

#[test]
fn another_side_is_refused() {
    field_error("side", "white");
    field_error("side", "both");
}

#[test]
fn another_scale_is_refused() {
    field_error("scale", "100");
}

#[test]
fn missing_header_fields_are_refused() {
    for (name, value) in IDENTITY.fields() {
        let found = error(&format!("{name} {value}\n"), "");
        assert!(matches!(found.fault, Fault::Unexpected { .. }), "{name}");
    }
    let text = sample().replace("record made for a test\nrecord in two lines\n", "");
    let found = read(&text).unwrap_err();
    assert!(matches!(found.fault, Fault::Unexpected { .. }));
}

#[test]
fn swapped_sections_are_refused() {
    let text = "section mine 5\n1 -2 3\n4 5\nsection theirs 2\n-3000 3000\n";
    let swapped = "section theirs 2\n-3000 3000\nsection mine 5\n1 -2 3\n4 5\n";
    let found = error(text, swapped);
    let message = "line 9: expected `section mine 5`, found `section theirs 2`";
    assert_eq!(found.to_string(), message);
}

#[test]
fn another_count_is_refused() {
    let found = error("section mine 5", "section mine 4");
    assert!(matches!(found.fault, Fault::Unexpected { .. }));
}

#[test]
fn files_truncated_at_any_line_are_refused() {
    let text = sample();
    let lines: Vec<&str> = text.lines().collect();
    for count in 0..lines.len() {
        let found = read(&lines[..count].join("\n")).unwrap_err();
        assert!(matches!(found.fault, Fault::Truncated(_)), "{count}");
        assert_eq!(found.line, count + 1);
    }
}

#[test]
fn files_truncated_within_a_line_are_refused() {
    let text = sample();
    for length in 0..text.len() {
        assert!(read(&text[..length]).is_err(), "{length}");
    }
}

#[test]
fn sections_with_too_few_values_are_refused() {
    let found = error("4 5\n", "4\n");
    let fault = Fault::NotANumber {
        section: "mine",
        word: "section".to_string(),
    };
    assert_eq!(found.fault, fault);
    assert_eq!(found.line, 12);
}

#[test]
fn sections_with_too_many_values_are_refused() {
    for (from, to) in [("4 5\n", "4 5 6\n"), ("-3000 3000\n", "-3000 3000 1\n")] {
        let found = error(from, to);
        assert!(matches!(found.fault, Fault::TooManyValues { .. }), "{to}");
    }
    let found = error("4 5\n", "4 5\n6\n");
    assert!(matches!(found.fault, Fault::Unexpected { .. }));
}

#[test]
fn trailing_data_is_refused() {
    for extra in ["1\n", "\n", "section more 1\n1\n", "# remark\n"] {
        let found = read(&(sample() + extra)).unwrap_err();
        assert_eq!(found.fault, Fault::TrailingData, "{extra:?}");
        assert_eq!(found.line, 14);
    }
}

#[test]
fn values_out_of_range_are_refused() {
    for value in [3001, -3001, 32768, 40_000_000_000] {
        let found = error("-3000 3000", &format!("{value} 3000"));
        assert_eq!(found.fault, Fault::OutOfRange(value));
        assert_eq!(found.line, 13);
    }
}

#[test]
fn words_that_are_not_integers_are_refused() {
    for word in ["x", "1.5", "", "99999999999999999999"] {
        let found = error("1 -2 3", &format!("1 {word} 3"));
        assert!(matches!(found.fault, Fault::NotANumber { .. }), "{word}");
    }
}
