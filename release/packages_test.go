package main

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"retroproof/internal/expect"
)

// newRelease is one that writes into a folder of the test, from the module's folder.
func newRelease(t *testing.T) *release {
	t.Chdir("..")
	return &release{version: "0.1.0", date: time.Unix(1764288000, 0).UTC(), work: t.TempDir(), out: t.TempDir()}
}

// command runs a program, and returns what it prints.
func command(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	expect.NoError(t, err, name, strings.Join(args, " "), string(out))
	return string(out)
}

// The wheel of this machine is one that pip takes, and the module in it finds the programs and reads what they print.
func TestWheelWorksOnceInstalled(t *testing.T) {
	tag := wheelTags[runtime.GOOS+"/"+runtime.GOARCH]
	python := "python3"
	if _, err := os.Stat("/usr/bin/python3"); err == nil {
		python = "/usr/bin/python3" // Debian's
	}
	switch {
	case testing.Short():
		t.Skip("builds both programs")
	case tag == "":
		t.Skip("no wheel for this platform")
	case exec.Command(python, "-m", "pip", "--version").Run() != nil:
		t.Skip("no Python with pip")
	}
	r := newRelease(t)
	built, err := r.programsFor(runtime.GOOS, runtime.GOARCH)
	expect.NoError(t, err)
	expect.NoError(t, r.wheel(tag, built))
	wheel := filepath.Join(r.out, "retroproof-0.1.0-py3-none-"+tag+".whl")
	text, err := os.ReadFile("release/python/test_retroproof.py")
	expect.NoError(t, err)
	tests := filepath.Join(t.TempDir(), "test_retroproof.py") // Python looks for modules beside the script first
	expect.NoError(t, os.WriteFile(tests, text, 0o666))

	// pip compares no sums, so a script does.
	command(t, "", python, "-c", `
import base64, hashlib, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
rows = [line.split(",") for line in z.read("retroproof-0.1.0.dist-info/RECORD").decode().splitlines()]
assert sorted(row[0] for row in rows) == sorted(z.namelist()), rows
for name, sum, size in rows[:-1]:
    content = z.read(name)
    assert len(content) == int(size), name
    assert sum == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("="), name
`, wheel)
	installed := t.TempDir()
	command(t, "", python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", installed, wheel)
	t.Setenv("PYTHONPATH", installed)
	t.Setenv("PATH", os.DevNull) // the programs are those of the package
	command(t, t.TempDir(), python, "-W", "error", tests)
}

// The package for npm runs under node. The checker is the one that "make wasm" has built; the program, which takes a while
// to compile, is built by the long test alone.
func TestPackageForNPMRunsUnderNode(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node")
	}
	long := expect.Long
	r := newRelease(t)
	var built []file
	var err error
	if long {
		built, err = r.programsFor("js", "wasm")
		expect.NoError(t, err)
	} else {
		checker, err := unpackChecker(r.work)
		if err != nil {
			t.Skip("no checker as WebAssembly: make wasm")
		}
		built = []file{{name: "retroproof-check.wasm", path: checker}}
	}
	expect.NoError(t, r.npm(built))
	modules := t.TempDir()
	installed := filepath.Join(modules, "node_modules")
	expect.NoError(t, os.Mkdir(installed, 0o777))
	command(t, installed, "tar", "-xzf", filepath.Join(r.out, "retroproof-0.1.0.tgz"))
	expect.NoError(t, os.Rename(filepath.Join(installed, "package"), filepath.Join(installed, "retroproof")))
	text, err := os.ReadFile("release/npm/test.mjs")
	expect.NoError(t, err)
	expect.NoError(t, os.WriteFile(filepath.Join(modules, "test.mjs"), text, 0o666))
	parts := map[bool][]string{false: {"checker"}, true: nil}[long]
	expect.Equal(t, command(t, modules, "node", append([]string{"test.mjs"}, parts...)...), "ok\n", "test.mjs")
	if long {
		expect.Equal(t, strings.Contains(command(t, modules, "node", "node_modules/retroproof/example.mjs"), "VERIFIED"), true, "the example")
	}
}

// unpackChecker writes the embedded checker into a folder.
func unpackChecker(dir string) (string, error) {
	f, err := os.Open("web/wasm/check.wasm.gz")
	if err != nil {
		return "", err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "check.wasm")
	return path, os.WriteFile(path, text, 0o666)
}

// What one reads of the packages stays short.
func TestPackagesAreShort(t *testing.T) {
	for name, most := range map[string]int{"python/retroproof/__init__.py": 250, "npm/example.mjs": 20} {
		text, err := os.ReadFile(name)
		expect.NoError(t, err)
		if n := strings.Count(string(text), "\n"); n > most {
			t.Errorf("%s has %d lines, want at most %d", name, n, most)
		}
	}
}

// TestBill: the bill of materials has every module of NOTICES, with its sum.
func TestBill(t *testing.T) {
	r := newRelease(t)
	expect.NoError(t, r.bill())
	text, err := os.ReadFile(filepath.Join(r.out, "retroproof-0.1.0.cdx.json"))
	expect.NoError(t, err)
	var b bill
	expect.NoError(t, json.Unmarshal(text, &b))
	expect.Equal(t, b.Metadata.Timestamp, "2025-11-28T00:00:00Z", "date")
	notices, err := os.ReadFile(noticesName)
	expect.NoError(t, err)
	expect.Equal(t, len(b.Components), strings.Count(string(notices), "\n"+rule+"\n")/2, "components")
	for _, c := range b.Components {
		if !strings.Contains(string(notices), c.Name) || c.Ref != "go" && c.Hashes == nil {
			t.Errorf("%s is not in NOTICES, or has no sum", c.Name)
		}
	}
}
