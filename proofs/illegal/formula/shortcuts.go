package formula

import (
	"slices"

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
	f.openFiles()
}

// openFiles counts the files that are opened. Take on each file of the start a
// white pawn with a black one next above it. They stay where they are, facing each
// other, until one of them captures or is captured as a pawn. So as many files are
// opened at most as there are captures by pawns and pawns captured together. And
// as pawns only those are captured that the goal does not need, as a pawn or as
// what it became.
func (f *Formula) openFiles() {
	n := len(f.slots)
	var taken [2][]encode.Bool // by colour: captured as a pawn
	captured := make([]encode.Bool, len(f.pawns))
	for k := range f.pawns {
		p := &f.pawns[k]
		captured[k] = f.Or(append(p.taken, p.byPiece)...)
		taken[p.color] = append(taken[p.color], captured[k])
	}
	for c := range taken {
		spare := len(taken[c]) - f.a.Needed[c]
		for _, sq := range f.goals {
			if f.a.Goal.Board[sq].Color() == chess.Color(c) {
				spare--
			}
		}
		f.atMost(spare, taken[c])
	}
	var opened []encode.Bool
	var done []int // files
	for q := 1; q < len(f.pawns); q++ {
		low, high := &f.pawns[q-1], &f.pawns[q]
		file := low.file
		if high.file != file || low.color != chess.White || high.color != chess.Black || slices.Contains(done, file) {
			continue
		}
		open := f.Or(low.later[0], high.later[0], captured[q-1], captured[q])
		done = append(done, file)
		if !f.faceAtGoal(file) {
			f.clause(open)
			opened = append(opened, f.True)
			continue
		}
		opened = append(opened, open)
		for _, p := range []*pawn{low, high} {
			f.clause(open, p.promoted(n).Not())
			f.clause(open, p.on[n][file])
		}
		for i := range n + 1 {
			f.clause(open, f.isBelow(q-1, q, i))
		}
	}
	files := f.count(opened, len(opened))
	white, black := f.count(taken[0], len(opened)), f.count(taken[1], len(opened))
	for u := range len(opened) {
		used := f.False // more than u captures by pawns
		if u < n {
			used = f.slots[u].used
		}
		for w := 0; u+w < len(opened); w++ {
			for b := 0; u+w+b < len(opened); b++ {
				f.clause(files[u+w+b+1].Not(), used, white[w+1], black[b+1])
			}
		}
	}
}

// faceAtGoal reports whether the goal has a white pawn below a black one on a file.
func (f *Formula) faceAtGoal(file int) bool {
	white := false
	for rank := range 8 {
		switch f.a.Goal.Board[chess.MakeSquare(file, rank)] {
		case chess.WhitePawn:
			white = true
		case chess.BlackPawn:
			if white {
				return true
			}
		}
	}
	return false
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
