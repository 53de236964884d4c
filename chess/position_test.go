package chess

import (
	"errors"
	"testing"

	"retroproof/internal/expect"
)

// games is the number of random games that property tests play.
func games(t *testing.T) int {
	return expect.Short(20, 200)
}

func TestPositionErrors(t *testing.T) {
	t.Parallel()
	var tt struct {
		fen    string
		reason PositionReason
		square string
		detail string
	}
	for range expect.Rows(t, "testdata/position-errors.tsv", &tt.fen, &tt.reason, &tt.square, &tt.detail) {
		p, err := ParsePosition(tt.fen)
		if tt.reason == "" {
			if err != nil || p.FEN() != tt.fen {
				t.Errorf("%s: %v, %v", tt.fen, p, err)
			}
			continue
		}
		var e *PositionError
		if !errors.As(err, &e) || p != nil {
			t.Errorf("%s: error %v, want %s", tt.fen, err, tt.reason)
			continue
		}
		if e.Reason != tt.reason || e.Square.String() != tt.square || e.Detail != tt.detail || e.Setup.FEN() != tt.fen {
			t.Errorf("%s: %s on %v: %s", tt.fen, e.Reason, e.Square, err)
		}
	}

	var e *FENError
	if _, err := ParsePosition("8/8/8"); !errors.As(err, &e) || e.Reason != TooFewRanks {
		t.Errorf("no FEN: %v", err)
	}
}

func TestPositionBadValues(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*Setup){
		"man 7":       func(s *Setup) { s.Board[20] = 7 },
		"man 8":       func(s *Setup) { s.Board[20] = 8 },
		"man 15":      func(s *Setup) { s.Board[20] = 15 },
		"man 255":     func(s *Setup) { s.Board[20] = 255 },
		"side":        func(s *Setup) { s.Turn = 2 },
		"castling":    func(s *Setup) { s.Castling = 16 },
		"square":      func(s *Setup) { s.EnPassant = 65 },
		"halfmove":    func(s *Setup) { s.HalfmoveClock = -1 },
		"move number": func(s *Setup) { s.FullmoveNumber = -1 },
	} {
		s := InitialSetup()
		spoil(&s)
		var e *PositionError
		if p, err := NewPosition(s); p != nil || !errors.As(err, &e) || e.Reason != BadValue {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
}

// TestMovesAreTakenBack: what a move leaves is a position as if made anew, and is what it was when the move is taken
// back. (Package proofs/replay, which has the rules a second time, compares all moves and what they lead to.)
func TestMovesAreTakenBack(t *testing.T) {
	t.Parallel()
	random := splitmix64(3)
	for range games(t) {
		randomGame(&random, 120, func(p *Position) { checkMoves(t, p) })
		for range 10 {
			checkMoves(t, wildPosition(&random))
		}
	}
}

// checkMoves makes all moves of a position and takes them back, and compares what the position says of them, of check
// and of mate, with the list.
func checkMoves(t *testing.T, p *Position) {
	t.Helper()
	d := p.Setup()
	list := p.LegalMoves(nil)
	if n := p.CountMoves(); n != len(list) {
		t.Fatalf("%v: %d moves counted, %d listed", p, n, len(list))
	}
	attackers := d.Attackers(p.King(d.Turn), d.Turn.Other())
	check, none := attackers != 0, len(list) == 0
	if p.InCheck() != check || p.Checkers() != attackers {
		t.Fatalf("%v: check %v by\n%vwant\n%v", p, p.InCheck(), p.Checkers(), attackers)
	}
	if p.HasLegalMove() == none || p.IsCheckmate() != (none && check) || p.IsStalemate() != (none && !check) {
		t.Fatalf("%v: mate %v, stalemate %v", p, p.IsCheckmate(), p.IsStalemate())
	}
	capturable := NoSquare
	for _, m := range list {
		before := *p
		undo := p.Make(m)
		// Among others, the key worked out anew.
		if again, err := NewPosition(p.Setup()); err != nil || *again != *p {
			t.Fatalf("%v after %v: %+v, made anew %+v, %v", &before, m, *p, again, err)
		}
		p.Unmake(m, undo)
		if *p != before {
			t.Fatalf("%v: taking back %v leaves %+v", &before, m, *p)
		}
		if p.Captured(m) != undo.captured {
			t.Fatalf("%v: %v captures %v and %v", p, m, p.Captured(m), undo.captured)
		}
		if m.IsEnPassant() {
			capturable = m.To()
		}
	}
	if p.CapturableEnPassant() != capturable {
		t.Fatalf("%v: capturable en passant %v, want %v", p, p.CapturableEnPassant(), capturable)
	}
}

// TestPositionSets checks that the sets and the board say the same.
func TestPositionSets(t *testing.T) {
	t.Parallel()
	random := splitmix64(5)
	for range games(t) {
		randomGame(&random, 60, func(p *Position) {
			d := p.Setup()
			var all Bitboard
			for _, c := range []Color{White, Black} {
				for k := King; k <= Pawn; k++ {
					m := MakeMan(c, k)
					for s := range p.Men(m).Squares() {
						if d.At(s) != m || p.At(s) != m {
							t.Fatalf("%v: %v on %v", p, m, s)
						}
					}
					all |= p.Men(m)
				}
				if p.King(c) != d.Find(MakeMan(c, King)) {
					t.Fatalf("%v: %v king on %v", p, c, p.King(c))
				}
			}
			for s := range Square(NumSquares) {
				for _, by := range []Color{White, Black} {
					if want := d.Attackers(s, by); p.Attackers(s, by) != want || p.Attacked(s, by) != (want != 0) {
						t.Fatalf("%v: %v attacked by %v: %v", p, s, by, p.Attackers(s, by))
					}
				}
			}
			if p.Turn() != d.Turn || p.Castling() != d.Castling || p.EnPassant() != d.EnPassant || p.HalfmoveClock() != d.HalfmoveClock {
				t.Fatalf("%v: fields", p)
			}
			if all != p.Occupied() || all.Count() != d.CountMen() || p.Side(White)|p.Side(Black) != all || p.Kind(NoKind) != 0 {
				t.Fatalf("%v: occupied\n%v", p, all)
			}
		})
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	key := func(fen string) uint64 { return mustPosition(t, fen).Key() }
	same := [][2]string{
		{"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 7 40"},
		// The capturing pawn is pinned, along the rank and on its file.
		{"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"},
		{"3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"},
	}
	for _, pair := range same {
		expect.Equal(t, key(pair[0]), key(pair[1]), "keys differ: %s, %s", pair[0], pair[1])
		if p, q := mustPosition(t, pair[0]), mustPosition(t, pair[1]); !p.Repeats(q) || *p == *q {
			t.Errorf("no repetition: %s, %s", pair[0], pair[1])
		}
	}
	different := []string{
		InitialFEN,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
		"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
		"4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1",
		"4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1",
	}
	seen := map[uint64]string{}
	for _, fen := range different {
		if other, ok := seen[key(fen)]; ok {
			t.Errorf("same key: %s, %s", fen, other)
		}
		for _, other := range seen {
			if mustPosition(t, fen).Repeats(mustPosition(t, other)) {
				t.Errorf("repetition: %s, %s", fen, other)
			}
		}
		seen[key(fen)] = fen
	}
	// Stored keys must not change.
	expect.Equal(t, key(InitialFEN), uint64(0x97ea307dc06ce69b), "the initial position has the key")
}

// TestSplitmix64 compares the generator with published output.
func TestSplitmix64(t *testing.T) {
	t.Parallel()
	random := splitmix64(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423} {
		expect.Equal(t, random.next(), want, "number %d", i)
	}
}

func TestLegalMovesDoesNotAllocate(t *testing.T) {
	p := mustPosition(t, kiwipete)
	moves := p.LegalMoves(nil)
	if n := testing.AllocsPerRun(100, func() {
		moves = p.LegalMoves(moves[:0])
		for _, m := range moves {
			p.Unmake(m, p.Make(m))
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
