package sat

import (
	"bytes"
	"errors"
	"slices"
	"strconv"

	"retroproof/proofs/lrat"
)

// CountingLines reads what a formula's file says in the format of the model counting competition: the lines "c t TYPE"
// and "c p show VARIABLES 0", which DIMACS takes for remarks. The text of the file is to be written to it.
type CountingLines struct {
	// Name is the file's, for errors.
	Name string
	// Type is what "c t" says: mc, wmc, pmc or pwmc; "" without such a line.
	Type string
	// Show has the variables of all lines "c p show", in ascending order; nil without such a line.
	Show    []int
	weights int    // the number of the first line "c p weight", 0 without one
	line    []byte // what has been read of the current one, if it may say something
	number  int    // of complete lines
	skip    bool   // the rest of the line
	ended   bool   // by "%"
	largest shown  // of Show
	err     error
}

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
	case len(words) >= 3 && words[1].text == "p" && words[2].text == "weight" && c.weights == 0:
		c.weights = c.number
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
		case v > c.largest.variable:
			c.largest = shown{v, c.number, w.column}
		}
		c.Show = append(c.Show, v)
	}
	c.fail(word{"\n", end + 1}, "0", errCounting)
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
		c.fail(word{strconv.Itoa(v.variable), v.column}, "a variable of the header, at most "+strconv.Itoa(variables), lrat.ErrLiteralRange)
	}
	return c.err
}

// Weighted says what asks for a weighted count, "" if nothing does. "c t" decides; without it, a line "c p weight"
// does.
func (c *CountingLines) Weighted() string {
	switch {
	case c.Type == "wmc" || c.Type == "pwmc":
		return strconv.Quote("c t " + c.Type)
	case c.Type == "" && c.weights > 0:
		return `"c p weight" in line ` + strconv.Itoa(c.weights)
	}
	return ""
}

// Projection returns the variables whose assignments are counted, nil for all. "c t" decides whether to project;
// without it, lines "c p show" do.
func (c *CountingLines) Projection() []int {
	if c.Type == "mc" {
		return nil
	}
	return c.Show
}

// Remark says what in the lines has no effect, or is missing; "" if nothing.
func (c *CountingLines) Remark() string {
	switch {
	case c.Type == "pmc" && c.Show == nil:
		return `"c t pmc" without "c p show": all variables are counted`
	case c.Type == "mc" && c.Show != nil:
		return `"c t mc": "c p show" has no effect`
	case c.Type != "" && c.weights > 0:
		return `"c t ` + c.Type + `": "c p weight" has no effect`
	}
	return ""
}
