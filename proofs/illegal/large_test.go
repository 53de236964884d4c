package illegal_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/illegal"
)

// sparse writes a file and leaves holes for zeros.
type sparse struct{ f *os.File }

func (s sparse) Write(p []byte) (int, error) {
	if len(bytes.Trim(p, "\x00")) > 0 {
		return s.f.Write(p)
	}
	_, err := s.f.Seek(int64(len(p)), io.SeekCurrent)
	return len(p), err
}

// TestLarge: a container of more than 65,535 members, and one of more than four
// gigabytes, have a form of their own, and are read. (Both have cores that no node
// uses.)
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("writes gigabytes of nothing")
	}
	static := unzip(t, certified(t, staticFEN, ""))
	for _, test := range []struct {
		cores int
		size  int
	}{{66_000, 10}, {6, 800 << 20}} {
		path := filepath.Join(t.TempDir(), "large.zip")
		f, err := os.Create(path)
		expect.NoError(t, err)
		defer f.Close()
		w := zip.NewWriter(sparse{f})
		zeros := make([]byte, 1<<20)
		for i := range test.cores {
			name := fmt.Sprintf("%064x", i)
			out, err := w.CreateRaw(illegal.Header(illegal.CoreName(name), 0, uint64(test.size), uint64(test.size)))
			expect.NoError(t, err)
			for left := test.size; left > 0; left -= min(left, len(zeros)) {
				out.Write(zeros[:min(left, len(zeros))])
			}
		}
		w.Flush()
		// The rest as it is in a small one.
		for _, m := range static {
			content := strings.Replace(m.content, `"cores": 0`, fmt.Sprintf(`"cores": %d`, test.cores), 1)
			one := unzip(t, files{{m.name, content}}.plain())
			data := one.plain()
			z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
			expect.NoError(t, err)
			h := z.File[0]
			out, err := w.CreateRaw(illegal.Header(m.name, h.CRC32, h.CompressedSize64, h.UncompressedSize64))
			expect.NoError(t, err)
			in, err := h.OpenRaw()
			expect.NoError(t, err)
			io.Copy(out, in)
		}
		expect.NoError(t, w.Close())
		size, err := f.Seek(0, io.SeekEnd)
		expect.NoError(t, err)
		if _, err := illegal.Check(context.Background(), f, size, illegal.Options{}); !errors.Is(err, illegal.ErrUnused) {
			t.Errorf("%d cores, %d bytes: %v", test.cores, size, err)
		}
	}
}
