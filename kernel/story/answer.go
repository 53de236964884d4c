package story

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/proofs/answers"
)

// Reply is what every answer to a question has: the beginning of its JSON, lines for a reader, a document, and what can
// be claimed of it in a certificate. Answers embed it and [Tail].
type Reply struct {
	FEN      string       `json:"fen"`
	Start    string       `json:"start,omitempty"` // where games begin; "" for the initial position
	Lines    []string     `json:"-"`               // for a reader
	Short    string       `json:"-"`               // the same in a list of positions
	Document *Document    `json:"-"`               // all that is known
	Claims   ask.Claimant `json:"-"`
	Note     string       `json:"-"` // for who asks, beside the answer
}

// Tail is what an answer has at its end.
type Tail struct {
	Premise     string `json:"premise,omitempty"`    // what is supposed of all games, in words
	Incomplete  bool   `json:"incomplete,omitempty"` // interrupted
	Certificate string `json:"certificate,omitempty"`
}

// Answer is an answer to a question.
type Answer interface {
	answer.Answer
	Replied() *Reply
	Ended() *Tail
}

// Replied returns the reply.
func (r *Reply) Replied() *Reply { return r }

// Ended returns the tail.
func (t *Tail) Ended() *Tail { return t }

// Suppose says that all games are meant that keep a premise, if there is one.
func Suppose(a Answer, p *answers.Premise) {
	if p == nil {
		return
	}
	a.Ended().Premise = p.Text()
	with := "With the premise: " + p.Text() + "."
	r := a.Replied()
	r.Lines, r.Short = append([]string{with}, r.Lines...), with+" "+r.Short
	r.Document.Parts = append([]Part{text(with)}, r.Document.Parts...)
}

// Text writes the lines.
func (r *Reply) Text(w io.Writer) error {
	_, err := fmt.Fprintln(w, strings.Join(r.Lines, "\n"))
	return err
}

// reply makes a reply of lines, which stand behind each other in a list, and a document.
func reply(c ask.Claimant, lines []string, d *Document) Reply {
	return Reply{FEN: d.FEN, Lines: lines, Short: strings.Join(lines, " "), Document: d, Claims: c}
}

// inSentences makes a reply of sentences, with more parts in the document.
func inSentences(c ask.Claimant, title string, a *ask.Asked, d Diagram, list []string, more ...Part) Reply {
	return reply(c, list, answered(title, a, d, append([]Part{Sentences(list)}, more...)))
}

// texts are those of moves.
func texts[M fmt.Stringer](moves []M) []string {
	list := []string{}
	for _, m := range moves {
		list = append(list, m.String())
	}
	return list
}

// wayBack is a way back as it stands in JSON, with the parts about it.
func wayBack(w *ask.WayBack, start *chess.Setup) (before, game string, parts []Part) {
	if begin, err := chess.NewPosition(*start); err == nil && w.Game != nil {
		san := notation.SANs(begin, w.Game)
		game = strings.Join(san, " ")
		parts = append(parts, Heading("A game"), gamePart(start, san))
	}
	if w.Before != nil {
		before = w.Before.FEN()
		parts = append(parts, Board(Diagram{Setup: *w.Before, Caption: "before"}), Code("", before))
	}
	return before, game, parts
}

// wayText is the way in a sentence, and gameText says that there is a game.
func wayText(w *ask.WayBack) string {
	return "Un-moves, the last move first: " + strings.Join(w.Unmoves, ", ") + "."
}

const gameText = "A game ends with these moves."

// sides is a number for each side.
type sides struct {
	White int `json:"white"`
	Black int `json:"black"`
}

func sidesOf(n [2]int) *sides { return &sides{n[chess.White], n[chess.Black]} }

// verdictJSON is the verdict on a position.
type verdictJSON struct {
	Verdict string `json:"verdict"` // illegal, legal or unknown
	Reason  string `json:"reason,omitempty"`
	Game    string `json:"game,omitempty"` // SAN
}

func verdictOf(a *resolve.Answer) verdictJSON {
	return verdictJSON{a.Verdict.String(), string(a.Reason), strings.Join(a.Game, " ")}
}

// decided is the verdict on a position on which an answer rests.
type decided struct {
	FEN string `json:"fen"`
	verdictJSON
}

func decidedPositions(list []*resolve.Answer) []decided {
	positions := []decided{}
	for _, a := range list {
		positions = append(positions, decided{a.Setup.FEN(), verdictOf(a)})
	}
	return positions
}

// answered is an answer about a position in prose: the diagram, and either why no game leads there, or the parts.
func answered(title string, a *ask.Asked, d Diagram, parts []Part) *Document {
	d.Setup, d.Caption = a.Setup, rules.Side(a.Setup.Turn)+" to move"
	whole := &a.Whole
	doc := &Document{Title: title, FEN: a.Setup.FEN(), Verdict: whole.Verdict, Reason: whole.Reason}
	doc.Parts = []Part{Text(Span{Text: title, Bold: true}), Board(d), Code("", doc.FEN)}
	if whole.Verdict == kernel.Illegal {
		doc.Parts = append(doc.Parts, Heading("No game leads here"), Text(why(whole)...))
	} else {
		doc.Parts = append(doc.Parts, parts...)
	}
	return doc
}

// why says in a sentence or more why a position is illegal.
func why(a *resolve.Answer) []Span {
	words := cmp.Or(Explain(&a.Decision), "It is illegal.") // a search through all games explains nothing
	return []Span{{Text: string(a.Reason), Code: true}, {Text: ": " + words}}
}

// gamePart shows a game.
func gamePart(start *chess.Setup, moves []string) Part {
	if len(moves) == 0 {
		return text("It is the start position.")
	}
	return Code("", numbered(start, moves))
}

// numbered writes moves with their numbers.
func numbered(start *chess.Setup, san []string) string {
	return strings.Join(movePairs(start, san), " ")
}

// movePairs writes the moves of both sides together: "1. e4 d5".
func movePairs(start *chess.Setup, san []string) (list []string) {
	for i, move := range san {
		if i == 0 || (start.Turn == chess.White) == (i%2 == 0) {
			list = append(list, notation.MoveNumber(start, i)+" "+move)
		} else {
			list[len(list)-1] += " " + move
		}
	}
	return list
}
