package poslist

import (
	"crypto/sha256"
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
	for line, err := range batch.NewReader(in).Lines() {
		if err != nil {
			return err
		}
		if err := l.add(line); err != nil {
			return &batch.LineError{Detail: fmt.Sprintf("%s:%d: %v", name, line.Number, err)}
		}
	}
	return nil
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
	for part := range strings.SplitSeq(counts, ",") {
		m, n, _ := strings.Cut(part, ":")
		multiplicity, err := strconv.ParseUint(m, 10, 31)
		number, err2 := strconv.ParseUint(n, 10, 63)
		if err != nil || err2 != nil || multiplicity == 0 {
			return fmt.Errorf("%q, want MULTIPLICITY:NUMBER", part)
		}
		if _, twice := l.Counts.Legal[int(multiplicity)]; twice {
			return fmt.Errorf("multiplicity %d twice", multiplicity)
		}
		l.Counts.Legal[int(multiplicity)] = number
	}
	return nil
}

// Seen are the positions of the lines of a sample that have been read: some 130 bytes a line. The zero value has none.
type Seen struct {
	// Again is the number of lines whose position an earlier line has. First says where the first of them is, and
	// where that earlier line.
	Again uint64
	First string

	files     []string
	positions map[[16]byte]seen // by the hash of the position
}

// seen is the first line with a position. It is small, as there may be millions.
type seen struct {
	number  string
	line    uint32
	file    uint16
	verdict kernel.Verdict
}

// Open says that the lines that follow are those of a file, by its name for errors.
func (s *Seen) Open(file string) { s.files = append(s.files, file) }

// Add notes a line of the file that was opened last. The error is about a line that cannot be another draw than an
// earlier one: the position and the number of the draw, or of the line in a list, are the same; or about one that
// contradicts an earlier one.
func (s *Seen) Add(l *Line, line int) error {
	if s.positions == nil {
		s.positions = map[[16]byte]seen{}
	}
	file := len(s.files) - 1
	position := strings.Join(strings.Fields(l.Setup.FEN())[:4], " ") // the clocks may be index and multiplicity
	hash := sha256.Sum256([]byte(position))
	key := [16]byte(hash[:16])
	before, ok := s.positions[key]
	if !ok {
		s.positions[key] = seen{l.Number, uint32(line), uint16(file), l.Verdict}
		return nil
	}
	at := fmt.Sprintf("%s:%d", s.files[before.file], before.line)
	switch {
	case l.Number != "" && l.Number == before.number:
		return fmt.Errorf("%s again, which is at %s: every draw counts once", l.Number, at)
	case l.Verdict != before.verdict && l.Verdict != kernel.Unknown && before.verdict != kernel.Unknown:
		return fmt.Errorf("%s is called legal and illegal, here and at %s", position, at)
	}
	if before.verdict == kernel.Unknown {
		before.verdict = l.Verdict
		s.positions[key] = before
	}
	if s.Again++; s.Again == 1 {
		s.First = fmt.Sprintf("%s:%d that of %s", s.files[file], line, at)
	}
	return nil
}
