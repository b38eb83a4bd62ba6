//! Places for connections.

use super::*;
use std::io::Read;

/// Connections of one client after the other.
struct Clients {
    listener: TcpListener,
    connections: Arc<Connections>,
}

impl Clients {
    fn new() -> Clients {
        Clients {
            listener: TcpListener::bind("127.0.0.1:0").unwrap(),
            connections: Arc::default(),
        }
    }

    /// The client's end of a new connection, and its place.
    fn connect(&self) -> (TcpStream, Ticket) {
        let client = TcpStream::connect(self.listener.local_addr().unwrap()).unwrap();
        let server = self.listener.accept().unwrap().0;
        let ticket = self.connections.admit(&server).unwrap();
        ticket.begin();
        (client, ticket)
    }

    /// A connection whose client has shown a token.
    fn known(&self, viewer: Viewer) -> (TcpStream, Ticket) {
        let client = self.connect();
        client.1.show(Some(viewer));
        client
    }
}

/// Whether a connection has been closed to make room: its ticket has no entry any more.
fn is_closed(client: &mut (TcpStream, Ticket)) -> bool {
    let number = client.1.number;
    let open = client.1.connections.lock();
    let is_open = open.entries.iter().any(|entry| entry.number == number);
    drop(open);
    if !is_open {
        assert_eq!(client.0.read(&mut [0; 1]).unwrap(), 0, "the client is told");
    }
    !is_open
}

#[test]
fn a_port_is_chosen_and_kept() {
    let listener = Listener::bind(None, false).unwrap();
    assert_ne!(listener.port(), 0);
    for socket in &listener.sockets {
        let address = socket.local_addr().unwrap();
        assert_eq!(address.port(), listener.port());
        assert!(address.ip().is_loopback());
    }
    assert!(Listener::bind(Some(listener.port()), false).is_err());
}

#[test]
fn the_oldest_client_that_waits_makes_room() {
    let all = Clients::new();
    let places = Holder::Here.places();
    let mut clients: Vec<_> = (0..places).map(|_| all.connect()).collect();
    clients[1].1.end_answer();
    clients[2].1.end_answer();
    clients[1].1.begin_answer();
    clients.push(all.connect());
    assert!(is_closed(&mut clients[2]), "it has been answered");
    clients.push(all.connect());
    assert!(is_closed(&mut clients[1]), "its request has been read");
    clients.push(all.connect());
    assert!(is_closed(&mut clients[0]), "it is the oldest");
    assert_eq!(all.connections.count(), places);
    drop(clients);
    assert_eq!(all.connections.count(), 0);
}

#[test]
fn a_client_from_which_nothing_has_been_read_is_not_pushed_out() {
    let all = Clients::new();
    let local = all.listener.local_addr().unwrap();
    let admit = || {
        let client = TcpStream::connect(local).unwrap();
        let server = all.listener.accept().unwrap().0;
        (client, all.connections.admit(&server).unwrap())
    };
    let mut waiting = admit();
    for _ in 0..10 * Holder::Here.places() {
        all.connect();
    }
    let clients: Vec<_> = (0..Holder::Here.places()).map(|_| all.connect()).collect();
    assert!(!is_closed(&mut waiting));
    waiting.1.begin();
    let others: Vec<_> = (0..Holder::Here.places()).map(|_| all.connect()).collect();
    assert!(is_closed(&mut waiting), "now it may be");
    drop((clients, others));
    // A new client is admitted as soon as one of those before has begun.
    let crowd: Vec<_> = (0..Holder::Here.places()).map(|_| admit()).collect();
    std::thread::scope(|scope| {
        let next = scope.spawn(admit);
        crowd[3].1.begin();
        next.join().unwrap();
    });
}

#[test]
fn strangers_who_are_being_answered_keep_nobody_out() {
    let all = Clients::new();
    let mut owner = all.known(Viewer::Owner);
    let mut strangers = Vec::new();
    for _ in 0..10 * Holder::Here.places() {
        let stranger = all.connect();
        stranger.1.begin_answer();
        strangers.push(stranger);
        strangers.push(all.connect());
    }
    let mut another = all.connect();
    assert!(!is_closed(&mut another));
    another.1.show(Some(Viewer::Owner));
    assert!(!is_closed(&mut owner) && !is_closed(&mut another));
    assert!(is_closed(&mut strangers[0]));
}

#[test]
fn each_holder_of_a_token_fills_only_the_own_places() {
    let everybody = [Viewer::Owner, Viewer::Guest, Viewer::Watcher];
    for viewer in everybody {
        let all = Clients::new();
        let mut others: Vec<_> = everybody
            .into_iter()
            .filter(|other| *other != viewer)
            .map(|other| all.known(other))
            .chain([all.connect()])
            .collect();
        let places = Holder::Known(viewer).places();
        let mut theirs: Vec<_> = (0..places + 1).map(|_| all.known(viewer)).collect();
        assert!(is_closed(&mut theirs[0]), "{viewer:?}");
        assert!(!theirs.iter_mut().skip(1).any(is_closed), "{viewer:?}");
        assert!(!others.iter_mut().any(is_closed), "{viewer:?}");
        assert!(crate::app::application::pages::most_streams(viewer) < places);
    }
}

#[test]
fn a_token_that_is_not_valid_any_more_gives_no_place() {
    let all = Clients::new();
    let mut former = all.known(Viewer::Guest);
    former.1.show(None);
    let mut clients: Vec<_> = (0..Holder::Here.places()).map(|_| all.connect()).collect();
    assert!(is_closed(&mut former));
    assert!(!clients.iter_mut().any(is_closed));
}
