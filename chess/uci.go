package chess

// UCI returns the move as chess engines write it: the two squares, and the small
// letter of what a pawn becomes, as in "e2e4", "e7e8q", and "e1g1" for castling.
// For NoMove it returns "0000".
func (m Move) UCI() string {
	if m == NoMove {
		return "0000"
	}
	text := m.From().String() + m.To().String()
	if k := m.Promotion(); k != NoKind {
		text += MakeMan(Black, k).String()
	}
	return text
}

// String returns the move as UCI does.
func (m Move) String() string { return m.UCI() }
