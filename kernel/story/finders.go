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

// argument is why no game leads to a position: a few sentences that are easy to follow.
type argument struct {
	kind      string // for tests
	intro     string // what holds for all arguments of its kind, or ""
	sentences []string
	parts     []Part // below the sentences
	marked    chess.Bitboard
}

func said(sentences ...string) *argument { return &argument{sentences: sentences} }

// finders find arguments, by the reason of a leaf, that are easier to follow than the sentence of its rule. They return
// nil if that is to be said. A reason that is not here has its sentence only.
var finders = map[facts.Reason]func(*explainer, *kernel.Evidence) *argument{
	rules.PieceUnreachable: (*explainer).unreachable,
	rules.MenUnmatched:     (*explainer).menUnmatched,
	rules.TooManyCaptures:  (*explainer).walks,
	rules.NoFirstCapture:   (*explainer).noFirst,
	rules.CagedMen:         (*explainer).caged,
	rules.NoKernel:         (*explainer).noKernel,
	rules.NoExtendedKernel: (*explainer).noExtended,
}

// Explain returns the reason for a verdict in a few sentences, as [kernel.Decision.Explain] does;
// but where that can only say that a search has found no captures, it gives the argument of the
// document, if there is one.
func Explain(d *kernel.Decision) string {
	if e := d.Evidence; e != nil && e.Reason == rules.NoKernel {
		if a := argue(&d.Start, e); a != nil {
			if a.intro != "" && d.Start != chess.InitialSetup() { // which players of the initial position know
				a.sentences = append([]string{a.intro}, a.sentences...)
			}
			return strings.Join(a.sentences, " ")
		}
	}
	return d.Explain()
}

// argue looks for an argument about the pawns of a node, the simplest kind first. There need not be one
// where a search finds that there is no kernel.
func argue(start *chess.Setup, e *kernel.Evidence) *argument {
	l, counted := newLedger(start, &e.Setup)
	if !counted {
		return nil
	}
	return l.argue()
}

// walks gives a way for each pawn. The rule is about sets of men, and its sentence has numbers only.
func (ex *explainer) walks(e *kernel.Evidence) *argument {
	l, counted := newLedger(ex.start, &e.Setup)
	for c := chess.White; counted && c <= chess.Black; c++ {
		if a := l.argueWalks(c); a != nil {
			return a
		}
	}
	return nil
}

// noKernel explains why no captures make the pawns of a position.
func (ex *explainer) noKernel(e *kernel.Evidence) *argument {
	l, counted := newLedger(ex.start, &e.Setup)
	if !counted {
		return nil
	}
	if a := l.argue(); a != nil {
		return a
	}
	return said(append([]string{"No sequence of captures makes these pawns, as a search through all of them has shown; " +
		"there is no argument of a few lines that this program knows, and the certificate of the verdict holds the proof.",
	}, l.searchSummary()...)...)
}

// searchSummary describes the captures that a search for a kernel had to find.
func (l *ledger) searchSummary() (words []string) {
	j := l.jams()
	words = append(words, l.madeText()+".")
	for c := range chess.Color(2) {
		if ways, sum := l.fewestCaptures(c, chess.AllSquares); sum > 0 && sum < impossible {
			words = append(words, fmt.Sprintf("%s's pawns need at least %s: %s.", Side(c), several(sum, "capture"), waysText(ways)))
		}
	}
	on := "On each of " + number(len(j.files)) + " files, the " + files(j.files) + ","
	switch len(j.files) {
	case 0:
		return words
	case 1:
		on = "On the " + files(j.files)
	}
	return append(words, on+" a pawn left its file by capturing, or one was captured.")
}

// kernelNodes bounds the search for the kernels that a document lists.
const kernelNodes = 20_000

// noExtended explains why no captures fit the ranks of the pawns.
func (ex *explainer) noExtended(e *kernel.Evidence) *argument {
	if e.Facts != nil {
		return nil // there are kernels that do not know of these
	}
	if a := argue(ex.start, e); a != nil || ex.tree.depth > 0 {
		return a // other kernels are only looked for once
	}
	var kernels []string
	const most = 3
	status, err := kernel.List(context.Background(), ex.start, &e.Setup, kernel.Options{Nodes: kernelNodes, Classes: true}, func(moves []kernel.Move, _ *kernel.Extended) bool {
		kernels = append(kernels, kernel.FormatMoves(moves))
		return len(kernels) <= most
	})
	if err != nil || status == kernel.Absent || len(kernels) == 0 {
		return nil
	}
	list := List()
	for i, k := range kernels[:min(len(kernels), most)] {
		if words := kernelText(ex.start, k); words != "" {
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
	a := said(count)
	a.parts = []Part{list, text("But a pawn captures one rank ahead of where it stands, " +
		"a bishop is captured on squares of its colour, and pawns of a file keep their order and never go back. " +
		"The ranks on which the captures were made would have to fit all that, and they do not, " +
		"as a search through all of that has shown. The certificate of the verdict holds the proof.")}
	return a
}
