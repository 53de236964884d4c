package retro

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/cputime"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// exchanged returns a position in exchanged colours.
func exchanged(p *chess.Position) *chess.Position {
	s, from := chess.EmptySetup(), p.Setup()
	s.Turn = from.Turn.Other()
	for _, m := range from.Men() {
		s.Board[m.Square^56] = chess.MakeMan(m.Man.Color().Other(), m.Man.Kind())
	}
	if from.EnPassant != chess.NoSquare {
		s.EnPassant = from.EnPassant ^ 56
	}
	q, err := chess.NewPosition(s)
	if err != nil {
		panic(err)
	}
	return q
}

// TestMovesAgreeWithProbe: the value of a position is that of its best move; and
// exchanged colours change nothing.
func TestMovesAgreeWithProbe(t *testing.T) {
	t.Parallel()
	ts := allTables(t)
	r := rand.New(rand.NewPCG(1, 2))
	for _, m := range append(table.Materials(3), table.Materials(4)...) {
		if !has(ts, m) {
			continue
		}
		for range 300 {
			p := tabletest.RandomPosition(r, m)
			for range 3 { // some plies on, so that rights to capture en passant arise
				v := checkMoves(t, ts, p)
				if w, err := ts.Probe(exchanged(p)); w != v || err != nil {
					t.Errorf("%s: %v, in exchanged colours %v, %v", p.FEN(), v, w, err)
				}
				moves := p.LegalMoves(nil)
				if len(moves) == 0 {
					break
				}
				p.Make(moves[r.IntN(len(moves))])
			}
		}
	}
}

func checkMoves(t *testing.T, ts *Tables, p *chess.Position) table.Value {
	t.Helper()
	v, err := ts.Probe(p)
	expect.NoError(t, err)
	moves, err := ts.Moves(p)
	expect.NoError(t, err)
	want := table.Value{Result: table.Drawn}
	switch {
	case len(moves) > 0:
		want = moves[0].Exact
	case p.InCheck():
		want = table.Value{Result: table.Lost, Plies: 0}
	}
	expect.Equal(t, v, want, "%s", p.FEN())
	expect.Equal(t, len(moves), p.CountMoves(), "%s", p.FEN())
	for i, m := range moves {
		if i > 0 && table.Better(m.Exact, moves[i-1].Exact) != moves[i-1].Exact {
			t.Errorf("%s: %s comes before %s", p.FEN(), moves[i-1].SAN, m.SAN)
		}
		if m.Mate != (m.Exact == table.Value{Result: table.Won, Plies: 1}) || m.Mate != strings.HasSuffix(m.SAN, "#") {
			t.Errorf("%s: %s is %v", p.FEN(), m.SAN, m.Exact)
		}
	}
	return v
}

// TestProbeOnlyEnPassant: where the capture en passant is the only move, the
// table has a stalemate or a mate, which does not count. It takes five men, so
// that the tables are made up.
func TestProbeOnlyEnPassant(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fen                string
		tab, capture, want table.Value
	}{
		{"8/8/8/5K2/5pPk/5R2/8/8 b - g3 0 1", table.Value{Result: table.Drawn}, table.Value{Result: table.Won, Plies: 7}, table.Value{Result: table.Lost, Plies: 8}},
		{"8/8/5R2/7k/5KPp/8/8/8 b - g3 0 1", table.Value{Result: table.Lost, Plies: 0}, table.Value{Result: table.Won, Plies: 9}, table.Value{Result: table.Lost, Plies: 10}},
		{"8/8/5R2/7k/5KPp/8/8/8 b - g3 0 1", table.Value{Result: table.Lost, Plies: 0}, table.Value{Result: table.Drawn}, table.Value{Result: table.Drawn}},
		// With another move as well.
		{"8/8/7k/8/1pP5/7K/8/8 b - c3 0 1", table.Value{Result: table.Lost, Plies: 4}, table.Value{Result: table.Won, Plies: 9}, table.Value{Result: table.Lost, Plies: 10}},
		{"8/8/7k/8/1pP5/7K/8/8 b - c3 0 1", table.Value{Result: table.Lost, Plies: 14}, table.Value{Result: table.Won, Plies: 9}, table.Value{Result: table.Lost, Plies: 14}},
		{"8/8/7k/8/1pP5/7K/8/8 b - c3 0 1", table.Value{Result: table.Drawn}, table.Value{Result: table.Won, Plies: 9}, table.Value{Result: table.Drawn}},
		{"8/8/7k/8/1pP5/7K/8/8 b - c3 0 1", table.Value{Result: table.Won, Plies: 5}, table.Value{Result: table.Lost, Plies: 2}, table.Value{Result: table.Won, Plies: 3}},
	} {
		p := mustPosition(t, c.fen)
		got, err := probeEnPassant(p, func(q *chess.Position) (table.Value, error) {
			if *q == *p {
				return c.tab, nil
			}
			return c.capture, nil
		})
		if got != c.want || err != nil {
			t.Errorf("%s: %v, %v, want %v", c.fen, got, err, c.want)
		}
	}
}

func TestProbeBareKings(t *testing.T) {
	t.Parallel()
	ts := NewTables()
	p := mustPosition(t, "8/8/8/3k4/8/8/8/K7 w - - 0 1")
	if v, err := ts.Probe(p); v != (table.Value{Result: table.Drawn}) || err != nil {
		t.Errorf("%v, %v", v, err)
	}
	moves, err := ts.Moves(p)
	if err != nil || len(moves) != 3 || moves[0].SAN != "Kb1" || moves[0].Exact.Result != table.Drawn {
		t.Errorf("%v, %v", moves, err)
	}
	line, err := ts.Line(context.Background(), p)
	if err != nil || len(line.Moves) != 0 || line.Outcome != notation.Draw {
		t.Errorf("%v, %v", line, err)
	}
}

func TestProbeErrors(t *testing.T) {
	t.Parallel()
	ts := allTables(t)
	var castling *CastlingError
	p := mustPosition(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	if _, err := ts.Probe(p); !errors.As(err, &castling) || castling.Rights != chess.WhiteKingside {
		t.Errorf("Probe: %v", err)
	}
	if _, err := ts.Moves(p); !errors.As(err, &castling) {
		t.Errorf("Moves: %v", err)
	}
	if _, err := ts.Line(context.Background(), p); !errors.As(err, &castling) {
		t.Errorf("Line: %v", err)
	}
	var missing *table.MissingError
	if _, err := ts.Probe(chess.InitialPosition()); errors.As(err, &missing) {
		t.Errorf("Probe of the initial position: %v", err) // its castling rights come first
	}
	p = mustPosition(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")
	if _, err := ts.Probe(p); !errors.As(err, &missing) || missing.Material.Men() != 32 {
		t.Errorf("Probe of 32 men: %v", err)
	}
}

func TestMovesRanked(t *testing.T) {
	t.Parallel()
	ts := allTables(t)
	moves, err := ts.Moves(mustPosition(t, "8/4P1k1/8/8/8/8/8/K7 w - - 0 1"))
	expect.NoError(t, err)
	var got []string
	for _, m := range moves {
		got = append(got, m.SAN+" "+m.Exact.String())
	}
	want := []string{
		"e8=Q win in 17 plies", "e8=R win in 31 plies",
		"Kb1 draw", "Ka2 draw", "Kb2 draw", "e8=B draw", "e8=N+ draw",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	ts := allTables(t)
	var fen, result string
	for range expect.Rows(t, "testdata/lines.tsv", &fen, &result) {
		p := mustPosition(t, fen)
		if !has(ts, table.MaterialOfPosition(p)) {
			continue
		}
		line, err := ts.Line(context.Background(), p)
		if err != nil {
			t.Error(err)
			continue
		}
		v, err := ts.Probe(p)
		expect.NoError(t, err)
		expect.Equal(t, len(line.Moves), v.Plies, "%s", fen)
		if result != "" && string(line.Outcome) != result {
			t.Errorf("%s: %s, want %s", fen, line.Outcome, result)
		}
		at := *p
		for _, m := range line.Moves {
			parsed, err := notation.ParseSAN(&at, m.SAN)
			if err != nil || parsed != m.Move {
				t.Errorf("%s: %s at %s: %v", fen, m.SAN, at.FEN(), err)
			}
			at.Make(m.Move)
		}
		if line.Outcome != notation.Draw && !at.IsCheckmate() {
			t.Errorf("%s: the line ends with %s", fen, at.FEN())
		}
		var text strings.Builder
		line.Comments = true
		if err := line.Text(&text); err != nil {
			t.Error(err)
		}
		if !strings.HasSuffix(text.String(), string(line.Outcome)+"\n\n") {
			t.Errorf("%s: PGN %s", fen, text.String())
		}
	}
}

func TestLineCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := mustPosition(t, "8/8/8/8/8/2k5/1R6/K7 w - - 0 1")
	if _, err := allTables(t).Line(ctx, p); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// BenchmarkProbe probes random positions on one core: of all tables of four men in memory; in
// files, of one table, and of all tables of three and four men mixed: when every block that is
// asked for has been read before, and, as first probes, with that reading.
func BenchmarkProbe(b *testing.B) {
	whole := allTables(b)
	dir := b.TempDir()
	var four, all []table.Material
	for men := 3; men <= 4; men++ {
		for _, m := range table.Materials(men) {
			if !has(whole, m) {
				continue
			}
			writeTables(b, dir, m.String())
			all = append(all, m)
			if men == 4 {
				four = append(four, m)
			}
		}
	}
	files := OpenDir(dir)
	defer files.Close()
	for _, c := range []struct {
		name      string
		tables    *Tables
		materials []table.Material
	}{
		{"memory", whole, four},
		{"file", files, []table.Material{tabletest.Material("KQvKR")}},
		{"files", files, all},
	} {
		b.Run(c.name, func(b *testing.B) { benchmarkProbe(b, c.tables, c.materials) })
	}
}

func benchmarkProbe(b *testing.B, ts *Tables, materials []table.Material) {
	r := rand.New(rand.NewPCG(7, 8))
	var positions []*chess.Position
	for _, m := range materials {
		for range 70_000 / len(materials) {
			positions = append(positions, tabletest.RandomPosition(r, m))
		}
	}
	r.Shuffle(len(positions), func(i, j int) { positions[i], positions[j] = positions[j], positions[i] })
	start := cputime.Self()
	for _, p := range positions {
		if _, err := ts.Probe(p); err != nil {
			b.Fatal(err)
		}
	}
	first := float64(len(positions)) / (cputime.Self() - start).Seconds()
	b.ReportAllocs()
	i := 0
	start = cputime.Self()
	for b.Loop() {
		if _, err := ts.Probe(positions[i]); err != nil {
			b.Fatal(err)
		}
		if i++; i == len(positions) {
			i = 0
		}
	}
	b.ReportMetric(float64(b.N)/(cputime.Self()-start).Seconds(), "probes/cpu-s")
	b.ReportMetric(first, "first-probes/cpu-s")
}
