package formula

import (
	"os"
	"strings"

	"retroproof/chess"
	"retroproof/encode"
)

func exp(s string) bool { return strings.Contains(","+os.Getenv("VAR")+",", ","+s+",") }

// touches: a slot's capture begins or ends on a file.
func (f *Formula) touches(i, file int) encode.Bool {
	var ways []encode.Bool
	for w, way := range f.slots[i].way {
		if wayFrom(w) == file || wayTo(w) == file {
			ways = append(ways, way)
		}
	}
	return f.Or(ways...)
}

func (f *Formula) lazy() {
	for i := range f.slots {
		var touch [8]encode.Bool
		for g := range 8 {
			touch[g] = f.touches(i, g)
		}
		for k := range f.pawns {
			p := &f.pawns[k]
			if !p.moves {
				continue
			}
			for g, on := range p.on[i] {
				if on == f.False {
					continue
				}
				for r := 1; r < 8; r++ {
					f.clause(on.Not(), touch[g], f.slots[i].kind[aPromoted], p.ends[i][r].Not(), p.begins[i][r])
				}
			}
			if exp("freeze") {
				for r := 1; r < 8; r++ {
					f.clause(f.here(p, i), p.ends[i][r].Not(), p.begins[i][r])
				}
			}
		}
	}
}

// displacement: pawns that end on other files need captures.
func (f *Formula) displacement() {
	for c := chess.White; c <= chess.Black; c++ {
		var all []encode.Bool
		for k := range f.pawns {
			p := &f.pawns[k]
			if p.color != c || !p.moves {
				continue
			}
			n := f.a.Captures[c]
			cnt := f.count(p.takes, n+1)
			for d := 1; d <= n; d++ {
				all = append(all, cnt[d])
			}
			for j, sq := range f.goals {
				if b := f.stands[k][j]; b != f.False {
					d := max(sq.File()-p.file, p.file-sq.File())
					f.clause(b.Not(), cnt[d])
				}
			}
		}
		f.atMost(f.a.Captures[c], all)
	}
}

func (f *Formula) untouched() {
	n := len(f.slots)
	// touched[i][g]: a capture at slot i or later touches file g
	touched := make([][8]encode.Bool, n+1)
	for g := range 8 {
		touched[n][g] = f.False
	}
	for i := n - 1; i >= 0; i-- {
		for g := range 8 {
			touched[i][g] = f.Or(f.touches(i, g), touched[i+1][g])
		}
		if exp("cnt") || i == 0 {
			cnt := f.count(touched[i][:], 8)
			for m := 0; 2*m+1 <= 8; m++ {
				used := f.False
				if i+m < n {
					used = f.slots[i+m].used
				}
				f.clause(cnt[2*m+1].Not(), used)
			}
		}
		if !exp("stay") && i > 0 {
			continue
		}
		for k := range f.pawns {
			p := &f.pawns[k]
			for g := range 8 {
				if p.on[i][g] == f.False {
					continue
				}
				f.clause(touched[i][g], p.on[i][g].Not(), p.on[n][g], p.promoted(n))
				f.clause(touched[i][g], p.on[i][g], p.on[n][g].Not())
			}
		}
		for q := range f.pawns {
			for p := range q {
				a, b := &f.pawns[p], &f.pawns[q]
				if a.color == b.color || !f.meeting(p, q, i) {
					continue
				}
				facing := f.order[q][p][i]
				if a.color == chess.Black {
					facing = f.above[q][p][i]
				}
				for g := range 8 {
					if a.on[i][g] == f.False || b.on[i][g] == f.False {
						continue
					}
					f.clause(touched[i][g], facing.Not(), a.on[i][g].Not(), b.on[i][g].Not(), a.promoted(n).Not())
					f.clause(touched[i][g], facing.Not(), a.on[i][g].Not(), b.on[i][g].Not(), b.promoted(n).Not())
				}
			}
		}
	}
	if exp("all") {
		// captures in all
		var all []encode.Bool
		for i := range f.slots {
			all = append(all, f.slots[i].used)
		}
		for k := range f.pawns {
			all = append(all, f.pawns[k].byPiece)
		}
		f.atMost(f.a.Captures[0]+f.a.Captures[1], all)
	}
}

func (f *Formula) separations() {
	n := len(f.slots)
	var pawnVictims []encode.Bool
	for i := range f.slots {
		pawnVictims = append(pawnVictims, f.slots[i].kind[aPawn])
	}
	sep := make([][8]encode.Bool, n+1)
	for g := range 8 {
		sep[n][g] = f.False
	}
	for i := n - 1; i >= 0; i-- {
		for g := range 8 {
			var from, to []encode.Bool
			for w, way := range f.slots[i].way {
				if wayFrom(w) == g {
					from = append(from, way)
				}
				if wayTo(w) == g {
					to = append(to, way)
				}
			}
			sep[i][g] = f.Or(f.Or(from...), f.And(f.Or(to...), f.slots[i].kind[aPawn]), sep[i+1][g])
		}
		if i > 0 && !exp("sepall") {
			continue
		}
		cnt := f.count(sep[i][:], 8)
		pv := f.count(pawnVictims[i:], n-i)
		for u := 0; u <= n-i; u++ {
			for a := 0; a <= u; a++ {
				if u+a+1 > 8 {
					continue
				}
				used := f.False
				if i+u < n {
					used = f.slots[i+u].used
				}
				more := f.False
				if a+1 < len(pv) {
					more = pv[a+1]
				}
				f.clause(cnt[u+a+1].Not(), used, more)
			}
		}
		for q := range f.pawns {
			for p := range q {
				a, b := &f.pawns[p], &f.pawns[q]
				if a.color == b.color || !f.meeting(p, q, i) {
					continue
				}
				facing := f.order[q][p][i]
				if a.color == chess.Black {
					facing = f.above[q][p][i]
				}
				for g := range 8 {
					if a.on[i][g] == f.False || b.on[i][g] == f.False {
						continue
					}
					f.clause(sep[i][g], facing.Not(), a.on[i][g].Not(), b.on[i][g].Not(), a.promoted(n).Not())
					f.clause(sep[i][g], facing.Not(), a.on[i][g].Not(), b.on[i][g].Not(), b.promoted(n).Not())
				}
			}
		}
	}
}
