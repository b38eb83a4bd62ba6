//! The server of the board. `scripts/check-board` plays at it in a browser.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Stdio};

use crate::support::folder::Folder;
use crate::support::program;

/// A running server. Games are saved to the folder.
struct Server {
    process: Child,
    /// Its standard output. If this were closed, the server would end.
    _printed: BufReader<ChildStdout>,
    port: u16,
    token: String,
}

impl Server {
    fn start(folder: &Folder, arguments: &[&str]) -> Server {
        let mut command = program::command();
        command.args(["board", "--no-open"]).args(arguments);
        command.env("XDG_DATA_HOME", folder.path(""));
        let mut process = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut printed = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut line = String::new();
        printed.read_line(&mut line).expect("text");
        let address = line
            .trim_end()
            .strip_prefix("The board is at http://127.0.0.1:");
        let (port, token) = address
            .and_then(|rest| rest.split_once("/#owner="))
            .unwrap_or_else(|| panic!("{line}"));
        Server {
            process,
            _printed: printed,
            port: port.parse().expect("a port"),
            token: token.to_string(),
        }
    }

    /// The answers to requests, of which the last one closes the connection.
    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }

    /// Posts an action as the owner. Returns the status line and the body.
    fn act(&self, action: &str) -> String {
        let host = format!("127.0.0.1:{}", self.port);
        self.ask(&format!(
            "POST /api/act HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             X-Goshawk-Token: {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{action}",
            self.token,
            action.len()
        ))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_page_is_served_and_a_game_is_saved() {
    let folder = Folder::new();
    let server = Server::start(&folder, &["--level", "1"]);
    let page = server.ask(&format!(
        "GET / HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n",
        server.port
    ));
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(page.contains("default-src 'none'"), "{page}");
    assert!(page.contains("<!doctype html>"), "{page}");
    let moved = server.act(r#"{"action":"move","x":7,"y":7,"ply":0}"#);
    assert!(moved.starts_with("HTTP/1.1 204"), "{moved}");
    let again = server.act(r#"{"action":"move","x":7,"y":7,"ply":0}"#);
    assert!(again.starts_with("HTTP/1.1 409"), "{again}");
    let saved = std::fs::read_to_string(folder.path("goshawk/game-1.sgf")).expect("a saved game");
    assert!(saved.contains(";B[hh]"), "{saved}");
    let exported = server.act(r#"{"action":"export"}"#);
    assert!(exported.contains(";B[hh]"), "{exported}");
}

#[test]
fn requests_follow_each_other_on_one_connection() {
    let folder = Folder::new();
    let server = Server::start(&folder, &[]);
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
    let mut answers = BufReader::new(stream.try_clone().expect("a stream"));
    let get = |path: &str, field: &str| {
        format!(
            "GET {path} HTTP/1.1\r\nHost: localhost:{}\r\n{field}\r\n",
            server.port
        )
    };
    for path in ["/", "/main.js", "/none", "/style.css"] {
        stream
            .write_all(get(path, "").as_bytes())
            .expect("it reads");
        let (mut head, mut length) = (String::new(), 0);
        while !head.ends_with("\r\n\r\n") {
            answers.read_line(&mut head).expect("an answer");
        }
        assert!(!head.contains("Connection: close"), "{head}");
        if let Some((_, rest)) = head.split_once("Content-Length: ") {
            length = rest.lines().next().and_then(|n| n.parse().ok()).unwrap();
        }
        let mut body = vec![0; length];
        answers.read_exact(&mut body).expect("a body");
        assert_eq!(length > 0, path != "/none", "{path}: {head}");
    }
    // Two requests at once are not both answered: the connection ends after the first.
    let two = get("/", "") + &get("/main.js", "");
    stream.write_all(two.as_bytes()).expect("it reads");
    let mut rest = String::new();
    answers.read_to_string(&mut rest).expect("the end");
    assert_eq!(rest.matches("HTTP/1.1 200").count(), 1, "{rest}");
    assert!(rest.contains("Connection: close"), "{rest}");
}

#[test]
fn a_saved_game_is_continued() {
    let folder = Folder::new();
    let game = folder.write("game.sgf", "(;FF[4]GM[4]SZ[15]RU[Renju];B[hh];W[hg])");
    let server = Server::start(&folder, &[&game]);
    let exported = server.act(r#"{"action":"export"}"#);
    assert!(
        exported.contains(";B[hh]") && exported.contains(";W[hg]"),
        "{exported}"
    );
    assert!(exported.contains("Goshawk level 5"), "{exported}");
}

#[test]
fn a_port_that_is_taken_is_an_error() {
    let folder = Folder::new();
    let server = Server::start(&folder, &[]);
    let port = server.port.to_string();
    let output = program::run(&["board", "--no-open", "--port", &port], "");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("cannot start the board"), "{error}");
}
