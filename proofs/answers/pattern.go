package answers

import (
	"regexp"
	"slices"
	"strings"

	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

// Position is one that a FEN with unknown fields stands for, and that is not proven illegal.
type Position struct {
	FEN      string `json:"fen"`
	Possible bool   `json:"possible"` // a game leads there
}

const (
	// mostPositions is the largest number of positions that a FEN may stand for, legal or not.
	mostPositions = 1 << 18
	// mostTogether is the largest number of those that all claims of a file stand for.
	mostTogether = 1 << 22
)

// Pattern returns all positions that a FEN with unknown fields stands for and that the diagram
// alone does not exclude, as FENs with the clocks 0 and 1, in a fixed order:
//
//	a square        "?" is any man, "X" any of White's, "x" any of Black's, "*" any man or none,
//	                "[Nn]" one of the men between, of which "1" is none
//	side to move    "?" is either
//	castling        "?" alone is any rights; after a letter it makes that right unknown: "K?kq?"
//	en passant      "?" is any square on which a capture is legal, or none
//	the clocks      are ignored, whatever is there
//
// Rights whose king and rook are not at home are excluded, and so are positions in which the
// side that has moved is in check.
func Pattern(fen string) ([]string, error) {
	left := mostPositions
	return pattern(fen, &left)
}

// pattern is Pattern for at most left positions, and takes their number from it.
func pattern(fen string, left *int) ([]string, error) {
	fields := strings.Split(fen, " ")
	if len(fields) != 6 {
		return nil, because(ErrPattern, "FEN %.120q: %d fields, want 6", fen, len(fields))
	}
	if !fieldForms.MatchString(fen) {
		return nil, because(ErrPattern, "FEN %.120q: want men, digits, ?, X, x, * or men in brackets; "+
			"w, b or ?; castling rights; an en passant square; two numbers", fen)
	}
	boards, err := boards(fields[0])
	if err != nil {
		return nil, err
	}
	turns := []string{fields[1]}
	if fields[1] == "?" {
		turns = []string{"w", "b"}
	}
	castlings, err := castlings(fields[2])
	if err != nil {
		return nil, err
	}
	squares := []string{fields[3]}
	if fields[3] == "?" {
		squares = []string{"-"}
		for _, rank := range "36" {
			for _, file := range "abcdefgh" {
				squares = append(squares, string(file)+string(rank))
			}
		}
	}
	// The product is bounded before anything of it is made.
	n := len(boards) * len(turns) * len(castlings) * len(squares)
	if *left -= n; *left < 0 || n > mostPositions {
		return nil, because(ErrPattern, "it stands for %d positions, or those of a file together for more than %d",
			n, mostTogether)
	}
	var all []string
	for _, board := range boards {
		for _, turn := range turns {
			for _, castling := range castlings {
				for _, square := range squares {
					text := board + " " + turn + " " + castling + " " + square + " 0 1"
					p, err := replay.ParseFEN(text)
					if err != nil {
						return nil, err
					}
					// A position that the diagram refutes, or an en passant square for nothing, is none of those meant.
					if p.Playable() != nil || fields[3] == "?" && square != "-" && !p.Passable() {
						continue
					}
					all = append(all, text)
				}
			}
		}
	}
	return all, nil
}

// fieldForms is what the fields of a FEN with unknown fields are made of. A file of answers may
// hold any text, and what matches is printed.
var fieldForms = regexp.MustCompile(
	`^([1-8KQRBNPkqrbnp?Xx*/]|\[[1KQRBNPkqrbnp]{2,13}\]){1,71} ` +
		`[wb?] [KQkq?-]{1,8} (-|\?|[a-h][36]) (\?|[0-9]{1,9}) (\?|[0-9]{1,9})$`)

// castlings returns the fields that a field with unknown castling rights stands for.
func castlings(field string) ([]string, error) {
	if field == "?" {
		field = "K?Q?k?q?"
	}
	all, rest := []string{""}, field
	for _, letter := range "KQkq" {
		if !strings.HasPrefix(rest, string(letter)) {
			continue
		}
		rest = rest[1:]
		var more []string
		for _, text := range all {
			more = append(more, text+string(letter))
		}
		if strings.HasPrefix(rest, "?") {
			rest = rest[1:]
			more = append(all, more...)
		}
		all = more
	}
	if rest != "" && field != "-" {
		return nil, because(ErrPattern, "castling rights %.20q", field)
	}
	for i := range all {
		if all[i] == "" {
			all[i] = "-"
		}
	}
	return all, nil
}

const (
	whiteMen = "KQRBNP"
	blackMen = "kqrbnp"
)

// boards returns the boards that one with unknown men stands for, without those that have
// another number of kings, or pawns on the first or last rank.
func boards(text string) ([]string, error) {
	// All boards grow together, square by square; the bound on them holds at each square.
	all := []string{""}
	rank, file := 8, 0
	for rest := text; rest != ""; {
		c, men := rest[0], rest[:1]
		rest = rest[1:]
		switch {
		case c == '/' && file != 8:
			return nil, because(ErrPattern, "board %.80q: %d squares on rank %d", text, file, rank)
		case c == '/':
			rank, file = rank-1, 0
		case '1' <= c && c <= '8':
			file += int(c - '0')
			for i := range all {
				all[i] += strings.Repeat("1", int(c-'0'))
			}
			continue
		default:
			file++
		}
		switch c {
		case '?':
			men = whiteMen + blackMen
		case 'X':
			men = whiteMen
		case 'x':
			men = blackMen
		case '*':
			men = "1" + whiteMen + blackMen
		case '[':
			men, rest, _ = strings.Cut(rest, "]")
		}
		if len(all)*len(men) > mostPositions {
			return nil, because(ErrPattern, "it stands for more than %d boards", mostPositions)
		}
		var more []string
		for _, board := range all {
			for _, man := range []byte(men) {
				// Only a free choice is narrowed: a second king or a pawn on a last rank that the text names stays, to be refused.
				if len(men) > 1 {
					king := (man == 'K' || man == 'k') && strings.IndexByte(board, man) >= 0
					pawn := (man == 'P' || man == 'p') && (rank == 1 || rank == 8)
					if king || pawn {
						continue
					}
				}
				more = append(more, board+string(man))
			}
		}
		all = more
	}
	if rank != 1 || file != 8 {
		return nil, because(ErrPattern, "board %.80q: not eight ranks of eight squares", text)
	}
	all = slices.DeleteFunc(all, func(board string) bool {
		return strings.Count(board, "K") != 1 || strings.Count(board, "k") != 1
	})
	for i := range all {
		all[i] = runs.Replace(all[i])
	}
	return all, nil
}

// runs counts empty squares, as a FEN does.
var runs = strings.NewReplacer("11111111", "8", "1111111", "7", "111111", "6", "11111", "5", "1111", "4", "111",
	"3", "11", "2")

// positions computes which positions are not impossible, and compares.
func (c *checker) positions(claim *Claim) error {
	all, err := pattern(claim.FEN, &c.left)
	if err != nil {
		return err
	}
	var left []Position
	for _, fen := range all {
		s, err := facts.ParseFEN(fen)
		if err != nil {
			return err
		}
		if c.ends(fen, &s) && c.proven(fen, false) == nil {
			// The game without moves leads to the start.
			left = append(left, Position{fen, c.proven(fen, true) != nil || facts.SameSetup(&s, &c.start)})
		}
	}
	if !slices.Equal(left, claim.Positions) {
		return because(ErrClaim, "what the evidence leaves is %v", left)
	}
	return nil
}
