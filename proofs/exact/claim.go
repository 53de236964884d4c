package exact

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"retroproof/chess"
)

// Format is the first line of a certificate.
const Format = "retroproof exact certificate 1"

// MostPlies is the largest number of plies that a certificate may be about.
const MostPlies = 200

// Claim is what a certificate states.
type Claim struct {
	Start, Goal  chess.Setup
	AnyCastling  bool // the goal may have any castling rights
	AnyEnPassant bool
	Plies        int
	Games        uint64 // number of games of that many plies from the start to the goal
}

// ErrMalformed is the error of a file that is not a certificate.
var ErrMalformed = errors.New("malformed certificate")

// GoalText returns the FEN of the goal, with "?" for fields that may have any value.
func (c *Claim) GoalText() string {
	goal := strings.Fields(c.Goal.FEN())
	if c.AnyCastling {
		goal[2] = "?"
	}
	if c.AnyEnPassant {
		goal[3] = "?"
	}
	return strings.Join(goal, " ")
}

// String returns the first lines of a certificate, which state the claim.
func (c *Claim) String() string {
	return fmt.Sprintf("%s\nstart %s\ngoal %s\nplies %d\ngames %d\n", Format, c.Start.FEN(), c.GoalText(), c.Plies, c.Games)
}

// maxLine is the largest length of a line.
const maxLine = 256

// readClaim reads the first lines of a certificate.
func readClaim(r *bufio.Reader) (*Claim, error) {
	var c Claim
	values, text := make([]string, 5), ""
	for i, name := range []string{"", "start ", "goal ", "plies ", "games "} {
		line, err := readLine(r)
		if err != nil {
			return nil, err
		}
		value, ok := strings.CutPrefix(line, name)
		if !ok || i == 0 && line != Format {
			return nil, fmt.Errorf("%w: line %d is %q, want %q", ErrMalformed, i+1, line, name+"...")
		}
		values[i] = value
		text += line + "\n"
	}
	var err error
	if c.Start, err = chess.ParseFEN(values[1]); err != nil {
		return nil, fmt.Errorf("%w: start: %w", ErrMalformed, err)
	}
	goal := strings.Split(values[2], " ")
	if len(goal) == 6 {
		for i, any := range []*bool{&c.AnyCastling, &c.AnyEnPassant} {
			if goal[2+i] == "?" {
				goal[2+i], *any = "-", true
			}
		}
	}
	if c.Goal, err = chess.ParseFEN(strings.Join(goal, " ")); err != nil {
		return nil, fmt.Errorf("%w: goal: %w", ErrMalformed, err)
	}
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

// readLine reads a line of at most maxLine bytes.
func readLine(r *bufio.Reader) (string, error) {
	var b []byte
	for len(b) < maxLine {
		c, err := r.ReadByte()
		if errors.Is(err, io.EOF) {
			return "", fmt.Errorf("%w: it ends in a line", ErrMalformed)
		}
		if err != nil {
			return "", err
		}
		if c == '\n' {
			return string(b), nil
		}
		b = append(b, c)
	}
	return "", fmt.Errorf("%w: a line of more than %d bytes", ErrMalformed, maxLine)
}
