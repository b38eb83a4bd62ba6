//! What pages are told, and who carries it to them.

/// The kinds of messages of which a page needs only the newest, in the order in which they
/// are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The state of the game, for this page.
    State,
    /// The tree of the study.
    Tree,
    /// The state of the study.
    Study,
    /// What was found about the position of the study.
    Told,
    /// The progress of a search.
    Search,
}

/// Number of [`Kind`]s.
pub const KINDS: usize = 5;

/// Takes the messages for one page. Each is a document of JSON on one line.
pub trait Mailbox: Send + Sync {
    /// Replaces the message of a kind.
    fn put(&self, kind: Kind, message: String);

    /// Adds a notice.
    fn notify(&self, message: String);

    /// Ends the messages for good, and tells the page why, so that it does not connect again.
    fn end(&self, text: &str);

    /// Ends the messages.
    fn close(&self);

    /// Whether the messages have ended.
    fn is_closed(&self) -> bool;
}
