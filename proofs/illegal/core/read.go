package core

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"retroproof/proofs/limits"
)

// instance returns the instance of a schema that a rank stands for: the parameters are its digits, the first the most
// significant. ok is false if the rank is too large.
func (q *Question) instance(s *schema, rank int64) (i *in, ok bool) {
	i = &in{Question: q}
	for _, letter := range slices.Backward([]byte(s.params)) {
		p := parameters[letter]
		count := int64(p.count(q))
		if count == 0 {
			return i, false
		}
		*p.field(i) = int(rank%count) + p.least
		rank /= count
	}
	i.J = i.T + 1
	return i, rank == 0
}

// text names an instance by its schema and parameters.
func (i *in) text(s *schema) string {
	text := s.name
	for _, letter := range []byte(s.params) {
		text += fmt.Sprintf(" %c=%d", letter, *parameters[letter].field(i))
	}
	return text
}

// Rank returns the rank of an instance of a schema, by its parameters. There may be more of them than the schema has.
func (q *Question) Rank(schema int, values []int16) (rank int64) {
	for i, letter := range []byte(schemas[schema].params) {
		p := parameters[letter]
		rank = rank*int64(p.count(q)) + int64(values[i]) - int64(p.least)
	}
	return rank
}

// Instances returns how many ranks a schema has.
func (q *Question) Instances(schema int) int64 {
	ranks := int64(1)
	for _, letter := range []byte(schemas[schema].params) {
		ranks *= int64(parameters[letter].count(q))
	}
	return ranks
}

// Clause returns the clause of an instance, without literals that are never true. An instance with a literal that is
// always true is refused, as it says nothing.
func (q *Question) Clause(schema int, rank int64) ([]Lit, error) {
	s := &schemas[schema]
	i, ok := q.instance(s, rank)
	if !ok {
		return nil, fmt.Errorf("%s has no instance of rank %d", s.name, rank)
	}
	clause := s.clause(i)
	if clause == nil || slices.Contains(clause, Always) {
		return nil, errors.New(i.text(s) + " does not hold, or says nothing")
	}
	return slices.DeleteFunc(clause, func(l Lit) bool { return l == Never }), nil
}

// numbers reads numbers of 7 bits a byte, the lowest first.
type numbers struct {
	data []byte
	err  error
}

// next returns the next number. It is 0 if there was an error.
func (n *numbers) next(what string) int64 {
	if n.err != nil {
		return 0
	}
	number, length := binary.Uvarint(n.data)
	switch {
	case length <= 0 || number > 1<<40:
		n.err = fmt.Errorf("%s: no number, or one that is too large", what)
	case length > 1 && n.data[length-1] == 0:
		n.err = fmt.Errorf("%s: %d is not in its shortest form", what, number)
	default:
		n.data = n.data[length:]
		return int64(number)
	}
	return 0
}

// fail records an error, unless there was one.
func (n *numbers) fail(format string, args ...any) {
	if n.err == nil {
		n.err = fmt.Errorf(format, args...)
	}
}

// Core is a list of clauses, with a proof that they contradict each other.
type Core struct {
	Variables []Lit     // those of the clauses, in the order of their numbers, from 1 on
	Clauses   [][]int32 // as in DIMACS
	Bytes     int       // of the file
	Limit     int64     // of visits to watched clauses; Read sets it to MostVisits

	question *Question
	places   [][2]int64 // of the clauses: schema and rank
	form     int64
	proof    numbers
	left     int64 // memory, in bytes
}

// Instance names a clause, by its place, as an instance of a schema.
func (c *Core) Instance(clause int) string {
	s := &schemas[c.places[clause][0]]
	i, _ := c.question.instance(s, c.places[clause][1])
	return i.text(s)
}

// OlderCommit read what has left the format since, without another version of it.
const OlderCommit = "commit 2b07e06000d2"

// Forms of proofs.
const (
	Lemmas = iota // clauses that follow by unit propagation
	Lives         // the same, with when each is deleted
)

// Read reads the file of a core, and makes the clause of every instance, with literals that are numbered in the order
// in which they occur. memory limits what that and the proof take, in bytes. The error is limits.ErrMemory, or says
// which instance does not hold.
func (q *Question) Read(file []byte, memory int64) (*Core, error) {
	r := &numbers{data: file}
	c := &Core{form: r.next("the form"), left: memory, Bytes: len(file), Limit: MostVisits, question: q}
	known := map[Lit]int32{}
	id := int64(0)
	for used, first := r.next("the number of schemas"), true; used > 0 && r.err == nil; used, first = used-1, false {
		step := r.next("a schema")
		if id += step; id >= int64(len(schemas)) || !first && step == 0 {
			r.fail("schema %d: unknown, or there twice", id)
			break
		}
		rank := int64(-1)
		count := r.next("the number of instances")
		if count == 0 {
			r.fail("no instances of %s", schemas[id].name)
		}
		for ; count > 0 && r.err == nil; count-- {
			rank += r.next("a rank") + 1
			literals, err := q.Clause(int(id), rank)
			if err != nil {
				r.fail("%w", err)
				break
			}
			if c.left -= clauseCost + literalCost*int64(len(literals)); c.left < 0 {
				return nil, limits.ErrMemory
			}
			c.Clauses = append(c.Clauses, c.number(literals, known))
			c.places = append(c.places, [2]int64{id, rank})
		}
	}
	if r.err == nil && c.form > Lives {
		r.fail("%d is no form of a proof; form 2, chains, is read by retroproof at %s", c.form, OlderCommit)
	}
	c.proof = *r
	return c, r.err
}

// What a clause and each of its literals take, in bytes: in lists, among what is watched, and as variables.
const (
	clauseCost  = 200
	literalCost = 100
)

// number returns a clause with the numbers of its variables.
func (c *Core) number(literals []Lit, known map[Lit]int32) []int32 {
	clause := make([]int32, len(literals))
	for i, l := range literals {
		v := max(l, -l)
		if known[v] == 0 {
			c.Variables = append(c.Variables, v)
			known[v] = int32(len(c.Variables))
		}
		if clause[i] = known[v]; l < 0 {
			clause[i] = -clause[i]
		}
	}
	return clause
}
