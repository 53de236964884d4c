package kernel

import (
	"context"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// closedGoals are positions in which pawns shut something in or out: on d2 in the first one the
// bishop that promotes on e1, on c2 the bishop on b1, on b6 what is on a7.
var closedGoals = []string{
	"1n5K/PB4b1/1r2r3/1B3Nb1/2qp1N1P/3P1RQ1/r1QpnPQb/kb3RN1 w - - 0 1",
	"2nRqN1K/q4r2/R3n1kp/r2b4/1P2n1B1/2PPN1p1/P1p2b1r/1BR5 b - - 0 1",
	"kn3nb1/BRp1bQ1R/bpQ5/1Br1Pqp1/P3R3/4N2N/n1B3K1/3r1B1R w - - 0 1",
}

// playExtended plays the moves of an extended kernel on a board, on which pieces block nothing, and reports what is
// wrong with them or with where they end.
func playExtended(start, goal *chess.Setup, e *Extended) string {
	b := boardOf(start)
	var pawns [chess.NumSquares]chess.Man
	for i, m := range start.Board {
		if m.Kind() == chess.Pawn {
			pawns[i] = m
		}
	}
	var waiting [2][chess.NumSquares][]Piece // that were brought to a square
	for _, m := range e.Moves {
		enemy := m.Color.Other()
		switch {
		case m.Piece != Pawn && !m.Captures:
			waiting[m.Color][m.To] = append(waiting[m.Color][m.To], m.Piece)
			continue
		case m.Piece == NoPiece && pawns[m.To] == chess.MakeMan(enemy, chess.Pawn):
			pawns[m.To] = chess.NoMan
			continue
		case m.Piece == NoPiece:
			continue // a piece of the start or one that has promoted; counted by the caller's goal
		}
		if pawns[m.From] != chess.MakeMan(m.Color, chess.Pawn) {
			return m.String() + ": no such pawn"
		}
		pawns[m.From] = chess.NoMan
		if m.Captures {
			there := &waiting[enemy][m.To]
			switch n := len(*there); {
			case n > 0:
				if p := (*there)[n-1]; p == DarkBishop && !m.To.Dark() || p == LightBishop && m.To.Dark() {
					return m.String() + ": no bishop gets there"
				}
				*there = (*there)[:n-1]
			case pawns[m.To] != chess.MakeMan(enemy, chess.Pawn):
				return m.String() + ": nothing to capture"
			}
			if d := m.From.File() - m.To.File(); d != 1 && d != -1 || m.To.Rank()-m.From.Rank() != 1-2*int(m.Color) {
				return m.String() + ": no capture by a pawn"
			}
		} else {
			for sq := range (chess.Between(m.From, m.To) | m.To.Bit()).Squares() {
				if pawns[sq] != chess.NoMan {
					return m.String() + ": a pawn is in the way"
				}
			}
			if m.From.File() != m.To.File() || (m.To.Rank()-m.From.Rank())*(1-2*int(m.Color)) <= 0 {
				return m.String() + ": not forwards"
			}
		}
		if m.To.Rank() == lastRank(m.Color)-1 {
			if m.Promotes == NoPiece {
				return m.String() + ": no promotion"
			}
			b.pieces[m.Color][m.Promotes]++
			continue
		}
		pawns[m.To] = chess.MakeMan(m.Color, chess.Pawn)
	}
	for f := range 8 {
		b.pawns[f] = nil
		for r := range 8 {
			if m := pawns[chess.MakeSquare(f, r)]; m != chess.NoMan {
				b.pawns[f] = append(b.pawns[f], startPawn{color: m.Color()})
			}
		}
		want := boardOf(goal).pawns[f]
		complete := false
		for first := range len(b.pawns[f]) - len(want) + 1 { // black ones below and white ones above promote
			rest := b.pawns[f][first+len(want):]
			same := slices.EqualFunc(b.pawns[f][first:first+len(want)], want, func(a, b startPawn) bool { return a.color == b.color })
			complete = complete || same && !have(b.pawns[f][:first], chess.White) && !have(rest, chess.Black)
		}
		if !complete {
			return "file " + string(rune('a'+f)) + " does not become the goal's"
		}
	}
	return ""
}

// TestTimed: kernels out of models can be played, for goals with and without closing pawns, and differ.
func TestTimed(t *testing.T) {
	t.Parallel()
	goals := slices.Clone(closedGoals)
	n := 0
	for _, s := range samples(t) {
		if s.verdict != "legal" {
			continue
		}
		if n++; expect.Long || n%6 == 0 {
			goals = append(goals, s.fen)
		}
	}
	found := 0
	for _, fen := range goals {
		goal := expect.Must(chess.ParseFEN(fen))
		q := NewTimed(&initial, &goal)
		if q == nil {
			t.Errorf("%s: no question", fen)
			continue
		}
		q.build()
		texts, models := map[string]bool{}, 0
		const seeds = 3
		for seed := range uint64(seeds) {
			m, conflicts, err := q.model(context.Background(), seed, 2000)
			expect.NoError(t, err)
			if m == nil {
				t.Logf("%s: seed %d: no model after %d conflicts", fen, seed, conflicts)
				continue
			}
			e, err := q.p.timed(m)
			if err != nil {
				t.Errorf("%s: seed %d: %v", fen, seed, err)
				continue
			}
			found++
			models++
			texts[e.String()] = true
			expect.Equal(t, playExtended(&initial, &goal, e), "", "%s: %s", fen, e)
		}
		if models > 1 && len(texts) == 1 {
			t.Errorf("%s: one kernel for all seeds", fen)
		}
	}
	if found < 2*len(goals) {
		t.Errorf("%d kernels for %d goals", found, len(goals))
	}
}

// TestTimedPromotion: the goal's bishop has to promote on e1, or g1, and if it is e1 that is before a pawn captures on
// d2. White's pawn is on f2, so that nothing else lets it out.
func TestTimedPromotion(t *testing.T) {
	t.Parallel()
	goal := expect.Must(chess.ParseFEN(closedGoals[0]))
	q := NewTimed(&initial, &goal)
	early := 0
	for seed := range uint64(20) {
		e, _, err := q.Find(context.Background(), seed, 20_000)
		expect.NoError(t, err)
		if e == nil {
			continue
		}
		d2 := slices.IndexFunc(e.Moves, func(m ExtendedMove) bool { return m.Color == chess.Black && m.To.String() == "d2" })
		for i, m := range e.Moves {
			if m.To.String() != "e1" || m.Piece != Pawn || m.Promotes != DarkBishop {
				continue
			}
			if early++; d2 >= 0 && i > d2 {
				t.Errorf("seed %d: %s: the bishop of e1 does not get out", seed, e)
			}
		}
	}
	if early == 0 {
		t.Error("no kernel has a bishop on e1")
	}
}

// TestHomes: one of two pawns would have to promote on c8 before a black pawn leaves d7 for c6, and the bishop does not
// get out of its way. With one white pawn it can be done.
func TestHomes(t *testing.T) {
	t.Parallel()
	goal := expect.Must(chess.ParseFEN("4k3/1p6/2p5/8/Q2Q4/8/4b3/4K3 b - - 0 1"))
	for fen, want := range map[string]bool{
		"2b1k3/1p1p4/8/2P5/2P5/8/8/4K1N1 w - - 0 1": false,
		"2b1k3/1p1p4/8/2P5/8/8/8/3QK1N1 w - - 0 1":  true,
	} {
		start := expect.Must(chess.ParseFEN(fen))
		q := NewTimed(&start, &goal)
		if q == nil {
			t.Fatal(fen, "no question")
		}
		e, _, err := q.Find(context.Background(), 1, 10_000)
		if err != nil || (e != nil) != want {
			t.Errorf("%s: %v, %v", fen, e, err)
		}
	}
}
