//! Which pages of keys and values belong to which text.
//!
//! The device has a number of pages, each with room for 16 positions in every layer. A text holds some of them, in the order
//! of its positions; a fork shares them all, and takes a page of its own when it writes to one that is shared. Forgetting is
//! letting go of pages. Here are only their numbers: the device is told which ones a pass is about.

use std::cell::RefCell;
use std::rc::Rc;

/// Positions in a page; the shaders say the same.
pub(super) const PAGE: usize = 16;

/// The pages of a device.
#[derive(Default)]
pub(super) struct Pool {
    free: Rc<RefCell<Vec<u32>>>,
    n_pages: u32,
}

impl Pool {
    /// Pages there are.
    pub fn n_pages(&self) -> u32 {
        self.n_pages
    }

    /// From now on there are so many.
    pub fn grow(&mut self, n_pages: u32) {
        // The lowest number is taken first.
        self.free.borrow_mut().splice(0..0, (self.n_pages..n_pages).rev());
        self.n_pages = n_pages;
    }

    /// Pages that nobody holds.
    pub fn n_free(&self) -> usize {
        self.free.borrow().len()
    }

    /// A page that nobody else holds; `None` if there is none.
    pub fn take(&self) -> Option<Rc<Page>> {
        let idx = self.free.borrow_mut().pop()?;
        Some(Rc::new(Page { idx, free: Rc::clone(&self.free) }))
    }
}

/// A page, until the last text that holds it lets go.
pub(super) struct Page {
    idx: u32,
    free: Rc<RefCell<Vec<u32>>>,
}

impl Page {
    /// The slot at a place in it, among those of all pages.
    pub fn slot(&self, at: usize) -> u32 {
        self.idx * PAGE as u32 + at as u32
    }

    /// Its number.
    pub fn idx(&self) -> u32 {
        self.idx
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.free.borrow_mut().push(self.idx);
    }
}

/// The pages of one text, in the order of its positions.
#[derive(Clone, Default)]
pub(super) struct Pages(Vec<Rc<Page>>);

impl Pages {
    /// Lets go of those beyond so many positions.
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len.div_ceil(PAGE));
    }

    /// The most pages that room for these positions can take from a pool.
    pub fn n_wanted(first: usize, n_more: usize) -> usize {
        (first + n_more).div_ceil(PAGE) - first / PAGE
    }

    /// Makes room for more positions after the first ones: pages of its own. What has to be copied, so that the first positions stay
    /// what they are, is added to `copies`: from, to. `None` if there are not enough pages.
    pub fn make_room(&mut self, pool: &Pool, first: usize, n_more: usize, copies: &mut Vec<[u32; 2]>) -> Option<()> {
        self.truncate(first);
        if n_more == 0 {
            return Some(());
        }
        if let Some(page) = self.0.get_mut(first / PAGE)
            && Rc::strong_count(page) > 1
        {
            let own = pool.take()?;
            copies.extend((0..first % PAGE).map(|at| [page.slot(at), own.slot(at)]));
            *page = own;
        }
        while self.0.len() * PAGE < first + n_more {
            self.0.push(pool.take()?);
        }
        Some(())
    }

    /// Whether another text besides `copy`, which is a copy of this one, holds a page with positions from the first one on.
    pub fn is_shared_beside(&self, copy: &Self, first: usize) -> bool {
        debug_assert_eq!(self.0.len(), copy.0.len());
        self.0[first / PAGE..].iter().any(|page| Rc::strong_count(page) > 2)
    }

    /// The slot of a position, among those of all pages.
    pub fn slot(&self, position: usize) -> u32 {
        self.0[position / PAGE].slot(position % PAGE)
    }

    /// The pages' numbers.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.0.iter().map(|page| page.idx())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(n_pages: u32) -> Pool {
        let mut pool = Pool::default();
        pool.grow(n_pages);
        pool
    }

    #[test]
    fn a_fork_shares_pages_until_it_writes_and_what_it_had_in_a_shared_page_is_copied() {
        let pool = pool(4);
        let mut copies = Vec::new();
        let mut pages = Pages::default();
        pages.make_room(&pool, 0, 20, &mut copies).expect("room");
        assert_eq!((pages.numbers().collect::<Vec<_>>(), copies.len(), pool.n_free()), (vec![0, 1], 0, 2));
        let mut fork = pages.clone();
        fork.make_room(&pool, 18, 1, &mut copies).expect("room");
        assert_eq!((fork.numbers().collect::<Vec<_>>(), pool.n_free()), (vec![0, 2], 1));
        assert_eq!(copies, [[16, 32], [17, 33]]);
        // Now each has its own.
        copies.clear();
        pages.make_room(&pool, 20, 4, &mut copies).expect("room");
        assert_eq!((pages.numbers().collect::<Vec<_>>(), copies.len()), (vec![0, 1], 0));
        assert_eq!((pages.slot(15), pages.slot(16), fork.slot(17)), (15, 16, 33));
    }

    #[test]
    fn pages_come_back_when_the_last_text_lets_go() {
        let mut pool = pool(2);
        let mut copies = Vec::new();
        let mut pages = Pages::default();
        pages.make_room(&pool, 0, 32, &mut copies).expect("room");
        let fork = pages.clone();
        pages.truncate(0);
        assert_eq!(pool.n_free(), 0);
        assert!(pages.make_room(&pool, 0, 1, &mut copies).is_none());
        drop(fork);
        assert_eq!(pool.n_free(), 2);
        pool.grow(5);
        assert_eq!((pool.n_free(), pool.n_pages()), (5, 5));
        assert!(pages.make_room(&pool, 0, 80, &mut copies).is_some() && copies.is_empty());
    }

    #[test]
    fn no_more_pages_are_taken_than_were_announced() {
        let pool = pool(100);
        for first in 0..40 {
            for n_more in 1..=16 {
                let mut pages = Pages::default();
                let mut copies = Vec::new();
                pages.make_room(&pool, 0, first, &mut copies).expect("room");
                let fork = pages.clone();
                let before = pool.n_free();
                pages.make_room(&pool, first, n_more, &mut copies).expect("room");
                assert!(before - pool.n_free() <= Pages::n_wanted(first, n_more), "{n_more} after {first}");
                drop(fork);
            }
        }
    }
}
