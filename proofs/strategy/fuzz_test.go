package strategy

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"retroproof/proofs/folder"
)

// FuzzManifest reads anything as the manifest of a folder without proofs: it is refused, as a manifest or for the first
// file that is missing.
func FuzzManifest(f *testing.F) {
	for _, seed := range []string{
		`{"schema": "retroproof.strategy.certificate/4", "tool": "t", "strategy": "x", "files": 5, "ranks": 4}`,
		`{"schema": "retroproof.strategy.certificate/4", "strategy": "kpk", "files": 3, "ranks": 3}`,
		`{"schema": "retroproof.strategy.certificate/4", "strategy": "krk2013", "files": -1, "ranks": 1000000000}`,
		`{"schema": "retroproof.strategy.certificate/1"}`, `{"schema": "retroproof.strategies.certificate/1", "folders": ["a", "../b"]}`, `{"schema": 1}`, `[`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, manifest []byte) {
		files := fstest.MapFS{ManifestName: {Data: manifest}, TextName: {}, CoreName: {Data: []byte("{}")}, CircuitsName: {}}
		if _, err := Check(t.Context(), files, 1<<20); !errors.Is(err, folder.ErrManifest) && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		if list, err := Folders(files); err == nil && len(list) == 0 {
			t.Fatal("a collection of nothing")
		}
	})
}
