package notation

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"retroproof/chess"
)

// PGNReader reads games in Portable Game Notation, one after the other.
//
// Moves are played, so that a game that has been read is legal from the start to
// the end, and are kept in the form in which [Position.SAN] prints them.
// Comments of the main line are kept, each run of white space as a blank, and
// several after one move joined. Numeric annotation glyphs, signs such as "!?",
// variations with all that is in them, and lines that begin with a percent sign
// are skipped. What the tags Result, SetUp and FEN say is in the fields of the
// Game, the other tags in its Tags.
//
// Some leniencies: moves are read as by [Position.ParseSAN]; move numbers are not
// looked at; a FEN tag counts with and without SetUp; text that is not UTF-8 is
// taken for ISO 8859-1; a game without a result at its end ends where the next
// one's tags begin or where the text does, and the result is then that of the
// tag.
//
// No input, however hostile, makes the reader panic, or hold more than a few
// megabytes: see MostPlies and MostTags.
type PGNReader struct {
	scan pgnScanner
	bad  bool // the last game was; go on where the next one seems to begin
}

// Limits of what a PGNReader takes, beyond any true game.
const (
	// MostPlies exceeds the length of the longest possible game, 17,697 plies
	// if it ends by the 75-move rule.
	MostPlies = 20_000
	// MostTags is the number of tags a game may have.
	MostTags = 1_000

	mostWord = 255     // bytes of a move or a tag's name: what the standard allows
	mostText = 1 << 20 // bytes of all tags, and of all comments, of a game
)

// NewPGNReader returns a reader of the games in r.
func NewPGNReader(r io.Reader) *PGNReader {
	in := bufio.NewReaderSize(r, 1<<16)
	return &PGNReader{scan: pgnScanner{in: in, line: 1, column: 1}}
}

// Read returns the next game, or io.EOF if there is none. If a game is wrong the
// error is a [*PGNError], and the next Read goes on at the next line that begins
// with "[Event ". Other errors are those of the underlying reader.
func (r *PGNReader) Read() (*Game, error) {
	if r.bad {
		if err := r.scan.skipGame(); err != nil {
			return nil, err
		}
		r.bad = false
	}
	if err := r.scan.skipMark(); err != nil {
		return nil, err
	}
	g := pgnGame{scan: &r.scan, tags: map[string]pgnTagAt{}}
	err := g.read()
	if err != nil {
		r.bad = errors.As(err, new(*PGNError))
		return nil, err
	}
	return &g.game, nil
}

// skipMark skips the byte order mark at the beginning of a text.
func (s *pgnScanner) skipMark() error {
	if s.here() != (place{1, 1}) {
		return nil
	}
	const mark = "\ufeff"
	if start, _ := s.in.Peek(len(mark)); string(start) == mark {
		_, err := s.in.Discard(len(mark))
		return err
	}
	return nil
}

// skipGame skips what comes before the next line that begins with an Event tag,
// by which the standard has every game begin.
func (s *pgnScanner) skipGame() error {
	const event = "[Event "
	for {
		if s.column == 1 {
			if start, _ := s.in.Peek(len(event)); string(start) == event {
				return nil
			}
		}
		if _, err := s.next(); err != nil {
			return err
		}
	}
}

// pgnGame is a game being read.
type pgnGame struct {
	scan     *pgnScanner
	game     Game
	tags     map[string]pgnTagAt
	position *chess.Position
	passant  bool     // the last move was a capture en passant
	comments []string // since the last move
	text     int      // bytes of comments so far
}

// pgnTagAt is a tag's value and where the tag stands.
type pgnTagAt struct {
	value string
	at    place
}

func pgnFail(at place, token string, reason PGNReason, format string, args ...any) error {
	return &PGNError{Line: at.line, Column: at.column, Token: token, Reason: reason, Detail: fmt.Sprintf(format, args...)}
}

// read reads a game. It returns io.EOF if nothing is there.
func (g *pgnGame) read() error {
	t, err := g.readTags()
	if err != nil {
		return err
	}
	if t.kind == pgnEnd && len(g.tags) == 0 {
		return io.EOF
	}
	if err := g.begin(); err != nil {
		return err
	}
	for first := true; ; first = false {
		if !first {
			if t, err = g.scan.token(); err != nil {
				return err
			}
		}
		switch t.kind {
		case pgnEnd, pgnTag:
			return g.finish(t.at, "")
		case pgnComment:
			err = g.comment(t)
		case pgnOpen:
			err = g.skipVariation(t.at)
		case pgnClose:
			err = pgnFail(t.at, t.text, UnopenedVariation, `")" without its "("`)
		case pgnWord:
			if isResult(Result(t.text)) {
				return g.finish(t.at, Result(t.text))
			}
			err = g.word(t)
		}
		if err != nil {
			return err
		}
	}
}

// readTags reads the tags and returns the token after them.
func (g *pgnGame) readTags() (pgnToken, error) {
	text := 0
	for {
		t, err := g.scan.token()
		if err != nil {
			return t, err
		}
		if t.kind == pgnComment && len(g.tags) == 0 {
			// Comments between games belong to none of them.
			if err := g.comment(t); err != nil {
				return t, err
			}
			continue
		}
		if t.kind != pgnTag {
			return t, nil
		}
		if len(g.tags) == 0 {
			g.comments, g.text = nil, 0
		}
		tag, err := g.scan.tag()
		if err != nil {
			return t, err
		}
		if _, twice := g.tags[tag.Name]; twice {
			return t, pgnFail(t.at, tag.Name, RepeatedTag, "tag %s given twice in a game", tag.Name)
		}
		if text += len(tag.Value); text > mostText || len(g.tags) == MostTags {
			return t, pgnFail(t.at, tag.Name, TooLong, "more than %d tags, or %d bytes of them", MostTags, mostText)
		}
		g.tags[tag.Name] = pgnTagAt{tag.Value, t.at}
		switch tag.Name {
		case "Result", "SetUp", "FEN":
		default:
			g.game.Tags = append(g.game.Tags, tag)
		}
	}
}

// begin sets up the position that the tags tell.
func (g *pgnGame) begin() error {
	tag, ok := g.tags["FEN"]
	if !ok {
		g.position = chess.InitialPosition()
		return nil
	}
	p, err := chess.ParsePosition(tag.value)
	if err != nil {
		return &PGNError{tag.at.line, tag.at.column, tag.value, BadStart, err.Error(), err}
	}
	g.position = p
	if start := p.Setup(); start != chess.InitialSetup() {
		g.game.Start = start
	}
	return nil
}

// finish ends the game with the result that the movetext has, or with the tag's
// if it has none.
func (g *pgnGame) finish(at place, r Result) error {
	g.keepComments()
	tag := g.tags["Result"]
	tagged := Result(strings.TrimSpace(tag.value))
	if tagged == "" || tagged == "?" {
		tagged = Unfinished
	}
	switch {
	case !isResult(tagged):
		return pgnFail(tag.at, tag.value, BadResult, "result %s, want 1-0, 0-1, 1/2-1/2 or *", chess.Quote(tag.value))
	case r == "":
		r = tagged
	case tagged != Unfinished && tagged != r:
		return pgnFail(at, string(r), BadResult, "result %s, but %s in the tag on line %d", r, tagged, tag.at.line)
	}
	g.game.Result = r
	return nil
}

func isResult(r Result) bool {
	return r == WhiteWins || r == BlackWins || r == Draw || r == Unfinished
}

// comment keeps a comment.
func (g *pgnGame) comment(t pgnToken) error {
	if t.text == "" {
		return nil
	}
	if g.text += len(t.text) + 1; g.text > mostText {
		return pgnFail(t.at, "{", TooLong, "comments of more than %d bytes in a game", mostText)
	}
	g.comments = append(g.comments, t.text)
	return nil
}

// keepComments gives the comments since the last move to that move.
func (g *pgnGame) keepComments() {
	if len(g.comments) == 0 {
		return
	}
	if g.game.Comments == nil {
		g.game.Comments = map[int]string{}
	}
	g.game.Comments[len(g.game.Moves)] = strings.Join(g.comments, " ")
	g.comments = nil
}

// word takes a move; or a move number, or a sign, which are skipped.
func (g *pgnGame) word(t pgnToken) error {
	if strings.Trim(t.text, "0123456789") == "" || strings.Trim(t.text, "!?") == "" {
		return nil
	}
	if g.passant && (t.text == "e.p." || t.text == "ep") {
		return nil
	}
	m, err := ParseSAN(g.position, t.text)
	if err != nil {
		return &PGNError{t.at.line, t.at.column, t.text, BadMove, err.Error(), err}
	}
	if len(g.game.Moves) == MostPlies {
		return pgnFail(t.at, t.text, TooLong, "more than %d plies", MostPlies)
	}
	g.keepComments()
	g.game.Moves = append(g.game.Moves, SAN(g.position, m))
	g.position.Make(m)
	g.passant = m.IsEnPassant()
	return nil
}

// skipVariation skips a variation and those within it.
func (g *pgnGame) skipVariation(at place) error {
	for depth := 1; depth > 0; {
		t, err := g.scan.token()
		if err != nil {
			return err
		}
		switch t.kind {
		case pgnOpen:
			depth++
		case pgnClose:
			depth--
		case pgnEnd, pgnTag:
			return pgnFail(at, "(", UnclosedVariation, `"(" without its ")"`)
		}
	}
	return nil
}

// Play plays the game's moves and returns them with the position at the end. The
// error is a [*PositionError] if the game starts at no position, and tells the
// number of the move and wraps a [*MoveError] if that is not legal.
func (g *Game) Play() ([]chess.Move, *chess.Position, error) {
	p, err := chess.NewPosition(g.start())
	if err != nil {
		return nil, nil, err
	}
	moves := make([]chess.Move, 0, len(g.Moves))
	for i, san := range g.Moves {
		m, err := ParseSAN(p, san)
		if err != nil {
			return nil, nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		p.Make(m)
		moves = append(moves, m)
	}
	return moves, p, nil
}
