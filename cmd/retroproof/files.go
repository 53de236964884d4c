package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// newFile is a file that appears under its name when it is closed without an
// earlier failure, so that an interrupted run leaves nothing half-written.
type newFile struct {
	*os.File
	name   string
	failed error
}

// createFile starts writing a file.
func createFile(name string) (*newFile, error) {
	temp := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%d", filepath.Base(name), os.Getpid()))
	f, err := os.Create(temp)
	if err != nil {
		return nil, err
	}
	return &newFile{File: f, name: name}, nil
}

// Write notes failures: Close then discards the file.
func (f *newFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	if err != nil {
		f.failed = err
	}
	return n, err
}

// Close puts the file in its place.
func (f *newFile) Close() error {
	err := f.failed
	if e := f.File.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.File.Name(), f.name)
	}
	if err != nil {
		os.Remove(f.File.Name())
	}
	return err
}

// writeFile writes a whole file with write, or leaves what was there.
func writeFile(name string, write func(io.Writer) error) error {
	f, err := createFile(name)
	if err != nil {
		return withCode(exitIO, err)
	}
	if err := write(f); err != nil {
		f.failed = err
	}
	return withCode(exitIO, f.Close())
}

// printJSON prints one object on a line.
func printJSON(a *app, v any) error {
	e := json.NewEncoder(a.stdout)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
