package lenient

import (
	"errors"
	"io"
	"net/url"
	"regexp"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
)

// isAddress reports whether a text begins as the address of a page.
func isAddress(word string) bool {
	w := strings.ToLower(word)
	for _, begin := range []string{"http://", "https://", "www.", "lichess.org/", "chess.com/"} {
		if strings.HasPrefix(w, begin) {
			return true
		}
	}
	return false
}

var (
	boardInText = regexp.MustCompile(`(?:^|[^A-Za-z0-9])((?:[kqrbnpKQRBNP1-8]+/){7}[kqrbnpKQRBNP1-8]+)`)
	wrongBoard  = regexp.MustCompile(`(?:^|[^A-Za-z0-9])((?:[A-Za-z0-9]+/){7}[A-Za-z0-9]+)[^/]*$`) // with other letters
	fieldGap    = regexp.MustCompile(`[_+\s]+`)
)

// address reads a position that an address has in itself: as a field "fen", in its path, or as the moves of a game.
// Nothing is fetched.
func (s *source) address(r *Reading) (*diagram, error) {
	text := strings.TrimSpace(s.text)
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, err := url.Parse(text)
	if err != nil {
		return nil, s.fail(0, "not an address")
	}
	if moves := u.Query().Get("pgn"); moves != "" {
		return s.game(r, moves)
	}
	if _, moves, ok := strings.Cut(u.Path, "/pgn/"); ok {
		return s.game(r, fieldGap.ReplaceAllString(moves, " "))
	}
	for _, board := range []*regexp.Regexp{boardInText, wrongBoard} {
		for _, part := range []string{u.Query().Get("fen"), u.Path, u.RawQuery, u.Fragment} {
			if at := board.FindStringSubmatchIndex(part); at != nil {
				words := fieldGap.Split(strings.TrimSpace(part[at[2]:]), -1)
				return &diagram{fen: strings.Join(words, " ")}, nil
			}
		}
	}
	return nil, s.fail(0, "there is no position in the address itself, and nothing is fetched")
}

// command reads what chess engines are told: "position startpos moves e2e4", "position fen FEN moves ...".
func (s *source) command(r *Reading) (*diagram, error) {
	words := wordsOf(s.text)
	if words[0].text == "position" {
		words = words[1:]
	}
	n := 0
	for n < len(words) && words[n].text != "moves" {
		n++
	}
	fen := chess.InitialFEN
	switch {
	case n == 0:
		return nil, s.fail(len(s.text), `want "startpos" or "fen"`)
	case words[0].text == "fen":
		var fields []string
		for _, w := range words[1:n] {
			fields = append(fields, w.text)
		}
		fen = strings.Join(fields, " ")
	case words[0].text != "startpos" || n > 1:
		return nil, s.fail(words[n-1].at, `%q, want "startpos", "fen" or "moves"`, words[n-1].text)
	}
	if n >= len(words)-1 {
		return &diagram{fen: fen}, nil
	}
	p, err := chess.ParsePosition(fen)
	if err != nil {
		return nil, &Error{Form: s.form, Err: err}
	}
	moves := words[n+1:]
	last, err := s.plies(r, len(moves))
	if err != nil {
		return nil, err
	}
	for _, w := range moves[:last] {
		m, err := notation.ParseUCI(p, w.text)
		if err != nil {
			return nil, s.fail(w.at, "%w", err)
		}
		p.Make(m)
	}
	return &diagram{fen: p.FEN()}, nil
}

// plies returns after how many of a game's plies the position is.
func (s *source) plies(r *Reading, all int) (int, error) {
	switch {
	case !r.Within:
		return all, nil
	case r.Ply > all:
		return 0, s.fail(0, "the game has %d plies, not %d", all, r.Ply)
	}
	return r.Ply, nil
}

var beginOfGame = regexp.MustCompile(`^(\[\s*[A-Za-z0-9_]+\s+"|1\s*\.\s*[A-Za-z])`)

// isGame reports whether a text begins as a game in PGN: with a tag, or the first move.
func isGame(text string) bool { return beginOfGame.MatchString(strings.TrimSpace(text)) }

// game reads one game.
func (s *source) game(r *Reading, text string) (*diagram, error) {
	games := notation.NewPGNReader(strings.NewReader(text))
	g, err := games.Read()
	var bad *notation.PGNError
	switch {
	case errors.As(err, &bad) && s.form == Game:
		return nil, &Error{s.form, bad.Line, bad.Column, errors.New(bad.Detail)}
	case err != nil:
		return nil, &Error{Form: s.form, Err: err}
	}
	if _, err := games.Read(); err != io.EOF {
		return nil, s.fail(len(s.text), "there is something behind the game, want one game")
	}
	n, err := s.plies(r, len(g.Moves))
	if err != nil {
		return nil, err
	}
	g.Moves = g.Moves[:n]
	_, p, err := g.Play()
	if err != nil {
		return nil, &Error{Form: s.form, Err: err}
	}
	return &diagram{fen: p.FEN()}, nil
}

// untilEndOfGame is the lines of a game: its tags, and its moves up to an empty line or the next tag.
func untilEndOfGame() func(string) bool {
	moves, gap, open := false, false, 0
	return func(line string) bool {
		line = strings.TrimSpace(line)
		tag := strings.HasPrefix(line, "[") && open == 0
		switch {
		case line == "":
			gap = true
			return !moves || open > 0
		case tag && (moves || gap):
			return false
		case !tag:
			moves = true
			open += strings.Count(line, "{") - strings.Count(line, "}")
		}
		return true
	}
}
