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

	facts  []facts.Fact                       // on which the origins rest
	stayed []facts.Fact                       // on which Stayed and Dead rest
	taken  [2]answers.Captures                // by side: what it has captured, which rests on the origins
	fates  []*[chess.NumSquares]*answers.Fate // of the game of Whole, and of Games
}

// Man is a man of the position.
type Man struct {
	Square   chess.Square
	Man      chess.Man
	From     chess.Bitboard // the men of the start that it can have been
	Shown    chess.Bitboard // those that it was in games
	Promoted Verdict        // whether it can be a promoted pawn; Possible with Original Impossible is certain
	Original Verdict        // whether it can be a piece, or a pawn, of the start
	Unmoved  Verdict        // whether it can be that it never moved
	Captures int            // of a pawn: the least number of captures that it has made
	// PromotedOn are the squares on which it can have been promoted, if it can be.
	PromotedOn chess.Bitboard
	// CapturedOn are, of a pawn that has made Captures captures and no more, the squares to which
	// each can have taken it, in their order; nil if that is not certain.
	CapturedOn []chess.Bitboard

	excluded []answers.Excluded
}

// Gone is a man of the start that can have been captured.
type Gone struct {
	Square  chess.Square // at the start
	Man     chess.Man
	Certain bool          // it was captured in every game
	Shown   *answers.Fate // what became of it in a game, if it was captured there
	Fell    *Fall         // if it is certain
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
	survives := chess.Bitboard(0) // men that can be there
	for sq := range chess.Square(chess.NumSquares) {
		if goal.Board[sq] == chess.NoMan {
			continue
		}
		man := m.man(origins, sq)
		survives |= man.From
		if man.Man.Kind() == chess.Pawn {
			m.ByPawns[man.Man.Color()] += man.Captures
		}
		m.Men = append(m.Men, man)
	}
	m.gone(survives)
	m.capturedOn()
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
	here := map[string]*answers.Fate{}
	for _, f := range fates {
		if f != nil && f.By == "" {
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
		f := here[man.Square.String()]
		from, err := chess.ParseSquare(f.From)
		if err != nil {
			return err
		}
		if found = found || !man.Shown.Has(from); f.Promoted {
			possible(&man.Promoted)
		} else {
			possible(&man.Original)
		}
		man.Shown |= from.Bit()
		if !f.Moved {
			possible(&man.Unmoved)
		}
	}
	for i := range m.Gone {
		if g := &m.Gone[i]; g.Shown == nil && fates[g.Square].By != "" {
			g.Shown, found = fates[g.Square], true
		}
	}
	// A game that shows nothing new is left out, unless it is the first.
	if found || len(m.fates) == 0 {
		if len(m.fates) > 0 {
			m.Games = append(m.Games, game)
		}
		m.fates = append(m.fates, fates)
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
	return slices.ContainsFunc(m.Gone, func(g Gone) bool { return g.Shown == nil })
}

// capturedOn finds the squares of captures, where a side makes no more than its pawns need.
func (m *Men) capturedOn() {
	for c := range m.taken {
		m.taken[c] = answers.CapturesOf(&m.Start, &m.Setup, chess.Color(c), m.from())
		for _, p := range m.taken[c].Pawns {
			for i := range m.Men {
				if m.Men[i].Square.String() != p.Square {
					continue
				}
				for _, squares := range p.On {
					m.Men[i].CapturedOn = append(m.Men[i].CapturedOn, chess.Bitboard(squares))
				}
			}
		}
	}
}

// from returns the men of the start that each man can have been, by their squares.
func (m *Men) from() *[chess.NumSquares]chess.Bitboard {
	var of [chess.NumSquares]chess.Bitboard
	for _, man := range m.Men {
		of[man.Square] = man.From
	}
	return &of
}

// man answers for one man of the position.
func (m *Men) man(origins *rules.Origins, sq chess.Square) Man {
	man := Man{Square: sq, Man: m.Setup.Board[sq], From: origins.Of(sq)}
	for from := range origins.Of(sq).Squares() {
		if count, ok := origins.Exclude(sq, from.Bit()); ok {
			man.excluded = append(man.excluded, answers.Excluded{From: facts.Squares(from.Bit()), Needs: count.Needs,
				Captures: count.Captures})
			man.From &^= from.Bit()
		}
	}
	if man.From == 0 {
		// All are excluded one by one, so no game leads here, and that is for the verdict to say.
		man.excluded, man.From = nil, origins.Of(sq)
	}
	pawns := man.From & m.StartPawns()
	if man.Man.Kind() == chess.Pawn {
		pawns, man.Captures = 0, 7
		for from := range man.From.Squares() {
			man.Captures = min(man.Captures, abs(from.File()-sq.File()))
		}
	}
	for from := range pawns.Squares() {
		man.PromotedOn |= origins.Promotions(from, sq)
	}
	if pawns == 0 {
		man.Promoted = Impossible
	}
	if pawns == man.From {
		man.Original = Impossible
	}
	if !man.From.Has(sq) || m.Start.Board[sq] != man.Man {
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

func abs(n int) int { return max(n, -n) }

// gone fills in which men can have been captured. A man of the start that no man of the position
// can have been was captured.
func (m *Men) gone(survives chess.Bitboard) {
	certain := m.Stayed
	for _, man := range m.Men {
		if man.From != 0 && !man.From.Several() {
			certain |= man.From
		}
	}
	for sq, man := range m.Start.Board {
		from := chess.Square(sq)
		if man == chess.NoMan || man.Kind() == chess.King || certain.Has(from) || m.Captures[man.Color().Other()] == 0 {
			continue
		}
		g := Gone{Square: from, Man: man, Certain: !survives.Has(from)}
		m.Gone = append(m.Gone, g)
	}
}

// claim adds the claims about the men of a position: where each came from, what was captured, which
// never moved, and the games. Of an illegal position it adds that it is illegal.
func (m *Men) claim(ctx context.Context, c *Certificate) error {
	fen := plain(&m.Setup)
	if m.Whole.Verdict == kernel.Illegal {
		return c.illegal(ctx, &m.Whole)
	}
	for i := range m.Men {
		man := &m.Men[i]
		c.claim(answers.Claim{Kind: answers.KindOrigin, FEN: fen, Origin: &answers.Origin{
			Square: man.Square.String(), From: facts.Squares(man.From), Blocked: m.facts, Excluded: man.excluded,
			PromotedOn: facts.Squares(man.PromotedOn),
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
	for i, fates := range m.fates {
		moves := m.Whole.Game
		if i > 0 {
			moves = m.Games[i-1]
		}
		uci, err := notation.InUCI(&m.Start, moves)
		if err != nil {
			return err
		}
		game := &answers.Game{Moves: strings.Join(uci, " ")}
		for _, f := range fates {
			if f != nil {
				game.Men = append(game.Men, *f)
			}
		}
		c.claim(answers.Claim{Kind: answers.KindGame, FEN: fen, Game: game})
	}
	return nil
}
