package kernel
import ("testing";"os";"strings";"fmt";"retroproof/chess";"retroproof/kernel/formula")
func TestDump(t *testing.T) {
	data, _ := os.ReadFile(os.Getenv("FENS"))
	for i, fen := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		g, _ := chess.ParseFEN(fen)
		p, _ := newProblem(&initial, &g)
		cnf := formula.New(abstractionOf(p), true).CNF()
		o, _ := os.Create(fmt.Sprintf("/tmp/cnf/%d.cnf", i))
		d := cnf.DIMACS(o); cnf.Emit(d); d.Flush(); o.Close()
	}
}
