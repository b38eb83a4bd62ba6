//! The trainers of the network and of the policy.
#![cfg(feature = "train")]

mod network;
mod policy;

use std::fs;
use std::path::PathBuf;

/// A path for a test's file. A file that an earlier run has left there is removed.
fn temporary(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}
