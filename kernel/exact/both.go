package exact

func (s *search) fromBothEnds(plies int) (Result, error) { panic("todo") }
