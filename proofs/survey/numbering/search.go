package numbering

// LastNotAbove returns the last place, the end apart, of a number that is not above n
// in a list that does not fall and begins with 0: the part that n is in, if the list
// has the sums of the parts before each and, at the end, of all.
func LastNotAbove(list []Uint, n Uint) int {
	low, high := 0, len(list)-1
	for high-low > 1 {
		if mid := (low + high) / 2; n.Less(list[mid]) {
			high = mid
		} else {
			low = mid
		}
	}
	return low
}
