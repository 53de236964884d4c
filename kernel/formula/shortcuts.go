package formula

import (
	"retroproof/chess"
	"retroproof/encode"
)

// addShortcuts says what follows from the rest, but that a solver would have to
// find out file by file and slot by slot: as long as no capture begins or ends on a
// file, its pawns stay there and cannot pass one another; a capture touches two
// files; and the captures by pawns and those of pawns by pieces are not more than
// all captures. With it proofs are about ten times shorter.
func (f *Formula) addShortcuts() {
	n := len(f.slots)
	// By interval and file: a capture touches the file when it ends or later.
	touched := make([][8]encode.Bool, n+1)
	for file := range 8 {
		touched[n][file] = f.False
	}
	for i := n - 1; i >= 0; i-- {
		for file := range 8 {
			var ways []encode.Bool
			for w, way := range f.slots[i].way {
				if wayFrom(w) == file || wayTo(w) == file {
					ways = append(ways, way)
				}
			}
			touched[i][file] = f.Or(append(ways, touched[i+1][file])...)
		}
		files := f.count(touched[i][:], 8)
		for m := 0; 2*m < 8; m++ {
			used := f.False
			if i+m < n {
				used = f.slots[i+m].used
			}
			f.clause(files[2*m+1].Not(), used)
		}
		f.stay(i, &touched[i])
	}
	var captures []encode.Bool
	for i := range f.slots {
		captures = append(captures, f.slots[i].used)
	}
	for k := range f.pawns {
		captures = append(captures, f.pawns[k].byPiece)
	}
	f.atMost(f.a.Captures[0]+f.a.Captures[1], captures)
}

// stay: on files that are not touched from an interval on, pawns stay where they
// are, or promote, and who faces a pawn of the other side does not promote.
func (f *Formula) stay(i int, touched *[8]encode.Bool) {
	n := len(f.slots)
	for k := range f.pawns {
		p := &f.pawns[k]
		for file, on := range p.on[i] {
			if on != f.False {
				f.clause(touched[file], on.Not(), p.on[n][file], p.promoted(n))
				f.clause(touched[file], on, p.on[n][file].Not())
			}
		}
	}
	for q := range f.pawns {
		for p := range q {
			a, b := &f.pawns[p], &f.pawns[q]
			facing := f.below[q][p][i]
			if a.color == chess.Black {
				facing = f.above[q][p][i]
			}
			for file := range 8 {
				if a.color == b.color || a.on[i][file] == f.False || b.on[i][file] == f.False {
					continue
				}
				both := []encode.Bool{touched[file], facing.Not(), a.on[i][file].Not(), b.on[i][file].Not()}
				f.clause(append(both, a.promoted(n).Not())...)
				f.clause(append(both, b.promoted(n).Not())...)
			}
		}
	}
}
