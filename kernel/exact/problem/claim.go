package problem

import (
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/kernel/exact"
	proof "retroproof/proofs/exact"
)

// ClaimOf returns what a certificate claims of games of a length from a start to a target, but for their number, and
// for which men promote or are captured: no certificate says that. The error says what of the target is too long.
func ClaimOf(start *chess.Setup, t *exact.Target, plies int) (*proof.Claim, error) {
	// The goal, and then one condition after the other.
	parts := []string{"?"}
	if t.Aim == nil {
		parts[0] = TargetText(t)
	}
	for b := t.Still; b != 0; b = b.WithoutFirst() {
		parts = append(parts, "still "+b.First().String())
	}
	for c := chess.White; c <= chess.Black; c++ {
		if t.Monochrome[c] {
			parts = append(parts, c.String()+" monochromatic")
		}
		if t.NoCaptures[c] {
			parts = append(parts, c.String()+" no captures")
		}
		if t.Aim != nil && t.Aim.Home[c] {
			parts = append(parts, c.String()+" homebase")
		}
	}
	if t.Series {
		parts = append(parts, "series")
	}
	// Last moves are patterns.
	if m := t.Last; m != chess.NoMove {
		become := "?" // 0, or e for a capture en passant
		if chess.RankSet(0).Has(m.To()) || chess.RankSet(7).Has(m.To()) {
			become = strings.ToLower(letterOf(m.Promotion(), "0"))
		}
		parts = append(parts, "last ?"+m.From().String()+m.To().String()+"?"+become+"??")
	}
	if t.Aim != nil {
		parts = append(parts, lastMoves(t.Aim, t.Turn(start.Turn, plies).Other())...)
	}
	c := &proof.Claim{Start: start.FEN(), Goal: strings.Join(parts, ", "), Plies: plies}
	if len("goal "+c.Goal+"\n") > proof.MaxLine {
		return nil, fmt.Errorf("goal and conditions have more than the %d characters that a certificate has", proof.MaxLine)
	}
	return c, nil
}

// lastMoves returns the conditions for the last move, which a side makes.
func lastMoves(a *exact.Aim, c chess.Color) (all []string) {
	from, to, become := squarePattern(a.From), squarePattern(a.To), strings.ToLower(letterOf(a.Promotion, "?"))
	if a.Castling {
		from = "e?" // no other move of a king leads from there to the files c and g
	}
	if a.EnPassant {
		become = "e"
	}
	victim := [...]string{"?", "[^0]", "0"}[a.Capture]
	end := [...]string{"??", "+?", "+#", "0#"}[a.End]
	if a.Promotes {
		all = append(all, fmt.Sprintf("last P???%d????", c.RelativeRank(7)+1))
	}
	return append(all, "last "+letterOf(a.Kind, "?")+from+to+letterOf(a.Victim, victim)+become+end)
}

// letterOf returns the capital letter of a kind, or what there is for none.
func letterOf(k chess.Kind, none string) string {
	if k == chess.NoKind {
		return none
	}
	return string(k.Letter())
}

// squarePattern returns a square, or the file or rank of several, as squaresOf reads them.
func squarePattern(set chess.Bitboard) string {
	file, rank := "?", "?"
	if set != 0 && chess.FileSet(set.First().File())&set == set {
		file = set.First().String()[:1]
	}
	if set != 0 && chess.RankSet(set.First().Rank())&set == set {
		rank = set.First().String()[1:]
	}
	return file + rank
}
