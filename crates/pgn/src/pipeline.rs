//! An ordered, bounded parallel map: the only place that starts threads.
//!
//! The caller's thread produces the items and consumes the results, and the work in between is done on rayon's pool.
//! Results come in the order in which the items were produced, so that the output is the same for any number of
//! threads. An item may have several results: its worker waits with the next until the last one has been taken, so that
//! results never pile up.

use std::{
    collections::VecDeque,
    io,
    num::NonZeroUsize,
    ops::ControlFlow,
    sync::mpsc::{Receiver, TryRecvError, sync_channel},
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

/// Items waiting for a worker or the consumer beyond those being worked on, per run.
const WAITING: usize = 6;

/// Works on every produced item in parallel and consumes the results in order.
///
/// At most `threads` items are worked on at a time and a few more wait. The consumer ends the run with
/// [`ControlFlow::Break`]. It has its turn whenever the producer hands over an item: a thread of its own that is woken
/// for each result costs more than a result that waits for a while.
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
    produce: impl FnOnce(Sender<'_, I>),
    work: impl Fn(I, Sender<'_, T>) + Sync,
    mut consume: impl FnMut(T) -> ControlFlow<()>,
) -> io::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .thread_name(|index| format!("worker-{index}"))
        .build()
        .map_err(io::Error::other)?;
    let work = &work;
    // Takes what is done, and waits while more than so many items are under way.
    let mut take = |under_way: &mut VecDeque<Receiver<T>>, most: usize| {
        while let Some(results) = under_way.front() {
            let must_wait = under_way.len() > most;
            match if must_wait { results.recv().map_err(TryRecvError::from) } else { results.try_recv() } {
                Ok(result) => consume(result)?,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => _ = under_way.pop_front(),
            }
        }
        ControlFlow::Continue(())
    };
    // In the order of production: the item whose results are due next is never behind one that waits for its turn.
    pool.in_place_scope_fifo(|workers| {
        let mut under_way = VecDeque::new();
        let mut is_wanted = true;
        produce(Sender {
            send: &mut |item| {
                if is_wanted {
                    let (done, results) = sync_channel(1);
                    under_way.push_back(results);
                    // The consumer may leave meanwhile; then nobody waits for the result.
                    workers.spawn_fifo(move |_| {
                        work(item, Sender { send: &mut |result| done.send(result).is_ok() });
                    });
                    is_wanted = take(&mut under_way, threads.get() + WAITING).is_continue();
                }
                is_wanted
            },
        });
        if is_wanted {
            _ = take(&mut under_way, 0);
        }
    });
    Ok(())
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
