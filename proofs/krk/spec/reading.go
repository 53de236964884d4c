package spec

// Reading fixes the details of the strategy's text that can be read in more
// than one way. Default is the reading that every published figure confirms;
// the others exist because the figures refute them, and tests show that they
// do. Both the symbolic and the native strategy take one, and certificates name it.
type Reading struct {
	RookSafeDistance int  `json:"rook_safe_distance"` // least Chebyshev(R, BK) after RookSafe; the paper's text says 2
	ReadyLeastX      int  `json:"ready_least_x"`      // least x of the rook in the ready-to-mate pattern
	ReadyRookOnly    bool `json:"ready_rook_only"`    // ReadyToMate by rook moves only
	ExposedMargin    int  `json:"exposed_margin"`     // exposed, Black to move: Chebyshev(WK,R) >= Chebyshev(BK,R) + margin
	DividesLoosely   bool `json:"divides_loosely"`    // the rook may stand on the white king's line and still divide
	NoLPattern       bool `json:"no_l_pattern"`       // Approach without the L-pattern
	CriticalByKing   bool `json:"critical_by_king"`   // Chebyshev instead of Manhattan distance to the critical square
	RoomLimit        int  `json:"room_limit"`         // white king on the edge only if room is greater
	AllowStalemate   bool `json:"allow_stalemate"`    // stalemating moves are not excluded
	DiagonalLast     bool `json:"diagonal_last"`      // straight king moves before diagonal ones
	HomeAdjacent     bool `json:"home_adjacent"`      // RookHome to any square beside the white king
	HomeNoThree      bool `json:"home_no_three"`      // RookHome without the three-in-line clause
	HomeNoGuard      bool `json:"home_no_guard"`      // RookHome without "beside BK only if beside WK"

	stalemates [NumSteps]bool // steps in which stalemating moves are not excluded (Lemmas 8s and 9s, and controls)
}

// MayStalemate reports whether stalemating moves are not excluded in a step.
func (r *Reading) MayStalemate(s Step) bool { return r.AllowStalemate || r.stalemates[s] }

// mayStalemate returns a change of a reading: that stalemating moves are not excluded in these steps.
func mayStalemate(steps ...Step) func(r *Reading) {
	return func(r *Reading) {
		for _, s := range steps {
			r.stalemates[s] = true
		}
	}
}

// Default is the reading that the figures confirm.
func Default() Reading {
	return Reading{RookSafeDistance: 3, ReadyLeastX: 2, ExposedMargin: 1, RoomLimit: 3}
}

// Step is a step of the strategy. The first step that has a move is used.
type Step int

// The steps, in order of preference.
const (
	NoStep Step = iota
	ImmediateMate
	ReadyToMate
	Squeeze
	ApproachDiag
	ApproachNonDiag
	KeepRoomDiag
	KeepRoomNonDiag
	RookHome
	RookSafe
	NumSteps = iota // one more than the last step
)

var stepNames = [...]string{"none", "ImmediateMate", "ReadyToMate", "Squeeze", "ApproachDiag",
	"ApproachNonDiag", "KeepRoomDiag", "KeepRoomNonDiag", "RookHome", "RookSafe"}

func (s Step) String() string { return stepNames[s] }

// FarRoom is the room of a position whose rook stands on the black king's
// line, more than any real room.
const FarRoom = 15

// FarMeasure is the measure of a position that threatens stalemate or leaves
// the rook exposed, more than any other.
const FarMeasure = 100
