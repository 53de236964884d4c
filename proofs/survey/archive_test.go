package survey_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/limits"
	"retroproof/proofs/survey"
)

// packed returns a copy of the folder of an estimate in which packs are files, as the library's archive/tar makes them.
func packed(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	root := expect.Must(os.ReadFile(filepath.Join(dir, manifest)))
	expect.NoError(t, os.WriteFile(filepath.Join(to, manifest), root, 0o666))
	packs := expect.Must(filepath.Glob(filepath.Join(dir, "*", manifest)))
	for _, name := range packs {
		name = filepath.Base(filepath.Dir(name))
		p, _, err := survey.ReadPack(dir, name)
		expect.NoError(t, err)
		names := []string{manifest}
		for i := range p.Units {
			for _, file := range p.Units[i].Files() {
				names = append(names, file.Name)
			}
		}
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		for _, file := range names {
			text := expect.Must(os.ReadFile(filepath.Join(dir, name, file)))
			expect.NoError(t, w.WriteHeader(&tar.Header{Name: name + "/" + file, Mode: 0o644, Size: int64(len(text)), Format: tar.FormatUSTAR}))
			_, err = w.Write(text)
			expect.NoError(t, err)
		}
		expect.NoError(t, w.Close())
		expect.NoError(t, os.WriteFile(filepath.Join(to, name+survey.ArchiveSuffix), b.Bytes(), 0o666))
	}
	return to
}

// TestPacked: packs that are files are checked as the folders are of which they were made.
func TestPacked(t *testing.T) {
	t.Parallel()
	for _, of := range []string{sampleDir, againDir, phasesDir} {
		dir := packed(t, of)
		for _, o := range []survey.Options{{}, {Jobs: 3}, {SumsOnly: true}} {
			want, err := survey.Check(t.Context(), of, o)
			expect.NoError(t, err)
			got, err := survey.Check(t.Context(), dir, o)
			if err != nil || got.String() != want.String() {
				t.Errorf("%s: %v, %v, want %v", of, err, got, want)
			}
		}
		expect.Succeeds(t, expect.Err(survey.Spot(t.Context(), dir, 2, 1, survey.Options{})), "%s", of)
		packs, _ := filepath.Glob(filepath.Join(dir, "*"+survey.ArchiveSuffix))
		link := filepath.Join(dir, "link")
		expect.NoError(t, os.Symlink(packs[0], link))
		expect.Succeeds(t, expect.Err(survey.CheckPack(t.Context(), link, survey.Options{})),
			"who names a link means what it leads to")
		for _, name := range packs {
			want, err := survey.CheckPack(t.Context(), filepath.Join(of, strings.TrimSuffix(filepath.Base(name), survey.ArchiveSuffix)), survey.Options{})
			expect.NoError(t, err)
			got, err := survey.CheckPack(t.Context(), name, survey.Options{})
			if err != nil || got.String() != want.String() {
				t.Errorf("%s: %v, %v, want %v", name, err, got, want)
			}
			head, err := os.ReadFile(name)
			if err != nil || !survey.IsPack(head) || survey.IsPack(head[1:]) || survey.IsPack(head[:500]) {
				t.Errorf("%s is no pack: %v", name, err)
			}
		}
	}
}

// TestPackedAltered: no byte of a pack can be another one, left out or added.
func TestPackedAltered(t *testing.T) {
	t.Parallel()
	name := filepath.Join(packed(t, sampleDir), "pack-000000.tar")
	right := expect.Must(os.ReadFile(name))
	r := rand.New(rand.NewPCG(45, 1))
	refused := func(what string, text []byte) {
		t.Helper()
		expect.NoError(t, os.WriteFile(name, text, 0o666))
		_, err := survey.CheckPack(context.Background(), name, survey.Options{})
		if !errors.As(err, new(*survey.Error)) && !errors.Is(err, limits.ErrMemory) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := 0; i < len(right); i += 1 + r.IntN(60) { // some in each member, its header and what follows
		text := bytes.Clone(right)
		text[i] ^= 1 << r.IntN(8)
		refused("a bit", text)
	}
	for range 40 {
		at := r.IntN(len(right))
		refused("cut", right[:at])
		refused("a block less", append(bytes.Clone(right[:at/512*512]), right[min(len(right), at/512*512+512):]...))
	}
	refused("a block more", append(bytes.Clone(right), make([]byte, 512)...))
	refused("nothing", nil)
	// A length that is not there, and one below 0.
	for _, size := range []string{"77777777777", "-0000000001", "00000000000"} {
		text := bytes.Clone(right)
		copy(text[124:], size)
		refused("the length "+size, text)
	}
}
