package main

import (
	"crypto/sha256"
	"fmt"
	"retroproof/batch/poslist"
	"retroproof/kernel"
	"strings"
)

// seenDraws are the positions of the lines that have been read: some 100 bytes a line.
type seenDraws struct {
	files     []string
	positions map[[16]byte]seenDraw // by the hash of the position
	again     uint64                // lines whose position an earlier line has
	first     string                // where the first of them is
}

// seenDraw is the first line with a position. It is small, as there may be millions.
type seenDraw struct {
	number  uint64
	line    uint32
	file    uint16
	of      poslist.NumberOf
	verdict kernel.Verdict
}

// add notes a line of the file that was opened last. The error is about a line that
// cannot be another draw than an earlier one: the position and the number of the draw,
// or of the line in a list, are the same; or about one that contradicts an earlier one.
func (s *seenDraws) add(l *poslist.Line, line int) error {
	if s.positions == nil {
		s.positions = map[[16]byte]seenDraw{}
	}
	file := len(s.files) - 1
	position := strings.Join(strings.Fields(l.Setup.FEN())[:4], " ") // the clocks may be index and multiplicity
	hash := sha256.Sum256([]byte(position))
	key := [16]byte(hash[:16])
	before, ok := s.positions[key]
	if !ok {
		s.positions[key] = seenDraw{l.Number.N, uint32(line), uint16(file), l.Number.Of, l.Verdict}
		return nil
	}
	at := fmt.Sprintf("%s:%d", s.files[before.file], before.line)
	switch {
	case l.Number.Of != poslist.OfNothing && l.Number == (poslist.Number{Of: before.of, N: before.number}):
		return fmt.Errorf("%v again, which is at %s: every draw counts once", l.Number, at)
	case l.Verdict != before.verdict && l.Verdict != kernel.Unknown && before.verdict != kernel.Unknown:
		return fmt.Errorf("%s is called legal and illegal, here and at %s", position, at)
	}
	if before.verdict == kernel.Unknown {
		before.verdict = l.Verdict
		s.positions[key] = before
	}
	if s.again++; s.again == 1 {
		s.first = fmt.Sprintf("%s:%d that of %s", s.files[file], line, at)
	}
	return nil
}
