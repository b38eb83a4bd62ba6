//! The options that name a position or a game, and say what its record does not.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};

use crate::cli::args::parser::{game, moves};
use crate::cli::error::UsageError;
use crate::engine::Limits;
use crate::opening::rules::OpeningRule;
use crate::play::opening::misfit;
use crate::record::default_size;
use crate::types::{BoardSize, Color, Rule};

/// Time for a move if no limit option is given.
pub const DEFAULT_TIME: Duration = Duration::from_secs(2);
/// The file name that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The options of the commands that read one position or game.
#[derive(Args, Clone, Debug, Default)]
pub struct InputArgs {
    /// The file with the position or game; standard input if omitted or `-`
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// The position after these moves, such as "h8 i9 j10"
    // Numbers of a list may be negative.
    #[arg(long, value_name = "LIST", value_parser = moves(), allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["file", "game", "list"])]
    pub moves: Option<String>,
    /// The rule. Default: that of the record, or freestyle
    #[arg(long, value_name = "NAME")]
    pub rule: Option<Rule>,
    /// Board size, sides from 5 to 31. Default: that of the record, or 15
    #[arg(long, value_name = "N|WxH")]
    pub size: Option<BoardSize>,
    /// The number of the game in a file with several. Default: 1
    #[arg(long, value_name = "N", value_parser = game())]
    pub game: Option<usize>,
    /// List the games in the file and exit
    #[arg(long)]
    pub list: bool,
    /// Replace existing files
    #[arg(long)]
    pub overwrite: bool,
    /// The side given, by the commands that ask for it.
    #[arg(skip)]
    pub side: Option<Color>,
    /// The numbers in a list of moves are offsets from the centre.
    #[arg(skip)]
    pub offsets: bool,
}

impl InputArgs {
    /// Makes sure that a new game can begin with this opening. Without a rule, an opening of renju
    /// is played under renju.
    ///
    /// # Errors
    /// If there is a game to continue, or the opening does not fit the rule or the size.
    pub fn fit_opening(&mut self, opening: OpeningRule) -> Result<(), UsageError> {
        if self.has_position() {
            return Err(UsageError::exclusive("an opening", "a game to continue"));
        }
        if self.rule.is_none() && opening.is_of_renju() {
            self.rule = Some(Rule::Renju);
        }
        let size = self.size.unwrap_or_else(default_size);
        match misfit(opening, self.rule.unwrap_or_default(), size) {
            Some(misfit) => Err(UsageError::new(format!("--opening: {misfit}"))),
            None => Ok(()),
        }
    }

    /// True if a position is given on the command line or by a file.
    pub fn has_position(&self) -> bool {
        self.file.is_some() || self.moves.is_some()
    }

    /// The file to read, unless that is standard input.
    pub fn file_to_read(&self) -> Option<&Path> {
        let file = self.file.as_deref();
        file.filter(|file| *file != Path::new(STANDARD_INPUT))
    }

    /// True if the position is read from standard input.
    pub fn reads_standard_input(&self) -> bool {
        self.moves.is_none() && self.file_to_read().is_none()
    }
}

/// The limits of a search with at most this time for the move.
pub fn limits(time: Option<Duration>, nodes: Option<u64>, depth: Option<u32>) -> Limits {
    Limits {
        nodes,
        depth,
        ..Limits::of_turn(time)
    }
}
