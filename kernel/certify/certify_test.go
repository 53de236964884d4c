package certify

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/proofs/illegal"
	"retroproof/proofs/lrat/gunzip"
)

// setup reads a FEN.
func setup(t testing.TB, fen string) *chess.Setup {
	t.Helper()
	s := expect.Must(chess.ParseFEN(fen))
	return &s
}

// decide finds a position illegal.
func decide(t testing.TB, fen string, start *chess.Setup) *kernel.Decision {
	t.Helper()
	d, err := kernel.Decide(context.Background(), setup(t, fen), kernel.DecideOptions{Start: start, Time: -1})
	expect.NoError(t, err)
	if d.Verdict != kernel.Illegal {
		t.Fatalf("%s is %s", fen, d.Verdict)
	}
	return &d
}

// certify makes the certificate of a position.
func certify(t testing.TB, c *Certifier, fen string, start *chess.Setup) *Certificate {
	t.Helper()
	one, err := c.Certify(context.Background(), decide(t, fen, start))
	expect.NoError(t, err)
	return one
}

// check checks a container.
func check(t testing.TB, data []byte) *illegal.Report {
	t.Helper()
	r, err := illegal.Check(context.Background(), gunzip.NewReader(bytes.NewReader(data)), illegal.Options{})
	expect.NoError(t, err)
	return r
}

// row is a row of the data of package kernel that is illegal.
type row struct {
	name, fen string
	start     *chess.Setup
}

// illegalRows returns the illegal rows of a file, with the columns of FEN and
// start, counted from 0.
func illegalRows(t testing.TB, file string, fen, start int, illegal func(cells []string) bool) (rows []row) {
	t.Helper()
	data := expect.Must(os.ReadFile(filepath.Join("..", "..", "testdata", "legality", file)))
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if strings.HasPrefix(line, "#") || len(cells) < 3 || !illegal(cells) {
			continue
		}
		r := row{name: cells[0], fen: cells[fen]}
		if start > 0 && cells[start] != "" {
			r.start = setup(t, cells[start])
		}
		rows = append(rows, r)
	}
	if len(rows) == 0 {
		t.Fatalf("no rows in %s", file)
	}
	return rows
}

// TestCases: every illegal position of the data has a certificate.
func TestCases(t *testing.T) {
	kinds := []string{"illegal", "illegal_parity", "unreachable", "nokernel"}
	for _, file := range []string{"legality-cases.tsv", "seed-figures.tsv"} {
		for i, r := range illegalRows(t, file, 2, 3, func(cells []string) bool { return slices.Contains(kinds, cells[1]) }) {
			if testing.Short() && i%4 > 0 {
				continue
			}
			d, err := kernel.Decide(context.Background(), setup(t, r.fen), kernel.DecideOptions{Start: r.start, Time: -1})
			if err != nil || d.Verdict != kernel.Illegal {
				t.Errorf("%s: %s is %s: %v", r.name, r.fen, d.Verdict, err)
				continue
			}
			c := New(Options{Start: r.start})
			one, err := c.Certify(context.Background(), &d)
			if err != nil {
				t.Errorf("%s: %v", r.name, err)
				continue
			}
			var out bytes.Buffer
			expect.NoError(t, c.Write(&out, one))
			if report := check(t, out.Bytes()); report.FEN != r.fen {
				t.Errorf("%s: the certificate is about %s", r.name, report.FEN)
			}
		}
	}
}

// TestSamples: every illegal position of 1,000 uniform samples has a certificate,
// and one container has them all.
func TestSamples(t *testing.T) {
	rows := illegalRows(t, "legality-random-1k.tsv", 0, -1, func(cells []string) bool { return cells[2] == "illegal" })
	expect.Equal(t, len(rows), 949, "positions")
	switch {
	case testing.Short():
		rows = rows[:60]
	case !expect.Long:
		rows = rows[:400]
	}
	c := New(Options{})
	part, err := c.OpenPart(filepath.Join(t.TempDir(), "part"))
	expect.NoError(t, err)
	expect.NoError(t, part.Begin())
	goals := make([]chess.Setup, len(rows))
	for i, r := range rows {
		goals[i] = *setup(t, r.fen)
	}
	made := make([]*Certificate, len(rows))
	var workers sync.WaitGroup
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(rows)); i = next.Add(1) - 1 {
				d, err := kernel.Decide(context.Background(), &goals[i], kernel.DecideOptions{Time: -1})
				if err == nil {
					made[i], err = c.Certify(context.Background(), &d)
				}
				expect.Succeeds(t, err, "%s", rows[i].fen)
			}
		})
	}
	workers.Wait()
	if t.Failed() {
		return
	}
	for _, one := range made {
		expect.NoError(t, part.Add(one))
	}
	var out bytes.Buffer
	expect.NoError(t, part.Finish(&out))
	report := check(t, out.Bytes())
	expect.Equal(t, report.Positions, int64(len(rows)), "positions")
	t.Logf("%d bytes\n%s", out.Len(), report)
}

// examples are positions that have formulas in common.
var examples = []string{
	"rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1",
	"8/8/8/8/8/8/8/Kk6 w - - 0 1",
	"rnbqkbnr/1ppppppp/8/8/8/1P2P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1",
	"rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR b KQkq - 3 7",
	"4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1",
	"rnbqkbnr/1ppppppp/8/8/8/1P2P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1",
}

// partOf appends the examples from the first on that is not there yet, as far as
// most allows. It returns the container if all are there.
func partOf(t testing.TB, path string, most int) []byte {
	t.Helper()
	c := New(Options{})
	part, err := c.OpenPart(path)
	expect.NoError(t, err)
	defer part.Close()
	have := 0
	for ; have < len(examples); have++ {
		ok, err := part.Resume(examples[have])
		expect.NoError(t, err)
		if !ok {
			break
		}
	}
	expect.NoError(t, part.Begin())
	for ; have < min(most, len(examples)); have++ {
		expect.NoError(t, part.Add(certify(t, c, examples[have], nil)))
	}
	expect.NoError(t, part.Flush())
	if have < len(examples) {
		return nil
	}
	var out bytes.Buffer
	expect.NoError(t, part.Finish(&out))
	return out.Bytes()
}

// TestResume: however a run is cut short, going on with what it has left comes to
// the same container.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "whole")
	want := partOf(t, path, len(examples))
	if report := check(t, want); report.Positions != int64(len(examples)) || report.Cores > 4 {
		t.Errorf("%s", report)
	}
	whole := expect.Must(os.ReadFile(path))
	step := max(1, len(whole)/25)
	for n := 0; n < len(whole); n += step {
		cut := filepath.Join(dir, "cut")
		expect.NoError(t, os.WriteFile(cut, whole[:n], 0o666))
		if got := partOf(t, cut, len(examples)); !bytes.Equal(got, want) {
			t.Errorf("after %d bytes of %d the container is another", n, len(whole))
		}
		// Damage is like an end.
		damaged := bytes.Clone(whole)
		damaged[n] ^= 0x10
		if n < len(partHeader(New(Options{}))) {
			continue
		}
		expect.NoError(t, os.WriteFile(cut, damaged, 0o666))
		if got := partOf(t, cut, len(examples)); !bytes.Equal(got, want) {
			t.Errorf("with byte %d of %d damaged the container is another", n, len(whole))
		}
	}
	for most := range len(examples) {
		few := filepath.Join(dir, "few")
		os.Remove(few)
		partOf(t, few, most)
		if got := partOf(t, few, len(examples)); !bytes.Equal(got, want) {
			t.Errorf("after %d positions the container is another", most)
		}
	}
}

// TestResumeOther: what another run has left is not gone on with.
func TestResumeOther(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part")
	partOf(t, path, 2)
	expect.ErrorIs(t, expect.Err(New(Options{Start: setup(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")}).OpenPart(path)), ErrPart,
		"another start")
	part, err := New(Options{}).OpenPart(path)
	expect.NoError(t, err)
	defer part.Close()
	expect.ErrorIs(t, expect.Err(part.Resume(examples[1])), ErrPart, "another position")
	other := filepath.Join(t.TempDir(), "other")
	expect.NoError(t, os.WriteFile(other, []byte("something that is dear to somebody\n"), 0o666))
	expect.ErrorIs(t, expect.Err(New(Options{}).OpenPart(other)), ErrPart, "another file")
}

// TestNoCertificate: what has none.
func TestNoCertificate(t *testing.T) {
	c := New(Options{})
	legal, err := kernel.Decide(context.Background(), setup(t, chess.InitialFEN), kernel.DecideOptions{})
	expect.NoError(t, err)
	expect.ErrorIs(t, expect.Err(c.Certify(context.Background(), &legal)), errNotIllegal, "the start")
	d := decide(t, examples[0], nil)
	if _, err := New(Options{Start: setup(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")}).Certify(context.Background(), d); !errors.Is(err, errNotIllegal) {
		t.Errorf("another start: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	expect.ErrorIs(t, expect.Err(New(Options{}).Certify(ctx, d)), context.Canceled, "interrupted")
	// A decision that is wrong: search and formula disagree, or rule and checker.
	wrong := *d
	wrong.Setup = *setup(t, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
	wrong.Evidence = &kernel.Evidence{Setup: wrong.Setup, Reason: "NoKernel"}
	expect.ErrorIs(t, expect.Err(c.Certify(context.Background(), &wrong)), errModel, "a kernel")
	wrong.Evidence = &kernel.Evidence{Setup: wrong.Setup, Reason: "OppositeCheck"}
	expect.ErrorIs(t, expect.Err(c.Certify(context.Background(), &wrong)), errFails, "an argument")
}

// TestGames: a game is replayed before it is written, and a part with games is gone
// on with.
func TestGames(t *testing.T) {
	goal := setup(t, "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2")
	c := New(Options{})
	if _, err := c.Game(goal, []string{"Nf3", "Nd6"}); !errors.Is(err, errFails) {
		t.Fatalf("a wrong game: %v", err)
	}
	game, err := c.Game(goal, []string{"Nf3", "Nf6"})
	expect.NoError(t, err)
	const illegal = "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"
	name := filepath.Join(t.TempDir(), "part")
	var want []byte
	// The second time the part is there already, with the first two of its records.
	for round := range 2 {
		c := New(Options{})
		p, err := c.OpenPart(name)
		expect.NoError(t, err)
		list := []*Certificate{game, certify(t, c, illegal, nil), game}
		from := 0
		for _, fen := range []string{goal.FEN(), illegal} {
			if ok, err := p.Resume(fen); err != nil || ok != (round == 1) {
				t.Fatalf("round %d: %t, %v", round, ok, err)
			} else if ok {
				from++
			}
		}
		expect.NoError(t, p.Begin())
		for _, one := range list[from:] {
			expect.NoError(t, p.Add(one))
		}
		var out bytes.Buffer
		expect.NoError(t, p.Finish(&out))
		expect.NoError(t, p.Close())
		if r := check(t, out.Bytes()); r.Positions != 3 || r.Games != 2 || r.Plies != 4 {
			t.Errorf("%+v", r)
		}
		if want != nil && !bytes.Equal(out.Bytes(), want) {
			t.Error("a resumed part makes another container")
		}
		want = out.Bytes()
	}
	p, err := New(Options{}).OpenPart(name)
	expect.NoError(t, err)
	defer p.Close()
	expect.ErrorIs(t, expect.Err(p.Resume(illegal)), ErrPart, "the game of another position")
}
