package certificate

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
)

// Limits of a container: far beyond what is written, and such that checking any
// file needs no more memory than that.
const (
	mostMembers   = 1 << 23
	mostPositions = 1 << 40
	mostManifest  = 64 << 20
	mostTree      = 64 << 20 // a line

	// MostMember is how long a formula, a proof or a member with trees may be. They
	// are read as streams.
	MostMember = 1<<32 - 2
)

// container is the file, a ZIP of one exact form: all that is not a member's
// content is what archive/zip writes for members with the headers of Header. So
// whoever unzips it, in whatever way, finds what was checked.
type container struct {
	manifest *Manifest
	members  map[string]*zip.File
}

// Header returns the header of a member: deflated, no mode, and no time but the
// first day that a ZIP can name.
func Header(name string, crc uint32, deflated, size uint64) *zip.FileHeader {
	// The field is set because ModifiedDate is what stands in the file: Modified
	// would add a field of its own.
	//lint:ignore SA1019 see above
	return &zip.FileHeader{Name: name, Method: zip.Deflate, ModifiedDate: 1<<5 | 1, CRC32: crc, CompressedSize64: deflated, UncompressedSize64: size}
}

// openContainer reads the directory and the manifest.
func openContainer(r io.ReaderAt, size int64) (*container, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, because(ErrContainer, "%w", err)
	}
	if len(z.File) > mostMembers {
		return nil, because(ErrLimit, "%d members", len(z.File))
	}
	c := &container{members: make(map[string]*zip.File, len(z.File))}
	for _, f := range z.File {
		if _, twice := c.members[f.Name]; twice {
			return nil, because(ErrMember, "%.100q is there twice", f.Name)
		}
		if f.UncompressedSize64 > MostMember || f.CompressedSize64 > uint64(min(size, MostMember)) {
			return nil, because(ErrLimit, "%q has %d bytes, and deflated %d", f.Name, f.UncompressedSize64, f.CompressedSize64)
		}
		c.members[f.Name] = f
	}
	if err := checkForm(z, r, size); err != nil {
		return nil, err
	}
	if err := c.readManifest(); err != nil {
		return nil, err
	}
	return c, c.checkNames()
}

// checkForm writes the container again, contents apart, and compares.
func checkForm(z *zip.Reader, r io.ReaderAt, size int64) error {
	form := &comparer{r: r}
	w := zip.NewWriter(form)
	var zeros [1 << 15]byte
	for _, f := range z.File {
		content, err := w.CreateRaw(Header(f.Name, f.CRC32, f.CompressedSize64, f.UncompressedSize64))
		if err == nil {
			err = w.Flush()
		}
		offset, oerr := f.DataOffset()
		switch {
		case err != nil:
			return because(ErrContainer, "%q: %w", f.Name, err)
		case oerr != nil || offset != form.at:
			return because(ErrContainer, "%q: it begins at byte %d, not %d", f.Name, offset, form.at)
		}
		form.skip = true
		for left := f.CompressedSize64; left > 0; {
			n := min(left, uint64(len(zeros)))
			content.Write(zeros[:n])
			left -= n
		}
		w.Flush()
		form.skip = false
	}
	if err := w.Close(); err != nil {
		return because(ErrContainer, "%w", err)
	}
	if form.at != size {
		return because(ErrContainer, "%d bytes follow its end", size-form.at)
	}
	return nil
}

// comparer is a writer that compares with a file, but for what is to be skipped.
type comparer struct {
	r    io.ReaderAt
	at   int64
	skip bool
	buf  []byte
}

// Write implements io.Writer.
func (c *comparer) Write(p []byte) (int, error) {
	if !c.skip {
		c.buf = append(c.buf[:0], p...)
		if n, err := c.r.ReadAt(c.buf, c.at); n < len(p) {
			return 0, err
		}
		if !bytes.Equal(c.buf, p) {
			return 0, fmt.Errorf("between byte %d and %d: not the form that certificates have", c.at, c.at+int64(len(p)))
		}
	}
	c.at += int64(len(p))
	return len(p), nil
}

// readManifest reads the manifest.
func (c *container) readManifest() error {
	in, err := c.open(ManifestName, mostManifest, ErrMember)
	if err != nil {
		return err
	}
	defer in.Close()
	data, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	c.manifest, err = readManifest(data)
	return err
}

// checkNames checks that the members are those of the manifest: the trees, and
// pairs of formula and proof.
func (c *container) checkNames() error {
	trees, files := 0, 0
	for _, t := range c.manifest.Trees {
		if c.members[t.Name] == nil {
			return because(ErrMember, "%q is missing", t.Name)
		}
		trees++
	}
	for name := range c.members {
		if m := formulaMember.FindStringSubmatch(name); m != nil {
			files++
			if c.members[FormulaName(m[1])] == nil || c.members[ProofName(m[1])] == nil {
				return because(ErrMissing, "%s has no partner", name)
			}
		}
	}
	switch {
	case int64(files) != 2*c.manifest.Formulas:
		return because(ErrCount, "%d formulas and proofs, and the manifest says %d formulas", files, c.manifest.Formulas)
	case 1+trees+files != len(c.members):
		for name := range c.members {
			if name != ManifestName && !formulaMember.MatchString(name) && !c.isTrees(name) {
				return because(ErrMember, "%.100q is none of them", name)
			}
		}
		return ErrMember
	}
	return nil
}

func (c *container) isTrees(name string) bool {
	for _, t := range c.manifest.Trees {
		if t.Name == name {
			return true
		}
	}
	return false
}

// open opens a member that may have so many bytes. missing is the error if there
// is none.
func (c *container) open(name string, most int64, missing error) (io.ReadCloser, error) {
	f := c.members[name]
	if f == nil {
		return nil, because(missing, "no member %q", name)
	}
	if f.UncompressedSize64 > uint64(most) {
		return nil, because(ErrLimit, "%q has %d bytes", name, f.UncompressedSize64)
	}
	in, err := f.Open()
	if err != nil {
		return nil, because(ErrContainer, "%q: %w", name, err)
	}
	return &member{in, name}, nil
}

func (c *container) openFormula(name string) (io.ReadCloser, error) {
	return c.open(FormulaName(name), MostMember, ErrMissing)
}

func (c *container) openProof(name string) (io.ReadCloser, error) {
	return c.open(ProofName(name), MostMember, ErrMissing)
}

// member reads a member and tells damage from a file that can't be read.
type member struct {
	io.ReadCloser
	name string
}

// Read implements io.Reader. The end comes only if size and checksum agree.
func (m *member) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	switch {
	case err == nil || err == io.EOF:
	case errors.Is(err, zip.ErrChecksum), errors.Is(err, zip.ErrFormat), errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, new(flate.CorruptInputError)):
		err = because(ErrContainer, "%q: %w", m.name, err)
	default:
		err = fmt.Errorf("%q: %w", m.name, err)
	}
	return n, err
}

// lines reads a member line by line.
type lines struct {
	in   io.ReadCloser
	r    *bufio.Reader
	name string
}

func (c *container) openTrees(name string) (*lines, error) {
	in, err := c.open(name, MostMember, ErrMember)
	if err != nil {
		return nil, err
	}
	return &lines{in, bufio.NewReaderSize(in, 1<<16), name}, nil
}

// next returns the next line without its newline, as a slice of its own, or
// io.EOF.
func (l *lines) next() ([]byte, error) {
	var line []byte
	for {
		part, err := l.r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return line[:len(line)-1], nil
		case err == io.EOF && len(line) == 0:
			return nil, io.EOF
		case err == io.EOF:
			return nil, because(ErrTree, "%s: the last line has no end", l.name)
		case err != bufio.ErrBufferFull:
			return nil, err
		case len(line) > mostTree:
			return nil, because(ErrLimit, "%s: a line of more than %d bytes", l.name, mostTree)
		}
	}
}

func (l *lines) close() { l.in.Close() }
