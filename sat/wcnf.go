package sat

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"retroproof/proofs/lrat"
)

// WCNF is a formula as the MaxSAT evaluation has them: models satisfy its hard clauses, and each soft one that they do
// not satisfy costs its weight.
type WCNF struct {
	lrat.Formula         // all clauses
	Weights      []int64 // by clause; 0: it is hard
	Older        bool    // the file has a header
}

var errWCNF = errors.New("malformed WCNF")

// The largest variable, so that there are others for what is added, and the longest line.
const (
	wcnfVariables = 1 << 30
	wcnfLine      = 1 << 26
)

// IsWCNF reports whether a text that begins so is WCNF: its first line that is no remark is a hard clause or the header
// of the older form. A text of soft clauses alone is not recognised.
func IsWCNF(text []byte) bool {
	for line := range bytes.Lines(text) {
		if words := bytes.Fields(line); len(words) > 0 && words[0][0] != 'c' {
			return string(words[0]) == "h" || len(words) > 1 && string(words[0]) == "p" && string(words[1]) == "wcnf"
		}
	}
	return false
}

// reading is the state of reading.
type reading struct {
	*WCNF
	name      string
	line      int
	variables int    // at most
	clauses   int    // as the header says, -1 without one
	top       uint64 // the weight from which clauses are hard
	plain     bool   // the header is that of CNF: all clauses have weight 1
	open      bool   // a clause has begun
	weight    int64  // its own
	total     int64
	clause    []int32
}

// ReadWCNF reads the form with lines "h LITERALS 0" and "WEIGHT LITERALS 0", the older one with the header "p wcnf
// VARIABLES CLAUSES TOP", and CNF, of which every clause is soft, of weight 1. Errors of form are *lrat.SyntaxError.
func ReadWCNF(in io.Reader, name string) (*WCNF, error) {
	r := &reading{WCNF: &WCNF{}, name: name, variables: wcnfVariables, clauses: -1, top: math.MaxUint64}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, wcnfLine)
	for lines.Scan() {
		r.line++
		words := wordsOf(lines.Bytes())
		if len(words) == 0 || words[0].text[0] == 'c' {
			continue
		}
		if words[0].text == "p" {
			if err := r.header(words); err != nil {
				return nil, err
			}
			continue
		}
		for _, w := range words {
			if err := r.word(w); err != nil {
				return nil, err
			}
		}
	}
	r.line++
	end := word{"", 1}
	switch n := r.NumClauses(); {
	case errors.Is(lines.Err(), bufio.ErrTooLong):
		return nil, r.fail(end, fmt.Sprintf("a line of at most %d bytes", wcnfLine))
	case lines.Err() != nil:
		return nil, fmt.Errorf("%s: line %d: %w", name, r.line, lines.Err())
	case r.open:
		return nil, r.fail(end, "0")
	case r.clauses >= 0 && n != r.clauses:
		return nil, r.fail(end, fmt.Sprintf("%d clauses, as the header says, not %d", r.clauses, n))
	case r.Older:
		r.NumVars = r.variables
	}
	return r.WCNF, nil
}

func (r *reading) fail(w word, expected string) error {
	return &lrat.SyntaxError{File: r.name, Line: r.line, Column: w.column, Token: w.text, Expected: expected, Err: errWCNF}
}

func (r *reading) header(words []word) error {
	words = append(words, word{"\n", words[len(words)-1].column + 1})
	form := words[1].text
	var numbers []uint64
	for _, w := range words[min(2, len(words)-1) : len(words)-1] {
		n, err := strconv.ParseUint(w.text, 10, 64)
		if err != nil || len(numbers) < 2 && n > wcnfVariables {
			return r.fail(w, "a number")
		}
		numbers = append(numbers, n)
	}
	switch {
	case r.NumClauses() > 0 || r.open || r.Older:
		return r.fail(words[0], "one header, before the clauses")
	case form == "cnf" && len(numbers) == 2:
		r.plain = true
	case form == "wcnf" && len(numbers) == 3:
		r.top = numbers[2]
	case form != "wcnf" || len(numbers) != 2:
		return r.fail(words[1], `"p wcnf VARIABLES CLAUSES TOP" or "p cnf VARIABLES CLAUSES"`)
	}
	r.Older, r.variables, r.clauses = true, int(numbers[0]), int(numbers[1])
	return nil
}

// word takes the next word of the clauses.
func (r *reading) word(w word) error {
	if !r.open {
		r.open, r.weight, r.clause = true, 0, r.clause[:0]
		n, err := strconv.ParseUint(w.text, 10, 64)
		switch {
		case r.plain:
			r.weight = 1
		case w.text == "h" && !r.Older || r.Older && err == nil && n >= r.top:
			return nil
		case err != nil || n == 0:
			return r.fail(w, map[bool]string{false: "h or a weight", true: "a weight"}[r.Older])
		case n > math.MaxInt64-uint64(r.total):
			return r.fail(w, "weights whose sum is below 2^63")
		default:
			r.weight = int64(n)
			r.total += r.weight
			return nil
		}
	}
	l, err := strconv.Atoi(w.text)
	switch {
	case err != nil || strings.HasPrefix(w.text, "+"):
		return r.fail(w, "a literal or 0")
	case max(l, -l) > r.variables:
		return r.fail(w, fmt.Sprintf("a variable of at most %d", r.variables))
	case l == 0:
		r.open = false
		r.Weights = append(r.Weights, r.weight)
		return r.AddClause(r.clause...)
	}
	r.clause = append(r.clause, int32(l))
	return nil
}
