package aiger_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"retroproof/internal/expect"
	"retroproof/proofs/aiger"
	"retroproof/proofs/lrat"
)

// The public examples: a counter and its variant with enable, toggle flip-flops, a half adder, and the smallest files.
const (
	cnt1  = "aag 1 0 1 0 0 1\n2 3\n2\n"
	cnt1e = "aag 5 1 1 0 3 1\n2\n4 10\n4\n6 5 3\n8 4 2\n10 9 7\n"
)

func ExampleRead() {
	m, err := aiger.Read(strings.NewReader(cnt1e), "cnt1e.aag", lrat.DefaultMemory)
	fmt.Println(len(m.Inputs), len(m.Latches), len(m.Ands), m.Properties(), m.Order(), err)
	// Output: 1 1 3 [4] [2 3 4 5] <nil>
}

// read reads a text.
func read(text string) (*aiger.Model, error) {
	return aiger.Read(strings.NewReader(text), "x", lrat.DefaultMemory)
}

// written is what Write makes of a model.
func written(t testing.TB, m *aiger.Model) string {
	t.Helper()
	var b bytes.Buffer
	expect.NoError(t, m.Write(&b))
	return b.String()
}

// accepted are files that Write writes as they are.
var accepted = map[string]string{
	"empty":           "aag 0 0 0 0 0\n",
	"empty binary":    "aig 0 0 0 0 0\n",
	"true":            "aag 0 0 0 1 0\n1\n",
	"toggle":          "aag 1 0 1 2 0\n2 3\n2\n3\n",
	"reset, enable":   "aag 7 2 1 2 4\n2\n4\n6 8\n6\n7\n8 4 10\n10 13 15\n12 2 6\n14 3 7\ni0 enable\ni1 reset\no0 Q\no1 !Q\n",
	"half adder":      "aag 7 2 0 2 3\n2\n4\n6\n12\n6 13 15\n12 2 4\n14 3 5\ni0 x\ni1 y\no0 s\no1 c\nc\nhalf adder\n",
	"binary toggle":   "aig 7 2 1 2 4\n14\n6\n7\n\x02\x02\x03\x02\x03\x02\x01\x02",
	"cnt1":            cnt1,
	"cnt1e":           cnt1e,
	"resets":          "aag 4 0 4 0 0 1\n2 2 2\n4 4 1\n6 6 3\n8 8\n8\n",
	"reset, no bad":   "aag 2 0 2 0 0 0\n2 2\n4 4 3\n",
	"reset by a gate": "aag 3 1 1 0 1 1\n2\n4 5 6\n4\n6 2 3\n",
	"all sections":    "aag 2 1 1 1 0 1 1 2 1\n2\n4 2\n4\n4\n3\n1\n2\n2\n2\n4\n4\nb0 bad\nc0 constraint\nj1 justice\nf0 fairness\nl0 latch\nc\n",
	"comment":         "aag 0 0 0 0 0\nc\nno end of line",
	"unused":          "aag 9 1 0 0 1\n4\n18 4 5\n",
}

// refused are files with what the error says.
var refused = map[string]struct{ text, message string }{
	"nothing":            {"", `x:1: byte 0: found "", expected a header`},
	"other format":       {"p cnf 0 0\n", "expected a header"},
	"few numbers":        {"aag 0 0 0 0\n", "expected a header"},
	"many numbers":       {"aag 0 0 0 0 0 0 0 0 0 0\n", "expected a header"},
	"sign":               {"aag +1 1 0 0 0\n2\n", "expected a header"},
	"leading zero":       {"aag 1 01 0 0 0\n2\n", "expected a header"},
	"huge":               {"aag 1073741824 0 0 0 0\n", "at most 1073741823"},
	"carriage return":    {"aag 0 0 0 0 0\r\n", "expected a header"},
	"M too small":        {"aag 1 1 1 0 0\n2\n4 2\n", "I + L + A is 2, which is more"},
	"binary M":           {"aig 5 2 1 0 1\n", "in the binary form they are equal"},
	"odd input":          {"aag 1 1 0 0 0\n3\n", "input 0: 3 is not a positive literal"},
	"constant input":     {"aag 1 1 0 0 0\n0\n", "input 0: 0 is not a positive literal"},
	"input above M":      {"aag 1 1 0 0 0\n4\n", "input 0: 4 is not a positive literal of a variable up to 1"},
	"defined twice":      {"aag 5 2 0 1 3\n2\n4\n10\n6 2 4\n6 3 4\n8 6 2\n", "gate 1: the variable of 6 is defined twice"},
	"defined more":       {"aag 5 2 0 1 3\n2\n4\n10\n6 2 4\n6 3 4\n8 6 2\n10 6 8\n", `x:8: byte 39: found "10 6 8": there is no "10" to be named`},
	"undefined operand":  {"aag 7 2 1 1 3\n2\n4\n6 11 6\n12\n8 2 4\n12 6 8\n14 8 12\n", "latch 0: nothing defines the variable of its next value 11"},
	"undefined output":   {"aag 3 1 0 1 0\n2\n4\n", "output 0: nothing defines the variable of 4"},
	"undefined justice":  {"aag 1 1 0 0 0 0 0 1\n2\n1\n4\n", "justice 0: nothing defines the variable of 4"},
	"undefined fairness": {"aag 1 1 0 0 0 0 0 0 1\n2\n5\n", "fairness 0: nothing defines the variable of 5"},
	"loop":               {"aag 5 2 0 1 3\n2\n4\n10\n6 2 4\n8 6 10\n10 6 8\n", "depends on itself"},
	"own operand":        {"aag 1 0 0 0 1\n2 2 1\n", "the gate of variable 1 depends on itself"},
	"own reset, negated": {"aag 1 0 1 0 0 0\n2 2 3\n", "the reset of latch 0 depends on itself"},
	"resets in a ring":   {"aag 2 0 2 0 0 0\n2 2 4\n4 4 2\n", "depends on itself"},
	"reset by its gate":  {"aag 2 0 1 0 1 0\n2 2 4\n4 2 1\n", "depends on itself"},
	"old, with function": {"aag 6 2 1 1 3\n2\n4\n12 7 8\n10\n6 2 4\n8 6 2\n10 6 8\n", "latch 12 has the reset 8"},
	"early end":          {"aag 1 1 0 0 0\n", "x:2: byte 14: the file ends, expected the literal of an input"},
	"early end of gates": {"aig 1 0 0 0 1\n", "byte 14: the file ends within the gates"},
	"own delta":          {"aig 1 0 0 0 1\n\x00\x01", "the first operand of gate 2 is not less than it"},
	"delta too large":    {"aig 1 0 0 0 1\n\x03\x00", "difference 3"},
	"second delta":       {"aig 2 1 0 0 1\n\x02\x03", "x: byte 15: the second operand of gate 4 is not at most the first one, 2"},
	"endless delta":      {"aig 1 0 0 0 1\n\xff\xff\xff\xff\xff\xff", "too large"},
	"unknown symbol":     {"aag 1 1 0 0 0\n2\ni1 x\n", `there is no "i1" to be named`},
	"symbol twice":       {"aag 1 1 0 0 0\n2\ni0 x\ni0 y\n", "x:4: byte 21: i0 is named twice"},
	"no symbol":          {"aag 0 0 0 0 0\n\n", "expected a symbol"},
	"long line":          {"aag " + strings.Repeat("0", 300), "longer than 256 bytes"},
}

func TestRoundTrip(t *testing.T) {
	for name, text := range accepted {
		m, err := read(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		expect.Equal(t, written(t, m), text, "%s: written", name)
	}
}

func TestRefused(t *testing.T) {
	for name, tt := range refused {
		if _, err := read(tt.text); err == nil || !errors.Is(err, aiger.ErrModel) || !strings.Contains(err.Error(), tt.message) {
			t.Errorf("%s: %v, want %q", name, err, tt.message)
		}
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	for n := range len(accepted["half adder"]) {
		in := iotest.ErrReader(broken)
		text := accepted["half adder"][:n]
		_, err := aiger.Read(&chain{strings.NewReader(text), in}, "x", lrat.DefaultMemory)
		if !errors.Is(err, broken) || errors.Is(err, aiger.ErrModel) {
			t.Fatalf("after %d bytes: %v", n, err)
		}
	}
}

// chain reads a text, and then fails.
type chain struct {
	text, failing interface{ Read([]byte) (int, error) }
}

func (c *chain) Read(p []byte) (int, error) {
	if n, err := c.text.Read(p); err == nil {
		return n, nil
	}
	return c.failing.Read(p)
}

// TestMemory reads short files that ask for much.
func TestMemory(t *testing.T) {
	for _, text := range []string{
		"aag 1000000000 0 0 0 0\n", "aig 1000000000 1000000000 0 0 0\n",
		"aag 0 0 0 0 0\nc\n" + strings.Repeat("x", 1<<20),
		"aag 0 0 0 100000 0\n" + strings.Repeat("0\n", 100000),
	} {
		if _, err := aiger.Read(strings.NewReader(text), "x", 1<<20); !errors.Is(err, lrat.ErrMemory) {
			t.Errorf("%.30q: %v", text, err)
		}
	}
}

// TestDeep has a chain of gates, in the worst order: no search may be recursive.
func TestDeep(t *testing.T) {
	const n = 1 << 18
	m := &aiger.Model{MaxVar: n + 1, Inputs: []aiger.Lit{2 * (n + 1)}, Outputs: []aiger.Lit{2}}
	for v := aiger.Lit(1); v <= n; v++ {
		m.Ands = append(m.Ands, aiger.And{LHS: 2 * v, R0: 2 * (v + 1), R1: 1})
	}
	expect.NoError(t, m.Check())
	if o := m.Order(); o[0] != n || o[n-1] != 1 {
		t.Errorf("the order begins with %d and ends with %d", o[0], o[n-1])
	}
}

// TestRenumbered writes models in the binary form and reads them, and compares with
// aigtoaig where it is installed.
func TestRenumbered(t *testing.T) {
	for name, text := range accepted {
		m, err := read(text)
		expect.NoError(t, err)
		b := m.Renumbered()
		b.Binary = true
		binary := written(t, b)
		again, err := read(binary)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		expect.Equal(t, written(t, again), binary, "%s: written", name)
		if len(again.Ands) != len(m.Ands) || len(again.Latches) != len(m.Latches) || len(again.Symbols) != len(m.Symbols) {
			t.Errorf("%s: parts are missing in %q", name, binary)
		}
		compareAigtoaig(t, m, binary)
	}
}

// compareAigtoaig has the tools of AIGER write the binary form of a file.
func compareAigtoaig(t *testing.T, m *aiger.Model, binary string) {
	tool, err := exec.LookPath("aigtoaig")
	if err != nil {
		return
	}
	dir := t.TempDir()
	from, to := filepath.Join(dir, "m.aag"), filepath.Join(dir, "m.aig")
	expect.NoError(t, os.WriteFile(from, []byte(written(t, m)), 0o644))
	if out, err := exec.Command(tool, from, to).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got, err := os.ReadFile(to); err != nil || string(got) != binary {
		t.Errorf("aigtoaig writes %q, %v; Write %q", got, err, binary)
	}
}

func TestBinaryNeedsOrder(t *testing.T) {
	m, err := read(accepted["unused"])
	expect.NoError(t, err)
	m.Binary = true
	if err := m.Write(&bytes.Buffer{}); !errors.Is(err, aiger.ErrModel) {
		t.Error(err)
	}
}

// TestGini reads the files that come with gini.
func TestGini(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/go-air/gini").Output()
	expect.NoError(t, err)
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "logic/aiger/test/*.a?g"))
	if err != nil || len(files) < 14 {
		t.Skipf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		expect.NoError(t, err)
		m, err := aiger.Read(bytes.NewReader(text), name, lrat.DefaultMemory)
		switch base := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)); base {
		case "badinit", "combloop", "multidef", "nextundef":
			if !errors.Is(err, aiger.ErrModel) {
				t.Errorf("%s: %v", base, err)
			}
		default:
			if err != nil {
				t.Errorf("%s: %v", base, err)
				continue
			}
			if got := written(t, m); got != string(text) {
				t.Errorf("%s: %d bytes are read and others written, %d", base, len(text), len(got))
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range accepted {
		f.Add([]byte(text))
	}
	for _, tt := range refused {
		f.Add([]byte(tt.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := aiger.Read(bytes.NewReader(text), "x", 1<<20)
		if err != nil {
			if !errors.Is(err, aiger.ErrModel) && !errors.Is(err, lrat.ErrMemory) {
				t.Fatal(err)
			}
			return
		}
		first := written(t, m)
		again, err := read(first)
		if err != nil {
			t.Fatalf("%v\n%q", err, first)
		}
		if second := written(t, again); second != first {
			t.Fatalf("written %q, then %q", first, second)
		}
		b := m.Renumbered()
		b.Binary = true
		if _, err := read(written(t, b)); err != nil {
			t.Fatal(err)
		}
	})
}
