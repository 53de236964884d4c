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

var games = []game{
	{"no move", "", Initial, "", "", 0},
	{"clocks of the goal mean nothing", "", "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 57 1", "Nf3 Nf6", "", 0},
	{"double step, told", "", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "e4", "", 0},
	{"double step, not told, no capture", "", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e4", "", 0},
	{"double step, not told, a capture", "", "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1", "Nf3 d5 Nd4 d5", IllegalMove, 4},
	{"a pawn that can be captured", "", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKB1R b KQkq - 0 1", "Nf3 d5 Ng1 d4 e4", OtherBoard, 0},
	{"a pawn that can be captured, untold", "", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "Nf3 d5 Ng1 d4 e4", OtherEnPassant, 0},
	{"a pawn that can be captured, told", "", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "Nf3 d5 Ng1 d4 e4", "", 0},
	{"two steps are no double step", "", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "e3 d5 Nf3 d4 Ng1 Nf6 e4 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3", OtherBoard, 0},
	{"another square", "", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq d3 0 1", "e4", OtherEnPassant, 0},
	{"a square of last time", "", "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 1", "e4 e6", OtherEnPassant, 0},
	{"another side", "", "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1", "e3", OtherTurn, 0},
	{"other rights", "", "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b Qkq - 0 1", "e3", OtherCastling, 0},
	{"lost rights", "", "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Nf3 Nf6 Rg1 Ng8 Rh1 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", OtherTurn, 0},
	{"lost rights for good", "", Initial, "Nf3 Nf6 Rg1 Ng8 Rh1 Nf6 Ng1 Ng8", OtherCastling, 0},
	{"truncated", "", "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1", "Nf3", OtherBoard, 0},

	{"a wrong move", "", Initial, "Nf3 Nf6 Nd3", IllegalMove, 3},
	{"a move of the other side", "", Initial, "Nf6", IllegalMove, 1},
	{"nonsense", "", Initial, "Nf3 Nf9", NotAMove, 2},
	{"UCI", "", Initial, "g1f3 Nf6 Ng1 Ng8", IllegalMove, 1},
	{"a pawn told like UCI", "", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e2e4", "", 0},
	{"digits of castling", "", Initial, "e4 e5 Nf3 Nf6 Bc4 Bc5 0-0", NotAMove, 7},
	{"an annotation", "", Initial, "e4!", NotAMove, 1},
	{"a double sign", "", Initial, "e4++", NotAMove, 1},
	{"a capture without x", "", Initial, "e4 d5 ed5", IllegalMove, 3},
	{"a capture without a file", "", Initial, "e4 d5 xd5", NotAMove, 3},
	{"a capture with the rank alone", "", Initial, "e4 d5 4xd5", NotAMove, 3},
	{"a pawn that goes straight to a man", "", Initial, "e4 e5 e5", IllegalMove, 3},
	{"an x without a capture", "", Initial, "Nxf3", IllegalMove, 1},
	{"an empty move", "", Initial, "Nf3  Nf6", NotAMove, 2},
	{"a king by itself", "", Initial, "e4 e5 Nf3 Nf6 Bc4 Bc5 Kg1", IllegalMove, 7},

	{"ambiguous", "", Initial, "Nf3 Nf6 d3 d6 Nd2", AmbiguousMove, 5},
	{"not ambiguous by its file", "", Initial, "Nf3 Nf6 d3 d6 Nbd2", OtherBoard, 0},
	{"not ambiguous by a pin", "4k3/4r3/8/8/8/4N3/N7/4K3 w - - 0 1", "4k3/4r3/8/8/8/2N1N3/8/4K3 b - - 0 1", "Nc3", "", 0},
	{"a pinned man", "4k3/4r3/8/8/8/4N3/N7/4K3 w - - 0 1", "4k3/4r3/8/8/2N5/8/N7/4K3 b - - 0 1", "Nc4", IllegalMove, 1},

	{"a capture en passant that a pin forbids, untold", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1", "e4", "", 0},
	{"a capture en passant that a pin forbids, told", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "e4", "", 0},
	{"no mate, as the checker is captured by a promotion", "5k2/8/8/6R1/8/K7/4R1p1/R7 w - - 0 1", "5k2/8/8/6R1/8/K7/4R1p1/5R2 b - - 0 1", "Rf1#", FalseSign, 1},
	{"check, and a promotion", "5k2/8/8/6R1/8/K7/4R1p1/R7 w - - 0 1", "5k2/8/8/6R1/8/K7/4R1p1/5R2 b - - 0 1", "Rf1+", "", 0},

	{"mate", "", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 1", "f3 e5 g4 Qh4#", "", 0},
	{"mate is check", "", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 1", "f3 e5 g4 Qh4+", "", 0},
	{"mate without a sign", "", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 1", "f3 e5 g4 Qh4", "", 0},
	{"after mate", "", Initial, "f3 e5 g4 Qh4# a3", IllegalMove, 5},
	{"false check", "", Initial, "e4+", FalseSign, 1},
	{"false mate", "", Initial, "e4 e5 Qh5 Nc6 Qxf7#", FalseSign, 5},
	{"mate without check", "", Initial, "e4#", FalseSign, 1},

	{"castling", "", "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O", "", 0},
	{"castling through a man", "", Initial, "e4 e5 Bc4 Bc5 O-O", IllegalMove, 5},
	{"castling long", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "2kr4/8/8/8/8/8/8/4K3 w - - 0 1", "O-O-O", "", 0},
	{"castling long past b8", "r3k3/8/8/8/8/8/8/1R2K3 b q - 0 1", "2kr4/8/8/8/8/8/8/1R2K3 w - - 0 1", "O-O-O", "", 0},
	{"castling with a man on b8", "rn2k3/8/8/8/8/8/8/4K3 b q - 0 1", Initial, "O-O-O", IllegalMove, 1},
	{"castling out of check", "r3k3/8/8/8/8/8/8/4R1K1 b q - 0 1", Initial, "O-O-O", IllegalMove, 1},
	{"castling through check", "r3k3/8/8/8/8/8/8/3R2K1 b q - 0 1", Initial, "O-O-O", IllegalMove, 1},
	{"castling into check", "r3k3/8/8/8/8/8/8/2R3K1 b q - 0 1", Initial, "O-O-O", IllegalMove, 1},
	{"castling without the right", "r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", Initial, "O-O-O", IllegalMove, 1},
	{"castling with a captured rook", "4k3/8/8/8/8/8/6b1/4K2R b K - 0 1", Initial, "Bxh1 O-O", IllegalMove, 2},
	{"castling with mate", "5k2/6R1/4P3/8/8/8/8/4K2R w K - 0 1", "5k2/6R1/4P3/8/8/8/8/5RK1 b - - 0 1", "O-O#", FalseSign, 1},

	{"en passant", "", "rnbqkbnr/ppp1pppp/3P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e4 Nf6 e5 Ng8 a3 d5 exd6", OtherBoard, 0},
	{"en passant at once", "", "rnbqkb1r/ppp1pppp/3P1n2/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e4 Nf6 e5 d5 exd6", "", 0},
	{"en passant too late", "", Initial, "e4 a6 e5 d5 a3 a5 exd6", IllegalMove, 7},
	{"en passant, and the rank is open", "8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1", Initial, "dxc6", IllegalMove, 1},

	{"promotion", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a8=Q+", "", 0},
	{"promotion without a sign", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "N3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a8N", "", 0},
	{"promotion to a king", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", Initial, "a8=K", NotAMove, 1},
	{"no promotion", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", Initial, "a8", IllegalMove, 1},
	{"promotion too early", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", Initial, "a7=Q", IllegalMove, 1},
	{"promotion of a knight", "4k3/N7/8/8/8/8/8/4K3 w - - 0 1", Initial, "Nc8=Q", NotAMove, 1},

	{"the king is captured", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", Initial, "Rxe8", BadStart, 0},
	{"adjacent kings", "8/8/8/8/8/2k5/8/K7 w - - 0 1", Initial, "Kb2", IllegalMove, 1},
	{"two kings", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", Initial, "", BadStart, 0},
	{"a pawn on the last rank", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", Initial, "", BadStart, 0},
	{"a right without a rook", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", Initial, "", BadStart, 0},
	{"a right without a king at home", "4k3/8/8/8/8/8/3K4/7R w K - 0 1", Initial, "", BadStart, 0},
	{"an en passant square with a man on it", "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", Initial, "", BadStart, 0},
	{"an en passant square with a man behind it", "4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", Initial, "", BadStart, 0},
	{"an en passant square of a pawn that went too far", "4k3/8/8/8/8/8/4p3/4K3 w - e3 0 1", Initial, "", BadStart, 0},
	{"an en passant square without a pawn", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", Initial, "", BadStart, 0},
	{"an en passant square of the other side", "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", Initial, "", BadStart, 0},

	{"five fields", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", "", BadFEN, 0},
	{"rights in another order", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w QKkq - 0 1", "", BadFEN, 0},
	{"digits in a row", "", "rnbqkbnr/pppppppp/8/8/8/44/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", BadFEN, 0},
	{"a ninth square", "", "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", BadFEN, 0},
	{"a ninth rank", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1", "", BadFEN, 0},
	{"a clock with a sign", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - +0 1", "", BadFEN, 0},
	{"a clock with a leading zero", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 00 1", "", BadFEN, 0},
	{"the largest clock", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 999999999 1", "", "", 0},
	{"a larger clock", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1000000000 1", "", BadFEN, 0},
	{"a clock without end", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 9223372036854775807 1", "", BadFEN, 0},
	{"a side that there is not", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "", BadFEN, 0},
	{"two blanks", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w  KQkq - 0 1", "", BadFEN, 0},
}

func TestCheckSAN(t *testing.T) {
	for _, tt := range games {
		t.Run(tt.name, func(t *testing.T) {
			var moves []string
			if tt.moves != "" {
				moves = strings.Split(tt.moves, " ")
			}
			r, err := CheckSAN(tt.start, tt.goal, moves, Options{})
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

// TestCheck: games in UCI's notation.
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
	shuffle := strings.Fields(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 38)) // 152 plies
	after := func(n int) string {
		return []string{
			Initial,
			"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1",
			"rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
			"rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
		}[n%4]
	}
	for n, ok := range map[int]bool{149: true, 150: true, 151: false, 152: false} {
		_, err := CheckSAN("", after(n), shuffle[:n], Options{MaxQuiet: 150})
		expect.Equal(t, err == nil, ok, "%d quiet plies: %v", n, err)
		if _, err := CheckSAN("", after(n), shuffle[:n], Options{}); err != nil {
			t.Errorf("%d quiet plies without the rule: %v", n, err)
		}
	}
	// What the start's clock tells counts.
	start := strings.Replace(Initial, " 0 1", " 149 90", 1)
	if _, err := CheckSAN(start, after(1), shuffle[:1], Options{MaxQuiet: 150}); err != nil {
		t.Error(err)
	}
	if _, err := CheckSAN(start, after(2), shuffle[:2], Options{MaxQuiet: 150}); err == nil || !strings.Contains(err.Error(), "drawn") {
		t.Errorf("149 plies and two: %v", err)
	}
	if _, err := CheckSAN("", after(2), shuffle[:2], Options{MaxQuiet: 1}); err == nil {
		t.Error("two quiet plies, and one is the most")
	}
	if r, err := CheckSAN("", after(150), shuffle[:150], Options{}); err != nil || r.MaxQuiet != 150 {
		t.Errorf("%+v, %v", r, err)
	}
	const pawn = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 90"
	if r, err := CheckSAN(start, pawn, []string{"e4"}, Options{}); err != nil || r.MaxQuiet != 149 {
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
