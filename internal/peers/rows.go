package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// A command is one program, run once for each line of arguments, which blanks separate; \x00 is a blank in one.
type command struct {
	args  []string
	codes []int          // exit codes beside 0 that are answers
	says  *regexp.Regexp // what the output has to have
}

// A comparison is a row: the same work by this program and by a peer.
type comparison struct {
	name    string
	peer    string // the program, or the variable of the environment that has its path; gini is in our own program
	prepare func(m *measurement) error
	ours    command
	theirs  command
}

// find returns the path of the peer.
func (c *comparison) find() (string, error) {
	if c.peer == "gini" {
		return exec.LookPath(filepath.Join("bin", "retroproof"))
	}
	if strings.ToUpper(c.peer) != c.peer {
		return exec.LookPath(c.peer)
	}
	if path := os.Getenv(c.peer); path != "" {
		return exec.LookPath(path)
	}
	return "", errors.New("not in the environment")
}

// decided is an answer to a formula.
var decided = regexp.MustCompile(`SATISFIABLE`)

// solve compares the native solver with another one on files.
func solve(name, peer string, prepare func(*measurement) error, files ...string) comparison {
	flags := map[string]string{"cadical": "-q ", "kissat": "-q ", "gini": "solve -q --solver gini "}[peer]
	c := comparison{name: name, peer: peer, prepare: prepare, ours: command{codes: []int{10, 20}, says: decided}}
	c.theirs = c.ours
	for _, file := range files {
		c.ours.args = append(c.ours.args, "solve -q --solver native "+file)
		c.theirs.args = append(c.theirs.args, flags+file)
	}
	return c
}

// lemmaFiles writes formulas of king and rook.
func lemmaFiles(list string, flags ...string) func(m *measurement) error {
	return func(m *measurement) error {
		return m.run(append([]string{"krk", "prove", "--lemma", list, "--dimacs", "."}, flags...)...)
	}
}

// formulasOf compares solvers on five formulas of a family, from a seed on.
func formulasOf(name, of string, seed int, peer string) comparison {
	const formulas = 5
	var files []string
	for i := range formulas {
		files = append(files, fmt.Sprintf("%s-%d.cnf", of, seed+i))
	}
	return solve(name, peer, func(m *measurement) error {
		f, err := familyOf(of)
		for i := 0; i < formulas && err == nil; i++ {
			err = f.write(m.dir, seed+i)
		}
		return err
	}, files...)
}

// allFamilies compares solvers on all families.
func allFamilies() (rows []comparison) {
	for _, f := range families {
		for _, solver := range []string{"gini", "minisat", "cadical", "kissat"} {
			rows = append(rows, formulasOf(f.name+": "+f.what, f.name, 11, solver))
		}
	}
	return rows
}

// comparisons are the rows of the table.
var comparisons = []comparison{
	solve("lemmas 2 and 4, whole", "minisat", lemmaFiles("2,4", "--whole"), "lemma-2.cnf", "lemma-4.cnf"),
	solve("lemmas 2 and 4, whole, and CaDiCaL", "cadical", lemmaFiles("2,4", "--whole"), "lemma-2.cnf", "lemma-4.cnf"),
	solve("nine parts of lemmas 2 and 4", "minisat", lemmaFiles("2a,2b,2c,2d,2e,2f,4a,4b,4c"),
		"lemma-2a.cnf", "lemma-2b.cnf", "lemma-2c.cnf", "lemma-2d.cnf", "lemma-2e.cnf", "lemma-2f.cnf", "lemma-4a.cnf",
		"lemma-4b.cnf", "lemma-4c.cnf"),
	solve("lemma 2c, a small formula", "minisat", lemmaFiles("2c"), "lemma-2c.cnf"),
	formulasOf("random 3-SAT with a model, 400 variables", "model", 14, "cadical"),
	formulasOf("five nodes that are joined, and four colours", "clique", 11, "cadical"),
	formulasOf("pigeonhole with counters", "counted", 11, "cadical"),
	formulasOf("Langford's problem", "langford", 11, "cadical"),
	formulasOf("a totalizer and a counter", "counters", 11, "cadical"),
	formulasOf("four colours for a random graph", "colouring", 11, "cadical"),
	formulasOf("bounded model checking of two registers", "bmc", 11, "cadical"),
	formulasOf("two multipliers", "miter", 11, "cadical"),
	formulasOf("rounds of a hash function", "hash", 11, "cadical"),
	reach("a counter of 12 bits that skips its last value", "counter-12-safe"),
	reach("king and rook: White cannot stalemate", "krk-stale"),
	{
		name: "KRBvKR with all sub-tables", peer: "RTBGEN",
		ours:   command{args: []string{"tb build KRBvKR --dir tables-rtbgen"}},
		theirs: command{args: []string{"-t 2 -g KRBvKR"}},
	},
	{
		name: "shortest proof games to three positions of openings", peer: "TEXELUTIL",
		ours:   eachOf("proofgame --shortest ", openings),
		theirs: eachOf("proofgame ", openings),
	},
	{
		name: "all games of 4.5 moves to a position", peer: "POPEYE", prepare: popeyeProblem,
		ours:   command{args: []string{"exact --popeye problem.txt"}},
		theirs: command{args: []string{"problem.txt"}},
	},
}

// openings are positions after 6, 8 and 10 plies.
var openings = []string{
	"r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
	"rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
	"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
}

// eachOf runs a verb on positions, a process each.
func eachOf(verb string, fens []string) command {
	var c command
	for _, fen := range fens {
		c.args = append(c.args, verb+strings.ReplaceAll(fen, " ", "\x00"))
	}
	return c
}

// reach compares the engines for model checking with abc's PDR, on a model that is built in.
func reach(name, model string) comparison {
	return comparison{
		name: name, peer: "berkeley-abc",
		prepare: func(m *measurement) error { return m.run("reach", "--model", model, "--aiger", model+".aig") },
		ours:    command{args: []string{"reach " + model + ".aig"}, codes: []int{20}},
		theirs:  command{args: []string{"-q read_aiger\x00" + model + ".aig;fold;pdr"}, says: regexp.MustCompile(`proved`)},
	}
}

// popeyeProblem writes a proof game in Popeye's input.
func popeyeProblem(m *measurement) error {
	const problem = `BeginProblem
Forsyth rnbqkbnr/pppppp1p/8/8/4P3/5Q2/PPPPpPPP/RNB1K2R
Stipulation dia4.5
EndProblem
`
	return os.WriteFile(filepath.Join(m.dir, "problem.txt"), []byte(problem), 0o666)
}
