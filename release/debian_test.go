package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"retroproof/internal/expect"
)

// made returns a release of a few files in a folder of its own.
func made(t *testing.T) (*release, []file) {
	t.Helper()
	r := &release{version: "1.2.3", date: time.Unix(1e9, 0).UTC(), work: t.TempDir(), out: t.TempDir()}
	files := []file{
		{name: "retroproof", program: true}, {name: "man/man1/retroproof.1"}, {name: "LICENSE"}, {name: "doc/legal.md"},
		{name: "completions/retroproof.bash"}, {name: "completions/retroproof.ps1"},
	}
	for i := range files {
		files[i].text = []byte(files[i].name + "!")
	}
	return r, files
}

// TestDebian: the package is made of three members, its files are where the system looks for them, and it is the same
// when it is made again; dpkg reads it, where there is one.
func TestDebian(t *testing.T) {
	var texts [2][]byte
	var name string
	for i := range texts {
		r, files := made(t)
		expect.NoError(t, r.debian("amd64", files))
		name = filepath.Join(r.out, "retroproof_1.2.3_amd64.deb")
		text, err := os.ReadFile(name)
		expect.NoError(t, err)
		texts[i] = text
	}
	if !bytes.Equal(texts[0], texts[1]) {
		t.Error("made again it is another one")
	}
	rest, ok := strings.CutPrefix(string(texts[0]), "!<arch>\n")
	if !ok {
		t.Fatal("no archive of ar")
	}
	var members []string
	var data []byte
	for len(rest) > 0 {
		var size int
		if _, err := fmt.Sscan(rest[48:58], &size); err != nil {
			t.Fatal(err)
		}
		members = append(members, strings.TrimSpace(rest[:16]))
		data = []byte(rest[60 : 60+size])
		rest = rest[60+size+size%2:]
	}
	expect.Equal(t, strings.Join(members, " "), "debian-binary control.tar.gz data.tar.gz", "members")
	z, err := gzip.NewReader(bytes.NewReader(data))
	expect.NoError(t, err)
	var list []string
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		expect.NoError(t, err)
		if h.Typeflag == tar.TypeReg {
			list = append(list, fmt.Sprintf("%s %o", h.Name, h.Mode))
		}
	}
	expect.Equal(t, strings.Join(list, "\n"), `./usr/bin/retroproof 755
./usr/share/bash-completion/completions/retroproof 644
./usr/share/doc/retroproof/copyright 644
./usr/share/doc/retroproof/doc/legal.md 644
./usr/share/man/man1/retroproof.1 644`, "files")
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		return
	}
	out, err := exec.Command("dpkg-deb", "--info", name).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "Package: retroproof") {
		t.Errorf("%v, %s", err, out)
	}
	if out, err := exec.Command("dpkg-deb", "--contents", name).CombinedOutput(); err != nil || !strings.Contains(string(out), "./usr/bin/retroproof\n") {
		t.Errorf("%v, %s", err, out)
	}
	install(t, name)
}

// install has dpkg install the package below a folder of its own, and remove it.
func install(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath("dpkg"); err != nil || runtime.GOARCH != "amd64" || os.Getuid() != 0 {
		return
	}
	root := t.TempDir()
	for _, dir := range []string{"info", "updates", "triggers"} {
		expect.NoError(t, os.MkdirAll(filepath.Join(root, "var/lib/dpkg", dir), 0o777))
	}
	for _, file := range []string{"status", "available"} {
		expect.NoError(t, os.WriteFile(filepath.Join(root, "var/lib/dpkg", file), nil, 0o666))
	}
	dpkg := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("dpkg", append([]string{"--root=" + root, "--log=/dev/null", "--force-script-chrootless"}, args...)...).CombinedOutput()
		if err != nil {
			t.Errorf("%v: %v, %s", args, err, out)
		}
		return string(out)
	}
	dpkg("--install", name)
	if listed := dpkg("--listfiles", "retroproof"); !strings.Contains(listed, "/usr/share/man/man1/retroproof.1\n") {
		t.Error(listed)
	}
	program := filepath.Join(root, "usr/bin/retroproof")
	if info, err := os.Stat(program); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("%v, %v", info, err)
	}
	dpkg("--verify", "retroproof")
	dpkg("--purge", "retroproof")
	if _, err := os.Stat(program); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is there after all: %v", err)
	}
}

// TestHomebrew: the formula has the archives that were made, with their sums, and no others.
func TestHomebrew(t *testing.T) {
	r, files := made(t)
	expect.NoError(t, r.write("retroproof-1.2.3-darwin-arm64.tar.gz", writeTar, "top", files))
	expect.NoError(t, r.homebrew("https://example.org/x"))
	text, err := os.ReadFile(filepath.Join(r.out, "retroproof.rb"))
	expect.NoError(t, err)
	sum := strings.Fields(r.sums[0])[0]
	want := "  on_macos do\n    on_arm do\n      url \"https://example.org/x/retroproof-1.2.3-darwin-arm64.tar.gz\"\n      sha256 \"" + sum + "\"\n"
	if !strings.Contains(string(text), want) || strings.Contains(string(text), "linux") {
		t.Errorf("%s", text)
	}
	if strings.Count(string(text), " do\n")+strings.Count(string(text), "def ")+1 != strings.Count(string(text), "end\n") {
		t.Errorf("blocks are not closed:\n%s", text)
	}
	other, _ := made(t)
	expect.NoError(t, other.homebrew("https://example.org/x"))
	if _, err := os.Stat(filepath.Join(other.out, "retroproof.rb")); err == nil {
		t.Error("a formula without archives")
	}
}
