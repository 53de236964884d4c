package certify

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/lrat/gunzip"
)

var writeKit = flag.Bool("conformance.write", false, "make the conformance kit anew")

// kitDir is the conformance kit. Its README says what is in it.
const kitDir = "../../testdata/conformance"

// The size of the kit.
const (
	kitIllegal, kitLegal = 250, 60
	kitRefused           = 3200
)

// kitRules are the names of the rules that a refusal may break, by the errors of package illegal.
var kitRules = []struct {
	name string
	err  error
}{
	{"limit", illegal.ErrLimit}, {"header", illegal.ErrHeader}, {"schema", illegal.ErrSchema}, {"encoder", illegal.ErrEncoder},
	{"start", illegal.ErrStart}, {"count", illegal.ErrCount}, {"empty", illegal.ErrEmpty}, {"unused", illegal.ErrUnused},
	{"tree", illegal.ErrTree}, {"fen", illegal.ErrFEN}, {"rule", illegal.ErrRule}, {"argument", illegal.ErrArgument},
	{"is-start", illegal.ErrIsStart}, {"diagram", illegal.ErrDiagram}, {"no-child", illegal.ErrNoChild},
	{"not-unmove", illegal.ErrNotUnmove}, {"child", illegal.ErrChild}, {"facts", illegal.ErrFacts}, {"game", illegal.ErrGame},
	{"missing", illegal.ErrMissing}, {"proof", illegal.ErrProof},
}

// edit is a change of a certificate: its bytes from at on, length of them, are replaced.
type edit struct {
	at, length int
	text       string
}

// String returns the form that the index has: AT LENGTH HEX.
func (e edit) String() string { return fmt.Sprintf("%d %d %x", e.at, e.length, e.text) }

// parseEdits reads edits, which are separated by semicolons.
func parseEdits(text string) (list []edit, err error) {
	for one := range strings.SplitSeq(text, ";") {
		words := strings.Split(one, " ")
		if len(words) != 3 {
			return nil, fmt.Errorf("%q has %d words, want 3", one, len(words))
		}
		var e edit
		if e.at, err = strconv.Atoi(words[0]); err != nil {
			return nil, err
		}
		if e.length, err = strconv.Atoi(words[1]); err != nil {
			return nil, err
		}
		b, err := hex.DecodeString(words[2])
		if err != nil {
			return nil, err
		}
		e.text = string(b)
		list = append(list, e)
	}
	return list, nil
}

// edited returns the certificate with edits, one after the other.
func edited(data string, edits []edit) string {
	for _, e := range edits {
		data = data[:e.at] + e.text + data[e.at+e.length:]
	}
	return data
}

// readKit returns a certificate of the kit.
func readKit(t *testing.T, name string) string {
	t.Helper()
	f := expect.Must(os.Open(filepath.Join(kitDir, name+".gz")))
	defer f.Close()
	data, err := io.ReadAll(gunzip.NewReader(f))
	expect.NoError(t, err)
	return string(data)
}

// judged returns what the index says of a certificate: the verdict, the rule that it breaks, and the checker's sentence.
func judged(data string) string {
	_, err := illegal.Check(context.Background(), strings.NewReader(data), illegal.Options{})
	if err == nil {
		return "accept\t-\t-"
	}
	rule := "other"
	for _, r := range kitRules {
		if errors.Is(err, r.err) {
			rule = r.name
			break
		}
	}
	return "refuse\t" + rule + "\t" + strings.NewReplacer("\t", " ", "\n", " ").Replace(err.Error())
}

// TestConformance: the checker says of each certificate of the kit what the index says.
func TestConformance(t *testing.T) {
	t.Parallel()
	if *writeKit {
		makeKit(t)
	}
	index := expect.Must(os.ReadFile(filepath.Join(kitDir, "index.tsv")))
	count := map[string]int{}
	known, base := "", ""
	n := 0
	for line := range strings.Lines(string(index)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 5 {
			t.Fatalf("%q has %d columns, want 5", line, len(cells))
		}
		name, want, changes := cells[0], strings.Join(cells[1:4], "\t"), cells[4]
		count[cells[1]]++
		if n++; testing.Short() && n%8 != 0 {
			continue
		}
		if file, _, _ := strings.Cut(name, ":"); file != base {
			known, base = readKit(t, file), file
		}
		data := known
		if changes != "-" {
			edits, err := parseEdits(changes)
			expect.NoError(t, err, name)
			data = edited(known, edits)
		}
		expect.Equal(t, judged(data), want, "%s", name)
	}
	accepted, refused := countFeatures(t, string(index))
	for _, feature := range allFeatures() {
		if few := accepted[feature] < leastVectors || refused[feature] < leastVectors; few != slices.Contains(rare, feature) {
			t.Errorf("%s: %d certificates have it, %d edits of it are refused, want %d of each", feature, accepted[feature], refused[feature], leastVectors)
		}
	}
	if count["accept"] < 300 || count["refuse"] < 3000 {
		t.Errorf("%v, want 300 to accept and 3,000 to refuse", count)
	}
}

// makeKit makes the kit anew: positions near those of random games that are illegal, positions of random games, and
// edits of their certificates that the checker refuses. The same seed makes the same kit.
func makeKit(t *testing.T) {
	const seed = 41
	r := rand.New(rand.NewPCG(seed, seed))
	old := expect.Must(filepath.Glob(filepath.Join(kitDir, "*.gz")))
	for _, name := range old {
		os.Remove(name)
	}
	var index strings.Builder
	reasons := map[string]int{}
	for n, legal := 0, 0; n < kitIllegal+kitLegal; {
		var one *Certificate
		if legal < kitLegal && r.IntN(4) == 0 {
			legal++
			one = kitGame(t, r)
		} else if one = kitTree(r, reasons); one == nil || n-legal >= kitIllegal {
			continue
		}
		n++
		addToKit(t, r, &index, fmt.Sprintf("c%03d", n), New(Options{}), one, nil)
	}
	addFeatures(t, r, &index)
	expect.NoError(t, os.WriteFile(filepath.Join(kitDir, "index.tsv"), []byte(index.String()), 0o644))
	t.Logf("reasons: %v", reasons)
}

// addToKit writes a certificate, and lines of the index for it and for edits that the checker refuses: some anywhere, and
// some of one byte of each feature in lacks.
func addToKit(t *testing.T, r *rand.Rand, index *strings.Builder, name string, c *Certifier, one *Certificate, lacks map[string]bool) {
	var file, text bytes.Buffer
	expect.NoError(t, errors.Join(c.Write(&file, one), c.WritePlain(&text, one)))
	expect.NoError(t, os.WriteFile(filepath.Join(kitDir, name+".gz"), file.Bytes(), 0o644))
	data := text.String()
	fmt.Fprintf(index, "%s\t%s\t-\n", name, judged(data))
	number, tried := 0, map[string]bool{}
	refuse := func(most int, forge func() []edit) (refused int) {
		for tries := 0; refused < most && tries < 100; tries++ {
			var texts []string
			edits := forge()
			for _, e := range edits {
				texts = append(texts, e.String())
			}
			text := strings.Join(texts, ";")
			if len(edits) == 0 || tried[text] {
				continue
			}
			tried[text] = true
			if is := judged(edited(data, edits)); strings.HasPrefix(is, "refuse") {
				refused++
				number++
				fmt.Fprintf(index, "%s:%d\t%s\t%s\n", name, number, is, text)
			}
		}
		return refused
	}
	refuse((kitRefused+kitIllegal+kitLegal-1)/(kitIllegal+kitLegal), func() []edit { return forge(r, data, one) })
	for _, s := range spans(t, data) {
		if lacks[s.feature] && s.at < s.end && refuse(leastVectors, func() []edit {
			at := s.at + r.IntN(s.end-s.at)
			bytes := []byte{data[at] + 1, data[at] + 2, data[at] - 1, byte(r.IntN(256))}
			return []edit{{at, 1, string(bytes[r.IntN(4):][:1])}}
		}) > 0 {
			lacks[s.feature] = false
		}
	}
}

// leastVectors is how many certificates of the kit have each feature, and how many refused edits are of its text.
const leastVectors = 3

// rare are the features that fewer certificates of the kit have, or fewer refused edits: no more of them were found. The
// schema assume is one of statements, in answers, which are not in the kit.
var rare = []string{
	"schema assume",
	"rights", "goes-on", "schema two.from", "schema two.to", "schema two.cage",
	"schema some.cage", "schema count.become-4", "schema count.men-3", "schema count.men-4",
	"schema count.caps-3", "schema count.caps-4", "schema count.allcaps-1", "schema count.allcaps-2",
	"schema count.allcaps-3", "schema count.allcaps-4", "schema count.opens-3", "schema count.opens-4",
	"schema count.pawncaps-1", "schema count.pawncaps-2", "schema count.pawncaps-3", "schema count.pawncaps-4",
	"schema real-1", "schema real-2", "schema row", "schema files-7", "schema flags-2",
	"schema way-5", "schema way-6", "schema side-1", "schema keeps-3", "schema askew-1", "schema caged-1",
	"schema caged-2", "schema limit-2", "schema there-1", "schema there-2", "schema beside-1", "schema gone",
	"schema shut-1", "schema shut-2", "schema again-1", "schema again-2", "schema made", "schema makers",
	"schema jammed-1", "schema jammed-3", "schema jammed-4", "schema where", "schema two.made",
}

// span is a part of a certificate that is of a kind of argument, a rule of facts, a rule of nodes or a schema.
type span struct {
	feature string
	at, end int
}

var featureTexts = regexp.MustCompile(`"argument":\{"kind":"([a-z-]+)"|\{"by":"([a-z-]+)","squares":\[[^\]]*\]\}|"rule":"(last-move)"|\{"(game)":|"(past|without)":\[`)

// spans returns the parts of a certificate.
func spans(t *testing.T, data string) (list []span) {
	t.Helper()
	header := strings.IndexByte(data, '\n') + 1
	var h illegal.Header
	expect.NoError(t, json.Unmarshal([]byte(data[:header]), &h))
	at := header
	for _, n := range h.Cores {
		list = append(list, schemaSpans(data, at)...)
		at += int(n)
	}
	for _, m := range featureTexts.FindAllStringSubmatchIndex(data[at:], -1) {
		for group := 2; group < len(m); group += 2 {
			if m[group] < 0 {
				continue
			}
			s := span{data[at+m[group] : at+m[group+1]], at + m[0], at + m[1]}
			if group != 4 { // what follows belongs to it
				s.end = at + m[1] + strings.IndexByte(data[at+m[1]:], '\n')
				if next := strings.Index(data[s.at+1:s.end], `{"id":`); next >= 0 {
					s.end = s.at + 1 + next
				}
			}
			list = append(list, s)
		}
	}
	return list
}

// schemaSpans returns the ranks of each schema in the core that begins at a byte.
func schemaSpans(data string, at int) (list []span) {
	next := func() (n uint64) {
		n, size := binary.Uvarint([]byte(data[at:min(len(data), at+10)]))
		at += size
		return n
	}
	next() // the form
	schema := uint64(0)
	for range next() {
		schema += next()
		begin := at
		for range next() {
			next()
		}
		list = append(list, span{"schema " + core.SchemaName(int(schema)), begin, at})
	}
	return list
}

// allFeatures are those that the kit should have.
func allFeatures() (list []string) {
	for _, r := range rules.Rules {
		if r.Kind != "" && !slices.Contains(list, string(r.Kind)) {
			list = append(list, string(r.Kind))
		}
	}
	list = append(list, "last-move", "game", "castling", "home-pawn", "cone", "goes-on", "only-source", "deadlock", "caged-bishop", "dead-bishop", "checked-king", "closing", "jam",
		"past", "without")
	for i := range core.Schemas() {
		list = append(list, "schema "+core.SchemaName(i))
	}
	return list
}

// countFeatures counts the certificates of an index that have each feature, and the refused edits of its text.
func countFeatures(t *testing.T, index string) (accepted, refused map[string]int) {
	t.Helper()
	accepted, refused = map[string]int{}, map[string]int{}
	var list []span
	for line := range strings.Lines(index) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if cells[4] == "-" {
			list = spans(t, readKit(t, cells[0]))
			seen := map[string]bool{}
			for _, s := range list {
				if !seen[s.feature] {
					seen[s.feature] = true
					accepted[s.feature]++
				}
			}
			continue
		}
		edits, err := parseEdits(cells[4])
		expect.NoError(t, err)
		for _, s := range list {
			if s.at <= edits[0].at && edits[0].at < s.end {
				refused[s.feature]++
			}
		}
	}
	return accepted, refused
}

// knownPositions returns positions with their starts: examples of the rules, those of testdata/legality, and positions
// near the ends of games from small random starts.
func knownPositions(t *testing.T, r *rand.Rand) (list []row) {
	for _, rule := range rules.Rules {
		if rule.Example != "" {
			one := row{fen: rule.Example}
			if rule.Start != "" {
				one.start = setup(t, rule.Start)
			}
			list = append(list, one)
		}
	}
	list = append(list, row{fen: "r1bqkbnr/pppR1ppp/2npp3/8/8/8/PPPPPPP1/RNBQKB2 w Qkq - 0 1"}) // pawns that two came from are in the way
	all := func([]string) bool { return true }
	list = append(list, illegalRows(t, "posed.tsv", 0, 0, all)...)
	for _, file := range []string{"legality-cases.tsv", "seed-figures.tsv"} {
		list = append(list, illegalRows(t, file, 2, 3, all)...)
	}
	// Ranks, a jam, and closing pawns decide these, and some near them.
	for _, near := range []struct{ fen, start string }{
		{"rnbqkbnr/1ppppppp/8/8/8/1P2P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1", ""},
		{"rnbqk1nr/pppp1ppp/4p3/8/1P6/B2P4/1PP1PPPP/RN1QKBNR b KQkq - 0 1", ""},
		{"7k/8/8/4b3/8/1P6/2P5/N5K1 b - - 0 1", "7k/8/8/8/8/1N6/pPP5/6K1 b - - 0 1"},
	} {
		for n := range 400 {
			one := row{fen: near.fen}
			if near.start != "" {
				one.start = setup(t, near.start)
			}
			if goal := *setup(t, near.fen); n > 0 {
				mutate(r, &goal)
				one.fen = goal.FEN()
			}
			list = append(list, one)
		}
	}
	for range 3000 {
		start := randomgames.AnySmallStart(r)
		p := expect.Must(chess.NewPosition(*start))
		for range r.IntN(20) {
			if moves := p.LegalMoves(nil); len(moves) > 0 {
				p.Make(moves[r.IntN(len(moves))])
			}
		}
		goal := p.Setup()
		mutate(r, &goal)
		list = append(list, row{fen: goal.FEN(), start: start})
	}
	return list
}

// addFeatures adds certificates of known positions until each feature has enough, and edits of their texts.
func addFeatures(t *testing.T, r *rand.Rand, index *strings.Builder) {
	n := kitIllegal + kitLegal
	accepted, refused := countFeatures(t, index.String())
	for _, known := range knownPositions(t, r) {
		s, err := chess.ParseFEN(known.fen)
		if err != nil {
			continue
		}
		d, err := kernel.Decide(context.Background(), &s, kernel.DecideOptions{Start: known.start, Time: -1})
		if err != nil || d.Verdict != kernel.Illegal {
			continue
		}
		c := New(Options{Start: known.start})
		one, err := c.Certify(context.Background(), &d)
		if err != nil {
			continue
		}
		var text bytes.Buffer
		if err := c.WritePlain(&text, one); err != nil || text.Len() > 20_000 {
			continue
		}
		lacks := map[string]bool{}
		for _, s := range spans(t, text.String()) {
			if accepted[s.feature] < leastVectors || refused[s.feature] < leastVectors {
				lacks[s.feature] = true
			}
		}
		if len(lacks) == 0 {
			continue
		}
		n++
		addToKit(t, r, index, fmt.Sprintf("c%03d", n), c, one, lacks)
		accepted, refused = countFeatures(t, index.String())
	}
}

// randomPosition plays a random game. The moves are in standard algebraic notation.
func randomPosition(r *rand.Rand) (goal chess.Setup, moves []string) {
	p := chess.InitialPosition()
	for range 4 + r.IntN(60) {
		list := p.LegalMoves(nil)
		if len(list) == 0 {
			break
		}
		m := list[r.IntN(len(list))]
		moves = append(moves, notation.SAN(p, m))
		p.Make(m)
	}
	return p.Setup(), moves
}

// kitGame returns the certificate of a position that a random game leads to.
func kitGame(t *testing.T, r *rand.Rand) *Certificate {
	goal, moves := randomPosition(r)
	one, err := New(Options{}).Game(&goal, moves)
	expect.NoError(t, err)
	return one
}

// kitTree returns the certificate of an illegal position near one of a random game; nil if the position is not found
// illegal, its certificate is large, or there are enough for the same reason.
func kitTree(r *rand.Rand, reasons map[string]int) *Certificate {
	goal, _ := randomPosition(r)
	mutate(r, &goal)
	s, err := chess.ParseFEN(goal.FEN())
	if err != nil {
		return nil
	}
	d, err := kernel.Decide(context.Background(), &s, kernel.DecideOptions{Time: -1})
	if err != nil || d.Verdict != kernel.Illegal || reasons[string(d.Reason)] >= kitIllegal/4 {
		return nil
	}
	one, err := New(Options{}).Certify(context.Background(), &d)
	if err != nil {
		return nil
	}
	var out bytes.Buffer
	if err := New(Options{}).Write(&out, one); err != nil || out.Len() > 3000 {
		return nil
	}
	reasons[string(d.Reason)]++
	return one
}

// forms are texts of headers, trees and games that forgers change, and what they become.
var forms = []struct {
	text   *regexp.Regexp // the first group is replaced
	become []string
}{
	{regexp.MustCompile(`"([a-h][1-8])"`), []string{"a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "e1", "e8", "d7", "c2", "i1"}},
	{regexp.MustCompile(`("[a-h][1-8]",)"`), []string{""}},
	{regexp.MustCompile(`:([0-9]+)[,}\n]`), []string{"0", "1", "2", "3", "7", "-1", "00"}},
	{regexp.MustCompile(`"rule":"([A-Za-z-]+)"`), []string{"argument", "kernel", "last-move", "none"}},
	{regexp.MustCompile(`"reason":"([A-Za-z]+)"`), []string{"TooManyPawns", "NoLastMove", "TripleCheck", "PieceUnreachable", "None"}},
	{regexp.MustCompile(`[ /"0-9]([KQRBNPkqrbnp])[/0-9]`), []string{"Q", "n", "P", "K", "1"}},
	{regexp.MustCompile(`\{"unmove":"([^"]*)"`), []string{"e2e4 - KQkq -", "a1a2 - - -", ""}},
	{regexp.MustCompile(`(\{"unmove":"[^"]*","node":[0-9]+\},)`), []string{""}},
	{regexp.MustCompile(` ([wb]) (?:[KQkq]|-)`), []string{"w", "b", "x"}},
	{regexp.MustCompile(` [wb] ([KQkq-]+) `), []string{"-", "KQkq", "K", "q"}},
	{regexp.MustCompile(`[ "]([a-h][1-8][a-h][1-8][qrbn]?)[ "]`), []string{"e2e4", "g1f3", "e1e2", "e1g1", "e8c8", "e4d5", "a7a8q", "e2e9", "Nf3", "O-O", "0000"}},
	{regexp.MustCompile(`[a-z0-9#+](\}\})`), []string{"}", "}} ", "}}}"}},
	{regexp.MustCompile(`("[a-z]+":)`), []string{"", `"name":`}},
}

// forge returns edits of a certificate that a forger may make: one text of the header or of the line, or one byte of a
// core, or its end, with the length that it has then.
func forge(r *rand.Rand, data string, one *Certificate) []edit {
	header := strings.IndexByte(data, '\n') + 1
	line := header
	for _, c := range one.cores {
		line += len(c.core)
	}
	begin, end := line, len(data)
	if r.IntN(3) == 0 {
		begin, end = 0, header
		if line > header && r.IntN(2) == 0 {
			at := header + r.IntN(line-header)
			if b := data[at]; r.IntN(4) > 0 {
				return []edit{{at, 1, string([]byte{[]byte{b + 1, b + 2, b + 3, b ^ 1<<r.IntN(8)}[r.IntN(4)]})}}
			}
			size := strings.Index(data, `"cores":[`) + len(`"cores":[`)
			digits := strings.IndexAny(data[size:], ",]")
			if len(one.cores) > 1 {
				return nil
			}
			return []edit{{at, line - at, ""}, {size, digits, strconv.Itoa(at - header)}}
		}
	}
	form := forms[r.IntN(len(forms))]
	found := form.text.FindAllStringSubmatchIndex(data[begin:end], -1)
	if len(found) == 0 {
		return nil
	}
	at := found[r.IntN(len(found))]
	become := form.become[r.IntN(len(form.become))]
	if data[begin+at[2]:begin+at[3]] == become {
		return nil
	}
	return []edit{{begin + at[2], at[3] - at[2], become}}
}
