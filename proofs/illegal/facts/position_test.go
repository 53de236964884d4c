package facts_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// diagramReasons has, for what package chess says of a diagram, the reason of this one.
var diagramReasons = map[chess.PositionReason]facts.Reason{
	chess.NoKing:              facts.MissingKing,
	chess.TooManyKings:        facts.TooManyKings,
	chess.PawnOnBackRank:      facts.PawnOnLastRank,
	chess.AdjacentKings:       facts.AdjacentKings,
	chess.OppositeCheck:       facts.OppositeCheck, // or BothKingsInCheck
	chess.ImpossibleCastling:  facts.CastlingAway,
	chess.ImpossibleEnPassant: facts.EnPassantNoStep,
}

// TestAtSight has checks that a single move explains, and some that none does.
func TestAtSight(t *testing.T) {
	t.Parallel()
	for fen, want := range map[string]facts.Reason{
		"4k3/8/5N2/8/8/8/4R3/4K3 b - - 0 1":     "", // Ne4-f6
		"3rk3/2P5/8/8/4R3/8/8/4K3 b - - 0 1":    "",
		"3Rk3/8/8/8/4R3/8/8/4K3 b - - 0 1":      "", // a pawn promoted on d8, from e7
		"R3k3/8/8/8/8/8/4R3/4K3 b - - 0 1":      facts.DoubleCheck,
		"4k3/8/5N2/7B/8/8/4R3/4K3 b - - 0 1":    facts.TripleCheck,
		"8/8/8/2k5/3pP3/8/1B6/4K3 b - e3 0 1":   "",
		"8/8/8/4k3/3pP3/8/1B6/R3K3 b - e3 0 1":  "",
		"8/8/1k6/8/3pP3/8/1B6/4K1B1 b - e3 0 1": "",
	} {
		s := expect.Must(facts.ParseFEN(fen))
		expect.Equal(t, facts.AtSight(&s), want, "%s", fen)
	}
}

// TestDiagrams compares positions with a few men changed, and diagrams like them, with
// package chess: why one is no position, and whether two are the same.
func TestDiagrams(t *testing.T) {
	t.Parallel()
	most := expect.Short(10_000, 100_000)
	r := rand.New(rand.NewPCG(5, 6))
	met := map[facts.Reason]int{}
	same := 0
	for range most {
		s := *randomgames.AnySmallStart(r)
		if r.IntN(2) == 0 {
			s = chess.InitialSetup()
		}
		for range r.IntN(4) {
			at, to := r.IntN(64), r.IntN(64)
			s.Board[to], s.Board[at] = s.Board[at], s.Board[r.IntN(64)]
		}
		switch r.IntN(8) {
		case 0:
			s.Turn = s.Turn.Other()
		case 1:
			s.Castling = chess.Castling(r.IntN(16))
		case 2, 3, 4:
			file := r.IntN(8)
			s.EnPassant = chess.MakeSquare(file, []int{2, 5}[r.IntN(2)])
			// Mostly with the pawn that goes with it.
			us := s.Turn
			from, at, to := chess.MakeSquare(file, us.RelativeRank(6)), chess.MakeSquare(file, us.RelativeRank(5)), chess.MakeSquare(file, us.RelativeRank(4))
			if r.IntN(4) > 0 && s.Board[from].Kind() != chess.King && s.Board[at].Kind() != chess.King && s.Board[to].Kind() != chess.King {
				s.Board[from], s.Board[at], s.Board[to] = chess.NoMan, chess.NoMan, chess.MakeMan(us.Other(), chess.Pawn)
				if beside := chess.MakeSquare(file+1-2*r.IntN(2), us.RelativeRank(4)); beside.Valid() && s.Board[beside] == chess.NoMan {
					s.Board[beside] = chess.MakeMan(us, chess.Pawn)
				}
			}
		}
		got := facts.DiagramReason(&s)
		met[got]++
		p, err := chess.NewPosition(s)
		want := facts.Reason("")
		if e, ok := err.(*chess.PositionError); ok {
			want = diagramReasons[e.Reason]
			if want == facts.OppositeCheck && s.Attackers(s.Find(chess.MakeMan(s.Turn, chess.King)), s.Turn.Other()) != 0 {
				want = facts.BothKingsInCheck
			}
		}
		if got != want {
			t.Fatalf("%s: %q, and package chess says %q", s, got, want)
		}
		if parsed, err := facts.ParseFEN(s.FEN()); err != nil || parsed != s {
			t.Fatalf("%s: read as %s: %v", s, parsed, err)
		}
		// Another en passant square, or none.
		other := s
		other.EnPassant, other.FullmoveNumber = chess.NoSquare, 7
		q, err2 := chess.NewPosition(other)
		alike := err == nil && err2 == nil && p.Repeats(q) || s.EnPassant == other.EnPassant
		if facts.SameSetup(&s, &other) != alike || facts.SameSetup(&other, &s) != alike {
			t.Fatalf("%s and %s: the same is %t", s, other, !alike)
		}
		if alike && s.EnPassant != chess.NoSquare {
			same++
		}
	}
	for _, reason := range diagramReasons {
		if met[reason] < most/1000 {
			t.Errorf("%s: %d diagrams", reason, met[reason])
		}
	}
	if met[""] < most/10 || met[facts.BothKingsInCheck] < 10 || same < most/100 {
		t.Errorf("%d positions, both kings in check %d, the same without their square %d", met[""], met[facts.BothKingsInCheck], same)
	}
}

// FuzzFEN: a text is read if package chess reads it and would write it like that, and then
// as the same diagram.
func FuzzFEN(f *testing.F) {
	for _, fen := range []string{
		chess.InitialFEN, "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 b KQ d3 999999999 0",
		"44/8/8/8/8/8/8/8 w - - 0 1", "9/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 w qk - 0 1", "8/8/8/8/8/8/8/8 w - e4 0 1",
		"8/8/8/8/8/8/8/8 w - - 00 1", "8/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/8  w - - 0 1", "8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8/8 w - - 0 1",
		"pppppppp/8/8/8/8/8/8/8 b - - 0 1000000000", "8/8/8/8/8/8/8/8 w - - 0 1\n", "é7/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 w KQkqK - 0 1", ".7/8/8/8/8/8/8/8 w - - 0 1",
	} {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		got, err := facts.ParseFEN(fen)
		want, err2 := chess.ParseFEN(fen)
		if exact := err2 == nil && want.FEN() == fen; exact != (err == nil) {
			t.Fatalf("%q: %v, and package chess: %v, %q", fen, err, err2, want.FEN())
		} else if exact && got != want {
			t.Fatalf("%q: read as %s", fen, strings.TrimSpace(got.FEN()))
		}
	})
}
