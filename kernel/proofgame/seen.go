package proofgame

// seen is a set of keys that is emptied without clearing its memory: slots of earlier
// rounds count as empty.
type seen struct {
	slots []slot
	n     int
	round uint32
}

type slot struct {
	key   uint64
	round uint32
}

func (s *seen) clear() {
	if s.slots == nil {
		s.slots = make([]slot, 1<<10)
	}
	s.n = 0
	if s.round++; s.round == 0 {
		clear(s.slots)
		s.round = 1
	}
}

func (s *seen) find(key uint64) *slot {
	mask := uint64(len(s.slots) - 1)
	for i := key & mask; ; i = (i + 1) & mask {
		if t := &s.slots[i]; t.round != s.round || t.key == key {
			return t
		}
	}
}

func (s *seen) has(key uint64) bool { return s.find(key).round == s.round }

// add adds a key that is new.
func (s *seen) add(key uint64) {
	*s.find(key) = slot{key, s.round}
	if s.n++; s.n > len(s.slots)/2 {
		old := s.slots
		s.slots = make([]slot, 2*len(old))
		for _, t := range old {
			if t.round == s.round {
				*s.find(t.key) = t
			}
		}
	}
}
