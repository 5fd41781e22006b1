//! The most probable first, without sorting a whole vocabulary: of 4,096 tokens a sampler wants forty, or as many
//! as reach a mass, and a chart a dozen.

/// Values sorted at first; each further part is twice what is there already.
const FIRST_PART: usize = 64;

/// The indices of a row by falling value, the lower index first among equals, in order only as far as they have
/// been asked for. The order is that of a full sort.
pub(crate) struct Ranking {
    /// Keys that rise where values fall, and their indices; the first `n_sorted` are where they belong.
    entries: Vec<(i64, u32)>,
    n_sorted: usize,
    n_given: usize,
}

impl Ranking {
    /// Ranks all values but those of minus infinity.
    pub fn new(values: &[f64]) -> Self {
        let entries = values.iter().enumerate().filter(|(_, value)| **value > f64::NEG_INFINITY);
        let entries = entries.map(|(idx, value)| (falling_key(*value), idx as u32)).collect();
        Self { entries, n_sorted: 0, n_given: 0 }
    }

    /// The index at a rank, counted from 0; `None` if there are not so many. Others are not put in order for it.
    pub fn at(mut self, rank: usize) -> Option<usize> {
        if rank >= self.entries.len() {
            return None;
        }
        let (_, entry, _) = self.entries.select_nth_unstable(rank);
        Some(entry.1 as usize)
    }
}

impl Iterator for Ranking {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.n_given == self.n_sorted {
            let rest = &mut self.entries[self.n_sorted..];
            let n_more = FIRST_PART.max(2 * self.n_sorted).min(rest.len());
            if 0 < n_more && n_more < rest.len() {
                rest.select_nth_unstable(n_more - 1);
            }
            rest[..n_more].sort_unstable();
            self.n_sorted += n_more;
        }
        let entry = self.entries.get(self.n_given)?;
        self.n_given += 1;
        Some(entry.1 as usize)
    }
}

/// A number that rises where the value falls, in the order of `f64::total_cmp`.
fn falling_key(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    // Of negative values, larger bits mean smaller ones: all but the sign is turned over.
    !(bits ^ (((bits >> 63) as u64) >> 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(values: &[f64]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..values.len()).filter(|idx| values[*idx] > f64::NEG_INFINITY).collect();
        order.sort_by(|a, b| values[*b].total_cmp(&values[*a]).then(a.cmp(b)));
        order
    }

    #[test]
    fn a_ranking_is_a_full_sort_as_far_as_it_goes_with_the_lower_index_first_among_equals() {
        let kinds = [0.0, -0.0, 1.5, -1.5, f64::NEG_INFINITY, 1e-300, -1e-300, 7.25, f64::MAX, f64::MIN, f64::MIN_POSITIVE];
        for n in [0, 1, 5, 63, 64, 65, 128, 129, 192, 193, 1000, 4096] {
            for step in [1, 7, 101] {
                let some_kinds: Vec<f64> = (0..n).map(|idx| kinds[idx * step % kinds.len()]).collect();
                let many_kinds: Vec<f64> = (0..n).map(|idx| ((idx * step * 37) % 1009) as f64 / 7.0 - 60.0).collect();
                for values in [some_kinds, many_kinds] {
                    let known = sorted(&values);
                    assert_eq!(Ranking::new(&values).collect::<Vec<_>>(), known);
                    for rank in [0, 1, 39, n / 2, n] {
                        assert_eq!(Ranking::new(&values).at(rank), known.get(rank).copied());
                        assert_eq!(Ranking::new(&values).take(rank).collect::<Vec<_>>(), known[..rank.min(known.len())]);
                    }
                }
            }
        }
    }
}
