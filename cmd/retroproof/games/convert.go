package games

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
)

// convertRequest is what games is asked.
type convertRequest struct {
	File  string `arg:"[FILE|-]" doc:"games: PGN, or a list with the tokens of texelutil or of JSON objects"`
	Start string `flag:"start" short:"i" of:"FEN" doc:"where the games of a list start whose lines do not say it; FEN in place of the initial position"`
}

// gameLine is a position with its game, as retroproof-check reads it.
type gameLine struct {
	verb.Head `schema:"retroproof.games/1"`
	FEN       string `json:"fen,omitempty"`
	Start     string `json:"start,omitempty"`
	Verdict   string `json:"verdict"`
	Reason    string `json:"reason,omitempty"` // of an illegal position, as the list has it
	Plies     *int   `json:"plies,omitempty"`
	UCI       string `json:"uci,omitempty"`
	Error     string `json:"error,omitempty"` // what is wrong with a game
}

// convertVerb writes games as retroproof-check reads them.
var convertVerb = verb.Of(verb.Verb{Name: "games", Answers: []verb.Answer{&gameLine{}}},
	convertRequest{File: "-"}, runConvert)

// converter writes the games of a file.
type converter struct {
	*verb.Env
	name  string
	start chess.Setup // of lines that do not say it
	w     *bufio.Writer
	bad   bool
}

func runConvert(ctx context.Context, e *verb.Env, q *convertRequest) error {
	start, err := verb.StartOf(q.Start)
	if err != nil {
		return err
	}
	in, err := e.Open(ctx, q.File)
	if err != nil {
		return err
	}
	defer in.Close()
	c := &converter{Env: e, name: cmp.Or(strings.TrimPrefix(q.File, "-"), "<stdin>"), start: start,
		w: bufio.NewWriter(e.Stdout)}
	text := bufio.NewReader(in)
	head, err := text.Peek(1 << 10)
	if err != nil && err != io.EOF {
		return err
	}
	convert := c.list
	if bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n"), []byte("[")) {
		convert = c.pgn
	}
	if err := cmp.Or(convert(text), c.w.Flush()); err != nil {
		return err
	}
	if c.bad {
		return verb.Exit(verb.ExitMalformed)
	}
	return nil
}

// print writes a line. That of a game that is none goes on without its moves, so that no check of the output succeeds.
func (c *converter) print(l *gameLine, at string, wrong error) error {
	if wrong != nil {
		c.bad = true
		c.Complain(fmt.Errorf("%s: %w", at, wrong))
		l.Plies, l.UCI, l.Error = nil, "", wrong.Error()
	}
	return c.PrintTo(c.w, l, 0)
}

// Text writes the line: retroproof-check reads no other form.
func (l *gameLine) Text(w io.Writer) error {
	_, err := fmt.Fprintln(w, verb.AnswerJSON(l, 0))
	return err
}

// set sets the start and the moves of a game.
func (l *gameLine) set(start *chess.Setup, moves []chess.Move) {
	if *start != chess.InitialSetup() {
		l.Start = start.FEN()
	}
	plies := len(moves)
	l.Verdict, l.Plies, l.UCI = kernel.Legal.String(), &plies, notation.UCI(moves)
}

// pgn converts games in PGN. Where a game leads is its tag GoalFEN, or else the position at its end.
func (c *converter) pgn(in io.Reader) error {
	games := notation.NewPGNReader(in)
	for {
		game, err := games.Read()
		var bad *notation.PGNError
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &bad):
			if err := c.print(&gameLine{Verdict: poslist.Malformed}, c.name, err); err != nil {
				return err
			}
			continue
		case err != nil:
			return err
		}
		l := &gameLine{}
		moves, end, err := game.Play()
		if err == nil {
			start := game.Start
			if start == (chess.Setup{}) {
				start = chess.InitialSetup()
			}
			l.FEN = end.FEN()
			for _, tag := range game.Tags {
				if tag.Name == "GoalFEN" {
					l.FEN = tag.Value
				}
			}
			l.set(&start, moves)
		}
		if err := c.print(l, c.name, err); err != nil {
			return err
		}
	}
}

// list converts the lines of a list.
func (c *converter) list(in io.Reader) error {
	for line, err := range batch.NewReader(in).Lines() {
		if err != nil {
			return err
		}
		l, err := c.line(line)
		if err := c.print(l, fmt.Sprintf("%s:%d", c.name, line.Number), err); err != nil {
			return err
		}
	}
	return nil
}

// line converts a line.
func (c *converter) line(line batch.Line) (*gameLine, error) {
	read, err := poslist.Parse(line)
	if err != nil {
		return &gameLine{Verdict: poslist.Malformed}, err
	}
	l := &gameLine{FEN: read.Setup.FEN(), Verdict: read.Verdict.String()}
	if reason, _ := read.Token(kernel.Illegal.String()); read.Verdict == kernel.Illegal {
		l.Reason = strings.Join(reason, " ")
	}
	if !read.HasGame {
		return l, nil
	}
	game := notation.Game{Start: c.start, Moves: read.Game}
	if read.Start != "" {
		if game.Start, err = chess.ParseFEN(read.Start); err != nil {
			return l, fmt.Errorf("start: %w", err)
		}
	}
	moves, _, err := game.Play()
	if err == nil {
		l.set(&game.Start, moves)
	}
	return l, err
}
