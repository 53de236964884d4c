package exact

import (
	"cmp"
	"path"
	"regexp"
	"strings"

	"retroproof/proofs/replay"
)

// condition is the form of a condition: the package comment says what each means.
var condition = regexp.MustCompile(`^(still [a-h][1-8]|(white|black) (monochromatic|no captures|homebase)|series|` +
	`last [PNBRQK?][a-h?][1-8?][a-h?][1-8?]([PNBRQ0?]|\[\^0])[qrbne0?][+0?][#0?])$`)

// After returns where a game goes on if a move led from p to q, with so many plies left before it: at q, or in a series
// with the same side to move. It returns nil if a condition forbids the move.
func (t *Target) After(p, q *replay.Position, move string, plies int) *replay.Position {
	if len(t.conditions) == 0 {
		return q
	}
	// The move as patterns have it: man, squares, what is captured, promotion or e for en passant, check, no move left.
	man, victim := p.At(number(move))&^' ', cmp.Or(p.At(number(move[2:]))&^' ', '0')
	m := []byte{man, move[0], move[1], move[2], move[3], victim, '0', '0', '#'}
	if m[0] == 'P' && m[5] == '0' && move[0] != move[2] {
		m[5], m[6] = 'P', 'e'
	}
	copy(m[6:], move[4:])
	if q.InCheck(q.White()) {
		m[7] = '+'
	}
	for range q.Moves {
		m[8] = '0'
		break
	}
	// Castling long brings a rook to a square of the other colour.
	changes := (move[0]+move[1]+move[2]+move[3])%2 != 0 || m[0] == 'K' && move[0]-move[2] == 2
	for _, c := range t.conditions {
		what, rest, _ := strings.Cut(c, " ")
		fits, _ := path.Match(rest, string(m))
		if c == "series" && plies > 1 && m[7] == '+' || what == "last" && plies == 1 && !fits ||
			what == "still" && p.At(number(rest)) != q.At(number(rest)) ||
			(what == "white") == p.White() && (m[5] != '0' && rest == "no captures" || changes && rest == "monochromatic") {
			return nil
		}
	}
	if t.Series && plies > 1 {
		return q.Pass()
	}
	return q
}

// number returns the square with a name.
func number(name string) int { return int(name[0]-'a') + 8*int(name[1]-'1') }
