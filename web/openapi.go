package web

import (
	"encoding/json"
	"reflect"
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
// by "min" and "max" if it has bounds. Its default is the value of the field.
func OpenAPI(name string, routes []Route) ([]byte, error) {
	paths := object{}
	for i := range routes {
		r := &routes[i]
		op := object{"summary": r.Summary, "responses": r.responses()}
		if r.request != nil {
			op["requestBody"] = object{"required": true,
				"content": object{"application/json": object{schemaKey: describeRequest(r.request())}}}
		}
		paths[r.Path] = object{strings.ToLower(r.method()): op}
	}
	text, err := json.MarshalIndent(object{
		"openapi": "3.1.0",
		"info": object{"title": "retroproof serve", "version": name,
			"description": "The schemas of answers are those of doc/json.md: x-schemas names them."},
		"paths": paths,
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
	return object{"200": ok, "default": object{"description": "an error", "content": object{"application/json": object{}},
		"x-schemas": []string{ErrorSchema}}}
}

// describeRequest describes the fields of a request.
func describeRequest(q any) object {
	properties, required, order := object{}, []string{}, []string{}
	for _, f := range fieldsOf(q) {
		d := describe(f.value.Type())
		d["description"] = f.tag.Get("doc")
		least, most, ok := f.bounds()
		if ok[0] {
			d["minimum"] = least
		}
		if ok[1] {
			d["maximum"] = most
		}
		if words := f.tag.Get("choice"); words != "" {
			d["enum"] = strings.Split(words, ",")
		}
		if sample := f.tag.Get("sample"); sample != "" {
			d["examples"] = []string{sample}
		}
		if v := f.value; !v.IsZero() {
			d["default"] = v.Interface()
		}
		properties[f.name] = d
		order = append(order, f.name)
		if f.required {
			required = append(required, f.name)
		}
	}
	return object{"type": "object", "additionalProperties": false, "properties": properties, "required": required,
		"x-order": order}
}

// describe describes a type.
func describe(t reflect.Type) object {
	switch t.Kind() {
	case reflect.Pointer:
		return describe(t.Elem())
	case reflect.Slice:
		return object{"type": "array", "items": describe(t.Elem())}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	}
	return object{"type": "integer"}
}
