package retroproof

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"retroproof/internal/expect"
)

// giniSolver is the SAT solver. Only sat has to do with it.
const giniSolver = "github.com/go-air/gini"

// A room is a folder with what it may import. The standard library and the
// room's own sub-packages are always allowed, nothing else that is not listed.
type room struct {
	path    string   // below the module, as in an import path
	rooms   []string // rooms of this module
	outside []string // packages of others; one that ends in "/..." with all below it
	trusted bool     // must not link any search code, nor packages of others, not even through others
}

// rooms is the house from the top down. A package belongs to the room with the
// longest path that fits, so proofs/lrat is not in proofs.
var rooms = []room{
	{
		path: "cmd/retroproof",
		rooms: []string{"web", "batch/surveyrun", "batch/poslist", "batch/progress", "batch", "reach/models", "krk", "strategy", "ursa", "reach", "kernel", "kernel/rules", "retro", "count", "sat", "chess/lenient", "chess/notation", "kernel/formula", "proofs/survey", "proofs/strategy",
			"proofs/reach", "proofs/ursa", "proofs/aiger", "proofs/folder", "proofs/lrat", "encode", "chess",
			"internal/cputime", "internal/jsondoc", "internal/expect"}, // for verbtest
		outside: []string{"github.com/spf13/...", "github.com/rogpeppe/go-internal/testscript"},
	},
	{
		path:    "cmd/retroproof-check",
		rooms:   []string{"proofs/survey", "proofs/answers", "proofs/illegal", "proofs/strategy", "proofs/exact", "proofs/games", "proofs/reach", "proofs/ursa", "proofs/aiger", "proofs/drup", "proofs/folder", "proofs/limits", "proofs/lrat", "proofs/replay"},
		trusted: true,
	},

	// The page: it knows nothing of chess, and is given what it asks for.
	{path: "web", rooms: []string{"proofs/folder"}},

	// Programs that show how the packages are used; CPU time; and what reads doc/json.md for tests.
	{
		path:  "examples",
		rooms: []string{"kernel", "retro", "sat", "ursa", "reach", "proofs/illegal", "proofs/lrat", "encode", "chess"},
	},
	// Lists: the survey that "estimate run" makes, and what is read, found and written of positions.
	{
		path:  "batch/surveyrun",
		rooms: []string{"batch", "kernel", "proofs/survey", "proofs/illegal", "proofs/folder", "chess"},
	},
	{
		path: "batch/poslist",
		rooms: []string{"batch/progress", "batch", "kernel", "kernel/rules", "proofs/survey", "proofs/illegal", "chess/lenient",
			"chess/notation", "chess"},
	},
	{path: "batch/progress", rooms: []string{"batch"}, outside: []string{"golang.org/x/..."}},

	{path: "internal/answer"}, // what answers of all rooms have in common
	{path: "internal/jsondoc"},
	{path: "internal/mutants"}, // plants mistakes, for "make mutants"
	{path: "internal/vectors", rooms: []string{"internal/expect", "proofs/illegal", "chess"}}, // reads test vectors, for tests
	// Runs this program and others, on formulas of the rooms below, too.
	{path: "internal/peers", rooms: []string{"krk", "kernel/formula", "proofs/strategy", "proofs/illegal", "encode", "chess"}},
	// Draws the pictures of the documents.
	{path: "internal/pictures", rooms: []string{"kernel", "retro", "chess/notation", "chess"}},

	{path: "reach/models", rooms: []string{"reach", "strategy", "proofs/strategy", "encode"}},
	{path: "krk", rooms: []string{"strategy", "sat", "chess/notation", "proofs/strategy", "encode"}},
	{path: "strategy", rooms: []string{"count", "retro", "sat", "proofs/strategy", "chess/notation", "proofs/folder", "encode", "chess"}},
	{path: "ursa", rooms: []string{"sat", "proofs/ursa", "encode"}},
	{path: "reach", rooms: []string{"sat", "proofs/reach", "proofs/aiger", "encode"}}, // model checking
	{
		path:  "kernel",
		rooms: []string{"kernel/formula", "kernel/rules", "kernel/ways", "sat", "chess/lenient", "chess/notation", "proofs/answers", "proofs/illegal", "proofs/exact", "proofs/replay", "proofs", "chess"},
	},
	{path: "retro", rooms: []string{"chess/notation", "proofs/folder", "chess", "internal/expect"}, outside: []string{"github.com/klauspost/compress/...", "github.com/ulikunitz/xz/lzma"}},
	{path: "count", rooms: []string{"kernel/rules", "proofs/survey", "proofs/illegal", "chess"}},
	{path: "batch"}, // the engine: it knows nothing of what is asked
	{path: "internal/cputime"},
	{path: "kernel/formula", rooms: []string{"proofs/illegal", "chess"}},              // the kernel question for solvers
	{path: "kernel/rules", rooms: []string{"kernel/ways", "proofs/illegal", "chess"}}, // finds what proofs/illegal/facts verifies
	{path: "kernel/ways", rooms: []string{"chess"}},                                   // distances past men that never move, and the assignment problem
	{
		path:    "sat",
		rooms:   []string{"proofs/drup", "proofs/lrat", "encode"},
		outside: []string{giniSolver + "/..."},
	},
	{path: "chess/lenient", rooms: []string{"chess/notation", "chess"}},
	{path: "chess/notation", rooms: []string{"chess"}},
	{path: "chess/randomgames", rooms: []string{"chess"}},
	{path: "chess", rooms: []string{"chess/board"}},

	{path: "internal/expect"}, // compares texts with files and reads tables, for tests
	{path: "internal/platforms", outside: []string{"golang.org/x/tools/go/packages"}}, // checks the types of everything, for "make cross"
	{path: "release"}, // makes archives, by running go: no part of the product

	// From here on the trust line is above.
	{path: "proofs/survey", rooms: []string{"proofs/illegal", "proofs/folder", "proofs/limits", "proofs/replay", "proofs", "chess/board"}, trusted: true},
	{path: "proofs/answers", rooms: []string{"proofs/illegal", "proofs/exact", "proofs/limits", "proofs/replay", "chess/board"}, trusted: true},
	{path: "proofs/illegal", rooms: []string{"proofs/limits", "proofs/replay", "proofs", "chess/board"}, trusted: true},
	{path: "proofs/exact", rooms: []string{"proofs/replay"}, trusted: true},
	{path: "proofs/games", rooms: []string{"proofs/replay", "proofs"}, trusted: true},
	{path: "proofs/reach", rooms: []string{"proofs/aiger", "proofs/folder", "proofs/lrat", "encode"}, trusted: true},
	{path: "proofs/ursa", rooms: []string{"proofs/folder", "proofs/lrat", "encode"}, trusted: true},
	{path: "proofs/aiger", rooms: []string{"proofs/lrat"}, trusted: true},
	{path: "proofs/drup", rooms: []string{"proofs/lrat", "proofs"}, trusted: true}, // not believed: lrat checks what it finds
	{path: "proofs/strategy", rooms: []string{"proofs/folder", "proofs/lrat", "encode"}, trusted: true},
	{path: "proofs/folder", trusted: true},
	{path: "proofs/lrat", rooms: []string{"proofs/limits"}, trusted: true},
	{path: "proofs/limits", trusted: true},
	{path: "proofs/replay", trusted: true}, // the rules of chess a second time: not even chess
	{path: "proofs", trusted: true},        // goroutines whose panics are reported
	{path: "encode", trusted: true},
	{path: "chess/board", trusted: true},
}

// roomOf returns the room of a package of this module.
func roomOf(pkg string) (room, bool) {
	var best room
	for _, r := range rooms {
		if within(pkg, module+"/"+r.path) && len(r.path) > len(best.path) {
			best = r
		}
	}
	return best, best.path != ""
}

// within reports whether a package is dir or lies below it.
func within(pkg, dir string) bool {
	return pkg == dir || strings.HasPrefix(pkg, dir+"/")
}

// forbidden returns what is wrong with a package of this module importing
// another package, or "" if nothing is.
func forbidden(from, to string, standard bool) string {
	if from == module && !standard {
		return "the root package is a map and a version, and imports nothing but the standard library"
	}
	r, ok := roomOf(from)
	switch {
	case from == module:
		return ""
	case !ok:
		return from + " is in no room of the house; see the table in arch_test.go"
	case standard:
		return ""
	case to == module && within(from, module+"/cmd"):
		return "" // for the version; other rooms are given what they have to write
	}
	if within(to, module) {
		target, ok := roomOf(to)
		switch {
		case to == module+"/internal/answer" && !r.trusted:
			return "" // what answers of all rooms above the trust line have in common
		case !ok:
			return to + " is in no room of the house; see the table in arch_test.go"
		case to == module+"/cmd/retroproof/verb" && within(from, module+"/cmd/retroproof"):
			return "" // what the verbs have in common
		case within(to, module+"/cmd/retroproof") && to != from && from == module+"/cmd/retroproof":
			return "" // the verbs of a subject
		case from == module+"/cmd/retroproof/serve" && to == module+"/cmd/retroproof/tb":
			return "" // the page shows tables as the verbs do
		case within(to, module+"/cmd"):
			return "nothing imports a command"
		case target.path == r.path || slices.Contains(r.rooms, target.path):
			return ""
		}
		return fmt.Sprintf("%s may not import %s", r.path, target.path)
	}
	for _, pattern := range r.outside {
		dir, below := strings.CutSuffix(pattern, "/...")
		if to == dir || below && within(to, dir) {
			return ""
		}
	}
	return r.path + " may not import this package of others"
}

// linksSearch returns what is wrong with a package of this module depending on
// another package, directly or through others, or "" if nothing is. It holds
// the trusted rooms to their promise even if the table above is loosened, or if
// a package of others grows.
func linksSearch(from, dep string) string {
	r, ok := roomOf(from)
	if !ok || !r.trusted {
		return ""
	}
	if target, ok := roomOf(dep); ok && !target.trusted {
		return fmt.Sprintf("%s must not link %s", r.path, target.path)
	}
	if dep == "net/http" {
		return r.path + " must not link net/http: what checks evidence asks nobody"
	}
	if first, _, _ := strings.Cut(dep, "/"); strings.Contains(first, ".") {
		return r.path + " must not link packages of others, such as the solver gini"
	}
	return ""
}

// linksMaker returns what is wrong with the verification of tablebases depending
// on another package, or "" if nothing is: it shares no code with the generator.
func linksMaker(from, dep string) string {
	if from != module+"/retro/verify" {
		return ""
	}
	for _, maker := range []string{"retro/generate", "retro/format", "retro/gaviota"} {
		if within(dep, module+"/"+maker) {
			return "tables are verified without the code that makes them"
		}
	}
	return ""
}

// goPackage has the fields of "go list -json" that are needed.
type goPackage struct {
	Name       string
	ImportPath string
	Standard   bool
	Imports    []string
	Deps       []string
}

// listPackages returns every package of the module and every one that they
// depend on, tests aside: a test may compare a room with one above it.
func listPackages(t *testing.T) []goPackage {
	t.Helper()
	pkgs, err := listOnce()
	expect.NoError(t, err)
	return pkgs
}

var listOnce = sync.OnceValues(func() (pkgs []goPackage, err error) {
	cmd := exec.Command("go", "list", "-deps", "-json=Name,ImportPath,Standard,Imports,Deps", "./...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return pkgs, nil
		}
		if err != nil {
			return nil, err
		}
		pkgs = append(pkgs, p)
	}
})

func TestImportsPointDown(t *testing.T) {
	pkgs := listPackages(t)
	standard := map[string]bool{"C": true, "unsafe": true}
	for _, p := range pkgs {
		standard[p.ImportPath] = p.Standard
	}
	checked := 0
	for _, p := range pkgs {
		if !within(p.ImportPath, module) {
			continue
		}
		checked++
		if _, ok := roomOf(p.ImportPath); !ok && p.ImportPath != module {
			t.Errorf("%s is in no room of the house; see the table in arch_test.go", p.ImportPath)
			continue
		}
		for _, to := range p.Imports {
			expect.Equal(t, forbidden(p.ImportPath, to, standard[to]), "", "%s imports %s", p.ImportPath, to)
		}
		for _, dep := range p.Deps {
			expect.Equal(t, linksSearch(p.ImportPath, dep), "", "%s depends on %s", p.ImportPath, dep)
			expect.Equal(t, linksMaker(p.ImportPath, dep), "", "%s depends on %s", p.ImportPath, dep)
		}
	}
	if checked < 2 {
		t.Errorf("go list named %d packages of this module, want the root and at least one room", checked)
	}
}

func TestForbiddenArrows(t *testing.T) {
	for _, from := range []string{"chess", "encode", "proofs/lrat", "proofs/illegal", "sat", "retro", "count", "krk", "kernel"} {
		for _, to := range []string{"cmd/retroproof", "cmd/retroproof-check"} {
			if forbidden(module+"/"+from, module+"/"+to, false) == "" {
				t.Errorf("%s -> %s is allowed", from, to)
			}
		}
	}
	var bad struct{ from, to string }
	for range expect.Rows(t, "testdata/forbidden-arrows.tsv", &bad.from, &bad.to) {
		if forbidden(bad.from, bad.to, false) == "" {
			t.Errorf("%s -> %s is allowed", bad.from, bad.to)
		}
	}
}

func TestAllowedArrows(t *testing.T) {
	var good struct {
		from, to string
		standard bool
	}
	for range expect.Rows(t, "testdata/allowed-arrows.tsv", &good.from, &good.to, &good.standard) {
		expect.Equal(t, forbidden(good.from, good.to, good.standard), "", "%s -> %s is forbidden", good.from, good.to)
	}
}

func TestLinkedSearchCode(t *testing.T) {
	var tt struct {
		from, dep string
		bad       bool
	}
	for range expect.Rows(t, "testdata/linked-search-code.tsv", &tt.from, &tt.dep, &tt.bad) {
		if why := linksSearch(tt.from, tt.dep); (why != "") != tt.bad {
			t.Errorf("%s linking %s: %q, want a complaint: %t", tt.from, tt.dep, why, tt.bad)
		}
	}
}

func TestLinkedMaker(t *testing.T) {
	for _, tt := range []struct {
		from, dep string
		bad       bool
	}{
		{"retroproof/retro/verify", "retroproof/retro/generate", true},
		{"retroproof/retro/verify", "retroproof/retro/table", false},
		{"retroproof/retro", "retroproof/retro/generate", false},
	} {
		if why := linksMaker(tt.from, tt.dep); (why != "") != tt.bad {
			t.Errorf("%s linking %s: %q, want a complaint: %t", tt.from, tt.dep, why, tt.bad)
		}
	}
}

// believed is the paragraph that ends the comment of a package below the trust line.
var believed = regexp.MustCompile(`(?m)^// Believed: [A-Z].*(?:\n// .*)*\.\npackage \w+$`)

// TestBelieved: every package below the trust line says what is believed in it.
func TestBelieved(t *testing.T) {
	for text, want := range map[string]bool{
		"// Package a.\n//\n// Believed: That it\n// is true.\npackage a\n": true, "// Believed: All.\n\npackage a\n": false,
		"// Believed:\npackage a\n": false, "// It is believed.\npackage a\n": false,
	} {
		expect.Equal(t, believed.MatchString(text), want, "%q: %t", text, !want)
	}
	packages := 0
	for _, p := range listPackages(t) {
		dir := strings.TrimPrefix(p.ImportPath, module+"/")
		if !within(dir, "proofs") && dir != "encode" && dir != "chess/board" {
			continue
		}
		packages++
		if !slices.ContainsFunc(parseFolder(t, dir), func(f source) bool { return believed.Match(f.text) }) {
			t.Errorf("%s: its package comment does not end with a paragraph \"Believed: ...\"", dir)
		}
	}
	if packages < 20 {
		t.Errorf("only %d packages were found below the trust line", packages)
	}
}

// TestTableOfRoomsPointsDown holds the table itself to the order of the house:
// each room may list only rooms that come after it.
func TestTableOfRoomsPointsDown(t *testing.T) {
	for i, r := range rooms {
		for _, to := range r.rooms {
			j := slices.IndexFunc(rooms, func(q room) bool { return q.path == to })
			switch {
			case j < 0:
				t.Errorf("%s lists %s, which is no room", r.path, to)
			case j <= i:
				t.Errorf("%s lists %s, which is not below it", r.path, to)
			case r.trusted && !rooms[j].trusted:
				t.Errorf("%s is trusted and lists %s, which is not", r.path, to)
			}
		}
	}
}

// TestPermissionsAreUsed: a room lists no other room, and no package of others, that nothing in
// it imports.
func TestPermissionsAreUsed(t *testing.T) {
	used := map[string]bool{} // "room -> what is imported", a room or a package of others
	for _, p := range listPackages(t) {
		from, ok := roomOf(p.ImportPath)
		if !ok {
			continue
		}
		for _, to := range p.Imports {
			if target, ok := roomOf(to); ok {
				used[from.path+" -> "+target.path] = true
			}
			for _, pattern := range from.outside {
				dir, below := strings.CutSuffix(pattern, "/...")
				if to == dir || below && within(to, dir) {
					used[from.path+" -> "+pattern] = true
				}
			}
		}
	}
	for _, r := range rooms {
		for _, to := range slices.Concat(r.rooms, r.outside) {
			if !used[r.path+" -> "+to] {
				t.Errorf("%s may import %s, and does not", r.path, to)
			}
		}
	}
}
