package count

// scale is where points are on a plot.
type scale struct {
	first, last, step int // numbers of the horizontal axis: each step has a number
	ceiling, tick     int // of the vertical axis, which begins with 0
}

// newScale finds axes that hold all points.
func (p *Plot) newScale() *scale {
	s := &scale{first: 1, last: 1, step: 1}
	highest, some := 1.0, false
	for _, series := range p.Series {
		for _, at := range series.Points {
			if !some {
				s.first, s.last, some = at.X, at.X, true
			}
			s.first, s.last, highest = min(s.first, at.X), max(s.last, at.X), max(highest, at.Y)
		}
	}
	if s.last-s.first > 16 {
		s.step = max(2, roundTick(float64(s.last-s.first)/3))
	}
	s.tick = roundTick(highest)
	for s.ceiling = s.tick; float64(s.ceiling) < highest; s.ceiling += s.tick {
	}
	return s
}

// roundTick returns a round distance of lines, for about six of them.
func roundTick(most float64) int {
	for unit := 1; ; unit *= 10 {
		for _, k := range []int{1, 2, 5} {
			if most <= float64(7*k*unit) {
				return k * unit
			}
		}
	}
}

func (s *scale) x(n int) float64 {
	return left + float64(n-s.first)/float64(max(1, s.last-s.first))*plotWidth
}

func (s *scale) y(v float64) float64 { return top + plotHeight - v/float64(s.ceiling)*plotHeight }

// corner returns the upper left corner of a box in that corner of the plot where the
// fewest points are in its way.
func (s *scale) corner(all []Series, wide, high float64) (x, y float64) {
	const margin = 10
	best := -1
	for _, at := range [][2]float64{
		{width - right - wide - margin, top + margin}, {left + margin, top + margin},
		{width - right - wide - margin, top + plotHeight - high - margin}, {left + margin, top + plotHeight - high - margin},
	} {
		inTheWay := 0
		for _, series := range all {
			for _, p := range series.Points {
				px, py := s.x(p.X), s.y(p.Y)
				if px >= at[0]-margin && px <= at[0]+wide+margin && py >= at[1]-margin && py <= at[1]+high+margin {
					inTheWay++
				}
			}
		}
		if best < 0 || inTheWay < best {
			best, x, y = inTheWay, at[0], at[1]
		}
	}
	return x, y
}
