package strategy_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"retroproof/internal/cputime"
	"retroproof/internal/expect"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	"retroproof/sat"
	"retroproof/strategy"
	"retroproof/strategy/circuits"
)

// row has the figures of a board of n x n.
type row struct {
	n      int
	values [7]float64 // by columns
}

var columns = [7]string{"variables", "clauses", "gini: conflicts", "gini: CPU s", "native: conflicts", "native: CPU s", "proof bytes"}

var growth = struct {
	name, svg   *string
	least, most *int
}{
	flag.String("growth.strategy", "krk2016", "the strategy"), flag.String("growth.svg", "", "write the plot to this file"),
	flag.Int("growth.from", 4, "the smallest board"), flag.Int("growth.to", 12, "the greatest board"),
}

// BenchmarkGrowth measures how the proof of a strategy grows with the board: it proves all lemmas on boards of n x n
// with both embedded solvers, and writes a table in Markdown and a plot in SVG. "make growth" runs it.
func BenchmarkGrowth(b *testing.B) {
	var rows []row
	for n := *growth.least; n <= *growth.most; n++ {
		r, err := measure(*growth.name, n)
		expect.NoError(b, err)
		rows = append(rows, r)
		b.Logf("n = %d: %.0f", n, r.values)
	}
	expect.NoError(b, writeGrowth(os.Stdout, rows, *growth.svg))
}

// measure proves all lemmas of the certificate on a board.
func measure(name string, n int) (row, error) {
	r := row{n: n}
	s, err := text.New(name, rules.Board{Files: n, Ranks: n})
	if err != nil {
		return r, err
	}
	c, err := circuits.New(s, lemmas.Encoding{})
	if err != nil {
		return r, err
	}
	t, err := wins.New(context.Background(), s)
	if err != nil {
		return r, err
	}
	add := func(conflicts int) func(*strategy.Result) {
		return func(l *strategy.Result) {
			if conflicts == 2 {
				r.values[0] += float64(l.Variables)
				r.values[1] += float64(l.Clauses)
			}
			r.values[conflicts] += float64(l.Conflicts)
			r.values[conflicts+1] += l.CPU
			if !l.AsExpected() {
				err = errors.Join(err, fmt.Errorf("%s on %v: lemma %s: %v, %w", name, c.Board, l.Lemma.Key, l.Verdict, l.Err))
			}
		}
	}
	o := strategy.Options{Solver: sat.Embedded, CPU: func() float64 { return cputime.Self().Seconds() }, Decided: add(2)}
	if _, e := strategy.Prove(context.Background(), c, t, checker.Certified(c), o); e != nil {
		return r, e
	}
	o.Decided = add(4)
	_, m, e := strategy.Certify(context.Background(), "growth", c, t, func(string) (io.WriteCloser, error) { return discarded{}, nil }, o)
	if e != nil || err != nil || m == nil {
		return r, errors.Join(e, err)
	}
	for _, l := range m.Lemmas {
		r.values[6] += float64(l.Proof.Bytes)
	}
	return r, nil
}

// discarded is a file that is not kept.
type discarded struct{}

// Write implements io.Writer.
func (discarded) Write(p []byte) (int, error) { return len(p), nil }

// Close implements io.Closer.
func (discarded) Close() error { return nil }

// writeGrowth writes the table, and the plot if it is wanted.
func writeGrowth(w io.Writer, rows []row, svg string) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "| n | %s |\n|%s\n", strings.Join(columns[:], " | "), strings.Repeat("---|", len(columns)+1))
	for _, r := range rows {
		fmt.Fprintf(&b, "| %d |", r.n)
		for i, v := range r.values {
			if i == 3 || i == 5 {
				fmt.Fprintf(&b, " %.2f |", v)
			} else {
				fmt.Fprintf(&b, " %.0f |", v)
			}
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprint(&b, "| exponent |")
	for i := range columns {
		fmt.Fprintf(&b, " %.1f |", exponent(rows, i))
	}
	fmt.Fprintln(&b)
	if _, err := w.Write(b.Bytes()); err != nil || svg == "" {
		return err
	}
	return os.WriteFile(svg, plot(rows), 0o666)
}

// exponent fits value = c n^k by least squares of the logarithms, and returns k. Values below 1/100
// count as that.
func exponent(rows []row, column int) float64 {
	var sx, sy, sxx, sxy float64
	for _, r := range rows {
		x, y := math.Log(float64(r.n)), math.Log(max(r.values[column], 0.01))
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	k := float64(len(rows))
	return (k*sxy - sx*sy) / (k*sxx - sx*sx)
}

// plot draws the columns over n, both by their logarithms: a power of n is a straight line.
func plot(rows []row) []byte {
	const width, height, margin = 640, 420, 50
	colours := [len(columns)]string{"#555", "#999", "#b33", "#e88", "#239", "#8ad", "#283"}
	first, last := rows[0].n, rows[len(rows)-1].n
	x := func(n int) float64 {
		return margin + (width-4*margin)*(math.Log(float64(n))-math.Log(float64(first)))/(math.Log(float64(last))-math.Log(float64(first)))
	}
	const lowest, highest = -2.0, 9.0 // powers of ten
	y := func(v float64) float64 {
		return height - margin - (height-2*margin)*(math.Log10(max(v, 0.01))-lowest)/(highest-lowest)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	for p := int(lowest); p <= int(highest); p++ {
		at := y(math.Pow10(p))
		fmt.Fprintf(&b, `<line x1="%d" x2="%.1f" y1="%.1f" y2="%.1f" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">1e%d</text>`+"\n", margin, x(last), at, at, margin-5, at+4, p)
	}
	for _, r := range rows {
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", x(r.n), height-margin+15, r.n)
	}
	fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">files and ranks of the board</text>`+"\n", (x(first)+x(last))/2, height-margin+32)
	for i, name := range columns {
		var points []string
		for _, r := range rows {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(r.n), y(r.values[i])))
		}
		fmt.Fprintf(&b, `<polyline fill="none" stroke="%s" stroke-width="1.5" points="%s"/>`+"\n", colours[i], strings.Join(points, " "))
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" fill="%s">%s: n^%.1f</text>`+"\n", x(last)+6, y(rows[len(rows)-1].values[i])+4, colours[i], name, exponent(rows, i))
	}
	fmt.Fprintln(&b, "</svg>")
	return b.Bytes()
}
