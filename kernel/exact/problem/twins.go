package problem

import (
	"strings"

	"retroproof/chess"
)

// twinChanges are what changes a twin, with the number of words that follow.
var twinChanges = map[string]int{
	"move": 2, "exchange": 2, "shift": 2, "remove": 1, "substitute": 2, "polishtype": 0, "continued": 0, "add": 0,
}

// twinWords are their names.
var twinWords = []string{"move", "exchange", "shift", "remove", "substitute", "polishtype", "continued", "add"}

// twin ends a problem, or with ZeroPosition the diagram that is none, and begins a twin.
func (p *popeyeReader) twin(command string) error {
	switch {
	case command == "twin":
		if p.first == nil {
			start := p.diagram
			p.first = &start
		}
		if err := p.finish(); err != nil {
			return err
		}
	case p.first != nil:
		return p.errorf("ZeroPosition after a twin")
	default:
		start := p.diagram
		p.first = &start
	}
	p.last, p.diagram = p.diagram, *p.first
	p.command, p.colored, p.adding, p.changes = "twin", false, false, nil
	return nil
}

// change reads a word of a twin.
func (p *popeyeReader) change(word string) error {
	if len(p.words) == 0 {
		change := oneOf(twinWords, word, 3)
		switch {
		case change == "" && p.adding:
			return p.man(word)
		case change == "":
			return p.errorf("twin with %q, want one of %s", word, strings.Join(twinWords, ", "))
		}
		p.adding = change == "add"
		p.words = []string{change}
	} else {
		p.words = append(p.words, word)
	}
	if len(p.words) <= twinChanges[p.words[0]] {
		return nil
	}
	change, words := p.words[0], p.words[1:]
	p.words = nil
	return p.changed(change, words)
}

// changed changes the diagram.
func (p *popeyeReader) changed(change string, words []string) error {
	b := &p.board.Board
	// Changes of all men, or of the diagram.
	switch change {
	case "continued":
		p.diagram = p.last
		return nil
	case "polishtype":
		for sq, m := range b {
			if m != chess.NoMan {
				b[sq] = chess.MakeMan(m.Color().Other(), m.Kind())
			}
		}
		return nil
	case "remove":
		return p.removed(words[0])
	case "substitute":
		from, to := kindOf(strings.ToUpper(words[0])), kindOf(strings.ToUpper(words[1]))
		if len(words[0]) != 1 || len(words[1]) != 1 || from == chess.NoKind || to == chess.NoKind {
			return p.errorf("substitute %s %s, want two letters of men", words[0], words[1])
		}
		for sq, m := range b {
			if m.Kind() == from {
				b[sq] = chess.MakeMan(m.Color(), to)
			}
		}
		return nil
	case "add":
		return nil
	}
	// Those with two squares.
	from, err1 := chess.ParseSquare(strings.ToLower(words[0]))
	to, err2 := chess.ParseSquare(strings.ToLower(words[1]))
	if err1 != nil || err2 != nil {
		return p.errorf("%s %s %s, want two squares", change, words[0], words[1])
	}
	if change == "shift" {
		return p.shifted(from, to)
	}
	if b[from] == chess.NoMan || change == "exchange" && b[to] == chess.NoMan {
		return p.errorf("%s %s %s: a square is empty", change, from, to)
	}
	if b[from], b[to] = b[to], b[from]; change == "move" {
		b[from] = chess.NoMan
	}
	return nil
}

// removed takes the men of some squares away.
func (p *popeyeReader) removed(squares string) error {
	for i := 0; i < len(squares); i += 2 {
		sq, err := chess.ParseSquare(strings.ToLower(squares[i:min(i+2, len(squares))]))
		if err != nil || p.board.Board[sq] == chess.NoMan {
			return p.errorf("remove %s, want squares with men on them", squares)
		}
		p.board.Board[sq] = chess.NoMan
	}
	return nil
}

// shifted moves all men as one of them.
func (p *popeyeReader) shifted(from, to chess.Square) error {
	before := p.board.Board
	p.board.Board = chess.EmptySetup().Board
	for sq, m := range before {
		if m == chess.NoMan {
			continue
		}
		file, rank := chess.Square(sq).File()+to.File()-from.File(), chess.Square(sq).Rank()+to.Rank()-from.Rank()
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return p.errorf("shift %s %s: a man leaves the board", from, to)
		}
		p.board.Board[chess.MakeSquare(file, rank)] = m
	}
	return nil
}
