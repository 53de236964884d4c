package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/kernel/certify"
	"retroproof/kernel/formula"
	"retroproof/kernel/rules"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
	"retroproof/sat"
)

// What all kernels have in common. The formula of the kernel question (doc/formula.md) has a
// model for every game to the position. With the condition that a statement is true, it has one
// for every game of which the statement is true; if it has none, no game is so.

const (
	mostClauses = 1_500_000 // the budget, in clauses of formulas
	// A conflict of a solver counts as so many clauses, and a statement may take so many.
	clausesPerConflict = 100
	mostConflicts      = 2000
	// leastAsked is the number of formulas that the budget must suffice for: where they are
	// larger, so much was captured that hardly anything follows.
	leastAsked = 30
)

// Took is a capture that is certain: pawns of a side have captured on a file.
type Took struct {
	Side string   `json:"side"`
	File string   `json:"file"`
	Men  []string `json:"men"` // of core.StatementMen: what it can have been
}

// The ends of pawns.
const (
	Promoted = "promoted"
	Captured = "captured"
)

// End is a pawn of the start that in every game is there promoted, or that in every game was
// captured.
type End struct {
	Pawn string           `json:"pawn"` // its square at the start
	End  string           `json:"end"`
	On   []string         `json:"on,omitempty"` // files that are left
	By   []string         `json:"by,omitempty"` // "pawn", "piece": what can have captured it
	Left []core.Statement `json:"-"`            // what is not refuted
}

// Kernels is what is certain of captures and pawns, since all kernels have it.
type Kernels struct {
	// OnlyPawns are sides of which pawns made all captures, but those of bishops shut in at home.
	OnlyPawns []string `json:"only_pawns,omitempty"`
	Took      []Took   `json:"took,omitempty"`
	Ends      []End    `json:"ends,omitempty"`

	facts   []facts.Fact
	refuted []answers.Refuted
}

// kernels asks about the kernels of one position.
type kernels struct {
	Kernels
	a     *facts.Abstraction
	left  int // budget, in clauses
	about map[core.Statement]*known
	err   error // the first of a formula, after which none is solved
}

// known is what is known of a statement.
type known struct {
	shown, asked bool   // it is true of a model; its formula was solved
	core         []byte // which refutes it
}

// askKernels finds what all kernels have in common. It returns nothing where formulas are too
// large for the budget, or where there is no kernel.
func askKernels(ctx context.Context, start, goal *chess.Setup) (*Kernels, error) {
	k := &kernels{left: mostClauses, about: map[core.Statement]*known{}}
	var refuted *rules.Impossible
	if k.facts, refuted = rules.Blocked(start, goal); refuted != nil {
		return &k.Kernels, nil
	}
	a, err := facts.NewAbstraction(start, goal, k.facts)
	if err != nil || formula.Cost(a) > mostCost {
		return &k.Kernels, nil
	}
	k.a = a
	k.list()
	cnf := formula.New(a)
	if cnf.NumVars() == 0 || clauses(cnf) > k.left/leastAsked {
		return &k.Kernels, nil
	}
	if status, _, err := k.solve(ctx, cnf, nil); err != nil || status != sat.Satisfiable {
		return &k.Kernels, err
	}
	k.captures(ctx)
	k.ends(ctx)
	slices.SortFunc(k.refuted, func(a, b answers.Refuted) int {
		return strings.Compare(fmt.Sprint(a.Statement), fmt.Sprint(b.Statement))
	})
	return &k.Kernels, k.err
}

// mostCost is the largest estimate of the memory of a formula, in bytes.
const mostCost = 64 << 20

// clauses counts the clauses of a formula.
func clauses(cnf *formula.CNF) (n int) {
	for range cnf.Clauses {
		n++
	}
	return n
}

// solve solves a formula. If it has a model, the statements that are true of it are noted; if
// not, it returns the core that refutes its question.
func (k *kernels) solve(ctx context.Context, cnf *formula.CNF, q *core.Question) (sat.Status, []byte, error) {
	p := sat.NewProver()
	defer p.Close()
	sat.StayStable(p)
	cnf.Emit(p)
	status, err := p.Solve(sat.WithConflictLimit(ctx, mostConflicts))
	k.left -= int(p.Stats().Clauses + clausesPerConflict*p.Stats().Conflicts)
	switch {
	case errors.Is(err, sat.ErrConflictLimit):
		return sat.Unknown, nil, nil
	case err != nil:
		return status, nil, err
	case status == sat.Satisfiable:
		model := map[core.Lit]bool{}
		for i, key := range cnf.Keys {
			model[key] = p.Value(i + 1)
		}
		for s, about := range k.about {
			about.shown = about.shown || k.holds(model, &s)
		}
	case status == sat.Unsatisfiable && q != nil:
		file, err := certify.WriteCore(q, cnf, p)
		return status, file, err
	}
	return status, nil, err
}

// never reports whether no game has a statement, as far as the budget says.
func (k *kernels) never(ctx context.Context, s core.Statement) bool {
	about := k.about[s]
	if about.asked || about.shown || k.left <= 0 || k.err != nil {
		return about.core != nil
	}
	q := core.New(k.a)
	if k.err = q.Assume(&s); k.err != nil {
		return false
	}
	_, about.core, k.err = k.solve(ctx, formula.NewWith(k.a, q, &s), q)
	about.asked = k.err == nil
	return about.core != nil
}

// use adds refuted statements to those on which answers rest.
func (k *kernels) use(list ...core.Statement) {
	for _, s := range list {
		if refuted := k.about[s].core; refuted != nil {
			k.refuted = append(k.refuted, answers.Refuted{Statement: s, Core: refuted})
		}
	}
}

// fileName returns "a" to "h".
func fileName(file int) string { return string(rune('a' + file)) }

// list lists the statements that are asked about.
func (k *kernels) list() {
	add := func(list ...core.Statement) {
		for _, s := range list {
			k.about[s] = &known{}
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		if k.a.Captures[c] <= 0 {
			continue
		}
		add(core.Statement{Kind: core.PieceTook, Side: c.String()})
		for file := range 8 {
			add(core.Statement{Kind: core.TookNothing, Side: c.String(), At: fileName(file)})
			add(tookMen(c, file)...)
		}
	}
	for sq := range chess.Square(chess.NumSquares) {
		add(k.endsOf(sq)...)
	}
}

// tookMen returns the statements about what pawns captured on a file.
func tookMen(c chess.Color, file int) (list []core.Statement) {
	for _, man := range core.StatementMen {
		list = append(list, core.Statement{Kind: core.Took, Side: c.String(), Man: man, At: fileName(file)})
	}
	return list
}

// endsOf returns all that can have become of a pawn of the start that may move: exactly one of
// these is true of any game.
func (k *kernels) endsOf(pawn chess.Square) (list []core.Statement) {
	m := k.a.Start.Board[pawn]
	if m.Kind() != chess.Pawn || k.a.Fixed.Has(pawn) {
		return nil
	}
	for sq, is := range k.a.Goal.Board {
		if is == m {
			list = append(list, core.Statement{Kind: core.Stands, Pawn: pawn.String(), At: chess.Square(sq).String()})
		}
	}
	for file := range 8 {
		if max(file-pawn.File(), pawn.File()-file) <= k.a.Captures[m.Color()] {
			list = append(list, core.Statement{Kind: core.Promoted, Pawn: pawn.String(), At: fileName(file)})
		}
	}
	if k.a.Captures[m.Color().Other()] > 0 {
		for file := range 8 {
			list = append(list, core.Statement{Kind: core.TakenByPawn, Pawn: pawn.String(), At: fileName(file)})
		}
		list = append(list, core.Statement{Kind: core.TakenByPiece, Pawn: pawn.String()})
	}
	return list
}

// holds reports whether a statement is true of a model: whether its clauses are. In some of them a capture is "here",
// which each is of which the others are true. The cost is that of reading the clauses once for each capture.
func (k *kernels) holds(model map[core.Lit]bool, s *core.Statement) bool {
	slots := max(0, k.a.Captures[chess.White]) + max(0, k.a.Captures[chess.Black])
	if s.Kind == core.PieceTook { // its clause is about a sum, which models do not have
		side, pawns := chess.White, 0
		if s.Side == chess.Black.String() {
			side = chess.Black
		}
		for t := range slots {
			if model[core.Key(core.VarBy, t, int(side))] {
				pawns++
			}
		}
		return pawns < k.a.Captures[side]
	}
	q := core.New(k.a)
	if q.Assume(s) != nil {
		return false
	}
	model[core.Always] = true
	is := func(l core.Lit) bool { return (l > 0) == model[max(l, -l)] }
	for t := range slots {
		here := core.Key(core.VarHere, t)
		model[here] = !slices.ContainsFunc(q.Assumed(), func(clause []core.Lit) bool {
			return clause[0] == -here && !slices.ContainsFunc(clause[1:], is)
		})
	}
	return !slices.ContainsFunc(q.Assumed(), func(clause []core.Lit) bool { return !slices.ContainsFunc(clause, is) })
}

// captures asks what pawns have captured for certain.
func (k *kernels) captures(ctx context.Context) {
	for c := chess.White; c <= chess.Black; c++ {
		if k.a.Captures[c] <= 0 {
			continue
		}
		piece := core.Statement{Kind: core.PieceTook, Side: c.String()}
		if k.never(ctx, piece) {
			k.OnlyPawns = append(k.OnlyPawns, c.String())
		}
		k.use(piece)
		for file := range 8 {
			nothing := core.Statement{Kind: core.TookNothing, Side: c.String(), At: fileName(file)}
			if !k.never(ctx, nothing) {
				continue
			}
			k.use(nothing)
			t := Took{Side: c.String(), File: fileName(file)}
			for _, s := range tookMen(c, file) {
				if !k.never(ctx, s) {
					t.Men = append(t.Men, s.Man)
				}
				k.use(s)
			}
			k.Took = append(k.Took, t)
		}
	}
}

// endOf is the end that a kind of statements is about, "" of a pawn that stands somewhere.
var endOf = map[string]string{core.Promoted: Promoted, core.TakenByPawn: Captured, core.TakenByPiece: Captured}

// ends asks what has become of pawns, and tells of those that have one kind of ends.
func (k *kernels) ends(ctx context.Context) {
	for pawn := range chess.Square(chess.NumSquares) {
		all := k.endsOf(pawn)
		several := func() bool { // whether models show several kinds, or one that is not reported
			found := map[string]bool{}
			for _, s := range all {
				if k.about[s].shown {
					found[endOf[s.Kind]] = true
				}
			}
			return len(found) > 1 || found[""]
		}
		e := End{Pawn: pawn.String()}
		left := map[string]bool{}
		for _, s := range all {
			if several() {
				break
			}
			if !k.never(ctx, s) {
				e.Left = append(e.Left, s)
				left[endOf[s.Kind]] = true
			}
		}
		if several() || len(left) != 1 || left[""] {
			continue // that it stands somewhere the origins of men say
		}
		k.use(all...)
		e.tell()
		k.Ends = append(k.Ends, e)
	}
}

// tell says in words what is left.
func (e *End) tell() {
	e.End = endOf[e.Left[0].Kind]
	for _, s := range e.Left {
		if s.At != "" {
			e.On = append(e.On, s.At)
		}
		by := map[string]string{core.TakenByPawn: "pawn", core.TakenByPiece: "piece"}[s.Kind]
		if by != "" && !slices.Contains(e.By, by) {
			e.By = append(e.By, by)
		}
	}
}

// Captured reports whether the answer says that a pawn of the start was captured.
func (k *Kernels) Captured(pawn string) bool {
	return slices.ContainsFunc(k.Ends, func(e End) bool { return e.Pawn == pawn && e.End == Captured })
}

// kernels adds the claim on which what all kernels have in common rests, if there is one.
func (c *Certificate) kernels(m *Men) {
	if k := m.Kernels; len(k.refuted) > 0 {
		c.claim(answers.Claim{Kind: answers.KindNever, FEN: plain(&m.Setup),
			Never: &answers.Never{Blocked: k.facts, Encoder: core.Version, Refuted: k.refuted}})
	}
}
