package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
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
var jsonOlder = []string{"retroproof.survey/1", "retroproof.survey/2", "retroproof.certificate/1", "retroproof.certificate/2", "retroproof.certificate/3"}

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
					if !snakeCase.MatchString(tag) {
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
