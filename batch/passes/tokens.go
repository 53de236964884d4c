package passes

import (
	"slices"
	"strings"

	"retroproof/batch/poslist"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
)

// TokenLine writes an answer as texelutil does. Of the tokens that the line
// had, those of a search for proof games are kept while it makes sense.
func TokenLine(a *resolve.Answer, had []poslist.Token) string {
	list := []poslist.Token{{Name: a.Verdict.String()}}
	switch a.Verdict {
	case kernel.Illegal:
		list[0].Words = []string{string(a.Reason)}
		return poslist.Text(a.Setup.FEN(), list...)
	case kernel.Legal:
		return poslist.Text(a.Setup.FEN(), append(list, poslist.Token{Name: "proof", Words: a.Game})...)
	}
	found := a.Kernel.Status == kernel.ExtendedFound
	if found {
		list = append(list, poslist.Token{Name: "kernel", Words: strings.Fields(a.Kernel.Kernel)},
			poslist.Token{Name: "extKernel", Words: strings.Fields(a.Kernel.Extended)})
	}
	for _, t := range had {
		renewed := found && (t.Name == "kernel" || t.Name == "extKernel")
		if !renewed && slices.Contains(SearchTokens, t.Name) {
			list = append(list, t)
		}
	}
	return poslist.Text(a.Setup.FEN(), list...)
}
