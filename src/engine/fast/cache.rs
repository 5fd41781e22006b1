//! Keys and values in pages of a few positions. A fork shares all pages with its origin; a page is copied
//! when one of those who share it writes to it, so beams and branches pay for what they add and
//! not for what they have in common. Forgetting is dropping pages.
//!
//! Within a page each head's numbers lie together, in the order in which attention reads them: keys with positions
//! beside each other, values position by position.

use super::kernels::BESIDE;
use std::rc::Rc;

/// Positions in a page.
pub(super) const PAGE: usize = 16;

/// The keys and values of all layers.
#[derive(Clone)]
pub(super) struct KvCache {
    n_layers: usize,
    /// Heads that have keys and values.
    n_heads: usize,
    head_dim: usize,
    len: usize,
    /// Each `(layers, keys and values, n_heads, PAGE * head_dim)`: of a head's keys `(PAGE / BESIDE, head_dim, BESIDE)`,
    /// of its values `(PAGE, head_dim)`.
    pages: Vec<Rc<[f32]>>,
}

impl KvCache {
    pub fn new(n_layers: usize, n_heads: usize, head_dim: usize) -> Self {
        Self { n_layers, n_heads, head_dim, len: 0, pages: Vec::new() }
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
        let page_size = self.n_layers * 2 * self.n_heads * self.head_size();
        self.pages.resize_with(self.len.div_ceil(PAGE), || std::iter::repeat_n(0.0, page_size).collect());
    }

    /// Forgets all but the first `len` positions.
    pub fn truncate(&mut self, len: usize) {
        if len < self.len {
            self.len = len;
            self.pages.truncate(len.div_ceil(PAGE));
        }
    }

    /// Writes a position's keys and values in one layer, each `(n_heads, head_dim)`, after [`Self::grow`].
    pub fn put(&mut self, layer: usize, position: usize, keys: &[f32], values: &[f32]) {
        let (head_dim, head_size, at) = (self.head_dim, self.head_size(), position % PAGE);
        let page = Rc::make_mut(&mut self.pages[position / PAGE]); // Its own already: nothing is copied.
        let half = self.n_heads * head_size;
        let (key_half, value_half) = page[layer * 2 * half..][..2 * half].split_at_mut(half);
        for (head, keys) in key_half.chunks_exact_mut(head_size).zip(keys.chunks_exact(head_dim)) {
            let (columns, _) = head[at / BESIDE * head_dim * BESIDE..].as_chunks_mut::<BESIDE>();
            columns.iter_mut().zip(keys).for_each(|(column, key)| column[at % BESIDE] = *key);
        }
        for (head, values) in value_half.chunks_exact_mut(head_size).zip(values.chunks_exact(head_dim)) {
            head[at * head_dim..][..head_dim].copy_from_slice(values);
        }
    }

    /// A head's keys in one layer, page by page, oldest first: `(PAGE / BESIDE, head_dim, BESIDE)`. In the last page
    /// anything may stand where no position has been put.
    pub fn keys(&self, layer: usize, head: usize) -> impl Iterator<Item = &[f32]> {
        self.of_head(layer * 2, head)
    }

    /// A head's values in one layer, page by page, oldest first: `(PAGE, head_dim)`.
    pub fn values(&self, layer: usize, head: usize) -> impl Iterator<Item = &[f32]> {
        self.of_head(layer * 2 + 1, head)
    }

    fn of_head(&self, half: usize, head: usize) -> impl Iterator<Item = &[f32]> {
        let size = self.head_size();
        let start = (half * self.n_heads + head) * size;
        self.pages.iter().map(move |page| &page[start..start + size])
    }

    /// Numbers of one head's keys, or values, in a page.
    fn head_size(&self) -> usize {
        PAGE * self.head_dim
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(cache: &mut KvCache, number: f32) {
        cache.grow(1);
        for layer in 0..cache.n_layers {
            let position = cache.len() - 1;
            cache.put(layer, position, &[0.5, 0.25, number, layer as f32], &[0.5, 0.25, -number, 0.0]);
        }
    }

    /// The first number of the second head's keys in the second layer, by position.
    fn keys(cache: &KvCache) -> Vec<f32> {
        let columns = cache.keys(1, 1).flat_map(|page| page.chunks_exact(2 * BESIDE)).flat_map(|group| &group[..BESIDE]);
        columns.copied().take(cache.len()).collect()
    }

    #[test]
    fn forks_share_pages_until_one_writes_and_never_see_each_other() {
        let mut cache = KvCache::new(2, 2, 2);
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
        let values = cache.values(0, 1).flat_map(|page| page.chunks_exact(2)).map(|values| values[0]);
        assert_eq!(values.sum::<f32>(), -(first.iter().sum::<f32>() + 200.0));
    }

    #[test]
    fn forgetting_everything_and_more_than_there_is_are_both_fine() {
        let mut cache = KvCache::new(1, 1, 2);
        cache.truncate(5);
        put_one(&mut cache);
        cache.truncate(0);
        assert_eq!((cache.len(), cache.pages.len()), (0, 0));
        cache.grow(40);
        assert_eq!(cache.keys(0, 0).flatten().count(), 3 * PAGE * 2);
    }

    fn put_one(cache: &mut KvCache) {
        cache.grow(1);
        cache.put(0, 0, &[1.0, 2.0], &[3.0, 4.0]);
    }
}
