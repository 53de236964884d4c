package illegal

import (
	"context"
	"strings"

	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

var initial = chess.InitialSetup()

// A treeChecker checks trees, one after the other. Several of them may share the cores.
type treeChecker struct {
	start *chess.Setup
	cores *cores

	nodes     []chess.Setup      // diagrams of the tree's nodes
	positions []*replay.Position // the same
}

// check checks every node of a tree, each once. The error is a *NodeError in which Position and
// Root are not set.
//
// If it is nil, no game leads from the start to the position of any node. For nodes with the
// rules Argument and Kernel, that is what the rule proves. Let S be the set of positions of the
// nodes with the rule LastMove, and suppose that a game leads to one of them. The first position
// of the game that is in S is not the start (node checks that), so a move of the game leads to
// it. The position before that move is not in S, by the choice of the first. But every un-move
// leads to the position of some node, or to one that counting men excludes. So the position
// before is one to which no game leads: a contradiction.
func (c *treeChecker) check(ctx context.Context, t *Tree) error {
	c.nodes, c.positions = c.nodes[:0], c.positions[:0]
	for i := range t.Nodes {
		n := &t.Nodes[i]
		p, err := replay.ParseFEN(n.FEN)
		switch {
		case err != nil:
			return nodeError(n, because(ErrFEN, "%w", err))
		case i > 0 && !strings.HasSuffix(n.FEN, noClocks):
			return nodeError(n, because(ErrFEN, "the clocks are not 0 1, and only those of node 0 may be others"))
		}
		c.nodes, c.positions = append(c.nodes, facts.Setup(p)), append(c.positions, p)
	}
	for i := range t.Nodes {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := &t.Nodes[i]
		if err := c.node(ctx, t, n); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return nodeError(n, err)
		}
	}
	return connected(t)
}

func nodeError(n *Node, err error) error {
	return &NodeError{Node: n.ID, FEN: n.FEN, Rule: n.Rule, Err: err}
}

// connected rejects trees in which a node is not the child of one before it, or two nodes have the same position. Such
// trees would prove nothing wrong; they are rejected so that every node is needed.
func connected(t *Tree) error {
	child, fens := make([]bool, len(t.Nodes)), make(map[string]int, len(t.Nodes))
	for i := range t.Nodes {
		n, fen := &t.Nodes[i], cutClocks(t.Nodes[i].FEN)
		if i > 0 && !child[i] {
			return nodeError(n, because(ErrTree, "no un-moves lead to it from a node before it"))
		}
		if j, ok := fens[fen]; ok {
			return nodeError(n, because(ErrTree, "its position is node %d's", j))
		}
		fens[fen] = i
		for _, c := range n.Unmoves {
			child[c.Node] = true
		}
	}
	return nil
}

// node checks one node.
func (c *treeChecker) node(ctx context.Context, t *Tree, n *Node) error {
	goal := &c.nodes[n.ID]
	if facts.SameSetup(c.start, goal) {
		return ErrIsStart
	}
	if n.Rule == Argument {
		if err := facts.Check(c.start, goal, n.Argument); err != nil {
			return because(ErrArgument, "%w", err)
		}
		return nil
	}
	if err := c.positions[n.ID].Playable(); err != nil {
		return because(ErrDiagram, "%w", err)
	}
	if n.Rule == Kernel {
		return c.cores.check(ctx, c.start, goal, n.Kernel)
	}
	return c.lastMove(t, n)
}

// lastMove checks that every un-move has a child, whose position is the predecessor. An un-move
// whose predecessor counting alone excludes needs no child; if the start is the initial
// position, such an un-move must not be given one.
func (c *treeChecker) lastMove(t *Tree, n *Node) error {
	children := make(map[string]int, len(n.Unmoves))
	for _, child := range n.Unmoves {
		if _, twice := children[child.Unmove]; twice {
			return because(ErrNotUnmove, "%q is there twice", child.Unmove)
		}
		children[child.Unmove] = child.Node
	}
	had := facts.CountMaterial(c.start)
	for text, q := range c.positions[n.ID].Unmoves {
		before := facts.Setup(q)
		has := facts.CountMaterial(&before)
		if !had.CanBecome(&has) && *c.start == initial {
			continue
		}
		id, ok := children[text]
		switch {
		case !ok && !had.CanBecome(&has):
		case !ok:
			return because(ErrNoChild, "%s, from %s", text, q.FEN())
		case cutClocks(t.Nodes[id].FEN) != cutClocks(q.FEN()):
			return because(ErrChild, "%s leads to node %d, %s, and should lead to %s", text, id, t.Nodes[id].FEN, q.FEN())
		}
		delete(children, text)
	}
	for _, child := range n.Unmoves {
		if _, left := children[child.Unmove]; left {
			return because(ErrNotUnmove, "%q", child.Unmove)
		}
	}
	return nil
}
