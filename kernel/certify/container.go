package certify

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"os"
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

// Part is an unfinished file of certificates: a file to which records are appended, in the order of
// the positions, so that a run can continue where a killed one stopped. Finish writes the
// file.
//
// It begins with a line that names the format, and one with the start. A record is a
// letter, the length of the content as a varint, the content, and a CRC-32 of all that.
// A core comes before the first tree that needs it.
type Part struct {
	certifier *Certifier
	f         *os.File
	w         *bufio.Writer
	end       int64         // of the records that are valid
	cores     numbers       // of those in the file
	resumed   *bufio.Reader // nil once records are appended

	Positions int64 // with certificates
	Without   int64 // illegal positions without certificates
}

// The letters of records.
const (
	partTree    = 'T' // the line of a tree
	partGame    = 'G' // the line of a game
	partWithout = 'U' // the FEN of an illegal position without a certificate
	partCore    = 'K' // a core
)

// mostRecord bounds the length of a record; cores have at most a few gigabytes.
const mostRecord = 1 << 33

func partHeader(c *Certifier) string {
	return "retroproof certificates, not finished; " + illegal.Schema + " " + core.Version + "\n" + c.start.FEN() + "\n"
}

// ErrPart is wrapped by errors about a file that a run with other options has left.
var ErrPart = errors.New("not the beginning of these certificates")

// OpenPart opens or creates an unfinished file. Call Resume for the records of an
// existing one, and then Begin.
func (c *Certifier) OpenPart(name string) (*Part, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	p := &Part{certifier: c, f: f, cores: newNumbers()}
	header := partHeader(c)
	r := bufio.NewReaderSize(f, 1<<20)
	got := make([]byte, len(header))
	n, err := io.ReadFull(r, got)
	switch {
	case err == nil && string(got) == header:
		p.end = int64(len(header))
		p.resumed = r
	case err == nil || header[:n] != string(got[:n]):
		f.Close()
		return nil, fmt.Errorf("%s: %w: another start or version; remove it to start again", name, ErrPart)
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		// The run was killed before the header was complete.
		if err := f.Truncate(0); err != nil {
			f.Close()
			return nil, err
		}
	default:
		f.Close()
		return nil, err
	}
	return p, nil
}

// Resume reads the record of the next decided position, which must be this one. It
// returns false if there are no more records: then this position is the first to be
// certified again.
func (p *Part) Resume(fen string) (bool, error) {
	if p.resumed == nil {
		return false, nil
	}
	length := int64(0)
	var cores [][]byte
	for {
		kind, content, n, err := nextRecord(p.resumed)
		if err == errPartEnds {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		length += n
		if kind == partCore {
			cores = append(cores, content)
			continue
		}
		if got, ok := recordFEN(kind, content); !ok {
			return false, nil
		} else if got != fen {
			return false, fmt.Errorf("%s: %w: position %d is %s, not %s; remove it to start again",
				p.f.Name(), ErrPart, p.Positions+p.Without+1, got, fen)
		}
		if kind == partWithout {
			p.Without++
		} else {
			p.Positions++
		}
		p.end += length
		for _, file := range cores {
			core := name(sha256.Sum256(file))
			p.cores.add(core, len(file))
			p.certifier.library.drop(core)
		}
		return true, nil
	}
}

// recordFEN returns the position of a record; false if it is damaged.
func recordFEN(kind byte, content []byte) (fen string, ok bool) {
	switch kind {
	case partTree:
		if t, err := illegal.Read(content); err == nil {
			return t.Nodes[0].FEN, true
		}
	case partGame:
		if g, err := illegal.ReadGame(content); err == nil {
			return g.FEN, true
		}
	case partWithout:
		return string(content), true
	}
	return "", false
}

// Begin drops the records that were not resumed. After it certificates can be added.
func (p *Part) Begin() error {
	p.resumed = nil
	if err := p.f.Truncate(p.end); err != nil {
		return err
	}
	if _, err := p.f.Seek(p.end, io.SeekStart); err != nil {
		return err
	}
	p.w = bufio.NewWriterSize(p.f, 1<<16)
	if p.end == 0 {
		header := partHeader(p.certifier)
		p.w.WriteString(header)
		p.end = int64(len(header))
	}
	return p.w.Flush()
}

// Add appends a certificate.
func (p *Part) Add(c *Certificate) error {
	for _, r := range c.cores {
		if !p.cores.add(r.name, len(r.core)) {
			continue
		}
		if err := p.record(partCore, r.core); err != nil {
			return err
		}
		p.certifier.library.drop(r.name)
	}
	line, err := c.line(&p.cores)
	if err != nil {
		return err
	}
	p.Positions++
	if c.game != nil {
		return p.record(partGame, line)
	}
	return p.record(partTree, line)
}

// AddWithout appends that an illegal position has no certificate.
func (p *Part) AddWithout(fen string) error {
	p.Without++
	return p.record(partWithout, []byte(fen))
}

// Flush writes the buffer to the file. It must be called before the answers of these
// positions are written, so that no answer lacks its certificate after a crash.
func (p *Part) Flush() error { return p.w.Flush() }

// record appends a record.
func (p *Part) record(kind byte, content []byte) error {
	crc := crc32.NewIEEE()
	write := func(b []byte) {
		p.w.Write(b) // a bufio.Writer keeps its first error
		crc.Write(b)
		p.end += int64(len(b))
	}
	write(binary.AppendUvarint([]byte{kind}, uint64(len(content))))
	write(content)
	p.end += 4
	_, err := p.w.Write(binary.LittleEndian.AppendUint32(nil, crc.Sum32()))
	return err
}

// Finish writes the file of certificates. The part stays until it is removed.
func (p *Part) Finish(out io.Writer) error {
	if err := p.w.Flush(); err != nil {
		return err
	}
	return Compressed(out, func(w io.Writer) error {
		return p.certifier.write(w, &p.cores, p.Positions, p.copy(partCore), p.copy(partTree, partGame))
	})
}

// copy returns the contents of the records of some kinds.
func (p *Part) copy(kinds ...byte) contents {
	return func(yield func([]byte, error) bool) {
		header := int64(len(partHeader(p.certifier)))
		r := bufio.NewReaderSize(io.NewSectionReader(p.f, header, p.end-header), 1<<20)
		for at := header; at < p.end; {
			kind, content, n, err := nextRecord(r)
			if err == errPartEnds {
				err = io.ErrUnexpectedEOF
			}
			if err != nil {
				yield(nil, fmt.Errorf("%s: %w", p.f.Name(), err))
				return
			}
			if at += n; slices.Contains(kinds, kind) && !yield(content, nil) {
				return
			}
		}
	}
}

// Close closes the file.
func (p *Part) Close() error { return p.f.Close() }

// errPartEnds: there is no further complete record.
var errPartEnds = errors.New("no further record")

// nextRecord returns the next record and its length.
func nextRecord(r *bufio.Reader) (kind byte, content []byte, length int64, err error) {
	ends := func(err error) (byte, []byte, int64, error) {
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			err = errPartEnds
		}
		return 0, nil, 0, err
	}
	if kind, err = r.ReadByte(); err != nil {
		return ends(err)
	}
	size, err := binary.ReadUvarint(r)
	if err != nil || size > mostRecord {
		return ends(cmp.Or(err, errPartEnds))
	}
	head := binary.AppendUvarint([]byte{kind}, size)
	// The length may be damaged: copy at most the bytes that are there.
	var b bytes.Buffer
	if n, err := io.CopyN(&b, r, int64(size)+4); err != nil || n != int64(size)+4 {
		return ends(cmp.Or(err, errPartEnds))
	}
	content = b.Bytes()[:size]
	crc := crc32.NewIEEE()
	crc.Write(head)
	crc.Write(content)
	if crc.Sum32() != binary.LittleEndian.Uint32(b.Bytes()[size:]) {
		return ends(errPartEnds)
	}
	return kind, slices.Clip(content), int64(len(head)) + int64(size) + 4, nil
}
