package sat

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// Kinds of unusable output of an external solver.
var (
	errGarbage   = errors.New("unexpected output")
	errTruncated = errors.New("truncated output")
)

// A claim is the answer of an external solver, not yet checked against the formula.
type claim struct {
	status Status
	model  []bool // model[i] is the value of variable i+1; variables that are not mentioned are false
}

// parseCompetition reads the output format of the SAT competition for a formula of n variables: "c" lines, one "s"
// line, and after SATISFIABLE "v" lines ended by 0. No "s" line means UNKNOWN. Anything else is an error, for what
// is not understood may be the beginning of a contradiction.
func parseCompetition(out []byte, n int) (claim, error) {
	var status []byte
	values := newValueReader(n)
	for line := range bytes.Lines(out) {
		text := bytes.TrimRight(line, "\r\n")
		switch {
		case len(text) == 0, text[0] == 'c':
		case bytes.HasPrefix(text, []byte("s ")):
			if status != nil {
				return claim{}, fmt.Errorf("%w: second status line %q", errGarbage, text)
			}
			status = bytes.Clone(bytes.TrimSpace(text[2:]))
		case text[0] == 'v' && (len(text) == 1 || text[1] == ' ' || text[1] == '\t'):
			if err := values.read(text[1:]); err != nil {
				return claim{}, err
			}
		default:
			return claim{}, fmt.Errorf("%w: line %q", errGarbage, clip(text))
		}
	}
	switch string(status) {
	case "SATISFIABLE":
		if !values.ended {
			return claim{}, fmt.Errorf("%w: the values are not ended by 0", errTruncated)
		}
		return claim{Satisfiable, values.model}, nil
	case "UNSATISFIABLE", "UNKNOWN", "":
		if values.any {
			return claim{}, fmt.Errorf("%w: values without s SATISFIABLE", errGarbage)
		}
		if string(status) == "UNSATISFIABLE" {
			return claim{status: Unsatisfiable}, nil
		}
		return claim{}, nil
	default:
		return claim{}, fmt.Errorf("%w: status %q", errGarbage, clip(status))
	}
}

// parseMiniSat reads MiniSat's result file: a line SAT, UNSAT or INDET, and after SAT a line of values ended by 0.
func parseMiniSat(text []byte, n int) (claim, error) {
	status, rest, _ := bytes.Cut(text, []byte("\n"))
	rest = bytes.TrimSpace(rest)
	switch word := string(bytes.TrimSpace(status)); word {
	case "SAT":
		values := newValueReader(n)
		if err := values.read(rest); err != nil {
			return claim{}, err
		}
		if !values.ended {
			return claim{}, fmt.Errorf("%w: the values are not ended by 0", errTruncated)
		}
		return claim{Satisfiable, values.model}, nil
	case "UNSAT", "INDET":
		if len(rest) > 0 {
			return claim{}, fmt.Errorf("%w after %s: %q", errGarbage, word, clip(rest))
		}
		if word == "UNSAT" {
			return claim{status: Unsatisfiable}, nil
		}
		return claim{}, nil
	case "":
		return claim{}, fmt.Errorf("%w: empty result file", errTruncated)
	default:
		return claim{}, fmt.Errorf("%w: status %q", errGarbage, clip(status))
	}
}

// valueReader collects the literals of a model.
type valueReader struct {
	model []bool
	seen  []bool
	any   bool // there was at least one number
	ended bool // by 0
}

func newValueReader(n int) *valueReader {
	return &valueReader{model: make([]bool, n), seen: make([]bool, n)}
}

func (r *valueReader) read(text []byte) error {
	for field := range bytes.FieldsSeq(text) {
		r.any = true
		l, err := strconv.Atoi(string(field))
		if err != nil {
			return fmt.Errorf("%w: value %q", errGarbage, clip(field))
		}
		if r.ended {
			return fmt.Errorf("%w: value %d after the final 0", errGarbage, l)
		}
		if l == 0 {
			r.ended = true
			continue
		}
		v := l
		if v < 0 {
			v = -v
		}
		if v < 0 || v > len(r.model) {
			return fmt.Errorf("%w: value %d of a formula with %d variables", errGarbage, l, len(r.model))
		}
		if r.seen[v-1] && r.model[v-1] != (l > 0) {
			return fmt.Errorf("%w: values %d and %d", errGarbage, -l, l)
		}
		r.seen[v-1], r.model[v-1] = true, l > 0
	}
	return nil
}

func clip(b []byte) []byte {
	return b[:min(len(b), 60)]
}
