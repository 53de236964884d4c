// Command mutants plants mistakes in packages that are believed, one at a time, and runs the tests of that package
// alone: each package guards itself. It prints the mistakes that no test notices.
//
//	go run ./internal/mutants [-run REGEXP] [-jobs N] [-v] testdata/mutants/*.txt
//
// A mistake in a file of the list is
//
//	== proofs/replay/rules.go: a pawn captures straight on
//	- text that occurs in the file once
//	+ text in its place
//	~ why no test can notice it, or why that does no harm (only of a mistake that has to live)
//
// A line "% PACKAGE TESTS" says which tests have to notice those that follow, instead of all of their own package.
package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// mutant is a mistake.
type mutant struct {
	file, name, right, wrong string
	harmless                 string // why it may live
	pkg, tests               string // which tests have to notice it, of which package; empty: all of its own
}

// read reads a list. The error names the line.
func read(name string) (list []mutant, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	n, pkg, tests := 0, "", ""
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimRight(line, "\n")
		mark, rest, _ := strings.Cut(line, " ")
		if mark == "==" {
			file, what, ok := strings.Cut(rest, ": ")
			if !ok {
				return nil, fmt.Errorf("%s:%d: want == FILE: NAME", name, n)
			}
			list = append(list, mutant{file: file, name: what, pkg: pkg, tests: tests})
			continue
		}
		if mark == "%" {
			pkg, tests, _ = strings.Cut(rest, " ")
		}
		if line == "" || mark == "#" || mark == "%" {
			continue
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("%s:%d: a text without a mistake that it belongs to", name, n)
		}
		m := &list[len(list)-1]
		switch text := strings.ReplaceAll(rest, `\n`, "\n"); mark {
		case "-":
			m.right = text
		case "+":
			m.wrong = text
		case "~":
			m.harmless = text
		default:
			return nil, fmt.Errorf("%s:%d: a line begins with ==, -, +, ~ or #", name, n)
		}
	}
	return list, nil
}

// changed returns the file with the mistake in it.
func (m mutant) changed() (string, error) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(text), m.right); n != 1 || m.right == "" {
		return "", fmt.Errorf("%s: %s: %q occurs %d times, want once", m.file, m.name, m.right, n)
	}
	return strings.Replace(string(text), m.right, m.wrong, 1), nil
}

// timeLimit bounds a run: a mistake that makes tests run forever is noticed.
const timeLimit = "5m"

// lives reports whether the tests of the package pass with the mistake in it.
func (m mutant) lives(ctx context.Context) (bool, error) {
	text, err := m.changed()
	if err != nil {
		return false, err
	}
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	path, err := filepath.Abs(m.file)
	if err != nil {
		return false, err
	}
	instead, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{path: instead}})
	if err != nil {
		return false, err
	}
	for name, data := range map[string][]byte{instead: []byte(text), overlay: replace} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			return false, err
		}
	}
	pkg, tests := cmp.Or(m.pkg, "./"+filepath.Dir(m.file)), filepath.Join(dir, "tests")
	build := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", overlay, "-o", tests,
		pkg)
	if out, err := build.CombinedOutput(); err != nil {
		return false, fmt.Errorf("%s: %s: it does not compile:\n%s", m.file, m.name, out)
	}
	return passes(ctx, pkg, tests, "-test.v", "-test.failfast", "-test.timeout", timeLimit, "-test.run", m.tests)
}

// passes reports whether all tests pass. It ends them with the first that fails, though others run beside it.
func passes(ctx context.Context, dir, tests string, args ...string) (bool, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	test := exec.CommandContext(ctx, tests, args...)
	test.Dir = dir
	out, err := test.StdoutPipe()
	if err != nil {
		return false, err
	}
	if err := test.Start(); err != nil {
		return false, err
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "--- FAIL") {
			cancel()
		}
	}
	io.Copy(io.Discard, out) // behind a line that is too long
	return test.Wait() == nil, nil
}

func main() {
	pattern := flag.String("run", "", "only mistakes whose file and name match")
	jobs := flag.Int("jobs", 2, "tests at a time")
	verbose := flag.Bool("v", false, "print what becomes of every mistake")
	flag.Parse()
	wanted := regexp.MustCompile(*pattern)
	var list []mutant
	failed := false
	fail := func(format string, args ...any) {
		fmt.Fprintf(os.Stderr, format+"\n", args...)
		failed = true
	}
	for _, name := range flag.Args() {
		more, err := read(name)
		if err != nil {
			fail("%v", err)
		}
		list = append(list, more...)
	}
	// Each worker runs the tests of one package at a time: a mistake costs a build of that package and its tests.
	var mu sync.Mutex
	var workers sync.WaitGroup
	next := make(chan mutant)
	noticed, harmless := 0, 0
	for range *jobs {
		workers.Go(func() {
			for m := range next {
				lives, err := m.lives(context.Background())
				mu.Lock()
				if *verbose && err == nil {
					fmt.Fprintf(os.Stderr, "%s: %s: lives %t\n", m.file, m.name, lives)
				}
				switch {
				case err != nil:
					fail("%v", err)
				// The list is wrong in two ways: a mistake lives without a reason, or a reason is out of date.
				case lives && m.harmless == "":
					fail("LIVES: %s: %s", m.file, m.name)
				case !lives && m.harmless != "":
					fail("noticed, and said to live: %s: %s", m.file, m.name)
				case lives:
					harmless++
				default:
					noticed++
				}
				mu.Unlock()
			}
		})
	}
	for _, m := range list {
		if wanted.MatchString(m.file + ": " + m.name) {
			next <- m
		}
	}
	close(next)
	workers.Wait()
	fmt.Printf("%d mistakes are noticed by the package's own tests; %d live, each with its reason\n", noticed, harmless)
	if failed {
		os.Exit(1)
	}
}
