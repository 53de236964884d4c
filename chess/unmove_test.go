package chess

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// allUnmoveOptions are all ways to ask for un-moves.
var allUnmoveOptions = []UnmoveOptions{
	{EnPassantLegal, false}, {EnPassantLegal, true}, {EnPassantField, false}, {EnPassantField, true},
}

// unmoveLines returns the un-moves as text, sorted.
func unmoveLines(p *Position, o UnmoveOptions) []string {
	var lines []string
	for _, u := range p.Unmoves(nil, o) {
		lines = append(lines, u.String())
	}
	slices.Sort(lines)
	return lines
}

// checkUnmoves tests all that has to hold of the un-moves of any position, but
// for their completeness: each leads back to the position by a legal move, none
// occurs twice, and Retract and Replay restore everything.
func checkUnmoves(t testing.TB, p *Position, o UnmoveOptions) []Unmove {
	before := *p
	all := p.Unmoves(nil, o)
	fail := func(u Unmove, format string, args ...any) {
		t.Helper()
		t.Fatalf("%v, %+v: %v: %s", &before, o, u, fmt.Sprintf(format, args...))
	}
	seen := make(map[Unmove]bool, len(all))
	for _, u := range all {
		if seen[u] {
			fail(u, "twice")
		}
		seen[u] = true
		redo := p.Retract(u)
		q := *p
		p.Replay(u, redo)
		if *p != before {
			fail(u, "Replay leaves %v", p)
		}
		if q != before.Before(u) {
			fail(u, "Before and Retract differ")
		}
		checkPredecessor(t, &q, u, &before, o)
	}
	return all
}

// checkPredecessor tests that q is a position in all its parts, and that the move
// is legal there and leads to p.
func checkPredecessor(t testing.TB, q *Position, u Unmove, p *Position, o UnmoveOptions) {
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%v, %+v: %v: %s", p, o, u, fmt.Sprintf(format, args...))
	}
	fresh, err := NewPosition(q.Setup())
	if err != nil {
		fail("predecessor: %v", err)
	}
	if *fresh != *q {
		fail("predecessor %v is not what NewPosition makes of it", q)
	}
	if q.castling != u.Castling || q.enPassant != u.EnPassant || q.Captured(u.Move) != u.Captured {
		fail("predecessor %v is another one", q)
	}
	if !slices.Contains(q.LegalMoves(nil), u.Move) {
		fail("not legal in %v", q)
	}
	if o.EnPassant == EnPassantLegal && q.enPassant != q.capturable {
		fail("predecessor %v has a square without a capture", q)
	}
	if o.MaterialLimit && !(q.PossibleMaterial(White) && q.PossibleMaterial(Black)) {
		fail("predecessor %v has too many men", q)
	}
	after := *q
	after.Make(u.Move)
	if !leadsTo(&after, p, o.EnPassant) {
		fail("leads from %v to %v", q, after.FEN())
	}
}

// leadsTo reports whether a position that has come out of Make is p.
func leadsTo(after, p *Position, reading EnPassantReading) bool {
	if after.board != p.board || after.turn != p.turn || after.castling != p.castling {
		return false
	}
	if reading == EnPassantLegal && p.enPassant == NoSquare {
		return after.capturable == NoSquare
	}
	return after.enPassant == p.enPassant
}

// unmoveCases have one special case each. The un-moves are those to the square
// to, or all if that is NoSquare, grouped: notation, castling rights that were
// there, those that may have been, en passant squares that may.
var unmoveCases = []struct {
	name, fen, to string
	want          []string
}{
	{"un-captures", "4k3/8/8/8/8/8/8/K3N3 b - - 0 1", "e1", []string{
		"Nc2-e1 - - -", "Nc2xQe1 - - -", "Nc2xRe1 - - -", "Nc2xBe1 - - -", "Nc2xNe1 - - -",
		"Nd3-e1 - - -", "Nd3xQe1 - - -", "Nd3xRe1 - - -", "Nd3xBe1 - - -", "Nd3xNe1 - - -",
		"Nf3-e1 - - -", "Nf3xQe1 - - -", "Nf3xRe1 - - -", "Nf3xBe1 - - -", "Nf3xNe1 - - -",
		"Ng2-e1 - - -", "Ng2xQe1 - - -", "Ng2xRe1 - - -", "Ng2xBe1 - - -", "Ng2xNe1 - - -",
	}},
	{"pawns go straight, or capture", "k7/8/8/8/8/8/8/K7 w - - 0 1", "a1", nil},
	{"a pawn un-moves", "8/8/8/8/4P3/8/k7/2K5 b - - 0 1", "e4", []string{
		"e3-e4 - - -", "e2-e4 - - -",
		"d3xQe4 - - -", "d3xRe4 - - -", "d3xBe4 - - -", "d3xNe4 - - -", "d3xe4 - - -",
		"f3xQe4 - - -", "f3xRe4 - - -", "f3xBe4 - - -", "f3xNe4 - - -", "f3xe4 - - -",
	}},
	{"a pawn at home", "8/8/8/8/8/8/k3P3/2K5 b - - 0 1", "e2", nil},
	{"en passant square given", "8/8/8/8/4P3/8/k7/2K5 b - e3 0 1", "", []string{"e2-e4 - - -"}},
	{"no square, so no double step", "8/8/8/8/3pP3/8/k7/2K5 b - - 0 1", "e4", []string{
		"e3-e4 - - -",
		"d3xQe4 - - -", "d3xRe4 - - -", "d3xBe4 - - -", "d3xNe4 - - -", "d3xe4 - - -",
		"f3xQe4 - - -", "f3xRe4 - - -", "f3xBe4 - - -", "f3xNe4 - - -", "f3xe4 - - -",
	}},
	{"un-capture en passant", "8/3r4/3P4/8/8/8/k7/2K5 b - - 0 1", "d6", []string{
		"d5-d6 - - -",
		"c5xQd6 - - -", "c5xRd6 - - -", "c5xBd6 - - -", "c5xNd6 - - -", "c5xd6 - - -",
		"e5xQd6 - - -", "e5xRd6 - - -", "e5xBd6 - - -", "e5xNd6 - - -", "e5xd6 - - -",
	}},
	{"un-capture en passant possible", "8/8/3P4/8/8/8/k7/2K5 b - - 0 1", "d6", []string{
		"d5-d6 - - -",
		"c5xQd6 - - -", "c5xRd6 - - -", "c5xBd6 - - -", "c5xNd6 - - -", "c5xd6 - - -", "c5xd6 e.p. - - d6",
		"e5xQd6 - - -", "e5xRd6 - - -", "e5xBd6 - - -", "e5xNd6 - - -", "e5xd6 - - -", "e5xd6 e.p. - - d6",
	}},
	{"promotion", "1k6/8/8/8/8/8/8/K4n2 w - - 0 1", "f1", []string{
		"Nd2-f1 - - -", "Nd2xQf1 - - -", "Nd2xRf1 - - -", "Nd2xBf1 - - -", "Nd2xNf1 - - -",
		"Ne3-f1 - - -", "Ne3xQf1 - - -", "Ne3xRf1 - - -", "Ne3xBf1 - - -", "Ne3xNf1 - - -",
		"Ng3-f1 - - -", "Ng3xQf1 - - -", "Ng3xRf1 - - -", "Ng3xBf1 - - -", "Ng3xNf1 - - -",
		"Nh2-f1 - - -", "Nh2xQf1 - - -", "Nh2xRf1 - - -", "Nh2xBf1 - - -", "Nh2xNf1 - - -",
		"f2-f1=N - - -",
		"e2xQf1=N - - -", "e2xRf1=N - - -", "e2xBf1=N - - -", "e2xNf1=N - - -",
		"g2xQf1=N - - -", "g2xRf1=N - - -", "g2xBf1=N - - -", "g2xNf1=N - - -",
	}},
	{"castling", "4k3/8/8/8/8/8/5PPP/5RK1 b - - 0 1", "g1", []string{"0-0 K - -", "Kh1-g1 - - -", "Kh1xQg1 - - -", "Kh1xRg1 - - -", "Kh1xBg1 - - -", "Kh1xNg1 - - -"}},
	{"castling with the other rook at home", "r3k3/8/8/8/8/8/5PPP/R4RK1 b - - 0 1", "g1", []string{"0-0 K Q -", "Kh1-g1 - - -", "Kh1xQg1 - - -", "Kh1xRg1 - - -", "Kh1xBg1 - - -", "Kh1xNg1 - - -"}},
	{"castling queenside", "4k3/8/8/8/8/8/1PPP4/2KR4 b - - 0 1", "c1", []string{"0-0-0 Q - -", "Kb1-c1 - - -", "Kb1xQc1 - - -", "Kb1xRc1 - - -", "Kb1xBc1 - - -", "Kb1xNc1 - - -"}},
	{"no castling over a man", "4k3/8/8/8/8/8/1PPP4/1NKR4 b - - 0 1", "c1", nil},
	{"no castling through check", "4k3/8/8/8/8/4n3/1PPP4/2KR4 b - - 0 1", "c1", []string{"Kb1-c1 - - -", "Kb1xQc1 - - -", "Kb1xRc1 - - -", "Kb1xBc1 - - -", "Kb1xNc1 - - -"}},
	{"no castling out of check", "4k3/8/8/8/8/5n2/1PPP4/2KR4 b - - 0 1", "c1", []string{"Kb1-c1 - - -", "Kb1xQc1 - - -", "Kb1xRc1 - - -", "Kb1xBc1 - - -", "Kb1xNc1 - - -"}},
	{"castling over an attacked b1", "4k3/8/8/8/8/n7/2PP4/2KR4 b - - 0 1", "c1", []string{
		"0-0-0 Q - -",
		"Kb1-c1 - - -", "Kb1xQc1 - - -", "Kb1xRc1 - - -", "Kb1xBc1 - - -", "Kb1xNc1 - - -",
		"Kb2-c1 - - -", "Kb2xQc1 - - -", "Kb2xRc1 - - -", "Kb2xBc1 - - -", "Kb2xNc1 - - -",
	}},
	{"castling that discovers check", "3k4/8/8/8/8/8/PPP5/2KR4 b - - 0 1", "", []string{
		"0-0-0 Q - -", "Kd2-c1 - - -", "Kd2xQc1 - - -", "Kd2xRc1 - - -", "Kd2xBc1 - - -", "Kd2xNc1 - - -",
		"Re1-d1 - - -", "Re1xQd1 - - -", "Re1xRd1 - - -", "Re1xBd1 - - -", "Re1xNd1 - - -",
		"Rf1-d1 - - -", "Rf1xQd1 - - -", "Rf1xRd1 - - -", "Rf1xBd1 - - -", "Rf1xNd1 - - -",
		"Rg1-d1 - - -", "Rg1xQd1 - - -", "Rg1xRd1 - - -", "Rg1xBd1 - - -", "Rg1xNd1 - - -",
		"Rh1-d1 - - -", "Rh1xQd1 - - -", "Rh1xRd1 - - -", "Rh1xBd1 - - -", "Rh1xNd1 - - -",
	}},
	{"a right that is there", "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1", "", nil},
	{"a right that the king lost", "4k3/8/8/8/8/8/3PKP2/R2Q1B1R b - - 0 1", "e2", []string{
		"Ke1-e2 - KQ -", "Ke1xQe2 - KQ -", "Ke1xRe2 - KQ -", "Ke1xBe2 - KQ -", "Ke1xNe2 - KQ -", "Ke1xe2 - KQ -",
		"Kd3-e2 - - -", "Kd3xQe2 - - -", "Kd3xRe2 - - -", "Kd3xBe2 - - -", "Kd3xNe2 - - -", "Kd3xe2 - - -",
		"Ke3-e2 - - -", "Ke3xQe2 - - -", "Ke3xRe2 - - -", "Ke3xBe2 - - -", "Ke3xNe2 - - -", "Ke3xe2 - - -",
		"Kf3-e2 - - -", "Kf3xQe2 - - -", "Kf3xRe2 - - -", "Kf3xBe2 - - -", "Kf3xNe2 - - -", "Kf3xe2 - - -",
	}},
	{"rights of both sides that one capture loses", "4k2R/8/8/8/8/8/4N3/R3KN2 b Q - 0 1", "h8", []string{
		"Rh1xRh8 Q Kk -", "Rh2xRh8 Q k -", "Rh3xRh8 Q k -", "Rh4xRh8 Q k -", "Rh5xRh8 Q k -", "Rh6xRh8 Q k -", "Rh7xRh8 Q k -",
		"Rh1xNh8 Q K -", "Rh2xNh8 Q - -", "Rh3xNh8 Q - -", "Rh4xNh8 Q - -", "Rh5xNh8 Q - -", "Rh6xNh8 Q - -", "Rh7xNh8 Q - -",
		"Rh1xBh8 Q K -", "Rh2xBh8 Q - -", "Rh3xBh8 Q - -", "Rh4xBh8 Q - -", "Rh5xBh8 Q - -", "Rh6xBh8 Q - -", "Rh7xBh8 Q - -",
		"Rh1xQh8 Q K -", "Rh2xQh8 Q - -", "Rh3xQh8 Q - -", "Rh4xQh8 Q - -", "Rh5xQh8 Q - -", "Rh6xQh8 Q - -", "Rh7xQh8 Q - -",
		"Rh1-h8 Q K -", "Rh2-h8 Q - -", "Rh3-h8 Q - -", "Rh4-h8 Q - -", "Rh5-h8 Q - -", "Rh6-h8 Q - -", "Rh7-h8 Q - -",
		"g7xQh8=R Q - -", "g7xRh8=R Q k -", "g7xBh8=R Q - -", "g7xNh8=R Q - -", "h7-h8=R Q - -",
	}},
	{"en passant before", "4k3/8/8/pPpP4/8/8/8/K7 b - - 0 1", "a1", []string{
		"Ka2-a1 - - a6c6", "Ka2xQa1 - - -", "Ka2xRa1 - - -", "Ka2xBa1 - - a6c6", "Ka2xNa1 - - a6c6",
		"Kb1-a1 - - a6c6", "Kb1xQa1 - - -", "Kb1xRa1 - - -", "Kb1xBa1 - - a6c6", "Kb1xNa1 - - a6c6",
		"Kb2-a1 - - a6c6", "Kb2xQa1 - - -", "Kb2xRa1 - - a6c6", "Kb2xBa1 - - -", "Kb2xNa1 - - a6c6",
	}},
	{"discovered check", "4k3/8/8/1Q6/2B5/8/8/K7 b - - 0 1", "c4", nil},
	{"in check, where only that man can have moved", "4k3/8/8/8/8/5N2/4R3/K7 b - - 0 1", "f3", []string{
		"Ne5-f3 - - -", "Ne5xQf3 - - -", "Ne5xRf3 - - -", "Ne5xBf3 - - -", "Ne5xNf3 - - -", "Ne5xf3 - - -",
	}},
}

func groupedText(p *Position, r Retraction) string {
	squares := ""
	for s := range r.EnPassant.Squares() {
		squares += s.String()
	}
	if squares == "" {
		squares = "-"
	}
	return strings.Join([]string{p.UnmoveText(r.Move, r.Captured), r.Castling.String(), r.MayCastle.String(), squares}, " ")
}

func TestUnmoveCases(t *testing.T) {
	for _, tt := range unmoveCases {
		p := mustPosition(t, tt.fen)
		var got []string
		for _, r := range p.Retractions(nil, UnmoveOptions{}) {
			if tt.to == "" || r.Move.To().String() == tt.to {
				got = append(got, groupedText(p, r))
			}
		}
		slices.Sort(got)
		want := slices.Sorted(slices.Values(tt.want))
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s\ngot  %q\nwant %q", tt.name, tt.fen, got, want)
		}
		for _, o := range allUnmoveOptions {
			checkUnmoves(t, p, o)
		}
	}
}
