package retro

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/retro/table"
)

// What is printed of the statistics of a table: a text, and a section of a page.

// numberNames are the heads of the columns of numbers.
var numberNames = []string{"legal", "won", "drawn", "lost", "mates", "stalemates", "checks"}

// sideNames begin sentences.
var sideNames = [2]string{chess.White: "White", chess.Black: "Black"}

// verbs say what White does.
var verbs = map[table.Result]string{table.Won: "wins", table.Drawn: "draws", table.Lost: "loses"}

// cells puts numbers into a row of a table, each in a form.
func (n *Numbers) cells(form string) string {
	row := ""
	for _, number := range n.fields() {
		row += fmt.Sprintf(form, *number)
	}
	return row
}

// Shorten leaves positions out: of the longest wins and losses all but some, and of all sides the depths, unless they
// are wanted.
func (s *Statistics) Shorten(longest int, depths bool) {
	for i := range s.Side {
		side := &s.Side[i]
		for _, l := range []*Longest{side.LongestWin, side.LongestLoss} {
			if l != nil {
				l.FENs = l.FENs[:min(longest, len(l.FENs))]
			}
		}
		if !depths {
			side.Depths = nil
		}
	}
}

// depthCounts are the positions of a depth by side to move.
type depthCounts struct {
	Depth
	side [2]Count
}

// depths returns the positions by depth, the least first.
func (s *Statistics) depths() (list []depthCounts) {
	for side := range s.Side {
		for _, d := range s.Side[side].Depths {
			i, found := slices.BinarySearchFunc(list, d.Plies, func(c depthCounts, plies int) int { return c.Plies - plies })
			if !found {
				list = slices.Insert(list, i, depthCounts{Depth: d})
			}
			list[i].side[side] = d.Count
		}
	}
	return list
}

// each calls f for the longest wins and losses.
func (s *Statistics) each(f func(who string, l *Longest)) {
	for i := range s.Side {
		for _, l := range []*Longest{s.Side[i].LongestWin, s.Side[i].LongestLoss} {
			if l != nil {
				f(fmt.Sprintf("%s to move, longest %s: %s, %d full, %d orb", sideNames[i], l.Result, l.Value.Depth(), l.Full,
					l.Orb), l)
			}
		}
	}
}

// LongestWin returns the FEN of a position with the longest win of the table, "" if nothing is won.
func (s *Statistics) LongestWin() string {
	var longest *Longest
	for _, side := range s.Side {
		if l := side.LongestWin; l != nil && (longest == nil || l.Plies > longest.Plies) {
			longest = l
		}
	}
	if longest == nil {
		return ""
	}
	return longest.FENs[0]
}

// Text writes the statistics for a reader.
func (s *Statistics) Text(w io.Writer) error {
	var b strings.Builder
	list := func(fens []string) {
		for _, fen := range fens {
			fmt.Fprintf(&b, "  %s\n", fen)
		}
	}
	fmt.Fprintf(&b, "%-6s %-4s", s.Material, "")
	for _, name := range numberNames {
		fmt.Fprintf(&b, " %11s", name)
	}
	b.WriteByte('\n')
	for i := range s.Side {
		side := &s.Side[i]
		fmt.Fprintf(&b, "%-6s %-4s%s\n%-6s %-4s%s\n", sideNames[i], "full", side.Full.cells(" %11d"),
			"", "orb", side.Orb.cells(" %11d"))
	}
	s.each(func(text string, l *Longest) {
		fmt.Fprintln(&b, text)
		list(l.FENs)
	})
	if depths := s.depths(); len(depths) > 0 {
		fmt.Fprintf(&b, "%5s %5s %-4s %11s %11s %11s %11s\n", "plies", "moves", "", "White full", "orb", "Black full", "orb")
		for _, d := range depths {
			fmt.Fprintf(&b, "%5d %5d %-4s %11d %11d %11d %11d\n", d.Plies, d.InMoves, d.Result,
				d.side[0].Full, d.side[0].Orb, d.side[1].Full, d.side[1].Orb)
		}
	}
	for _, z := range s.Zugzwangs {
		fmt.Fprintf(&b, "mutual zugzwangs, White to move %s, Black to move White %s: %d orb\n",
			verbs[z.WhiteMoves], verbs[z.BlackMoves], z.Positions)
		list(z.FENs)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Markdown writes a section of a page, with the moves of a longest win from a position, unless that is "".
func (s *Statistics) Markdown(w io.Writer, from, moves string) error {
	var b strings.Builder
	quoted := func(fens []string) string {
		text := ""
		for _, fen := range fens {
			text += fmt.Sprintf(" `%s`", fen)
		}
		return text
	}
	fmt.Fprintf(&b, "## %s\n\n| to move | | %s |\n|%s\n", s.Material,
		strings.Join(numberNames, " | "), strings.Repeat("---|", 2+len(numberNames)))
	for i := range s.Side {
		side := &s.Side[i]
		fmt.Fprintf(&b, "| %s | full |%s\n| | orb |%s\n", sideNames[i], side.Full.cells(" %d |"), side.Orb.cells(" %d |"))
	}
	b.WriteByte('\n')
	s.each(func(text string, l *Longest) { fmt.Fprintf(&b, "- %s.%s\n", text, quoted(l.FENs)) })
	for _, z := range s.Zugzwangs {
		fmt.Fprintf(&b, "- Mutual zugzwangs in which White %s to move, and %s with Black to move: %d orb.%s\n",
			verbs[z.WhiteMoves], verbs[z.BlackMoves], z.Positions, quoted(z.FENs))
	}
	if from != "" {
		fmt.Fprintf(&b, "\nA longest win, from `%s`:\n\n%s\n", from, moves)
	}
	if s.Side[0].Depths != nil {
		b.WriteString("\n| plies | moves | | White full | White orb | Black full | Black orb |\n" +
			"|---|---|---|---|---|---|---|\n")
		for _, d := range s.depths() {
			fmt.Fprintf(&b, "| %d | %d | %s | %d | %d | %d | %d |\n", d.Plies, d.InMoves, d.Result,
				d.side[0].Full, d.side[0].Orb, d.side[1].Full, d.side[1].Orb)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
