package lrat_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
)

// plainLRAT checks text LRAT a second time, without streams, an arena or speed, and tells the reason for which a proof
// is not accepted. Reading panics with the reason.
type plainLRAT struct {
	text string
	at   int
}

func (p *plainLRAT) byte() byte { // '\n' at the end of the file
	if p.at >= len(p.text) {
		return '\n'
	}
	return p.text[p.at]
}

func (p *plainLRAT) blanks() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r", p.text[p.at]) >= 0 {
		p.at++
	}
}

func (p *plainLRAT) word() string {
	if end := strings.IndexAny(p.text[p.at:], " \t\r\n"); end >= 0 {
		return p.text[p.at : p.at+end]
	}
	return p.text[p.at:]
}

// refuse panics; a NUL byte in the next word is the reason before any other.
func (p *plainLRAT) refuse(reason error) {
	if strings.Contains(p.word(), "\x00") {
		reason = lrat.ErrNUL
	}
	panic(reason)
}

func (p *plainLRAT) number() (n int64) {
	p.blanks()
	switch w := p.word(); {
	case p.at == len(p.text):
		panic(lrat.ErrTruncated)
	case w == "":
		panic(lrat.ErrLine)
	default:
		rest := strings.TrimLeft(strings.TrimPrefix(w, "-"), "0123456789")
		digits := strings.TrimPrefix(w[:len(w)-len(rest)], "-")
		if len(digits) > 18 {
			p.refuse(lrat.ErrOverflow)
		}
		for _, d := range digits {
			n = 10*n + int64(d-'0')
		}
		if rest != "" || digits == "" || n == 0 && w[0] == '-' {
			p.refuse(lrat.ErrNotNumber)
		}
		if p.at += len(w); w[0] == '-' {
			return -n
		}
		return n
	}
}

// list reads numbers up to 0.
func (p *plainLRAT) list(use func(int64)) {
	for n := p.number(); n != 0; n = p.number() {
		use(n)
	}
}

// step reads on to the next step, and returns its id, 0 for a deletion, -1 at the end of the file.
func (p *plainLRAT) step() int64 {
	for p.blanks(); p.at < len(p.text) && (p.byte() == '\n' || p.byte() == 'c'); p.blanks() {
		line, _, _ := strings.Cut(p.text[p.at:], "\n")
		if strings.Contains(line, "\x00") {
			panic(lrat.ErrNUL)
		}
		if p.at += len(line); p.at < len(p.text) {
			p.at++
		}
	}
	if p.at == len(p.text) {
		return -1
	}
	id := p.number()
	if id <= 0 {
		panic(lrat.ErrNotStep)
	}
	if p.blanks(); p.byte() != 'd' {
		return id
	}
	if p.word() != "d" {
		p.refuse(lrat.ErrNotStep)
	}
	p.at++
	return 0
}

// reasonAgainst returns why a proof is not accepted, nil if it is.
func reasonAgainst(f *lrat.Formula, proof string) (reason error) {
	defer func() {
		if r := recover(); r != nil {
			reason = r.(error)
		}
	}()
	p := &plainLRAT{text: proof}
	alive := map[int64]map[int64]bool{}
	derived, refuted, last := false, false, int64(f.NumClauses())
	for i := range f.NumClauses() {
		clause := map[int64]bool{}
		for _, l := range f.Clause(i) {
			clause[int64(l)] = true
		}
		alive[int64(i+1)] = clause
		refuted = refuted || len(clause) == 0
	}
	for {
		id := func() int64 {
			defer func() {
				if r := recover(); r != nil && derived {
					panic(lrat.ErrTrailing)
				} else if r != nil {
					panic(r)
				}
			}()
			return p.step()
		}()
		switch {
		case id < 0 && !derived && !refuted:
			return lrat.ErrNoEmptyClause
		case id < 0:
			return nil
		case id == 0:
			p.list(func(d int64) {
				if alive[d] == nil {
					panic(lrat.ErrUnknownDeletion)
				}
				delete(alive, d)
			})
		case derived:
			return lrat.ErrTrailing
		case id <= last:
			return lrat.ErrIDOrder
		default:
			clause, isFalse, conflict := map[int64]bool{}, map[int64]bool{}, false
			p.list(func(l int64) {
				if max(l, -l) > int64(f.NumVars) {
					panic(lrat.ErrLiteralRange)
				}
				clause[l], isFalse[l] = true, true
				conflict = conflict || clause[-l]
			})
			p.list(func(h int64) {
				c := alive[h]
				switch {
				case h < 0:
					panic(lrat.ErrRAT)
				case c == nil && h > last:
					panic(lrat.ErrUnknownHint)
				case c == nil:
					panic(lrat.ErrDeletedHint)
				case conflict:
					return
				}
				var open []int64
				for l := range c {
					if !isFalse[l] {
						open = append(open, l)
					}
				}
				switch len(open) {
				case 0:
					conflict = true
				case 1:
					isFalse[-open[0]] = true
				default:
					panic(lrat.ErrNotUnit)
				}
			})
			if !conflict {
				return lrat.ErrNoConflict
			}
			alive[id], last, derived = clause, id, len(clause) == 0
		}
		if p.blanks(); p.byte() != '\n' {
			p.refuse(lrat.ErrLine)
		}
	}
}

// acceptable reports whether a proof is right.
func acceptable(f *lrat.Formula, proof string) bool { return reasonAgainst(f, proof) == nil }

// inChunks reads a few bytes at a time.
type inChunks struct {
	io.Reader
	r *rand.Rand
	n int
}

func (c inChunks) Read(b []byte) (int, error) { return c.Reader.Read(b[:min(len(b), 1+c.r.IntN(c.n))]) }

// anyProof returns a formula and the text of a proof of it, many of whose steps are right. Every share-th part is
// wrong, in its numbers or in its spelling.
func anyProof(r *rand.Rand) (*lrat.Formula, string) {
	share := []int{6, 20, 60, 200, 1 << 30}[r.IntN(5)]
	wrong := func() bool { return r.IntN(share) == 0 }
	f := &lrat.Formula{NumVars: 1 + r.IntN(4)}
	literal := func() int64 { return int64(1+r.IntN(f.NumVars)) * int64(1-2*r.IntN(2)) }
	ids, clauses := []int64{}, map[int64][]int64{}
	add := func(id int64, clause []int64) {
		ids = append(ids, id)
		clauses[id] = clause
	}
	for i := range 2 + r.IntN(8) {
		clause, short := []int64{}, []int32{}
		for range 1 + r.IntN(3) - r.IntN(60)/58 {
			clause = append(clause, literal())
			short = append(short, int32(clause[len(clause)-1]))
		}
		f.AddClause(short...)
		add(int64(i+1), clause)
	}
	last := int64(len(ids))
	var text strings.Builder
	put := func(n int64) {
		word := fmt.Sprint(n)
		switch {
		case !wrong():
		case r.IntN(3) > 0:
			word = []string{"0", fmt.Sprint(-n), fmt.Sprint(n + 1), fmt.Sprint(last + 1), fmt.Sprint(r.IntN(12)), fmt.Sprint(r.Int64N(1e18)), "d", "\n", "", word + " " + word}[r.IntN(10)]
		default:
			word = []string{"-0", "+1", "-", "--1", "1\x00", "\x00", "0x1", "1.", "c", "d1", "1d", "½", "/", ":", strings.Repeat("9", 17+r.IntN(9)), "-" + strings.Repeat("1", 17+r.IntN(9)), strings.Repeat("0", 16+r.IntN(9)) + word, "18446744073709551617", "18446744073709551616"}[r.IntN(19)]
		}
		text.WriteString([]string{" ", " ", " ", " ", " ", "\t", "\r", "  "}[r.IntN(8)] + word)
	}
	for steps := r.IntN(12); steps >= 0; steps-- {
		switch r.IntN(20) {
		case 0:
			text.WriteString([]string{"c a comment", "c", "", " ", "c \x00", "\r"}[r.IntN(6)])
		case 1, 2, 3, 4:
			text.WriteString([]string{"1 d", " 7\td", "0 d", fmt.Sprint(last, " d")}[min(3, r.IntN(40))])
			for range r.IntN(3) {
				if len(ids) == 0 {
					break
				}
				gone := ids[r.IntN(len(ids))]
				put(gone)
				if clauses[gone] == nil && !wrong() || wrong() {
					continue // the same a second time
				}
				delete(clauses, gone)
				ids = slices.DeleteFunc(ids, func(id int64) bool { return id == gone && !wrong() })
			}
			put(0)
		default:
			clause, isFalse := []int64{}, map[int64]bool{}
			for range r.IntN(4) * r.IntN(2) {
				clause = append(clause, literal())
				isFalse[clause[len(clause)-1]] = true
			}
			var hints []int64
			refuted := false
			for more := true; more && !refuted; {
				more = false
				for _, id := range ids {
					var open []int64
					for _, l := range clauses[id] {
						if !isFalse[l] && !slices.Contains(open, l) {
							open = append(open, l)
						}
					}
					if slices.Contains(hints, id) || len(open) > 1 || wrong() {
						continue
					}
					hints = append(hints, id)
					if refuted = len(open) == 0; refuted {
						break
					}
					isFalse[-open[0]] = true
					more = true
				}
			}
			if !refuted && r.IntN(30) > 0 {
				continue
			}
			last += 1 + []int64{0, 0, 0, 127, 128, 1 << 17, r.Int64N(1e16), -1, -2}[min(r.IntN(9), r.IntN(20)%9)]
			last = max(last, 1)
			text.WriteString(fmt.Sprint(last))
			for _, l := range clause {
				put(l)
			}
			put(0)
			for _, h := range hints {
				if wrong() {
					put(ids[r.IntN(len(ids))])
				}
				put(h)
			}
			put(0)
			if add(last, clause); len(clause) == 0 && refuted && r.IntN(4) > 0 {
				steps = 0
			}
		}
		text.WriteString([]string{"\n", "\n", "\n", "\r\n", " \n", "\t\r\n"}[r.IntN(6)])
	}
	proof := text.String()
	if wrong() {
		proof = proof[:r.IntN(len(proof)+1)]
	}
	if r.IntN(4) == 0 {
		proof = strings.TrimSuffix(proof, "\n")
	}
	return f, proof
}

// TestReasons compares the verdicts on proofs, right and wrong, and the reasons, with those of a checker without any
// speed: of the proof in one piece, in parts of a few bytes, and lying across the end of the reader's buffer.
func TestReasons(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 3))
	tries := 4_000
	if expect.Long {
		tries = 1_000_000
	}
	padding := strings.Repeat(" ", 1<<16) // as long as the reader's buffer
	counts := map[error]int{}
	for range tries {
		f, proof := anyProof(r)
		if strings.HasPrefix(proof, "d") || strings.HasPrefix(proof, "a") {
			continue // binary
		}
		want := reasonAgainst(f, proof)
		parts := []io.Reader{
			iotest.OneByteReader(strings.NewReader(proof)),
			iotest.DataErrReader(inChunks{strings.NewReader(proof), r, 64}),
			io.MultiReader(strings.NewReader(padding[r.IntN(len(proof)+2):]), strings.NewReader(proof)),
		}
		which := r.IntN(3)
		var errs [2]error
		for i, in := range []io.Reader{strings.NewReader(proof), parts[which]} {
			c := checkerFor(t, f)
			c.CompactAlways(0)
			_, errs[i] = c.LRAT(context.Background(), in, "proof")
			if want == nil && errs[i] != nil || !errors.Is(errs[i], want) {
				t.Fatalf("reader %d: %v, want %v\n%v\n%q", i+which, errs[i], want, clausesOf(f), proof)
			}
		}
		if which < 2 && fmt.Sprint(errs[0]) != fmt.Sprint(errs[1]) {
			t.Fatalf("%v in one piece, %v in parts\n%q", errs[0], errs[1], proof)
		}
		counts[want]++
	}
	for _, reason := range []error{nil, lrat.ErrNoEmptyClause, lrat.ErrTruncated, lrat.ErrLine, lrat.ErrNotStep, lrat.ErrIDOrder, lrat.ErrUnknownHint, lrat.ErrDeletedHint, lrat.ErrNotUnit,
		lrat.ErrNoConflict, lrat.ErrRAT, lrat.ErrUnknownDeletion, lrat.ErrNotNumber, lrat.ErrOverflow, lrat.ErrNUL, lrat.ErrLiteralRange, lrat.ErrTrailing} {
		if counts[reason] < tries/2000 {
			t.Errorf("%d proofs of %d: %v", counts[reason], tries, reason)
		}
	}
	t.Log(counts)
}
