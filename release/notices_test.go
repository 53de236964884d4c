package main

import (
	"errors"
	"os"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// NOTICES has the licences of exactly the modules that the programs link, in the versions that they link.
func TestNotices(t *testing.T) {
	t.Chdir("..")
	text, err := os.ReadFile(noticesName)
	expect.NoError(t, err)
	sections, err := noticeSections()
	if errors.Is(err, errNoSources) {
		t.Skip(err)
	}
	expect.NoError(t, err)
	if len(sections) < 3 {
		t.Fatalf("%d sections", len(sections))
	}
	// The wording of Go's licence is that of whoever wrote the file.
	got := string(text)
	if _, after, ok := strings.Cut(got, "\n"+goHeading+"\n"+rule+"\n\n"); ok {
		sections[0].text, _, _ = strings.Cut(after, "\n\n"+rule)
	}
	if got != noticesText(sections) {
		t.Error(`NOTICES does not have what the programs link: run "make notices", and look whether the licences agree with ours`)
	}
}
