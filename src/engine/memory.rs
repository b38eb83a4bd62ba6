//! How the memory limit of the process is divided.

/// What the process needs besides the transposition table, in bytes.
const BASE_MEMORY: u64 = 30 << 20;
/// The share of the remaining memory for the table, as a fraction.
const TABLE_SHARE: (u64, u64) = (5, 6);
/// What has to be free beside a new table: memory for the search, and address space that
/// the allocator of most systems reserves for a thread.
const SPARE: u64 = BASE_MEMORY + if cfg!(windows) { 0 } else { 64 << 20 };
/// The minimum that a search thread with its stack needs besides the smallest table, in bytes.
const MIN_MEMORY: u64 = 16 << 20;
/// The smallest table.
const MIN_TABLE: u64 = 256 << 10;
/// The largest table.
const MAX_TABLE: u64 = 64 << 30;
/// Whether the allocator may keep freed blocks of up to 32 MiB instead of giving them back to
/// the system, as that of the GNU C library does.
// CITE: mallopt(3), "M_MMAP_THRESHOLD".
const KEEPS_FREED_BLOCKS: bool = cfg!(all(target_os = "linux", target_env = "gnu"));
/// The minimum address space that a table takes, in bytes, if memory is not short: more than
/// the allocator keeps. Otherwise, when the size of the table changes and the new one does
/// not fit into the block of the old one, the process would take the memory of both.
///
/// With debug assertions a table has many small blocks.
pub(super) const TABLE_SPACE: u64 = if KEEPS_FREED_BLOCKS && !cfg!(debug_assertions) {
    33 << 20
} else {
    0
};
/// The default of [`Engine::set_memory`](super::Engine::set_memory) in bytes, as tournaments grant.
pub const DEFAULT_MEMORY: u64 = 350 << 20;

/// The memory of a helper thread in bytes: move statistics, correction history and table of
/// failed VCFs for both board sizes, the evaluator, and the stack.
const HELPER_MEMORY: u64 = 4 << 20;

/// The size of the table under a memory limit, both in bytes.
pub fn table_bytes(memory: u64) -> u64 {
    table_bytes_beside(memory, 0)
}

/// The size of the table under a memory limit, both in bytes, beside `helpers`
/// helper threads.
pub(super) fn table_bytes_beside(memory: u64, helpers: usize) -> u64 {
    let memory = memory.saturating_sub(HELPER_MEMORY * helpers as u64);
    let bytes = memory.saturating_sub(BASE_MEMORY) / TABLE_SHARE.1 * TABLE_SHARE.0;
    bytes.clamp(MIN_TABLE, MAX_TABLE)
}

/// The size of the table under a memory limit, both in bytes, if the system has that
/// much memory now; a smaller size if it does not.
pub fn obtainable_table_bytes(memory: u64) -> u64 {
    obtainable(table_bytes(memory))
}

/// The size in bytes of a table of at most `wanted` bytes for which the system has memory now,
/// beside what a search needs. If there is too little for `wanted`, at most half of what
/// there is, because the allocator then wastes memory.
pub fn obtainable(wanted: u64) -> u64 {
    size_within(wanted, &can_allocate)
}

/// The same for a system that can allocate the numbers of bytes that `can_allocate`
/// accepts.
fn size_within(wanted: u64, can_allocate: &dyn Fn(u64) -> bool) -> u64 {
    if can_allocate(wanted.saturating_add(SPARE)) {
        return wanted;
    }
    let mut bytes = wanted / 2;
    while bytes > MIN_TABLE && !can_allocate(2 * bytes + SPARE) {
        bytes /= 2;
    }
    bytes.max(MIN_TABLE).min(wanted)
}

/// True if the system has the memory without which a search cannot begin. To be asked on
/// the search thread, since its stack counts.
pub fn can_search() -> bool {
    can_allocate(MIN_MEMORY)
}

/// True if the system can give this number of bytes in one block. They are given back
/// without being written to, so this takes no time.
fn can_allocate(bytes: u64) -> bool {
    // The memory of WebAssembly grows and never shrinks, so that a trial would keep it. Whoever
    // loads the module limits it.
    if cfg!(target_family = "wasm") {
        return true;
    }
    let mut space: Vec<u8> = Vec::new();
    let reserved = usize::try_from(bytes).is_ok_and(|bytes| space.try_reserve_exact(bytes).is_ok());
    // Otherwise the compiler may leave the allocation out.
    std::hint::black_box(&space);
    reserved
}

/// The number of helper threads, at most `wanted`, under a memory limit in bytes. They
/// get at most half of what is left beside [`BASE_MEMORY`].
pub(super) fn helpers_within(memory: u64, wanted: usize) -> usize {
    let room = memory.saturating_sub(BASE_MEMORY) / 2 / HELPER_MEMORY;
    wanted.min(usize::try_from(room).unwrap_or(usize::MAX))
}

/// The number of bytes to add to a memory limit so that `helpers` more threads run. The
/// threads take half of these bytes.
pub fn helpers_memory(helpers: usize) -> u64 {
    2 * HELPER_MEMORY * helpers as u64
}

/// The memory limit under which the table has `bytes` bytes, in bytes.
pub fn memory_for_table(bytes: u64) -> u64 {
    let parts = bytes.div_ceil(TABLE_SHARE.0);
    parts
        .saturating_mul(TABLE_SHARE.1)
        .saturating_add(BASE_MEMORY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_for_which_there_is_no_memory_is_smaller() {
        let within = |wanted, available| size_within(wanted, &|bytes| bytes <= available);
        let wanted = table_bytes(DEFAULT_MEMORY);
        assert_eq!(within(wanted, wanted + SPARE), wanted);
        assert_eq!(within(wanted, u64::MAX), wanted);
        for free in [50, 100, 200, 260].map(|mib| mib << 20) {
            let bytes = within(wanted, free + SPARE);
            assert!(2 * bytes <= free && 4 * bytes >= free, "{free}: {bytes}");
        }
        assert_eq!(within(wanted, 0), MIN_TABLE);
        assert_eq!(within(1, 0), 1);
        assert!(!can_allocate(u64::MAX));
    }

    #[test]
    fn helpers_and_table_stay_within_the_limit() {
        for memory in [0, 1, BASE_MEMORY, 40 << 20, DEFAULT_MEMORY, u64::MAX] {
            for wanted in [0, 1, 7, 255] {
                let helpers = helpers_within(memory, wanted);
                assert!(helpers <= wanted);
                let table = table_bytes_beside(memory, helpers);
                let all = BASE_MEMORY + HELPER_MEMORY * helpers as u64 + table;
                assert!(
                    all <= memory.max(BASE_MEMORY + MIN_TABLE),
                    "{memory} {wanted}"
                );
            }
        }
        assert_eq!(helpers_within(DEFAULT_MEMORY, 7), 7);
        assert_eq!(helpers_within(46 << 20, 7), 2);
        assert_eq!(helpers_within(1, 7), 0);
        for helpers in [1, 15, 255] {
            let memory = BASE_MEMORY + helpers_memory(helpers);
            assert_eq!(helpers_within(memory, 255), helpers);
            assert_eq!(helpers_within(memory - 1, 255), helpers - 1);
        }
        let one_less = table_bytes(DEFAULT_MEMORY) - table_bytes_beside(DEFAULT_MEMORY, 1);
        assert!(one_less.abs_diff(HELPER_MEMORY / 6 * 5) < 64);
    }
}
