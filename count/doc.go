// Package count counts armies, pairs of armies and positions, and draws positions as
// texelutil's rndfen does.
//
//	pair      two armies that one game can leave
//	position  here: the squares of the men of a pair, without side to move and rights
//	          unless stated otherwise
//
// All numbers are exact. The definitions, their sources and the figures are in
// doc/counting.md. Armies, the numberings of positions, draws and the estimate stand below
// the trust line, in proofs/survey.
package count
