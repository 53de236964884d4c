package strategy_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"retroproof/encode"
	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
	"retroproof/proofs/strategy"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	prover "retroproof/strategy"
	"retroproof/strategy/circuits"
)

var long = os.Getenv("RETROPROOF_LONG") != ""

// of returns the circuits of a text and the table of another.
func of(t *testing.T, forCircuits, forTable string, board rules.Board) (*lemmas.Circuits, *wins.Table) {
	t.Helper()
	var both [2]*core.Strategy
	for i, source := range []string{forCircuits, forTable} {
		var err error
		if both[i], err = text.Parse("test", source, board); err != nil {
			t.Fatal(err)
		}
	}
	c, err := circuits.New(both[0], lemmas.Encoding{})
	expect.NoError(t, err)
	x, err := wins.New(t.Context(), both[1])
	expect.NoError(t, err)
	return c, x
}

// Circuits agree with the text that they are made of, of every strategy with lemmas, and they are told from those of a
// text in which a step, a notion, a claim or the men are changed.
func TestChangedTexts(t *testing.T) {
	for name, boards := range map[string][]rules.Board{
		"krk2016": {{Files: 4, Ranks: 4}, {Files: 5, Ranks: 4}}, "krk2013": {{Files: 5, Ranks: 5}}, "torres": {{Files: 6, Ranks: 6}}, "kqk": {{Files: 5, Ranks: 5}},
		"kpk": {{Files: 8, Ranks: 8}}, "kbk": {{Files: 4, Ranks: 5}}, "knk": {{Files: 4, Ranks: 4}},
	} {
		source, _ := text.Source(name)
		if long && name != "kbk" && name != "knk" {
			boards = append(boards, rules.Board{Files: 8, Ranks: 8})
		}
		for _, board := range boards {
			c, x := of(t, source, source, board)
			expect.Succeeds(t, strategy.Compare(t.Context(), c, x), "%s on %v", name, board)
		}
	}
	for _, tt := range []struct{ name, from, to string }{
		{"krk2016", "step Squeeze:", "step Squeeze: false and"},
		{"krk2016", "step Squeeze: moved(r)", "step Squeeze: bk != a1 and moved(r)"},
		{"krk2016", "room' < room", "room' <= room"},
		{"krk2016", "critical' < critical", "critical' <= critical"},
		{"krk2016", "least room' from", "least 0 - room' + files + ranks - 1 from"},
		{"krk2016", "boards 3..12", "boards 3..12\nclaims where wk.y > 1"},
		{"krk2016", "men rook r", "men queen r"},
		{"krk2016", "step RookHome: moved(r)", "step RookHome: moved(r) and wk.x != bk.x"},
		{"krk2016", "alongrank", "not alongrank"},
		{"krk2016", "and diagonally and", "and not diagonally and"},
		{"krk2016", "step ImmediateMate: mate'", "step ImmediateMate: stuck'"},
		{"krk2016", "some image: wk = b3", "wk = b3"},
	} {
		source, _ := text.Source(tt.name)
		if !strings.Contains(source, tt.from) {
			t.Fatalf("%s has no %s", tt.name, tt.from)
		}
		changed := strings.Replace(source, tt.from, tt.to, 1)
		for i, pair := range [][2]string{{source, changed}, {changed, source}} {
			board := rules.Board{Files: 5, Ranks: 5}
			c, x := of(t, pair[0], pair[1], board)
			err := strategy.Compare(t.Context(), c, x)
			expect.ErrorIs(t, err, strategy.ErrCircuits, "%s, %s for %s, %d", tt.name, tt.to, tt.from, i)
		}
	}
}

// A number that is greater than its statement says is refused: the descent has lemmas for what the statement says.
func TestNumberTooGreat(t *testing.T) {
	const head = "strategy \"x\"\nmen rook r\nstep S: moved(r)\nproperty p = true\n"
	for source, want := range map[string]bool{
		"number n = wk.y to 4\n": true, "number n = wk.y to 3\n": false, "number n = wk.y - 1 to 4\n": false,
		"claims where wk.y < 3 and wk.y > 1 and wk.x < 3 and wk.x > 1\nnumber n = wk.y to 2\n": true,
	} {
		c, x := of(t, head+source, head+source, rules.Board{Files: 5, Ranks: 5})
		if err := strategy.Compare(t.Context(), c, x); want != (err == nil || !strings.Contains(err.Error(), "said to be another number")) {
			t.Errorf("%s: %v", source, err)
		}
	}
}

// Circuits of other notions than the text's are refused; and circuits that lack a move, but not those that have one
// more: then a formula has more plays, and its refutation says more.
func TestChangedCircuits(t *testing.T) {
	source, _ := text.Source("krk2016")
	board := rules.Board{Files: 5, Ranks: 5}
	for _, tt := range []struct{ from, to string }{
		{"6 * room + critical", "5 * room + critical"}, {"if white then 2 else 1", "1"}, {"square\" = manhattan", "square\" = distance"},
		{"boards 3..12", "boards 3..12\nclaims where wk.y > 1"},
	} {
		c, x := of(t, source, source, board)
		other, _ := of(t, strings.Replace(source, tt.from, tt.to, 1), source, board)
		expect.NoError(t, strategy.Compare(t.Context(), c, x))
		c.Sides = other.Sides
		expect.ErrorIs(t, strategy.Compare(t.Context(), c, x), strategy.ErrCircuits, "%s for %s", tt.to, tt.from)
	}
	fewer := strings.Replace(source, "(r'.x = wk'.x or r'.y = wk'.y)", "r'.x = wk'.x", 1)
	c, x := of(t, source, fewer, board)
	expect.Succeeds(t, strategy.Compare(t.Context(), c, x), "circuits with more moves")
	c, x = of(t, fewer, source, board)
	expect.ErrorIs(t, strategy.Compare(t.Context(), c, x), strategy.ErrCircuits, "circuits with fewer moves")
}

// Circuits by which Black escapes otherwise, and numbers of fewer values, are refused.
func TestWrongOutputs(t *testing.T) {
	source, _ := text.Source("knk")
	c, x := of(t, source, source, rules.Board{Files: 4, Ranks: 4})
	escape := &c.Sides[false]().Escape
	*escape = escape.Not()
	expect.ErrorIs(t, strategy.Compare(t.Context(), c, x), strategy.ErrCircuits, "escapes")
	for _, white := range []bool{false, true} {
		c, x = of(t, source, source, rules.Board{Files: 4, Ranks: 4})
		side := c.Sides[white]()
		side.Canonical = side.False
		err := strategy.Compare(t.Context(), c, x)
		if wrong := errors.Is(err, strategy.ErrCircuits); wrong == white { // knk claims nothing: no play begins with White
			t.Errorf("no position is canonical with White to move, %t: %v", white, err)
		}
	}
	source, _ = text.Source("krk2016")
	c, x = of(t, source, source, rules.Board{Files: 4, Ranks: 4})
	number := &c.Sides[true]().Notions[4]
	least, atLeast := number.AtLeast()
	*number = encode.OrderInt(least, atLeast[:len(atLeast)/2])
	expect.ErrorIs(t, strategy.Compare(t.Context(), c, x), strategy.ErrCircuits, "a number")
}

// What is about the position alone refers to no square of the next one: an input more than it has is refused.
func TestInputsOfTheMove(t *testing.T) {
	source, _ := text.Source("knk")
	c, _ := of(t, source, source, rules.Board{Files: 4, Ranks: 4})
	inputs := 3 * 2 * 3 // three men, two coordinates, three conditions
	for n, want := range map[int]string{inputs: "a number is missing", inputs + 1: "more inputs than squares have"} {
		file := append([]byte{byte(n)}, make([]byte, n)...)
		if err := c.ReadSides(bytes.NewReader(file)); !errors.Is(err, lemmas.ErrSides) || !strings.Contains(err.Error(), want) {
			t.Errorf("%d inputs: %v, want %q", n, err, want)
		}
	}
}

// memory keeps the files of a folder.
type memory fstest.MapFS

type memoryFile struct {
	bytes.Buffer
	close func(text []byte)
}

// Close implements io.Closer.
func (m *memoryFile) Close() error {
	m.close(m.Bytes())
	return nil
}

func (m memory) create(name string) (io.WriteCloser, error) {
	return &memoryFile{close: func(text []byte) { m[name] = &fstest.MapFile{Data: text} }}, nil
}

// A clause that does not follow from the formula is refused, the empty one first of all.
func TestClausesFollow(t *testing.T) {
	source, _ := text.Source("krk2016")
	c, x := of(t, source, source, rules.Board{Files: 4, Ranks: 4})
	files := memory{}
	if _, m, err := prover.Certify(t.Context(), "test", c, x, files.create, prover.Options{}); err != nil || m == nil {
		t.Fatal(m, err)
	}
	expect.NoError(t, expect.Err(strategy.Check(t.Context(), fstest.MapFS(files), lrat.DefaultMemory)))
	for _, proof := range []string{"\x00a\x02\x00\x00", "\x01\x05a\x02\x0a\x00\x00a\x04\x0b\x00\x00a\x06\x00\x02\x04\x00"} {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		io.WriteString(w, proof)
		w.Close()
		files[strategy.ProofName("closed")] = &fstest.MapFile{Data: b.Bytes()}
		_, err := strategy.Check(t.Context(), fstest.MapFS(files), lrat.DefaultMemory)
		expect.ErrorIs(t, err, lrat.ErrNoConflict, "%q", proof)
	}
}

// A text that is not the same in all images is refused: the formulas are about one of them.
func TestAsymmetricText(t *testing.T) {
	source := "strategy \"x\"\nmen rook r\nnumber n = wk.x to 12\nstep S: moved(r)\n"
	c, x := of(t, source, source, rules.Board{Files: 4, Ranks: 4})
	expect.ErrorIs(t, strategy.Compare(t.Context(), c, x), strategy.ErrCircuits, "strategy.Compare")
	source, _ = text.Source("torres") // is not symmetric by ranks
	source = strings.Replace(source, "images files", "images all", 1)
	c, x = of(t, source, source, rules.Board{Files: 6, Ranks: 6})
	expect.ErrorIs(t, strategy.Compare(t.Context(), c, x), strategy.ErrCircuits, "strategy.Compare")
}

// Of a context that is cancelled, the error is told.
func TestCancelled(t *testing.T) {
	source, _ := text.Source("torres")
	c, x := of(t, source, source, rules.Board{Files: 8, Ranks: 8})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	expect.ErrorIs(t, strategy.Compare(ctx, c, x), context.Canceled, "strategy.Compare")
}
