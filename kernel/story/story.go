package story

import (
	"context"
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// New explains the decision about a position. The same decision always gives the same
// document.
func New(d *kernel.Decision) *Document {
	t := newExplainer(d)
	doc := &Document{Title: title(d), FEN: d.Setup.FEN(), Verdict: d.Verdict, Reason: d.Reason}
	diagram := Diagram{Setup: d.Setup, Caption: turnText(&d.Setup)}
	switch d.Verdict {
	case kernel.Legal:
		doc.Parts = append(t.opening(diagram, false), text("It is the start position."))
	case kernel.Unknown:
		why := t.unknown()
		doc.Parts = append(append(t.opening(diagram, !rules.ByReason(d.Reason).AtSight), Heading("What is known")), why...)
	default:
		why, marked, arrows := t.refutation()
		diagram.Marked, diagram.Arrows, diagram.Arrow = facts.Squares(marked), arrows, "check"
		heading := Heading("Why no game leads here")
		heading.ID = t.tree.ids[d.Evidence]
		doc.Parts = append(append(t.opening(diagram, !rules.ByReason(d.Reason).AtSight), heading), why...)
	}
	return doc
}

func newExplainer(d *kernel.Decision) *explainer {
	return &explainer{decision: d, start: &d.Start, initial: d.Start == chess.InitialSetup(), introduced: map[string]bool{}, introduce: true}
}

// opening returns the beginning of a document: the verdict, the position, the start
// unless it is the initial position, and, if men is set, a section about the men, with
// those that never moved marked in the diagram.
func (t *explainer) opening(diagram Diagram, men bool) []Part {
	d := t.decision
	var about []Part
	if men {
		l, counted := newLedger(&d.Start, &d.Setup)
		about = append(about, Heading("The men"), Sentences([]string{l.materialText(chess.White, counted), l.materialText(chess.Black, counted)}))
		if counted {
			about = append(about, l.fixedParts()...)
			diagram.Locked, diagram.Crossed = facts.Squares(l.standing()), facts.Squares(l.takenAtHome)
		}
	}
	parts := []Part{verdict(d), Board(diagram), Code("", d.Setup.FEN())}
	if !t.initial {
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
func (t *explainer) refutation() ([]Part, chess.Bitboard, []Arrow) {
	e := t.decision.Evidence
	if e.Reason == rules.LastMovesRefuted {
		parts, marked, arrows := t.lastMoves(e)
		return parts, marked, arrows
	}
	marked, arrows := marks(e, t.detail(e))
	parts, more := t.leaf(e)
	return parts, marked | more, arrows
}

// detail is the reason of a node as a sentence without its full stop.
func (t *explainer) detail(e *kernel.Evidence) string {
	if e.Detail != "" {
		return e.Detail
	}
	if refuted := rules.Static(t.start, &e.Setup); refuted != nil {
		return refuted.Detail
	}
	return string(e.Reason)
}

// leaf explains a node that has no un-moves, and returns the squares to mark.
func (t *explainer) leaf(e *kernel.Evidence) ([]Part, chess.Bitboard) {
	switch e.Reason {
	case rules.NoKernel, rules.NoExtendedKernel, rules.MenUnmatched, rules.TooManyCaptures:
		l, counted := newLedger(t.start, &e.Setup)
		switch {
		case !counted:
		case e.Reason == rules.NoKernel:
			return t.noKernel(l)
		case e.Reason == rules.NoExtendedKernel:
			return t.noExtended(e, l)
		default:
			// The rules are about sets of men, and their sentences have numbers only; a way for each
			// pawn is easier to follow.
			for c := range chess.Color(2) {
				if a := l.argueWalks(c); a != nil {
					return t.argumentParts(a)
				}
			}
		}
	}
	if words := t.aboutMen(e); words != "" {
		return []Part{text(words)}, 0
	}
	return []Part{text(sentence(t.detail(e)))}, 0
}

// noKernel explains why no captures make the pawns of a position.
func (t *explainer) noKernel(l *ledger) ([]Part, chess.Bitboard) {
	if a := l.argue(); a != nil {
		return t.argumentParts(a)
	}
	return []Part{text(append([]string{
		"No sequence of captures makes these pawns, as a search through all of them has shown; there is no argument of a few lines that this program knows, and the certificate of the verdict holds the proof.",
	}, l.searchSummary()...)...)}, 0
}

// argumentParts returns the text of an argument; its introduction appears only once in
// a document.
func (t *explainer) argumentParts(a *argument) ([]Part, chess.Bitboard) {
	var parts []Part
	if a.intro != "" && t.introduce && !t.introduced[a.intro] {
		parts = append(parts, text(a.intro))
		t.introduced[a.intro] = true
	}
	return append(parts, text(a.sentences...)), a.marked
}

// searchSummary describes the captures that a search for a kernel had to find.
func (l *ledger) searchSummary() (words []string) {
	words = append(words, l.madeText()+".")
	for c := range chess.Color(2) {
		if ways, sum := l.fewestCaptures(c, chess.AllSquares); sum > 0 && sum < impossible {
			words = append(words, fmt.Sprintf("%s's pawns need at least %s: %s.", Side(c), several(sum, "capture"), l.waysText(ways)))
		}
	}
	if j := l.jams(); len(j.files) == 1 {
		words = append(words, fmt.Sprintf("On the %s a pawn left its file by capturing, or one was captured.", files(j.files)))
	} else if len(j.files) > 1 {
		words = append(words, fmt.Sprintf("On each of %s files, the %s, a pawn left its file by capturing, or one was captured.", number(len(j.files)), files(j.files)))
	}
	return words
}

// kernelNodes bounds the search for the kernels that a document lists.
const kernelNodes = 20_000

// noExtended explains why no captures fit the ranks of the pawns.
func (t *explainer) noExtended(e *kernel.Evidence, l *ledger) ([]Part, chess.Bitboard) {
	if e.Facts != nil {
		return []Part{text(sentence(t.detail(e)))}, 0 // there are kernels that do not know of these
	}
	if a := l.argue(); a != nil {
		return t.argumentParts(a)
	}
	if t.tree.depth > 0 {
		return []Part{text(sentence(t.detail(e)))}, 0 // other kernels are only looked for once
	}
	var kernels []string
	const most = 3
	status, err := kernel.List(context.Background(), t.start, &e.Setup, kernel.Options{Nodes: kernelNodes, Classes: true}, func(moves []kernel.Move, _ *kernel.Extended) bool {
		kernels = append(kernels, kernel.FormatMoves(moves))
		return len(kernels) <= most
	})
	if err != nil || status == kernel.Absent || len(kernels) == 0 {
		return []Part{text(sentence(t.detail(e)))}, 0
	}
	list := List()
	for i, k := range kernels[:min(len(kernels), most)] {
		if words := kernelText(t.start, k); words != "" {
			list.Parts = append(list.Parts, Code(sentence(words)+" ", kernels[i]))
		} else {
			list.Parts = append(list.Parts, Code("", k))
		}
	}
	count := "Many sequences of captures bring the right pawns to the right files, for instance these:"
	if status == kernel.Found && len(kernels) <= most {
		count = "Only these captures bring the right pawns to the right files, in this order or, as far as they do not depend on each other, in another one:"
		if !strings.Contains(kernels[0], " ") {
			count = "Only one capture brings the right pawns to the right files:"
		}
		if len(kernels) > 1 {
			count = fmt.Sprintf("There are only %s ways to bring the right pawns to the right files, but for the order of captures that do not depend on each other:", number(len(kernels)))
		}
	}
	return []Part{text(count), list,
		text("But a pawn captures one rank ahead of where it stands, a bishop is captured on squares of its colour, and pawns of a file keep their order and never go back. The ranks on which the captures were made would have to fit all that, and they do not, as a search through all of that has shown. The certificate of the verdict holds the proof.")}, 0
}

// unknown describes a position that no rule refutes, with its kernel if one was found.
func (t *explainer) unknown() []Part {
	d := t.decision
	parts := []Part{text("No rule of this program refutes the position. That does not make it legal: only a game that leads there would.")}
	switch {
	case d.Kernel.Status != kernel.KernelFound && d.Kernel.Status != kernel.ExtendedFound:
	case d.Kernel.Kernel == "" || d.Kernel.Kernel == "-":
		parts = append(parts, text("The pawns can be what they are without any capture."))
	default:
		if words := kernelText(t.start, d.Kernel.Kernel); words != "" {
			parts = append(parts, text("These captures make its pawns, with the promotions that its pieces need: "+words+"."))
		}
		parts = append(parts, Code("A proof kernel: ", d.Kernel.Kernel))
	}
	if d.Kernel.Extended != "" {
		parts = append(parts, Code("The same with ranks, an extended kernel: ", d.Kernel.Extended))
	}
	if len(d.OutOfBudget) > 0 {
		parts = append(parts, text("A search has come to the end of its budget ("+strings.ReplaceAll(d.OutOfBudget.String(), ",", ", ")+"); with more the answer may be another one."))
	}
	return parts
}
