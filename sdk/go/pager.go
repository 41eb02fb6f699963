package svc

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
)

// Pager is a list over all pages. Each iteration starts at the first page.
type Pager[Item, Page any] struct {
	client  *Client
	request *request
	options []CallOption
}

func newPager[Item, Page any](client *Client, request *request, options []CallOption) *Pager[Item, Page] {
	return &Pager[Item, Page]{client: client, request: request, options: options}
}

// envelope has the members that every page has.
type envelope[Item any] struct {
	Items      []Item  `json:"items"`
	Events     []Item  `json:"events"`
	NextCursor *string `json:"next_cursor"`
}

// All yields the items of all pages. An error is the last thing that it yields.
func (p *Pager[Item, Page]) All(ctx context.Context) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for raw, err := range p.raw(ctx) {
			var page envelope[Item]
			if err == nil {
				err = json.Unmarshal(raw, &page)
			}
			if err != nil {
				var none Item
				yield(none, err)
				return
			}
			for _, item := range append(page.Items, page.Events...) {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}

// Pages yields one page after the other.
func (p *Pager[Item, Page]) Pages(ctx context.Context) iter.Seq2[*Page, error] {
	return func(yield func(*Page, error) bool) {
		for raw, err := range p.raw(ctx) {
			var page *Page
			if err == nil {
				err = json.Unmarshal(raw, &page)
			}
			if !yield(page, err) || err != nil {
				return
			}
		}
	}
}

// First returns the first page.
func (p *Pager[Item, Page]) First(ctx context.Context) (*Page, error) {
	return answerOf[Page](ctx, p.client, p.request, p.options)
}

func (p *Pager[Item, Page]) raw(ctx context.Context) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		next := *p.request
		for {
			raw, err := answerOf[json.RawMessage](ctx, p.client, &next, p.options)
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(*raw, nil) {
				return
			}
			var page envelope[json.RawMessage]
			if err := json.Unmarshal(*raw, &page); err != nil {
				yield(nil, err)
				return
			}
			if page.NextCursor == nil {
				return
			}
			if *page.NextCursor == next.cursor {
				yield(nil, errors.New("svc: the list leads back to a page that was read"))
				return
			}
			next.cursor = *page.NextCursor
		}
	}
}
