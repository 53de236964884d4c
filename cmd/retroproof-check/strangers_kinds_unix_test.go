//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/big"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/expect"
	"retroproof/proofs/aiger"
	"retroproof/proofs/lrat"
	"retroproof/proofs/replay"
	"retroproof/proofs/survey"
	"retroproof/proofs/ursa"
	first "retroproof/ursa"
)

// legalPool are positions to which games lead, each by its moves from the initial position: 1. e4, 1. e4 e5 and so on,
// with the last of these.
var legalPool = []struct{ fen, last string }{
	{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e2-e4"},
	{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e7-e5"},
	{"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", "Ng1-f3"},
	{"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "Nb8-c6"},
}

// origins are where men of these positions come from that have left home.
var origins = map[string]string{"e4": "e2", "e5": "e7", "f3": "g1", "c6": "b8"}

// about replaces the first FEN by one of the pool, sometimes.
func (s *stranger) about(plain []byte) []byte {
	if at := bytes.Index(plain, []byte(`"fen":"`)); at >= 0 && s.r.IntN(3) == 0 {
		end := bytes.IndexByte(plain[at+7:], '"')
		return slices.Concat(plain[:at+7], []byte(legalPool[s.r.IntN(len(legalPool))].fen), plain[at+7+end:])
	}
	return plain
}

// fromInitial reports whether a certificate is about games from the initial position: from others even these positions
// cannot arise.
func fromInitial(plain []byte) bool {
	return bytes.Contains(plain, []byte(`"start":"`+replay.Initial+`"`))
}

var conformance []string // certificates that are small

func (s *stranger) certificate() int {
	if conformance == nil {
		all, err := filepath.Glob("../../testdata/conformance/c*.gz")
		expect.NoError(s.T, err)
		conformance = slices.DeleteFunc(all, func(name string) bool {
			info, err := os.Stat(name)
			return err != nil || info.Size() > 2000
		})
	}
	text, err := os.ReadFile(conformance[s.r.IntN(len(conformance))])
	expect.NoError(s.T, err)
	plain, packed := unpack(text)
	plain = forge(s.r, s.about(plain))
	s.seen = string(plain)
	if packed {
		plain = pack(plain)
	}
	name := s.put("c", plain)
	if packed {
		plain, _ = unpack(plain)
	}
	code, a := asked(s.T, "--list", name)
	for _, p := range a.List {
		board, _, _ := strings.Cut(p.FEN, " ")
		for _, legal := range legalPool {
			if p.Verdict == "illegal" && strings.HasPrefix(legal.fen, board+" ") && fromInitial(plain) {
				s.Errorf("%s is called illegal", p.FEN)
			}
		}
	}
	return code
}

// satisfiable reports whether a formula in DIMACS has a model, by trying all values; known is false of large ones.
func satisfiable(text []byte) (yes, known bool) {
	f, err := lrat.ReadDIMACS(bytes.NewReader(text), "f.cnf")
	if err != nil || f.NumVars > 18 {
		return false, false
	}
	for values := range uint32(1) << f.NumVars {
		all := true
		for i := range f.NumClauses() {
			if all = slices.ContainsFunc(f.Clause(i), func(l int32) bool { return (l > 0) == (values>>(max(l, -l)-1)&1 == 1) }); !all {
				break
			}
		}
		if all {
			return true, true
		}
	}
	return false, true
}

func (s *stranger) proof() int {
	// With one clause less the first formula has a model.
	formula := []byte("p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n")
	proof := []byte("5 1 0 1 2 0\n6 2 0 1 3 0\n7 d 1 0\n8 0 5 3 4 0\n8 -1 0 3 2 0\n9 0 5 8 0\n")
	var flags []string
	if s.r.IntN(2) == 0 {
		names, err := filepath.Glob("../../testdata/proofs/accept/*.cnf")
		expect.NoError(s.T, err)
		name := names[s.r.IntN(len(names))]
		formula, err = os.ReadFile(name)
		expect.NoError(s.T, err)
		if proof, err = os.ReadFile(strings.TrimSuffix(name, ".cnf") + ".lrat"); err != nil {
			proof, err = os.ReadFile(strings.TrimSuffix(name, ".cnf") + ".drup")
			flags = []string{"--rup"}
		}
		expect.NoError(s.T, err)
		formula, _ = unpack(formula)
		if s.r.IntN(2) == 0 {
			formula = forge(s.r, formula)
		}
	} else if s.r.IntN(2) == 0 {
		flags = []string{"--rup"}
	}
	if s.r.IntN(4) > 0 {
		proof = forge(s.r, proof)
	}
	if s.r.IntN(8) == 0 {
		proof = pack(proof)
	}
	s.seen = fmt.Sprintf("%q %q", formula, proof)
	code, _ := asked(s.T, append(flags, s.put("f.cnf", formula), s.put("proof", proof))...)
	if code == exitVerified {
		if yes, known := satisfiable(formula); yes || !known {
			s.Errorf("a formula is refuted that has a model: %v, known: %v", yes, known)
		}
	}
	return code
}

func (s *stranger) answers() int {
	text, err := os.ReadFile("testdata/strangers/" + []string{"moves.gz", "rights.gz", "men.gz"}[s.r.IntN(3)])
	expect.NoError(s.T, err)
	plain, _ := unpack(text)
	plain = forge(s.r, s.about(plain))
	s.seen = string(plain)
	code, a := asked(s.T, s.put("answers.gz", pack(plain)))
	for _, c := range a.Claims {
		board, _, _ := strings.Cut(c.FEN, " ")
		for _, p := range legalPool {
			if !strings.HasPrefix(p.fen, board+" ") || code != exitVerified || !fromInitial(plain) {
				continue
			}
			want := ""
			switch c.Claim {
			case "last-moves":
				want = " " + p.last + " "
			case "positions":
				want = " " + strings.Join(strings.Fields(p.fen)[:4], " ")
			case "origin":
				man := strings.Fields(strings.TrimPrefix(c.Text, "the man on "))[0]
				if want = " " + man; origins[man] != "" {
					want = " " + origins[man]
				}
				c.Text = c.Text[strings.Index(c.Text, "from"):]
			case "illegal":
				want = "nothing of the kind"
			}
			if !strings.Contains(c.Text, want) {
				s.Errorf("%s: %q is verified, without %q", c.FEN, c.Text, want)
			}
		}
	}
	return code
}

func (s *stranger) game() int {
	const line = `{"fen":"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3","verdict":"legal","uci":"e2e4 e7e5 g1f3 b8c6"}` + "\n" +
		`{"fen":"rnbq1rk1/ppppppbp/5np1/8/8/5NP1/PPPPPPBP/RNBQ1RK1 w - - 6 5","verdict":"legal","uci":"g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8"}` + "\n" +
		`{"fen":"rnbqkbnQ/p1pp4/8/1p5p/8/8/PPPPP1PP/RNBQKBNR b KQq - 0 5","verdict":"legal","uci":"f2f4 e7e5 f4e5 f7f6 e5f6 b7b5 f6g7 h7h5 g7h8q"}` + "\n"
	text := forge(s.r, []byte(line))
	s.seen = string(text)
	code, _ := asked(s.T, s.put("games.jsonl", text))
	if code != exitVerified {
		return code
	}
	for each := range bytes.Lines(text) {
		var g struct{ FEN, Start, UCI string }
		if json.Unmarshal(each, &g) != nil || g.UCI == "" && g.FEN == "" {
			continue
		}
		p := chess.InitialPosition()
		if g.Start != "" {
			var err error
			if p, err = chess.ParsePosition(g.Start); err != nil {
				s.Error(err)
				return code
			}
		}
		for _, text := range strings.Fields(g.UCI) {
			m, err := notation.ParseUCI(p, text)
			if err != nil {
				s.Errorf("%s is verified, and %s is no move: %v", each, text, err)
				return code
			}
			p.Make(m)
		}
		if got, want := strings.Fields(p.FEN()), strings.Fields(g.FEN); got[0] != want[0] || len(want) > 1 && got[1] != want[1] {
			s.Errorf("%s is verified, and leads to %s", each, p.FEN())
		}
	}
	return code
}

// gamesTo counts the games of some plies to a position.
func gamesTo(p *chess.Position, goal string, plies int) (n int) {
	if plies == 0 {
		got, want := strings.Fields(p.FEN()), strings.Fields(goal)
		if got[0] == want[0] && got[1] == want[1] && got[2] == want[2] {
			return 1
		}
		return 0
	}
	for _, m := range p.LegalMoves(nil) {
		undo := p.Make(m)
		n += gamesTo(p, goal, plies-1)
		p.Unmake(m, undo)
	}
	return n
}

func (s *stranger) exact() int {
	right, err := os.ReadFile("testdata/strangers/exact.cert")
	expect.NoError(s.T, err)
	text := forge(s.r, right)
	s.seen = string(text)
	code, a := asked(s.T, s.put("exact.cert", text))
	if code != exitVerified {
		return code
	}
	field := func(name string) string {
		_, rest, _ := strings.Cut(string(text), "\n"+name+" ")
		line, _, _ := strings.Cut(rest, "\n")
		return line
	}
	p, err := chess.ParsePosition(field("start"))
	var plies, games int
	if _, e := fmt.Sscan(field("plies"), &plies); err == nil {
		err = e
	}
	if _, e := fmt.Sscan(field("games"), &games); err == nil {
		err = e
	}
	if err != nil || plies > 4 || gamesTo(p, field("goal"), plies) != games {
		s.Errorf("%v is verified: %v", a.Claims, err)
	}
	return code
}

// reaches reports whether a model reaches a bad state, by trying all inputs in all states; known is false of large ones.
func reaches(text []byte) (yes, known bool) {
	m, err := aiger.Read(bytes.NewReader(text), "model", 1<<20)
	if err != nil || len(m.Latches) > 8 || len(m.Inputs) > 6 {
		return false, false
	}
	bad := m.Bad
	if len(bad) == 0 {
		bad = m.Outputs
	}
	values := make([]bool, 2*m.MaxVar+2)
	get := func(l aiger.Lit) bool { return values[l] }
	set := func(l aiger.Lit, v bool) { values[l], values[l.Not()] = v, !v }
	evaluate := func(state, inputs uint64) (legal, isBad bool) {
		set(1, true)
		for i, l := range m.Latches {
			set(l.Lit, state>>i&1 == 1)
		}
		for i, l := range m.Inputs {
			set(l, inputs>>i&1 == 1)
		}
		for range m.Ands { // in any order
			for _, g := range m.Ands {
				set(g.LHS, get(g.R0) && get(g.R1))
			}
		}
		legal = true
		for _, c := range m.Constraints {
			legal = legal && get(c)
		}
		return legal, slices.ContainsFunc(bad, get)
	}
	seen := make([]bool, 1<<len(m.Latches))
	var todo []uint64
	for state := range uint64(len(seen)) {
		for inputs := range uint64(1) << len(m.Inputs) {
			evaluate(state, inputs)
			initial := true
			for _, l := range m.Latches {
				initial = initial && get(l.Reset) == get(l.Lit)
			}
			if initial && !seen[state] {
				seen[state] = true
				todo = append(todo, state)
			}
		}
	}
	for len(todo) > 0 {
		state := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for inputs := range uint64(1) << len(m.Inputs) {
			legal, isBad := evaluate(state, inputs)
			if !legal {
				continue
			}
			if isBad {
				return true, true
			}
			next := uint64(0)
			for i, l := range m.Latches {
				if get(l.Next) {
					next |= 1 << i
				}
			}
			if !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return false, true
}

// judge compares what was verified of a model with what it does.
func (s *stranger) judge(model []byte, safe bool) {
	if yes, known := reaches(model); yes == safe || !known {
		s.Errorf("a model is verified to be safe, %v, and it reaches a bad state: %v, known: %v", safe, yes, known)
	}
}

// altered alters a file of a folder, with sums that fit, and asks about the folder.
func (s *stranger) altered(f files) (int, answer) {
	name := f.pick(s.r)
	f.reseal(name, forge(s.r, f[name]))
	s.seen = fmt.Sprintf("%q", f)
	f.write(s.T, s.dir, false)
	return asked(s.T, s.dir)
}

func (s *stranger) reach() int {
	f := seed(s.T, []string{"safe", "safe", "unsafe"}[s.r.IntN(3)])
	code, a := s.altered(f)
	if code == exitVerified {
		// One property at a time is judged: of others some are bad, and some are not.
		if len(a.Claims) == 1 && !bytes.Contains(f["manifest.json"], []byte(",\n    ")) {
			s.judge(f["model.aig"], a.Claims[0].Claim == "safe")
		}
	}
	return code
}

func (s *stranger) run() int {
	f := seed(s.T, "unsafe")
	name := []string{"model.aig", "witness.txt"}[s.r.IntN(2)]
	f[name] = forge(s.r, f[name])
	s.seen = fmt.Sprintf("%q", f)
	code, _ := asked(s.T, s.put("m", f["model.aig"]), s.put("w", f["witness.txt"]))
	if code == exitVerified {
		s.judge(f["model.aig"], false)
	}
	return code
}

func (s *stranger) ursa() int {
	f := seed(s.T, "ursa")
	code, a := s.altered(f)
	if code == exitVerified {
		s.solved(f, a.Claims)
	}
	return code
}

// solved compares what a manifest says of the program beside it with what the first compiler finds.
func (s *stranger) solved(f files, claims any) {
	var m ursa.Manifest
	expect.NoError(s.T, json.Unmarshal(f[ursa.ManifestName], &m))
	p, err := first.Parse("t.urs", string(f["program.urs"]), m.Bits, false)
	if err != nil {
		return // it refuses, for instance, constants that do not fit
	}
	entries := m.Assertions
	expect.NoError(s.T, p.Run(s.T.Context(), first.Options{}, first.Handler{Assert: func(a *first.Assertion) error {
		yes, e := a.Holds, entries[0]
		entries = entries[1:]
		if !a.Ground {
			n, err := a.Count(s.T.Context(), "")
			expect.NoError(s.T, err)
			yes = n.Sign() > 0
			if a.All && e.Verdict == ursa.Complete && n.Cmp(big.NewInt(int64(len(e.Solutions)))) < 0 {
				s.Errorf("%d solutions, %v: %s", n, claims, f["program.urs"])
			}
		}
		if yes != (e.Verdict != ursa.No && e.Verdict != ursa.Unsatisfiable) {
			s.Errorf("%v, %v: %s", yes, claims, f["program.urs"])
		}
		return nil
	}}))
}

// wins alters a strategy. Whether another one than that of the seed wins is not judged.
func (s *stranger) wins() int {
	f := seed(s.T, "wins")
	core := string(f["core.json"])
	name := f.pick(s.r)
	f.reseal(name, forge(s.r, f[name]))
	f.write(s.T, s.dir, false)
	s.seen = name
	code, a := asked(s.T, s.dir)
	if code == exitVerified && string(f["core.json"]) == core && (len(a.Claims) != 1 || !strings.HasSuffix(a.Claims[0].Text, "in at most 10 moves.")) {
		s.Errorf("%v", a.Claims)
	}
	return code
}

// told are the claims about the estimate of the seed, by flags.
var told = map[string][]claim{}

// same checks an estimate or a part of it, and compares what is claimed with what is of the seed.
func (s *stranger) same(of, flags string, f files, packed bool, name string) int {
	key, right := of+flags+name, strings.Fields(flags)
	if of == "alone" {
		key, right = of, []string{"--root", "testdata/strangers/estimate/manifest.json"}
	}
	if told[key] == nil {
		dir := s.TempDir()
		seed(s.T, of).write(s.T, dir, packed)
		code, a := asked(s.T, append(right, filepath.Join(dir, name))...)
		if told[key] = a.Claims; code != exitVerified {
			s.Fatalf("%s is not verified", key)
		}
	}
	f.write(s.T, s.dir, packed)
	code, a := asked(s.T, append(strings.Fields(flags), filepath.Join(s.dir, name))...)
	// Of verdicts some may be left out, as positions may be undecided.
	for _, c := range a.Claims {
		if code == exitVerified && !slices.ContainsFunc(told[key], func(d claim) bool {
			return c == d || c.Claim == d.Claim && c.Text == d.Text && (c.Claim == "legal" || c.Claim == "illegal") && c.Positions <= d.Positions
		}) {
			s.Errorf("%v, want %v", a.Claims, told[key])
		}
	}
	return code
}

// consistent alters a file of a unit, and makes counts, sums and estimate of all manifests agree with it.
func (s *stranger) consistent(f files) {
	unit := s.r.IntN(3)
	folder := survey.PackName(unit/2) + "/"
	p := &survey.Pack{}
	expect.NoError(s.T, json.Unmarshal(f[folder+"manifest.json"], p))
	u := &p.Units[unit%2]
	file := u.Files()[s.r.IntN(2)]
	plain, _ := unpack(f[folder+file.Name])
	plain = forge(s.r, plain)
	counts, lines := survey.NewCounts(), uint64(0)
	var undecided []uint64
	if file == &u.Verdicts {
		var out []byte
		for line := range bytes.Lines(plain) {
			l := &survey.Line{}
			if json.Unmarshal(line, l) == nil {
				switch s.r.IntN(6) {
				case 0:
					l.Verdict, l.Plies, l.UCI = survey.Illegal, nil, ""
				case 1:
					l.Verdict, l.Plies, l.UCI = survey.Unknown, nil, ""
				}
				line = l.Text()
				counts.Add(l)
				if l.Verdict == survey.Unknown {
					undecided = append(undecided, l.Draw)
				}
				lines++
			}
			out = append(out, line...)
		}
		if plain = out; lines == u.Draws {
			u.Counts, u.Undecided = counts, undecided
		}
	}
	after := pack(plain)
	f[folder+file.Name] = after
	file.Bytes, file.SHA256 = int64(len(after)), fmt.Sprintf("%x", sha256.Sum256(after))
	root := &survey.Root{}
	expect.NoError(s.T, json.Unmarshal(f["manifest.json"], root))
	again := &survey.Root{Schema: root.Schema, Plan: root.Plan, Counts: survey.NewCounts()}
	undecided = nil
	for i := range root.Packs {
		q := &survey.Pack{}
		expect.NoError(s.T, json.Unmarshal(f[survey.PackName(i)+"/manifest.json"], q))
		if i == unit/2 {
			q = p
			q.Counts = survey.NewCounts()
			for k := range q.Units {
				q.Counts.Sum(q.Units[k].Counts)
			}
		}
		text, err := q.Text()
		if err != nil {
			return
		}
		f[survey.PackName(i)+"/manifest.json"] = text
		if undecided, err = again.Count(q, undecided); err != nil {
			return // it is a pack that no survey can have
		}
		again.Packs = append(again.Packs, *q.Listed(text))
	}
	again.Tree, again.Estimate = again.Sealed(), again.NewEstimates()
	if text, err := again.Text(); err == nil { // or a number is infinite
		f["manifest.json"] = text
	}
}

func (s *stranger) estimate() int {
	f := seed(s.T, "estimate")
	if s.r.IntN(3) > 0 {
		s.consistent(f)
	} else {
		name := f.pick(s.r)
		f.reseal(name, forge(s.r, f[name]))
	}
	s.seen = fmt.Sprintf("%q", f)
	return s.same("estimate", []string{"", "--spot 2 --seed 3"}[s.r.IntN(2)], f, s.r.IntN(2) == 0, "")
}

func (s *stranger) root() int {
	f := seed(s.T, "estimate")
	f["manifest.json"] = forge(s.r, f["manifest.json"])
	s.seen = fmt.Sprintf("%q", f)
	return s.same("estimate", []string{"--packs", "--spot 1 --seed 1"}[s.r.IntN(2)], f, s.r.IntN(2) == 0, "")
}

func (s *stranger) pack() int {
	f := seed(s.T, "estimate")
	number, packed := s.r.IntN(2), s.r.IntN(2) == 0
	name := survey.PackName(number)
	if s.r.IntN(2) == 0 {
		s.consistent(f)
	} else {
		text := forge(s.r, f[name+"/manifest.json"])
		f.reseal(name+"/manifest.json", text)
	}
	s.seen = fmt.Sprintf("%q", f)
	if packed && s.r.IntN(4) == 0 { // the tar file itself
		dir := s.TempDir()
		f.write(s.T, dir, true)
		text, err := os.ReadFile(filepath.Join(dir, name+".tar"))
		expect.NoError(s.T, err)
		at := s.r.IntN(len(text))
		text[at] ^= 1 << s.r.IntN(8)
		code, a := asked(s.T, s.put("altered.tar", text))
		if code == exitVerified {
			s.Errorf("bit flipped in byte %d (%d ones): %v", at, bits.OnesCount8(text[at]), a.Claims)
		}
		return code
	}
	if packed {
		name += ".tar"
	}
	return s.same("estimate", "", f, packed, name)
}

func (s *stranger) unit() int {
	f := seed(s.T, "alone")
	name := f.pick(s.r)
	f.reseal(name, forge(s.r, f[name]))
	s.seen = fmt.Sprintf("%q", f)
	root, err := os.ReadFile("testdata/strangers/estimate/manifest.json")
	expect.NoError(s.T, err)
	if s.r.IntN(3) == 0 {
		root = forge(s.r, root)
	}
	return s.same("alone", "--root "+s.put("root.json", root), f, false, "")
}
