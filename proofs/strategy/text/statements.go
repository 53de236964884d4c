// Package text reads strategies: what they are about, the conditions of their steps, and the lemmas that prove them, in
// a small declarative language that doc/strategy-language.md defines. It makes their core form (package core).
//
//	scan.go       words and signs
//	parse.go      the syntax of expressions
//	statements.go the statements of a text
//	builtin.go    the strategies that are built in
//
// Believed: Nothing. What is proved is about the core form, and a checker compares it with that of the text.
package text

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// MostBytes is how long a text may be.
const MostBytes = 1 << 17

// Boards says on which boards a strategy is defined.
type Boards struct {
	Least, Most int // numbers of files and ranks
	Square      bool
}

// Parse reads a strategy for a board. The error is an *Error, or says that the strategy is not for this board.
func Parse(name, source string, board rules.Board) (*core.Strategy, error) {
	s, _, err := parse(name, source, board)
	return s, err
}

func parse(name, source string, board rules.Board) (s *core.Strategy, boards Boards, err error) {
	if len(source) > MostBytes {
		return nil, boards, &Error{1, fmt.Sprintf("the text has %d bytes, at most %d are read", len(source), MostBytes)}
	}
	tokens, err := scan(source)
	if err != nil {
		return nil, boards, err
	}
	p := &parser{Strategy: &core.Strategy{Game: rules.Game{Board: board}, Group: rules.All},
		boards: Boards{3, core.Largest, false}, tokens: tokens,
		defs: map[string]*macro{}, args: map[string]*core.Expr{}, says: map[string][]string{}}
	p.Plan.Last = core.NoStep
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			s, err = nil, r
		default:
			panic(r)
		}
	}()
	for p.at < len(p.tokens) {
		if !p.tokens[p.at].first {
			p.fail("a statement begins at the begin of a line")
		}
		p.tokens[p.at].first = false
		p.statement()
		if p.peek() != "" {
			p.fail("%.40q is more than the statement has", p.peek())
		}
	}
	if low, high := min(board.Files, board.Ranks), max(board.Files, board.Ranks); low < p.boards.Least ||
		high > p.boards.Most || p.boards.Square && low != high {
		return nil, p.boards, fmt.Errorf("%s is defined for boards %v, not for %v", name, p.boards, board)
	}
	p.complete()
	if s, err = core.Read(p.write()); err != nil {
		p.fail("%v", err)
	}
	s.Name, s.Source = name, source
	for _, d := range s.Defs {
		d.Says = p.says[d.Name]
	}
	for i := range s.Steps {
		s.Steps[i].Words = p.Steps[i].Words
	}
	return s, p.boards, nil
}

// write writes the strategy in core form, a line for each field, definition, step and notion.
func (p *parser) write() []byte {
	text, err := json.Marshal(p.Strategy)
	if err != nil {
		p.fail("%v", err)
	}
	for _, field := range strings.Fields("files ranks men names images definitions positions claims decides steps " +
		"force notions lemmas") {
		text = bytes.Replace(text, []byte(`,"`+field+`":`), []byte(",\n\""+field+`":`), 1)
	}
	return append(bytes.ReplaceAll(text, []byte(`,{"name":`), []byte(",\n{\"name\":")), '\n')
}

// String describes the boards.
func (b Boards) String() string {
	if b.Least == b.Most {
		return fmt.Sprintf("of %dx%d", b.Least, b.Most)
	}
	text := fmt.Sprintf("from %dx%d to %dx%d", b.Least, b.Least, b.Most, b.Most)
	if b.Square {
		text += ", square"
	}
	return text
}

// complete checks what is missing, and fills in what goes without saying.
func (p *parser) complete() {
	s := p.Strategy
	switch {
	case s.Title == "" || s.Names == nil:
		p.fail("the text has no strategy \"TITLE\", or no men")
	case s.Force != nil && len(s.Steps) > 0:
		p.fail("a strategy that forces a measure has no other steps")
	case s.Kept != "" && (s.Claim.When != nil || s.Claim.Won):
		p.fail("a strategy that decides claims what it says is kept")
	case s.Men[0].Kind == rules.Pawn && s.Group != rules.Files:
		p.fail("a pawn goes in one direction only: it wants images files")
	case s.Group == rules.Colours && s.Files != s.Ranks:
		p.fail("only a square has the symmetries that keep colours")
	}
	all := p.node(core.True, 0)
	s.Claim.When, s.About = cmp.Or(s.Claim.When, all), cmp.Or(s.About, all)
}

// plain refuses what is about a play and, unless there is one, about White's move.
func (p *parser) plain(x *core.Expr, move bool) *core.Expr {
	switch {
	case x.OfPlay:
		p.fail("@ and by are about plays: they stand in lemmas only")
	case !move:
		p.still(x)
	}
	return x
}

// statement reads a statement.
func (p *parser) statement() {
	s, word := p.Strategy, p.word()
	switch word {
	case "strategy":
		s.Title = p.quoted()
	case "men":
		p.men(false)
	case "against":
		p.men(true)
	case "boards":
		p.boards.Least = p.number(p.sum())
		if p.boards.Most = p.boards.Least; p.accept("..") {
			p.boards.Most = p.number(p.sum())
		}
		p.boards.Square = p.accept("square")
	case "images":
		s.Group = rules.Group(p.next())
		if !slices.Contains([]rules.Group{rules.All, rules.Files, rules.Colours}, s.Group) {
			p.fail("images are all, files or colours")
		}
	case "positions":
		p.expect("where")
		s.About = p.plain(p.condition(), false)
	case "claims":
		if s.Claim.Won = p.accept("won"); p.accept("where") {
			s.Claim.When = p.plain(p.condition(), false)
		}
	case "decides":
		if s.Kept = p.word(); p.notion(s.Kept) != 'b' {
			p.fail("%s is no property", s.Kept)
		}
	// Of a condition on the board: the statement behind it is read, or skipped token by token.
	case "when":
		x := p.condition()
		if x.Op != core.True && (x.Op != core.Not || x.Args[0].Op != core.True) {
			p.fail("when wants a condition of constants")
		}
		p.expect(":")
		if x.Op == core.True {
			p.statement()
			return
		}
		for p.peek() != "" {
			p.at++
		}
	// Definitions of all kinds have one syntax.
	case "def", "number", "property", "image":
		p.define(word)
	case "step":
		step := core.Step{Name: p.fresh()}
		p.expect(":")
		from := p.at
		step.Condition = p.plain(p.condition(), true)
		if step.Words = conjuncts(p.tokens[from:p.at]); p.accept("least") {
			if step.Amount = p.plain(p.sum(), true); step.Amount.Type != 'i' {
				p.fail("least wants a number")
			}
			p.expect("from")
			step.Low = p.number(p.sum())
			p.expect("to")
			step.High = p.number(p.sum())
		}
		s.Steps = append(s.Steps, step)
	case "force":
		s.Force = &core.Force{Measure: p.plain(p.sum(), false)}
		p.expect("within")
		if s.Force.Within = p.number(p.sum()); s.Force.Measure.Type != 'i' || s.Force.Within < 1 || s.Force.Within > 100 {
			p.fail("force NUMBER within 1 to 100 moves")
		}
	default:
		p.plan(word)
	}
}

// conjuncts returns the words between each "and" that stands in no brackets.
func conjuncts(tokens []token) []string {
	list, depth := []string{""}, 0
	for _, t := range tokens {
		switch t.text {
		case "(":
			depth++
		case ")":
			depth--
		}
		last := &list[len(list)-1]
		switch {
		case t.text == "and" && depth == 0:
			list = append(list, "")
		case t.apart && *last != "":
			*last += " " + t.text
		default:
			*last += t.text
		}
	}
	return list
}

func (p *parser) condition() *core.Expr {
	x := p.expr()
	if x.Type != 'b' {
		p.fail("found %s where a condition is wanted", typeNames[x.Type])
	}
	return x
}

func (p *parser) quoted() string {
	t := p.next()
	if t[0] != '"' {
		p.fail("want a text in quotation marks")
	}
	return strings.Trim(t, `"`)
}

// kinds are the men's names.
var kinds = map[string]rules.Kind{"queen": rules.Queen, "rook": rules.Rook, "bishop": rules.Bishop,
	"knight": rules.Knight, "pawn": rules.Pawn}

// men reads KIND NAME, KIND NAME, ...
func (p *parser) men(black bool) {
	p.commas(func() {
		kind, ok := kinds[p.next()]
		if !ok || kind == rules.Pawn && (black || len(p.Men) > 0) || len(p.Men) == rules.Most || len(p.Men) > 0 &&
			p.Men[0].Kind == rules.Pawn {
			p.fail("men are queen, rook, bishop or knight, at most %d; or White's pawn alone", rules.Most)
		}
		p.Men, p.Names = append(p.Men, rules.Man{Kind: kind, Black: black}), append(p.Names, p.fresh())
	})
}

// commas calls read for what stands between commas.
func (p *parser) commas(read func()) {
	read()
	for p.accept(",") {
		read()
	}
}

// fresh reads a name that has no meaning so far.
func (p *parser) fresh() string {
	name := p.word()
	_, atom := atoms[name]
	_, function := functions[name]
	_, _, square := p.square(name)
	used := slices.Contains(p.Names, name) || p.defs[name] != nil ||
		slices.ContainsFunc(p.Steps, func(s core.Step) bool { return s.Name == name })
	if atom || function || square || used || slices.Contains(reserved, name) {
		p.fail("the name %.40q has a meaning already", name)
	}
	return name
}

// reserved are words of the language.
var reserved = strings.Fields("true false white if then else and or not implies some image move least greatest " +
	"count in files ranks mate stalemate moved region by from to within after")

// define reads a definition.
func (p *parser) define(word string) {
	m, name := &macro{view: word == "image"}, p.fresh()
	var says []string
	for len(says) < 2 && strings.HasPrefix(p.peek(), `"`) {
		says = append(says, p.quoted())
	}
	if p.peek() == "(" && word == "def" && says == nil {
		p.at++
		p.commas(func() { m.params = append(m.params, p.word()) })
		p.expect(")")
	}
	p.expect("=")
	if m.params != nil {
		for p.peek() != "" {
			m.tokens = append(m.tokens, p.tokens[p.at])
			p.at++
		}
		p.defs[name] = m
		return
	}
	m.def = &core.Def{Name: name, Body: p.plain(p.expr(), word == "def")}
	p.defs[name], p.says[name] = m, says
	want := map[string]byte{"number": 'i', "property": 'b', "image": 'b'}
	if t, ok := want[word]; ok && m.def.Body.Type != t {
		p.fail("%s is %s, want %s", name, typeNames[m.def.Body.Type], typeNames[t])
	}
	n := &core.Notion{Name: name, Greatest: 1}
	if word == "number" {
		p.expect("to")
		n.Greatest = p.number(p.sum())
	}
	if word == "number" || word == "property" {
		p.Notions = append(p.Notions, n)
	}
	p.Defs = append(p.Defs, m.def)
}

// notion returns the type of a number or a property.
func (p *parser) notion(name string) byte {
	if p.Strategy.Notion(name) == nil {
		p.fail("there is no number or property %.40q", name)
	}
	return p.defs[name].def.Body.Type
}

// step reads the name of a step, and returns its number.
func (p *parser) step() int {
	name := p.word()
	i := slices.IndexFunc(p.Steps, func(s core.Step) bool { return s.Name == name })
	if i < 0 {
		p.fail("there is no step %.40q", name)
	}
	return i
}

func (p *parser) steps() (list []int) {
	p.commas(func() { list = append(list, p.step()) })
	return list
}

// plan reads a statement about lemmas.
func (p *parser) plan(word string) {
	plan := &p.Plan
	switch word {
	case "relation":
		r := core.Relation{Name: p.word()}
		if p.accept(":") {
			p.expect("no")
			r.None = p.steps()
			r.Least = p.accept("least")
		}
		plan.Relations = append(plan.Relations, r)
	case "early":
		if p.accept("once") {
			plan.Early.Once = p.steps()
		}
		if p.accept("run") {
			plan.Early.Run = p.steps()
		}
		p.expect("within")
		plan.Early.Moves = p.number(p.sum())
	case "last":
		plan.Last = p.step()
	case "descent":
		d := core.Descent{Number: p.word()}
		if p.notion(d.Number) != 'i' {
			p.fail("%s is no number", d.Number)
		}
		if p.accept("where") {
			d.In = p.word()
			p.notion(d.In)
		}
		plan.Descents = append(plan.Descents, d)
	// A case belongs to the descent above it.
	case "case", "control":
		// A control with a text is one of a lemma, any other one of the descent before it.
		if word == "control" && strings.HasPrefix(p.lookahead(1), `"`) {
			p.lemma(true)
			return
		}
		if len(plan.Descents) == 0 {
			p.fail("a case without a descent")
		}
		x := core.Case{}
		if word == "control" {
			x.Control = p.key()
			p.expect(":")
		}
		x.Low = p.number(p.sum())
		p.expect("..")
		x.High = p.number(p.sum())
		p.expect("within")
		x.Moves = p.number(p.sum())
		if p.accept("after") {
			x.Steps = p.steps()
		}
		if p.accept("by") {
			x.By = p.relation()
		}
		d := &plan.Descents[len(plan.Descents)-1]
		d.Cases = append(d.Cases, x)
	case "lemma":
		p.lemma(false)
	default:
		p.at--
		p.fail("%.40q begins no statement", word)
	}
}

// key reads a lemma's name, of words and hyphens.
func (p *parser) key() string {
	name := p.word()
	for p.accept("-") {
		name += "-" + p.next()
	}
	return name
}

// lookahead returns the first token that is no part of a key from here on.
func (p *parser) lookahead(from int) string {
	for i := p.at + from; i < len(p.tokens) && !p.tokens[i].first; i++ {
		if t := p.tokens[i].text; t != "-" && !isWord(t) {
			return t
		}
	}
	return ""
}

func (p *parser) relation() string {
	name := p.word()
	if name != core.Strictly && !slices.ContainsFunc(p.Plan.Relations,
		func(r core.Relation) bool { return r.Name == name }) {
		p.fail("there is no relation %.40q", name)
	}
	return name
}

// mostMoves is how many White moves a lemma may be about.
const mostMoves = 40

func (p *parser) lemma(control bool) {
	l := core.Lemma{Name: p.key(), Statement: p.quoted(), Control: control}
	p.expect("play")
	p.commas(func() {
		// "3 strictly" is three moves of the relation.
		n := 1
		if t := p.peek(); t != "" && !isWord(t) {
			n = p.number(p.sum())
		}
		name := p.relation()
		for range min(n, mostMoves+1) {
			l.Play = append(l.Play, name)
		}
	})
	if len(l.Play) > mostMoves {
		p.fail("a play of more than %d moves", mostMoves)
	}
	l.Reply, l.Long = p.accept("reply"), p.accept("long")
	p.expect("never")
	l.Never = p.condition()
	if slices.ContainsFunc(l.Play, func(r string) bool { return r != core.Strictly }) && !positive(l.Never) {
		p.fail("a relation may have a move by several steps, so only what is asked for can be said with by: not that it " +
			"is not")
	}
	// Positions and moves that the condition speaks of are those of the play.
	plies := 2*len(l.Play) - 1
	if l.Reply {
		plies++
	}
	p.still(l.Never)
	each(l.Never, func(x *core.Expr) {
		if x.Op == core.Ply && x.N > plies || x.Op == core.By && (x.N < 0 || x.N >= len(l.Play)) {
			p.fail("the play has the positions 0 to %d, and %d White moves", plies, len(l.Play))
		}
	})
	l.Never = p.overPlay(l.Never, l.Name)
	p.Plan.Lemmas = append(p.Plan.Lemmas, l)
}

// each calls f for an expression and all that it is made of.
func each(x *core.Expr, f func(x *core.Expr)) {
	f(x)
	for _, a := range x.Args {
		each(a, f)
	}
}

// positive reports whether By stands below And and Or only.
func positive(x *core.Expr) bool {
	if x.Op != core.And && x.Op != core.Or {
		found := false
		each(x, func(y *core.Expr) { found = found || y.Op == core.By })
		return !found || x.Op == core.By
	}
	return !slices.ContainsFunc(x.Args, func(a *core.Expr) bool { return !positive(a) })
}
