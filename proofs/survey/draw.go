package survey

import (
	"retroproof/proofs/survey/numbering"
)

// Drawn is the result of a draw.
type Drawn struct {
	Position
	Rank numbering.Uint
}

// streams has the stream of each scheme.
var streams = map[Scheme]Stream{
	CPI: streamCPI, Urposition: streamUrposition, RepairedUrposition: streamRepaired,
}

// Draw returns the index-th draw, from 0 on, of a seed: uniform among the integers of
// a scheme, with replacement.
func Draw(s Scheme, seed, index uint64) Drawn { return DrawFrom(s, seed, streams[s], index) }

// DrawFrom is Draw with the given stream instead of that of the scheme.
func DrawFrom(s Scheme, seed uint64, stream Stream, index uint64) Drawn {
	n := NewSource(seed, stream, index).Below(s.Count()).Add(numbering.Of(s.First()))
	p, err := s.Unrank(n)
	if err != nil {
		panic(err) // n is in range
	}
	return Drawn{p, n}
}
