//! The board in the browser: a web server for one user, for another person over the network,
//! and for spectators.
//!
//! - `listen`: sockets and connections.
//! - `http`: requests and answers.
//! - `guard`: where a request may come from, and tokens.
//! - `routes`: which request does what.
//! - `server`: the application that all requests act on, with its threads and files.
//! - `search`: the engine's thread.
//! - `events`: how pages are told what happens; `link`: how a guest is invited.
//! - `page`: the files of the page.
//!
//! All rules and games live in [`app`](crate::app). The page sends what the user wants and draws
//! what it is told. Nothing here reads arguments or prints; the command `board` starts the server.
//! `http` and `guard` are public because a fuzzer checks them. The chapter
//! [`board`](crate::book::board) explains how this works and why it is safe.

mod events;
pub mod guard;
pub mod http;
mod link;
mod listen;
mod page;
mod routes;
mod search;
mod server;

use std::io;
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::app::application::Setup;
use crate::app::first::FirstGame;
use crate::app::room::Room;
use crate::app::study::Study;
use crate::app::token::Token;
use crate::opening::rules::OpeningRule;
use crate::play::Match;
use crate::play::autosave::Autosave;
use crate::types::{BoardSize, Rule};
use listen::{Connections, Listener};
use server::{MOST_MEMORY, Server, inviter};

/// How long to wait after a client could not be accepted.
const PAUSE: Duration = Duration::from_millis(20);

/// How long the opened address is valid if no browser opens it.
const OPENING_TIME: Duration = Duration::from_secs(300);

/// How the board is started.
#[derive(Debug)]
pub struct Options {
    /// A game to continue, which then determines the rule and the board.
    pub resumed: Option<Match>,
    /// A file to study, of any format that [`crate::record`] reads.
    pub studied: Option<Vec<u8>>,
    /// The port; `None` for any free one.
    pub port: Option<u16>,
    /// Other computers can join games.
    pub network: bool,
    /// The rule of the first game.
    pub rule: Rule,
    /// The board of the first game.
    pub size: BoardSize,
    /// The rule of the first game's opening; `None` for a game without one.
    pub opening: Option<OpeningRule>,
    /// The engine's level in the first game.
    pub level: u8,
    /// The longest time for a move of the engine, in seconds.
    pub seconds: f64,
    /// Search threads.
    pub threads: usize,
    /// The memory for searches, in bytes.
    pub memory: u64,
    /// Where games are saved.
    pub autosave: Autosave,
    /// Varies the choices of weaker levels.
    pub seed: u64,
}

/// A server that listens.
pub struct Board {
    sockets: Vec<TcpListener>,
    server: Arc<Server>,
    address: String,
    opened_address: String,
    network_address: Option<String>,
}

impl Board {
    /// Starts the server. Clients are served by [`Board::run`].
    ///
    /// # Errors
    /// If the port is taken, the system refuses it, or there is too little memory.
    pub fn start(mut options: Options) -> io::Result<Board> {
        let listener = Listener::bind(options.port, options.network)?;
        let port = listener.port();
        let owner = Token::random().map_err(io::Error::other)?;
        let opener = Token::random().map_err(io::Error::other)?;
        let local: IpAddr = Ipv4Addr::LOCALHOST.into();
        let reached = options.network.then(listen::network_address).flatten();
        // Without a network, links lead to this machine.
        let network = options.network.then(|| reached.unwrap_or(local));
        let address = format!("{}#owner={}", link::root(local, port), owner.text());
        let opened_address = format!("{}#open={}", link::root(local, port), opener.text());
        let first = FirstGame {
            rule: options.rule,
            size: options.size,
            opening: options.opening,
            level: options.level,
            seconds: options.seconds,
        };
        let room = match options.resumed.take() {
            Some(game) => Room::of_match(1, game),
            None => {
                Room::new(1, &first.settings(), None, Duration::ZERO).map_err(io::Error::other)?
            }
        };
        let study = match &options.studied {
            Some(bytes) => Study::read(bytes, options.rule).map_err(io::Error::other)?,
            None => Study::new(options.size, options.rule),
        };
        let tab = if options.studied.is_some() && !room.is_going_on() {
            "analysis"
        } else {
            "game"
        };
        let setup = Setup {
            study,
            room,
            owner,
            inviter: network.map(|network| inviter(network, port)),
            saves: Box::new(options.autosave),
            threads: options.threads,
            memory: options.memory,
            most_memory: MOST_MEMORY,
            defaults: first.defaults(options.network, tab),
            seed: options.seed,
        };
        let server = Server::start(setup, opener)?;
        if let Some(bytes) = &options.studied {
            server.app.explore_file(bytes);
        }
        Ok(Board {
            sockets: listener.into_sockets(),
            server,
            address,
            opened_address,
            network_address: reached.map(|address| link::root(address, port)),
        })
    }

    /// The address for the user's browser. It contains the owner's token.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The address to open in the user's browser. Its token is valid once.
    pub fn opened_address(&self) -> &str {
        &self.opened_address
    }

    /// Keeps something, such as a file with the opened address, until that has been opened.
    /// Nobody opens it any more after `OPENING_TIME`.
    pub fn keep_until_opened(&self, kept: impl Send + 'static) {
        self.server.keep_until_opened(Box::new(kept));
        let server = Arc::downgrade(&self.server);
        thread::spawn(move || {
            thread::sleep(OPENING_TIME);
            if let Some(server) = server.upgrade() {
                server.forget_opener();
            }
        });
    }

    /// The address under which other computers reach this one; `None` if they cannot.
    pub fn network_address(&self) -> Option<&str> {
        self.network_address.as_deref()
    }

    /// Serves clients until the process ends.
    pub fn run(self) {
        let connections = Arc::new(Connections::default());
        let threads = self.sockets.into_iter().map(|socket| {
            let (server, connections) = (Arc::clone(&self.server), Arc::clone(&connections));
            thread::spawn(move || accept(&socket, &server, &connections))
        });
        let threads: Vec<_> = threads.collect();
        for thread in threads {
            // A panic has been reported by its hook.
            let _ = thread.join();
        }
    }
}

/// Serves the clients of a socket.
fn accept(socket: &TcpListener, server: &Arc<Server>, connections: &Arc<Connections>) {
    for stream in socket.incoming() {
        let Ok(stream) = stream else {
            // A client that is gone already, or no file descriptor is free for the moment.
            thread::sleep(PAUSE);
            continue;
        };
        let ticket = match connections.admit(&stream) {
            Ok(ticket) => ticket,
            Err(error) => {
                log::warn!("cannot serve a client: {error}");
                continue;
            }
        };
        let server = Arc::clone(server);
        let served = thread::Builder::new().spawn(move || {
            routes::serve(&server, &stream, &ticket);
        });
        if let Err(error) = served {
            log::warn!("cannot serve a client: {error}");
        }
    }
}
