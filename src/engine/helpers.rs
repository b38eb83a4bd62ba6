//! The threads that help the main search. They live as long as the engine and
//! wait for orders; what they learn of moves stays with them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use super::{Minds, STACK_BYTES};

/// What a helper is to do with its memory.
pub type Order = Box<dyn FnOnce(&mut Minds) + Send>;

/// The helper threads there are.
#[derive(Default)]
pub struct Helpers {
    threads: Vec<Helper>,
}

impl Helpers {
    /// Starts or ends threads until there are `count`; fewer, if the system
    /// refuses more. Returns how many there are.
    pub fn resize(&mut self, count: usize) -> usize {
        self.threads.truncate(count);
        while self.threads.len() < count {
            match Helper::start() {
                Ok(helper) => self.threads.push(helper),
                Err(error) => {
                    log::warn!(
                        "no more than {} helper threads: {error}",
                        self.threads.len()
                    );
                    break;
                }
            }
        }
        self.threads.len()
    }

    /// Gives every helper an order by its number, from 0. It is carried out
    /// after those before it; nobody waits.
    pub fn order(&self, mut order: impl FnMut(usize) -> Order) {
        for (number, helper) in self.threads.iter().enumerate() {
            helper.order(order(number));
        }
    }
}

/// A thread that carries out orders. Dropping it waits for those given.
struct Helper {
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
}

impl Helper {
    fn start() -> std::io::Result<Helper> {
        let (orders, queue) = mpsc::channel::<Order>();
        let thread = thread::Builder::new()
            .name("helper".into())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let mut minds = Minds::default();
                for order in queue {
                    // The main search does without a helper that fails; the
                    // next search finds it with an empty memory.
                    if catch_unwind(AssertUnwindSafe(|| order(&mut minds))).is_err() {
                        log::error!("a helper thread has failed and starts anew");
                        minds = Minds::default();
                    }
                }
            })?;
        Ok(Helper {
            orders: Some(orders),
            thread: Some(thread),
        })
    }

    fn order(&self, order: Order) {
        // The thread outlives its orders, so sending cannot fail.
        if let Some(orders) = &self.orders {
            let _ = orders.send(order);
        }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_failing_order_harms_neither_the_thread_nor_anybody_else() {
        let done = Arc::new(AtomicUsize::new(0));
        let mut helpers = Helpers::default();
        assert_eq!(helpers.resize(3), 3);
        helpers.order(|number| {
            let done = Arc::clone(&done);
            Box::new(move |minds| {
                minds.small();
                if number == 1 {
                    // Without the message of a panic that nobody foresaw.
                    std::panic::resume_unwind(Box::new("on purpose"));
                }
                done.fetch_add(1, Ordering::Relaxed);
            })
        });
        helpers.order(|number| {
            let done = Arc::clone(&done);
            Box::new(move |minds| {
                assert_eq!(minds.small.is_none(), number == 1);
                done.fetch_add(10, Ordering::Relaxed);
            })
        });
        // Waits for all of it.
        assert_eq!(helpers.resize(0), 0);
        assert_eq!(done.load(Ordering::Relaxed), 32);
    }
}
