package problem

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"retroproof/chess"
	"retroproof/kernel/exact"
)

// Popeye is a problem as the solver Popeye reads it, or one of its twins.
type Popeye struct {
	Twin   string       // "a", "b" and so on; "" of a problem without twins
	Change string       // of the diagram before, "Move e5 e6"; "" if it is this diagram
	Source string       // author and origin
	Target exact.Target // any castling rights and en passant square: a diagram says neither
	Plies  int
}

// PopeyeError says what is wrong with the input, and in which line, from 1 on.
type PopeyeError struct {
	Line   int
	Detail string
}

func (e *PopeyeError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Detail) }

// mostPopeye is the number of bytes of an input.
const mostPopeye = 1 << 16

// ReadPopeye reads one proof game with its twins: the commands Pieces or Forsyth; Stipulation with "dia N", N in moves,
// or "ser-dia N" for a series; Twin and ZeroPosition. Title, author, origin and remarks are skipped. Games start from
// the initial position. The error is a [*PopeyeError] or that of the reader.
func ReadPopeye(r io.Reader) ([]Popeye, error) {
	p := &popeyeReader{diagram: diagram{board: chess.EmptySetup()}}
	in := bufio.NewScanner(io.LimitReader(r, mostPopeye))
	for in.Scan() {
		p.line++
		if done, err := p.read(in.Text()); err != nil {
			return nil, err
		} else if done {
			break
		}
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	return p.problems, p.finish()
}

// popeyeReader is where the reading stands.
type popeyeReader struct {
	diagram
	line     int
	command  string
	color    chess.Color
	colored  bool
	skip     bool     // the next word is the number of an option
	first    *diagram // what twins change, unless they are continued
	last     diagram  // of the twin before
	words    []string // of a change of a twin
	changes  []string // all words of a twin
	source   []string
	adding   bool // a twin has more men
	problems []Popeye
}

// diagram is a position with its stipulation.
type diagram struct {
	board  chess.Setup
	men    bool // some have been read
	plies  int
	series bool
	given  bool // the stipulation has been read
}

func (p *popeyeReader) errorf(format string, args ...any) error {
	return &PopeyeError{max(p.line, 1), fmt.Sprintf(format, args...)}
}

// popeyeCommands are the words that begin something else.
var popeyeCommands = []string{
	"beginproblem", "endproblem", "pieces", "forsyth", "stipulation", "title", "author", "origin", "remark", "option",
	"condition", "nextproblem", "twin", "zeroposition",
}

// popeyeOptions are those that concern how Popeye searches and prints.
var popeyeOptions = []string{"intelligent", "movenumbers", "noboard", "maxsolutions", "maxtime"}

// read reads a line, and reports whether the problem ends there.
func (p *popeyeReader) read(line string) (done bool, err error) {
	words := strings.Fields(line)
	for i, word := range words {
		command := oneOf(popeyeCommands, word, 4)
		switch command {
		case "endproblem", "nextproblem":
			return true, nil
		case "author", "origin":
			p.source = append(p.source, strings.Join(words[i+1:], " "))
			return false, nil
		case "title", "remark":
			return false, nil
		case "condition":
			return false, p.errorf("%s is not supported, only proof games of ordinary chess are", words[i])
		case "twin", "zeroposition":
			err = p.twin(command)
		case "":
			err = p.word(word)
		default:
			p.command, p.colored, p.series = command, false, p.series && command != "stipulation"
		}
		if err != nil {
			return false, err
		}
		if p.first != nil && command != "twin" && command != "zeroposition" {
			p.changes = append(p.changes, word)
		}
	}
	return false, nil
}

// oneOf returns the word of a list of which a text has at least so many letters, "" if there is none.
func oneOf(list []string, text string, least int) string {
	text = strings.ToLower(text)
	for _, word := range list {
		if len(text) >= min(least, len(word)) && strings.HasPrefix(word, text) {
			return word
		}
	}
	return ""
}

// word reads a word that belongs to the command before it.
func (p *popeyeReader) word(word string) error {
	switch p.command {
	case "pieces":
		return p.man(word)
	case "twin":
		return p.change(word)
	case "option":
		if p.skip {
			p.skip = false
			return nil
		}
		option := oneOf(popeyeOptions, word, 4)
		if p.skip = strings.HasPrefix(option, "max"); option == "" {
			return p.errorf("option %q is not supported", word)
		}
		return nil
	case "forsyth":
		s, err := chess.ParseFEN(strings.Map(forsyth, word) + " w - - 0 1")
		if err != nil {
			return p.errorf("%v", err)
		}
		p.board, p.men = s, true
		p.command = ""
		return nil
	case "stipulation":
		done, err := p.stipulation(word)
		if done {
			p.command = ""
		}
		if done && p.first != nil {
			p.command = "twin"
		}
		return err
	}
	return p.errorf("unexpected %q", word)
}

// stipulation reads a word of a stipulation, and reports whether that was its end.
func (p *popeyeReader) stipulation(word string) (done bool, err error) {
	length, series := strings.CutPrefix(strings.ToLower(word), "ser-")
	length = strings.TrimPrefix(length, "dia")
	if p.series = p.series || series; length == "" {
		return false, nil // the number is the next word
	}
	if !p.series && !strings.Contains(length, ".") {
		length += ".0"
	}
	if p.plies, err = ParseLength(length); err != nil || p.series && strings.Contains(length, ".") {
		return true, p.errorf("stipulation %q, want dia N, dia N.5 or ser-dia N", word)
	}
	p.given = true
	return true, nil
}

// forsyth has the letters of knights as FEN does.
func forsyth(r rune) rune {
	switch r {
	case 'S':
		return 'N'
	case 's':
		return 'n'
	}
	return r
}

// man reads the men of a word, as "Kb1", "Pa2b2c2", or a side.
func (p *popeyeReader) man(word string) error {
	switch strings.ToLower(word) {
	case "white":
		p.color, p.colored = chess.White, true
		return nil
	case "black":
		p.color, p.colored = chess.Black, true
		return nil
	}
	kind := kindOf(strings.ToUpper(word[:1]))
	if !p.colored || kind == chess.NoKind || len(word) < 3 || len(word)%2 == 0 {
		return p.errorf("%q, want men as in: White Kb1 Sg1 Pa2b2", word)
	}
	for i := 1; i < len(word); i += 2 {
		sq, err := chess.ParseSquare(strings.ToLower(word[i : i+2]))
		if err != nil {
			return p.errorf("%q: %q is no square", word, word[i:i+2])
		}
		if p.board.Board[sq] != chess.NoMan {
			return p.errorf("%q: there are two men on %s", word, sq)
		}
		p.board.Board[sq] = chess.MakeMan(p.color, kind)
		p.men = true
	}
	return nil
}

// finish makes the problem, or the last twin.
func (p *popeyeReader) finish() error {
	if len(p.words) > 0 {
		return p.errorf("the twin ends with %q", strings.Join(p.words, " "))
	}
	switch {
	case !p.men:
		return p.errorf("the problem ends without men: want Pieces or Forsyth")
	case !p.given:
		return p.errorf("the problem ends without a stipulation: want dia N")
	}
	target := exact.Target{Setup: p.board, AnyCastling: true, AnyEnPassant: true, Series: p.series}
	target.Setup.Turn = target.Turn(chess.White, p.plies)
	if _, err := chess.NewPosition(target.Setup); err != nil {
		return p.errorf("%v", err)
	}
	one := Popeye{Target: target, Plies: p.plies, Source: strings.Join(p.source, ", ")}
	if p.first != nil {
		if len(p.problems) == 26 {
			return p.errorf("more than 26 twins")
		}
		one.Twin, one.Change = string(rune('a'+len(p.problems))), strings.Join(p.changes, " ")
	}
	p.problems = append(p.problems, one)
	return nil
}
