package answer

import (
	"encoding/json"
	"strings"
)

// JSON is an object as it is printed: in a line, with < and > as they are.
func JSON(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // strings and numbers are always encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}
