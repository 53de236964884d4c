package count

// sideClass is armies that agree in all that pairs and placements ask of them.
type sideClass struct {
	pawns, promoted, pieces int
	armies                  uint64 // how many
	words                   uint64 // orders of the pieces of all these, like ones not told apart
}

// sideClasses has all 324 of them.
var sideClasses = func() (all []sideClass) {
	index := map[[3]int]int{}
	for _, a := range armies {
		key := [3]int{a.Pawns, a.Promoted(), a.Pieces()}
		i, ok := index[key]
		if !ok {
			i = len(all)
			index[key] = i
			all = append(all, sideClass{pawns: key[0], promoted: key[1], pieces: key[2]})
		}
		all[i].armies++
		all[i].words += Multinomial(a.Queens, a.Rooks, a.Bishops, a.Knights)
	}
	return all
}()
