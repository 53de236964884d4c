package ask

import (
	"context"
	"strings"

	"retroproof/chess"
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
	Setup chess.Setup
	Start chess.Setup
	Whole resolve.Answer // on the position; if it is illegal, nothing else is known
	Men   []Man          // of the position, from a1 to h8
	Gone  []Gone         // men of the start that are not certain to be there, from a1 to h8

	Stayed chess.Bitboard // men of the start that never moved and were never captured
	Dead   chess.Bitboard // bishops of the start that never moved and that pieces captured there

	// Captures are made by each side; ByPawns is the least number made by the pawns that are
	// there.
	Captures, ByPawns [2]int

	facts []facts.Fact
	fates *[chess.NumSquares]*answers.Fate
}

// Man is a man of the position.
type Man struct {
	Square   chess.Square
	Man      chess.Man
	From     chess.Bitboard // the men of the start that it can have been
	Shown    chess.Square   // the one that it was in the game of Men.Whole, or NoSquare
	Promoted Verdict        // whether it can be a promoted pawn; Possible with Original Impossible is certain
	Original Verdict        // whether it can be a piece, or a pawn, of the start
	Unmoved  Verdict        // whether it can be that it never moved
	Captures int            // of a pawn: the least number of captures that it has made

	excluded []answers.Excluded
}

// Gone is a man of the start that can have been captured.
type Gone struct {
	Square  chess.Square // at the start
	Man     chess.Man
	Certain bool          // it was captured in every game
	Shown   *answers.Fate // what became of it in the game, if it was captured there
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
	m := &Men{Setup: *goal, Start: *rules.StartOr(o.Resolve.Refute.Start)}
	var err error
	if m.Whole, err = resolve.Position(ctx, goal, o.Resolve); err != nil {
		return nil, err
	}
	if m.Whole.Verdict == kernel.Illegal {
		return m, nil
	}
	origins, refuted := rules.NewOrigins(&m.Start, goal)
	if refuted != nil {
		return m, nil // which resolve.Position has not found: it would be a fault of one of the two
	}
	m.facts = origins.Facts()
	m.Stayed, m.Dead = origins.Stayed()
	if m.Whole.Verdict == kernel.Legal {
		if m.fates, err = answers.Fates(m.Start.FEN(), goal.FEN(), m.Whole.Game, replay.Options{}); err != nil {
			return nil, err
		}
	}
	shown := [chess.NumSquares]*answers.Fate{}
	if m.fates != nil {
		for _, f := range m.fates {
			if f != nil && f.By == "" {
				sq, err := chess.ParseSquare(f.To)
				if err != nil {
					return nil, err
				}
				shown[sq] = f
			}
		}
	}
	survives := chess.Bitboard(0) // men that can be there
	for sq := range chess.Square(chess.NumSquares) {
		if goal.Board[sq] == chess.NoMan {
			continue
		}
		man := m.man(origins, sq, shown[sq])
		survives |= man.From
		if man.Man.Kind() == chess.Pawn {
			m.ByPawns[man.Man.Color()] += man.Captures
		}
		m.Men = append(m.Men, man)
	}
	m.gone(survives)
	return m, nil
}

// man answers for one man of the position.
func (m *Men) man(origins *rules.Origins, sq chess.Square, shown *answers.Fate) Man {
	man := Man{Square: sq, Man: m.Setup.Board[sq], From: origins.Of(sq), Shown: chess.NoSquare}
	for from := range origins.Of(sq).Squares() {
		if count, ok := origins.Exclude(sq, from.Bit()); ok {
			man.excluded = append(man.excluded, answers.Excluded{From: facts.Squares(from.Bit()), Needs: count.Needs, Captures: count.Captures})
			man.From &^= from.Bit()
		}
	}
	if man.From == 0 {
		// All are excluded one by one, so no game leads here, and that is for the verdict to say.
		man.excluded, man.From = nil, origins.Of(sq)
	}
	pawns := chess.Bitboard(0)
	for from := range man.From.Squares() {
		if m.Start.Board[from].Kind() == chess.Pawn {
			pawns |= from.Bit()
		}
	}
	if man.Man.Kind() == chess.Pawn {
		pawns, man.Captures = 0, 7
		for from := range man.From.Squares() {
			man.Captures = min(man.Captures, abs(from.File()-sq.File()))
		}
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
	if shown != nil {
		man.Shown, _ = chess.ParseSquare(shown.From)
		if shown.Promoted {
			man.Promoted = Possible
		} else {
			man.Original = Possible
		}
		if !shown.Moved {
			man.Unmoved = Possible
		}
	}
	return man
}

func abs(n int) int { return max(n, -n) }

// gone fills in which men can have been captured. A man of the start that no man of the position
// can have been was captured.
func (m *Men) gone(survives chess.Bitboard) {
	m.Captures = facts.New(&m.Start, &m.Setup).Captures
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
		if m.fates != nil && m.fates[sq] != nil && m.fates[sq].By != "" {
			g.Shown = m.fates[sq]
		}
		m.Gone = append(m.Gone, g)
	}
}

// Men adds the claims about the men of a position: where each came from, which never moved, and
// the game. Of an illegal position it adds that it is illegal.
func (c *Certificate) Men(ctx context.Context, m *Men) error {
	fen := plain(&m.Setup)
	if m.Whole.Verdict == kernel.Illegal {
		c.claim(answers.Claim{Kind: answers.KindPositions, FEN: fen})
		if facts.DiagramReason(&m.Setup) != "" {
			return nil
		}
		return c.prove(ctx, &m.Whole)
	}
	for i := range m.Men {
		man := &m.Men[i]
		c.claim(answers.Claim{Kind: answers.KindOrigin, FEN: fen, Origin: &answers.Origin{
			Square: man.Square.String(), From: facts.Squares(man.From), Blocked: m.facts, Excluded: man.excluded,
		}})
	}
	if m.Stayed|m.Dead != 0 {
		c.claim(answers.Claim{Kind: answers.KindUnmoved, FEN: fen, Unmoved: &answers.Unmoved{
			Blocked: m.facts, Stayed: facts.Squares(m.Stayed), Dead: facts.Squares(m.Dead),
		}})
	}
	if m.fates != nil {
		game := &answers.Game{Moves: strings.Join(m.Whole.Game, " ")}
		for _, f := range m.fates {
			if f != nil {
				game.Men = append(game.Men, *f)
			}
		}
		c.claim(answers.Claim{Kind: answers.KindGame, FEN: fen, Game: game})
	}
	return nil
}
