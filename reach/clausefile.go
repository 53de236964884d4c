package reach

import (
	"bufio"
	"context"
	"fmt"
	"io"
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
// remarks. s was made of the model. The result is a Boolean of its circuit.
func ReadClauses(r io.Reader, name string, m *aiger.Model, s *System) (encode.Bool, error) {
	of := map[aiger.Lit]encode.Bool{0: s.Circuit.False, 1: s.Circuit.True}
	for i, l := range m.Latches {
		of[l.Lit], of[l.Lit.Not()] = s.Latches[i].Now, s.Latches[i].Now.Not()
	}
	all := []encode.Bool{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestClause)
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimSpace(lines.Text())
		if line == "" || line == "c" || strings.HasPrefix(line, "c ") {
			continue
		}
		var clause []encode.Bool
		for word := range strings.FieldsSeq(line) {
			l, err := strconv.ParseUint(word, 10, 32)
			b, ok := of[aiger.Lit(l)]
			if err != nil || !ok {
				return 0, &ClauseError{name, n, fmt.Sprintf("found %.40q, expected a literal of a latch of the model", word)}
			}
			clause = append(clause, b)
		}
		all = append(all, s.Circuit.Or(clause...))
	}
	if err := lines.Err(); err != nil {
		return 0, &ClauseError{name, n + 1, err.Error()}
	}
	return s.Circuit.And(all...), nil
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
