package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/seed"
	"retroproof/retro/syzygy"
	"retroproof/retro/table"
)

// tbProbe is one run of tb probe.
type tbProbe struct {
	app     *verb.Env
	tables  answerTables
	seed    seedFlag
	syzygy  string // directory of Syzygy's files; "" for none
	files   *syzygy.Tables
	brief   bool
	json    bool
	answers int
}

func newTBProbeCommand(a *verb.Env) *cobra.Command {
	v := &tbProbe{app: a, tables: answerTables{app: a}}
	cmd := &cobra.Command{
		Use:   "probe FEN",
		Short: "Print the value of a position and of its moves",
		Long: `Print whether a position is won, drawn or lost for the side to move, in how many
moves and plies, and the same of all legal moves, the best first.

Plies are counted from the position to mate (DTM), moves are those of the winner.
A right to capture en passant counts; castling rights are refused; the rules
that end a game by counting moves are left out.

Moves of one value are in the order of the squares they leave, then of those
they go to: a1, b1, ..., h8.

--syzygy DIR adds the results and distances of Syzygy's files: a result with the
fifty-move rule, where a cursed win and a blessed loss are mates that it makes draws,
and the plies to the next capture or pawn move (DTZ), 100 more for these.

"-" reads FENs from stdin, one a line. --seed KRk prints the integer of the
position in the notation of that piece string and the set S_n that it is in, and
takes such integers in place of FENs.`,
		Example: `  retroproof tb probe "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"
  retroproof tb probe --json - < positions.txt`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return v.run(cmd.Context(), args[0], cmd.Flags().Changed("seed"))
		},
	}
	flags := cmd.Flags()
	v.tables.add(flags)
	v.seed.add(flags)
	flags.StringVar(&v.syzygy, "syzygy", "", "add what Syzygy's files in this `DIR` have")
	flags.BoolVar(&v.brief, "brief", false, "print the value only: a line a position, without moves")
	flags.BoolVar(&v.json, "json", false, "print JSON, one object a position")
	return cmd
}

func (v *tbProbe) run(ctx context.Context, text string, seed bool) (err error) {
	if err := v.seed.parse(seed); err != nil {
		return err
	}
	if v.syzygy != "" {
		if v.files, err = openSyzygy(v.syzygy); err != nil {
			return err
		}
		defer func() {
			if cerr := v.files.Close(); err == nil {
				err = verb.WithCode(verb.ExitIO, cerr)
			}
		}()
	}
	return v.tables.each(ctx, text, func(text string, line int) error { return v.one(ctx, text, line) })
}

// one answers for a position. line is that of stdin, 0 for an argument.
func (v *tbProbe) one(ctx context.Context, text string, line int) error {
	p, err := v.seed.position(text)
	if err != nil {
		return err
	}
	answer := tbProbeAnswer{position: p, line: line, pieces: v.seed.pieces}
	if v.seed.pieces != "" {
		if answer.integer, err = v.seed.pieces.Integer(p.Setup()); err != nil {
			return err
		}
	}
	err = v.tables.answer(ctx, line, func(ts *retro.Tables) error {
		if answer.value, err = ts.Probe(p); err != nil || v.brief {
			return err
		}
		answer.moves, err = ts.Moves(p)
		return err
	})
	if err != nil {
		return err
	}
	if v.files != nil {
		if answer.syzygy, err = probeSyzygy(v.files, p, !v.brief); err != nil {
			if line > 0 {
				err = fmt.Errorf("<stdin>:%d: %w", line, err)
			}
			return err
		}
	}
	v.answers++
	switch {
	case v.json:
		return v.app.PrintJSON(answer.json(!v.brief))
	case v.brief:
		_, err = fmt.Fprintln(v.app.Stdout, answer.brief())
	default:
		out := answer.text()
		if v.answers > 1 {
			out = "\n" + out
		}
		_, err = io.WriteString(v.app.Stdout, out)
	}
	return err
}

// tbProbeAnswer is an answer of tb probe.
type tbProbeAnswer struct {
	position *chess.Position
	line     int
	value    table.Value
	moves    []retro.RankedMove
	pieces   seed.PieceString // "" without --seed
	integer  uint64
	syzygy   *syzygyAnswer // nil without --syzygy
}

// brief returns the value and the FEN in a line.
func (a *tbProbeAnswer) brief() string {
	fields := []string{a.value.Result.String(), "-", "-"}
	if decided(a.value) {
		fields[1], fields[2] = strconv.Itoa(a.value.Plies), strconv.Itoa(a.value.Moves())
	}
	if a.pieces != "" {
		fields = append(fields, strconv.FormatUint(a.integer, 10))
	}
	if a.syzygy != nil {
		fields = append(fields, a.syzygy.wdl.String(), strconv.Itoa(a.syzygy.dtz))
	}
	return strings.Join(append(fields, a.position.FEN()), "\t")
}

// text returns the answer for a reader.
func (a *tbProbeAnswer) text() string {
	var b strings.Builder
	p := a.position
	fmt.Fprintf(&b, "%s\n%s, %s to move: %s\n", p.FEN(), materialName(p.Setup()), sideName(p.Turn()), a.verdict())
	if a.pieces != "" {
		set := "in no set S_n"
		if n, ok := seed.SetNumber(a.value); ok {
			set = fmt.Sprintf("in S_%d", n)
		}
		fmt.Fprintf(&b, "%s: integer %d, %s\n", a.pieces, a.integer, set)
	}
	if a.syzygy != nil {
		fmt.Fprintf(&b, "Syzygy: %s\n", a.syzygy.text(p))
	}
	for _, m := range a.moves {
		line := moveLine(m)
		if a.syzygy != nil {
			s := a.syzygy.moves[m.Move]
			line = strings.TrimRight(fmt.Sprintf("%-42s %-12s DTZ %4d", line, s.WDL, s.DTZ), " ")
		}
		fmt.Fprintf(&b, "  %s\n", line)
	}
	return b.String()
}

// verdict says what the value is.
func (a *tbProbeAnswer) verdict() string {
	v := a.value
	switch {
	case v == table.Value{Result: table.Lost}:
		return "mated"
	case decided(v):
		return fmt.Sprintf("%s, mate in %s (%s)", v.Result, verb.Counted(v.Moves(), "move", "moves"), verb.Counted(v.Plies, "ply", "plies"))
	case a.position.IsStalemate():
		return "draw, stalemate"
	}
	return v.Result.String()
}

// moveLine is a line of the list of moves.
func moveLine(m retro.RankedMove) string {
	s := fmt.Sprintf("%-7s %-5s  %s", m.SAN, m.UCI, m.Value.Result)
	if decided(m.Value) {
		s = fmt.Sprintf("%-7s %-5s  %-4s  %2d moves  %3d plies", m.SAN, m.UCI, m.Value.Result, m.Value.Moves(), m.Value.Plies)
	}
	if m.EnPassant {
		s += "  en passant"
	}
	if m.Stalemate {
		s += "  stalemate"
	}
	return s
}

// decided reports whether a value has a depth.
func decided(v table.Value) bool { return v.Result == table.Won || v.Result == table.Lost }

// tbValueJSON is a value. Draws have no depth.
type tbValueJSON struct {
	Result   string `json:"result"`
	DTMPlies *int   `json:"dtm_plies"`
	DTMMoves *int   `json:"dtm_moves"`
}

func valueJSON(v table.Value) tbValueJSON {
	j := tbValueJSON{Result: v.Result.String()}
	if decided(v) {
		plies, moves := v.Plies, v.Moves()
		j.DTMPlies, j.DTMMoves = &plies, &moves
	}
	return j
}

// tbProbeJSON is an answer of tb probe --json.
type tbProbeJSON struct {
	Schema   string `json:"schema"`
	Line     int    `json:"line,omitempty"`
	FEN      string `json:"fen"`
	Material string `json:"material"`
	tbValueJSON
	Syzygy *tbSyzygyJSON       `json:"syzygy,omitempty"` // with --syzygy
	Seed   *tbSeedJSON         `json:"seed,omitempty"`
	Moves  *[]tbProbedMoveJSON `json:"moves,omitempty"` // without --brief
}

// tbSeedJSON is a position in the notation of the first version.
type tbSeedJSON struct {
	Pieces  string `json:"pieces"`
	Integer string `json:"integer"`
	N       *int   `json:"n"` // null for draws, which are in no set
}

// tbMoveJSON is a legal move with its value.
type tbMoveJSON struct {
	SAN string `json:"san"`
	UCI string `json:"uci"`
	tbValueJSON
	Capture   bool `json:"capture"`
	EnPassant bool `json:"en_passant"`
	Promotion bool `json:"promotion"`
	Check     bool `json:"check"`
	Mate      bool `json:"mate"`
	Stalemate bool `json:"stalemate"`
}

// tbProbedMoveJSON is a legal move in an answer of tb probe.
type tbProbedMoveJSON struct {
	tbMoveJSON
	Syzygy *tbSyzygyJSON `json:"syzygy,omitempty"` // with --syzygy
}

func moveJSON(m retro.RankedMove) tbMoveJSON {
	return tbMoveJSON{
		SAN: m.SAN, UCI: m.UCI, tbValueJSON: valueJSON(m.Value),
		Capture: m.Capture, EnPassant: m.EnPassant, Promotion: m.Promotion != chess.NoKind,
		Check: m.Check, Mate: m.Mate, Stalemate: m.Stalemate,
	}
}

func (a *tbProbeAnswer) json(moves bool) tbProbeJSON {
	j := tbProbeJSON{
		Schema: "retroproof.tb.probe/1", Line: a.line, FEN: a.position.FEN(), Material: materialName(a.position.Setup()),
		tbValueJSON: valueJSON(a.value),
	}
	if a.syzygy != nil {
		j.Syzygy = &tbSyzygyJSON{a.syzygy.wdl.String(), a.syzygy.dtz}
	}
	if a.pieces != "" {
		j.Seed = &tbSeedJSON{Pieces: string(a.pieces), Integer: strconv.FormatUint(a.integer, 10)}
		if n, ok := seed.SetNumber(a.value); ok {
			j.Seed.N = &n
		}
	}
	if moves {
		list := make([]tbProbedMoveJSON, len(a.moves))
		for i, m := range a.moves {
			list[i].tbMoveJSON = moveJSON(m)
			if a.syzygy != nil {
				s := a.syzygy.moves[m.Move]
				list[i].Syzygy = &tbSyzygyJSON{s.WDL.String(), s.DTZ}
			}
		}
		j.Moves = &list
	}
	return j
}
