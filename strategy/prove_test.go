package strategy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"retroproof/proofs/folder"
	"retroproof/proofs/lrat"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/plain"
	"retroproof/proofs/strategy/spec"
	"retroproof/strategy"
)

// Lemmas hold and controls have models; strategies that fail have a lemma that is refuted.
func TestLemmas(t *testing.T) {
	for _, tt := range []struct {
		name         string
		files, ranks int
		long         bool
		refuted      []string
	}{
		{"torres", 8, 8, false, nil},
		{"krk2016", 4, 4, false, nil},
		{"krk2016", 5, 4, false, nil},
		{"krk2016", 3, 3, false, []string{"moves"}},
		{"krk2013", 5, 5, false, []string{"moves"}},
		{"krk2013", 6, 6, false, nil},
		{"krk2013", 4, 4, true, []string{"moves"}},
		{"krk2013", 8, 8, true, nil},
		{"krk2016", 8, 8, true, nil},
		{"krk2016", 8, 10, true, nil},
		{"krk2016", 12, 12, true, nil},
		{"torres", 10, 10, true, nil},
		{"torres", 9, 9, true, nil},
		{"kqk", 5, 5, true, nil},
		{"kqk", 6, 6, true, nil},
		{"kqk", 8, 8, true, nil},
		{"kqk", 10, 10, true, nil},
		{"kpk", 8, 8, true, nil},
	} {
		if tt.long && !long {
			continue
		}
		t.Run(fmt.Sprintf("%s-%dx%d", tt.name, tt.files, tt.ranks), func(t *testing.T) {
			c := circuits(t, tt.name, tt.files, tt.ranks)
			results, err := strategy.Prove(context.Background(), c, c.Lemmas(), strategy.Options{})
			if err != nil {
				t.Fatal(err)
			}
			proved := map[string]bool{}
			for _, r := range results {
				proved[r.Lemma.Key] = r.Verdict == strategy.Proved
				if tt.refuted == nil && !r.AsExpected() {
					t.Errorf("lemma %s: %v, %v", r.Lemma.Key, r.Verdict, r.Err)
				}
				if slices.Contains(tt.refuted, r.Lemma.Key) && (r.Verdict != strategy.Refuted || len(r.Counterexample) == 0) {
					t.Errorf("lemma %s: %v, want a counterexample", r.Lemma.Key, r.Verdict)
				}
			}
			theorems := c.Deduce(func(key string) bool { return proved[key] })
			if total := theorems[len(theorems)-1]; (total.Err == nil) != (tt.refuted == nil) {
				t.Errorf("%s: %v", total.Name, total.Err)
			}
		})
	}
}

// With a rule of the evaluator changed, in text and circuits alike, a lemma is refuted: if it calls too
// much won, by a reply that saves Black; if too little, by a position in which he cannot save himself.
func TestChangedRules(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(rules []plain.Rule)
		lemma  string
	}{
		{"a draw is a win", func(r []plain.Rule) { r[1].Win = true }, "closed"},
		{"a win is a draw", func(r []plain.Rule) { r[2].Win = false }, "drawn-5"},
		{"a rule is left out", func(r []plain.Rule) { r[0].Conditions[0].Than = 9 }, "drawn-4"},
		{"the square of the pawn is larger", func(r []plain.Rule) { r[0].Conditions[1].Than++ }, "closed"},
	} {
		c := circuits(t, "kpk", 8, 8)
		tt.change(c.Rules)
		lemmas := slices.DeleteFunc(c.Lemmas(), func(l spec.Lemma) bool { return l.Key != tt.lemma })
		results, err := strategy.Prove(context.Background(), c, lemmas, strategy.Options{})
		if err != nil || len(results) != 1 || results[0].Verdict != strategy.Refuted || len(results[0].Counterexample) == 0 {
			t.Errorf("%s: %v, %v", tt.name, results, err)
		}
	}
}

// Without any one of the lemmas that it rests on, total correctness does not follow.
func TestDeductionNeedsEveryLemma(t *testing.T) {
	for _, i := range spec.Instances() {
		c := circuits(t, i.Name, 8, 8)
		needed := 0
		for _, l := range c.Lemmas() {
			theorems := c.Deduce(func(key string) bool { return key != l.Key })
			total := theorems[len(theorems)-1]
			if (total.Err != nil) != !l.Extra {
				t.Errorf("%s without %s: %v", i.Name, l.Key, total.Err)
			}
			if !l.Extra {
				needed++
			}
		}
		if needed < 4 {
			t.Errorf("%s rests on %d lemmas", i.Name, needed)
		}
	}
}

// memory is an output that keeps files.
type memory struct {
	files fstest.MapFS
}

type memoryFile struct {
	bytes.Buffer
	m    memory
	name string
}

func (f *memoryFile) Close() error {
	f.m.files[f.name] = &fstest.MapFile{Data: f.Bytes()}
	return nil
}

func (m memory) create(name string) (io.WriteCloser, error) {
	return &memoryFile{m: m, name: name}, nil
}

// A certificate is accepted as it is written, and refused when anything in it is changed.
func TestCertificate(t *testing.T) {
	ctx := context.Background()
	c := circuits(t, "krk2016", 4, 5)
	figures, err := checker.Compare(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	honest := memory{fstest.MapFS{}}
	results, m, err := strategy.Certify(ctx, "test", c, figures, honest.create, strategy.Options{})
	if err != nil || m == nil {
		t.Fatal(err, results)
	}
	report, err := checker.Check(ctx, honest.files, lrat.DefaultMemory)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(report.String(), "Total correctness") || len(report.Theorems) != 4 {
		t.Errorf("report: %s", report)
	}
	for name, f := range honest.files {
		again := memory{fstest.MapFS{}}
		if _, _, err := strategy.Certify(ctx, "test", c, figures, again.create, strategy.Options{}); err != nil || !bytes.Equal(again.files[name].Data, f.Data) {
			t.Errorf("%s is not the same the second time", name)
		}
		break
	}
	text := func(from, to string) func(fstest.MapFS) {
		return func(f fstest.MapFS) {
			old := string(f[checker.ManifestName].Data)
			if !strings.Contains(old, from) {
				t.Errorf("the manifest has no %s", from)
			}
			f[checker.ManifestName] = &fstest.MapFile{Data: []byte(strings.Replace(old, from, to, 1))}
		}
	}
	closed, moves := checker.ProofName("closed"), checker.ProofName("moves")
	for name, change := range map[string]func(fstest.MapFS){
		"a proof missing":            func(f fstest.MapFS) { delete(f, moves) },
		"the manifest missing":       func(f fstest.MapFS) { delete(f, checker.ManifestName) },
		"proofs exchanged":           func(f fstest.MapFS) { f[closed], f[moves] = f[moves], f[closed] },
		"a proof in another's place": func(f fstest.MapFS) { f[closed] = f[moves] },
		"a byte of a proof": func(f fstest.MapFS) {
			data := bytes.Clone(f[closed].Data)
			data[len(data)/2] ^= 1
			f[closed] = &fstest.MapFile{Data: data}
		},
		"an empty proof":          func(f fstest.MapFS) { f[closed] = &fstest.MapFile{} },
		"a proof cut short":       func(f fstest.MapFS) { f[closed] = &fstest.MapFile{Data: f[closed].Data[:len(f[closed].Data)-9]} },
		"a figure":                text(`"legal_positions": 3090`, `"legal_positions": 3091`),
		"a statement":             text("does not stalemate", "may stalemate"),
		"a deduction":             text("Total correctness", "Total correctness!"),
		"another board":           text(`"files": 4`, `"files": 5`),
		"a board that is too big": text(`"files": 4`, `"files": 400`),
		"a board without files":   text(`"files": 4`, `"files": -4`),
		"another strategy":        text(`"krk2016"`, `"krk2013"`),
		"no strategy":             text(`"krk2016"`, `"krk2017"`),
		"another schema":          text("certificate/1", "certificate/2"),
		"a field more":            text(`"strategy"`, `"more": 1, "strategy"`),
		"no JSON":                 text("{", ""),
	} {
		f := maps.Clone(honest.files)
		change(f)
		if _, err := checker.Check(ctx, f, lrat.DefaultMemory); err == nil {
			t.Errorf("%s: VERIFIED", name)
		}
	}
	other := maps.Clone(honest.files)
	text("certificate/1", "certificate/2")(other)
	if _, err := checker.Check(ctx, other, lrat.DefaultMemory); !errors.As(err, new(*folder.SchemaError)) {
		t.Errorf("another version: %v", err)
	}
	if tool := maps.Clone(honest.files); true {
		text(`"tool": "test"`, `"tool": "another"`)(tool)
		if _, err := checker.Check(ctx, tool, lrat.DefaultMemory); err != nil {
			t.Errorf("another tool: %v", err)
		}
	}
}

// Positions are read on boards of more than nine files, and what is wrong is said.
func TestFEN(t *testing.T) {
	c := circuits(t, "krk2016", 12, 4)
	for _, fen := range []string{"12/3k8/12/K10R w - - 0 1", "11K/R11/12/k11 b - - 0 1"} {
		p, err := strategy.ParseFEN(c.Game, fen)
		if err != nil || strategy.FEN(c.Game, p) != fen {
			t.Errorf("%s: %s, %v", fen, strategy.FEN(c.Game, p), err)
		}
	}
	for _, fen := range []string{"", "12/3k8/12/K10R", "12/3k8/12/K10R x", "12/3k8/K10R w", "13/3k8/12/K10R w", "99999999999999999999/3k8/12/K10R w",
		"12/3k8/12/K10Q w", "12/3k8/12/K9RR w", "12/3k8/12/K11 w", "12/12/12/kK9R w", "12/12/12/K4k5R w", "12/12/12/K4k4R w", "12/3k8/12/K10R w KQ -"} {
		if p, err := strategy.ParseFEN(c.Game, fen); !errors.As(err, new(*strategy.PositionError)) {
			t.Errorf("%q: %v, %v", fen, p, err)
		}
	}
}
