package replay

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
)

// The rules are written twice, here and in package chess. These tests compare
// them.

// moves returns all legal moves, found by asking for every pair of squares.
func (p *Position) moves() (list []move) {
	for _, from := range squares {
		for _, to := range squares {
			for _, become := range []man{0, 'Q', 'R', 'B', 'N', 'K', 'P'} {
				if m := (move{from, to, become}); p.legal(m) {
					list = append(list, m)
				}
			}
		}
	}
	return list
}

// compare compares the legal moves of a position, every pair of squares, and what
// each move does.
func compare(t *testing.T, q *chess.Position) {
	t.Helper()
	p := expect.Must(ParseFEN(q.FEN()))
	expect.NoError(t, p.Playable(), q)
	compareSquares(t, p, q)
	var got, want []string
	for _, m := range p.moves() {
		got = append(got, m.text())
	}
	for _, m := range q.LegalMoves(nil) {
		want = append(want, m.UCI())
		after, next := *p, *q
		next.Make(m)
		if err := after.play(m.UCI(), Options{}); err != nil {
			t.Fatalf("%s: %s: %v", q, m.UCI(), err)
		}
		if after.FEN() != next.FEN() {
			t.Fatalf("%s: %s leads to %s, and with package chess to %s", q, m.UCI(), after.FEN(), next.FEN())
		}
		if after.Passable() != (next.CapturableEnPassant() != chess.NoSquare) {
			t.Fatalf("%s: en passant after %s", q, m.UCI())
		}
	}
	var listed []string
	for text, after := range p.Moves {
		again := *p
		if err := again.play(text, Options{}); err != nil || again != *after {
			t.Fatalf("%s: %s leads to %s, by its text to %s, %v", q, text, after.FEN(), again.FEN(), err)
		}
		listed = append(listed, text)
	}
	if !slices.Equal(listed, got) {
		t.Fatalf("%s: %v, want %v", q, listed, got)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%s:\n%v, and with package chess\n%v", q, got, want)
	}
}

func TestRandomGames(t *testing.T) {
	t.Parallel()
	most := expect.Short(300, 3000)
	n := 0
	randomgames.Play(7, 12*most, func(g *randomgames.Position) bool {
		if n++; n%12 == 0 {
			compare(t, g.Pos)
		}
		return true
	})
}

// TestSmallStarts: positions with castling rights, cages and pawns that are about
// to meet.
func TestSmallStarts(t *testing.T) {
	t.Parallel()
	most := expect.Short(200, 2000)
	r := rand.New(rand.NewPCG(8, 8))
	for range most {
		p := expect.Must(chess.NewPosition(*randomgames.AnySmallStart(r)))
		compare(t, p)
	}
}

// TestGames replays random games as a whole, and then every one with another
// goal, or with a ply too few.
func TestGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 9))
	for range 30 {
		p := chess.InitialPosition()
		var moves []string
		quiet, most := 0, 0
		for len(moves) < 60+r.IntN(200) && p.HasLegalMove() {
			list := p.LegalMoves(nil)
			m := list[r.IntN(len(list))]
			quiet++
			if p.At(m.From()).Kind() == chess.Pawn || p.Captured(m) != chess.NoMan {
				quiet = 0
			}
			most = max(most, quiet)
			moves = append(moves, m.UCI())
			p.Make(m)
		}
		got, err := Check("", p.FEN(), moves, Options{MaxQuiet: most + 1})
		if err != nil || got.MaxQuiet != most || got.End.FEN() != p.FEN() {
			t.Fatalf("%v: %v, %v", moves, got, err)
		}
		if _, err := Check("", p.FEN(), moves[:len(moves)-1], Options{}); err == nil {
			t.Fatalf("%v: accepted without its last move", moves)
		}
		if most > 1 {
			if _, err := Check("", p.FEN(), moves, Options{MaxQuiet: most - 1}); err == nil {
				t.Fatalf("%v: accepted with %d quiet plies", moves, most)
			}
		}
	}
}

func perft(p *Position, depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	for _, m := range p.moves() {
		after := *p
		after.make(m)
		n += perft(&after, depth-1)
	}
	return n
}

func TestPerft(t *testing.T) {
	t.Parallel()
	for fen, depth := range map[string]int{
		Initial: 3,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": 2,
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1":                            3,
		"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1":     2,
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1":                              3,
	} {
		p := expect.Must(ParseFEN(fen))
		q := expect.Must(chess.ParsePosition(fen))
		want, err := chess.Perft(context.Background(), q, depth)
		expect.NoError(t, err)
		expect.Equal(t, perft(p, depth), want, "%s: depth %d", fen, depth)
	}
}

// FuzzCheck: what this package accepts, package chess accepts as well, and comes to
// the same end.
func FuzzCheck(f *testing.F) {
	for _, g := range games(f) {
		f.Add(g.start, g.goal, g.moves)
	}
	f.Fuzz(func(t *testing.T, start, goal, moves string) {
		uci := strings.Split(moves, " ")
		if moves == "" {
			uci = nil
		}
		if _, err := Check(start, goal, uci, Options{}); err != nil {
			return
		}
		if start == "" {
			start = Initial
		}
		p, err := chess.ParsePosition(start)
		if err != nil {
			t.Fatalf("start %q: %v", start, err)
		}
		for _, text := range uci {
			m := expect.Must(notation.ParseUCI(p, text))
			p.Make(m)
		}
		q, err := chess.ParsePosition(goal)
		if err != nil {
			t.Fatalf("goal %q: %v", goal, err)
		}
		if !p.Repeats(q) || q.EnPassant() != chess.NoSquare && q.EnPassant() != p.EnPassant() {
			t.Fatalf("%s and %s", p, q)
		}
	})
}

// smallStart returns a start of few men, in both packages.
func smallStart(t *testing.T, seed int64) (*chess.Position, *Position) {
	t.Helper()
	q := expect.Must(chess.NewPosition(*randomgames.AnySmallStart(rand.New(rand.NewPCG(uint64(seed), 0)))))
	p := expect.Must(ParseFEN(q.FEN()))
	return q, p
}

// FuzzPlay: a text that is a move in UCI's notation is the same one by package chess, and no other text is.
func FuzzPlay(f *testing.F) {
	for _, text := range []string{"e2e4", "e7e8q", "e1g1", "a5b6", "e7e8Q", "", "e2e4e", "0000", "b7a8n"} {
		f.Add(text, int64(1))
	}
	f.Fuzz(func(t *testing.T, text string, seed int64) {
		q, p := smallStart(t, seed)
		m, err := notation.ParseUCI(q, text)
		if got := p.play(text, Options{}) == nil; got != (err == nil) {
			t.Fatalf("%s: %q: %t, and with package chess %v", q, text, got, err)
		}
		if err != nil {
			return
		}
		if q.Make(m); p.FEN() != q.FEN() {
			t.Fatalf("%q leads to %s, and with package chess to %s", text, p.FEN(), q.FEN())
		}
	})
}

// compareSquares compares what callers see who look at squares with package chess.
func compareSquares(t *testing.T, p *Position, q *chess.Position) {
	t.Helper()
	var want []Right
	for i, path := range chess.CastlingPaths {
		if q.Castling().Has(1 << i) {
			want = append(want, Right{number(path.Home[0].Square), number(path.KingTo), number(path.Home[1].Square), number(path.RookTo)})
		}
	}
	if got := p.Rights(); !slices.Equal(got, want) {
		t.Fatalf("%s: rights %v, want %v", q, got, want)
	}
	if p.White() != (q.Turn() == chess.White) {
		t.Fatalf("%s: the side to move", q)
	}
	for sq := range chess.Square(chess.NumSquares) {
		man := q.At(sq)
		if got := p.At(number(sq)); man == chess.NoMan && got != 0 || man != chess.NoMan && got != man.Letter() {
			t.Fatalf("%s: %c on %s", q, got, sq)
		}
		attacks := chess.Attacks(man, sq, q.Occupied())
		for to := range chess.Square(chess.NumSquares) {
			if p.Attacks(number(sq), number(to)) != (man != chess.NoMan && attacks.Has(to)) {
				t.Fatalf("%s: from %s to %s", q, sq, to)
			}
		}
	}
	s := q.Setup()
	s.HalfmoveClock, s.FullmoveNumber, s.EnPassant = 0, 0, q.CapturableEnPassant()
	if key := p.Key(); key.FEN() != s.FEN() {
		t.Fatalf("%s: the key is %s, want %s", q, key.FEN(), s.FEN())
	}
	for i := range 4 {
		s := q.Setup()
		if i&1 != 0 {
			s.Castling = chess.NoCastling
		}
		if i&2 != 0 {
			s.EnPassant = chess.NoSquare
		}
		if got := p.Without(i&1 != 0, i&2 != 0).FEN(); got != s.FEN() {
			t.Fatalf("%s: %s, want %s", q, got, s.FEN())
		}
	}
}

// number returns the number that this package gives to a square.
func number(s chess.Square) int { return 8*s.Rank() + s.File() }
