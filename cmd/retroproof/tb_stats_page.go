package main

import (
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/stats"
	"retroproof/retro/table"
)

// longestWon returns a position with the longest win of a table, nil if nothing is won.
func longestWon(s *stats.Statistics) *chess.Position {
	var longest *chess.Position
	deepest := 0
	for _, side := range s.Side {
		if n := len(side.Wins); n > 0 && side.Wins[n-1].Plies > deepest {
			deepest, longest = side.Wins[n-1].Plies, side.LongestWin[0]
		}
	}
	return longest
}

// resultVerbs say what White does.
var resultVerbs = map[table.Result]string{table.Won: "wins", table.Drawn: "draws", table.Lost: "loses"}

// zugzwangText prints the mutual zugzwangs.
func (v *tbStats) zugzwangText(b *strings.Builder, kinds []stats.Zugzwangs) {
	for _, z := range kinds {
		fmt.Fprintf(b, "mutual zugzwangs, White to move %s, Black to move White %s: %d orb\n", resultVerbs[z.WhiteMoves], resultVerbs[z.BlackMoves], z.Positions)
		for _, p := range z.Examples {
			fmt.Fprintf(b, "  %s\n", p.FEN())
		}
	}
}

// tbZugzwangsJSON are the mutual zugzwangs of a kind.
type tbZugzwangsJSON struct {
	WhiteToMove string   `json:"white_to_move"` // the result for White
	BlackToMove string   `json:"black_to_move"` // the result for White
	Orb         uint64   `json:"orb"`
	FENs        []string `json:"fens"`
}

func zugzwangsJSON(kinds []stats.Zugzwangs) (list []tbZugzwangsJSON) {
	for _, z := range kinds {
		j := tbZugzwangsJSON{z.WhiteMoves.String(), z.BlackMoves.String(), z.Positions, []string{}}
		for _, p := range z.Examples {
			j.FENs = append(j.FENs, p.FEN())
		}
		list = append(list, j)
	}
	return list
}

// page prints a section of a page.
func (v *tbStats) page(b *strings.Builder, s tableNumbers) {
	fmt.Fprintf(b, "## %s\n\n| to move | | legal | won | drawn | lost | mates | stalemates | checks |\n|---|---|---|---|---|---|---|---|---|\n", s.Material)
	for side := range s.Side {
		full, orb := "", ""
		for _, c := range columns(&s.Side[side]) {
			full += fmt.Sprintf(" %d |", c.Full)
			orb += fmt.Sprintf(" %d |", c.Orb)
		}
		fmt.Fprintf(b, "| %s | full |%s\n| | orb |%s\n", sideName(chess.Color(side)), full, orb)
	}
	b.WriteByte('\n')
	for side := range s.Side {
		v.longestItem(b, side, table.Won, s.Side[side].Wins, s.Side[side].LongestWin)
		v.longestItem(b, side, table.Lost, s.Side[side].Losses, s.Side[side].LongestLoss)
	}
	for _, z := range s.zugzwangs {
		fmt.Fprintf(b, "- Mutual zugzwangs in which White %s to move, and %s with Black to move: %d orb.%s\n",
			resultVerbs[z.WhiteMoves], resultVerbs[z.BlackMoves], z.Positions, quoted(z.Examples))
	}
	if s.line != nil {
		fmt.Fprintf(b, "\nA longest win, from `%s`:\n\n%s\n", s.line.Start.FEN(), movesText(s.line))
	}
	if v.distribution {
		b.WriteString("\n| plies | moves | | White full | White orb | Black full | Black orb |\n|---|---|---|---|---|---|---|\n")
		for _, d := range depths(s.Statistics) {
			fmt.Fprintf(b, "| %d | %d | %s | %d | %d | %d | %d |\n", d.value.Plies, d.value.Moves(), d.value.Result,
				d.count[0].Full, d.count[0].Orb, d.count[1].Full, d.count[1].Orb)
		}
	}
}

// longestItem prints the longest wins or losses as an item of a list.
func (v *tbStats) longestItem(b *strings.Builder, side int, r table.Result, list []stats.Depth, positions []*chess.Position) {
	if len(list) == 0 {
		return
	}
	last := list[len(list)-1]
	value := table.Value{Result: r, Plies: last.Plies}
	fmt.Fprintf(b, "- %s to move, longest %s: %s (%s), %d full, %d orb.%s\n", sideName(chess.Color(side)), r,
		verb.Counted(value.Moves(), "move", "moves"), verb.Counted(last.Plies, "ply", "plies"), last.Full, last.Orb, quoted(positions[:min(v.longest, len(positions))]))
}

// quoted lists positions.
func quoted(positions []*chess.Position) string {
	var b strings.Builder
	for _, p := range positions {
		fmt.Fprintf(&b, " `%s`", p.FEN())
	}
	return b.String()
}

// movesText returns the moves of a game with their numbers.
func movesText(l *retro.Line) string {
	var b strings.Builder
	white := l.Start.Turn == chess.White
	for i, m := range l.Moves {
		number := (i+1)/2 + 1
		if white {
			number = i/2 + 1
		}
		switch {
		case (i%2 == 0) == white:
			fmt.Fprintf(&b, " %d. %s", number, m.SAN)
		case i == 0:
			fmt.Fprintf(&b, " 1... %s", m.SAN)
		default:
			fmt.Fprintf(&b, " %s", m.SAN)
		}
	}
	return strings.TrimPrefix(b.String(), " ")
}
