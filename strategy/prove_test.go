package strategy_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"retroproof/internal/expect"
	"retroproof/proofs/folder"
	"retroproof/proofs/lrat"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	"retroproof/sat"
	"retroproof/strategy"
	"retroproof/strategy/circuits"
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
		{"kbk", 8, 8, false, nil},
		{"knk", 5, 8, false, nil},
	} {
		if tt.long && !expect.Long {
			continue
		}
		t.Run(fmt.Sprintf("%s-%dx%d", tt.name, tt.files, tt.ranks), func(t *testing.T) {
			c, x := on(t, tt.name, tt.files, tt.ranks)
			results, err := strategy.Prove(context.Background(), c, x, c.Lemmas(), strategy.Options{Solver: sat.Native})
			expect.NoError(t, err)
			proved, exhaustion := map[string]bool{}, strategy.NewExhaustion(x)
			for _, r := range results {
				if a := exhaustion.Compare(r); a.Problem != "" || a.Exhaustion == strategy.Undecided.String() {
					t.Errorf("lemma %s: %v by SAT, %v by exhaustion: %s", r.Lemma.Key, r.Verdict, a.Exhaustion, a.Problem)
				}
				proved[r.Lemma.Key] = r.Verdict == strategy.Proved
				if tt.refuted == nil && !r.AsExpected() {
					t.Errorf("lemma %s: %v, %v", r.Lemma.Key, r.Verdict, r.Err)
				}
				if slices.Contains(tt.refuted, r.Lemma.Key) && (r.Verdict != strategy.Refuted || len(r.Counterexample) == 0) {
					t.Errorf("lemma %s: %v, want a counterexample", r.Lemma.Key, r.Verdict)
				}
			}
			steps := c.Deduction()
			lemmas.Replay(steps, c.Strategy, func(key string) bool { return proved[key] })
			if total := steps[len(steps)-1]; (total.Err == nil) != (tt.refuted == nil) {
				t.Errorf("%s: %v", total.Name, total.Err)
			}
		})
	}
}

// With a rule of the evaluator changed a lemma is refuted: if it calls too much won, by a reply that saves Black; if
// too little, by a position in which he cannot save himself. Each rule is needed: without it going back from mate finds
// a false claim.
func TestChangedRules(t *testing.T) {
	source, _ := text.Source("kpk")
	for _, tt := range []struct{ what, from, to, lemma string }{
		{"a draw is a win", "wkey > bsecond then false", "wkey > bsecond then true", "closed"},
		{"a win is a draw", "wsecond <= bflank then true", "wsecond <= bflank then false", "drawn-5"},
		{"a rule is left out", "if bflank > 2 and", "if bflank > 9 and", "drawn-4"},
		{"the square of the pawn is larger", "togo < bgoal - 1 then true", "togo < bgoal then true", "closed"},
	} {
		if !strings.Contains(source, tt.from) {
			t.Fatalf("%s: the text has no %s", tt.what, tt.from)
		}
		s, err := text.Parse("test", strings.Replace(source, tt.from, tt.to, 1), rules.Board{Files: 8, Ranks: 8})
		expect.NoError(t, err)
		c, x := tables(t, s)
		expect.Fails(t, x.Err(), "%s", tt.what)
		list := slices.DeleteFunc(c.Lemmas(), func(l lemmas.Lemma) bool { return l.Key != tt.lemma })
		results, err := strategy.Prove(context.Background(), c, x, list, strategy.Options{Solver: sat.Native})
		if err != nil || len(results) != 1 || results[0].Verdict != strategy.Refuted || len(results[0].Counterexample) == 0 {
			t.Errorf("%s: %v, %v", tt.what, results, err)
		}
	}
}

// A strategy that gives its rook away has a lemma "closed" that is false. Models of other lemmas' formulas go on after
// the capture, where no play does: these lemmas are undecided.
func TestPlaysThatLeave(t *testing.T) {
	source, err := os.ReadFile("../doc/rook.strategy")
	expect.NoError(t, err)
	wrong := strings.Replace(string(source), " and divides' and not exposed'", " and divides'", 1)
	s, err := text.Parse("wrong", text.Include(wrong), rules.Board{Files: 5, Ranks: 5})
	if err != nil || wrong == string(source) {
		t.Fatal(err)
	}
	c, x := tables(t, s)
	results, err := strategy.Prove(context.Background(), c, x, c.Lemmas(), strategy.Options{Solver: sat.Native})
	expect.NoError(t, err)
	left := 0
	for _, r := range results {
		switch {
		case r.Lemma.Key == "closed" && r.Verdict != strategy.Refuted:
			t.Errorf("closed: %v", r.Verdict)
		case errors.Is(r.Err, strategy.ErrClosed):
			left++
		case r.Verdict == strategy.Undecided:
			t.Errorf("%s: %v", r.Lemma.Key, r.Err)
		}
	}
	if left == 0 {
		t.Error("every model is a play: another strategy is wanted")
	}
}

// After an error no other lemma is begun.
func TestErrorEndsProof(t *testing.T) {
	c, x := on(t, "krk2016", 4, 4)
	begun, wrong := 0, errors.New("no space")
	o := strategy.Options{Solver: sat.Native, Formula: func(lemmas.Lemma) (io.WriteCloser, error) { begun++; return nil, wrong }}
	if _, err := strategy.Prove(context.Background(), c, x, c.Lemmas(), o); !errors.Is(err, wrong) || begun != 1 {
		t.Errorf("%d lemmas were begun: %v", begun, err)
	}
}

// tables returns the circuits and the table of a strategy.
func tables(t *testing.T, s *core.Strategy) (*lemmas.Circuits, *wins.Table) {
	t.Helper()
	c, err := circuits.New(s, lemmas.Encoding{})
	expect.NoError(t, err)
	return c, tableOf(t, s)
}

func tableOf(t *testing.T, s *core.Strategy) *wins.Table {
	t.Helper()
	x, err := wins.New(t.Context(), s)
	expect.NoError(t, err)
	return x
}

// builtin returns a strategy on a board.
func builtin(t *testing.T, name string, files, ranks int) *core.Strategy {
	t.Helper()
	s, err := text.New(name, rules.Board{Files: files, Ranks: ranks})
	expect.NoError(t, err)
	return s
}

func on(t *testing.T, name string, files, ranks int) (*lemmas.Circuits, *wins.Table) {
	t.Helper()
	return tables(t, builtin(t, name, files, ranks))
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
	c, x := on(t, "krk2016", 4, 5)
	honest := memory{fstest.MapFS{}}
	results, m, err := strategy.Certify(ctx, "test", c, x, honest.create, strategy.Options{})
	if err != nil || m == nil {
		t.Fatal(err, results)
	}
	check := func(f fstest.MapFS) (report *checker.Report, said string, err error) {
		if report, err = checker.Check(ctx, f, lrat.DefaultMemory); err != nil {
			return nil, "", err
		}
		own, err := text.Own(report.Circuits.Strategy)
		return report, report.Text(own), err
	}
	report, said, err := check(honest.files)
	expect.NoError(t, err)
	if !strings.Contains(said, "Total correctness") || len(checker.Theorems(report.Deduction)) != 4 {
		t.Errorf("report: %s", said)
	}
	for name, f := range honest.files {
		again := memory{fstest.MapFS{}}
		if _, _, err := strategy.Certify(ctx, "test", c, x, again.create, strategy.Options{}); err != nil || !bytes.Equal(again.files[name].Data, f.Data) {
			t.Errorf("%s is not the same the second time", name)
		}
		break
	}
	change := func(from, to string) func(fstest.MapFS) {
		return func(f fstest.MapFS) {
			old := string(f[checker.ManifestName].Data)
			expect.Contains(t, old, from, "the manifest")
			f[checker.ManifestName] = &fstest.MapFile{Data: []byte(strings.Replace(old, from, to, 1))}
		}
	}
	closed, moves := checker.ProofName("closed"), checker.ProofName("moves")
	for name, do := range map[string]func(fstest.MapFS){
		"a proof missing":            func(f fstest.MapFS) { delete(f, moves) },
		"the manifest missing":       func(f fstest.MapFS) { delete(f, checker.ManifestName) },
		"proofs exchanged":           func(f fstest.MapFS) { f[closed], f[moves] = f[moves], f[closed] },
		"a proof in another's place": func(f fstest.MapFS) { f[closed] = f[moves] },
		"a byte of a proof": func(f fstest.MapFS) {
			data := bytes.Clone(f[closed].Data)
			data[len(data)/2] ^= 1
			f[closed] = &fstest.MapFile{Data: data}
		},
		"an empty proof":           func(f fstest.MapFS) { f[closed] = &fstest.MapFile{} },
		"a proof cut short":        func(f fstest.MapFS) { f[closed] = &fstest.MapFile{Data: f[closed].Data[:len(f[closed].Data)-9]} },
		"a figure":                 change(`"legal_positions": 3090`, `"legal_positions": 3091`),
		"a statement":              change("does not stalemate", "may stalemate"),
		"a deduction":              change("Total correctness", "Total correctness!"),
		"another board":            change(`"files": 4`, `"files": 5`),
		"a board that is too big":  change(`"files": 4`, `"files": 400`),
		"a board without files":    change(`"files": 4`, `"files": -4`),
		"another strategy":         change(`"krk2016"`, `"krk2013"`),
		"another schema":           change("certificate/4", "certificate/2"),
		"a field more":             change(`"strategy"`, `"more": 1, "strategy"`),
		"no JSON":                  change("{", ""),
		"a claim of the deduction": change("at(i) => wins(i)", "true => wins(i)"),
		"another text": func(f fstest.MapFS) {
			f[checker.TextName] = &fstest.MapFile{Data: append(bytes.Clone(f[checker.TextName].Data), '\n')}
		},
		"another core form": func(f fstest.MapFS) {
			f[checker.CoreName] = &fstest.MapFile{Data: bytes.Replace(f[checker.CoreName].Data, []byte("Squeeze"), []byte("squeeze"), 1)}
		},
		"circuits missing": func(f fstest.MapFS) { delete(f, checker.CircuitsName) },
		"circuits cut short": func(f fstest.MapFS) {
			f[checker.CircuitsName] = gzipped(t, unzipped(t, f[checker.CircuitsName])[:5000])
		},
		"a byte more behind the circuits": func(f fstest.MapFS) {
			f[checker.CircuitsName] = gzipped(t, append(unzipped(t, f[checker.CircuitsName]), 0))
		},
		"no variables":       func(f fstest.MapFS) { f[closed] = gzipped(t, nil) },
		"too many variables": func(f fstest.MapFS) { f[closed] = gzipped(t, binary.AppendUvarint(nil, 1<<40)) },
		"no text":            func(f fstest.MapFS) { delete(f, checker.TextName) },
		"no core form":       func(f fstest.MapFS) { delete(f, checker.CoreName) },
	} {
		f := maps.Clone(honest.files)
		do(f)
		if _, _, err := check(f); err == nil {
			t.Errorf("%s: VERIFIED", name)
		}
	}
	other := maps.Clone(honest.files)
	change("certificate/4", "certificate/2")(other)
	if _, err := checker.Check(ctx, other, lrat.DefaultMemory); !errors.As(err, new(*folder.SchemaError)) {
		t.Errorf("another version: %v", err)
	}
	named := maps.Clone(honest.files) // a name is the writer's; that the text is not of the program is said
	change(`"krk2016"`, `"krk2017"`)(named)
	if _, said, err := check(named); err != nil || !strings.Contains(said, "none of the program's own") {
		t.Errorf("another name: %v", err)
	}
	if tool := maps.Clone(honest.files); true {
		change(`"tool": "test"`, `"tool": "another"`)(tool)
		expect.Succeeds(t, expect.Err(checker.Check(ctx, tool, lrat.DefaultMemory)), "another tool")
	}
}

// Whatever byte of the circuits is another one, nothing else is verified than before: most are refused, and some stand
// for what no formula uses.
func TestCircuitsFile(t *testing.T) {
	c, x := tables(t, builtin(t, "krk2016", 4, 4))
	folder := memory{fstest.MapFS{}}
	if _, m, err := strategy.Certify(t.Context(), "test", c, x, folder.create, strategy.Options{}); err != nil || m == nil {
		t.Fatal(err)
	}
	right := unzipped(t, folder.files[checker.CircuitsName])
	refused, random := 0, rand.New(rand.NewPCG(1, 1))
	for range 200 {
		wrong := bytes.Clone(right)
		wrong[random.IntN(len(wrong))] ^= 1 << random.IntN(8)
		again, err := lemmas.New(c.Strategy)
		expect.NoError(t, err)
		if err = again.ReadSides(bytes.NewReader(wrong)); err != nil {
			if !errors.Is(err, lemmas.ErrSides) {
				t.Fatal(err)
			}
			refused++
			continue
		}
		if err := checker.Compare(t.Context(), again, x); err != nil {
			if !errors.Is(err, checker.ErrCircuits) {
				t.Fatal(err)
			}
			refused++
		}
	}
	if refused < 100 {
		t.Errorf("%d of 200 wrong files refused", refused)
	}
}

func unzipped(t *testing.T, f *fstest.MapFile) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(f.Data))
	expect.NoError(t, err)
	text, err := io.ReadAll(r)
	expect.NoError(t, err)
	return text
}

func gzipped(t *testing.T, text []byte) *fstest.MapFile {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text)
	expect.NoError(t, w.Close())
	return &fstest.MapFile{Data: b.Bytes()}
}

// A collection is a list of folders, and of nothing else.
func TestFolders(t *testing.T) {
	for list, ok := range map[string]bool{`["a", "b"]`: true, `[]`: false, `["../a"]`: false, `["a/b"]`: false, `[".."]`: false, `[""]`: false, `3`: false, `null`: false} {
		m := fstest.MapFS{checker.ManifestName: {Data: []byte(`{"schema": "` + checker.CollectionSchema + `", "tool": "t", "folders": ` + list + `}`)}}
		if names, err := checker.Folders(m); (err == nil) != ok {
			t.Errorf("%s: %v, %v", list, names, err)
		}
	}
}

// Positions are read on boards of more than nine files, and what is wrong is said.
func TestFEN(t *testing.T) {
	s := builtin(t, "krk2016", 12, 4)
	for _, fen := range []string{"12/3k8/12/K10R w - - 0 1", "11K/R11/12/k11 b - - 0 1"} {
		p, err := strategy.ParseFEN(s, fen)
		if err != nil || strategy.FEN(&s.Game, p) != fen {
			t.Errorf("%s: %s, %v", fen, strategy.FEN(&s.Game, p), err)
		}
	}
	for _, fen := range []string{"", "12/3k8/12/K10R", "12/3k8/12/K10R x", "12/3k8/K10R w", "13/3k8/12/K10R w", "99999999999999999999/3k8/12/K10R w",
		"12/3k8/12/K10Q w", "12/3k8/12/K9RR w", "12/3k8/12/K11 w", "12/12/12/kK9R w", "12/12/12/K4k5R w", "12/12/12/K4k4R w", "12/3k8/12/K10R w KQ -"} {
		if p, err := strategy.ParseFEN(s, fen); !errors.As(err, new(*strategy.PositionError)) {
			t.Errorf("%q: %v, %v", fen, p, err)
		}
	}
	s = builtin(t, "kbbk", 8, 8) // the bishops in either order, but on both colours
	for fen, ok := range map[string]bool{"8/8/8/8/8/8/5k2/KBB5 w - - 0 1": true, "8/8/8/8/8/8/5k2/K1BB4 w - - 0 1": true, "8/8/8/8/8/8/5k2/KB1B4 w - - 0 1": false} {
		p, err := strategy.ParseFEN(s, fen)
		if (err == nil) != ok || ok && strategy.FEN(&s.Game, p) != fen {
			t.Errorf("%s: %v, %v", fen, p, err)
		}
	}
}

// Moves are named as in games, with the file or rank where two men of a kind can go to a square, and captures of both
// sides.
func TestSAN(t *testing.T) {
	s, err := text.Parse("test", "strategy \"x\"\nmen rook a, rook b\nagainst knight n\nclaims won\nforce distance(wk, bk) within 3\n", rules.Board{Files: 4, Ranks: 4})
	expect.NoError(t, err)
	for fen, want := range map[string][]string{
		"R2R/2k1/4/1Kn1 w - - 0 1": {"Rab4", "Rdc4", "Kxc1"},
		"3k/R3/n3/R2K w - - 0 1":   {"R1xa2", "R3xa2", "Kd2", "Kc2", "Rd3+"},
		"k3/2R1/n3/1K1R b - - 0 1": {"Kb4", "Nxc3+", "Nc1"},
	} {
		p, err := strategy.ParseFEN(s, fen)
		expect.NoError(t, err)
		for _, move := range want {
			q, err := strategy.ParseMove(&s.Game, p, move)
			if err != nil || strings.TrimRight(strategy.SAN(&s.Game, p, q), "+#") != strings.TrimRight(move, "+#") {
				t.Errorf("%s: %s: %v, %s", fen, move, err, strategy.SAN(&s.Game, p, q))
			}
		}
	}
}
