package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// outputFile is a file that appears under its name when it is closed, so that
// an interrupted or failed run leaves nothing half-written and what was there
// before untouched. A device or a pipe is written to at once.
type outputFile struct {
	*os.File
	target string // "" for a device or pipe
	unlock func() // the temporary name, which from then on may be removed
	failed bool   // a write has failed
}

// createFile starts writing a file. It ends with Close or Discard. What killed runs have
// left of that file is removed.
func createFile(name string) (*outputFile, error) {
	target, atOnce := outputTarget(name)
	if atOnce {
		f, err := os.OpenFile(target, os.O_WRONLY|os.O_APPEND, 0)
		return &outputFile{File: f}, withCode(exitIO, err)
	}
	sweepLeftovers(target)
	f, unlock, err := createTemp(target)
	if err != nil {
		if e := (*os.PathError)(nil); errors.As(err, &e) {
			e.Path = name // nobody has asked for the other one
		}
		return nil, withCode(exitIO, err)
	}
	return &outputFile{File: f, target: target, unlock: unlock}, nil
}

// outputTarget returns the file to write, and whether to write to it at once.
// A finished file replaces what has its name, which must not happen to a
// device or a link: /dev/stdout may well lead to a plain file.
func outputTarget(name string) (target string, atOnce bool) {
	if abs, err := filepath.Abs(name); err == nil && (strings.HasPrefix(abs, "/dev/") || strings.HasPrefix(abs, "/proc/")) {
		return name, true
	}
	if linked, err := filepath.EvalSymlinks(name); err == nil && linked != filepath.Clean(name) {
		return outputTarget(linked)
	}
	info, err := os.Stat(name)
	return name, err == nil && !info.Mode().IsRegular()
}

// checkTarget refuses a name under which no file can appear, before a long run finds
// that out at its end.
func checkTarget(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return withCode(exitIO, fmt.Errorf("%s is a directory, want the name of a file", name))
	}
	dir := filepath.Dir(name)
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s: %s is no directory", name, dir)
	}
	if e := (*os.PathError)(nil); errors.As(err, &e) {
		e.Op, e.Path = "open", name // what was asked for
	}
	return withCode(exitIO, err)
}

// sameFile reports whether two names are those of one file that is there.
func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	second, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(first, second)
}

// Write notes failures: Close then discards the file.
func (f *outputFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	f.failed = f.failed || err != nil
	return n, err
}

// Close puts the file in its place.
func (f *outputFile) Close() error {
	if f.failed {
		f.Discard()
		return nil // the writer has been told
	}
	err := f.File.Close()
	if f.target == "" {
		return withCode(exitIO, err)
	}
	defer f.unlock()
	if err == nil {
		err = os.Rename(f.File.Name(), f.target)
	}
	if err != nil {
		os.Remove(f.File.Name())
	}
	return withCode(exitIO, err)
}

// Discard drops what was written.
func (f *outputFile) Discard() {
	f.File.Close()
	if f.target != "" {
		os.Remove(f.File.Name())
		f.unlock()
	}
}

// writeFile writes a whole file with write, or leaves what was there.
func writeFile(name string, write func(io.Writer) error) error {
	f, err := createFile(name)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Discard()
		return withCode(exitIO, err)
	}
	return f.Close()
}

// printJSON prints one object on a line, with < and > as they are.
func printJSON(a *app, v any) error {
	e := json.NewEncoder(a.stdout)
	e.SetEscapeHTML(false)
	return withCode(exitIO, e.Encode(v))
}
