//! Branches: every path that was walked from a prompt, kept as a tree, so that a choice can be taken
//! back and another one tried without losing either.

use crate::decode::TokenId;

/// How a token came to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// By a coin.
    Drawn,
    /// By hand.
    Forced,
}

/// One choice in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    parent: Option<usize>,
    token: TokenId,
    chosen: Chosen,
}

/// A tree of choices below one prompt.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BranchTree {
    nodes: Vec<Node>,
}

/// A choice as a list shows it: parents before children, siblings in the order in which they were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchRow {
    /// The tokens from the prompt to here.
    pub path: Vec<TokenId>,
    /// How the last of them was chosen.
    pub chosen: Chosen,
    /// Whether other choices were made at the same place.
    pub has_siblings: bool,
}

impl BranchTree {
    /// Remembers a choice after a path. What is remembered already stays as it is.
    pub fn insert(&mut self, path: &[TokenId], token: TokenId, chosen: Chosen) {
        // A path that came from a link was not walked here: its choices were made by hand elsewhere.
        let mut parent = None;
        for step in path {
            parent = Some(self.child(parent, *step, Chosen::Forced));
        }
        self.child(parent, token, chosen);
    }

    fn child(&mut self, parent: Option<usize>, token: TokenId, chosen: Chosen) -> usize {
        let known = self.nodes.iter().position(|node| node.parent == parent && node.token == token);
        known.unwrap_or_else(|| {
            self.nodes.push(Node { parent, token, chosen });
            self.nodes.len() - 1
        })
    }

    /// Every choice, as a list.
    pub fn rows(&self) -> Vec<BranchRow> {
        let mut rows = Vec::with_capacity(self.nodes.len());
        self.add_rows(None, &mut Vec::new(), &mut rows);
        rows
    }

    fn add_rows(&self, parent: Option<usize>, path: &mut Vec<TokenId>, rows: &mut Vec<BranchRow>) {
        let children: Vec<usize> = (0..self.nodes.len()).filter(|idx| self.nodes[*idx].parent == parent).collect();
        for idx in &children {
            let node = &self.nodes[*idx];
            path.push(node.token);
            rows.push(BranchRow { path: path.clone(), chosen: node.chosen, has_siblings: children.len() > 1 });
            self.add_rows(Some(*idx), path, rows);
            path.pop();
        }
    }

    /// Choices remembered.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was chosen yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_branch_are_kept_and_are_not_remembered_twice() {
        let mut tree = BranchTree::default();
        let ids = |ids: &[u32]| ids.iter().copied().map(TokenId).collect::<Vec<_>>();
        tree.insert(&[], TokenId(1), Chosen::Drawn);
        tree.insert(&ids(&[1]), TokenId(2), Chosen::Drawn);
        tree.insert(&ids(&[1]), TokenId(3), Chosen::Forced);
        tree.insert(&ids(&[1]), TokenId(2), Chosen::Forced);
        tree.insert(&[], TokenId(4), Chosen::Forced);
        let rows: Vec<_> = tree.rows().into_iter().map(|row| (row.path, row.chosen, row.has_siblings)).collect();
        let expected = [
            (ids(&[1]), Chosen::Drawn, true),
            (ids(&[1, 2]), Chosen::Drawn, true),
            (ids(&[1, 3]), Chosen::Forced, true),
            (ids(&[4]), Chosen::Forced, true),
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn a_path_that_was_not_walked_here_is_remembered_as_a_whole() {
        let mut tree = BranchTree::default();
        tree.insert(&[TokenId(7), TokenId(8)], TokenId(9), Chosen::Drawn);
        assert_eq!((tree.len(), tree.rows().len(), tree.is_empty()), (3, 3, false));
    }
}
