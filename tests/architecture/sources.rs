//! The source files of the crate and the module paths they mention.

use std::fs;
use std::path::Path;

/// A path from the crate's root, such as `["board", "notation", "parse_point"]`.
pub type ModulePath = Vec<String>;

/// A source file of the library or the program.
pub struct Source {
    /// Path below `src` without the extension, in parts.
    pub parts: Vec<String>,
    /// The text without comments and literals.
    pub code: String,
}

/// A path that a file mentions.
pub struct Mention {
    /// The path from the crate's root.
    pub path: ModulePath,
    /// True if it is mentioned in an inline module, which are all unit tests.
    pub in_tests: bool,
}

impl Source {
    /// A file at that path below `src`, without the extension.
    pub fn new(path: &str, text: &str) -> Source {
        Source {
            parts: path.split('/').map(String::from).collect(),
            code: without_comments_and_literals(text),
        }
    }

    /// The path below `src` without the extension.
    pub fn name(&self) -> String {
        self.parts.join("/")
    }

    /// The top-level module that the file belongs to.
    pub fn module(&self) -> &str {
        &self.parts[0]
    }

    /// True for `lib.rs` and `main.rs`, which belong to no module.
    pub fn is_root(&self) -> bool {
        ["lib", "main"].contains(&self.module())
    }

    /// The path of the module that the file defines.
    pub fn module_path(&self) -> &[String] {
        match self.parts.last().map(String::as_str) {
            Some("mod") => &self.parts[..self.parts.len() - 1],
            _ => &self.parts,
        }
    }

    /// All paths in the file that begin with `crate::` or `super::`.
    pub fn mentions(&self) -> Vec<Mention> {
        let inline = inline_modules(&self.code);
        let mut mentions = Vec::new();
        for start in ["crate::", "super::"] {
            for (at, _) in self.code.match_indices(start) {
                if self.code[..at].ends_with("super::") {
                    continue;
                }
                let nested = inline.iter().filter(|span| span.contains(&at)).count();
                let rest = self.code[at..].trim_start_matches("super::");
                let ups = (self.code.len() - at - rest.len()) / "super::".len();
                let base = match rest.strip_prefix("crate::") {
                    Some(_) if ups == 0 => Vec::new(),
                    _ => match self.ancestor(nested, ups) {
                        Some(base) => base,
                        None => continue,
                    },
                };
                let rest = rest.strip_prefix("crate::").unwrap_or(rest);
                let found = use_tree(rest).into_iter().map(|(path, _)| Mention {
                    path: [base.clone(), path].concat(),
                    in_tests: nested > 0,
                });
                mentions.extend(found);
            }
        }
        mentions
    }

    /// The module `ups` levels above code that is `nested` inline modules deep.
    fn ancestor(&self, nested: usize, ups: usize) -> Option<ModulePath> {
        let mut path = self.module_path().to_vec();
        path.extend(vec!["tests".to_string(); nested]);
        path.truncate(path.len().checked_sub(ups)?);
        Some(path)
    }

    /// The child modules' items that the file re-exports: name and path.
    pub fn reexports(&self) -> Vec<(String, ModulePath)> {
        let mut found = Vec::new();
        for start in ["pub use ", "pub(crate) use ", "pub(super) use "] {
            for (at, _) in self.code.match_indices(start) {
                for (path, name) in use_tree(&self.code[at + start.len()..]) {
                    found.push((name, [self.module_path().to_vec(), path].concat()));
                }
            }
        }
        found
    }
}

/// All source files of the crate.
pub fn all() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let sources: Vec<Source> = rust_files("src")
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("UTF-8");
            let below = path.strip_prefix(&root).expect("a path below src");
            let below = below
                .with_extension("")
                .to_string_lossy()
                .replace('\\', "/");
            Source::new(&below, &text)
        })
        .collect();
    assert!(sources.len() > 5, "the source files are missing");
    sources
}

/// The Rust files below a folder of the package.
pub fn rust_files(folder: &str) -> Vec<std::path::PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The code without comments, strings and character literals.
fn without_comments_and_literals(text: &str) -> String {
    let mut code = String::new();
    let mut in_string = false;
    for line in text.lines() {
        let chars: Vec<char> = line.chars().collect();
        let mut at = 0;
        while at < chars.len() {
            let next = |offset: usize| chars.get(at + offset).copied();
            match chars[at] {
                '\\' if in_string => at += 1,
                '"' => in_string = !in_string,
                '\'' if !in_string && next(1) == Some('\\') => {
                    let end = chars.iter().skip(at + 3).position(|c| *c == '\'');
                    at += 3 + end.unwrap_or(0);
                }
                '\'' if !in_string && next(2) == Some('\'') => at += 2,
                '/' if !in_string && next(1) == Some('/') => break,
                c if !in_string => code.push(c),
                _ => {}
            }
            at += 1;
        }
        code.push('\n');
    }
    code
}

/// Where the code has modules in braces.
fn inline_modules(code: &str) -> Vec<std::ops::Range<usize>> {
    let mut spans = Vec::new();
    for (at, _) in code.match_indices("mod ") {
        let name = code[at + 4..].trim_start_matches(is_name);
        let start = code.len() - name.len();
        if !name.starts_with(" {") || code[..at].ends_with(is_name) {
            continue;
        }
        let mut depth = 0;
        let end = code[start..].char_indices().find(|(_, c)| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            *c == '}' && depth == 0
        });
        spans.push(start..end.map_or(code.len(), |(length, _)| start + length));
    }
    spans
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The paths of a `use` tree or of a path in an expression, each with the name
/// that it introduces: `a::{b, c as d}` is `a::b` named `b` and `a::c` named `d`.
fn use_tree(text: &str) -> Vec<(ModulePath, String)> {
    let mut paths = Vec::new();
    walk(text, &mut Vec::new(), &mut paths);
    paths
}

/// Reads one tree and returns the text after it.
fn walk<'a>(
    text: &'a str,
    prefix: &mut ModulePath,
    paths: &mut Vec<(ModulePath, String)>,
) -> &'a str {
    let text = text.trim_start();
    if let Some(mut group) = text.strip_prefix('{') {
        loop {
            group = walk(group, prefix, paths).trim_start();
            let Some(rest) = group.strip_prefix(',') else {
                return group.strip_prefix('}').unwrap_or(group);
            };
            group = rest.trim_start();
            if let Some(rest) = group.strip_prefix('}') {
                return rest;
            }
        }
    }
    let rest = text.trim_start_matches(is_name);
    let name = &text[..text.len() - rest.len()];
    if !name.is_empty() && name != "self" {
        prefix.push(name.to_string());
    }
    let pushed = usize::from(!name.is_empty() && name != "self");
    let after = match rest.strip_prefix("::") {
        Some(rest) => walk(rest, prefix, paths),
        None => {
            let alias = rest.strip_prefix(" as ");
            let after = alias.map_or(rest, |alias| alias.trim_start_matches(is_name));
            let alias = alias.map(|alias| alias[..alias.len() - after.len()].to_string());
            let own = prefix.last().cloned().unwrap_or_default();
            paths.push((prefix.clone(), alias.unwrap_or(own)));
            after.strip_prefix('*').unwrap_or(after)
        }
    };
    prefix.truncate(prefix.len() - pushed);
    after
}
