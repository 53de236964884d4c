// Command puzzle finds all ways to guard every square of a board of 6 by 6 with three
// queens: the condition is written as a circuit, and a SAT solver lists its models.
package main

import (
	"context"
	"fmt"
	"log"

	"retroproof/encode"
	"retroproof/sat"
)

const size = 6

func main() {
	for queens := uint64(2); queens <= 3; queens++ {
		boards := 0
		circuit, squares := puzzle(queens)
		for board, err := range sat.ListAll(context.Background(), "", circuit, squares) {
			if err != nil {
				log.Fatal(err)
			}
			if boards++; boards == 1 {
				show(board)
			}
		}
		fmt.Println(queens, "queens:", boards, "boards")
	}
}

// puzzle returns the condition, and an input for every square: whether a queen stands
// there.
func puzzle(queens uint64) (*encode.Circuit, []encode.Bool) {
	c := encode.NewCircuit()
	squares := make([]encode.Bool, size*size)
	count := c.Num(0, 6) // a number of six bits
	for s := range squares {
		squares[s] = c.Input(fmt.Sprintf("%c%d", 'a'+s%size, 1+s/size))
		count = c.Add(count, c.Bool2Num(squares[s], 6))
	}
	c.Assert(c.EqNum(count, c.Num(queens, 6)))
	for s := range squares {
		guards := []encode.Bool{squares[s]}
		for _, step := range [][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}} {
			guards = append(guards, reach(c, squares, s%size, s/size, step))
		}
		c.Assert(c.Or(guards...))
	}
	return c, squares
}

// reach returns whether a queen stands somewhere in a direction. (Another one in between
// would guard the square as well.)
func reach(c *encode.Circuit, squares []encode.Bool, x, y int, step [2]int) encode.Bool {
	x, y = x+step[0], y+step[1]
	if x < 0 || x >= size || y < 0 || y >= size {
		return c.False
	}
	return c.Or(squares[y*size+x], reach(c, squares, x, y, step))
}

// show prints a board, with the first rank below.
func show(board []bool) {
	for y := size - 1; y >= 0; y-- {
		for x := range size {
			if board[y*size+x] {
				fmt.Print(" Q")
			} else {
				fmt.Print(" .")
			}
		}
		fmt.Println()
	}
}
