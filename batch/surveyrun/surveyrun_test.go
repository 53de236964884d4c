package surveyrun

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"retroproof/batch"
	"retroproof/proofs/survey"
	"retroproof/proofs/survey/numbering"
)

// wanted returns options for a sample of which all verdicts are found within a second.
func wanted(dir string, samples, states uint64, given ...string) Options {
	return Options{
		Dir: dir, Jobs: 2, Tool: "retroproof", Version: "test",
		Wanted: survey.Manifest{
			Scheme: numbering.RepairedUrposition, Seed: 15, Samples: samples, ChunkDraws: 4, Certificates: true,
			Budgets: survey.Budgets{GameStates: states},
		},
		Given: func(flag string) bool { return strings.Contains(strings.Join(given, " "), flag) },
	}
}

// reports is a Progress that counts, and stops the run after some draws.
type reports struct {
	skipped, resumed int
	added            atomic.Int64
	note             string
	stop             func(draws int64)
}

func (r *reports) Skip(n int)              { r.skipped += n }
func (r *reports) Say(note string)         { r.note = note }
func (r *reports) Resumed(_ string, n int) { r.resumed += n }
func (r *reports) Add(n int) {
	if all := r.added.Add(int64(n)); r.stop != nil {
		r.stop(all)
	}
}

// fill makes one run.
func fill(ctx context.Context, o Options, p *reports) (*survey.Manifest, error) {
	f, err := Open(o)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Manifest, f.Fill(ctx, p)
}

// files returns the contents of a folder but for the manifest, by name.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		if e.Name() == survey.ManifestName {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(text)
	}
	return all
}

// TestInterrupted: a sample that is made by many runs, each interrupted after another number of draws, has the files of
// one that is made at once, and passes the checks.
func TestInterrupted(t *testing.T) {
	const samples = 10
	once, often := t.TempDir(), t.TempDir()
	var p reports
	m, err := fill(t.Context(), wanted(once, samples, 1_000_000, "samples"), &p)
	if err != nil || m.Draws != samples || p.added.Load() != samples || !strings.Contains(p.note, " illegal, ") {
		t.Fatalf("%v, %+v", err, m)
	}
	var again *survey.Manifest
	runs := 0
	for err = context.Canceled; errors.Is(err, context.Canceled); runs++ {
		ctx, cancel := context.WithCancel(t.Context())
		p := reports{stop: func(n int64) {
			if int(n) > runs/2 {
				cancel()
			}
		}}
		again, err = fill(ctx, wanted(often, samples, 1_000_000, "samples"), &p)
		cancel()
	}
	if err != nil || runs < 4 {
		t.Fatalf("run %d: %v", runs, err)
	}
	want, got := files(t, once), files(t, often)
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s is another file", name)
		}
	}
	m.Run, again.Run = survey.Run{}, survey.Run{}
	text, _ := m.Text()
	text2, _ := again.Text()
	if !bytes.Equal(text, text2) {
		t.Errorf("the manifests differ:\n%s\n%s", text, text2)
	}
	if _, err := survey.Check(t.Context(), often, survey.Options{}); err != nil {
		t.Error(err)
	}
}

// TestGrows: a folder takes more draws and a larger budget, with which undecided positions are tried again, and nothing
// that makes it another sample.
func TestGrows(t *testing.T) {
	dir := t.TempDir()
	var option *OptionError
	if _, err := fill(t.Context(), wanted(dir, 0, 1), &reports{}); !errors.As(err, &option) {
		t.Errorf("no sample: %v", err)
	}
	m, err := fill(t.Context(), wanted(dir, 6, 1, "samples"), &reports{})
	if err != nil {
		t.Fatal(err)
	}
	if _, unknown := m.Counts.Tally().Totals(); unknown == 0 {
		t.Fatal("everything is decided without a budget")
	}
	for _, given := range []string{"seed", "scheme", "chunk", "certificates", "samples", "game-states"} {
		o := wanted(dir, 1, 0, given)
		o.Wanted.Seed, o.Wanted.ChunkDraws, o.Wanted.Certificates, o.Wanted.Scheme = 1, 1, false, numbering.CPI
		if _, err := fill(t.Context(), o, &reports{}); !errors.As(err, &option) || !strings.Contains(err.Error(), "--"+given) {
			t.Errorf("%s: %v", given, err)
		}
	}
	var p reports
	m, err = fill(t.Context(), wanted(dir, 7, 1_000_000, "samples", "game-states"), &p)
	if err != nil || m.Draws != 7 || p.skipped != 6 {
		t.Errorf("%v, %+v", err, m)
	}
	if _, unknown := m.Counts.Tally().Totals(); unknown > 0 {
		t.Error("undecided positions are not tried again")
	}
	if _, err := survey.Check(t.Context(), dir, survey.Options{}); err != nil {
		t.Error(err)
	}
}

// TestDamaged: what another run or an editor has left is an error of its own.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	if _, err := fill(t.Context(), wanted(dir, 1, 1, "samples"), &reports{}); err != nil {
		t.Fatal(err)
	}
	f, err := Open(wanted(dir, 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(wanted(dir, 1, 1)); err != nil && !errors.Is(err, batch.ErrLocked) {
		t.Error(err)
	}
	f.Close()
	part := filepath.Join(dir, survey.VerdictsName(1)+survey.PartSuffix)
	if err := os.WriteFile(part, []byte("rubbish\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var damaged *DamagedError
	o := wanted(dir, 6, 1, "samples")
	if _, err := fill(t.Context(), o, &reports{}); !errors.As(err, &damaged) || damaged.Line != 1 || damaged.File != part {
		t.Errorf("%v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, survey.ManifestName), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(o); !errors.Is(err, survey.ErrManifest) {
		t.Errorf("%v", err)
	}
}

func TestDrawNumbers(t *testing.T) {
	for _, tt := range []struct {
		next, end uint64
		want      string
	}{
		{5, 5, ""},
		{0, 3, "0\n1\n2\n"},
		{9, 11, "9\n10\n"},
	} {
		got, err := io.ReadAll(&drawNumbers{next: tt.next, end: tt.end})
		if err != nil || string(got) != tt.want {
			t.Errorf("%d to %d: %q, %v", tt.next, tt.end, got, err)
		}
	}
}
