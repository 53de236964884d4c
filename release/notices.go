package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// noticesName is the file with the licences of what the programs link.
const noticesName = "NOTICES"

const noticesHead = `The programs retroproof and retroproof-check, whose own licence is in the file LICENSE, are linked from the following
as well. "make notices" writes this file anew.
`

// rule stands above each section's heading.
var rule = strings.Repeat("=", 80)

// section is what NOTICES says of a module, or of Go.
type section struct {
	heading string // the module with its version
	text    string // all its licences that apply
}

// goHeading is that of Go's licence, which covers the standard library, the runtime, and wasm_exec.js. It names no
// version, as every build has its own.
const goHeading = "Go, its standard library and runtime"

// errNoSources says that the text of a licence is not to be had on this machine.
var errNoSources = errors.New("the licence's text is not there")

// licenceFile matches names of files with licences.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)(\.(txt|md))?$`)

// linked returns what a format of "go list" says of the modules whose packages are linked on some platform, each row
// once; a tab is between its columns. The standard library and this module have none.
func linked(format string) (rows [][]string, err error) {
	list := []string{"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}" + format + "{{end}}{{end}}"}
	for _, program := range programs {
		list = append(list, "./cmd/"+program)
	}
	seen := map[string]bool{}
	for _, platform := range []string{"linux/amd64", "darwin/arm64", "windows/amd64", "js/wasm"} {
		out, err := goCommand(platform, list...)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(out)) {
			if line = strings.TrimRight(line, "\r\n"); line != "" && !seen[line] {
				seen[line] = true
				rows = append(rows, strings.Split(line, "\t"))
			}
		}
	}
	return rows, nil
}

// noticeSections returns the sections that NOTICES has to have: Go, and the modules that are linked on some platform.
func noticeSections() ([]section, error) {
	// For each module, the licences in the folders of its linked packages, and in those above.
	licences := map[string]map[string]bool{}
	rows, err := linked(`{{.Path}} {{.Version}}{{"\t"}}{{.Dir}}{{"\t"}}{{$.Dir}}`)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		module, root, dir := row[0], row[1], row[2]
		if licences[module] == nil {
			licences[module] = map[string]bool{}
		}
		if err := addLicences(licences[module], root, dir); err != nil {
			return nil, err
		}
	}
	goRoot, err := goCommand("", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(goRoot)), "LICENSE"))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoSources, err)
	}
	sections := []section{{goHeading, strings.TrimSpace(string(text))}}
	for module, files := range licences {
		s := section{heading: module}
		if len(files) == 0 {
			return nil, fmt.Errorf("%s has no file with a licence", module)
		}
		// A licence at the top of a module comes first.
		names := slices.SortedFunc(maps.Keys(files), func(a, b string) int {
			return cmp.Or(cmp.Compare(strings.Count(a, string(filepath.Separator)),
				strings.Count(b, string(filepath.Separator))), cmp.Compare(a, b))
		})
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			s.text += "\n\n" + strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
		}
		s.text = strings.TrimSpace(s.text)
		sections = append(sections, s)
	}
	slices.SortFunc(sections[1:], func(a, b section) int { return cmp.Compare(a.heading, b.heading) })
	return sections, nil
}

// addLicences adds the files with licences in a folder of a module, and in those above it up to the module's.
func addLicences(files map[string]bool, root, dir string) error {
	for {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return fmt.Errorf("%w: %w", errNoSources, err)
		}
		for _, e := range entries {
			if e.Type().IsRegular() && licenceFile.MatchString(e.Name()) {
				files[filepath.Join(dir, e.Name())] = true
			}
		}
		if dir == root {
			return nil
		}
		dir = filepath.Dir(dir)
	}
}

// noticesText is the content of NOTICES.
func noticesText(sections []section) string {
	var b strings.Builder
	b.WriteString(noticesHead)
	for _, s := range sections {
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n\n%s\n", rule, s.heading, rule, s.text)
	}
	return b.String()
}
