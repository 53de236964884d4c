package retroproof

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// Without Go, and with one too old to fetch another, make says which version
// is needed and where it is; later ones are used as they are.
func TestGoVersionCheck(t *testing.T) {
	for _, program := range []string{"make", "bash", "sed"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("needs " + program)
		}
	}
	for _, tt := range []struct{ version, complaint string }{
		{"", `there is no "`},
		{"go version go1.19.8 linux/amd64", `is go1.19`},
		{"go version go1.20.14 darwin/arm64", `is go1.20`},
		{"go version go1.18 gccgo (Debian 12.2.0-14) 12.2.0 linux/amd64", `is go1.18`},
		{"go version go1.21 linux/amd64", ""},
		{"go version go1.26.8 linux/amd64", ""},
		{"go version devel go1.27-8b9ae3f Mon Nov 2 2026 linux/amd64", ""},
	} {
		fake := filepath.Join(t.TempDir(), "go")
		if tt.version != "" {
			expect.NoError(t, os.WriteFile(fake, []byte("#!/bin/sh\necho '"+tt.version+"'\n"), 0o755))
		}
		out, err := exec.Command("make", "--no-print-directory", "go-version", "GO="+fake).CombinedOutput()
		if tt.complaint == "" {
			if err != nil || len(out) > 0 {
				t.Errorf("%s: %v\n%s", tt.version, err, out)
			}
			continue
		}
		for _, want := range []string{tt.complaint, "needs Go 1.26", "from 1.21 on", "https://go.dev/dl/"} {
			if err == nil || !strings.Contains(string(out), want) {
				t.Errorf("%q: %v, without %q:\n%s", tt.version, err, want, out)
			}
		}
	}
}

// TestMakefileTests: the tests, scripts and flags that "make race", "make soundness" and others name are there, so that
// none of them passes, or ends, without having run what it is for.
func TestMakefileTests(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("needs make")
	}
	out, err := exec.Command("make", "-n", "--no-print-directory", "race", "soundness", "reach").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	commands := regexp.MustCompile(`go test -timeout 0 -vet=off -ldflags="-s -w" (.*-run ('[^']*'|\S+).*?);?( \\)?\n`).FindAllStringSubmatch(string(out), -1)
	if len(commands) < 13 {
		t.Fatalf("%d commands run tests:\n%s", len(commands), out)
	}
	for _, c := range commands {
		names := "" // of tests, scripts and flags, one a line
		words := strings.Fields(strings.Replace(c[1], c[2], "", 1))
		for _, word := range words {
			if folder, ok := strings.CutPrefix(word, "./"); ok {
				names += testNames(t, strings.TrimSuffix(folder, "/..."), strings.HasSuffix(folder, "/..."))
			}
		}
		for _, word := range words {
			switch flag, ok := strings.CutPrefix(word, "-"); {
			case !ok || flag == "race" || flag == "short" || flag == "v" || flag == "run":
			case !strings.Contains(names, "flag "+flag+"\n"):
				t.Errorf("no flag %s: %s", word, c[1])
			}
		}
		for one := range strings.SplitSeq(regexp.MustCompile(`\w+/\^\((.*)\)\$`).ReplaceAllString(strings.Trim(c[2], "'"), "$1"), "|") {
			if one = strings.TrimSpace(one); !regexp.MustCompile(`(?m)` + one).MatchString(names) {
				t.Errorf("no test matches %q: %s", one, c[1])
			}
		}
	}
}

// testNames lists the names of a package's tests, of its scripts, and of the flags that its tests define, one a line;
// with those of the packages in its sub-folders, if all is true.
func testNames(t *testing.T, folder string, all bool) string {
	t.Helper()
	var names strings.Builder
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)|flag\.\w+\("([^"]+)"`)
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != folder && d.Name() != "testdata" && d.Name() != "script" && !all:
			return filepath.SkipDir
		case strings.HasSuffix(path, ".txtar"):
			names.WriteString(strings.TrimSuffix(d.Name(), ".txtar") + "\n")
		case strings.HasSuffix(path, "_test.go"):
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
				if m[2] != "" {
					names.WriteString("flag ")
				}
				names.WriteString(m[1] + m[2] + "\n")
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names.String()
}
