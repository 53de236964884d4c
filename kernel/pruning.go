package kernel

// pruning is a set of rules that make the searches faster. All are used; tests
// turn them off one by one and compare the answers.
type pruning uint

const (
	countColumns   pruning = 1 << iota // a capture completes two columns at most
	countFiles                         // pawns come to other files by capturing
	countPawns                         // those left are enough for the promotions
	remember                           // what failed before
	relaxSteps                         // of steps with the same columns only one
	countPieces                        // those too many can still be captured
	askColumns                         // whether the columns can be completed
	zones                              // ranks on the way, not only in the end
	countWalks                         // pawns can still come to the goal's squares
	easyFirst                          // pieces that can be captured anywhere
	countCrossings                     // pawns cross each line between two files by capturing
	countBishops                       // bishops promote on squares of their colour

	allRules = 1<<iota - 1
)

func (p *problem) uses(r pruning) bool { return p.off&r == 0 }
