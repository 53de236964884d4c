package chess

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
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

// TestUnmoveCases: one special case a row. The un-moves are those to the square to, or all if that is empty, grouped:
// notation, castling rights that were there, those that may have been, en passant squares that may.
func TestUnmoveCases(t *testing.T) {
	t.Parallel()
	var tt struct {
		name, fen, to string
		want          []string
	}
	for range expect.Rows(t, "testdata/unmove-cases.tsv", &tt.name, &tt.fen, &tt.to, &tt.want) {
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
	t.Parallel()
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
	t.Parallel()
	e4 := expect.Must(ParseSquare("e4"))
	var tt struct {
		fen          string
		legal, field []string // the un-moves of the pawn on e4 without un-capture
	}
	for range expect.Rows(t, "testdata/unmove-readings.tsv", &tt.fen, &tt.legal, &tt.field) {
		p := mustPosition(t, tt.fen)
		for reading, want := range [][]string{EnPassantLegal: tt.legal, EnPassantField: tt.field} {
			var got []string
			for _, u := range p.Unmoves(nil, UnmoveOptions{EnPassant: EnPassantReading(reading)}) {
				if u.Move.To() == e4 && u.Captured == NoMan {
					got = append(got, u.Move.UCI()+" "+u.EnPassant.String())
				}
			}
			slices.Sort(got)
			expect.List(t, got, want, "%s, reading %d", tt.fen, reading)
		}
	}
}

func TestUnmoveText(t *testing.T) {
	t.Parallel()
	var tt struct{ fen, want, line string }
	for range expect.Rows(t, "testdata/unmove-text.tsv", &tt.fen, &tt.want, &tt.line) {
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
	t.Parallel()
	var tt struct{ name, fen string }
	for range expect.Rows(t, "testdata/no-unmoves.tsv", &tt.name, &tt.fen) {
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
	t.Parallel()
	var tt struct{ fen, unmove, want string }
	for range expect.Rows(t, "testdata/retract-clocks.tsv", &tt.fen, &tt.unmove, &tt.want) {
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
	t.Parallel()
	var tt struct {
		fen          string
		white, black bool
	}
	for range expect.Rows(t, "testdata/possible-material.tsv", &tt.fen, &tt.white, &tt.black) {
		p := mustPosition(t, tt.fen)
		if w, b := p.PossibleMaterial(White), p.PossibleMaterial(Black); w != tt.white || b != tt.black {
			t.Errorf("%s: %v, %v", tt.fen, w, b)
		}
	}
}

// TestMaterialLimit wants of the limit that it leaves out just the un-moves after
// which the men are impossible.
func TestMaterialLimit(t *testing.T) {
	t.Parallel()
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
