package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"retroproof"
	"retroproof/batch/surveyrun"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/expect"
	"retroproof/internal/jsondoc"
	"retroproof/kernel/story"
	"retroproof/proofs/answers"
	"retroproof/proofs/folder"
	"retroproof/proofs/illegal"
	reachcertificate "retroproof/proofs/reach"
	strategycheck "retroproof/proofs/strategy"
	"retroproof/proofs/survey"
	"retroproof/proofs/ursa"
	"retroproof/web"
)

// jsonTypes are the structs that are encoded, by schema: what this program prints, and
// what it writes into files. Those of retroproof-check are in that program's test.
var jsonTypes = map[string]any{
	"retroproof.malformed/1": verb.MalformedLine{},
	story.Schema:             story.JSON{},

	web.ErrorSchema: web.Problem{},

	answers.Schema:             answers.Header{},
	illegal.Schema:             illegal.Header{},
	ursa.Schema:                ursa.Manifest{},
	survey.Schema:              survey.Root{},
	survey.JointSchema:         survey.Root{},
	survey.PackSchema:          survey.Pack{},
	survey.UnitSchema:          survey.AloneUnit{},
	"retroproof.survey.plan/1": surveyrun.Plan{},
	survey.LineSchema:          survey.Line{},
	reachcertificate.Schema:    reachcertificate.Manifest{},
	strategycheck.Schema:       strategycheck.Manifest{},
	strategycheck.WinsSchema:   strategycheck.WinsManifest{},

	strategycheck.CollectionSchema: strategycheck.Collection{},
}

func init() {
	for _, v := range program.Verbs() {
		for _, a := range v.Answers {
			jsonTypes[verb.Schema(a)] = reflect.ValueOf(a).Elem().Interface()
		}
	}
	for _, s := range program.Subjects {
		for _, a := range s.Others {
			jsonTypes[verb.Schema(a)] = reflect.ValueOf(a).Elem().Interface()
		}
	}
	jsonTypes["retroproof.version/1"] = retroproof.Build{} // the answer is another type
}

// jsonOlder are schemas of files that are still read, and no longer written.
var jsonOlder = []string{"retroproof.survey/1", "retroproof.survey/2", "retroproof.survey/4", "retroproof.certificate/1", "retroproof.certificate/2", "retroproof.certificate/3"}

// checkerSchemas begin the names of what retroproof-check prints.
const checkerSchemas = "retroproof.check"

const jsonPage = "../../doc/json.md"

// readJSONPage reads doc/json.md.
func readJSONPage(t *testing.T) *jsondoc.Page {
	t.Helper()
	page, err := jsondoc.Read(jsonPage)
	expect.NoError(t, err)
	return page
}

// TestJSONTypes compares doc/json.md with the structs.
func TestJSONTypes(t *testing.T) {
	page := readJSONPage(t)
	for schema, sample := range jsonTypes {
		for _, wrong := range page.CheckType(schema, sample) {
			t.Errorf("doc/json.md: %s", wrong)
		}
	}
	for _, schema := range page.Schemas() {
		if jsonTypes[schema] == nil && !strings.HasPrefix(schema, checkerSchemas) {
			t.Errorf("doc/json.md has a section about %s, which stands for no struct in jsonTypes", schema)
		}
	}
}

// sources are the files that the programs are made of.
func sources(t *testing.T, each func(name string, file *ast.File)) {
	t.Helper()
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".." && d.Name() != "."):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err == nil {
			each(filepath.ToSlash(strings.TrimPrefix(name, "../../")), file)
		}
		return err
	})
	expect.NoError(t, err)
}

var (
	schemaLiteral = regexp.MustCompile(`^retroproof\.[a-z_.]+/[0-9]+$`)
	snakeCase     = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
)

// TestJSONSources finds the schemas and fields in the sources: each schema has a section
// in doc/json.md, each section a schema, and each struct with a schema stands in
// jsonTypes. Fields are in snake_case.
func TestJSONSources(t *testing.T) {
	page := readJSONPage(t)
	registered := map[string]bool{"Head": true, "Subject": true} // in other structs
	for _, sample := range jsonTypes {
		name, _, _ := strings.Cut(reflect.TypeOf(sample).Name(), "[") // of a generic type without its parameter
		registered[name] = true
	}
	used := map[string]bool{}
	sources(t, func(name string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				text, err := strconv.Unquote(n.Value)
				if tag := reflect.StructTag(text).Get("schema"); tag != "" {
					text = tag // of an answer's head
				}
				if err == nil && schemaLiteral.MatchString(text) {
					used[text] = true
					if !page.Has(text) && !slices.Contains(jsonOlder, text) {
						t.Errorf("%s: schema %s has no section in doc/json.md", name, text)
					}
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.BasicLit); ok && key.Value == `"schema"` {
					t.Errorf("%s: an object with a schema is built from a map; a struct has fields that this test knows", name)
				}
			case *ast.TypeSpec:
				s, ok := n.Type.(*ast.StructType)
				if !ok {
					break
				}
				for _, field := range s.Fields.List {
					tag := jsonTag(field)
					if tag == "" {
						continue
					}
					if !snakeCase.MatchString(tag) && name != "release/sbom.go" { // CycloneDX has names of its own
						t.Errorf("%s: %s has a field %q, which is not in snake_case", name, n.Name.Name, tag)
					}
					if tag == "schema" && !registered[n.Name.Name] && !strings.HasPrefix(name, "cmd/retroproof-check/") {
						t.Errorf("%s: %s has a schema, but is not in jsonTypes", name, n.Name.Name)
					}
				}
			}
			return true
		})
	})
	for _, schema := range page.Schemas() {
		if !used[schema] {
			t.Errorf("doc/json.md has a section about %s, which no source names", schema)
		}
	}
}

// jsonTag returns the name that a field has in JSON, "" if its tag says nothing.
func jsonTag(field *ast.Field) string {
	if field.Tag == nil {
		return ""
	}
	tag, err := strconv.Unquote(field.Tag.Value)
	if err != nil {
		return ""
	}
	name, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	if name == "-" {
		return ""
	}
	return name
}

const (
	jsonLegal    = "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2"
	jsonIllegal  = "8/8/8/8/8/8/8/Kk6 w - - 0 1"
	jsonCaptures = "rnbqkbnr/1ppppppp/8/8/1P6/4P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1"
	jsonNoKernel = "rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1"
	jsonKRK      = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"
)

// jsonElsewhere are schemas that testdata/json-runs.tsv has not, since they take long. Scripts print
// them, and package verbtest looks at that.
var jsonElsewhere = []string{
	"retroproof.krk.inference/2", // in endgame's tests
}

// jsonRare are fields that no run here prints.
var jsonRare = map[string][]string{
	// Of interrupted questions, which a test of package ask asks.
	"retroproof.ask.cluster/1":   {"incomplete"},
	"retroproof.ask.fields/1":    {"incomplete"},
	"retroproof.krk.lemma/1":     {"parts", "counterexample[].san", "counterexample[].step"}, // of refuted ones, which a test of package endgame prints
	"retroproof.ask.lastmoves/1": {"incomplete"},
	"retroproof.ask.men/2":       {"incomplete", "premise"}, // of questions about all games
	"retroproof.ask.release/1":   {"incomplete", "premise"},
	"retroproof.ask.clock/1":     {"incomplete"},
	"retroproof.ask.retract/1":   {"incomplete"},
	"retroproof.ask.rights/1":    {"incomplete"},
	"retroproof.ask.tempo/1":     {"incomplete", "premise"},

	"retroproof.survey.unit/1":         {"entry.numbers", "entry.counts.likely_legal"}, // of two phases
	"retroproof.count.armies/1":        {"note"},                                       // of pairs
	"retroproof.count.positions/1":     {"note"},
	"retroproof.story/1":               {"parts[].spans[].link"}, // where one position comes back
	"retroproof.tb.build.status/1":     {"error", "left_seconds"},
	"retroproof.tb.verify/1":           {"examples", "examples[].fen", "examples[].move", "examples[].reason"}, // a test of package tb has a wrong table
	"retroproof.tb.build.background/1": {"process", "log", "memory_bytes", "disk_bytes", "seconds"},            // a script starts one
	"retroproof.serve.folder/1": { // of two-phase sampling, which TestFolderPhases reads
		"counts.likely_legal", "phases", "phases.illegal", "phases.likely_legal", "phases.likely_illegal", "phases.choose", "phases.wanted", "phases.decided",
		"phases.chosen", "phases.chosen.key",
		"phases.chosen.likely_legal", "phases.chosen.likely_legal.legal", "phases.chosen.likely_legal.illegal", "phases.chosen.likely_legal.unknown",
		"phases.chosen.likely_illegal", "phases.chosen.likely_illegal.legal", "phases.chosen.likely_illegal.illegal", "phases.chosen.likely_illegal.unknown",
	},
	survey.Schema: { // two-phase sampling of an earlier version
		"choose", "packs[].counts.likely_legal", "again[].counts.likely_legal", "counts.likely_legal", "chosen", "chosen.key",
		"chosen.likely_legal", "chosen.likely_legal.legal", "chosen.likely_legal.illegal", "chosen.likely_legal.unknown",
		"chosen.likely_illegal", "chosen.likely_illegal.legal", "chosen.likely_illegal.illegal", "chosen.likely_illegal.unknown",
	},
	survey.JointSchema:                       {"again[].counts.likely_legal"},                                               // of the first phase alone
	"retroproof.strategy.certificate/4":      {"figures.retrograde.best_by_moves", "deduction[].descent.phases[].property"}, // of kpk and kqk, whose proofs take long
	"retroproof.ursa/1":                      {"more_models"},
	"retroproof.strategy.compare.circuits/1": {"reason"},  // of strategies without lemmas, which a script of endgame compares
	"retroproof.strategy.compare.lemma/1":    {"problem"}, // of verdicts that do not agree, which a test of package strategy makes
}

// TestJSONAnswers runs verbs and compares what they print with doc/json.md: every field
// is there, with its type; and every field of the page has been seen.
func TestJSONAnswers(t *testing.T) {
	page := readJSONPage(t)
	list, err := os.ReadFile("testdata/json-runs.tsv")
	expect.NoError(t, err)
	requests, err := filepath.Abs("testdata/route-runs.tsv")
	expect.NoError(t, err)
	t.Chdir(t.TempDir())
	seen := jsondoc.Seen{}
	check := func(what, text string) {
		objects := 0
		for line := range strings.Lines(text) {
			objects++
			for _, wrong := range page.CheckObject([]byte(line), seen) {
				t.Errorf("%s: doc/json.md: %s", what, wrong)
			}
		}
		if objects == 0 {
			t.Errorf("%s: nothing was printed", what)
		}
	}
	runs := func(args ...string) {
		what, stdin := strings.Join(args, " "), ""
		if i := slices.Index(args, "<"); i >= 0 {
			args, stdin = args[:i], strings.Join(args[i+1:], "\n")+"\n"
		}
		var stdout, stderr bytes.Buffer
		code := run(append(args, "--progress", "none"), strings.NewReader(stdin), &stdout, &stderr)
		if code == verb.ExitUsage || code == verb.ExitIO {
			t.Errorf("%s: exit code %d: %s", what, code, stderr.String())
		}
		if args[0] != "estimate" || args[1] != "get" { // that prints nothing: its manifest is read below
			check(what, stdout.String())
		}
	}
	const nearer = "strategy \"Nearer\"\nmen rook r\nboards 3\nclaims won\nforce distance(wk, bk) within 12\n"
	expect.NoError(t, os.WriteFile("nearer.strategy", []byte(nearer), 0o666))
	for line := range strings.Lines(string(list)) {
		if line[0] != '#' {
			runs(strings.Split(strings.TrimSuffix(line, "\n"), "\t")...)
		}
	}
	for _, line := range routeAnswers(t, requests) {
		check("serve", line)
	}
	// Syzygy's files of one value; with the first, White to move wins.
	for name, head := range map[string]string{
		"KBvK.rtbw": "\x71\xe8\x23\x5d\x31\x00\xee\x66\x33\x00\x80\x04\x80\x02",
		"KBvK.rtbz": "\xd7\x66\x0c\xa5\x31\x00\x0e\x06\x03\x00\x80\x00",
	} {
		expect.NoError(t, os.WriteFile(name, append([]byte(head), make([]byte, 80-len(head))...), 0o666))
	}
	runs("tb", "compare", "--json", "KBvK", "--syzygy", ".", "--dir", "tables")
	runs("tb", "probe", "--json", "8/8/8/8/8/2k5/8/KB6 b - - 0 1", "--syzygy", ".", "--dir", "tables")
	expect.NoError(t, os.WriteFile("tables/KRvK.dtm", make([]byte, 100), 0o666))
	runs("tb", "verify", "--json", "KRvK", "--dir", "tables")

	// Files.
	object := func(what string, text []byte) {
		var line bytes.Buffer
		expect.NoError(t, json.Compact(&line, text), what)
		check(what, line.String())
	}
	for _, dir := range []string{"strategy", "bishop", "knight", "nearer"} {
		manifest, err := os.ReadFile(filepath.Join(dir, strategycheck.ManifestName))
		expect.NoError(t, err)
		object("the manifest of "+dir, manifest)
	}
	collection, err := folder.Text(strategycheck.Collection{Schema: strategycheck.CollectionSchema, Tool: "retroproof", Folders: []string{"krk2016"}})
	expect.NoError(t, err)
	object("a collection", collection)
	for _, name := range []string{"game.gz", "kernel.gz", "ask.gz", "premise.gz"} {
		f, err := os.Open(name)
		expect.NoError(t, err)
		defer f.Close()
		z, err := gzip.NewReader(f)
		expect.NoError(t, err)
		header, err := bufio.NewReader(z).ReadBytes('\n')
		expect.NoError(t, err)
		object(name, header)
	}
	for _, dir := range []string{"squares", "least", "greatest", "reached", "held"} {
		text, err := os.ReadFile(filepath.Join(dir, ursa.ManifestName))
		expect.NoError(t, err)
		object(dir, text)
	}
	packs, err := filepath.Glob("*/*" + survey.ArchiveSuffix)
	expect.NoError(t, err)
	for _, name := range packs {
		f, err := os.Open(name)
		expect.NoError(t, err)
		defer f.Close()
		for members := tar.NewReader(f); ; {
			member, err := members.Next()
			if err == io.EOF {
				break
			}
			expect.NoError(t, err)
			name := filepath.Join(filepath.Dir(name), member.Name)
			text, err := io.ReadAll(members)
			expect.NoError(t, err)
			expect.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
			expect.NoError(t, os.WriteFile(name, text, 0o666))
		}
	}
	for _, dir := range []string{"survey", "survey/again-01", "survey/pack-000000", "phases", "phases/pack-000000", "alone/unit-0000000"} {
		for _, name := range []string{surveyrun.PlanName, survey.ManifestName, survey.VerdictsName(0)} {
			text, err := os.ReadFile(filepath.Join(dir, name))
			switch {
			case errors.Is(err, fs.ErrNotExist):
			case err != nil:
				t.Fatal(err)
			case name == survey.VerdictsName(0):
				z, err := gzip.NewReader(bytes.NewReader(text))
				if err == nil {
					text, err = io.ReadAll(z)
				}
				expect.NoError(t, err)
				check(name, string(text))
			default:
				object(name, text)
			}
		}
	}

	for _, schema := range page.Schemas() {
		if strings.HasPrefix(schema, checkerSchemas) || slices.Contains(jsonElsewhere, schema) {
			continue
		}
		if seen[schema] == nil {
			t.Errorf("nothing has printed %s", schema)
			continue
		}
		for _, path := range page.Paths(schema) {
			if !seen[schema][path] && !slices.Contains(jsonRare[schema], path) {
				t.Errorf("%s: nothing has printed the field %s", schema, path)
			}
		}
	}
}
