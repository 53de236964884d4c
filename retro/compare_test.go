package retro

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/syzygy"
	"retroproof/retro/table"
)

// syzygyFiles returns the directory of Syzygy's files of three and four men, if they are
// there: see the tests of package syzygy.
func syzygyFiles(t *testing.T) string {
	t.Helper()
	for _, dir := range []string{os.Getenv("RETROPROOF_SYZYGY"), "../../shared/data/tables", "../../../shared/data/tables"} {
		if dir == "" {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, "KRvK.rtbw")); err == nil {
			return dir
		}
	}
	t.Skip("the published files are not there; RETROPROOF_SYZYGY names their directory")
	return ""
}

// Nothing differs from the published files: three men, with distances; all of four in
// the long version.
func TestCompareSyzygy(t *testing.T) {
	t.Parallel()
	files := syzygy.OpenDir(syzygyFiles(t))
	defer files.Close()
	list := table.Materials(3)
	if tabletest.Long {
		list = append(list, table.Materials(4)...)
	}
	for _, m := range list {
		c, err := NewTables(tabletest.Table(t, m.String())).CompareSyzygy(context.Background(), files, m, CompareOptions{Jobs: 2, DTZ: m.Men() == 3 && !testing.Short()})
		expect.NoError(t, err)
		counts := tabletest.Table(t, m.String()).Counts(2)
		if want := counts[0].Legal() + counts[1].Legal(); c.Differences != 0 || c.Positions != want {
			t.Errorf("%s: %d differences of %d positions, want %d: %v", m, c.Differences, c.Positions, want, c.Examples)
		}
	}
}

// A wrong value is found.
func TestCompareSyzygyFinds(t *testing.T) {
	t.Parallel()
	files := syzygy.OpenDir(syzygyFiles(t))
	defer files.Close()
	good := tabletest.Table(t, "KRvK")
	codes := *good.Narrow
	for side := range codes.Code {
		codes.Code[side] = slices.Clone(codes.Code[side])
	}
	p, err := chess.ParsePosition("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")
	expect.NoError(t, err)
	side, cell := good.Find(p, table.MaterialOfPosition(p))
	codes.Code[side][cell] = table.Draw[uint8]()
	wrong := NewTables(&table.Table{Layout: good.Layout, Narrow: &codes})
	c, err := wrong.CompareSyzygy(context.Background(), files, good.Material, CompareOptions{})
	if err != nil || c.Differences != 1 || len(c.Examples) != 1 || c.Examples[0].Reason != "draw, Syzygy's file has a win" {
		t.Errorf("%+v, %v, want one difference", c, err)
	}
	// Mate in one, said to be so, is nearer than the next capture.
	codes.Code[side][cell] = table.WinIn[uint8](1)
	c, err = wrong.CompareSyzygy(context.Background(), files, good.Material, CompareOptions{DTZ: true})
	if err != nil || c.Differences != 1 || !strings.HasPrefix(c.Examples[0].Reason, "DTZ 31, and win in 1 ply") {
		t.Errorf("%+v, %v, want one difference", c, err)
	}
	var missing *syzygy.MissingError
	if _, err := wrong.CompareSyzygy(context.Background(), syzygy.OpenDir(t.TempDir()), good.Material, CompareOptions{}); !errors.As(err, &missing) || missing.File != "KRvK.rtbw" {
		t.Errorf("no file: %v", err)
	}
}
