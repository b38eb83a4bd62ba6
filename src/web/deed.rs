//! What the rights of a token are about.

/// Something that needs a right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// To be told the state of the game.
    Watch,
    /// To begin another game.
    BeginGame,
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
    /// To change the study, or the place in it.
    EditStudy,
    /// To ask the engine, or the patterns of its evaluation, about a position of the study.
    Analyze,
}
