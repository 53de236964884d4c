package gaviota

import (
	"bufio"
	"context"
	"crypto/md5"
	"embed"
	"fmt"
	"io"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/material"
	"retroproof/retro/table"
)

//go:embed testdata/published.md5
var testdata embed.FS

// published returns the MD5 sums of the published files by name.
func published(t *testing.T) map[string]string {
	t.Helper()
	f, err := testdata.Open("testdata/published.md5")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sums := map[string]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		if sum, name, ok := strings.Cut(s.Text(), "  "); ok && !strings.HasPrefix(sum, "#") {
			sums[name] = sum
		}
	}
	return sums
}

// There is a published file of each material, and none besides.
func TestFileNames(t *testing.T) {
	sums := published(t)
	n := 0
	for men := 3; men <= MaxMen; men++ {
		for _, m := range material.All(men) {
			n++
			name := FileName(m)
			if sums[name] == "" {
				t.Errorf("%s: no published file %s", m, name)
			}
			if got, ok := OfFileName(name); !ok || got != m {
				t.Errorf("%s is the file of %s, %t, want %s", name, got, ok, m)
			}
			if FileName(m.Flip()) != name {
				t.Errorf("%s: %s, want %s in both colours", m, FileName(m.Flip()), name)
			}
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
	names := []string{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"}
	if !testing.Short() {
		names = append(names, "KBBvK", "KNNvK", "KPPvK", "KQvKR", "KPvKP")
	}
	if tabletest.Long {
		names = nil
		for men := 3; men <= 4; men++ {
			for _, m := range material.All(men) {
				names = append(names, m.String())
			}
		}
	}
	sums := published(t)
	for _, name := range names {
		m := tabletest.Material(name)
		hash := md5.New()
		if err := Encode(context.Background(), tabletest.Table(t, name), hash, 2); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", hash.Sum(nil)); got != sums[FileName(m)] {
			t.Errorf("%s: MD5 %s, the published file has %s", FileName(m), got, sums[FileName(m)])
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	tab := tabletest.Table(t, "KRvK")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Encode(ctx, tab, io.Discard, 1); err == nil {
		t.Error("an interrupted export has no error")
	}
	wide := &table.Table{Layout: tab.Layout, Wide: tab.Widen()}
	if err := Encode(context.Background(), wide, io.Discard, 1); err != nil {
		t.Errorf("two bytes a cell: %v", err)
	}
	code := append([]uint16(nil), wide.Wide.Code[chess.Black]...)
	for i, c := range code {
		if c == table.LossIn[uint16](32) {
			code[i] = table.LossIn[uint16](256)
		}
	}
	wide.Wide = &table.Codes[uint16]{Layout: tab.Layout, Code: [2][]uint16{wide.Wide.Code[0], code}, Deepest: 256}
	if err := Encode(context.Background(), wide, io.Discard, 1); err == nil || !strings.Contains(err.Error(), "loss in 256 plies") {
		t.Errorf("a loss in 256 plies: %v", err)
	}
}
