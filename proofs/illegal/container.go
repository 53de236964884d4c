package illegal

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"retroproof/proofs/limits"
)

// MostMember is the largest size in bytes of a core or a member with trees.
const MostMember = 1<<32 - 2

// mostPositions is the largest number that a manifest may have, so that no sum overflows.
const mostPositions = 1 << 40

// container is the file, a ZIP in one exact form: everything except the contents of members is
// as archive/zip writes it for members with the headers of Header. So every ZIP reader finds
// what was checked.
type container struct {
	manifest *Manifest
	members  map[string]*zip.File
	taken    int64 // bytes of memory
}

// Header returns the header of a member: deflated, no mode, and the earliest date that a ZIP
// can have. deflated and size are lengths in bytes.
func Header(name string, crc uint32, deflated, size uint64) *zip.FileHeader {
	// The deprecated field ModifiedDate is set because it is written as it is; Modified would
	// add an extra field.
	//lint:ignore SA1019 see above
	return &zip.FileHeader{Name: name, Method: zip.Deflate, ModifiedDate: 1<<5 | 1, CRC32: crc, CompressedSize64: deflated, UncompressedSize64: size}
}

// openContainer reads the directory and the manifest. memory limits what they take, in bytes;
// what they took is recorded in the container.
func openContainer(r io.ReaderAt, size, memory int64) (*container, error) {
	d := &directory{ReaderAt: r, left: memory}
	if err := d.checkEnd(size); err != nil {
		return nil, err
	}
	z, err := zip.NewReader(d, size)
	switch {
	case errors.Is(err, limits.ErrMemory):
		return nil, err
	case err != nil:
		return nil, because(ErrContainer, "%w", err)
	}
	d.read = true
	c := &container{members: make(map[string]*zip.File, len(z.File)), taken: memory - d.left}
	for _, f := range z.File {
		if _, twice := c.members[f.Name]; twice {
			return nil, because(ErrMember, "%.100q is there twice", f.Name)
		}
		if f.UncompressedSize64 > MostMember || f.CompressedSize64 > uint64(min(size, MostMember)) {
			return nil, because(ErrLimit, "%.100q has %d bytes, and deflated %d", f.Name, f.UncompressedSize64, f.CompressedSize64)
		}
		c.members[f.Name] = f
	}
	if err := checkForm(z, r, size); err != nil {
		return nil, err
	}
	if err := c.readManifest(memory - c.taken); err != nil {
		return nil, err
	}
	return c, c.checkNames()
}

// directory is the file as it is read while package zip reads its directory. It limits the
// memory for that.
type directory struct {
	io.ReaderAt
	left int64 // bytes of memory
	read bool  // the directory has been read, and members are read now
}

// The memory that a member takes, in bytes, is at most this factor times the length of its
// entry in the directory, which is at least shortestEntry: for headers to read and to compare,
// names, and map entries.
const (
	directoryCost = 12
	shortestEntry = 46
)

// ReadAt implements io.ReaderAt.
func (d *directory) ReadAt(p []byte, at int64) (int, error) {
	if !d.read {
		if d.left -= directoryCost * int64(len(p)); d.left < 0 {
			return 0, limits.ErrMemory
		}
	}
	return d.ReaderAt.ReadAt(p, at)
}

// checkEnd checks the end of the file, which states the number of members: package zip
// allocates memory for that number before it reads the first.
func (d *directory) checkEnd(size int64) error {
	const end, locator, end64 = 22, 20, 56 // lengths of records
	var last [end64 + locator + end]byte
	n := min(size, int64(len(last)))
	if _, err := d.ReaderAt.ReadAt(last[int64(len(last))-n:], size-n); err != nil && err != io.EOF {
		return err
	}
	record := last[end64+locator:]
	if !bytes.HasPrefix(record, []byte("PK\x05\x06")) || record[20]|record[21] != 0 {
		return because(ErrContainer, "no directory at its end")
	}
	members := uint64(binary.LittleEndian.Uint16(record[10:]))
	if large := last[end64:]; bytes.HasPrefix(large, []byte("PK\x06\x07")) {
		if binary.LittleEndian.Uint64(large[8:]) != uint64(size)-uint64(len(last)) {
			return because(ErrContainer, "no directory at its end")
		}
		members = max(members, binary.LittleEndian.Uint64(last[32:]))
	}
	if members > uint64(d.left)/(directoryCost*shortestEntry) {
		return limits.ErrMemory
	}
	return nil
}

// checkForm writes the container again, except for the contents, and compares.
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

// comparer is a writer that compares what is written with a file. It can skip parts.
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

// readManifest reads the manifest, and records the memory that it takes.
func (c *container) readManifest(memory int64) error {
	in, err := c.open(ManifestName, ErrMember)
	if err != nil {
		return err
	}
	if in.file.UncompressedSize64 > uint64(memory)/8 {
		return limits.ErrMemory // reading it would exceed the limit
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	cost := limits.JSONCost(data)
	if cost > memory {
		return limits.ErrMemory
	}
	c.taken += cost
	c.manifest, err = readManifest(data)
	return err
}

// checkNames checks that the members are exactly those of the manifest: the trees, and so many cores.
func (c *container) checkNames() error {
	known, files := map[string]bool{ManifestName: true}, int64(0)
	for _, t := range c.manifest.Trees {
		if c.members[t.Name] == nil {
			return because(ErrMember, "%q is missing", t.Name)
		}
		known[t.Name] = true
	}
	for name := range c.members {
		switch {
		case coreMember.MatchString(name):
			files++
		case !known[name]:
			return because(ErrMember, "%.100q is none of them", name)
		}
	}
	if files != c.manifest.Cores {
		return because(ErrCount, "%d cores, and the manifest says %d", files, c.manifest.Cores)
	}
	return nil
}

// open opens a member. It returns the error missing if there is no such member.
func (c *container) open(name string, missing error) (*member, error) {
	f := c.members[name]
	if f == nil {
		return nil, because(missing, "no member %q", name)
	}
	raw, err := f.OpenRaw()
	if err != nil {
		return nil, because(ErrContainer, "%q: %w", name, err)
	}
	in := bufio.NewReader(raw)
	return &member{file: f, raw: in, inflated: flate.NewReader(in)}, nil
}

// member reads the content of a member. It also detects bytes after the last deflated block,
// which package zip would ignore.
type member struct {
	file     *zip.File
	raw      *bufio.Reader
	inflated io.Reader // reads no more from raw than it needs
	size     uint64
	crc      uint32
}

// Read implements io.Reader. It returns io.EOF only if nothing else is in the member, and size
// and checksum agree.
func (m *member) Read(p []byte) (int, error) {
	n, err := m.inflated.Read(p)
	m.size += uint64(n)
	m.crc = crc32.Update(m.crc, crc32.IEEETable, p[:n])
	wrong := ""
	if err == io.EOF {
		_, after := m.raw.ReadByte()
		switch {
		case after == nil:
			wrong = "bytes follow the last deflated block"
		case after != io.EOF:
			err = after
		case m.size < m.file.UncompressedSize64:
			wrong = "fewer bytes than its header says"
		case m.crc != m.file.CRC32:
			wrong = "another checksum than its header says"
		}
	}
	if m.size > m.file.UncompressedSize64 {
		wrong = "more bytes than its header says"
	}
	switch {
	case wrong != "":
		err = because(ErrContainer, "%q: %s", m.file.Name, wrong)
	case err == nil || err == io.EOF:
	case errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, new(flate.CorruptInputError)):
		err = because(ErrContainer, "%q: %w", m.file.Name, err)
	default:
		err = fmt.Errorf("%q: %w", m.file.Name, err)
	}
	return n, err
}

// lines reads a member line by line.
type lines struct {
	r    *bufio.Reader
	name string
}

func (c *container) openTrees(name string) (*lines, error) {
	in, err := c.open(name, ErrMember)
	if err != nil {
		return nil, err
	}
	return &lines{bufio.NewReaderSize(in, 1<<16), name}, nil
}

// next returns the next line without its newline, as a new slice, and the memory in bytes that
// it takes to check it; or io.EOF. memory limits that.
func (l *lines) next(memory int64) (line []byte, cost int64, err error) {
	for {
		part, err := l.r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == io.EOF && len(line) == 0:
			return nil, 0, io.EOF
		case err == io.EOF:
			return nil, 0, because(ErrTree, "%s: the last line has no end", l.name)
		case err != nil && err != bufio.ErrBufferFull:
			return nil, 0, err
		case 8*int64(len(line)) > memory:
			return nil, 0, limits.ErrMemory
		case err == nil:
			line = line[:len(line)-1]
			if cost = limits.JSONCost(line); cost > memory {
				return nil, 0, limits.ErrMemory
			}
			return line, cost, nil
		}
	}
}
