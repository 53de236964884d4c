package survey

import (
	"fmt"
	"strings"

	chess "retroproof/chess/board"
	"retroproof/proofs/survey/numbering"
	"retroproof/proofs/survey/numbering/cpi"
	"retroproof/proofs/survey/numbering/urposition"
)

// Scheme is a way to number positions. The values are the names that the command line
// has for them.
type Scheme string

// The schemes.
const (
	// CPI numbers positions from 1 on, each once: package cpi.
	CPI Scheme = "cpi"
	// Urposition numbers urpositions from 0 on, as ChessPositionRanking publishes them.
	Urposition Scheme = "urposition"
	// RepairedUrposition is that without its two defects: package urposition.
	RepairedUrposition Scheme = "urposition-repaired"
)

// Schemes has all of them.
var Schemes = []Scheme{CPI, Urposition, RepairedUrposition}

// ParseScheme returns the scheme of a name.
func ParseScheme(name string) (Scheme, error) {
	var names []string
	for _, s := range Schemes {
		if name == string(s) {
			return s, nil
		}
		names = append(names, string(s))
	}
	return "", fmt.Errorf("unknown scheme %q (known: %s)", name, strings.Join(names, ", "))
}

// Position is a position that has been numbered.
type Position struct {
	Setup        chess.Setup // with clocks of 0 and 1
	Index        int         // which of the equal positions, from 0 on; 0 if Multiplicity is 1
	Multiplicity int         // how many integers stand for the position; 1 for CPI
}

// FEN returns the FEN of the position, for urpositions with index and multiplicity in
// place of the clocks.
func (p Position) FEN(s Scheme) string {
	if s == CPI {
		return p.Setup.FEN()
	}
	return urposition.Urposition(p).FEN()
}

// First returns the first integer: 1 or 0.
func (s Scheme) First() uint64 {
	if s == CPI {
		return 1
	}
	return 0
}

// Count returns how many integers there are.
func (s Scheme) Count() numbering.Uint {
	if s == CPI {
		return cpi.Total()
	}
	return s.ranking().Count()
}

func (s Scheme) ranking() *urposition.Ranking {
	if s == RepairedUrposition {
		return urposition.Repaired
	}
	return urposition.Published
}

// Rank returns the integer of a position and of one of those equal to it, and how many
// of these there are. The error is a [*numbering.DomainError].
func (s Scheme) Rank(setup *chess.Setup, index int) (n numbering.Uint, multiplicity int, err error) {
	if s != CPI {
		return s.ranking().Rank(setup, index)
	}
	if index != 0 {
		return n, 1, &numbering.DomainError{Condition: numbering.Multiplicity, Detail: fmt.Sprintf("index %d, want 0", index)}
	}
	n, err = cpi.Rank(setup)
	return n, 1, err
}

// Unrank returns the position of an integer. The error is a [*numbering.DomainError].
func (s Scheme) Unrank(n numbering.Uint) (Position, error) {
	if s == CPI {
		setup, err := cpi.Unrank(n)
		return Position{setup, 0, 1}, err
	}
	u, err := s.ranking().Unrank(n)
	return Position(u), err
}

// IndexOf returns the index that the clocks of a FEN tell, as ChessPositionRanking
// writes and reads it: the halfmove clock, if the move number is the multiplicity, and
// 0 otherwise.
func (s Scheme) IndexOf(setup *chess.Setup) (int, error) {
	if s == CPI || setup.HalfmoveClock == 0 {
		return 0, nil
	}
	m, err := urposition.Multiplicity(setup)
	if err != nil || setup.FullmoveNumber != m || setup.HalfmoveClock >= m {
		return 0, err
	}
	return setup.HalfmoveClock, nil
}
