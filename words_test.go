package retroproof

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// avoided are words and phrases that neither the documents nor names, messages and comments of the programs use, with
// what is said instead; see doc/glossary.md and CONTRIBUTING.md.
var avoided = []struct {
	words   *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`(?i)\bofficers?\b`), "piece: a queen, rook, bishop or knight"},
	{regexp.MustCompile(`(?i)\berrands?\b`), "forced capture"},
	{regexp.MustCompile(`(?i)\bline-?ups?\b`), "assignment"},
	{regexp.MustCompile(`(?i)\b(lodgers?|tellers?)\b`), "a word of the field"},
	{regexp.MustCompile(`\b(man|men|move|moves|reply|replies|pawn|pawns) of (White|Black)'s\b`), "white man, White move, Black reply"},
	{regexp.MustCompile(`\bat the most\b`), "at most"},
	{regexp.MustCompile(`\bgoes on where\b`), "resumes where"},
	{regexp.MustCompile(`\bis told (so|of)\b|\bas is told\b`), "is reported, see"},
}

// TestWordsThatAreAvoided reads the code without tests, and the documents. Sentences of the deduction are part of
// certificates, and stay as they are.
func TestWordsThatAreAvoided(t *testing.T) {
	check := func(where, text string) {
		for _, a := range avoided {
			if m := a.words.FindString(text); m != "" {
				t.Errorf("%s: %q, want %s", where, m, a.instead)
			}
		}
	}
	camel := regexp.MustCompile(`([a-z0-9])([A-Z])`)
	files := 0
	expect.NoError(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != "." || d.Name() == "testdata") {
			if err == nil {
				err = filepath.SkipDir
			}
			return err
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || filepath.Dir(path) == "proofs/strategy/lemmas" {
			return nil
		}
		files++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		at := func(n ast.Node) string { return set.Position(n.Pos()).String() }
		for _, c := range file.Comments {
			check(at(c), strings.ReplaceAll(c.Text(), "\n", " "))
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				check(at(n), camel.ReplaceAllString(n.Name, "$1 $2"))
			case *ast.BasicLit:
				if n.Kind == token.STRING {
					check(at(n), n.Value)
				}
			}
			return true
		})
		return nil
	}))
	if files < 500 {
		t.Errorf("%d files of code, want more", files)
	}
	for _, pattern := range []string{"*.md", "doc/*.md"} {
		pages, err := filepath.Glob(pattern)
		expect.NoError(t, err)
		for _, page := range pages {
			if page == "CHANGELOG.md" {
				continue // it names what was before
			}
			text, err := os.ReadFile(page)
			expect.NoError(t, err)
			for _, paragraph := range strings.Split(withoutExamples(string(text)), "\n\n") {
				check(page, strings.ReplaceAll(paragraph, "\n", " "))
			}
		}
	}
}

// withoutExamples leaves out what programs print: fenced and indented blocks.
func withoutExamples(text string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		} else if !fenced && !strings.HasPrefix(line, "    ") {
			b.WriteString(line)
		}
	}
	return b.String()
}
