package games

import (
	"bufio"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/kernel/proofgame"
)

// pgnFile is a file of games. Nil stands for none.
type pgnFile struct {
	out *batch.Output
	w   *bufio.Writer
}

// createPGN starts a file, or none if it has no name.
func createPGN(name string) (*pgnFile, error) {
	if name == "" {
		return nil, nil
	}
	out, err := batch.Create(name)
	if err != nil {
		return nil, err
	}
	return &pgnFile{out, bufio.NewWriter(out)}, nil
}

// add writes a game.
func (p *pgnFile) add(start *chess.Setup, goal string, moves []string) error {
	if p == nil {
		return nil
	}
	game := proofgame.PGN(start, goal, moves)
	_, err := game.WriteTo(p.w)
	return err
}

// Close completes the file.
func (p *pgnFile) Close() error {
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
func (p *pgnFile) Discard() {
	if p != nil {
		p.out.Discard()
	}
}
