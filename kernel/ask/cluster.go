package ask

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/kernel/rules"
)

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
