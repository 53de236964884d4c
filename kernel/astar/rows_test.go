package astar

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// row is one of the collected facts.
type row struct {
	id, kind    string
	goal, start chess.Setup
	want        string
}

// rowsOf returns the rows of some kinds.
func rowsOf(tb testing.TB, kinds ...string) (rows []row) {
	f := expect.Must(os.Open("../../testdata/legality/legality-cases.tsv"))
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
	s := expect.Must(chess.ParseFEN(fen))
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
	t.Parallel()
	for _, r := range rowsOf(t, "bound") {
		e := bound(t, &r.start, &r.goal)
		ok := e.Reachable
		var op string
		var n int
		if r.want != "plies <= INT_MAX" {
			expect.NoError(t, expect.Err(fmt.Sscanf(r.want, "plies %s %d", &op, &n)))
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
	t.Parallel()
	for _, r := range rowsOf(t, "unreachable") {
		if e := bound(t, &r.start, &r.goal); e.Reachable {
			t.Errorf("%s: reachable in %d plies: %s from %s", r.id, e.Plies, &r.goal, &r.start)
		}
	}
}

func TestLegalRows(t *testing.T) {
	t.Parallel()
	for _, r := range rowsOf(t, "legal", "legal_ep_last_move", "shortest_plies") {
		e := bound(t, &r.start, &r.goal)
		t.Logf("%s %d, %s", r.id, e.Plies, r.want)
		if !e.Reachable {
			t.Errorf("%s: unreachable: %s from %s", r.id, &r.goal, &r.start)
		}
		if r.kind == "shortest_plies" || testing.Short() {
			continue
		}
		found := expect.Must(SearchWithRestarts(context.Background(), &r.start, &r.goal, Options{Nodes: 100_000, LastMoves: true}))
		t.Logf("%s: %s after %d nodes, %d plies, %d remain", r.id, found.Status, found.Nodes, len(found.Moves), found.Remain)
		// These two take a hundred plies, and are for construction.
		if found.Status == Unreachable || found.Status == Unknown && r.id != "T0565" && r.id != "T0566" {
			t.Errorf("%s: %s", r.id, found.Status)
		}
	}
}

// TestBounds has bounds that random games hardly test: all are the length of a shortest
// game, too.
func TestBounds(t *testing.T) {
	t.Parallel()
	var tt struct {
		start, goal string
		plies       int
	}
	for range expect.Rows(t, "testdata/bounds.tsv", &tt.start, &tt.goal, &tt.plies) {
		start, goal := setup(t, tt.start), setup(t, tt.goal)
		if e := bound(t, &start, &goal); !e.Reachable || e.Plies != tt.plies {
			t.Errorf("%s\n%s\nbound %d, reachable %t, want %d", tt.start, tt.goal, e.Plies, e.Reachable, tt.plies)
		}
		if r := find(t, &start, &goal, Options{WeightA: 1, WeightB: 1}); len(r.Moves) != tt.plies {
			t.Errorf("%s\n%s\n%s in %d plies, want %d", tt.start, tt.goal, r.Status, len(r.Moves), tt.plies)
		}
	}
}

// TestBlockedRows wants the squares that the rows list, and possibly more.
func TestBlockedRows(t *testing.T) {
	t.Parallel()
	for _, r := range rowsOf(t, "blocked") {
		var want chess.Bitboard
		for _, name := range strings.FieldsFunc(r.want, func(c rune) bool { return strings.ContainsRune("(), ", c) }) {
			sq := expect.Must(chess.ParseSquare(strings.ToLower(name)))
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

// TestRandomSample wants no bound to refute a legal position of the random sample.
func TestRandomSample(t *testing.T) {
	t.Parallel()
	f := expect.Must(os.Open("../../testdata/legality/legality-random-1k.tsv"))
	defer f.Close()
	start := chess.InitialSetup()
	legal, refuted, all := 0, 0, 0
	for s := bufio.NewScanner(f); s.Scan(); {
		w := strings.Split(s.Text(), "\t")
		if len(w) < 3 || w[2] != "legal" && w[2] != "illegal" {
			continue
		}
		goal := setup(t, w[0])
		e, err := Bound(&start, &goal)
		if err != nil {
			continue // no position at all
		}
		switch {
		case w[2] == "legal" && !e.Reachable:
			t.Errorf("%s is legal", w[0])
		case w[2] == "legal":
			legal++
		default:
			all++
			if !e.Reachable {
				refuted++
			}
		}
	}
	if legal == 0 {
		t.Error("no legal positions")
	}
	t.Logf("%d legal positions are reachable; %d of %d illegal ones refuted by the bound alone", legal, refuted, all)
}
