package format

import (
	"encoding/binary"
	"fmt"
	"sync"
	"unsafe"

	"github.com/klauspost/compress/zstd"
	"retroproof/retro/table"
)

// A block is compressed by itself. If all of its cells are equal, it is that one
// cell; nothing else is as short.

// zstdWriter and zstdReader are safe for concurrent use.
var zstdWriter = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithSingleSegment(true),
		zstd.WithEncoderCRC(false), zstd.WithWindowSize(2*blockCells), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic(err)
	}
	return e
})

var zstdReader = sync.OnceValue(func() *zstd.Decoder {
	// The limit of the capacity is what keeps a damaged block from growing.
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true),
		zstd.WithDecoderLowmem(true))
	if err != nil {
		panic(err)
	}
	return d
})

// bytesOf returns the memory of cells, in which numbers are little-endian on
// all machines that matter: see littleEndian.
func bytesOf[T table.Cell](codes []T) []byte {
	if len(codes) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&codes[0])), len(codes)*int(unsafe.Sizeof(codes[0])))
}

// littleEndian turns cells into what they are in a file, and back.
func littleEndian[T table.Cell](codes []T) {
	if table.CellBytes[T]() == 1 || binary.NativeEndian.Uint16([]byte{1, 0}) == 1 {
		return
	}
	for i, c := range codes {
		codes[i] = T(uint16(c)<<8 | uint16(c)>>8)
	}
}

// compress appends a block's cells, which it may change. The layout is one for scanning.
func compress[T table.Cell](dst []byte, h *header, l *table.Layout, codes []T, block int) []byte {
	if allEqual(codes) {
		littleEndian(codes[:1])
		return append(dst, bytesOf(codes[:1])...)
	}
	if h.method == predicted {
		return appendPredicted(dst, l, bytesOf(codes), int(h.grid().Turn(block)), h.firstWord(block))
	}
	littleEndian(codes)
	return zstdWriter().EncodeAll(bytesOf(codes), dst)
}

func allEqual[T table.Cell](codes []T) bool {
	for _, c := range codes {
		if c != codes[0] {
			return false
		}
	}
	return true
}

// decompress fills a block's cells. The layout is one for scanning if they are predicted.
func decompress[T table.Cell](h *header, l *table.Layout, codes []T, packed []byte, block int) error {
	raw := bytesOf(codes)
	if size := len(raw) / len(codes); len(packed) <= size {
		if len(packed) < size {
			return fmt.Errorf("a block of %d bytes", len(packed))
		}
		copy(raw, packed)
		for i := range codes {
			codes[i] = codes[0]
		}
		littleEndian(codes)
		return nil
	}
	if h.method == predicted {
		return readPredicted(l, raw, packed, int(h.grid().Turn(block)), h.firstWord(block))
	}
	out, err := zstdReader().DecodeAll(packed, raw[:0:len(raw)])
	if err != nil {
		return err
	}
	if len(out) != len(raw) {
		return fmt.Errorf("%d bytes uncompressed, want %d", len(out), len(raw))
	}
	littleEndian(codes)
	return nil
}
