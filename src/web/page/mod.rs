//! The files of the page, which are part of the program. Nothing is loaded from elsewhere.

/// A file of the page.
pub struct File {
    /// Its path on the server.
    path: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// Its content.
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// All files.
static FILES: [File; 38] = [
    file("/", HTML, include_str!("index.html")),
    file("/tokens.css", CSS, include_str!("tokens.css")),
    file("/style.css", CSS, include_str!("style.css")),
    file("/panel.css", CSS, include_str!("panel.css")),
    file("/board.css", CSS, include_str!("board.css")),
    file("/games.css", CSS, include_str!("games.css")),
    file("/icon.svg", SVG, include_str!("icon.svg")),
    file("/main.js", SCRIPT, include_str!("main.js")),
    file("/bar.js", SCRIPT, include_str!("bar.js")),
    file("/board.js", SCRIPT, include_str!("board.js")),
    file("/connection.js", SCRIPT, include_str!("connection.js")),
    file("/dom.js", SCRIPT, include_str!("dom.js")),
    file("/drill.js", SCRIPT, include_str!("drill.js")),
    file("/explorer.js", SCRIPT, include_str!("explorer.js")),
    file("/forms.js", SCRIPT, include_str!("forms.js")),
    file("/games.js", SCRIPT, include_str!("games.js")),
    file("/gear.js", SCRIPT, include_str!("gear.js")),
    file("/graph.js", SCRIPT, include_str!("graph.js")),
    file("/icons.js", SCRIPT, include_str!("icons.js")),
    file("/join.js", SCRIPT, include_str!("join.js")),
    file("/keys.js", SCRIPT, include_str!("keys.js")),
    file("/lines.js", SCRIPT, include_str!("lines.js")),
    file("/menus.js", SCRIPT, include_str!("menus.js")),
    file("/newgame.js", SCRIPT, include_str!("newgame.js")),
    file("/panel.js", SCRIPT, include_str!("panel.js")),
    file("/players.js", SCRIPT, include_str!("players.js")),
    file("/proof.js", SCRIPT, include_str!("proof.js")),
    file("/puzzles.js", SCRIPT, include_str!("puzzles.js")),
    file("/review.js", SCRIPT, include_str!("review.js")),
    file("/rules.js", SCRIPT, include_str!("rules.js")),
    file("/server.js", SCRIPT, include_str!("server.js")),
    file("/share.js", SCRIPT, include_str!("share.js")),
    file("/study.js", SCRIPT, include_str!("study.js")),
    file("/tree.js", SCRIPT, include_str!("tree.js")),
    file("/turned.js", SCRIPT, include_str!("turned.js")),
    file("/voice.js", SCRIPT, include_str!("voice.js")),
    file("/why.js", SCRIPT, include_str!("why.js")),
    file("/wood.js", SCRIPT, include_str!("wood.js")),
];

/// Shortens the table of files.
const fn file(path: &'static str, media_type: &'static str, text: &'static str) -> File {
    File {
        path,
        media_type,
        text,
    }
}

/// The file at a path of the server.
pub fn file_at(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small() {
        let bytes: usize = FILES.iter().map(|file| file.text.len()).sum();
        assert!(bytes < 250_000, "{bytes}");
    }

    #[test]
    fn every_file_that_is_loaded_exists_and_none_is_elsewhere() {
        for file in &FILES {
            for part in file.text.split('"').filter(|part| part.ends_with(".js")) {
                let path = format!("/{}", part.trim_start_matches(['.', '/']));
                assert!(file_at(&path).is_some(), "{}: {part}", file.path);
            }
            let elsewhere = ["https://", "//cdn", "@import", "innerHTML", "eval("];
            for word in elsewhere {
                assert!(!file.text.contains(word), "{}: {word}", file.path);
            }
        }
    }
}
