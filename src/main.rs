//! tmp
fn main() {
    let d = std::env::args().nth(2).and_then(|d| d.parse().ok()).unwrap_or(goshawk::bench::DEPTH);
    let s = goshawk::bench::run(d);
    for l in &s.lines { println!("{l:?}"); }
    println!("hash {:016x}", s.hash);
    println!("{} nodes {} nps", s.nodes(), s.nps());
}
