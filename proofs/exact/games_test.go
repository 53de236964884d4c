package exact_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/exact"
	"retroproof/proofs/replay"
)

// TestNothingLost writes a certificate for each of the games, as strong as arguments can be, and
// compares the number of games with brute force.
func TestNothingLost(t *testing.T) {
	var g struct {
		why, start, goal string
		plies            int
	}
	for range expect.Rows(t, "testdata/task-games.tsv", &g.why, &g.start, &g.goal, &g.plies) {
		claim := claimOf(g.start, g.goal, g.plies)
		start := position(t, g.start)
		claim.Games = enumerate(t, start, claim)
		if claim.Games == 0 {
			t.Errorf("%s: there is no such game", g.why)
			continue
		}
		expect.Succeeds(t, expect.Err(checkText(certificate(t, claim, true))), "%s", g.why)
	}
}

// TestCounted plays all moves on, without arguments: numbers of games other than the true one
// are refused.
func TestCounted(t *testing.T) {
	var c struct {
		start, goal string
		plies       int
		games       uint64
	}
	for range expect.Rows(t, "testdata/counted.tsv", &c.start, &c.goal, &c.plies, &c.games) {
		claim := claimOf(c.start, c.goal, c.plies)
		start := position(t, c.start)
		expect.Equal(t, enumerate(t, start, claim), c.games, "%s => %s", c.start, c.goal)
		for _, games := range []uint64{c.games, c.games + 1, c.games - 1, 0, 1} {
			if claim.Games = games; games>>53 != 0 {
				continue
			}
			var want error
			if games != c.games {
				want = exact.ErrCount
			}
			for _, arguments := range []bool{false, true} {
				expect.ErrorIs(t, expect.Err(checkText(certificate(t, claim, arguments))), want,
					"%s => %s: %d games", c.start, c.goal, games)
			}
		}
	}
}

// position reads a FEN.
func position(t *testing.T, fen string) *chess.Position {
	t.Helper()
	p, err := chess.ParsePosition(fen)
	expect.NoError(t, err, fen)
	return p
}

// claimOf returns the claim of no game; the goal may have "?".
func claimOf(start, goal string, plies int) *exact.Claim {
	return &exact.Claim{Start: start, Goal: goal, Plies: plies}
}

// atGoal compares a position with the goal as the package comment says, in terms of FEN.
func atGoal(p *chess.Position, c *exact.Claim) bool {
	here, there := strings.Fields(p.FEN()), strings.Fields(c.Goal)
	if here[0] != there[0] || here[1] != there[1] || there[2] != "?" && here[2] != there[2] {
		return false
	}
	switch there[3] {
	case "?":
		return true
	case "-":
		for _, m := range p.LegalMoves(nil) {
			if m.IsEnPassant() {
				return false
			}
		}
		return true
	}
	return here[3] == there[3]
}

// enumerate counts games by brute force.
func enumerate(t *testing.T, p *chess.Position, c *exact.Claim) uint64 {
	if c.Plies == 0 {
		if atGoal(p, c) {
			return 1
		}
		return 0
	}
	n, rest := uint64(0), *c
	rest.Plies--
	for _, m := range p.LegalMoves(nil) {
		q := *p
		q.Make(m)
		n += enumerate(t, &q, &rest)
	}
	return n
}

func checkText(text []byte) (*exact.Report, error) {
	return exact.Check(context.Background(), bytes.NewReader(text), exact.Options{})
}

// certificate writes a certificate, true or not. It has the best arguments that there are, or
// none at all.
func certificate(t *testing.T, c *exact.Claim, arguments bool) []byte {
	t.Helper()
	target, err := c.Target()
	expect.NoError(t, err)
	w := &treeWriter{bound: exact.NewBound(target.Goal), arguments: arguments, seen: map[treeNode]bool{}}
	w.WriteString(c.String())
	start, err := replay.ParsePlayable(c.Start)
	expect.NoError(t, err)
	w.tree(start, c.Plies)
	w.WriteByte('\n')
	return w.Bytes()
}

// treeNode is a position with everything a FEN says of what can be played, and the plies left.
type treeNode struct {
	fen   string
	plies int
}

type treeWriter struct {
	bytes.Buffer
	bound     *exact.Bound
	arguments bool
	matrix    exact.Matrix
	seen      map[treeNode]bool
}

func (w *treeWriter) tree(p *replay.Position, plies int) {
	if plies == 0 || !w.bound.Begin(p, plies) {
		return
	}
	fields := strings.Fields(p.FEN())
	if !p.Passable() {
		fields[3] = "-"
	}
	key := treeNode{strings.Join(fields[:4], " "), plies}
	if w.seen[key] {
		return
	}
	w.seen[key] = true
	if steps := w.refute(); steps != nil {
		w.WriteByte(exact.Refute)
		w.WriteByte(byte(len(steps)))
		for _, s := range steps {
			writeStep(&w.Buffer, s)
		}
		return
	}
	w.WriteByte(exact.PlayOn)
	for _, q := range p.Moves {
		w.tree(q, plies-1)
	}
}

func writeStep(b *bytes.Buffer, s *exact.Step) {
	b.WriteByte(byte(s.Side))
	b.WriteByte(byte(len(s.Men)))
	for _, k := range append(append([]int8{}, s.Men...), s.Places...) {
		b.WriteByte(byte(k))
	}
}

// refute looks for arguments, of both sides by turns as long as they find men that stay, or fewer squares for captures.
func (w *treeWriter) refute() []*exact.Step {
	if !w.arguments {
		return nil
	}
	var steps []*exact.Step
	for idle := 0; idle < 2 && len(steps) < exact.MostSteps; idle++ {
		side, blocked, targets := len(steps)%2, w.bound.Blocked, w.bound.Targets
		w.bound.Fill(&w.matrix, side)
		s := best(&w.matrix, side)
		steps = append(steps, s)
		refuted, ok := w.bound.Apply(&w.matrix, s)
		if refuted {
			return steps
		}
		if !ok {
			return nil
		}
		if w.bound.Blocked != blocked || w.bound.Targets != targets {
			idle = -1
		}
	}
	return nil
}

// best returns numbers with the largest possible sum, by the Hungarian method.
func best(m *exact.Matrix, side int) *exact.Step {
	const far = 1 << 20
	n := m.N
	men, places := make([]int, n+1), make([]int, n+1)
	manOf, from := make([]int, n+1), make([]int, n+1) // by place, from 1; 0 is no place
	for i := 1; i <= n; i++ {
		manOf[0] = i
		least, done := make([]int, n+1), make([]bool, n+1)
		for j := range least {
			least[j] = far
		}
		at := 0
		for manOf[at] != 0 {
			done[at] = true
			next, delta := 0, far
			for j := 1; j <= n; j++ {
				if done[j] {
					continue
				}
				if r := int(m.Cost[manOf[at]-1][j-1]) - men[manOf[at]] - places[j]; r < least[j] {
					least[j], from[j] = r, at
				}
				if least[j] < delta {
					next, delta = j, least[j]
				}
			}
			for j := range done {
				if done[j] {
					men[manOf[j]] += delta
					places[j] -= delta
				} else {
					least[j] -= delta
				}
			}
			at = next
		}
		for at != 0 {
			manOf[at] = manOf[from[at]]
			at = from[at]
		}
	}
	s := &exact.Step{Side: side, Men: make([]int8, n), Places: make([]int8, n)}
	for i := range n {
		s.Men[i], s.Places[i] = int8(men[i+1]), int8(places[i+1])
	}
	return s
}
