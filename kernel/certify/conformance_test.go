package certify

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
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
	"retroproof/kernel"
	"retroproof/proofs/illegal"
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
	{"container", illegal.ErrContainer}, {"member", illegal.ErrMember}, {"limit", illegal.ErrLimit},
	{"manifest", illegal.ErrManifest}, {"schema", illegal.ErrSchema}, {"encoder", illegal.ErrEncoder},
	{"start", illegal.ErrStart}, {"count", illegal.ErrCount}, {"empty", illegal.ErrEmpty}, {"unused", illegal.ErrUnused},
	{"tree", illegal.ErrTree}, {"fen", illegal.ErrFEN}, {"rule", illegal.ErrRule}, {"argument", illegal.ErrArgument},
	{"is-start", illegal.ErrIsStart}, {"diagram", illegal.ErrDiagram}, {"no-child", illegal.ErrNoChild},
	{"not-unmove", illegal.ErrNotUnmove}, {"child", illegal.ErrChild}, {"facts", illegal.ErrFacts}, {"game", illegal.ErrGame},
	{"missing", illegal.ErrMissing}, {"hash", illegal.ErrHash}, {"proof", illegal.ErrProof},
}

// edit is a change of a member: its bytes from at on, length of them, are replaced. With a length of -1, the text is
// the member's new name.
type edit struct {
	member     string
	at, length int
	text       string
}

// String returns the form that the index has: MEMBER AT LENGTH HEX.
func (e edit) String() string { return fmt.Sprintf("%s %d %d %x", e.member, e.at, e.length, e.text) }

// parseEdits reads edits, which are separated by semicolons.
func parseEdits(text string) (list []edit, err error) {
	for one := range strings.SplitSeq(text, ";") {
		words := strings.Split(one, " ")
		if len(words) != 4 {
			return nil, fmt.Errorf("%q has %d words, want 4", one, len(words))
		}
		e := edit{member: words[0]}
		if e.at, err = strconv.Atoi(words[1]); err != nil {
			return nil, err
		}
		if e.length, err = strconv.Atoi(words[2]); err != nil {
			return nil, err
		}
		b, err := hex.DecodeString(words[3])
		if err != nil {
			return nil, err
		}
		e.text = string(b)
		list = append(list, e)
	}
	return list, nil
}

// kitMember is a member of a container.
type kitMember struct{ name, content string }

// members takes a container apart.
func members(data []byte) (list []kitMember, err error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			return nil, err
		}
		content, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		list = append(list, kitMember{f.Name, string(content)})
	}
	return list, nil
}

// edited returns the container with edits, one after the other.
func edited(list []kitMember, edits []edit) ([]byte, error) {
	list = slices.Clone(list)
	for _, e := range edits {
		i := slices.IndexFunc(list, func(m kitMember) bool { return m.name == e.member })
		switch {
		case i < 0:
			return nil, fmt.Errorf("no member %s", e.member)
		case e.length < 0:
			list[i].name = e.text
		default:
			list[i].content = list[i].content[:e.at] + e.text + list[i].content[e.at+e.length:]
		}
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, m := range list {
		var b bytes.Buffer
		d, err := flate.NewWriter(&b, flate.DefaultCompression)
		if err != nil {
			return nil, err
		}
		io.WriteString(d, m.content)
		d.Close()
		h := illegal.Header(m.name, crc32.ChecksumIEEE([]byte(m.content)), uint64(b.Len()), uint64(len(m.content)))
		to, err := w.CreateRaw(h)
		if err != nil {
			return nil, err
		}
		to.Write(b.Bytes())
	}
	err := w.Close()
	return out.Bytes(), err
}

// judged returns what the index says of a container: the verdict, the rule that it breaks, and the checker's sentence.
func judged(data []byte) string {
	_, err := illegal.Check(context.Background(), bytes.NewReader(data), int64(len(data)), illegal.Options{})
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

// TestConformance: the checker says of each container of the kit what the index says.
func TestConformance(t *testing.T) {
	t.Parallel()
	if *writeKit {
		makeKit(t)
	}
	index, err := os.ReadFile(filepath.Join(kitDir, "index.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	known, base := []kitMember(nil), ""
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
		file, _, _ := strings.Cut(name, ":")
		data, err := os.ReadFile(filepath.Join(kitDir, file+".zip"))
		if err != nil {
			t.Fatal(err)
		}
		if changes != "-" {
			edits, err := parseEdits(changes)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if base != file {
				if known, err = members(data); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				base = file
			}
			if data, err = edited(known, edits); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if got := judged(data); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if count["accept"] < 300 || count["refuse"] < 3000 {
		t.Errorf("%v, want 300 to accept and 3,000 to refuse", count)
	}
}

// makeKit makes the kit anew: positions near those of random games that are illegal, positions of random games, and
// edits of their containers that the checker refuses. The same seed makes the same kit.
func makeKit(t *testing.T) {
	const seed = 39
	r := rand.New(rand.NewPCG(seed, seed))
	old, err := filepath.Glob(filepath.Join(kitDir, "*.zip"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range old {
		os.Remove(name)
	}
	var index strings.Builder
	reasons := map[string]int{}
	for n, legal := 0, 0; n < kitIllegal+kitLegal; {
		var data []byte
		if legal < kitLegal && r.IntN(4) == 0 {
			legal++
			data = kitGame(t, r)
		} else if data = kitTree(r, reasons); data == nil || n-legal >= kitIllegal {
			continue
		}
		n++
		name := fmt.Sprintf("c%03d", n)
		if err := os.WriteFile(filepath.Join(kitDir, name+".zip"), data, 0o644); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&index, "%s\t%s\t-\n", name, judged(data))
		list, err := members(data)
		if err != nil {
			t.Fatal(err)
		}
		most := (kitRefused + kitIllegal + kitLegal - 1) / (kitIllegal + kitLegal)
		refused, tried := 0, map[string]bool{}
		for tries := 0; refused < most && tries < 100; tries++ {
			edits := forge(r, list)
			var texts []string
			for _, e := range edits {
				texts = append(texts, e.String())
			}
			text := strings.Join(texts, ";")
			if len(edits) == 0 || tried[text] {
				continue
			}
			tried[text] = true
			changed, err := edited(list, edits)
			if err != nil {
				t.Fatal(err)
			}
			if is := judged(changed); strings.HasPrefix(is, "refuse") {
				refused++
				fmt.Fprintf(&index, "%s:%d\t%s\t%s\n", name, refused, is, text)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(kitDir, "index.tsv"), []byte(index.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("reasons: %v", reasons)
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

// kitGame returns the container of a position that a random game leads to.
func kitGame(t *testing.T, r *rand.Rand) []byte {
	goal, moves := randomPosition(r)
	c := New(Options{})
	one, err := c.Game(&goal, moves)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := c.Write(&out, one); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// kitTree returns the container of an illegal position near one of a random game; nil if the position is not found
// illegal, its container is large, or there are enough for the same reason.
func kitTree(r *rand.Rand, reasons map[string]int) []byte {
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
	c := New(Options{})
	one, err := c.Certify(context.Background(), &d)
	if err != nil {
		return nil
	}
	var out bytes.Buffer
	if err := c.Write(&out, one); err != nil || out.Len() > 3000 {
		return nil
	}
	reasons[string(d.Reason)]++
	return out.Bytes()
}

// forms are texts of trees and manifests that forgers change, and what they become.
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
	{regexp.MustCompile(`[ "]([KQRBNa-h][a-hx1-8]*[1-8][+#]?)[ "]`), []string{"e4", "Nf3", "Ke2", "O-O", "exd5", "Qh5", "e9"}},
	{regexp.MustCompile(`[a-z0-9#+](\}\})`), []string{"}", "}} ", "}}}"}},
	{regexp.MustCompile(`("[a-z]+":)`), []string{"", `"name":`}},
}

// forge returns edits of a container that a forger may make: one text of the trees or of the manifest, or one byte of a
// core, whose name, and the trees that have it, are made to fit.
func forge(r *rand.Rand, list []kitMember) []edit {
	m := list[r.IntN(len(list))]
	if r.IntN(3) > 0 {
		m = list[slices.IndexFunc(list, func(m kitMember) bool { return strings.HasPrefix(m.name, "trees/") })]
	}
	if strings.HasPrefix(m.name, "cores/") {
		at := r.IntN(len(m.content))
		b := m.content[at] + byte(1+r.IntN(3))
		if r.IntN(3) == 0 {
			b = m.content[at] ^ 1<<r.IntN(8)
		}
		content := m.content[:at] + string([]byte{b}) + m.content[at+1:]
		edits := []edit{{m.name, at, 1, string([]byte{b})}}
		if r.IntN(4) == 0 {
			edits[0], content = edit{m.name, at, len(m.content) - at, ""}, m.content[:at]
		}
		if r.IntN(8) == 0 {
			return edits // and the name stays
		}
		is, was := fmt.Sprintf("%x", sha256.Sum256([]byte(content))), m.name[len("cores/"):len(m.name)-len(".core")]
		for _, other := range list {
			if i := strings.Index(other.content, was); i >= 0 && strings.HasPrefix(other.name, "trees/") {
				edits = append(edits, edit{other.name, i, len(was), is})
			}
		}
		return append(edits, edit{m.name, 0, -1, "cores/" + is + ".core"})
	}
	form := forms[r.IntN(len(forms))]
	found := form.text.FindAllStringSubmatchIndex(m.content, -1)
	if len(found) == 0 {
		return nil
	}
	at := found[r.IntN(len(found))]
	become := form.become[r.IntN(len(form.become))]
	if m.content[at[2]:at[3]] == become {
		return nil
	}
	return []edit{{m.name, at[2], at[3] - at[2], become}}
}
