package outreach

import "iter"

// Page is a page of a list. NextCursor is nil on the last page.
type Page[Item any] struct {
	Data       []Item
	NextCursor *string
}

// Pages is a list, which requests its pages as needed.
type Pages[Item any] struct {
	read func(cursor *string) (*Page[Item], error)
}

// First returns the first page only, with one request.
func (p *Pages[Item]) First() (*Page[Item], error) { return p.read(nil) }

// Pages iterates over the pages. It ends after an error.
func (p *Pages[Item]) Pages() iter.Seq2[*Page[Item], error] {
	return func(yield func(*Page[Item], error) bool) {
		for page, err := p.read(nil); ; page, err = p.read(page.NextCursor) {
			if !yield(page, err) || err != nil || page.NextCursor == nil {
				return
			}
		}
	}
}

// All iterates over the elements of all pages. It ends after an error.
func (p *Pages[Item]) All() iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for page, err := range p.Pages() {
			if err != nil {
				yield(*new(Item), err)
				return
			}
			for _, item := range page.Data {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}
