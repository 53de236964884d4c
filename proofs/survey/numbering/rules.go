package numbering

// Rules are what armies depend on. There is one game, and smaller ones for tests, in
// which all positions can be listed.
type Rules struct {
	Start Army // of each side
}

// Standard are the rules of chess.
var Standard = Rules{Army{Pawns: 8, Queens: 1, Rooks: 2, Bishops: 2, Knights: 2}}

// Bounds of the numbers of men, for arrays.
const (
	MostPawns      = 8
	MostPieces     = MostPawns + 7
	MostMen        = MostPieces + 1 // of a side, its king included
	MostMenOnBoard = 2 * MostMen
)

// Promoted returns how many men of an army must have been pawns.
func (r *Rules) Promoted(a Army) int {
	return max(0, a.Queens-r.Start.Queens) + max(0, a.Rooks-r.Start.Rooks) +
		max(0, a.Bishops-r.Start.Bishops) + max(0, a.Knights-r.Start.Knights)
}

// Valid reports whether there were pawns enough for all who are or were pawns.
func (r *Rules) Valid(a Army) bool {
	return min(a.Pawns, a.Queens, a.Rooks, a.Bishops, a.Knights) >= 0 && a.Pawns+r.Promoted(a) <= r.Start.Pawns
}

// Armies returns all armies in the order of [Army.Less].
func (r *Rules) Armies() (all []Army) {
	for p := range r.Start.Pawns + 1 {
		most := r.Start.Pawns - p
		for q := range r.Start.Queens + most + 1 {
			for rooks := range r.Start.Rooks + most + 1 {
				for b := range r.Start.Bishops + most + 1 {
					for n := range r.Start.Knights + most + 1 {
						if a := (Army{p, q, rooks, b, n}); r.Valid(a) {
							all = append(all, a)
						}
					}
				}
			}
		}
	}
	return all
}

// Limit is what promoted men are limited by: 38 in the one game, as in the paper.
type Limit int

// Limit returns the captures that there can be, if all men but the kings are gone, and
// the pawns of a side.
func (r *Rules) Limit() Limit { return Limit(2*(r.Start.Men()-1) + r.Start.Pawns) }

// StandardLimit is that of the rules of chess.
var StandardLimit = Standard.Limit()

// Slack returns how many promoted men both sides can have together, given the pawns
// of each and the pieces of both: [Attainable] in another form.
func (l Limit) Slack(x, y, pieces int) int {
	return int(l) - x - y - pieces - max(x, y)
}
