package lenient

import (
	"regexp"
	"strings"
	"unicode"

	"retroproof/chess"
)

// Clean returns a line of text as [chess.ParseFEN] takes it: a capital side to move
// or en passant square is made a small one, and after four or six fields a remark
// that begins with "#" and the operations of an EPD line are left out, but for hmvc
// and fmvn, which become the clocks. Up to the fourth field every byte keeps its
// place, so that columns in errors are right.
func Clean(text string) string {
	words := firstWords(text, mostWords)
	b := []byte(text)
	if len(words) > 1 && isSide(words[1].text) {
		lower(b, words[1])
	}
	if len(words) > 3 && enPassant.MatchString(words[3].text) {
		lower(b, words[3])
	}
	for i, w := range words {
		rest := text[w.at:]
		switch {
		case rest[0] == '#' && i >= 4:
			return strings.TrimRight(string(b[:w.at]), " \t")
		case i == 4 || i == 6:
			if ops, ok := operations(rest); ok {
				return strings.TrimRight(string(b[:w.at]), " \t") + clocks(ops, i)
			}
		}
	}
	return string(b)
}

// formOfBoard tells a FEN from a board in letters of another language, by its first word.
func formOfBoard(board string) Form {
	for _, c := range board {
		if c != '/' && c != '?' && (c < '0' || c > '9') && unicode.IsLetter(c) && !strings.ContainsRune("kqrbnpKQRBNP", c) {
			if _, err := (&source{form: Forsyth, text: board}).forsyth(); err == nil {
				return Forsyth
			}
		}
	}
	return FEN
}

// fen reads a FEN, an EPD line, or the first field or two of one.
func (r *Reading) fen(text string) (Position, error) {
	p, s := Position{Form: FEN, FEN: Clean(text)}, &source{form: FEN, text: text}
	words := strings.Fields(p.FEN)
	said := len(words) > 1 && (words[1] == "w" || words[1] == "b")
	switch n := len(words); {
	case said && r.Side != "" && r.Side != words[1]:
		return p, s.fail(firstWords(text, 2)[1].at, "it is %s's move, not %s's", sideName(words[1]), sideName(r.Side))
	case n > 2 && words[1] == "?" && r.Side != "":
		p.FEN = strings.Replace(p.FEN, " ? ", " "+r.Side+" ", 1)
	case n == 1 || n == 2 && (said || words[1] == "?"):
		// A man that is asked for stands for a square that may be empty.
		if _, err := chess.ParseFEN(strings.ReplaceAll(words[0], "?", "p") + " w - -"); err != nil {
			return p, nil // the mistake is found once more by who reads the FEN
		}
		filled, err := r.fill([]string{words[0], strings.Join(words[1:], ""), "?", "?"})
		if filled.Form = Board; err != nil {
			s.form = Board
			return p, s.fail(len(text), "%w", err)
		}
		return filled, nil
	}
	return p, nil
}

// mostWords is how many words matter: the six fields, and the first that is behind.
const mostWords = 7

func lower(b []byte, w word) { copy(b[w.at:], strings.ToLower(w.text)) }

func isSide(word string) bool {
	return len(word) == 1 && strings.Contains("wWbB", word)
}

var (
	enPassant = regexp.MustCompile(`^[A-Ha-h][1-8]$`)
	castling  = regexp.MustCompile(`^(-|[KQkq]{1,4})$`)
	opcode    = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,14}$`)
)

// verdicts are words behind a FEN that are no opcodes: lines of our own have them.
var verdicts = map[string]bool{"legal": true, "illegal": true, "unknown": true, "malformed": true}

// operations returns the operations of an EPD line, each an opcode with operands,
// and whether the text consists of such. Every one ends in a semicolon; the last
// may lack it, and in lists of perft counts it stands before them.
func operations(text string) (ops [][]string, ok bool) {
	if !strings.Contains(text, ";") {
		return nil, false
	}
	for _, op := range cut(text) {
		words := strings.Fields(op)
		switch {
		case len(words) == 0:
			continue
		case words[0][0] == '#':
			return ops, true // a remark behind them
		case !opcode.MatchString(words[0]), len(ops) == 0 && verdicts[words[0]]:
			return nil, false
		}
		ops = append(ops, words)
	}
	return ops, true
}

// cut splits a text at the semicolons that are not within quotation marks.
func cut(text string) (parts []string) {
	quoted, from := false, 0
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ';' && !quoted:
			parts, from = append(parts, text[from:i]), i+1
		}
	}
	return append(parts, text[from:])
}

// clocks returns the two clocks that operations name, or nothing if there are
// clocks, or are none.
func clocks(ops [][]string, fields int) string {
	half, full, named := "0", "1", false
	for _, op := range ops {
		if len(op) != 2 || strings.Trim(op[1], "0123456789") != "" {
			continue
		}
		switch op[0] {
		case "hmvc":
			half, named = op[1], true
		case "fmvn":
			full, named = op[1], true
		}
	}
	if fields > 4 || !named {
		return ""
	}
	return " " + half + " " + full
}

// Arguments joins the words of a FEN that was typed without quotation marks: six
// arguments, or four, that together make one. A flag's value is found, too, as in
// --start=FEN. If the words look like a FEN that has a mistake they are joined as
// well, so that the mistake is what the error is about.
func Arguments(args []string) []string {
	var joined []string
	for len(args) > 0 {
		n := fenLength(args)
		joined = append(joined, strings.Join(args[:n], " "))
		args = args[n:]
	}
	return joined
}

// fenLength returns how many of the arguments, from the first on, are one FEN; 1 if
// they are none.
func fenLength(args []string) int {
	if len(args) < 3 {
		return 1
	}
	board := args[0]
	if name, value, ok := strings.Cut(board, "="); ok && strings.HasPrefix(name, "-") {
		board = value
	}
	if !strings.Contains(board, "/") || strings.Contains(board, " ") || !isSide(args[1]) {
		return 1
	}
	most := 1
	for most < min(len(args), 6) && !strings.HasPrefix(args[most], "--") && !strings.Contains(args[most], " ") {
		most++
	}
	for _, n := range []int{6, 4} {
		if n <= most {
			if _, err := chess.ParseFEN(Clean(board + " " + strings.Join(args[1:n], " "))); err == nil {
				return n
			}
		}
	}
	if castling.MatchString(args[2]) || strings.Count(board, "/") == 7 {
		return most
	}
	return 1
}
