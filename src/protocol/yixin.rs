//! The commands that Yixin-Board adds to the protocol, except those that begin a list of
//! points.

use super::text::{integer, split_word};
use crate::types::score::EVAL_LIMIT;
use crate::types::{BoardSize, Score};

/// All commands of Yixin-Board begin with this.
pub const YIXIN_PREFIX: &str = "YX";

/// The largest number of moves that `YXNBEST` can ask for.
const MAX_MULTIPV: i64 = 99;

/// A command of the `YX…` family, or START in the form of Yixin-Board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YixinCommand {
    /// `START columns rows`: a new game.
    Start(BoardSize),
    /// `YXSTOP`: end the search and play the best move so far.
    Stop,
    /// `YXSHOWINFO`: print the largest settings.
    ShowInfo,
    /// `YXSHOWFORBID`: print the points forbidden to black.
    ShowForbid,
    /// `YXHASHCLEAR`: clear the transposition table and the move statistics.
    HashClear,
    /// `YXNBEST n`: find a move and report this many best moves, at least 1.
    Nbest(usize),
    /// `YXBLOCKRESET`: it may play every point again.
    BlockReset,
    /// `YXSEARCHDEFEND`: find a move, and all moves that are not proved to lose.
    SearchDefend,
    /// `YXSHOWHASHUSAGE`: print how full the transposition table is.
    ShowHashUsage,
    /// `YXBALANCEONE b`, `YXBALANCETWO b`: add this many stones so that the
    /// position is worth `b` to the side to move.
    Balance(usize, Score),
    /// `YXSWAP2STEP1` to `YXSWAP2STEP3`: one step of a swap2 opening.
    Swap2(Swap2Step),
    /// `YXSOOSORVSTEP1`: the first three stones of a Soosyrv-8 opening. The other steps begin a
    /// list of points.
    SoosorvOpen,
    /// A command that is answered by an error. Further lines may belong to the
    /// command.
    Unsupported(Unsupported, Option<SkippedLines>),
    /// `YXBLOCKPATHRESET`: nothing to do, since no path can be blocked. Yixin-Board
    /// can be set to send it after every move.
    BlockPathReset,
    /// A database command, which is ignored: Goshawk has no database. Further lines may
    /// belong to the command.
    Database(Option<SkippedLines>),
}

/// The engine's step in a swap2 opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2Step {
    /// Step 1: place the first three stones.
    Open,
    /// Step 2: choose a colour after three stones, or add two stones.
    Choose,
    /// Step 3: choose a colour after five stones.
    ChooseLast,
}

impl Swap2Step {
    /// The number of stones on the board before the step.
    pub fn stones(self) -> usize {
        match self {
            Swap2Step::Open => 0,
            Swap2Step::Choose => 3,
            Swap2Step::ChooseLast => 5,
        }
    }
}

/// What Goshawk does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// `YXBLOCKPATH`, `YXBLOCKPATHUNDO`: points that the engine must not play after
    /// certain moves.
    BlockedPaths,
    /// `YXHASHDUMP`, `YXHASHLOAD`: files with a transposition table.
    HashFiles,
}

/// The lines after an ignored command that belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkippedLines {
    /// The next line, which holds a file name.
    Path,
    /// All lines up to DONE: stones, labels. A known command ends them as well, so
    /// that it is not lost if DONE never comes.
    UntilDone,
    /// The rest of a text in quotation marks, if it does not end with the line of the
    /// command, then all lines up to DONE. Lines of the text may look like commands.
    Text,
}

impl YixinCommand {
    /// Parses an upper-case command word and the rest of its line; `None` if the
    /// command is unknown.
    pub fn parse(word: &str, rest: &str) -> Option<YixinCommand> {
        let path = split_word(rest).0.is_empty().then_some(SkippedLines::Path);
        let until_done = Some(SkippedLines::UntilDone);
        Some(match word {
            "START" => YixinCommand::Start(board_size(rest)?),
            "YXSTOP" => YixinCommand::Stop,
            "YXSHOWINFO" => YixinCommand::ShowInfo,
            "YXSHOWFORBID" => YixinCommand::ShowForbid,
            "YXHASHCLEAR" => YixinCommand::HashClear,
            "YXNBEST" => YixinCommand::Nbest(line_count(rest)),
            "YXBLOCKRESET" => YixinCommand::BlockReset,
            "YXSEARCHDEFEND" => YixinCommand::SearchDefend,
            "YXSHOWHASHUSAGE" => YixinCommand::ShowHashUsage,
            "YXBALANCEONE" => YixinCommand::Balance(1, bias(rest)),
            "YXBALANCETWO" => YixinCommand::Balance(2, bias(rest)),
            "YXSWAP2STEP1" => YixinCommand::Swap2(Swap2Step::Open),
            "YXSWAP2STEP2" => YixinCommand::Swap2(Swap2Step::Choose),
            "YXSWAP2STEP3" => YixinCommand::Swap2(Swap2Step::ChooseLast),
            "YXSOOSORVSTEP1" => YixinCommand::SoosorvOpen,
            "YXBLOCKPATH" | "YXBLOCKPATHUNDO" => {
                YixinCommand::Unsupported(Unsupported::BlockedPaths, until_done)
            }
            "YXBLOCKPATHRESET" => YixinCommand::BlockPathReset,
            "YXHASHDUMP" | "YXHASHLOAD" => YixinCommand::Unsupported(Unsupported::HashFiles, path),
            "YXSAVEDATABASE" | "YXDBCHECK" | "YXDBFIX" => YixinCommand::Database(None),
            "YXSETDATABASE" | "YXDBTOPOS" | "YXDBTOTXT" | "YXDBTOTXTALL" | "YXTXTTODB"
            | "YXLIBTODB" | "YXDBTOLIB" | "YXDBSPLIT" | "YXDBMERGE" => YixinCommand::Database(path),
            "YXEDITTEXTDATABASE" => YixinCommand::Database(Some(SkippedLines::Text)),
            "YXQUERYDATABASEALL"
            | "YXQUERYDATABASEONE"
            | "YXQUERYDATABASETEXT"
            | "YXQUERYDATABASEALLT"
            | "YXQUERYDATABASEONET"
            | "YXEDITTVDDATABASE"
            | "YXEDITLABELDATABASE"
            | "YXDELETEDATABASEONE"
            | "YXDELETEDATABASEALL"
            | "YXSETBESTMOVEDATABASE"
            | "YXCLEARBESTMOVEDATABASE" => YixinCommand::Database(until_done),
            _ => return None,
        })
    }
}

/// The size `columns rows`; `None` if it is malformed or unsupported.
///
/// Yixin-Board sends the row of a point before its column, so the number of its rows is
/// the width here.
fn board_size(text: &str) -> Option<BoardSize> {
    let (columns, rows) = split_word(text);
    BoardSize::new(integer(rows)?, integer(columns)?)
}

/// The number of moves of `YXNBEST`, 1 to [`MAX_MULTIPV`]; 1 if it is malformed.
fn line_count(text: &str) -> usize {
    integer(text).unwrap_or(1).clamp(1, MAX_MULTIPV) as usize
}

/// The value of a balanced position, within the range of evaluations; 0 if it is
/// malformed.
fn bias(text: &str) -> Score {
    let limit = i64::from(EVAL_LIMIT);
    integer(text).unwrap_or(0).clamp(-limit, limit) as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_their_arguments() {
        use YixinCommand as Command;
        let parse = YixinCommand::parse;
        assert_eq!(parse("YXHASHCLEAR", ""), Some(Command::HashClear));
        assert_eq!(parse("YXBALANCETWO", "-30"), Some(Command::Balance(2, -30)));
        let huge = parse("YXBALANCEONE", "99999999999999999999");
        assert_eq!(huge, Some(Command::Balance(1, EVAL_LIMIT)));
        assert_eq!(parse("YXBALANCEONE", "x"), Some(Command::Balance(1, 0)));
        let path = Command::Database(Some(SkippedLines::Path));
        assert_eq!(parse("YXSETDATABASE", ""), Some(path));
        let given = parse("YXSETDATABASE", "a b.db");
        assert_eq!(given, Some(Command::Database(None)));
        let blocked = Some(SkippedLines::UntilDone);
        let blocked = Command::Unsupported(Unsupported::BlockedPaths, blocked);
        assert_eq!(parse("YXBLOCKPATH", ""), Some(blocked));
        let file = Command::Unsupported(Unsupported::HashFiles, Some(SkippedLines::Path));
        assert_eq!(parse("YXHASHDUMP", ""), Some(file));
        let text = Command::Database(Some(SkippedLines::Text));
        assert_eq!(parse("YXEDITTEXTDATABASE", "\"a"), Some(text));
        assert_eq!(parse("YXFOO", ""), None);
        for (text, count) in [
            ("3", 3),
            ("", 1),
            ("0", 1),
            ("-5", 1),
            ("x", 1),
            ("1000000", 99),
        ] {
            assert_eq!(
                parse("YXNBEST", text),
                Some(Command::Nbest(count)),
                "{text}"
            );
        }
    }
}
