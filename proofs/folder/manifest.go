package folder

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ErrManifest is wrapped by all errors about a manifest itself.
var ErrManifest = errors.New("bad manifest")

// maxManifest is the largest size of a manifest in bytes; real ones have up to 20 kB.
const maxManifest = 1 << 18

// Text returns a manifest as indented JSON, the only form that is accepted.
func Text(manifest any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(manifest)
	return b.Bytes(), err
}

// A SchemaError says that a manifest is of another kind or version. It wraps ErrManifest.
type SchemaError struct{ Found, want string }

// Error names both.
func (e *SchemaError) Error() string {
	return fmt.Sprintf("%v: schema %q, want %q", ErrManifest, e.Found, e.want)
}

// Unwrap returns ErrManifest.
func (e *SchemaError) Unwrap() error { return ErrManifest }

// ReadText reads the text of a manifest, and decodes what it begins with into head. If it is not of the schema, the
// error is a *SchemaError.
func ReadText(r io.Reader, schema string, head any) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxManifest+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxManifest {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrManifest, maxManifest)
	}
	var found struct{ Schema string }
	if err := cmp.Or(json.Unmarshal(text, &found), json.Unmarshal(text, head)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrManifest, err)
	}
	if found.Schema != schema {
		return nil, &SchemaError{found.Schema, schema}
	}
	return text, nil
}

// Compare compares the text of a manifest with that of the one that it must be.
func Compare(text []byte, manifest any) error {
	want, err := Text(manifest)
	if err != nil || bytes.Equal(text, want) {
		return err
	}
	got, wanted := bytes.Split(text, []byte("\n")), bytes.Split(want, []byte("\n"))
	i := 0
	for i < len(got) && i < len(wanted) && bytes.Equal(got[i], wanted[i]) {
		i++
	}
	got, wanted = append(got, nil), append(wanted, nil) // one may end here
	return fmt.Errorf("%w: line %d is %.200q, and what was checked is %.200q", ErrManifest, i+1, bytes.TrimSpace(got[i]),
		bytes.TrimSpace(wanted[i]))
}
