package lrat_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"retroproof/proofs/lrat"
)

// anyList returns a list of numbers as a proof has them, or nearly so.
func anyList(r *rand.Rand) string {
	const digits = "0123456789"
	text := strings.Builder{}
	for range r.IntN(12) {
		text.WriteString([]string{" ", " ", " ", " ", "  ", "\t", "\r", " \r", "   \t "}[r.IntN(9)])
		switch r.IntN(12) {
		case 0:
			text.WriteString([]string{"-0", "+1", "0x1", "1e3", "--1", "-", "\n", "\x00", "1\x00", "\xb05", "1\x0b2", "/", ":", "1/", "1:", "½", "1-", "007", "-007", "00"}[r.IntN(20)])
		case 1:
			for range 15 + r.IntN(7) {
				text.WriteByte(digits[r.IntN(10)])
			}
		case 2, 3, 4:
			text.WriteByte('-')
			fallthrough
		default:
			fmt.Fprint(&text, r.Uint64N(1<<r.IntN(62)))
		}
	}
	return text.String() + []string{" 0\n", " 0 \r\n", "\t0\n", "\n", ""}[r.IntN(5)]
}

// numbersOf reads numbers up to 0 or an error, and says where the reader stands.
func numbersOf(in io.Reader) (list []int64, read int64, err error) {
	p := lrat.NewReader(in, "list", true)
	for {
		n, err := p.Number("a number")
		if err != nil {
			return list, 0, err
		}
		if list = append(list, n); n == 0 {
			return list, p.Read(), nil
		}
	}
}

var (
	oneNumber = regexp.MustCompile(`^[ \t\r]*(-?[0-9]+)`)
	aNumber   = regexp.MustCompile(`^(0*|-0*[1-9][0-9]*|0*[1-9][0-9]*)$`)
)

// obviousNumbers is numbersOf by regular expressions; an error is nothing but false.
func obviousNumbers(text string) (list []int64, read int64, ok bool) {
	for {
		m := oneNumber.FindStringSubmatch(text)
		if m == nil || !aNumber.MatchString(m[1]) || len(strings.TrimPrefix(m[1], "-")) > 18 {
			return list, 0, false
		}
		if text, read = text[len(m[0]):], read+int64(len(m[0])); text != "" && !strings.ContainsRune(" \t\r\n", rune(text[0])) {
			return list, 0, false
		}
		n, err := strconv.ParseInt(m[1], 10, 64)
		if err != nil {
			return list, 0, false
		}
		if list = append(list, n); n == 0 {
			return list, read, true
		}
	}
}

// TestNumbers reads lists of numbers, well-formed and not, in one piece and byte by byte, where no number is in the
// buffer as a whole, and compares them with those that regular expressions find.
func TestNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 2))
	tries, accepted := 20_000, 0
	if long {
		tries = 1_000_000
	}
	for range tries {
		text := anyList(r)
		if text != "" && text[0] == 'a' || strings.HasPrefix(text, "d") {
			t.Fatal("a list that begins a binary file")
		}
		behind := strings.Repeat("1", r.IntN(40)) // what follows in the buffer
		list, read, err := numbersOf(strings.NewReader(text + "\n" + behind))
		slow, slowRead, slowErr := numbersOf(iotest.OneByteReader(strings.NewReader(text + "\n" + behind)))
		want, wantRead, ok := obviousNumbers(text + "\n" + behind)
		if fmt.Sprint(list, read, err) != fmt.Sprint(slow, slowRead, slowErr) {
			t.Fatalf("%q: %v %d %v in one piece, %v %d %v byte by byte", text, list, read, err, slow, slowRead, slowErr)
		}
		if fmt.Sprint(list, read, err == nil) != fmt.Sprint(want, wantRead, ok) {
			t.Fatalf("%q: %v %d %v, want %v %d %v", text, list, read, err, want, wantRead, ok)
		}
		if ok {
			accepted++
		}
	}
	if accepted < tries/20 || accepted > tries/2 {
		t.Errorf("%d lists of %d are well-formed", accepted, tries)
	}
}
