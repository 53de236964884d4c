package proofgames

import (
	"bufio"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/kernel/proofgame"
)

// PGNFile is a file of games. Nil stands for none.
type PGNFile struct {
	out *batch.Output
	w   *bufio.Writer
}

// CreatePGN starts a file, or none if it has no name.
func CreatePGN(name string) (*PGNFile, error) {
	if name == "" {
		return nil, nil
	}
	out, err := batch.Create(name)
	if err != nil {
		return nil, err
	}
	return &PGNFile{out, bufio.NewWriter(out)}, nil
}

// Add writes a game.
func (p *PGNFile) Add(start *chess.Setup, goal string, moves []string) error {
	if p == nil {
		return nil
	}
	game := proofgame.PGN(start, goal, moves)
	_, err := game.WriteTo(p.w)
	return err
}

// Close completes the file.
func (p *PGNFile) Close() error {
	if p == nil {
		return nil
	}
	if err := p.w.Flush(); err != nil {
		p.out.Discard()
		return err
	}
	return p.out.Close()
}

// Discard drops what was written.
func (p *PGNFile) Discard() {
	if p != nil {
		p.out.Discard()
	}
}
