package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// TestTags: each published sample has the tags by which whoever makes or checks it again finds the commits, which are
// those that its page names; and git has these, where this is a clone.
func TestTags(t *testing.T) {
	const dir = "../doc/results"
	pages, err := filepath.Glob(dir + "/*-4???.md")
	expect.NoError(t, err)
	want := map[string]bool{}
	commit := regexp.MustCompile(`commit ([0-9a-f]{12})`)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		expect.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			for word, tag := range map[string]string{"| made by |": "made", "| checked |": "checked"} {
				if c := commit.FindStringSubmatch(line); strings.HasPrefix(line, word) && c != nil {
					base := filepath.Base(page)
					want["result-"+strings.TrimSuffix(base, ".md")+"-"+tag+"\t"+c[1]+"\t"+base] = true
				}
			}
		}
	}
	text, err := os.ReadFile(dir + "/tags.tsv")
	expect.NoError(t, err)
	_, clone := exec.Command("git", "rev-parse", "--git-dir").Output()
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		if !want[line] {
			t.Errorf("no page says %q", line)
		}
		delete(want, line)
		name := strings.Fields(line)[1]
		if out, err := exec.Command("git", "cat-file", "-t", name).CombinedOutput(); clone == nil && err != nil {
			t.Errorf("%s: %s", name, out)
		}
	}
	if len(want) > 0 {
		t.Errorf("tags.tsv does not have %v", want)
	}
}
