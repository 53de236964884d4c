package cdcl

// Values of decisions. A variable gets the value that it had last; in stable mode, that of the largest assignment
// without conflict, the target. Now and then all last values are replaced, so that the search does not stay in one
// corner: by those of the largest assignment since the last time, which local search improves, by the first ones, or by
// their opposites.

// saveTarget remembers the largest assignments without a conflict.
func (s *Solver) saveTarget() {
	n := s.control[s.level()-1]
	if s.stable && s.tune.targets && n > s.target {
		s.target = n
		for _, l := range s.trail[:n] {
			s.targets[l>>1] = int8(l & 1)
		}
	}
	if s.tune.rephaseInterval > 0 && n > s.best {
		s.best = n
		for _, l := range s.trail[:n] {
			s.bests[l>>1] = int8(l & 1)
		}
	}
}

// rephase replaces the last values when it is time.
func (s *Solver) rephase() {
	if s.tune.rephaseInterval == 0 || s.stats.Conflicts < s.nextRephase {
		return
	}
	s.backtrack(min(s.level(), len(s.assumptions)))
	switch s.rephased % 4 {
	case 1:
		s.setPhases(func(int) int8 { return firstPhase })
	case 3:
		s.setPhases(func(int) int8 { return 1 - firstPhase })
	default:
		if s.rephased > 0 {
			s.setPhases(func(v int) int8 { return s.bests[v] })
		}
		s.best = 0
		if s.tune.walkEffort > 0 {
			s.walk()
		}
	}
	for v := range s.targets {
		s.targets[v] = -1
	}
	s.target = 0
	s.rephased++
	s.nextRephase = s.stats.Conflicts + s.tune.rephaseInterval*(s.rephased+1)
}

func (s *Solver) setPhases(value func(v int) int8) {
	for v := range s.phases {
		s.phases[v] = value(v)
	}
}
