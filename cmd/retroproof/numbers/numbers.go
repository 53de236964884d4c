// Package numbers has the verbs about numbers of positions and games.
package numbers

import (
	_ "embed"

	"retroproof/cmd/retroproof/verb"
)

//go:embed help.txt
var help string

// Subject is what the program has of this package.
var Subject = verb.Subject{
	Help: help,
	Verbs: []*verb.Verb{perft, rank, unrank, countArmies, countPairs, countPositions, sampleVerb, rndfen, estimateVerb,
		surveyVerb, estimateMerge, estimateGet},
	Routes: routes,
	Others: []verb.Answer{&attainable{}},
}
