//! Sockets and connections: where the server listens, and how many clients it serves.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, TcpListener, TcpStream, UdpSocket};
use std::sync::{Arc, Mutex, MutexGuard};

/// The maximum number of simultaneous connections.
pub const MAX_CONNECTIONS: usize = 32;
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
        let [v6, v4]: [IpAddr; 2] = match network {
            true => [Ipv6Addr::UNSPECIFIED.into(), Ipv4Addr::UNSPECIFIED.into()],
            false => [Ipv6Addr::LOCALHOST.into(), Ipv4Addr::LOCALHOST.into()],
        };
        // The first socket chooses the port. Where a socket of version 6 serves both versions,
        // the second cannot be bound and is not needed.
        let order = match network {
            true => [v6, v4],
            false => [v4, v6],
        };
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

/// An open connection.
struct Entry {
    number: u64,
    stream: TcpStream,
    /// A request has been read and is being answered.
    is_served: bool,
}

/// The open connections, at most [`MAX_CONNECTIONS`].
///
/// A client that connects and sends nothing must not keep others out. So if there are too
/// many, the connection that has waited longest for a request is closed.
#[derive(Default)]
pub struct Connections {
    open: Mutex<(u64, Vec<Entry>)>,
}

impl Connections {
    /// Admits a client; `None` if all connections are being served.
    pub fn admit(self: &Arc<Connections>, stream: &TcpStream) -> Option<Ticket> {
        let stream = stream.try_clone().ok()?;
        let mut open = self.lock();
        if open.1.len() >= MAX_CONNECTIONS {
            // Those that wait are in the order in which they began to.
            let oldest = open.1.iter().position(|entry| !entry.is_served)?;
            let entry = open.1.remove(oldest);
            // The thread that reads from it notices. If it is gone already, so much the better.
            let _ = entry.stream.shutdown(Shutdown::Both);
        }
        open.0 += 1;
        let number = open.0;
        open.1.push(Entry {
            number,
            stream,
            is_served: false,
        });
        Some(Ticket {
            connections: Arc::clone(self),
            number,
        })
    }

    /// The number of open connections.
    #[cfg(test)]
    fn count(&self) -> usize {
        self.lock().1.len()
    }

    /// The entries. A thread that panicked while it held them has left them whole.
    fn lock(&self) -> MutexGuard<'_, (u64, Vec<Entry>)> {
        match self.open.lock() {
            Ok(guard) => guard,
            Err(poisoned) => poisoned.into_inner(),
        }
    }
}

/// The right to be served. Dropping it makes room for another client.
pub struct Ticket {
    connections: Arc<Connections>,
    number: u64,
}

impl Ticket {
    /// Notes that the request has been read: from now on it is answered, and the connection
    /// is no longer closed to make room.
    pub fn serve(&self) {
        self.mark(true);
    }

    /// Notes that the request has been answered: until another one has been read, the connection
    /// may be closed to make room.
    pub fn wait(&self) {
        self.mark(false);
    }

    /// Moves the connection to the end of the list with a new state.
    fn mark(&self, is_served: bool) {
        let mut open = self.connections.lock();
        let found = open.1.iter().position(|entry| entry.number == self.number);
        // A connection that has made room for another one is gone.
        if let Some(at) = found {
            let entry = open.1.remove(at);
            open.1.push(Entry { is_served, ..entry });
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let number = self.number;
        self.connections
            .lock()
            .1
            .retain(|entry| entry.number != number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// A pair of connected streams: the client's and the server's.
    fn pair(listener: &TcpListener) -> (TcpStream, TcpStream) {
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (client, listener.accept().unwrap().0)
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
    fn the_oldest_silent_client_makes_room() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let connections = Arc::new(Connections::default());
        let mut pairs: Vec<_> = (0..MAX_CONNECTIONS + 1).map(|_| pair(&listener)).collect();
        let mut tickets: Vec<_> = pairs
            .iter()
            .take(MAX_CONNECTIONS)
            .map(|(_, server)| connections.admit(server).unwrap())
            .collect();
        tickets[0].serve();
        tickets[1].serve();
        tickets[1].wait();
        tickets.push(connections.admit(&pairs[MAX_CONNECTIONS].1).unwrap());
        assert_eq!(connections.count(), MAX_CONNECTIONS);
        // The first is being answered, and the second has been until now.
        assert_eq!(pairs[2].0.read(&mut [0; 1]).unwrap(), 0);
        drop(tickets);
        assert_eq!(connections.count(), 0);
    }

    #[test]
    fn no_client_is_admitted_while_all_are_served() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let connections = Arc::new(Connections::default());
        let pairs: Vec<_> = (0..MAX_CONNECTIONS + 1).map(|_| pair(&listener)).collect();
        let admitted = |at: usize| connections.admit(&pairs[at].1);
        let tickets: Vec<_> = (0..MAX_CONNECTIONS)
            .map(|at| admitted(at).unwrap())
            .collect();
        tickets.iter().for_each(Ticket::serve);
        assert!(admitted(MAX_CONNECTIONS).is_none());
    }
}
