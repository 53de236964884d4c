package formula

import (
	"retroproof/chess"
	"retroproof/proofs/illegal/core"
)

// ends adds that every pawn has one end, and that the goal has the men that it needs: a pawn is
// lost, or captured after promotion, or is a pawn or a piece of the goal.
func (b *builder) ends() {
	for _, p := range b.pawns {
		p.lost = b.or(append([]literal{p.byPiece}, p.taken...), "lost", []int{p.index}, core.Key(core.VarLost, p.index),
			"lost.%s", p.at)
		p.ends = numbered("end", p.index, append([]literal{p.lost}, p.takenPiece...), 0)
		p.goal, p.role = map[chess.Square]literal{}, [numKinds]literal{never, never, never}
	}
	place := 1 + len(b.slots) // in the lists of ends
	for file := range 8 {
		for rank := range 8 {
			if at := chess.MakeSquare(file, rank); b.a.Goal.Board[at].Kind() == chess.Pawn {
				b.goalPawn(at, b.a.Goal.Board[at].Color(), place)
				place++
			}
		}
	}
	for _, c := range sides {
		for kind := range kinds {
			b.goalPieces(c, kind, place+kind)
		}
	}
	for i, s := range b.a.Specials {
		b.cagedBishop(s.Color, s.File, place+numKinds+i)
	}
	for _, p := range b.pawns {
		b.exactlyOne(p.ends)
	}
}

// end declares a possible end of a pawn, which has a place in the list of its ends.
func (b *builder) end(p *pawn, place int, key core.Lit, format string, args ...any) literal {
	end := b.variable(true, key, format, args...)
	p.ends.add(place, end)
	return end
}

// goalPawn adds that one pawn of the start is the goal's pawn on a square.
func (b *builder) goalPawn(s chess.Square, c chess.Color, place int) {
	n, file, r := len(b.slots), s.File(), s.Rank()+1
	some := &group{name: "goal", of: []int{int(s)}}
	for _, p := range b.pawns {
		if p.color == c && p.on[n][file] != never {
			end := b.end(p, place, core.Key(core.VarGoal, p.index, int(s)), "goal.%s.%s", p.at, s)
			for v, l := range []literal{p.on[n][file], p.rank[n][r], -p.rank[n][r+1]} {
				b.clause(at("arrived-1", p.index, int(s)).plus(v), -end, l)
			}
			p.goal[s] = end
			some.add(p.index, end)
		}
	}
	b.exactlyOne(some)
}

// cagedBishop adds that one pawn has become the goal's bishop on a caged square.
func (b *builder) cagedBishop(c chess.Color, file, place int) {
	n, s := len(b.slots), int(chess.MakeSquare(file, c.RelativeRank(7)))
	some := &group{name: "cage", of: []int{s}}
	for _, p := range b.pawns {
		if p.color == c && p.moves && p.on[n][file] != never {
			end := b.end(p, place, core.Key(core.VarCage, p.index, s), "role.%s.caged-%c", p.at, 'a'+file)
			b.clause(at("caged-1", p.index, s), -end, p.on[n][file])
			b.clause(at("caged-2", p.index, s), -end, p.promoted(n))
			some.add(p.index, end)
		}
	}
	b.exactlyOne(some)
}

// goalPieces counts the pieces of a kind: those of the goal are those of the start that are not
// captured, and those that were pawns.
func (b *builder) goalPieces(c chess.Color, kind, place int) {
	had, wanted, missing, most := 0, 0, 0, 0
	for _, k := range kinds[kind] {
		had += b.a.Pieces[c][k]
		wanted += b.a.Wants[c][k]
		missing += max(0, b.a.Wants[c][k]-b.a.Pieces[c][k])
		most += b.a.Wants[c][k] - b.a.Keep[c][k]
	}
	n := len(b.slots)
	var some, victims []literal
	for _, p := range b.pawns {
		if p.color != c || !p.moves {
			continue
		}
		role := b.end(p, place, core.Key(core.VarRole, p.index, kind), "role.%s.%s", p.at, kindNames[kind])
		b.clause(at("became", p.index, kind), -role, p.promoted(n))
		for file := range 8 {
			if !b.a.BishopFits(kinds[kind][0], c, file) {
				b.clause(at("wrong", p.index, kind, file), -role, -p.on[n][file])
			}
		}
		p.role[kind] = role
		some = append(some, p.role[kind])
	}
	of := []int{int(c), kind}
	become := b.count(some, len(some), core.Become, of, "become.%s.%s", kindNames[kind], c)
	b.clause(at("least", of...), become.atLeast(missing))
	b.clause(at("most", of...), -become.atLeast(most+1))
	for _, s := range b.slots {
		victims = append(victims, s.piece[c][kind])
	}
	taken := b.count(victims, n, core.Men, of, "victims.%s.%s", kindNames[kind], c)
	for j := 1; j <= n; j++ {
		b.clause(at("replaced", int(c), kind, j), -taken.atLeast(j), become.atLeast(wanted-had+j))
	}
}

// countCaptures adds that a side makes at most as many captures as the other side has missing
// men.
func (b *builder) countCaptures() {
	var both []literal
	for _, c := range sides {
		var captures []literal
		for _, s := range b.slots {
			captures = append(captures, s.by[c])
		}
		for _, p := range b.pawns {
			if p.color != c {
				captures = append(captures, p.byPiece)
			}
		}
		b.atMost(at("limit-1", int(c)), b.a.Captures[c], captures, core.Caps, []int{int(c)}, "captures.%s", c)
		both = append(both, captures...)
	}
	b.atMost(at("limit-2"), b.a.Captures[chess.White]+b.a.Captures[chess.Black], both, core.AllCaps, nil, "captures")
}

// openFiles bounds the number of files that have to be opened. On a file of the start, take a
// white pawn and the next man above it among the pawns, if that is black. The two face each
// other until one of them captures or is lost: then the file is opened. So at most as many
// files are opened as there are captures by pawns plus pawns that are lost; and at most those
// pawns are lost that the goal does not need.
func (b *builder) openFiles() {
	var lost [2]tally
	for _, c := range sides {
		var list []literal
		spare := -b.a.Needed[c]
		for _, p := range b.pawns {
			if p.color == c {
				list = append(list, p.lost)
				spare++
			}
		}
		for _, m := range b.a.Goal.Board {
			if m == chess.MakeMan(c, chess.Pawn) {
				spare--
			}
		}
		lost[c] = b.count(list, len(list), core.AllLost, []int{int(c)}, "lost.%s", c)
		b.clause(at("spare", int(c)), -lost[c].atLeast(spare+1))
	}
	var opened []literal
	done := -1 // the file handled last
	for q, high := range b.pawns[min(1, len(b.pawns)):] {
		low, file := b.pawns[q], high.at.File()
		if file == done || low.at.File() != file || low.color != chess.White || high.color != chess.Black {
			continue
		}
		done = file
		reasons := append([]literal{low.lost, high.lost}, low.takes...)
		open := b.or(append(reasons, high.takes...), "open", []int{file}, core.Key(core.VarOpen, file), "open.%c", 'a'+file)
		if !b.faceAtGoal(file) {
			b.clause(at("opened", file), open)
		}
		opened = append(opened, open)
	}
	files := b.count(opened, len(opened), core.Opens, nil, "open")
	for u := range len(opened) {
		used := never // there are more than u captures by pawns
		if u < len(b.slots) {
			used = b.slots[u].used
		}
		for white := 0; u+white < len(opened); white++ {
			for black := 0; u+white+black < len(opened); black++ {
				b.clause(at("openings", u, white, black), -files.atLeast(u+white+black+1), used, lost[chess.White].atLeast(white+1),
					lost[chess.Black].atLeast(black+1))
			}
		}
	}
}

// faceAtGoal reports whether the goal has a white pawn below a black one on a file.
func (b *builder) faceAtGoal(file int) bool {
	for low := range 8 {
		for high := low + 1; high < 8; high++ {
			if b.a.Goal.Board[chess.MakeSquare(file, low)] == chess.WhitePawn &&
				b.a.Goal.Board[chess.MakeSquare(file, high)] == chess.BlackPawn {
				return true
			}
		}
	}
	return false
}
