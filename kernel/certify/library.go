package certify

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"retroproof/kernel"
	"retroproof/kernel/formula"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/core"
	"retroproof/sat"
)

// name is the name of a core, the SHA-256 of its bytes.
type name [sha256.Size]byte

// refutation is a core.
type refutation struct {
	name name
	core []byte
}

// library refutes formulas, each once, for several goroutines.
type library struct {
	conflicts int64
	log       *slog.Logger // nil for none

	mu       sync.Mutex
	formulas map[[sha256.Size]byte][sha256.Size]byte // hashes of formulas, by question
	entries  map[[sha256.Size]byte]*entry            // by hash of the formula
	named    map[name][]*entry                       // by name of the core: formulas may have the same
}

// entry is a formula of the library. The goroutine that adds it refutes it; others wait
// for done.
type entry struct {
	done chan struct{}
	core *refutation // nil if there is none; without its bytes if it is in a container
	err  error
}

func newLibrary(conflicts int64, log *slog.Logger) *library {
	return &library{conflicts: conflicts, log: log, formulas: map[[sha256.Size]byte][sha256.Size]byte{},
		entries: map[[sha256.Size]byte]*entry{}, named: map[name][]*entry{}}
}

// answer returns the core that refutes a question, or an error.
func (l *library) answer(ctx context.Context, q *illegal.Question) (*refutation, error) {
	key := q.Key()
	l.mu.Lock()
	hash, known := l.formulas[key]
	l.mu.Unlock()
	var cnf *formula.CNF
	if !known {
		// Questions with one formula have one core: it has the same clauses, by the same instances.
		cnf = formula.New(q.Abstraction())
		hash = cnf.Hash()
	}
	l.mu.Lock()
	l.formulas[key] = hash
	b := l.entries[hash]
	if b == nil {
		b = &entry{done: make(chan struct{})}
		l.entries[hash] = b
		l.mu.Unlock()
		core, err := refute(ctx, q, cnf, l.conflicts, kernel.NewTrace(l.log))
		l.mu.Lock()
		b.core, b.err = core, err
		if core != nil {
			l.named[core.name] = append(l.named[core.name], b)
		}
		close(b.done)
	}
	l.mu.Unlock()
	select {
	case <-b.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return b.core, b.err
}

// drop forgets the bytes of a core that is in a container.
func (l *library) drop(core name) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, b := range l.named[core] {
		b.core = &refutation{name: core}
	}
}

// refute makes the core of a formula that has no model.
func refute(ctx context.Context, q *illegal.Question, cnf *formula.CNF, conflicts int64,
	trace kernel.Trace) (*refutation, error) {
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
	file, err := WriteCore(core.New(q.Abstraction()), cnf, p)
	if err != nil {
		return nil, err
	}
	return &refutation{sha256.Sum256(file), file}, nil
}
