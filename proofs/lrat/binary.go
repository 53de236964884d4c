package lrat

// binaryForm is the binary form of proofs: a step is a letter and numbers.
type binaryForm struct{}

func (binaryForm) name() string { return "binary" }

func (binaryForm) endStep(*Reader) error { return nil }

func (form binaryForm) step(p *Reader) (Op, error) {
	p.at = p.offset()
	b, ok := p.peek()
	if !ok {
		return End, p.failed()
	}
	p.pos++
	switch {
	case b == 'd':
		return Delete, nil
	case b != 'a':
		return End, p.Fail(ErrNotStep, "found byte %#02x, expected a or d", b)
	case !p.lrat:
		return Add, nil
	}
	id, err := form.number(p, "")
	if err == nil && id <= 0 {
		err = p.Fail(ErrNotStep, "found %d, expected a clause id", id)
	}
	p.ID = id
	return Add, err
}

// number reads a number in groups of 7 bits, lowest first, the top bit of a byte set if another follows. The
// lowest bit of the whole is the sign. Only the shortest form is accepted, and no minus zero.
func (binaryForm) number(p *Reader, _ string) (int64, error) {
	p.at = p.offset()
	n := uint64(0)
	for shift := 0; ; shift += 7 {
		if p.pos == p.end && !p.fill() {
			return 0, p.failEnd(ErrTruncated, "expected a number")
		}
		b := p.buf[p.pos]
		p.pos++
		if shift > 56 {
			return 0, p.Fail(ErrOverflow, "a number of more than 9 bytes")
		}
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if b == 0 && shift > 0 || n == 1 {
				return 0, p.Fail(ErrNotNumber, "a number that is not in its shortest form")
			}
			break
		}
	}
	if n>>1 > largestNumber {
		return 0, p.Fail(ErrOverflow, "a number of more than %d digits", mostDigits)
	}
	if n&1 != 0 {
		return -int64(n >> 1), nil
	}
	return int64(n >> 1), nil
}
