package strategy

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"
)

// FuzzManifest reads anything as the manifest of a folder without proofs: it is refused, as a manifest or for the first
// of them.
func FuzzManifest(f *testing.F) {
	for _, seed := range []string{
		`{"schema": "retroproof.strategy.certificate/1", "tool": "t", "strategy": "krk2016", "files": 5, "ranks": 4}`,
		`{"schema": "retroproof.strategy.certificate/1", "strategy": "kpk", "files": 3, "ranks": 3}`,
		`{"schema": "retroproof.strategy.certificate/1", "strategy": "krk2013", "files": -1, "ranks": 1000000000}`,
		`{"schema": "retroproof.strategy.certificate/1", "strategy": "no"}`,
		`{"schema": "retroproof.strategy.certificate/2"}`, `{"schema": 1}`, `[`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		files := fstest.MapFS{ManifestName: {Data: text}}
		_, err := Check(context.Background(), files, 1<<20)
		_, _, c, bad := readManifest(bytes.NewReader(text))
		switch {
		case bad != nil && (!errors.Is(err, ErrManifest) || !errors.Is(bad, ErrManifest)):
			t.Fatalf("%v, and the folder: %v", bad, err)
		case bad == nil && (!errors.Is(err, fs.ErrNotExist) || c.Files < 1 || c.Ranks < 1):
			t.Fatalf("%v", err)
		}
		Sniff(files)
	})
}
