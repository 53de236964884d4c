package illegal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"sync"

	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/illegal/formula"
	"retroproof/proofs/lrat"
)

// Question is the kernel question of a start and a goal: all that its formula depends on. Equal
// questions have equal formulas, which a container has only once.
type Question struct {
	seen facts.Abstraction
}

// NewQuestion returns the question whether there is an extended kernel from a start to a goal.
// It verifies the given facts about men that never move; the error says which does not hold, or
// why there is no kernel.
func NewQuestion(start, goal *chess.Setup, given []facts.Fact) (*Question, error) {
	a, err := facts.NewAbstraction(start, goal, given)
	if err != nil {
		return nil, because(ErrFacts, "%w", err)
	}
	// A formula depends on the pawns of the goal's diagram, but only on the numbers of its
	// pieces.
	pawns := chess.EmptySetup()
	for sq, m := range goal.Board {
		if m.Kind() == chess.Pawn {
			pawns.Board[sq] = m
		}
	}
	a.Goal = &pawns
	return &Question{*a}, nil
}

// Key returns a SHA-256 of the question; different questions have different keys.
func (q *Question) Key() [sha256.Size]byte {
	a := q.seen
	start, goal := *a.Start, *a.Goal
	a.Start, a.Goal = nil, nil // there are no other pointers: a test checks that
	return sha256.Sum256(fmt.Appendf(nil, "%#v\n%#v\n%#v", start, goal, a))
}

// CNF builds the formula.
func (q *Question) CNF() *formula.CNF { return formula.New(&q.seen) }

// checkEncoder rejects formulas of another version of the definition than this checker's.
func checkEncoder(encoder string) error {
	if encoder == formula.Version {
		return nil
	}
	return because(ErrEncoder, "%.50q, and this checker has %q; write the certificate again, with \"retroproof legal --certificate\" of the version of this checker", encoder, formula.Version)
}

// Name returns the name of a formula in nodes and members: the SHA-256 of its text in DIMACS, in
// hexadecimal.
func Name(cnf *formula.CNF) string {
	sum := sha256.New()
	cnf.WriteDIMACS(sum) // writing to a hash does not fail
	return hex.EncodeToString(sum.Sum(nil))
}

// formulas verifies the formulas of one container. It may be used by several
// goroutines.
type formulas struct {
	source *container
	wanted func(Refuted) error // Options.Formula
	share  int64               // memory for a formula and its proof, in bytes, while others are verified
	most   int64               // memory for a formula and its proof, in bytes, while no other is verified

	alone sync.RWMutex // locked for writing by a formula that needs more than its share
	mu    sync.Mutex
	names map[[sha256.Size]byte]string // names of verified formulas, by the key of the question
	known map[string]*verifiedFormula  // by name
	stats lrat.Stats                   // of all proofs
}

type verifiedFormula struct {
	mu       sync.Mutex
	verified bool
}

// mostNames limits the number of questions that are remembered.
const mostNames = 1 << 18

func newFormulas(s *container, memory int64, o *Options) *formulas {
	return &formulas{
		source: s, wanted: o.Formula, share: memory / int64(o.Jobs), most: memory,
		names: map[[sha256.Size]byte]string{}, known: map[string]*verifiedFormula{},
	}
}

// check checks a node of the rule Kernel: it builds the formula, compares its name with the
// node's, and checks the proof against the formula that was built. A question or a formula that
// has been verified before is not verified again.
func (f *formulas) check(ctx context.Context, start, goal *chess.Setup, k *KernelQuestion) error {
	if err := checkEncoder(k.Encoder); err != nil {
		return err
	}
	q, err := NewQuestion(start, goal, k.Blocked)
	if err != nil {
		return err
	}
	key := q.Key()
	f.mu.Lock()
	name, met := f.names[key]
	f.mu.Unlock()
	if met {
		return named(name, k)
	}
	f.alone.RLock()
	err = f.build(ctx, q, k, f.share)
	f.alone.RUnlock()
	if errors.Is(err, lrat.ErrMemory) && f.share < f.most {
		f.alone.Lock()
		err = f.build(ctx, q, k, f.most)
		f.alone.Unlock()
	}
	if err == nil {
		f.mu.Lock()
		if len(f.names) == mostNames {
			clear(f.names)
		}
		f.names[key] = k.Formula
		f.mu.Unlock()
	}
	return err
}

// named compares the name of a formula with the one that a node states.
func named(name string, k *KernelQuestion) error {
	if name != k.Formula {
		return because(ErrHash, "its SHA-256 is %s, not %s", name, k.Formula)
	}
	return nil
}

// build builds the formula of a question, and verifies it unless that has been done.
func (f *formulas) build(ctx context.Context, q *Question, k *KernelQuestion, memory int64) error {
	if memory -= formula.Cost(&q.seen); memory < 0 {
		return lrat.ErrMemory
	}
	cnf := q.CNF()
	name := Name(cnf)
	if err := named(name, k); err != nil {
		return err
	}
	f.mu.Lock()
	known := f.known[name]
	if known == nil {
		known = &verifiedFormula{}
		f.known[name] = known
	}
	f.mu.Unlock()
	known.mu.Lock()
	defer known.mu.Unlock()
	if known.verified {
		return nil
	}
	err := f.verify(ctx, name, cnf, memory)
	known.verified = err == nil
	return err
}

// verify checks the proof of a formula, and compares the formula's file with its text if there is one.
func (f *formulas) verify(ctx context.Context, name string, cnf *formula.CNF, memory int64) error {
	if f.source.manifest.hasFormulas() {
		if err := f.compare(name, cnf); err != nil {
			return err
		}
	}
	c := lrat.NewChecker(cnf.NumVars(), memory)
	load := lrat.Loader{Checker: c}
	cnf.Emit(&load)
	if load.Err != nil {
		return load.Err
	}
	member := f.source.manifest.proofName(name)
	in, err := f.source.open(member, ErrMissing)
	if err != nil {
		return err
	}
	older := f.source.manifest.Schema != Schema
	var stats lrat.Stats
	if older {
		stats, err = c.BinaryLRAT(ctx, in, path.Base(member))
	} else {
		stats, err = c.Chains(ctx, in, path.Base(member), nil)
	}
	switch {
	case errors.Is(err, lrat.ErrMemory), err != nil && ctx.Err() != nil:
		return err
	case err != nil:
		return because(ErrProof, "%w", err)
	}
	if f.wanted != nil {
		if in, err = f.source.open(member, ErrMissing); err == nil {
			err = f.wanted(Refuted{name, cnf, in, older})
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stats.Bytes += stats.Bytes
	f.stats.Steps += stats.Steps
	f.stats.Hints += stats.Hints
	return err
}

// compare compares the member with a formula with its text.
func (f *formulas) compare(name string, cnf *formula.CNF) error {
	in, err := f.source.open(FormulaName(name), ErrMissing)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	cnf.WriteDIMACS(&text) // writing to memory does not fail
	has, err := io.ReadAll(io.LimitReader(in, int64(text.Len())+1))
	if err == nil && !bytes.Equal(has, text.Bytes()) {
		err = because(ErrFormula, "%s", name)
	}
	return err
}
