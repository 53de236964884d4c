package main

import (
	"slices"
	"strings"

	"retroproof/batch/progress"
)

// texelLong are options of texelutil's proofgame that are longer than a letter,
// though they have one hyphen.
var texelLong = []string{"-retry", "-rnd", "-rndkernel", "-nokernel", "-na", "-ipgn"}

// texelArguments gives these options the second hyphen that they need here, so that
// what works with texelutil does so with retroproof. Nobody can mean anything else
// by them: as single letters they are not options of the verb.
func texelArguments(args []string) []string {
	verb := slices.Index(args, "proofgame")
	if verb < 0 || slices.ContainsFunc(args[:verb], func(a string) bool { return !strings.HasPrefix(a, "-") && !isProgressMode(a) }) {
		return args // it is another verb's argument
	}
	args = slices.Clone(args)
	for i := verb + 1; i < len(args) && args[i] != "--"; i++ {
		if name, _, _ := strings.Cut(args[i], "="); slices.Contains(texelLong, name) {
			args[i] = "-" + args[i]
		}
	}
	return args
}

// isProgressMode reports whether an argument may be the value of --progress, which
// may stand before the verb.
func isProgressMode(arg string) bool {
	var mode progress.Mode
	return mode.Set(arg) == nil
}
