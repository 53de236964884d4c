package generate

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"unsafe"

	"retroproof/proofs/folder"
	"retroproof/retro/index"
	"retroproof/retro/table"
)

// scratch is a directory with the slices of a table that is being built, a file each, from which a
// build that was killed goes on: the cells with what the tables that have been looked at say of captures and
// promotions or, when the slice is finished, with their values. A file appears under its name as a whole. It
// is not forced to the disk; what a failing machine has left is known by the checksum.
//
// Cells are in the byte order of the machine, which is among what the header has to agree in.
type scratch[T table.Cell] struct {
	dir     string
	slicing *index.Slicing
	state   []sliceState
}

// sliceState is how far a slice is.
type sliceState struct {
	Folded   uint64 // the tables of the material's Conversions whose values are in the cells, a bit each
	Finished uint32 // 1 if the cells have their values
	Deepest  uint32 // plies; of a finished slice
	Legal    uint64 // positions, of a finished slice, in all cells
	Needed   uint32 // the greatest depth of the tables that have been looked at, in plies
}

// sliceHeader begins a slice's file. It is followed by the cells of White to move, those of Black, and a
// CRC-32C of all.
type sliceHeader struct {
	Magic     [8]byte
	Material  [16]byte
	Layout    uint16
	CellBytes uint16
	Slice     uint32
	Words     uint64
	Order     uint64 // a number whose bytes show their order
	State     sliceState
}

var (
	sliceMagic      = [8]byte{0x89, 'D', 'T', 'M', 's', 'l', '1', '\n'}
	sliceHeaderSize = int64(binary.Size(sliceHeader{}))
	castagnoli      = crc32.MakeTable(crc32.Castagnoli)
)

const sliceOrder = 0x0102030405060708

// openScratch opens a directory. Files that are damaged, or not of this table with cells of this size,
// count as missing.
func openScratch[T table.Cell](dir string, slicing *index.Slicing) (s *scratch[T], found bool) {
	s = &scratch[T]{dir: dir, slicing: slicing, state: make([]sliceState, len(slicing.Values))}
	for slice := range s.state {
		if state, err := s.check(slice); err == nil {
			s.state[slice] = state
			found = found || state != (sliceState{})
		}
	}
	return s, found
}

func (s *scratch[T]) name(slice int) string {
	return filepath.Join(s.dir, fmt.Sprintf("slice%03d", slice))
}

// header returns the header of a slice's file.
func (s *scratch[T]) header(slice int, state sliceState) sliceHeader {
	h := sliceHeader{Magic: sliceMagic, Layout: uint16(s.slicing.Version), CellBytes: uint16(table.CellBytes[T]()), Slice: uint32(slice),
		Words: uint64(s.slicing.Words(slice)), Order: binary.LittleEndian.Uint64(nativeOrder()), State: state}
	copy(h.Material[:], s.slicing.Material.String())
	return h
}

// nativeOrder returns the bytes of sliceOrder as the machine has them.
func nativeOrder() []byte { return binary.NativeEndian.AppendUint64(nil, sliceOrder) }

// errDamaged is that of a file that cannot be used.
var errDamaged = errors.New("damaged, of another table, or changed by another build")

// check reads a slice's file and returns the state in its header.
func (s *scratch[T]) check(slice int) (state sliceState, err error) {
	f, err := folder.OpenFile(s.name(slice), folder.Links)
	if err != nil {
		return state, err
	}
	defer f.Close()
	sum := crc32.New(castagnoli)
	in := bufio.NewReaderSize(f, 1<<18)
	var h sliceHeader
	if err := binary.Read(io.TeeReader(in, sum), binary.LittleEndian, &h); err != nil {
		return state, err
	}
	if h != s.header(slice, h.State) {
		return state, errDamaged
	}
	if _, err := io.CopyN(sum, in, 2*int64(s.sideBytes(slice))); err != nil {
		return state, err
	}
	var want [4]byte
	if _, err := io.ReadFull(in, want[:]); err != nil {
		return state, err
	}
	if _, err := in.ReadByte(); err != io.EOF || binary.LittleEndian.Uint32(want[:]) != sum.Sum32() {
		return state, errDamaged
	}
	return h.State, nil
}

// sideBytes returns the bytes of a slice's cells with one side to move.
func (s *scratch[T]) sideBytes(slice int) int {
	return 64 * s.slicing.Words(slice) * table.CellBytes[T]()
}

// load reads the cells of a slice; those of one that has no file are left as they are.
func (s *scratch[T]) load(slice int, code *[2][]T) error {
	if s.state[slice] == (sliceState{}) {
		return nil
	}
	f, err := s.open(slice)
	if err != nil {
		return err
	}
	defer f.Close()
	for side := range code {
		if err := s.readAt(f, code[side], side*len(code[side])); err != nil {
			return err
		}
	}
	return nil
}

// save writes the cells of a slice.
func (s *scratch[T]) save(slice int, code *[2][]T, state sliceState) error {
	return s.saveFrom(slice, state, func(out io.Writer) error {
		for _, cells := range code {
			if _, err := out.Write(bytesOf(cells)); err != nil {
				return err
			}
		}
		return nil
	})
}

// saveFrom is save for cells that a function writes.
func (s *scratch[T]) saveFrom(slice int, state sliceState, cells func(out io.Writer) error) error {
	if err := writeChecked(s.name(slice), func(out io.Writer) error {
		if err := binary.Write(out, binary.LittleEndian, s.header(slice, state)); err != nil {
			return err
		}
		return cells(out)
	}); err != nil {
		return err
	}
	s.state[slice] = state
	return nil
}

// open opens the file of a slice. It has to be as far as this build has left or found it: if another one has the same
// directory, where locks do not keep it out, no cell of its is taken for a value.
func (s *scratch[T]) open(slice int) (*os.File, error) {
	f, err := folder.OpenFile(s.name(slice), folder.Links)
	if err != nil {
		return nil, err
	}
	var h sliceHeader
	err = binary.Read(f, binary.LittleEndian, &h)
	if err == nil && h != s.header(slice, s.state[slice]) {
		err = errDamaged
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", s.name(slice), err)
	}
	return f, nil
}

// readAt reads cells of a slice's file from a cell on, counted over both sides.
func (s *scratch[T]) readAt(f *os.File, cells []T, at int) error {
	_, err := f.ReadAt(bytesOf(cells), sliceHeaderSize+int64(at*table.CellBytes[T]()))
	return err
}

// widen makes files with cells of two bytes of those with one that are not in the other scratch yet.
func widen(from *scratch[uint8], to *scratch[uint16]) error {
	narrow, wide := make([]uint8, 1<<16), make([]uint16, 1<<16)
	for slice, state := range from.state {
		if state == (sliceState{}) || to.state[slice] != (sliceState{}) {
			continue
		}
		f, err := from.open(slice)
		if err != nil {
			return err
		}
		err = to.saveFrom(slice, state, func(out io.Writer) error {
			cells := 2 * from.sideBytes(slice)
			for at := 0; at < cells; at += len(narrow) {
				n := min(len(narrow), cells-at)
				if err := from.readAt(f, narrow[:n], at); err != nil {
					return err
				}
				for i, code := range narrow[:n] {
					wide[i] = table.Wider(code)
				}
				if _, err := out.Write(bytesOf(wide[:n])); err != nil {
					return err
				}
			}
			return nil
		})
		f.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// bytesOf returns the memory of cells.
func bytesOf[T table.Cell](cells []T) []byte {
	if len(cells) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&cells[0])), len(cells)*table.CellBytes[T]())
}
