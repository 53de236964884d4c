package answers

import (
	"strconv"
	"strings"

	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

// Premise restricts the games that the claims of a file are about. What is true of all games is true of these. So all
// evidence against positions stands; positions and moves that no such game has need none; and a game that shows what is
// possible has to be one of these.
type Premise struct {
	NeverMoved    facts.Squares `json:"never_moved,omitempty"`   // men of the start that stay there, and are not captured
	NoPromotion   string        `json:"no_promotion,omitempty"`  // "w", "b" or "wb": whose pawns do not promote
	Monochromatic bool          `json:"monochromatic,omitempty"` // no man goes to a square of the other colour
	Captures      *int          `json:"captures,omitempty"`      // how many captures there are in all
	Dead          bool          `json:"dead,omitempty"`          // no move follows a position that is recognised as dead
	// No move follows so many plies without capture or pawn move
	MaxQuiet int `json:"max_quiet,omitempty"`
}

// Check refuses a premise that says nothing, or not what it seems to say.
func (p *Premise) Check(start *chess.Setup) error {
	for sq := range chess.Bitboard(p.NeverMoved).Squares() {
		if start.Board[sq] == chess.NoMan {
			return because(ErrFile, "premise: at the start no man is on %s", sq)
		}
	}
	if *p == (Premise{}) || p.MaxQuiet < 0 {
		return because(ErrFile, "a premise that says nothing")
	}
	switch p.NoPromotion {
	case "", "w", "b", "wb":
		return nil
	}
	return because(ErrFile, "premise: %q does not promote, want w, b or wb", p.NoPromotion)
}

// Stay returns the squares of men that never moved, nor were captured; none without a premise.
func (p *Premise) Stay() chess.Bitboard {
	if p == nil {
		return 0
	}
	return chess.Bitboard(p.NeverMoved)
}

// Has reports whether such a game may lead to a position, or through it.
func (p *Premise) Has(start, s *chess.Setup) bool {
	if p == nil {
		return true
	}
	for right := chess.WhiteKingside; right <= chess.BlackQueenside; right <<= 1 {
		if start.Castling.Has(right) && right.Homes()&^chess.Bitboard(p.NeverMoved) == 0 && !s.Castling.Has(right) {
			return false // it is lost only by a move of one of them, or a capture
		}
	}
	return p.stayed(start, s) && !p.promoted(start, s) &&
		(!p.Monochromatic || keptColours(start, s, false) && keptColours(start, s, true))
}

// keptColours reports whether the men on squares of a colour can have come from those there at the start. No knight
// has ever moved: one that stands elsewhere is promoted.
func keptColours(start, s *chess.Setup, dark bool) bool {
	before, after := *start, *s
	for sq, man := range start.Board {
		if chess.Square(sq).Dark() != dark || man.Kind() == chess.Knight {
			before.Board[sq], after.Board[sq] = chess.NoMan, chess.NoMan
		} else if man.Kind() == chess.King && s.Find(man).Dark() != dark {
			return false
		}
	}
	had, has := facts.CountMaterial(&before), facts.CountMaterial(&after)
	return had.CanBecome(&has)
}

// stayed reports whether men that never moved are there.
func (p *Premise) stayed(start, s *chess.Setup) bool {
	for sq := range chess.Bitboard(p.NeverMoved).Squares() {
		if s.Board[sq] != start.Board[sq] {
			return false
		}
	}
	return true
}

// Ends reports whether such a game may end with a position.
func (p *Premise) Ends(start, s *chess.Setup) bool {
	return p == nil || p.Has(start, s) && (p.Captures == nil || men(start)-men(s) == *p.Captures)
}

// Allows reports whether such a game may have a legal move, between two positions.
func (p *Premise) Allows(start, before, after *chess.Setup) bool {
	if p == nil {
		return true
	}
	if !p.stayed(start, before) || !p.stayed(start, after) {
		return false
	}
	return !p.promoted(before, after) && !(p.Dead && dead(before)) &&
		!(p.Monochromatic && dark(before, before.Turn) != dark(after, before.Turn))
}

// promoted reports whether a side that does not promote has more pieces of a kind than before.
func (p *Premise) promoted(before, after *chess.Setup) bool {
	had, has := facts.CountMaterial(before), facts.CountMaterial(after)
	for c := chess.White; c <= chess.Black; c++ {
		if strings.IndexByte(p.NoPromotion, c.Letter()) >= 0 && facts.Promotions(&had.Pieces[c], &has.Pieces[c]) > 0 {
			return true
		}
	}
	return false
}

// men counts all men, and dark those of a side on dark squares.
func men(s *chess.Setup) int {
	m := facts.CountMaterial(s)
	return m.Men[chess.White] + m.Men[chess.Black]
}

func dark(s *chess.Setup, side chess.Color) (n int) {
	for sq, m := range s.Board {
		if m != chess.NoMan && m.Color() == side && chess.Square(sq).Dark() {
			n++
		}
	}
	return n
}

// rules are those of such games.
func (p *Premise) rules(start *chess.Setup, o replay.Options) replay.Options {
	if p != nil {
		o.Allows = func(before, after *replay.Position) bool {
			b, a := facts.Setup(before), facts.Setup(after)
			return p.Allows(start, &b, &a)
		}
		if p.MaxQuiet > 0 && (o.MaxQuiet == 0 || p.MaxQuiet < o.MaxQuiet) {
			o.MaxQuiet = p.MaxQuiet
		}
	}
	return o
}

// Text says it in words.
func (p *Premise) Text() string {
	var list []string
	if names := p.NeverMoved.Names(); len(names) == 1 {
		list = append(list, "the man on "+names[0]+" never moved")
	} else if len(names) > 1 {
		list = append(list, "the men on "+strings.Join(names, " ")+" never moved")
	}
	for _, side := range p.NoPromotion {
		list = append(list, map[rune]string{'w': "White", 'b': "Black"}[side]+" did not promote")
	}
	if p.Monochromatic {
		list = append(list, "no man went to a square of the other colour")
	}
	if p.Captures != nil {
		list = append(list, "captures: "+strconv.Itoa(*p.Captures))
	}
	if p.Dead {
		list = append(list, "games ended with dead positions")
	}
	if p.MaxQuiet > 0 {
		list = append(list, "games ended when the halfmove clock was "+strconv.Itoa(p.MaxQuiet))
	}
	return strings.Join(list, "; ")
}
