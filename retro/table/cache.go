package table

import (
	"slices"
	"sync"
	"sync/atomic"
)

// CacheBytes bounds the memory of the blocks that tables in files keep: all of three and
// four men take 187 MB.
const CacheBytes = 256 << 20

// A Cache keeps blocks that were used lately, uncompressed. It is safe for concurrent use, and whoever finds
// a block waits for nobody; a block that several goroutines ask for at once is read once.
type Cache struct {
	mu     sync.Mutex
	limit  int
	size   int
	blocks []*block
	hand   int // the next block that goes, if it was not used since the hand was there
}

// A BlockSource has blocks, of a file or a part of one. It embeds [Kept].
type BlockSource interface {
	// Block reads a block and decompresses it.
	Block(number int) ([]byte, error)
	// Decompressed returns the bytes of a block then, Blocks how many there are.
	Decompressed(number int) int
	Blocks() int
	// Cached returns what it embeds.
	Cached() *Kept
}

// Kept are the blocks of a source that are in a cache.
type Kept struct {
	once sync.Once
	list []atomic.Pointer[block] // by number
}

// Cached returns the blocks themselves.
func (k *Kept) Cached() *Kept { return k }

type block struct {
	at     *atomic.Pointer[block] // in Kept
	file   *File
	length int
	used   atomic.Bool
	once   sync.Once
	bytes  []byte
	err    error
}

// NewCache returns a cache that keeps at most limit bytes of blocks.
func NewCache(limit int) *Cache { return &Cache{limit: limit} }

// get returns a block of a file, which must not be changed.
func (c *Cache) get(file *File, source BlockSource, number int) ([]byte, error) {
	k := source.Cached()
	k.once.Do(func() { k.list = make([]atomic.Pointer[block], source.Blocks()) })
	b := k.list[number].Load()
	if b == nil {
		b = c.add(&block{at: &k.list[number], file: file, length: source.Decompressed(number)})
	}
	if !b.used.Load() {
		b.used.Store(true)
	}
	b.once.Do(func() {
		if b.bytes, b.err = source.Block(number); b.err != nil { // the next call tries again
			c.remove(func(o *block) bool { return o == b })
		}
	})
	return b.bytes, b.err
}

// add makes room for a block and adds it, unless another goroutine has done so; it returns the one that is there.
func (c *Cache) add(b *block) *block {
	c.mu.Lock()
	defer c.mu.Unlock()
	if other := b.at.Load(); other != nil {
		return other
	}
	for c.size+b.length > c.limit && len(c.blocks) > 0 {
		c.hand %= len(c.blocks)
		if old := c.blocks[c.hand]; old.used.Swap(false) {
			c.hand++
		} else { // a goroutine that is using it keeps it
			old.at.Store(nil)
			c.size -= old.length
			c.blocks = slices.Delete(c.blocks, c.hand, c.hand+1)
		}
	}
	b.at.Store(b)
	c.size += b.length
	c.blocks = append(c.blocks, b)
	return b
}

// remove takes out the blocks that a function names.
func (c *Cache) remove(named func(*block) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.blocks = slices.DeleteFunc(c.blocks, func(b *block) bool {
		if !named(b) {
			return false
		}
		b.at.Store(nil)
		c.size -= b.length
		return true
	})
}

// Bytes returns the size of the blocks that are kept.
func (c *Cache) Bytes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.size
}
