package strategy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/wins"
	"retroproof/retro"
	"retroproof/retro/table"
)

// Best returns the table of best play, with all moves of chess, in the positions that a strategy is about. Its strategy
// has no moves of its own, unless t has best play anyway.
func Best(ctx context.Context, t *wins.Table) (*wins.Table, error) {
	if t.Claim.Won || t.Kept != "" {
		return t, nil
	}
	all := *t.Strategy
	all.Claim.Won, all.Steps, all.Force = true, nil, nil
	return wins.New(ctx, &all)
}

// ErrNoTablebase is wrapped by the error that says why best play is not compared with a tablebase.
var ErrNoTablebase = errors.New("no tablebase")

// CompareOwn is [CompareTablebase] with the program's own tablebase, if there is one.
func CompareOwn(ctx context.Context, best *wins.Table) (*Accounts, error) {
	tables, err := Tablebase(ctx, best.Strategy)
	switch {
	case errors.Is(err, ErrNoTablebase):
		return &Accounts{About: AboutOf(best.Strategy), Reason: err.Error(), Counts: []Account{}, Differences: []string{}},
			nil
	case err != nil:
		return nil, err
	}
	return CompareTablebase(ctx, best, tables.Probe)
}

// Tablebase generates the program's own tablebase of a strategy's men, in memory.
func Tablebase(ctx context.Context, s *core.Strategy) (*retro.Tables, error) {
	light, white := 0, 0 // White's men
	for _, m := range s.Game.Men {
		if !m.Black {
			white++
			light += truth(m.Kind == rules.Bishop || m.Kind == rules.Knight)
		}
	}
	m, err := table.ParseMaterial(s.Material())
	switch {
	case s.Files != 8 || s.Ranks != 8:
		return nil, fmt.Errorf("%w of a board of %v", ErrNoTablebase, s.Board)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrNoTablebase, err)
	case white > 1 && (white > 2 || light < 2):
		return nil, fmt.Errorf("%w in which a man that is captured costs the win", ErrNoTablebase)
	}
	tables := retro.NewTables()
	_, err = tables.Complete(ctx, []table.Material{m}, retro.BuildOptions{Jobs: runtime.NumCPU()})
	return tables, err
}

// Probe returns the value of a position, as [retro.Tables.Probe] does.
type Probe func(p *chess.Position) (table.Value, error)

// Account is a number of positions, or of plies, by the rules of package proofs/strategy/rules and going back from mate
// over them, and by package chess and the tablebase.
type Account struct {
	Name      string `json:"name"`
	Rules     int    `json:"rules"`
	Tablebase int    `json:"tablebase"`
}

// Accounts is the comparison of rules and best play with package chess and a tablebase, position by position.
type Accounts struct {
	answer.Head `schema:"retroproof.strategy.compare.rules/1"`
	About
	Reason      string    `json:"reason,omitempty"` // why there is no tablebase
	Counts      []Account `json:"counts"`
	Compared    int       `json:"compared"` // positions that are legal by either
	Different   int       `json:"different"`
	Differences []string  `json:"differences"` // the first of them
}

// Text writes a table.
func (a *Accounts) Text(w io.Writer) error {
	var b strings.Builder
	if a.Reason != "" {
		fmt.Fprintf(&b, "tablebase: %s\n", a.Reason)
	} else {
		fmt.Fprintf(&b, "\n%-20s %9s  %9s\n", "", "the rules", "tablebase")
		for _, n := range a.Counts {
			fmt.Fprintf(&b, "%-20s %9d  %9d\n", n.Name, n.Rules, n.Tablebase)
		}
		fmt.Fprintf(&b, "%d positions compared, %d differ\n", a.Compared, a.Different)
	}
	indented(&b, a.Differences)
	_, err := io.WriteString(w, b.String())
	return err
}

// indented writes the first differences below a text.
func indented(b *strings.Builder, differences []string) {
	for _, d := range differences {
		fmt.Fprintf(b, "    %s\n", d)
	}
}

// The accounts.
const (
	legalWhite = iota
	legalBlack
	inCheck
	mates
	stalemates
	wonWhite
	longestWin
	lostBlack
	longestLoss
	numAccounts
)

var accountNames = [numAccounts]string{
	"legal, White to move", "legal, Black to move", "in check", "mates", "stalemates", "won, White to move",
	"longest win, plies",
	"lost, Black to move", "longest loss, plies",
}

// CompareTablebase compares all positions of the men: legal or not, check, mate, stalemate, and the value. A pawn's
// promotion and mate take different numbers of moves, and only results are compared.
func CompareTablebase(ctx context.Context, best *wins.Table, probe Probe) (*Accounts, error) {
	a := &Accounts{About: AboutOf(best.Strategy), Counts: make([]Account, numAccounts), Differences: []string{}}
	for i, name := range accountNames {
		a.Counts[i].Name = name
	}
	promotion := best.Goal() == "promotion"
	err := eachPlacement(ctx, best, func(p rules.Position, images int) error {
		if best.Promoted(&p) || best.Legal(&p) && !best.Covers(&p) {
			return nil
		}
		var ours, theirs [numAccounts]int
		if best.Covers(&p) {
			describe(&ours, p.White, valueOf(best, &p), best.Check(&p), best.Stuck(p))
		}
		setup := Setup(&best.Game, p)
		if c, err := chess.NewPosition(setup); err == nil && distinct(&best.Game, &p) {
			v, err := probe(c)
			if err != nil {
				return err
			}
			if v.Result != table.NotLegal {
				describe(&theirs, p.White, v, c.InCheck(), !c.HasLegalMove())
			}
		}
		if promotion {
			ours[longestWin], ours[longestLoss], theirs[longestWin], theirs[longestLoss] = 0, 0, 0, 0
		}
		a.add(setup.FEN, images, &ours, &theirs)
		return nil
	})
	if promotion {
		a.Counts = slices.DeleteFunc(a.Counts,
			func(n Account) bool { return n.Name == accountNames[longestWin] || n.Name == accountNames[longestLoss] })
	}
	return a, err
}

// add counts a position and its images.
func (a *Accounts) add(fen func() string, images int, ours, theirs *[numAccounts]int) {
	for i := range a.Counts {
		n := &a.Counts[i]
		if i == longestWin || i == longestLoss {
			n.Rules, n.Tablebase = max(n.Rules, ours[i]), max(n.Tablebase, theirs[i])
		} else {
			n.Rules, n.Tablebase = n.Rules+ours[i]*images, n.Tablebase+theirs[i]*images
		}
		if ours[i] != theirs[i] {
			note(&a.Differences, "%s: %s: %d by the rules, %d by the tablebase", fen(), n.Name, ours[i], theirs[i])
		}
	}
	a.Compared += images * truth(ours[legalWhite]+ours[legalBlack]+theirs[legalWhite]+theirs[legalBlack] > 0)
	a.Different += images * truth(*ours != *theirs)
}

// shown is how many differences of a kind are listed.
const shown = 20

// note adds a difference to a list.
func note(to *[]string, format string, args ...any) {
	if len(*to) < shown {
		*to = append(*to, fmt.Sprintf(format, args...))
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// describe counts one position. What Black wins is not won by White.
func describe(n *[numAccounts]int, white bool, v table.Value, check, stuck bool) {
	if white {
		if n[legalWhite] = 1; v.Result == table.Won {
			n[wonWhite], n[longestWin] = 1, v.Plies
		}
		return
	}
	n[legalBlack], n[inCheck], n[mates], n[stalemates] = 1, truth(check), truth(check && stuck), truth(!check && stuck)
	if v.Result == table.Lost {
		n[lostBlack], n[longestLoss] = 1, v.Plies
	}
}

// valueOf returns the value of a legal position by best play.
func valueOf(best *wins.Table, p *rules.Position) table.Value {
	if p.White {
		if n := best.Best(*p); n > 0 {
			return table.Value{Result: table.Won, Plies: 2*n - 1}
		}
	} else if n, ok := losesIn(best, *p); ok {
		return table.Value{Result: table.Lost, Plies: 2 * n}
	}
	return table.Value{Result: table.Drawn}
}

// losesIn reports whether Black loses in q, and how many moves White needs at most after his reply.
func losesIn(best *wins.Table, q rules.Position) (moves int, ok bool) {
	n := shortest(best, q)
	return n, n < never
}

// eachPlacement calls f for every placement of the men, with either side to move, that has the black king on the first
// of his square's images, and with the number of these.
func eachPlacement(ctx context.Context, t *wins.Table, f func(p rules.Position, images int) error) error {
	for n := range t.Size() {
		var images []int
		for _, g := range t.Symmetries(t.Group) {
			images = append(images, t.Number(t.Image(g, t.Square(n))))
		}
		slices.Sort(images)
		if images = slices.Compact(images); images[0] < n {
			continue
		}
		for i := range 2 * t.Placements() {
			if i%4096 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			p, _ := t.Placement(i / 2)
			p.BK, p.White = t.Square(n), i%2 == 0
			if err := f(p, len(images)); err != nil {
				return err
			}
		}
	}
	return nil
}

// distinct reports whether no two men stand on a square.
func distinct(g *rules.Game, p *rules.Position) bool {
	squares := []rules.Square{p.WK, p.BK}
	for i := range g.Men {
		if s := p.Men[i]; slices.Contains(squares, s) {
			return false
		} else if s != rules.Off {
			squares = append(squares, s)
		}
	}
	return true
}
