package certify

import (
	"compress/gzip"
	"io"
	"iter"
	"slices"

	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/core"
)

// numbers are those of the cores of a certificate, by their names, and its cores' lengths in that order.
type numbers struct {
	of      map[name]int
	lengths []int64
}

func newNumbers() numbers { return numbers{of: map[name]int{}, lengths: []int64{}} }

// add numbers a core, unless it has a number. It reports whether it had none.
func (n *numbers) add(core name, length int) bool {
	if _, has := n.of[core]; has {
		return false
	}
	n.of[core] = len(n.lengths)
	n.lengths = append(n.lengths, int64(length))
	return true
}

// line returns the line of a position, in a file in which cores have these numbers.
func (c *Certificate) line(n *numbers) ([]byte, error) {
	if c.game != nil {
		return c.game.Append(nil)
	}
	t := illegal.Tree{Nodes: slices.Clone(c.tree.Nodes)}
	for i := range t.Nodes {
		if k := t.Nodes[i].Kernel; k != nil {
			question := *k
			question.Core = n.of[c.cores[k.Core].name]
			t.Nodes[i].Kernel = &question
		}
	}
	return t.Append(nil)
}

// Compressed has something write with gzip, as files of certificates are. The same calls write the same bytes.
func Compressed(out io.Writer, write func(io.Writer) error) error {
	z := gzip.NewWriter(out)
	if err := write(z); err != nil {
		return err
	}
	return z.Close()
}

// contents is a part of a file, piece by piece, up to the first error.
type contents = iter.Seq2[[]byte, error]

// write writes a file without compressing it: the header, and then its parts, the cores and the lines.
func (c *Certifier) write(out io.Writer, n *numbers, positions int64, parts ...contents) error {
	h := illegal.Header{
		Schema: illegal.Schema, Tool: c.tool, Encoder: core.Version, Start: c.start.FEN(),
		Positions: positions, Cores: n.lengths,
	}
	head, err := h.Append(nil)
	if err != nil {
		return err
	}
	if _, err := out.Write(head); err != nil {
		return err
	}
	for _, part := range parts {
		for piece, err := range part {
			if err == nil {
				_, err = out.Write(piece)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Write writes the file of some certificates.
func (c *Certifier) Write(out io.Writer, list ...*Certificate) error {
	return Compressed(out, func(w io.Writer) error { return c.WritePlain(w, list...) })
}

// WritePlain writes the file of some certificates without compressing it, as it follows answers.
func (c *Certifier) WritePlain(out io.Writer, list ...*Certificate) error {
	n, cores := newNumbers(), []*refutation{}
	for _, one := range list {
		for _, r := range one.cores {
			if n.add(r.name, len(r.core)) {
				cores = append(cores, r)
			}
		}
	}
	return c.write(out, &n, int64(len(list)), func(yield func([]byte, error) bool) {
		for _, r := range cores {
			if !yield(r.core, nil) {
				return
			}
		}
		for _, one := range list {
			if !yield(one.line(&n)) {
				return
			}
		}
	})
}
