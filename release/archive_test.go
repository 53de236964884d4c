package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"retroproof/internal/expect"
)

// The bytes of an archive depend on names, contents and date alone: not on the order of the files, nor on their own
// dates, modes and folders.
func TestArchives(t *testing.T) {
	date := time.Date(2026, 11, 22, 10, 0, 1, 0, time.UTC)
	write := map[string]func(io.Writer, string, []file, time.Time) error{"tar": writeTar, "zip": writeZip}
	var first map[string][]byte
	for round := range 2 {
		dir := t.TempDir()
		files := []file{{name: "doc/b.md"}, {name: "prog", program: true}, {name: "a"}, {name: "empty"}}
		for i := range files {
			f := &files[i]
			f.path = filepath.Join(dir, fmt.Sprint(i*round))
			if round == 0 {
				f.path = filepath.Join(dir, filepath.Base(f.name))
			}
			content := bytes.Repeat([]byte(f.name+"\n"), 100)
			if f.name == "empty" {
				content = nil
			}
			expect.NoError(t, os.WriteFile(f.path, content, os.FileMode(0o600+round*0o111)))
			when := time.Unix(int64(1e9*(round+1)), 0)
			expect.NoError(t, os.Chtimes(f.path, when, when))
		}
		if round == 1 {
			slices.Reverse(files)
		}
		made := map[string][]byte{}
		for kind := range write {
			var b bytes.Buffer
			expect.NoError(t, write[kind](&b, "top", files, date))
			made[kind] = b.Bytes()
			if round == 1 && !bytes.Equal(b.Bytes(), first[kind]) {
				t.Errorf("%s: other bytes for the same files", kind)
			}
		}
		first = made
	}

	want := []string{
		"top/a -rw-r--r-- 200", "top/doc/b.md -rw-r--r-- 900", "top/empty -rw-r--r-- 0", "top/prog -rwxr-xr-x 500",
	}
	var inTar, inZip []string
	z, err := gzip.NewReader(bytes.NewReader(first["tar"]))
	expect.NoError(t, err)
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		expect.NoError(t, err)
		inTar = append(inTar, fmt.Sprint(h.Name, " ", h.FileInfo().Mode(), " ", h.Size))
		if !h.ModTime.Equal(date) {
			t.Errorf("%s: %v", h.Name, h.ModTime)
		}
	}
	r, err := zip.NewReader(bytes.NewReader(first["zip"]), int64(len(first["zip"])))
	expect.NoError(t, err)
	for _, f := range r.File {
		inZip = append(inZip, fmt.Sprint(f.Name, " ", f.Mode(), " ", f.UncompressedSize64))
		if !f.Modified.Equal(date) {
			t.Errorf("%s: %v", f.Name, f.Modified)
		}
	}
	if !slices.Equal(inTar, want) || !slices.Equal(inZip, want) {
		t.Errorf("tar has %q, zip has %q, want %q", inTar, inZip, want)
	}
	var old bytes.Buffer
	expect.Succeeds(t, writeZip(&old, "top", nil, time.Unix(0, 0)), "a date that ZIP does not have")
}
