package problem

import (
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/exact"
	"retroproof/kernel/rules"
)

// Words describes deductions in English, one sentence a line.
func Words(start *chess.Setup, d *exact.Deductions) []string {
	if !d.Possible {
		return []string{"There is no game: the men cannot get there in time."}
	}
	var lines []string
	for c := chess.White; c <= chess.Black; c++ {
		line := fmt.Sprintf("%s has %s, needs at least %d",
			rules.Side(c), answer.Counted(d.Moves[c], "move", "moves"), d.Least[c])
		if n := d.Captured[c]; n > 0 {
			line += fmt.Sprintf(", and loses %d of its men", n)
		}
		lines = append(lines, line+".")
	}
	if d.Stay != 0 {
		lines = append(lines, "These never move and are never captured: "+names(start, d.Stay)+".")
	}
	if d.Castling != 0 {
		lines = append(lines, "Castling is possible: "+d.Castling.String()+".")
	}
	for _, m := range d.Men {
		var fates []string
		for _, to := range m.Becomes {
			switch {
			case to == m.Man:
				fates = append(fates, "is on its square at the end")
			case to.Man != m.Man.Man:
				fates = append(fates, "promotes and ends as "+placed(to))
			default:
				fates = append(fates, "ends on "+to.Square.String())
			}
		}
		if m.Captured {
			fates = append(fates, "is captured")
		}
		lines = append(lines, fmt.Sprintf("%s's %s %s.",
			rules.Side(m.Man.Man.Color()), placed(m.Man), strings.Join(fates, ", or ")))
	}
	return lines
}

// placed names a man and its square: "Ra1", "a2" for a pawn.
func placed(p chess.Placed) string {
	if k := p.Man.Kind(); k != chess.Pawn {
		return string(k.Letter()) + p.Square.String()
	}
	return p.Square.String()
}

// names lists men by their squares.
func names(s *chess.Setup, set chess.Bitboard) string {
	var words []string
	for sq := range set.Squares() {
		words = append(words, s.NameOn(sq))
	}
	return strings.Join(words, " ")
}
