package illegal

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"

	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/limits"
)

// Question is the kernel question of a start and a goal: all that its clauses depend on.
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
	// Clauses depend on the pawns of the goal's diagram, but only on the numbers of its pieces.
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
	start := q.seen.Start
	return sha256.Sum256(fmt.Appendf(nil, "%v %d %v %#v", start.Board, start.EnPassant, q.seen.Goal.Board, q.seen.Known))
}

// Abstraction returns what the clauses depend on.
func (q *Question) Abstraction() *facts.Abstraction { return &q.seen }

// cores verifies the cores of one container. It may be used by several goroutines.
type cores struct {
	source *container
	wanted func(Refuted) error // Options.Core
	share  int64               // memory for a core, in bytes, while others are verified
	most   int64               // memory for a core, in bytes, while no other is verified

	alone sync.RWMutex // locked for writing by a core that needs more than its share
	mu    sync.Mutex
	known map[verified]bool
	used  map[int]core.Stats // by number, once it has been verified
}

// verified is a core that refutes a question.
type verified struct {
	question [sha256.Size]byte
	core     int // its number
}

// mostKnown limits the number of questions that are remembered.
const mostKnown = 1 << 18

func newCores(s *container, memory int64, o *Options) *cores {
	return &cores{
		source: s, wanted: o.Core, share: memory / int64(o.Jobs), most: memory, known: map[verified]bool{},
		used: map[int]core.Stats{},
	}
}

// check checks a node of the rule Kernel: it reads the core, makes the clause of each instance from start, goal and
// facts, and checks the proof. What has been verified before is not verified again.
func (c *cores) check(ctx context.Context, start, goal *chess.Setup, k *KernelQuestion) error {
	q, err := NewQuestion(start, goal, k.Blocked)
	if err != nil {
		return err
	}
	is := verified{q.Key(), k.Core}
	c.mu.Lock()
	known := c.known[is]
	c.mu.Unlock()
	if known {
		return nil
	}
	c.alone.RLock()
	err = c.verify(ctx, q, k.Core, c.share)
	c.alone.RUnlock()
	if errors.Is(err, limits.ErrMemory) && c.share < c.most {
		c.alone.Lock()
		err = c.verify(ctx, q, k.Core, c.most)
		c.alone.Unlock()
	}
	if err == nil {
		c.mu.Lock()
		if len(c.known) == mostKnown {
			clear(c.known)
		}
		c.known[is] = true
		c.mu.Unlock()
	}
	return err
}

// verify verifies that a core refutes a question.
func (c *cores) verify(ctx context.Context, q *Question, number int, memory int64) error {
	file, err := c.source.core(number)
	if err != nil {
		return err
	}
	claim, err := core.New(&q.seen).Read(file, memory)
	var lemmas [][]int32
	var stats core.Stats
	if err == nil {
		stats, err = claim.Check(ctx, func(lemma []int32) {
			if c.wanted != nil {
				lemmas = append(lemmas, lemma)
			}
		})
	}
	switch {
	case errors.Is(err, limits.ErrMemory), errors.Is(err, core.ErrVisits), err != nil && ctx.Err() != nil:
		return err
	case err != nil:
		return because(ErrProof, "%w", err)
	}
	c.mu.Lock()
	_, again := c.used[number]
	c.used[number] = stats
	c.mu.Unlock()
	if c.wanted != nil && !again {
		return c.wanted(Refuted{file, claim, lemmas})
	}
	return nil
}

// stats returns the numbers of all cores.
func (c *cores) stats() (all core.Stats) {
	for _, s := range c.used {
		all.Add(s)
	}
	return all
}
