package core

import "slices"

// Plan has what lemmas are about (package lemmas). Steps are numbered from 0.
type Plan struct {
	Relations []Relation `json:"relations"`
	Early     Early      `json:"early"`
	Last      int        `json:"last"` // the step after which White's next move mates; NoStep if there is none
	Descents  []Descent  `json:"descents"`
	Lemmas    []Lemma    `json:"others"`
}

// Relation contains all moves of the strategy by some steps, and more: a later step is used only if the steps None have
// no move, but the others may have. What is proved for a relation holds for the strategy, and its formula is smaller.
type Relation struct {
	Name  string `json:"name"`
	None  []int  `json:"no"`
	Least bool   `json:"least"` // moves by one of None have the least amount
}

// Early are the steps that are used in the first Moves moves only: no other step comes before one of them, those of
// Once do not follow one of them, and those of Run are not used Moves times in a row.
type Early struct {
	Once  []int `json:"once"`
	Run   []int `json:"run"`
	Moves int   `json:"within"`
}

// Steps returns all early steps.
func (e Early) Steps() []int { return append(e.Once[:len(e.Once):len(e.Once)], e.Run...) }

// Others returns the steps that are none of a list.
func (s *Strategy) Others(steps []int) (list []int) {
	for i := range s.Steps {
		if !slices.Contains(steps, i) {
			list = append(list, i)
		}
	}
	return list
}

// Descent is a measure that falls in the positions that have a property.
type Descent struct {
	Number string `json:"number"` // a notion
	In     string `json:"where"`  // a property; "" for all claimed positions
	Cases  []Case `json:"cases"`
}

// Case says that a measure from Low to High, White's next move by one of some steps, falls within a number of full
// moves.
type Case struct {
	Control string `json:"control"` // the name of a control: it is false, and its formula has a model; "" for a lemma
	Low     int    `json:"from"`
	High    int    `json:"to"`
	Moves   int    `json:"within"`
	Steps   []int  `json:"after"` // nil for all
	By      string `json:"by"`    // the relation that proves it; "" is the strategy itself
}

// Lemma is a lemma besides those that the theorems need: no play by some relations satisfies a condition.
type Lemma struct {
	Name      string   `json:"name"`
	Statement string   `json:"statement"`
	Play      []string `json:"play"`  // the relations of White's moves
	Reply     bool     `json:"reply"` // Black replies to the last, too
	Never     *Expr    `json:"never"`
	Control   bool     `json:"control"` // it is false
	Long      bool     `json:"long"`    // it takes long, and no certificate has it
}

// Strictly names the strategy itself among relations.
const Strictly = "strictly"
