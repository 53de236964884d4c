package retro

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// gaviotaProber is a program for Gaviota's own probing library. It reads lines
// "side men..." such as "w Ka1 Rb2 kc3" and answers each with the library's
// info and plies.
const gaviotaProber = `
#include <stdio.h>
#include <string.h>
#include <gtb-probe.h>

int main(int argc, char **argv) {
	const char **paths = tbpaths_init();
	paths = tbpaths_add(paths, argv[1]);
	tb_init(0, tb_CP4, paths);
	tbcache_init(4 << 20, 96);
	char line[256];
	while (fgets(line, sizeof line, stdin)) {
		unsigned int sq[2][17];
		unsigned char pc[2][17];
		int n[2] = {0, 0};
		char *word = strtok(line, " \n");
		unsigned int side = word[0] == 'w' ? tb_WHITE_TO_MOVE : tb_BLACK_TO_MOVE;
		while ((word = strtok(NULL, " \n"))) {
			int c = word[0] >= 'a';
			const char *kinds = c ? "pnbrqk" : "PNBRQK";
			sq[c][n[c]] = (word[1] - 'a') + 8 * (word[2] - '1');
			pc[c][n[c]++] = strchr(kinds, word[0]) - kinds + tb_PAWN;
		}
		for (int c = 0; c < 2; c++) {
			sq[c][n[c]] = tb_NOSQUARE;
			pc[c][n[c]] = tb_NOPIECE;
		}
		unsigned int info = tb_UNKNOWN, plies = 0;
		int ok = tb_probe_hard(side, tb_NOSQUARE, tb_NOCASTLE, sq[0], sq[1], pc[0], pc[1], &info, &plies);
		printf("%d %u %u\n", ok, info, plies);
	}
	return 0;
}
`

// The tables of three men against Gaviota's, position by position, where
// Debian's gaviotatb and libgaviotatb-dev and a C compiler are installed.
func TestAgainstGaviota(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compares two million positions")
	}
	const tables = "/usr/share/gaviotatb/gtb4"
	for _, path := range []string{tables, "/usr/include/gtb-probe.h"} {
		if _, err := os.Stat(path); err != nil {
			t.Skip("Gaviota's tables or library are not installed: ", err)
		}
	}
	dir := t.TempDir()
	prober := filepath.Join(dir, "prober")
	expect.NoError(t, os.WriteFile(prober+".c", []byte(gaviotaProber), 0o666))
	if out, err := exec.Command("cc", "-o", prober, prober+".c", "-lgaviotatb", "-lpthread", "-lz", "-llzma").CombinedOutput(); err != nil {
		out2, err := exec.Command("cc", "-o", prober, prober+".c", "-lgaviotatb", "-lpthread").CombinedOutput()
		if err != nil {
			t.Skipf("no C compiler, or the library does not link: %s%s", out, out2)
		}
	}
	for _, name := range []string{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := tabletest.Table(t, name)
			var in bytes.Buffer
			var positions []*chess.Position
			tabletest.EveryPosition(tab.Material, func(p *chess.Position) {
				positions = append(positions, p)
				fmt.Fprintf(&in, "%c", p.Turn().Letter())
				for _, m := range p.Setup().Men() {
					fmt.Fprintf(&in, " %s", m)
				}
				in.WriteByte('\n')
			})
			cmd := exec.Command(prober, tables)
			cmd.Stdin = &in
			out, err := cmd.Output()
			expect.NoError(t, err)
			answers := bufio.NewScanner(bytes.NewReader(out))
			wrong := 0
			for _, p := range positions {
				if !answers.Scan() {
					t.Fatal("too few answers")
				}
				var ok, info, plies int
				if _, err := fmt.Sscan(strings.TrimSpace(answers.Text()), &ok, &info, &plies); err != nil || ok == 0 {
					t.Fatalf("%s: answer %q, %v", p, answers.Text(), err)
				}
				want := table.Value{Result: table.Drawn}
				switch whiteWins := info == 1; info { // tb_WMATE, tb_BMATE
				case 1, 2:
					want = table.Value{Result: table.Lost, Plies: plies}
					if whiteWins == (p.Turn() == chess.White) {
						want.Result = table.Won
					}
				}
				if got := tab.Lookup(p); got != want {
					if wrong++; wrong < 5 {
						t.Errorf("%s: %s, Gaviota says %s", p, got, want)
					}
				}
			}
			t.Logf("%d positions compared with Gaviota, %d differ", len(positions), wrong)
		})
	}
}
