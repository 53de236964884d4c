package web

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
)

// OpenAPIPath is where a server describes its routes for programs.
const OpenAPIPath = "/api/openapi.json"

type object = map[string]any

// schemaKey is the word by which OpenAPI introduces a JSON Schema. (Elsewhere it names one of
// doc/json.md.)
const schemaKey = "schema"

// OpenAPI describes routes as an OpenAPI document. The schemas of answers are those of
// doc/json.md, which it names. A field of a request is described by its tag "doc", and
// by "min" and "max" if it has bounds.
func OpenAPI(name string, routes []Route) ([]byte, error) {
	paths := object{}
	for i := range routes {
		r := &routes[i]
		op := object{"summary": r.Summary, "responses": r.responses()}
		if r.request != nil {
			op["requestBody"] = object{"required": true, "content": object{"application/json": object{schemaKey: describe(r.request)}}}
		}
		paths[r.Path] = object{strings.ToLower(r.method()): op}
	}
	text, err := json.MarshalIndent(object{
		"openapi": "3.1.0",
		"info":    object{"title": "retroproof serve", "version": name, "description": "The schemas of answers are those of doc/json.md: x-schemas names them."},
		"paths":   paths,
	}, "", "  ")
	return append(text, '\n'), err
}

// responses describes what a route answers.
func (r *Route) responses() object {
	kind := "application/json"
	switch {
	case r.Media != "":
		kind = r.Media
	case r.Events != nil:
		kind = "text/event-stream"
	}
	ok := object{"description": r.Summary, "content": object{kind: object{}}, "x-schemas": r.Answers}
	if r.Events != nil {
		ok["x-events"] = r.Events
	}
	return object{"200": ok, "default": object{"description": "an error", "content": object{"application/json": object{}}, "x-schemas": []string{ErrorSchema}}}
}

// describe describes a type of a request.
func describe(t reflect.Type) object {
	switch t.Kind() {
	case reflect.Pointer:
		return describe(t.Elem())
	case reflect.Struct:
		properties, required := object{}, []string{}
		for i := range t.NumField() {
			f := t.Field(i)
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			d := describe(f.Type)
			d["description"] = f.Tag.Get("doc")
			for tag, key := range map[string]string{"min": "minimum", "max": "maximum"} {
				if n, err := strconv.ParseInt(f.Tag.Get(tag), 10, 64); err == nil {
					d[key] = n
				}
			}
			properties[name] = d
			if !strings.Contains(options, "omitempty") {
				required = append(required, name)
			}
		}
		return object{"type": "object", "additionalProperties": false, "properties": properties, "required": required}
	case reflect.Slice:
		return object{"type": "array", "items": describe(t.Elem())}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	}
	return object{"type": "integer"}
}
