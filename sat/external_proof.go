package sat

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"retroproof/proofs/drup"
	"retroproof/proofs/lrat"
	"retroproof/sat/cdcl"
)

// Proving is a solver that can prove that a formula is unsatisfiable.
type Proving interface {
	Solver
	WriteProof(w io.Writer, format ProofFormat) (ProofStats, error) // see Prover
}

// NewProving makes a solver with proofs: Native, or a program that writes DRAT. The proofs of Native are the same on
// every machine; those of a program are what its version writes.
func NewProving(name string) (Proving, error) {
	if name == Native {
		return NewProver(), nil
	}
	for _, p := range programs {
		if p.name != name {
			continue
		}
		if p.notRUP == nil {
			break
		}
		s, err := New(name)
		if err != nil {
			return nil, err
		}
		return &externalProver{external: s.(*external)}, nil
	}
	return nil, fmt.Errorf("%w %q that writes proofs (%s)", ErrUnknownSolver, name, strings.Join(ProvingNames(), ", "))
}

// ProvingNames returns the names of the solvers that NewProving makes, if the programs are there.
func ProvingNames() []string {
	names := []string{Native}
	for _, p := range programs {
		if p.notRUP != nil {
			names = append(names, p.name)
		}
	}
	return names
}

// externalProver is a program that writes its proof in DRAT. What it derives has to follow by unit propagation: then
// package drup finds the hints, and it becomes a proof in LRAT, which is trimmed like that of the native solver.
type externalProver struct {
	*external
	proof *cdcl.Recorder
}

// proofMemory bounds what finding the hints may use.
const proofMemory = 4 << 30

// AddClause implements Solver. The proof of an earlier answer does not number the new clause.
func (p *externalProver) AddClause(lits []int) {
	p.drop()
	p.unsat = false
	p.external.AddClause(lits)
}

func (p *externalProver) Solve(ctx context.Context) (Status, error) {
	if p.unsat && p.proof != nil {
		return p.external.Solve(ctx)
	}
	p.drop()
	if len(p.assumptions) == 0 {
		file, err := os.CreateTemp("", "retroproof-proof-*")
		if err != nil {
			return Unknown, err
		}
		defer os.Remove(file.Name())
		defer file.Close()
		p.proofArgs, p.proofFile = rupOnly(ctx, p.path, p.program.notRUP), file.Name()
		defer func() { p.proofArgs, p.proofFile = nil, "" }()
	}
	status, err := p.external.Solve(ctx)
	if status != Unsatisfiable || p.proofFile == "" {
		return status, err
	}
	p.proof = cdcl.NewRecorder(cdcl.DefaultMemory)
	if err := p.elaborate(ctx); err != nil {
		p.drop()
		p.status, p.unsat = Unknown, false
		return Unknown, fmt.Errorf("%s answered %v, but its proof is of no use: %w", p.name, status, err)
	}
	return status, nil
}

// rupOnly returns arguments that turn off what derives clauses that do not follow by unit propagation, as far as this
// version of the program knows it.
func rupOnly(ctx context.Context, path string, options []string) []string {
	help, err := exec.CommandContext(ctx, path, "--help").Output()
	if err != nil {
		return nil
	}
	var args []string
	for _, o := range options {
		if strings.Contains(string(help), "--"+o+"=") {
			args = append(args, "--"+o+"=0")
		}
	}
	return args
}

// elaborate reads the program's proof into the recorder, with hints.
func (p *externalProver) elaborate(ctx context.Context) error {
	checker := drup.NewChecker(p.vars.len(), proofMemory)
	clauses, empty := int64(0), int64(0)
	begin := 0
	for i, l := range p.flat {
		if l != 0 {
			continue
		}
		clauses++
		if begin == i {
			empty = clauses
		}
		if err := checker.AddClause(p.flat[begin:i]); err != nil {
			return err
		}
		p.proof.Input(clauses, p.flat[begin:i])
		begin = i + 1
	}
	if empty > 0 {
		p.proof.Add(clauses+1, nil, []int64{empty})
		return nil
	}
	file, err := os.Open(p.proofFile)
	if err != nil {
		return err
	}
	defer file.Close()
	in, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := checker.Elaborate(ctx, file, p.name+"'s proof", out)
		out.CloseWithError(err)
		done <- err
	}()
	err = record(p.proof, in)
	in.CloseWithError(err)
	if failed := <-done; failed != nil && !errors.Is(failed, io.ErrClosedPipe) {
		err = failed
	}
	switch {
	case p.proof.Refuted() && errors.Is(err, lrat.ErrTrailing):
		return nil // CaDiCaL may derive something after the empty clause
	case err == nil && !p.proof.Refuted():
		return errNoProof
	}
	return err
}

// record reads LRAT text, as package drup writes it, into a recorder.
func record(to *cdcl.Recorder, r io.Reader) error {
	// A line has an id and literals up to the first 0, and hints up to the second.
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := in.ReadString('\n')
		if errors.Is(err, io.EOF) && line == "" {
			return nil
		}
		if err != nil {
			return err
		}
		fields := strings.Fields(line)
		if len(fields) > 1 && fields[1] == "d" {
			continue
		}
		var lits []int32
		var numbers []int64 // the id and the hints: a list a line, whatever its length
		zeros := 0
		for _, f := range fields {
			n, err := strconv.ParseInt(f, 10, 64)
			switch {
			case err != nil:
				return err
			case n == 0:
				zeros++
			case zeros == 0 && len(numbers) > 0:
				lits = append(lits, int32(n))
			default:
				numbers = append(numbers, n)
			}
		}
		if zeros != 2 || len(numbers) < 2 || slices.Min(numbers) < 0 {
			return fmt.Errorf("line %q is no step of LRAT without RAT", strings.TrimSpace(line))
		}
		to.Add(numbers[0], lits, numbers[1:])
		if err := to.Err(); err != nil {
			return err
		}
	}
}

// WriteProof is that of Prover.
func (p *externalProver) WriteProof(w io.Writer, format ProofFormat) (ProofStats, error) {
	return writeProof(p.proof, &p.vars, w, format)
}

// drop forgets the proof.
func (p *externalProver) drop() {
	if p.proof != nil {
		_ = p.proof.Close() // a temporary file that nobody reads any more
		p.proof = nil
	}
}

// Close implements Solver.
func (p *externalProver) Close() error {
	p.drop()
	return p.external.Close()
}
