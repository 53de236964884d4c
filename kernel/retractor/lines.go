package retractor

import (
	"context"

	"retroproof/chess"
	"retroproof/kernel/ask"
)

// help looks for solutions of a help-retractor that begin with a retraction.
func (s *solver) help(ctx context.Context, u *step, moves int) (*Line, error) {
	line := u.line(ask.Impossible)
	if moves == 1 {
		line, _, err := s.end(ctx, u)
		return line, err
	}
	// Nothing is decided before a mate is found: if games lead to the position behind the last retraction, they lead on.
	for _, v := range s.back(u.before) {
		if s.forward.Nodes == 0 {
			line.Verdict = better(line.Verdict, ask.Open)
			return line, nil
		}
		reply := v.line(ask.Impossible)
		for _, w := range s.back(v.before) {
			if s.forward.Nodes == 0 {
				break
			}
			last, err := s.help(ctx, &w, moves-1)
			if err != nil {
				return nil, err
			}
			if last.Verdict != ask.Impossible {
				reply.Next = append(reply.Next, last)
				reply.Verdict = better(reply.Verdict, last.Verdict)
			}
		}
		if reply.Verdict != ask.Impossible {
			line.Next = append(line.Next, reply)
			line.Verdict = better(line.Verdict, reply.Verdict)
		}
	}
	return line, nil
}

// key looks at a retraction of the side that solves a defensive retractor.
func (s *solver) key(ctx context.Context, u *step, moves int) (*Line, error) {
	line, d, err := s.end(ctx, u)
	if err != nil || line.Verdict == ask.Possible || moves == 1 || d.legal == ask.Impossible {
		return line, err
	}
	// If no mate was in sight nothing was decided; positions that are not legal have no legal ones before them.
	if d.left == nil {
		d.left = u.before
	}
	tried := u.line(ask.Possible)
	some := ask.Impossible
	for _, v := range s.back(d.left) {
		if s.forward.Nodes == 0 {
			line.Verdict = ask.Open
			return line, nil
		}
		reply, legal, err := s.defence(ctx, &v, moves-1)
		if err != nil {
			return nil, err
		}
		if legal == ask.Impossible {
			continue
		}
		if reply.Verdict == ask.Impossible && legal == ask.Possible {
			return line, nil
		}
		if reply.Verdict != ask.Possible {
			tried.Verdict = ask.Open
		}
		some = better(some, legal)
		tried.Next = append(tried.Next, reply)
	}
	// A game that leads to a position of a defence leads on to that of the key, which is legal then.
	if some == ask.Open {
		tried.Verdict = ask.Open
	}
	if some == ask.Impossible || tried.Verdict == ask.Open && line.Verdict == ask.Open {
		return line, nil
	}
	return tried, nil
}

// defence looks at a retraction of the other side: its line is possible if it is answered, and a legal one
// that is not refutes the key.
func (s *solver) defence(ctx context.Context, v *step, moves int) (line *Line, legal ask.Verdict, err error) {
	line = v.line(ask.Impossible)
	d, err := s.decide(ctx, v.before)
	if err != nil || d.legal == ask.Impossible {
		return line, d.legal, err
	}
	f, err := s.mates(&d, chess.NoMove)
	if err != nil || f.mate == ask.Possible {
		line.Mates, line.Before = f.moves, f.before
		return line, d.legal, err
	}
	answered := ask.Impossible
	for _, w := range s.back(d.left) {
		reply, err := s.key(ctx, &w, moves)
		if err != nil {
			return line, d.legal, err
		}
		if reply.Verdict == ask.Impossible || answered == ask.Open && reply.Verdict == ask.Open {
			continue
		}
		if answered = better(answered, reply.Verdict); answered == ask.Possible {
			line.Next = []*Line{reply}
			break
		}
		line.Next = append(line.Next, reply)
	}
	if line.Verdict = answered; f.mate == ask.Open && answered == ask.Possible {
		line.Verdict = ask.Open
	}
	return line, d.legal, nil
}
