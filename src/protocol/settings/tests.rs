//! Tests of the settings.

use super::*;

fn after(infos: &[Info]) -> Settings {
    let mut settings = Settings::default();
    for info in infos {
        settings.apply(*info, Duration::ZERO);
    }
    settings
}

fn limits(infos: &[Info]) -> Limits {
    after(infos).limits(Duration::ZERO)
}

fn ms(ms: u64) -> Option<Duration> {
    Some(Duration::from_millis(ms))
}

#[test]
fn the_default_is_five_seconds_unless_nodes_or_depth_are_limited() {
    assert_eq!(limits(&[]).time.turn, ms(5000));
    assert_eq!(limits(&[Info::MaxNode(5000)]).time.turn, None);
    assert_eq!(limits(&[Info::MaxDepth(3)]).time.turn, None);
    assert_eq!(limits(&[Info::MaxNode(0)]).time.turn, ms(5000));
    assert_eq!(limits(&[Info::MaxNode(-1)]).nodes, None);
    let both = limits(&[Info::MaxNode(5), Info::TimeoutTurn(100)]);
    assert_eq!((both.nodes, both.time.turn), (Some(5), ms(100)));
    assert_eq!(limits(&[Info::MaxDepth(i64::MAX)]).depth, Some(u32::MAX));
}

#[test]
fn the_time_for_a_move_has_a_value_that_means_no_limit() {
    assert_eq!(limits(&[Info::TimeoutTurn(0)]).time.turn, ms(0));
    assert_eq!(limits(&[Info::TimeoutTurn(i64::MIN)]).time.turn, ms(0));
    assert_eq!(
        limits(&[Info::TimeoutTurn(1_999_999)]).time.turn,
        ms(1_999_999)
    );
    assert_eq!(limits(&[Info::TimeoutTurn(2_000_000)]).time.turn, None);
    assert_eq!(limits(&[Info::TimeoutTurn(i64::MAX)]).time.turn, None);
}

#[test]
fn time_left_replaces_the_time_for_the_game() {
    assert_eq!(limits(&[]).time.left, None);
    assert_eq!(limits(&[Info::TimeoutMatch(0)]).time.left, None);
    assert_eq!(limits(&[Info::TimeoutMatch(-1)]).time.left, None);
    let beyond_32_bits = 1 << 40;
    assert_eq!(
        limits(&[Info::TimeoutMatch(beyond_32_bits)]).time.left,
        ms(1 << 40)
    );
    let sent = [Info::TimeLeft(700), Info::TimeoutMatch(1000)];
    assert_eq!(limits(&sent).time.left, ms(700));
    assert_eq!(limits(&[Info::TimeLeft(0)]).time.left, ms(0));
    assert_eq!(limits(&[Info::TimeLeft(2_147_483_647)]).time.left, None);
    // Computing the budget overflows for no number that can be sent.
    for ms in [i64::MIN, 0, 1, 2_147_483_646, i64::MAX] {
        let sent = [Info::TimeoutMatch(ms), Info::TimeoutTurn(ms)];
        limits(&sent).time.budget();
        limits(&[Info::TimeLeft(ms)]).time.budget();
    }
}

#[test]
fn negative_memory_is_ignored_and_zero_is_the_default() {
    assert_eq!(after(&[]).memory(), DEFAULT_MEMORY);
    assert_eq!(after(&[Info::MaxMemory(1)]).memory(), 1);
    assert_eq!(
        after(&[Info::MaxMemory(1), Info::MaxMemory(-7)]).memory(),
        1
    );
    let reset = [Info::MaxMemory(1), Info::MaxMemory(0)];
    assert_eq!(after(&reset).memory(), DEFAULT_MEMORY);
}

#[test]
fn the_table_stays_within_the_memory() {
    let whole = table_bytes(after(&[Info::HashSize(65_536)]).memory());
    assert!((64 << 20..(64 << 20) + 64).contains(&whole), "{whole}");
    let both = [Info::HashSize(i64::MAX), Info::MaxMemory(100 << 20)];
    assert_eq!(after(&both).memory(), 100 << 20);
    let reset = [Info::HashSize(65_536), Info::HashSize(0)];
    assert_eq!(after(&reset).memory(), DEFAULT_MEMORY);
    assert_eq!(after(&[]).max_hash_kib(), MAX_TABLE / KIB);
    assert_eq!(after(&[Info::MaxMemory(1)]).max_hash_kib(), 256);
}

#[test]
fn the_table_is_small_enough_to_exit_in_time() {
    let memory = Info::MaxMemory(i64::MAX);
    for infos in [&[memory][..], &[memory, Info::HashSize(i64::MAX)]] {
        let settings = after(infos);
        let table = table_bytes(settings.memory());
        assert!((MAX_TABLE..MAX_TABLE + 64).contains(&table), "{table}");
        assert_eq!(settings.max_hash_kib(), MAX_TABLE / KIB);
    }
}

#[test]
fn there_is_one_thread_by_default_and_never_more_than_processors() {
    assert_eq!(after(&[]).threads(), 1);
    let useful = useful_threads();
    for (count, threads) in [(1, 1), (2, useful.min(2)), (i64::MAX, useful)] {
        assert_eq!(after(&[Info::ThreadNum(count)]).threads(), threads);
    }
    for count in [0, -1, i64::MIN] {
        let kept = [Info::ThreadNum(2), Info::ThreadNum(count)];
        assert_eq!(after(&kept).threads(), useful.min(2));
    }
}

#[test]
fn details_are_printed_only_if_asked_for() {
    let mut settings = Settings::default();
    assert!(!settings.is_detailed() && !settings.is_realtime());
    settings.show_info = true;
    assert!(settings.is_detailed() && !settings.is_realtime());
    for (bits, detail, realtime) in [
        (0, false, false),
        (1, false, true),
        (2, true, false),
        (3, true, true),
    ] {
        settings.apply(Info::ShowDetail(bits), Duration::ZERO);
        assert_eq!(settings.is_detailed(), detail);
        assert_eq!(settings.is_realtime(), realtime);
    }
}

#[test]
fn pondering_is_for_humans_who_ask_for_it() {
    let may = |infos: &[Info]| after(infos).may_ponder();
    let on = Info::Pondering(1);
    assert!(!may(&[]));
    assert!(may(&[on]) && may(&[on, Info::GameType(0)]) && !may(&[on, Info::Pondering(0)]));
    for game_type in [1, 2, 3, -1, i64::MAX] {
        assert!(!may(&[on, Info::GameType(game_type)]), "{game_type}");
        assert!(!may(&[Info::GameType(game_type), on]), "{game_type}");
    }
}

#[test]
fn a_strength_is_a_percentage() {
    let strength = |percent| after(&[Info::Strength(percent)]).strength;
    assert_eq!(after(&[]).strength, Strength::FULL);
    for (sent, percent) in [(0, 0), (55, 55), (100, 100), (i64::MIN, 0), (i64::MAX, 100)] {
        assert_eq!(strength(sent), Strength::from_percent(percent), "{sent}");
    }
    assert!(!after(&[Info::Pondering(1), Info::Strength(50)]).may_ponder());
    assert!(after(&[Info::Pondering(1), Info::Strength(100)]).may_ponder());
}

#[test]
fn the_continuous_bit_does_not_change_the_rule() {
    for (value, rule) in [
        (0, Rule::Freestyle),
        (1, Rule::Standard),
        (2, Rule::Freestyle),
        (3, Rule::Standard),
        (4, Rule::Renju),
        (6, Rule::Renju),
        (8, Rule::Caro),
        (9, Rule::CaroExact),
        (11, Rule::CaroExact),
    ] {
        assert_eq!(after(&[Info::Rule(value)]).rule(), rule, "{value}");
    }
    for value in [5, 7, 12, 16, -1, -2, i64::MIN, i64::MAX] {
        let kept = after(&[Info::Rule(1), Info::Rule(value)]);
        assert_eq!(kept.rule(), Rule::Standard, "{value}");
    }
}

#[test]
fn rule_2_is_renju_for_clients_of_yixins_dialect() {
    for sign in [
        Info::ShowDetail(0),
        Info::HashSize(1024),
        Info::ThreadNum(1),
        Info::MaxDepth(0),
        Info::MaxNode(-1),
        Info::Pondering(0),
        Info::new("caution_factor", Some(1)),
        Info::new("checkmate", Some(0)),
    ] {
        let before = after(&[sign, Info::Rule(2)]);
        assert_eq!(before.rule(), Rule::Renju, "{sign:?}");
        // The rule of other clients is not read anew.
        for (value, rule) in [(0, Rule::Freestyle), (3, Rule::Standard), (6, Rule::Renju)] {
            assert_eq!(after(&[Info::Rule(value), sign]).rule(), rule, "{sign:?}");
        }
        let mut settings = after(&[Info::Rule(2)]);
        assert_eq!(settings.rule(), Rule::Freestyle);
        assert_eq!(settings.apply(sign, Duration::ZERO), Effect::Rule);
        assert_eq!(settings.rule(), Rule::Renju, "{sign:?}");
        // The last rule counts.
        settings.apply(Info::Rule(0), Duration::ZERO);
        assert_eq!(settings.rule(), Rule::Freestyle, "{sign:?}");
    }
    let mut settings = after(&[Info::Rule(2)]);
    assert_eq!(settings.speak_yixin(), Effect::Rule);
    assert_eq!(settings.speak_yixin(), Effect::Nothing);
    // All managers send these keys, and arguments are not the client's.
    let mut settings = after(&[
        Info::Rule(2),
        Info::TimeoutTurn(5000),
        Info::TimeoutMatch(0),
        Info::TimeLeft(100),
        Info::MaxMemory(0),
        Info::GameType(2),
        Info::Debug(1),
        Info::new("folder", None),
        Info::new("max_depth", None),
        Info::new("evaluate", Some(1)),
    ]);
    settings.set_threads(2);
    assert_eq!(settings.rule(), Rule::Freestyle);
}

#[test]
fn setting_the_same_rule_again_has_no_effect() {
    let mut settings = Settings::default();
    assert_eq!(
        settings.apply(Info::Rule(0), Duration::ZERO),
        Effect::Nothing
    );
    assert_eq!(settings.apply(Info::Rule(4), Duration::ZERO), Effect::Rule);
    assert_eq!(
        settings.apply(Info::Rule(6), Duration::ZERO),
        Effect::Nothing
    );
    assert_eq!(
        settings.apply(Info::TimeLeft(1), Duration::ZERO),
        Effect::Time
    );
}
