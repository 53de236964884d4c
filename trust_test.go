package retroproof

import (
	"debug/elf"
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

	"retroproof/internal/expect"
)

// budgets has, for each kind of claim, how many lines of code (without comments and
// blank lines) of this module the program links that checks it and does nothing else:
// what one has to read in order to believe it. The programs are files of testdata/claims, each with a build tag.
var budgets = map[string]int{
	"lrat":     904,
	"answers":  5856,
	"tempo":    6550, // answers with claims by the bound of exact
	"exact":    1094,
	"games":    746,
	"illegal":  4550,
	"survey":   8671,
	"reach":    2371,
	"ursa":     2495,
	"strategy": 4301,
	"wins":     1344,
}

// unreached has the packages below the line with functions that no checker links: how many at
// most, and why they stand there all the same.
var unreached = map[string]struct {
	functions int
	why       string
}{
	"chess/board":                        {30, "counting and naming men, and printing sets: for package chess, which has the same types"},
	"encode":                             {50, "evaluating circuits, going through their gates, and writing formulas, for provers and for tests of the circuits that are believed"},
	"proofs/illegal":                     {4, "what clauses depend on, and the lines of a certificate, for who writes cores and certificates"},
	"proofs/illegal/facts":               {1, "where a pawn of the start promotes, for the finder of makers"},
	"proofs/illegal/core":                {7, "names, ranks and numbers of schemas, and the clauses of a statement: for who writes cores, and for tests"},
	"proofs/answers":                     {3, "writes the lines that Check reads, and lists what one FEN stands for"},
	"proofs/aiger":                       {5, "writes the files that Read reads, in either form: for provers"},
	"proofs/replay":                      {3, "places men, for the test that compares the rules of other boards with these"},
	"proofs/strategy/rules":              {1, "what the men are called in questions to tablebases"},
	"proofs/strategy/core":               {2, "evaluates a condition, for explanations and for plays that are tried"},
	"proofs/strategy/text":               {4, "reads a strategy that is built in, and says on which boards it is defined: for provers"},
	"proofs/strategy/lemmas":             {7, "plays of models, lemmas that are decided again for the strategy alone, and notions by name for lemmas of others"},
	"proofs/strategy/wins":               {3, "asks for a position, and for one that is not won: for playing and refuting"},
	"proofs/lrat":                        {6, "formulas in memory, and checks of proofs for them: for solvers"},
	"proofs/drup":                        {1, "writes the proof with hints instead of having it checked"},
	"proofs/survey":                      {17, "checks a unit that comes in, reads manifests without a limit for their memory, writes them, finds the draws that two-phase sampling chooses, and ranks: for who makes a folder"},
	"proofs/survey/numbering":            {12, "armies one by one, as package count lists them, the way back, and reads a number that somebody has typed"},
	"proofs/survey/numbering/cpi":        {12, "the way back, and totals in another way, by which tests compare the one that is believed"},
	"proofs/survey/numbering/urposition": {17, "the way back, and the total in parts, which are printed"},
}

// TestTrustedLines counts the functions that the linker keeps, and all declarations of
// the packages that they stand in. Functions are not inlined, so that none goes unseen.
// Then it counts the functions below the line that neither these programs nor
// retroproof-check have.
func TestTrustedLines(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program for each claim")
	}
	dir := t.TempDir()
	build := func(name, pkg string) {
		cmd := exec.Command("go", "build", "-tags="+name, "-gcflags="+module+"/...=-l", "-ldflags=-w", "-o", filepath.Join(dir, name), pkg)
		cmd.Env = append(os.Environ(), "GOOS=linux") // for programs in ELF, whose symbols debug/elf reads
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	build("retroproof-check", "./cmd/retroproof-check")
	for claim := range budgets {
		build(claim, "./testdata/claims")
	}
	all := linkedFunctions(t, filepath.Join(dir, "retroproof-check"))
	for _, claim := range slices.Sorted(maps.Keys(budgets)) {
		linked := linkedFunctions(t, filepath.Join(dir, claim))
		total := 0
		var parts []string
		for _, pkg := range slices.Sorted(maps.Keys(linked)) {
			n := codeLines(t, strings.TrimPrefix(pkg, module+"/"), linked[pkg])
			parts = append(parts, fmt.Sprintf("%s %d", strings.TrimPrefix(pkg, module+"/"), n))
			total += n
			if all[pkg] == nil {
				all[pkg] = map[string]bool{}
			}
			maps.Copy(all[pkg], linked[pkg])
		}
		t.Logf("%s: %d lines: %s", claim, total, strings.Join(parts, ", "))
		if total > budgets[claim] {
			t.Errorf("%s: %d lines are to be believed, the budget is %d: %s", claim, total, budgets[claim], strings.Join(parts, ", "))
		}
	}
	checkUnreached(t, all)
}

// checkUnreached compares what is below the line and not linked with the exceptions.
func checkUnreached(t *testing.T, linked map[string]map[string]bool) {
	for _, p := range listPackages(t) {
		pkg := p.ImportPath
		dir := strings.TrimPrefix(pkg, module+"/")
		if !within(dir, "proofs") && !within(dir, "encode") && dir != "chess/board" {
			continue
		}
		var missing []string
		for _, file := range parseFolder(t, dir) {
			for _, d := range file.syntax.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name != "init" && !linked[pkg][declaredName(f)] {
					missing = append(missing, declaredName(f))
				}
			}
		}
		if most := unreached[dir].functions; len(missing) > most {
			t.Errorf("%s: %d functions that no checker reaches, and %d are accounted for: %v", dir, len(missing), most, missing)
		}
	}
}

// symbol is a function of this module in the linker's table: package, receiver, name.
// What follows is a closure in it, or the types of a generic one.
var symbol = regexp.MustCompile(`^(` + regexp.QuoteMeta(module) + `/[\w/]+)\.(?:\(?\*?(\w+)(?:\[[^\]]*\])?\)?\.)?(\w+)`)

// linkedFunctions returns, by package, the functions of this module that a program has,
// methods as Type.Method.
func linkedFunctions(t *testing.T, program string) map[string]map[string]bool {
	t.Helper()
	file, err := elf.Open(program)
	expect.NoError(t, err)
	defer file.Close()
	symbols, err := file.Symbols()
	expect.NoError(t, err)
	linked := map[string]map[string]bool{}
	for _, s := range symbols {
		m := symbol.FindStringSubmatch(s.Name)
		if m == nil || elf.ST_TYPE(s.Info) != elf.STT_FUNC || strings.HasPrefix(m[1], module+"/testdata/claims") {
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
	total := 0
	for _, file := range parseFolder(t, dir) {
		skipped := map[int]bool{}
		for _, d := range file.syntax.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || functions[declaredName(f)] || f.Name.Name == "init" {
				continue
			}
			for line := file.set.Position(f.Pos()).Line; line <= file.set.Position(f.End()).Line; line++ {
				skipped[line] = true
			}
		}
		code := map[int]bool{}
		var s scanner.Scanner
		lines := token.NewFileSet().AddFile("", -1, len(file.text))
		s.Init(lines, file.text, nil, 0)
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

// source is a file with its syntax.
type source struct {
	name   string
	text   []byte
	set    *token.FileSet
	syntax *ast.File
}

// parseFolder parses the files of a package, without its tests.
func parseFolder(t *testing.T, dir string) (list []source) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	expect.NoError(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		expect.NoError(t, err)
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		expect.NoError(t, err)
		list = append(list, source{name, text, set, file})
	}
	return list
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
