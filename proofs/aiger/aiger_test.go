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

// refusedFile is a file with what the error says.
type refusedFile struct{ name, text, message string }

// refused reads testdata/refused.tsv.
func refused(t testing.TB) (list []refusedFile) {
	t.Helper()
	var r refusedFile
	for range expect.Rows(t, "testdata/refused.tsv", &r.name, &r.text, &r.message) {
		list = append(list, r)
	}
	return append(list, refusedFile{"endless delta", "aig 1 0 0 0 1\n\xff\xff\xff\xff\xff\xff", "too large"},
		refusedFile{"long line", "aag " + strings.Repeat("0", 300), "longer than 256 bytes"})
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
	for _, tt := range refused(t) {
		if _, err := read(tt.text); err == nil || !errors.Is(err, aiger.ErrModel) || !strings.Contains(err.Error(), tt.message) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.message)
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
		expect.ErrorIs(t, expect.Err(aiger.Read(strings.NewReader(text), "x", 1<<20)), lrat.ErrMemory, "%.30q", text)
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
		expect.NoError(t, err, name)
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
	expect.ErrorIs(t, m.Write(&bytes.Buffer{}), aiger.ErrModel, "m.Write")
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
			expect.ErrorIs(t, err, aiger.ErrModel, "%s", base)
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
	for _, tt := range refused(f) {
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
		expect.NoError(t, expect.Err(read(written(t, b))))
	})
}
