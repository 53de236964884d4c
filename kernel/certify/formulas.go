package certify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"retroproof/encode"
	"retroproof/kernel/certificate"
	"retroproof/sat"
)

// formulaFiles is a formula and its proof.
type formulaFiles struct {
	name           string // SHA-256
	formula, proof packed
}

// library proves formulas, each once, for several goroutines.
type library struct {
	conflicts int64

	mu    sync.Mutex
	books map[string]*book
}

// book is what is known of a formula. Whoever has made it proves it, the others
// wait.
type book struct {
	done  chan struct{}
	files *formulaFiles // nil if it could not be proven, or has been written
	err   error
}

func newLibrary(conflicts int64) *library {
	return &library{conflicts: conflicts, books: map[string]*book{}}
}

// prove returns the book of a formula, with its proof, or why there is none.
func (l *library) prove(ctx context.Context, cnf *encode.CNF) (name string, files *formulaFiles, err error) {
	var text bytes.Buffer
	if err := certificate.WriteFormula(&text, cnf); err != nil {
		return "", nil, err
	}
	name = certificate.Name(text.Bytes())
	l.mu.Lock()
	b := l.books[name]
	if b == nil {
		b = &book{done: make(chan struct{})}
		l.books[name] = b
		l.mu.Unlock()
		files, err := refute(ctx, cnf, l.conflicts)
		if files != nil {
			files.name = name
			files.formula = pack(text.Bytes())
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

// written forgets the files of a formula that needs them no more.
func (l *library) written(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.books[name]; b != nil {
		b.files = nil
		return
	}
	b := &book{done: make(chan struct{})}
	close(b.done)
	l.books[name] = b
}

// refute proves that a formula has no model.
func refute(ctx context.Context, cnf *encode.CNF, conflicts int64) (*formulaFiles, error) {
	p := sat.NewProver()
	defer p.Close()
	cnf.Emit(p)
	status, err := p.Solve(sat.WithConflictLimit(ctx, conflicts))
	switch {
	case errors.Is(err, sat.ErrConflictLimit):
		return nil, fmt.Errorf("%w: no proof with %d conflicts", ErrBudget, conflicts)
	case err != nil:
		return nil, err
	case status != sat.Unsatisfiable:
		return nil, ErrModel
	}
	proof := newPacker()
	if _, err := p.WriteProof(proof, sat.ProofBinary); err != nil {
		return nil, err
	}
	return &formulaFiles{proof: proof.finish()}, nil
}
