package core

// SetProof gives a core of a test its proof, by lemmas.
func (c *Core) SetProof(proof []byte) { c.proof, c.left = numbers{data: proof}, 1<<20 }
