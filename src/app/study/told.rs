//! What the page is told of a study, as JSON.

use serde_json::{Value, json};

use super::{Asked, Place, Question, Study};
use crate::app::words::{capital, clean_name, end_marks, fouls_json, opening_name, sentence};
use crate::board::notation::point_name;
use crate::engine::{Report, Stone, useful_threads};
use crate::explain::{Explainer, ForcedWin, Threats};
use crate::play::seats::NO_NAME;
use crate::record::GameResult;
use crate::record::tree::{Action, NodeId};
use crate::report::chance::{black_chance, win_percent};
use crate::report::judgement::summary;
use crate::report::review::grade::Grade;
use crate::report::review::whole::Review;
use crate::report::text::terms;
use crate::report::words::threat_texts;
use crate::types::score::{self, MATE};
use crate::types::{BoardSize, Color, Point, Score};

/// The most moves of a line of a review that the board shows.
const MAX_LINE: usize = 15;

/// What an analysis tells of a position.
pub struct Analysis<'a> {
    /// The last iteration.
    pub report: &'a Report,
    /// The side to move.
    pub side: Color,
    /// The board.
    pub size: BoardSize,
    /// Moves that are not to be shown.
    pub excluded: &'a [Point],
    /// The number of variations that are shown.
    pub variations: usize,
}

impl Study {
    /// The state of the study.
    pub fn json(&self) -> Value {
        let place = self.place();
        let size = place.game.size();
        let (mut stones, mut blocked) = (Vec::new(), Vec::new());
        for (point, stone) in place.game.stones() {
            match stone {
                Stone::Of(color) => {
                    let number = place.numbers.iter().find(|(played, _)| played == point);
                    let number = number.map(|(_, number)| *number);
                    stones.push(json!([point.x, point.y, color.name(), number]));
                }
                Stone::Blocked => blocked.push(pair(*point)),
            }
        }
        let (row, mut fouls) = end_marks(place.ending.as_ref());
        fouls.extend(place.fouls());
        json!({
            "kind": "study",
            "version": self.version,
            "rule": self.rule.name(),
            "openingName": opening_name(&place.game),
            "result": self.tree().headers.result.map(result_text),
            "width": size.width(),
            "height": size.height(),
            "stones": stones,
            "blocked": blocked,
            "players": {
                "black": { "name": self.player(Color::Black) },
                "white": { "name": self.player(Color::White) },
            },
            "forbidden": fouls_json(&fouls),
            "row": pairs(row),
            "last": place.last().map(pair),
            "toMove": place.ending.is_none().then(|| place.side.name()),
            "status": status(&place),
            "at": self.at.index(),
            "variation": self.variation(),
            "removed": self.removed(),
            "reasons": self.reasons,
            "proof": self.proof_json(),
            "means": {
                "threads": self.means.threads,
                "maxThreads": useful_threads(),
                "memory": self.means.memory,
                "maxMemory": self.most_memory,
                "seconds": self.means.seconds,
            },
            "comment": self.tree().comment(self.at),
            "game": self.number + 1,
            "games": self.games.len(),
            "notes": sentences(&self.notes),
            "variations": self.variations,
            "excluded": pairs(&self.excluded),
            "threats": (self.shows_threats && self.is_helped).then(|| threats(&place)),
            "canSetUp": self.can_set_up(),
            "isOn": self.is_on,
            "asked": self.asked.map(question_name),
            "told": self.told,
            "drill": self.drill.as_ref().map(|drill| drill.json(self.number)),
            "unsaved": self.unsaved(),
            "isGame": self.is_game,
            "review": self.reviewed.as_ref().map(|reviewed| &reviewed.told),
        })
    }

    /// The name of a player, or the colour if the game does not name the player.
    fn player(&self, side: Color) -> String {
        let name = self.tree().headers.players[side.index()].as_deref();
        name.filter(|name| *name != NO_NAME)
            .and_then(clean_name)
            .unwrap_or_else(|| capital(side.name()))
    }

    /// The variation that is shown, from the root on.
    fn variation(&self) -> Vec<Value> {
        let path = self.tree().path(self.end);
        path.into_iter().map(|node| self.move_json(node)).collect()
    }

    /// A move of the variation.
    fn move_json(&self, node: NodeId) -> Value {
        json!({
            "id": node.index(),
            "name": self.name(node),
            "color": self.tree().action(node).side().map(Color::name),
        })
    }

    /// The name of a node's move.
    pub(super) fn name(&self, node: NodeId) -> String {
        match self.tree().action(node) {
            Action::Play(_, point) | Action::Label(point) => point_name(point, self.tree().size()),
            Action::Pass(_) => "pass".to_string(),
            Action::None => "–".to_string(),
        }
    }

    /// The nodes before each ply of the variation that is shown, and the last one.
    pub fn variation_nodes(&self) -> Vec<NodeId> {
        let path = self.tree().path(self.end);
        [NodeId::ROOT].into_iter().chain(path).collect()
    }
}

/// Notes as sentences.
fn sentences(notes: &[String]) -> Vec<String> {
    notes.iter().map(|note| sentence(note)).collect()
}

/// One sentence on the position.
fn status(place: &Place) -> String {
    match &place.ending {
        Some(ending) => sentence(&summary(ending, place.game.size())),
        None => sentence(&format!("{} to move", place.side.name())),
    }
}

/// The result of a game in words.
fn result_text(result: GameResult) -> String {
    match result {
        GameResult::Win(side) => format!("{} won", capital(side.name())),
        GameResult::Draw => "Draw".to_string(),
    }
}

/// The threats of both sides in words, with the points where they are carried out.
fn threats(place: &Place) -> Vec<Value> {
    let mut explainer = Explainer::new();
    let of_side = |side: Color| {
        let found = match place.ending {
            Some(_) => Threats::default(),
            None => explainer.threats_by_fours(&place.game, side),
        };
        // What each kind makes: a five, fours, threes.
        let kinds = [
            (5, &found.fives),
            (4, &found.winning_fours),
            (4, &found.four_threes),
            (3, &found.double_threes),
        ];
        let mut points: Vec<(Point, u8)> = Vec::new();
        for (length, kind) in kinds {
            points.extend(kind.iter().map(|point| (*point, length)));
        }
        // A win by fours begins with a four.
        if let Some(first) = found.win.as_ref().map(ForcedWin::first)
            && !points.iter().any(|(point, _)| *point == first)
        {
            points.push((first, 4));
        }
        let points = points.into_iter();
        let points: Vec<Value> = points
            .map(|(point, length)| json!([point.x, point.y, length]))
            .collect();
        json!({
            "side": side.name(),
            "texts": threat_texts(&place.game, side, &found),
            "points": points,
            "line": pairs(found.win.as_ref().map_or(&[], ForcedWin::variation)),
        })
    };
    [Color::Black, Color::White].map(of_side).to_vec()
}

/// What the engine is doing, as a word.
fn question_name(asked: Asked) -> &'static str {
    match asked.question {
        Question::Variations => "variations",
        Question::Reasons => "reasons",
        Question::Win => "win",
        Question::Review(_) => "review",
        Question::Attempt(..) => "attempt",
        Question::Refutation(_) => "refutation",
        Question::Puzzles => "puzzles",
    }
}

/// A point as `[x, y]`.
fn pair(point: Point) -> Value {
    json!([point.x, point.y])
}

/// Points as pairs.
fn pairs(points: &[Point]) -> Vec<Value> {
    points.iter().map(|point| pair(*point)).collect()
}

/// A score for the side to move as a win chance, or as the number of the winner's moves to the end
/// of the game.
fn chance_text(value: Score) -> String {
    let moves = |plies: Score| plies.unsigned_abs().div_ceil(2);
    if score::is_win(value) {
        format!("wins in {}", moves(MATE - value))
    } else if score::is_loss(value) {
        format!("loses in {}", moves(MATE + value))
    } else {
        format!("{} %", win_percent(value))
    }
}

/// The variations of an analysis.
pub fn analysis_text(analysis: &Analysis<'_>) -> Value {
    let report = analysis.report;
    let others = report.others.iter();
    let others = others.map(|variation| (variation.score, variation.depth, &variation.pv));
    let all = std::iter::once((report.score, report.depth, &report.pv)).chain(others);
    let is_shown = |moves: &[Point]| {
        let first = moves.first();
        first.is_some_and(|first| !analysis.excluded.contains(first))
    };
    let variations: Vec<Value> = all
        .filter(|(.., moves)| is_shown(moves))
        .take(analysis.variations)
        .map(|(value, depth, moves)| {
            let names = moves.iter().map(|point| point_name(*point, analysis.size));
            json!({
                "chance": chance_text(value),
                "value": score::display(value),
                "depth": depth,
                "moves": pairs(moves),
                "names": names.collect::<Vec<String>>(),
            })
        })
        .collect();
    let seconds = report.elapsed.as_secs_f64().max(0.001);
    json!({
        "kind": "variations",
        "depth": report.depth,
        "selectiveDepth": report.seldepth,
        "nodes": report.nodes,
        "speed": (report.nodes as f64 / seconds).round(),
        "side": analysis.side.name(),
        "black": black_chance(analysis.side, report.score),
        "variations": variations,
    })
}

/// A review.
pub fn reviewed_text(review: &Review, nodes: &[NodeId]) -> Value {
    let size = review.record.size();
    let moments = review.moments();
    let shown = |moves: &[Point]| pairs(&moves[..moves.len().min(MAX_LINE)]);
    let reasons: Vec<&str> = review
        .moves
        .iter()
        .flat_map(|moved| moved.reasons.iter().map(String::as_str))
        .collect();
    let moves: Vec<Value> = review
        .moves
        .iter()
        .map(|moved| {
            let better = moved.better.iter();
            let better: Vec<String> = better.map(|point| point_name(*point, size)).collect();
            json!({
                "number": moved.ply + 1,
                "from": nodes.get(moved.ply).map(|node| node.index()),
                "node": nodes.get(moved.ply + 1).map(|node| node.index()),
                "side": moved.side.name(),
                "name": moved.point.map_or("pass".to_string(), |point| point_name(point, size)),
                "grade": moved.grade.map(Grade::name),
                "isClose": moved.is_close(),
                "isBad": moved.grade.is_some_and(Grade::is_bad),
                "point": moved.point.map(pair),
                "before": win_percent(moved.before),
                "after": win_percent(moved.after),
                "isLost": score::is_loss(moved.after),
                "better": better,
                "variation": shown(&moved.better),
                "reply": shown(&moved.reply),
                "reasons": moved.reasons,
                "isMoment": moments.iter().any(|moment| moment.ply == moved.ply),
            })
        })
        .collect();
    json!({
        "kind": "review",
        "moves": moves,
        "chances": review.chances(),
        "accuracy": {
            "black": review.accuracy(Color::Black).map(f64::round),
            "white": review.accuracy(Color::White).map(f64::round),
        },
        "result": review.result(),
        "terms": terms(&reasons.join(" ")).map(|terms| sentence(&terms)),
        "notes": sentences(&review.notes()),
    })
}
