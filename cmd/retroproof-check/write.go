package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"retroproof/proofs/drup"
	"retroproof/proofs/folder"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/lrat"
	"retroproof/proofs/lrat/gunzip"
	"retroproof/proofs/strategy"
	"retroproof/proofs/strategy/lemmas"
)

// writeCore writes a core and its proof into the folder of --write-cnf, as HASH.cnf and HASH.lrat, by the SHA-256 of
// the core: what other checkers of LRAT read. A comment says for each clause which instance of which schema it is.
func (o options) writeCore(ctx context.Context, r illegal.Refuted) error {
	hash := fmt.Sprintf("%x", sha256.Sum256(r.File))
	name := filepath.Join(o.writeCNF, hash)
	if err := writeWhole(name+".cnf", func(w io.Writer) error { return writeDIMACS(w, r.Core) }); err != nil {
		return err
	}
	return writeWhole(name+".lrat", func(w io.Writer) error {
		c := drup.NewChecker(len(r.Core.Variables), o.memory)
		for _, clause := range r.Core.Clauses {
			if err := c.AddClause(clause); err != nil {
				return err
			}
		}
		in, out := io.Pipe()
		defer in.Close() // lets the writer end in every case
		go func() { out.CloseWithError(writeLemmas(out, r.Lemmas)) }()
		_, err := c.Elaborate(ctx, in, hash, w)
		return err
	})
}

// writeDIMACS writes the clauses of a core.
func writeDIMACS(to io.Writer, c *core.Core) error {
	w := bufio.NewWriter(to) // it keeps its first error until Flush
	fmt.Fprintf(w, "c %s\n", core.Version)
	for i := range c.Clauses {
		fmt.Fprintf(w, "c %d %s\n", i+1, c.Instance(i))
	}
	fmt.Fprintf(w, "p cnf %d %d\n", len(c.Variables), len(c.Clauses))
	for _, clause := range c.Clauses {
		writeClause(w, clause)
	}
	return w.Flush()
}

// writeLemmas writes the lemmas as DRUP, with the empty clause, which follows from them by propagation, at the end.
func writeLemmas(to io.Writer, lemmas [][]int32) error {
	w := bufio.NewWriter(to)
	for _, lemma := range lemmas {
		writeClause(w, lemma)
	}
	w.WriteString("0\n")
	return w.Flush()
}

func writeClause(w io.Writer, clause []int32) {
	for _, l := range clause {
		fmt.Fprint(w, l, " ")
	}
	fmt.Fprintln(w, 0)
}

// writeWhole writes a file, which gets its name when it is complete.
func writeWhole(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".core-*")
	if err != nil {
		return err
	}
	if err = write(f); err == nil {
		err = f.Chmod(0o644)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

var errCoq = usageErrorf("--coq DIR is for files of formulas and LRAT proofs, and for folders of strategies")

// checkPairForCoq is checkPair, and then writes the theorem of --coq.
func checkPairForCoq(ctx context.Context, cnf *file, proof string, o options) (*result, error) {
	if o.coq != "" && (o.rup || cnf.File == nil || proof == "-") {
		return nil, errCoq
	}
	r, err := checkPair(ctx, cnf, proof, o)
	if err != nil || o.coq == "" {
		return r, err
	}
	in, err := o.open(cnf.name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	formula, err := lrat.ReadDIMACS(gunzip.NewReader(in.in), cnf.name)
	if err != nil {
		return nil, err
	}
	lines, err := o.open(proof)
	if err != nil {
		return nil, err
	}
	defer lines.Close()
	name, _, _ := strings.Cut(filepath.Base(cnf.name), ".")
	var steps []proofStep
	for i := range formula.NumClauses() {
		steps = append(steps, proofStep{id: int64(i + 1), clause: formula.Clause(i)})
	}
	more, err := readProof(formula.NumVars, name, gunzip.NewReader(lines.in))
	if err != nil {
		return nil, err
	}
	return r, o.writeCoq(name, append(steps, more...))
}

// writeCoqLemmas writes the theorems of a folder's lemmas: their proofs have the clauses of the formulas, as steps
// without hints.
func (o options) writeCoqLemmas(dir string, c *lemmas.Circuits) error {
	for _, l := range strategy.Certified(c) {
		in, err := folder.Open(os.DirFS(dir), strategy.ProofName(l.Key))
		if err != nil {
			return err
		}
		var steps []proofStep
		r, nodes := bufio.NewReader(gunzip.NewReader(in)), c.Formula(l).Nodes()
		if _, err = strategy.ReadVariables(r, nodes); err == nil {
			steps, err = readProof(nodes, l.Key, r)
		}
		in.Close()
		if err == nil {
			err = o.writeCoq("lemma-"+l.Key, steps)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeCoq writes a formula and its proof, which has been checked, as a theorem for coqc, into the folder of --coq: the
// formula's clauses are steps without hints, before the others. It writes only clauses and lemmas from which the empty
// clause follows, each with the next number, variables as they come.
func (o options) writeCoq(name string, steps []proofStep) error {
	used := map[int64]bool{steps[len(steps)-1].id: true}
	for i := len(steps) - 1; i >= 0; i-- {
		if used[steps[i].id] {
			for _, h := range steps[i].hints {
				used[h] = true
			}
		}
	}
	name = strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			if r < '0' || r > '9' {
				return '_'
			}
		}
		return r
	}, "of_"+name)
	return writeWhole(filepath.Join(o.coq, name+".v"), func(to io.Writer) error {
		w := packer{Writer: bufio.NewWriter(to), variables: map[int32]int64{}} // it keeps its first error until Flush
		w.WriteString("(** coqc -Q proofs/coq \"\" FILE, after make coq. *)\n\n" +
			"Require Import List Rup Packed.\nImport ListNotations.\n\n")
		numbers := map[int64]int64{}
		write := func(part string, derived bool) int {
			w.begin(part)
			for _, s := range steps {
				if !used[s.id] || len(s.hints) > 0 != derived {
					continue
				}
				numbers[s.id] = int64(len(numbers) + 1)
				w.clause(s.clause)
				for _, h := range s.hints {
					w.number(numbers[s.id] - numbers[h])
				}
				if derived {
					w.number(0)
				}
			}
			w.end()
			return len(numbers)
		}
		clauses := write("core", false)
		write("proof", true)
		fmt.Fprintf(w, "(** %d clauses, %d lemmas. *)\n%s", clauses, len(numbers)-clauses,
			"Theorem unsatisfiable : forall m, exists c, In c (clauses core) /\\ ~ satisfies m c.\n"+
				"Proof. apply (packed_sound core proof). vm_cast_no_check (eq_refl true). Qed.\n\n"+
				"Print Assumptions unsatisfiable.\n")
		return w.Flush()
	})
}

// proofStep is an addition of LRAT.
type proofStep struct {
	id     int64
	clause []int32
	hints  []int64
}

// readProof reads the additions of a proof, up to the empty clause.
func readProof(variables int, name string, in io.Reader) (steps []proofStep, err error) {
	r := lrat.NewReader(in, name, true)
	for {
		op, err := r.Step()
		if err != nil || op == lrat.End {
			return steps, err
		}
		s := proofStep{id: r.ID}
		for l := lrat.Lit(1); op == lrat.Add && l != 0 && err == nil; {
			if l, err = r.Literal(variables); l != 0 {
				s.clause = append(s.clause, l.DIMACS())
			}
		}
		for n := int64(1); n != 0 && err == nil; {
			if n, err = r.Number("a clause"); n != 0 {
				s.hints = append(s.hints, n)
			}
		}
		if err == nil {
			err = r.EndStep()
		}
		if err != nil {
			return nil, err
		}
		if op == lrat.Add {
			if steps = append(steps, s); len(s.clause) == 0 {
				return steps, nil
			}
		}
	}
}

// packer writes numbers as Packed.v reads them: five bits a byte, lowest first, from the space on, the last of a
// number from @ on; in lines of text, which are in lists.
type packer struct {
	*bufio.Writer
	variables map[int32]int64
	lists     int // of lines, of what is written now
	lines     int // of the list
	length    int // of the line
	name      string
}

// The sizes of lines and lists: Coq reads longer ones with a deep stack.
const (
	packedLine = 110
	packedList = 400
)

func (p *packer) begin(name string) {
	p.name, p.lists, p.lines, p.length = name, 0, 0, 0
	fmt.Fprintf(p, "Definition %s0 := [\"", name)
}

func (p *packer) end() {
	fmt.Fprintf(p, "\"%%packed].\nDefinition %s := concat [", p.name)
	for i := range p.lists + 1 {
		if i > 0 {
			fmt.Fprint(p, "; ")
		}
		fmt.Fprintf(p, "%s%d", p.name, i)
	}
	fmt.Fprint(p, "].\n\n")
}

func (p *packer) number(n int64) {
	switch {
	case p.length < packedLine:
	case p.lines == packedList:
		p.lists++
		p.lines, p.length = 0, 0
		fmt.Fprintf(p, "\"%%packed].\nDefinition %s%d := [\"", p.name, p.lists)
	default:
		p.lines++
		p.length = 0
		p.WriteString("\"%packed;\n\"")
	}
	for {
		digit := byte(n & 31)
		n >>= 5
		if n == 0 {
			p.WriteByte('@' + digit)
			p.length++
			return
		}
		p.WriteByte(' ' + digit)
		if digit == '"'-' ' {
			p.WriteByte('"') // a quotation mark in a text of Coq's
		}
		p.length++
	}
}

func (p *packer) clause(c []int32) {
	for _, l := range c {
		v, known := p.variables[max(l, -l)]
		if !known {
			v = int64(len(p.variables) + 1)
			p.variables[max(l, -l)] = v
		}
		if v *= 2; l < 0 {
			v++
		}
		p.number(v)
	}
	p.number(0)
}
