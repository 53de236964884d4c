package retroproof

import (
	"os"
	"os/exec"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// toolPattern is the promise to checkers of manifests.
var toolPattern = regexp.MustCompile(`^retroproof [0-9]+\.[0-9]+\.[0-9]+( [0-9a-f]{7,40}(-dirty)?)?$`)

func TestBuild(t *testing.T) {
	b := Build{Name: "retroproof", Version: "0.1.0", Go: "go1.26.8", OS: "linux", Arch: "amd64"}
	for _, test := range []struct {
		commit     string
		modified   bool
		line, tool string
	}{
		{"", false, "retroproof 0.1.0 (go1.26.8 linux/amd64)", "retroproof 0.1.0"},
		{"d3f4f8a1b2c3", false, "retroproof 0.1.0 (commit d3f4f8a1b2c3, go1.26.8 linux/amd64)", "retroproof 0.1.0 d3f4f8a1b2c3"},
		{"d3f4f8a1b2c3", true, "retroproof 0.1.0 (commit d3f4f8a1b2c3-dirty, go1.26.8 linux/amd64)", "retroproof 0.1.0 d3f4f8a1b2c3-dirty"},
	} {
		b.Commit, b.Modified = test.commit, test.modified
		if line, tool := b.String(), b.Tool(); line != test.line || tool != test.tool || !toolPattern.MatchString(tool) {
			t.Errorf("%q, %t: %q, %q, want %q, %q", test.commit, test.modified, line, tool, test.line, test.tool)
		}
	}
	if tool := BuildOf("retroproof").Tool(); !toolPattern.MatchString(tool) {
		t.Errorf("%q does not match %v", tool, toolPattern)
	}
}

func TestCommitOf(t *testing.T) {
	revision := func(module, id, modified string) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Path: module}, Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: id}, {Key: "vcs.modified", Value: modified},
		}}
	}
	const long = "0123456789abcdef0123456789abcdef01234567"
	for _, test := range []struct {
		linked   string
		info     *debug.BuildInfo
		id       string
		modified bool
	}{
		{"", nil, "", false},
		{"d3f4f8a", nil, "d3f4f8a", false},
		{"d3f4f8a1b2c3-dirty", revision(module, long, "false"), "d3f4f8a1b2c3", true},
		{"", revision(module, long, "false"), "0123456789ab", false},
		{"", revision(module, long, "true"), "0123456789ab", true},
		{"", revision("example.org/user", long, "true"), "", false}, // the commit of a program that uses the library
	} {
		if id, modified := commitOf(test.linked, test.info); id != test.id || modified != test.modified {
			t.Errorf("%q, %v: %q, %t, want %q, %t", test.linked, test.info, id, modified, test.id, test.modified)
		}
	}
}

// The linker says nothing of a variable that is not there, so the flag of the Makefile is tried on this test itself.
func TestMakefileNamesTheCommit(t *testing.T) {
	const id = "0123456789ab"
	if os.Getenv("WANT_COMMIT") != "" {
		if b := BuildOf("retroproof"); b.Commit != os.Getenv("WANT_COMMIT") {
			t.Errorf("commit %q", b.Commit)
		}
		return
	}
	text, err := os.ReadFile("Makefile")
	expect.NoError(t, err)
	flag := regexp.MustCompile(`-X \S+=\$\(COMMIT\)`).FindString(string(text))
	cmd := exec.Command("go", "test", "-vet=off", "-count=1", "-run", "^"+t.Name()+"$", "-ldflags", strings.NewReplacer("$(MODULE_PATH)", module, "$(COMMIT)", id).Replace(flag), ".")
	cmd.Env = append(os.Environ(), "WANT_COMMIT="+id)
	if out, err := cmd.CombinedOutput(); flag == "" || err != nil {
		t.Errorf("flag %q: %v\n%s", flag, err, out)
	}
}

// The changelog, the citation and VERSION name one version and one day.
func TestVersionIsTheSameEverywhere(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(name)
		expect.NoError(t, err)
		return string(text)
	}
	version := strings.TrimSuffix(read("VERSION"), "\n")
	heading := regexp.MustCompile(`(?m)^## ` + regexp.QuoteMeta(version) + `, (\d{4}-\d{2}-\d{2})$`).FindStringSubmatch(read("CHANGELOG.md"))
	if heading == nil {
		t.Fatalf("CHANGELOG.md has no heading for version %q with a date", version)
	}
	citation := read("CITATION.cff")
	for _, line := range []string{"version: " + version, `date-released: "` + heading[1] + `"`} {
		if !strings.Contains(citation, "\n"+line+"\n") {
			t.Errorf("CITATION.cff lacks the line %s", line)
		}
	}
}
