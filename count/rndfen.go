package count

import (
	"math/big"

	"retroproof/chess"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/survey"
	"retroproof/proofs/survey/numbering/cpi"
)

// The set S that texelutil's rndfen draws from has, for each side to move, 3969 ways
// for kings and castling rights (3612 for kings that are not adjacent, 3*58 for rights
// of White alone, as many of Black alone, 3*3 for both); each of the other 62 squares
// empty or not; a colour and one of five kinds for each of 30 men, with one fixed value
// for those that exceed the occupied squares; and no en passant, or the first to fifth
// pawn that can be captured so.
//
// Almost all of S has impossible material. The elements that counting men does not
// refute are the domain of the Chess Position Integer without adjacent kings: at most
// five pawns can be captured en passant, by one square or the other. So drawing integers
// and dropping adjacent kings has the same distribution as drawing from S and dropping
// what counting refutes, without 4 million draws for each that is kept.

// SizeOfS returns the number of elements of S, 2.2e53.
func SizeOfS() *big.Int {
	n := big.NewInt(2 * 3969 * 6)
	n.Lsh(n, 62+30)
	return n.Mul(n, new(big.Int).Exp(big.NewInt(5), big.NewInt(30), nil))
}

// perLegal is the mean number of draws for a legal position: the number of integers
// divided by 4.82193e44, the published estimate of the number of legal positions.
const perLegal = 104.13

// RandomFENs is a run of rndfen with a number of draws, of which some are kept.
type RandomFENs struct {
	Seed  uint64
	Draws uint64
}

// NewRandomFENs returns the run in which the draws that are kept contain, on average, the
// given number of legal positions.
func NewRandomFENs(legal int, seed uint64) RandomFENs {
	return RandomFENs{seed, uint64(float64(legal)*perLegal + 0.5)}
}

// At returns the index-th draw, and whether it is kept.
func (r RandomFENs) At(index uint64) (d survey.Drawn, kept bool) {
	d = survey.DrawFrom(survey.CPI, r.Seed, survey.RandomFEN, index)
	return d, !easilyIllegal(&d.Setup)
}

// Multiplier returns the number of positions that each draw represents: the number of
// kept positions that are legal times the multiplier is an unbiased estimate of the
// number of legal positions.
func (r RandomFENs) Multiplier() *big.Rat {
	return new(big.Rat).SetFrac(cpi.Total().Big(), new(big.Int).SetUint64(max(r.Draws, 1)))
}

// Tries returns the equivalent number of draws from S: the multiplier is the size of S
// divided by it.
func (r RandomFENs) Tries() *big.Rat {
	n := new(big.Rat).SetInt(SizeOfS())
	return n.Quo(n, r.Multiplier())
}

// easilyIllegal reports whether rules that need no search show that no game leads to a
// position. All of them are proven: see package rules.
func easilyIllegal(s *chess.Setup) bool {
	start := rules.StartOr(nil)
	reason, p := rules.QuickStatic(start, s)
	switch {
	case reason != "":
		return true
	case facts.SameSetup(start, s):
		return false
	case rules.LastMove(start, p) != nil, rules.Reach(start, s) != nil:
		return true
	}
	_, impossible := rules.Abstract(start, s)
	return impossible != nil
}
