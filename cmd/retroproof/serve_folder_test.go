package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/batch/surveyrun"
	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

// TestFolderEmpty: a folder without a sample, or that is not there, is told as what it is.
func TestFolderEmpty(t *testing.T) {
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "nowhere")} {
		lines := call(t, testRoutes(t, dir)["/api/folder"], "")
		if want := "the folder " + filepath.Base(dir) + " has no sample yet"; !strings.Contains(lines[0], want) || !strings.Contains(lines[0], `"status":404`) {
			t.Errorf("%s, want 404 and %q", lines[0], want)
		}
	}
}

// TestFolderDamaged: what the page says of a damaged unit names its file and draws, and not where the folder is.
func TestFolderDamaged(t *testing.T) {
	dir := makeSurvey(t)
	name := filepath.Join(dir, "pack-000000.tar")
	text, err := os.ReadFile(name)
	expect.NoError(t, err)
	read := func() error {
		_, err := surveyrun.NewWatcher(dir).Read(t.Context())
		return err
	}
	expect.NoError(t, read())
	at := bytes.LastIndex(text, []byte("/"+survey.VerdictsName(1))) // before it
	flipped := bytes.Clone(text)
	flipped[at+600] ^= 1
	for want, damaged := range map[string][]byte{
		"pack-000000/unit-0000001.jsonl.gz, draws 20 to 39, cannot be read: ": flipped,
		"pack-000000 cannot be read: ":                                        text[:len(text)/2],
	} {
		expect.NoError(t, os.WriteFile(name, damaged, 0o666))
		if err := read(); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), dir) {
			t.Errorf("%d bytes: %v, want %s", len(damaged), err, want)
		}
	}
	expect.NoError(t, os.WriteFile(name, []byte("no file of this kind"), 0o666))
	if err := read(); err == nil || strings.Contains(err.Error(), dir) {
		t.Errorf("%v", err)
	}
}
