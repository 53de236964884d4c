package illegal_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"hash/crc32"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal"
)

// file is a member of a container.
type file struct {
	name    string
	content string
}

// files is a container that tests take apart and put together again.
type files []file

// get returns the content of a member.
func (fs files) get(name string) string {
	for _, f := range fs {
		if f.name == name {
			return f.content
		}
	}
	return ""
}

// with returns the container with another content of the members whose name
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

// without returns the container without the members whose name ends in a suffix.
func (fs files) without(suffix string) files {
	var left files
	for _, f := range fs {
		if !strings.HasSuffix(f.name, suffix) {
			left = append(left, f)
		}
	}
	return left
}

// replace returns the container with a text replaced in some members. It fails if
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

// unzip takes a container apart.
func unzip(t testing.TB, data []byte) (fs files) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	expect.NoError(t, err)
	for _, f := range z.File {
		in, err := f.Open()
		expect.NoError(t, err)
		content, err := io.ReadAll(in)
		expect.NoError(t, err)
		fs = append(fs, file{f.Name, string(content)})
	}
	return fs
}

// zipped puts a container together, in the form that is asked for. change may
// alter the headers.
func (fs files) zipped(change func(h *zip.FileHeader, data []byte) []byte) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range fs {
		var b bytes.Buffer
		d, _ := flate.NewWriter(&b, flate.DefaultCompression)
		io.WriteString(d, f.content)
		d.Close()
		h := illegal.Header(f.name, crc32.ChecksumIEEE([]byte(f.content)), uint64(b.Len()), uint64(len(f.content)))
		data := b.Bytes()
		if change != nil {
			data = change(h, data)
		}
		m, err := w.CreateRaw(h)
		if err != nil {
			panic(err)
		}
		m.Write(data)
	}
	w.Close()
	return out.Bytes()
}

// plain is zipped without changes.
func (fs files) plain() []byte { return fs.zipped(nil) }

// check checks a container.
func check(data []byte) (*illegal.Report, error) {
	return illegal.Check(context.Background(), bytes.NewReader(data), int64(len(data)), illegal.Options{})
}

// setup reads a FEN.
func setup(t testing.TB, fen string) *chess.Setup {
	t.Helper()
	s, err := chess.ParseFEN(fen)
	expect.NoError(t, err)
	return &s
}

// certified returns the container of an illegal position. A start of "" is the
// initial position.
func certified(t testing.TB, fen, start string) []byte {
	t.Helper()
	var from *chess.Setup
	if start != "" {
		from = setup(t, start)
	}
	d, err := kernel.Decide(context.Background(), setup(t, fen), kernel.DecideOptions{Start: from, Time: -1})
	expect.NoError(t, err)
	c := certify.New(certify.Options{Start: from})
	one, err := c.Certify(context.Background(), &d)
	expect.NoError(t, err)
	var out bytes.Buffer
	expect.NoError(t, c.Write(&out, one))
	return out.Bytes()
}

// TestEveryRule: the example of each rule has a certificate.
func TestEveryRule(t *testing.T) {
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
		if again := unzip(t, data).plain(); !bytes.Equal(again, data) {
			t.Errorf("%s: this test does not write the same container", r.Reason)
		}
	}
}

// TestDamagedBytes: no byte of a container can be changed, and none be left out
// at the end.
func TestDamagedBytes(t *testing.T) {
	data := certified(t, "4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1", "")
	for i := range data {
		for _, change := range []byte{1, 0x20, 0x80, 0xff} {
			bad := bytes.Clone(data)
			bad[i] ^= change
			// What is deflated has some freedom, as long as the content is the same.
			if _, err := check(bad); err == nil && !slices.Equal(unzip(t, bad), unzip(t, data)) {
				t.Errorf("byte %d of %d may be %#x instead of %#x", i, len(data), bad[i], data[i])
			}
		}
		if _, err := check(data[:i]); !errors.Is(err, illegal.ErrContainer) {
			t.Errorf("the first %d bytes of %d: %v", i, len(data), err)
		}
		if _, err := check(append(bytes.Clone(data[:i]), data[i+1:]...)); err == nil {
			t.Errorf("byte %d may be missing", i)
		}
	}
	for _, more := range []string{"\x00", "PK", "\n"} {
		if _, err := check(append(bytes.Clone(data), more...)); err == nil {
			t.Errorf("%q may follow", more)
		}
		if _, err := check(append([]byte(more), data...)); err == nil {
			t.Errorf("%q may come first", more)
		}
	}
}

// TestMany: a container of all examples; it does not depend on how it is read.
func TestMany(t *testing.T) {
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
	report, err := illegal.Check(context.Background(), bytes.NewReader(out.Bytes()), int64(out.Len()), illegal.Options{
		Jobs: 3, Each: func(v illegal.Verified) { got = append(got, v.FEN) },
	})
	expect.NoError(t, err)
	if report.Positions != int64(len(want)) || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%d positions, want %d:\n%s", report.Positions, len(want), strings.Join(got, "\n"))
	}
	t.Log(report)
}
