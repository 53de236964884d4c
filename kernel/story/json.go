package story

// Schema is that of [JSON].
const Schema = "retroproof.story/1"

// JSON is a document for programs: what [WriteHTML] shows, without boards drawn and
// without markup. doc/json.md describes the fields. Parts stand in one list, in the order in
// which they are read; what is inside a list or a fold names it.
type JSON struct {
	Schema  string `json:"schema"`
	Title   string `json:"title"`
	FEN     string `json:"fen"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"`
	Parts   []Part `json:"parts"`
}

// JSON returns the document for programs.
func (d *Document) JSON() *JSON {
	j := &JSON{Schema, d.Title, d.FEN, d.Verdict.String(), string(d.Reason), []Part{}}
	j.add(d.Parts, nil)
	return j
}

// add appends parts that stand in the part within, and what stands in them.
func (j *JSON) add(parts []Part, within *int) {
	for _, p := range parts {
		at := len(j.Parts)
		p.Within = within
		j.Parts = append(j.Parts, p)
		j.add(p.Parts, &at)
	}
}
