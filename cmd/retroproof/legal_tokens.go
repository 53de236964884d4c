package main

import (
	"slices"
	"strings"

	"retroproof/batch/passes"
	"retroproof/batch/poslist"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
)

// legalTokens writes an answer as texelutil does. Of the tokens that the line
// had, those of a search for proof games are kept while it makes sense.
func legalTokens(a *resolve.Answer, had []poslist.Token) string {
	tokens := []poslist.Token{{Name: a.Verdict.String()}}
	switch a.Verdict {
	case kernel.Illegal:
		tokens[0].Words = []string{string(a.Reason)}
		return poslist.Text(fenOf(a), tokens...)
	case kernel.Legal:
		return poslist.Text(fenOf(a), append(tokens, poslist.Token{Name: "proof", Words: a.Game})...)
	}
	found := a.Kernel.Status == kernel.ExtendedFound
	if found {
		tokens = append(tokens, poslist.Token{Name: "kernel", Words: strings.Fields(a.Kernel.Kernel)},
			poslist.Token{Name: "extKernel", Words: strings.Fields(a.Kernel.Extended)})
	}
	for _, t := range had {
		renewed := found && (t.Name == "kernel" || t.Name == "extKernel")
		if !renewed && slices.Contains(passes.SearchTokens, t.Name) {
			tokens = append(tokens, t)
		}
	}
	return poslist.Text(fenOf(a), tokens...)
}
