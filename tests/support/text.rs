//! What the program prints, taken apart: fields of its text and elements of its pictures.

use roxmltree::Document;

/// The value of a line `name: value`, if there is one.
pub fn find_field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let value = |line: &'a str| line.strip_prefix(name)?.strip_prefix(':');
    text.lines().find_map(value).map(str::trim)
}

/// The value of a line `name: value`, which must exist.
#[track_caller]
pub fn field<'a>(text: &'a str, name: &str) -> &'a str {
    find_field(text, name).unwrap_or_else(|| panic!("no `{name}` in\n{text}"))
}

/// A picture, which must be well-formed.
pub fn picture(svg: &str) -> Document<'_> {
    Document::parse(svg).unwrap_or_else(|error| panic!("{error}:\n{svg}"))
}

/// The texts of the elements of a picture with this class, in order. `tag` is the kind of
/// element, such as `circle`, or empty for all kinds.
pub fn elements(svg: &str, tag: &str, class: &str) -> Vec<String> {
    let document = picture(svg);
    let fits = |node: &roxmltree::Node| {
        node.attribute("class") == Some(class) && (tag.is_empty() || node.has_tag_name(tag))
    };
    let nodes = document.descendants().filter(fits);
    nodes
        .map(|node| node.text().unwrap_or("").to_string())
        .collect()
}
