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
	expect.Equal(t, strings.Join(p.Schemas(), " "), "retroproof.a.b/2 retroproof.a/1", "schemas")
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
	var c struct{ old, new, want string }
	for range expect.Rows(t, "testdata/page.tsv", &c.old, &c.new, &c.want) {
		text := strings.Replace(object, c.old, c.new, 1)
		if wrong := p.CheckObject([]byte(text), Seen{}); len(wrong) != 1 || !strings.Contains(wrong[0], c.want) {
			t.Errorf("%s: %q, want %q", text, wrong, c.want)
		}
	}
}

func TestTypesDiffer(t *testing.T) {
	var c struct{ old, new, want string }
	for range expect.Rows(t, "testdata/types-differ.tsv", &c.old, &c.new, &c.want) {
		p, err := page(t, strings.Replace(good, c.old, c.new, 1))
		expect.NoError(t, err)
		if wrong := p.CheckType("retroproof.a/1", outer{}); !strings.Contains(strings.Join(wrong, "\n"), c.want) {
			t.Errorf("%q for %q: %q, want %q", c.new, c.old, wrong, c.want)
		}
	}
	p, err := page(t, good)
	expect.NoError(t, err)
	expect.Equal(t, len(p.CheckType("retroproof.b/1", outer{})), 1, "a schema without a section")
}

func TestBadPages(t *testing.T) {
	var c struct{ old, new, want string }
	for range expect.Rows(t, "testdata/bad-pages.tsv", &c.old, &c.new, &c.want) {
		expect.ErrorSays(t, expect.Err(page(t, strings.Replace(good, c.old, c.new, 1))), c.want, "%q for %q", c.new, c.old)
	}
	expect.Fails(t, expect.Err(Read(filepath.Join(t.TempDir(), "none"))), "a page that is not there")
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
	expect.Equal(t, len(p.CheckType("retroproof.a/1", plain{})), 1, "an object without a schema")
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

// TestShared: an object may have the fields of another row's.
func TestShared(t *testing.T) {
	const shared = good + "| `best` | array of objects as `by` | always | x |\n\n" +
		"## retroproof.c/1\n\n| field | type | present | meaning |\n|---|---|---|---|\n| `a` | object as retroproof.a/1 `moves` | if any | x |\n"
	p, err := page(t, shared)
	expect.NoError(t, err)
	type both struct {
		outer
		Best []count `json:"best"`
	}
	type other struct {
		Schema string `json:"schema"`
		A      *inner `json:"a,omitempty"`
	}
	expect.Equal(t, strings.Join(p.Paths("retroproof.c/1"), " "), "a a.san", "paths")
	for schema, sample := range map[string]any{"retroproof.a/1": both{}, "retroproof.c/1": other{}} {
		if wrong := p.CheckType(schema, sample); len(wrong) > 0 {
			t.Error(wrong)
		}
		if wrong := p.CheckType(schema, outer{}); len(wrong) == 0 {
			t.Errorf("%s is as the wrong struct", schema)
		}
	}
	if wrong := p.CheckObject([]byte(`{"schema":"retroproof.c/1","a":{"san":7}}`), Seen{}); len(wrong) != 1 {
		t.Error(wrong)
	}
	for old, c := range map[string]struct{ new, want string }{
		"as `by`":                   {"as by", "as by, want a field in backquotes"},
		"objects as `by`":           {"objects as `bye`", "best is as retroproof.a/1 bye, which has no fields"},
		"array of objects as `by`":  {"array of objects as `best`", "best is as retroproof.a/1 best, which has no fields"},
		"as retroproof.a/1 `moves`": {"as retroproof.d/1 `moves`", "a is as retroproof.d/1 moves, which has no fields"},
	} {
		expect.ErrorSays(t, expect.Err(page(t, strings.Replace(shared, old, c.new, 1))), c.want, "%s", c.new)
	}
}
