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

func TestCases(t *testing.T) {
	for _, tt := range games(t) {
		t.Run(tt.name, func(t *testing.T) {
			var moves []string
			if tt.moves != "" {
				moves = strings.Split(tt.moves, " ")
			}
			r, err := Check(tt.start, tt.goal, moves, Options{})
			var e *Error
			switch errors.As(err, &e); {
			case tt.reason == "" && err != nil:
				t.Fatalf("refused: %v", err)
			case tt.reason == "" && (r.Plies != len(moves) || r.End == nil):
				t.Errorf("%+v", r)
			case tt.reason != "" && (e == nil || e.Reason != tt.reason || e.Ply != tt.ply):
				t.Errorf("got %v (%+v), want %s at ply %d", err, e, tt.reason, tt.ply)
			}
		})
	}
}

// TestCheck: what is a move, and what the positions between are.
func TestCheck(t *testing.T) {
	const castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	const pawns = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
	for _, tt := range []game{
		{"no move", "", Initial, "", "", 0},
		{"two moves", "", "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 57 1", "g1f3 g8f6", "", 0},
		{"a wrong move", "", Initial, "g1f3 g8f6 f3f4", IllegalMove, 3},
		{"a move of the other side", "", Initial, "g8f6", IllegalMove, 1},
		{"from an empty square", "", Initial, "e4e5", IllegalMove, 1},
		{"to the same square", "", Initial, "e2e2", IllegalMove, 1},
		{"castling", castle, "r4rk1/8/8/8/8/8/8/2KR3R w - - 0 1", "e1c1 e8g8", "", 0},
		{"castling as the king takes its rook", castle, castle, "e1h1", IllegalMove, 1},
		{"castling without the right", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", Initial, "e1g1", IllegalMove, 1},
		{"a man that leaves the line of a check", "k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1", Initial, "e2d2", IllegalMove, 1},
		{"a king that goes to an attacked square", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", Initial, "e1e2", IllegalMove, 1},
		{"a rook that jumps", castle, castle, "h1f1 h8d8", IllegalMove, 2},
		{"en passant", "", "rnbqkb1r/ppp1pppp/3P1n2/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e2e4 g8f6 e4e5 d7d5 e5d6", "", 0},
		{"en passant too late", "", Initial, "e2e4 a7a6 e4e5 d7d5 a2a3 a6a5 e5d6", IllegalMove, 7},
		{"promotion", pawns, "Qn2k3/8/8/8/8/8/8/4K3 b - - 0 1", "a7a8q", "", 0},
		{"promotion by a capture", pawns, "1N2k3/8/8/8/8/8/8/4K3 b - - 0 1", "a7b8n", "", 0},
		{"no promotion", pawns, Initial, "a7a8", IllegalMove, 1},
		{"a capital", pawns, Initial, "a7a8Q", NotAMove, 1},
		{"promotion to a king", pawns, Initial, "a7a8k", NotAMove, 1},
		{"promotion to a pawn", pawns, Initial, "a7a8p", NotAMove, 1},
		{"a king that promotes", pawns, Initial, "e1e2q", IllegalMove, 1},
		{"a pawn that promotes too early", "", Initial, "e2e4q", IllegalMove, 1},
		{"a hyphen", "", Initial, "e2-e4", NotAMove, 1},
		{"a blank", "", Initial, "e2e4 ", NotAMove, 2},
		{"a capital square", "", Initial, "E2E4", NotAMove, 1},
		{"no file", "", Initial, "i2i4", NotAMove, 1},
		{"no rank", "", Initial, "e2e9", NotAMove, 1},
		{"rank 0", "", Initial, "e0e1", NotAMove, 1},
		{"the null move", "", Initial, "0000", NotAMove, 1},
		{"SAN", "", Initial, "Nf3", NotAMove, 1},
		{"another goal", "", Initial, "g1f3", OtherBoard, 0},
		{"text behind a move", "", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e2e4qq", NotAMove, 1},
	} {
		moves := strings.Split(tt.moves, " ")
		if tt.moves == "" {
			moves = nil
		}
		seen := 0
		_, err := Check(tt.start, tt.goal, moves, Options{Each: func(*Position) { seen++ }})
		var e *Error
		errors.As(err, &e)
		switch {
		case tt.reason == "" && (err != nil || seen != len(moves)):
			t.Errorf("%s: refused, or %d positions are seen: %v", tt.name, seen, err)
		case tt.reason != "" && (e == nil || e.Reason != tt.reason || e.Ply != tt.ply):
			t.Errorf("%s: got %v (%+v), want %s at ply %d", tt.name, err, e, tt.reason, tt.ply)
		}
	}
}

// TestMaxQuiet: the goal may be reached by the last ply that the rule allows, and no
// move follows.
func TestMaxQuiet(t *testing.T) {
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
		if _, err := Check("", after(n), shuffle[:n], Options{}); err != nil {
			t.Errorf("%d quiet plies without the rule: %v", n, err)
		}
	}
	// What the start's clock tells counts.
	start := strings.Replace(Initial, " 0 1", " 149 90", 1)
	if _, err := Check(start, after(1), shuffle[:1], Options{MaxQuiet: 150}); err != nil {
		t.Error(err)
	}
	if _, err := Check(start, after(2), shuffle[:2], Options{MaxQuiet: 150}); err == nil || !strings.Contains(err.Error(), "drawn") {
		t.Errorf("149 plies and two: %v", err)
	}
	if _, err := Check("", after(2), shuffle[:2], Options{MaxQuiet: 1}); err == nil {
		t.Error("two quiet plies, and one is the most")
	}
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
