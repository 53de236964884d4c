package jsondoc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// page reads a page with a text.
func page(t *testing.T, text string) (*Page, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "json.md")
	expect.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	return Read(name)
}

const good = "# JSON\n\n## retroproof.a/1, retroproof.a.b/2\n\n| field | type | present | meaning |\n|---|---|---|---|\n" +
	"| `line` | integer | for a list | of it |\n" +
	"| `verdict` | `yes`, `not yet` | always | x |\n" +
	"| `rank` | decimal | always | x |\n" +
	"| `depth` | integer or null | always | x |\n" +
	"| `moves` | array of objects | always | x |\n" +
	"| `moves[].san` | string | always | x |\n" +
	"| `by` | map of objects | always | x |\n" +
	"| `by{}.n` | number | always | x |\n"

type inner struct {
	SAN string `json:"san"`
}

type outer struct {
	Schema string           `json:"schema"`
	Line   int              `json:"line,omitempty"`
	Rank   string           `json:"rank"`
	Depth  *int             `json:"depth"`
	Moves  []inner          `json:"moves"`
	By     map[string]count `json:"by"`
	verdict
}

type verdict struct {
	Verdict string `json:"verdict"`
}

type count struct {
	N float64 `json:"n"`
}

func TestPage(t *testing.T) {
	p, err := page(t, good)
	expect.NoError(t, err)
	if got := strings.Join(p.Schemas(), " "); got != "retroproof.a.b/2 retroproof.a/1" {
		t.Errorf("schemas %s", got)
	}
	if wrong := p.CheckType("retroproof.a/1", outer{}); len(wrong) > 0 {
		t.Error(wrong)
	}
	object := `{"schema":"retroproof.a/1","verdict":"not yet","rank":"77","depth":null,"moves":[{"san":"e4"}],"by":{"two words":{"n":1.5}}}`
	seen := Seen{}
	if wrong := p.CheckObject([]byte(object), seen); len(wrong) > 0 {
		t.Error(wrong)
	}
	if s := seen["retroproof.a/1"]; !s["moves[].san"] || !s["by{}.n"] || s["line"] {
		t.Errorf("seen %v", s)
	}
	for _, c := range []struct{ old, new, want string }{
		{`"rank":"77",`, ``, "field rank, which is always there, is missing"},
		{`"77"`, `"7e3"`, "rank is 7e3, want decimal"},
		{`"77"`, `77`, "rank is 77, want decimal"},
		{`"not yet"`, `"no"`, "verdict is no, want `yes`, `not yet`"},
		{`null`, `1.5`, "depth is 1.5, want integer"},
		{`[{"san":"e4"}]`, `null`, "moves is null, want array of objects"},
		{`[{"san":"e4"}]`, `{"san":"e4"}`, "want array of objects"},
		{`{"san":"e4"}`, `{"san":"e4","uci":"e2e4"}`, "field moves[].uci is not documented"},
		{`"n":1.5`, `"n":true`, "by{}.n is true, want number"},
		{`"depth"`, `"line":"3","depth"`, "line is 3, want integer"},
		{`retroproof.a/1`, `retroproof.a/2`, `no section about schema "retroproof.a/2"`},
		{`}}}`, ``, "no JSON object"},
	} {
		text := strings.Replace(object, c.old, c.new, 1)
		if wrong := p.CheckObject([]byte(text), Seen{}); len(wrong) != 1 || !strings.Contains(wrong[0], c.want) {
			t.Errorf("%s: %q, want %q", text, wrong, c.want)
		}
	}
}

func TestTypesDiffer(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"| `rank` | decimal | always | x |\n", "", "field rank (string) is not documented"},
		{"| `rank` |", "| `ranks` | string | always | x |\n| `rank` |", "ranks is documented, but is no field of"},
		{"`line` | integer", "`line` | string", "line is documented as string, but is a int"},
		{"for a list", "always", "line is documented as always present, but is left out if empty"},
		{"decimal | always", "decimal | at times", "rank is documented as present at times, but always is"},
		{"integer or null", "integer", "depth is documented as integer, but can be null"},
		{"decimal", "decimal or null", "rank is documented as decimal or null, but is never null"},
		{"array of objects", "map of objects", "has no row about moves"},
		{"map of objects", "object", "has no row about by"},
		{"| `moves[].san` | string | always | x |\n", "", "field moves[].san (string) is not documented"},
	} {
		p, err := page(t, strings.Replace(good, c.old, c.new, 1))
		expect.NoError(t, err)
		if wrong := p.CheckType("retroproof.a/1", outer{}); !strings.Contains(strings.Join(wrong, "\n"), c.want) {
			t.Errorf("%q for %q: %q, want %q", c.new, c.old, wrong, c.want)
		}
	}
	p, err := page(t, good)
	expect.NoError(t, err)
	if wrong := p.CheckType("retroproof.b/1", outer{}); len(wrong) != 1 {
		t.Errorf("a schema without a section: %q", wrong)
	}
}

func TestBadPages(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"## retroproof.a/1", "## Retroproof/1", `json.md:3: "Retroproof/1" is no name of a schema`},
		{"retroproof.a.b/2", "retroproof.a/1", "a second section about retroproof.a/1"},
		{"`rank`", "`plain rank`", "`plain rank` is no name of a field in snake_case"},
		{"`rank`", "`Rank`", "is no name of a field in snake_case"},
		{"`rank`", "`line`", "a second row about line"},
		{"decimal", "digits", `unknown type "digits"`},
		{"`yes`, `not yet`", "`yes` or `no`", "want values in backquotes with commas between them"},
		{"| of it |", "|", "3 columns"},
		{"| of it |", "| |", "column 4 is empty"},
	} {
		if _, err := page(t, strings.Replace(good, c.old, c.new, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q", c.new, c.old, err, c.want)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a page that is not there")
	}
}

// TestNested: a type may be a schema that has a section of its own.
func TestNested(t *testing.T) {
	p, err := page(t, good+"| `other` | retroproof.c/1 | if there is one | x |\n\n## retroproof.c/1\n\n| field | type | present | meaning |\n|---|---|---|---|\n| `n` | integer | always | x |\n")
	expect.NoError(t, err)
	type other struct {
		Schema string `json:"schema"`
		N      int    `json:"n"`
	}
	type nested struct {
		outer
		Other *other `json:"other,omitempty"`
	}
	type plain struct {
		outer
		Other *count `json:"other,omitempty"`
	}
	if wrong := p.CheckType("retroproof.a/1", nested{}); len(wrong) > 0 {
		t.Error(wrong)
	}
	if wrong := p.CheckType("retroproof.a/1", plain{}); len(wrong) != 1 {
		t.Errorf("an object without a schema: %q", wrong)
	}
	object := `{"schema":"retroproof.a/1","verdict":"yes","rank":"7","depth":1,"moves":[],"by":{},"other":OTHER}`
	for _, c := range []struct {
		other string
		wrong int
	}{
		{`{"schema":"retroproof.c/1","n":1}`, 0},
		{`{"schema":"retroproof.c/1","n":"1"}`, 1},
		{`{"schema":"retroproof.c/1","n":1,"m":1}`, 1},
		{`{"schema":"retroproof.a/1","n":1}`, 1},
		{`{"n":1}`, 1},
		{`7`, 1},
	} {
		if wrong := p.CheckObject([]byte(strings.Replace(object, "OTHER", c.other, 1)), Seen{}); len(wrong) != c.wrong {
			t.Errorf("%s: %q", c.other, wrong)
		}
	}
}
