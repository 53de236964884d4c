package certify

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"retroproof/kernel"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/formula"
	"retroproof/sat"
)

// refutation is the proof that a formula has no model.
type refutation struct {
	name  string // of the formula: SHA-256 of its text
	proof packed // by chains of resolutions
}

// library proves formulas, each once, for several goroutines.
type library struct {
	conflicts int64
	log       *slog.Logger // nil for none

	mu      sync.Mutex
	names   map[[sha256.Size]byte]string // of formulas, by question
	entries map[string]*entry            // by name
}

// entry is a formula of the library. The goroutine that adds it proves it; others wait
// for done.
type entry struct {
	done  chan struct{}
	files *refutation // nil if it could not be proven, or has been written
	err   error
}

func newLibrary(conflicts int64, log *slog.Logger) *library {
	return &library{conflicts: conflicts, log: log, names: map[[sha256.Size]byte]string{}, entries: map[string]*entry{}}
}

// answer returns the name of a question's formula, and its proof or an error. The files
// are nil if they have been written.
func (l *library) answer(ctx context.Context, q *illegal.Question) (name string, files *refutation, err error) {
	key := q.Key()
	l.mu.Lock()
	name = l.names[key]
	b := l.entries[name]
	l.mu.Unlock()
	var cnf *formula.CNF
	if b == nil {
		cnf = q.CNF()
		name = illegal.Name(cnf)
	}
	l.mu.Lock()
	l.names[key] = name
	b = l.entries[name]
	if b == nil {
		b = &entry{done: make(chan struct{})}
		l.entries[name] = b
		l.mu.Unlock()
		files, err := refute(ctx, cnf, l.conflicts, kernel.NewTrace(l.log))
		if files != nil {
			files.name = name
		}
		l.mu.Lock()
		b.files, b.err = files, err
		close(b.done)
	}
	l.mu.Unlock()
	select {
	case <-b.done:
	case <-ctx.Done():
		return "", nil, ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return name, b.files, b.err
}

// written drops the files of a formula, since they are in a container.
func (l *library) written(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.entries[name]; b != nil {
		b.files = nil
		return
	}
	b := &entry{done: make(chan struct{})}
	close(b.done)
	l.entries[name] = b
}

// refute proves that a formula has no model.
func refute(ctx context.Context, cnf *formula.CNF, conflicts int64, trace kernel.Trace) (*refutation, error) {
	p := sat.NewProver()
	defer p.Close()
	sat.StayStable(p) // a fifth less time and a fifth shorter proofs, on the kernel questions of random positions
	cnf.Emit(p)
	status, err := p.Solve(sat.WithConflictLimit(ctx, conflicts))
	stats := p.Stats()
	trace.Stage("formula", "refuted", status == sat.Unsatisfiable, "clauses", stats.Clauses, "conflicts", stats.Conflicts,
		"propagations", stats.Propagations, "restarts", stats.Restarts, "budget", conflicts)
	switch {
	case errors.Is(err, sat.ErrConflictLimit):
		return nil, fmt.Errorf("%w: no proof with %d conflicts", ErrBudget, conflicts)
	case err != nil:
		return nil, err
	case status != sat.Unsatisfiable:
		return nil, errModel
	}
	proof := newPacker()
	if err := writeChains(proof, cnf, p, removeTogether); err != nil {
		return nil, err
	}
	return &refutation{proof: proof.finish()}, nil
}
