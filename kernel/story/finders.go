package story

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// argument is why no game leads to a position: a few sentences that are easy to follow.
type argument struct {
	intro     string // what holds for all arguments of its kind, or ""
	sentences []string
	marked    chess.Bitboard
}

func said(sentences ...string) *argument { return &argument{sentences: sentences} }

// finders find arguments, by the reason of a leaf, that are easier to follow than the sentence of its rule. They return
// nil if that is to be said. A reason that is not here has its sentence only.
var finders = map[facts.Reason]func(*explainer, *kernel.Evidence) *argument{
	rules.TooManyCaptures:  byNumbers((*ledger).argueWays), // about sets of men, and its sentence has numbers only
	rules.CagedMen:         (*explainer).caged,
	rules.NoKernel:         byNumbers((*ledger).noKernel),
	rules.NoExtendedKernel: (*explainer).noExtended,
}

// mostExplained is the largest number of last moves that a short explanation names.
const mostExplained = 8

// Explain returns the reason for a verdict in a few sentences: the argument of the document, or else the sentence of
// the rule; of last moves, why each of them is none. It is empty for an unknown verdict, and for a legal position other
// than the start, which a game proves.
func Explain(d *kernel.Decision) string {
	ex := newExplainer(d)
	ex.introduce = !ex.initial // players of the initial position know that pawns that face each other are stuck
	switch e := d.Evidence; {
	case d.Reason == kernel.IsStart:
		return "It is the start position."
	case e == nil:
		return ""
	case e.Reason == rules.LastMovesRefuted:
		return strings.Join(ex.lastMovesInShort(e), " ")
	}
	parts, _ := ex.leaf(d.Evidence)
	var words []string
	for _, p := range parts {
		words = append(words, p.String())
	}
	return strings.Join(words, " ")
}

// lastMovesInShort says why a node whose un-moves are refuted is illegal, and of each last move why it was none.
func (ex *explainer) lastMovesInShort(e *kernel.Evidence) []string {
	words := []string{rules.Sentence(e.Words(ex.start))}
	p, err := chess.NewPosition(e.Setup)
	if err != nil {
		return words
	}
	groups := ex.groups(e, true)
	for i, g := range groups {
		if i == mostExplained {
			return append(words, fmt.Sprintf("And so on for %s.", several(len(groups)-i, "more move")))
		}
		why := rules.Sentence(g.node.Words(ex.start))
		if g.reason == rules.LastMovesRefuted {
			why = movesBefore(g.node)
		}
		words = append(words, "Before "+movesText(p, g)+": "+why)
	}
	return words
}

// movesBefore names the last moves of a node.
func movesBefore(e *kernel.Evidence) string {
	p, err := chess.NewPosition(e.Setup)
	if err != nil {
		return ""
	}
	var moves []string
	for _, u := range e.Unmoves {
		if move := p.UnmoveText(u.Unmove.Move, u.Unmove.Captured); !slices.Contains(moves, move) {
			moves = append(moves, move)
		}
	}
	const most = 4
	from := answer.Plural(len(moves), "from", "each from")
	if n := len(moves); n > most {
		moves = append(moves[:most], answer.Counted(n-most, "other", "others"))
	}
	return fmt.Sprintf("%s's move was %s, %s an illegal position.",
		rules.Side(p.Turn().Other()), answer.Alternatives(moves), from)
}

// byNumbers makes a finder of one that needs the numbers of men, if these do not refute the node by themselves.
func byNumbers(find func(*ledger) *argument) func(*explainer, *kernel.Evidence) *argument {
	return func(ex *explainer, e *kernel.Evidence) *argument {
		if l, ok := newLedger(ex.start, &e.Setup); ok {
			return find(l)
		}
		return nil
	}
}

// noKernel explains why no captures make the pawns of a position.
func (l *ledger) noKernel() *argument {
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
	words = append(words, fmt.Sprintf("The diagram has %s.", rules.Pawns(&l.start, &l.goal)), l.madeText()+".")
	for c := range chess.Color(2) {
		if ways, sum := l.fewestCaptures(c, chess.AllSquares); sum > 0 && sum < impossible {
			words = append(words, fmt.Sprintf("%s's pawns need at least %s.", rules.Side(c), several(sum, "capture")))
			words = append(words, waysText(ways)...)
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

// noExtended shows captures that bring the pawns to their files, and says what they do not fit.
func (ex *explainer) noExtended(e *kernel.Evidence) *argument {
	if e.Facts != nil {
		return nil // there are kernels that do not know of these
	}
	a := byNumbers((*ledger).argue)(ex, e)
	words := kernelText(ex.start, ex.decision.Kernel.Moves)
	if a != nil || e != ex.decision.Evidence || words == "" {
		return a // it is a kernel of the position itself
	}
	return said("Captures bring the right pawns to the right files, for instance so: "+words,
		"But a pawn captures one rank ahead of where it stands. A bishop is captured on squares of its colour. "+
			"Pawns of a file keep their order and never go back.",
		"As a search through all captures and ranks has shown, none fit all that and lead to "+
			rules.MovedPawns(ex.start, &e.Setup)+".", "The certificate of the verdict holds the proof.")
}

const (
	mostFollowed = 400 // states of a closed set whose moves back are followed: each is compared with each
	mostTaken    = 12  // moves that are named
)

// caged shows how far back men can be taken that cannot have come to their squares together, and what stops them. The
// closed set of the argument has all that they can come to.
func (ex *explainer) caged(e *kernel.Evidence) *argument {
	a := e.Argument
	if a == nil || a.Kind != facts.ClosedSet || len(a.States) > mostFollowed {
		return nil
	}
	p, err := facts.Verify(ex.start, &e.Setup, a.Blocked)
	if err != nil {
		return nil
	}
	var states []facts.Partial
	for i := range a.States {
		state, err := a.States[i].Partial()
		if err != nil {
			return nil
		}
		states = append(states, state)
	}
	line, end := followBack(p, states, e.Men)
	they, are, them := "They get", "the men are", "them"
	if !e.Men.Several() {
		they, are, them = "It gets", "it is", "it"
	}
	because := said(rules.Sentence(e.Words(ex.start)))
	switch {
	case end == nil:
	case len(line) == 0:
		because.sentences = append(because.sentences, "No move back leads out of there.")
	default:
		if n := len(line) - mostTaken; n > 0 {
			line = append(line[:mostTaken], several(n, "more move"))
		}
		on := rules.Men(&chess.Setup{Board: end.Board}, end.Known)
		because.sentences = append(because.sentences, they+" farthest back by taking back "+answer.List(line)+".",
			"Then "+are+" on "+on+", and every move back from there is impossible or leads to a position met before.")
	}
	if keep := keepers(p, states); keep != 0 && keep.Count() <= mostTaken {
		because.sentences = append(because.sentences,
			"Of the men that never moved, "+rules.Men(ex.start, keep)+answer.Plural(keep.Count(), " keeps ",
				" keep ")+them+" in.")
	}
	return because
}

// keepers returns the men that never moved that known pieces of some states meet, or that make their squares illegal:
// for a king those that attack him next to where he can be, for others the king to whom they would give check.
func keepers(p *facts.Proven, states []facts.Partial) (keep chess.Bitboard) {
	attacks := func(at, to chess.Square, m chess.Man) bool { return chess.Attacks(m, at, p.Blocked).Has(to) }
	for i := range states {
		for sq := range states[i].Known.Squares() {
			m := states[i].Board[sq]
			if m.Kind() == chess.Pawn {
				continue
			}
			from := chess.Attacks(m, sq, p.Blocked)
			keep |= from & p.Blocked
			for at := range p.Blocked.Squares() {
				other := p.Start.Board[at]
				for next := range (from &^ p.Blocked).Squares() {
					if other.Color() != m.Color() && (m.Kind() == chess.King && attacks(at, next, other) ||
						other.Kind() == chess.King && attacks(next, at, m)) {
						keep |= at.Bit()
					}
				}
			}
		}
	}
	return keep
}

// followBack takes men back from the goal through the states of a closed set, in all ways, and returns the longest
// series of moves, the last one first, that does not repeat a state, and the state to which it leads. The moves are
// those of the men only; the state is nil if the set does not have the goal.
func followBack(p *facts.Proven, states []facts.Partial, men chess.Bitboard) (line []string, end *facts.Partial) {
	covering := func(a *facts.Partial) int {
		return slices.IndexFunc(states, func(b facts.Partial) bool { return b.Covers(a) })
	}
	goal := p.Whole()
	goal.Forget(^men)
	first := covering(&goal)
	if first < 0 {
		return nil, nil
	}
	lines := make([][]string, len(states))
	seen := make([]bool, len(states))
	seen[first] = true
	best := first
	var before []facts.Partial
	for todo := []int{first}; len(todo) > 0; todo = todo[1:] {
		i := todo[0]
		if len(lines[i]) > len(lines[best]) {
			best = i
		}
		before = p.Before(before[:0], &states[i])
		for j := range before {
			to := covering(&before[j])
			if to < 0 || seen[to] {
				continue
			}
			seen[to] = true
			lines[to] = slices.Clone(lines[i])
			if move := moveBetween(&before[j], &states[i]); move != "" {
				lines[to] = append(lines[to], move)
			}
			todo = append(todo, to)
		}
	}
	return lines[best], &states[best]
}

// moveBetween names the move of a known man that leads from one partial position to another, "" for another man's.
func moveBetween(before, after *facts.Partial) string {
	for to := range after.Known.Squares() {
		if before.Board[to] == after.Board[to] {
			continue
		}
		for from := range before.Known.Squares() {
			if m := before.Board[from]; after.Board[from] == chess.NoMan && m.Color() == after.Board[to].Color() {
				s := chess.Setup{Board: before.Board}
				return s.NameOn(from) + "-" + to.String()
			}
		}
	}
	return ""
}
