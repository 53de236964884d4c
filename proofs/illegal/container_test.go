package illegal_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal"
)

// file is a part of a certificate.
type file struct {
	name    string
	content string
}

// files is a certificate that tests take apart and put together again.
type files []file

// get returns the content of a part.
func (fs files) get(name string) string {
	for _, f := range fs {
		if f.name == name {
			return f.content
		}
	}
	return ""
}

// with returns the certificate with another content of the parts whose name
// begins with a prefix.
func (fs files) with(prefix string, change func(string) string) files {
	var changed files
	for _, f := range fs {
		if strings.HasPrefix(f.name, prefix) {
			f.content = change(f.content)
		}
		changed = append(changed, f)
	}
	return changed
}

// without returns the certificate without the parts whose name begins with a prefix.
func (fs files) without(prefix string) files {
	var left files
	for _, f := range fs {
		if !strings.HasPrefix(f.name, prefix) {
			left = append(left, f)
		}
	}
	return left
}

// replace returns the certificate with a text replaced in some parts. It fails if
// there is nothing to replace.
func (fs files) replace(t testing.TB, prefix, old, text string) files {
	t.Helper()
	found := false
	changed := fs.with(prefix, func(content string) string {
		found = found || strings.Contains(content, old)
		return strings.Replace(content, old, text, 1)
	})
	if !found {
		t.Fatalf("no %q in %s", old, prefix)
	}
	return changed
}

// apart takes a certificate apart: the header, the cores, and the lines of trees and games.
func apart(t testing.TB, data []byte) files {
	t.Helper()
	end := bytes.IndexByte(data, '\n') + 1
	fs := files{{headerName, string(data[:end])}}
	var h illegal.Header
	expect.NoError(t, json.Unmarshal(data[:end], &h))
	data = data[end:]
	for i, n := range h.Cores {
		fs = append(fs, file{fmt.Sprint(coreName, i), string(data[:n])})
		data = data[n:]
	}
	return append(fs, file{treesName, string(data)})
}

// The names of the parts.
const headerName, coreName, treesName = "header", "core ", "trees"

// plain puts a certificate together.
func (fs files) plain() []byte {
	var out []byte
	for _, f := range fs {
		out = append(out, f.content...)
	}
	return out
}

var lengths = regexp.MustCompile(`"cores":\[[^\]]*\]`)

// measured returns the certificate with the lengths of its cores in the header.
func (fs files) measured() files {
	var list []string
	for _, f := range fs {
		if strings.HasPrefix(f.name, coreName) {
			list = append(list, fmt.Sprint(len(f.content)))
		}
	}
	return fs.with(headerName, func(s string) string {
		return lengths.ReplaceAllString(s, `"cores":[`+strings.Join(list, ",")+`]`)
	})
}

// unzipped returns what is in a file with gzip.
func unzipped(t testing.TB, data []byte) io.Reader {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(data))
	expect.NoError(t, err)
	return z
}

// check checks a certificate.
func check(data []byte) (*illegal.Report, error) {
	return illegal.Check(context.Background(), bytes.NewReader(data), illegal.Options{})
}

// setup reads a FEN.
func setup(t testing.TB, fen string) *chess.Setup {
	t.Helper()
	s := expect.Must(chess.ParseFEN(fen))
	return &s
}

// certified returns the certificate of an illegal position. A start of "" is the
// initial position.
func certified(t testing.TB, fen, start string) []byte {
	t.Helper()
	var from *chess.Setup
	if start != "" {
		from = setup(t, start)
	}
	o := kernel.DecideOptions{Start: from, Time: -1}
	if fen == jamFEN {
		o.CageStates = -1 // which refute it, too
	}
	d, err := kernel.Decide(context.Background(), setup(t, fen), o)
	expect.NoError(t, err)
	c := certify.New(certify.Options{Start: from})
	one, err := c.Certify(context.Background(), &d)
	expect.NoError(t, err)
	var out bytes.Buffer
	expect.NoError(t, c.WritePlain(&out, one))
	return out.Bytes()
}

// TestEveryRule: the example of each rule has a certificate.
func TestEveryRule(t *testing.T) {
	t.Parallel()
	for _, r := range rules.Rules {
		if r.Example == "" {
			continue
		}
		data := certified(t, r.Example, r.Start)
		report, err := check(data)
		if err != nil {
			t.Errorf("%s: %v", r.Reason, err)
			continue
		}
		if report.FEN != r.Example || report.Initial != (r.Start == "") {
			t.Errorf("%s: %+v", r.Reason, report)
		}
		if again := apart(t, data).measured().plain(); !bytes.Equal(again, data) {
			t.Errorf("%s: this test does not write the same certificate", r.Reason)
		}
	}
}

// TestDamagedBytes: no byte of a certificate can be changed or left out and the claim be the same, but for the name of
// the tool.
func TestDamagedBytes(t *testing.T) {
	t.Parallel()
	data := certified(t, "4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1", "")
	claim, err := check(data)
	expect.NoError(t, err)
	tool := bytes.Index(data, []byte(`retroproof","encoder`))
	same := func(i int, bad []byte) bool {
		r, err := check(bad)
		return err == nil && r.Start == claim.Start && r.FEN == claim.FEN && (i < tool || i >= tool+len("retroproof"))
	}
	for i := range data {
		for _, change := range []byte{1, 0x20, 0x80, 0xff} {
			bad := bytes.Clone(data)
			if bad[i] ^= change; same(i, bad) {
				t.Errorf("byte %d of %d may be %q instead of %q", i, len(data), bad[i], data[i])
			}
		}
		expect.Fails(t, expect.Err(check(data[:i])), "the first %d bytes of %d", i, len(data))
		if same(i, append(bytes.Clone(data[:i]), data[i+1:]...)) {
			t.Errorf("byte %d may be missing", i)
		}
	}
	for _, more := range []string{"\x00", "PK", "\n", " ", "{}\n"} {
		expect.Fails(t, expect.Err(check(append(bytes.Clone(data), more...))), "followed by %q", more)
		expect.Fails(t, expect.Err(check(append([]byte(more), data...))), "after %q", more)
	}
}

// TestWrongLineAmongOthers: of several positions whichever is wrong is refused, and named.
func TestWrongLineAmongOthers(t *testing.T) {
	t.Parallel()
	good := apart(t, certified(t, staticFEN, "")).replace(t, headerName, `"positions":1`, `"positions":3`)
	line := good.get(treesName)
	for i := range 4 {
		lines := []string{line, line, line, ""}
		lines[i] = strings.Replace(lines[i], staticFEN, legalFEN, 1)
		_, err := check(good.with(treesName, func(string) string { return strings.Join(lines, "") }).plain())
		at := &illegal.NodeError{}
		if errors.As(err, &at); i < 3 {
			expect.ErrorIs(t, err, illegal.ErrArgument, "line %d is wrong", i+1)
			expect.Equal(t, at.Position, int64(i+1), "the position that is named")
		} else {
			expect.Succeeds(t, err, "no line is wrong")
		}
	}
}

// TestMany: a certificate of all examples; it does not depend on how it is read.
func TestMany(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "part")
	c := certify.New(certify.Options{})
	part, err := c.OpenPart(path)
	expect.NoError(t, err)
	expect.NoError(t, part.Begin())
	var want []string
	for _, r := range rules.Rules {
		if r.Start != "" || r.Example == "" {
			continue
		}
		for range 40 {
			d, err := kernel.Decide(context.Background(), setup(t, r.Example), kernel.DecideOptions{Time: -1})
			expect.NoError(t, err)
			one, err := c.Certify(context.Background(), &d)
			expect.NoError(t, err)
			expect.NoError(t, part.Add(one))
			want = append(want, r.Example)
		}
	}
	var out bytes.Buffer
	expect.NoError(t, part.Finish(&out))
	var got []string
	report, err := illegal.Check(context.Background(), unzipped(t, out.Bytes()), illegal.Options{
		Jobs: 3, Each: func(v illegal.Verified) { got = append(got, v.FEN) },
	})
	expect.NoError(t, err)
	if report.Positions != int64(len(want)) || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%d positions, want %d:\n%s", report.Positions, len(want), strings.Join(got, "\n"))
	}
	t.Log(report)
}
