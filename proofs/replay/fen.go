package replay

import (
	"cmp"
	"strconv"
	"strings"
)

// Initial is the position from which games start.
const Initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// mostClock is the largest value of a FEN's clocks that is accepted.
const mostClock = 999_999_999

// ParseFEN reads a position. All six fields must be present, and written as [Position.FEN]
// writes them, so that each position has exactly one text. Whether the position is sensible is
// not checked, as a goal may be any diagram: no game leads to an impossible one. The error is
// an [*Error].
func ParseFEN(fen string) (*Position, error) {
	fields := strings.Split(fen, " ")
	if len(fields) != 6 {
		return nil, fail(BadFEN, "FEN %.120q: %d fields, want 6 with single blanks between them", fen, len(fields))
	}
	p := &Position{white: fields[1] == "w", passed: none}
	p.readBoard(fields[0])
	for i, r := range rights {
		p.castle[i] = strings.IndexByte(fields[2], byte(r.letter)) >= 0
	}
	if e := fields[3]; len(e) == 2 && 'a' <= e[0] && e[0] <= 'h' && (e[1] == '3' || e[1] == '6') {
		p.passed = square{int(e[0] - 'a'), int(e[1] - '1')}
	}
	// A clock that is not a number becomes 0; the comparison below detects that.
	p.quiet, _ = strconv.Atoi(fields[4])
	p.number, _ = strconv.Atoi(fields[5])
	p.quiet, p.number = min(max(p.quiet, 0), mostClock), min(max(p.number, 0), mostClock)
	again := strings.Split(p.FEN(), " ")
	for i, name := range [...]string{"board", "side to move", "castling rights", "en passant square", "halfmove clock",
		"move number"} {
		if fields[i] != again[i] {
			return nil, fail(BadFEN, "FEN %.120q: field %s: %.80q is not as it is printed, %q", fen, name, fields[i], again[i])
		}
	}
	return p, nil
}

// readBoard reads the squares that the text has; the others stay empty.
func (p *Position) readBoard(text string) {
	s := square{0, 7}
	for _, c := range []byte(text) {
		switch {
		case c == '/':
			s = square{0, s.rank - 1}
		case '1' <= c && c <= '8':
			s.file += int(c - '0')
		case strings.IndexByte("KQRBNPkqrbnp", c) >= 0 && s.file < 8 && s.rank >= 0:
			p.put(s, man(c))
			s.file++
		}
	}
}

// FEN returns the position in Forsyth-Edwards notation. It has the en passant square after
// every double step, whether or not a capture is possible.
func (p *Position) FEN() string {
	var board strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			board.WriteByte(byte(cmp.Or(p.at(square{file, rank}), '1')))
		}
		if rank > 0 {
			board.WriteByte('/')
		}
	}
	return runs.Replace(board.String()) + " " + p.turn() + " " + p.castling() + " " + p.passed.String() + " " +
		strconv.Itoa(p.quiet) + " " + strconv.Itoa(p.number)
}

// runs replaces empty squares in a row by their number, the longest rows first.
var runs = strings.NewReplacer("11111111", "8", "1111111", "7", "111111", "6", "11111", "5", "1111", "4", "111",
	"3", "11", "2")

// turn returns the field of a FEN with the side to move.
func (p *Position) turn() string {
	if p.white {
		return "w"
	}
	return "b"
}

// castling returns the field of a FEN with the castling rights.
func (p *Position) castling() string {
	text := ""
	for i, r := range rights {
		if p.castle[i] {
			text += string(rune(r.letter))
		}
	}
	return cmp.Or(text, "-")
}

// Playable returns why no game can be played from a position, or nil. A start must have one
// king of each side, no pawn on the first or last rank, king and rook of every castling right
// on their home squares, an en passant square (if any) behind a pawn that can just have passed
// over it, and the side that has just moved not in check.
func (p *Position) Playable() error {
	var count [128]int // by letter
	for _, s := range squares {
		count[p.at(s)]++
		if p.at(s).kind() == 'P' && (s.rank == 0 || s.rank == 7) {
			return fail(BadStart, "a pawn on %v", s)
		}
	}
	for _, k := range []man{'K', 'k'} {
		if count[k] != 1 {
			return fail(BadStart, "%d kings %c, want one", count[k], k)
		}
	}
	for i, r := range rights {
		if p.castle[i] && !p.home(r) {
			return fail(BadStart, "castling right %c without king on %v and rook on %v", r.letter, r.king, r.rook)
		}
	}
	if p.attacked(p.king(!p.white), p.white) {
		return fail(BadStart, "the side that has moved is in check")
	}
	if !p.passedOver() {
		return fail(BadStart, "no pawn can have gone over the en passant square %v", p.passed)
	}
	return nil
}

// home reports whether king and rook of a right stand on their home squares.
func (p *Position) home(r right) bool {
	return p.at(r.king) == man('K').of(r.letter.white()) && p.at(r.rook) == man('R').of(r.letter.white())
}

// passedOver reports whether a pawn can just have passed over the en passant square, if there
// is one.
func (p *Position) passedOver() bool {
	if p.passed == none {
		return true
	}
	ahead := forward(!p.white) // of the pawn
	from, to := square{p.passed.file, p.passed.rank - ahead}, square{p.passed.file, p.passed.rank + ahead}
	return (p.passed.rank == 5 && p.white || p.passed.rank == 2 && !p.white) && p.at(p.passed) == 0 && p.at(from) == 0 &&
		p.at(to) == man('P').of(!p.white)
}
