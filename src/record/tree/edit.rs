//! Changes to a tree: removing branches and putting another one first.

use super::{NodeId, Tree};

impl Tree {
    /// The node with this [index](NodeId::index); `None` if there is none.
    pub fn node(&self, index: usize) -> Option<NodeId> {
        let id = u32::try_from(index).ok().map(NodeId)?;
        (index < self.len()).then_some(id)
    }

    /// The nodes from the root to `node`, without the root.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let before = std::iter::successors(Some(node), |node| self.parent(*node));
        let mut path: Vec<NodeId> = before.filter(|node| *node != NodeId::ROOT).collect();
        path.reverse();
        path
    }

    /// The game up to `node` without any branches.
    pub fn only_path(&self, node: NodeId) -> Tree {
        let path = self.path(node);
        let next = |at: NodeId| {
            let of_path = path.iter().find(|child| self.parent(**child) == Some(at));
            of_path.copied().into_iter().collect()
        };
        self.arranged(next).0
    }

    /// The game without `node` and its descendants, with the new places of all other nodes, by
    /// their old indices. The root stays.
    pub fn without(&self, node: NodeId) -> (Tree, Vec<Option<NodeId>>) {
        self.arranged(|at| self.children(at).filter(|child| *child != node).collect())
    }

    /// The game with the branches that lead to `node` before all others, so that it lies on the
    /// main line, with the new places of all nodes, by their old indices.
    pub fn promoted(&self, node: NodeId) -> (Tree, Vec<Option<NodeId>>) {
        let path = self.path(node);
        self.arranged(|at| {
            let mut children: Vec<NodeId> = self.children(at).collect();
            // The sort keeps the order of the others.
            children.sort_by_key(|child| !path.contains(child));
            children
        })
    }

    /// A copy with the children of each node that `children` returns, in that order, and the
    /// places of the nodes in it, by their old indices; `None` for those that are left out.
    fn arranged(&self, children: impl Fn(NodeId) -> Vec<NodeId>) -> (Tree, Vec<Option<NodeId>>) {
        let mut tree = Tree::new(self.size());
        tree.format = self.format;
        tree.headers = self.headers.clone();
        tree.encoding = self.encoding;
        tree.encoding_name.clone_from(&self.encoding_name);
        tree.notes = self.notes.clone();
        tree.renlib_header.clone_from(&self.renlib_header);
        let mut places = vec![None; self.len()];
        let mut open = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((old, parent)) = open.pop() {
            let new = match old {
                NodeId::ROOT => NodeId::ROOT,
                _ => tree.add(parent, self.action(old)),
            };
            if let Some(details) = self.details(old) {
                *tree.details_mut(new) = details.clone();
            }
            places[old.index()] = Some(new);
            // The node pushed last is copied first.
            open.extend(children(old).into_iter().rev().map(|child| (child, new)));
        }
        (tree, places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tree::Action;
    use crate::types::{BoardSize, Color, Point};

    /// h8 and two replies, i9 with a continuation and g7.
    fn tree() -> (Tree, [NodeId; 4]) {
        let mut tree = Tree::new(BoardSize::square(15).unwrap());
        let mut add = |parent, color, x, y| tree.add(parent, Action::Play(color, Point::new(x, y)));
        let first = add(NodeId::ROOT, Color::Black, 7, 7);
        let main = add(first, Color::White, 8, 6);
        let next = add(main, Color::Black, 9, 5);
        let other = add(first, Color::White, 6, 8);
        tree.details_mut(other).comment = Some(b"other".to_vec());
        (tree, [first, main, next, other])
    }

    #[test]
    fn a_branch_is_removed_with_what_follows() {
        let (tree, [first, main, next, other]) = tree();
        let (left, places) = tree.without(main);
        assert_eq!(left.len(), 3);
        assert_eq!((places[main.index()], places[next.index()]), (None, None));
        let other = places[other.index()].unwrap();
        assert_eq!(left.comment(other).as_deref(), Some("other"));
        assert_eq!(left.parent(other), places[first.index()]);
        assert_eq!(tree.len(), 5, "the tree itself is unchanged");
    }

    #[test]
    fn a_promoted_branch_is_the_main_line() {
        let (tree, [_, main, _, other]) = tree();
        let (promoted, places) = tree.promoted(other);
        let last = promoted.main_line().last();
        assert_eq!(last, places[other.index()]);
        let (again, _) = promoted.promoted(places[main.index()].unwrap());
        assert_eq!(again, tree);
    }

    #[test]
    fn a_path_has_no_branches() {
        let (tree, [first, main, next, other]) = tree();
        assert_eq!(tree.path(next), [first, main, next]);
        assert_eq!(tree.path(NodeId::ROOT), []);
        let path = tree.only_path(other);
        assert_eq!((path.len(), path.moves_in_branches()), (3, 0));
        assert_eq!(tree.node(4), Some(other));
        assert_eq!(tree.node(5), None);
    }
}
