package spec

// Reading fixes the details of the strategy's text that can be read in more than one way.
// Default is the reading that all published figures confirm. The others exist because the
// figures refute them, which tests show. Both the symbolic and the native strategy take a
// reading, and certificates name it.
type Reading struct {
	RookSafeDistance int  `json:"rook_safe_distance"` // least Chebyshev(R, BK) after RookSafe; 2 in the paper's text
	ReadyLeastX      int  `json:"ready_least_x"`      // least x of the rook in the ready-to-mate pattern
	ReadyRookOnly    bool `json:"ready_rook_only"`    // ReadyToMate by rook moves only
	ExposedMargin    int  `json:"exposed_margin"`     // exposed, Black to move: Chebyshev(WK,R) >= Chebyshev(BK,R) + margin
	DividesLoosely   bool `json:"divides_loosely"`    // the rook may be on the white king's line and still divide
	NoLPattern       bool `json:"no_l_pattern"`       // Approach without the L-pattern
	CriticalByKing   bool `json:"critical_by_king"`   // Chebyshev instead of Manhattan distance to the critical square
	RoomLimit        int  `json:"room_limit"`         // the white king may be on the edge only if room is greater than this
	AllowStalemate   bool `json:"allow_stalemate"`    // stalemating moves are allowed
	DiagonalLast     bool `json:"diagonal_last"`      // straight king moves before diagonal ones
	HomeAdjacent     bool `json:"home_adjacent"`      // RookHome to any square beside the white king
	HomeNoThree      bool `json:"home_no_three"`      // RookHome without the three-in-line clause
	HomeNoGuard      bool `json:"home_no_guard"`      // RookHome without "beside BK only if beside WK"

	stalemates [NumSteps]bool // steps in which stalemating moves are allowed (Lemmas 8s and 9s, and controls)
}

// MayStalemate reports whether stalemating moves are allowed in a step.
func (r *Reading) MayStalemate(s Step) bool { return r.AllowStalemate || r.stalemates[s] }

// mayStalemate returns a change of a reading: stalemating moves are allowed in the given steps.
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

// FarRoom is the room of a position with the rook on the black king's file or rank; any other
// room is smaller.
const FarRoom = 15

// FarMeasure is the measure of a position in which stalemate threatens or the rook is exposed;
// any other measure is smaller.
const FarMeasure = 100
