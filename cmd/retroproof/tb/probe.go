package tb

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/material"
	"retroproof/retro/seed"
	"retroproof/retro/syzygy"
	"retroproof/retro/table"
)

// probeRequest is what tb probe is asked.
type probeRequest struct {
	FEN string `arg:"FEN|-"`
	tablesRequest
	Seed   pieces `flag:"seed" of:"STRING" doc:"take positions as integers, too, and print them, by a piece STRING as KRk"`
	Syzygy string `flag:"syzygy" of:"DIR" doc:"add what Syzygy's files in this DIR have"`
	Brief  bool   `flag:"brief" doc:"print the value only: a line a position, without moves"`
}

// pieces is the value of --seed.
type pieces struct{ seed.PieceString }

func (p *pieces) Set(text string) (err error) {
	p.PieceString, err = seed.Parse(text)
	return err
}

func (p *pieces) String() string { return string(p.PieceString) }
func (p *pieces) Type() string   { return "STRING" }

var probeVerb = verb.Of(verb.Verb{Name: "tb probe", Answers: []verb.Answer{&probeAnswer{}}},
	probeRequest{tablesRequest: fourMen}, func(ctx context.Context, e *verb.Env, q *probeRequest) (err error) {
		var files *syzygy.Tables
		if q.Syzygy != "" {
			if files, err = openSyzygy(q.Syzygy); err != nil {
				return err
			}
			defer func() { err = cmp.Or(err, files.Close()) }()
		}
		answers := 0
		return q.each(ctx, e, q.FEN, func(t *Tables, text string) (verb.Answer, error) {
			a, err := q.probe(ctx, t, files, text)
			if err != nil {
				return nil, err
			}
			if answers++; answers > 1 && !e.JSON && !q.Brief {
				fmt.Fprintln(e.Stdout)
			}
			return a, nil
		})
	})

// openSyzygy opens a directory, which must be there: files are looked for when positions ask for them.
func openSyzygy(dir string) (*syzygy.Tables, error) {
	if _, err := os.ReadDir(dir); err != nil {
		return nil, err
	}
	return syzygy.OpenDir(dir), nil
}

// probe answers for a FEN or an integer. files may be nil.
func (q *probeRequest) probe(ctx context.Context, t *Tables, files *syzygy.Tables, text string) (*probeAnswer, error) {
	p, err := q.Seed.position(text)
	if err != nil {
		return nil, err
	}
	var s *seedPlace
	if q.Seed.PieceString != "" {
		n, err := q.Seed.Integer(p.Setup())
		if err != nil {
			return nil, err
		}
		s = &seedPlace{Pieces: q.Seed.PieceString, Integer: strconv.FormatUint(n, 10)}
	}
	a, err := t.probe(ctx, p, q.Brief)
	if err != nil {
		return nil, err
	}
	if a.Seed = s; s != nil {
		s.N = a.Plies
	}
	if files != nil {
		err = a.add(files)
	}
	return a, err
}

// position reads a FEN or, with --seed, an integer.
func (p *pieces) position(text string) (*chess.Position, error) {
	integer := text != "" && strings.Trim(text, "0123456789") == ""
	if p.PieceString == "" || !integer {
		position, err := chess.ParsePosition(text)
		if err != nil && integer {
			return nil, fmt.Errorf("%w (an integer needs --seed)", err)
		}
		return position, err
	}
	n, err := seed.ParseInteger(p.PieceString, text)
	if err != nil {
		return nil, err
	}
	setup, err := p.Setup(n)
	if err != nil {
		return nil, err
	}
	return chess.NewPosition(setup)
}

// Probe answers as tb probe does.
func (t *Tables) Probe(ctx context.Context, p *chess.Position) (verb.Answer, error) {
	return t.probe(ctx, p, false)
}

// probe returns the value of a position and, unless the answer is brief, of its moves.
func (t *Tables) probe(ctx context.Context, p *chess.Position, brief bool) (*probeAnswer, error) {
	a := &probeAnswer{FEN: p.FEN(), Material: material.OfPosition(p).Canonical(), position: p}
	err := t.answer(ctx, func() error {
		v, err := t.Tables.Probe(p)
		if a.value = valueOf(v); err != nil || brief {
			return err
		}
		moves, err := t.Moves(p)
		a.Moves = []probedMove{}
		for _, m := range moves {
			a.Moves = append(a.Moves, probedMove{move: moveOf(m)})
		}
		return err
	})
	return a, err
}

// probeAnswer is the answer for a position.
type probeAnswer struct {
	verb.Head `schema:"retroproof.tb.probe/1"`
	FEN       string            `json:"fen"`
	Material  material.Material `json:"material"`
	value
	Syzygy   *syzygy.Value `json:"syzygy,omitempty"`
	Seed     *seedPlace    `json:"seed,omitempty"`
	Moves    []probedMove  `json:"moves,omitzero"` // nil if the answer is brief
	position *chess.Position
}

// value is a value. Draws have no depth.
type value struct {
	Result  table.Result `json:"result"`
	Plies   *int         `json:"dtm_plies"`
	InMoves *int         `json:"dtm_moves"`
}

func valueOf(v table.Value) value {
	if !v.Decided() {
		return value{Result: v.Result}
	}
	plies, moves := v.Plies, v.Moves()
	return value{v.Result, &plies, &moves}
}

// seedPlace is a position in the notation of the first version.
type seedPlace struct {
	Pieces  seed.PieceString `json:"pieces"`
	Integer string           `json:"integer"`
	N       *int             `json:"n"` // of the set S_n; nil for draws, which are in none
}

// move is a legal move with its value.
type move struct {
	SAN string `json:"san"`
	UCI string `json:"uci"`
	value
	Capture   bool `json:"capture"`
	EnPassant bool `json:"en_passant"`
	Promotion bool `json:"promotion"`
	Check     bool `json:"check"`
	Mate      bool `json:"mate"`
	Stalemate bool `json:"stalemate"`
}

func moveOf(m retro.RankedMove) move {
	return move{m.SAN, m.UCI, valueOf(m.Value), m.Capture, m.EnPassant, m.Promotion != chess.NoKind, m.Check, m.Mate, m.Stalemate}
}

// probedMove is a legal move of a position that was probed.
type probedMove struct {
	move
	Syzygy *syzygy.Value `json:"syzygy,omitempty"`
}

// add adds what Syzygy's files have.
func (a *probeAnswer) add(files *syzygy.Tables) error {
	v, err := files.Value(a.position)
	if a.Syzygy = &v; err != nil || a.Moves == nil {
		return err
	}
	list, err := files.Moves(a.position)
	if err != nil {
		return err
	}
	for i := range a.Moves {
		k := slices.IndexFunc(list, func(m syzygy.Move) bool { return m.UCI == a.Moves[i].UCI })
		a.Moves[i].Syzygy = &list[k].Value
	}
	return nil
}

// Text writes the value and the moves or, of a brief answer, the value and the FEN in a line.
func (a *probeAnswer) Text(w io.Writer) error {
	var b strings.Builder
	if a.Moves == nil {
		a.brief(&b)
	} else {
		a.text(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (a *probeAnswer) brief(b *strings.Builder) {
	fields := []string{a.Result.String(), "-", "-"}
	if a.Plies != nil {
		fields[1], fields[2] = strconv.Itoa(*a.Plies), strconv.Itoa(*a.InMoves)
	}
	if a.Seed != nil {
		fields = append(fields, a.Seed.Integer)
	}
	if a.Syzygy != nil {
		fields = append(fields, a.Syzygy.WDL.String(), strconv.Itoa(a.Syzygy.DTZ))
	}
	fmt.Fprintln(b, strings.Join(append(fields, a.FEN), "\t"))
}

func (a *probeAnswer) text(b *strings.Builder) {
	side := map[chess.Color]string{chess.White: "White", chess.Black: "Black"}[a.position.Turn()]
	fmt.Fprintf(b, "%s\n%s, %s to move: %s\n", a.FEN, a.Material, side, a.verdict())
	if s := a.Seed; s != nil {
		set := "in no set S_n"
		if s.N != nil {
			set = fmt.Sprintf("in S_%d", *s.N)
		}
		fmt.Fprintf(b, "%s: integer %s, %s\n", s.Pieces, s.Integer, set)
	}
	if s := a.Syzygy; s != nil {
		fmt.Fprintf(b, "Syzygy: %s", s.WDL)
		if s.WDL != syzygy.Draw {
			fmt.Fprintf(b, ", DTZ %d", s.DTZ)
		}
		if n := a.position.HalfmoveClock(); n > 0 {
			fmt.Fprintf(b, ", with %s since a capture or pawn move", verb.Counted(n, "ply", "plies"))
		}
		b.WriteByte('\n')
	}
	for _, m := range a.Moves {
		line := m.text()
		if s := m.Syzygy; s != nil {
			line = strings.TrimRight(fmt.Sprintf("%-42s %-12s DTZ %4d", line, s.WDL, s.DTZ), " ")
		}
		fmt.Fprintf(b, "  %s\n", line)
	}
}

// verdict says what the value is.
func (a *probeAnswer) verdict() string {
	switch {
	case a.Plies == nil && len(a.Moves) == 0:
		return "draw, stalemate"
	case a.Plies == nil:
		return a.Result.String()
	case *a.Plies == 0:
		return "mated"
	}
	return fmt.Sprintf("%s, mate in %s", a.Result, table.Value{Result: a.Result, Plies: *a.Plies}.Depth())
}

// text is a line of the list of moves.
func (m *move) text() string {
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
