//! Tests of the depths and the results of single nodes.

use super::*;
use crate::eval::evaluate;
use crate::search::Limits;
use crate::search::testing::{middle_game, position, square, with_worker};

/// The depth to which the position after `line` is searched if the position before
/// is searched to `depth` plies as a node of that type.
fn depth_after(
    before: &Position<256>,
    line: &[Square],
    node_type: NodeType,
    depth: i32,
) -> Option<i32> {
    let mut after = before.clone();
    line.iter().for_each(|square| after.make(*square));
    // Beta is the evaluation there, so that no margin decides.
    let beta = match line.len() % 2 {
        0 => evaluate(&after),
        _ => 1 - evaluate(&after),
    };
    with_worker(before, &Limits::default(), |worker| {
        worker
            .alphabeta(beta, depth, 3, node_type)
            .expect("no limit");
        let entry = worker.tt.probe(after.key(), 3 + line.len());
        entry.lower.or(entry.upper).map(|bound| bound.depth)
    })
}

#[test]
fn a_block_costs_a_ply_at_cut_nodes_only() {
    let four = position(&[(5, 7), (4, 7), (6, 7), (2, 2), (7, 7), (12, 2), (8, 7)]);
    let block = [square(9, 7)];
    assert_eq!(depth_after(&four, &block, NodeType::Cut, 6), Some(5));
    assert_eq!(depth_after(&four, &block, NodeType::All, 6), Some(6));
    assert_eq!(depth_after(&four, &block, NodeType::Pv, 6), Some(6));
}

#[test]
fn a_block_that_makes_a_four_costs_no_ply() {
    let four = position(&[
        (5, 7),
        (4, 7),
        (6, 7),
        (9, 4),
        (9, 3),
        (9, 5),
        (7, 7),
        (9, 6),
        (8, 7),
    ]);
    let blocks = [square(9, 7), square(9, 8)];
    assert_eq!(depth_after(&four, &blocks, NodeType::Cut, 6), Some(6));
}

#[test]
fn a_node_of_depth_one_is_stored_on_the_principal_variation_only() {
    let quiet = middle_game();
    // Beta is too high for reverse futility and too low for razoring.
    let beta = evaluate(&quiet) + 10;
    let stored = |node_type, depth| {
        with_worker(&quiet, &Limits::default(), |worker| {
            worker
                .alphabeta(beta, depth, 3, node_type)
                .expect("no limit");
            let entry = worker.tt.probe(quiet.key(), 3);
            entry.lower.or(entry.upper).map(|bound| bound.depth)
        })
    };
    assert_eq!(stored(NodeType::Cut, 1), None);
    assert_eq!(stored(NodeType::All, 1), None);
    assert_eq!(stored(NodeType::Pv, 1), Some(1));
    assert_eq!(stored(NodeType::Cut, 2), Some(2));
    assert_eq!(stored(NodeType::All, 2), Some(2));
}

#[test]
fn no_move_is_searched_if_every_mate_is_too_far_away() {
    let quiet = middle_game();
    let ply = 3;
    let probe = |beta| {
        with_worker(&quiet, &Limits::default(), |worker| {
            let value = worker.alphabeta(beta, 8, ply, NodeType::Cut);
            (value.expect("no limit"), worker.nodes)
        })
    };
    assert_eq!(probe(mate_in(ply + 3)), (mate_in(ply + 5), 1));
    assert_eq!(probe(mated_in(ply + 2)), (mated_in(ply + 4), 1));
}

#[test]
fn a_node_that_must_answer_keeps_the_evaluation_of_the_ply_before() {
    let quiet = position(&[(6, 7), (2, 2), (7, 7), (12, 2)]);
    let open_three = position(&[(6, 7), (2, 2), (7, 7), (12, 2), (8, 7)]);
    let four = position(&[(5, 7), (4, 7), (6, 7), (2, 2), (7, 7), (12, 2), (8, 7)]);
    let noted = |position: &Position<256>| {
        with_worker(position, &Limits::default(), |worker| {
            worker.frames[2].eval = 77;
            worker
                .alphabeta(evaluate(position), 1, 3, NodeType::All)
                .expect("no limit");
            worker.frames[3].eval
        })
    };
    assert_eq!(noted(&quiet), evaluate(&quiet));
    assert_eq!(noted(&open_three), -77);
    assert_eq!(noted(&four), -77);
}
