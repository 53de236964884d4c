package retroproof

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// reader is the room with the one reader of evidence and input: whoever opens a file otherwise may be given a link to
// /dev/zero, which never ends, or a pipe into which nobody writes.
const reader = "proofs/folder"

// mayOpen has who may open files without the reader, and why: a function, or all below a folder.
var mayOpen = map[string]string{
	"batch.tryLock":                     "locks files and folders, and reads nothing",
	"batch.Job.ToFile":                  "has locked the file, and knows that it is a regular one",
	"batch.LockPart":                    "creates the file, and refuses what is not a regular one",
	"kernel/certify.Certifier.OpenPart": "opens a file that batch.LockPart has locked, or in a folder that was just made",
	"retro.AvailableMemory":             "reads what the system says of its memory",
	"retro.cgroupLeft":                  "reads what the system says of its memory",
	"retro.cachedFiles":                 "reads what the system says of its memory",
	"retro.lockAlone":                   "locks a folder, and reads nothing",
	"sat.externalProver.elaborate":      "reads what a solver has written to a folder that was just made",
	"retro.lockDir":                     "locks a folder, and reads nothing",
	"reach.answerOf":                    "reads what a model checker has written to a folder that was just made",
	"retro/table.syncDir":               "syncs a folder, and reads nothing",
	"sat.external.read":                 "reads what a solver has written to a folder that was just made",
	"release":                           "for developers, on files of this repository",
	"internal":                          "for tests, on files of this repository",
	"examples":                          "shows how packages are used, on files of its own",
}

// TestOpen: nobody but the reader opens files for reading, besides those above, each of which does.
func TestOpen(t *testing.T) {
	used := map[string]bool{}
	for _, p := range listPackages(t) {
		dir := strings.TrimPrefix(p.ImportPath, module+"/")
		if !within(p.ImportPath, module) || dir == reader || p.ImportPath == module {
			continue
		}
		for _, file := range parseFolder(t, dir) {
			systems := fileSystems(file.syntax)
			for _, d := range file.syntax.Decls {
				name := dir
				if f, ok := d.(*ast.FuncDecl); ok {
					name = dir + "." + declaredName(f)
				}
				ast.Inspect(d, func(n ast.Node) bool {
					what := opens(n, systems)
					if what == "" {
						return true
					}
					for _, who := range slices.Sorted(maps.Keys(mayOpen)) {
						if name == who || within(dir, who) {
							used[who] = true
							return true
						}
					}
					t.Errorf("%s: %s calls %s: read by package %s", file.set.Position(n.Pos()), name, what, reader)
					return true
				})
			}
		}
	}
	for _, who := range slices.Sorted(maps.Keys(mayOpen)) {
		if !used[who] {
			t.Errorf("%s opens nothing: it needs no permission to (%s)", who, mayOpen[who])
		}
	}
}

// fileSystems returns the names of the parameters, fields and variables of a file that are declared as fs.FS.
func fileSystems(file *ast.File) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if f, ok := n.(*ast.Field); ok && qualified(f.Type) == "fs.FS" {
			for _, name := range f.Names {
				names[name.Name] = true
			}
		}
		return true
	})
	return names
}

// opens returns what a call is named that opens a file for reading, or "".
func opens(n ast.Node, systems map[string]bool) string {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return ""
	}
	name := qualified(call.Fun)
	switch name {
	case "os.Open", "os.ReadFile", "fs.ReadFile", "syscall.Open", "os.OpenRoot", "os.OpenInRoot":
		return name
	case "os.OpenFile":
		for _, arg := range call.Args {
			if contains(arg, "O_WRONLY") {
				return ""
			}
		}
		return name
	}
	// Open of a file system: of a name declared as one, or of os.DirFS(...) at once.
	if s, ok := call.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Open" {
		switch x := s.X.(type) {
		case *ast.Ident:
			if systems[x.Name] {
				return name
			}
		case *ast.SelectorExpr:
			if systems[x.Sel.Name] {
				return path.Base(x.Sel.Name) + ".Open"
			}
		case *ast.CallExpr:
			if qualified(x.Fun) == "os.DirFS" {
				return "os.DirFS(...).Open"
			}
		}
	}
	return ""
}

// qualified returns "os.Open" for that expression, and "" for what has another form.
func qualified(e ast.Expr) string {
	if s, ok := e.(*ast.SelectorExpr); ok {
		if x, ok := s.X.(*ast.Ident); ok {
			return x.Name + "." + s.Sel.Name
		}
	}
	return ""
}

// contains reports whether an expression mentions a name.
func contains(e ast.Expr, name string) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return true
	})
	return found
}

// TestOpenFindsCalls: what TestOpen looks for is found.
func TestOpenFindsCalls(t *testing.T) {
	const text = `package p
type checker struct { files fs.FS }
func f(folder fs.FS, c *checker, z *zip.File) {
	os.Open("1"); os.ReadFile("2"); os.OpenFile("3", os.O_RDWR|os.O_CREATE, 0); fs.ReadFile(folder, "4"); folder.Open("5")
	c.files.Open("6"); os.DirFS(".").Open("7"); func() { os.Open("8") }()
	os.OpenFile("no", os.O_WRONLY|os.O_EXCL, 0); os.Create("no"); z.Open(); other.Open("no")
}`
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	expect.NoError(t, err)
	systems := fileSystems(file)
	found := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if opens(n, systems) != "" {
			found++
		}
		return true
	})
	expect.Equal(t, found, 8, "of 8 calls found")
}
