package poslist

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"retroproof/kernel"
)

// Seen are the positions of the lines of a sample that have been read: some 100 bytes a line. The zero value has none.
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
	number  uint64
	line    uint32
	file    uint16
	of      NumberOf
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
		s.positions[key] = seen{l.Number.N, uint32(line), uint16(file), l.Number.Of, l.Verdict}
		return nil
	}
	at := fmt.Sprintf("%s:%d", s.files[before.file], before.line)
	switch {
	case l.Number.Of != OfNothing && l.Number == (Number{Of: before.of, N: before.number}):
		return fmt.Errorf("%v again, which is at %s: every draw counts once", l.Number, at)
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
