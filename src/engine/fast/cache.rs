//! Keys and values in pages of a few positions. A fork shares all pages with its origin; a page is copied
//! when one of those who share it writes to it, so beams and branches pay for what they add and
//! not for what they have in common. Forgetting is dropping pages.

use std::rc::Rc;

/// Positions in a page.
const PAGE: usize = 16;

/// Positions that attention looks at together.
pub(super) const PART: usize = 4;

/// The keys and values of all layers.
#[derive(Clone)]
pub(super) struct KvCache {
    n_layers: usize,
    /// Numbers of one position's keys in one layer; of its values, too.
    size: usize,
    len: usize,
    /// Each `(layers, keys and values, PAGE, size)`.
    pages: Vec<Rc<[f32]>>,
}

impl KvCache {
    pub fn new(n_layers: usize, size: usize) -> Self {
        Self { n_layers, size, len: 0, pages: Vec::new() }
    }

    /// Positions held.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Makes room for more positions, which must then be put into every layer. What is written to from
    /// here on is this cache's own.
    pub fn grow(&mut self, n_more: usize) {
        let first_page = self.len / PAGE;
        self.len += n_more;
        for page in &mut self.pages[first_page..] {
            Rc::make_mut(page);
        }
        let page_size = self.n_layers * 2 * PAGE * self.size;
        self.pages.resize_with(self.len.div_ceil(PAGE), || std::iter::repeat_n(0.0, page_size).collect());
    }

    /// Forgets all but the first `len` positions.
    pub fn truncate(&mut self, len: usize) {
        if len < self.len {
            self.len = len;
            self.pages.truncate(len.div_ceil(PAGE));
        }
    }

    /// Writes a position's keys and values in one layer, after [`Self::grow`].
    pub fn put(&mut self, layer: usize, position: usize, keys: &[f32], values: &[f32]) {
        let (size, at) = (self.size, position % PAGE);
        let page = Rc::make_mut(&mut self.pages[position / PAGE]); // Its own already: nothing is copied.
        let of_layer = &mut page[layer * 2 * PAGE * size..][..2 * PAGE * size];
        of_layer[at * size..][..size].copy_from_slice(keys);
        of_layer[(PAGE + at) * size..][..size].copy_from_slice(values);
    }

    /// The keys of one layer, oldest first, in parts of [`PART`] positions, `(positions, size)`; the last may have
    /// fewer.
    pub fn keys(&self, layer: usize) -> impl Iterator<Item = &[f32]> {
        self.half(layer * 2)
    }

    /// The values of one layer, in the same parts.
    pub fn values(&self, layer: usize) -> impl Iterator<Item = &[f32]> {
        self.half(layer * 2 + 1)
    }

    fn half(&self, half: usize) -> impl Iterator<Item = &[f32]> {
        let n = PAGE * self.size;
        self.pages.iter().enumerate().flat_map(move |(page_idx, page)| {
            let n_held = PAGE.min(self.len - page_idx * PAGE);
            page[half * n..][..n_held * self.size].chunks(PART * self.size)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(cache: &mut KvCache, number: f32) {
        cache.grow(1);
        for layer in 0..cache.n_layers {
            let position = cache.len() - 1;
            cache.put(layer, position, &[number, layer as f32], &[-number, 0.0]);
        }
    }

    fn keys(cache: &KvCache) -> Vec<f32> {
        cache.keys(1).flat_map(|part| part.chunks_exact(2)).map(|keys| keys[0]).collect()
    }

    #[test]
    fn forks_share_pages_until_one_writes_and_never_see_each_other() {
        let mut cache = KvCache::new(2, 2);
        (0..20).for_each(|n| put(&mut cache, n as f32));
        let mut fork = cache.clone();
        put(&mut fork, 100.0);
        assert!(Rc::ptr_eq(&cache.pages[0], &fork.pages[0]) && !Rc::ptr_eq(&cache.pages[1], &fork.pages[1]));
        put(&mut cache, 200.0);
        fork.truncate(3);
        put(&mut fork, 300.0);
        let first: Vec<f32> = (0..20).map(|n| n as f32).collect();
        assert_eq!(keys(&cache), [&first[..], &[200.0]].concat());
        assert_eq!(keys(&fork), [0.0, 1.0, 2.0, 300.0]);
        assert_eq!(
            cache.values(0).flat_map(|part| part.chunks_exact(2)).map(|values| values[0]).sum::<f32>(),
            -(first.iter().sum::<f32>() + 200.0)
        );
    }

    #[test]
    fn forgetting_everything_and_more_than_there_is_are_both_fine() {
        let mut cache = KvCache::new(1, 2);
        cache.truncate(5);
        put(&mut cache, 1.0);
        cache.truncate(0);
        assert_eq!((cache.len(), cache.pages.len()), (0, 0));
        cache.grow(40);
        assert_eq!(cache.keys(0).flatten().count(), 80);
        assert!(cache.keys(0).all(|part| part.len() == PART * 2));
    }
}
