package lenient

import (
	"regexp"
	"slices"
	"strings"

	"retroproof/chess"
)

// empties are what an empty square is shown as.
const empties = ".-_·⭘:#*□■"

// isEmpty reports whether a cell shows an empty square.
func isEmpty(cell string) bool {
	c, rest := firstRune(cell)
	return cell == "" || rest == "" && strings.ContainsRune(empties, c)
}

// cellMan is the man that a cell shows. Letters are a colour's by their case, by a sign before Black's as Popeye has
// it, or by w and b or s before them; the style of a whole diagram is one.
type cellMan struct {
	word  string
	color chess.Color
	style byte // 'c' case, '-' sign, 'w' letters before; 0 for figurines
}

// readCell reads a cell that is not empty.
func readCell(cell string) (m cellMan, ok bool) {
	c, rest := firstRune(cell)
	if rest == "" {
		if man, ok := figurine(c); ok {
			return cellMan{cell, man.Color(), 0}, true
		}
		return cellMan{cell, colorOf(c), 'c'}, isLetter(cell)
	}
	second, _ := firstRune(rest)
	switch {
	case c == '-' && isLetter(rest):
		return cellMan{rest, chess.Black, '-'}, true
	case strings.ContainsRune("wbs", c) && isLetter(rest) && colorOf(second) == chess.White:
		color := chess.Black
		if c == 'w' {
			color = chess.White
		}
		return cellMan{rest, color, 'w'}, true
	case strings.ToUpper(cell) == "КР":
		return cellMan{cell, colorOf(c), 'c'}, true
	}
	return m, false
}

// row is a line of a diagram: eight cells, and the number of the rank where it is written.
type row struct {
	cells  [8]word
	number int // 0 for none
}

// readRow reads a line as eight squares.
func readRow(line string) (r row, ok bool) {
	var cells []word
	if strings.ContainsAny(line, "|│") {
		cells, r.number = barred(line)
	}
	if len(cells) != 8 {
		cells, r.number = unnumbered(wordsOf(line))
	}
	if len(cells) == 1 {
		w := cells[0]
		cells = nil
		for at, c := range w.text {
			cells = append(cells, word{string(c), w.at + at})
		}
	}
	if len(cells) != 8 {
		return r, false
	}
	for i, c := range cells {
		if _, man := readCell(c.text); !man && !isEmpty(c.text) {
			return r, false
		}
		r.cells[i] = c
	}
	return r, true
}

// barred reads a row whose squares stand between bars; blanks are an empty square.
func barred(line string) (cells []word, number int) {
	line = strings.ReplaceAll(line, "│", "|  ") // as many bytes
	first, last := strings.IndexByte(line, '|'), strings.LastIndexByte(line, '|')
	outside := wordsOf(line[:first] + " " + line[last+1:])
	if _, number = unnumbered(append(outside, word{text: "."})); len(outside) > 1 {
		return nil, 0
	}
	at := first + 1
	for part := range strings.SplitSeq(line[first+1:max(last, first+1)], "|") {
		cell := strings.TrimSpace(part)
		cells = append(cells, word{cell, at + max(0, strings.Index(part, cell))})
		at += len(part) + 1
	}
	return cells, number
}

// unnumbered takes the number of the rank off both ends of a row.
func unnumbered(words []word) (cells []word, number int) {
	digit := func(w word) int {
		w.text = strings.Trim(w.text, "|│:")
		if len(w.text) == 1 && w.text[0] >= '1' && w.text[0] <= '8' {
			return int(w.text[0] - '0')
		}
		return 0
	}
	bar := func(w word) bool { return strings.Trim(w.text, "|│") == "" }
	words = slices.DeleteFunc(slices.Clone(words), bar)
	if n := len(words); n > 1 && digit(words[n-1]) > 0 {
		number, words = digit(words[n-1]), words[:n-1]
	}
	if len(words) > 1 && digit(words[0]) > 0 {
		if number > 0 && number != digit(words[0]) {
			return nil, 0
		}
		number, words = digit(words[0]), words[1:]
	}
	return words, number
}

// frame is what borders consist of.
const frame = "+-=|_│─┌┐└┘├┤┬┴┼╔╗╚╝═║ \t\r"

// filesIn returns the letters of the files if a line has nothing else but a frame: "abcdefgh".
func filesIn(line string) string {
	var letters strings.Builder
	for _, c := range line {
		if !strings.ContainsRune(frame, c) {
			letters.WriteRune(c)
		}
	}
	return strings.ToLower(letters.String())
}

// isBorder reports whether a line is a frame, with the letters of the files or without.
func isBorder(line string) bool {
	files := filesIn(line)
	return strings.TrimSpace(line) != "" && (files == "" || files == "abcdefgh" || files == "hgfedcba")
}

// isRow reports whether a line is a row of squares, and no border.
func isRow(line string) bool {
	_, ok := readRow(line)
	return ok && (!isBorder(line) || strings.Count(line, "|") > 2)
}

// isDiagram reports whether a text has two rows of squares, or one within a border.
func isDiagram(text string) bool {
	rows := 0
	for line := range strings.SplitSeq(text, "\n") {
		if isRow(line) {
			rows++
		}
	}
	return rows > 1
}

// diagram reads a board in characters.
func (s *source) diagram() (*diagram, error) {
	// Rows stand together, with borders between them at most; what is above and below may be anything. Cost: linear.
	var rows []row
	var ats []int
	files, rest, at := "", "", 0
	for line := range strings.SplitSeq(s.text, "\n") {
		r, ok := readRow(line)
		switch {
		case isBorder(line) && !isRow(line):
			if f := filesIn(line); f != "" {
				files = f
			}
		case ok && len(rows) < 8:
			for i := range r.cells {
				r.cells[i].at += at
			}
			rows, ats = append(rows, r), append(ats, at)
		case len(rows) > 0 && len(rows) < 8:
			return nil, s.fail(at, "no row of 8 squares, after %d rows: %q", len(rows), strings.TrimSpace(line))
		case ok:
			return nil, s.fail(at, "a ninth row")
		default:
			rest += line + "\n"
		}
		at += len(line) + 1
	}
	if len(rows) != 8 {
		return nil, s.fail(at, "%d rows, want 8", len(rows))
	}
	flipped, err := s.orientation(rows, ats, files)
	if err != nil {
		return nil, err
	}
	men, err := s.menOf(rows, flipped)
	if err != nil {
		return nil, err
	}
	d, err := s.resolve(men)
	if err != nil {
		return nil, err
	}
	return d, s.around(d, rest)
}

// orientation reports whether a board is seen from Black's side, by the numbers of its ranks and the letters of files.
func (s *source) orientation(rows []row, ats []int, files string) (flipped bool, err error) {
	flipped = rows[0].number == 1 || rows[0].number == 0 && files == "hgfedcba"
	for i, r := range rows {
		want := 8 - i
		if flipped {
			want = i + 1
		}
		if (r.number != 0 || rows[0].number != 0) && r.number != want {
			return false, s.fail(ats[i], "rank %d, want %d", r.number, want)
		}
	}
	if flipped && files == "abcdefgh" || !flipped && files == "hgfedcba" {
		return false, s.fail(ats[0], "the letters of the files do not go with the numbers of the ranks")
	}
	return flipped, nil
}

// menOf returns the men of a diagram.
func (s *source) menOf(rows []row, flipped bool) (men []placed, err error) {
	style := byte(0)
	for i, r := range rows {
		for file, cell := range r.cells {
			m, ok := readCell(cell.text)
			if !ok || isEmpty(cell.text) {
				continue
			}
			sq := chess.MakeSquare(file, 7-i)
			if flipped {
				sq = chess.MakeSquare(7-file, i)
			}
			// Where Popeye signs black men, a capital without a sign is White's.
			own := m.style
			if own == 'c' && m.color == chess.White && style == '-' || own == 0 {
				own = style
			}
			if own == '-' && style == 'c' && !slices.ContainsFunc(men, isBlack) {
				style = '-'
			}
			if style == 0 {
				style = own
			}
			if own != style {
				return nil, s.fail(cell.at, "%q: whose man it is is not said as before", cell.text)
			}
			men = append(men, placed{m.word, m.color, sq, cell.at})
		}
	}
	return men, nil
}

func isBlack(m placed) bool { return m.color == chess.Black }

var (
	fenBelow   = regexp.MustCompile(`(?im)^\s*fen\s*:\s*(.+)$`)
	countBelow = regexp.MustCompile(`\(?\b(\d{1,2}) ?\+ ?(\d{1,2})\b\)?`)
)

// around reads what is above and below a diagram: whose move it is, the numbers of men, a FEN.
func (s *source) around(d *diagram, rest string) error {
	turn, _, err := s.turnIn(rest)
	if err != nil {
		return err
	}
	d.turn = turn
	if m := countBelow.FindStringSubmatch(rest); m != nil {
		if err := s.count(d, "("+m[1]+"+"+m[2]+")", max(0, strings.Index(s.text, m[0]))); err != nil {
			return err
		}
	}
	if m := fenBelow.FindStringSubmatch(rest); m != nil {
		fen := strings.TrimSpace(m[1])
		setup, err := chess.ParseFEN(Clean(fen))
		at := strings.Index(s.text, fen)
		if err != nil {
			return s.fail(at, "%w", err)
		}
		if setup.Board != d.setup.Board {
			return s.fail(at, "the FEN has another board than the diagram")
		}
		d.fen = fen
	}
	return nil
}

// untilEndOfDiagram is the lines of a diagram: eight rows, and the border below.
func untilEndOfDiagram() func(string) bool {
	rows := 0
	return func(line string) bool {
		switch {
		case isRow(line):
			rows++
			return rows <= 8
		case isBorder(line):
			return true
		}
		return rows < 8 && strings.TrimSpace(line) != ""
	}
}
