package story

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/kernel/rules"
)

// LastMovesAnswer is the answer.
type LastMovesAnswer struct {
	answer.Head `schema:"retroproof.ask.lastmoves/1"`
	Reply
	Verdict string         `json:"verdict"`
	Reason  string         `json:"reason,omitempty"`
	Summary string         `json:"summary"`
	Unique  bool           `json:"unique"`
	Kind    string         `json:"kind,omitempty"`   // of the unique last move
	Forced  []string       `json:"forced,omitempty"` // the last move, and those before it, as far as each is unique
	Moves   []lastMove     `json:"moves"`
	Earlier []earlierMoves `json:"earlier,omitempty"` // with --plies: the positions before that were asked about
	Tail
}

// lastMove is a last move with the positions before it.
type lastMove struct {
	ask.MoveBack
	Before []decided `json:"before"`
}

// earlierMoves is a position of a tree, some plies before the one that was asked about, with its last moves in long
// algebraic notation.
type earlierMoves struct {
	Plies      int      `json:"plies"`
	FEN        string   `json:"fen"`
	Summary    string   `json:"summary"`
	Unique     bool     `json:"unique"`
	Possible   []string `json:"possible"`
	Open       []string `json:"open"`
	Impossible []string `json:"impossible"`
}

// LastMoves makes an answer about the last moves, from a tree of so many plies.
func LastMoves(l *ask.LastMoves, plies int) *LastMovesAnswer {
	a := &LastMovesAnswer{
		Verdict: l.Verdict().String(), Summary: summary(l), Forced: texts(l.Forced()), Moves: []lastMove{},
		Earlier: earlier(l, nil, 1),
		Reply:   reply(l, append([]string{summary(l)}, lastMoveLines(l, "")...), lastMovesDocument(l)),
	}
	a.Short = a.Summary
	if l.Cut {
		a.Note = fmt.Sprintf("the tree ends early, at the limit of %d positions", ask.DefaultLimit)
	}
	if l.Whole.Verdict == kernel.Illegal {
		a.Reason = string(l.Whole.Reason)
	}
	if u := l.Unique(); u != nil {
		a.Unique, a.Kind = true, u.Kind
	}
	if plies > 1 && len(a.Forced) > 0 {
		a.Lines = append(a.Lines, "unique from the end: "+strings.Join(a.Forced, ", "))
	}
	for _, m := range l.Moves {
		a.Moves = append(a.Moves, lastMove{m.MoveBack, decidedPositions(m.Before)})
	}
	return a
}

// earlier appends the positions of a tree, each before those below it.
func earlier(l *ask.LastMoves, list []earlierMoves, plies int) []earlierMoves {
	for i := range l.Moves {
		for _, before := range l.Moves[i].Tree() {
			with := func(v ask.Verdict) []string { return texts(before.With(v)) }
			list = append(list, earlierMoves{plies, before.Setup.FEN(), summary(before), before.Unique() != nil,
				with(ask.Possible), with(ask.Open), with(ask.Impossible)})
			list = earlier(before, list, plies+1)
		}
	}
	return list
}

// verdicts are all verdicts, in the order in which last moves are listed.
var verdicts = []ask.Verdict{ask.Possible, ask.Open, ask.Impossible}

// lastMoveLines are those of a tree: verdict, move, kind, and the reasons if it is impossible.
func lastMoveLines(l *ask.LastMoves, indent string) (lines []string) {
	for _, v := range verdicts {
		for _, m := range l.With(v) {
			text := fmt.Sprintf("%s%-10s  %s  %s", indent, v, m.Text, m.Kind)
			if reasons := m.Reasons(); v == ask.Impossible && len(reasons) > 0 {
				text += "  " + strings.Join(reasons, ",")
			}
			lines = append(lines, text)
			for _, before := range m.Tree() {
				lines = append(lines, indent+"  "+before.Setup.FEN()+": "+summary(before))
				lines = append(lines, lastMoveLines(before, indent+"    ")...)
			}
		}
	}
	return lines
}

// summary is the answer in a line: "unique: Kb1-a1", "3 possible, 1 open, 5 impossible",
// "illegal NoLastMove".
func summary(l *ask.LastMoves) string {
	possible, open, impossible := len(l.With(ask.Possible)), len(l.With(ask.Open)), len(l.With(ask.Impossible))
	switch u := l.Unique(); {
	case l.Whole.Verdict == kernel.Illegal:
		return "illegal " + string(l.Whole.Reason)
	case u != nil && u.Verdict == ask.Open:
		return "unique " + u.Text + " " + u.Kind + ", and it is open whether a game leads here"
	case u != nil:
		return "unique " + u.Text + " " + u.Kind
	case possible+open > 0:
		return fmt.Sprintf("%d possible, %d open, %d impossible", possible, open, impossible)
	case l.Whole.Reason == kernel.IsStart:
		return "no last move: the start position"
	case slices.ContainsFunc(l.Moves, func(m ask.LastMove) bool {
		return slices.Contains(m.Reasons(), string(ask.Excluded))
	}):
		return "no last move keeps the premise"
	}
	return "illegal " + string(rules.LastMovesRefuted)
}

// lastMovesDocument is the answer in prose.
func lastMovesDocument(l *ask.LastMoves) *Document {
	diagram := Diagram{}
	if u := l.Unique(); u != nil {
		diagram = lastMoveArrow(&u.MoveBack)
	}
	return answered("Last moves: "+summary(l), &l.Asked, diagram, lastMovesParts(l, 1))
}

// lastMoveArrow is a diagram with the arrow of the last move.
func lastMoveArrow(m *ask.MoveBack) Diagram {
	return Diagram{Arrows: []Arrow{ArrowOf(m.Move.From(), m.Move.To())}, Arrow: "the last move"}
}

// lastMovesParts are the last moves of a position, and below each those before it.
func lastMovesParts(l *ask.LastMoves, plies int) (parts []Part) {
	for _, v := range verdicts {
		var list []Part
		for _, m := range l.With(v) {
			list = append(list, Text(Span{Text: m.Text, Bold: true}, Span{Text: because(m)}))
			for _, before := range m.Tree() {
				at := Code(Plies(plies)+" before, at ", before.Setup.FEN())
				at.Spans = append(at.Spans, Span{Text: ": " + summary(before) + "."})
				list = append(list, Fold("Before "+m.Text+": "+summary(before),
					append([]Part{at}, lastMovesParts(before, plies+1)...)...))
			}
		}
		if list != nil {
			parts = append(parts, Heading(capital(v.String())), List(list...))
		}
	}
	return parts
}

// because says in a few words why a last move has its verdict.
func because(m *ask.LastMove) string {
	var reasons []string
	for _, before := range m.Before {
		switch {
		case m.Verdict == ask.Possible && before.Verdict == kernel.Legal && len(before.Game) == 0:
			return ": it is the first move of a game."
		case m.Verdict == ask.Possible && before.Verdict == kernel.Legal:
			return fmt.Sprintf(": a game of %s leads to the position before: %s",
				Plies(len(before.Game)), numbered(&before.Start, before.Game))
		case m.Verdict == ask.Impossible && before.Verdict == kernel.Illegal:
			rights := ""
			if len(m.Before) > 1 {
				rights = fmt.Sprintf(" (with %s %s before)", before.Setup.Castling, before.Setup.EnPassant)
			}
			reasons = append(reasons, fmt.Sprintf("%s%s: %s", before.Reason, rights, Explain(&before.Decision)))
		}
	}
	if len(reasons) == 0 {
		return ": neither refuted nor shown by a game."
	}
	return ": " + strings.Join(slices.Compact(reasons), " ")
}

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
