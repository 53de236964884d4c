package generate

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"retroproof/retro/table"
)

// scratch is a directory with the slices of a table that is being built, a file each: the cells with what the tables
// that have been looked at say of captures and promotions or, when the slice is finished, with their values.
type scratch[T table.Cell] struct {
	slicing *table.Slicing
	files   []saved[sliceState] // by slice
	state   []sliceState
}

// sliceState is how far a slice is. In its file the cells of White to move follow, and those of Black.
type sliceState struct {
	Folded   uint64 // the tables of the material's Conversions whose values are in the cells, a bit each
	Finished uint32 // 1 if the cells have their values
	Deepest  uint32 // plies; of a finished slice
	Legal    uint64 // positions, of a finished slice, in all cells
	Needed   uint32 // the greatest depth of the tables that have been looked at, in plies
}

// openScratch opens a directory. Files that are damaged, or not of this table with cells of this size,
// count as missing.
func openScratch[T table.Cell](dir string, slicing *table.Slicing) (s *scratch[T], found bool) {
	n := len(slicing.Values)
	s = &scratch[T]{slicing: slicing, files: make([]saved[sliceState], n), state: make([]sliceState, n)}
	for slice := range s.files {
		l := &table.Layout{Material: slicing.Material, Version: slicing.Version, Words: slicing.Words(slice)}
		file := newSaved[T, sliceState](filepath.Join(dir, fmt.Sprintf("slice%03d", slice)), sliceMagic, l, slice)
		s.files[slice] = file
		if state, err := file.read(func(in io.Reader) error {
			_, err := io.CopyN(io.Discard, in, 2*int64(s.sideBytes(slice)))
			return err
		}); err == nil {
			s.state[slice] = state
			found = found || state != (sliceState{})
		}
	}
	return s, found
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
	err := s.files[slice].write(state, cells)
	if err == nil {
		s.state[slice] = state
	}
	return err
}

// open opens the file of a slice. It has to be as far as this build has left or found it: if another one has the same
// directory, where locks do not keep it out, no cell of its is taken for a value.
func (s *scratch[T]) open(slice int) (*os.File, error) {
	file := s.files[slice]
	f, state, err := file.open()
	if err == nil && state != s.state[slice] {
		f.Close()
		err = fmt.Errorf("%s: %w", file.name, errDamaged)
	}
	return f, err
}

// cellsAt returns where the cells of a slice with a side to move begin in its file.
func (s *scratch[T]) cellsAt(slice, side int) int64 {
	return s.files[slice].headerSize() + int64(side)*int64(s.sideBytes(slice))
}

// readAt reads cells of a slice's file from a cell on, counted over both sides.
func (s *scratch[T]) readAt(f *os.File, cells []T, at int) error {
	_, err := f.ReadAt(bytesOf(cells), s.cellsAt(0, 0)+int64(at*table.CellBytes[T]()))
	return err
}

// widen makes files with cells of two bytes of those with one that are not in the other scratch yet.
func widen(from *scratch[uint8], to *scratch[uint16]) error {
	for slice, state := range from.state {
		if state == (sliceState{}) || to.state[slice] != (sliceState{}) {
			continue
		}
		if err := widenSlice(from, to, slice); err != nil {
			return err
		}
	}
	return nil
}

// widenSlice is widen for a slice.
func widenSlice(from *scratch[uint8], to *scratch[uint16], slice int) error {
	f, err := from.open(slice)
	if err != nil {
		return err
	}
	defer f.Close()
	narrow, wide := make([]uint8, 1<<16), make([]uint16, 1<<16)
	return to.saveFrom(slice, from.state[slice], func(out io.Writer) error {
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
}
