// Command documents writes the documents of this repository as pages of the public site, beside the page that
// "retroproof serve --export" has written: with its style, its navigation and a policy that lets nothing else run. It
// is a module of its own, so that the program needs none of what reads Markdown.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

func main() {
	from := flag.String("from", "../..", "the repository")
	to := flag.String("to", "", "the folder of the site")
	flag.Parse()
	if err := run(*from, *to); err != nil {
		fmt.Fprintln(os.Stderr, "documents:", err)
		os.Exit(1)
	}
}

// run writes all documents, and has the page of the site lead to them.
func run(from, to string) error {
	if to == "" {
		return errors.New("-to names no folder")
	}
	index := filepath.Join(to, "index.html")
	page, err := os.ReadFile(index)
	if err != nil {
		return fmt.Errorf("there is no site: %w", err)
	}
	if bytes.Count(page, []byte(documentsMark)) != 1 {
		return fmt.Errorf("%s: %q stands not once in it", index, documentsMark)
	}
	site, err := read(os.DirFS(from))
	if err != nil {
		return err
	}
	for name, text := range site.files {
		if err := write(filepath.Join(to, filepath.FromSlash(name)), text); err != nil {
			return err
		}
	}
	leading := strings.Replace(documentsMark, `""`, `"`+output(first)+`"`, 1)
	return write(index, bytes.Replace(page, []byte(documentsMark), []byte(leading), 1))
}

// documentsMark stands in the page for where the documents are.
const documentsMark = `<meta name="retroproof-documents" content="">`

// first is the document that leads to all others.
const first = "doc/README.md"

// output is the page that a document becomes.
func output(name string) string {
	if name == first {
		return "doc/index.html"
	}
	return strings.TrimSuffix(name, ".md") + ".html"
}

// toRoot leads from the page of a document to the root of the site.
func toRoot(name string) string {
	return cmp.Or(strings.Repeat("../", strings.Count(output(name), "/")), "./")
}

// documents are the pages and pictures of a site, by the names of their files.
type documents struct {
	repository fs.FS
	known      map[string]bool // the documents, by their names in the repository
	files      map[string][]byte
}

// read makes the pages of all documents of a repository: those in doc/, and those at its root to which they lead.
func read(repository fs.FS) (*documents, error) {
	d := &documents{repository, map[string]bool{}, map[string][]byte{}}
	for _, pattern := range []string{"*.md", "doc/*.md", "doc/*/*.md"} {
		names, err := fs.Glob(repository, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			d.known[name] = true
		}
	}
	if !d.known[first] {
		return nil, fmt.Errorf("%s is missing", first)
	}
	for name := range d.known {
		text, err := fs.ReadFile(repository, name)
		if err != nil {
			return nil, err
		}
		html, err := d.render(name, text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		d.files[output(name)] = html
	}
	return d, nil
}

// target returns what a link in a document leads to on the site. ok is false for what the site does not have.
func (d *documents) target(name, link string) (to string, ok bool) {
	if strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") {
		return link, true
	}
	file, part, _ := strings.Cut(link, "#")
	if part != "" {
		part = "#" + part
	}
	if file == "" {
		return part, true
	}
	at := path.Join(path.Dir(name), file)
	if d.known[at] {
		return toRoot(name) + output(at) + part, true
	}
	if !strings.HasPrefix(at, "doc/") {
		return "", false
	}
	text, err := fs.ReadFile(d.repository, at)
	if err != nil {
		return "", false
	}
	d.files[at] = text
	return file + part, true
}

func write(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o666)
}
