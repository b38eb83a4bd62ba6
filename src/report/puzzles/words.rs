//! Puzzles in words.

use crate::board::notation::point_names;
use crate::puzzle::Uniqueness;
use crate::report::puzzles::fields::PuzzleFields;
use crate::report::text::counted;
use crate::solve::WinKind;
use crate::types::BoardSize;

impl PuzzleFields {
    /// The size of the board.
    ///
    /// # Panics
    /// If the document has not been [read](crate::report::puzzles::read::read).
    pub fn size(&self) -> BoardSize {
        let size = BoardSize::new(self.width.into(), self.height.into());
        size.expect("the document has been checked")
    }

    /// What is asked, such as `black to move wins by fours alone (VCF) in 4 moves`.
    pub fn question(&self) -> String {
        let kind = match self.kind {
            WinKind::Vcf => "by fours alone (VCF)",
            WinKind::Vct => "by threats (VCT)",
            WinKind::Forced => "by force",
        };
        format!(
            "{} to move wins {kind} in {}",
            self.side.name(),
            counted(self.difficulty.plies.div_ceil(2), "move", "moves")
        )
    }

    /// What is claimed of the first move.
    pub fn claim(&self) -> &'static str {
        match self.unique_among {
            Uniqueness::Fours => "The only four that wins by fours",
            Uniqueness::Threats => "The only move that wins by fours or threats",
        }
    }

    /// How hard it is, such as `level 4, 5 choices (3.2 on average), 1 quiet move`.
    pub fn difficulty_text(&self) -> String {
        let difficulty = &self.difficulty;
        let level = match difficulty.level {
            Some(level) => format!("level {level}"),
            None => "no level finds it".to_string(),
        };
        format!(
            "{level}, {} ({:.1} on average), {}",
            counted(difficulty.choices, "choice", "choices"),
            difficulty.branching,
            counted(difficulty.quiet, "quiet move", "quiet moves")
        )
    }

    /// Where it comes from, such as `games.sgf, game 3, move 24, A - B`.
    pub fn source_text(&self) -> String {
        let source = &self.source;
        let mut parts = vec![
            source.file.clone(),
            format!("game {}", source.game),
            format!("move {}", source.number),
        ];
        if source.black.is_some() || source.white.is_some() {
            let name = |player: &Option<String>| player.clone().unwrap_or("?".to_string());
            parts.push(format!("{} - {}", name(&source.black), name(&source.white)));
        }
        parts.extend(source.event.clone());
        parts.extend(source.date.clone());
        parts.join(", ")
    }

    /// The moves of both sides against the longest defence.
    pub fn line_text(&self) -> String {
        point_names(&self.line, self.size())
    }

    /// The names of the other first moves that may be tried, all of which fail.
    pub fn others_text(&self) -> String {
        point_names(&self.others, self.size())
    }
}
