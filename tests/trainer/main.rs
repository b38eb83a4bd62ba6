//! The trainers of the network and of the policy.
#![cfg(feature = "train")]

mod network;
mod policy;
