package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// With another path all imports are found, in long tests everything compiles, and the modules that are nested in this one
// follow.
func TestModuleWithAnotherPathCompiles(t *testing.T) {
	if _, err := exec.Command("git", "rev-parse").Output(); err != nil {
		t.Skip("no clone")
	}
	t.Chdir("..")
	list, err := gitFiles()
	expect.NoError(t, err)
	dir := t.TempDir()
	for _, name := range list {
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue // deleted, and not committed yet
		}
		expect.NoError(t, err)
		to := filepath.Join(dir, name)
		expect.NoError(t, os.MkdirAll(filepath.Dir(to), 0o777))
		expect.NoError(t, os.WriteFile(to, text, 0o666))
	}
	t.Chdir(dir)
	command(t, dir, "git", "init", "-q")

	const path = "example.org/chess/retroproof"
	expect.Fails(t, renameModule("no path"), "a path with a blank")
	expect.NoError(t, renameModule(path))
	expect.Equal(t, strings.TrimSpace(command(t, dir, "go", "list", "-m")), path, "the module's path")
	command(t, dir, "go", "list", "-test", "-deps", "./...")
	if expect.Long {
		command(t, dir, "go", "run", "./internal/platforms", "linux/amd64")
	}
	for _, nested := range []string{"farm", "web/browsertest", "internal/lint"} {
		got := strings.TrimSpace(command(t, filepath.Join(dir, nested), "go", "list", "-m"))
		expect.Equal(t, got, path+"/"+nested, "the path of a nested module")
	}
	if left := command(t, dir, "sh", "-c", `grep -rlE '^(import )?[[:space:]]*([a-z]+ )?"retroproof(/[a-z]+)*"$' --include=*.go . || true`); left != "" {
		t.Errorf("imports of the path before are left in %s", left)
	}
}

// Literals that are no import paths stay.
func TestRewriteGo(t *testing.T) {
	t.Chdir("..")
	text := "package a\n\nimport (\n\t\"a/chess\"\n\tb \"a\"\n\t\"ab/chess\"\n)\n\n" +
		"var s = []string{\"a\", \"a/chess\", `a/chess/board`, \"a/none\", \"xa/chess\"} // \"a/chess\"\n"
	want := "package a\n\nimport (\n\t\"z.org/a/chess\"\n\tb \"z.org/a\"\n\t\"ab/chess\"\n)\n\n" +
		"var s = []string{\"a\", \"z.org/a/chess\", \"z.org/a/chess/board\", \"a/none\", \"xa/chess\"} // \"a/chess\"\n"
	expect.Equal(t, string(rewriteGo([]byte(text), "a", "z.org/a")), want, "the file")
	mod := "module a/b\n\nrequire (\n\ta v0.0.0\n\tgithub.com/a/a v1.0.0\n)\n\nreplace a => ../a\n"
	expect.Equal(t, string(rewriteMod([]byte(mod), "a", "z.org/a")), strings.NewReplacer("module a/b", "module z.org/a/b", "\ta v", "\tz.org/a v", "replace a ", "replace z.org/a ").Replace(mod), "go.mod")
}
