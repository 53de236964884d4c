package verb

import (
	"strings"

	"github.com/spf13/cobra"

	"retroproof/retro/table"
)

// completeMaterials offers the materials of up to five men that begin as the word does,
// in capitals or not.
func completeMaterials(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for men := 3; men <= 5; men++ {
		for _, m := range table.Materials(men) {
			name := m.String()
			if len(word) <= len(name) && strings.EqualFold(name[:len(word)], word) {
				names = append(names, name)
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
