package story

import (
	"strings"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// New explains the decision about a position. The same decision always gives the same
// document.
func New(d *kernel.Decision) *Document {
	ex := newExplainer(d)
	diagram := Diagram{Setup: d.Setup, Caption: turnText(&d.Setup)}
	men := !rules.ByReason(d.Reason).AtSight
	var why []Part
	switch d.Verdict {
	case kernel.Legal:
		men, why = false, []Part{text("It is the start position.")}
	case kernel.Unknown:
		why = append([]Part{Heading("What is known")}, ex.unknown()...)
	default:
		parts, marked, arrows := ex.refutation()
		diagram.Marked, diagram.Arrows, diagram.Arrow = facts.Squares(marked), arrows, "check"
		heading := Heading("Why no game leads here")
		heading.ID = ex.tree.ids[d.Evidence]
		why = append([]Part{heading}, parts...)
	}
	return &Document{Title: title(d), FEN: d.Setup.FEN(), Verdict: d.Verdict, Reason: d.Reason,
		Parts: append(ex.opening(diagram, men), why...)}
}

func newExplainer(d *kernel.Decision) *explainer {
	start := d.Start
	start.Stay = 0
	return &explainer{
		decision: d, start: &d.Start, initial: start == chess.InitialSetup(), introduced: map[string]bool{}, introduce: true,
		tree: tree{ids: map[*kernel.Evidence]string{}, unfinished: map[*kernel.Evidence]bool{},
			reasonIDs: map[string]string{}},
	}
}

// opening returns the beginning of a document: the verdict, the position, the start
// unless it is the initial position, and, if men is set, a section about the men, with
// those that never moved marked in the diagram.
func (ex *explainer) opening(diagram Diagram, men bool) []Part {
	d := ex.decision
	var about []Part
	if men {
		l, counted := newLedger(&d.Start, &d.Setup)
		about = append(about, Heading("The men"),
			Sentences([]string{l.materialText(chess.White, counted), l.materialText(chess.Black, counted)}))
		if counted {
			about = append(about, l.fixedParts()...)
			diagram.Locked, diagram.Crossed = facts.Squares(l.standing()), facts.Squares(l.takenAtHome)
		}
	}
	parts := []Part{verdict(d), Board(diagram), Code("", d.Setup.FEN())}
	if !ex.initial {
		start := Diagram{Setup: d.Start, Caption: turnText(&d.Start)}
		parts = append(parts, text("Games are taken to start from this position:"), Board(start), Code("", d.Start.FEN()))
	}
	return append(parts, about...)
}

// title is the verdict as a short phrase.
func title(d *kernel.Decision) string {
	switch d.Verdict {
	case kernel.Legal:
		return "Legal: the start position"
	case kernel.Unknown:
		return "Not refuted"
	}
	return "Illegal: " + rules.ByReason(d.Reason).Shortly()
}

// verdict is the verdict with its reason's identifier.
func verdict(d *kernel.Decision) Part {
	p := Text(Span{Text: d.Verdict.String(), Bold: true})
	if d.Reason != "" {
		p.Spans = append(p.Spans, Span{Text: " "}, Span{Text: string(d.Reason), Code: true})
	}
	return p
}

// explainer composes one document.
type explainer struct {
	decision   *kernel.Decision
	start      *chess.Setup
	initial    bool
	tree       tree
	introduced map[string]bool // introductions of arguments in the document so far
	introduce  bool            // false while texts are only compared
}

// refutation explains why the position is illegal, and returns what to mark in its
// diagram.
func (ex *explainer) refutation() ([]Part, chess.Bitboard, []Arrow) {
	e := ex.decision.Evidence
	marked, arrows := marks(e, e.Words(ex.start))
	if e.Reason == rules.LastMovesRefuted {
		return ex.node(e), marked, arrows
	}
	parts, more := ex.leaf(e)
	return parts, marked | more, arrows
}

// leaf explains a node that has no un-moves, and returns the squares to mark. The introduction of an argument
// appears only once in a document.
func (ex *explainer) leaf(e *kernel.Evidence) (parts []Part, marked chess.Bitboard) {
	var a *argument
	if find := finders[e.Reason]; find != nil {
		a = find(ex, e)
	}
	if a == nil {
		a = said(rules.Sentence(e.Words(ex.start)))
	}
	if a.intro != "" && ex.introduce && !ex.introduced[a.intro] {
		parts = append(parts, text(a.intro))
		ex.introduced[a.intro] = true
	}
	return append(parts, text(a.sentences...)), a.marked
}

// unknown describes a position that no rule refutes, with its kernel if one was found.
func (ex *explainer) unknown() []Part {
	d := ex.decision
	parts := []Part{text("No rule of this program refutes the position. That does not make it legal: only a game that " +
		"leads there would.")}
	switch words := kernelText(ex.start, d.Kernel.Moves); {
	case d.Kernel.Kernel != kernel.Found:
	case len(d.Kernel.Moves) == 0:
		parts = append(parts, text("The pawns can be what they are without any capture."))
	case words != "":
		parts = append(parts, text("These captures make its pawns, with the promotions that its pieces need. "+words))
	}
	if len(d.OutOfBudget) > 0 {
		parts = append(parts, text("A search has come to the end of its budget ("+strings.ReplaceAll(d.OutOfBudget.String(),
			",", ", ")+"); with more the answer may be another one."))
	}
	return parts
}

// marks returns the squares and lines that the reason of a node is about.
func marks(e *kernel.Evidence, detail string) (marked chess.Bitboard, arrows []Arrow) {
	mark := rules.ByReason(e.Reason).Marks
	if mark == nil {
		return menMarked(e), nil
	}
	marked, checks := mark(&e.Setup, detail)
	for _, c := range checks {
		arrows = append(arrows, ArrowOf(c[0], c[1]))
	}
	return marked, arrows
}

// menMarked returns the men of a position that the argument of a node is about.
func menMarked(e *kernel.Evidence) (marked chess.Bitboard) {
	a := e.Argument
	if a == nil {
		return 0
	}
	mark := func(name string) {
		if at, err := chess.ParseSquare(name); err == nil {
			marked |= at.Bit()
		}
	}
	mark(a.Square)
	if a.Count != nil {
		marked |= chess.Bitboard(a.Count.Needs | a.Count.Captures)
		for name := range a.Count.Worth {
			mark(name)
		}
	}
	for _, l := range e.First {
		marked |= l.To.Bit()
	}
	return marked | e.Men
}
