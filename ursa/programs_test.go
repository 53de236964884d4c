package ursa_test

import (
	"path/filepath"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/sat"
	"retroproof/ursa"
)

// The programs of testdata/ursa, with their numbers of solutions.
func TestPrograms(t *testing.T) {
	want := map[string]string{
		"queens-columns": "92", "queens-sets": "92", "queens-squares": "92", "send-more": "1", "magic-square": "8 1",
		"sudoku": "1", "lcg": "1", "xor-swap": "0 0", "golomb": "1", "ramsey": "1", "colours": "1", "pythagoras": "20",
		"kqk-mates": "3936",
	}
	optima := map[string]int64{"golomb": 34, "ramsey": 32, "colours": 3}
	files, err := filepath.Glob("../testdata/ursa/*.urs")
	if err != nil || len(files) != len(want)+1 {
		t.Fatalf("%d programs, want %d and krk.urs: %v", len(files), len(want), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".urs")
		if name == "krk" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			strict := name != "sudoku" // which passes elements
			p, err := ursa.Parse(file, readText(t, file), 0, strict)
			expect.NoError(t, err)
			out, err := runWith(p, ursa.Options{})
			expect.NoError(t, err)
			if got := out.counts(); got != want[name] || len(out.warnings) > 0 {
				t.Errorf("%s solutions, want %s; warnings %q", got, want[name], out.warnings)
			}
			if v := optima[name]; v != 0 && (out.optimum == nil || !out.optimum.Found || out.optimum.Value.Int64() != v) {
				t.Errorf("optimum %+v, want %d", out.optimum, v)
			}
		})
	}
}

// The mates by the queen are counted again, by the rules of chess on bitboards.
func TestQueenMates(t *testing.T) {
	mates := 0
	for k := range chess.Square(64) {
		for b := range chess.Square(64) {
			for q := range chess.Square(64) {
				if k == b || k == q || b == q {
					continue
				}
				var s chess.Setup
				s.Board[k], s.Board[b], s.Board[q] = chess.WhiteKing, chess.BlackKing, chess.WhiteQueen
				s.Turn = chess.White
				s.EnPassant, s.FullmoveNumber = chess.NoSquare, 1
				p, err := chess.NewPosition(s)
				if err != nil {
					continue
				}
				for _, m := range p.LegalMoves(nil) {
					if m.From() != q {
						continue
					}
					after := *p
					after.Make(m)
					if after.IsCheckmate() {
						mates++
					}
				}
			}
		}
	}
	expect.Equal(t, mates, 3936, "mates by the rules of chess")
}

// The enumerations of the embedded solvers are the same.
func TestSolversAgree(t *testing.T) {
	for _, src := range []string{squareProgram, "assert_all(nx*nx*nx + 3*ny == 17 && ny < nx);", "assert_all(b1 || nx > 200);"} {
		for _, a := range assertions(t, src) {
			one, err := a.Count(t.Context(), sat.Embedded)
			expect.NoError(t, err)
			two, err := a.Count(t.Context(), sat.Native)
			if err != nil || one.Cmp(two) != 0 {
				t.Errorf("%s: %v solutions by one solver, %v by the other: %v", src, one, two, err)
			}
		}
	}
}
