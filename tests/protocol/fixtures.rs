//! Runs every dialogue script of `protocol-fixtures/` against the real program.
//! The format is described in `tests/support/script.rs`.

use std::collections::BTreeSet;
use std::path::Path;

use crate::alone;
use crate::support::script;

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
    about "about",
    abort "abort",
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
    eof_board "eof-board",
    eof_end "eof-end",
    eof_idle "eof-idle",
    eof_piped "eof-piped",
    eof_pondering "eof-pondering",
    eof_search "eof-search",
    eof_swap2 "eof-swap2",
    eof_unlimited "eof-unlimited",
    info "info",
    info_kept "info-kept",
    memory "memory",
    nodes "nodes",
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
    start "start",
    start_errors "start-errors",
    stop "stop",
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
    yx_abort "yx-abort",
    yx_balance "yx-balance",
    yx_block "yx-block",
    yx_board "yx-board",
    yx_database "yx-database",
    yx_detail "yx-detail",
    yx_forbid "yx-forbid",
    yx_info "yx-info",
    yx_nbest "yx-nbest",
    yx_rule "yx-rule",
    yx_session "yx-session",
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
