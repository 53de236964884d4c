package text

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/proofs/strategy/rules"
)

// Largest is the largest number of files and of ranks of a board.
const Largest = 12

// MostBytes is how long a text may be.
const MostBytes = 1 << 17

// Parse reads a strategy for a board. The error is an *Error, or says that the strategy is not for this board.
func Parse(name, source string, board rules.Board) (s *Strategy, err error) {
	if len(source) > MostBytes {
		return nil, &Error{1, fmt.Sprintf("the text has %d bytes, at most %d are read", len(source), MostBytes)}
	}
	tokens, err := scan(source)
	if err != nil {
		return nil, err
	}
	s = &Strategy{Source: source, Name: name, Game: rules.Game{Board: board}, Group: rules.All, Boards: Boards{3, Largest, false}}
	s.Plan.Last = NoStep
	p := &parser{Strategy: s, tokens: tokens, defs: map[string]*macro{}, args: map[string]*Expr{}}
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
	if err := s.fits(); err != nil {
		return nil, err
	}
	p.complete()
	s.compile()
	return s, nil
}

// fits reports whether the strategy is defined on its board.
func (s *Strategy) fits() error {
	low, high := min(s.Files, s.Ranks), max(s.Files, s.Ranks)
	if low < s.Boards.Least || high > min(s.Boards.Most, Largest) || s.Boards.Square && low != high {
		return fmt.Errorf("%s is defined for boards %v, not for %v", s.Name, s.Boards, s.Board)
	}
	return nil
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

// complete checks what is missing.
func (p *parser) complete() {
	s := p.Strategy
	switch {
	case s.Title == "" || s.Names == nil:
		p.fail("the text has no strategy \"TITLE\", or no men")
	case s.Force != nil && len(s.Steps) > 0:
		p.fail("a strategy that forces a measure has no other steps")
	case s.Kept != nil && (s.Claim.When != nil || s.Claim.Won):
		p.fail("a strategy that decides claims what it says is kept")
	case s.Men[0].Kind == rules.Pawn && s.Group != rules.Files:
		p.fail("a pawn goes in one direction only: it wants images files")
	case s.Group == rules.Colours && s.Files != s.Ranks:
		p.fail("only a square has the symmetries that keep colours")
	}
	if s.Kept != nil {
		kept := p.node(Ref, Bool, 0, nil)
		kept.Def = &Def{Name: s.Kept.Name, Body: s.Kept.Expr}
		s.Claim.When = p.node(Move, Bool, 0, bools, p.node(Next, Bool, 0, bools, kept))
	}
	if s.Claim.When == nil {
		s.Claim.When = p.node(True, Bool, 0, nil)
	}
	if s.About == nil {
		s.About = p.node(True, Bool, 0, nil)
	}
	p.scope(s.About, false)
	p.scope(s.Claim.When, false)
	for _, step := range s.Steps {
		p.scope(step.Condition, true)
		p.scope(step.Amount, true)
	}
	for _, n := range s.Notions {
		p.scope(n.Expr, false)
	}
	for _, l := range s.Plan.Lemmas {
		p.scope(l.Never, false)
	}
	if s.Force != nil {
		p.scope(s.Force.Measure, false)
	}
}

// scope checks that what refers to White's move stands where there is one.
func (p *parser) scope(x *Expr, move bool) {
	if x == nil {
		return
	}
	switch x.Op {
	case Next, Moved, Sloping, Level:
		if !move {
			p.fail("' and what is said of a move stand in the conditions of steps and after some move only")
		}
		move = false
	case Move:
		move = true
	case Ply:
		move = false
	case Ref:
		p.scope(x.Def.Body, move)
	case View:
		p.scope(x.Def.Body, false)
	}
	for _, a := range x.Args {
		p.scope(a, move)
	}
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
		s.Boards.Least = p.number(p.sum())
		if s.Boards.Most = s.Boards.Least; p.accept("..") {
			s.Boards.Most = p.number(p.sum())
		}
		s.Boards.Square = p.accept("square")
	case "images":
		s.Group = rules.Group(p.next())
		if !slices.Contains([]rules.Group{rules.All, rules.Files, rules.Colours}, s.Group) {
			p.fail("images are all, files or colours")
		}
	case "positions":
		p.expect("where")
		s.About = p.condition()
	case "claims":
		if s.Claim.Won = p.accept("won"); p.accept("where") {
			s.Claim.When = p.condition()
		}
	case "decides":
		if s.Kept = p.notion(p.word()); s.Kept.Greatest != 1 || s.Kept.Expr.Type != Bool {
			p.fail("%s is no property", s.Kept.Name)
		}
	case "when":
		x := p.condition()
		if x.Op != True && (x.Op != Not || x.Args[0].Op != True) {
			p.fail("when wants a condition of constants")
		}
		p.expect(":")
		if x.Op == True {
			p.statement()
			return
		}
		for p.peek() != "" {
			p.at++
		}
	case "def", "number", "property", "image":
		p.define(word)
	case "step":
		step := Step{Name: p.fresh()}
		p.expect(":")
		if step.Condition = p.condition(); p.accept("least") {
			if step.Amount = p.sum(); step.Amount.Type != Num {
				p.fail("least wants a number")
			}
			p.expect("from")
			step.Low = p.number(p.sum())
			p.expect("to")
			step.High = p.number(p.sum())
		}
		s.Steps = append(s.Steps, step)
	case "force":
		s.Force = &Force{Measure: p.sum()}
		p.expect("within")
		if s.Force.Within = p.number(p.sum()); s.Force.Measure.Type != Num || s.Force.Within < 1 || s.Force.Within > 100 {
			p.fail("force NUMBER within 1 to 100 moves")
		}
	default:
		p.plan(word)
	}
}

func (p *parser) condition() *Expr {
	x := p.expr()
	if x.Type != Bool {
		p.fail("found %v where a condition is wanted", x.Type)
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
var kinds = map[string]rules.Kind{"queen": rules.Queen, "rook": rules.Rook, "bishop": rules.Bishop, "knight": rules.Knight, "pawn": rules.Pawn}

// men reads KIND NAME, KIND NAME, ...
func (p *parser) men(black bool) {
	for {
		kind, ok := kinds[p.next()]
		if !ok || kind == rules.Pawn && (black || len(p.Men) > 0) || len(p.Men) == rules.Most || len(p.Men) > 0 && p.Men[0].Kind == rules.Pawn {
			p.fail("men are queen, rook, bishop or knight, at most %d; or White's pawn alone", rules.Most)
		}
		p.Men, p.Names = append(p.Men, rules.Man{Kind: kind, Black: black}), append(p.Names, p.fresh())
		if !p.accept(",") {
			return
		}
	}
}

// fresh reads a name that has no meaning so far.
func (p *parser) fresh() string {
	name := p.word()
	_, atom := atoms[name]
	_, function := functions[name]
	_, square := p.square(name)
	used := slices.Contains(p.Names, name) || p.defs[name] != nil || slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Name == name })
	if atom || function || square || used || slices.Contains(reserved, name) {
		p.fail("the name %.40q has a meaning already", name)
	}
	return name
}

// reserved are words of the language.
var reserved = strings.Fields("true false white if then else and or not implies some image move least greatest count in files ranks mate stalemate moved region by from to within after")

// define reads a definition.
func (p *parser) define(word string) {
	m, name := &macro{view: word == "image"}, p.fresh()
	var says []string
	for len(says) < 2 && strings.HasPrefix(p.peek(), `"`) {
		says = append(says, p.quoted())
	}
	if p.peek() == "(" && word == "def" && says == nil {
		p.at++
		for {
			m.params = append(m.params, p.word())
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
	}
	p.expect("=")
	if m.params != nil {
		for p.peek() != "" {
			m.body = append(m.body, p.tokens[p.at])
			p.at++
		}
		p.defs[name] = m
		return
	}
	m.def = &Def{Name: name, Says: says, Body: p.expr()}
	p.defs[name] = m
	n := &Notion{Name: name, Expr: m.def.Body, Greatest: 1}
	want := map[string]Type{"number": Num, "property": Bool, "image": Bool}
	if t, ok := want[word]; ok && n.Expr.Type != t {
		p.fail("%s is %v, want %v", name, n.Expr.Type, t)
	}
	if word == "number" {
		p.expect("to")
		n.Greatest = p.number(p.sum())
	}
	if word == "number" || word == "property" {
		p.Notions = append(p.Notions, n)
	}
}

// notion returns a number or a property by name.
func (p *parser) notion(name string) *Notion {
	i := slices.IndexFunc(p.Notions, func(n *Notion) bool { return n.Name == name })
	if i < 0 {
		p.fail("there is no number or property %.40q", name)
	}
	return p.Notions[i]
}

// step reads the name of a step, and returns its number.
func (p *parser) step() int {
	name := p.word()
	i := slices.IndexFunc(p.Steps, func(s Step) bool { return s.Name == name })
	if i < 0 {
		p.fail("there is no step %.40q", name)
	}
	return i
}

func (p *parser) steps() (list []int) {
	for {
		list = append(list, p.step())
		if !p.accept(",") {
			return list
		}
	}
}

// plan reads a statement about lemmas.
func (p *parser) plan(word string) {
	plan := &p.Plan
	switch word {
	case "relation":
		r := Relation{Name: p.word()}
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
		d := Descent{Name: p.word()}
		if d.Number = p.notion(d.Name); d.Number.Expr.Type != Num {
			p.fail("%s is no number", d.Name)
		}
		if p.accept("where") {
			d.In = p.notion(p.word())
		}
		plan.Descents = append(plan.Descents, d)
	case "case", "control":
		if word == "control" && strings.HasPrefix(p.lookahead(1), `"`) {
			p.lemma(true)
			return
		}
		if len(plan.Descents) == 0 {
			p.fail("a case without a descent")
		}
		x := Case{Control: word == "control"}
		if x.Control {
			x.Name = p.key()
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
	if name != Strictly && !slices.ContainsFunc(p.Plan.Relations, func(r Relation) bool { return r.Name == name }) {
		p.fail("there is no relation %.40q", name)
	}
	return name
}

// Strictly names the strategy itself among relations.
const Strictly = "strictly"

// mostMoves is how many moves of White's a lemma may be about.
const mostMoves = 40

func (p *parser) lemma(control bool) {
	l := Lemma{Name: p.key(), Statement: p.quoted(), Control: control}
	p.expect("play")
	for {
		n := 1
		if t := p.peek(); t != "" && !isWord(t) {
			n = p.number(p.sum())
		}
		name := p.relation()
		for range min(n, mostMoves+1) {
			l.Play = append(l.Play, name)
		}
		if !p.accept(",") {
			break
		}
	}
	if len(l.Play) > mostMoves {
		p.fail("a play of more than %d moves", mostMoves)
	}
	l.Reply, l.Long = p.accept("reply"), p.accept("long")
	p.expect("never")
	l.Never = p.condition()
	if slices.ContainsFunc(l.Play, func(r string) bool { return r != Strictly }) && !l.Never.positive() {
		p.fail("a relation may have a move by several steps, so only what is asked for can be said with by: not that it is not")
	}
	plies := 2*len(l.Play) - 1 + truth(l.Reply)
	l.Never.each(func(x *Expr) {
		if x.Op == Ply && x.N > plies || x.Op == By && (x.N < 0 || x.N >= len(l.Play)) {
			p.fail("the play has the positions 0 to %d, and %d moves of White's", plies, len(l.Play))
		}
	})
	p.Plan.Lemmas = append(p.Plan.Lemmas, l)
}
