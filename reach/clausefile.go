package reach

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"retroproof/encode"
	"retroproof/proofs/aiger"
)

// A ClauseError says where a file with an invariant is wrong.
type ClauseError struct {
	File   string
	Line   int // from 1
	Detail string
}

// Error names file and line.
func (e *ClauseError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Detail) }

// longestClause is the length of a line of a file with an invariant, in bytes.
const longestClause = 1 << 20

// ReadClauses reads an invariant that another program has found: one clause a line, of the model's
// literals of latches, in AIGER's numbers; 0, which is false, may end a line, and lines that begin with c are
// remarks. Or it is a PLA of cubes without a state of the invariant, as abc's "pdr -d" writes it; see columnsOf. s was
// made of the model. The result is a Boolean of its circuit.
func ReadClauses(r io.Reader, name string, m *aiger.Model, s *System) (encode.Bool, error) {
	of := map[aiger.Lit]encode.Bool{0: s.Circuit.False, 1: s.Circuit.True}
	for i, l := range m.Latches {
		of[l.Lit], of[l.Lit.Not()] = s.Latches[i].Now, s.Latches[i].Now.Not()
	}
	all := []encode.Bool{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestClause)
	n := 0
	var columns []encode.Bool // of a PLA
	for lines.Scan() {
		n++
		line := strings.TrimSpace(lines.Text())
		names, named := strings.CutPrefix(line, ".ilb ")
		var clause encode.Bool
		var err error
		switch {
		case named:
			if columns, err = columnsOf(names, m, s); err != nil {
				return 0, &ClauseError{name, n, err.Error()}
			}
			continue
		case line == "" || line == "c" || strings.HasPrefix(line, "c ") || line[0] == '#' || line[0] == '.':
			continue
		case columns != nil:
			clause, err = cubeClause(line, columns, s)
		default:
			clause, err = literalClause(line, of, s)
		}
		if err != nil {
			return 0, &ClauseError{name, n, err.Error()}
		}
		all = append(all, clause)
	}
	if err := lines.Err(); err != nil {
		return 0, &ClauseError{name, n + 1, err.Error()}
	}
	return s.Circuit.And(all...), nil
}

// literalClause returns the clause of a line of literals.
func literalClause(line string, of map[aiger.Lit]encode.Bool, s *System) (encode.Bool, error) {
	var clause []encode.Bool
	for word := range strings.FieldsSeq(line) {
		l, err := strconv.ParseUint(word, 10, 32)
		b, ok := of[aiger.Lit(l)]
		if err != nil || !ok {
			return 0, fmt.Errorf("found %.40q, expected a literal of a latch of the model", word)
		}
		clause = append(clause, b)
	}
	return s.Circuit.Or(clause...), nil
}

// columnsOf returns what the columns of a PLA stand for: latches, named lo and their numbers from 0. Those that begin
// at 1 are inverted, as abc makes all begin at 0. One more is abc's: that a constraint has not held before.
func columnsOf(names string, m *aiger.Model, s *System) (columns []encode.Bool, err error) {
	latches := slices.Clone(m.Latches)
	if len(m.Constraints) > 0 {
		latches = append(latches, aiger.Latch{})
	}
	for name := range strings.FieldsSeq(names) {
		number, ok := strings.CutPrefix(name, "lo")
		l, err := strconv.Atoi(number)
		switch {
		case !ok || err != nil || l < 0 || l >= len(latches):
			return nil, fmt.Errorf("column %.40q is none of the %d latches of the model", name, len(m.Latches))
		case l == len(m.Latches):
			columns = append(columns, s.Circuit.False)
		case latches[l].Reset == 1:
			columns = append(columns, s.Latches[l].Now.Not())
		default:
			columns = append(columns, s.Latches[l].Now)
		}
	}
	return columns, nil
}

// cubeClause returns that a state is outside the cube of a row of a PLA: 0, 1 or - for each column, a blank and 1.
func cubeClause(row string, columns []encode.Bool, s *System) (encode.Bool, error) {
	cube, one, _ := strings.Cut(row, " ")
	if len(cube) != len(columns) || one != "1" || strings.Trim(cube, "01-") != "" {
		return 0, fmt.Errorf("found %.40q, expected 0, 1 or - for each of %d latches, a blank, and 1", row, len(columns))
	}
	var clause []encode.Bool
	for i, c := range cube {
		switch c {
		case '0':
			clause = append(clause, columns[i])
		case '1':
			clause = append(clause, columns[i].Not())
		}
	}
	return s.Circuit.Or(clause...), nil
}

// ByInvariant decides whether a condition on the latches is an invariant that excludes bad
// states. If not, the error wraps ErrBudget: nothing is known then.
func ByInvariant(ctx context.Context, s *System, o Options, invariant encode.Bool) (*Result, error) {
	r := &Result{Verdict: Safe, Engine: "invariant", Invariant: invariant, K: 1}
	w := s.Witness(r)
	u, err := newUnrolling(w, o)
	if err != nil {
		return nil, err
	}
	defer u.Close()
	tr, err := u.bmc(ctx, 0, o)
	if err != nil {
		return nil, err
	}
	if tr != nil {
		return nil, fmt.Errorf("%w: an initial state is bad or violates the invariant", ErrBudget)
	}
	holds, err := w.stepHolds(ctx, o, 1, w.bad(), w.Circuit.True)
	if err == nil && !holds {
		err = fmt.Errorf("%w: a step leads from the invariant to a state that is bad or violates it", ErrBudget)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}
