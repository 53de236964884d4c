package chess

import (
	"flag"
	"slices"
	"strings"
	"testing"
)

// Completeness by brute force. In a family of positions every legal move that
// stays in the family is counted, and so is every un-move that does. Each un-move
// is checked to be one of the moves, and none occurs twice: if the numbers agree,
// then un-moves and moves are the same.

var unmoveLarge = flag.Bool("unmove-large", false, "TestUnmovesOfFamilies: also the families that take minutes")

// family is all positions with certain sets of men on certain squares, with
// either side to move and all rights that the men allow.
type family struct {
	name     string
	material []string          // such as "KRk"
	squares  map[byte]Bitboard // where each man may stand, by FEN letter; '*' for all others
	large    bool
}

// box returns the squares between two corners.
func box(corner1, corner2 string) Bitboard {
	a, _ := ParseSquare(corner1)
	b, _ := ParseSquare(corner2)
	set := NoSquares
	for file := a.File(); file <= b.File(); file++ {
		for rank := a.Rank(); rank <= b.Rank(); rank++ {
			set |= MakeSquare(file, rank).Bit()
		}
	}
	return set
}

// named returns the squares with these names.
func named(names string) Bitboard {
	set := NoSquares
	for _, name := range strings.Fields(names) {
		s, err := ParseSquare(name)
		if err != nil {
			panic(err)
		}
		set |= s.Bit()
	}
	return set
}

// crossed returns all materials of one of the first with one of the second; a
// space among the second stands for nobody.
func crossed(first []string, second string) []string {
	var all []string
	for _, a := range first {
		for _, b := range second {
			all = append(all, a+strings.TrimSpace(string(b)))
		}
	}
	return all
}

var families = []family{
	{"rook and un-captures", crossed([]string{"KRk"}, " qrbnp"), map[byte]Bitboard{'*': box("a1", "d3")}, false},
	{"Black's queen and un-captures", crossed([]string{"Kkq"}, " QRBNP"), map[byte]Bitboard{'*': box("f5", "h7")}, false},
	{"knight and bishop", []string{"KNBk", "KNBkr", "KNk", "KBk"}, map[byte]Bitboard{'*': box("f1", "h3")}, false},
	{"promotions", crossed([]string{"KPk", "KQk", "KRk", "KBk", "KNk"}, " rbp"), map[byte]Bitboard{'*': box("c6", "f8") &^ named("c6 d6 f7")}, false},
	{"Black's promotions", crossed([]string{"Kkp", "Kkq", "Kkr", "Kkb", "Kkn"}, " QNP"), map[byte]Bitboard{'*': box("a1", "c3")}, false},
	{"pawns", []string{"KPkp", "KPk", "Kkp"}, map[byte]Bitboard{'*': box("a2", "b7")}, false},
	{"en passant and pins", []string{"KPkpr", "KPkpb", "KPkr", "KPkb", "Kkpr"}, map[byte]Bitboard{'*': box("e5", "h7") &^ named("h7"), 'K': named("e5 h5 f4 g6 g4")}, false},
	{"Black's en passant and pins", []string{"KPkpR", "KPkpB", "KkpR", "KPkB"}, map[byte]Bitboard{'*': box("a2", "d4") &^ named("a2"), 'k': named("a4 d4 b3 c5 b5")}, false},
	{"two squares en passant", []string{"KPkpp", "KPkp", "Kkpp", "KPPkpp"}, map[byte]Bitboard{
		'P': named("b4 b5 b6 a6 c6 d5 d6"), 'p': named("a5 a6 a7 c5 c6 c7"), 'K': named("a1 b2 b1"), 'k': named("b8 c8 b7 d7")}, false},
	{"en passant with men on the way", []string{"KPkp", "KPkpN", "KPkN", "KPkpn", "Kkpn", "KPkn", "KPNk"}, map[byte]Bitboard{
		'P': named("e5 d6"), 'p': named("d5 d6 d7 f5 f7"), 'K': named("d4 c6"), 'k': named("g8 f8"), '*': box("c5", "f8")}, false},
	{"castling", []string{"KRRk", "KRk", "KRRkq", "KRRkn", "KRkn"}, map[byte]Bitboard{
		'K': named("b1 c1 d1 e1 f1 g1 h1 e2"), 'R': named("a1 b1 d1 e1 f1 g1 h1 a2 h3"), 'k': named("a3 e3 e8 g3 h8"), '*': named("a1 b1 c1 d1 e1 f1 g1 h1 b3 e4 d2")}, false},
	{"Black's castling", []string{"Kkrr", "Kkr", "Kkrrb", "KkrrN", "KkrN", "Kkrb"}, map[byte]Bitboard{
		'k': named("b8 c8 d8 e8 f8 g8 e7 d7"), 'r': named("a8 b8 d8 e8 f8 g8 h8 a7 h6"), 'K': named("a6 e6 e1 g6"), '*': named("a8 b8 c8 d8 f8 g8 h8 b6 e5 g7")}, false},
	{"rights of both sides", []string{"KRRkrr", "KRRkr", "KRkrr", "KRkr", "KRk", "Kkr"}, map[byte]Bitboard{
		'K': named("e1 c1 g1 e2"), 'k': named("e8 c8 g8 d7"), 'R': named("a1 h1 d1 f1 a8 h8 h4"), 'r': named("a8 h8 d8 f8 a1 h1 a5")}, false},
	{"promotion takes a right", []string{"KPkr", "KPkrr", "KQkr", "KRkr", "KBkr", "KNkr", "KPkrn", "KQkn", "KNkn"}, map[byte]Bitboard{
		'K': named("a1 e1"), 'k': named("e8 d8 c8 g8"), 'r': named("a8 h8 d8 f8 h5"), 'P': named("b7 g7 a7 g6"), '*': named("a8 h8 b8 b7 g8 c6")}, false},

	{"KRk, whole board", []string{"KRk"}, map[byte]Bitboard{'*': AllSquares}, true},
	{"KPk, whole board", []string{"KPk", "KQk", "KRk", "KBk", "KNk"}, map[byte]Bitboard{'*': AllSquares}, true},
	{"KPkp, four files", []string{"KPkp", "KPk", "Kkp"}, map[byte]Bitboard{'*': box("c2", "f7")}, true},
	{"KPkpq", []string{"KPkpq", "KPkq", "Kkpq", "KPkp"}, map[byte]Bitboard{'*': box("b3", "e7") &^ box("b3", "c3"), 'k': box("b6", "e7")}, true},
}

// key returns a material in a canonical order.
func materialKey(letters []byte) string {
	slices.Sort(letters)
	return string(letters)
}

func (f *family) squaresOf(letter byte) Bitboard {
	squares, ok := f.squares[letter]
	if !ok {
		squares = f.squares['*']
	}
	if letter == 'P' || letter == 'p' {
		squares &^= rank1 | rank8
	}
	return squares
}

// has returns a test for membership.
func (f *family) has() func(*Position) bool {
	// A material is the number of men of each kind, four bits each.
	count := func(m Man) uint64 { return 1 << (4 * m) }
	materials := make(map[uint64]bool)
	var allowed [NumMen]Bitboard
	for _, material := range f.material {
		var n uint64
		for _, letter := range []byte(material) {
			m, _ := ParseMan(letter)
			allowed[m] = f.squaresOf(letter)
			n += count(m)
		}
		materials[n] = true
	}
	return func(p *Position) bool {
		var n uint64
		for b := p.Occupied(); b != 0; b = b.WithoutFirst() {
			s := b.First()
			m := p.board[s]
			if !allowed[m].Has(s) {
				return false
			}
			n += count(m)
		}
		return materials[n]
	}
}

// each calls visit for every position of the family in a reading of en passant
// squares.
func (f *family) each(reading EnPassantReading, visit func(*Position)) {
	seen := make(map[string]bool)
	for _, material := range f.material {
		key := materialKey([]byte(material))
		if !seen[key] {
			seen[key] = true
			s := EmptySetup()
			f.place(&s, key, NoSquare, reading, visit)
		}
	}
}

// place places the men that are left; equal men, which follow one another, in the
// order of their squares.
func (f *family) place(s *Setup, letters string, after Square, reading EnPassantReading, visit func(*Position)) {
	if letters == "" {
		eachState(*s, reading, visit)
		return
	}
	m, _ := ParseMan(letters[0])
	for at := range f.squaresOf(letters[0]).Squares() {
		if s.Board[at] != NoMan || after != NoSquare && at <= after {
			continue
		}
		s.Board[at] = m
		next := NoSquare
		if len(letters) > 1 && letters[1] == letters[0] {
			next = at
		}
		f.place(s, letters[1:], next, reading, visit)
		s.Board[at] = NoMan
	}
}

// eachState calls visit with a diagram as a position, for each side to move and
// for all rights that can be.
func eachState(s Setup, reading EnPassantReading, visit func(*Position)) {
	for s.Turn = White; s.Turn <= Black; s.Turn++ {
		s.Castling, s.EnPassant = NoCastling, NoSquare
		p, err := NewPosition(s)
		if err != nil {
			continue
		}
		// Neither kind of right depends on the other.
		possible := NoCastling
		for i, path := range CastlingPaths {
			need := path.Home
			if s.Board[need[0].Square] == need[0].Man && s.Board[need[1].Square] == need[1].Man {
				possible |= 1 << i
			}
		}
		s.Castling = NoCastling
		squares := []Square{NoSquare}
		for file := range 8 {
			s.EnPassant = MakeSquare(file, 5-3*int(s.Turn))
			if s.Board[s.EnPassant^8] != MakeMan(s.Turn.Other(), Pawn) {
				continue
			}
			if p, err := NewPosition(s); err == nil && (reading == EnPassantField || p.capturable == s.EnPassant) {
				squares = append(squares, s.EnPassant)
			}
		}
		if possible == NoCastling && len(squares) == 1 {
			visit(p)
			continue
		}
		for _, s.EnPassant = range squares {
			for s.Castling = range AllCastling + 1 {
				if possible.Has(s.Castling) {
					p, err := NewPosition(s)
					if err != nil {
						panic(err)
					}
					visit(p)
				}
			}
		}
	}
}

func TestUnmovesOfFamilies(t *testing.T) {
	t.Parallel()
	for _, f := range families {
		if f.large && !*unmoveLarge {
			continue
		}
		for _, reading := range []EnPassantReading{EnPassantLegal, EnPassantField} {
			t.Run(f.name, func(t *testing.T) {
				if pawns := strings.Join(f.material, ""); reading == EnPassantField && !(strings.Contains(pawns, "P") && strings.Contains(pawns, "p")) {
					t.Skip("nothing to capture en passant")
				}
				testFamily(t, &f, reading)
			})
		}
	}
}

func testFamily(t *testing.T, f *family, reading EnPassantReading) {
	has := f.has()
	options := UnmoveOptions{EnPassant: reading}
	positions, moves, unmoves := 0, 0, 0
	var list []Move
	var unlist []Unmove
	var keys []uint64
	var q Position // out here, or each would be allocated
	f.each(reading, func(p *Position) {
		positions++
		list = p.LegalMoves(list[:0])
		for _, m := range list {
			undo := p.Make(m)
			if has(p) {
				moves++
			}
			p.Unmake(m, undo)
		}

		unlist = p.Unmoves(unlist[:0], options)
		keys = keys[:0]
		for _, u := range unlist {
			keys = append(keys, uint64(u.Move)|uint64(u.Captured)<<16|uint64(u.Castling)<<24|uint64(u.EnPassant)<<32)
			q = p.Before(u)
			if has(&q) {
				unmoves++
				checkPredecessor(t, &q, u, p, options)
			}
		}
		slices.Sort(keys)
		if len(slices.Compact(keys)) != len(unlist) {
			t.Fatalf("%v: an un-move twice", p)
		}
	})
	t.Logf("%d positions, %d moves", positions, moves)
	if moves == 0 {
		t.Errorf("no moves at all")
	}
	if moves == unmoves {
		return
	}
	t.Errorf("%d moves, %d un-moves", moves, unmoves)
	told := 0
	f.each(reading, func(p *Position) {
		for _, m := range p.LegalMoves(nil) {
			q := *p
			captured := q.Captured(m)
			q.Make(m)
			if reading == EnPassantLegal {
				q.enPassant = q.capturable
			}
			u := Unmove{m, captured, p.castling, p.enPassant}
			if told < 5 && has(&q) && !slices.Contains(q.Unmoves(nil, options), u) {
				told++
				t.Errorf("%v: not among the un-moves: %v, from %v", &q, u, p)
			}
		}
	})
}
