//! The source files of the crate, parsed: the module paths they mention, what they
//! re-export, their functions, and the names that they use.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, Meta, UseTree, Visibility};

/// A path from the crate's root, such as `["board", "notation", "parse_point"]`.
pub type ModulePath = Vec<String>;

/// A source file of the library or the program.
pub struct Source {
    /// Path below `src` without the extension, in parts.
    pub parts: Vec<String>,
    /// All paths in the file that begin with `crate::` or `super::`.
    pub mentions: Vec<Mention>,
    /// The child modules' items that the file re-exports: name and path.
    pub reexports: Vec<(String, ModulePath)>,
    /// The functions with a body, and their lengths in lines from the signature to the
    /// closing brace.
    pub functions: Vec<(String, usize)>,
    /// The macros and functions that are called by name, such as `println!` and `stdout()`.
    pub calls: BTreeSet<String>,
    /// All names outside of comments and texts, those in attributes and macros as well.
    pub names: BTreeSet<String>,
    /// The paths of `use` outside unit tests that do not begin with `crate` or `super`.
    pub outside: Vec<ModulePath>,
    /// Floating-point types and literals outside unit tests.
    pub floats: Vec<String>,
}

/// A path that a file mentions.
pub struct Mention {
    /// The path from the crate's root.
    pub path: ModulePath,
    /// True if it is mentioned in unit tests.
    pub in_tests: bool,
}

impl Source {
    /// A file at that path below `src`, without the extension.
    ///
    /// # Panics
    /// If the text is not Rust.
    pub fn new(path: &str, text: &str) -> Source {
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut source = Source {
            parts: path.split('/').map(String::from).collect(),
            mentions: Vec::new(),
            reexports: Vec::new(),
            functions: Vec::new(),
            calls: BTreeSet::new(),
            names: BTreeSet::new(),
            outside: Vec::new(),
            floats: Vec::new(),
        };
        source.read(&file, text);
        source
    }

    /// Fills the fields from the parsed text.
    fn read(&mut self, file: &File, text: &str) {
        let mut reader = Reader {
            module: self.module_path().to_vec(),
            in_tests: 0,
            source: self,
        };
        reader.visit_file(file);
        let tokens: TokenStream = text.parse().expect("a parsed text has tokens");
        add_names(tokens.clone(), &mut self.names);
        add_calls(tokens, &mut self.calls);
    }

    /// True if an item of the standard library is imported outside unit tests.
    pub fn uses_std(&self, path: &[&str]) -> bool {
        let is_it = |used: &ModulePath| used[0] == "std" && used[1..] == *path;
        self.outside.iter().any(is_it)
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
}

/// Walks through a file and collects what a [`Source`] knows.
struct Reader<'a> {
    source: &'a mut Source,
    /// The module that is being read, which may be inside the file.
    module: ModulePath,
    /// How many enclosing items are only compiled for unit tests.
    in_tests: usize,
}

impl Reader<'_> {
    /// Adds a path if it begins with `crate` or `super`.
    fn mention(&mut self, path: &[String]) {
        let ups = path.iter().take_while(|name| *name == "super").count();
        let base = match path.first().map(String::as_str) {
            Some("crate") => &[],
            Some("super") => match self.module.len().checked_sub(ups) {
                Some(depth) => &self.module[..depth],
                None => return,
            },
            _ => return,
        };
        self.source.mentions.push(Mention {
            path: [base, &path[ups.max(1)..]].concat(),
            in_tests: self.in_tests > 0,
        });
    }

    /// Reads the tokens of a macro's arguments, which are not parsed.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match &token {
                TokenTree::Punct(mark) if mark.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.mention(&std::mem::take(&mut path));
                    }
                    let name = name.to_string();
                    self.float(&name);
                    path.push(name);
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Literal(literal) => self.float_literal(&literal.to_string()),
                TokenTree::Punct(_) => {}
            }
            if !matches!(token, TokenTree::Ident(_)) {
                self.mention(&std::mem::take(&mut path));
            }
            colons = 0;
        }
        self.mention(&path);
    }

    /// Notes a floating-point type.
    fn float(&mut self, name: &str) {
        if self.in_tests == 0 && ["f32", "f64"].contains(&name) {
            self.source.floats.push(name.to_string());
        }
    }

    /// Notes a literal if it is a floating-point number.
    fn float_literal(&mut self, text: &str) {
        if self.in_tests == 0 && syn::parse_str::<syn::LitFloat>(text).is_ok() {
            self.source.floats.push(text.to_string());
        }
    }

    /// Adds a function. Attributes and documentation do not count.
    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let start = signature.span().start().line;
        let end = block.span().end().line;
        let name = signature.ident.to_string();
        self.source.functions.push((name, end + 1 - start));
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let is_test = attributes(item).iter().any(is_for_tests);
        self.in_tests += usize::from(is_test);
        visit::visit_item(self, item);
        self.in_tests -= usize::from(is_test);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut paths = Vec::new();
        walk(&item.tree, &mut Vec::new(), &mut paths);
        for (path, name) in paths {
            self.mention(&path);
            let is_relative = !["crate", "super"].contains(&path[0].as_str());
            if is_relative && self.in_tests == 0 {
                self.source.outside.push(path.clone());
            }
            if is_relative && !matches!(item.vis, Visibility::Inherited) {
                let target = [self.module.clone(), path].concat();
                self.source.reexports.push((name, target));
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        self.mention(&names);
        names.iter().for_each(|name| self.float(name));
        visit::visit_path(self, path);
    }

    /// `pub(in path)` and `pub(super)` are not uses.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        visit::visit_macro(self, called);
        self.tokens(called.tokens.clone());
    }

    fn visit_lit_float(&mut self, literal: &'ast syn::LitFloat) {
        self.float_literal(&literal.to_string());
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.sig, &item.block);
        let is_test = item.attrs.iter().any(is_for_tests);
        self.in_tests += usize::from(is_test);
        visit::visit_impl_item_fn(self, item);
        self.in_tests -= usize::from(is_test);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }
}

/// The attributes of an item; none for kinds that unit tests do not need.
fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// True for `#[cfg(test)]`.
fn is_for_tests(attribute: &Attribute) -> bool {
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => list.tokens.to_string() == "test",
        _ => false,
    }
}

/// Collects the paths of a `use` tree, each with the name that it introduces:
/// `a::{b, c as d}` is `a::b` named `b` and `a::c` named `d`.
fn walk(tree: &UseTree, prefix: &mut ModulePath, paths: &mut Vec<(ModulePath, String)>) {
    let mut add = |name: &str, alias: &str| {
        let mut path = prefix.clone();
        if name != "self" {
            path.push(name.to_string());
        }
        let alias = if alias == "self" {
            path.last().cloned()
        } else {
            Some(alias.to_string())
        };
        paths.push((path, alias.unwrap_or_default()));
    };
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            walk(&path.tree, prefix, paths);
            prefix.pop();
        }
        UseTree::Name(name) => add(&name.ident.to_string(), &name.ident.to_string()),
        UseTree::Rename(name) => add(&name.ident.to_string(), &name.rename.to_string()),
        UseTree::Glob(_) => {
            paths.push((prefix.clone(), prefix.last().cloned().unwrap_or_default()))
        }
        UseTree::Group(group) => group
            .items
            .iter()
            .for_each(|tree| walk(tree, prefix, paths)),
    }
}

/// Adds all names in tokens.
fn add_names(tokens: TokenStream, names: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => drop(names.insert(name.to_string())),
            TokenTree::Group(group) => add_names(group.stream(), names),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Adds the macros and functions that are called in tokens, in macros as well.
fn add_calls(tokens: TokenStream, calls: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match (token, tokens.get(at + 1)) {
            (TokenTree::Ident(name), Some(TokenTree::Punct(mark))) if mark.as_char() == '!' => {
                calls.insert(format!("{name}!"));
            }
            (TokenTree::Ident(name), Some(TokenTree::Group(_))) => {
                calls.insert(format!("{name}()"));
            }
            (TokenTree::Group(group), _) => add_calls(group.stream(), calls),
            _ => {}
        }
    }
}

/// All source files of the crate.
pub fn all() -> &'static [Source] {
    static SOURCES: OnceLock<Vec<Source>> = OnceLock::new();
    SOURCES.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let sources: Vec<Source> = rust_files("src")
            .into_iter()
            .map(|path| {
                let text = fs::read_to_string(&path).expect("UTF-8");
                let below = path.strip_prefix(&root).expect("a path below src");
                let below = below.with_extension("");
                Source::new(&below.to_string_lossy().replace('\\', "/"), &text)
            })
            .collect();
        assert!(sources.len() > 5, "the source files are missing");
        sources
    })
}

/// The Rust files below a folder of the package.
pub fn rust_files(folder: &str) -> Vec<PathBuf> {
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
