package syzygy

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// realFiles returns the directory of the published files of three and four men:
// RETROPROOF_SYZYGY, or the folder beside the clone where they may be. It skips the
// test if they are not there.
func realFiles(t testing.TB) string {
	t.Helper()
	for _, dir := range []string{os.Getenv("RETROPROOF_SYZYGY"), "../../../shared/data/tables", "../../../../shared/data/tables"} {
		if dir == "" {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, "KRvK.rtbw")); err == nil {
			return dir
		}
	}
	t.Skip("the published files are not there; RETROPROOF_SYZYGY names their directory")
	return ""
}

func position(t testing.TB, fen string) *chess.Position {
	t.Helper()
	p, err := chess.ParsePosition(fen)
	expect.NoError(t, err)
	return p
}

// Values of the published files, as python-chess reads them.
func TestVectors(t *testing.T) {
	t.Parallel()
	ts := OpenDir(realFiles(t))
	defer ts.Close()
	var v struct {
		fen string
		wdl WDL
		dtz int
	}
	for range expect.Rows(t, "testdata/vectors.tsv", &v.fen, &v.wdl, &v.dtz) {
		p := position(t, v.fen)
		w, err := ts.WDL(p)
		expect.NoError(t, err)
		d, err := ts.DTZ(p)
		if err != nil || w != v.wdl || d != v.dtz {
			t.Errorf("%s: %s, DTZ %d, %v, want %s and %d", v.fen, w, d, err, v.wdl, v.dtz)
		}
	}
}

// The value of a position is that of its best move, in random positions of all
// published files of four men, and in such with a right to capture en passant.
func TestMovesAgree(t *testing.T) {
	t.Parallel()
	ts := OpenDir(realFiles(t))
	defer ts.Close()
	r := rand.New(rand.NewPCG(11, 11))
	rounds := 20
	if testing.Short() {
		rounds = 3
	}
	var positions []*chess.Position
	for _, m := range append(table.Materials(3), table.Materials(4)...) {
		for i := range rounds {
			if i%2 == 1 {
				m = m.Flip()
			}
			positions = append(positions, tabletest.RandomPosition(r, m))
		}
	}
	positions = append(positions, enPassantPositions(r, 20*rounds)...)
	for _, p := range positions {
		w, err := ts.WDL(p)
		expect.NoError(t, err)
		d, err := ts.DTZ(p)
		expect.NoError(t, err)
		expect.Equal(t, WithClock(d, 0), w, "%s: DTZ %d of a", p, d)
		moves, err := ts.Moves(p)
		expect.NoError(t, err)
		if len(moves) == 0 {
			expect.Equal(t, d, map[bool]int{true: -1, false: 0}[p.InCheck()], "%s: no moves, DTZ", p)
			continue
		}
		// Distances that files have are moves in places, and so a ply off.
		if best := moves[0]; best.WDL != w || max(best.DTZ-d, d-best.DTZ) > 1 {
			t.Errorf("%s: %s, DTZ %d, the best move %s is a %s with DTZ %d", p, w, d, best.Move.UCI(), best.WDL, best.DTZ)
		}
	}
}

// enPassantPositions returns random positions of two pawns with a right to capture en
// passant.
func enPassantPositions(r *rand.Rand, n int) (list []*chess.Position) {
	for len(list) < n {
		s := chess.EmptySetup()
		file := r.IntN(8)
		beside := file + 2*r.IntN(2) - 1
		if beside < 0 || beside > 7 {
			continue
		}
		s.Turn = chess.Color(r.IntN(2))
		double, capturer, target, start := 3, 3, 2, 1
		if s.Turn == chess.White {
			double, capturer, target, start = 4, 4, 5, 6
		}
		s.Board[chess.MakeSquare(file, double)] = chess.MakeMan(s.Turn.Other(), chess.Pawn)
		s.Board[chess.MakeSquare(beside, capturer)] = chess.MakeMan(s.Turn, chess.Pawn)
		s.EnPassant = chess.MakeSquare(file, target)
		ok := true
		for c := chess.White; c <= chess.Black; c++ {
			sq := chess.Square(r.IntN(64))
			ok = ok && s.Board[sq] == chess.NoMan && sq != s.EnPassant && sq != chess.MakeSquare(file, start)
			s.Board[sq] = chess.MakeMan(c, chess.King)
		}
		if !ok {
			continue
		}
		if p, err := chess.NewPosition(s); err == nil && p.CapturableEnPassant() != chess.NoSquare {
			list = append(list, p)
		}
	}
	return list
}
