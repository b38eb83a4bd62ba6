//! A network and its policy that are read from files at run time, in place of those of the
//! program. Matches between networks use them.

use std::sync::Arc;

use super::included::{CHANNELS, checksum_in};
use super::policy::Policy;
use super::{FormatError, Network};
use crate::types::Rule;

/// A network from a file, and its policy if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    network: Arc<Network<CHANNELS>>,
    policy: Option<Arc<Policy>>,
    checksum: u64,
}

impl Loaded {
    /// Reads a weight file. There is no policy yet: that of the program weighs the features of
    /// another network.
    ///
    /// # Errors
    /// If the bytes are not a network for this program.
    pub fn read(bytes: &[u8]) -> Result<Loaded, FormatError> {
        let network = Arc::new(Network::decode(bytes)?);
        Ok(Loaded {
            network,
            policy: None,
            checksum: checksum_in(bytes).expect("the file of a network has a checksum"),
        })
    }

    /// The same network with the policy of a file.
    ///
    /// # Errors
    /// If the bytes are not a policy for this network; the error says why.
    pub fn with_policy(mut self, bytes: &[u8]) -> Result<Loaded, String> {
        let policy = Policy::decode(bytes).map_err(|error| error.to_string())?;
        if policy.network != self.checksum || policy.rule != self.rule() {
            return Err("the policy belongs to another network".to_string());
        }
        self.policy = Some(Arc::new(policy));
        Ok(self)
    }

    /// The rule that the network was trained for.
    pub fn rule(&self) -> Rule {
        self.network.rule
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network<CHANNELS>> {
        &self.network
    }

    /// The policy.
    pub fn policy(&self) -> Option<&Arc<Policy>> {
        self.policy.as_ref()
    }

    /// The checksum of the network's file, which identifies it.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }
}
