package sat

import (
	"context"
	"errors"
	"fmt"
	"io"

	"retroproof/sat/cdcl"
)

// Native is the name of the solver of package cdcl, which is always available, too, and can prove its answers.
const Native = "native"

// nativeSolver adapts package cdcl.
type nativeSolver struct {
	frontEnd
	s    *cdcl.Solver // nil once closed
	lits []int32      // scratch
}

func newNative() *nativeSolver {
	return &nativeSolver{frontEnd: frontEnd{name: Native}, s: cdcl.New()}
}

func (s *nativeSolver) AddClause(lits []int) {
	s.lits = s.appendClause(s.lits[:0], lits)
	s.unsat = false // after an empty clause, too, there is a refutation to be logged
	if n := len(s.lits); n > 0 {
		s.s.AddClause(s.lits[:n-1]...)
	}
}

func (s *nativeSolver) Solve(ctx context.Context) (Status, error) {
	return s.solve(ctx, s.s.Solve)
}

// solveAll is Solve, but goes on after a model as cdcl.Solver.SolveAll does: found returns a clause over the given
// variables that excludes it, or nil.
func (s *nativeSolver) solveAll(ctx context.Context, over []int, found func() []int) (Status, error) {
	inside, clause := s.vars.literals(nil, over), []int32(nil)
	return s.solve(ctx, func(ctx context.Context, conflicts int64) (Status, error) {
		return s.s.SolveAll(ctx, conflicts, inside, func() []int32 {
			s.status = Satisfiable
			lits := found()
			if lits == nil {
				return nil
			}
			clause = s.vars.literals(clause[:0], lits)
			return clause
		})
	})
}

// asking is cdcl.Solver.Solve, or like it.
type asking func(ctx context.Context, conflicts int64) (Status, error)

// solve asks the solver with what Assume has collected.
func (s *nativeSolver) solve(ctx context.Context, ask asking) (Status, error) {
	assumptions, status, done, err := s.begin(ctx)
	if done {
		return status, err
	}
	s.lits = s.vars.literals(s.lits[:0], assumptions)
	s.s.Assume(s.lits...)
	s.s.OnConflicts = nil
	if report := reportOf(ctx); report != nil {
		s.s.OnConflicts = func(int64) { report(s.Stats()) }
	}
	s.status, err = ask(ctx, conflictLimit(ctx))
	if s.status == Unsatisfiable {
		for _, l := range s.s.Failed() {
			s.failed = append(s.failed, s.vars.original(l))
		}
	}
	return s.status, err
}

func (s *nativeSolver) Value(lit int) bool {
	return s.value(lit, func(i int32) bool { return s.s.Value(i + 1) })
}

func (s *nativeSolver) Stats() Stats {
	st := Stats{Variables: int64(s.vars.len()), Clauses: s.clauses, Solves: s.solves}
	if s.s != nil {
		c := s.s.Stats()
		st.Conflicts, st.Decisions, st.Propagations, st.Restarts = c.Conflicts, c.Decisions, c.Propagations, c.Restarts
	}
	return st
}

func (s *nativeSolver) Close() error {
	s.close()
	s.s, s.lits = nil, nil
	return nil
}

// StayStable makes the native solver search in stable mode alone, for which see cdcl.Solver.StayStable. Other solvers
// are left as they are. It must be called before the first Solve.
func StayStable(s Solver) { tune(s, (*cdcl.Solver).StayStable) }

// EliminateEarly makes the native solver search in stable mode alone and eliminate variables early, for which see
// cdcl.Solver.EliminateEarly. Other solvers are left as they are. It must be called before the first Solve.
func EliminateEarly(s Solver) { tune(s, (*cdcl.Solver).EliminateEarly) }

func tune(s Solver, how func(*cdcl.Solver)) {
	if n, ok := s.(interface{ native() *cdcl.Solver }); ok {
		how(n.native())
	}
}

func (s *nativeSolver) native() *cdcl.Solver { return s.s }

// A Prover is the native solver, keeping a proof of what it derives, for WriteProof. The proof is kept compactly, in
// memory up to a quarter of a gigabyte, and what is more in a temporary file, which Close removes.
type Prover struct {
	nativeSolver
	proof *cdcl.Recorder
}

// NewProver makes a native solver that can prove that a formula is unsatisfiable.
func NewProver() *Prover {
	p := &Prover{*newNative(), cdcl.NewRecorder(cdcl.DefaultMemory)}
	p.s.SetProof(p.proof)
	return p
}

// ProofFormat is a form of LRAT.
type ProofFormat string

// The forms of LRAT: text, and CaDiCaL's binary form.
const (
	ProofText   ProofFormat = "text"
	ProofBinary ProofFormat = "binary"
)

// Errors of WriteProof.
var (
	errNoProof     = errors.New("there is no refutation to write")
	errProofFormat = errors.New("unknown format of proofs")
)

// ProofStats are the figures of WriteProof, which leaves out what the refutation does not use.
type ProofStats struct {
	cdcl.TrimStats
	Bytes int64 // written
}

// WriteProof writes, after Unsatisfiable, a refutation in LRAT: those of the derived clauses that it uses. The clauses
// of the formula are numbered from 1 in the order in which they were added, tautologies and repetitions included, as
// in a DIMACS file. It may be called again. Without a refutation it is an error: also for formulas that are
// unsatisfiable only under assumptions, for the empty clause does not follow from them.
func (p *Prover) WriteProof(w io.Writer, format ProofFormat) (ProofStats, error) {
	if p.s == nil {
		return writeProof(nil, &p.vars, w, format)
	}
	return writeProof(p.proof, &p.vars, w, format)
}

// Refutation passes on, after Unsatisfiable, the steps that WriteProof writes, in their order: the number of the clause
// that is added, its literals, and the hints from which it follows; and the numbers of clauses that later steps do not
// use. The slices are valid during the call.
func (p *Prover) Refutation(add func(id int64, literals []int32, hints []int64), remove func(ids []int64)) error {
	if p.s == nil || !p.proof.Refuted() {
		return errNoProof
	}
	_, err := p.proof.Trim(originalNames{steps{add, remove}, &p.vars})
	return err
}

// WriteCore is WriteProof, in binary, with the clauses of the formula that the refutation uses before it, as steps
// without hints: formula calls add with all clauses, as they were added. The figures count no bytes.
func (p *Prover) WriteCore(w io.Writer, formula func(add func(clause []int))) (ProofStats, error) {
	if p.s == nil || !p.proof.Refuted() {
		return ProofStats{}, errNoProof
	}
	to, empty := cdcl.NewBinaryWriter(w), false
	formula(func(clause []int) { empty = empty || len(clause) == 0 })
	if empty {
		to.Add(1, nil, nil)
		return ProofStats{TrimStats: cdcl.TrimStats{UsedClauses: 1}}, to.Flush()
	}
	used, id := map[int64]bool{}, int64(0)
	st, err := p.proof.Trim(steps{func(_ int64, _ []int32, hints []int64) {
		for _, id := range hints {
			used[id] = true
		}
	}, func([]int64) {}})
	if err != nil {
		return ProofStats{}, err
	}
	formula(func(clause []int) {
		if id++; used[id] {
			lits := make([]int32, len(clause))
			for i, l := range clause {
				lits[i] = int32(l)
			}
			to.Add(id, lits, nil)
		}
	})
	names := originalNames{to, &p.vars}
	_, err = p.proof.Trim(steps{names.Add, names.Delete})
	return ProofStats{TrimStats: st}, errors.Join(err, to.Flush())
}

// steps is a cdcl.Proof that passes on what it gets.
type steps struct {
	add    func(id int64, literals []int32, hints []int64)
	remove func(ids []int64)
}

func (steps) Input(int64, []int32)                        {}
func (s steps) Add(id int64, lits []int32, hints []int64) { s.add(id, lits, hints) }
func (s steps) Delete(ids []int64)                        { s.remove(ids) }
func (steps) Err() error                                  { return nil }

// writeProof writes a recorded refutation, if there is one.
func writeProof(proof *cdcl.Recorder, vars *varMap, w io.Writer, format ProofFormat) (ProofStats, error) {
	var to *cdcl.Writer
	switch format {
	case ProofText:
		to = cdcl.NewTextWriter(w)
	case ProofBinary:
		to = cdcl.NewBinaryWriter(w)
	default:
		return ProofStats{}, fmt.Errorf("%w %q, expected %s or %s", errProofFormat, format, ProofText, ProofBinary)
	}
	if proof == nil || !proof.Refuted() {
		return ProofStats{}, errNoProof
	}
	st, err := proof.Trim(originalNames{to, vars})
	if err == nil {
		err = to.Flush()
	}
	return ProofStats{st, to.Written()}, err
}

// Close implements Solver.
func (p *Prover) Close() error {
	p.nativeSolver.Close()
	return p.proof.Close()
}

// originalNames translates the variables of a proof back to the numbers that the caller uses.
type originalNames struct {
	cdcl.Proof
	vars *varMap
}

// Add implements cdcl.Proof; the literals are the recorder's scratch.
func (o originalNames) Add(id int64, lits []int32, hints []int64) {
	for i, l := range lits {
		lits[i] = int32(o.vars.original(l))
	}
	o.Proof.Add(id, lits, hints)
}
