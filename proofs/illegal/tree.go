package illegal

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
)

// Tree proves that a position is illegal. The node of the position itself is the first. A node
// may be the child of several others, and nodes of the rule LastMove may form cycles;
// treeChecker.check says why the nodes of a cycle are all illegal.
type Tree struct {
	Nodes []Node `json:"nodes"`
}

// Node is a position and the rule that refutes it, with the field that this rule needs.
type Node struct {
	ID       int             `json:"id"`  // its index in Tree.Nodes
	FEN      string          `json:"fen"` // the clocks are ignored
	Rule     string          `json:"rule"`
	Argument *facts.Argument `json:"argument,omitempty"`
	Kernel   *KernelQuestion `json:"kernel,omitempty"`
	Unmoves  []Child         `json:"unmoves,omitempty"`
}

// The rules of nodes.
const (
	Argument = "argument"  // facts.Check accepts it
	Kernel   = "kernel"    // clauses that are true of every game contradict each other
	LastMove = "last-move" // every un-move leads to another node
)

// KernelQuestion names the core that refutes the kernel question of the start and the node's position.
type KernelQuestion struct {
	Blocked []facts.Fact `json:"blocked,omitempty"`
	Core    int          `json:"core"` // its number, from 0
}

// Child is an un-move of a node's position, and the node of the predecessor.
type Child struct {
	Unmove string `json:"unmove"` // see replay.Position.Unmoves
	Node   int    `json:"node"`
}

// Append appends the tree as one line of JSON, with its newline. This is the only accepted
// form: Read compares.
func (t *Tree) Append(dst []byte) ([]byte, error) { return AppendLine(dst, t) }

// longestText is the largest length in bytes of texts and numbers of a tree. Valid ones are
// shorter.
const longestText = 256

// Read reads a line. It rejects everything that Append does not write (unknown or repeated
// fields, spaces, other ids), so that all programs that read the line read the same. If there
// is an error, it returns what could be read, so that messages can name it.
func Read(line []byte) (*Tree, error) {
	t := &Tree{}
	if bytes.IndexByte(line, '\\') >= 0 {
		return t, because(ErrTree, "a backslash") // no text of a valid tree needs one
	}
	for text := range bytes.SplitSeq(line, []byte{'"'}) {
		if len(text) > longestText {
			return t, because(ErrTree, "more than %d bytes without a quotation mark", longestText)
		}
	}
	if err := json.Unmarshal(line, t); err != nil {
		return t, because(ErrTree, "%w", err)
	}
	if len(t.Nodes) == 0 {
		return t, because(ErrTree, "no nodes")
	}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.ID != i {
			return t, because(ErrTree, "node %d has the id %d", i, n.ID)
		}
		for _, c := range n.Unmoves {
			if c.Node < 0 || c.Node >= len(t.Nodes) {
				return t, because(ErrTree, "node %d: %s leads to node %d of %d", i, c.Unmove, c.Node, len(t.Nodes))
			}
		}
		if err := n.checkFields(); err != nil {
			return t, err
		}
	}
	if !Canonical(bytes.TrimSuffix(line, []byte("\n")), t) {
		return t, because(ErrTree, "not written as it should be: a field twice or unknown (of an older form), blanks, or "+
			"another order")
	}
	return t, nil
}

// leftKinds are kinds of arguments that have left the format.
var leftKinds = []string{"weights", "pawns", "first-capture"}

// checkFields checks that a node has exactly the field of its rule.
func (n *Node) checkFields() error {
	wrong := false
	switch n.Rule {
	case Argument:
		if a := n.Argument; a != nil && slices.Contains(leftKinds, string(a.Kind)) {
			return because(ErrRule, "node %d: the kind of argument %q is read by retroproof at %s", n.ID, a.Kind,
				core.OlderCommit)
		}
		wrong = n.Argument == nil || n.Kernel != nil || n.Unmoves != nil
	case Kernel:
		wrong = n.Argument != nil || n.Kernel == nil || n.Unmoves != nil
	case LastMove:
		wrong = n.Argument != nil || n.Kernel != nil
	default:
		return because(ErrRule, "node %d: %q", n.ID, n.Rule)
	}
	if wrong {
		return because(ErrTree, "node %d: the fields are not those of the rule %s", n.ID, n.Rule)
	}
	return nil
}

// noClocks are the clocks of all nodes but the first: those of predecessors are not known.
const noClocks = " 0 1"

// cutClocks returns a FEN without its two clocks.
func cutClocks(fen string) string {
	for range 2 {
		if i := strings.LastIndexByte(fen, ' '); i >= 0 {
			fen = fen[:i]
		}
	}
	return fen
}
