package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
)

// Material says which men are on the board: both kings, and how many of every
// other man. The zero Material is the two bare kings, KvK.
//
// Material is comparable. Two materials that differ only in the colours have
// the same table; [Material.Canonical] is the one that names it.
type Material struct {
	count [2][chess.Pawn + 1]uint8 // by Color and Kind; kings are implied and 0
}

// Kinds are the kinds besides the king, in the order in which names list them.
var Kinds = [...]chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn}

// MaxMen bounds the men of a table, kings included.
const MaxMen = 6

// An Error says what is wrong with the name of a material.
type MaterialError struct {
	Name   string // the whole name
	Column int    // where the mistake is, counted in bytes from 1
	Reason string // what is wrong and what was wanted
}

// Error quotes the name and says what is wrong with it.
func (e *MaterialError) Error() string {
	return fmt.Sprintf("material %q, column %d: %s", e.Name, e.Column, e.Reason)
}

// ParseMaterial reads the name of a material in one of three notations, of which
// the first is the one that [Material.String] writes:
//
//   - KRvK: the white men, a "v", the black men, all in letters of one case;
//   - KRK, as Nalimov's and Gaviota's files are called: the same without the "v",
//     split before the second king, so that the white king comes first;
//   - KRk, the piece string of the first version: capitals for White and small
//     letters for Black, in any order.
//
// The error is an [*Error].
func ParseMaterial(name string) (Material, error) {
	upper := strings.ToUpper(name)
	if name != upper && name != strings.ToLower(name) {
		if left, right, versus := strings.Cut(name,
			"v"); versus && left == strings.ToUpper(left) && right == strings.ToUpper(right) {
			return parseSides(name, len(left), len(left)+1)
		}
		return ParseMaterialLetters(name)
	}
	if v := strings.IndexByte(upper, 'V'); v >= 0 {
		return parseSides(name, v, v+1)
	}
	if men, first := strings.CutPrefix(upper, "K"); first {
		if second := 1 + strings.IndexByte(men, 'K'); second > 0 {
			return parseSides(name, second, second)
		}
	}
	return ParseMaterialLetters(name)
}

// parseSides reads a name in which the white men end at a place and the black ones
// begin at another, whatever the case of the letters.
func parseSides(name string, white, black int) (Material, error) {
	var p parser
	for i := range len(name) {
		if i >= white && i < black {
			continue
		}
		side := chess.White
		if i >= black {
			side = chess.Black
		}
		if err := p.add(name, i, side); err != nil {
			return Material{}, err
		}
	}
	return p.finish(name)
}

// ParseMaterialLetters reads a name in which capitals are White's and small letters are
// Black's, in any order, and which has nothing else. The error is an [*Error].
func ParseMaterialLetters(name string) (Material, error) {
	var p parser
	for i := range len(name) {
		man, _ := chess.ParseMan(name[i])
		if err := p.add(name, i, man.Color()); err != nil {
			return Material{}, err
		}
	}
	return p.finish(name)
}

// parser counts the men of a name.
type parser struct {
	m     Material
	kings [2]int
}

// add counts the man whose letter is at a place of the name for a side.
func (p *parser) add(name string, i int, side chess.Color) error {
	man, ok := chess.ParseMan(name[i])
	fail := func(format string, args ...any) error {
		return &MaterialError{name, i + 1, fmt.Sprintf(format, args...)}
	}
	switch {
	case !ok:
		return fail("%q is no man, want letters of KQRBNP", name[i:i+1])
	case man.Kind() == chess.King && p.kings[side] > 0:
		return fail("a second king for %s", side)
	case man.Kind() == chess.King:
		p.kings[side]++
		return nil
	}
	p.m.count[side][man.Kind()]++
	if p.m.Men() > 32 {
		return fail("more than 32 men")
	}
	return nil
}

// finish returns the material if both sides have a king.
func (p *parser) finish(name string) (Material, error) {
	for side, n := range p.kings {
		if n == 0 {
			return Material{}, &MaterialError{name, len(name) + 1, fmt.Sprintf("no king for %s", chess.Color(side))}
		}
	}
	return p.m, nil
}

// String returns the name, such as "KRvK".
func (m Material) String() string { return "K" + m.side(chess.White) + "vK" + m.side(chess.Black) }

// MarshalText is String.
func (m Material) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

func (m Material) side(c chess.Color) string {
	var b strings.Builder
	for _, k := range Kinds {
		for range m.count[c][k] {
			b.WriteByte(k.Letter())
		}
	}
	return b.String()
}

// Count returns how many men of a kind a side has.
func (m Material) Count(c chess.Color, k chess.Kind) int {
	if k == chess.King {
		return 1
	}
	return int(m.count[c][k])
}

// Men returns the number of men, kings included.
func (m Material) Men() int { return 2 + m.men(chess.White) + m.men(chess.Black) }

// men returns the number of men of a side besides the king.
func (m Material) men(c chess.Color) int {
	n := 0
	for _, k := range Kinds {
		n += int(m.count[c][k])
	}
	return n
}

// Pawns reports whether there are pawns of either colour.
func (m Material) Pawns() bool {
	return m.count[chess.White][chess.Pawn]+m.count[chess.Black][chess.Pawn] > 0
}

// Flip returns the material with the colours exchanged.
func (m Material) Flip() Material {
	m.count[0], m.count[1] = m.count[1], m.count[0]
	return m
}

// Canonical returns the material or its flip, whichever names the table: White
// has more men; or as many and the better ones, counted from the queen down.
func (m Material) Canonical() Material {
	if m.rank(chess.White) < m.rank(chess.Black) {
		return m.Flip()
	}
	return m
}

// compare compares what White has: the number of men, then queens, rooks, ...
func (m Material) compare(o Material) int {
	return cmp.Compare(m.rank(chess.White), o.rank(chess.White))
}

// rank puts what a side has into a number: the number of men in the highest
// byte, then the queens, the rooks, ...
func (m Material) rank(c chess.Color) uint64 {
	var men, each uint64
	for _, k := range Kinds {
		n := uint64(m.count[c][k])
		men += n
		each = each<<8 | n
	}
	return men<<40 | each
}

// Without returns the material with a man less.
func (m Material) Without(c chess.Color, k chess.Kind) Material {
	m.count[c][k]--
	return m
}

// With returns the material with a man more.
func (m Material) With(c chess.Color, k chess.Kind) Material {
	m.count[c][k]++
	return m
}

// Promotions are the kinds a pawn can become.
var Promotions = [...]chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight}

// Conversions returns the canonical materials that one move can lead to, by a
// capture, a promotion or both, in the order in which tables have to be built:
// a table needs none that comes after it. KvK is not among them.
func (m Material) Conversions() []Material {
	set := map[Material]bool{}
	m.convert(func(_ chess.Color, to Material) { set[to.Canonical()] = true })
	delete(set, Material{})
	return InBuildOrder(set)
}

// ConversionTurns returns which sides are to move in the positions of a table of Conversions that
// conversions lead to. It is mostly one only, and the other half of the table is not needed. In KNPvKP both are: Black
// takes the pawn, and the table is KNvKP with White to move; he takes the knight and becomes one, and it is the same
// table with exchanged colours.
func (m Material) ConversionTurns(table Material) (turns []chess.Color) {
	m.convert(func(by chess.Color, to Material) {
		c, turn := to.Canonical(), by.Other()
		if to != c {
			turn = by
		}
		if c == table && !slices.Contains(turns, turn) {
			turns = append(turns, turn)
		}
	})
	slices.Sort(turns)
	return turns
}

// convert calls a function for each kind of capture or promotion with the side that plays it
// and the material after it.
func (m Material) convert(do func(by chess.Color, to Material)) {
	for c := chess.White; c <= chess.Black; c++ {
		for _, k := range Kinds {
			if m.count[c][k] > 0 {
				do(c.Other(), m.Without(c, k)) // captured
			}
		}
		if m.count[c][chess.Pawn] == 0 {
			continue
		}
		for _, p := range Promotions {
			promoted := m.Without(c, chess.Pawn).With(c, p)
			do(c, promoted)
			for _, k := range Kinds[:4] { // no pawn stands on the last rank
				if m.count[c.Other()][k] > 0 {
					do(c, promoted.Without(c.Other(), k))
				}
			}
		}
	}
}

// BuildOrder returns the canonical materials of the given ones and of all that
// their games can lead to, in an order in which they can be built. KvK needs no
// table and is left out.
func BuildOrder(materials ...Material) []Material {
	set := map[Material]bool{}
	var add func(m Material)
	add = func(m Material) {
		if m = m.Canonical(); set[m] || m == (Material{}) {
			return
		}
		set[m] = true
		for _, c := range m.Conversions() {
			add(c)
		}
	}
	for _, m := range materials {
		add(m)
	}
	return InBuildOrder(set)
}

// InBuildOrder returns materials sorted by men, then by pawns: a capture takes a man away, a
// promotion a pawn.
func InBuildOrder(set map[Material]bool) []Material {
	order := make([]Material, 0, len(set))
	for m := range set {
		order = append(order, m)
	}
	pawns := func(m Material) int { return m.Count(chess.White, chess.Pawn) + m.Count(chess.Black, chess.Pawn) }
	slices.SortFunc(order, func(a, b Material) int {
		return cmp.Or(cmp.Compare(a.Men(), b.Men()), cmp.Compare(pawns(a), pawns(b)),
			-a.compare(b), -a.Flip().compare(b.Flip()))
	})
	return order
}

// Materials returns the canonical materials with exactly the given number of
// men, in build order: 5 with three men, 30 with four, 110 with five.
func Materials(men int) []Material {
	set := map[Material]bool{}
	var add func(m Material, left int)
	add = func(m Material, left int) {
		if left == 0 {
			set[m.Canonical()] = true
			return
		}
		for c := chess.White; c <= chess.Black; c++ {
			for _, k := range Kinds {
				add(m.With(c, k), left-1)
			}
		}
	}
	if men > 2 {
		add(Material{}, men-2)
	}
	return InBuildOrder(set)
}

// MaterialOfPosition returns the material of a position.
func MaterialOfPosition(p *chess.Position) (m Material) {
	for c := chess.White; c <= chess.Black; c++ {
		for _, k := range Kinds {
			m.count[c][k] = uint8(p.Men(chess.MakeMan(c, k)).Count())
		}
	}
	return m
}
