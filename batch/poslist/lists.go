package poslist

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/proofs/survey"
	"retroproof/proofs/survey/numbering"
)

// Lists are the verdicts of lists, each of whose lines is a draw.
type Lists struct {
	Scheme         survey.Scheme
	Multiplicities bool          // look up those of the scheme; else each position counts once
	Counts         survey.Counts // so far
	Seen           Seen
	Otherwise      uint64 // lines whose last field is not the multiplicity
}

// Read adds the verdicts of a list with a name for errors. The first line that is wrong ends it with a
// *batch.LineError: without that line the estimate would be another.
func (l *Lists) Read(name string, in io.Reader) error {
	l.Seen.Open(name)
	lines := batch.NewReader(in)
	for {
		line, err := lines.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := l.add(line); err != nil {
			return &batch.LineError{Detail: fmt.Sprintf("%s:%d: %v", name, line.Number, err)}
		}
	}
}

// add adds a line.
func (l *Lists) add(text batch.Line) error {
	line, err := ParseVerdict(text)
	if err != nil {
		return err
	}
	if err := l.Seen.Add(&line, text.Number); err != nil {
		return err
	}
	m := 1
	if l.Multiplicities && line.Verdict != kernel.Illegal {
		if m, err = l.multiplicity(&line.Setup); err != nil {
			return err
		}
	}
	return l.Counts.Add(&survey.Line{Verdict: line.Verdict.String(), Multiplicity: m})
}

// multiplicity returns how many integers of the scheme a position has.
func (l *Lists) multiplicity(s *chess.Setup) (int, error) {
	_, m, err := l.Scheme.Rank(s, 0)
	var domain *numbering.DomainError
	// The published ranking has multiplicities for positions that it misses, too.
	if errors.As(err, &domain) && domain.Condition == numbering.NoUrposition {
		err = nil
	}
	if err != nil {
		return 0, err
	}
	if l.Scheme != survey.CPI && s.FullmoveNumber != m {
		l.Otherwise++
	}
	return m, nil
}

// Parse adds numbers of legal positions by multiplicity, as 1:516,2:19.
func (l *Lists) Parse(counts string) error {
	given := map[uint64]bool{}
	for part := range strings.SplitSeq(counts, ",") {
		m, n, _ := strings.Cut(part, ":")
		multiplicity, err := strconv.ParseUint(m, 10, 31)
		number, err2 := strconv.ParseUint(n, 10, 63)
		if err != nil || err2 != nil || multiplicity == 0 {
			return fmt.Errorf("%q, want MULTIPLICITY:NUMBER", part)
		}
		if given[multiplicity] {
			return fmt.Errorf("multiplicity %d twice", multiplicity)
		}
		given[multiplicity] = true
		l.Counts.Legal[int(multiplicity)] += number
	}
	return nil
}
