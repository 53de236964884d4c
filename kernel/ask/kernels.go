package ask

import (
	"cmp"
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

// DefaultClauses is the default of Options.Clauses.
const DefaultClauses = 1_500_000

const (
	// A conflict of a solver counts as so many clauses, and a statement may take so many.
	clausesPerConflict = 100
	mostConflicts      = 2000
	// leastAsked is the number of formulas that the budget must suffice for: where they are
	// larger, so much was captured that hardly anything follows.
	leastAsked = 30
)

// Took is a capture that is certain: pawns of a side have captured on a file.
type Took struct {
	Side chess.Color
	File int      // 0 to 7
	Men  []string // of core.StatementMen: what it can have been
}

// End is a pawn of the start that in every game is there promoted, or that in every game was
// captured.
type End struct {
	Pawn chess.Square
	Left []core.Statement // what is not refuted
}

// Kernels is what is certain of captures and pawns, since all kernels have it.
type Kernels struct {
	OnlyPawns [2]bool // all captures of a side were made by pawns, but those of bishops shut in at home
	Took      []Took
	Ends      []End

	facts   []facts.Fact
	refuted []answers.Refuted
}

// kernels asks about the kernels of one position.
type kernels struct {
	Kernels
	a     *facts.Abstraction
	left  int                     // budget, in clauses
	shown map[core.Statement]bool // true of a model
	known map[core.Statement]bool // true: refuted; false: it was not
	cores map[core.Statement][]byte
	all   []core.Statement
}

// askKernels finds what all kernels have in common. It returns nothing where formulas are too
// large for the budget, or where there is no kernel.
func askKernels(ctx context.Context, start, goal *chess.Setup, o Options) (*Kernels, error) {
	k := &kernels{left: cmp.Or(o.Clauses, DefaultClauses), shown: map[core.Statement]bool{},
		known: map[core.Statement]bool{}, cores: map[core.Statement][]byte{}}
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
	err = k.captures(ctx)
	if err == nil {
		err = k.ends(ctx)
	}
	slices.SortFunc(k.refuted, func(a, b answers.Refuted) int {
		return strings.Compare(fmt.Sprint(a.Statement), fmt.Sprint(b.Statement))
	})
	return &k.Kernels, err
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
		for _, s := range k.all {
			if !k.shown[s] && k.holds(model, &s) {
				k.shown[s] = true
			}
		}
	case status == sat.Unsatisfiable && q != nil:
		file, err := certify.WriteCore(q, cnf, p)
		return status, file, err
	}
	return status, nil, err
}

// never reports whether no game has a statement.
func (k *kernels) never(ctx context.Context, s core.Statement) (bool, error) {
	if refuted, ok := k.known[s]; ok || k.shown[s] {
		return refuted, nil
	}
	if k.left <= 0 {
		return false, nil
	}
	q := core.New(k.a)
	if err := q.Assume(&s); err != nil {
		return false, err
	}
	status, file, err := k.solve(ctx, formula.NewWith(k.a, q, &s), q)
	if err != nil {
		return false, err
	}
	if k.known[s] = status == sat.Unsatisfiable; k.known[s] {
		k.cores[s] = file
	}
	return k.known[s], nil
}

// use adds refuted statements to those on which answers rest.
func (k *kernels) use(list ...core.Statement) {
	for _, s := range list {
		if k.known[s] && k.cores[s] != nil {
			k.refuted = append(k.refuted, answers.Refuted{Statement: s, Core: k.cores[s]})
			k.cores[s] = nil // once
		}
	}
}

// FileName returns "a" to "h".
func FileName(file int) string { return string(rune('a' + file)) }

// list lists the statements that are asked about.
func (k *kernels) list() {
	for c := chess.White; c <= chess.Black; c++ {
		if k.a.Captures[c] <= 0 {
			continue
		}
		k.all = append(k.all, core.Statement{Kind: core.PieceTook, Side: c.String()})
		for file := range 8 {
			k.all = append(k.all, core.Statement{Kind: core.TookNothing, Side: c.String(), At: FileName(file)})
			k.all = append(k.all, tookMen(c, file)...)
		}
	}
	for sq := range chess.Square(chess.NumSquares) {
		k.all = append(k.all, k.endsOf(sq)...)
	}
}

// tookMen returns the statements about what pawns captured on a file.
func tookMen(c chess.Color, file int) (list []core.Statement) {
	for _, man := range core.StatementMen {
		list = append(list, core.Statement{Kind: core.Took, Side: c.String(), Man: man, At: FileName(file)})
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
		if abs(file-pawn.File()) <= k.a.Captures[m.Color()] {
			list = append(list, core.Statement{Kind: core.Promoted, Pawn: pawn.String(), At: FileName(file)})
		}
	}
	if k.a.Captures[m.Color().Other()] > 0 {
		for file := range 8 {
			list = append(list, core.Statement{Kind: core.TakenByPawn, Pawn: pawn.String(), At: FileName(file)})
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
func (k *kernels) captures(ctx context.Context) error {
	for c := chess.White; c <= chess.Black; c++ {
		if k.a.Captures[c] <= 0 {
			continue
		}
		piece := core.Statement{Kind: core.PieceTook, Side: c.String()}
		only, err := k.never(ctx, piece)
		if err != nil {
			return err
		}
		k.OnlyPawns[c] = only
		k.use(piece)
		for file := range 8 {
			nothing := core.Statement{Kind: core.TookNothing, Side: c.String(), At: FileName(file)}
			if certain, err := k.never(ctx, nothing); err != nil {
				return err
			} else if !certain {
				continue
			}
			k.use(nothing)
			t := Took{Side: c, File: file}
			for _, s := range tookMen(c, file) {
				if no, err := k.never(ctx, s); err != nil {
					return err
				} else if !no {
					t.Men = append(t.Men, s.Man)
				}
				k.use(s)
			}
			k.Took = append(k.Took, t)
		}
	}
	return nil
}

// kind returns the kind of an end: captured in one way or another is one kind.
func kind(s *core.Statement) string {
	if s.Kind == core.TakenByPiece {
		return core.TakenByPawn
	}
	return s.Kind
}

// ends asks what has become of pawns, and tells of those that have one kind of ends.
func (k *kernels) ends(ctx context.Context) error {
	for pawn := range chess.Square(chess.NumSquares) {
		all := k.endsOf(pawn)
		if len(all) == 0 {
			continue
		}
		several := func() bool { // whether models show several kinds, or one that is not reported
			found := map[string]bool{}
			for i := range all {
				if k.shown[all[i]] {
					found[kind(&all[i])] = true
				}
			}
			return len(found) > 1 || found[core.Stands]
		}
		e := End{Pawn: pawn}
		left := map[string]bool{}
		for _, s := range all {
			if several() {
				break
			}
			if no, err := k.never(ctx, s); err != nil {
				return err
			} else if !no {
				e.Left = append(e.Left, s)
				left[kind(&s)] = true
			}
		}
		if several() || len(left) != 1 {
			continue
		}
		if e.Left[0].Kind == core.Stands {
			continue // the origins of men say that
		}
		k.use(all...)
		k.Ends = append(k.Ends, e)
	}
	return nil
}

// Files returns the files that are left for an end.
func (e *End) Files() (files []string) {
	for _, s := range e.Left {
		if s.At != "" {
			files = append(files, s.At)
		}
	}
	return files
}

// Kind returns the kind of a pawn's ends: core.Stands, core.Promoted or core.TakenByPawn, which is by a piece as well.
func (e *End) Kind() string { return kind(&e.Left[0]) }

// Has reports whether an end of a kind is left.
func (e *End) Has(kind string) bool {
	return slices.ContainsFunc(e.Left, func(s core.Statement) bool { return s.Kind == kind })
}

// Captured reports whether the answer says that a pawn of the start was captured.
func (k *Kernels) Captured(pawn chess.Square) bool {
	return slices.ContainsFunc(k.Ends, func(e End) bool { return e.Pawn == pawn && e.Kind() == core.TakenByPawn })
}

// kernels adds the claim on which what all kernels have in common rests, if there is one.
func (c *Certificate) kernels(m *Men) {
	if k := m.Kernels; len(k.refuted) > 0 {
		c.claim(answers.Claim{Kind: answers.KindNever, FEN: plain(&m.Setup),
			Never: &answers.Never{Blocked: k.facts, Encoder: core.Version, Refuted: k.refuted}})
	}
}
