package answers

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	chess "retroproof/chess/board"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/limits"
	"retroproof/proofs/replay"
)

// Schema is the version of the format.
const Schema = "retroproof.answers/2"

// olderReader says what reads the version before.
const olderReader = "version /1 is read by retroproof at commit 16130bed021a; make the file again, with " +
	"\"retroproof ask --certificate\" of the version of this checker"

// Header is the first line of a file.
type Header struct {
	Schema string `json:"schema"`
	Tool   string `json:"tool"`  // the program that wrote the file
	Start  string `json:"start"` // FEN of the position from which all games start
	Claims int    `json:"claims"`

	Premise *Premise `json:"premise,omitempty"` // nil: the claims are about all games
}

// Prefix is how every file begins, of any version.
const Prefix = `{"schema":"retroproof.answers/`

// Claim is one claim about all games that lead from the start to a position by at least one
// move. It has the fields of its kind, which is named in Kind.
type Claim struct {
	Kind string `json:"claim"`
	FEN  string `json:"fen"` // of KindPositions with unknown fields: see Pattern

	Moves     []Move     `json:"moves,omitempty"`     // of KindLastMoves
	Positions []Position `json:"positions,omitempty"` // of KindPositions
	Origin    *Origin    `json:"origin,omitempty"`    // of KindOrigin
	Unmoved   *Unmoved   `json:"unmoved,omitempty"`   // of KindUnmoved
	Game      *Game      `json:"game,omitempty"`      // of KindGame
	Never     *Never     `json:"never,omitempty"`     // of KindNever
	Captures  *Captures  `json:"captures,omitempty"`  // of KindCaptures
	Release   *Release   `json:"release,omitempty"`   // of KindRelease
	Tempo     *Tempo     `json:"tempo,omitempty"`     // of KindTempo
	Clock     int        `json:"clock,omitempty"`     // of KindClock
}

// The kinds of claims.
const (
	KindLastMoves = "last-moves" // the last move was one of Moves
	KindPositions = "positions"  // a position that FEN stands for and to which a game leads is one of Positions
	KindOrigin    = "origin"     // the man on a square was one of some men of the start
	KindUnmoved   = "unmoved"    // some men of the start never moved
	KindGame      = "game"       // a game leads there, in which men came from some squares
	KindNever     = "never"      // some statements about pawns and captures are true of no game
	KindCaptures  = "captures"   // what a side has captured, in all games
	KindRelease   = "release"    // how far back some men were loose, at the earliest
	KindTempo     = "tempo"      // how many moves each side needs at least, in games of a length
	KindClock     = "clock"      // the last Clock plies, at least, were no captures, nor moves of pawns
)

// The errors of files that are not accepted, besides those of package illegal and
// [limits.ErrMemory].
var (
	ErrFile    = errors.New("not a file of answers")
	ErrPattern = errors.New("bad FEN with unknown fields")
	ErrClaim   = errors.New("the claim does not follow")
)

// because wraps a sentinel error with details.
func because(kind error, format string, args ...any) error {
	return fmt.Errorf("%w: %w", kind, fmt.Errorf(format, args...))
}

// Options are the options of Check. The zero value selects the defaults.
type Options struct {
	Memory int64          // limit in bytes; 0 is limits.DefaultMemory
	Replay replay.Options // the rules by which games are replayed

	// Tempo checks claims of KindTempo about games from a start: it is that of package tempo, or nil for a checker that
	// refuses them, and does not link package exact.
	Tempo func(ctx context.Context, start string, claim *Claim) error
}

// Report is what Check has verified.
type Report struct {
	Start   string // FEN
	Premise *Premise
	Claims  []Claim
}

// Append appends the header as a line.
func (h *Header) Append(dst []byte) ([]byte, error) { return illegal.AppendLine(dst, h) }

// Append appends the claim as a line. This is the only form that is accepted.
func (c *Claim) Append(dst []byte) ([]byte, error) { return illegal.AppendLine(dst, c) }

// Check checks a file. It returns an error unless every claim follows from the evidence, and no
// evidence is there in vain.
func Check(ctx context.Context, r io.Reader, o Options) (*Report, error) {
	if o.Memory <= 0 {
		o.Memory = limits.DefaultMemory
	}
	// Half of the memory is for the claims and the positions that they rest on.
	in := &lines{r: bufio.NewReaderSize(r, 1<<16), left: o.Memory / 2}
	var h Header
	if err := in.next(&h); err != nil {
		return nil, err
	}
	if h.Schema != Schema {
		return nil, because(ErrFile, "schema %.50q, and this checker has %q; %s", h.Schema, Schema, olderReader)
	}
	from, err := replay.ParsePlayable(h.Start)
	if err != nil {
		return nil, because(ErrFile, "%w", err)
	}
	start := facts.Setup(from)
	if h.Claims < 1 {
		return nil, because(ErrFile, "no claims")
	}
	if h.Premise != nil {
		if err := h.Premise.Check(&start); err != nil {
			return nil, err
		}
		o.Replay = h.Premise.rules(&start, o.Replay)
	}
	report := &Report{Start: h.Start, Premise: h.Premise}
	// The claims come first: what the evidence has to show is known before any of it is read.
	for range h.Claims {
		report.Claims = append(report.Claims, Claim{})
		if err := in.next(&report.Claims[len(report.Claims)-1]); err != nil {
			return nil, err
		}
	}
	if err := in.empty(); err != nil {
		return nil, err
	}
	c := &checker{ctx: ctx, startFEN: h.Start, start: start, premise: h.Premise, rules: o.Replay, tempo: o.Tempo,
		verdicts: map[string]*verdict{}, clocks: map[string]int{}, left: mostTogether, memory: o.Memory / 2,
		visits: core.MostVisits, states: mostStates}
	switch _, err := in.r.Peek(1); err {
	case nil:
		if err := c.evidence(in.r, o, in.left); err != nil {
			return nil, err
		}
	case io.EOF:
	default:
		return nil, err
	}
	for i := range report.Claims {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := c.claim(&report.Claims[i]); err != nil {
			return nil, fmt.Errorf("claim %d, %s of %.120s: %w", i+1, report.Claims[i].Kind, report.Claims[i].FEN, err)
		}
	}
	// Evidence that no claim needs is refused, or one file could be written in many ways.
	for key, v := range c.verdicts {
		if !v.used {
			return nil, because(illegal.ErrUnused, "no claim rests on %s", key)
		}
	}
	return report, nil
}

// lines reads lines of JSON, each in the only accepted form.
type lines struct {
	r    *bufio.Reader
	left int64 // bytes of memory
}

// line reads a line, without its newline.
func (l *lines) line() ([]byte, error) {
	line, cost, err := illegal.ReadLine(l.r, l.left)
	l.left -= cost
	if err == io.EOF || errors.Is(err, illegal.ErrTree) {
		err = because(ErrFile, "it ends too early")
	}
	return line, err
}

// next reads a value.
func (l *lines) next(v any) error {
	line, err := l.line()
	if err != nil {
		return err
	}
	if err := json.Unmarshal(line, v); err != nil {
		return because(ErrFile, "%.200w", err)
	}
	if !illegal.Canonical(line, v) {
		return because(ErrFile, "a line is not written as it should be: %.100q", line)
	}
	return nil
}

// empty reads the empty line after the claims.
func (l *lines) empty() error {
	line, err := l.line()
	if err == nil && len(line) > 0 {
		err = because(ErrFile, "more claims than the header says")
	}
	return err
}

// verdict is what is proven of a position; ended: the rules end the game there.
type verdict struct{ legal, ended, used bool }

// checker has the verdicts on which claims rest.
type checker struct {
	ctx      context.Context
	startFEN string
	start    chess.Setup
	premise  *Premise
	rules    replay.Options
	tempo    func(ctx context.Context, start string, claim *Claim) error // nil: no claims of KindTempo
	verdicts map[string]*verdict                                         // by FEN without clocks
	// Positions that FENs with unknown fields may still stand for
	left int

	position *replay.Position // of the claim
	goal     chess.Setup      // the same

	men    *origins       // of the last position whose men were claims
	memory int64          // for a formula and its proof, or for a search, in bytes
	visits int64          // that the cores of statements may still take
	states int            // of men to release, that may still be examined
	clocks map[string]int // of positions by FEN without clocks, as claims before have said
}

// perVerdict is more than the memory, in bytes, that a verdict takes.
const perVerdict = 512

// evidence checks the certificate of positions.
func (c *checker) evidence(r io.Reader, o Options, left int64) error {
	report, err := illegal.Check(c.ctx, r, illegal.Options{Memory: o.Memory / 2, Replay: o.Replay, Stay: c.premise.Stay(),
		Each: func(v illegal.Verified) {
			if left -= perVerdict; left > 0 {
				c.verdicts[withoutClocks(v.FEN)] = &verdict{legal: v.Legal, ended: v.Ended}
			}
		}})
	switch {
	case err != nil:
		return err
	case left <= 0:
		return limits.ErrMemory
	case report.Start != c.startFEN:
		return because(ErrFile, "the evidence is about games from %s", report.Start)
	}
	return nil
}

// proven returns the verdict on a position if it is as asked for, or nil.
func (c *checker) proven(fen string, legal bool) *verdict {
	v := c.verdicts[withoutClocks(fen)]
	if v == nil || v.legal != legal {
		return nil
	}
	v.used = true
	return v
}

// withoutClocks returns the first four fields of a FEN.
func withoutClocks(fen string) string {
	fields := strings.SplitN(fen, " ", 5)
	return strings.Join(fields[:min(4, len(fields))], " ")
}

// claim checks a claim.
func (c *checker) claim(claim *Claim) error {
	// Each kind has its own part and no other. Without a move or a position a claim says that there is none.
	var check func(*Claim) error
	for _, k := range []struct {
		kind         string
		check        func(*Claim) error
		there, empty bool
	}{
		{KindLastMoves, c.lastMoves, len(claim.Moves) > 0, true},
		{KindPositions, c.positions, len(claim.Positions) > 0, true},
		{KindOrigin, c.origin, claim.Origin != nil, false},
		{KindUnmoved, c.unmoved, claim.Unmoved != nil, false},
		{KindGame, c.game, claim.Game != nil, false},
		{KindNever, c.never, claim.Never != nil, false},
		{KindCaptures, c.captures, claim.Captures != nil, false},
		{KindRelease, c.release, claim.Release != nil, false},
		{KindTempo, c.aboutTempo, claim.Tempo != nil, false},
		{KindClock, c.clock, claim.Clock > 0, false},
	} {
		own := k.kind == claim.Kind
		if k.there && !own || own && !k.there && !k.empty {
			return because(ErrFile, "not the fields of this kind of claim")
		}
		if own {
			check = k.check
		}
	}
	if check == nil {
		return because(ErrFile, "unknown kind of claim")
	}
	if claim.Kind != KindPositions {
		var err error
		if c.position, err = replay.ParseFEN(claim.FEN); err != nil {
			return err
		}
		c.goal = facts.Setup(c.position)
		if err := c.position.Playable(); err != nil {
			return because(ErrFile, "no position: %w", err)
		}
	}
	return check(claim)
}
