package chess

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// testdata/perft-random.txt has positions from random games, random positions
// that no game would see, and some made for a purpose, with perft numbers that
// another program has computed. To write it anew:
//
//	go test ./chess -run TestPerftGolden -stockfish /usr/games/stockfish
//
// A line is a FEN and, after each semicolon, a depth and a number, as is usual.

var stockfish = flag.String("stockfish", "", "write testdata/perft-random.txt with the numbers of this program")

const perftGolden = "testdata/perft-random.txt"

// perftSpecial are positions made for one rule each. Most were put together by
// Martin Sedlak for this purpose.
var perftSpecial = []string{
	"3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",         // en passant opens the rank
	"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",         // the same, the square set
	"8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1",        // en passant opens the diagonal of the pawn taken
	"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",       // en passant by a pawn that shields nobody
	"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",         // en passant takes the pawn that gives check
	"4k3/8/8/8/3pP3/8/5K2/8 b - e3 0 1",         // en passant gives check
	"3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1",        // the capturing pawn is pinned on its file
	"8/6k1/8/4pP2/8/2B5/8/4K3 w - e6 0 1",       // two capturers would be, one is there
	"8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 1",         // one capturer of two stays
	"4k3/8/8/q2pP3/8/2K5/8/8 w - d6 0 1",        // the king in check, en passant no remedy
	"5k2/8/8/8/8/8/8/4K2R w K - 0 1",            // castling gives check
	"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",            // the same, queenside
	"r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", // rights lost by capture of a rook
	"r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",  // castling prevented
	"1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",      // b1 attacked is no hindrance
	"2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1",         // promotion out of check
	"8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1",       // discovered check
	"4k3/1P6/8/8/8/8/K7/8 w - - 0 1",            // promotion gives check
	"8/P1k5/K7/8/8/8/8/8 w - - 0 1",             // underpromotion gives check
	"K1k5/8/P7/8/8/8/8/8 w - - 0 1",             // self stalemate
	"8/k1P5/8/1K6/8/8/8/8 w - - 0 1",            // stalemate and mate
	"8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1",         // double check
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",   // many promotions
	"4k2r/6P1/8/8/8/8/1p6/R3K3 w Qk - 0 1",      // promotions that take the castling rook
}

// TestPerftGolden compares with the numbers in the file.
func TestPerftGolden(t *testing.T) {
	if *stockfish != "" {
		expect.NoError(t, writePerftGolden(*stockfish))
	}
	data, err := os.ReadFile(perftGolden)
	expect.NoError(t, err)
	positions, nodes := 0, uint64(0)
	for line := range strings.Lines(string(data)) {
		fen, counts, _ := strings.Cut(strings.TrimSpace(line), ";")
		p := mustPosition(t, fen)
		positions++
		for _, count := range strings.Split(counts, ";") {
			var depth int
			var want uint64
			if _, err := fmt.Sscanf(count, "D%d %d", &depth, &want); err != nil {
				t.Fatalf("line %d: %v", positions, err)
			}
			if testing.Short() && want > 2000 {
				continue
			}
			got, err := Perft(t.Context(), p, depth)
			if err != nil || got != want {
				t.Errorf("line %d: %v: perft(%d) = %d, %v, want %d", positions, p, depth, got, err, want)
			}
			nodes += got
		}
	}
	t.Logf("%d positions, %d nodes", positions, nodes)
	if positions < 1000 {
		t.Errorf("only %d positions", positions)
	}
}

// ordinary reports whether other programs can be expected to cope: they may have
// room for 256 moves only, and take for granted that a check comes from the last
// move when that is known to be a double step.
func ordinary(p *Position) bool {
	if p.CountMoves() >= 150 {
		return false
	}
	if p.EnPassant() == NoSquare {
		return true
	}
	pawn := p.EnPassant() ^ 8
	from := pawn ^ 16
	before := p.Occupied()&^pawn.Bit() | from.Bit()
	king := p.King(p.Turn())
	return p.attackers(king, before)&p.Side(p.Turn().Other())&^pawn.Bit() == 0
}

// writePerftGolden chooses positions and asks the program for their numbers.
func writePerftGolden(program string) error {
	const count = 3000
	random := splitmix64(6)
	fens := append([]string{}, perftSpecial...)
	for _, fen := range fens {
		if _, err := ParsePosition(fen); err != nil {
			return err
		}
	}
	for len(fens) < count {
		if random.pick(3) == 0 {
			if p := wildPosition(&random); ordinary(p) {
				fens = append(fens, p.FEN())
			}
			continue
		}
		var game []string
		randomGame(&random, 200, func(p *Position) {
			if ordinary(p) {
				game = append(game, p.FEN())
			}
		})
		for range min(3, len(game)) {
			fens = append(fens, game[random.pick(len(game))])
		}
	}
	var in bytes.Buffer
	var depths []int
	for i, fen := range fens {
		most := 3
		if i < len(perftSpecial) {
			most = 5
		}
		fmt.Fprintf(&in, "position fen %s\n", fen)
		for d := 1; d <= most; d++ {
			fmt.Fprintf(&in, "go perft %d\n", d)
		}
		depths = append(depths, most)
	}
	in.WriteString("quit\n")
	cmd := exec.Command(program)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", program, err)
	}
	var numbers []uint64
	for sc := bufio.NewScanner(bytes.NewReader(out)); sc.Scan(); {
		if text, ok := strings.CutPrefix(sc.Text(), "Nodes searched: "); ok {
			n, err := strconv.ParseUint(text, 10, 64)
			if err != nil {
				return err
			}
			numbers = append(numbers, n)
		}
	}
	var text strings.Builder
	for i, fen := range fens {
		text.WriteString(fen)
		for d := range depths[i] {
			if len(numbers) == 0 {
				return fmt.Errorf("%s stops after %q", program, fen)
			}
			fmt.Fprintf(&text, " ;D%d %d", d+1, numbers[0])
			numbers = numbers[1:]
		}
		text.WriteByte('\n')
	}
	return os.WriteFile(perftGolden, []byte(text.String()), 0o644)
}
