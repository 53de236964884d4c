package retroproof

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"retroproof/internal/expect"
)

// function is a function in a document: `path/file.go:Name`, or of a method Type.Name.
var function = regexp.MustCompile("`([a-z0-9/_-]+\\.go):([A-Za-z.]+)`")

// TestWays: the functions that ARCHITECTURE.md names on the ways of a FEN and of a lemma exist.
func TestWays(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	expect.NoError(t, err)
	declared := map[string]bool{} // "file:name", of the folders that are named
	read := map[string]bool{}
	named := function.FindAllStringSubmatch(string(text), -1)
	if len(named) < 35 {
		t.Errorf("%d functions are named", len(named))
	}
	for _, m := range named {
		dir := filepath.Dir(m[1])
		if !read[dir] {
			read[dir] = true
			for _, file := range parseFolder(t, dir) {
				for _, d := range file.syntax.Decls {
					if f, ok := d.(*ast.FuncDecl); ok {
						declared[file.name+":"+declaredName(f)] = true
					}
				}
			}
		}
		if !declared[filepath.FromSlash(m[1])+":"+m[2]] {
			t.Errorf("there is no %s in %s", m[2], m[1])
		}
	}
}
