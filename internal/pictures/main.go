// Command pictures draws doc/pictures: what the documents explain by a picture. Kernels, certificates and tables in
// them are computed. "make pictures" runs it in the module's folder.
package main

import (
	"context"
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/retro/generate"
	"retroproof/retro/report"
	"retroproof/retro/table"
)

// pictures are all of them, by the names of their files.
var pictures = map[string]func(context.Context) (*picture, error){
	"verdict.svg":     verdict,
	"trust-line.svg":  trustLine,
	"kernel.svg":      kernelOnBoards,
	"certificate.svg": certificateTree,
	"tables.svg":      tableByPlies,
}

func main() {
	for name, draw := range pictures {
		p, err := draw(context.Background())
		if err == nil {
			err = os.WriteFile(filepath.Join("doc", "pictures", name), []byte(p.String()), 0o666)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "pictures: %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}

// verdict shows how a FEN becomes a verdict, and a verdict evidence that is checked.
func verdict(context.Context) (*picture, error) {
	p := &picture{width: 760, height: 300, title: "From a FEN to a verdict, and from its evidence to VERIFIED"}
	p.box(10, 110, 110, 60, "box", "a FEN", "parsed")
	p.box(165, 110, 150, 60, "box", "rules, cheapest first", "static, last moves,", "kernels, arguments")
	p.box(165, 220, 150, 60, "box", "a game is looked for", "built, or by A*")
	p.box(380, 20, 140, 56, "end", "illegal", "a tree of reasons")
	p.box(380, 120, 140, 56, "end", "legal", "a game")
	p.box(380, 220, 140, 60, "end", "unknown", "the budgets that", "were used up")
	p.box(570, 20, 80, 56, "box", "certificate", "a file")
	p.box(570, 120, 80, 56, "box", "moves", "SAN and UCI")
	p.box(680, 60, 72, 76, "end", "VERIFIED", "by the", "checker")
	p.line(120, 140, 165, 140)
	p.line(240, 170, 240, 220)
	p.text(248, 200, "small", "start", "not refuted")
	p.line(315, 128, 345, 128, 345, 48, 380, 48)
	p.text(350, 100, "small", "start", "refuted")
	p.line(315, 240, 345, 240, 345, 150, 380, 150)
	p.text(350, 205, "small", "start", "found")
	p.line(315, 262, 380, 262)
	p.line(520, 48, 570, 48)
	p.line(520, 148, 570, 148)
	p.line(650, 48, 716, 48, 716, 60)
	p.line(650, 148, 716, 148, 716, 136)
	p.body.WriteString(`<path class="trust" d="M545 8V292"/>` + "\n")
	p.text(553, 288, "small", "start", "right of the line: all that one has to believe")
	return p, nil
}

// floors are the rooms of the house from the top down, those below the trust line last.
var floors = [][]string{
	{"cmd/retroproof", "web", "batch", "farm"},
	{"kernel", "strategy", "krk", "retro", "ursa", "reach", "count"},
	{"sat"},
	{"proofs", "encode", "chess"},
}

// trustLine shows the rooms of the house, and which of them a claim rests on.
func trustLine(context.Context) (*picture, error) {
	p := &picture{width: 760, height: 375, title: "The rooms of the code, and the trust line"}
	says := map[string]string{
		"cmd/retroproof": "the verbs", "web": "the page", "batch": "lists of work", "farm": "many machines",
		"kernel": "legality, games", "strategy": "endgames", "krk": "the paper", "retro": "tablebases", "ursa": "constraints",
		"reach": "model checking", "count": "numbers", "sat": "solvers: native, gini, external",
		"proofs": "definitions and checkers of all claims", "encode": "circuits to CNF", "chess": "the board",
	}
	y := 20
	for i, rooms := range floors {
		if i == len(floors)-1 {
			fmt.Fprintf(&p.body, `<path class="trust" d="M10 %dH750"/>`+"\n", y+2)
			p.text(20, y-5, "small", "start", "above: searches, free to be wrong, since nothing is taken on their word")
			p.text(20, y+18, "small", "start", "below: all that one has to believe when a certificate is accepted")
			y += 28
		}
		width := (740 - 8*(len(rooms)-1)) / len(rooms)
		for k, room := range rooms {
			if _, err := os.Stat(room); err != nil {
				return nil, err
			}
			p.box(10+k*(width+8), y, width, 44, map[bool]string{false: "box", true: "end"}[i == len(floors)-1], room, says[room])
		}
		y += 62
		if i == len(floors)-2 {
			y += 14
		}
	}
	p.box(150, y, 460, 44, "end", "retroproof-check", "a program of its own, which links only what is below the line")
	p.line(380, y, 380, y-16)
	return p, nil
}

// The positions of the pictures.
const (
	kernelFEN      = "rnbqkbnr/1ppppp1p/1p6/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1"
	certificateFEN = "2nR3K/pk1Rp1p1/p2p4/P1p5/1Pp4n/2PP2P1/4P2P/n7 b - - 0 1"
)

// kernelOnBoards shows the captures of a kernel on the initial position, beside the position that they explain.
func kernelOnBoards(ctx context.Context) (*picture, error) {
	goal, err := chess.ParseFEN(kernelFEN)
	if err != nil {
		return nil, err
	}
	start := chess.InitialSetup()
	found, err := kernel.Find(ctx, &start, &goal, kernel.Options{Extended: true, Nodes: kernel.DefaultNodes})
	if err != nil {
		return nil, err
	}
	if found.Ranks == nil {
		return nil, errors.New("no kernel was found")
	}
	captures := notation.SVGOptions{}
	for _, m := range found.Ranks.Moves {
		captures.Arrows = append(captures.Arrows, notation.SVGArrow{From: m.From, To: m.To})
	}
	p := &picture{width: 640, height: 350, title: "A proof kernel: the captures that the pawns need"}
	p.board(10, 26, 34, start, captures)
	p.board(330, 26, 34, goal, notation.SVGOptions{})
	p.text(165, 16, "strong", "middle", "the start, with the kernel's moves")
	p.text(485, 16, "strong", "middle", "the position")
	p.text(320, 342, "small", "middle", found.Ranks.String())
	return p, nil
}

// certificateTree shows the nodes of a certificate: a position, its un-moves, and why each position before is illegal.
func certificateTree(ctx context.Context) (*picture, error) {
	goal, err := chess.ParseFEN(certificateFEN)
	if err != nil {
		return nil, err
	}
	d, err := kernel.Decide(ctx, &goal, kernel.DefaultDecideOptions)
	if err != nil {
		return nil, err
	}
	if d.Verdict != kernel.Illegal || len(d.Evidence.Unmoves) == 0 {
		return nil, fmt.Errorf("%s is not refuted by its last moves", certificateFEN)
	}
	const square, step = 20, 190
	nodes := d.Evidence.Unmoves
	p := &picture{width: step*len(nodes) + 10, height: 445, title: "The tree of a certificate"}
	middle := p.width/2 - 4*square
	p.board(middle, 10, square, goal, notation.SVGOptions{NoCoordinates: true})
	p.text(middle+8*square+12, 60, "strong", "start", string(d.Reason))
	p.text(middle+8*square+12, 80, "small", "start", "all moves that can have")
	p.text(middle+8*square+12, 96, "small", "start", "led here are listed")
	for i, u := range nodes {
		x := 15 + step*i
		p.line(middle+4*square, 12+8*square, x+4*square, 232)
		before, err := chess.NewPosition(u.Before.Setup)
		if err != nil {
			return nil, err
		}
		san := notation.SAN(before, u.Unmove.Move)
		from := []chess.Square{u.Unmove.Move.From()}
		p.board(x, 234, square, u.Before.Setup, notation.SVGOptions{NoCoordinates: true, Marked: from})
		p.text(x+4*square, 414, "small", "middle", fmt.Sprintf("before %s, which took a %v", san, u.Unmove.Captured.Kind()))
		p.text(x+4*square, 432, "strong", "middle", string(u.Before.Reason))
	}
	return p, nil
}

// tableByPlies shows how many positions retrograde analysis decides in each step, from the mates on.
func tableByPlies(ctx context.Context) (*picture, error) {
	m, err := table.ParseMaterial("KRvK")
	if err != nil {
		return nil, err
	}
	t, err := generate.Table(ctx, m, nil, generate.Options{})
	if err != nil {
		return nil, err
	}
	statistics, err := report.StatisticsOf(ctx, t, 1)
	if err != nil {
		return nil, err
	}
	counts := make([]uint64, t.Deepest()+1) // positions by plies to mate, of the side whose turn it then is
	for _, side := range statistics.Side {
		for _, d := range side.Depths {
			counts[d.Plies] += d.Full
		}
	}
	p := &picture{width: 760, height: 390, title: "How a table is built: KRvK, ply by ply from the mates"}
	p.box(10, 10, 150, 58, "end", "the mates", "found by the rules:", fmt.Sprintf("%d positions", counts[0]))
	p.box(210, 10, 230, 58, "box", "un-moves of White", "a move to a lost position wins")
	p.box(500, 10, 250, 58, "box", "un-moves of Black", "if every move leads to a won position,", "the position is lost")
	p.line(160, 39, 210, 39)
	p.line(440, 32, 500, 32)
	p.line(500, 50, 440, 50)
	p.text(470, 84, "small", "middle", "until nothing is new: the rest is drawn")
	const left, bottom, height = 60, 350, 240
	most := slices.Max(counts)
	step := (p.width - left - 20) / len(counts)
	for plies, n := range counts {
		h := int(n * height / most)
		class := []string{"bar2", "bar"}[plies%2]
		fmt.Fprintf(&p.body, `<rect x="%d" y="%d" width="%d" height="%d" class="%s"/>`+"\n",
			left+step*plies, bottom-h, step-3, h, class)
		if plies%4 == 0 {
			p.text(left+step*plies+step/2, bottom+16, "small", "middle", fmt.Sprint(plies))
		}
	}
	p.text(left-6, bottom-height+8, "small", "end", fmt.Sprint(most))
	p.text(left, bottom+34, "small", "start",
		"plies to mate: odd with White to move, who wins; even with Black to move, who loses")
	return p, nil
}

// picture is an SVG document that grows. Lengths are in pixels. It needs no other file, and is readable on white and on
// black.
type picture struct {
	width, height int
	title         string
	body          strings.Builder
}

// style has the classes of what a picture consists of.
const style = `<style>
svg { color: #222; font: 13px sans-serif }
text { fill: #222 }
.small { font-size: 11px }
.strong { font-weight: bold }
.box { fill: #eef3f8; stroke: #4a6d8c }
.end { fill: #f5efe0; stroke: #8c7a4a }
.line { fill: none; stroke: #555; stroke-width: 1.4; marker-end: url(#head) }
.trust { stroke: #b03a2e; stroke-width: 2.5; stroke-dasharray: 9 5 }
.bar { fill: #4a6d8c }
.bar2 { fill: #b8996f }
@media (prefers-color-scheme: dark) {
svg { color: #ddd }
text { fill: #ddd }
.box { fill: #1f2b36 }
.end { fill: #332d1d }
.line { stroke: #aaa }
}
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">` +
	`<path d="M0 0L8 4L0 8z" fill="#888"/></marker></defs>
`

func (p *picture) String() string {
	const head = `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">
<title>%s</title>
` + style
	return fmt.Sprintf(head, p.width, p.height, html.EscapeString(p.title)) + p.body.String() + "</svg>\n"
}

// text writes a line, with its middle at x, or from x on if the anchor is "start".
func (p *picture) text(x, y int, class, anchor, text string) {
	text = html.EscapeString(text)
	fmt.Fprintf(&p.body, `<text x="%d" y="%d" class="%s" text-anchor="%s">%s</text>`+"\n", x, y, class, anchor, text)
}

// box draws a rectangle with lines of text in its middle, the first one in bold.
func (p *picture) box(x, y, width, height int, class string, lines ...string) {
	fmt.Fprintf(&p.body, `<rect x="%d" y="%d" width="%d" height="%d" rx="6" class="%s"/>`+"\n", x, y, width, height, class)
	const leading = 16
	top := y + (height-leading*len(lines))/2 + 12
	for i, line := range lines {
		weight := "small"
		if i == 0 {
			weight = "strong"
		}
		p.text(x+width/2, top+leading*i, weight, "middle", line)
	}
}

// line draws an arrow through points, given as x and y in turn.
func (p *picture) line(points ...int) {
	fmt.Fprintf(&p.body, `<path class="line" d="M%d %d`, points[0], points[1])
	for i := 2; i < len(points); i += 2 {
		fmt.Fprintf(&p.body, "L%d %d", points[i], points[i+1])
	}
	p.body.WriteString("\"/>\n")
}

// id matches the names within the picture of a board.
var id = regexp.MustCompile(`(id="|href="#)`)

// board draws a position. Its drawings of men have names of their own, since each board has those it needs.
func (p *picture) board(x, y, square int, s chess.Setup, o notation.SVGOptions) {
	o.SquareSize = square
	prefix := fmt.Sprintf("${1}b%d-%d-", x, y)
	svg := id.ReplaceAllString(notation.BoardSVG(s, o), prefix)
	p.body.WriteString(strings.Replace(svg, "<svg ", fmt.Sprintf(`<svg x="%d" y="%d" `, x, y), 1))
}
