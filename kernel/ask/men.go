package ask

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

// Men is the answer to where the men of a position came from, which are promoted, which never
// moved, and what was captured.
type Men struct {
	Asked        // if it is illegal, nothing else is known
	Men   []Man  // of the position, from a1 to h8
	Gone  []Gone // men of the start that are not certain to be there, from a1 to h8

	Stayed chess.Bitboard // men of the start that never moved and were never captured
	Dead   chess.Bitboard // bishops of the start that never moved and that pieces captured there

	// Captures are made by each side; ByPawns is the least number made by the pawns that are
	// there.
	Captures, ByPawns [2]int

	// Kernels is what all kernels have in common.
	Kernels *Kernels

	// Games are more games to the position, in SAN: each shows something that the ones before, that
	// of Whole first, do not.
	Games [][]string

	facts  []facts.Fact        // on which the origins rest
	stayed []facts.Fact        // on which Stayed and Dead rest
	taken  [2]answers.Captures // by side: what it has captured, which rests on the origins
	shown  []answers.Game      // that of Whole, and Games
}

// Placed is a man on his square.
type Placed struct {
	At     chess.Square `json:"-"`
	Man    chess.Man    `json:"-"`
	Square string       `json:"square"`
	Letter string       `json:"man"`
}

func placed(sq chess.Square, m chess.Man) Placed {
	return Placed{sq, m, sq.String(), string(m.Letter())}
}

// Man is a man of the position.
type Man struct {
	Placed
	From     facts.Squares `json:"from"`               // the men of the start that it can have been
	Shown    facts.Squares `json:"shown,omitempty"`    // those that it was in games
	Promoted Verdict       `json:"promoted"`           // Possible with Original Impossible is certain
	Original Verdict       `json:"original"`           // whether it can be a piece, or a pawn, of the start
	Unmoved  Verdict       `json:"unmoved"`            // whether it can be that it never moved
	Captures int           `json:"captures,omitempty"` // of a pawn: the least number of captures that it has made
	// PromotedOn are the squares on which it can have been promoted, if it can be.
	PromotedOn facts.Squares `json:"promoted_on,omitempty"`
	// CapturedOn are, of a pawn that has made Captures captures and no more, the squares to which
	// each can have taken it, in their order; nil if that is not certain.
	CapturedOn []Places `json:"captured_on,omitempty"`

	excluded []answers.Excluded
}

// Places are squares of which one is meant. In JSON they are a text: "c3 c4".
type Places chess.Bitboard

// MarshalText writes the names of the squares.
func (p Places) MarshalText() ([]byte, error) {
	return []byte(strings.Join(facts.Squares(p).Names(), " ")), nil
}

// Gone is a man of the start that can have been captured.
type Gone struct {
	Placed
	Certain bool          `json:"certain"`           // it was captured in every game
	On      string        `json:"on,omitempty"`      // where, in a game
	By      string        `json:"by,omitempty"`      // by the man of this square of the start; "" without a game
	FellOn  facts.Squares `json:"fell_on,omitempty"` // where it was captured, if that is certain
	FellTo  string        `json:"fell_to,omitempty"` // by the pawn that stands there
}

// Illegal reports whether the position is illegal, so that nothing is to be said about its men.
func (m *Men) Illegal() bool { return m.Whole.Verdict == kernel.Illegal }

// Verdict is that on the position, with its reason if it is illegal.
func (m *Men) Verdict() string {
	if m.Illegal() {
		return "illegal " + string(m.Whole.Reason)
	}
	return m.Whole.Verdict.String()
}

// AskMen decides what became of the men of the start. It needs a position that breaks no rule of
// the diagram; if the position is illegal, only Whole says so.
func AskMen(ctx context.Context, goal *chess.Setup, o Options) (*Men, error) {
	m := &Men{Asked: o.asked(goal), Kernels: &Kernels{}}
	var stopped error
	if m.Whole, stopped = resolve.Position(ctx, goal, o.Resolve); stopped != nil {
		if ctx.Err() == nil || facts.DiagramReason(goal) != "" {
			return nil, stopped
		}
		m.Whole = *newAnswer(goal) // what follows from where men can get is reported all the same
		m.Whole.Start = m.Start
	}
	if m.Whole.Verdict == kernel.Illegal {
		return m, nil
	}
	origins, refuted := rules.NewOrigins(&m.Start, goal)
	if refuted != nil {
		// Which resolve.Position has not found: it would be a fault of one of the two, if it was not stopped
		return m, stopped
	}
	m.facts = origins.Facts()
	proven, stayed := rules.Stayed(&m.Start, goal, m.facts)
	m.Stayed, m.Dead, m.Captures, m.stayed = proven.Blocked, proven.Dead, proven.Captures, stayed
	for sq := range chess.Square(chess.NumSquares) {
		if goal.Board[sq] != chess.NoMan {
			m.Men = append(m.Men, m.man(origins, sq))
		}
	}
	m.capturedOn()
	m.gone()
	m.falls(chess.White)
	m.falls(chess.Black)
	if stopped != nil {
		return m, stopped
	}
	var err error
	if m.Kernels, err = askKernels(ctx, &m.Start, goal); err != nil && ctx.Err() == nil {
		return nil, err
	}
	if m.Whole.Verdict == kernel.Legal {
		if err := m.show(m.Whole.Game); err != nil {
			return nil, err
		}
		if err == nil {
			err = m.more(ctx, o)
		}
	}
	return m, err
}

// show adds what a game shows, and reports an error if it cannot be followed.
func (m *Men) show(game []string) error {
	uci, err := notation.InUCI(&m.Start, game)
	if err != nil {
		return err
	}
	fates, err := answers.Fates(m.Start.FEN(), m.Setup.FEN(), uci, replay.Options{})
	if err != nil {
		return err
	}
	claim := answers.Game{Moves: strings.Join(uci, " ")}
	here := map[string]*answers.Fate{}
	for _, f := range fates {
		if f == nil {
			continue
		}
		claim.Men = append(claim.Men, *f)
		if f.By == "" {
			here[f.To] = f
		}
	}
	found := false
	possible := func(v *Verdict) {
		found = found || *v != Possible
		*v = Possible
	}
	// Each man of the position was one of the start, promoted or not, and moved or not.
	for i := range m.Men {
		man := &m.Men[i]
		f := here[man.Square]
		home, err := chess.ParseSquare(f.From)
		if err != nil {
			return err
		}
		from := facts.Squares(home.Bit())
		if found = found || man.Shown&from == 0; f.Promoted {
			possible(&man.Promoted)
		} else {
			possible(&man.Original)
		}
		man.Shown |= from
		if !f.Moved {
			possible(&man.Unmoved)
		}
	}
	for i := range m.Gone {
		if g, f := &m.Gone[i], fates[m.Gone[i].At]; g.By == "" && f.By != "" {
			g.On, g.By, found = f.To, f.By, true
		}
	}
	// A game that shows nothing new is left out, unless it is the first.
	if found || len(m.shown) == 0 {
		if len(m.shown) > 0 {
			m.Games = append(m.Games, game)
		}
		m.shown = append(m.shown, claim)
	}
	return nil
}

// more looks for other games, as long as something is open that a game could show.
func (m *Men) more(ctx context.Context, o Options) error {
	with := o.Resolve
	with.OnlyGlance, with.Game.RandomKernel, with.LastResort = true, true, nil
	for seed := 1; seed < cmp.Or(o.Games, DefaultGames) && m.open(); seed++ {
		with.Game.Seed = o.Resolve.Game.Seed + uint64(seed)
		a, err := resolve.Position(ctx, &m.Setup, with)
		if err == nil && a.Verdict == kernel.Legal {
			err = m.show(a.Game)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// open reports whether a game could show something more.
func (m *Men) open() bool {
	for _, man := range m.Men {
		if man.Shown != man.From || man.Unmoved == Open {
			return true
		}
	}
	return slices.ContainsFunc(m.Gone, func(g Gone) bool { return g.By == "" })
}

// capturedOn finds the captures of pawns, and their squares where a side makes no more than its pawns need.
func (m *Men) capturedOn() {
	var from [chess.NumSquares]chess.Bitboard
	for _, man := range m.Men {
		from[man.At] = chess.Bitboard(man.From)
	}
	for c := range m.taken {
		m.taken[c] = answers.CapturesOf(&m.Start, &m.Setup, chess.Color(c), &from)
		for _, p := range m.taken[c].Pawns {
			m.ByPawns[c] += p.Least
			man := &m.Men[slices.IndexFunc(m.Men, func(man Man) bool { return man.Square == p.Square })]
			man.Captures = p.Least
			for _, squares := range p.On {
				man.CapturedOn = append(man.CapturedOn, Places(squares))
			}
		}
	}
}

// man answers for one man of the position.
func (m *Men) man(origins *rules.Origins, sq chess.Square) Man {
	man := Man{Placed: placed(sq, m.Setup.Board[sq])}
	all := origins.Of(sq)
	from := all
	for one := range all.Squares() {
		if count, ok := origins.Exclude(sq, one.Bit()); ok {
			man.excluded = append(man.excluded, answers.Excluded{From: facts.Squares(one.Bit()), Needs: count.Needs,
				Captures: count.Captures})
			from &^= one.Bit()
		}
	}
	if from == 0 {
		// All are excluded one by one, so no game leads here, and that is for the verdict to say.
		man.excluded, from = nil, all
	}
	man.From = facts.Squares(from)
	pawns := from & m.StartPawns()
	if man.Man.Kind() == chess.Pawn {
		pawns = 0
	}
	for one := range pawns.Squares() {
		man.PromotedOn |= facts.Squares(origins.Promotions(one, sq))
	}
	if pawns == 0 {
		man.Promoted = Impossible
	}
	if pawns == from {
		man.Original = Impossible
	}
	if !from.Has(sq) || m.Start.Board[sq] != man.Man {
		man.Unmoved = Impossible
	}
	return man
}

// StartPawns returns the pawns of the start.
func (m *Men) StartPawns() (set chess.Bitboard) {
	for sq, man := range m.Start.Board {
		if man.Kind() == chess.Pawn {
			set |= chess.Square(sq).Bit()
		}
	}
	return set
}

// gone fills in which men can have been captured: those that no man of the position can have been were.
func (m *Men) gone() {
	there := m.Stayed
	for _, man := range m.Men {
		if from := chess.Bitboard(man.From); !from.Several() {
			there |= from
		}
	}
	for sq, man := range m.Start.Board {
		from := chess.Square(sq)
		by := man.Color().Other()
		if man != chess.NoMan && man.Kind() != chess.King && !there.Has(from) && m.Captures[by] > 0 {
			certain := chess.Bitboard(m.taken[by].Taken).Has(from)
			m.Gone = append(m.Gone, Gone{Placed: placed(from, man), Certain: certain})
		}
	}
}

// claim adds the claims about the men of a position: where each came from, what was captured, which
// never moved, and the games. Of an illegal position it adds that it is illegal.
func (m *Men) claim(ctx context.Context, c *Certificate) error {
	fen := plain(&m.Setup)
	if m.Whole.Verdict == kernel.Illegal {
		return c.illegal(ctx, &m.Whole)
	}
	for _, man := range m.Men {
		c.claim(answers.Claim{Kind: answers.KindOrigin, FEN: fen, Origin: &answers.Origin{
			Square: man.Square, From: man.From, Blocked: m.facts, Excluded: man.excluded, PromotedOn: man.PromotedOn,
		}})
	}
	for side := range m.taken {
		c.claim(answers.Claim{Kind: answers.KindCaptures, FEN: fen, Captures: &m.taken[side]})
	}
	if m.Stayed|m.Dead != 0 {
		c.claim(answers.Claim{Kind: answers.KindUnmoved, FEN: fen, Unmoved: &answers.Unmoved{
			Blocked: m.stayed, Stayed: facts.Squares(m.Stayed), Dead: facts.Squares(m.Dead),
		}})
	}
	c.kernels(m)
	for i := range m.shown {
		c.claim(answers.Claim{Kind: answers.KindGame, FEN: fen, Game: &m.shown[i]})
	}
	return nil
}

// fall is where a man can have fallen, and the pawn that captured it there, by its square in the position.
type fall struct {
	on chess.Bitboard
	to string
}

// falls finds where men fell that a side has captured, if only its pawns on the board have captured, and just as many
// men as are certainly gone: those that can have fallen in one place alone, when all others fell as well. A bishop
// falls on squares of its colour, and a pawn en passant beside those to which the other one goes. The cost is that of
// trying all orders of at most five men.
func (m *Men) falls(side chess.Color) {
	const mostMen = 5
	var places []fall
	for _, man := range m.Men {
		if man.Man.Color() == side {
			for _, on := range man.CapturedOn {
				places = append(places, fall{chess.Bitboard(on), man.Square})
			}
		}
	}
	var men []*Gone
	for i := range m.Gone {
		if g := &m.Gone[i]; g.Certain && g.Man.Color() != side {
			men = append(men, g)
		}
	}
	n := m.Captures[side]
	if len(places) != n || len(men) != n || n > mostMen {
		return
	}
	// All ways to give each man a place of its own, by depth first search: at most 5! of them.
	found := make([][]fall, n) // by man, each place once
	way, taken := make([]fall, n), make([]bool, n)
	var place func(i int)
	place = func(i int) {
		if i == n {
			for i, p := range way {
				if !slices.Contains(found[i], p) {
					found[i] = append(found[i], p)
				}
			}
			return
		}
		g := men[i]
		for j, p := range places {
			switch g.Man.Kind() {
			case chess.Bishop:
				p.on &= sameColour(g.At)
			case chess.Pawn:
				p.on |= passed(p.on, side)
			}
			if !taken[j] && p.on != 0 {
				taken[j], way[i] = true, p
				place(i + 1)
				taken[j] = false
			}
		}
	}
	place(0)
	// A man that has one place in all of them fell there.
	for i, is := range found {
		if len(is) == 1 {
			men[i].FellOn, men[i].FellTo = facts.Squares(is[0].on), is[0].to
		}
	}
}

// sameColour returns the squares of a square's colour.
func sameColour(sq chess.Square) chess.Bitboard {
	if sq.Dark() {
		return chess.DarkSquares
	}
	return chess.LightSquares
}

// passed returns where pawns stand that a side captures en passant by going to one of some squares.
func passed(to chess.Bitboard, side chess.Color) (set chess.Bitboard) {
	for sq := range to.Squares() {
		if side.RelativeRank(sq.Rank()) == 5 {
			set |= chess.MakeSquare(sq.File(), side.RelativeRank(4)).Bit()
		}
	}
	return set
}
