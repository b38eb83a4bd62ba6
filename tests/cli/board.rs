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
        Server::of(command)
    }

    /// The server that a command starts.
    fn of(mut command: std::process::Command) -> Server {
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
        self.post("/api/act", &self.token, action)
    }

    /// Posts something with a token. Returns the status line and the body.
    fn post(&self, path: &str, token: &str, body: &str) -> String {
        let host = format!("127.0.0.1:{}", self.port);
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             X-Goshawk-Token: {token}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ))
    }

    /// A stream of events that has begun.
    fn events(&self, token: &str) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let host = format!("127.0.0.1:{}", self.port);
        let request =
            format!("GET /api/events HTTP/1.1\r\nHost: {host}\r\nX-Goshawk-Token: {token}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut events = BufReader::new(stream);
        let mut status = String::new();
        events.read_line(&mut status).expect("an answer");
        assert_eq!(status, "HTTP/1.1 200 OK\r\n");
        read_until(&mut events, r#""kind":"state""#);
        events
    }

    /// Joins the game over the network as a player or a spectator. Returns the token.
    fn join(&self, invitation: &str) -> String {
        let joined = self.post("/api/join", invitation, r#"{"name":"Ben"}"#);
        quoted_after(&joined, r#""token":"#).to_string()
    }
}

/// The first line of a stream that contains a text.
fn read_until(events: &mut BufReader<TcpStream>, text: &str) -> String {
    loop {
        let mut line = String::new();
        let length = events.read_line(&mut line).expect("a line");
        assert!(length > 0, "the stream ends before {text}");
        if line.contains(text) {
            return line;
        }
    }
}

/// The text in quotation marks after `before`.
fn quoted_after<'a>(text: &'a str, before: &str) -> &'a str {
    let found = text
        .split_once(before)
        .and_then(|(_, rest)| rest.split('"').nth(1));
    found.unwrap_or_else(|| panic!("{before}: {text}"))
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
fn strangers_do_not_keep_the_owner_from_acting() {
    let folder = Folder::new();
    let server = Server::start(&folder, &[]);
    let request = format!(
        "GET / HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n",
        server.port
    );
    let mut strangers = Vec::new();
    for number in 0..8 {
        // They keep their connections open, so that the server waits for them after its answers.
        for _ in 0..40 {
            let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
            stream.write_all(request.as_bytes()).expect("it reads");
            strangers.push(stream);
        }
        let shown = server.act(r#"{"action":"show-chance","shown":true}"#);
        assert!(shown.starts_with("HTTP/1.1 204"), "{number}: {shown}");
    }
}

#[test]
fn guests_with_many_streams_do_not_keep_the_owner_from_playing() {
    let folder = Folder::new();
    let server = Server::start(&folder, &["--network"]);
    let begun = server.act(
        r#"{"action":"new-game","rule":"freestyle","width":15,"height":15,"seconds":1,
        "opening":null,"minutes":null,"black":{"kind":"person","name":null},
        "white":{"kind":"guest"}}"#,
    );
    assert!(begun.starts_with("HTTP/1.1 204"), "{begun}");
    let mut owner = server.events(&server.token);
    let invited = {
        let mut again = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
        let request = format!(
            "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX-Goshawk-Token: {}\r\n\r\n",
            server.port, server.token
        );
        again.write_all(request.as_bytes()).expect("it reads");
        read_until(&mut BufReader::new(again), "#join=")
    };
    let invitation = invited.split("#join=").nth(1).expect("a link");
    let invitation = invitation.split('"').next().expect("a token");
    let tokens = [server.join(invitation), server.join(invitation)];
    assert_ne!(tokens[0], tokens[1]);
    let mut streams = Vec::new();
    for token in &tokens {
        let mut theirs: Vec<_> = (0..40).map(|_| server.events(token)).collect();
        let mut rest = String::new();
        theirs[0].read_to_string(&mut rest).expect("its end");
        assert!(rest.contains(r#""kind":"end""#), "{rest}");
        streams.push(theirs.pop().expect("a stream"));
    }
    let moved = server.act(r#"{"action":"move","x":7,"y":7,"ply":0}"#);
    assert!(moved.starts_with("HTTP/1.1 204"), "{moved}");
    for stream in streams.iter_mut().chain([&mut owner]) {
        read_until(stream, r#""moves":["h8"]"#);
    }
}

/// Other users can see the arguments of processes. The browser's have no token.
#[cfg(target_os = "linux")]
#[test]
fn the_browser_gets_a_private_file_that_leads_to_the_board() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    let script =
        "#!/bin/sh\nprintf '%s' \"$*\" > \"$HOME/part\"\nmv \"$HOME/part\" \"$HOME/asked\"\n";
    let opener = folder.write("xdg-open", script);
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).expect("a script");
    let others = std::env::var("PATH").unwrap_or_default();
    let mut command = program::command();
    command.arg("board").env("HOME", folder.path(""));
    command.env("XDG_DATA_HOME", folder.path(""));
    command.env("PATH", format!("{}:{others}", folder.path("")));
    let server = Server::of(command);
    let asked = loop {
        if let Ok(asked) = std::fs::read_to_string(folder.path("asked")) {
            break asked;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    };
    let mode = std::fs::metadata(&asked).expect("a file").permissions();
    assert_eq!(mode.mode() & 0o777, 0o600, "{asked}");
    let page = std::fs::read_to_string(&asked).expect("a page");
    let address = format!("http://127.0.0.1:{}/#open=", server.port);
    let (_, rest) = page.split_once(&address).expect("the address");
    let token = &rest[..32];
    assert!(!asked.contains(token) && !page.contains(&server.token));
    let opened = server.post("/api/open", token, "{}");
    assert_eq!(quoted_after(&opened, r#""token":"#), server.token);
    assert!(!std::fs::exists(&asked).expect("a folder"), "it is removed");
    let again = server.post("/api/open", token, "{}");
    assert!(again.starts_with("HTTP/1.1 403"), "{again}");
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
