package jsondoc

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// CheckType returns how a schema's section differs from the struct that is encoded: in
// the fields, their types, and whether they can be absent or null. sample is a value of
// that struct.
func (p *Page) CheckType(schema string, sample any) []string {
	s := p.schemas[schema]
	if s == nil {
		return []string{fmt.Sprintf("there is no section about %s", schema)}
	}
	c := &check{page: p, schema: s, name: schema}
	for _, f := range s.fields { // a field of an object must not stand alone
		if i := strings.LastIndexAny(f.path, "."); i > 0 {
			parent := strings.TrimRight(f.path[:i], "[]{}")
			if !slices.ContainsFunc(s.fields,
				func(g field) bool { return g.path == parent && g.path+g.kind.below() == f.path[:i+1] }) {
				c.wrongf("%s has no row about %s", f.path, f.path[:i])
			}
		}
	}
	c.structType("", reflect.TypeOf(sample))
	return c.wrong
}

// check compares with the section of a schema.
type check struct {
	page   *Page
	schema *schema
	name   string
	seen   Seen // by objects
	wrong  []string
}

func (c *check) wrongf(format string, args ...any) {
	c.wrong = append(c.wrong, c.name+": "+fmt.Sprintf(format, args...))
}

// encoded is a field as the encoder sees it.
type encoded struct {
	name      string
	typ       reflect.Type
	omitEmpty bool
}

// fieldsOf returns the fields of a struct, with those of embedded ones.
func fieldsOf(t reflect.Type) []encoded {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var fields []encoded
	for i := range t.NumField() {
		f := t.Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && tag == "":
			fields = append(fields, fieldsOf(f.Type)...)
		case tag == "-" || !f.IsExported():
		default:
			if tag == "" {
				tag = f.Name
			}
			// A field hides that of an embedded struct with its name.
			fields = slices.DeleteFunc(fields, func(e encoded) bool { return e.name == tag })
			fields = append(fields, encoded{tag, f.Type, strings.Contains(options, "omit")})
		}
	}
	return fields
}

// structType compares a struct with the rows whose paths begin with a prefix.
func (c *check) structType(prefix string, t reflect.Type) {
	documented := c.schema.children(prefix)
	if prefix == "" {
		delete(documented, "schema")
	}
	for _, f := range fieldsOf(t) {
		path := prefix + f.name
		if path == "schema" {
			continue
		}
		d, ok := documented[f.name]
		delete(documented, f.name)
		if !ok && path == "line" {
			continue // the place in a list, of an answer that stands in none
		}
		if !ok {
			c.wrongf("field %s (%v) is not documented", path, f.typ)
			continue
		}
		switch {
		case d.always && f.omitEmpty:
			c.wrongf("%s is documented as always present, but is left out if empty", path)
		case !d.always && !f.omitEmpty:
			c.wrongf("%s is documented as present at times, but always is", path)
		}
		null := f.typ.Kind() == reflect.Pointer && !f.omitEmpty
		// A nil slice without omitempty is null, too, but those that are printed are not nil.
		switch {
		case null && !d.kind.null:
			c.wrongf("%s is documented as %v, but can be null", path, d.kind)
		case d.kind.null && !null && !d.kind.array:
			c.wrongf("%s is documented as %v, but is never null", path, d.kind)
		}
		c.fieldType(path, d.kind, f.typ)
	}
	for _, name := range slices.Sorted(maps.Keys(documented)) {
		c.wrongf("%s is documented, but is no field of %v", prefix+name, t)
	}
}

var (
	marshaler     = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

// fieldType compares a type.
func (c *check) fieldType(path string, k kind, t reflect.Type) {
	t = encodedAs(t)
	list, dict := t.Kind() == reflect.Slice || t.Kind() == reflect.Array, t.Kind() == reflect.Map
	if k.array != list || k.dict != dict {
		c.wrongf("%s is documented as %v, but is a %v", path, k, t)
		return
	}
	if list || dict {
		t = encodedAs(t.Elem())
	}
	// The type of an element has its name in the page.
	want := ""
	switch t.Kind() {
	case reflect.String:
		want = "string"
	case reflect.Bool:
		want = "boolean"
	case reflect.Float32, reflect.Float64:
		want = "number"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		want = "integer"
	case reflect.Struct:
		want = "object"
		if schemaName.MatchString(k.base) &&
			slices.ContainsFunc(fieldsOf(t), func(f encoded) bool { return f.name == "schema" }) {
			return // which CheckType compares with its own section
		}
	}
	if k.base != want && !(k.base == "decimal" && want == "string") {
		c.wrongf("%s is documented as %v, but is a %v", path, k, t)
		return
	}
	if want == "object" {
		c.structType(path+k.below(), t)
	}
}

// encodedAs returns what encoding/json writes of a type, which decides, not what Go calls it. What encodes itself is a
// string, or an array of strings.
func encodedAs(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Implements(textMarshaler) && !t.Implements(marshaler):
		return reflect.TypeFor[string]()
	case t.Implements(marshaler):
		if text, err := json.Marshal(reflect.Zero(t).Interface()); err == nil && strings.HasPrefix(string(text), `"`) {
			return reflect.TypeFor[string]()
		}
		return reflect.TypeFor[[]string]()
	}
	return t
}

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
	c := &check{page: p, schema: s, name: name, seen: seen}
	c.object("", object)
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

// object checks the fields of an object.
func (c *check) object(prefix string, object map[string]any) {
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
func (c *check) value(path string, k kind, v any) {
	if v == nil {
		if !k.null {
			c.wrongf("%s is null, want %v", path, k)
		}
		return
	}
	list, isArray := v.([]any)
	dict, isObject := v.(map[string]any)
	switch {
	case k.array && isArray:
	case k.dict && isObject:
		list = slices.Collect(maps.Values(dict))
	case k.array || k.dict:
		c.wrongf("%s is %v, want %v", path, v, k)
		return
	default:
		list = []any{v}
	}
	for _, e := range list {
		c.one(path, path+k.below(), kind{base: k.base, values: k.values}, e)
	}
}

// one checks a value that is no array and no map. Below its path are those with a
// prefix.
func (c *check) one(path, prefix string, k kind, v any) {
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
