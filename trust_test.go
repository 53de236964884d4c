package retroproof

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// budgets has, for each kind of claim, how many lines of code (without comments and
// blank lines) of this module the program links that checks it and does nothing else:
// what one has to read in order to believe it. The programs are internal/claims.
var budgets = map[string]int{
	"lrat":    1080,
	"games":   1100,
	"illegal": 4940,
	"krk":     3310,
	"survey":  7810,
}

// TestTrustedLines counts the functions that the linker keeps, and all declarations of
// the packages that they stand in. Functions are not inlined, so that none goes unseen.
func TestTrustedLines(t *testing.T) {
	if testing.Short() {
		t.Skip("builds five programs")
	}
	dir := t.TempDir()
	for _, claim := range slices.Sorted(maps.Keys(budgets)) {
		program := filepath.Join(dir, claim)
		build := exec.Command("go", "build", "-gcflags=retroproof/...=-l", "-o", program, "./internal/claims/"+claim)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		linked := linkedFunctions(t, program)
		total := 0
		var parts []string
		for _, pkg := range slices.Sorted(maps.Keys(linked)) {
			n := codeLines(t, strings.TrimPrefix(pkg, module+"/"), linked[pkg])
			parts = append(parts, fmt.Sprintf("%s %d", strings.TrimPrefix(pkg, module+"/"), n))
			total += n
		}
		t.Logf("%s: %d lines: %s", claim, total, strings.Join(parts, ", "))
		if total > budgets[claim] {
			t.Errorf("%s: %d lines are to be believed, the budget is %d: %s", claim, total, budgets[claim], strings.Join(parts, ", "))
		}
	}
}

// symbol is a function of this module in the linker's table: package, receiver, name.
// What follows is a closure in it, or the types of a generic one.
var symbol = regexp.MustCompile(` [Tt] (retroproof/[\w/]+)\.(?:\(?\*?(\w+)(?:\[[^\]]*\])?\)?\.)?(\w+)`)

// linkedFunctions returns, by package, the functions of this module that a program has,
// methods as Type.Method.
func linkedFunctions(t *testing.T, program string) map[string]map[string]bool {
	t.Helper()
	out, err := exec.Command("go", "tool", "nm", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := map[string]map[string]bool{}
	for line := range strings.Lines(string(out)) {
		m := symbol.FindStringSubmatch(line)
		if m == nil || strings.HasPrefix(m[1], module+"/internal/claims") {
			continue
		}
		if linked[m[1]] == nil {
			linked[m[1]] = map[string]bool{}
		}
		// "pkg.F.func1" reads as a method func1 of F; both are named.
		linked[m[1]][m[3]] = true
		linked[m[1]][m[2]] = true
		linked[m[1]][m[2]+"."+m[3]] = true
	}
	return linked
}

// codeLines counts the lines of a package that hold code: of all declarations, and of
// the functions named.
func codeLines(t *testing.T, dir string, functions map[string]bool) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		skipped := map[int]bool{}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || functions[declaredName(f)] || f.Name.Name == "init" {
				continue
			}
			for line := set.Position(f.Pos()).Line; line <= set.Position(f.End()).Line; line++ {
				skipped[line] = true
			}
		}
		code := map[int]bool{}
		var s scanner.Scanner
		lines := token.NewFileSet().AddFile(name, -1, len(text))
		s.Init(lines, text, nil, 0)
		for {
			pos, tok, literal := s.Scan()
			if tok == token.EOF {
				break
			}
			if tok == token.SEMICOLON && literal == "\n" {
				continue
			}
			first := lines.Line(pos)
			for n := range 1 + strings.Count(literal, "\n") {
				if !skipped[first+n] {
					code[first+n] = true
				}
			}
		}
		total += len(code)
	}
	return total
}

// declaredName is how linkedFunctions names a function.
func declaredName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	x := f.Recv.List[0].Type
	if star, ok := x.(*ast.StarExpr); ok {
		x = star.X
	}
	if generic, ok := x.(*ast.IndexExpr); ok {
		x = generic.X
	}
	return x.(*ast.Ident).Name + "." + f.Name.Name
}
