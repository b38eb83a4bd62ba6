//! The pages that receive events.

use std::sync::Arc;

use super::Inner;
use crate::app::events::Mailbox;
use crate::app::room::Viewer;

/// The maximum number of streams of events for a token. Spectators share one.
pub fn most_streams(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Owner | Viewer::Watcher => 16,
        Viewer::Guest => 4,
    }
}

/// A page that receives events.
pub struct Page {
    /// Who looks at it.
    pub viewer: Viewer,
    /// What it is told.
    pub mailbox: Arc<dyn Mailbox>,
}

impl Inner {
    /// Adds a page. If its viewer has as many as are allowed, it replaces the oldest of them.
    pub(super) fn add_page(&mut self, page: Page) {
        let mut theirs = self
            .pages
            .iter()
            .filter(|other| other.viewer == page.viewer);
        let count = theirs.clone().count();
        if count >= most_streams(page.viewer)
            && let Some(oldest) = theirs.next()
        {
            let text = "This page is open in too many places. Reload it to continue here.";
            oldest.mailbox.end(text);
        }
        self.pages.push(page);
    }
}
