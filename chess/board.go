package chess

import (
	"math/bits"

	"retroproof/chess/board"
)

// What a board has, from package board, which is believed. The types are the same.
type (
	Square       = board.Square       // one of the 64, or NoSquare
	Bitboard     = board.Bitboard     // a set of squares
	Color        = board.Color        // a side
	Kind         = board.Kind         // of a man, its colour apart
	Man          = board.Man          // a coloured piece or pawn, or NoMan
	Placed       = board.Placed       // a man and where it stands
	Castling     = board.Castling     // a set of castling rights
	CastlingPath = board.CastlingPath // how a side castles with a right
	Setup        = board.Setup        // any diagram, with all that a FEN says of it
)

// Squares: the corners, from which a reader can work out every other square, and none.
const (
	A1, H1, A8, H8 = board.A1, board.H1, board.A8, board.H8
	NoSquare       = board.NoSquare
	NumSquares     = board.NumSquares
)

// Sets of squares.
const (
	NoSquares    = board.NoSquares
	AllSquares   = board.AllSquares
	DarkSquares  = board.DarkSquares // those of a1's colour
	LightSquares = board.LightSquares

	fileA Bitboard = 0x0101010101010101
	fileH Bitboard = fileA << 7
	rank1 Bitboard = 0xFF
	rank8 Bitboard = rank1 << 56
)

// Men.
const (
	White, Black = board.White, board.Black

	NoKind                                  = board.NoKind
	King, Queen, Rook, Bishop, Knight, Pawn = board.King, board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn
	NoMan                                   = board.NoMan
	WhiteKing, WhiteQueen, WhiteRook        = board.WhiteKing, board.WhiteQueen, board.WhiteRook
	WhiteBishop, WhiteKnight, WhitePawn     = board.WhiteBishop, board.WhiteKnight, board.WhitePawn
	BlackKing, BlackQueen, BlackRook        = board.BlackKing, board.BlackQueen, board.BlackRook
	BlackBishop, BlackKnight, BlackPawn     = board.BlackBishop, board.BlackKnight, board.BlackPawn
	NumMen                                  = board.NumMen
)

// Castling rights.
const (
	WhiteKingside, WhiteQueenside = board.WhiteKingside, board.WhiteQueenside
	BlackKingside, BlackQueenside = board.BlackKingside, board.BlackQueenside
	NoCastling, AllCastling       = board.NoCastling, board.AllCastling

	castlingLetters = "KQkq"
)

// CastlingPaths has the path of the right 1<<i at i. It must not be changed.
var CastlingPaths = board.CastlingPaths

// InitialFEN is the position from which a game of chess starts.
const InitialFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// MakeSquare is [board.MakeSquare].
func MakeSquare(file, rank int) Square { return board.MakeSquare(file, rank) }

// ParseSquare is [board.ParseSquare].
func ParseSquare(name string) (Square, error) { return board.ParseSquare(name) }

// FileSet is [board.FileSet].
func FileSet(file int) Bitboard { return board.FileSet(file) }

// RankSet is [board.RankSet].
func RankSet(rank int) Bitboard { return board.RankSet(rank) }

// SetOf is [board.SetOf].
func SetOf(squares ...Square) Bitboard { return board.SetOf(squares...) }

// MakeMan is [board.MakeMan].
func MakeMan(c Color, k Kind) Man { return board.MakeMan(c, k) }

// ParseMan is [board.ParseMan].
func ParseMan(letter byte) (Man, bool) { return board.ParseMan(letter) }

// EmptySetup is [board.EmptySetup].
func EmptySetup() Setup { return board.EmptySetup() }

// InitialSetup is [board.InitialSetup].
func InitialSetup() Setup { return board.InitialSetup() }

// bit is Bit for squares known to be valid, without the test.
func bit(s Square) Bitboard { return 1 << (s & 63) }

// rotate shifts a set by n squares, to higher ones if n is positive. It is
// meant for sets that no square leaves at either end of the board.
func rotate(b Bitboard, n int) Bitboard { return Bitboard(bits.RotateLeft64(uint64(b), n)) }

// onEnPassantRank reports whether a square can stand in the en passant field.
func onEnPassantRank(sq Square) bool { return board.OnEnPassantRank(sq) }
