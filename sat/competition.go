package sat

import (
	"bytes"
	"errors"
	"math/big"
	"regexp"
	"slices"
	"strconv"

	"retroproof/proofs/lrat"
)

// CountingLines reads what a formula's file says in the format of the model counting competition: the lines "c t TYPE",
// "c p show VARIABLES 0" and "c p weight LITERAL WEIGHT 0", which DIMACS takes for remarks. The text of the file is to
// be written to it.
type CountingLines struct {
	// Name is the file's, for errors.
	Name string
	// Type is what "c t" says: mc, wmc, pmc or pwmc; "" without such a line.
	Type string
	// Show has the variables of all lines "c p show", in ascending order; nil without such a line.
	Show    []int
	weights map[int]*big.Rat // of literals, as lines "c p weight" have them
	line    []byte           // what has been read of the current one, if it may say something
	number  int              // of complete lines
	skip    bool             // the rest of the line
	ended   bool             // by "%"
	largest shown            // of Show and weights
	err     error
}

// A weight is a decimal, perhaps with an exponent, or a fraction; its length is limited.
var weightForm = regexp.MustCompile(`^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d{1,4})?$|^[-+]?\d+/\d+$`)

const longestWeight = 1000

// errCounting is the kind of error about a line of the format.
var errCounting = errors.New(`malformed line "c t" or "c p"`)

// shown is a variable with where it stands.
type shown struct{ variable, line, column int }

// Write takes a part of the text. It returns no error: End does.
func (c *CountingLines) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0 && !c.ended; {
		part, after, complete := bytes.Cut(rest, []byte{'\n'})
		if !c.skip {
			c.line = append(c.line, part...)
			c.skip = !mayCount(c.line)
		}
		if complete {
			c.endLine()
		}
		rest = after
	}
	return len(p), nil
}

// mayCount reports whether a line that begins so can be one of the format. Others may be too long to be kept.
func mayCount(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	if len(line) == 0 || string(line) == "%" {
		return true
	}
	if line[0] == '%' {
		return len(bytes.TrimSpace(line)) == 1
	}
	words := bytes.Fields(line[:min(len(line), 64)])
	return string(words[0]) == "c" && (len(words) == 1 || string(words[1]) == "t" || string(words[1]) == "p")
}

func (c *CountingLines) endLine() {
	c.number++
	if !c.skip {
		c.read(c.line)
	}
	c.line, c.skip = c.line[:0], false
}

// word is a word of a line, with its column.
type word struct {
	text   string
	column int
}

func wordsOf(line []byte) (words []word) {
	for at := 0; at < len(line); {
		n := bytes.IndexAny(line[at:], " \t\r")
		if n < 0 {
			n = len(line) - at
		}
		if n > 0 {
			words = append(words, word{string(line[at : at+n]), at + 1})
		}
		at += n + 1
	}
	return words
}

func (c *CountingLines) read(line []byte) {
	words := wordsOf(line)
	switch {
	case c.err != nil:
	case len(words) == 1 && words[0].text == "%":
		c.ended = true
	case len(words) == 3 && words[1].text == "t":
		c.readType(words[2])
	case len(words) >= 3 && words[1].text == "p" && words[2].text == "show":
		c.show(words[3:], len(line))
	case len(words) >= 3 && words[1].text == "p" && words[2].text == "weight":
		c.weight(words[3:], len(line))
	}
}

func (c *CountingLines) readType(w word) {
	switch {
	case !slices.Contains([]string{"mc", "wmc", "pmc", "pwmc"}, w.text):
		c.fail(w, "mc, wmc, pmc or pwmc", errCounting)
	case c.Type != "" && c.Type != w.text:
		c.fail(w, c.Type+", as above", errCounting)
	default:
		c.Type = w.text
	}
}

// show reads what follows "c p show".
func (c *CountingLines) show(words []word, end int) {
	if c.Show == nil {
		c.Show = []int{}
	}
	for i, w := range words {
		v, err := strconv.Atoi(w.text)
		switch {
		case err != nil || v < 0:
			c.fail(w, "a variable or 0", errCounting)
			return
		case v == 0 && i < len(words)-1:
			c.fail(words[i+1], "the end of the line after 0", errCounting)
			return
		case v == 0:
			return
		}
		c.named(v, w)
		c.Show = append(c.Show, v)
	}
	c.fail(word{"\n", end + 1}, "0", errCounting)
}

// named keeps the largest variable that lines name, and where.
func (c *CountingLines) named(v int, w word) {
	if v > c.largest.variable {
		c.largest = shown{v, c.number, w.column}
	}
}

// weight reads what follows "c p weight".
func (c *CountingLines) weight(words []word, end int) {
	words = append(words, slices.Repeat([]word{{"\n", end + 1}}, 3)...)
	l, err := strconv.Atoi(words[0].text)
	w, ok := new(big.Rat), len(words[1].text) <= longestWeight && weightForm.MatchString(words[1].text)
	if ok {
		_, ok = w.SetString(words[1].text)
	}
	before := c.weights[l]
	switch {
	case err != nil || l == 0 || !validLiteral(l):
		c.fail(words[0], "a literal", errCounting)
	case !ok:
		c.fail(words[1], "a weight such as 0.4, 4e-1 or 2/5", errCounting)
	case words[2].text != "0":
		c.fail(words[2], "0", errCounting)
	case words[3].text != "\n":
		c.fail(words[3], "the end of the line after 0", errCounting)
	case before != nil && before.Cmp(w) != 0:
		c.fail(words[1], before.RatString()+", as above", errCounting)
	default:
		if c.weights == nil {
			c.weights = map[int]*big.Rat{}
		}
		c.named(max(l, -l), words[0])
		c.weights[l] = w
	}
}

func (c *CountingLines) fail(w word, expected string, kind error) {
	c.err = &lrat.SyntaxError{File: c.Name, Line: c.number, Column: w.column, Token: w.text, Expected: expected, Err: kind}
}

// End says that the text is complete, and how many variables its header has. The error is a *lrat.SyntaxError.
func (c *CountingLines) End(variables int) error {
	if !c.ended {
		c.endLine()
	}
	slices.Sort(c.Show)
	c.Show = slices.Compact(c.Show)
	if v := c.largest; c.err == nil && v.variable > variables {
		c.number = v.line
		c.fail(word{strconv.Itoa(v.variable), v.column}, "a variable of the header, at most "+strconv.Itoa(variables),
			lrat.ErrLiteralRange)
	}
	return c.err
}

// Weighted reports whether weights are summed. "c t" decides; without it, lines "c p weight" do.
func (c *CountingLines) Weighted() bool {
	return c.Type == "wmc" || c.Type == "pwmc" || c.Type == "" && c.weights != nil
}

// Projection returns the variables whose assignments are counted, nil for all. "c t" decides whether to project;
// without it, lines "c p show" do.
func (c *CountingLines) Projection() []int {
	if c.Type == "mc" || c.Type == "wmc" {
		return nil
	}
	return c.Show
}

// Remark says what in the lines has no effect, or is missing; "" if nothing.
func (c *CountingLines) Remark() string {
	of := `"c t ` + c.Type + `"`
	switch {
	case c.Type == "":
	case c.Type[0] == 'p' && c.Show == nil:
		return of + ` without "c p show": all variables are counted`
	case c.Type[0] != 'p' && c.Show != nil:
		return of + `: "c p show" has no effect`
	case !c.Weighted() && c.weights != nil:
		return of + `: "c p weight" has no effect`
	case c.Weighted() && c.weights == nil:
		return of + ` without "c p weight": all weights are 1`
	}
	return ""
}
