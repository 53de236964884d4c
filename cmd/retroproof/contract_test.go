package main

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/expect"
	"retroproof/internal/jsondoc"
)

// mostFlags is how many flags a verb has of its own: those that several verbs share, as the parts of a list, do not
// count.
const mostFlags = 20

// notJSON are the verbs that answer no question: a server prints its address, and what is copied is in its folder.
var notJSON = []string{"serve", "estimate get"}

// contract is what every verb of a program has to have, apart from what it does.
type contract struct {
	root    *cobra.Command
	page    *jsondoc.Page
	scripts string                     // all of them
	read    map[string]map[string]bool // the names behind a point in the sources of a package, by its folder
}

func newContract(t *testing.T, p *verb.Program) *contract {
	t.Helper()
	c := &contract{root: p.Root(&verb.Env{Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}}), page: readJSONPage(t), read: map[string]map[string]bool{}}
	for _, pattern := range []string{"testdata/script/*.txtar", "*/testdata/script/*.txtar"} {
		files, err := filepath.Glob(pattern)
		expect.NoError(t, err)
		for _, name := range files {
			text, err := os.ReadFile(name)
			expect.NoError(t, err)
			c.scripts += string(text)
		}
	}
	return c
}

// lacks says what a verb lacks.
func (c *contract) lacks(v *verb.Verb) (list []string) {
	lack := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	cmd, rest, err := c.root.Find(strings.Fields(v.Name))
	if err != nil || len(rest) > 0 {
		return []string{"there is no such command"}
	}
	named := regexp.MustCompile(`retroproof ` + v.Name + `\b`)

	// Help, and what is made of it.
	document := regexp.MustCompile(`doc/\S+\.md`).FindString(cmd.Long[max(0, strings.LastIndex(cmd.Long, "\n\n")):])
	long := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(cmd.Long), "See also "+document+"."))
	if cmd.Short == "" {
		lack("no sentence in the list of commands")
	}
	if document == "" || long == "" {
		lack("no text in the manual page")
	}
	switch text, err := os.ReadFile("../../" + document); {
	case document == "":
		lack("no document in help")
	case err != nil:
		lack("no document %s", document)
	case !named.Match(text) && !strings.Contains(string(text), "`"+v.Name):
		lack("nothing in %s", document)
	}
	if !named.MatchString(cmd.Example) {
		lack("no example")
	}
	if !named.MatchString(c.scripts) {
		lack("no script in testdata/script")
	}
	var help bytes.Buffer
	c.root.SetOut(&help)
	if err := cmd.Help(); err != nil {
		lack("%v", err)
	}
	if n := strings.Count(help.String(), "\n"); n > verb.HelpLines {
		lack("%d lines of help, want at most %d", n, verb.HelpLines)
	}
	for line := range strings.Lines(help.String()) {
		if len(line) > verb.HelpWidth+1 {
			lack("a line of help of %d columns, want at most %d: %s", len(line)-1, verb.HelpWidth, line)
		}
	}

	// Answers.
	if cmd.Flags().Lookup("json") == nil && !slices.Contains(notJSON, v.Name) {
		lack("no --json")
	}
	for _, a := range v.Answers {
		if schema := verb.Schema(a); !c.page.Has(schema) {
			lack("no section about %s in doc/json.md", schema)
		}
	}

	// The request.
	fields := 0
	c.walk(reflect.TypeOf(v.Request()).Elem(), func(f reflect.StructField, folder string) {
		if arg := f.Tag.Get("arg"); strings.Contains(arg, "FEN") && !strings.Contains(arg, "-") {
			lack("%s is one position, want FEN|- for lists", arg)
		}
		name := f.Tag.Get("flag")
		switch budget := f.Tag.Get("budget"); {
		case name != "":
			name = "--" + name
			if folder != "verb" {
				fields++
			}
		case budget != "":
			name = "the budget " + budget
		case f.Tag.Get("arg") != "":
			name = "the argument " + f.Tag.Get("arg")
		default:
			return
		}
		if f.Tag.Get("doc") == "" && f.Tag.Get("arg") == "" {
			lack("%s has no description", name)
		}
		if words := f.Tag.Get("choice"); words != "" && !strings.Contains(words, ",") {
			return // it has one value, and there is nothing to read
		}
		if !c.reads(folder, f.Name) {
			lack("%s is not read", name)
		}
	})
	if fields > mostFlags {
		lack("%d flags of its own, want at most %d", fields, mostFlags)
	}
	return list
}

// walk calls f for the fields of a request, those of embedded structs among them, with the folder of their package.
func (c *contract) walk(t reflect.Type, f func(field reflect.StructField, folder string)) {
	for i := range t.NumField() {
		field := t.Field(i)
		if field.Anonymous && field.Type.Kind() == reflect.Struct {
			c.walk(field.Type, f)
		} else {
			folder := strings.TrimPrefix(strings.TrimPrefix(t.PkgPath(), "retroproof/cmd/retroproof"), "/")
			if room, other := strings.CutPrefix(folder, "retroproof/"); other {
				folder = "../../" + room
			}
			f(field, folder)
		}
	}
}

// reads reports whether a package reads a field: its name stands behind a point.
func (c *contract) reads(folder, field string) bool {
	if c.read[folder] == nil {
		names := map[string]bool{}
		c.read[folder] = names
		files, _ := filepath.Glob(filepath.Join(folder, "*.go"))
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				continue // it does not compile either
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					names[s.Sel.Name] = true
				}
				return true
			})
		}
	}
	return c.read[folder][field]
}

// TestContract: every verb has what users find at the others.
func TestContract(t *testing.T) {
	c := newContract(t, &program)
	for _, v := range program.Verbs() {
		for _, lack := range c.lacks(v) {
			t.Errorf("%s: %s", v.Name, lack)
		}
	}
}

// TestContractNoticesAll: of a verb that has nothing but its name, everything is missed.
func TestContractNoticesAll(t *testing.T) {
	type mirrorRequest struct {
		Mirrored string `arg:"FEN"`
		Colours  bool   `flag:"colours"`
	}
	mirror := verb.Of(verb.Verb{Name: "mirror"}, mirrorRequest{}, func(context.Context, *verb.Env, *mirrorRequest) error { return nil })
	p := verb.Program{Subjects: append(slices.Clone(program.Subjects), verb.Subject{Verbs: []*verb.Verb{mirror}})}
	c := newContract(t, &p)
	lacks := strings.Join(c.lacks(mirror), "\n")
	for _, want := range []string{
		"no sentence in the list", "no text in the manual page", "no document", "no example", "no script", "no --json",
		"FEN is one position", "the argument FEN is not read", "--colours has no description", "--colours is not read",
	} {
		expect.Contains(t, lacks, want, "what is missing")
	}
}
