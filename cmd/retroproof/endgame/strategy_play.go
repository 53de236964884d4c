package endgame

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"retroproof/batch"
	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy"
)

// playerRequest says how both sides play.
type playerRequest struct {
	Defender string `flag:"defender" choice:"optimal,random,given" json:"defender,omitempty" doc:"how Black plays: optimal, random or given"`
	Choice   string `flag:"choice" choice:"first,longest,random" json:"choice,omitempty" doc:"which of several moves White makes: first, longest or random"`
	Seed     uint64 `flag:"seed" json:"seed,omitempty" doc:"seed of --defender random and --choice random"`
}

// gameFlags are what games need besides a strategy and positions.
type gameFlags struct {
	playerRequest
	Moves  string `flag:"moves" of:"MOVES" json:"moves,omitempty" doc:"Black's MOVES in SAN or UCI, such as \"Kd5 e8d7\"; implies --defender given"`
	Boards bool   `flag:"boards" not:"json" doc:"print diagrams"`
	PGN    string `flag:"pgn" of:"FILE" doc:"write the games as PGN to this FILE; \"-\" prints PGN instead of text"`
	Given  verb.Given
}

var players = playerRequest{Defender: "optimal", Choice: "first", Seed: 1}

// playRequest is what strategy play is asked.
type playRequest struct {
	nameRequest
	FEN string `arg:"[FEN|-]" json:"fen" doc:"a position on the board"`
	gameFlags
}

// krkPlayRequest is what krk play is asked.
type krkPlayRequest struct {
	FEN string `arg:"FEN|-" json:"fen" doc:"a legal position of king and rook against king"`
	gameFlags
	readingRequest
}

var (
	strategyPlay = verb.Of(verb.Verb{Name: "strategy play", Answers: []verb.Answer{&strategy.GameAnswer{}},
		Form: &verb.Form{Stdin: ownText, Flag: "file"}},
		playRequest{nameRequest: onChessboard, gameFlags: gameFlags{playerRequest: players}},
		func(ctx context.Context, e *verb.Env, q *playRequest) error {
			if q.File != "" && q.FEN == "" {
				q.Name, q.FEN = "", q.Name
			}
			if q.FEN == "" {
				return verb.Usagef("want a name and a FEN, or --file and a FEN")
			}
			s, err := q.strategy(ctx, e)
			if err != nil {
				return err
			}
			return q.play(ctx, e, s, q.FEN)
		})

	krkPlay = verb.Of(verb.Verb{Name: "krk play", Answers: []verb.Answer{&strategy.GameAnswer{}}},
		krkPlayRequest{gameFlags: gameFlags{playerRequest: players}, readingRequest: byPaper},
		func(ctx context.Context, e *verb.Env, q *krkPlayRequest) error {
			return q.play(ctx, e, krkAt(q.Distance), q.FEN)
		})
)

// krkAt returns the strategy of 2013 in a reading of its text.
func krkAt(distance int) *core.Strategy {
	source, _ := text.Source("krk2013")
	source = strings.Replace(source, "def apart = 3\n", fmt.Sprintf("def apart = %d\n", distance), 1)
	s, err := text.Parse("krk2013", source, rules.Board{Files: 8, Ranks: 8})
	if err != nil {
		panic(err)
	}
	return s
}

// options are those of the request, with Black's moves.
func (p *playerRequest) options(moves []string) (o strategy.PlayOptions, err error) {
	o = strategy.PlayOptions{Moves: moves, Seed: p.Seed}
	if o.Defender, err = strategy.ParseDefender(p.Defender); err == nil {
		o.Choice, err = strategy.ParseChoice(p.Choice)
	}
	return o, verb.WithCode(verb.ExitUsage, err)
}

// chosen returns the options, or says what does not fit.
func (g *gameFlags) chosen(e *verb.Env, s *core.Strategy) (strategy.PlayOptions, error) {
	o, err := g.options(strings.Fields(g.Moves))
	if err != nil {
		return o, err
	}
	// Moves that are given say who defends.
	if g.Given("moves") && !g.Given("defender") {
		o.Defender = strategy.GivenDefender
	}
	chessboard := s.Files == 8 && s.Ranks == 8
	// What would have no effect is refused.
	switch given := o.Defender == strategy.GivenDefender; {
	case given && len(o.Moves) == 0:
		err = verb.Usagef("--defender given needs --moves")
	case !given && g.Given("moves"):
		err = verb.Usagef("--moves is for --defender given")
	case g.Given("seed") && o.Defender != strategy.RandomDefender && o.Choice != strategy.RandomChoice:
		err = verb.Usagef("--seed is for --defender random and --choice random")
	case g.Given("pgn") && g.PGN == "":
		err = verb.Usagef("--pgn needs the name of a file")
	case e.JSON && g.PGN == "-":
		err = verb.Usagef("--json and --pgn - exclude each other")
	case g.Boards && g.PGN == "-":
		err = verb.Usagef("--boards is for text, not for JSON or PGN")
	case !chessboard && (g.Boards || g.PGN != ""):
		err = verb.Usagef("--boards and --pgn are for the board of 8x8")
	}
	return o, err
}

// play plays from each position.
func (g *gameFlags) play(ctx context.Context, e *verb.Env, s *core.Strategy, fens string) (err error) {
	o, err := g.chosen(e, s)
	if err != nil {
		return err
	}
	var pgn io.Writer
	switch g.PGN {
	case "":
	case "-":
		pgn = e.Stdout
	default:
		file, ferr := batch.Create(g.PGN)
		if ferr != nil {
			return ferr
		}
		pgn = file
		defer func() {
			// Bad lines among others do not cost the games; anything else does.
			if err != nil && (fens != "-" || verb.Code(err) != verb.ExitMalformed) {
				file.Discard()
				return
			}
			if cerr := file.Close(); cerr != nil {
				err = cerr
			}
		}()
	}
	games := 0
	return e.PrintEach(ctx, fens, func(fen string) (verb.Answer, error) {
		pl, game, err := playGame(ctx, s, fen, o)
		if err != nil {
			return nil, err
		}
		games++
		if pgn != nil {
			if _, err := game.PGN(s.Name).WriteTo(pgn); err != nil || g.PGN == "-" {
				return nil, err
			}
		}
		return strategy.GameOf(pl, game, g.Boards, games > 1), nil
	})
}

// recent are the last strategies that were asked for, the last one first: the page asks for one game of a strategy
// after the other. A table of four men may take half a gigabyte.
var recent = struct {
	turn chan struct{} // whoever may look, and build what is missing
	list []*known
}{turn: make(chan struct{}, 1)}

const mostRecent = 2

// known is a strategy with its table, and its player if a game was played.
type known struct {
	*wins.Table
	player *strategy.Player
}

// knownOf returns a strategy with its table and, for games, its player.
func knownOf(ctx context.Context, s *core.Strategy, games bool) (k *known, err error) {
	select {
	case recent.turn <- struct{}{}:
		defer func() { <-recent.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	k = new(known)
	same := func(k *known) bool { return k.Name == s.Name && k.Board == s.Board && k.Source == s.Source }
	if i := slices.IndexFunc(recent.list, same); i >= 0 {
		k = recent.list[i]
		recent.list = slices.Delete(recent.list, i, i+1)
	} else if k.Table, err = newTable(ctx, s, false); err != nil {
		return nil, err
	}
	recent.list = slices.Insert(recent.list, 0, k)[:min(mostRecent, len(recent.list)+1)]
	if games && k.player == nil {
		k.player, err = strategy.NewPlayer(ctx, k.Table)
	}
	return k, err
}

// playGame plays from a position.
func playGame(ctx context.Context, s *core.Strategy, fen string, o strategy.PlayOptions) (
	*strategy.Player, *strategy.Game, error) {
	p, err := strategy.ParseFEN(s, lenient.Clean(fen))
	if err != nil {
		return nil, nil, err
	}
	k, err := knownOf(ctx, s, true)
	if err != nil {
		return nil, nil, err
	}
	g, err := k.player.Play(p, o)
	return k.player, g, err
}

// checkRequest is what strategy check is asked.
type checkRequest struct {
	nameRequest
	FEN   string `arg:"[FEN|-]" json:"fen" doc:"a position on the board"`
	Move  string `arg:"[MOVE]" json:"move" doc:"a move in SAN or as UCI has it, or the FEN that it leads to"`
	Given verb.Given
}

// krkCheckRequest is what krk check is asked.
type krkCheckRequest struct {
	FEN  string `arg:"FEN|-" json:"fen" doc:"a legal position of king and rook against king"`
	Move string `arg:"[MOVE]" json:"move" doc:"a move in SAN or as UCI has it, or the FEN that it leads to"`
	readingRequest
	Given verb.Given
}

var (
	strategyCheck = verb.Of(verb.Verb{Name: "strategy check", Use: "NAME FEN MOVE",
		Answers: []verb.Answer{&strategy.Judgement{}}, Form: &verb.Form{Stdin: ownText, Flag: "file"}},
		checkRequest{nameRequest: onChessboard},
		func(ctx context.Context, e *verb.Env, q *checkRequest) error {
			if q.File != "" && q.Move == "" {
				q.Name, q.FEN, q.Move = "", q.Name, q.FEN
			}
			s, err := q.strategy(ctx, e)
			if err != nil {
				return err
			}
			return check(ctx, e, s, q.FEN, q.Move, q.Move != "" || q.Given("MOVE"))
		})

	krkCheck = verb.Of(verb.Verb{Name: "krk check", Use: "FEN MOVE|FEN", Answers: []verb.Answer{&strategy.Judgement{}}},
		krkCheckRequest{readingRequest: byPaper},
		func(ctx context.Context, e *verb.Env, q *krkCheckRequest) error {
			return check(ctx, e, krkAt(q.Distance), q.FEN, q.Move, q.Move != "" || q.Given("MOVE"))
		})
)

// check answers a question, or those of stdin.
func check(ctx context.Context, e *verb.Env, s *core.Strategy, fen, move string, single bool) error {
	one := func(fen, move string, line int) error {
		p, err := strategy.ParseFEN(s, lenient.Clean(fen))
		if err != nil {
			return err
		}
		k, err := knownOf(ctx, s, false)
		if err != nil {
			return err
		}
		if strings.Contains(move, "/") {
			move = lenient.Clean(move)
		}
		return e.Print(strategy.Judge(k.Table, p, move), line)
	}
	switch {
	case single:
		return one(fen, move, 0)
	case fen != "-":
		return verb.Usagef("want a FEN and a move or a second FEN, or \"-\" alone")
	}
	return e.EachLine(ctx, batch.NewReader, func(text string, line int) error {
		fen, move, ok := strings.Cut(text, ";")
		if !ok {
			return verb.WithCode(verb.ExitMalformed,
				fmt.Errorf("%q has no semicolon, want a FEN, a semicolon, and a move or a second FEN", batch.Cut(text, 200)))
		}
		return one(fen, strings.TrimSpace(move), line)
	})
}
