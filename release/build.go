package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// programs are the commands, by the names of their folders in cmd.
var programs = []string{"retroproof", "retroproof-check"}

// texts are the files and folders of the module that go into every archive.
var texts = []string{"README.md", "CHANGELOG.md", "CITATION.cff", "LICENSE", noticesName, "doc"}

// shells are those that cobra writes completions for, with the names under which they look for them.
var shells = map[string]string{
	"bash": "retroproof.bash", "zsh": "_retroproof", "fish": "retroproof.fish", "powershell": "retroproof.ps1",
}

// release is one run.
type release struct {
	version string
	ldflags string
	date    time.Time
	work    string // a folder for what is built on the way
	out     string
	common  []file   // what is the same for all platforms
	sums    []string // of the archives, a line each
}

// goCommand runs go for a platform, "" for this one, and returns what it prints. Go's own errors go to stderr.
func goCommand(platform string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	goos, goarch, _ := strings.Cut(platform, "/")
	// An empty value means that of this machine, whatever the environment says.
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s%s", strings.Join(args, " "), err, out, stderr.Bytes())
	}
	return out, nil
}

// programsFor builds both programs for a platform.
func (r *release) programsFor(goos, goarch string) ([]file, error) {
	suffix := map[string]string{"windows": ".exe", "js": ".wasm"}[goos]
	var files []file
	for _, program := range programs {
		name := filepath.Join(r.work, goos+"-"+goarch, program+suffix)
		flags := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w " + r.ldflags}
		if _, err := goCommand(goos+"/"+goarch, append(flags, "-o", name, "./cmd/"+program)...); err != nil {
			return nil, err
		}
		files = append(files, file{name: program + suffix, path: name, program: true})
	}
	return files, nil
}

// platform makes what is handed out for a platform: the archive, and a package of a language.
func (r *release) platform(platform string) error {
	goos, goarch, ok := strings.Cut(platform, "/")
	if !ok {
		return errors.New("expected GOOS/GOARCH")
	}
	built, err := r.programsFor(goos, goarch)
	if err != nil {
		return err
	}
	files := slices.Concat(r.common, built)
	if goos == "js" {
		loader, err := wasmLoader()
		if err != nil {
			return err
		}
		// How node runs them.
		for _, name := range []string{"wasm_exec.js", "wasm_exec_node.js"} {
			files = append(files, file{name: name, path: filepath.Join(loader, name)})
		}
	}
	top := fmt.Sprintf("retroproof-%s-%s-%s", r.version, goos, goarch)
	name, write := top+".tar.gz", writeTar
	if goos == "windows" {
		name, write = top+".zip", writeZip
	}
	if err := r.write(name, write, top, files); err != nil {
		return err
	}
	if arch := debianNames[platform]; arch != "" {
		if err := r.debian(arch, files); err != nil {
			return err
		}
	}
	switch {
	case goos == "js":
		return r.npm(built)
	case wheelTags[platform] != "":
		return r.wheel(wheelTags[platform], built)
	}
	return nil
}

// wasmLoader returns the folder in which Go has the scripts that start WebAssembly.
func wasmLoader() (string, error) {
	root, err := goCommand("", "env", "GOROOT")
	return filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm"), err
}

// write makes an archive.
func (r *release) write(name string, write func(io.Writer, string, []file, time.Time) error, top string,
	files []file) error {
	var b bytes.Buffer
	if err := write(&b, top, files, r.date); err != nil {
		return err
	}
	return r.add(name, b.Bytes())
}

// add puts a file among those that are handed out, and notes its checksum.
func (r *release) add(name string, text []byte) error {
	if err := os.MkdirAll(r.out, 0o777); err != nil {
		return err
	}
	r.sums = append(r.sums, fmt.Sprintf("%x  %s\n", sha256.Sum256(text), name))
	fmt.Printf("%s, %d bytes\n", filepath.Join(r.out, name), len(text))
	return os.WriteFile(filepath.Join(r.out, name), text, 0o666)
}

// writeSums writes the checksums of the archives, as sha256sum --check reads them.
func (r *release) writeSums() error {
	slices.SortFunc(r.sums, func(a, b string) int { return strings.Compare(a[sha256.Size*2:], b[sha256.Size*2:]) })
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(strings.Join(r.sums, "")), 0o666)
}

// commonFiles returns what goes into every archive; manual pages and completions are written into a folder first.
func commonFiles(extras string, date time.Time) ([]file, error) {
	if err := writeExtras(extras, date); err != nil {
		return nil, err
	}
	files, err := filesBelow(extras, "")
	if err != nil {
		return nil, err
	}
	for _, name := range texts {
		more, err := filesBelow(name, name)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

// filesBelow returns a file, or the files of a folder, with their names in the archive.
func filesBelow(root, name string) (files []file, err error) {
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		below, err := filepath.Rel(root, p)
		files = append(files, file{name: path.Join(name, filepath.ToSlash(below)), path: p})
		return err
	})
	return files, err
}

// writeExtras writes manual pages into man/man1 of a folder, and completions into completions. Both come from the
// commands themselves: the pages by a test, so that the product does not link what formats them.
func writeExtras(dir string, date time.Time) error {
	man, err := filepath.Abs(filepath.Join(dir, "man", "man1"))
	if err != nil {
		return err
	}
	completions := filepath.Join(dir, "completions")
	for _, d := range []string{man, completions} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			return err
		}
	}
	for _, program := range programs {
		if _, err := goCommand("", "test", "-count=1", "-run", "^TestManPages$", "./cmd/"+program, "-man", man, "-man-date",
			strconv.FormatInt(date.Unix(), 10)); err != nil {
			return err
		}
	}
	for shell, name := range shells {
		text, err := goCommand("", "run", "./cmd/retroproof", "completion", shell)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(completions, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
