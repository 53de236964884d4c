package replay

import (
	"errors"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// game is a case of Check: the reason is "" if the game is accepted.
type game struct {
	name, start, goal, moves string
	reason                   Reason
	ply                      int
}

// games reads the cases of testdata/games.tsv.
func games(t testing.TB) (list []game) {
	t.Helper()
	var g game
	for range expect.Rows(t, "testdata/games.tsv", &g.name, &g.start, &g.goal, &g.moves, &g.reason, &g.ply) {
		list = append(list, g)
	}
	return list
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, tt := range games(t) {
		t.Run(tt.name, func(t *testing.T) {
			var moves []string
			if tt.moves != "" {
				moves = strings.Split(tt.moves, " ")
			}
			seen := 0
			r, err := Check(tt.start, tt.goal, moves, Options{Each: func(*Position) { seen++ }})
			var e *Error
			switch errors.As(err, &e); {
			case tt.reason == "" && err != nil:
				t.Fatalf("refused: %v", err)
			case tt.reason == "" && (r.Plies != len(moves) || seen != len(moves) || r.End == nil):
				t.Errorf("%+v", r)
			case tt.reason != "" && (e == nil || e.Reason != tt.reason || e.Ply != tt.ply):
				t.Errorf("got %v (%+v), want %s at ply %d", err, e, tt.reason, tt.ply)
			}
		})
	}
}

// TestMaxQuiet: the goal may be reached by the last ply that the rule allows, and no
// move follows.
func TestMaxQuiet(t *testing.T) {
	t.Parallel()
	shuffle := strings.Fields(strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 38)) // 152 plies
	after := func(n int) string {
		return []string{
			Initial,
			"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1",
			"rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
			"rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
		}[n%4]
	}
	for n, ok := range map[int]bool{149: true, 150: true, 151: false, 152: false} {
		_, err := Check("", after(n), shuffle[:n], Options{MaxQuiet: 150})
		expect.Equal(t, err == nil, ok, "%d quiet plies: %v", n, err)
		expect.Succeeds(t, expect.Err(Check("", after(n), shuffle[:n], Options{})), "%d quiet plies without the rule", n)
	}
	// What the start's clock tells counts.
	start := strings.Replace(Initial, " 0 1", " 149 90", 1)
	expect.Succeeds(t, expect.Err(Check(start, after(1), shuffle[:1], Options{MaxQuiet: 150})), "Check")
	expect.ErrorSays(t, expect.Err(Check(start, after(2), shuffle[:2], Options{MaxQuiet: 150})), "drawn",
		"149 plies and two")
	expect.Fails(t, expect.Err(Check("", after(2), shuffle[:2], Options{MaxQuiet: 1})),
		"two quiet plies, and one is the most")
	if r, err := Check("", after(150), shuffle[:150], Options{}); err != nil || r.MaxQuiet != 150 {
		t.Errorf("%+v, %v", r, err)
	}
	const pawn = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 90"
	if r, err := Check(start, pawn, []string{"e2e4"}, Options{}); err != nil || r.MaxQuiet != 149 {
		t.Errorf("a pawn's move after 149 plies: got %d in a row, %v, want 149", r.MaxQuiet, err)
	}
}

// TestKingsAreNotCaptured: not even in a position that no game has, where it could be.
func TestKingsAreNotCaptured(t *testing.T) {
	t.Parallel()
	const a1, e1, e8 = 0, 4, 60
	p := Place(true, "KQk", a1, e1, e8)
	if p.Legal(e1, e8) {
		t.Error("a queen captures a king")
	}
	for text := range p.Moves {
		if text == "e1e8" {
			t.Error("e1e8 is a move")
		}
	}
}
