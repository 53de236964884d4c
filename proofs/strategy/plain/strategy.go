package plain

// Strategy is a strategy for White as a text: the first step that some move satisfies is used.
type Strategy struct {
	Name  string
	Title string
	Game
	Steps []Step
	// Claimed reports whether the strategy claims a legal position with White to move as won.
	Claimed func(p Position) bool
	Notions []Notion
	// Decides says that legal positions which the strategy does not claim are claimed to be drawn.
	Decides bool
	Rules   []Rule // of an evaluator, if it has one
	// Symmetries under which all of this is the same: the first 2, 4 or 8.
	Symmetries int
}

// Step is a step of a strategy.
type Step struct {
	Name string
	// Allows reports whether the legal move from p to q satisfies the step's own condition. Among
	// those that do, only the moves with the least amount are the strategy's.
	Allows func(p, q Position) (ok bool, least int)
}

// Notion is a property of positions, with values 0 and 1, or a number from 0 to Greatest.
type Notion struct {
	Name     string
	Greatest int // 1 for a property
	Value    func(p Position) int
}

// everywhere claims every legal position.
func everywhere(Position) bool { return true }

// NoStep is the step of a position in which no step has a move.
const NoStep = -1

// Moves appends the positions that the strategy may move to from p, a legal position with White
// to move, and returns the number of the step that it uses; NoStep if none has a move.
func (s *Strategy) Moves(dst []Position, p Position) ([]Position, int) {
	var buf [64]Position
	legal := s.Game.Moves(buf[:0], p)
	start := len(dst)
	for step := range s.Steps {
		best := 0
		for _, q := range legal {
			ok, least := s.Steps[step].Allows(p, q)
			switch {
			case !ok, len(dst) > start && least > best:
				continue
			case least < best:
				dst = dst[:start]
			}
			best = least
			dst = append(dst, q)
		}
		if len(dst) > start {
			return dst, step
		}
	}
	return dst, NoStep
}

// Claims reports whether p is a position that the strategy claims as won: legal, White to move.
func (s *Strategy) Claims(p Position) bool { return p.White && s.Legal(p) && s.Claimed(p) }

// Each calls f for every position with a side to move, legal or not, until f returns false.
func (s *Strategy) Each(white bool, f func(p Position) bool) {
	n := s.Size()
	for bk := range n {
		for m := range n {
			for wk := range n {
				if !f(Position{s.Square(wk), s.Square(bk), s.Square(m), white}) {
					return
				}
			}
		}
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
