package problem

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"retroproof/chess"
	"retroproof/kernel/exact"
)

// Popeye is a problem as the solver Popeye reads it.
type Popeye struct {
	Target exact.Target // any castling rights and en passant square: a diagram says neither
	Plies  int
}

// PopeyeError says what is wrong with the input, and in which line, from 1 on.
type PopeyeError struct {
	Line   int
	Detail string
}

func (e *PopeyeError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Detail) }

// popeyeLetters are the letters of men in English input; N is taken for S, too.
const popeyeLetters = "KQRBSPN"

// mostPopeye is the number of bytes of an input.
const mostPopeye = 1 << 16

// ReadPopeye reads one proof game: the commands Pieces or Forsyth, and Stipulation with
// "dia N", N in moves; title, author, origin and remarks are skipped. Games start from
// the initial position. The error is a [*PopeyeError] or that of the reader.
func ReadPopeye(r io.Reader) (*Popeye, error) {
	p := &popeyeReader{board: chess.EmptySetup()}
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
	return p.finish()
}

// popeyeReader is where the reading stands.
type popeyeReader struct {
	line    int
	board   chess.Setup
	men     bool // some have been read
	plies   int
	given   bool // the stipulation has been read
	command string
	color   chess.Color
	colored bool
}

func (p *popeyeReader) errorf(format string, args ...any) error {
	return &PopeyeError{max(p.line, 1), fmt.Sprintf(format, args...)}
}

// popeyeCommands are the words that begin something else.
var popeyeCommands = []string{"beginproblem", "endproblem", "pieces", "forsyth", "stipulation", "title", "author", "origin", "remark", "option", "condition", "nextproblem", "twin", "zeroposition"}

// read reads a line, and reports whether the problem ends there.
func (p *popeyeReader) read(line string) (done bool, err error) {
	words := strings.Fields(line)
	for i, word := range words {
		lower := strings.ToLower(word)
		command := ""
		for _, c := range popeyeCommands {
			if len(lower) >= 4 && strings.HasPrefix(c, lower) {
				command = c
			}
		}
		switch command {
		case "endproblem", "nextproblem":
			return true, nil
		case "title", "author", "origin", "remark":
			return false, nil
		case "option", "condition", "twin", "zeroposition":
			return false, p.errorf("%s is not supported, only proof games of ordinary chess are", words[i])
		case "":
			if err := p.word(word); err != nil {
				return false, err
			}
		default:
			p.command, p.colored = command, false
		}
	}
	return false, nil
}

// word reads a word that belongs to the command before it.
func (p *popeyeReader) word(word string) error {
	switch p.command {
	case "pieces":
		return p.man(word)
	case "forsyth":
		s, err := chess.ParseFEN(strings.Map(forsyth, word) + " w - - 0 1")
		if err != nil {
			return p.errorf("%v", err)
		}
		p.board, p.men = s, true
		p.command = ""
		return nil
	case "stipulation":
		length := strings.TrimPrefix(strings.ToLower(word), "dia")
		if length == "" {
			return nil // the number is the next word
		}
		if !strings.Contains(length, ".") {
			length += ".0"
		}
		plies, err := ParseLength(length)
		if err != nil {
			return p.errorf("stipulation %q, want dia N or dia N.5", word)
		}
		p.plies, p.given = plies, true
		p.command = ""
		return nil
	}
	return p.errorf("unexpected %q", word)
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
	k := strings.IndexByte(popeyeLetters, word[0]&^0x20)
	if !p.colored || k < 0 || len(word) < 3 || len(word)%2 == 0 {
		return p.errorf("%q, want men as in: White Kb1 Sg1 Pa2b2", word)
	}
	kind := [...]chess.Kind{chess.King, chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn, chess.Knight}[k]
	for i := 1; i < len(word); i += 2 {
		file, rank := int(word[i]|0x20)-'a', int(word[i+1])-'1'
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return p.errorf("%q: %q is no square", word, word[i:i+2])
		}
		sq := chess.MakeSquare(file, rank)
		if p.board.Board[sq] != chess.NoMan {
			return p.errorf("%q: there are two men on %s", word, sq)
		}
		p.board.Board[sq] = chess.MakeMan(p.color, kind)
		p.men = true
	}
	return nil
}

// finish makes the problem.
func (p *popeyeReader) finish() (*Popeye, error) {
	switch {
	case !p.men:
		return nil, p.errorf("the problem ends without men: want Pieces or Forsyth")
	case !p.given:
		return nil, p.errorf("the problem ends without a stipulation: want dia N")
	}
	if p.plies%2 == 1 {
		p.board.Turn = chess.Black
	}
	if _, err := chess.NewPosition(p.board); err != nil {
		return nil, p.errorf("%v", err)
	}
	return &Popeye{exact.Target{Setup: p.board, AnyCastling: true, AnyEnPassant: true}, p.plies}, nil
}
