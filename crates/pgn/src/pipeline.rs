//! An ordered, bounded parallel map: the only place that starts threads.
//!
//! A producer runs on its own thread, the work on rayon's pool, and the results come back to the caller in the order in
//! which the items were produced, so that the output is the same for any number of threads. An item may have several
//! results: its worker waits with the next until the last one has been taken, so that results never pile up.

use std::{
    io,
    num::NonZeroUsize,
    ops::ControlFlow,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
};

/// Hands items to the workers, or results to the consumer. Blocks while too many are waiting.
pub struct Sender<'a, I> {
    send: &'a mut dyn FnMut(I) -> bool,
}

impl<I> Sender<'_, I> {
    /// Hands over an item. False means that nobody wants more.
    #[must_use]
    pub fn send(&mut self, item: I) -> bool {
        (self.send)(item)
    }
}

/// Items waiting for the consumer beyond those being worked on, per run.
const WAITING: usize = 2;

/// Works on every produced item in parallel and consumes the results in order.
///
/// At most `threads` items are worked on at a time and a few more wait. The consumer ends the run with
/// [`ControlFlow::Break`].
///
/// # Errors
///
/// When the system gives no threads.
///
/// # Panics
///
/// When the producer or a worker panics.
pub fn run<I: Send, T: Send>(
    threads: NonZeroUsize,
    produce: impl FnOnce(Sender<'_, I>) + Send,
    work: impl Fn(I, Sender<'_, T>) + Sync,
    mut consume: impl FnMut(T) -> ControlFlow<()>,
) -> io::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .thread_name(|index| format!("worker-{index}"))
        .build()
        .map_err(io::Error::other)?;
    let work = &work;
    // In the order of production: the item whose results are due next is never behind one that waits for its turn.
    pool.in_place_scope_fifo(|workers| {
        let (queue, results): (SyncSender<Receiver<T>>, _) = sync_channel(threads.get() + WAITING);
        thread::scope(|threads| {
            thread::Builder::new().name("producer".to_owned()).spawn_scoped(threads, move || {
                produce(Sender {
                    send: &mut |item| {
                        let (done, result) = sync_channel(1);
                        let is_wanted = queue.send(result).is_ok();
                        if is_wanted {
                            // The consumer may have gone meanwhile; then nobody waits for the result.
                            workers.spawn_fifo(move |_| {
                                work(item, Sender { send: &mut |result| done.send(result).is_ok() });
                            });
                        }
                        is_wanted
                    },
                });
            })?;
            _ = results.into_iter().flatten().try_for_each(&mut consume);
            Ok(())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(threads: usize, wanted: usize) -> Vec<usize> {
        let mut found = Vec::new();
        run(
            NonZeroUsize::new(threads).unwrap(),
            |mut sender| {
                for item in 0..1000 {
                    if !sender.send(item) {
                        return;
                    }
                }
            },
            |item: usize, mut sender| _ = (0..item % 4).all(|part| sender.send(item * item + part)),
            |square| {
                found.push(square);
                if found.len() == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        )
        .unwrap();
        found
    }

    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 7] {
            let expected = (0..1000).flat_map(|item| (0..item % 4).map(move |part| item * item + part));
            assert_eq!(squares(threads, usize::MAX), expected.collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_consumer_may_leave() {
        assert_eq!(squares(2, 3), [1, 4, 5]);
    }
}
