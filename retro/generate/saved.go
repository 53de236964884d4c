package generate

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"unsafe"

	"retroproof/proofs/folder"
	"retroproof/retro/table"
)

// A build that was killed goes on from files: a slice in each, or what a table that is built as a whole has got to. A
// file has a header, cells, and a CRC-32C of all. It appears under its name as a whole. It is not forced to the disk;
// what a failing machine has left is known by the checksum.

// savedTable says of which table a file is, or of which slice of one. Cells are in the byte order of the machine, which
// is among what has to agree.
type savedTable struct {
	Magic     [8]byte
	Material  [16]byte
	Layout    uint16
	CellBytes uint16
	Slice     uint32 // 0 for a whole table
	Words     uint64
	Order     [8]byte // savedOrder as the machine has it
}

var (
	sliceMagic      = [8]byte{0x89, 'D', 'T', 'M', 's', 'l', '2', '\n'}
	checkpointMagic = [8]byte{0x89, 'D', 'T', 'M', 'c', 'p', '2', '\n'}

	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

const savedOrder = 0x0102030405060708

// saved is a file with a state in the header.
type saved[S comparable] struct {
	name string
	of   savedTable
}

// savedHeader begins a file.
type savedHeader[S comparable] struct {
	Of    savedTable
	State S
}

// newSaved returns the file of a table with cells of one size.
func newSaved[T table.Cell, S comparable](name string, magic [8]byte, l *table.Layout, slice int) saved[S] {
	s := saved[S]{name, savedTable{Magic: magic, Layout: uint16(l.Version), CellBytes: uint16(table.CellBytes[T]()),
		Slice: uint32(slice), Words: uint64(l.Words)}}
	copy(s.of.Material[:], l.Material.String())
	binary.NativeEndian.PutUint64(s.of.Order[:], savedOrder)
	return s
}

// headerSize returns the length of the header.
func (s saved[S]) headerSize() int64 { return int64(binary.Size(savedHeader[S]{})) }

// write writes the file, with the cells that a function writes.
func (s saved[S]) write(state S, cells func(out io.Writer) error) error {
	return table.ReplaceFile(s.name, s.name+".tmp", func(f *os.File) error {
		sum := crc32.New(castagnoli)
		out := io.MultiWriter(f, sum)
		err := binary.Write(out, binary.LittleEndian, savedHeader[S]{s.of, state})
		if err == nil {
			err = cells(out)
		}
		if err == nil {
			_, err = f.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
		}
		return err
	})
}

// errDamaged is that of a file that cannot be used.
var errDamaged = errors.New("damaged, of another table, or changed by another build")

// open opens the file and reads its header. The error is errDamaged if it is not that of this table.
func (s saved[S]) open() (*os.File, S, error) {
	var h savedHeader[S]
	f, err := folder.OpenFile(s.name, folder.Links)
	if err != nil {
		return nil, h.State, err
	}
	if err := binary.Read(f, binary.LittleEndian, &h); err != nil || h.Of != s.of {
		f.Close()
		return nil, h.State, fmt.Errorf("%s: %w", s.name, errDamaged)
	}
	return f, h.State, nil
}

// read reads the whole file, whose cells a function reads. The error is errDamaged if they are not those that were
// written.
func (s saved[S]) read(cells func(in io.Reader) error) (S, error) {
	f, state, err := s.open()
	if err != nil {
		return state, err
	}
	defer f.Close()
	sum := crc32.New(castagnoli)
	in := bufio.NewReaderSize(f, 1<<18)
	err = binary.Write(sum, binary.LittleEndian, savedHeader[S]{s.of, state})
	if err == nil {
		err = cells(io.TeeReader(in, sum))
	}
	var want [4]byte
	if err == nil {
		_, err = io.ReadFull(in, want[:])
	}
	_, end := in.ReadByte()
	if err != nil || end != io.EOF || binary.LittleEndian.Uint32(want[:]) != sum.Sum32() {
		return state, fmt.Errorf("%s: %w", s.name, errDamaged)
	}
	return state, nil
}

// bytesOf returns the memory of cells, or of sets.
func bytesOf[E uint8 | uint16 | uint64](list []E) []byte {
	var one E
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*int(unsafe.Sizeof(one)))
}
