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

// taskGames are games from a start to a goal. In each of them something happens that a bound on
// the moves of one side can easily overlook. All games between the two are counted by brute
// force, so that none of these may be lost to an argument.
var taskGames = []struct {
	why, start, goal string
	plies            int
}{
	{"the rook comes back to its square after castling", "k7/8/8/8/4p3/8/5n2/4K2R w K - 0 1",
		"k7/8/8/8/4p3/6n1/7K/7R b - - 0 1", 5},
	{"a rook captures on its own square after castling", "r6k/8/8/8/8/8/8/R3K3 w Q - 0 1",
		"8/7k/8/8/8/8/1K6/R7 b - - 0 1", 5},
	{"White castles kingside", "k7/8/8/8/8/8/8/4K2R w K - 0 1", "k7/8/8/8/8/8/8/5RK1 b - - 0 1", 1},
	{"White castles queenside", "7k/8/8/8/8/8/8/R3K3 w Q - 0 1", "7k/8/8/8/8/8/8/2KR4 b - - 0 1", 1},
	{"Black castles kingside", "4k2r/8/8/8/8/8/8/K7 b k - 0 1", "5rk1/8/8/8/8/8/8/K7 w - - 0 1", 1},
	{"Black castles queenside", "r3k3/8/8/8/8/8/8/7K b q - 0 1", "2kr4/8/8/8/8/8/8/7K w - - 0 1", 1},
	{"both castlings are possible, and the king goes far", "1k6/8/8/8/8/8/8/R3K2R w KQ - 0 1",
		"8/1k6/8/8/8/8/7K/R4R2 b - - 0 1", 3},
	{"the rook moves on after castling", "6k1/8/8/8/8/8/8/4K2R w K - 0 1", "7k/8/8/8/5R2/8/8/6K1 b - - 0 1", 3},
	{"another right is lost without need", "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1",
		"r3k3/8/8/8/8/8/R7/4K3 b q - 0 1", 1},
	{"a right is kept beside one that is lost", "1k6/8/8/8/8/8/8/R3K2R w KQ - 0 1",
		"1k6/8/8/8/8/8/R7/4K2R b K - 0 1", 1},
	{"the last move left is a capture", "k7/8/8/8/8/8/1p6/K7 w - - 0 1", "k7/8/8/8/8/8/1K6/8 b - - 0 1", 1},
	{"Black captures with its last move", "1k6/1P6/8/8/8/8/8/K7 b - - 0 1", "8/1k6/8/8/8/8/8/K7 w - - 0 1", 1},
	{"a man is captured where it stands", "k7/8/8/8/3n4/8/8/K2R4 b - - 0 1", "1k6/8/8/8/3R4/8/8/K7 b - - 0 1", 2},
	{"a piece goes through men that move away", "7k/8/8/8/8/8/N7/RK6 w - - 0 1",
		"8/R6k/8/8/8/2N5/8/1K6 b - - 0 1", 3},
	{"a white pawn promotes on the last file", "k7/7P/8/8/8/8/8/K7 w - - 0 1", "k6Q/8/8/8/8/8/8/K7 b - - 0 1", 1},
	{"a white pawn captures to the left", "k7/8/8/8/3n4/4P3/8/K7 w - - 0 1", "k7/8/8/8/3P4/8/8/K7 b - - 0 1", 1},
	{"a black pawn promotes", "k7/8/8/8/8/8/p7/7K b - - 0 1", "k7/8/8/8/8/8/8/q6K w - - 0 1", 1},
	{"a black pawn promotes by capture", "k7/8/8/8/8/8/6p1/K6N b - - 0 1", "k7/8/8/8/8/8/8/K6r w - - 0 1", 1},
	{"a pawn promotes and comes back, while a bishop goes over its square", "b7/1P6/8/8/8/8/7k/3K4 w - - 0 1",
		"8/1R6/2b5/8/8/8/7k/3K4 b - - 0 1", 3},
	{"a promoted man is captured at once", "8/1kP5/8/8/8/8/8/K7 w - - 0 1", "2k5/8/8/8/8/8/8/K7 w - - 0 1", 2},
	{"a white pawn makes a double step", "k7/8/8/8/8/8/4P3/K7 w - - 0 1", "k7/8/8/8/4P3/8/8/K7 b - - 0 1", 1},
	{"a black pawn makes a double step", "k7/4p3/8/8/8/8/8/K7 b - - 0 1", "k7/8/8/4p3/8/8/8/K7 w - - 0 1", 1},
	{"a double step, and a capture", "k7/8/8/5n2/8/8/4P3/K7 w - - 0 1", "1k6/8/8/5P2/8/8/8/K7 b - - 0 1", 3},
	{"White captures en passant", "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", "k7/8/3P4/8/8/8/8/K7 b - - 0 1", 1},
	{"Black captures en passant", "k7/8/8/8/3pP3/8/8/K7 b - e3 0 1", "k7/8/8/8/8/4p3/8/K7 w - - 0 1", 1},
	{"the double step that the goal tells of is the last move", "k7/8/8/8/8/8/4P3/K7 w - - 0 1",
		"k7/8/8/8/4P3/8/8/K7 b - e3 0 1", 1},
	{"pawns pass each other by captures", "7k/8/8/3p4/2N1n3/3P4/8/K7 w - - 0 1", "7k/8/8/8/2p1P3/8/8/K7 w - - 0 1", 2},
	{"a black pawn comes to the rank where white ones begin", "7k/8/8/8/8/1p6/8/7K b - - 0 1",
		"7k/8/8/8/8/8/1p6/7K w - - 0 1", 1},
	{"a king leaves its square and comes back", "7k/8/8/8/8/8/P7/K7 w - - 0 1", "7k/8/8/8/8/P7/8/K7 b - - 0 1", 5},
	{"a piece leaves its square and comes back", "k7/8/8/8/8/8/8/K6R w - - 0 1", "k7/8/8/8/8/8/8/K6R w - - 0 1", 4},
	{"a rook is captured where castling brings it", "7k/8/8/8/6n1/8/8/R3K3 w Q - 0 1",
		"7k/8/8/8/8/8/8/1K1n4 w - - 0 1", 4},
	{"a king captures after castling", "k7/8/8/8/8/8/7r/4K2R w K - 0 1", "1k6/8/8/8/8/8/7K/5R2 b - - 0 1", 3},
	{"a piece captures where it stood, and stands there", "7k/8/8/8/8/2n5/8/KB6 w - - 0 1",
		"7k/8/8/8/8/8/8/KB6 b - - 0 1", 3},
	{"a promoted man captures on its way", "8/2P4k/8/8/8/2n5/8/K7 w - - 0 1", "8/6k1/8/8/8/2Q5/8/K7 b - - 0 1", 3},
	{"a rook captures where a bishop has no time to", "1B6/7k/8/R3n3/8/8/8/7K w - - 0 1",
		"8/7k/8/4R3/8/B7/8/7K b - - 0 1", 5},
	{"a knight captures where it stood", "7k/8/8/8/8/8/2p5/K1N5 w - - 0 1", "7k/8/8/8/8/8/8/K1N5 b - - 0 1", 3},
	{"a man captures and is captured", "4k3/3p4/8/4n3/8/8/8/K3R3 w - - 0 1", "4k3/8/8/4p3/8/8/8/K7 w - - 0 1", 4},
	{"a pawn is captured en passant after its double step", "k7/3p4/8/4P3/8/8/8/K7 b - - 0 1",
		"k7/8/3P4/8/8/8/8/K7 b - - 0 1", 2},
	{"en passant now, and another capture by a man that goes far", "k7/8/8/3pP3/8/8/5n2/K4R2 w - d6 0 1",
		"1k6/8/3P4/8/8/8/5R2/K7 b - - 0 1", 3},
	{"a promoted man captures", "6n1/2P5/8/8/8/8/8/K6k w - - 0 1", "6Q1/8/8/8/8/8/8/K5k1 b - - 0 1", 3},
	{"a pawn captures, promotes and goes on", "4n2k/3P4/8/8/8/8/8/K7 w - - 0 1", "8/7k/8/8/4Q3/8/8/K7 b - - 0 1", 3},
	{"a promoted man captures and is captured", "5kn1/2P5/8/8/8/8/8/K7 w - - 0 1", "6k1/8/8/8/8/8/8/K7 w - - 0 1", 4},
	{"a pawn promotes and goes where it is captured", "8/4P2k/8/8/1r6/8/8/K7 w - - 0 1", "8/8/7k/8/4r3/8/8/K7 w - - 0 1", 4},
	{"a pawn goes where it is captured", "k7/8/8/5b2/8/8/3P4/K7 w - - 0 1", "k7/8/8/8/8/3b4/8/K7 w - - 0 1", 2},
	{"a piece lets another one pass and comes back", "k7/8/8/8/8/pppp4/N7/K1BR4 w - - 0 1",
		"k7/8/8/8/8/pppp4/N7/KRB5 w - - 0 1", 6},
}

// TestNothingLost writes a certificate for each of the games, as strong as arguments can be, and
// compares the number of games with brute force.
func TestNothingLost(t *testing.T) {
	for _, g := range taskGames {
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
