package retroproof

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// Lines of lint: file, line and check.
var finding = regexp.MustCompile(`(?m)^(?:.*[/\\])?(\w+\.go):(\d+):\d+: .*\((\w+)\)$`)

// TestLint: the program of "make lint" finds the mistakes of internal/lint/testdata and no others, and has all checks
// of go vet.
func TestLint(t *testing.T) {
	program, err := filepath.Abs(".tools/lint")
	expect.NoError(t, err)
	if _, err := os.Stat(program); err != nil {
		t.Skip("make lint builds the program, if it can fetch the modules")
	}
	lint := func(args ...string) string {
		cmd := exec.Command(program, args...)
		cmd.Dir = "internal/lint"
		out, err := cmd.CombinedOutput()
		if _, exit := err.(*exec.ExitError); err != nil && !exit {
			t.Fatal(err)
		}
		return string(out)
	}
	var got, want []string
	out := lint("./testdata/mistakes")
	for _, m := range finding.FindAllStringSubmatch(out, -1) {
		got = append(got, strings.Join(m[1:], ":"))
	}
	for _, name := range []string{"mistakes.go", "mistakes_test.go"} {
		text, err := os.ReadFile(filepath.Join("internal/lint/testdata/mistakes", name))
		expect.NoError(t, err)
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			if _, check, ok := strings.Cut(line, " // want "); ok {
				want = append(want, fmt.Sprintf("%s:%d:%s", name, n, strings.TrimSpace(check)))
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if len(want) < 14 || !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s\nin\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), out)
	}

	// Other versions of Go may have more.
	if !strings.HasPrefix(runtime.Version(), "go1.26") {
		return
	}
	help, err := exec.Command("go", "tool", "vet", "help").Output()
	expect.NoError(t, err)
	_, list, _ := strings.Cut(string(help), "Registered analyzers:\n\n")
	list, _, _ = strings.Cut(list, "\n\n")
	checks := lint("-list-checks")
	n := 0
	for line := range strings.Lines(list) {
		n++
		if name := strings.Fields(line)[0]; !strings.Contains(checks, name+" ") {
			t.Errorf("lint lacks the check %s of go vet", name)
		}
	}
	if n < 30 {
		t.Errorf("go vet has %d checks:\n%s", n, help)
	}
}
