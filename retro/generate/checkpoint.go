package generate

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"unsafe"

	"retroproof/proofs/folder"
	"retroproof/retro/table"
)

// A Checkpoint is a file with how far a table is that is built as a whole: after a ply, all that the
// analysis goes on from. A build that was killed goes on there. Tables with pawns of both colours have none: they
// are built in slices.
type Checkpoint struct {
	File string
	// Due is asked after every two plies whether the file is to be written.
	Due func() bool
}

// checkpointHeader begins the file. It is followed by the cells, the open positions, the new losses and the
// pending words, and a CRC-32C of all.
type checkpointHeader struct {
	Magic       [8]byte
	Material    [16]byte
	Layout      uint16
	CellBytes   uint16
	LastPending uint32
	Words       uint64
	Order       uint64 // as in a slice's header
	Next        uint32 // the ply to go on with
	Deepest     uint32
	Decided     uint64
	Legal       uint64
}

var checkpointMagic = [8]byte{0x89, 'D', 'T', 'M', 'c', 'p', '1', '\n'}

// header returns the header of a checkpoint before a ply.
func (g *generator[T]) header(next int) checkpointHeader {
	h := checkpointHeader{Magic: checkpointMagic, Layout: uint16(g.Version), CellBytes: uint16(table.CellBytes[T]()), LastPending: uint32(g.lastPending),
		Words: uint64(g.Words), Order: binary.LittleEndian.Uint64(nativeOrder()), Next: uint32(next), Deepest: uint32(g.deepest),
		Decided: g.decided, Legal: g.legalCells}
	copy(h.Material[:], g.Material.String())
	return h
}

// parts returns the memory that a checkpoint has.
func (g *generator[T]) parts() (parts [][]byte) {
	for side := range 2 {
		parts = append(parts, bytesOf(g.code[side]))
		for _, set := range [][]uint64{g.open[side], g.newLosses[side], g.pendingWins[side], g.pendingLosses[side]} {
			parts = append(parts, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(set))), 8*len(set)))
		}
	}
	return parts
}

// save writes a checkpoint before a ply.
func (g *generator[T]) save(name string, next int) error {
	return writeChecked(name, func(out io.Writer) error {
		if err := binary.Write(out, binary.LittleEndian, g.header(next)); err != nil {
			return err
		}
		for _, part := range g.parts() {
			if _, err := out.Write(part); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeChecked writes a file with a CRC-32C at its end, which appears under its name as a whole. It is not
// forced to the disk.
func writeChecked(name string, write func(out io.Writer) error) error {
	f, err := os.Create(name + ".tmp")
	if err != nil {
		return err
	}
	sum := crc32.New(castagnoli)
	err = write(io.MultiWriter(f, sum))
	if err == nil {
		_, err = f.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// restore reads a checkpoint of the table with cells of this size. next is the ply to go on with; found is
// false if there is none that can be used, and what has been read of it is left then.
func (g *generator[T]) restore(name string) (next int, found bool, err error) {
	f, err := folder.OpenFile(name, folder.Links)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	defer f.Close()
	sum := crc32.New(castagnoli)
	in := bufio.NewReaderSize(f, 1<<16)
	checked := io.TeeReader(in, sum)
	var h checkpointHeader
	if err := binary.Read(checked, binary.LittleEndian, &h); err != nil {
		return 0, false, nil
	}
	same := h
	same.LastPending, same.Next, same.Deepest, same.Decided, same.Legal = 0, 0, 0, 0, 0
	if same != g.header(0) {
		return 0, false, nil
	}
	g.allocate()
	for _, part := range g.parts() {
		if _, err := io.ReadFull(checked, part); err != nil {
			return 0, false, nil
		}
	}
	var want [4]byte
	if _, err := io.ReadFull(in, want[:]); err != nil || binary.LittleEndian.Uint32(want[:]) != sum.Sum32() {
		return 0, false, nil
	}
	if _, err := in.ReadByte(); err != io.EOF {
		return 0, false, nil
	}
	g.lastPending, g.deepest, g.decided, g.legalCells = int(h.LastPending), int(h.Deepest), h.Decided, h.Legal
	return int(h.Next), true, nil
}

// cellBytes returns the bytes of a cell that the header of a checkpoint's file has; 0 if there is none.
func (c *Checkpoint) cellBytes() int {
	if c == nil {
		return 0
	}
	f, err := folder.OpenFile(c.File, folder.Links)
	if err != nil {
		return 0
	}
	defer f.Close()
	var h checkpointHeader
	if err := binary.Read(f, binary.LittleEndian, &h); err != nil || h.Magic != checkpointMagic {
		return 0
	}
	return int(h.CellBytes)
}
