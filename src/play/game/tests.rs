//! Every transition in every state, and what the cells of that table cannot say.

use super::*;
use crate::board::notation::parse_moves;
use crate::opening::Decision;
use crate::opening::rules::{Action, Step};
use crate::strength::Level;
use crate::types::{BoardSize, Rule};

/// What follows from a transition, by the state in which it is tried. `-`: it is refused and changes
/// nothing, except that after a wrong answer the engine waits. Otherwise who acts then: `m` a person moves, `e` the engine moves, `p` the engine
/// waits, `w` a player is missing, `x` nobody, because the game is over; in an opening `P` stones
/// are placed, `S` a side is chosen, `D` a number is declared, `F` fifth moves are proposed, `L` one
/// is selected; then the number of stones, and the offer that waits: `u` undo, `d` draw, `r` rematch.
///
/// With the engine: engine: a person's turn; thinks: the engine's turn; self, paused: it plays
/// itself; shares: it chooses a side. Two people at one board: two: a turn; place to select: the
/// steps of an opening; begun: its last step was a choice; five, resigned, agreed, late: the game is
/// over. Over the network, where the owner is black: waits: nobody has joined; mine, theirs: a turn;
/// asked: the owner has asked for a move back; offer: the guest has offered a draw; guess: the guest
/// chooses a side; fifth: the owner proposes fifth moves; left: the seat is free again; ended: the
/// guest has resigned; again: the same, and offers a rematch.
const TABLE: &str = "
               engine thinks self paused shares two place sides count propose select begun five resigned agreed late waits mine theirs asked offer guess fifth left ended again
owner play     e3     -      -    -      -      m3  S3    -     -     L4      -      m4    -    -        -      -    -     m3   -      -     m3    -     L4    -    -     -
guest play     -      -      -    -      -      -   -     -     -     -       -      -     -    -        -      -    -     -    m2     m2    -     -     -     -    -     -
owner keep     -      -      -    -      -      -   -     m3    -     -       -      -     -    -        -      -    -     -    -      -     -     -     -     -    -     -
guest keep     -      -      -    -      -      -   -     -     -     -       -      -     -    -        -      -    -     -    -      -     -     m3    -     -    -     -
guest swap     -      -      -    -      -      -   -     -     -     -       -      -     -    -        -      -    -     -    -      -     -     m3    -     -    -     -
owner more     -      -      -    -      -      -   -     P3    -     -       -      -     -    -        -      -    -     -    -      -     -     -     -     -    -     -
owner declare  -      -      -    -      -      -   -     -     S4    -       -      -     -    -        -      -    -     -    -      -     -     -     -     -    -     -
owner undo     m0     m0     p1   p1     P2     m1  P1    P2    S3    F4      F4     S3    m8   m1       m1     -    -     m2u  m1u    -     -     S3u   F4    -    -     -
guest undo     -      -      -    -      -      -   -     -     -     -       -      -     -    -        -      -    -     m2u  -      -     -     -     F4u   -    -     -
owner undo-2   -      -      p0   p0     P1     m0  P0    P1    P2    S3      F4     P2    m7   m1       m1     -    -     -    -      -     -     S3u   F4u   -    -     -
owner resign   x2     x1     -    -      -      x2  -     -     -     -       -      x3    -    -        -      -    -     x2   x1     x1    x2    -     -     x2   -     -
guest resign   -      -      -    -      -      -   -     -     -     -       -      -     -    -        -      -    -     x2   x1     x1    x2    -     -     x2   -     -
owner draw     -      -      -    -      -      x2  -     -     -     -       -      x3    -    -        -      -    -     m2d  m1d    -     -     -     -     -    -     -
guest draw     -      -      -    -      -      -   -     -     -     -       -      -     -    -        -      -    -     m2d  m1d    -     -     -     -     -    -     -
owner accept   -      -      -    -      -      -   -     -     -     -       -      -     -    -        -      -    -     -    -      -     x2    -     -     -    -     x2
guest accept   -      -      -    -      -      -   -     -     -     -       -      -     -    -        -      -    -     -    -      m0    -     -     -     -    -     -
owner decline  -      -      -    -      -      -   -     -     -     -       -      -     -    -        -      -    -     -    -      m1    m2    -     -     -    -     x2
guest decline  -      -      -    -      -      -   -     -     -     -       -      -     -    -        -      -    -     -    -      m1    m2    -     -     -    -     x2
owner offer    -      -      -    -      -      -   -     -     -     -       -      -     -    -        -      -    -     -    -      -     -     -     -     -    x2r   -
guest offer    -      -      -    -      -      -   -     -     -     -       -      -     -    -        -      -    -     -    -      -     -     -     -     -    x2r   -
move           -      m2     e3   -      -p3    -   -     -     -     -       -      -     -    -        -      -    -     -    -      -     -     -     -     -    -     -
no-move        -      x1     x2   -      -p3    -   -     -     -     -       -      -     -    -        -      -    -     -    -      -     -     -     -     -    -     -
decide         -      -p1    -p2  -      m4     -   -     -     -     -       -      -     -    -        -      -    -     -    -      -     -     -     -     -    -     -
no-decision    -      -p1    -p2  -      m4     -   -     -     -     -       -      -     -    -        -      -    -     -    -      -     -     -     -     -    -     -
pause          -      -      p2   p2     -      -   -     -     -     -       -      -     -    -        -      -    -     -    -      -     -     -     -     -    -     -
go             m2     e1     e2   e2     e3     m2  P2    S3    D4    F4      L4     m3    x9   x1       x1     x1   w0    m2   m1     m1u   m2d   S3    F4    w2   x2    x2r
failure        m2     p1     p2   p2     p3     m2  P2    S3    D4    F4      L4     m3    x9   x1       x1     x1   w0    m2   m1     m1u   m2d   S3    F4    w2   x2    x2r
time           m2     e1     e2   p2     e3     x2  x2    x3    x4    x4      x4     x3    x9   x1       x1     x1   w0    x2   x1     x1    x2    x3    x4    w2   x2    x2r
seats          e2     e1     e2   e2     -      e2  -     -     -     -       -      e3    x9   x1       x1     x1   -     -    -      -     -     -     -     -    -     -
join           -      -      -    -      -      -   -     -     -     -       -      -     -    -        -      -    m0    -    -      -     -     -     -     m2   -     -
free-seat      -      -      -    -      -      -   -     -     -     -       -      -     -    -        -      -    -     w2   w1     w1    w2    w3    w4    -    -     -
rematch        -      -      -    -      -      -   -     -     -     -       -      -     m0   m0       m0     m0   -     -    -      -     -     -     -     -    m0    m0
";

/// The players of a game that is in a state of the table.
fn seats(state: &str) -> Seats {
    let mut seats = Seats::new(Color::Black, Level::default());
    match state {
        "engine" | "thinks" | "shares" => {}
        "self" | "paused" => seats.seat_people(0, Color::Black),
        "waits" | "mine" | "theirs" | "asked" | "offer" | "guess" | "fifth" | "left" | "ended"
        | "again" => {
            seats.invite(Color::White);
        }
        _ => seats.seat_people(2, Color::Black),
    }
    seats
}

/// A game in a state of the table.
fn game(state: &str) -> Match {
    let opening = match state {
        "shares" | "place" | "sides" | "begun" | "guess" => Some(OpeningRule::Swap2),
        "count" => Some(OpeningRule::Soosyrv8),
        "propose" | "select" | "fifth" => Some(OpeningRule::Rif),
        _ => None,
    };
    let rule = if opening.is_some_and(OpeningRule::is_of_renju) {
        Rule::Renju
    } else {
        Rule::Freestyle
    };
    let empty = Resumed::empty(BoardSize::square(15).unwrap(), rule);
    let seats = seats(state);
    let time = (seats.people() == 2).then_some(Duration::from_secs(600).into());
    let mut game = Match::new(empty, seats, Duration::from_secs(1), Duration::ZERO)
        .with_opening(opening)
        .with_clocks(time);
    if game.seats().guest().is_some() && state != "waits" {
        game.join("Ben".to_string()).unwrap();
    }
    play(
        &mut game,
        match state {
            "waits" => "",
            "thinks" | "theirs" | "asked" | "resigned" | "agreed" | "late" => "h8",
            "place" => "h8 h9",
            "sides" | "shares" | "guess" | "begun" => "h8 h9 j6",
            "count" => "h8 h9 h10 i9",
            "propose" | "fifth" => "h8 h9 h10 i9 g8",
            "select" => "h8 h9 h10 i9 g8 i8",
            "five" => "h8 h9 i8 i9 j8 j9 k8 k9 l8",
            _ => "h8 h9",
        },
    );
    let (owner, guest) = (Viewer::Owner, Viewer::Guest);
    match state {
        "paused" => game.pause().unwrap(),
        "begun" => game.choose(owner, Action::Keep).unwrap(),
        "resigned" => game.resign(owner).unwrap(),
        "agreed" => game.offer_draw(owner).unwrap(),
        "late" => assert!(game.tick(Duration::from_secs(601))),
        "asked" => game.undo(owner, 1).unwrap(),
        "offer" => game.offer_draw(guest).unwrap(),
        "left" => game.free_seat().unwrap(),
        "ended" => game.resign(guest).unwrap(),
        "again" => {
            game.resign(guest).unwrap();
            game.offer_rematch(guest).unwrap();
        }
        _ => {}
    }
    game
}

/// Plays moves such as `h8`, each for whoever acts.
fn play(game: &mut Match, moves: &str) {
    for point in parse_moves(moves, game.position().size()).unwrap() {
        let played = (game.play(Viewer::Owner, point))
            .or_else(|_| game.play(Viewer::Guest, point))
            .or_else(|_| game.take(&Answer::Move(Some(point))));
        assert_eq!(played, Ok(()), "{point:?}");
    }
}

/// Tries a transition of a viewer.
fn attempt(game: &mut Match, by: Viewer, name: &str) -> Result<(), Refusal> {
    let point = parse_moves("i10", game.position().size()).unwrap()[0];
    let decision = |actions| {
        Answer::Step(Decision {
            actions,
            reply: Some(point),
        })
    };
    match name {
        "play" => game.play(by, point),
        "keep" => game.choose(by, Action::Keep),
        "swap" => game.choose(by, Action::Swap),
        "more" => game.choose(by, Action::MoreStones),
        "declare" => game.choose(by, Action::Declare(2)),
        "undo" => game.undo(by, 1),
        "undo-2" => game.undo(by, 2),
        "resign" => game.resign(by),
        "draw" => game.offer_draw(by),
        "offer" => game.offer_rematch(by),
        "accept" => game.answer(by, true).map(|_| ()),
        "decline" => game.answer(by, false).map(|_| ()),
        "move" => game.take(&Answer::Move(Some(point))),
        "no-move" => game.take(&Answer::Move(None)),
        "decide" => game.take(&decision(vec![Action::Keep])),
        "no-decision" => game.take(&decision(Vec::new())),
        "pause" => game.pause(),
        "seats" => game.change_seats(|seats| seats.seat_people(0, Color::Black)),
        "join" => game.join("Cleo".to_string()),
        "free-seat" => game.free_seat(),
        "rematch" => game.rematch().map(|again| *game = again),
        _ => {
            match name {
                "go" => game.go(),
                "failure" => game.engine_failed(),
                "time" => {
                    game.tick(Duration::from_secs(601));
                }
                _ => panic!("{name}"),
            }
            Ok(())
        }
    }
}

/// A cell of the table.
fn cell(game: &Match) -> String {
    let acts = match game.opening().map(Opening::step) {
        _ if game.finish().is_some() => 'x',
        _ if !game.has_joined() => 'w',
        _ if game.is_paused() => 'p',
        _ if game.is_engines_turn() => 'e',
        None | Some(Step::Over) => 'm',
        Some(Step::Place { .. }) => 'P',
        Some(Step::Sides { .. }) => 'S',
        Some(Step::Declare { .. }) => 'D',
        Some(Step::Propose) => 'F',
        Some(Step::Select) => 'L',
    };
    let offer = match game.offer().map(|offer| offer.proposal) {
        Some(Proposal::Undo(_)) => "u",
        Some(Proposal::Draw) => "d",
        Some(Proposal::Rematch) => "r",
        None => "",
    };
    format!("{acts}{}{offer}", game.position().ply())
}

#[test]
fn every_transition_leads_from_every_state_where_the_table_says() {
    let (header, rows) = TABLE[1..].split_once('\n').unwrap();
    let states: Vec<&str> = header.split_whitespace().collect();
    let mut found = format!("\n{header}\n");
    for row in rows.lines() {
        let (name, _) = row.trim_start().split_once("  ").unwrap();
        let (who, what) = name.split_once(' ').unwrap_or(("", name));
        let by = match who {
            "guest" => Viewer::Guest,
            _ => Viewer::Owner,
        };
        found.push_str(&format!("{name:14}"));
        for state in &states {
            let before = game(state);
            let mut after = before.clone();
            let cell = match attempt(&mut after, by, what) {
                Ok(()) => cell(&after),
                Err(refusal) => {
                    assert_ne!(after.explain(refusal), "", "{name}, {state}");
                    if after == before {
                        "-".to_string()
                    } else {
                        format!("-{}", cell(&after))
                    }
                }
            };
            found.push_str(&format!(" {cell:0$}", state.len().max(3)));
            if !who.is_empty() {
                let watched = attempt(&mut after, Viewer::Watcher, what);
                assert!(watched.is_err(), "{name}, {state}");
            }
        }
        found = format!("{}\n", found.trim_end());
    }
    assert_eq!(found, TABLE, "{found}");
}

#[test]
fn sides_and_clocks_change_back_with_a_choice_that_is_taken_back() {
    let mut game = game("guess");
    let later = Duration::from_secs(100);
    game.tick(later);
    let left = |game: &Match, side| game.clocks().unwrap().left(side, later).as_secs();
    game.choose(Viewer::Guest, Action::Swap).unwrap();
    assert_eq!(game.seats().guest(), Some(Color::Black));
    assert_eq!(left(&game, Color::Black), 500);
    assert!(game.clocks().unwrap().is_running(Color::White));
    game.undo(Viewer::Guest, 1).unwrap();
    assert_eq!(game.seats().guest(), Some(Color::Black), "nobody agreed");
    game.answer(Viewer::Owner, true).unwrap();
    assert_eq!(game.seats().guest(), Some(Color::White));
    assert_eq!(left(&game, Color::White), 500);
    assert!(game.clocks().unwrap().is_running(Color::White));
}

#[test]
fn fifth_moves_proposed_again_and_again_do_not_fill_the_memory() {
    let mut game = game("fifth");
    for _ in 0..600 {
        play(&mut game, "g8");
    }
    assert_eq!(game.steps().len(), 500);
    let mut undone = 0;
    while let Ok(undo) = game.undo_of(Viewer::Owner, 1) {
        game.take_back(undo);
        undone += 1;
    }
    // The fourth stone is the guest's.
    assert_eq!((undone, game.position().ply()), (499, 0));
}

#[test]
fn a_record_has_the_limit_of_the_engine_and_the_rule_of_the_opening() {
    let record = game("engine").record();
    assert_eq!(record.move_limit, Some(Duration::from_secs(1)));
    assert_eq!(game("two").record().move_limit, None);
    let refused = game("sides").text(Format::Sgf);
    assert_eq!(refused, Err(Refusal::InOpening));
    let mut game = game("begun");
    assert_eq!(game.record().opening, Some(OpeningRule::Swap2));
    game.undo(Viewer::Owner, 1).unwrap();
    assert_eq!(game.record().opening, Some(OpeningRule::Swap2));
    // Without its steps, the game does not return to its opening.
    game.choose(Viewer::Owner, Action::Keep).unwrap();
    (game.steps, game.fixed) = (Vec::new(), 0);
    game.undo(Viewer::Owner, 1).unwrap();
    assert_eq!(game.record().opening, None);
}

#[test]
fn stones_have_the_time_since_the_turn_began() {
    let mut game = game("sides");
    game.tick(Duration::from_millis(2500));
    game.choose(Viewer::Owner, Action::Keep).unwrap();
    game.tick(Duration::from_millis(3200));
    play(&mut game, "a1");
    let time = game.record().moves[3].time;
    assert_eq!(time, Some(Duration::from_millis(700)));
}
