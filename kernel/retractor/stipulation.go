package retractor

import (
	"fmt"
	"regexp"
	"strconv"

	"retroproof/chess"
)

// MostMoves is the largest number of moves that White takes back.
const MostMoves = 2

// Stipulation is what is asked.
type Stipulation struct {
	Moves int  // that White takes back
	Help  bool // Black helps: -Nw #M, and not -N & #M
	Side  chess.Color
	Mate  int
}

var stipulation = regexp.MustCompile(`^[-–]\s*(\d+)(?:\s*([wb])\s*(?:,|&)?|\s*(?:,|&))\s*#\s*(\d+)$`)

// Parse reads "-1w #1" or "-2 & #1". In the first form b is for problems in which Black takes back, and mates.
func Parse(text string) (s Stipulation, err error) {
	m := stipulation.FindStringSubmatch(text)
	if m == nil {
		return s, fmt.Errorf("stipulation %q, want -1w #1 or -2w #1, or -1 & #1 or -2 & #1, with a mate in up to %d moves",
			text, MostMate)
	}
	s.Moves, _ = strconv.Atoi(m[1])
	s.Mate, _ = strconv.Atoi(m[3])
	if s.Help = m[2] != ""; m[2] == "b" {
		s.Side = chess.Black
	}
	if s.Moves < 1 || s.Moves > MostMoves || s.Mate < 1 || s.Mate > MostMate {
		return s, fmt.Errorf("stipulation %q, want 1 to %d moves back and a mate in 1 to %d", text, MostMoves, MostMate)
	}
	return s, nil
}

func (s Stipulation) String() string {
	if s.Help {
		return fmt.Sprintf("-%d%c #%d", s.Moves, s.Side.String()[0], s.Mate)
	}
	return fmt.Sprintf("-%d & #%d", s.Moves, s.Mate)
}
