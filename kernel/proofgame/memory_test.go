package proofgame

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// spoilt is memory as no search leaves it behind: whatever is read of it before it is written changes the result.
func spoilt(r *rand.Rand, b *board) *memory {
	m := &memory{path: make([]chess.Move, 100), end: *b, cands: make([]candidate, 3000), steps: make([]step, 3000), starts: make([]int, 300)}
	m.end.need, m.end.h, m.end.blocked, m.end.turn = 77, 77, r.Uint32(), chess.Color(r.IntN(2))
	for i := range m.layers {
		m.layers[i] = make([]board, 500)
		for k := range m.layers[i] {
			m.layers[i][k] = m.end
		}
	}
	for i := range m.cands {
		m.cands[i] = candidate{-1000, 7, 7, 7, 7, 7, 7, true}
	}
	for i := range m.steps {
		m.steps[i] = step{7, chess.NewMove(7, 8)}
	}
	for i := range m.starts {
		m.starts[i] = r.IntN(300)
	}
	for i := range m.queue.heads {
		m.queue.heads[i] = int32(1 + r.IntN(3000))
	}
	m.queue.at, m.queue.least = 100, -1000
	// The sets of seven rounds, the last of which has not been emptied.
	m.seen.slots, m.seen.n, m.seen.round = make([]slot, 1<<12), 1<<11, 7
	for i := range m.seen.slots {
		if i%2 == 0 {
			m.seen.slots[i] = slot{r.Uint64(), uint32(r.IntN(8))}
		}
	}
	m.obstructions.all, m.obstructions.blocked = 1000, ^uint32(0)
	for _, p := range []*plan{&m.plans.push, &m.plans.withdraw, &m.plans.stay, &m.plans.take, &m.plans.captured} {
		*p = plan{need: ^uint32(0), kings: ^uint32(0), reverse: true, done: func(*board) bool { panic("of another search") }}
		for i := range p.weight {
			p.weight[i], p.promote[i] = 100, chess.Knight
		}
	}
	return m
}

// after is a context that is cancelled after it was asked so many times.
type after struct {
	context.Context
	left int
}

func (a *after) Err() error {
	if a.left--; a.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestMemory: games are the same with new memory, with spoilt memory, and while other searches, some of which are
// cancelled, hand theirs back.
func TestMemory(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	board := newBoard(&start)
	r := rand.New(rand.NewPCG(1, 21))
	goals := []chess.Setup{}
	fens := legalSamples(t)
	for i := 0; i < len(fens) && len(goals) < 5; i += 8 {
		goal := expect.Must(chess.ParseFEN(fens[i]))
		goals = append(goals, goal)
	}
	build := func(goal *chess.Setup, m *memory) Game {
		if m != nil {
			beams.Put(m) // which newRouter takes, as a rule
		}
		g, err := Construct(context.Background(), &start, goal, Options{})
		expect.Succeeds(t, err, "Construct")
		return g
	}
	same := func(a, b Game) bool { return a.States == b.States && slices.Equal(a.Moves, b.Moves) }
	var want []Game
	for i := range goals {
		want = append(want, build(&goals[i], new(memory)))
		if got := build(&goals[i], spoilt(r, board)); !same(want[i], got) {
			t.Errorf("goal %d: %d states and %d plies with new memory, %d and %d with spoilt one", i, want[i].States, len(want[i].Moves), got.States, len(got.Moves))
		}
	}
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			for i := range goals {
				if got := build(&goals[i], nil); !same(want[i], got) {
					t.Errorf("goal %d: another game while other searches run", i)
				}
			}
		})
	}
	cancelled := 0
	for i := range 30 {
		_, err := Construct(&after{context.Background(), 1 + i*i}, &start, &goals[i%len(goals)], Options{Seed: uint64(i)})
		if errors.Is(err, context.Canceled) {
			cancelled++
		}
	}
	wait.Wait()
	if cancelled < 10 {
		t.Errorf("lopsided test: %d searches were cancelled", cancelled)
	}
}
