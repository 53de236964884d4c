package survey

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"

	"retroproof/proofs/survey/numbering"
)

// MostChosen bounds Plan.Choose, and so the time that the exact intervals of a forged folder can take: a minute or two,
// if half of so many draws are wrong.
const MostChosen = 1 << 18

// Chosen has the verdicts on the draws that were chosen in the second phase, each as often as it was chosen.
type Chosen struct {
	Key           string   `json:"key"` // what chooses them: a SHA-256 of those of the packs' manifests
	LikelyLegal   Verdicts `json:"likely_legal"`
	LikelyIllegal Verdicts `json:"likely_illegal"`
}

// Verdicts are numbers of verdicts, by multiplicity.
type Verdicts struct {
	Legal   map[int]uint64 `json:"legal"`
	Illegal map[int]uint64 `json:"illegal"`
	Unknown map[int]uint64 `json:"unknown"`
}

// Totals returns the numbers of verdicts.
func (v *Verdicts) Totals() (legal, illegal, unknown uint64) {
	return total(v.Legal), total(v.Illegal), total(v.Unknown)
}

// total returns the number of all verdicts.
func (v *Verdicts) total() (n uint64) { return total(v.Legal) + total(v.Illegal) + total(v.Unknown) }

// total returns the number of draws that are counted by multiplicity.
func total(counts map[int]uint64) (n uint64) {
	for _, k := range counts {
		n += k
	}
	return n
}

// check checks that as many draws are chosen of each class as there should be, given how many the classes have.
func (c *Chosen) check(choose uint64, of [classes]uint64) error {
	for class, v := range []*Verdicts{&c.LikelyLegal, &c.LikelyIllegal} {
		want := choose
		if of[class] == 0 {
			want = 0
		}
		total := uint64(0)
		for _, counts := range []map[int]uint64{v.Legal, v.Illegal, v.Unknown} {
			if counts == nil {
				return ErrCounts
			}
			for _, n := range counts {
				if total += n; n > choose || total > choose {
					return ErrCounts
				}
			}
		}
		if total != want {
			return ErrCounts
		}
	}
	return nil
}

// The classes of draws that are chosen, by their labels.
const (
	likelyLegal = iota
	likelyIllegal
	classes
)

// class returns the class of a draw; ok is false if none of them are chosen.
func (l Label) class() (c int, ok bool) {
	switch l {
	case LikelyLegal:
		return likelyLegal, true
	case LikelyIllegal:
		return likelyIllegal, true
	}
	return 0, false
}

// chosenDraw is a draw that was chosen in the second phase.
type chosenDraw struct {
	number       uint64
	class        int
	multiplicity int
	times        uint64
}

// choice is which draws are chosen: of each class their places in it, from 0 on, in order and with repetitions.
type choice struct {
	key    string
	places [classes][]uint64
	before [classes]uint64 // how many draws of each class were taken
}

// choose chooses draws by the SHA-256 of the packs' manifests, which is not known before all labels are fixed. (It can
// be tried for many labels: doc/counting.md says what is believed.)
func (r *Root) choose() *choice {
	h := sha256.New()
	for _, p := range r.Packs {
		fmt.Fprintln(h, p.SHA256)
	}
	sum := h.Sum(nil)
	c := &choice{key: fmt.Sprintf("%x", sum)}
	for class, n := range r.labelled() {
		if n == 0 {
			continue
		}
		source := NewSource(binary.LittleEndian.Uint64(sum), streamChosen, uint64(class))
		for range r.Choose {
			c.places[class] = append(c.places[class], source.Below(numbering.Of(n)).Words()[0])
		}
		slices.Sort(c.places[class])
	}
	return c
}

// Labelled returns how many draws are likely legal, and how many likely illegal, by the first phase.
func (r *Root) Labelled() (legal, illegal uint64) {
	n := r.labelled()
	return n[likelyLegal], n[likelyIllegal]
}

// labelled returns how many draws of all packs are of each class.
func (r *Root) labelled() (n [classes]uint64) {
	for i := range r.Packs {
		for class, k := range r.Packs[i].Counts.labelled() {
			n[class] += k
		}
	}
	return n
}

// labelled returns how many draws are of each class, by the first phase.
func (c *Counts) labelled() (n [classes]uint64) {
	n[likelyLegal] = total(c.LikelyLegal)
	n[likelyIllegal] = total(c.Unknown) - n[likelyLegal]
	return n
}

// take takes the places in the next draws, of which there are n of each class, from the choice.
func (c *choice) take(n [classes]uint64) picker {
	p := picker{at: c.before}
	for class := range classes {
		c.before[class] += n[class]
		k, _ := slices.BinarySearch(c.places[class], c.before[class])
		p.places[class], c.places[class] = c.places[class][:k], c.places[class][k:]
	}
	return p
}

// picker finds chosen draws, label by label.
type picker struct {
	places [classes][]uint64 // of those to find
	at     [classes]uint64   // place of the next draw
	found  []chosenDraw
}

// next takes the label of the next draw. If the draw is chosen, its number and multiplicity are asked for.
func (p *picker) next(l Label, draw func() (number uint64, multiplicity int)) {
	class, ok := l.class()
	if !ok {
		return
	}
	times := uint64(0)
	for len(p.places[class]) > 0 && p.places[class][0] == p.at[class] {
		times++
		p.places[class] = p.places[class][1:]
	}
	if times > 0 {
		number, multiplicity := draw()
		p.found = append(p.found, chosenDraw{number, class, multiplicity, times})
	}
	p.at[class]++
}

// ChosenDraws are the draws that are chosen, in order and each once.
type ChosenDraws struct {
	key   string
	draws []chosenDraw
}

// Numbers returns the numbers of the draws.
func (c *ChosenDraws) Numbers() []uint64 {
	list := make([]uint64, len(c.draws))
	for i := range c.draws {
		list[i] = c.draws[i].number
	}
	return list
}

// Count counts the verdicts on the draws, given the numbers of the legal ones and of the undecided ones, in order. All
// others are illegal.
func (c *ChosenDraws) Count(legal, undecided []uint64) *Chosen {
	counts := &Chosen{Key: c.key}
	all := [classes]*Verdicts{&counts.LikelyLegal, &counts.LikelyIllegal}
	for _, v := range all {
		*v = Verdicts{map[int]uint64{}, map[int]uint64{}, map[int]uint64{}}
	}
	has := func(list []uint64, n uint64) bool { _, ok := slices.BinarySearch(list, n); return ok }
	for _, d := range c.draws {
		v := all[d.class]
		switch {
		case has(legal, d.number):
			v.Legal[d.multiplicity] += d.times
		case has(undecided, d.number):
			v.Unknown[d.multiplicity] += d.times
		default:
			v.Illegal[d.multiplicity] += d.times
		}
	}
	return counts
}

// ChosenDraws finds the chosen draws in the files of labels. Nothing else is checked. The error is that of a file.
func (r *Root) ChosenDraws(dir string) (*ChosenDraws, error) {
	choice := r.choose()
	chosen := &ChosenDraws{key: choice.key}
	for _, listed := range r.Packs {
		p, _, err := ReadPack(dir, filepath.Dir(listed.Name))
		if err != nil {
			return nil, err
		}
		for i := range p.Units {
			u := &p.Units[i]
			picker := choice.take(u.Counts.labelled())
			if err := picker.read(p, u); err != nil {
				return nil, fmt.Errorf("%s/%s: %w", p.Name(), u.Verdicts.Name, err)
			}
			chosen.draws = append(chosen.draws, picker.found...)
		}
	}
	return chosen, nil
}

// read takes the labels in the file of a unit.
func (p *picker) read(pack *Pack, u *Unit) error {
	files, err := pack.Open()
	if err != nil {
		return err
	}
	defer files.Close()
	f, err := files.Open(u, &u.Verdicts)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	labels := bufio.NewReader(z)
	for i := range u.Draws {
		l, err := labels.ReadByte()
		if err != nil {
			return err
		}
		p.next(Label(l), func() (uint64, int) {
			return u.draw(i), Draw(pack.Scheme, pack.Seed, u.draw(i)).Multiplicity
		})
	}
	return nil
}

// NewEstimates returns the estimates from the verdicts on all draws, or in two-phase sampling from those on the chosen
// ones.
func (r *Root) NewEstimates() (e Estimates) {
	if r.Choose == 0 {
		return NewEstimates(&r.Plan, &r.Counts)
	}
	legal, illegal := &r.Chosen.LikelyLegal, &r.Chosen.LikelyIllegal
	p := Phases{
		Draws: r.Draws, LikelyLegal: r.Counts.LikelyLegal, LikelyIllegal: r.labelled()[likelyIllegal],
		LegalChosen: legal.total(), IllegalChosen: illegal.total(),
		NotLegal: sumOf(legal.Illegal, legal.Unknown), ButLegal: illegal.Legal,
	}
	e.Low = p.Joint(r.Scheme.Count().Float())
	p.NotLegal, p.ButLegal = legal.Illegal, sumOf(illegal.Legal, illegal.Unknown)
	e.High = p.Joint(r.Scheme.Count().Float())
	return e
}

// sumOf returns the sum of counts by multiplicity.
func sumOf(a, b map[int]uint64) map[int]uint64 {
	sum := map[int]uint64{}
	addTo(sum, a)
	addTo(sum, b)
	return sum
}

// addTo adds counts by multiplicity to others.
func addTo(sum, counts map[int]uint64) {
	for m, n := range counts {
		sum[m] += n
	}
}
