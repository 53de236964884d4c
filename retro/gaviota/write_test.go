package gaviota

import (
	"bytes"
	"context"
	"crypto/md5"
	"fmt"
	"io"
	"sync"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// encoded returns the file of a material's table. It is made once for all tests.
func encoded(t testing.TB, name string) []byte {
	t.Helper()
	made.Lock()
	defer made.Unlock()
	if made.files[name] == nil {
		var b bytes.Buffer
		expect.NoError(t, writeTo(context.Background(), tabletest.Table(t, name), &b, WriteOptions{Jobs: 2}))
		made.files[name] = b.Bytes()
	}
	return made.files[name]
}

var made = struct {
	sync.Mutex
	files map[string][]byte
}{files: map[string][]byte{}}

// There is a published file of each material, and none besides.
func TestFileNames(t *testing.T) {
	t.Parallel()
	sums := published()
	n := 0
	for men := 3; men <= MaxMen; men++ {
		for _, m := range table.Materials(men) {
			n++
			name := FileName(m)
			if sums[name] == "" {
				t.Errorf("%s: no published file %s", m, name)
			}
			if got, ok := OfFileName(name); !ok || got != m {
				t.Errorf("%s is the file of %s, %t, want %s", name, got, ok, m)
			}
			expect.Equal(t, FileName(m.Flip()), name, "%s", m)
		}
	}
	if n != 145 || len(sums) != 145 {
		t.Errorf("%d materials and %d sums, want 145", n, len(sums))
	}
	for _, name := range []string{"kkr.gtb.cp4", "KRK.gtb.cp4", "krk.gtb.cp3", "kqqqqk.gtb.cp4", "kk.gtb.cp4", "krqk.gtb.cp4", ".gtb.cp4"} {
		if m, ok := OfFileName(name); ok {
			t.Errorf("%s is taken for the file of %s", name, m)
		}
	}
}

// The files are the published ones, to the byte: all of three and four men in the
// long version; in the short one those of three, and some of four that have every
// kind of axis.
func TestPublishedFiles(t *testing.T) {
	t.Parallel()
	names := []string{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"}
	if !testing.Short() {
		names = append(names, "KBBvK", "KPPvK", "KQvKR", "KPvKP")
	}
	if tabletest.Long {
		names = nil
		for men := 3; men <= 4; men++ {
			for _, m := range table.Materials(men) {
				names = append(names, m.String())
			}
		}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := tabletest.Material(name)
			expect.Equal(t, fmt.Sprintf("%x", md5.Sum(encoded(t, name))), PublishedMD5(m), "%s: MD5", FileName(m))
		})
	}
}

func TestEncodeRefuses(t *testing.T) {
	t.Parallel()
	tab := tabletest.Table(t, "KRvK")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	expect.Fails(t, writeTo(ctx, tab, io.Discard, WriteOptions{}), "an interrupted export")
	wide := tabletest.Widen(tab)
	expect.Succeeds(t, writeTo(context.Background(), wide, io.Discard, WriteOptions{}), "two bytes a cell")
	code := append([]uint16(nil), wide.Wide.Code[chess.Black]...)
	for i, c := range code {
		if c == table.LossIn[uint16](32) {
			code[i] = table.LossIn[uint16](256)
		}
	}
	wide.Wide = &table.Codes[uint16]{Layout: tab.Layout, Code: [2][]uint16{wide.Wide.Code[0], code}, Deepest: 256}
	expect.ErrorSays(t, writeTo(context.Background(), wide, io.Discard, WriteOptions{}), "loss in 256 plies",
		"a loss in 256 plies")
}
