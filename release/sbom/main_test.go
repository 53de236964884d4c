package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// TestBOM: the bill is that of the format, is the same when it is made again, and has every module of NOTICES.
func TestBOM(t *testing.T) {
	dir := t.TempDir()
	var texts [2][]byte
	for i := range texts {
		name := filepath.Join(dir, "bom.json")
		from, err := filepath.Rel("/", dir)
		if err != nil {
			t.Fatal(err)
		}
		up, err := filepath.Abs("../..")
		if err != nil {
			t.Fatal(err)
		}
		back, err := filepath.Rel(up, "/")
		if err != nil {
			t.Fatal(err)
		}
		if err := run("../..", filepath.Join(back, from, "bom.json"), time.Unix(1e9, 0).UTC()); err != nil {
			t.Fatal(err)
		}
		if texts[i], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(texts[0], texts[1]) {
		t.Error("made again it is another one")
	}
	var b cdx.BOM
	if err := cdx.NewBOMDecoder(bytes.NewReader(texts[0]), cdx.BOMFileFormatJSON).Decode(&b); err != nil {
		t.Fatal(err)
	}
	if b.SpecVersion != cdx.SpecVersion1_6 || b.Metadata.Component.Name != "retroproof" || b.Metadata.Timestamp != "2001-09-09T01:46:40Z" {
		t.Errorf("%+v", b.Metadata)
	}
	notices, err := os.ReadFile("../../NOTICES")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range *b.Components {
		if !strings.Contains(string(notices), c.Name) {
			t.Errorf("%s is not in NOTICES", c.Name)
		}
		if c.BOMRef != "go" && (c.Hashes == nil || (*c.Hashes)[0].Value == "") {
			t.Errorf("%s has no sum", c.Name)
		}
	}
	if n := strings.Count(string(notices), "\n"+strings.Repeat("=", 80)+"\n") / 2; n != len(*b.Components) {
		t.Errorf("%d components, and %d in NOTICES", len(*b.Components), n)
	}
}
