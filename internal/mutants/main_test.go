package main

import (
	"path/filepath"
	"testing"

	"retroproof/internal/expect"
)

// Every mistake of the list can be planted still: its text occurs once.
func TestList(t *testing.T) {
	t.Chdir("../..")
	files, err := filepath.Glob("testdata/mutants/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no lists: %v", err)
	}
	names := map[string]bool{}
	for _, file := range files {
		list, err := read(file)
		expect.NoError(t, err)
		for _, m := range list {
			expect.Succeeds(t, expect.Err(m.changed()), "%s", m.name)
			if id := m.file + m.name; names[id] || m.right == m.wrong {
				t.Errorf("%s: %s: it is there twice, or no mistake", m.file, m.name)
			} else {
				names[id] = true
			}
		}
	}
}
