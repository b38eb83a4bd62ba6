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
    /// Threads without further orders, on their way out.
    leaving: Vec<JoinHandle<()>>,
}

impl Helpers {
    /// Starts or dismisses threads until there are `count`; fewer, if the system
    /// refuses more. Returns how many there are. Waits for none to end: a clock
    /// may be running.
    pub fn resize(&mut self, count: usize) -> usize {
        self.leaving.retain(|thread| !thread.is_finished());
        let surplus = self.threads.drain(count.min(self.threads.len())..);
        self.leaving.extend(surplus.map(|helper| helper.thread));
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

/// Waits for the orders given.
impl Drop for Helpers {
    fn drop(&mut self) {
        self.resize(0);
        for thread in self.leaving.drain(..) {
            // It has caught whatever went wrong.
            let _ = thread.join();
        }
    }
}

/// A thread that carries out orders until no more can come.
struct Helper {
    orders: Sender<Order>,
    thread: JoinHandle<()>,
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
        Ok(Helper { orders, thread })
    }

    fn order(&self, order: Order) {
        // The thread outlives its orders, so sending cannot fail.
        let _ = self.orders.send(order);
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
        assert_eq!(helpers.resize(1), 1);
        drop(helpers);
        assert_eq!(done.load(Ordering::Relaxed), 32);
    }
}
