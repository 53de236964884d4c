// Package count has the numbers of armies, of pairs of armies, and of positions, and the
// draws of texelutil's rndfen.
//
//	pair      two armies that one game can leave
//	position  here: where the men of a pair stand, nothing else, unless said otherwise
//
// All numbers are exact. The definitions, their sources and the figures are in
// doc/counting.md. Armies, the numberings of positions, draws and the estimate stand below
// the trust line, in proofs/survey.
package count
