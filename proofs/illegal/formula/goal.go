package formula

import (
	"fmt"

	chess "retroproof/chess/board"
)

// ends adds that every pawn has one end, and that the goal has the men that it needs: a pawn is
// lost, or captured after promotion, or is a pawn or a piece of the goal.
func (f *builder) ends() {
	for _, p := range f.pawns {
		p.lost = f.or(append([]literal{p.byPiece}, p.taken...), "lost.%s", p.at)
		p.ends = append([]literal{p.lost}, p.takenPiece...)
		p.goal, p.role = map[chess.Square]literal{}, [numKinds]literal{never, never, never}
	}
	for file := range 8 {
		for rank := range 8 {
			if at := chess.MakeSquare(file, rank); f.a.Goal.Board[at].Kind() == chess.Pawn {
				f.goalPawn(at, f.a.Goal.Board[at].Color())
			}
		}
	}
	for _, c := range sides {
		for kind := range kinds {
			f.goalPieces(c, kind)
		}
	}
	for _, s := range f.a.Specials {
		f.cagedBishop(s.Color, s.File)
	}
	for _, p := range f.pawns {
		f.exactlyOne(p.ends)
	}
}

func (f *builder) exactlyOne(literals []literal) {
	f.clause(literals...)
	f.atMostOne(literals)
}

// end declares a possible end of a pawn, and adds what it implies.
func (f *builder) end(p *pawn, name string, means ...literal) literal {
	end := f.variable(true, "%s", name)
	for _, l := range means {
		f.clause(-end, l)
	}
	p.ends = append(p.ends, end)
	return end
}

// goalPawn adds that one pawn of the start is the goal's pawn on a square.
func (f *builder) goalPawn(at chess.Square, c chess.Color) {
	n, file, r := len(f.slots), at.File(), at.Rank()+1
	var some []literal
	for _, p := range f.pawns {
		if p.color == c && p.on[n][file] != never {
			p.goal[at] = f.end(p, fmt.Sprintf("goal.%s.%s", p.at, at), p.on[n][file], p.rank[n][r], -p.rank[n][r+1])
			some = append(some, p.goal[at])
		}
	}
	f.exactlyOne(some)
}

// cagedBishop adds that one pawn has become the goal's bishop on a caged square.
func (f *builder) cagedBishop(c chess.Color, file int) {
	n := len(f.slots)
	var some []literal
	for _, p := range f.pawns {
		if p.color == c && p.moves && p.on[n][file] != never {
			some = append(some, f.end(p, fmt.Sprintf("role.%s.caged-%c", p.at, 'a'+file), p.on[n][file], p.promoted(n)))
		}
	}
	f.exactlyOne(some)
}

// goalPieces counts the pieces of a kind: those of the goal are those of the start that are not
// captured, and those that were pawns.
func (f *builder) goalPieces(c chess.Color, kind int) {
	had, wanted, missing, most := 0, 0, 0, 0
	for _, k := range kinds[kind] {
		had += f.a.Pieces[c][k]
		wanted += f.a.Wants[c][k]
		missing += max(0, f.a.Wants[c][k]-f.a.Pieces[c][k])
		most += f.a.Wants[c][k] - f.a.Keep[c][k]
	}
	n := len(f.slots)
	var some, victims []literal
	for _, p := range f.pawns {
		if p.color != c || !p.moves {
			continue
		}
		means := []literal{p.promoted(n)}
		for file := range 8 {
			if !f.a.BishopFits(kinds[kind][0], c, file) {
				means = append(means, -p.on[n][file])
			}
		}
		p.role[kind] = f.end(p, fmt.Sprintf("role.%s.%s", p.at, kindNames[kind]), means...)
		some = append(some, p.role[kind])
	}
	become := f.count(some, len(some), "become.%s.%s", kindNames[kind], c)
	f.clause(become.atLeast(missing))
	f.clause(-become.atLeast(most + 1))
	for _, s := range f.slots {
		victims = append(victims, s.piece[c][kind])
	}
	taken := f.count(victims, n, "victims.%s.%s", kindNames[kind], c)
	for j := 1; j <= n; j++ {
		f.clause(-taken.atLeast(j), become.atLeast(wanted-had+j))
	}
}

// countCaptures adds that a side makes at most as many captures as the other side has missing
// men.
func (f *builder) countCaptures() {
	var both []literal
	for _, c := range sides {
		var captures []literal
		for _, s := range f.slots {
			captures = append(captures, s.by[c])
		}
		for _, p := range f.pawns {
			if p.color != c {
				captures = append(captures, p.byPiece)
			}
		}
		f.atMost(f.a.Captures[c], captures, "captures.%s", c)
		both = append(both, captures...)
	}
	f.atMost(f.a.Captures[chess.White]+f.a.Captures[chess.Black], both, "captures")
}

// openFiles bounds the number of files that have to be opened. On a file of the start, take a
// white pawn and the next man above it among the pawns, if that is black. The two face each
// other until one of them captures or is lost: then the file is opened. So at most as many
// files are opened as there are captures by pawns plus pawns that are lost; and at most those
// pawns are lost that the goal does not need.
func (f *builder) openFiles() {
	var lost [2]tally
	for _, c := range sides {
		var list []literal
		spare := -f.a.Needed[c]
		for _, p := range f.pawns {
			if p.color == c {
				list = append(list, p.lost)
				spare++
			}
		}
		for _, m := range f.a.Goal.Board {
			if m == chess.MakeMan(c, chess.Pawn) {
				spare--
			}
		}
		lost[c] = f.count(list, len(list), "lost.%s", c)
		f.clause(-lost[c].atLeast(spare + 1))
	}
	var opened []literal
	done := -1 // the file handled last
	for q, high := range f.pawns[min(1, len(f.pawns)):] {
		low, file := f.pawns[q], high.at.File()
		if file == done || low.at.File() != file || low.color != chess.White || high.color != chess.Black {
			continue
		}
		done = file
		reasons := append([]literal{low.lost, high.lost}, low.takes...)
		open := f.or(append(reasons, high.takes...), "open.%c", 'a'+file)
		if !f.faceAtGoal(file) {
			f.clause(open)
		}
		opened = append(opened, open)
	}
	files := f.count(opened, len(opened), "open")
	for u := range len(opened) {
		used := never // there are more than u captures by pawns
		if u < len(f.slots) {
			used = f.slots[u].used
		}
		for w := 0; u+w < len(opened); w++ {
			for b := 0; u+w+b < len(opened); b++ {
				f.clause(-files.atLeast(u+w+b+1), used, lost[chess.White].atLeast(w+1), lost[chess.Black].atLeast(b+1))
			}
		}
	}
}

// faceAtGoal reports whether the goal has a white pawn below a black one on a file.
func (f *builder) faceAtGoal(file int) bool {
	for low := range 8 {
		for high := low + 1; high < 8; high++ {
			if f.a.Goal.Board[chess.MakeSquare(file, low)] == chess.WhitePawn && f.a.Goal.Board[chess.MakeSquare(file, high)] == chess.BlackPawn {
				return true
			}
		}
	}
	return false
}
