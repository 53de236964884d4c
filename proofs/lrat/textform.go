package lrat

import "fmt"

// textForm is the text form of proofs: a step is a line.
type textForm struct{}

func (*textForm) name() string { return "text" }

func (form *textForm) step(p *Reader) (Op, error) {
	for {
		p.skipBlanks()
		p.at = p.offset()
		b, ok := p.peek()
		switch {
		case !ok:
			return End, p.failed()
		case b == '\n':
			p.newline()
			continue
		case b == 'c':
			if !p.skipLine() {
				return End, p.failWord(ErrNUL, "text")
			}
			continue
		case b == 'd' && !p.lrat:
			return p.deleteWord()
		case !p.lrat:
			return Add, nil
		}
		id, err := form.number(p, "a clause id")
		if err != nil {
			return End, err
		}
		if id <= 0 {
			return End, p.Fail(ErrNotStep, "found %d, expected a clause id", id)
		}
		p.skipBlanks()
		if b, ok := p.peek(); ok && b == 'd' {
			return p.deleteWord() // the id of a deletion is ignored
		}
		p.ID = id
		return Add, nil
	}
}

func (r *Reader) deleteWord() (Op, error) {
	r.at = r.offset()
	if w := r.word(); string(w) != "d" {
		r.pos -= len(w)
		return End, r.failWord(ErrNotStep, "d or a number")
	}
	return Delete, nil
}

func (*textForm) number(p *Reader, what string) (int64, error) {
	// Nearly all numbers of a proof are digits between a blank and a blank or the end of the line, and time is spent here.
	if text := p.buf[p.pos:p.end]; len(text) > mostDigits+2 && text[0] == ' ' {
		n, i := digits(text[:mostDigits+2], 1)
		if 1 < i && i < mostDigits+2 && (text[i] == ' ' || text[i] == '\n') {
			p.at = p.offset() + 1
			p.pos += i
			return n, nil
		}
	}
	n, length, reason := p.source.number()
	p.at = p.offset()
	p.pos += length
	if reason == nil {
		return n, nil
	}
	switch b, ok := p.peek(); {
	case reason == ErrOverflow:
		return 0, p.failWord(reason, fmt.Sprintf("%s of at most %d digits", what, mostDigits))
	case !ok:
		return 0, p.failEnd(ErrTruncated, "expected %s or 0", what)
	case b == '\n':
		return 0, p.failWord(ErrLine, what+" or 0")
	}
	return 0, p.failWord(reason, what+" or 0")
}

// endStep checks that the line ends after a step.
func (*textForm) endStep(p *Reader) error {
	p.skipBlanks()
	if b, ok := p.peek(); ok && b != '\n' {
		return p.failWord(ErrLine, "the end of the line")
	}
	return nil
}

// failWord makes an error about the word that begins at the next byte.
func (r *Reader) failWord(kind error, expected string) error {
	w, at, kind, err := r.offending(kind)
	r.at = at
	switch {
	case err != nil:
		return err
	case kind == ErrNUL:
		return r.Fail(kind, "expected %s", expected)
	case w == "":
		return r.Fail(kind, "found the end of the line, expected %s", expected)
	}
	return r.Fail(kind, "found %s, expected %s", quote(w), expected)
}
