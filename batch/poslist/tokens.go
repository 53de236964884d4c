package poslist

import (
	"slices"
	"strings"

	"retroproof/kernel"
	"retroproof/kernel/resolve"
)

// TokenLine writes an answer as texelutil does. Of the tokens that the line
// had, those of a search for proof games are kept while it makes sense.
func TokenLine(a *resolve.Answer, had []Token) string {
	list := []Token{{Name: a.Verdict.String()}}
	switch a.Verdict {
	case kernel.Illegal:
		list[0].Words = []string{string(a.Reason)}
		return Text(a.Setup.FEN(), list...)
	case kernel.Legal:
		return Text(a.Setup.FEN(), append(list, Token{Name: "proof", Words: a.Game})...)
	}
	found := a.Kernel.Extended == kernel.Found
	if found {
		list = append(list, Token{Name: "kernel", Words: strings.Fields(kernel.FormatMoves(a.Kernel.Moves))},
			Token{Name: "extKernel", Words: strings.Fields(a.Kernel.Ranks.String())})
	}
	for _, t := range had {
		renewed := found && (t.Name == "kernel" || t.Name == "extKernel")
		if !renewed && slices.Contains(SearchTokens, t.Name) {
			list = append(list, t)
		}
	}
	return Text(a.Setup.FEN(), list...)
}

// SearchTokens are the names of the tokens that searches leave in a line, in the order in which they are written.
var SearchTokens = []string{"kernel", "extKernel", "path", "status", "fail", "info"}
