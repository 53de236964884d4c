package survey

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"retroproof/proofs/limits"
)

// A pack is one file, a tar file, PACK.tar, or the folder PACK that "tar -xf" makes of it. Its members are the
// manifest, and then the files of the units as the manifest lists them: so where each stands follows from their
// lengths. A unit that is in no pack yet is such a file, too: its entry, and its files.
//
// There is one form: each byte of headers and between members is fixed, and compared when a member is read.

// ArchiveSuffix ends the names of these files.
const ArchiveSuffix = ".tar"

// block is what members of tar files are filled up to.
const block = 512

// mostMember bounds the length of a file in a pack: what a header can say.
const mostMember = 1<<33 - 1

// MemberHeader returns what stands before a file: the header of POSIX.1-1988, of a regular file of 1970 that belongs to
// user 0 and that all may read.
func MemberHeader(name string, size int64) []byte {
	h := make([]byte, block)
	copy(h[:100], name)
	copy(h[100:], "0000644\x000000000\x000000000\x00")
	octal(h[124:135], size)
	copy(h[135:], "\x0000000000000\x00        0")
	copy(h[257:], "ustar\x0000")
	copy(h[329:], "0000000\x000000000\x00")
	sum := int64(0)
	for _, b := range h {
		sum += int64(b)
	}
	octal(h[148:154], sum)
	h[154] = 0
	return h
}

// octal writes a number with leading zeros.
func octal(to []byte, n int64) {
	for i := len(to) - 1; i >= 0; i-- {
		to[i] = '0' + byte(n&7)
		n >>= 3
	}
}

// IsPack reports whether a file begins as that of a pack.
func IsPack(head []byte) bool {
	return len(head) >= block && string(head[257:265]) == "ustar\x0000" &&
		bytes.Contains(head[:100], []byte("/"+ManifestName+"\x00"))
}

// MemberPadding returns what stands after a file of so many bytes.
func MemberPadding(size int64) []byte { return make([]byte, -size&(block-1)) }

// ArchiveEnd is how the files end.
func ArchiveEnd() []byte { return make([]byte, 2*block) }

// errArchive: a pack or a unit has a byte that its manifest or entry does not explain.
var errArchive = fmt.Errorf("%w: no tar file with the members that its manifest lists and nothing else", ErrFile)

// member returns how many bytes a file takes with its header.
func member(size int64) int64 { return block + size + int64(len(MemberPadding(size))) }

// tarFile is a file of a pack or a unit that is being read.
type tarFile struct {
	io.ReaderAt
	size int64
	file *os.File // nil if all of it is in memory
}

// small is up to which length a file is read at once.
const small = 1 << 14

// openTar opens a file of a pack or a unit.
func openTar(path string) (*tarFile, error) {
	f, err := OpenFile(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	if info.Size() > small {
		return &tarFile{f, info.Size(), f}, nil
	}
	defer f.Close()
	data := make([]byte, info.Size())
	_, err = io.ReadFull(f, data)
	return &tarFile{bytes.NewReader(data), info.Size(), nil}, err
}

// close closes it.
func (f *tarFile) close() {
	if f.file != nil {
		f.file.Close()
	}
}

// readHead reads the first member, with a limit for the memory that its text takes.
func (f *tarFile) readHead(memory int64) (data []byte, err error) {
	h := make([]byte, block)
	if _, err := f.ReadAt(h, 0); err != nil && err != io.EOF {
		return nil, err
	}
	size, err := strconv.ParseInt(string(h[124:135]), 8, 64)
	switch {
	case err != nil || size < 0 || size > f.size-block:
		return nil, errArchive
	case size > memory/8:
		return nil, limits.ErrMemory
	}
	data = make([]byte, size)
	_, err = f.ReadAt(data, block)
	return data, err
}

// Layout finds where the files of the units are, if the first member has so many bytes, and returns where the last
// ends.
func (p *Pack) Layout(first int64) (end int64, err error) {
	at := member(first)
	for i := range p.Units {
		p.Units[i].at = at
		for _, file := range p.Units[i].Files() {
			if file.Bytes < 0 || file.Bytes > mostMember {
				return 0, errArchive
			}
			at += member(file.Bytes)
		}
	}
	return at, nil
}

// Offset returns where a file of the unit begins in that of its pack, after Layout.
func (u *Unit) Offset(file *File) int64 {
	if file == u.Evidence {
		return u.at + member(u.Verdicts.Bytes) + block
	}
	return u.at + block
}

// place is Layout for a file whose first member has this name; nothing else may be in it.
func (p *Pack) place(f *tarFile, head string, size int64) error {
	at, err := p.Layout(size)
	if err != nil {
		return err
	}
	if f.size != at+int64(len(ArchiveEnd())) {
		return errArchive
	}
	if err := p.around(f, head, block, size); err != nil {
		return err
	}
	end := make([]byte, len(ArchiveEnd()))
	if _, err := f.ReadAt(end, at); err != nil || !bytes.Equal(end, ArchiveEnd()) {
		return errArchive
	}
	return nil
}

// around compares what stands before and after a file.
func (p *Pack) around(f *tarFile, name string, at, size int64) error {
	has, padding := make([]byte, block), MemberPadding(size)
	if _, err := f.ReadAt(has, at-block); err != nil || !bytes.Equal(has, MemberHeader(p.Name()+"/"+name, size)) {
		return errArchive
	}
	has = has[:len(padding)]
	if _, err := f.ReadAt(has, at+size); err != nil || !bytes.Equal(has, padding) {
		return errArchive
	}
	return nil
}

// readPack reads the manifest of a pack, which is a tar file or a folder, with a limit for memory. It returns the
// memory taken, too.
func readPack(path string, memory int64) (p *Pack, file File, taken int64, err error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, file, 0, err
	}
	dir, name := filepath.Split(path)
	switch {
	case !info.IsDir() && !info.Mode().IsRegular():
		return nil, file, 0, &Error{File: name, Err: fmt.Errorf("%w: it is neither a regular file nor a folder", ErrFile)}
	case info.IsDir():
		if p, file, taken, err = readManifest(dir, name, memory, parsePack); err == nil {
			p.from = path
		}
		return p, file, taken, err
	}
	wrong := func(err error) (*Pack, File, int64, error) {
		return nil, file, 0, &Error{File: name, Err: fmt.Errorf("%w: %.500w", ErrManifest, err)}
	}
	f, err := openTar(path)
	if err != nil {
		return nil, file, 0, err
	}
	defer f.close()
	data, err := f.readHead(memory)
	if err == nil {
		if taken = limits.JSONCost(data); taken > memory {
			err = limits.ErrMemory
		}
	}
	switch {
	case errors.Is(err, errArchive):
		return wrong(err)
	case err != nil:
		return nil, file, 0, fmt.Errorf("%s: %w", path, err)
	}
	if p, err = parsePack(data); err == nil {
		err = p.place(f, ManifestName, int64(len(data)))
	}
	if err != nil {
		return wrong(err)
	}
	p.from, p.tar = path, true
	return p, fileOf(p.Name()+"/"+ManifestName, data), taken, nil
}

// packPath returns where a pack of a survey is: its file, or its folder if there is none.
func packPath(dir, name string) string {
	path := filepath.Join(dir, name)
	if _, err := os.Lstat(path + ArchiveSuffix); err == nil {
		return path + ArchiveSuffix
	}
	return path
}

// ReadUnit reads the file of a unit that is in no pack yet: a pack, without units before, gets its entry. It returns
// the text of the entry.
func (p *Pack) ReadUnit(path string, number uint64) ([]byte, error) {
	f, err := openTar(path)
	if err != nil {
		return nil, err
	}
	defer f.close()
	u := Unit{}
	data, err := f.readHead(mostOfManifest)
	if err == nil {
		err = json.Unmarshal(data, &u)
	}
	if err == nil {
		p.Units, p.Counts = []Unit{u}, u.Counts
		err = p.place(f, EntryName(number), int64(len(data)))
	}
	p.from, p.tar = path, true
	if f.file == nil {
		p.small = f
	}
	if err != nil && !errors.As(err, new(*os.PathError)) {
		err = fmt.Errorf("%w: %w", ErrManifest, err)
	}
	return data, err
}

// Files are the files of a pack or of a unit, to be read.
type Files struct {
	pack *Pack
	tar  *tarFile // nil for a folder
}

// Archived reports whether a pack that was read is a file, not a folder.
func (p *Pack) Archived() bool { return p.tar }

// Open opens the files of a pack or of a unit that was read.
func (p *Pack) Open() (*Files, error) {
	if !p.tar || p.small != nil {
		return &Files{p, p.small}, nil
	}
	f, err := openTar(p.from)
	return &Files{p, f}, err
}

// Close closes them.
func (f *Files) Close() {
	if f.tar != nil {
		f.tar.close()
	}
}

// Open opens a file of a unit, and compares its length with the manifest's. Errors other than those of reading are an
// [*Error].
func (f *Files) Open(u *Unit, file *File) (io.ReadCloser, error) {
	if f.tar != nil {
		if err := f.pack.around(f.tar, file.Name, u.Offset(file), file.Bytes); err != nil {
			return nil, &Error{File: file.Name, Err: err}
		}
		return io.NopCloser(io.NewSectionReader(f.tar, u.Offset(file), file.Bytes)), nil
	}
	in, err := OpenFile(filepath.Join(f.pack.from, file.Name))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, &Error{File: file.Name, Err: fmt.Errorf("%w: it is missing", ErrFile)}
	case errors.Is(err, ErrFile):
		return nil, &Error{File: file.Name, Err: err}
	case err != nil:
		return nil, err
	}
	info, err := in.Stat()
	if err == nil && info.Size() != file.Bytes {
		err = &Error{File: file.Name, Err: fmt.Errorf("%w: %d bytes, want %d", ErrFile, info.Size(), file.Bytes)}
	}
	if err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}
