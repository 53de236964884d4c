package games

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
)

// jsonReader reads lines of JSON objects, as "retroproof proofgame --json" and
// "retroproof legal --json" write them.
type jsonReader struct{ lines lineReader }

func newJSONReader(r *bufio.Reader, _ Options) reader { return &jsonReader{newLineReader(r)} }

func (j *jsonReader) next() (entry, error) {
	text, err := j.lines.next()
	e := entry{line: j.lines.line, plies: -1}
	if err != nil {
		return e, err
	}
	var verdict, game string
	given, err := readObject(text, map[string]any{"fen": &e.goal, "start": &e.start, "verdict": &verdict, "game": &game, "plies": &e.plies})
	if err != nil {
		return e, err
	}
	switch verdict {
	case "legal":
		e.claim, e.moves = legal, strings.Fields(game)
		e.bare = !given["game"] && e.plies != 0 // a game without moves may lack the field
	case "illegal":
		e.claim = illegal
	case "unknown":
	default:
		return e, because(ErrSyntax, `"verdict" is %.20q, want legal, illegal or unknown`, verdict)
	}
	switch {
	case given["plies"] && e.plies < 0:
		return e, because(ErrSyntax, `"plies" is %d`, e.plies)
	case e.goal == "":
		return e, because(ErrSyntax, `no field "fen"`)
	}
	return e, nil
}

// readObject reads an object and checks that nothing follows it. It stores those fields that
// are in values, each of which may occur at most once. Package json would also accept names in
// another case, and use the last of repeated fields, which other readers do not.
func readObject(text string, values map[string]any) (given map[string]bool, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, because(ErrSyntax, "no JSON object")
	}
	given = map[string]bool{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, because(ErrSyntax, "%v", err)
		}
		name := key.(string) // the keys of objects are strings
		for meant := range values {
			if name != meant && strings.EqualFold(name, meant) {
				return nil, because(ErrSyntax, "field %.20q, want %q", name, meant)
			}
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, because(ErrSyntax, "field %.20q: %v", name, err)
		}
		to := values[name]
		switch {
		case to == nil:
			continue
		case given[name]:
			return nil, because(ErrSyntax, "field %q twice", name)
		case string(value) == "null" || json.Unmarshal(value, to) != nil:
			return nil, because(ErrSyntax, "field %q: %.20s is no value for it", name, value)
		}
		given[name] = true
	}
	if _, err := d.Token(); err != nil {
		return nil, because(ErrSyntax, "the object has no end")
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, because(ErrSyntax, "something follows the object")
	}
	return given, nil
}
