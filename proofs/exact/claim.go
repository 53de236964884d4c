package exact

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"retroproof/proofs/replay"
)

// Format is the first line of a certificate, and Prefix how that of every version begins.
const (
	Format = Prefix + "2"
	Prefix = "retroproof exact certificate "
)

// MostPlies is the largest number of plies that a certificate may be about.
const MostPlies = 200

// Claim is what a certificate states.
type Claim struct {
	Start string // FEN
	// Goal is a FEN, in which castling rights or en passant square may be "?": any; or "?" alone is any position.
	// Conditions follow it, each behind ", ".
	Goal  string
	Plies int
	Games uint64 // number of games of that many plies from the start to the goal
}

// ErrMalformed is the error of a file that is not a certificate.
var ErrMalformed = errors.New("malformed certificate")

// String returns the first lines of a certificate, which state the claim.
func (c *Claim) String() string {
	return fmt.Sprintf("%s\nstart %s\ngoal %s\nplies %d\ngames %d\n", Format, c.Start, c.Goal, c.Plies, c.Games)
}

// Target is the goal of a claim, and its conditions.
type Target struct {
	Goal       *replay.Position // any castling rights: without any; the same for the square; nil for any
	conditions []string
	home       [2]bool // one of the conditions: the men of a side stand at the end where men of their kind begin

	// What the goal has as "?"; and one of the conditions, that only one side moves.
	anyCastling, anyEnPassant, Series bool
}

// Target returns the goal of the claim, and its conditions.
func (c *Claim) Target() (t Target, err error) {
	parts := strings.Split(c.Goal, ", ")
	t.conditions = parts[1:]
	t.home = [2]bool{strings.Contains(c.Goal, "white homebase"), strings.Contains(c.Goal, "black homebase")}
	for _, c := range t.conditions {
		t.Series = t.Series || c == "series"
		if !condition.MatchString(c) {
			return t, fmt.Errorf("%w: condition %q", ErrMalformed, c)
		}
	}
	if parts[0] == "?" {
		return t, nil
	}
	fields := strings.Split(parts[0], " ")
	if len(fields) == 6 {
		for i, any := range []*bool{&t.anyCastling, &t.anyEnPassant} {
			if fields[2+i] == "?" {
				fields[2+i], *any = "-", true
			}
		}
	}
	if t.Goal, err = replay.ParsePlayable(strings.Join(fields, " ")); err != nil {
		return t, fmt.Errorf("%w: goal: %w", ErrMalformed, err)
	}
	return t, nil
}

// initial is where men begin.
var initial, _ = replay.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")

// Reached reports whether a position is the goal.
func (t *Target) Reached(p *replay.Position) bool {
	for sq := range 64 {
		if man := p.At(sq); man != 0 && t.home[side(man)] && man != initial.At(sq) {
			return false
		}
	}
	return t.Goal == nil || p.Without(t.anyCastling, t.anyEnPassant).LeadsTo(t.Goal) == nil
}

// MaxLine is how many bytes a line of the claim may have, its end included.
const MaxLine = 256

// readClaim reads the first lines of a certificate.
func readClaim(r *bufio.Reader) (*Claim, error) {
	var values [5]string
	text := ""
	for i, name := range []string{Format, "start ", "goal ", "plies ", "games "} {
		line, err := readLine(r)
		if err != nil {
			return nil, err
		}
		value, ok := strings.CutPrefix(line, name)
		if !ok {
			return nil, fmt.Errorf("%w: line %d is %q, want %q", ErrMalformed, i+1, line, name+"...")
		}
		values[i] = value
		text += line + "\n"
	}
	c := Claim{Start: values[1], Goal: values[2]}
	var err error
	if c.Plies, err = strconv.Atoi(values[3]); err != nil || c.Plies < 0 || c.Plies > MostPlies {
		return nil, fmt.Errorf("%w: plies %q, want 0 to %d", ErrMalformed, values[3], MostPlies)
	}
	if c.Games, err = strconv.ParseUint(values[4], 10, 53); err != nil {
		return nil, fmt.Errorf("%w: games %q, want a number", ErrMalformed, values[4])
	}
	if c.String() != text {
		return nil, fmt.Errorf("%w: it begins %q, want the form %q", ErrMalformed, text, c.String())
	}
	return &c, nil
}

// readLine reads a line of at most MaxLine bytes, its end included.
func readLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadSlice('\n')
	switch {
	case len(line) > MaxLine:
		return "", fmt.Errorf("%w: a line of more than %d bytes", ErrMalformed, MaxLine)
	case errors.Is(err, io.EOF):
		return "", fmt.Errorf("%w: it ends in a line", ErrMalformed)
	case err != nil:
		return "", err
	}
	return string(line[:len(line)-1]), nil
}
