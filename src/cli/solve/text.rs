//! The result of `solve` as text.

use crate::board::notation;
use crate::cli::term::Terminal;
use crate::report::boards::forbidden_to;
use crate::report::position::InputPosition;
use crate::report::text::counted;
use crate::solve::{Answer, Win, WinKind};

/// The full result: board, verdict, length, main line and effort.
pub fn describe(input: &InputPosition, answer: &Answer, terminal: Terminal) -> String {
    let size = input.diagram.size();
    let win = answer.win.as_ref();
    let first = win.and_then(|win| win.variation.first().copied());
    let forbidden = forbidden_to(input.side, &input.game(input.rule));
    let last = input.last();
    let mut text = terminal.draw_with_fouls(&input.diagram, first, last, &forbidden);
    text.push_str(&terminal.legend(first, last, &forbidden));
    let mut rows = vec![
        ("to move", input.side.name().to_string()),
        ("rule", input.rule.name().to_string()),
        ("verdict", verdict(input, answer)),
    ];
    if let Some(win) = win {
        rows.push(("length", length(win)));
        rows.push(("main line", notation::point_names(&win.variation, size)));
    }
    rows.extend(too_long(input, answer).map(|text| ("note", text)));
    rows.push(("nodes", answer.nodes.to_string()));
    rows.push(("time", format!("{:.3} s", answer.time.as_secs_f64())));
    text.push_str(&terminal.fields(&rows));
    text
}

/// The length of a win, and what is proved of shorter ones.
fn length(win: &Win) -> String {
    let words = |plies: usize| {
        let moves = counted(plies.div_ceil(2), "move", "moves");
        format!("{moves} ({})", counted(plies, "ply", "plies"))
    };
    let length = words(win.plies);
    // Not all quiet threats are searched.
    match (win.is_shortest(), win.kind) {
        (true, WinKind::Vcf) => return format!("{length}, the shortest VCF"),
        (true, WinKind::Vct) => return format!("{length}, no shorter VCT found"),
        (true, WinKind::Forced) | (false, _) => {}
    }
    match (win.least_plies, win.kind) {
        // A bound of three plies or less says nothing.
        (..=3, _) | (_, WinKind::Forced) => format!("at most {length}"),
        (least, WinKind::Vcf) => {
            format!("at most {length}; no VCF has fewer than {}", words(least))
        }
        (least, WinKind::Vct) => {
            format!(
                "at most {length}; no VCT found with fewer than {}",
                words(least)
            )
        }
    }
}

/// What is known of a win that takes longer than the game.
fn too_long(input: &InputPosition, answer: &Answer) -> Option<String> {
    let (kind, plies) = answer.too_long?;
    let limit = input.rule.stone_limit(input.diagram.size())?;
    Some(format!(
        "{} wins by {} in at most {}, but the game is drawn at {limit} stones; --no-stone-limit \
         counts it as a win",
        input.side.name(),
        kind.name(),
        counted(plies, "ply", "plies"),
    ))
}

/// The verdict with the length of the win, for the caption of a picture.
pub fn outcome(input: &InputPosition, answer: &Answer) -> String {
    let verdict = verdict(input, answer);
    match &answer.win {
        Some(win) => {
            let plies = counted(win.plies, "ply", "plies");
            let most = if win.is_shortest() { "" } else { "at most " };
            format!("{verdict} in {most}{plies}")
        }
        None => verdict,
    }
}

/// Who wins and how, or what is known if no win was found.
fn verdict(input: &InputPosition, answer: &Answer) -> String {
    if let Some(win) = &answer.win {
        return format!("{} wins by {}", input.side.name(), win.kind.name());
    }
    if answer.is_undecided {
        return "not decided".to_string();
    }
    // Not all quiet threats are searched, so a completed search for a VCT does not prove
    // that there is none.
    let name = |kind: &WinKind| match kind {
        WinKind::Vcf => "no VCF",
        WinKind::Vct => "no VCT found",
        WinKind::Forced => "no win found",
    };
    let texts: Vec<_> = answer.excluded.iter().map(name).collect();
    format!("{} for {}", texts.join(", "), input.side.name())
}

/// Why there is no proof.
pub fn missing_proof(input: &InputPosition, answer: &Answer) -> String {
    match &answer.win {
        Some(_) => "it was not completed".to_string(),
        None => verdict(input, answer),
    }
}
