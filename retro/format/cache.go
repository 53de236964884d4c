package format

import (
	"container/list"
	"sync"
)

// DefaultCacheBytes bounds the memory of the blocks that tables in files keep.
const DefaultCacheBytes = 64 << 20

// A Cache keeps the blocks that were used last, uncompressed. It is safe for
// concurrent use; a block that several goroutines ask for at once is read once.
type Cache struct {
	mu     sync.Mutex
	limit  int
	size   int
	blocks map[blockKey]*list.Element
	used   list.List // of *cachedBlock; the last used in front
}

type blockKey struct {
	file  *File
	block int
}

type cachedBlock struct {
	key   blockKey
	once  sync.Once
	bytes []byte
	err   error
}

// NewCache returns a cache that keeps at most limit bytes of blocks.
func NewCache(limit int) *Cache {
	return &Cache{limit: limit, blocks: map[blockKey]*list.Element{}}
}

// get returns a block, which must not be changed.
func (c *Cache) get(f *File, block int) ([]byte, error) {
	key := blockKey{f, block}
	c.mu.Lock()
	e, ok := c.blocks[key]
	if ok {
		c.used.MoveToFront(e)
	} else {
		e = c.used.PushFront(&cachedBlock{key: key})
		c.blocks[key] = e
		c.size += f.blockBytes(block)
		for c.size > c.limit && c.used.Len() > 1 {
			c.remove(c.used.Back())
		}
	}
	b := e.Value.(*cachedBlock)
	c.mu.Unlock()
	b.once.Do(func() {
		b.bytes, b.err = f.unpack(block)
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
	b := e.Value.(*cachedBlock)
	c.used.Remove(e)
	delete(c.blocks, b.key)
	c.size -= b.key.file.blockBytes(b.key.block)
}

// drop takes out all blocks of a file.
func (c *Cache) drop(f *File) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for block := range f.tail.blocks {
		if e, ok := c.blocks[blockKey{f, block}]; ok {
			c.remove(e)
		}
	}
}

// blockBytes returns the bytes of a block, uncompressed.
func (f *File) blockBytes(block int) int { return f.header.blockLength(block) * f.header.cellBytes }

// unpack reads a block.
func (f *File) unpack(block int) ([]byte, error) {
	packed, err := f.readBlock(block, nil)
	if err != nil {
		return nil, err
	}
	raw := make([]byte, f.blockBytes(block))
	if f.header.cellBytes == 2 && len(packed) == 2 {
		for i := range raw {
			raw[i] = packed[i&1]
		}
		return raw, nil
	}
	if err := decompress(raw, packed); err != nil {
		return nil, f.blockError(block, "%v", err)
	}
	return raw, nil
}
