package astar

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"retroproof/chess"
)

// row is one of the collected facts.
type row struct {
	id, kind    string
	goal, start chess.Setup
	want        string
}

// rowsOf returns the rows of some kinds.
func rowsOf(tb testing.TB, kinds ...string) (rows []row) {
	f, err := os.Open("../testdata/legality-cases.tsv")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		w := strings.Split(s.Text(), "\t")
		if len(w) < 5 {
			continue
		}
		for _, kind := range kinds {
			if w[1] != kind {
				continue
			}
			r := row{id: w[0], kind: kind, goal: setup(tb, w[2]), start: chess.InitialSetup(), want: w[4]}
			if w[3] != "" {
				r.start = setup(tb, w[3])
			}
			rows = append(rows, r)
		}
	}
	if s.Err() != nil || len(rows) == 0 {
		tb.Fatal("no rows", s.Err())
	}
	return rows
}

// setup parses a FEN.
func setup(tb testing.TB, fen string) chess.Setup {
	tb.Helper()
	s, err := chess.ParseFEN(fen)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// bound is Bound of setups that are positions.
func bound(tb testing.TB, start, goal *chess.Setup) Estimate {
	tb.Helper()
	e, err := Bound(start, goal)
	if err != nil {
		tb.Fatalf("%s to %s: %v", start, goal, err)
	}
	return e
}

func TestBoundRows(t *testing.T) {
	for _, r := range rowsOf(t, "bound") {
		e := bound(t, &r.start, &r.goal)
		ok := e.Reachable
		var op string
		var n int
		if r.want != "plies <= INT_MAX" {
			if _, err := fmt.Sscanf(r.want, "plies %s %d", &op, &n); err != nil {
				t.Fatal(err)
			}
			switch op {
			case "==":
				ok = ok && e.Plies == n
			case "<=":
				ok = ok && e.Plies <= n
			case ">=":
				ok = !e.Reachable || e.Plies >= n
			default:
				t.Fatal(op)
			}
		}
		t.Logf("%s %d, want %s", r.id, e.Plies, r.want)
		if !ok {
			t.Errorf("%s: reachable %t in %d plies, want %s: %s from %s", r.id, e.Reachable, e.Plies, r.want, &r.goal, &r.start)
		}
	}
}

func TestUnreachableRows(t *testing.T) {
	for _, r := range rowsOf(t, "unreachable") {
		if e := bound(t, &r.start, &r.goal); e.Reachable {
			t.Errorf("%s: reachable in %d plies: %s from %s", r.id, e.Plies, &r.goal, &r.start)
		}
	}
}

func TestLegalRows(t *testing.T) {
	for _, r := range rowsOf(t, "legal", "legal_ep_last_move", "shortest_plies") {
		e := bound(t, &r.start, &r.goal)
		t.Logf("%s %d, %s", r.id, e.Plies, r.want)
		if !e.Reachable {
			t.Errorf("%s: unreachable: %s from %s", r.id, &r.goal, &r.start)
		}
	}
}

// TestBlockedRows wants the squares that the rows list, and possibly more.
func TestBlockedRows(t *testing.T) {
	for _, r := range rowsOf(t, "blocked") {
		var want chess.Bitboard
		for _, name := range strings.FieldsFunc(r.want, func(c rune) bool { return strings.ContainsRune("(), ", c) }) {
			sq, err := chess.ParseSquare(strings.ToLower(name))
			if err != nil {
				t.Fatal(err)
			}
			want |= sq.Bit()
		}
		e := bound(t, &r.start, &r.goal)
		if !e.Reachable {
			continue // found before all blocked squares were
		}
		if want&^e.Blocked != 0 {
			t.Errorf("%s: blocked\n%vwant\n%v", r.id, e.Blocked, want)
		} else if e.Blocked != want {
			t.Logf("%s: also\n%v", r.id, e.Blocked&^want)
		}
	}
}
