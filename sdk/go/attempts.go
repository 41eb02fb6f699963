package svc

import (
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The rules for retrying a call are those of the SDKs in other languages.
const (
	firstPause   = 250 * time.Millisecond
	longestPause = 8 * time.Second
)

// Methods that have no further effect when they are sent twice (RFC 9110, 9.2.2).
var idempotent = map[string]bool{"GET": true, "HEAD": true, "PUT": true, "DELETE": true, "OPTIONS": true}

// CallOption changes one call.
type CallOption func(*callOptions)

type callOptions struct {
	timeout    time.Duration
	maxRetries int
	key        string
	headers    http.Header
}

// WithTimeout limits the whole call, including waits and retries.
func WithTimeout(timeout time.Duration) CallOption {
	return func(o *callOptions) { o.timeout = timeout }
}

// WithMaxRetries sets how often the call may be retried.
func WithMaxRetries(retries int) CallOption {
	return func(o *callOptions) { o.maxRetries = retries }
}

// WithIdempotencyKey sets the key of the request: the same key returns the same response, if the operation stores it.
func WithIdempotencyKey(key string) CallOption {
	return func(o *callOptions) { o.key = key }
}

// WithHeader adds a header.
func WithHeader(name, value string) CallOption {
	return func(o *callOptions) { o.headers.Set(name, value) }
}

// attempts counts the attempts of one call and decides if another one follows.
type attempts struct {
	timeout    time.Duration
	deadline   time.Time
	left       int
	made       int
	key        string
	headers    http.Header
	repeatable bool
	// True if an attempt may have taken effect although its response was lost.
	lostAnswer bool
}

func newAttempts(c *Client, r *request, options []CallOption) *attempts {
	chosen := callOptions{timeout: c.timeout, maxRetries: c.maxRetries, headers: http.Header{}}
	for _, option := range options {
		option(&chosen)
	}
	if chosen.key == "" && r.keyed {
		chosen.key = randomKey()
	}
	return &attempts{
		timeout:    chosen.timeout,
		deadline:   time.Now().Add(chosen.timeout),
		left:       chosen.maxRetries,
		key:        chosen.key,
		headers:    chosen.headers,
		repeatable: idempotent[r.method] || r.reads || r.keyed,
	}
}

func (a *attempts) decorate(headers http.Header) {
	if a.key != "" {
		headers.Set("Idempotency-Key", a.key)
	}
	for name, values := range a.headers {
		headers[name] = values
	}
}

func (a *attempts) isOver() bool {
	return !time.Now().Before(a.deadline)
}

func (a *attempts) pauseAfterStatus(status int, headers http.Header) (time.Duration, bool) {
	var again bool
	switch status {
	case 429:
		again = true
	case 503:
		again = a.repeatable || headers.Get("Retry-After") != ""
	case 502, 504:
		again = a.repeatable
		a.lostAnswer = a.lostAnswer || again
	}
	if !again {
		return 0, false
	}
	return a.next(headers)
}

// pauseAfterFailure decides about a retry; sent is true if the server may have received the request.
func (a *attempts) pauseAfterFailure(sent bool) (time.Duration, bool) {
	if sent && !a.repeatable {
		return 0, false
	}
	a.lostAnswer = a.lostAnswer || sent
	return a.next(nil)
}

func (a *attempts) next(headers http.Header) (time.Duration, bool) {
	if a.left <= 0 {
		return 0, false
	}
	longest := min(longestPause, firstPause<<min(a.made, 10))
	pause := longest/2 + mathrand.N(longest/2)
	if asked, ok := retryAfter(headers); ok {
		pause = asked
	}
	if !time.Now().Add(pause).Before(a.deadline) {
		return 0, false
	}
	a.left--
	a.made++
	return pause, true
}

// retryAfter reads a Retry-After header (RFC 9110, 10.2.3), which is seconds or a date.
func retryAfter(headers http.Header) (time.Duration, bool) {
	text := strings.TrimSpace(headers.Get("Retry-After"))
	if text == "" {
		return 0, false
	}
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	return max(0, time.Until(at)), true
}

// isUnsent is true for failures before anything was sent.
func isUnsent(err error) bool {
	var operation *net.OpError
	if errors.As(err, &operation) && operation.Op == "dial" {
		return true
	}
	var lookup *net.DNSError
	return errors.As(err, &lookup)
}

func randomKey() string {
	var raw [16]byte
	_, _ = rand.Read(raw[:]) // never fails: crypto/rand
	return fmt.Sprintf("%x", raw)
}
