package certify

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"retroproof/kernel/formula"
	"retroproof/proofs/illegal/core"
	"retroproof/sat"
)

// mostVisits is the most visits to watched clauses that a checker of lemmas shall take without lives: a fifth of a
// second. Lives cost a tenth of the bytes, and spare half to three quarters of the visits where they are many. Visits
// are counted, so that files do not depend on the machine.
const mostVisits = 10_000_000

// writer makes the file of one core.
type writer struct {
	q        *core.Question
	cnf      *formula.CNF
	clauses  [][]int32 // from number 1 on: of the formula, and derived ones
	chains   [][]int32 // by number, less those of the formula
	formula  int       // number of clauses of the formula
	used     []bool    // by number
	list     []instance
	numbers  map[core.Lit]int32
	lemmas   [][]int32 // derived clauses that are used, with the numbers of the file
	origin   []int32   // their numbers
	lastUse  []int32   // by number: the last derived clause whose chain has it
	variable []int32   // by variable of the formula: that of the file
}

// instance is a clause that is used.
type instance struct {
	schema int
	rank   int64
	number int32
}

// WriteCore returns the file of the core that a prover's refutation of a formula uses. The formula is that of the
// question.
func WriteCore(q *core.Question, cnf *formula.CNF, p *sat.Prover) ([]byte, error) {
	w, err := newWriter(q, cnf, p)
	if err != nil {
		return nil, err
	}
	return w.file(mostVisits)
}

// newWriter finds the core.
func newWriter(q *core.Question, cnf *formula.CNF, p *sat.Prover) (w *writer, err error) {
	w = &writer{q: q, cnf: cnf}
	if w.clauses, w.chains, err = resolve(cnf, p); err != nil {
		return nil, err
	}
	w.formula = len(w.clauses) - 1 - len(w.chains)
	w.trace()
	return w, w.number()
}

// file writes the core: as lemmas, or as lemmas with lives if the others take more visits. The error is ErrBudget if
// these take more than a checker makes.
func (w *writer) file(most int64) ([]byte, error) {
	instances := w.instances()
	if proof, visits := w.run(core.Lemmas, most); visits <= most {
		return slices.Concat([]byte{core.Lemmas}, instances, proof), nil
	}
	proof, visits := w.run(core.Lives, core.MostVisits)
	if visits > core.MostVisits {
		return nil, fmt.Errorf("%w: no proof that a checker follows with %d visits", ErrBudget, int64(core.MostVisits))
	}
	return slices.Concat([]byte{core.Lives}, instances, proof), nil
}

// trace finds the clauses that the refutation uses, going back from the empty clause.
func (w *writer) trace() {
	w.used = make([]bool, len(w.clauses))
	w.lastUse = make([]int32, len(w.clauses))
	last := slices.IndexFunc(w.clauses[1:], func(clause []int32) bool { return len(clause) == 0 }) + 1
	w.used[last] = true
	for n := last; n > w.formula; n-- {
		if !w.used[n] {
			continue
		}
		for _, k := range w.chains[n-w.formula-1] {
			if !w.used[k] { // going back, the first use is the last one
				w.used[k], w.lastUse[k] = true, int32(n)
			}
		}
	}
}

// number finds the instances that are used, gives their variables the numbers that Read gives them, and compares the
// clauses.
func (w *writer) number() error {
	var all []instance
	for n := 1; n <= w.formula; n++ {
		if w.used[n] {
			in := &w.cnf.Instances[n-1]
			all = append(all, instance{int(in.Schema), w.q.Rank(int(in.Schema), in.Digits[:]), int32(n)})
		}
	}
	slices.SortFunc(all, func(a, b instance) int { return cmp.Or(a.schema-b.schema, cmp.Compare(a.rank, b.rank)) })
	w.numbers = map[core.Lit]int32{}
	w.variable = make([]int32, w.cnf.NumVars()+1)
	for i, in := range all {
		if i == 0 || all[i-1].schema != in.schema || all[i-1].rank != in.rank {
			w.list = append(w.list, in)
			clause, err := w.q.Clause(in.schema, in.rank)
			if err != nil {
				return fmt.Errorf("a clause of the formula: %w", err)
			}
			for _, l := range clause {
				if v := max(l, -l); w.numbers[v] == 0 {
					w.numbers[v] = int32(len(w.numbers) + 1)
				}
			}
		}
		for _, l := range w.clauses[in.number] {
			w.variable[variable(l)] = w.numbers[w.cnf.Keys[variable(l)-1]]
		}
	}
	for n := w.formula + 1; n < len(w.clauses); n++ {
		if w.used[n] {
			w.lemmas = append(w.lemmas, w.renumbered(w.clauses[n]))
			w.origin = append(w.origin, int32(n))
		}
	}
	return nil
}

// renumbered returns a clause with the variables of the file.
func (w *writer) renumbered(clause []int32) []int32 {
	list := make([]int32, len(clause))
	for i, l := range clause {
		if list[i] = w.variable[variable(l)]; l < 0 {
			list[i] = -list[i]
		}
	}
	return list
}

// instances writes the list of instances.
func (w *writer) instances() (b []byte) {
	schemas := slices.CompactFunc(slices.Clone(w.list), func(a, b instance) bool { return a.schema == b.schema })
	b = binary.AppendUvarint(b, uint64(len(schemas)))
	last := 0
	for i := 0; i < len(w.list); {
		schema, n := w.list[i].schema, 0
		for i+n < len(w.list) && w.list[i+n].schema == schema {
			n++
		}
		b = binary.AppendUvarint(b, uint64(schema-last))
		b = binary.AppendUvarint(b, uint64(n))
		rank := int64(-1)
		for ; n > 0; n-- {
			b = binary.AppendUvarint(b, uint64(w.list[i].rank-rank-1))
			rank = w.list[i].rank
			i++
		}
		last = schema
	}
	return b
}

// kept is a lemma of the file.
type kept struct {
	literals []int32
	until    int32 // the derived clause after which it is deleted
	number   int32 // as a derived clause
}

// run writes the lemmas that a checker needs, by doing what it does: a lemma that is true already is left out, and so
// are literals that are false. It ends where the checker does, or after so many visits.
//
// With lives, a lemma is deleted after the last clause whose chain has it. The chains show that everything follows all
// the same: their clauses become unit one after the other.
func (w *writer) run(form int, most int64) (proof []byte, visits int64) {
	p := core.NewPropagator(len(w.numbers))
	for _, in := range w.list {
		p.Add(w.renumbered(w.clauses[in.number]))
	}
	var list []kept
	deaths := map[int32][]int{}
	for i, lemma := range w.lemmas {
		if p.Dead || p.Visits > most {
			break
		}
		n := w.origin[i]
		if !slices.ContainsFunc(lemma, func(l int32) bool { return p.Value(l) > 0 }) {
			k := kept{number: n, until: w.lastUse[n]}
			for _, l := range lemma {
				if p.Value(l) == 0 {
					k.literals = append(k.literals, l)
				}
			}
			list = append(list, k)
			p.Follows(k.literals)
			if number := p.Add(k.literals); number >= 0 && form == core.Lives {
				deaths[k.until] = append(deaths[k.until], number)
			}
		}
		for _, number := range deaths[n] {
			p.Delete(number)
		}
	}
	for i, k := range list {
		if form == core.Lives {
			end := i + 1
			for end < len(list) && list[end].number <= k.until {
				end++
			}
			proof = binary.AppendUvarint(proof, uint64(end-i-1))
		}
		proof = appendLemma(proof, k.literals)
	}
	return proof, p.Visits
}

// appendLemma writes the literals of a lemma, ascending, as differences.
func appendLemma(b []byte, literals []int32) []byte {
	var codes []int32
	for _, l := range literals {
		if l > 0 {
			codes = append(codes, 2*l-1)
		} else {
			codes = append(codes, -2*l)
		}
	}
	slices.Sort(codes)
	last := int32(0)
	for _, c := range codes {
		b = binary.AppendUvarint(b, uint64(c-last))
		last = c
	}
	return append(b, 0)
}
