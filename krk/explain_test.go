package krk

import (
	"slices"
	"strings"
	"testing"

	"retroproof/proofs/krk/plain"
	"retroproof/proofs/krk/spec"
)

// Every move of the relation, from every position, is explained by the right
// step; and a sentence that is one.
func TestExplainAll(t *testing.T) {
	rd := spec.Default()
	r := defaultRelation()
	n := 0
	eachWithWhiteToMove(func(p Position) {
		if testing.Short() && !p.Canonical() {
			return
		}
		for _, q := range r.movesFrom(p) {
			n++
			e := judge(p, q, &rd).Explanation
			if e.Step != r.Step(p) || len(e.Sentence) < 20 || strings.ContainsAny(e.Sentence, "\n%") {
				t.Fatalf("%s %s: %s: %q, want %s", FEN(p), SAN(p, q), e.Step, e.Sentence, r.Step(p))
			}
			switch e.Step {
			case spec.ReadyToMate: // Lemma 3
				if !strings.Contains(e.Sentence, "and mate follows") {
					t.Fatalf("%s %s: %q", FEN(p), SAN(p, q), e.Sentence)
				}
			case spec.Squeeze, spec.KeepRoomDiag, spec.KeepRoomNonDiag:
				if !strings.Contains(e.Sentence, "files ") && !strings.Contains(e.Sentence, "ranks ") {
					t.Fatalf("%s %s: %q", FEN(p), SAN(p, q), e.Sentence)
				}
			}
			if e.before.divides() != plain.Divides(p, &rd) || e.after.divides() != plain.Divides(q, &rd) {
				t.Fatalf("%s %s: divides by files or ranks is not divides", FEN(p), SAN(p, q))
			}
		}
	})
	t.Logf("%d moves", n)
}

// The conditions that the explanations take one by one are together those of
// the strategy, in all readings.
func TestFailuresAreTheConditions(t *testing.T) {
	readings := map[string]func(*Reading){
		"default":         func(*Reading) {},
		"diagonal last":   func(rd *Reading) { rd.DiagonalLast = true },
		"ready rook only": func(rd *Reading) { rd.ReadyRookOnly = true },
		"no L-pattern":    func(rd *Reading) { rd.NoLPattern = true },
		"stalemate":       func(rd *Reading) { rd.AllowStalemate = true },
		"home": func(rd *Reading) {
			rd.HomeNoThree, rd.HomeNoGuard, rd.RookSafeDistance, rd.RoomLimit = true, true, 2, 4
		},
		"home adjacent": func(rd *Reading) {
			rd.HomeAdjacent, rd.CriticalByKing, rd.DividesLoosely, rd.ExposedMargin = true, true, true, 2
		},
	}
	for name, change := range readings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rd := spec.Default()
			change(&rd)
			var buf [22]Position
			eachWithWhiteToMove(func(p Position) {
				if !p.Canonical() || testing.Short() && p%11 != 0 {
					return
				}
				for _, q := range whiteMoves(buf[:0], p) {
					for step := spec.ImmediateMate; step < spec.NumSteps; step++ {
						ok, _ := on(&rd).Satisfies(step, p, q)
						f := failures(step, p, q, &rd)
						if ok != (f == 0) || !ok && p%16 == 0 && len(f.text(step, p, q, &rd)) < 10 {
							t.Fatalf("%s %s: %s is %t, failures %b: %q", FEN(p), SAN(p, q), step, ok, f, f.text(step, p, q, &rd))
						}
					}
				}
			})
		})
	}
}

func TestJudgeAll(t *testing.T) {
	rd := spec.Default()
	r := defaultRelation()
	var buf [22]Position
	legal(func(p Position) {
		if !p.Canonical() {
			return
		}
		for _, q := range legalMoves(buf[:0], p) {
			j := judge(p, q, &rd)
			if j.Problem != "" || j.Reply == p.White() || j.Explanation.Sentence == "" ||
				j.Strategy() != slices.Contains(r.movesFrom(p), q) || j.Step != r.Step(p) {
				t.Fatalf("%s %s: %+v", FEN(p), SAN(p, q), j)
			}
		}
	})
}

func TestJudge(t *testing.T) {
	const squeeze = "8/8/8/4k3/8/3K4/8/R7 w - - 0 1"
	for _, tt := range []struct {
		fen, move string
		strategy  bool
		sentence  string
	}{
		{squeeze, "Re1+", false, "uses Squeeze here, and the room does not fall ("},
		{squeeze, "Kc3", false, "which moves the rook, not the king"},
		{"1k6/8/1K6/8/8/8/8/7R w - - 0 1", "Rh8", true, "the rook checks from h8, and the black king on b8 has no square left"},
		{"1k6/8/1K6/8/8/8/8/7R w - - 0 1", "Rh7", false, "this move does not mate"},
		{"8/8/8/4k3/3R4/8/8/K7 b - - 0 1", "Kxd4", false, "takes the rook on d4, a draw"},
		{"8/8/8/4k3/3R4/8/8/K7 b - - 0 1", "Ke6", false, "a legal reply"},
	} {
		p := position(t, tt.fen)
		q, err := parseMove(p, tt.move)
		if err != nil {
			t.Error(err)
			continue
		}
		rd := spec.Default()
		j := judge(p, q, &rd)
		if j.Strategy() != tt.strategy || !strings.Contains(j.Explanation.Sentence, tt.sentence) {
			t.Errorf("%s %s: %t, %q; want %t, %q", tt.fen, tt.move, j.Strategy(), j.Explanation.Sentence, tt.strategy, tt.sentence)
		}
	}
}
