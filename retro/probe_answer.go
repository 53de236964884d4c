package retro

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/retro/syzygy"
	"retroproof/retro/table"
)

// Probe is the answer for a position.
type Probe struct {
	answer.Head `schema:"retroproof.tb.probe/1"`
	FEN         string         `json:"fen"`
	Material    table.Material `json:"material"`
	Value
	Syzygy   *syzygy.Value `json:"syzygy,omitempty"`
	Seed     *SeedPlace    `json:"seed,omitempty"`
	Moves    []ProbedMove  `json:"moves,omitzero"` // nil if the answer is brief
	position *chess.Position
}

// NewProbe begins the answer for a position.
func NewProbe(p *chess.Position) *Probe {
	return &Probe{FEN: p.FEN(), Material: table.MaterialOfPosition(p).Canonical(), position: p}
}

// AddMoves adds the moves of the position.
func (p *Probe) AddMoves(moves []RankedMove) {
	p.Moves = []ProbedMove{}
	for _, m := range moves {
		p.Moves = append(p.Moves, ProbedMove{RankedMove: m})
	}
}

// SeedPlace is a position in the notation of the first version.
type SeedPlace struct {
	Pieces  PieceString `json:"pieces"`
	Integer string      `json:"integer"`
	N       *int        `json:"n"` // of the set S_n; nil for draws, which are in none
}

// ProbedMove is a legal move of a position that was probed.
type ProbedMove struct {
	RankedMove
	Syzygy *syzygy.Value `json:"syzygy,omitempty"`
}

// AddSyzygy adds what Syzygy's files have.
func (p *Probe) AddSyzygy(files *syzygy.Tables) error {
	v, err := files.Value(p.position)
	if p.Syzygy = &v; err != nil || p.Moves == nil {
		return err
	}
	list, err := files.Moves(p.position)
	if err != nil {
		return err
	}
	for i := range p.Moves {
		k := slices.IndexFunc(list, func(m syzygy.Move) bool { return m.Move == p.Moves[i].Move })
		p.Moves[i].Syzygy = &list[k].Value
	}
	return nil
}

// Text writes the value and the moves or, of a brief answer, the value and the FEN in a line.
func (p *Probe) Text(w io.Writer) error {
	var b strings.Builder
	if p.Moves == nil {
		p.brief(&b)
	} else {
		p.text(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (p *Probe) brief(b *strings.Builder) {
	fields := []string{p.Result.String(), "-", "-"}
	if p.Plies != nil {
		fields[1], fields[2] = strconv.Itoa(*p.Plies), strconv.Itoa(*p.InMoves)
	}
	if p.Seed != nil {
		fields = append(fields, p.Seed.Integer)
	}
	if p.Syzygy != nil {
		fields = append(fields, p.Syzygy.WDL.String(), strconv.Itoa(p.Syzygy.DTZ))
	}
	fmt.Fprintln(b, strings.Join(append(fields, p.FEN), "\t"))
}

func (p *Probe) text(b *strings.Builder) {
	side := map[chess.Color]string{chess.White: "White", chess.Black: "Black"}[p.position.Turn()]
	fmt.Fprintf(b, "%s\n%s, %s to move: %s\n", p.FEN, p.Material, side, p.verdict())
	if s := p.Seed; s != nil {
		set := "in no set S_n"
		if s.N != nil {
			set = fmt.Sprintf("in S_%d", *s.N)
		}
		fmt.Fprintf(b, "%s: integer %s, %s\n", s.Pieces, s.Integer, set)
	}
	if s := p.Syzygy; s != nil {
		fmt.Fprintf(b, "Syzygy: %s", s.WDL)
		if s.WDL != syzygy.Draw {
			fmt.Fprintf(b, ", DTZ %d", s.DTZ)
		}
		if n := p.position.HalfmoveClock(); n > 0 {
			fmt.Fprintf(b, ", with %s since a capture or pawn move", answer.Counted(n, "ply", "plies"))
		}
		b.WriteByte('\n')
	}
	for _, m := range p.Moves {
		line := m.text()
		if s := m.Syzygy; s != nil {
			line = strings.TrimRight(fmt.Sprintf("%-42s %-12s DTZ %4d", line, s.WDL, s.DTZ), " ")
		}
		fmt.Fprintf(b, "  %s\n", line)
	}
}

// verdict says what the value is.
func (p *Probe) verdict() string {
	switch {
	case p.Plies == nil && len(p.Moves) == 0:
		return "draw, stalemate"
	case p.Plies == nil:
		return p.Result.String()
	case *p.Plies == 0:
		return "mated"
	}
	return fmt.Sprintf("%s, mate in %s", p.Result, table.Value{Result: p.Result, Plies: *p.Plies}.Depth())
}

// text is a line of the list of moves.
func (m *RankedMove) text() string {
	s := fmt.Sprintf("%-7s %-5s  %s", m.SAN, m.UCI, m.Result)
	if m.Plies != nil {
		s = fmt.Sprintf("%-7s %-5s  %-4s  %2d moves  %3d plies", m.SAN, m.UCI, m.Result, *m.InMoves, *m.Plies)
	}
	if m.EnPassant {
		s += "  en passant"
	}
	if m.Stalemate {
		s += "  stalemate"
	}
	return s
}
