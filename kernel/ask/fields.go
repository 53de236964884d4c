package ask

import (
	"context"
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
	Positions []*resolve.Answer
	Values    []Value
}

// Value is a value of an unknown field, or of a square with an unknown man.
type Value struct {
	Field   string  `json:"field"` // "turn", "castling", "en_passant", or a square's name
	Value   string  `json:"value"` // "w"; "K" for that right, "-K" for the lack of it; "d6" or "-"; "N", "1" for no man
	Verdict Verdict `json:"verdict"`
	// Forced: no other value of this field is possible.
	Forced bool `json:"forced"`
	// Example is the number of a legal position with the value, or -1.
	Example int `json:"-"`
}

// AskFields decides which values the unknown fields of a FEN can have. The error says what is
// wrong with the FEN.
func AskFields(ctx context.Context, pattern string, o Options) (*Fields, error) {
	f := &Fields{Pattern: pattern, Start: *rules.StartOr(o.Resolve.Refute.Start)}
	if err := checkPattern(pattern); err != nil {
		return nil, err
	}
	all, err := answers.Pattern(pattern)
	if err != nil {
		return nil, err
	}
	for _, fen := range all {
		s, err := chess.ParseFEN(fen)
		if err != nil {
			return nil, err
		}
		f.Positions = append(f.Positions, newAnswer(&s))
	}
	keys, sets := f.values()
	var groups []*group
	for _, set := range sets {
		g := &group{}
		for _, i := range set {
			g.cases = append(g.cases, f.Positions[i])
		}
		groups = append(groups, g)
	}
	if len(groups) == 0 {
		groups = []*group{{cases: f.Positions}} // a FEN without unknown fields
	}
	stopped := o.decide(ctx, groups, false)
	if stopped != nil && ctx.Err() == nil {
		return nil, stopped
	}
	left := map[string]int{}
	for i, key := range keys {
		v := Value{Field: key.field, Value: key.value, Verdict: groups[i].verdict(), Example: -1}
		for _, at := range sets[i] {
			if f.Positions[at].Verdict == kernel.Legal {
				v.Example = at
				break
			}
		}
		f.Values = append(f.Values, v)
		if v.Verdict != Impossible {
			left[question(key.field, key.value)]++
		}
	}
	for i := range f.Values {
		v := &f.Values[i]
		v.Forced = v.Verdict != Impossible && left[question(v.Field, v.Value)] == 1
	}
	return f, stopped
}

// fieldValue names a value of a field.
type fieldValue struct{ field, value string }

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
)

// values returns the values of unknown fields, each with the numbers of the positions that have
// it, in the order of the FEN.
func (f *Fields) values() ([]fieldValue, [][]int) {
	var keys []fieldValue
	sets := map[fieldValue][]int{}
	add := func(field, value string, i int) {
		key := fieldValue{field, value}
		if sets[key] == nil {
			keys = append(keys, key)
		}
		sets[key] = append(sets[key], i)
	}
	fields := strings.Split(f.Pattern, " ")
	var unknown []chess.Square
	at := 56
	for _, c := range []byte(fields[0]) {
		switch {
		case c == '/':
			at -= 16
		case '1' <= c && c <= '8':
			at += int(c - '0')
		default:
			if strings.IndexByte("?Xx*", c) >= 0 {
				unknown = append(unknown, chess.Square(at))
			}
			at++
		}
	}
	order := []func(i int, s *chess.Setup){}
	for _, sq := range unknown {
		order = append(order, func(i int, s *chess.Setup) {
			man := "1"
			if s.Board[sq] != chess.NoMan {
				man = string(s.Board[sq].Letter())
			}
			add(sq.String(), man, i)
		})
	}
	if fields[1] == "?" {
		order = append(order, func(i int, s *chess.Setup) { add(FieldTurn, string(s.Turn.Letter()), i) })
	}
	for right := chess.WhiteKingside; right <= chess.BlackQueenside; right <<= 1 {
		if fields[2] == "?" || strings.Contains(fields[2], right.String()+"?") {
			order = append(order, func(i int, s *chess.Setup) {
				if s.Castling.Has(right) {
					add(FieldCastling, right.String(), i)
				} else {
					add(FieldCastling, "-"+right.String(), i)
				}
			})
		}
	}
	if fields[3] == "?" {
		order = append(order, func(i int, s *chess.Setup) { add(FieldEnPassant, s.EnPassant.String(), i) })
	}
	for _, one := range order {
		for i, p := range f.Positions {
			one(i, &p.Setup)
		}
	}
	list := make([][]int, len(keys))
	for i, key := range keys {
		list[i] = sets[key]
	}
	return keys, list
}

// Left returns the positions that are not illegal.
func (f *Fields) Left() []*resolve.Answer {
	var left []*resolve.Answer
	for _, p := range f.Positions {
		if p.Verdict != kernel.Illegal {
			left = append(left, p)
		}
	}
	return left
}

// Fields adds the claim which positions are possible.
func (c *Certificate) Fields(ctx context.Context, f *Fields) error {
	claim := answers.Claim{Kind: answers.KindPositions, FEN: f.Pattern}
	for _, p := range f.Positions {
		if err := c.prove(ctx, p); err != nil {
			return err
		}
		if p.Verdict != kernel.Illegal {
			claim.Positions = append(claim.Positions, answers.Position{FEN: plain(&p.Setup), Possible: p.Verdict == kernel.Legal})
		}
	}
	c.claim(claim)
	return nil
}
