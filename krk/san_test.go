package krk

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"retroproof/proofs/krk/spec"
)

// legal calls f for a legal position of every orbit of the board's symmetries
// and, without -short, one of seven others (make soundness: all).
func legal(f func(Position)) {
	for p := range Position(spec.NumPositions) {
		if isLegal(p) && (long || p.Canonical() && p%5 == 0 || !testing.Short() && p%11 == 0) {
			f(p)
		}
	}
}

func TestNotationOfAllMoves(t *testing.T) {
	n, captures := 0, 0
	var buf [22]Position
	legal(func(p Position) {
		seen := map[string]bool{}
		for _, q := range legalMoves(buf[:0], p) {
			n++
			san, uci := SAN(p, q), uci(p, q)
			if seen[san] || seen[uci] {
				t.Fatalf("%s: two moves %s, %s", FEN(p), san, uci)
			}
			seen[san], seen[uci] = true, true
			if strings.Contains(san, "x") {
				captures++
			}
			texts := []string{san, uci}
			if p.Canonical() { // the same for its symmetric images
				texts = append(texts, strings.TrimRight(san, "+#"), strings.Replace(san, "x", "", 1)+"!?")
			}
			for _, text := range texts {
				if got, err := parseMove(p, text); err != nil || got != q {
					t.Fatalf("%s: %s read as %s, %v", FEN(p), text, FEN(got), err)
				}
			}
			if why := reachedProblem(p, q); why != "" {
				t.Fatalf("%s %s: %s", FEN(p), san, why)
			}
		}
	})
	t.Logf("%d moves, %d captures", n, captures)
	if captures == 0 {
		t.Error("no captures")
	}
}

// A move between any two squares has a problem if and only if it is not legal.
func TestProblemsOfAllMoves(t *testing.T) {
	var buf [22]Position
	for p := range Position(spec.NumPositions) {
		if !isLegal(p) || !p.Canonical() || !long && p%5 != 0 {
			continue
		}
		qs := legalMoves(buf[:0], p)
		n := 0
		for from := range Square(64) {
			// Squares without a man are all alike.
			if from != p.WK() && from != p.BK() && from != p.R() && from != 0 {
				continue
			}
			for to := range Square(64) {
				if moveProblem(p, from, to) == "" {
					n++
				}
			}
		}
		if n != len(qs) {
			t.Fatalf("%s: %d moves without a problem, want %d", FEN(p), n, len(qs))
		}
	}
}

func position(t *testing.T, fen string) Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestSAN(t *testing.T) {
	for _, tt := range []struct{ fen, uci, san string }{
		{"8/8/8/4k3/8/8/8/K2R4 w - - 0 1", "d1d4", "Rd4"},
		{"8/8/8/4k3/8/8/8/K2R4 w - - 0 1", "d1e1", "Re1+"},
		{"1k6/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "Rh8#"},
		{"k7/8/K7/R7/8/8/8/8 w - - 0 1", "a6b6", "Kb6+"},
		{"k7/8/8/K7/8/8/8/R7 w - - 0 1", "a5b5", "Kb5+"},
		{"8/8/8/4k3/3R4/8/8/K7 b - - 0 1", "e5d4", "Kxd4"},
		{"8/8/8/4k3/3R4/8/8/K7 b - - 0 1", "e5f6", "Kf6"},
	} {
		p := position(t, tt.fen)
		q, err := parseMove(p, tt.uci)
		if err != nil {
			t.Errorf("%s: %v", tt.fen, err)
			continue
		}
		if got := SAN(p, q); got != tt.san {
			t.Errorf("%s %s: %s, want %s", tt.fen, tt.uci, got, tt.san)
		}
	}
}

func TestBadMoves(t *testing.T) {
	const white, black = "8/8/8/4k3/8/3K4/8/3R4 w - - 0 1", "8/8/8/4k3/8/3K4/8/3R4 b - - 0 1"
	for _, tt := range []struct {
		fen, move string
		reason    moveReason
		detail    string
	}{
		{white, "", moveSyntax, "want SAN such as Kd5"},
		{white, "Rd9", moveSyntax, ""},
		{white, "O-O-O", moveSyntax, ""},
		{white, "Qd2", moveSyntax, ""},
		{white, "e7e8q", moveSyntax, ""},
		{white, strings.Repeat("\xff", 100), moveSyntax, ""},
		{white, "Ke4", illegalMove, "e4 is next to the black king on e5"},
		{white, "Kd6", illegalMove, "a king does not go from d3 to d6"},
		{white, "Rd5", illegalMove, "the white king on d3 is in the rook's way"},
		{white, "Re2", illegalMove, "a rook does not go from d1 to e2"},
		{white, "Rh1d2", illegalMove, "the man stands on d1, not on h1"},
		{white, "e5e6", illegalMove, "White is to move, and the man on e5 is Black's"},
		{white, "a1a2", illegalMove, "White has no man on a1"},
		{white, "d1d3", illegalMove, "White's own man stands on d3"},
		{white, "d1d1", illegalMove, "the man on d1 does not move"},
		{black, "Kd4", illegalMove, "d4 is next to the white king on d3"},
		{black, "Rd2", illegalMove, "Black has no rook"},
		{black, "d1d2", illegalMove, "Black is to move, and the man on d1 is White's"},
		{"8/8/8/4k3/8/K7/8/3R4 b - - 0 1", "Kd5", illegalMove, "the rook on d1 attacks d5"},
		{"8/8/8/R3k3/8/8/8/K7 b - - 0 1", "Kd5", illegalMove, "the rook on a5 attacks d5"},
		{"8/8/8/k1R5/8/8/K7/8 b - - 0 1", "Kb4", "", ""},
		{"8/8/8/3Rk3/8/3K4/8/8 w - - 0 1", "Rd5", illegalMove, ""},
		{"k6R/8/1K6/8/8/8/8/8 b - - 0 1", "Ka7", gameOver, "the game is over: Black is mated"},
		{"k7/1R6/1K6/8/8/8/8/8 b - - 0 1", "Ka7", gameOver, "the game is over: Black is stalemated"},
	} {
		p, err := parseReached(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		_, err = parseMove(p, tt.move)
		var bad *MoveError
		switch {
		case tt.reason == "" && err == nil:
		case !errors.As(err, &bad), bad.reason != tt.reason, !strings.Contains(bad.detail, tt.detail):
			t.Errorf("%s %q: %v, want %s: %s", tt.fen, tt.move, err, tt.reason, tt.detail)
		case strings.Contains(err.Error(), "\xff") || strings.Contains(err.Error(), "\n"):
			t.Errorf("%q", err.Error())
		}
	}
}

func TestParseReached(t *testing.T) {
	const white, black = "8/8/8/4k3/8/3K4/8/3R4 w - - 0 1", "8/8/8/4k3/3R4/8/8/K7 b - - 0 1"
	for _, tt := range []struct{ from, to, problem string }{
		{white, "8/8/8/4k3/8/3K4/3R4/8 b - - 1 1", ""},
		{white, "8/8/8/4k3/4K3/8/8/3R4 b - - 1 1", "e4 is next to the black king on e5"},
		{white, "8/8/8/4k3/8/3K4/3R4/8 w - - 1 1", "White is to move in both positions"},
		{white, "8/8/8/4k3/8/3K4/8/3R4 b - - 1 1", "no man has moved"},
		{white, "8/8/8/4k3/8/2K5/3R4/8 b - - 1 1", "more than one man has moved: white king d3-c3, rook d1-d2"},
		{white, "8/8/8/4k3/8/3K4/8/8 b - - 1 1", "the rook on d1 has vanished"},
		{black, "8/8/8/8/3k4/8/8/K7 w - - 0 2", ""},
		{black, "8/8/8/8/4k3/8/8/K7 w - - 0 2", "the rook on d4 has vanished"},
		{black, "8/8/8/8/3Rk3/8/8/K7 w - - 0 2", "the rook on d4 attacks e4"},
		{black, "8/8/8/4k3/3R4/8/8/K7 b - - 0 2", "Black is to move in both positions"},
		{"8/8/8/4k3/8/3K4/8/3R4 b - - 0 1", "8/8/8/8/4k3/3K4/8/3R4 w - - 1 2", "e4 is next to the white king on d3"},
	} {
		q, err := parseReached(tt.to)
		if err != nil {
			t.Errorf("%s: %v", tt.to, err)
			continue
		}
		if got := reachedProblem(position(t, tt.from), q); got != tt.problem {
			t.Errorf("%s to %s: %q, want %q", tt.from, tt.to, got, tt.problem)
		}
	}
	for _, fen := range []string{"x", "8/8/8/8/8/8/8/KK6 w - - 0 1", "8/8/8/8/8/8/8/kk6 w - - 0 1",
		"8/8/8/4k3/8/3K4/8/3Q4 w - - 0 1", "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1"} {
		if q, err := parseReached(fen); err == nil {
			t.Errorf("%s: read as %s", fen, FEN(q))
		}
	}
}

func FuzzParseMove(f *testing.F) {
	for _, s := range []string{"Rd4+", "Kxd4", "e8d7", "R1a3", "O-O", "", "\xff"} {
		f.Add(uint32(12345), s)
	}
	f.Fuzz(func(t *testing.T, n uint32, s string) {
		p := Position(n % spec.NumPositions)
		if !isLegal(p) {
			return
		}
		q, err := parseMove(p, s)
		switch {
		case err == nil && !slices.Contains(legalMoves(nil, p), q):
			t.Errorf("%s %q: reached %s", FEN(p), s, FEN(q))
		case err != nil && strings.Contains(err.Error(), "\n"):
			t.Errorf("%q", err.Error())
		}
	})
}
