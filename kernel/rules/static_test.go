package rules

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// wildSetup is a random diagram of many men, now and then with castling rights
// or an en passant square.
func wildSetup(r *rand.Rand) chess.Setup {
	s := chess.EmptySetup()
	s.Turn = chess.Color(r.IntN(2))
	for _, m := range []chess.Man{chess.WhiteKing, chess.BlackKing} {
		for {
			if sq := r.IntN(64); s.Board[sq] == chess.NoMan {
				s.Board[sq] = m
				break
			}
		}
	}
	for range r.IntN(20) {
		m := chess.MakeMan(chess.Color(r.IntN(2)), chess.Queen+chess.Kind(r.IntN(5)))
		sq := chess.Square(r.IntN(64))
		if m.Kind() == chess.Pawn && r.IntN(50) > 0 {
			sq = chess.Square(8 + r.IntN(48))
		}
		if s.Board[sq] == chess.NoMan || s.Board[sq].Kind() != chess.King || r.IntN(100) == 0 {
			s.Board[sq] = m
		}
	}
	if r.IntN(8) == 0 {
		s.Castling = chess.Castling(r.IntN(16))
	}
	if r.IntN(3) == 0 {
		s.EnPassant = chess.MakeSquare(r.IntN(8), 5-3*int(s.Turn))
	}
	return s
}

// TestQuickStatic compares the quick rules with those that have words, on random
// diagrams.
func TestQuickStatic(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	seen := map[facts.Reason]int{}
	for range 100_000 {
		s := wildSetup(r)
		quick, p := QuickStatic(&initial, &s)
		slow := explainStatic(&initial, &s)
		seen[quick]++
		if (quick == "") != (slow == nil) || slow != nil && slow.Reason != quick {
			t.Fatalf("%s: %q, in words %v", s.FEN(), quick, slow)
		}
		if quick == "" && p == nil {
			t.Fatalf("%s: no position", s.FEN())
		}
	}
	t.Log(seen)
}

// TestTripleChecks compares the rule of three checks with the un-moves.
func TestTripleChecks(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 4))
	n := 0
	for range 300_000 {
		s := wildSetup(r)
		s.EnPassant, s.Castling = chess.NoSquare, chess.NoCastling
		p, err := chess.NewPosition(s)
		if err != nil || !p.Checkers().WithoutFirst().Several() {
			continue
		}
		n++
		if list := p.Retractions(nil, chess.UnmoveOptions{}); len(list) != 0 {
			t.Fatalf("%s: a triple check by %s", p, list[0].Move.UCI())
		}
	}
	t.Logf("%d triple checks", n)
}

// TestKings: without a king is said before with several, whichever side has them.
func TestKings(t *testing.T) {
	t.Parallel()
	for _, fen := range []string{"8/8/8/8/8/8/8/K1K5 w - - 0 1", "k1k5/8/8/8/8/8/8/8 w - - 0 1"} {
		s := expect.Must(chess.ParseFEN(fen))
		quick, _ := QuickStatic(&initial, &s)
		if is := Static(nil, &s); quick != facts.MissingKing || is == nil || is.Reason != quick {
			t.Errorf("%s: %s, in words %v", fen, quick, is)
		}
	}
}
