package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/retro"
	"retroproof/retro/generate"
	"retroproof/retro/table"
)

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
		from := u.Unmove.Move.From().Bit()
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
	statistics, err := retro.StatisticsOf(ctx, t, 1)
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
