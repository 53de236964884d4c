package ask

import (
	"cmp"
	"context"
	"io"
	"slices"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/facts"
)

// Certificate collects claims with their evidence, for one start.
type Certificate struct {
	options   certify.Options
	start     chess.Setup
	premise   *answers.Premise
	certifier *certify.Certifier
	claims    []answers.Claim
	evidence  []*certify.Certificate
	has       map[string]bool // positions with evidence
}

// NewCertificate returns a certificate without claims. Options are those of the evidence.
func NewCertificate(o certify.Options) *Certificate {
	return &Certificate{options: o, start: *rules.StartOr(o.Start), certifier: certify.New(o), has: map[string]bool{}}
}

// Suppose makes all claims ones about the games with a premise, that of [Options].
func (c *Certificate) Suppose(p *answers.Premise) {
	start := c.start
	start.Stay = p.Stay()
	c.premise, c.options.Start = p, &start
	c.certifier = certify.New(c.options)
}

// Claims returns the number of claims.
func (c *Certificate) Claims() int { return len(c.claims) }

// Claimant is an answer of which something can be claimed.
type Claimant interface {
	// claim adds the claims, with evidence.
	claim(ctx context.Context, c *Certificate) error
}

// Add adds what can be claimed of an answer, with evidence.
func (c *Certificate) Add(ctx context.Context, a Claimant) error { return a.claim(ctx, c) }

// claim adds a claim.
func (c *Certificate) claim(claim answers.Claim) { c.claims = append(c.claims, claim) }

// prove adds the evidence for a position that is decided, once.
func (c *Certificate) prove(ctx context.Context, a *resolve.Answer) error {
	key := plain(&a.Setup)
	if a.Verdict == kernel.Unknown || a.Reason == Excluded || c.has[key] {
		return nil
	}
	var one *certify.Certificate
	var err error
	if a.Verdict == kernel.Legal {
		s := withoutClocks(&a.Setup)
		one, err = c.certifier.Game(&s, a.Game)
	} else {
		one, err = c.certifier.Certify(ctx, &a.Decision)
	}
	if err != nil {
		return err
	}
	c.has[key] = true
	c.evidence = append(c.evidence, one)
	return nil
}

// proveBefore adds the evidence for a position before a last move, unless counting men excludes it.
func (c *Certificate) proveBefore(ctx context.Context, a *resolve.Answer) error {
	if c.certifier.Counted(&a.Setup) {
		return nil
	}
	return c.prove(ctx, a)
}

// illegal adds the claim that no position of a FEN is possible, with the evidence unless the diagram shows it.
func (c *Certificate) illegal(ctx context.Context, a *resolve.Answer) error {
	c.claim(answers.Claim{Kind: answers.KindPositions, FEN: plain(&a.Setup)})
	if facts.DiagramReason(&a.Setup) != "" {
		return nil
	}
	return c.prove(ctx, a)
}

// claim adds the claim which last moves are possible, for every position of a tree.
func (l *LastMoves) claim(ctx context.Context, c *Certificate) error {
	if facts.DiagramReason(&l.Setup) != "" {
		return c.illegal(ctx, &l.Whole)
	}
	if err := c.drawn(ctx, l.drawn); err != nil {
		return err
	}
	claim := answers.Claim{Kind: answers.KindLastMoves, FEN: plain(&l.Setup)}
	if l.Whole.Verdict == kernel.Illegal {
		c.claim(claim)
		return c.prove(ctx, &l.Whole)
	}
	for i := range l.Moves {
		for _, before := range l.Moves[i].Before {
			if err := c.proveBefore(ctx, before); err != nil {
				return err
			}
		}
	}
	for _, m := range append(l.With(Possible), l.With(Open)...) {
		captured := "-"
		if m.Captured != chess.NoMan {
			captured = string(m.Captured.Letter())
		}
		claim.Moves = append(claim.Moves,
			answers.Move{Move: m.Move.UCI(), Captured: captured, Possible: m.Verdict == Possible})
	}
	// A claim does not tell a capture en passant from another one of a pawn: of these the first stays.
	byMove := func(a, b answers.Move) int {
		return cmp.Or(cmp.Compare(a.Move, b.Move), cmp.Compare(a.Captured, b.Captured))
	}
	slices.SortStableFunc(claim.Moves, byMove)
	claim.Moves = slices.CompactFunc(claim.Moves, func(a, b answers.Move) bool { return byMove(a, b) == 0 })
	c.claim(claim)
	for i := range l.Moves {
		for _, earlier := range l.Moves[i].Tree() {
			if err := earlier.claim(ctx, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// drawn adds the claims that exclude positions by their clocks.
func (c *Certificate) drawn(ctx context.Context, list []*Clock) error {
	for _, k := range list {
		if err := c.clock(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

// withoutClocks returns a position with the clocks 0 and 1, and plain its FEN.
func withoutClocks(s *chess.Setup) chess.Setup {
	t := *s
	t.HalfmoveClock, t.FullmoveNumber = 0, 1
	return t
}

func plain(s *chess.Setup) string {
	t := withoutClocks(s)
	return t.FEN()
}

// Write writes the certificate, with gzip. It may be called once.
func (c *Certificate) Write(w io.Writer) error { return certify.Compressed(w, c.write) }

func (c *Certificate) write(w io.Writer) error {
	h := answers.Header{Schema: answers.Schema, Tool: cmp.Or(c.options.Tool, "retroproof"), Start: c.start.FEN(),
		Claims: len(c.claims), Premise: c.premise}
	text, err := h.Append(nil)
	for i := range c.claims {
		if err == nil {
			text, err = c.claims[i].Append(text)
		}
	}
	if err != nil {
		return err
	}
	if _, err := w.Write(append(text, '\n')); err != nil || len(c.evidence) == 0 {
		return err
	}
	return c.certifier.WritePlain(w, c.evidence...)
}
