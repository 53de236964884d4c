package story

import (
	"fmt"
	"strings"

	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/ask"
)

// RetractAnswer is the answer.
type RetractAnswer struct {
	answer.Head `schema:"retroproof.ask.retract/1"`
	Reply
	Plies int `json:"plies"`
	verdictJSON
	Summary string `json:"summary"`
	ask.Ways
	Decided int         `json:"decided"`
	Cut     bool        `json:"cut"`
	Forced  []string    `json:"forced"`
	Nodes   []*ask.Node `json:"nodes"`
	Tail
}

// Retractions makes an answer about the ways back from a position.
func Retractions(r *ask.Retract) *RetractAnswer {
	t := retractTree{told: map[*ask.Node]bool{}}
	a := &RetractAnswer{
		Plies: r.Plies, verdictJSON: verdictOf(&r.Whole), Summary: retractSummary(r), Decided: r.Decided, Cut: r.Cut,
		Forced: texts(r.Forced()), Nodes: append([]*ask.Node{}, r.Nodes...),
		Reply: reply(r, append([]string{retractSummary(r)}, forcedLine(r)...), retractDocument(r)),
	}
	if root := r.Root(); root != nil {
		a.Ways = root.Ways
		a.Lines = append(a.Lines, t.lines(root, "")...)
	}
	return a
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
	for i, n := range w.Numbers() {
		if !n.IsZero() {
			list = append(list, n.String()+[...]string{" possible", " open", " not decided", " followed less far"}[i])
		}
	}
	if list == nil {
		return "none"
	}
	return strings.Join(list, ", ")
}

// forcedLine is a sentence about the un-moves that are forced, if there are any.
func forcedLine(r *ask.Retract) []string {
	list := texts(r.Forced())
	if len(list) == 0 {
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
	diagram, parts := Diagram{}, []Part{}
	if forced := r.Forced(); len(forced) > 0 {
		diagram = lastMoveArrow(&forced[0].MoveBack)
		parts = append(parts, text(forcedLine(r)...))
	}
	if r.Whole.Verdict == kernel.Legal {
		parts = append(parts, Heading("A game that leads here"), gamePart(&r.Start, r.Whole.Game))
	}
	if root := r.Root(); root != nil && len(root.Unmoves) > 0 {
		t := retractTree{told: map[*ask.Node]bool{}}
		parts = append(parts, Heading("Un-moves, the last move first"))
		parts = append(parts, t.parts(root)...)
	}
	return answered(retractSummary(r), &r.Asked, diagram, parts)
}
