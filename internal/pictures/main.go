// Command pictures draws doc/pictures: what the documents explain by a picture. Kernels, certificates and tables in
// them are computed. "make pictures" runs it in the module's folder.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
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
