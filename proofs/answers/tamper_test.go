package answers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/kernel/certify"
	"retroproof/kernel/formula"
	"retroproof/kernel/resolve"
	"retroproof/proofs/answers"
	"retroproof/proofs/answers/tempo"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/lrat/gunzip"
	"retroproof/proofs/replay"
	"retroproof/sat"
)

func setup(t testing.TB, fen string) *chess.Setup {
	t.Helper()
	s := expect.Must(chess.ParseFEN(fen))
	return &s
}

func check(file []byte) (*answers.Report, error) {
	return answers.Check(context.Background(), gunzip.NewReader(bytes.NewReader(file)), answers.Options{Tempo: tempo.Check})
}

// inSAN returns moves that are as UCI has them in standard algebraic notation.
func inSAN(t testing.TB, start, moves string) string {
	t.Helper()
	san, err := notation.InSAN(setup(t, start), strings.Fields(moves))
	expect.NoError(t, err)
	return strings.Join(san, " ")
}

// parts are what a file consists of.
type parts struct {
	header   answers.Header
	claims   []answers.Claim
	evidence []byte
}

func read(t testing.TB, file []byte) *parts {
	t.Helper()
	text, evidence, ok := bytes.Cut(file, []byte("\n\n"))
	if !ok {
		t.Fatal("no empty line")
	}
	p := &parts{evidence: evidence}
	for i, line := range bytes.Split(text, []byte("\n")) {
		var err error
		if i == 0 {
			err = json.Unmarshal(line, &p.header)
		} else {
			p.claims = append(p.claims, answers.Claim{})
			err = json.Unmarshal(line, &p.claims[i-1])
		}
		expect.NoError(t, err)
	}
	return p
}

func (p *parts) write(t testing.TB) []byte {
	t.Helper()
	p.header.Claims = len(p.claims)
	text, err := p.header.Append(nil)
	for i := range p.claims {
		if err == nil {
			text, err = p.claims[i].Append(text)
		}
	}
	expect.NoError(t, err)
	return append(append(text, '\n'), p.evidence...)
}

// certified returns a certificate of answers, as text, that is verified.
func certified(t testing.TB, o ask.Options, list ...ask.Claimant) []byte {
	t.Helper()
	c := ask.NewCertificate(certify.Options{Start: o.Resolve.Refute.Start})
	c.Suppose(o.Premise)
	for _, a := range list {
		expect.NoError(t, c.Add(t.Context(), a))
	}
	if c.Claims() == 0 {
		return nil
	}
	var b bytes.Buffer
	expect.NoError(t, c.Write(&b))
	expect.NoError(t, expect.Err(check(b.Bytes())))
	return expect.Must(io.ReadAll(gunzip.NewReader(&b)))
}

var (
	making sync.Mutex
	made   map[string][]byte
)

// files makes files with claims of all kinds, one for each question; they must not be changed.
func files(t testing.TB) map[string][]byte {
	t.Helper()
	making.Lock()
	defer making.Unlock()
	if made != nil {
		return made
	}
	ctx, none := t.Context(), ask.Options{}
	noGame, promoting := none, none
	noGame.Resolve.NoGame = true // a game takes as long as all forgeries; a promoted man has one below
	promoting.Resolve.Refute.Start = setup(t, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
	rights := expect.Must(ask.AskRights(ctx, setup(t, "r3k2r/ppp1p1pp/8/8/8/8/8/R1R1K2R b - - 0 1"), none)).Fields
	men := func(fen string, o ask.Options) ask.Claimant { return expect.Must(ask.AskMen(ctx, setup(t, fen), o)) }
	release := func(fen string, men chess.Bitboard) ask.Claimant {
		return expect.Must(ask.AskRelease(ctx, setup(t, fen), men, none))
	}
	made = map[string][]byte{
		"last-moves": certified(t, none, expect.Must(ask.AskLastMoves(ctx, setup(t, "8/8/8/8/8/1P6/1PkPP3/KR1b4 b - - 0 1"), none))),
		"rights":     certified(t, none, rights),
		"men":        certified(t, none, men("rn1qkbnr/p1pppppp/1p6/8/8/1P6/P1PPPPPP/RNBQKBNR w KQkq - 0 1", none)),
		"promoted":   certified(t, none, men("4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1", noGame)),
		"promotion":  certified(t, promoting, men("Q3k3/8/8/8/8/8/8/4K3 b - - 0 1", promoting)),
		"captures":   certified(t, none, men("rnbqkb1r/p1pppppp/8/8/8/2p5/P1PPPPPP/RNBQKBNR w KQkq - 0 1", none)),
		"release": certified(t, none, release("3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1", chess.NoSquares), // those that have no move back
			release("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1", chess.SetOf(21))), // the knight
	}
	return made
}

// TestForged changes every claim in every way that makes it say something else. None may be
// verified.
func TestForged(t *testing.T) {
	t.Parallel()
	forged, exclusions := 0, 0
	for name, file := range files(t) {
		refuse := func(why string, change func(p *parts)) {
			t.Helper()
			p := read(t, file)
			change(p)
			if b := p.write(t); bytes.Equal(b, file) {
				t.Errorf("%s: %s changes nothing", name, why)
			} else if _, err := check(b); err == nil {
				t.Errorf("%s: %s is verified", name, why)
			}
			forged++
		}
		original := read(t, file)
		for i, c := range original.claims {
			for j := range c.Moves {
				refuse("a last move left out", func(p *parts) { p.claims[i].Moves = slices.Delete(p.claims[i].Moves, j, j+1) })
				refuse("possible the other way", func(p *parts) { p.claims[i].Moves[j].Possible = !p.claims[i].Moves[j].Possible })
				refuse("another move", func(p *parts) { p.claims[i].Moves[j].Move = "a1a2" })
			}
			for j := range c.Positions {
				refuse("a position left out", func(p *parts) { p.claims[i].Positions = slices.Delete(p.claims[i].Positions, j, j+1) })
				refuse("possible the other way", func(p *parts) { p.claims[i].Positions[j].Possible = !p.claims[i].Positions[j].Possible })
			}
			if c.Origin != nil {
				for sq := chess.Square(i % 7); sq < chess.NumSquares; sq += 7 {
					refuse("another origin", func(p *parts) { p.claims[i].Origin.From ^= facts.Squares(sq.Bit()) })
				}
				if from := chess.Bitboard(c.Origin.From); from.Several() {
					sq := expect.Must(chess.ParseSquare(c.Origin.Square))
					one := facts.Squares(from.First().Bit())
					refuse("an exclusion that does not follow", func(p *parts) {
						o := p.claims[i].Origin
						o.From &^= one
						o.Excluded = append(o.Excluded, answers.Excluded{From: one, Needs: facts.Squares(sq.Bit())})
					})
					exclusions++
				}
				refuse("another square", func(p *parts) { p.claims[i].Origin.Square = "d5" })
				for j, e := range c.Origin.Excluded {
					refuse("an exclusion left out", func(p *parts) { p.claims[i].Origin.Excluded = slices.Delete(p.claims[i].Origin.Excluded, j, j+1) })
					refuse("exclusion without needs", func(p *parts) { p.claims[i].Origin.Excluded[j].Needs = 0 })
					refuse("an exclusion twice", func(p *parts) { p.claims[i].Origin.Excluded = append(p.claims[i].Origin.Excluded, e) })
				}
			}
			if c.Unmoved != nil {
				for sq := range chess.Square(chess.NumSquares) {
					refuse("other men that stayed", func(p *parts) { p.claims[i].Unmoved.Stayed ^= facts.Squares(sq.Bit()) })
					refuse("other dead bishops", func(p *parts) { p.claims[i].Unmoved.Dead ^= facts.Squares(sq.Bit()) })
				}
				refuse("a fact left out", func(p *parts) { p.claims[i].Unmoved.Blocked = p.claims[i].Unmoved.Blocked[1:] })
			}
			if c.Never != nil {
				for j := range c.Never.Refuted {
					for _, is := range []core.Statement{ // of some game
						{Kind: core.Stands, Pawn: "b7", At: "c3"}, {Kind: core.TakenByPiece, Pawn: "b2"}, {Kind: core.TakenByPawn, Pawn: "b2", At: "c"},
						{Kind: core.Took, Side: "black", Man: "piece", At: "c"}, {Kind: core.TookNothing, Side: "white", At: "c"}, {Kind: core.PieceTook, Side: "white"},
					} {
						refuse("the true statement "+answers.StatementText(&is), func(p *parts) { p.claims[i].Never.Refuted[j].Statement = is })
					}
					refuse("no core", func(p *parts) { p.claims[i].Never.Refuted[j].Core = nil })
					refuse("a core cut", func(p *parts) {
						r := &p.claims[i].Never.Refuted[j]
						r.Core = r.Core[:len(r.Core)-1]
					})
					refuse("a core that goes on", func(p *parts) {
						r := &p.claims[i].Never.Refuted[j]
						r.Core = append(bytes.Clone(r.Core), 0)
					})
				}
				refuse("no statements", func(p *parts) { p.claims[i].Never.Refuted = nil })
				refuse("another encoder", func(p *parts) { p.claims[i].Never.Encoder = "kernel-formula/2" })
				refuse("a false fact", func(p *parts) {
					p.claims[i].Never.Blocked = append(p.claims[i].Never.Blocked, facts.Fact{By: facts.ByHomePawn, Squares: facts.Squares(chess.SetOf(9))})
				})
			}
			if c.Origin != nil && c.Origin.PromotedOn != 0 {
				for sq := chess.Square(0); sq < chess.NumSquares; sq++ {
					if on := c.Origin.PromotedOn ^ facts.Squares(sq.Bit()); on != 0 {
						refuse("promoted elsewhere", func(p *parts) { p.claims[i].Origin.PromotedOn = on })
					}
				}
			}
			if c.Captures != nil {
				refuse("one more capture", func(p *parts) { p.claims[i].Captures.Men++ })
				refuse("one capture less", func(p *parts) { p.claims[i].Captures.Men-- })
				refuse("another side", func(p *parts) { p.claims[i].Captures.Side = strings.ToUpper(c.Captures.Side) })
				refuse("where men came from left out", func(p *parts) { p.claims = p.claims[i:] })
				for sq := chess.Square(0); sq < chess.NumSquares; sq++ {
					refuse("others captured", func(p *parts) { p.claims[i].Captures.Taken ^= facts.Squares(sq.Bit()) })
				}
				for j, pawn := range c.Captures.Pawns {
					refuse("more by a pawn", func(p *parts) { p.claims[i].Captures.Pawns[j].Least++ })
					refuse("a pawn left out", func(p *parts) { p.claims[i].Captures.Pawns = slices.Delete(p.claims[i].Captures.Pawns, j, j+1) })
					for k := range pawn.On {
						for sq := chess.Square(0); sq < chess.NumSquares; sq++ {
							refuse("captured elsewhere", func(p *parts) { p.claims[i].Captures.Pawns[j].On[k] ^= facts.Squares(sq.Bit()) })
						}
					}
				}
			}
			if c.Release != nil {
				refuse("later", func(p *parts) { p.claims[i].Release.Plies++ })
				refuse("earlier", func(p *parts) { p.claims[i].Release.Plies-- })
				refuse("never", func(p *parts) { p.claims[i].Release.Plies = 0 })
				refuse("illegal", func(p *parts) { p.claims[i].Release.Plies, p.claims[i].Release.Illegal = 0, true })
				refuse("no men", func(p *parts) { p.claims[i].Release.Men = 0 })
				refuse("other men", func(p *parts) { p.claims[i].Release.Men = facts.Squares(chess.SetOf(2)) })
				refuse("a false fact", func(p *parts) {
					p.claims[i].Release.Blocked = append(p.claims[i].Release.Blocked, facts.Fact{By: facts.ByHomePawn, Squares: facts.Squares(chess.SetOf(30))})
				})
			}
			if c.Game != nil {
				for j := 0; j < len(c.Game.Men); j += 7 {
					refuse("moved the other way", func(p *parts) { p.claims[i].Game.Men[j].Moved = !p.claims[i].Game.Men[j].Moved })
					refuse("promoted the other way", func(p *parts) { p.claims[i].Game.Men[j].Promoted = !p.claims[i].Game.Men[j].Promoted })
					refuse("another end", func(p *parts) { p.claims[i].Game.Men[j].To += "x" })
					refuse("another capturer", func(p *parts) { p.claims[i].Game.Men[j].By += "e4" })
				}
				refuse("SAN", func(p *parts) { p.claims[i].Game.Moves = inSAN(t, p.header.Start, p.claims[i].Game.Moves) })
				refuse("a move left out", func(p *parts) { _, p.claims[i].Game.Moves, _ = strings.Cut(p.claims[i].Game.Moves, " ") })
			}
			refuse("another part", func(p *parts) { p.claims[i].Tempo = &answers.Tempo{} })
			refuse("another kind", func(p *parts) { p.claims[i].Kind = "legal" })
			refuse("another position", func(p *parts) { p.claims[i].FEN = "4k3/8/8/8/8/8/8/4K2R w - - 0 1" })
		}
		refuse("another start", func(p *parts) { p.header.Start = "4k3/8/8/8/8/8/8/4K2R w - - 0 1" })
		refuse("another schema", func(p *parts) { p.header.Schema += "0" })
		refuse("another version", func(p *parts) { p.header.Schema = strings.Replace(p.header.Schema, "/2", "/3", 1) })
		refuse("the version before", func(p *parts) { p.header.Schema = strings.Replace(p.header.Schema, "/2", "/1", 1) })
		refuse("a start without a king", func(p *parts) {
			p.header.Start, p.evidence = "4k3/8/8/8/8/8/8/8 w - - 0 1", nil
		})
		if len(original.evidence) > 0 {
			refuse("no evidence", func(p *parts) { p.evidence = nil })
			refuse("half of the evidence", func(p *parts) { p.evidence = p.evidence[:len(p.evidence)/2] })
		}
		for at := 0; at < len(file); at += 1 + len(file)/100 {
			b := bytes.Clone(file)
			b[at] ^= 1
			if _, err := check(b); err == nil {
				accepted(t, read(t, file), read(t, b))
			}
			forged++
		}
	}
	if forged < 500 || exclusions == 0 {
		t.Errorf("only %d forgeries, %d of exclusions", forged, exclusions)
	}
	t.Log(forged)
}

// accepted is called for a file p that was changed into q, and verified all the same. A byte of the
// tool's name means nothing, and clocks are ignored; facts can be replaced by others from which the same
// follows. A pawn that becomes a queen can make another start, or another position of a claim about men,
// and a move can become another one. Then no game may contradict the claim. Nothing else may differ.
func accepted(t *testing.T, p, q *parts) {
	t.Helper()
	if !bytes.Equal(p.evidence, q.evidence) && p.header == q.header && reflect.DeepEqual(p.claims, q.claims) {
		return // the same claims, by other evidence that has been verified
	}
	if !bytes.Equal(p.evidence, q.evidence) || len(p.claims) != len(q.claims) {
		t.Error("other evidence, or other claims, and verified")
		return
	}
	board := func(fen string) string { return strings.Join(strings.Fields(fen)[:4], " ") }
	other := board(p.header.Start) != board(q.header.Start)
	for i, c := range q.claims {
		had := p.claims[i]
		another := other || board(had.FEN) != board(c.FEN)
		switch {
		case had.Kind == c.Kind && c.Kind == answers.KindOrigin:
			if another || had.Origin.Square != c.Origin.Square || had.Origin.From != c.Origin.From {
				agrees(t, q.header.Start, &c)
			}
		case had.Kind == c.Kind && (c.Kind == answers.KindCaptures || c.Kind == answers.KindRelease):
			// That these follow from the position is what the tests of kernel/ask compare with games.
			if had.FEN = c.FEN; !another && !reflect.DeepEqual(had, c) {
				t.Errorf("%+v from %s is verified", c, q.header.Start)
			}
		case had.Kind == c.Kind && c.Kind == answers.KindUnmoved:
			if another || had.Unmoved.Stayed != c.Unmoved.Stayed || had.Unmoved.Dead != c.Unmoved.Dead {
				agrees(t, q.header.Start, &c)
			}
		case had.Kind == c.Kind && c.Kind == answers.KindNever:
			for i := range c.Never.Refuted {
				refuted(t, q.header.Start, &c, &c.Never.Refuted[i].Statement)
			}
		case had.Kind == c.Kind && c.Kind == answers.KindGame:
			expect.Succeeds(t, expect.Err(replay.Check(q.header.Start, c.FEN, strings.Fields(c.Game.Moves), replay.Options{})),
				"the game")
		default:
			if had.FEN = c.FEN; another || !reflect.DeepEqual(had, c) {
				t.Errorf("%+v from %s is verified", c, q.header.Start)
			}
		}
	}
}

// refuted has a solver decide whether a statement is refuted.
func refuted(t *testing.T, start string, c *answers.Claim, s *core.Statement) {
	t.Helper()
	a, err := facts.NewAbstraction(setup(t, start), setup(t, c.FEN), c.Never.Blocked)
	expect.NoError(t, err)
	q := core.New(a)
	expect.NoError(t, q.Assume(s))
	cnf := formula.NewWith(a, q, s)
	solver := expect.Must(sat.New("gini"))
	defer solver.Close()
	cnf.Emit(solver)
	if status, err := solver.Solve(context.Background()); err != nil || status != sat.Unsatisfiable {
		t.Errorf("%+v of %s from %s is verified, and %s: %v", *s, c.FEN, start, status, err)
	}
}

// agrees seeks a game to the position of a claim about men, and compares.
func agrees(t *testing.T, start string, c *answers.Claim) {
	t.Helper()
	from := setup(t, start)
	a, err := resolve.Position(context.Background(), setup(t, c.FEN), resolve.Options{Refute: kernel.DecideOptions{Start: from}})
	expect.NoError(t, err)
	if a.Verdict != kernel.Legal {
		return
	}
	fates, err := answers.Fates(start, c.FEN, strings.Fields(a.UCI()), replay.Options{})
	expect.NoError(t, err)
	contradicts := false
	for from, fate := range fates {
		bit := facts.Squares(chess.Square(from).Bit())
		switch {
		case fate == nil:
		case c.Origin != nil:
			contradicts = contradicts || fate.By == "" && fate.To == c.Origin.Square && c.Origin.From&bit == 0
		default:
			contradicts = contradicts || c.Unmoved.Stayed&bit != 0 && (fate.Moved || fate.By != "") ||
				c.Unmoved.Dead&bit != 0 && (fate.Moved || fate.By == "")
		}
	}
	if contradicts {
		t.Errorf("the claim %q on %s from %s is verified, and not true of the game %v", c.Text(), c.FEN, start, a.Game)
	}
}

// TestUnused: evidence that no claim rests on is refused, as what it says would be counted as
// part of an answer.
func TestUnused(t *testing.T) {
	t.Parallel()
	all := files(t)
	p, q := read(t, all["release"]), read(t, all["last-moves"])
	expect.Equal(t, len(p.evidence), 0, "what a release rests on")
	expect.Equal(t, p.header.Start, q.header.Start, "the start")
	p.evidence = q.evidence
	expect.ErrorIs(t, expect.Err(check(p.write(t))), illegal.ErrUnused, "check")
}

// TestHeader: a start or a goal that is no position, more claims than the header says, a line in another form, and a claim
// that a checker without package exact does not know are refused.
func TestHeader(t *testing.T) {
	t.Parallel()
	refused := func(file []byte, o answers.Options, want string) {
		t.Helper()
		expect.ErrorSays(t, expect.Err(answers.Check(t.Context(), bytes.NewReader(file), o)), want, "answers.Check")
	}
	file := files(t)["release"]
	p := read(t, file)
	p.header.Start = "8/8/8/8/8/8/4k3/4K3 w - - 0 1"
	refused(p.write(t), answers.Options{}, "start: the side that has moved is in check")
	p.header.Start, p.claims[0].FEN = read(t, file).header.Start, p.header.Start
	refused(p.write(t), answers.Options{}, "no position: the side that has moved is in check")
	end := bytes.Index(file, []byte("\n\n")) + 1
	refused(slices.Concat(file[:end], []byte("more"), file[end:]), answers.Options{}, "more claims")
	refused(bytes.Replace(file, []byte(`"tool":`), []byte(` "tool":`), 1), answers.Options{}, "not written as it should be")
	refused(tempoFile(t, "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1", 0, ask.Options{}), answers.Options{}, "tempo")
}

// TestPattern counts what FENs with unknown fields stand for.
func TestPattern(t *testing.T) {
	t.Parallel()
	var tt struct {
		fen string
		n   int
		bad bool
	}
	for range expect.Rows(t, "testdata/pattern.tsv", &tt.fen, &tt.n, &tt.bad) {
		all, err := answers.Pattern(tt.fen)
		if len(all) != tt.n || (err != nil) != tt.bad {
			t.Errorf("%q: %d, %v: %v", tt.fen, len(all), err, all)
		}
	}
}

// FuzzCheck: no file makes the checker panic, and what it verifies it verifies again.
func FuzzCheck(f *testing.F) {
	for _, file := range files(f) {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := answers.Check(context.Background(), gunzip.NewReader(bytes.NewReader(file)), answers.Options{Memory: 64 << 20})
		if err != nil {
			return
		}
		for i := range r.Claims {
			if text := r.Claims[i].FEN + r.Claims[i].Text(); strings.ContainsAny(text, "\n\r") {
				t.Errorf("a claim with a line break: %q", text)
			}
		}
	})
}
