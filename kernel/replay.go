package kernel

import (
	"fmt"
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// replayError says which move of a kernel is wrong, and why.
type replayError struct {
	Number int  // of the move, from 1 on; 0 if the moves end at another position
	Move   Move // the move
	Detail string
}

// Error quotes the move.
func (e *replayError) Error() string {
	if e.Number == 0 {
		return "after the kernel " + e.Detail
	}
	return fmt.Sprintf("kernel move %d, %s: %s", e.Number, e.Move, e.Detail)
}

// board is what a kernel sees of a position, in the plainest form.
type board struct {
	pawns  [8][]startPawn // by file, from the first rank on
	pieces [2][Pawn]int   // by colour and Piece
}

// startPawn is a pawn with its square at the start.
type startPawn struct {
	color chess.Color
	from  chess.Square
}

// have reports whether there is a pawn of a colour among some.
func have(pawns []startPawn, c chess.Color) bool {
	return slices.ContainsFunc(pawns, func(p startPawn) bool { return p.color == c })
}

func boardOf(s *chess.Setup) (b board) {
	for sq := range chess.Square(64) {
		m := s.Board[sq]
		if m.Kind() == chess.Pawn {
			b.pawns[sq.File()] = append(b.pawns[sq.File()], startPawn{m.Color(), sq})
		} else if k, ok := facts.PieceKindOf(m, sq); ok {
			b.pieces[m.Color()][pieceOf(k)]++
		}
	}
	return b
}

// replay plays a kernel and reports what is wrong with its first wrong move, or
// with the position that it ends at. It is the definition of a kernel and knows
// nothing of blocked squares, of ranks or of the search.
//
// A pawn that promotes without capturing stays in its column for the kernel
// until the piece is captured or the kernel ends. So a pawn may promote if all
// pawns before it are its own.
func replay(start, goal *chess.Setup, moves []Move) error {
	b := boardOf(start)
	if _, err := b.playAll(moves); err != nil {
		return err
	}
	if detail := b.endsAt(boardOf(goal)); detail != "" {
		return &replayError{Detail: detail}
	}
	return nil
}

// Step is a move of a kernel with the squares, at the start, of the pawns that it is about: the one that captures, and
// the one that is captured, as a pawn or as what it has become; NoSquare if there is none.
type Step struct {
	Move
	Pawn, Taken chess.Square
}

// Steps plays a kernel from a start. The error says which move is wrong.
func Steps(start *chess.Setup, moves []Move) ([]Step, error) {
	b := boardOf(start)
	return b.playAll(moves)
}

func (b *board) playAll(moves []Move) (steps []Step, err error) {
	for i, m := range moves {
		s := Step{m, chess.NoSquare, chess.NoSquare}
		if detail := b.play(&s); detail != "" {
			return nil, &replayError{i + 1, m, detail}
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// play makes a move, notes its pawns, and returns what is wrong with it.
func (b *board) play(m *Step) string {
	enemy := m.Color.Other()
	switch {
	case m.Takes == NoPiece:
		// The piece's pawn left its file before this capture.
		pawns := b.pawns[m.Origin]
		at := b.foremost(enemy, m.Origin)
		if at < 0 {
			return fmt.Sprintf("no %s pawn of the %c-file can have promoted", enemy, 'a'+m.Origin)
		}
		m.Taken = pawns[at].from
		b.pawns[m.Origin] = slices.Delete(slices.Clone(pawns), at, at+1)
	case m.Takes == Pawn:
		if m.ToIndex >= len(b.pawns[m.To]) || b.pawns[m.To][m.ToIndex].color != enemy {
			return fmt.Sprintf("no %s pawn has index %d on the %c-file", enemy, m.ToIndex, 'a'+m.To)
		}
		m.Taken = b.pawns[m.To][m.ToIndex].from
	default:
		if b.pieces[enemy][m.Takes] == 0 {
			return fmt.Sprintf("%s has no %s", enemy, m.Takes)
		}
		b.pieces[enemy][m.Takes]--
	}
	if m.From == None {
		if m.Takes == Pawn {
			b.pawns[m.To] = slices.Delete(slices.Clone(b.pawns[m.To]), m.ToIndex, m.ToIndex+1)
		}
		return ""
	}
	// Then the pawn that captures: it is there, and where it promotes nothing of the other side is before it.
	from := b.pawns[m.From]
	if m.FromIndex >= len(from) || from[m.FromIndex].color != m.Color {
		return fmt.Sprintf("no %s pawn has index %d on the %c-file", m.Color, m.FromIndex, 'a'+m.From)
	}
	pawn := from[m.FromIndex]
	m.Pawn = pawn.from
	if m.Promotes != NoPiece {
		ahead := from[m.FromIndex:]
		if m.Color == chess.Black {
			ahead = from[:m.FromIndex]
		}
		if have(ahead, enemy) {
			return "a pawn of the other side stands before it"
		}
		square := DarkBishop
		if facts.LightPromotion(m.Color, m.To) {
			square = LightBishop
		}
		for _, bishop := range []Piece{m.Takes, m.Promotes} {
			if bishop != square && (bishop == DarkBishop || bishop == LightBishop) {
				return fmt.Sprintf("the promotion square has the wrong colour for %s", bishop)
			}
		}
		b.pieces[m.Color][m.Promotes]++
	}
	b.pawns[m.From] = slices.Delete(slices.Clone(from), m.FromIndex, m.FromIndex+1)
	switch {
	case m.Promotes != NoPiece:
	case m.Takes == Pawn:
		b.pawns[m.To] = slices.Clone(b.pawns[m.To])
		b.pawns[m.To][m.ToIndex] = pawn
	case m.ToIndex > len(b.pawns[m.To]):
		return fmt.Sprintf("the %c-file has only %d pawns", 'a'+m.To, len(b.pawns[m.To]))
	default:
		b.pawns[m.To] = slices.Insert(slices.Clone(b.pawns[m.To]), m.ToIndex, pawn)
	}
	return ""
}

// foremost returns the index of the pawn of a colour that no other pawn stands
// before, or -1.
func (b *board) foremost(c chess.Color, file int) int {
	pawns := b.pawns[file]
	at := len(pawns) - 1
	if c == chess.Black {
		at = 0
	}
	if len(pawns) == 0 || pawns[at].color != c {
		return -1
	}
	return at
}

// endsAt returns how a board differs from a goal after promotions without
// captures.
func (b *board) endsAt(goal board) string {
	var promoted [2][2]int // by colour, and 1 for light squares
	for f := range 8 {
		// Black pawns at the bottom and white ones at the top have promoted: all divisions are tried, which are few.
		ok := false
		for black := 0; black <= len(b.pawns[f]) && !ok; black++ {
			white := len(b.pawns[f]) - black - len(goal.pawns[f])
			if white < 0 || have(b.pawns[f][:black], chess.White) ||
				have(b.pawns[f][len(b.pawns[f])-white:], chess.Black) ||
				!slices.EqualFunc(b.pawns[f][black:len(b.pawns[f])-white], goal.pawns[f],
					func(a, b startPawn) bool { return a.color == b.color }) {
				continue
			}
			ok = true
			for c, n := range [2]int{white, black} {
				light := 0
				if facts.LightPromotion(chess.Color(c), f) {
					light = 1
				}
				promoted[c][light] += n
			}
		}
		if !ok {
			return fmt.Sprintf("the pawns of the %c-file cannot become those of the goal", 'a'+f)
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		// What has promoted is what the pieces lack, bishops on squares of their colour.
		missing := 0
		for p := Queen; p <= Knight; p++ {
			n := goal.pieces[c][p] - b.pieces[c][p]
			if n < 0 {
				return fmt.Sprintf("%s has %d %s, and %d at the goal", c, b.pieces[c][p], p, goal.pieces[c][p])
			}
			if p == DarkBishop && n > promoted[c][0] || p == LightBishop && n > promoted[c][1] {
				return fmt.Sprintf("%s lacks %d %s, and fewer pawns promote on such squares", c, n, p)
			}
			missing += n
		}
		if have := promoted[c][0] + promoted[c][1]; missing != have {
			return fmt.Sprintf("%s lacks %d pieces, and %d pawns promote", c, missing, have)
		}
	}
	return ""
}
