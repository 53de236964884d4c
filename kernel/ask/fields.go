package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/proofs/answers"
)

// Fields is the answer to which positions are possible that a FEN with unknown fields stands
// for.
type Fields struct {
	Pattern string // the FEN, as answers.Pattern takes it
	Start   chess.Setup
	// Positions are those that the diagram alone does not exclude.
	Positions Positions
	Values    []Value

	diagrams []Less   // that of Pattern, or those with a man more
	drawn    []*Clock // positions that the premise excludes as drawn
}

// Value is a value of an unknown field, or of a square with an unknown man.
type Value struct {
	Field   string  `json:"field"` // "turn", "castling", "en_passant", "with", or a square's name
	Value   string  `json:"value"` // "w"; "K" for that right, "-K" for its lack; "d6" or "-"; "N", "1" for none; "Ke1"
	Verdict Verdict `json:"verdict"`
	// Forced: no other value of this field is possible.
	Forced bool `json:"forced"`
	// Example is a legal position with the value, or nil.
	Example *resolve.Answer `json:"-"`
}

// AskFields decides which values the unknown fields of a FEN can have. The error says what is
// wrong with the FEN.
func AskFields(ctx context.Context, pattern string, o Options) (*Fields, error) {
	return AskWith(ctx, pattern, "", o)
}

// AskWith is AskFields with a man added on any square that the FEN has as empty: a letter as in FENs, or words such as
// "white knight" and "king anywhere", without a colour for either. "" adds none.
func AskWith(ctx context.Context, pattern, man string, o Options) (*Fields, error) {
	f := &Fields{Pattern: pattern, Start: *rules.StartOr(o.Resolve.Refute.Start), Values: []Value{},
		diagrams: []Less{{Pattern: pattern}}}
	err := checkPattern(pattern)
	if board, rest, _ := strings.Cut(pattern, " "); err == nil && man != "" {
		f.diagrams, err = adding(board, man)
		for i := range f.diagrams {
			f.diagrams[i].Pattern += " " + rest
		}
	}
	if err == nil {
		err = o.meant(&f.Start, f.diagrams)
	}
	if err != nil {
		return nil, err
	}
	// Each value is a group of positions: it is possible if one of them is.
	var groups []Positions
	add := func(field, value string, with ...*resolve.Answer) {
		i := slices.IndexFunc(f.Values, func(v Value) bool { return v.Field == field && v.Value == value })
		if i < 0 {
			i = len(groups)
			f.Values, groups = append(f.Values, Value{Field: field, Value: value}), append(groups, nil)
		}
		groups[i] = append(groups[i], with...)
	}
	for _, d := range f.diagrams {
		f.Positions = append(f.Positions, d.Positions...)
		if man != "" {
			add(FieldWith, string(d.Man.Letter())+d.Square.String(), d.Positions...)
		}
	}
	for _, u := range f.unknowns() {
		for _, p := range f.Positions {
			add(u.field, u.value(&p.Setup), p)
		}
	}
	asked := groups
	if len(groups) == 0 {
		asked = []Positions{f.Positions} // a FEN without unknown fields
	}
	stopped := o.decide(ctx, asked)
	if stopped == nil {
		f.drawn, stopped = o.drawn(ctx, f.Positions)
	}
	if stopped != nil && ctx.Err() == nil {
		return nil, stopped
	}
	// A value is forced if it alone is left of those that exclude each other.
	left := map[string]int{}
	for i := range f.Values {
		v := &f.Values[i]
		v.Verdict, v.Example = groups[i].Verdict(), groups[i].Example()
		if v.Verdict != Impossible {
			left[question(v.Field, v.Value)]++
		}
	}
	for i := range f.Values {
		v := &f.Values[i]
		v.Forced = v.Verdict != Impossible && left[question(v.Field, v.Value)] == 1
	}
	return f, stopped
}

// drawn excludes positions of a premise in which games end, as too many quiet plies lead there.
func (o *Options) drawn(ctx context.Context, positions []*resolve.Answer) (found []*Clock, err error) {
	m, err := newMemory(o, DefaultLimit, 0)
	for _, a := range positions {
		p, bad := chess.NewPosition(a.Setup)
		if err != nil || bad != nil || a.Verdict != kernel.Unknown {
			continue
		}
		root, _ := m.find(p)
		var k *Clock
		if k, err = m.drawn(ctx, root, 0); k != nil {
			*a = excluded(&a.Setup, &m.start)
			found = append(found, k)
		}
	}
	return found, err
}

// meant finds the positions that the FENs of diagrams stand for, undecided unless the premise excludes them.
func (o *Options) meant(start *chess.Setup, diagrams []Less) error {
	for i := range diagrams {
		d := &diagrams[i]
		if err := checkPattern(d.Pattern); err != nil {
			return err
		}
		all, err := answers.Pattern(d.Pattern)
		if err != nil {
			return err
		}
		for _, fen := range all {
			s, err := chess.ParseFEN(fen)
			if err != nil {
				return err
			}
			a := newAnswer(&s)
			if !o.Premise.Ends(start, &s) {
				*a = excluded(&s, start)
			}
			d.Positions = append(d.Positions, a)
		}
	}
	return nil
}

// question returns what the values of a field exclude each other in: each castling right is a
// question of its own.
func question(field, value string) string {
	if field == FieldCastling {
		return field + strings.TrimPrefix(value, "-")
	}
	return field
}

// The names of fields.
const (
	FieldTurn      = "turn"
	FieldCastling  = "castling"
	FieldEnPassant = "en_passant"
	FieldWith      = "with"
)

// unknown is a field, or a square, that is not known.
type unknown struct {
	field string
	value func(s *chess.Setup) string // that a position has
}

// unknowns returns what is not known, in the order of the FEN.
func (f *Fields) unknowns() (list []unknown) {
	add := func(is bool, field string, value func(s *chess.Setup) string) {
		if is {
			list = append(list, unknown{field, value})
		}
	}
	fields := strings.Split(f.Pattern, " ")
	for i, text := range cells(fields[0]) {
		sq := chess.Square(i) ^ 56
		add(strings.ContainsAny(text, unknownMen), sq.String(), func(s *chess.Setup) string {
			if s.Board[sq] == chess.NoMan {
				return "1"
			}
			return string(s.Board[sq].Letter())
		})
	}
	add(fields[1] == "?", FieldTurn, func(s *chess.Setup) string { return string(s.Turn.Letter()) })
	for right := chess.WhiteKingside; right <= chess.BlackQueenside; right <<= 1 {
		is := fields[2] == "?" || strings.Contains(fields[2], right.String()+"?")
		add(is, FieldCastling, func(s *chess.Setup) string {
			if s.Castling.Has(right) {
				return right.String()
			}
			return "-" + right.String()
		})
	}
	add(fields[3] == "?", FieldEnPassant, func(s *chess.Setup) string { return s.EnPassant.String() })
	return list
}

// Left returns the positions that are not illegal.
func (f *Fields) Left() Positions {
	illegal := func(p *resolve.Answer) bool { return p.Verdict == kernel.Illegal }
	return slices.DeleteFunc(slices.Clone(f.Positions), illegal)
}

// claim adds the claim which positions are possible.
func (f *Fields) claim(ctx context.Context, c *Certificate) error {
	if err := c.drawn(ctx, f.drawn); err != nil {
		return err
	}
	return c.diagrams(ctx, f.diagrams)
}

// diagrams adds the claims which of the positions that diagrams stand for are possible.
func (c *Certificate) diagrams(ctx context.Context, list []Less) error {
	for _, d := range list {
		claim := answers.Claim{Kind: answers.KindPositions, FEN: d.Pattern}
		for _, p := range d.Positions {
			if err := c.prove(ctx, p); err != nil {
				return err
			}
			if p.Verdict != kernel.Illegal {
				claim.Positions = append(claim.Positions,
					answers.Position{FEN: plain(&p.Setup), Possible: p.Verdict == kernel.Legal})
			}
		}
		c.claim(claim)
	}
	return nil
}

// Rights is the answer to who may still castle, and whether a capture en passant is possible,
// in a diagram of which only the men and the side to move are known.
type Rights struct {
	*Fields   `json:"-"`
	Castling  []Right   `json:"castling"`   // of those whose king and rook are at home
	EnPassant []Passing `json:"en_passant"` // of the squares on which a capture would be legal
	// Exclusive are pairs of rights of which each may be there, and not both.
	Exclusive []Pair `json:"exclusive,omitempty"`
	// Parts are the largest sets of rights and en passant squares that are not excluded. By the
	// convention PRA a problem with several has a solution for each; by RS the first castling
	// in the solution decides for those that contain it.
	Parts []Part `json:"parts"`
}

// Right is a castling right.
type Right struct {
	Right   chess.Castling `json:"-"`
	Name    string         `json:"right"`
	Verdict Verdict        `json:"verdict"`
	// Without is the verdict on its lack: the right is proven where that is impossible.
	Without Verdict `json:"lost"`
	// Permitted by the convention that castling is permitted unless it is proven not to be.
	Permitted bool `json:"permitted"`
}

// Passing is a square on which a pawn could be captured en passant.
type Passing struct {
	Square  chess.Square `json:"-"`
	Name    string       `json:"square"`
	Verdict Verdict      `json:"verdict"`
	// Proven: the last move was this double step, whatever the rights. Only then is the
	// capture permitted by convention.
	Proven bool `json:"proven"`
	// If are rights that prove it: if one is there, the last move was this double step. By the
	// convention AP the capture is permitted if castling with the right follows.
	If      []chess.Castling `json:"-"`
	IfNames []string         `json:"if,omitempty"`
}

// Pair is two rights. In JSON it is a text: "Kq".
type Pair struct{ One, Other chess.Castling }

// MarshalText writes both.
func (p Pair) MarshalText() ([]byte, error) { return []byte(p.One.String() + p.Other.String()), nil }

// Part is a set of rights with an en passant square. In JSON it is a text: "KQ -".
type Part struct {
	Castling  chess.Castling
	EnPassant chess.Square
}

// String returns the part as two fields of a FEN.
func (p Part) String() string { return p.Castling.String() + " " + p.EnPassant.String() }

// MarshalText writes the same.
func (p Part) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// AskRights decides castling rights and en passant squares of a diagram. Those of the setup are
// ignored.
func AskRights(ctx context.Context, s *chess.Setup, o Options) (*Rights, error) {
	fields := strings.Split(s.FEN(), " ")
	f, stopped := AskFields(ctx, strings.Join([]string{fields[0], fields[1], "? ? 0 1"}, " "), o)
	if f == nil {
		return nil, fmt.Errorf("rights: %w", stopped)
	}
	r := &Rights{Fields: f, Castling: []Right{}, EnPassant: []Passing{}, Parts: []Part{}}
	verdict := func(of func(*chess.Setup) bool) Verdict {
		var with Positions
		for _, p := range f.Positions {
			if of(&p.Setup) {
				with = append(with, p)
			}
		}
		return with.Verdict()
	}
	left := f.Left()
	// only reports whether there are positions with some rights, and all of them have an en passant square.
	only := func(rights chess.Castling, sq chess.Square) bool {
		with := func(p *resolve.Answer) bool { return p.Setup.Castling.Has(rights) }
		without := func(p *resolve.Answer) bool { return with(p) && p.Setup.EnPassant != sq }
		return slices.ContainsFunc(left, with) && !slices.ContainsFunc(left, without)
	}
	var home chess.Castling
	var squares chess.Bitboard
	for _, p := range f.Positions {
		home |= p.Setup.Castling
		if p.Setup.EnPassant != chess.NoSquare {
			squares |= p.Setup.EnPassant.Bit()
		}
	}
	for right := chess.WhiteKingside; right <= chess.BlackQueenside; right <<= 1 {
		if !home.Has(right) {
			continue
		}
		v := verdict(func(s *chess.Setup) bool { return s.Castling.Has(right) })
		without := verdict(func(s *chess.Setup) bool { return !s.Castling.Has(right) })
		r.Castling = append(r.Castling, Right{right, right.String(), v, without, v != Impossible})
	}
	// Two rights exclude each other if no position with both is left: the verdicts are known, so that costs nothing.
	for i, one := range r.Castling {
		for _, other := range r.Castling[i+1:] {
			both := func(s *chess.Setup) bool { return s.Castling.Has(one.Right | other.Right) }
			if one.Permitted && other.Permitted && verdict(both) == Impossible {
				r.Exclusive = append(r.Exclusive, Pair{one.Right, other.Right})
			}
		}
	}
	for sq := range squares.Squares() {
		e := Passing{Square: sq, Name: sq.String(), Proven: only(0, sq)}
		e.Verdict = verdict(func(s *chess.Setup) bool { return s.EnPassant == sq })
		for _, right := range r.Castling {
			if right.Permitted && only(right.Right, sq) {
				e.If, e.IfNames = append(e.If, right.Right), append(e.IfNames, right.Name)
			}
		}
		r.EnPassant = append(r.EnPassant, e)
	}
	// A part is a position whose rights no other one has with more, for the same en passant square.
	for _, p := range left {
		if !slices.ContainsFunc(left, func(q *resolve.Answer) bool {
			more := q.Setup.Castling != p.Setup.Castling && q.Setup.Castling.Has(p.Setup.Castling)
			return more && q.Setup.EnPassant == p.Setup.EnPassant
		}) {
			r.Parts = append(r.Parts, Part{p.Setup.Castling, p.Setup.EnPassant})
		}
	}
	return r, stopped
}

// Cluster is the answer to whether a diagram is an illegal cluster: it is illegal, and without any one man that is no
// king it is legal.
type Cluster struct {
	Setup chess.Setup // of the board; the other fields are those of Whole.Pattern
	Start chess.Setup
	Whole Less
	Men   []Less // in the order of the FEN
}

// Less is a diagram without one man, with one that was added, or as it is. It is possible if a position is that its FEN
// stands for.
type Less struct {
	Square  chess.Square // of this man
	Man     chess.Man    // NoMan for the whole
	Pattern string       // the FEN, as answers.Pattern takes it
	Positions
}

// ErrCluster says why a diagram cannot be asked about.
var ErrCluster = errors.New("no diagram for a cluster")

// Verdict returns Possible if the diagram is a cluster, and Impossible if it is none.
func (c *Cluster) Verdict() Verdict {
	is := [...]Verdict{Open: Open, Possible: Impossible, Impossible: Possible}[c.Whole.Verdict()]
	for i := range c.Men {
		switch v := c.Men[i].Verdict(); {
		case v == Impossible, is == Impossible:
			return Impossible
		case v == Open:
			is = Open
		}
	}
	return is
}

// AskCluster decides a diagram, and those with one man less. Its side to move, castling rights and en passant square
// may be unknown, its men may not. Rights and a square that are no more there without a man are left out.
func AskCluster(ctx context.Context, pattern string, o Options) (*Cluster, error) {
	c := &Cluster{Start: *rules.StartOr(o.Resolve.Refute.Start)}
	if err := checkPattern(pattern); err != nil {
		return nil, err
	}
	fields := strings.Split(pattern, " ")
	var err error
	if c.Setup, err = chess.ParseFEN(fields[0] + " w - -"); err != nil {
		return nil, fmt.Errorf("%w: every man has to be known: %w", ErrCluster, err)
	}
	all := []Less{{Pattern: pattern}}
	for i := range chess.NumSquares {
		sq := chess.Square(i) ^ 56 // in the order of a FEN
		if m := c.Setup.Board[sq]; m != chess.NoMan && m.Kind() != chess.King {
			all = append(all, Less{Square: sq, Man: m, Pattern: without(&c.Setup, sq, fields)})
		}
	}
	if len(all) == 1 {
		return nil, fmt.Errorf("%w: no man is there but kings", ErrCluster)
	}
	if err = o.meant(&c.Start, all); err != nil {
		return nil, err
	}
	c.Whole, c.Men = all[0], all[1:]
	var groups []Positions
	for _, l := range all {
		groups = append(groups, l.Positions)
	}
	if err = o.decide(ctx, groups); err != nil && ctx.Err() == nil {
		return nil, err
	}
	return c, err
}

// without returns the fields of a FEN without a man, and without rights and an en passant square that need it.
func without(s *chess.Setup, sq chess.Square, fields []string) string {
	less := *s
	less.Board[sq] = chess.NoMan
	rights := fields[2]
	for right := chess.WhiteKingside; right <= chess.BlackQueenside; right <<= 1 {
		if right.Homes().Has(sq) {
			rights = strings.ReplaceAll(strings.ReplaceAll(rights, right.String()+"?", ""), right.String(), "")
		}
	}
	if rights == "" {
		rights = "-"
	}
	board, _, _ := strings.Cut(less.FEN(), " ")
	passing := fields[3]
	if passing != "?" && passing != "-" {
		turn := map[byte]string{'3': "b", '6': "w"}[passing[1]] // whatever else the FEN leaves open
		p, err := chess.ParsePosition(strings.Join([]string{board, turn, "-", passing}, " "))
		if err != nil || p.CapturableEnPassant() == chess.NoSquare {
			passing = "-"
		}
	}
	return strings.Join([]string{board, fields[1], rights, passing, "0", "1"}, " ")
}

// claim adds the claims on a diagram and on those with one man less.
func (c *Cluster) claim(ctx context.Context, to *Certificate) error {
	return to.diagrams(ctx, append([]Less{c.Whole}, c.Men...))
}
