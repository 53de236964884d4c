package endgame

import (
	"context"
	"io"
	"strings"
	"sync"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/krk"
	"retroproof/krk/report"
)

// krkPlayRequest is what krk play is asked.
type krkPlayRequest struct {
	FEN string `arg:"FEN|-" json:"fen" doc:"a legal position of king and rook against king"`
	playerRequest
	Moves  string `flag:"moves" of:"MOVES" doc:"Black's MOVES in SAN or UCI, such as \"Kd5 e8d7\"; implies --defender given"`
	Boards bool   `flag:"boards" not:"json" doc:"print diagrams"`
	PGN    string `flag:"pgn" of:"FILE" doc:"write the games as PGN to this FILE; \"-\" prints PGN instead of text"`
	Given  verb.Given
}

// playerRequest says how both sides play.
type playerRequest struct {
	Defender string `flag:"defender" choice:"optimal,random,given" json:"defender,omitempty" doc:"how Black plays: optimal, random or given"`
	Choice   string `flag:"choice" choice:"first,longest,random" json:"choice,omitempty" doc:"which of several moves White makes: first, longest or random"`
	Seed     uint64 `flag:"seed" json:"seed,omitempty" doc:"seed of --defender random and --choice random"`
	readingRequest
}

var players = playerRequest{Defender: "optimal", Choice: "first", Seed: 1, readingRequest: byPaper}

var krkPlay = verb.Of(verb.Verb{Name: "krk play", Answers: []verb.Answer{&report.Game{}}}, krkPlayRequest{playerRequest: players}, runKRKPlay)

// options are those of the request, with Black's moves.
func (q *playerRequest) options(moves []string) (o krk.PlayOptions, err error) {
	o = krk.PlayOptions{Moves: moves, Seed: q.Seed}
	if o.Defender, err = krk.ParseDefender(q.Defender); err == nil {
		o.Choice, err = krk.ParseChoice(q.Choice)
	}
	return o, verb.WithCode(verb.ExitUsage, err)
}

func runKRKPlay(ctx context.Context, e *verb.Env, q *krkPlayRequest) (err error) {
	o, err := q.options(strings.Fields(q.Moves))
	if err != nil {
		return err
	}
	if q.Given("moves") && !q.Given("defender") {
		o.Defender = krk.GivenDefender
	}
	switch given := o.Defender == krk.GivenDefender; {
	case given && len(o.Moves) == 0:
		return verb.Usagef("--defender given needs --moves")
	case !given && q.Given("moves"):
		return verb.Usagef("--moves is for --defender given")
	case q.Given("seed") && o.Defender != krk.RandomDefender && o.Choice != krk.RandomChoice:
		return verb.Usagef("--seed is for --defender random and --choice random")
	case q.Given("pgn") && q.PGN == "":
		return verb.Usagef("--pgn needs the name of a file")
	case e.JSON && q.PGN == "-":
		return verb.Usagef("--json and --pgn - exclude each other")
	case q.Boards && q.PGN == "-":
		return verb.Usagef("--boards is for text, not for JSON or PGN")
	}
	var pgn io.Writer
	switch q.PGN {
	case "":
	case "-":
		pgn = e.Stdout
	default:
		file, ferr := batch.Create(q.PGN)
		if ferr != nil {
			return ferr
		}
		pgn = file
		defer func() {
			// Bad lines among others do not cost the games; anything else does.
			if err != nil && (q.FEN != "-" || verb.Code(err) != verb.ExitMalformed) {
				file.Discard()
				return
			}
			if cerr := file.Close(); cerr != nil {
				err = cerr
			}
		}()
	}
	player := sync.OnceValue(func() *krk.Player { return krk.NewPlayer(q.reading()) }) // when the first position is there
	games := 0
	return e.PrintEach(ctx, q.FEN, func(fen string) (verb.Answer, error) {
		game, err := playGame(player, fen, o)
		if err != nil {
			return nil, err
		}
		games++
		if pgn != nil {
			if _, err := game.PGN().WriteTo(pgn); err != nil || q.PGN == "-" {
				return nil, err
			}
		}
		return report.GameOf(game, q.Boards, games > 1), nil
	})
}

// playGame plays from a position.
func playGame(player func() *krk.Player, fen string, o krk.PlayOptions) (*krk.Game, error) {
	p, err := krk.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	return player().Play(p, o)
}
