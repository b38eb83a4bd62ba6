//! Sockets and connections: where the server listens, and how many clients it serves.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, TcpListener, TcpStream, UdpSocket};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use crate::app::room::Viewer;
use crate::sync::IgnorePoison;

/// An address of the range for documentation. Choosing the way to it sends nothing.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// Sockets on one port.
pub struct Listener {
    sockets: Vec<TcpListener>,
    port: u16,
}

impl Listener {
    /// Listens on a port, or on any free one if `port` is `None`: on this machine only, or
    /// on all of its addresses if `network`.
    ///
    /// # Errors
    /// If the port is taken or the system refuses it.
    pub fn bind(port: Option<u16>, network: bool) -> io::Result<Listener> {
        let [v6, v4]: [IpAddr; 2] = if network {
            [Ipv6Addr::UNSPECIFIED.into(), Ipv4Addr::UNSPECIFIED.into()]
        } else {
            [Ipv6Addr::LOCALHOST.into(), Ipv4Addr::LOCALHOST.into()]
        };
        // The first socket chooses the port. Where a socket of version 6 serves both versions,
        // the second cannot be bound and is not needed.
        let order = if network { [v6, v4] } else { [v4, v6] };
        let mut listener = Listener {
            sockets: Vec::new(),
            port: port.unwrap_or(0),
        };
        let mut refused = None;
        for address in order {
            match TcpListener::bind((address, listener.port)) {
                Ok(socket) => {
                    listener.port = socket.local_addr()?.port();
                    listener.sockets.push(socket);
                }
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        match (listener.sockets.is_empty(), refused) {
            (true, Some(error)) => Err(error),
            _ => Ok(listener),
        }
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The sockets.
    pub fn into_sockets(self) -> Vec<TcpListener> {
        self.sockets
    }
}

/// The address under which other computers most likely reach this one: the one from which
/// it would send to the internet. `None` without a network.
pub fn network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// Whose connection it is, as far as is known. Each has places of its own, so that nobody fills
/// those of somebody else; above all, nobody fills those of the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Somebody at this computer who has not shown a token.
    Here,
    /// Somebody at another computer who has not shown a token.
    Elsewhere,
    /// Somebody with a token.
    Known(Viewer),
}

impl Holder {
    /// The maximum number of simultaneous connections. Who has a token has more places than
    /// streams of events, see `most_streams` in `app::application::pages`.
    fn places(self) -> usize {
        match self {
            Holder::Here | Holder::Elsewhere => 32,
            Holder::Known(Viewer::Owner | Viewer::Watcher) => 24,
            Holder::Known(Viewer::Guest) => 8,
        }
    }
}

/// How far a connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// No thread has begun to read from it. It is not closed to make room, so that a crowd cannot
    /// push out a client whose request has arrived.
    Admitted,
    /// The first request is awaited.
    Reading,
    /// A request has been read.
    Answering,
    /// It has been answered, and no other one has been read.
    Answered,
}

/// An open connection.
struct Entry {
    number: u64,
    stream: TcpStream,
    /// Who has it while no token is shown.
    stranger: Holder,
    holder: Holder,
    stage: Stage,
}

/// The open connections, in the order in which they were opened, or their last request was read
/// or answered.
#[derive(Default)]
struct Open {
    /// The number of the last connection.
    last: u64,
    entries: Vec<Entry>,
}

impl Open {
    /// Closes a connection of this holder if all places are taken: the oldest one of those that
    /// have come furthest. Who waits for an answer without a token is not the owner, but a request
    /// that has not arrived may be the owner's. Returns whether there is room.
    fn make_room(&mut self, holder: Holder) -> bool {
        let theirs = self.entries.iter().enumerate();
        let theirs = theirs.filter(|(_, entry)| entry.holder == holder);
        if theirs.clone().count() < holder.places() {
            return true;
        }
        let furthest = theirs
            .filter(|(_, entry)| entry.stage > Stage::Admitted)
            .max_by_key(|(at, entry)| (entry.stage, Reverse(*at)));
        let Some((at, _)) = furthest else {
            return false;
        };
        let entry = self.entries.remove(at);
        // Its thread notices. If the client is gone already, so much the better.
        let _ = entry.stream.shutdown(Shutdown::Both);
        true
    }
}

/// The open connections, of which each [`Holder`] has a limited number. The newest replaces the
/// oldest, so a new client is always admitted.
#[derive(Default)]
pub struct Connections {
    open: Mutex<Open>,
    /// A thread has begun to read, or a connection has ended.
    changed: Condvar,
}

impl Connections {
    /// Admits a client. Waits while all its places are taken by clients whose threads have yet to
    /// begin.
    ///
    /// # Errors
    /// If the client is gone, or the system has no place for another connection.
    pub fn admit(self: &Arc<Connections>, stream: &TcpStream) -> io::Result<Ticket> {
        let stranger = if stream.peer_addr()?.ip().to_canonical().is_loopback() {
            Holder::Here
        } else {
            Holder::Elsewhere
        };
        let stream = stream.try_clone()?;
        let mut open = self.lock();
        while !open.make_room(stranger) {
            open = self.changed.wait(open).ignore_poison();
        }
        open.last += 1;
        let number = open.last;
        open.entries.push(Entry {
            number,
            stream,
            stranger,
            holder: stranger,
            stage: Stage::Admitted,
        });
        Ok(Ticket {
            connections: Arc::clone(self),
            number,
        })
    }

    /// The number of open connections.
    #[cfg(test)]
    fn count(&self) -> usize {
        self.lock().entries.len()
    }

    /// The entries.
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().ignore_poison()
    }
}

/// A place for a connection. Dropping it makes room for another client.
pub struct Ticket {
    connections: Arc<Connections>,
    number: u64,
}

impl Ticket {
    /// Notes that a thread begins to read from the connection.
    pub fn begin(&self) {
        self.mark(|_, entry| entry.stage = Stage::Reading);
        self.connections.changed.notify_all();
    }

    /// Notes that the connection's client has shown a token, and whose it is; `None` if it is not
    /// valid. The connection then takes one of the places of that holder.
    pub fn show(&self, viewer: Option<Viewer>) {
        self.mark(|open, entry| {
            let holder = viewer.map_or(entry.stranger, Holder::Known);
            if holder != entry.holder {
                open.make_room(holder);
            }
            entry.holder = holder;
        });
    }

    /// Notes that a request has been read.
    pub fn begin_answer(&self) {
        self.mark(|_, entry| entry.stage = Stage::Answering);
    }

    /// Notes that the request has been answered: until another one has been read, the connection
    /// is closed first if room is needed.
    pub fn end_answer(&self) {
        self.mark(|_, entry| entry.stage = Stage::Answered);
    }

    /// Changes the connection's entry and moves it to the end of the list.
    fn mark(&self, change: impl FnOnce(&mut Open, &mut Entry)) {
        let mut open = self.connections.lock();
        let mut entries = open.entries.iter();
        let found = entries.position(|entry| entry.number == self.number);
        // A connection that has made room for another one is gone.
        if let Some(at) = found {
            let mut entry = open.entries.remove(at);
            change(&mut open, &mut entry);
            open.entries.push(entry);
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let number = self.number;
        let entries = &mut self.connections.lock().entries;
        entries.retain(|entry| entry.number != number);
        self.connections.changed.notify_all();
    }
}
