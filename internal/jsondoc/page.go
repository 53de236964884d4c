// Package jsondoc reads doc/json.md, the page about all JSON that the programs print
// and write, and compares it with the Go types that are encoded and with what was
// printed. It is for tests.
//
// A section of the page, under a heading of the second level, describes a schema, or
// several with the same fields. The heading has their names, with commas between them,
// and somewhere below it stands a table of the fields:
//
//	## retroproof.rank/1
//
//	| field | type | present | meaning |
//	|---|---|---|---|
//	| `fen` | string | always | the position |
//	| `moves` | array of objects | with `--all` | ... |
//	| `moves[].san` | string | always | ... |
//
// The field "schema" is left out. A field of an object in an array is named with "[]"
// after the array, one of an object in a map, whose keys are data, with "{}". A type is
// one of string, decimal, integer, number, boolean, object, "array of" or "map of" one
// of them (in the plural), or a list of the strings that there are, in backquotes, all
// perhaps with "or null" at the end. The name of a schema is a type, too: an object with
// that schema, which has a section of its own. An object whose fields another row has,
// of the same schema or of a named one, is "object as" that row, and so is an array:
//
//	| `longest` | array of objects as `moves` | always | ... |
//	| `chosen` | object as retroproof.estimate/2 `chosen` | always | ... |
//
// Present is "always" or says when.
package jsondoc

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// Page is the page.
type Page struct {
	schemas map[string]*schema
}

// schema is a section.
type schema struct {
	fields []field
}

// field is a row of a table.
type field struct {
	path   string // such as "moves[].san"
	kind   kind
	always bool
	as     shape // whose fields it has, too
}

// shape names an object by the row about it.
type shape struct{ schema, path string }

// kind is a field's type.
type kind struct {
	array, dict bool // of base
	base        string
	values      []string // if base is string: those that there are, nil for any
	null        bool
}

// bases are the names of types, in the singular.
var bases = []string{"string", "decimal", "integer", "number", "boolean", "object"}

var (
	schemaName = regexp.MustCompile(`^retroproof\.[a-z_.]+/[0-9]+$`)
	fieldPath  = regexp.MustCompile(`^[a-z][a-z0-9_]*((\[\]|\{\})?\.[a-z][a-z0-9_]*)*$`)
	quoted     = regexp.MustCompile("^`([^`]+)`$")
	asOther    = regexp.MustCompile("^(?:(retroproof\\S+) )?`([^`]+)`$")
)

// Read reads the page. The error tells all that is wrong with its form.
func Read(name string) (*Page, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	p := &Page{schemas: map[string]*schema{}}
	var open *schema
	var section string // its name
	var wrong []error
	for number, line := range strings.Split(string(text), "\n") {
		bad := func(format string, args ...any) {
			wrong = append(wrong, fmt.Errorf("%s:%d: %s", name, number+1, fmt.Sprintf(format, args...)))
		}
		if strings.HasPrefix(line, "## ") {
			open = nil
			section, _, _ = strings.Cut(strings.TrimPrefix(line, "## "), ", ")
			for name := range strings.SplitSeq(strings.TrimPrefix(line, "## "), ", ") {
				switch {
				case !schemaName.MatchString(name):
					bad("%q is no name of a schema, such as retroproof.rank/1", name)
					continue
				case p.schemas[name] != nil:
					bad("a second section about %s", name)
				case open == nil:
					open = &schema{}
				}
				p.schemas[name] = open
			}
			continue
		}
		if open == nil || !strings.HasPrefix(line, "| `") {
			continue
		}
		f, err := readField(line)
		switch {
		case err != nil:
			bad("%v", err)
		case slices.ContainsFunc(open.fields, func(g field) bool { return g.path == f.path }):
			bad("a second row about %s", f.path)
		default:
			if f.as.schema == "" {
				f.as.schema = section
			}
			open.fields = append(open.fields, f)
		}
	}
	wrong = append(wrong, p.expand())
	return p, errors.Join(wrong...)
}

// expand gives objects that are as those of another row the fields of these.
func (p *Page) expand() error {
	for _, name := range p.Schemas() {
		s := p.schemas[name]
		for i := 0; i < len(s.fields); i++ { // fields that are put in may be as others in their turn
			f := &s.fields[i]
			as := f.as
			if as.path == "" {
				continue
			}
			f.as = shape{}
			source := p.schemas[as.schema]
			var below []field
			if source != nil && !(source == s && strings.HasPrefix(f.path, as.path)) {
				below = source.below(as.path, f.path+f.kind.below())
			}
			if len(below) == 0 {
				return fmt.Errorf("%s: %s is as %s %s, which has no fields", name, f.path, as.schema, as.path)
			}
			s.fields = slices.Insert(s.fields, i+1, below...)
		}
	}
	return nil
}

// below returns the fields of the object, or of those in the array or map, that a row is
// about, with another prefix.
func (s *schema) below(path, prefix string) (fields []field) {
	i := slices.IndexFunc(s.fields, func(f field) bool { return f.path == path })
	if i < 0 {
		return nil
	}
	for _, f := range s.fields {
		if rest, ok := strings.CutPrefix(f.path, path+s.fields[i].kind.below()); ok {
			f.path = prefix + rest
			fields = append(fields, f)
		}
	}
	return fields
}

// readField reads a row of a table.
func readField(line string) (field, error) {
	cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|")
	if len(cells) != 4 {
		return field{}, fmt.Errorf("%d columns, want field, type, present and meaning", len(cells))
	}
	for i := range cells {
		if cells[i] = strings.TrimSpace(cells[i]); cells[i] == "" {
			return field{}, fmt.Errorf("column %d is empty", i+1)
		}
	}
	name := quoted.FindStringSubmatch(cells[0])
	if name == nil || !fieldPath.MatchString(name[1]) {
		return field{}, fmt.Errorf("%s is no name of a field in snake_case, such as `moves[].dtm_plies`", cells[0])
	}
	text, other, _ := strings.Cut(cells[1], " as ")
	k, err := readKind(text)
	f := field{path: name[1], kind: k, always: cells[2] == "always"}
	if as := asOther.FindStringSubmatch(other); as != nil {
		f.as = shape{as[1], as[2]}
	} else if other != "" {
		err = fmt.Errorf("as %s, want a field in backquotes, perhaps with its schema before it", other)
	}
	return f, err
}

// readKind reads a type.
func readKind(text string) (k kind, err error) {
	rest, null := strings.CutSuffix(text, " or null")
	k.null = null
	if strings.HasPrefix(rest, "`") {
		k.base = "string"
		for word := range strings.SplitSeq(rest, ", ") {
			m := quoted.FindStringSubmatch(word)
			if m == nil {
				return k, fmt.Errorf("type %q, want values in backquotes with commas between them", text)
			}
			k.values = append(k.values, m[1])
		}
		return k, nil
	}
	if of, ok := strings.CutPrefix(rest, "array of "); ok {
		k.array, rest = true, strings.TrimSuffix(of, "s")
	} else if of, ok := strings.CutPrefix(rest, "map of "); ok {
		k.dict, rest = true, strings.TrimSuffix(of, "s")
	}
	if k.base = rest; schemaName.MatchString(rest) {
		return k, nil
	}
	if !slices.Contains(bases, rest) {
		return k, fmt.Errorf("unknown type %q, want one of %s", text, strings.Join(bases, ", "))
	}
	return k, nil
}

// String returns the type as the page has it.
func (k kind) String() string {
	text := k.base
	switch {
	case k.values != nil:
		text = "`" + strings.Join(k.values, "`, `") + "`"
	case k.array:
		text = "array of " + text + "s"
	case k.dict:
		text = "map of " + text + "s"
	}
	if k.null {
		text += " or null"
	}
	return text
}

// below returns what stands between the path of an object's field and those of the
// object's own fields.
func (k kind) below() string {
	switch {
	case k.array:
		return "[]."
	case k.dict:
		return "{}."
	}
	return "."
}

// Schemas returns the names of all schemas, in order.
func (p *Page) Schemas() []string {
	var names []string
	for name := range p.schemas {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Has reports whether there is a section about a schema.
func (p *Page) Has(schema string) bool { return p.schemas[schema] != nil }

// Paths returns the paths of a schema's fields, in the order of the page.
func (p *Page) Paths(schema string) []string {
	var paths []string
	for _, f := range p.schemas[schema].fields {
		paths = append(paths, f.path)
	}
	return paths
}

// children returns the fields of the object whose fields have a prefix, by name.
func (s *schema) children(prefix string) map[string]field {
	fields := map[string]field{}
	for _, f := range s.fields {
		if name, ok := strings.CutPrefix(f.path, prefix); ok && !strings.ContainsAny(name, ".[{") {
			fields[name] = f
		}
	}
	return fields
}
