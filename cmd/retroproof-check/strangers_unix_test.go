//go:build unix

package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"retroproof/internal/cputime"
	"retroproof/internal/expect"
)

var strangers = flag.Int("stranger-cases", 300, "files as a stranger may hand them over")

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
	if strings.Contains(stdout.String()+stderr.String(), "internal error") || code < 0 || code > exitIO {
		t.Fatalf("%v: exit code %d, %s %s", args, code, &stdout, &stderr)
	}
	var a answer
	if err := json.Unmarshal(stdout.Bytes(), &a); code == exitVerified && (err != nil || !a.Verified) {
		t.Fatalf("%v: %v, %s", args, err, &stdout)
	}
	return code, a
}

// value is a number or a string of JSON.
var value = regexp.MustCompile(`-?\d+(\.\d+)?(e\d+)?|"[^"\n]*"`)

// exchange puts a number or a string in place of another one, so that what was written in the only form that is read
// still is.
func exchange(r *rand.Rand, text []byte) []byte {
	at := value.FindAllIndex(text, -1)
	if len(at) < 2 {
		return alter(r, text)
	}
	for range 1 + r.IntN(2) {
		from, to := at[r.IntN(len(at))], at[r.IntN(len(at))]
		by := slices.Clone(text[from[0]:from[1]])
		if r.IntN(3) == 0 {
			by = []byte([]string{"0", "1", "2", "-1", "18446744073709551615", "9223372036854775807", "4294967296", `""`, `"../x"`, "null", "1e99"}[r.IntN(11)])
		}
		text = slices.Concat(text[:to[0]], by, text[to[1]:])
		at = value.FindAllIndex(text, -1)
	}
	return text
}

// forge alters a text, compressed or not.
func forge(r *rand.Rand, text []byte) []byte {
	plain, packed := unpack(text)
	if r.IntN(2) == 0 {
		plain = exchange(r, plain)
	} else {
		plain = alter(r, plain)
	}
	if packed {
		return pack(plain)
	}
	return plain
}

// files are those of a case, by their names with slashes.
type files map[string][]byte

// seed reads a file or a folder of testdata/strangers.
func seed(t *testing.T, name string) files {
	t.Helper()
	f := files{}
	root := filepath.Join("testdata/strangers", name)
	expect.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		short, _ := filepath.Rel(root, path)
		f[filepath.ToSlash(short)], err = os.ReadFile(path)
		return err
	}))
	return f
}

// pick returns the name of a file.
func (f files) pick(r *rand.Rand) string {
	names := slices.Sorted(maps.Keys(f))
	return names[r.IntN(len(names))]
}

// reseal puts length and SHA-256 of a file that was altered in place of those of before in all others, and of these in
// turn.
func (f files) reseal(name string, after []byte) {
	before := f[name]
	f[name] = after
	old := regexp.MustCompile(fmt.Sprintf(`"bytes": ?%d,(\s*)"sha256": ?"%x"`, len(before), sha256.Sum256(before)))
	for other, text := range f {
		if sealed := old.ReplaceAll(text, fmt.Appendf(nil, `"bytes": %d,${1}"sha256": "%x"`, len(after), sha256.Sum256(after))); other != name && !bytes.Equal(sealed, text) {
			f.reseal(other, sealed)
		}
	}
}

// write writes them into a folder; with packs as files, as archive/tar makes them.
func (f files) write(t *testing.T, dir string, packed bool) {
	t.Helper()
	tars := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		folder, base := path.Split(name)
		if packed && folder != "" {
			tars[folder] = append(tars[folder], base)
			continue
		}
		expect.NoError(t, os.MkdirAll(filepath.Join(dir, folder), 0o777))
		expect.NoError(t, os.WriteFile(filepath.Join(dir, name), f[name], 0o666))
	}
	for folder, names := range tars {
		text := string(f[folder+"manifest.json"])
		slices.SortFunc(names, func(a, b string) int { return cmp.Compare(strings.Index(text, a), strings.Index(text, b)) })
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		for _, name := range names {
			w.WriteHeader(&tar.Header{Name: folder + name, Mode: 0o644, Size: int64(len(f[folder+name])), Format: tar.FormatUSTAR})
			w.Write(f[folder+name])
		}
		w.Close()
		expect.NoError(t, os.WriteFile(filepath.Join(dir, strings.TrimSuffix(folder, "/")+".tar"), b.Bytes(), 0o666))
	}
}

// stranger hands over a file, asks for a check, and tests that what was verified is true.
type stranger struct {
	*testing.T
	r    *rand.Rand
	dir  string // of the case
	seen string // what the case was, if it fails
}

// put writes a file of the case.
func (s *stranger) put(name string, text []byte) string {
	name = filepath.Join(s.dir, name)
	expect.NoError(s.T, os.MkdirAll(filepath.Dir(name), 0o777))
	expect.NoError(s.T, os.WriteFile(name, text, 0o666))
	return name
}

// strangerKinds are what they hand over, and how often.
var strangerKinds = []struct {
	name string
	of   int
	try  func(s *stranger) (code int)
}{
	{"certificates", 20, (*stranger).certificate}, {"proofs", 20, (*stranger).proof}, {"answers", 10, (*stranger).answers},
	{"games", 10, (*stranger).game}, {"exact", 4, (*stranger).exact}, {"aiger", 10, (*stranger).reach}, {"runs", 5, (*stranger).run},
	{"ursa", 5, (*stranger).ursa}, {"strategies", 1, (*stranger).wins}, {"estimates", 10, (*stranger).estimate},
	{"roots", 5, (*stranger).root}, {"packs", 5, (*stranger).pack}, {"units", 5, (*stranger).unit},
}

// TestStrangers: files as a stranger may hand them over, altered as texts, in the only form that is read, compressed, and
// with sums that agree. None makes the program panic, take much memory, or verify what is false: of positions to which
// games lead that they are illegal, of a formula with a model that it has none, of a model that reaches a bad state that
// it does not, of an estimate other numbers, and so on.
func TestStrangers(t *testing.T) {
	r := rand.New(rand.NewPCG(45, uint64(*strangers)))
	sum := 0
	for _, k := range strangerKinds {
		sum += k.of
	}
	dir := t.TempDir()
	cases, verified := map[string]int{}, map[string]int{}
	begin := cputime.Self()
	for n := range *strangers {
		k := 0
		for at := r.IntN(sum); at >= strangerKinds[k].of; k++ {
			at -= strangerKinds[k].of
		}
		kind := &strangerKinds[k]
		s := &stranger{T: t, r: r, dir: filepath.Join(dir, fmt.Sprint("case", n))}
		expect.NoError(t, os.Mkdir(s.dir, 0o777))
		cases[kind.name]++
		if kind.try(s) == exitVerified {
			verified[kind.name]++
		}
		if t.Failed() {
			t.Fatalf("%s: %s", kind.name, s.seen)
		}
		expect.NoError(t, os.RemoveAll(s.dir))
	}
	var usage syscall.Rusage
	expect.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	t.Logf("%d cases in %v of CPU: %v, of which are verified: %v; %d kB", *strangers, cputime.Self()-begin, cases, verified, usage.Maxrss)
	if len(cases) < len(strangerKinds) && *strangers >= 300 || usage.Maxrss > 256<<10 {
		t.Errorf("%v, %d kB", cases, usage.Maxrss)
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
	calls := [][]string{{fifo}, {formula, fifo}, {"-"}, {formula, "-"}, {"--rup", formula, "-"}, {"-", formula}, {formula, sparse}, {sparse, formula}}
	// And what begins as a file of some kind and goes on for a terabyte.
	games := writeFile(t, "games.jsonl", `{"fen":"`)
	for _, name := range []string{
		games, "testdata/strangers/moves.gz", "testdata/strangers/exact.cert", "testdata/strangers/unsafe/model.aig", "../../testdata/conformance/c001.gz",
	} {
		head, err := os.ReadFile(name)
		expect.NoError(t, err)
		long := writeFile(t, "long", string(head))
		expect.NoError(t, os.Truncate(long, 1<<40))
		calls = append(calls, []string{long}, []string{long, sparse})
	}
	for _, args := range calls {
		zero, err := os.Open("/dev/zero")
		expect.NoError(t, err)
		cmd := exec.Command("retroproof-check", args...)
		var out bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr = zero, &out, &out
		expect.NoError(t, cmd.Start())
		time.Sleep(200 * time.Millisecond)
		cmd.Process.Signal(syscall.SIGTERM)
		begin := time.Now()
		err = cmd.Wait()
		zero.Close()
		if took := time.Since(begin); took > time.Second || err == nil || strings.Contains(out.String(), "VERIFIED\n") && !strings.Contains(out.String(), "NOT VERIFIED") {
			t.Errorf("%v: %v after %v, %s", args, err, took, &out)
		}
	}
}
