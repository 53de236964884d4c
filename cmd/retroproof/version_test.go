package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/proofs/illegal"
	"retroproof/proofs/survey"
)

// Evidence names the version that wrote it.
func TestManifestsNameTheVersion(t *testing.T) {
	dir := t.TempDir()
	file, folder := filepath.Join(dir, "one.zip"), filepath.Join(dir, "survey")
	for _, args := range [][]string{
		{"legal", "--certificate", file, "8/8/8/8/8/8/8/Kk6 w - - 0 1"},
		{"estimate", "run", "--samples", "1", "--dir", folder},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(args, strings.NewReader(""), &stdout, &stderr); code != exitOK {
			t.Fatalf("%v: exit code %d\n%s", args, code, &stderr)
		}
	}
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	f, err := z.Open(illegal.ManifestName)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	var container illegal.Manifest
	if err := json.Unmarshal(text, &container); err != nil || container.Tool != build.Tool() {
		t.Errorf("tool %q, %v, want %q", container.Tool, err, build.Tool())
	}
	m, err := survey.ReadManifest(folder)
	if err != nil || m.Run.Version != build.String() {
		t.Errorf("%v, %v, want the version %q", m, err, build)
	}
}
