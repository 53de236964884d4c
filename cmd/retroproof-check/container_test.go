package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/proofs/illegal"
)

// container writes the certificate of an illegal position.
func container(t *testing.T, fen, start string) string {
	t.Helper()
	goal, err := chess.ParseFEN(fen)
	expect.NoError(t, err)
	var from *chess.Setup
	if start != "" {
		s, err := chess.ParseFEN(start)
		expect.NoError(t, err)
		from = &s
	}
	d, err := kernel.Decide(context.Background(), &goal, kernel.DecideOptions{Start: from, Time: -1})
	expect.NoError(t, err)
	c := certify.New(certify.Options{Start: from})
	one, err := c.Certify(context.Background(), &d)
	expect.NoError(t, err)
	var out bytes.Buffer
	expect.NoError(t, c.Write(&out, one))
	return writeFile(t, "illegal.gz", out.String())
}

// TestContainer: the answer names the position, the rules, and a start that is
// not the initial position.
func TestContainer(t *testing.T) {
	const placed = "rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq -"
	const fen = placed + " 7 1000000" // nothing checks these numbers: they are not printed
	for _, test := range []struct {
		args []string
		want []string
	}{
		{[]string{container(t, fen, "")}, []string{"illegal: " + placed + "\n", "nodes: 1: kernel 1\n", "cores: 1; clauses: "}},
		{[]string{"--list", container(t, fen, "")}, []string{"illegal: " + placed + " kernel\n"}},
		{
			[]string{container(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1")},
			[]string{"start: 4k3/8/8/8/8/8/8/4K2R b - -, not the initial position\n", "nodes: 1: rights 1\n", "cores: 0;"},
		},
	} {
		var stdout, stderr bytes.Buffer
		code := run(test.args, nil, &stdout, &stderr)
		if code != exitVerified || stderr.Len() > 0 || !strings.HasSuffix(stdout.String(), "\nVERIFIED\n") {
			t.Errorf("%v: exit code %d\n%s%s", test.args, code, &stdout, &stderr)
		}
		for _, want := range test.want {
			if !strings.Contains(stdout.String(), want) {
				t.Errorf("%v: no %q in\n%s", test.args, want, &stdout)
			}
		}
	}
}

// TestContainerMemory: too little memory is no verdict.
func TestContainerMemory(t *testing.T) {
	// A kernel question that is not easy.
	name := container(t, "nb2q3/BNr3p1/P1Rpp2P/Q2qn3/k1n3Pr/rqP3K1/nR5N/1BB5 b - - 0 1", "")
	var stdout, stderr bytes.Buffer
	if code := run([]string{"--memory", "1", name}, nil, &stdout, &stderr); code != exitUndecided || stdout.Len() > 0 || !strings.Contains(stderr.String(), "undecided") {
		t.Errorf("exit code %d\n%s%s", code, &stdout, &stderr)
	}
}

// TestWriteCNF: --write-cnf writes a core's clauses and its proof, which are verified as a pair, and have the name of
// the core.
func TestWriteCNF(t *testing.T) {
	const fen = "rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1"
	for _, name := range []string{container(t, fen, ""), filepath.Join("..", "..", "proofs", "illegal", "testdata", "accept", "kernel-ranks.cert")} {
		dir := filepath.Join(t.TempDir(), "a", "b")
		var stdout, stderr bytes.Buffer
		if code := run([]string{"--write-cnf", dir, name}, nil, &stdout, &stderr); code != exitVerified {
			t.Fatalf("exit code %d\n%s%s", code, &stdout, &stderr)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(files) != 2 {
			t.Fatalf("%v, %v", files, err)
		}
		base := strings.TrimSuffix(filepath.Base(files[0]), ".cnf")
		if len(base) != 2*sha256.Size || files[1] != filepath.Join(dir, base+".lrat") {
			t.Errorf("%v", files)
		}
		if code := run(files, nil, &stdout, &stderr); code != exitVerified || !strings.Contains(stdout.String(), "; text LRAT: ") {
			t.Errorf("the pair: exit code %d\n%s%s", code, &stdout, &stderr)
		}
		if code := run([]string{"--write-cnf", filepath.Join(files[0], "c"), name}, nil, &bytes.Buffer{}, &stderr); code != exitIO {
			t.Errorf("a file instead of a folder: exit code %d, want %d", code, exitIO)
		}
		// A folder in the place of the proof cannot be replaced.
		expect.NoError(t, os.Remove(files[1]))
		expect.NoError(t, os.MkdirAll(filepath.Join(files[1], "c"), 0o777))
		expect.Equal(t, run([]string{"--write-cnf", dir, name}, nil, &bytes.Buffer{}, &stderr), exitIO,
			"a file that cannot be written: exit code")
	}
}

// TestForgedContainers: the files that package certificate keeps are not verified,
// and nothing is printed of what they say.
func TestForgedContainers(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("..", "..", "proofs", "illegal", "testdata", "reject", "*.cert"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		expect.NoError(t, err)
		code := func(data []byte) int {
			var stdout, stderr bytes.Buffer
			code := run([]string{"--list", writeFile(t, "forged", string(data))}, nil, &stdout, &stderr)
			if stdout.Len() > 0 || code == exitNotVerified && !strings.Contains(stderr.String(), "NOT VERIFIED: ") {
				t.Errorf("%s: exit code %d\n%s%s", name, code, &stdout, &stderr)
			}
			return code
		}
		// What does not begin as certificates do is taken for something else.
		begins := bytes.HasPrefix(data, []byte(illegal.Prefix))
		if got := code(data); got == exitVerified || begins && got != exitNotVerified && !strings.Contains(name, "overflow") {
			t.Errorf("%s: exit code %d", name, got)
		}
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		w.Write(data)
		w.Close()
		if got := code(z.Bytes()); got == exitVerified || begins && got != code(data) {
			t.Errorf("%s, compressed: exit code %d", name, got)
		}
	}
}

// TestCompressed: a compressed certificate that is cut short, damaged, or followed by something is refused.
func TestCompressed(t *testing.T) {
	data, err := os.ReadFile(container(t, "8/8/8/8/8/8/8/Kk6 w - - 0 1", ""))
	expect.NoError(t, err)
	for _, bad := range [][]byte{data[:len(data)-1], data[:len(data)-8], append(bytes.Clone(data), 'x'), append(bytes.Clone(data), data...), flipped(data, len(data)-7), flipped(data, len(data)-2)} {
		var stdout, stderr bytes.Buffer
		if code := run([]string{writeFile(t, "bad.gz", string(bad))}, nil, &stdout, &stderr); code != exitNotVerified || stdout.Len() > 0 {
			t.Errorf("exit code %d\n%s%s", code, &stdout, &stderr)
		}
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"-"}, bytes.NewReader(data), &stdout, &stderr); code != exitVerified {
		t.Errorf("of stdin: exit code %d\n%s%s", code, &stdout, &stderr)
	}
}

// flipped changes a byte.
func flipped(data []byte, at int) []byte {
	bad := bytes.Clone(data)
	bad[at] ^= 1
	return bad
}

// TestOlderContainers: certificates that programs of earlier commits wrote are refused, with the commit that reads
// them.
func TestOlderContainers(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("..", "..", "proofs", "illegal", "testdata", "older", "*.zip"))
	if err != nil || len(names) < 5 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		var stdout, stderr bytes.Buffer
		if code := run([]string{name}, nil, &stdout, &stderr); code != exitNotVerified || stdout.Len() > 0 || !strings.Contains(stderr.String(), "are read by retroproof at commit ") {
			t.Errorf("%s: exit code %d\n%s%s", name, code, &stdout, &stderr)
		}
	}
}
