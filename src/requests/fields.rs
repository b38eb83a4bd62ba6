//! The fields of a JSON object. Each is read when it is asked for, so that an error can name it;
//! fields that nothing has asked for are known to be unused.

use std::collections::HashSet;
use std::fmt;
use std::time::Duration;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::limits::{MAX_DEPTH, MAX_FIELDS, MAX_TIME};

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The name of the field, if it is in one.
    pub field: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl FieldError {
    /// An error in a field.
    pub fn of(field: &str, message: impl Into<String>) -> FieldError {
        FieldError {
            field: Some(field.to_string()),
            message: message.into(),
        }
    }

    /// An error that is in no field.
    pub fn new(message: impl Into<String>) -> FieldError {
        FieldError {
            field: None,
            message: message.into(),
        }
    }
}

/// The fields of an object that have not been read yet.
pub struct Fields<'a> {
    fields: Vec<(String, &'a RawValue)>,
}

impl<'a> Fields<'a> {
    /// The fields of the object in a line. [`Fields::check`] says whether they can be read.
    ///
    /// # Errors
    /// If the line is not a JSON object.
    pub fn parse(line: &'a [u8]) -> Result<Fields<'a>, FieldError> {
        let text = std::str::from_utf8(line).map_err(|error| {
            let at = error.valid_up_to() + 1;
            FieldError::new(format!("the line is not UTF-8 at byte {at}"))
        })?;
        if !text.trim_start().starts_with('{') {
            return Err(FieldError::new("a request is a JSON object: {...}"));
        }
        let Entries(fields) = serde_json::from_str(text)
            .map_err(|error| FieldError::new(format!("not valid JSON: {error}")))?;
        Ok(Fields { fields })
    }

    /// Checks what has to hold before the values are read.
    ///
    /// # Errors
    /// If there are too many fields, or one is nested too deeply or given twice.
    pub fn check(&self) -> Result<(), FieldError> {
        if self.fields.len() > MAX_FIELDS {
            let message = format!("a request has at most {MAX_FIELDS} fields");
            return Err(FieldError::new(message));
        }
        let mut names = HashSet::new();
        for (name, value) in &self.fields {
            if !names.insert(name) {
                return Err(FieldError::of(name, "the field is given twice"));
            }
            // The object of the request is a level as well. Splitting it into fields is not
            // recursive, but reading a value is.
            if depth(value.get().as_bytes()) >= MAX_DEPTH {
                let message = format!("objects and lists are nested more than {MAX_DEPTH} deep");
                return Err(FieldError::of(name, message));
            }
        }
        Ok(())
    }

    /// A field that is given once, as it is written; `None` if it is missing, `null`, or given
    /// several times.
    pub fn only(&self, name: &str) -> Option<&'a RawValue> {
        let mut found = self.fields.iter().filter(|(other, _)| other == name);
        let (_, value) = found.next().filter(|_| found.next().is_none())?;
        (value.get() != "null").then_some(value)
    }

    /// Takes a field as it is written; `None` if it is missing or `null`.
    pub fn take(&mut self, name: &str) -> Option<&'a RawValue> {
        let at = self.fields.iter().position(|(other, _)| other == name)?;
        let (_, value) = self.fields.remove(at);
        (value.get() != "null").then_some(value)
    }

    /// Takes a field of a type. `expected` says in the error what it has to be.
    ///
    /// # Errors
    /// If it has another type, or `check` refuses it.
    pub fn value<T: Deserialize<'a>>(
        &mut self,
        name: &str,
        expected: &str,
        check: impl Fn(&T) -> bool,
    ) -> Result<Option<T>, FieldError> {
        let Some(value) = self.take(name) else {
            return Ok(None);
        };
        let read: Option<T> = serde_json::from_str(value.get()).ok();
        match read.filter(check) {
            Some(value) => Ok(Some(value)),
            None => Err(FieldError::of(name, format!("expected {expected}"))),
        }
    }

    /// Takes `true` or `false`; a missing one is false.
    ///
    /// # Errors
    /// If it is anything else.
    pub fn switch(&mut self, name: &str) -> Result<bool, FieldError> {
        let value = self.value(name, "true or false", |_: &bool| true)?;
        Ok(value.unwrap_or(false))
    }

    /// Takes a time in seconds.
    ///
    /// # Errors
    /// If it is not a number, not positive, or longer than a day.
    pub fn seconds(&mut self, name: &str) -> Result<Option<Duration>, FieldError> {
        let expected = "a number of seconds, more than 0 and at most 86400";
        let in_range = |seconds: &f64| *seconds > 0.0 && *seconds <= MAX_TIME;
        let seconds = self.value(name, expected, in_range)?;
        Ok(seconds.map(Duration::from_secs_f64))
    }

    /// The names of the fields that nobody has taken.
    pub fn unknown(&self) -> Vec<&str> {
        self.fields.iter().map(|(name, _)| name.as_str()).collect()
    }
}

/// The fields of an object in their order.
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;

        impl<'de> Visitor<'de> for Collect {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    fields.push(entry);
                }
                Ok(Entries(fields))
            }
        }

        deserializer.deserialize_map(Collect)
    }
}

/// How deep objects and lists are nested in a text, whether it is valid or not.
fn depth(text: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    let mut in_string = false;
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => in_string = !in_string,
            b'\\' if in_string => drop(bytes.next()),
            b'{' | b'[' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_taken_once_and_null_is_missing() {
        let line = br#"{"a": [1, 2], "b": null, "c": true, "d": 1}"#;
        let mut fields = Fields::parse(line).unwrap();
        assert_eq!(fields.take("a").unwrap().get(), "[1, 2]");
        assert!(fields.take("a").is_none() && fields.take("b").is_none());
        assert_eq!(fields.switch("c"), Ok(true));
        assert_eq!(fields.switch("e"), Ok(false));
        assert_eq!(fields.unknown(), ["d"]);
        let error = fields.switch("d").unwrap_err();
        assert_eq!(error, FieldError::of("d", "expected true or false"));
    }

    #[test]
    fn brackets_in_strings_do_not_count() {
        assert_eq!(depth(br#"{"a": "[[[\"{", "b": [[1], {}]}"#), 3);
        assert_eq!(depth(b"]]]["), 1);
    }

    #[test]
    fn the_deepest_nesting_is_that_of_the_limit() {
        // The object is the first level.
        for (depth, is_read) in [(31, true), (32, false), (100_000, false)] {
            let line = format!("{{\"a\": {}{}}}", "[".repeat(depth), "]".repeat(depth));
            let fields = Fields::parse(line.as_bytes()).unwrap();
            let found = fields.check().map_err(|error| error.field);
            assert_eq!(found.is_ok(), is_read, "{depth}");
            assert_eq!(found.err(), (!is_read).then(|| Some("a".to_string())));
        }
    }

    #[test]
    fn times_are_positive_numbers() {
        for bad in [
            "0", "-1", "1e99", "86400.1", "\"1\"", "[]", "true", "1e-400",
        ] {
            let line = format!("{{\"time\": {bad}}}");
            let error = Fields::parse(line.as_bytes()).and_then(|mut f| f.seconds("time"));
            assert_eq!(error.unwrap_err().field.as_deref(), Some("time"), "{bad}");
        }
        let mut fields = Fields::parse(b"{\"time\": 0.25}").unwrap();
        assert_eq!(fields.seconds("time"), Ok(Some(Duration::from_millis(250))));
    }
}
