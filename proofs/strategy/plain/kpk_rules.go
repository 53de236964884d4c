package plain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// kpkRules is the evaluator of king and pawn against king, Black to move, not stalemated and unable
// to take the pawn: the first rule applies all of whose conditions hold; if none does, it is a draw.
const kpkRules = `
win: k-flank > 2, steps < k-goal - 1
draw: K-second > k-third, rank <= 6, K-key > k-second
win: lead > 1, edge > 0, K-front < k-pawn, K-second <= k-flank
draw: K-files > k-files, steps >= k-second - 1, K-pawn > k-post
draw: catch != 2, k-pawn > 1, K-front > k-key + 1
win: K-goal < k-flank, steps <= k-front, K-post < k-post - 1
win: K-second < k-flank, K-second >= k-second, K-pawn <= k-pawn, K-front > 0
draw: steps > 2, K-pawn <= k-goal + 2, K-second > k-goal
draw: rank <= 5, K-front >= k-goal - 2, K-front > k-front
draw: rank <= 5, ranks <= -1, edge = 0, K-post >= k-goal - 2
draw: files <= 1, rank <= 4, K-above <= 0, k-above <= 5
draw: K-above > 2, rank > 2, ranks > 1, K-front >= k-pawn
win: K-second > 0, catch > 1
win: files > 1, K-front <= k-front, k-flank > 2, K-files >= k-files - 1
win: K-files < k-files - 1, files != 2, edge > 0
win: K-goal <= k-goal, K-files = 1, K-flank <= k-flank, K-pawn <= k-post + 1
draw: K-goal > k-goal, opposition = 0, K-flank <= k-second, K-flank >= k-second
draw: K-rank > 6, files <= 1, K-above > 2, k-above >= 0
win: kings != 3, K-front > 1, lead > 1
win: even = 1, k-above > 2, ranks = -2
win: K-goal <= k-third + 1, rank <= 2, k-above <= 0
draw: kings = 3, k-key = 2, files != 2, steps > k-front
draw: K-pawn >= k-front, k-above <= 0, K-above != 1, K-second >= k-goal - 2
win: edge > 0, K-goal < k-pawn - 1
win: K-pawn < k-pawn, edge > 0, beside = 0
win: k-files > k-above + 3, K-above <= 2, K-goal >= k-goal - 2, K-flank < k-pawn
draw: K-goal > k-pawn, K-front <= k-key, K-second >= k-third - 2, K-above >= -1
win: k-above > 4, beside = 1, K-above >= 0
draw: K-pawn > 3, K-above != 3, files <= 1, k-above != 4
win: kings != 3, k-goal > 4, k-rank != 4, K-files >= K-above - 1
draw: edge = 0, k-third <= 3, K-second != 2, k-above >= 0
win: K-pawn <= 2, k-files > k-above, K-files <= K-above + 3, k-above >= 0
draw: K-files >= k-files - 1, k-rank <= 7, K-above != 2, steps > k-flank
win: K-front <= k-third, k-files <= k-above + 1, steps != 4, K-key < k-pawn - 1
win: K-goal <= 3, steps <= k-front + 1, k-files > k-above, steps >= k-flank
win: K-second > k-second, k-above != 1, k-above != 0, edge > 0
draw: catch != -1, K-files > K-above + 1, k-goal != 2, K-files <= 4
win: K-front >= k-goal, edge > 0, k-post != 2
draw: K-second >= k-post - 2, steps >= k-flank, k-second != 4, k-post != 2
win: k-rank != 7, K-pawn >= k-pawn - 1, K-goal > 0, k-above != 3
draw: K-rank != 6, k-files > 0, K-front != 1
win: k-files != 2, edge != 1
`

// KPKNotion is a number, or a property with values 0 and 1, that the rules refer to: K- is the white
// king's, k- the black king's. doc/strategies.md says what they are.
type KPKNotion int

// The notions. NoNotion stands where a condition compares with a number.
const (
	NoNotion KPKNotion = iota
	WhitePawn
	WhiteFront
	WhiteSecond
	WhiteFlank
	WhitePost
	WhiteGoal
	WhiteKey
	BlackPawn
	BlackFront
	BlackSecond
	BlackThird
	BlackFlank
	BlackPost
	BlackGoal
	BlackKey
	Lead
	Catch
	PawnSteps
	WhiteFiles
	BlackFiles
	WhiteAbove
	BlackAbove
	KingsFiles
	KingsRanks
	KingsApart
	PawnRank
	PawnEdge
	WhiteRank
	BlackRank
	Opposition
	DistantOpposition
	SameSide
)

var kpkNotions = strings.Fields(`- K-pawn K-front K-second K-flank K-post K-goal K-key
	k-pawn k-front k-second k-third k-flank k-post k-goal k-key lead catch steps
	K-files k-files K-above k-above files ranks kings rank edge K-rank k-rank opposition even beside`)

// Condition compares a notion A with B + Than; with Than alone if B is NoNotion.
type Condition struct {
	A, B KPKNotion
	Op   string // <= < > >= = !=
	Than int
}

// Rule is a rule of the evaluator.
type Rule struct {
	Win        bool // White wins; else it is a draw
	Conditions []Condition
}

// kpkEvaluator returns the rules of the evaluator, in order.
func kpkEvaluator() (rules []Rule) {
	for line := range strings.Lines(strings.TrimSpace(kpkRules)) {
		outcome, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		r := Rule{Win: outcome == "win"}
		for c := range strings.SplitSeq(text, ", ") {
			r.Conditions = append(r.Conditions, condition(strings.Fields(c)))
		}
		rules = append(rules, r)
	}
	return rules
}

// condition reads a condition: a notion, a comparison, and a number or a notion, to which a number
// may be added. It panics on anything else: the text is the one above.
func condition(words []string) (c Condition) {
	notion := func(name string) KPKNotion {
		n := slices.Index(kpkNotions, name)
		if n <= 0 {
			panic(fmt.Sprintf("kpk: no notion %q in %q", name, words))
		}
		return KPKNotion(n)
	}
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			panic(fmt.Sprintf("kpk: %v in %q", err, words))
		}
		return n
	}
	c.A, c.Op = notion(words[0]), words[1]
	if n, err := strconv.Atoi(words[2]); err == nil {
		c.Than = n
		return c
	}
	if c.B = notion(words[2]); len(words) == 5 {
		c.Than = number(words[3] + words[4])
	}
	return c
}
