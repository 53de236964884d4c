package blocks

import (
	"container/list"
	"sync"
)

// DefaultBytes bounds the memory of the blocks that tables in files keep: all of three and
// four men take 187 MB.
const DefaultBytes = 256 << 20

// A Cache keeps the blocks that were used last, uncompressed. It is safe for
// concurrent use; a block that several goroutines ask for at once is read once.
type Cache struct {
	mu     sync.Mutex
	limit  int
	size   int
	blocks map[key]*list.Element
	used   list.List // of *block; the last used in front
}

// A Source has blocks, of a file or a part of one. It has to be comparable, as pointers are.
type Source interface {
	// Block reads a block and decompresses it.
	Block(number int) ([]byte, error)
	// Decompressed returns the bytes of a block then.
	Decompressed(number int) int
}

type key struct {
	source Source
	number int
}

type block struct {
	key   key
	file  *File
	once  sync.Once
	bytes []byte
	err   error
}

// New returns a cache that keeps at most limit bytes of blocks.
func New(limit int) *Cache {
	return &Cache{limit: limit, blocks: map[key]*list.Element{}}
}

// get returns a block of a file, which must not be changed.
func (c *Cache) get(file *File, source Source, number int) ([]byte, error) {
	key := key{source, number}
	c.mu.Lock()
	e, ok := c.blocks[key]
	if ok {
		c.used.MoveToFront(e)
	} else {
		e = c.used.PushFront(&block{key: key, file: file})
		c.blocks[key] = e
		c.size += source.Decompressed(number)
		for c.size > c.limit && c.used.Len() > 1 {
			c.remove(c.used.Back())
		}
	}
	b := e.Value.(*block)
	c.mu.Unlock()
	b.once.Do(func() {
		b.bytes, b.err = source.Block(number)
		if b.err != nil { // the next call tries again
			c.mu.Lock()
			if c.blocks[key] == e {
				c.remove(e)
			}
			c.mu.Unlock()
		}
	})
	return b.bytes, b.err
}

// remove takes a block out. A goroutine that is using it keeps it.
func (c *Cache) remove(e *list.Element) {
	b := e.Value.(*block)
	c.used.Remove(e)
	delete(c.blocks, b.key)
	c.size -= b.key.source.Decompressed(b.key.number)
}

// drop takes out the blocks of a file.
func (c *Cache) drop(file *File) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for e := c.used.Front(); e != nil; {
		next := e.Next()
		if e.Value.(*block).file == file {
			c.remove(e)
		}
		e = next
	}
}

// Bytes returns the size of the blocks that are kept.
func (c *Cache) Bytes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.size
}
