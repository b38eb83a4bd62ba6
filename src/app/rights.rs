//! Who may do what, in which state of the game.
//!
//! Everything that a token can allow is a [`Permission`]. [`check`] decides each of them for every
//! viewer, by matches that list them all, so that a new one cannot be forgotten here. The
//! application asks it under the lock under which the request takes effect, and the page is told the
//! answers.
//! What needs no token is not here: the files of the page, and the exchange of an invitation or of
//! the token of the opened address.

use super::action::{Action, PuzzleAction, SavedAction};
use super::room::{Refusal, Room, Viewer};
use super::search::Task;

/// Something that not every viewer may do at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// To be told the state of the game.
    Watch,
    /// To begin another game.
    BeginGame,
    /// To change who plays, and how strong.
    ChangePlayers,
    /// To play on a point.
    Play,
    /// To choose or declare something in the opening.
    Choose,
    /// To take moves back, or to ask for that.
    Undo,
    /// To resign.
    Resign,
    /// To agree on a draw, or to offer one.
    OfferDraw,
    /// To accept an offer.
    Accept,
    /// To decline or to withdraw an offer.
    Decline,
    /// To play again, or to offer that.
    Rematch,
    /// To let somebody else take the seat of a guest who is gone.
    FreeSeat,
    /// To see a good move.
    Hint,
    /// To end the search that is going on.
    Stop,
    /// To stop a game of the engine against itself.
    Pause,
    /// To resume such a game.
    Resume,
    /// To show or hide the win chance.
    ShowChance,
    /// To have the game as a file.
    Export,
    /// To have the study as a file.
    SaveStudy,
    /// To study a file.
    OpenStudy,
    /// To see the saved games, and to rename or delete them.
    ManageGames,
    /// To change the study, or the place in it.
    EditStudy,
    /// To ask the engine, or the patterns of its evaluation, about a position of the study.
    Analyze,
}

impl Permission {
    /// The permission that an action needs.
    pub fn of(action: &Action) -> Permission {
        match action {
            Action::NewGame(_) => Permission::BeginGame,
            Action::ChangePlayers { .. } => Permission::ChangePlayers,
            Action::Move { .. } => Permission::Play,
            Action::Undo => Permission::Undo,
            Action::Hint => Permission::Hint,
            Action::Stop => Permission::Stop,
            Action::Pause => Permission::Pause,
            Action::Resume => Permission::Resume,
            Action::Resign => Permission::Resign,
            Action::OfferDraw => Permission::OfferDraw,
            Action::Answer { accept: true } => Permission::Accept,
            Action::Answer { accept: false } => Permission::Decline,
            Action::FreeSeat => Permission::FreeSeat,
            Action::Choose { .. } | Action::Declare { .. } => Permission::Choose,
            Action::Rematch => Permission::Rematch,
            Action::Export => Permission::Export,
            Action::Study { act, .. } if act.asks_for_help() => Permission::Analyze,
            Action::Study { .. } => Permission::EditStudy,
            Action::SaveStudy { .. } => Permission::SaveStudy,
            Action::Games {
                act: SavedAction::Open { .. },
            } => Permission::OpenStudy,
            Action::Games {
                act: SavedAction::Explore,
            } => Permission::Analyze,
            Action::Puzzles {
                act: PuzzleAction::Open { .. },
            } => Permission::OpenStudy,
            Action::Games { .. } | Action::Puzzles { .. } => Permission::ManageGames,
            Action::ShowChance { .. } => Permission::ShowChance,
        }
    }
}

/// Why the engine is not asked during a network game.
pub const NO_HELP: &str = "Goshawk gives no help during a network game.";

/// How somebody is denied something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denial {
    /// This viewer may never do it.
    Forbidden,
    /// It is not possible now.
    Conflict,
}

/// Why something is not done, and whether it ever can be.
pub type Refused = (Denial, Refusal);

/// Whether a viewer may do something now; `None` is somebody without a valid token. Returns the
/// viewer.
///
/// # Errors
/// If not. The text is for the user.
pub fn check(
    room: &Room,
    viewer: Option<Viewer>,
    permission: Permission,
) -> Result<Viewer, Refused> {
    let forbidden = |text: &str| (Denial::Forbidden, text.to_string());
    let viewer = viewer.ok_or_else(|| forbidden("This page is no longer valid."))?;
    match (who_may(permission), viewer) {
        (Who::Owner, Viewer::Owner)
        | (Who::Players, Viewer::Owner | Viewer::Guest)
        | (Who::Everybody, _) => {}
        (Who::Owner, _) => {
            return Err(forbidden(
                "Only the person who started the program can do this.",
            ));
        }
        (Who::Players, _) => return Err(forbidden("Only the players can do this.")),
    }
    let possible = check_state(room, viewer, permission);
    possible.map_err(|text| (Denial::Conflict, text))?;
    Ok(viewer)
}

/// Who may do something, if the state of the game allows it.
enum Who {
    /// Whoever has started the program.
    Owner,
    /// The owner and the player over the network.
    Players,
    /// The players and the spectators.
    Everybody,
}

/// Who may do something.
fn who_may(permission: Permission) -> Who {
    match permission {
        Permission::Watch | Permission::Export => Who::Everybody,
        Permission::Play
        | Permission::Choose
        | Permission::Undo
        | Permission::Resign
        | Permission::OfferDraw
        | Permission::Accept
        | Permission::Decline
        | Permission::Rematch => Who::Players,
        Permission::BeginGame
        | Permission::ChangePlayers
        | Permission::FreeSeat
        | Permission::Hint
        | Permission::Stop
        | Permission::Pause
        | Permission::Resume
        | Permission::ShowChance
        | Permission::SaveStudy
        | Permission::OpenStudy
        | Permission::ManageGames
        | Permission::EditStudy
        | Permission::Analyze => Who::Owner,
    }
}

/// Whether the state of the game allows something.
fn check_state(room: &Room, viewer: Viewer, permission: Permission) -> Result<(), Refusal> {
    let need = |is_so: bool, text: &str| is_so.then_some(()).ok_or_else(|| text.to_string());
    let game = &room.game;
    let check_turn = || {
        let turn = game.check_turn(viewer);
        turn.map_err(|refusal| game.explain(refusal))
    };
    let no_offer = || need(game.offer().is_none(), "There is already an offer.");
    match permission {
        Permission::Watch
        | Permission::BeginGame
        | Permission::Stop
        | Permission::ShowChance
        | Permission::Export
        | Permission::SaveStudy
        | Permission::OpenStudy
        | Permission::ManageGames
        | Permission::EditStudy => Ok(()),
        Permission::ChangePlayers => {
            need(game.finish().is_none(), "The game is over.")?;
            need(
                game.seats().guest().is_none(),
                "The players of a game over the network stay.",
            )?;
            need(
                game.opening().is_none(),
                "The players stay until the opening is over.",
            )
        }
        Permission::Play => check_turn(),
        Permission::Choose => {
            check_turn()?;
            need(game.opening().is_some(), "There is nothing to choose now.")
        }
        Permission::Undo => {
            let can_undo = game.undo_of(viewer, 1).is_ok();
            need(can_undo, "There is no move to take back.")?;
            no_offer()
        }
        Permission::Resign => {
            let can_resign = game.resigning_side(viewer).is_ok();
            need(can_resign, "There is no game to resign.")
        }
        Permission::OfferDraw => {
            need(
                game.check_draw(viewer).is_ok(),
                "No draw can be offered now.",
            )?;
            no_offer()
        }
        Permission::Accept => {
            let offer = game.offer().ok_or("There is no offer.")?;
            need(offer.by != viewer, "You cannot accept this offer.")
        }
        Permission::Decline => need(game.offer().is_some(), "There is no offer."),
        Permission::Rematch => {
            need(game.finish().is_some(), "The game is not over.")?;
            need(game.has_joined(), "The other player has left.")?;
            no_offer()
        }
        Permission::FreeSeat => {
            need(game.finish().is_none(), "The game is over.")?;
            need(room.has_left_seat(), "The other player is connected.")
        }
        Permission::Hint => need(can_hint(room, viewer), "There is no hint now."),
        Permission::Pause => {
            let is_engines = game.seats().people() == 0 && game.finish().is_none();
            need(
                is_engines && !game.is_paused(),
                "There is nothing to pause.",
            )
        }
        Permission::Resume => {
            let is_waiting = game.is_paused() && game.finish().is_none();
            need(is_waiting, "There is nothing to resume.")
        }
        Permission::Analyze => need(game.allows_help(), NO_HELP),
    }
}

/// Whether a hint can be searched for.
fn can_hint(room: &Room, viewer: Viewer) -> bool {
    let mut pending = room.pending.iter();
    room.guest.is_none()
        && room.game.opening().is_none()
        && room.game.is_turn_of(viewer)
        && pending.all(|pending| pending.task == Task::Value)
}
