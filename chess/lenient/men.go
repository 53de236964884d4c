package lenient

import (
	"regexp"
	"strings"
	"unicode"

	"retroproof/chess"
)

// meaning is what a word for a side can mean: words of two languages do not go together.
type meaning struct {
	tongue byte // 'e' English, 'g' German, 'f' French and Spanish, 'r' Russian
	color  chess.Color
}

// tongues are the languages of words for sides.
var tongues = map[byte]string{'e': "English", 'g': "German", 'f': "French", 'r': "Russian"}

// sides are the words for sides: b is Black in English, and White in French.
var sides = func() map[string][]meaning {
	const white, black = chess.White, chess.Black
	all := map[string][]meaning{
		"w": {{'e', white}, {'g', white}}, "b": {{'e', black}, {'f', white}}, "bl": {{'e', black}, {'f', white}},
	}
	for _, of := range []struct {
		meaning
		words string
	}{
		{meaning{'e', white}, "white wh"}, {meaning{'e', black}, "black blk"},
		{meaning{'g', white}, "weiß weiss weiße weisse ws"}, {meaning{'g', black}, "schwarz schwarze schw sw s"},
		{meaning{'f', white}, "blanc blancs blancas blancos"}, {meaning{'f', black}, "noir noirs negras negros n"},
		{meaning{'r', white}, "белые белых бел б"},
		{meaning{'r', black}, "чёрные черные чёрных черных чёр чер ч"},
	} {
		for w := range strings.FieldsSeq(of.words) {
			all[w] = append(all[w], of.meaning)
		}
	}
	return all
}()

// colors returns the colours of one or two words for sides, and whether they have just one meaning.
func colors(words []string) (list []chess.Color, ok bool) {
	for _, m := range sides[words[0]] {
		var found []chess.Color
		if len(words) == 1 {
			found = []chess.Color{m.color}
		} else {
			for _, other := range sides[words[1]] {
				if other.tongue == m.tongue && other.color != m.color {
					found = []chess.Color{m.color, other.color}
				}
			}
		}
		if found != nil && list != nil && found[0] != list[0] {
			return nil, false
		}
		if found != nil {
			list = found
		}
	}
	return list, list != nil
}

var menCount = regexp.MustCompile(`^\(\s*\d{1,2}\s*\+\s*\d{1,2}\s*\)`)

// separators may stand between men.
const separators = " \t\r\n\v\f,;.|/–—-[]\"'"

// pawnWords say that pawns follow.
const pawnWords = " pawns pawn bauern bauer pions pion peones peón пешки пешка "

// tokens splits a list into words, colons and numbers of men.
func (s *source) tokens(text string) (list []word, err error) {
	for at := 0; at < len(text); {
		c, _ := firstRune(text[at:])
		n := 0
		for _, c := range text[at:] {
			if _, ok := figurine(c); !ok && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
				break
			}
			n += len(string(c))
		}
		switch count := menCount.FindString(text[at:]); {
		case n > 0:
			list = append(list, word{text[at : at+n], at})
			at += n
		case c == ':' || count != "":
			n = max(1, len(count))
			list = append(list, word{text[at : at+n], at})
			at += n
		case strings.ContainsRune(separators, c):
			at += len(string(c))
		default:
			return list, s.fail(at, "%q has no meaning between men", string(c))
		}
	}
	return list, nil
}

// list is a list of men that is being read.
type list struct {
	*source
	men    []placed // their colours are numbers of sides, until all is read
	labels []string // the words for the sides, at most two
	now    int      // the side whose men follow; -1 for none
	popeye bool     // letters in any case, and no pawns without letters
}

// side notes a word for a side.
func (l *list) side(word string, at int) error {
	for i, known := range l.labels {
		if known == word {
			l.now = i
			return nil
		}
	}
	if len(l.labels) == 2 {
		return l.fail(at, "%q after %q and %q, want two sides", word, l.labels[0], l.labels[1])
	}
	l.now = len(l.labels)
	l.labels = append(l.labels, word)
	return nil
}

// squaresOf takes the squares off the end of a word: "Pa2b2" has two.
func squaresOf(word string) (before string, squares []chess.Square) {
	r := []rune(word)
	for len(r) >= 2 {
		file, rank := strings.IndexRune("abcdefgh", latin(r[len(r)-2])), r[len(r)-1]-'1'
		if file < 0 || rank < 0 || rank > 7 {
			break
		}
		squares = append(squares, chess.MakeSquare(file, int(rank)))
		r = r[:len(r)-2]
	}
	return string(r), squares
}

// latin gives Russian letters that look like files the files' letters.
func latin(c rune) rune {
	switch c {
	case 'а':
		return 'a'
	case 'с':
		return 'c'
	case 'е':
		return 'e'
	}
	return c
}

// man reads a word as men: "Kg1", "Pa2b2", "f2", "wKg1"; ok is false if it is none.
func (l *list) man(t word) (ok bool, err error) {
	letter, squares := squaresOf(t.text)
	if len(squares) == 0 {
		return false, nil
	}
	// A small letter before the man's is that of its side. Whose language it is, is found out at the end.
	if c, rest := firstRune(letter); rest != "" && unicode.IsLower(c) && sides[string(c)] != nil && !l.popeye {
		if err := l.side(string(c), t.at); err != nil {
			return true, err
		}
		letter = rest
	}
	first, _ := firstRune(letter)
	// What could be read in another way is refused.
	switch {
	case l.now < 0:
		return true, l.fail(t.at, "%q before a word for its side, as w: or White", t.text)
	case letter == "" && l.popeye:
		return true, l.fail(t.at, "%q has no letter", t.text)
	case letter != "" && letter != "п" && unicode.IsLower(first) && !l.popeye: // Russians have small pawns
		return true, l.fail(t.at, "%q, want a capital letter", t.text)
	}
	for _, sq := range squares {
		if r := sq.Rank(); letter == "" && (r == 0 || r == 7) {
			return true, l.fail(t.at, "%q has no letter, and no pawn stands on %s", t.text, sq)
		}
		l.men = append(l.men, placed{letter, chess.Color(l.now), sq, t.at})
	}
	return true, nil
}

// finish gives the men their colours, and finds out the language.
func (l *list) finish() (*diagram, error) {
	if len(l.labels) == 0 {
		return nil, l.fail(len(l.text), "there are no men")
	}
	of, ok := colors(l.labels)
	if !ok && len(l.labels) == 1 {
		return nil, l.fail(0, "%q can be White or Black, and no other side is there", l.labels[0])
	}
	if !ok {
		return nil, l.fail(0, "%q and %q are not the two sides in one language", l.labels[0], l.labels[1])
	}
	for i := range l.men {
		l.men[i].color = of[l.men[i].color]
	}
	for _, word := range l.labels { // not for letters: w and b are used in other languages, too
		if m := sides[word]; len(word) > 3 {
			l.hint = tongues[m[0].tongue]
		}
	}
	return l.resolve(l.men)
}

// toMove are phrases that say whose move it is.
var toMove = []*regexp.Regexp{
	phrases("(white|w)", "wei(ß|ss)", "blancs", "blancas", "белых"),
	phrases("(black|b)", "schwarz", "noirs", "negras", "ч[её]рных"),
}

// phrases makes the expression of the phrases with the words for a side in five languages.
func phrases(english, german, french, spanish, russian string) *regexp.Regexp {
	return regexp.MustCompile("(?i)" + english + " (to (move|play)|moves)|" + german + " (ist )?(am zug|zieht|beginnt)|" +
		"(le )?trait aux " + french + "|aux " + french + " de jouer|(juegan|mueven)( las)? " + spanish + "|ход " + russian)
}

// turnIn finds whose move a text says it is, and takes the phrase out.
func (s *source) turnIn(text string) (turn, rest string, err error) {
	for c, phrase := range toMove {
		at := phrase.FindStringIndex(text)
		if at == nil {
			continue
		}
		if turn != "" {
			return "", "", s.fail(at[0], "both sides are to move")
		}
		turn = "wb"[c : c+1]
		text = text[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + text[at[1]:]
	}
	return turn, text, nil
}

// men reads a list: "White: Kg1 Ra1 f2; Black: Kg8", "w: Kg1, b: Kg8", "wKg1 sKg8".
func (s *source) men() (*diagram, error) {
	turn, text, err := s.turnIn(s.text)
	if err != nil {
		return nil, err
	}
	tokens, err := s.tokens(text)
	if err != nil {
		return nil, err
	}
	l := &list{source: s, now: -1}
	count := word{}
	// Sides and men come in any order. Cost: linear.
	for i, t := range tokens {
		colon := i+1 < len(tokens) && tokens[i+1].text == ":"
		lower := strings.ToLower(t.text)
		switch {
		case t.text == ":" || strings.Contains(pawnWords, " "+lower+" "):
		case t.text[0] == '(':
			count = t
		// A capital letter alone is no side, unless a colon follows.
		case sides[lower] != nil && (colon || lower == t.text || len(lower) > 3):
			if err := l.side(lower, t.at); err != nil {
				return nil, err
			}
		default:
			ok, err := l.man(t)
			if err != nil {
				return nil, err
			}
			if !ok {
				return nil, s.fail(t.at, "%q is neither a man nor a side", t.text)
			}
		}
	}
	d, err := l.finish()
	if err == nil && count.text != "" {
		err = s.count(d, count.text, count.at)
	}
	if err != nil {
		return nil, err
	}
	d.turn = turn
	return d, nil
}

// begins returns how a list begins: its first words, without a phrase about the move.
func begins(text string) []word {
	s := &source{form: Men, text: text}
	if _, rest, err := s.turnIn(text); err == nil {
		text = rest
	}
	tokens, _ := s.tokens(text)
	return tokens
}

// isList reports whether a text begins as a list of men: with a side and a colon or a man, or with men.
func isList(text string) bool {
	tokens := begins(text)
	if len(tokens) < 2 {
		return false
	}
	letter, squares := squaresOf(tokens[0].text)
	if c, rest := firstRune(letter); squares != nil && letter != "" {
		_, more := squaresOf(tokens[1].text) // men without a side: what is missing is said
		return rest != "" && sides[string(c)] != nil && isLetter(rest) || more != nil && isLetter(letter)
	}
	if sides[strings.ToLower(tokens[0].text)] == nil {
		return false
	}
	_, squares = squaresOf(tokens[1].text)
	return tokens[1].text == ":" || squares != nil
}

// untilEndOfList is the lines of a list of men: up to an empty one, or to the next side after both.
func untilEndOfList(first string) func(string) bool {
	seen := map[string]bool{}
	look := func(line string) bool {
		if turn, _, _ := (&source{form: Men, text: line}).turnIn(line); turn != "" {
			return true
		}
		tokens := begins(line)
		var found []string
		for _, t := range tokens {
			if w := strings.ToLower(t.text); sides[w] != nil {
				found = append(found, w)
			}
		}
		if len(tokens) == 0 || len(seen) == 2 && len(found) > 0 {
			return false
		}
		for _, w := range found {
			seen[w] = true
		}
		_, squares := squaresOf(tokens[0].text)
		return len(found) > 0 || squares != nil
	}
	look(first)
	if len(seen) == 0 {
		return nil // each man says his side
	}
	return look
}

// popeyeWords are commands and sides in the languages of Popeye.
var popeyeWords = map[string]string{
	"beginproblem": "begin", "anfangproblem": "begin", "debutprobleme": "begin",
	"endproblem": "end", "endeproblem": "end", "finprobleme": "end", "nextproblem": "end", "weiteresproblem": "end",
	"pieces": "pieces", "steine": "pieces", "forsyth": "forsyth",
	"stipulation": "stipulation", "forderung": "stipulation", "enonce": "stipulation",
	"title": "line", "titel": "line", "titre": "line", "author": "line", "autor": "line", "auteur": "line",
	"origin": "line", "quelle": "line", "source": "line", "remark": "line", "bemerkung": "line", "remarque": "line",
	"option": "line",
	"white":  "white", "weiss": "white", "blanc": "white", "black": "black", "schwarz": "black", "noir": "black",
	"condition": "no", "bedingung": "no", "twin": "no", "zwilling": "no", "zeroposition": "no", "neutral": "no",
}

// beginsPopeye reports whether a word begins Popeye's input.
func beginsPopeye(word string) bool {
	c := popeyeWords[strings.ToLower(word)]
	return c == "begin" || c == "pieces" || c == "forsyth" || c == "stipulation"
}

var lengthOfGame = regexp.MustCompile(`(?i)^(?:dia|a=>b)?(\d+)(?:\.([05]))?$`)

// popeye reads the men of a problem as Popeye does, and whose move it is after a game of so many moves.
func (s *source) popeye() (*diagram, error) {
	l := &list{source: s, now: -1, popeye: true}
	var d *diagram
	// A word is a command, or belongs to the one before it. Cost: linear.
	mode, turn, skip := "", "", 0
	for _, w := range wordsOf(s.text) {
		if w.at < skip {
			continue
		}
		lower := strings.ToLower(w.text)
		command := popeyeWords[lower]
		switch {
		case command == "end":
			mode = "end"
		case mode == "end":
			return nil, s.fail(w.at, "%q behind the end of the problem", w.text)
		case command == "no":
			return nil, s.fail(w.at, "%s is not supported here", w.text)
		// What follows on the line is for people.
		case command == "line":
			skip = len(s.text)
			if end := strings.IndexByte(s.text[w.at:], '\n'); end >= 0 {
				skip = w.at + end
			}
		case command == "white" || command == "black":
			if err := l.side(command, w.at); err != nil {
				return nil, err
			}
			s.only = tongues[sides[lower][0].tongue]
		case command != "":
			mode = command
		case mode == "pieces":
			if ok, err := l.man(w); err != nil || !ok {
				if err == nil {
					err = s.fail(w.at, "%q, want men as Kb1 or Pa2b2", w.text)
				}
				return nil, err
			}
		case mode == "forsyth":
			one := &source{form: Popeye, text: strings.Repeat(" ", w.at) + w.text}
			var err error
			if d, err = one.forsyth(); err != nil {
				return nil, err
			}
		case mode == "stipulation":
			if m := lengthOfGame.FindStringSubmatch(w.text); m != nil {
				turn = "w"
				if m[2] == "5" {
					turn = "b"
				}
			}
		default:
			return nil, s.fail(w.at, "%q is not understood", w.text)
		}
	}
	if d == nil {
		var err error
		if d, err = l.finish(); err != nil {
			return nil, err
		}
	}
	d.turn = turn
	return d, nil
}

// untilEndOfProblem is the lines of a problem for Popeye.
func untilEndOfProblem() func(string) bool {
	ended, alone := false, true
	return func(line string) bool {
		if ended || alone && strings.TrimSpace(line) == "" {
			return false
		}
		for _, w := range wordsOf(line) {
			switch popeyeWords[strings.ToLower(w.text)] {
			case "begin":
				alone = false
			case "end":
				ended = true
			}
		}
		return true
	}
}
