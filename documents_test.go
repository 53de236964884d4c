package retroproof

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// documents returns the texts whose statements about the code tests compare with it, by file.
func documents(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"*.md", "doc/*.md"} {
		files, err := filepath.Glob(pattern)
		expect.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			expect.NoError(t, err)
			texts[file] = string(text)
		}
	}
	if len(texts) < 30 {
		t.Errorf("%d documents", len(texts))
	}
	return texts
}

var (
	quoted = regexp.MustCompile("`[^`\n]+`")
	// name is an exported name of a package, the package by its name or by its path: chess.Position.LegalMoves,
	// retro/gaviota.File.
	name = regexp.MustCompile(`(?:^|[^\w./])((?:[a-z][a-z0-9-]*/)*[a-z][a-z0-9]*)\.([A-Z]\w*(?:\.[A-Z]\w*)?)`)
)

// missingName returns the first name in quotes that a package of this module should have and has not, and how many it
// has seen.
func missingName(text string, declared map[string]map[string]bool) (missing string, n int) {
	for _, q := range quoted.FindAllString(text, -1) {
		for _, m := range name.FindAllStringSubmatch(strings.Trim(q, "`"), -1) {
			ofModule, found := false, false
			for path, names := range declared {
				if path == m[1] || strings.HasSuffix(path, "/"+m[1]) {
					ofModule = true
					found = found || names[m[2]]
				}
			}
			switch {
			case !ofModule: // of a variable, a variable of a formula
			case found:
				n++
			case missing == "":
				missing = m[1] + "." + m[2]
			}
		}
	}
	return missing, n
}

// declaredNames returns the exported names of a package: what is declared, fields and methods as Type.Name.
func declaredNames(t *testing.T, dir string) map[string]bool {
	names := map[string]bool{}
	for _, file := range parseFolder(t, dir) {
		for _, d := range file.syntax.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				names[declaredName(f)] = true
				continue
			}
			for _, s := range d.(*ast.GenDecl).Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, id := range s.Names {
						names[id.Name] = true
					}
				case *ast.TypeSpec:
					names[s.Name.Name] = true
					for _, member := range members(s.Type) {
						names[s.Name.Name+"."+member] = true
					}
				}
			}
		}
	}
	return names
}

// members returns the fields of a struct, the methods of an interface.
func members(x ast.Expr) (names []string) {
	var list *ast.FieldList
	switch x := x.(type) {
	case *ast.StructType:
		list = x.Fields
	case *ast.InterfaceType:
		list = x.Methods
	default:
		return nil
	}
	for _, f := range list.List {
		for _, id := range f.Names {
			names = append(names, id.Name)
		}
	}
	return names
}

// TestNamesInDocuments: what documents name of this module's packages is there.
func TestNamesInDocuments(t *testing.T) {
	declared := map[string]map[string]bool{}
	for _, p := range listPackages(t) {
		if dir, ok := strings.CutPrefix(p.ImportPath, module+"/"); ok && p.Name != "main" {
			declared[dir] = declaredNames(t, dir)
		}
	}
	total := 0
	for file, text := range documents(t) {
		missing, n := missingName(text, declared)
		total += n
		if missing != "" && file != "CHANGELOG.md" { // which tells of what was there
			t.Errorf("%s: there is no %s", file, missing)
		}
	}
	if total < 60 {
		t.Errorf("%d names found", total)
	}
	for text, want := range map[string]string{
		"`lrat.ReadDIMACS`":                          "",
		"`proofs.ReadDIMACS`":                        "proofs.ReadDIMACS",
		"as `m, err := sat.Assertion(ctx)`":          "sat.Assertion",
		"`chess.Position.Retractions`":               "",
		"`chess.Position.Retraction`":                "chess.Position.Retraction",
		"`sat.Solver.Solve` and `retro/gaviota.Fil`": "retro/gaviota.Fil",
		"`c.Add(u, c.Num(1, 19))`, encode.Nothing":   "",
	} {
		if got, _ := missingName(text, declared); got != want {
			t.Errorf("%s: %q is missing, want %q", text, got, want)
		}
	}
}

// onMap returns which packages a map names: by path, or as "/name" after the path that begins that line or one above.
func onMap(text string, packages map[string]bool) map[string]bool {
	named := map[string]bool{}
	above := ""
	for line := range strings.Lines(text) {
		for i, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \n,;:.()", r) }) {
			if strings.HasPrefix(word, "/") {
				word = above + word
			} else if i == 0 && (packages[word] || isFolder(word)) {
				above = word
			}
			if packages[word] {
				named[word] = true
			}
		}
	}
	return named
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// TestMap: the map in ARCHITECTURE.md has every package, and the one in doc.go every folder with packages.
func TestMap(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	expect.NoError(t, err)
	root, err := os.ReadFile("doc.go")
	expect.NoError(t, err)
	packages, folders := map[string]bool{}, map[string]bool{}
	for _, p := range listPackages(t) {
		if dir, ok := strings.CutPrefix(p.ImportPath, module+"/"); ok {
			packages[dir] = true
			first, _, _ := strings.Cut(dir, "/")
			folders[first] = true
		}
	}
	_, after, _ := strings.Cut(string(text), "```\n")
	block, _, _ := strings.Cut(after, "```")
	named := onMap(block, packages)
	for path := range packages {
		if !named[path] {
			t.Errorf("%s is not on the map of ARCHITECTURE.md", path)
		}
	}
	for folder := range folders {
		if !regexp.MustCompile(`(?m)^//\t` + folder + `\b`).Match(root) {
			t.Errorf("%s is not on the map of doc.go", folder)
		}
	}
	got := onMap("a  /c, /d\nb  a text (/c)\n  e /d", map[string]bool{"a": true, "b": true, "a/c": true, "a/d": true, "b/c": true, "b/d": true, "b/e": true})
	if len(got) != 6 || got["b/e"] {
		t.Errorf("onMap found %v", got)
	}
}

// TestUpdateFlag: where a document has a test called with -update, the package's tests know the flag.
func TestUpdateFlag(t *testing.T) {
	n := 0
	for file, text := range documents(t) {
		for _, m := range regexp.MustCompile("`go test \\./([^ `]+)[^`\n]* -update\\b[^`\n]*`").FindAllStringSubmatch(text, -1) {
			n++
			known := false
			tests, err := filepath.Glob(m[1] + "/*_test.go")
			expect.NoError(t, err)
			for _, test := range tests {
				text, err := os.ReadFile(test)
				expect.NoError(t, err)
				known = known || strings.Contains(string(text), `flag.Bool("update"`) || strings.Contains(string(text), `"retroproof/internal/expect"`)
			}
			if !known {
				t.Errorf("%s: %s: tests there have no flag -update", file, m[0])
			}
		}
	}
	if n == 0 {
		t.Error("no document names the flag")
	}
}

// A sentence of a page ends at a full stop, a question mark or an exclamation mark before a capital, a figure or
// something in quotes; a paragraph and an item of a list end one, too. Code, tables and headings are left out; what is
// in quotes as code is a word.
var (
	sentenceEnd = regexp.MustCompile(`[.!?]["”)]*\s+(["“(]?[A-Z0-9])`)
	listItem    = regexp.MustCompile(`^\s*(?:[-*]|\d+\.)\s+`)
	pageLink    = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	aWord       = regexp.MustCompile(`\S*\w\S*`)
)

// sentences returns the sentences of a page, and the number of its words, those of tables and headings included.
func sentences(page string) (list []string, total int) {
	var paragraph []string
	flush := func() {
		text := quoted.ReplaceAllString(strings.Join(paragraph, " "), "Code")
		text = sentenceEnd.ReplaceAllString(pageLink.ReplaceAllString(text, "$1"), "\n$1")
		for s := range strings.SplitSeq(text, "\n") {
			if aWord.MatchString(s) {
				list = append(list, s)
			}
		}
		paragraph = nil
	}
	code := false
	for raw := range strings.Lines(page) {
		line := strings.TrimSpace(raw)
		if strings.HasPrefix(raw, "    ") && len(paragraph) == 0 {
			continue // code, too
		}
		if !code {
			total += len(aWord.FindAllString(line, -1))
		}
		if strings.HasPrefix(line, "```") {
			code = !code
			line = ""
		}
		switch item := listItem.FindString(line); {
		case code || line == "" || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "!["):
			flush()
		case item != "":
			flush()
			paragraph = append(paragraph, line[len(item):])
		default:
			paragraph = append(paragraph, line)
		}
	}
	flush()
	return list, total
}

// Pages are read by people in a hurry: no sentence has more words than mostWords, and a page has meanWords on average
// at most.
const (
	mostWords = 40
	meanWords = 17
)

// TestSentences counts words.
func TestSentences(t *testing.T) {
	total := 0
	for _, pattern := range []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "doc/*.md", "doc/results/*.md"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			words := 0
			list, all := sentences(string(text))
			total += all
			for _, s := range list {
				n := len(aWord.FindAllString(s, -1))
				words += n
				if n > mostWords {
					t.Errorf("%s: a sentence of %d words, want at most %d: %s", file, n, mostWords, s)
				}
			}
			if mean := float64(words) / float64(max(1, len(list))); mean > meanWords {
				t.Errorf("%s: %.1f words a sentence, want at most %d", file, mean, meanWords)
			}
		}
	}
	t.Logf("%d words in all pages", total)
	if total > mostPageWords {
		t.Errorf("%d words in all pages, want at most %d", total, mostPageWords)
	}
}

// mostPageWords only falls, too.
const mostPageWords = 84_337
