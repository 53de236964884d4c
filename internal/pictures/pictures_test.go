package main

import (
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// The files of doc/pictures are what the program draws, are well-formed, and stand in a document.
func TestPicturesAreThoseOfTheDocuments(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	pages, err := filepath.Glob("doc/*.md")
	expect.NoError(t, err)
	var all strings.Builder
	for _, page := range append(pages, "README.md", "ARCHITECTURE.md") {
		text, err := os.ReadFile(page)
		expect.NoError(t, err)
		all.Write(text)
	}
	for name, draw := range pictures {
		t.Run(name, func(t *testing.T) {
			p, err := draw(t.Context())
			expect.NoError(t, err)
			text, err := os.ReadFile(filepath.Join("doc", "pictures", name))
			expect.NoError(t, err)
			expect.Equal(t, string(text), p.String(), "doc/pictures/%s is not what the program draws: make pictures", name)
			d := xml.NewDecoder(strings.NewReader(p.String()))
			for err == nil {
				_, err = d.Token()
			}
			expect.ErrorIs(t, err, io.EOF, "no XML")
			expect.Contains(t, all.String(), "pictures/"+name+")", "no document shows it")
		})
	}
	files, err := os.ReadDir("doc/pictures")
	expect.NoError(t, err)
	expect.Equal(t, len(files), len(pictures), "files in doc/pictures")
}
