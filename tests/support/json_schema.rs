//! Checks JSON documents against the part of JSON Schema that the program uses. An unknown keyword
//! is an error.

use serde_json::{Map, Value};

/// A schema with its definitions.
pub struct Schema {
    root: Value,
}

impl Schema {
    /// The schema in the output of `help json`.
    pub fn in_help(text: &str) -> Schema {
        let start = text.find("\n{\n").expect("a line `{`");
        let root = serde_json::from_str(&text[start..]).expect("the schema is JSON");
        Schema { root }
    }

    /// The first way in which a document differs from the schema, with the path to it.
    pub fn check(&self, document: &Value) -> Result<(), String> {
        self.value(&self.root, document, "")
    }

    /// The same for the definition with this name.
    pub fn check_as(&self, name: &str, document: &Value) -> Result<(), String> {
        self.value(&self.root["$defs"][name], document, "")
    }

    /// Checks a value against a part of the schema.
    fn value(&self, schema: &Value, value: &Value, path: &str) -> Result<(), String> {
        let schema = schema.as_object().expect("a schema is an object");
        for (keyword, wanted) in schema {
            self.keyword(schema, keyword, wanted, value, path)
                .map_err(|error| {
                    if error.starts_with('/') {
                        error
                    } else {
                        format!("{path}/: {error}")
                    }
                })?;
        }
        Ok(())
    }

    /// Checks a value against one keyword of a schema.
    fn keyword(
        &self,
        schema: &Map<String, Value>,
        keyword: &str,
        wanted: &Value,
        value: &Value,
        path: &str,
    ) -> Result<(), String> {
        let count = |value: &Value| value.as_array().map_or(0, Vec::len) as f64;
        let holds = match keyword {
            "$schema" | "$defs" | "title" | "description" => true,
            "$ref" => return self.value(self.definition(wanted), value, path),
            "type" => match wanted {
                Value::Array(types) => types.iter().any(|name| is_of_type(value, name)),
                name => is_of_type(value, name),
            },
            "const" => wanted == value,
            "enum" => list(wanted).contains(value),
            "oneOf" => return self.one_of(list(wanted), value, path),
            "minimum" => value.as_f64().is_none_or(|found| found >= number(wanted)),
            "maximum" => value.as_f64().is_none_or(|found| found <= number(wanted)),
            "minItems" => !value.is_array() || count(value) >= number(wanted),
            "maxItems" => !value.is_array() || count(value) <= number(wanted),
            "items" => {
                for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.value(wanted, item, &format!("{path}/{at}"))?;
                }
                true
            }
            "properties" => {
                for (name, wanted) in wanted.as_object().expect("properties by name") {
                    if let Some(found) = value.get(name) {
                        self.value(wanted, found, &format!("{path}/{name}"))?;
                    }
                }
                true
            }
            "required" => {
                let names = list(wanted)
                    .iter()
                    .map(|name| name.as_str().expect("a name"));
                let missing: Vec<&str> = names
                    .filter(|name| value.is_object() && value.get(name).is_none())
                    .collect();
                if !missing.is_empty() {
                    return Err(format!("{missing:?} missing"));
                }
                true
            }
            "additionalProperties" => {
                assert_eq!(wanted, false, "other values are not known");
                let known = schema["properties"].as_object().expect("properties");
                let names = value.as_object().into_iter().flat_map(Map::keys);
                let unknown: Vec<&String> =
                    names.filter(|name| !known.contains_key(*name)).collect();
                if !unknown.is_empty() {
                    return Err(format!("{unknown:?} unknown"));
                }
                true
            }
            unknown => panic!("the keyword `{unknown}` is not known"),
        };
        if holds {
            Ok(())
        } else {
            Err(format!("{value} is against {keyword} {wanted}"))
        }
    }

    /// The schema to which a reference points.
    fn definition(&self, reference: &Value) -> &Value {
        let name = reference
            .as_str()
            .and_then(|name| name.strip_prefix("#/$defs/"));
        let name = name.expect("a reference to a definition");
        self.root["$defs"]
            .get(name)
            .unwrap_or_else(|| panic!("no definition of `{name}`"))
    }

    /// Exactly one schema of a list must hold.
    fn one_of(&self, schemas: &[Value], value: &Value, path: &str) -> Result<(), String> {
        let results = schemas.iter().map(|schema| self.value(schema, value, path));
        let errors: Vec<String> = results.filter_map(Result::err).collect();
        match schemas.len() - errors.len() {
            1 => Ok(()),
            holding => Err(format!("{path}/: {holding} of oneOf hold; {errors:?}")),
        }
    }
}

/// The elements of an array of a schema.
fn list(value: &Value) -> &[Value] {
    value.as_array().expect("an array")
}

/// A number of a schema.
fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// True if a value is of the type with this name.
fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("the name of a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        unknown => panic!("the type `{unknown}` is not known"),
    }
}
