package retroproof

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"retroproof/internal/expect"
)

// rulesSince is the last commit before CONTRIBUTING.md said how long a subject may be.
const rulesSince = "fb7cdf24b793"

// longSubjects returns the lines with more than 72 characters.
func longSubjects(subjects string) (long []string) {
	for line := range strings.Lines(subjects) {
		if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > 72 {
			long = append(long, line)
		}
	}
	return long
}

// TestSubjects: the subjects of commits, of those that are in this clone and not older than the rule.
func TestSubjects(t *testing.T) {
	most := strings.Repeat("ü", 72)
	if got := longSubjects(most + "\n" + most + "x\n\n"); len(got) != 1 || got[0] != most+"x" {
		t.Errorf("longSubjects found %q", got)
	}
	if err := exec.Command("git", "merge-base", "--is-ancestor", rulesSince, "HEAD").Run(); err != nil {
		t.Skip("needs git, and a clone with commits before and after the rule")
	}
	// A file that changes with every commit: go test does not take an older result for this one's.
	if log, err := exec.Command("git", "rev-parse", "--git-path", "logs/HEAD").Output(); err == nil {
		_, _ = os.ReadFile(strings.TrimSpace(string(log)))
	}
	subjects, err := exec.Command("git", "log", "--format=%s", rulesSince+"..HEAD").Output()
	expect.NoError(t, err)
	for _, s := range longSubjects(string(subjects)) {
		t.Errorf("the subject has more than 72 characters: %s", s)
	}
}

// TestTrackedFilesAreSmall: no file is committed that go build left, nor data of others.
func TestTrackedFilesAreSmall(t *testing.T) {
	list, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		t.Skip("needs git, and a clone")
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		if info, err := os.Lstat(name); err == nil && info.Size() > 1<<20 {
			t.Errorf("%s has %d bytes; at most 1 MiB is committed", name, info.Size())
		}
	}
}
