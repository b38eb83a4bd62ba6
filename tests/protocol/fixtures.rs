//! Runs every dialogue script of `protocol-fixtures/` against the real program.
//! The format is described in `tests/support/script.rs`.

use std::collections::BTreeSet;
use std::path::Path;

use crate::alone;
use crate::support::{script, syntax};

/// Defines a test for each script, and the list of all scripts.
macro_rules! fixtures {
    ($($name:ident $file:literal,)*) => {
        const FILES: &[&str] = &[$($file),*];
        $(
            #[test]
            fn $name() {
                let _alone = alone();
                let text = include_str!(concat!("../../protocol-fixtures/", $file, ".txt"));
                script::run($file, text);
            }
        )*
    };
}

fixtures! {
    abort "abort",
    about "about",
    arguments "arguments",
    begin "begin",
    board "board",
    board_blocked "board-blocked",
    board_end "board-end",
    board_eof "board-eof",
    board_errors "board-errors",
    board_full "board-full",
    board_info "board-info",
    board_nogame "board-nogame",
    busy "busy",
    end_first "end-first",
    end_idle "end-idle",
    end_search "end-search",
    end_swap2 "end-swap2",
    end_waiting "end-waiting",
    eof_board "eof-board",
    eof_done "eof-done",
    eof_end "eof-end",
    eof_idle "eof-idle",
    eof_last_line "eof-last-line",
    eof_piped "eof-piped",
    eof_pondering "eof-pondering",
    eof_search "eof-search",
    eof_swap2 "eof-swap2",
    eof_unlimited "eof-unlimited",
    eof_waiting "eof-waiting",
    eof_waiting_unlimited "eof-waiting-unlimited",
    info "info",
    info_kept "info-kept",
    level "level",
    memory "memory",
    nodes "nodes",
    order "order",
    order_urgent "order-urgent",
    piped "piped",
    piskvork_continuous "piskvork-continuous",
    piskvork_human "piskvork-human",
    play "play",
    pondering "pondering",
    qpiskvork_swap2 "qpiskvork-swap2",
    rectstart "rectstart",
    restart "restart",
    rule_change "rule-change",
    rules_renju_five "rules-renju-five",
    rules_renju_forbidden "rules-renju-forbidden",
    rules_renju_only_forbidden "rules-renju-only-forbidden",
    rules_renju_stone_limit "rules-renju-stone-limit",
    rules_renju_white_six "rules-renju-white-six",
    rules_standard_six "rules-standard-six",
    search_lines "search-lines",
    start "start",
    start_errors "start-errors",
    stop "stop",
    strength "strength",
    suspended "suspended",
    swap2 "swap2",
    swap2_limits "swap2-limits",
    takeback "takeback",
    threads "threads",
    time_in_search "time-in-search",
    time_left "time-left",
    time_match "time-match",
    time_now "time-now",
    time_unlimited "time-unlimited",
    time_zero "time-zero",
    turn "turn",
    unknown "unknown",
    wrong_in_search "wrong-in-search",
    yx_abort "yx-abort",
    yx_balance "yx-balance",
    yx_block "yx-block",
    yx_board "yx-board",
    yx_database "yx-database",
    yx_detail "yx-detail",
    yx_forbid "yx-forbid",
    yx_hashusage "yx-hashusage",
    yx_info "yx-info",
    yx_nbest "yx-nbest",
    yx_rule "yx-rule",
    yx_rule_info "yx-rule-info",
    yx_rule_order "yx-rule-order",
    yx_rule_start "yx-rule-start",
    yx_rule_word "yx-rule-word",
    yx_searchdefend "yx-searchdefend",
    yx_session "yx-session",
    yx_soosorv "yx-soosorv",
    yx_start "yx-start",
    yx_swap2 "yx-swap2",
    yx_unsupported "yx-unsupported",
    zip_all "zip-all",
    zip_caro "zip-caro",
    zip_renju "zip-renju",
    zip_standard "zip-standard",
}

#[test]
fn every_script_is_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-fixtures");
    let found: BTreeSet<String> = std::fs::read_dir(folder)
        .expect("the folder of scripts")
        .map(|entry| entry.expect("a script").path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "txt"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    let listed: BTreeSet<String> = FILES.iter().map(|&file| file.to_owned()).collect();
    assert_eq!(found, listed);
}

#[test]
fn repetitions_are_written_out() {
    let lines =
        |text: &str| -> Vec<syntax::Line> { text.lines().map(str::to_owned).zip(1..).collect() };
    let script = "a\nrepeat x 1 2\nb {x}\nrepeat y 3 4\nc {x}{y}\nend\nend\nd";
    let written = syntax::repeated(&lines(script)).expect("a script");
    let (written, numbers): (Vec<_>, Vec<_>) = written.into_iter().unzip();
    assert_eq!(written.join("|"), "a|b 1|c 13|c 14|b 2|c 23|c 24|d");
    assert_eq!(numbers, [1, 3, 5, 5, 3, 5, 5, 8]);
    for (script, line) in [("repeat x\nend", 1), ("a\nrepeat x 1\nb", 2)] {
        let (_, at) = syntax::repeated(&lines(script)).expect_err(script);
        assert_eq!(at, line, "{script}");
    }
}

#[test]
#[should_panic(expected = "script:4: board:\n    5 columns and 4 rows")]
fn a_drawn_board_has_the_size_of_the_game() {
    let row = ". . 1 . .\n";
    script::run(
        "script",
        &format!("# A board.\n> START 5\n< OK\nboard:\n{}", row.repeat(4)),
    );
}
