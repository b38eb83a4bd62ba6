//! The trainers of the network and of the policy.

mod network;
mod policy;
mod rows;
mod stream;
