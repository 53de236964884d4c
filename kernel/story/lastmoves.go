package story

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// tree is the state of the description of nodes with last moves.
type tree struct {
	ids        map[*kernel.Evidence]string // of nodes in the document so far
	unfinished map[*kernel.Evidence]bool   // nodes whose un-moves are being described: a link to one closes a circle
	groups     int                         // groups
	depth      int

	reasonIDs map[string]string // IDs by reasonText, of long ones
}

// Bounds that keep a page readable.
const (
	maxDiagrams = 400  // of small ones
	maxGroups   = 2000 // in all
	maxOpen     = 6    // of the position itself that are not folded
	longReason  = 250  // in bytes; longer reasons are given once, and then linked
)

// groupOfMoves are un-moves of one node that fail for one reason. Their last
// moves end on one square.
type groupOfMoves struct {
	moves    []chess.Move
	captured map[chess.Move][]chess.Man
	node     *kernel.Evidence // the first predecessor
	reason   facts.Reason
	text     string
}

// node describes all un-moves of a node.
func (ex *explainer) node(e *kernel.Evidence) []Part {
	ex.tree.ids[e] = fmt.Sprintf("n%d", len(ex.tree.ids)+1)
	ex.tree.unfinished[e] = true
	ex.tree.depth++
	defer func() { ex.tree.unfinished[e] = false; ex.tree.depth-- }()
	p, err := chess.NewPosition(e.Setup)
	if err != nil {
		return []Part{text(rules.Sentence(e.Words(ex.start)))}
	}
	groups := ex.groups(e, false)
	parts := []Part{text(introduction(p, groups))}
	if ex.tree.depth == 1 {
		parts = append(parts, Part{Kind: keyKind, Key: []KeyEntry{
			{notation.SVGArrowMark, "the last move, in the position before it"},
			{notation.SVGMarked, "what the reason is about"},
		}})
	}
	for i, g := range groups {
		if ex.tree.groups >= maxGroups {
			return append(parts, text(fmt.Sprintf("And so on, for %s more: the certificate of the verdict has them all.",
				several(len(groups)-i, "case"))))
		}
		parts = append(parts, ex.group(p, g, i))
	}
	return parts
}

// introduction states the number of moves to refute.
func introduction(p *chess.Position, groups []*groupOfMoves) string {
	different := map[chess.Move]bool{}
	for _, g := range groups {
		for _, m := range g.moves {
			different[m] = true
		}
	}
	who, checks := rules.Side(p.Turn().Other()), ""
	if checkers := p.Checkers(); checkers != 0 {
		setup := p.Setup()
		checks = fmt.Sprintf("%s %s check, so %s's last move must have begun that. ",
			rules.Actors(&setup, checkers), answer.Plural(checkers.Count(), "gives", "give"), who)
		checks = capital(checks)
	}
	moves := len(different)
	return checks + fmt.Sprintf("%s has %s, and %s started from an illegal position.",
		who, several(moves, "possible last move"), answer.Plural(moves, "it", "each"))
}

// groups collects the un-moves of a node: those of one move, and of moves by one
// man, that fail for one reason. In short, only what differs in rights or in the captured man is one group.
func (ex *explainer) groups(e *kernel.Evidence, short bool) []*groupOfMoves {
	type key struct {
		to     chess.Square
		move   chess.Move // of those whose predecessor has last moves of its own
		node   *kernel.Evidence
		reason facts.Reason
		words  string
	}
	byKey := map[key]*groupOfMoves{}
	var groups []*groupOfMoves
	for _, u := range e.Unmoves {
		k := key{to: u.Unmove.Move.To(), reason: u.Before.Reason}
		switch {
		case short:
			k.move = u.Unmove.Move
		case u.Before.Reason == rules.LastMovesRefuted:
			k.move, k.node = u.Unmove.Move, u.Before
		default:
			k.words = ex.reasonText(u.Before)
		}
		g := byKey[k]
		if g == nil {
			g = &groupOfMoves{captured: map[chess.Move][]chess.Man{}, node: u.Before, reason: k.reason, text: k.words}
			byKey[k] = g
			groups = append(groups, g)
		}
		if !slices.Contains(g.moves, u.Unmove.Move) {
			g.moves = append(g.moves, u.Unmove.Move)
		}
		if !slices.Contains(g.captured[u.Unmove.Move], u.Unmove.Captured) {
			g.captured[u.Unmove.Move] = append(g.captured[u.Unmove.Move], u.Unmove.Captured)
		}
	}
	return groups
}

// reasonText is the whole text about a leaf, by which leaves with equal reasons are
// grouped.
func (ex *explainer) reasonText(e *kernel.Evidence) string {
	ex.introduce = false
	defer func() { ex.introduce = true }()
	parts, _ := ex.leaf(e)
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.String() + "\n")
	}
	return b.String()
}

// group describes un-moves that fail for one reason, the i-th of a node.
func (ex *explainer) group(p *chess.Position, g *groupOfMoves, i int) Part {
	ex.tree.groups++
	node := g.node
	f := Part{Kind: foldKind}
	d := Diagram{Setup: node.Setup, Arrow: "last move", Small: true}
	for _, m := range g.moves {
		d.Arrows = append(d.Arrows, ArrowOf(m.From(), m.To()))
	}
	if len(g.moves) > 1 || len(g.captured[g.moves[0]]) > 1 {
		d.Caption = "for instance"
	}
	var parts []Part
	var summary string
	switch id, shown := ex.tree.ids[node]; {
	case g.reason != rules.LastMovesRefuted:
		var marked chess.Bitboard
		parts, marked = ex.leaf(node)
		if id, again := ex.tree.reasonIDs[g.text]; again {
			parts = linked("The same argument holds as ", id, ".")
		} else if len(g.text) > longReason {
			f.ID = fmt.Sprintf("r%d", len(ex.tree.reasonIDs)+1)
			ex.tree.reasonIDs[g.text] = f.ID
		}
		more, _ := marks(node, node.Words(ex.start)) // lines would hide the last move
		d.Marked = facts.Squares(marked | more)
		summary = rules.ByReason(node.Reason).Shortly()
	case shown && ex.tree.unfinished[node]:
		summary = "in a circle"
		parts = linked("This position was met above, ", id, ": going round in this circle never reaches the start.")
	case shown:
		summary, parts = "see above", linked("This position has been refuted already, ", id, ".")
	default:
		summary, parts = "last moves", ex.node(node)
		f.ID = ex.tree.ids[node]
	}
	f.Spans = []Span{{Text: "Before "}, {Text: movesText(p, g), Bold: true}, {Text: ": " + summary}}
	f.Open = ex.tree.depth == 1 && i < maxOpen
	if ex.tree.groups <= maxDiagrams {
		f.Parts = append(f.Parts, Board(d))
	}
	f.Parts = append(f.Parts, parts...)
	return f
}

// linked is a paragraph with a link to what has an ID.
func linked(before, id, after string) []Part {
	return []Part{Text(Span{Text: before}, Span{Text: "at " + id, Link: id}, Span{Text: after})}
}

// movesText writes the moves of a group, with what they may have captured: moves
// that may have captured the same stand together.
func movesText(p *chess.Position, g *groupOfMoves) string {
	var words []string
	var done [][]chess.Man
	for _, m := range g.moves {
		captured := g.captured[m]
		if slices.ContainsFunc(done, func(d []chess.Man) bool { return slices.Equal(d, captured) }) {
			continue
		}
		done = append(done, captured)
		var moves []string
		for _, other := range g.moves {
			if slices.Equal(g.captured[other], captured) {
				moves = append(moves, p.UnmoveText(other, chess.NoMan))
			}
		}
		switch {
		case len(captured) == 1 && captured[0] == chess.NoMan:
			words = append(words, moves...)
		case len(captured) == 1 && len(moves) == 1:
			words = append(words, p.UnmoveText(m, captured[0]))
		default:
			words = append(words, answer.Alternatives(moves)+capturedText(captured))
		}
	}
	return answer.Alternatives(words)
}

// capturedText writes " (capturing nothing or a queen)".
func capturedText(captured []chess.Man) string {
	var names []string
	for _, m := range captured {
		if m == chess.NoMan {
			names = append(names, "nothing")
		} else {
			names = append(names, "a "+m.Kind().String())
		}
	}
	return " (capturing " + answer.Alternatives(names) + ")"
}
