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
		q := *p
		if q.Retract(u); q != p.Before(u) || *p != before {
			fail(u, "Before and Retract differ, or the position does")
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

// TestUnmoveEnPassantMatters is the position that a program calls illegal if it
// forgets en passant: before b5 White had just played d4, and Black could have
// captured on d3.
func TestUnmoveEnPassantMatters(t *testing.T) {
	p := mustPosition(t, "r1b5/2pp1ppp/p1n5/np6/K1kPp3/b1q1r3/8/8 w - - 0 1")
	got := unmoveLines(p, UnmoveOptions{MaterialLimit: true})
	for _, line := range []string{"b6b5 captP: - castle: - ep: -", "b6b5 captP: - castle: - ep: d3"} {
		if !slices.Contains(got, line) {
			t.Errorf("%q is not among %q", line, got)
		}
	}
}

// TestUnmoveReadings tells the two readings of the en passant square apart.
func TestUnmoveReadings(t *testing.T) {
	for _, tt := range []struct {
		fen          string
		legal, field []string // the un-moves of the pawn on e4 without un-capture
	}{
		// A double step that no pawn can meet leaves a square or none.
		{"4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", []string{"e2e4 -", "e3e4 -"}, []string{"e3e4 -"}},
		{"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", []string{"e2e4 -"}, []string{"e2e4 -"}},
		// One that a pawn can meet leaves a square.
		{"4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", []string{"e3e4 -"}, []string{"e3e4 -"}},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", []string{"e2e4 -"}, []string{"e2e4 -"}},
		// A pinned pawn does not count.
		{"3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1", []string{"e2e4 -", "e3e4 -"}, []string{"e3e4 -"}},
		// Before, b7-b5: nobody could capture on b6; then White's pawn on c5 can.
		{"4k3/8/8/1p6/4P3/8/8/4K3 b - e3 0 1", []string{"e2e4 -"}, []string{"e2e4 -", "e2e4 b6"}},
		{"4k3/8/8/1pP5/4P3/8/8/4K3 b - e3 0 1", []string{"e2e4 -", "e2e4 b6"}, []string{"e2e4 -", "e2e4 b6"}},
	} {
		p := mustPosition(t, tt.fen)
		for reading, want := range [][]string{EnPassantLegal: tt.legal, EnPassantField: tt.field} {
			var got []string
			for _, u := range p.Unmoves(nil, UnmoveOptions{EnPassant: EnPassantReading(reading)}) {
				if u.Move.To() == mustSquare("e4") && u.Captured == NoMan {
					got = append(got, u.Move.UCI()+" "+u.EnPassant.String())
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s, reading %d: %q, want %q", tt.fen, reading, got, want)
			}
		}
	}
}

// TestRetractionsGrouped wants the groups to be as large as they can be, and
// together the whole list.
func TestRetractionsGrouped(t *testing.T) {
	random := splitmix64(11)
	for range 300 {
		p := wildPosition(&random)
		for _, o := range allUnmoveOptions {
			var list []Unmove
			seen := make(map[Unmove]bool)
			for _, r := range p.Retractions(nil, o) {
				head := Unmove{Move: r.Move, Captured: r.Captured}
				if seen[head] {
					t.Fatalf("%v, %+v: %v twice", p, o, r)
				}
				seen[head] = true
				n := len(list)
				list = r.Unmoves(list)
				if len(list)-n != r.Len() || r.Castling&r.MayCastle != 0 {
					t.Fatalf("%v, %+v: %v", p, o, r)
				}
			}
			if !slices.Equal(list, p.Unmoves(nil, o)) {
				t.Fatalf("%v, %+v", p, o)
			}
		}
	}
}

func TestUnmoveText(t *testing.T) {
	for _, tt := range []struct{ fen, want, line string }{
		{"rnbqkbnr/pppB1ppp/4p3/1Q6/4P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1", "Bc6xNd7", "c6d7 captP: N castle: KQkq ep: -"},
		{"rnbqkbnr/pppB1ppp/4p3/1Q6/4P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1", "Bc6xd7", "c6d7 captP: P castle: KQkq ep: -"},
		{"4k3/8/8/8/8/8/5PPP/R4RK1 b - - 0 1", "0-0", "e1g1 captP: - castle: KQ ep: -"},
		{"2kr4/ppp5/8/8/8/8/8/4K3 w - - 0 1", "0-0-0", "e8c8 captP: - castle: q ep: -"},
		{"8/8/3P4/8/8/8/k7/2K5 b - - 0 1", "e5xd6 e.p.", "e5d6 captP: P castle: - ep: d6"},
		{"1k6/8/8/8/8/8/8/K4n2 w - - 0 1", "f2-f1=N", "f2f1n captP: - castle: - ep: -"},
		{"1k6/8/8/8/8/8/8/K4n2 w - - 0 1", "e2xRf1=N", "e2f1n captP: R castle: - ep: -"},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "e2-e4", "e2e4 captP: - castle: KQkq ep: -"},
		{"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", "Ng1-f3", "g1f3 captP: - castle: KQkq ep: -"},
	} {
		p := mustPosition(t, tt.fen)
		found := false
		for _, u := range p.Unmoves(nil, UnmoveOptions{}) {
			if u.String() == tt.line && p.UnmoveText(u.Move, u.Captured) == tt.want {
				found = true
			}
		}
		if !found {
			t.Errorf("%s: no un-move %q, %q", tt.fen, tt.want, tt.line)
		}
	}
}

// TestNoUnmoves has positions that no move leads to, and so cannot be legal,
// whatever the men.
func TestNoUnmoves(t *testing.T) {
	for _, tt := range []struct{ name, fen string }{
		{"a check that no move gives", "1r4R1/4rp2/Pk2B1Qp/B2n3r/qb1r2Q1/2Q1NKbn/2BR1R1N/2R2Q1n b - - 0 1"},
		{"three checks", "4k3/8/3N4/8/B3R3/8/8/K7 b - - 0 1"},
		{"check by a pawn that has not moved", "8/8/8/8/8/3k4/4P3/7K b - - 0 1"},
		{"king and rook that may castle, and have not moved", "k7/8/8/8/8/8/8/4K2R b K - 0 1"},
		{"an en passant square, and check by another man", "4k3/8/8/8/P7/8/8/4R2K b - a3 0 1"},
		{"an en passant square, and check before", "4k3/8/3N4/8/4P3/8/8/7K b - e3 0 1"},
		{"check from two knights", "4k3/8/3N1N2/8/8/8/8/K7 b - - 0 1"},
	} {
		p := mustPosition(t, tt.fen)
		for _, o := range allUnmoveOptions {
			if all := p.Unmoves(nil, o); len(all) > 0 {
				t.Errorf("%s: %s, %+v: %v", tt.name, tt.fen, o, all)
			}
		}
	}
	// Only the men tell here: nothing is left that could have been captured.
	p := mustPosition(t, "rnbqkbnr/ppp1pppp/2Bp4/1Q6/4P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1")
	if n := len(p.Unmoves(nil, UnmoveOptions{})); n == 0 {
		t.Errorf("%v: no un-moves", p)
	}
	if all := p.Unmoves(nil, UnmoveOptions{MaterialLimit: true}); len(all) > 0 {
		t.Errorf("%v: %v", p, all)
	}
}

func TestRetractClocks(t *testing.T) {
	for _, tt := range []struct{ fen, unmove, want string }{
		{"4k3/8/8/8/8/8/8/4K1N1 b - - 7 30", "f3g1 captP: - castle: - ep: -", "6 30"},
		{"4k3/8/8/8/8/8/8/4K1N1 b - - 0 30", "f3g1 captP: - castle: - ep: -", "0 30"},
		{"4k3/8/8/8/8/8/8/4K1N1 b - - 7 30", "f3g1 captP: R castle: - ep: -", "0 30"},
		{"4k1N1/8/8/8/8/8/8/4K3 b - - 7 30", "g7g8n captP: - castle: - ep: -", "0 30"},
		{"4k3/8/8/8/8/6p1/8/4K3 w - - 0 30", "g4g3 captP: - castle: - ep: -", "0 29"},
		{"4k3/8/8/8/8/8/8/4K1n1 w - - 5 30", "h3g1 captP: - castle: - ep: -", "4 29"},
		{"4k3/8/8/8/8/8/8/4K1n1 w - - 5 1", "h3g1 captP: - castle: - ep: -", "4 1"},
		{"4k3/8/8/8/8/8/8/4K1n1 w - - 5 0", "h3g1 captP: - castle: - ep: -", "4 0"},
	} {
		p := mustPosition(t, tt.fen)
		found := false
		for _, u := range p.Unmoves(nil, UnmoveOptions{}) {
			if u.String() == tt.unmove {
				found = true
				q := p.Before(u)
				if fen := q.FEN(); !strings.HasSuffix(fen, " "+tt.want) {
					t.Errorf("%s: %s: %s, want %s", tt.fen, tt.unmove, fen, tt.want)
				}
			}
		}
		if !found {
			t.Errorf("%s: no un-move %s", tt.fen, tt.unmove)
		}
	}
}

func TestPossibleMaterial(t *testing.T) {
	for _, tt := range []struct {
		fen          string
		white, black bool
	}{
		{InitialFEN, true, true},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNNQKBNR w KQkq - 0 1", false, true},
		{"rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNNQKBNR w KQkq - 0 1", true, true},
		{"rnbqkrnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true, false},
		{"rnbqkrnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true, true},
		{"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", true, false},
		{"4k3/8/8/8/QQQQ4/QQQQ4/Q7/4K3 b - - 0 1", true, true},
		{"7k/8/QQ6/QQ6/QQ6/QQ6/QQ6/4K3 b - - 0 1", false, true},
		// Two bishops on light squares: one was a pawn.
		{"4k3/8/8/8/8/8/PPPPPPPP/2B1KB2 w - - 0 1", true, true},
		{"4k3/8/8/8/8/3B4/PPPPPPPP/4KB2 w - - 0 1", false, true},
		{"4k3/8/8/8/8/3B4/1PPPPPPP/4KB2 w - - 0 1", true, true},
	} {
		p := mustPosition(t, tt.fen)
		if w, b := p.PossibleMaterial(White), p.PossibleMaterial(Black); w != tt.white || b != tt.black {
			t.Errorf("%s: %v, %v", tt.fen, w, b)
		}
	}
}

// TestMaterialLimit wants of the limit that it leaves out just the un-moves after
// which the men are impossible.
func TestMaterialLimit(t *testing.T) {
	random := splitmix64(5)
	left, all := 0, 0
	compare := func(p *Position) {
		for _, reading := range []EnPassantReading{EnPassantLegal, EnPassantField} {
			var want []Unmove
			list := p.Unmoves(nil, UnmoveOptions{EnPassant: reading})
			for _, u := range list {
				if q := p.Before(u); q.PossibleMaterial(White) && q.PossibleMaterial(Black) {
					want = append(want, u)
				}
			}
			got := p.Unmoves(nil, UnmoveOptions{EnPassant: reading, MaterialLimit: true})
			if !slices.Equal(got, want) {
				t.Fatalf("%v, reading %d:\ngot  %v\nwant %v", p, reading, got, want)
			}
			all += len(list)
			left += len(want)
		}
	}
	for range 100 {
		compare(wildPosition(&random))
		randomGame(&random, 60, compare)
	}
	t.Logf("%d of %d un-moves are left", left, all)
}
