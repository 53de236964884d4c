package generate

import (
	"errors"
	"io"
	"io/fs"
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

// checkpointState is the state in the file. It is followed by the cells, the open positions, the new losses and the
// pending words.
type checkpointState struct {
	Next        uint32 // the ply to go on with
	Deepest     uint32
	LastPending uint32
	Decided     uint64
	Legal       uint64
}

// checkpointFile returns the file of a checkpoint.
func checkpointFile[T table.Cell](c *Checkpoint, l *table.Layout) saved[checkpointState] {
	return newSaved[T, checkpointState](c.File, checkpointMagic, l, 0)
}

// isWide reports whether there is a checkpoint with cells of two bytes.
func (c *Checkpoint) isWide(l *table.Layout) bool {
	if c == nil {
		return false
	}
	f, _, err := checkpointFile[uint16](c, l).open()
	if err == nil {
		f.Close()
	}
	return err == nil
}

// parts returns the memory that a checkpoint has.
func (g *generator[T]) parts() (parts [][]byte) {
	for side := range 2 {
		parts = append(parts, bytesOf(g.code[side]))
		for _, set := range [][]uint64{g.open[side], g.newLosses[side], g.pendingWins[side], g.pendingLosses[side]} {
			parts = append(parts, bytesOf(set))
		}
	}
	return parts
}

// save writes a checkpoint before a ply.
func (g *generator[T]) save(next int) error {
	state := checkpointState{Next: uint32(next), Deepest: uint32(g.deepest), LastPending: uint32(g.lastPending),
		Decided: g.decided, Legal: g.legalCells}
	return checkpointFile[T](g.checkpoint, g.Layout).write(state, func(out io.Writer) error {
		for _, part := range g.parts() {
			if _, err := out.Write(part); err != nil {
				return err
			}
		}
		return nil
	})
}

// restore reads the checkpoint of the table with cells of this size. next is the ply to go on with; found is
// false if there is none that can be used, and what has been read of it is left then.
func (g *generator[T]) restore() (next int, found bool, err error) {
	state, err := checkpointFile[T](g.checkpoint, g.Layout).read(func(in io.Reader) error {
		g.allocate()
		for _, part := range g.parts() {
			if _, err := io.ReadFull(in, part); err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, errDamaged):
		return 0, false, nil
	case err != nil:
		return 0, false, err
	}
	g.lastPending, g.deepest = int(state.LastPending), int(state.Deepest)
	g.decided, g.legalCells = state.Decided, state.Legal
	return int(state.Next), true, nil
}
