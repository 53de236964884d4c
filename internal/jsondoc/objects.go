package jsondoc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// CheckObject returns what is wrong with an object that was printed: fields and types
// that its schema's section does not have, values that are not listed, fields that are
// always there and are missing. Its paths are noted in seen.
func (p *Page) CheckObject(text []byte, seen Seen) []string {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var object map[string]any
	if err := d.Decode(&object); err != nil {
		return []string{fmt.Sprintf("no JSON object: %v: %s", err, text)}
	}
	return p.checkObject(object, seen)
}

// checkObject is CheckObject for an object that has been decoded.
func (p *Page) checkObject(object map[string]any, seen Seen) []string {
	name, _ := object["schema"].(string)
	s := p.schemas[name]
	if s == nil {
		return []string{fmt.Sprintf("there is no section about schema %q: %v", name, object)}
	}
	delete(object, "schema")
	seen.add(name, "")
	c := &objectCheck{page: p, schema: s, name: name, seen: seen}
	c.object("", object)
	for i := range c.wrong {
		c.wrong[i] = name + ": " + c.wrong[i]
	}
	return c.wrong
}

// Seen are the paths that objects had, by schema.
type Seen map[string]map[string]bool

func (s Seen) add(schema, path string) {
	if s[schema] == nil {
		s[schema] = map[string]bool{}
	}
	s[schema][path] = true
}

type objectCheck struct {
	page   *Page
	schema *schema
	name   string
	seen   Seen
	wrong  []string
}

func (c *objectCheck) wrongf(format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf(format, args...))
}

// object checks the fields of an object.
func (c *objectCheck) object(prefix string, object map[string]any) {
	documented := c.schema.children(prefix)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		f, ok := documented[name]
		if !ok {
			c.wrongf("field %s is not documented: %v", prefix+name, object[name])
			continue
		}
		c.seen.add(c.name, f.path)
		c.value(f.path, f.kind, object[name])
	}
	for name, f := range documented {
		if _, ok := object[name]; f.always && !ok {
			c.wrongf("field %s, which is always there, is missing", prefix+name)
		}
	}
}

// value checks the value of a field.
func (c *objectCheck) value(path string, k kind, v any) {
	if v == nil {
		if !k.null {
			c.wrongf("%s is null, want %v", path, k)
		}
		return
	}
	one := kind{base: k.base, values: k.values}
	list, isArray := v.([]any)
	dict, isObject := v.(map[string]any)
	switch {
	case k.array && isArray:
		for _, e := range list {
			c.one(path, path+k.below(), one, e)
		}
	case k.dict && isObject:
		for _, e := range dict {
			c.one(path, path+k.below(), one, e)
		}
	case k.array || k.dict:
		c.wrongf("%s is %v, want %v", path, v, k)
	default:
		c.one(path, path+k.below(), one, v)
	}
}

// one checks a value that is no array and no map. Below its path are those with a
// prefix.
func (c *objectCheck) one(path, prefix string, k kind, v any) {
	ok := false
	// By what the JSON is, then whether the page allows it.
	switch v := v.(type) {
	case string:
		// A list of values allows no others; decimals are numbers too large for JSON readers.
		ok = k.base == "string" && (k.values == nil || slices.Contains(k.values, v)) ||
			k.base == "decimal" && v != "" && strings.Trim(v, "0123456789") == ""
	case bool:
		ok = k.base == "boolean"
	case json.Number:
		_, err := v.Int64()
		ok = k.base == "number" || k.base == "integer" && (err == nil || !strings.ContainsAny(v.String(), ".eE-"))
	case map[string]any:
		if ok = k.base == "object"; ok {
			c.object(prefix, v)
		}
		if v["schema"] == k.base { // an object with a section of its own
			c.wrong = append(c.wrong, c.page.checkObject(v, c.seen)...)
			return
		}
	}
	if !ok {
		c.wrongf("%s is %v, want %v", path, v, k)
	}
}
