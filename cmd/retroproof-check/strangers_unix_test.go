//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"retroproof/internal/expect"
)

var strangers = flag.Int("stranger-cases", 300, "files as a stranger may hand them over")

// legalPool are positions to which games lead, each by its moves from the initial position: 1. e4, 1. e4 e5 and so on.
var legalPool = []string{
	"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
	"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
	"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
	"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
}

// alter changes a text in a few places: bytes, digits, lines, and words that change places.
func alter(r *rand.Rand, text []byte) []byte {
	text = bytes.Clone(text)
	for range 1 + r.IntN(3) {
		if len(text) == 0 {
			return []byte{byte(r.IntN(256))}
		}
		at := r.IntN(len(text))
		lines := bytes.SplitAfter(text, []byte("\n"))
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		switch r.IntN(9) {
		case 0:
			text[at] ^= 1 << r.IntN(8)
		case 1:
			text = text[:at]
		case 2:
			text = slices.Insert(text, at, bytes.Repeat([]byte{"0\" {}[\n9-/"[r.IntN(10)]}, 1+r.IntN(40))...)
		case 3:
			text = slices.Delete(text, at, min(len(text), at+1+r.IntN(20)))
		case 4:
			lines[i], lines[j] = lines[j], lines[i]
			text = bytes.Join(lines, nil)
		case 5:
			text = bytes.Join(slices.Insert(lines, i, lines[j]), nil)
		case 6: // a number
			if n := bytes.IndexAny(text[at:], "0123456789"); n >= 0 {
				text[at+n] = '0' + byte(r.IntN(10))
			}
		case 7: // a word in place of another
			words := bytes.Fields(lines[i])
			if len(words) > 1 {
				text = bytes.Replace(text, words[r.IntN(len(words))], words[r.IntN(len(words))], 1)
			}
		case 8: // one field of JSON in place of another
			fields := bytes.Split(lines[i], []byte(`,"`))
			if len(fields) > 1 {
				text = bytes.Replace(text, fields[r.IntN(len(fields))], fields[r.IntN(len(fields))], 1)
			}
		}
	}
	return text
}

// unpack decompresses a text that is compressed, and pack compresses it again.
func unpack(text []byte) ([]byte, bool) {
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return text, false
	}
	plain, err := io.ReadAll(z)
	return plain, err == nil
}

func pack(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(text)
	z.Close()
	return b.Bytes()
}

// asked runs the program, and returns its exit code and what it verified.
func asked(t *testing.T, args ...string) (int, answer) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(append([]string{"--json", "--memory", "100", "--jobs", "1"}, args...), strings.NewReader(""), &stdout, &stderr)
	if strings.Contains(stdout.String()+stderr.String(), "internal error") || code < 0 || code > exitPartly {
		t.Fatalf("%v: exit code %d, %s %s", args, code, &stdout, &stderr)
	}
	var a answer
	if err := json.Unmarshal(stdout.Bytes(), &a); code == exitVerified && (err != nil || !a.Verified) {
		t.Fatalf("%v: %v, %s", args, err, &stdout)
	}
	return code, a
}

// TestStrangers: files as a stranger may hand them over, altered as texts, compressed and with sums that agree. None
// makes the program panic, take much memory, or verify what is false: of positions to which games lead that they are
// illegal, of a formula with a model that it has none, of an estimate other numbers.
func TestStrangers(t *testing.T) {
	r := rand.New(rand.NewPCG(45, uint64(*strangers)))
	certificates, err := filepath.Glob("../../testdata/conformance/c*.gz")
	expect.NoError(t, err)
	certificates = slices.DeleteFunc(certificates, func(name string) bool {
		info, err := os.Stat(name)
		return err != nil || info.Size() > 2000
	})
	sample := "../../proofs/survey/testdata/sample"
	_, whole := asked(t, sample)
	dir := t.TempDir()
	verified := 0
	for n := range *strangers {
		name := filepath.Join(dir, fmt.Sprint("case", n))
		var code int
		var a answer
		switch n % 3 {
		case 0:
			text, err := os.ReadFile(certificates[r.IntN(len(certificates))])
			expect.NoError(t, err)
			plain, packed := unpack(text)
			if at := bytes.Index(plain, []byte(`"fen":"`)); at >= 0 && r.IntN(2) == 0 {
				end := bytes.IndexByte(plain[at+7:], '"')
				plain = slices.Concat(plain[:at+7], []byte(legalPool[r.IntN(len(legalPool))]), plain[at+7+end:])
			}
			if plain = alter(r, plain); packed {
				plain = pack(plain)
			}
			expect.NoError(t, os.WriteFile(name, plain, 0o666))
			code, a = asked(t, "--list", name)
			for _, p := range a.List {
				board, _, _ := strings.Cut(p.FEN, " ")
				if p.Verdict == "illegal" && slices.ContainsFunc(legalPool, func(fen string) bool { return strings.HasPrefix(fen, board) }) {
					t.Fatalf("%s: %s is called illegal", name, p.FEN)
				}
			}
		case 1: // with one clause less the formula has a model
			formula := "p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n"
			proof := alter(r, []byte("5 1 0 1 2 0\n6 2 0 1 3 0\n7 d 1 0\n8 0 5 3 4 0\n8 -1 0 3 2 0\n9 0 5 8 0\n"))
			if r.IntN(4) == 0 {
				proof = pack(proof)
			}
			expect.NoError(t, os.WriteFile(name, proof, 0o666))
			flags := [][]string{nil, {"--rup"}}[r.IntN(2)]
			if code, a = asked(t, append(flags, writeFile(t, "f.cnf", formula), name)...); code == exitVerified {
				t.Fatalf("%s refutes a formula that has a model: %q", name, proof)
			}
		case 2:
			expect.NoError(t, os.CopyFS(name, os.DirFS(sample)))
			reseal(t, r, name)
			if code, a = asked(t, name); code == exitVerified && fmt.Sprint(a.Claims) != fmt.Sprint(whole.Claims) {
				t.Fatalf("%s: %v, want %v", name, a.Claims, whole.Claims)
			}
		}
		if code == exitVerified {
			verified++
		}
		expect.NoError(t, os.RemoveAll(name))
	}
	var usage syscall.Rusage
	expect.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	t.Logf("%d cases, of which %d are verified; %d kB", *strangers, verified, usage.Maxrss)
	if verified == *strangers || usage.Maxrss > 256<<10 {
		t.Errorf("%d verified, %d kB", verified, usage.Maxrss)
	}
}

// reseal alters a file of an estimate, and then the sums of all manifests so that they agree with it.
func reseal(t *testing.T, r *rand.Rand, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "pack-*", "*"))
	expect.NoError(t, err)
	files = append(files, filepath.Join(dir, "manifest.json"))
	name := files[r.IntN(len(files))]
	before, err := os.ReadFile(name)
	expect.NoError(t, err)
	after, packed := unpack(before)
	if after = alter(r, after); packed {
		after = pack(after)
	}
	expect.NoError(t, os.WriteFile(name, after, 0o666))
	entry := func(text []byte) []byte {
		return fmt.Appendf(nil, "\"bytes\": %d,\n%%\"sha256\": \"%x\"", len(text), sha256.Sum256(text))
	}
	for _, manifest := range []string{filepath.Join(filepath.Dir(name), "manifest.json"), filepath.Join(dir, "manifest.json")} {
		text, err := os.ReadFile(manifest)
		if err != nil || manifest == name {
			continue
		}
		sealed := text
		for _, indent := range []string{"   ", "    ", "     "} {
			from, to := entry(before), entry(after)
			sealed = bytes.ReplaceAll(sealed, bytes.Replace(from, []byte("%"), []byte(indent), 1), bytes.Replace(to, []byte("%"), []byte(indent), 1))
		}
		expect.NoError(t, os.WriteFile(manifest, sealed, 0o666))
		before, after = text, sealed
	}
}

// TestTerminated: on what never ends the program ends within a second of SIGTERM.
func TestTerminated(t *testing.T) {
	dir := t.TempDir()
	fifo, sparse := filepath.Join(dir, "fifo"), filepath.Join(dir, "sparse")
	expect.NoError(t, syscall.Mkfifo(fifo, 0o666))
	f, err := os.Create(sparse)
	expect.NoError(t, err)
	expect.NoError(t, f.Truncate(1<<40))
	expect.NoError(t, f.Close())
	formula := writeFile(t, "f.cnf", cnf)
	for _, args := range [][]string{{fifo}, {formula, fifo}, {"-"}, {formula, "-"}, {"--rup", formula, "-"}, {"-", formula}, {formula, sparse}, {sparse, formula}} {
		zero, err := os.Open("/dev/zero")
		expect.NoError(t, err)
		cmd := exec.Command("retroproof-check", args...)
		var out bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr = zero, &out, &out
		expect.NoError(t, cmd.Start())
		time.Sleep(300 * time.Millisecond)
		cmd.Process.Signal(syscall.SIGTERM)
		begin := time.Now()
		err = cmd.Wait()
		zero.Close()
		if took := time.Since(begin); took > time.Second || err == nil || strings.Contains(out.String(), "VERIFIED\n") && !strings.Contains(out.String(), "NOT VERIFIED") {
			t.Errorf("%v: %v after %v, %s", args, err, took, &out)
		}
	}
}
