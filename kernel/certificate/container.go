package certificate

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Limits of a container: far beyond what is written, and such that checking any
// file needs no more memory than that.
const (
	mostMembers  = 1 << 23
	mostManifest = 64 << 20
	mostTree     = 64 << 20 // a line

	// MostMember is how long a formula, a proof or a member with trees may be. They
	// are read as streams.
	MostMember = 1<<32 - 2
)

// container is the file, a ZIP of one exact form: its members lie one behind the
// other from the first byte on, each with sizes and checksum in its own header,
// and the directory says the same of them. So whoever unzips it, in whatever way,
// finds what was checked.
type container struct {
	manifest *Manifest
	members  map[string]*zip.File
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
	if z.Comment != "" {
		return nil, because(ErrContainer, "it has a comment")
	}
	c := &container{members: make(map[string]*zip.File, len(z.File))}
	at := int64(0)
	for _, f := range z.File {
		if err := checkHeader(r, f, &at); err != nil {
			return nil, err
		}
		if _, twice := c.members[f.Name]; twice {
			return nil, because(ErrMember, "%q is there twice", f.Name)
		}
		c.members[f.Name] = f
	}
	// Behind the last member there is the directory.
	var signature [4]byte
	if _, err := r.ReadAt(signature[:], at); err != nil || signature != [4]byte{'P', 'K', 1, 2} {
		return nil, because(ErrContainer, "byte %d: something else than the directory follows the last member", at)
	}
	if err := c.readManifest(); err != nil {
		return nil, err
	}
	return c, c.checkNames()
}

// checkHeader compares a member's own header with the directory's, and its place
// with the end of the member before.
func checkHeader(r io.ReaderAt, f *zip.File, at *int64) error {
	const length, signature = 30, 0x04034b50
	if len(f.Name) > 200 {
		return because(ErrMember, "%q", f.Name[:200])
	}
	header := make([]byte, length, length+len(f.Name))
	le := binary.LittleEndian
	le.PutUint32(header, signature)
	le.PutUint16(header[4:], f.ReaderVersion)
	le.PutUint16(header[6:], f.Flags)
	le.PutUint16(header[8:], f.Method)
	le.PutUint16(header[10:], f.ModifiedTime)
	le.PutUint16(header[12:], f.ModifiedDate)
	le.PutUint32(header[14:], f.CRC32)
	le.PutUint32(header[18:], uint32(f.CompressedSize64))
	le.PutUint32(header[22:], uint32(f.UncompressedSize64))
	le.PutUint16(header[26:], uint16(len(f.Name)))
	header = append(header, f.Name...)
	got := make([]byte, len(header))
	offset, err := f.DataOffset()
	if err == nil {
		_, err = r.ReadAt(got, *at)
	}
	if err != nil && err != io.EOF {
		return because(ErrContainer, "%q: %w", f.Name, err)
	}
	switch {
	case f.Method != zip.Store && f.Method != zip.Deflate, f.Flags != 0, f.CompressedSize64 > MostMember, f.UncompressedSize64 > MostMember,
		f.CreatorVersion>>8 != 0, f.ExternalAttrs != 0, !plainExtra(f.Extra, *at):
		return because(ErrContainer, "%q: a form of member that certificates do not have", f.Name)
	case f.Comment != "":
		return because(ErrContainer, "%q: it has a comment", f.Name)
	case offset != *at+int64(len(header)), !bytes.Equal(header, got):
		return because(ErrContainer, "%q: the directory says something else than byte %d and what follows", f.Name, *at)
	}
	*at = offset + int64(f.CompressedSize64)
	return nil
}

// plainExtra reports whether a directory entry has nothing besides its header:
// for a member far behind only the place, which does not fit in there. Other
// fields could rename what is unzipped.
func plainExtra(extra []byte, at int64) bool {
	const id, length = 1, 24
	if at < 1<<32-1 {
		return len(extra) == 0
	}
	return len(extra) == 4+length && binary.LittleEndian.Uint16(extra) == id && binary.LittleEndian.Uint16(extra[2:]) == length
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
				return because(ErrMember, "%q is none of them", name)
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
