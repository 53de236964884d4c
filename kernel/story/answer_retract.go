package story

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/ask"
)

// RetractAnswer is the answer.
type RetractAnswer struct {
	answer.Head `schema:"retroproof.ask.retract/1"`
	Reply
	Plies   int    `json:"plies"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"`
	Game    string `json:"game,omitempty"` // SAN
	Summary string `json:"summary"`
	back
	Decided int           `json:"decided"`
	Cut     bool          `json:"cut"`
	Forced  []string      `json:"forced"`
	Nodes   []retractNode `json:"nodes"`
	Tail
}

// back has numbers of ways.
type back struct {
	Possible string `json:"possible"`
	Open     string `json:"open"`
	Skipped  string `json:"skipped_ways,omitempty"`
	Shorter  string `json:"shorter"`
}

// retractNode is a node of the tree.
type retractNode struct {
	Plies     int      `json:"plies"`
	Positions []string `json:"positions"`
	Verdict   string   `json:"verdict"`
	Start     bool     `json:"is_start,omitempty"`
	Skipped   bool     `json:"skipped,omitempty"`
	End       ask.Stop `json:"end,omitempty"`
	back
	Unmoves []retractUnmove `json:"un_moves,omitempty"`
}

// retractUnmove is an un-move of a node.
type retractUnmove struct {
	Unmove   string      `json:"un_move"`
	Move     string      `json:"move"`
	Captured string      `json:"captured,omitempty"`
	Kind     string      `json:"kind"`
	Verdict  ask.Verdict `json:"verdict"`
	Reasons  []string    `json:"reasons,omitempty"`
	Node     int         `json:"node,omitempty"`
}

// Retractions makes an answer about the ways back from a position.
func Retractions(r *ask.Retract) *RetractAnswer {
	t := retractTree{told: map[*ask.Node]bool{}}
	lines := append([]string{retractSummary(r)}, forcedLine(r)...)
	if root := r.Root(); root != nil {
		lines = append(lines, t.lines(root, "")...)
	}
	a := &RetractAnswer{
		Plies: r.Plies, Verdict: r.Whole.Verdict.String(), Reason: string(r.Whole.Reason),
		Game: strings.Join(r.Whole.Game, " "), Summary: retractSummary(r), back: backOf(&ask.Ways{}),
		Decided: r.Decided, Cut: r.Cut, Forced: []string{}, Nodes: []retractNode{},
		Reply: Reply{
			FEN: r.Setup.FEN(), Lines: lines, Short: strings.Join(append([]string{retractSummary(r)}, forcedLine(r)...), " "),
			Document: retractDocument(r),
			Claims:   func(ctx context.Context, c *ask.Certificate) error { return c.Retract(ctx, r) },
		},
	}
	if root := r.Root(); root != nil {
		a.back = backOf(&root.Ways)
	}
	for _, u := range r.Forced() {
		a.Forced = append(a.Forced, u.Text)
	}
	number := map[*ask.Node]int{}
	for i, n := range r.Nodes {
		number[n] = i
	}
	for _, n := range r.Nodes {
		a.Nodes = append(a.Nodes, nodeOf(n, number))
	}
	return a
}

func backOf(w *ask.Ways) back {
	b := back{w.Possible.String(), w.Open.String(), "", w.Shorter.String()}
	if w.Skipped.Sign() > 0 {
		b.Skipped = w.Skipped.String()
	}
	return b
}

// nodeOf returns a node as it stands in JSON.
func nodeOf(n *ask.Node, number map[*ask.Node]int) retractNode {
	one := retractNode{
		Plies: n.Plies, Verdict: kernel.Unknown.String(), Start: n.Start, Skipped: n.Skipped, End: n.End,
		back: backOf(&n.Ways)}
	if n.Verdict == ask.Possible {
		one.Verdict = kernel.Legal.String()
	}
	for i := range n.Positions {
		one.Positions = append(one.Positions, n.Positions[i].FEN())
	}
	for _, u := range n.Unmoves {
		m := retractUnmove{Unmove: u.Text, Move: u.Move.UCI(), Kind: u.Kind, Verdict: u.Verdict, Reasons: u.Reasons}
		m.Node = number[u.Before]
		if u.Captured != chess.NoMan {
			m.Captured = string(u.Captured.Kind().Letter())
		}
		one.Unmoves = append(one.Unmoves, m)
	}
	return one
}

// retractSummary is the answer in a sentence.
func retractSummary(r *ask.Retract) string {
	root := r.Root()
	if root == nil {
		return "No game leads here: " + string(r.Whole.Reason) + "."
	}
	text := fmt.Sprintf("Ways back of %s: %s.", Plies(r.Plies), backText(&root.Ways))
	if r.Cut {
		text += fmt.Sprintf(" The tree ends early, at the limit of %d positions.", r.Decided)
	}
	return text
}

// backText says how many ways there are.
func backText(w *ask.Ways) string {
	var list []string
	for _, ways := range []struct {
		n    *big.Int
		what string
	}{{&w.Possible, " possible"}, {&w.Open, " open"}, {&w.Skipped, " not decided"}, {&w.Shorter, " followed less far"}} {
		if ways.n.Sign() > 0 {
			list = append(list, ways.n.String()+ways.what)
		}
	}
	if list == nil {
		return "none"
	}
	return strings.Join(list, ", ")
}

// forcedLine is a sentence about the un-moves that are forced, if there are any.
func forcedLine(r *ask.Retract) []string {
	var list []string
	for _, u := range r.Forced() {
		list = append(list, u.Text)
	}
	if list == nil {
		return nil
	}
	return []string{"Forced, the last move first: " + strings.Join(list, ", ") + "."}
}

// retractTree tells of the nodes of a tree, each once.
type retractTree struct{ told map[*ask.Node]bool }

// branch is the line of an un-move, or of several: those with nothing before them share a line with all that have the
// same end.
type branch struct {
	why   string
	texts []string
	next  *ask.Node // told below; nil if nothing follows
}

// branches returns the branches of a node: those with something that follows last.
func (t *retractTree) branches(n *ask.Node) (list []*branch) {
	byWhy := map[string]*branch{}
	var follow []*branch
	for i := range n.Unmoves {
		u := &n.Unmoves[i]
		why := u.Verdict.String()
		switch {
		case u.Before == nil:
			why += " " + strings.Join(u.Reasons, ",")
		case u.Before.Skipped && u.Verdict == ask.Open:
			why += ", not decided"
		case u.Before.End == ask.AtLimit:
			why += ", not followed"
		case u.Before.End == ask.AtFirst:
			why += ", games begin before it"
		case u.Before.End == ask.GoesOn && t.told[u.Before]:
			why += ", what is before it stands above"
		case u.Before.End == ask.GoesOn:
			t.told[u.Before] = true
			why += "; before it: " + backText(&u.Before.Ways)
			follow = append(follow, &branch{why: why, texts: []string{u.Text}, next: u.Before})
			continue
		}
		if byWhy[why] == nil {
			byWhy[why] = &branch{why: why}
			list = append(list, byWhy[why])
		}
		byWhy[why].texts = append(byWhy[why].texts, u.Text)
	}
	return append(list, follow...)
}

// lines are those of a node: a line for each branch, and what follows below it.
func (t *retractTree) lines(n *ask.Node, indent string) (lines []string) {
	for _, b := range t.branches(n) {
		lines = append(lines, indent+strings.Join(b.texts, ", ")+": "+b.why)
		if b.next != nil {
			lines = append(lines, t.lines(b.next, indent+"  ")...)
		}
	}
	return lines
}

// parts are the same for a document.
func (t *retractTree) parts(n *ask.Node) []Part {
	list := List()
	for _, b := range t.branches(n) {
		text := strings.Join(b.texts, ", ")
		if b.next == nil {
			list.Parts = append(list.Parts, Text(Span{Text: text, Bold: true}, Span{Text: ": " + b.why}))
			continue
		}
		list.Parts = append(list.Parts, Fold(text+": "+b.why, t.parts(b.next)...))
	}
	return []Part{list}
}

// retractDocument is the answer in prose.
func retractDocument(r *ask.Retract) *Document {
	diagram := Diagram{}
	if forced := r.Forced(); len(forced) > 0 {
		diagram.Arrows, diagram.Arrow = []Arrow{ArrowOf(forced[0].Move.From(), forced[0].Move.To())}, "the last move"
	}
	return answered(retractSummary(r), &r.Setup, &r.Whole, diagram, func() (parts []Part) {
		for _, line := range forcedLine(r) {
			parts = append(parts, text(line))
		}
		if r.Whole.Verdict == kernel.Legal {
			parts = append(parts, Heading("A game that leads here"), gamePart(&r.Start, r.Whole.Game))
		}
		if root := r.Root(); len(root.Unmoves) > 0 {
			t := retractTree{told: map[*ask.Node]bool{}}
			parts = append(parts, Heading("Un-moves, the last move first"))
			parts = append(parts, t.parts(root)...)
		}
		return parts
	})
}
