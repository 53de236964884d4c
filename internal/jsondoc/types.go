package jsondoc

import (
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
	c := &typeCheck{schema: s}
	for _, f := range s.fields { // a field of an object must not stand alone
		if i := strings.LastIndexAny(f.path, "."); i > 0 {
			parent := strings.TrimRight(f.path[:i], "[]{}")
			if !slices.ContainsFunc(s.fields,
				func(g field) bool { return g.path == parent && g.path+g.kind.below() == f.path[:i+1] }) {
				c.wrongf("%s has no row about %s", f.path, f.path[:i])
			}
		}
	}
	c.object("", reflect.TypeOf(sample))
	for i := range c.wrong {
		c.wrong[i] = schema + ": " + c.wrong[i]
	}
	return c.wrong
}

type typeCheck struct {
	schema *schema
	wrong  []string
}

func (c *typeCheck) wrongf(format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf(format, args...))
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

// object compares a struct with the rows whose paths begin with a prefix.
func (c *typeCheck) object(prefix string, t reflect.Type) {
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
		c.value(path, d.kind, f.typ)
	}
	for _, name := range slices.Sorted(maps.Keys(documented)) {
		c.wrongf("%s is documented, but is no field of %v", prefix+name, t)
	}
}

var (
	marshaler     = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

// value compares a type.
func (c *typeCheck) value(path string, k kind, t reflect.Type) {
	// What encoding/json would write decides, not what Go calls it.
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Implements(marshaler):
		t = encodedAs(t)
	case t.Implements(textMarshaler):
		t = reflect.TypeFor[string]()
	}
	if t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map {
		isMap := t.Kind() == reflect.Map
		if k.array == isMap || k.dict != isMap {
			c.wrongf("%s is documented as %v, but is a %v", path, k, t)
			return
		}
		t = t.Elem()
	} else if k.array || k.dict {
		c.wrongf("%s is documented as %v, but is a %v", path, k, t)
		return
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Implements(textMarshaler) {
		t = reflect.TypeFor[string]()
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
		c.object(path+k.below(), t)
	}
}

// encodedAs returns a type that is encoded like one that encodes itself: a string, or
// an array of strings.
func encodedAs(t reflect.Type) reflect.Type {
	text, err := json.Marshal(reflect.Zero(t).Interface())
	if err == nil && len(text) > 0 && text[0] == '"' {
		return reflect.TypeFor[string]()
	}
	return reflect.TypeFor[[]string]()
}
