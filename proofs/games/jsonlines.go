package games

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// jsonReader reads lines of JSON objects, as "retroproof proofgame --json" and
// "retroproof legal --json" write them.
type jsonReader struct{ lines lineReader }

func newJSONReader(r *bufio.Reader, _ Options) reader { return &jsonReader{lineReader{r: r}} }

func (j *jsonReader) next() (entry, error) {
	text, err := j.lines.next()
	e := entry{line: j.lines.line, plies: -1}
	if err != nil {
		return e, err
	}
	f, err := fields(text)
	if err != nil {
		return e, err
	}
	var verdict, game string
	for i, to := range []*string{&e.goal, &e.start, &verdict, &game} {
		if err := f.text(meant[i], to); err != nil {
			return e, err
		}
	}
	if plies, ok := f["plies"]; ok {
		if e.plies, err = strconv.Atoi(string(plies)); err != nil || e.plies < 0 {
			return e, because(ErrSyntax, `"plies" is %.20s, want a number`, plies)
		}
	}
	switch verdict {
	case "legal":
		e.claim, e.moves = legal, strings.Fields(game)
		_, given := f["game"]
		e.bare = !given && e.plies != 0 // without moves there may be no field
	case "illegal":
		e.claim = illegal
	case "unknown":
	default:
		return e, because(ErrSyntax, `"verdict" is %.20q, want legal, illegal or unknown`, verdict)
	}
	if e.goal == "" {
		return e, because(ErrSyntax, `no field "fen"`)
	}
	return e, nil
}

// object has the fields of a JSON object that mean something here.
type object map[string]json.RawMessage

// meant are their names. Package json would take names with other letters, too, and
// the last of two fields: other readers do not.
var meant = []string{"fen", "start", "verdict", "game", "plies"}

// fields reads an object, and nothing after it.
func fields(text string) (object, error) {
	d := json.NewDecoder(strings.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, because(ErrSyntax, "no JSON object")
	}
	f := object{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, because(ErrSyntax, "%v", err)
		}
		name := key.(string) // the keys of objects are strings
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, because(ErrSyntax, "field %.20q: %v", name, err)
		}
		for _, m := range meant {
			if name != m && strings.EqualFold(name, m) {
				return nil, because(ErrSyntax, "field %.20q, want %q", name, m)
			}
			if name != m {
				continue
			}
			if _, twice := f[name]; twice {
				return nil, because(ErrSyntax, "field %q twice", name)
			}
			f[name] = value
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, because(ErrSyntax, "the object has no end")
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, because(ErrSyntax, "something follows the object")
	}
	return f, nil
}

// text reads a field that is a text, if it is there.
func (f object) text(name string, to *string) error {
	value, ok := f[name]
	if !ok {
		return nil
	}
	var any any
	if err := json.Unmarshal(value, &any); err != nil {
		return because(ErrSyntax, "field %q: %v", name, err)
	}
	text, ok := any.(string)
	if !ok {
		return because(ErrSyntax, "field %q is no text", name)
	}
	*to = text
	return nil
}
