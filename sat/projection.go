package sat

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseVariables reads a list of the variables of a formula that has n, such as "1-19,23".
func ParseVariables(list string, n int) (variables []int, err error) {
	seen := map[int]bool{}
	for part := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		a, err1 := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil {
			return nil, fmt.Errorf("%q is neither a variable nor a range such as 1-19", part)
		}
		if a < 1 || b < a || b > n {
			return nil, fmt.Errorf("%q is not within 1-%d, the variables of the formula", part, n)
		}
		for v := a; v <= b; v++ {
			if seen[v] {
				return nil, fmt.Errorf("variable %d occurs twice", v)
			}
			seen[v] = true
			variables = append(variables, v)
		}
	}
	return variables, nil
}
