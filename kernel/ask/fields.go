package ask

import (
	"context"
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
