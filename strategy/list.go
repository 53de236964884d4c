package strategy

import (
	"fmt"
	"io"
	"strings"

	"retroproof/internal/answer"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/strategy/circuits"
)

// About is in the objects that are about a strategy on a board.
type About struct {
	Strategy string `json:"strategy"`
	Board    string `json:"board"`
}

// AboutOf names a strategy and its board.
func AboutOf(s *core.Strategy) About { return About{s.Name, s.Board.String()} }

// Entry is a strategy of the list.
type Entry struct {
	answer.Head `schema:"retroproof.strategy/1"`
	Name        string   `json:"strategy"`
	Title       string   `json:"title"`
	Boards      string   `json:"boards"`
	Steps       []string `json:"steps"`
	Lemmas      []string `json:"lemmas"`
}

// Listed makes the entry of a strategy in the list.
func Listed(name string) (*Entry, error) {
	s, err := text.New(name, rules.Board{Files: 8, Ranks: 8})
	if err != nil {
		return nil, err
	}
	boards, err := text.BoardsOf(name)
	if err != nil {
		return nil, err
	}
	a := &Entry{Name: name, Title: s.Title, Boards: boards.String(), Steps: []string{}, Lemmas: lemmaKeys(s)}
	for _, step := range s.Steps {
		a.Steps = append(a.Steps, step.Name)
	}
	if s.Force != nil {
		a.Steps = append(a.Steps, fmt.Sprintf("Force within %d moves", s.Force.Within))
	}
	return a, nil
}

// lemmaKeys returns the keys of a strategy's lemmas; none if it has none.
func lemmaKeys(s *core.Strategy) []string {
	list := []string{}
	if c, err := circuits.New(s, lemmas.Encoding{}); err == nil {
		for _, l := range c.Lemmas() {
			list = append(list, l.Key)
		}
	}
	return list
}

// Text writes the strategy in four lines.
func (e *Entry) Text(w io.Writer) error {
	steps, lemmas := strings.Join(e.Steps, ", "), strings.Join(e.Lemmas, ", ")
	if steps == "" {
		steps = "none"
	}
	if lemmas == "" {
		lemmas = "none: it is proved by going back from mate"
	}
	_, err := fmt.Fprintf(w, "%-8s %s\n         boards: %s\n         steps:  %s\n         lemmas: %s\n",
		e.Name, e.Title, e.Boards, steps, lemmas)
	return err
}

// Shown is a strategy's text.
type Shown struct {
	answer.Head `schema:"retroproof.strategy.text/1"`
	About
	Men    string   `json:"men"`
	Lemmas []string `json:"lemmas"`
	Source string   `json:"text"` // or the core form
}

// Show returns the text of a strategy, with libraries written out, or its core form.
func Show(s *core.Strategy, form bool) *Shown {
	a := &Shown{About: AboutOf(s), Men: s.Material(), Source: s.Source, Lemmas: lemmaKeys(s)}
	if form {
		a.Source = string(s.Core)
	}
	return a
}

// Text writes the text.
func (s *Shown) Text(w io.Writer) error {
	_, err := io.WriteString(w, s.Source)
	return err
}
