package rules

import (
	"math/rand/v2"
	"strings"
)

// The rules of chess a third time, for tests of what is said about games: a board of letters, moves tried one by one.
// They share nothing with packages chess and replay but FEN, and remember for each man where it stood at the start.

// letters is a position, with the squares of the start from which its men have come.
type letters struct {
	men    [64]byte // as in FEN; '.' if empty; a1 is 0, h8 is 63
	from   [64]int8
	white  bool // to move
	rights string
	step   int // the en passant square, or -1
}

// letterMove is a move. Of castling, from and to are the king's.
type letterMove struct {
	from, to int
	becomes  byte // what stands on to after it
	taken    int  // square of the captured man, or -1
}

// readLetters reads the first four fields of a FEN.
func readLetters(fen string) *letters {
	f := strings.Fields(fen)
	p := &letters{white: f[1] == "w", rights: f[2], step: -1}
	for i, row := range strings.Split(f[0], "/") {
		at := 8 * (7 - i)
		for _, c := range row {
			if c >= '1' && c <= '8' {
				for range c - '0' {
					p.men[at] = '.'
					at++
				}
				continue
			}
			p.men[at], p.from[at] = byte(c), int8(at)
			at++
		}
	}
	if f[3] != "-" {
		p.step = int(f[3][0]-'a') + 8*int(f[3][1]-'1')
	}
	return p
}

// fen writes a FEN. An en passant square is written after every double step.
func (p *letters) fen() string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for file := range 8 {
			m := p.men[8*rank+file]
			if m == '.' {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteByte('0' + byte(empty))
			}
			empty = 0
			b.WriteByte(m)
		}
		if empty > 0 {
			b.WriteByte('0' + byte(empty))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	turn, step := " b ", " -"
	if p.white {
		turn = " w "
	}
	if p.step >= 0 {
		step = " " + string("abcdefgh"[p.step%8]) + string("12345678"[p.step/8])
	}
	return b.String() + turn + p.rights + step + " 0 1"
}

func isWhite(m byte) bool { return m >= 'A' && m <= 'Z' }

// lower returns the letter of a kind.
func lower(m byte) byte { return m | 0x20 }

// steps has the directions of each kind of piece, as files and ranks. Knights and kings make one step of them.
var steps = map[byte][][2]int{
	'n': {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}},
	'b': {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
	'r': {{1, 0}, {0, 1}, {-1, 0}, {0, -1}},
	'q': {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
	'k': {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
}

// beside returns the square so many files and ranks away, or -1.
func beside(at, files, ranks int) int {
	f, r := at%8+files, at/8+ranks
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return -1
	}
	return 8*r + f
}

// attacked reports whether a side attacks a square: it tries all of its men.
func (p *letters) attacked(target int, byWhite bool) bool {
	for at, m := range p.men {
		if m == '.' || isWhite(m) != byWhite {
			continue
		}
		if lower(m) == 'p' {
			if up := forward(m); beside(at, 1, up) == target || beside(at, -1, up) == target {
				return true
			}
			continue
		}
		for _, d := range steps[lower(m)] {
			for to := beside(at, d[0], d[1]); to >= 0; to = beside(to, d[0], d[1]) {
				if to == target {
					return true
				}
				if p.men[to] != '.' || lower(m) == 'k' || lower(m) == 'n' {
					break
				}
			}
		}
	}
	return false
}

// forward returns the direction of a pawn in ranks.
func forward(m byte) int {
	if isWhite(m) {
		return 1
	}
	return -1
}

// moves lists the legal moves.
func (p *letters) moves() (list []letterMove) {
	add := func(m letterMove) {
		q := *p
		q.play(m)
		for at, k := range q.men {
			if lower(k) == 'k' && isWhite(k) == p.white && q.attacked(at, !p.white) {
				return
			}
		}
		list = append(list, m)
	}
	for at, m := range p.men {
		if m == '.' || isWhite(m) != p.white {
			continue
		}
		if lower(m) == 'p' {
			p.pawnMoves(at, m, add)
			continue
		}
		for _, d := range steps[lower(m)] {
			for to := beside(at, d[0], d[1]); to >= 0; to = beside(to, d[0], d[1]) {
				if p.men[to] == '.' {
					add(letterMove{at, to, m, -1})
				} else if isWhite(p.men[to]) != p.white {
					add(letterMove{at, to, m, to})
				}
				if p.men[to] != '.' || lower(m) == 'k' || lower(m) == 'n' {
					break
				}
			}
		}
		if lower(m) == 'k' {
			p.castling(at, m, add)
		}
	}
	return list
}

// pawnMoves lists the moves of a pawn.
func (p *letters) pawnMoves(at int, m byte, add func(letterMove)) {
	up, home, last := forward(m), 1, 7
	if up < 0 {
		home, last = 6, 0
	}
	try := func(to, taken int) {
		if to/8 != last {
			add(letterMove{at, to, m, taken})
			return
		}
		for _, k := range []byte("qrbn") {
			if p.white {
				k -= 0x20
			}
			add(letterMove{at, to, k, taken})
		}
	}
	if to := beside(at, 0, up); p.men[to] == '.' {
		try(to, -1)
		if to = beside(to, 0, up); at/8 == home && p.men[to] == '.' {
			try(to, -1)
		}
	}
	for _, side := range []int{-1, 1} {
		to := beside(at, side, up)
		switch {
		case to < 0:
		case p.men[to] != '.' && isWhite(p.men[to]) != p.white:
			try(to, to)
		case to == p.step:
			try(to, beside(to, 0, -up))
		}
	}
}

// castling lists the castling moves of a king.
func (p *letters) castling(at int, m byte, add func(letterMove)) {
	for _, c := range []struct {
		right byte
		side  int
	}{{'k', 1}, {'q', -1}} {
		right := c.right
		if p.white {
			right -= 0x20
		}
		if strings.IndexByte(p.rights, right) < 0 || p.attacked(at, !p.white) || p.attacked(at+c.side, !p.white) {
			continue
		}
		empty := p.men[at+c.side] == '.' && p.men[at+2*c.side] == '.'
		if c.side < 0 {
			empty = empty && p.men[at-3] == '.'
		}
		if empty {
			add(letterMove{at, at + 2*c.side, m, -1})
		}
	}
}

// play makes a move.
func (p *letters) play(m letterMove) {
	kind := lower(p.men[m.from])
	if m.taken >= 0 {
		p.men[m.taken] = '.'
	}
	p.men[m.from], p.men[m.to], p.from[m.to] = '.', m.becomes, p.from[m.from]
	if kind == 'k' && (m.to-m.from == 2 || m.from-m.to == 2) {
		corner, beside := m.to+1, m.to-1
		if m.to < m.from {
			corner, beside = m.to-2, m.to+1
		}
		p.men[beside], p.from[beside], p.men[corner] = p.men[corner], p.from[corner], '.'
	}
	p.step = -1
	if kind == 'p' && (m.to-m.from == 16 || m.from-m.to == 16) {
		p.step = (m.from + m.to) / 2
	}
	for right, squares := range map[string][2]int{"K": {4, 7}, "Q": {4, 0}, "k": {60, 63}, "q": {60, 56}} {
		if m.from == squares[0] || m.from == squares[1] || m.to == squares[0] || m.to == squares[1] {
			p.rights = strings.Replace(p.rights, right, "", 1)
		}
	}
	if p.rights == "" {
		p.rights = "-"
	}
	p.white = !p.white
}

// pick returns a move, with some kinds of moves rarer than others; ok is false if there is none.
func (p *letters) pick(r *rand.Rand, how *habits) (m letterMove, ok bool) {
	list := p.moves()
	if len(list) == 0 {
		return m, false
	}
	for range 20 {
		m = list[r.IntN(len(list))]
		chance := how.piece
		switch kind := lower(p.men[m.from]); {
		case kind == 'p':
			chance = how.pawn
		case kind == 'k' || kind == 'r' && p.rights != "-":
			chance = how.home
		}
		if m.taken >= 0 {
			chance = how.capture
		}
		if r.IntN(100) < chance {
			break
		}
	}
	return m, true
}

// habits say how many of 100 moves of a kind that come to mind are made: of pawns, of kings and of rooks that may
// castle, of other pieces, and captures.
type habits struct{ pawn, home, piece, capture int }
