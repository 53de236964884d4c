package kernel

import "strings"

// Budget is the name of a budget, which is that of the flag of "retroproof legal" that sets it.
type Budget string

// The budgets of [Decide].
const (
	BudgetKernelNodes         Budget = "kernel-nodes"
	BudgetLastMovePositions   Budget = "last-move-positions"
	BudgetLastMoveKernelNodes Budget = "last-move-kernel-nodes"
	BudgetCageStates          Budget = "cage-states"
	BudgetFormulaConflicts    Budget = "formula-conflicts"
	BudgetTime                Budget = "time"
)

// Budgets are names of budgets, without repetitions.
type Budgets []Budget

// add adds the name of a budget if it ended a search.
func (b *Budgets) add(name Budget, ended bool) {
	if ended {
		*b = append(*b, name)
	}
}

// String returns the names separated by commas: "kernel-nodes,last-move-positions".
func (b Budgets) String() string {
	names := make([]string, len(b))
	for i, name := range b {
		names[i] = string(name)
	}
	return strings.Join(names, ",")
}
