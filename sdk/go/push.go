package svc

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	mebibyte = 1 << 20
	// Limits of the ingest service (docs/ingest.md).
	pushEventBytesMax  = mebibyte
	pushBatchBytesMax  = 16 * mebibyte
	pushBatchEventsMax = 50_000
	longestPushPause   = 30 * time.Second
	// A longer Retry-After is shortened, so that a wrong value does not stop the pusher for a day.
	longestRetryAfter = 5 * time.Minute
	// Maximum number of refused events that are kept for Flush if there is no OnRefused.
	refusalsKeptMax    = 1_000
	pushAnswerBytesMax = 16 * mebibyte
)

var (
	connectorIDs = regexp.MustCompile(`^[A-Za-z0-9._:-]{1,128}$`)
	eventPlaces  = regexp.MustCompile(`(?s)^event (\d+): (.*)$`)
	// Statuses that no retry of the batch can change.
	finalStatuses = map[int]bool{400: true, 413: true, 415: true, 422: true}

	// ErrPusherClosed: the pusher accepts no more events.
	ErrPusherClosed = errors.New("svc: the pusher is closed")
)

// PusherOptions configure a Pusher. If URL and Token are empty, SVC_INGEST_URL and SVC_INGEST_TOKEN are used.
type PusherOptions struct {
	// URL is the address of the ingest service.
	URL string
	// Token is a push token of the tenant.
	Token string
	// ConnectorID is the source in the ledger; it is part of the events' identity.
	ConnectorID string
	// SourceFormat is json by default; docs/ingest.md lists auto and others.
	SourceFormat string
	// A batch is sent when it has this many bytes (default 1 MiB) or events (10,000), or is this old (1 second).
	BatchBytes  int
	BatchEvents int
	BatchTime   time.Duration
	// Compression is gzip by default, or none. For another encoding such as zstd, which the standard library lacks, set
	// Encode and the name of the encoding.
	Compression string
	Encode      func(content []byte) ([]byte, error)
	// PendingBytes is the maximum of uncompressed bytes that wait: 64 MiB by default, with a spool 1 GiB. Beyond it Push
	// waits.
	PendingBytes int64
	// Spool is a folder that stores unsettled events, also when the program is killed. One pusher uses it at a time.
	Spool string
	// Timeout limits one request; the default is 60 seconds.
	Timeout time.Duration
	// OnRefused is called with events that the server refused permanently. Without it Flush and Close return an
	// *EventsRefused.
	OnRefused func(refusals []Refusal)
	// OnRetry is called with the reason when a batch must be sent again, and the pause before that.
	OnRetry func(err error, pause time.Duration)
	// HTTPClient is used unchanged, except that redirects are not followed.
	HTTPClient *http.Client
}

// Refusal is an event that the server refused permanently.
type Refusal struct {
	// Line is the event as pushed, an object as JSON; empty if the server did not say which event of the batch it was.
	Line   string
	Reason string
}

// EventsRefused are the events of a Pusher that were refused permanently; all other pushed events are stored.
type EventsRefused struct {
	Count int64
	// Refusals are the first 1,000 of them.
	Refusals []Refusal
}

func (e *EventsRefused) Error() string {
	return fmt.Sprintf("svc: %d events were refused, the first one: %s", e.Count, e.Refusals[0].Reason)
}

// Pusher sends events in batches, one after the other, retrying each until it is settled. It is safe for concurrent
// use. Close it at the end; without it events in memory are lost.
type Pusher struct {
	options PusherOptions
	target  string
	http    *http.Client
	ctx     context.Context
	cancel  context.CancelFunc
	ended   chan struct{}
	endErr  error

	mutex sync.Mutex // of what follows
	// Closed and replaced whenever a field below changes.
	changed       chan struct{}
	queue         pushQueue
	openSince     time.Time
	accepted      int64
	refused       int64
	kept          int64
	settled       int64
	closed        bool
	broken        error
	lastFailure   error
	refusals      []Refusal
	refusalsCount int64
}

// NewPusher creates a pusher. With a spool it starts to send the batches that are left there.
func NewPusher(options PusherOptions) (*Pusher, error) {
	if options.URL == "" {
		options.URL = os.Getenv("SVC_INGEST_URL")
	}
	if options.Token == "" {
		options.Token = os.Getenv("SVC_INGEST_TOKEN")
	}
	if err := options.complete(); err != nil {
		return nil, err
	}
	query := url.Values{"connector_id": {options.ConnectorID}, "source_format": {options.SourceFormat}}
	pusher := &Pusher{
		options: options,
		target:  strings.TrimRight(options.URL, "/") + "/v1/ingest/batch?" + query.Encode(),
		ended:   make(chan struct{}),
		changed: make(chan struct{}),
		queue:   &memoryQueue{},
	}
	if options.Spool != "" {
		origin := map[string]string{"connector_id": options.ConnectorID, "source_format": options.SourceFormat}
		spool, err := openSpool(options.Spool, origin)
		if err != nil {
			return nil, err
		}
		pusher.queue = spool
	}
	own := http.Client{}
	if options.HTTPClient != nil {
		own = *options.HTTPClient
	}
	// A redirect would send the token to another server.
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	pusher.http = &own
	pusher.kept = pusher.queue.state().events
	pusher.ctx, pusher.cancel = context.WithCancel(context.Background())
	go pusher.run()
	return pusher, nil
}

func (o *PusherOptions) complete() error {
	switch {
	case o.URL == "":
		return errors.New("svc: URL is missing: give it, or set SVC_INGEST_URL")
	case !strings.HasPrefix(o.URL, "http://") && !strings.HasPrefix(o.URL, "https://"):
		return fmt.Errorf("svc: URL begins with http:// or https://: %s", o.URL)
	case o.Token == "":
		return errors.New("svc: Token is missing: give it, or set SVC_INGEST_TOKEN")
	case strings.ContainsFunc(o.Token, func(one rune) bool { return one < '!' || one > '~' }):
		return errors.New("svc: Token has blanks or other characters that no token has")
	case !connectorIDs.MatchString(o.ConnectorID):
		return fmt.Errorf("svc: ConnectorID does not match %s", connectorIDs)
	}
	if o.SourceFormat == "" {
		o.SourceFormat = "json"
	}
	if o.Compression == "" {
		o.Compression = "gzip"
	}
	if o.Encode == nil && o.Compression != "none" {
		if o.Compression != "gzip" {
			return fmt.Errorf("svc: Compression %s needs Encode", o.Compression)
		}
		o.Encode = gzipped
	}
	if o.BatchTime <= 0 {
		o.BatchTime = time.Second
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.PendingBytes <= 0 {
		o.PendingBytes = 64 * mebibyte
		if o.Spool != "" {
			o.PendingBytes = 1024 * mebibyte
		}
	}
	if err := bounded("BatchBytes", &o.BatchBytes, mebibyte, pushBatchBytesMax); err != nil {
		return err
	}
	return bounded("BatchEvents", &o.BatchEvents, 10_000, pushBatchEventsMax)
}

func bounded(name string, value *int, usual, most int) error {
	if *value == 0 {
		*value = usual
	}
	if *value < 1 || *value > most {
		return fmt.Errorf("svc: %s is 1 to %d", name, most)
	}
	return nil
}

// Push stores an event as JSON: in memory, or on disk with a spool. It waits while too much is pending.
func (p *Pusher) Push(ctx context.Context, event any) error {
	line, err := json.Marshal(event)
	if err != nil {
		return fmt.Errorf("svc: the event is no JSON: %w", err)
	}
	if line[0] != '{' {
		return errors.New("svc: an event is an object")
	}
	return p.keep(ctx, "ndjson", line)
}

// PushLine stores a line of text.
func (p *Pusher) PushLine(ctx context.Context, line string) error {
	if strings.TrimSpace(line) == "" || strings.ContainsAny(line, "\n\r\x00") {
		return errors.New("svc: a line of text is not empty and has no line feed and no NUL")
	}
	return p.keep(ctx, "txt", []byte(line))
}

func (p *Pusher) keep(ctx context.Context, kind string, line []byte) error {
	if len(line) > pushEventBytesMax {
		return fmt.Errorf("svc: the event has %d bytes, more than %d", len(line), pushEventBytesMax)
	}
	line = append(line, '\n')
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for {
		if p.closed {
			return ErrPusherClosed
		}
		if p.broken != nil {
			return p.broken
		}
		state := p.queue.state()
		if state.size == 0 || state.size+int64(len(line)) <= p.options.PendingBytes {
			break
		}
		if err := p.seal(); err != nil {
			return err
		}
		if err := p.wait(ctx); err != nil {
			return err
		}
	}
	if open := p.queue.filling(); open != nil && (open.kind != kind || open.size+int64(len(line)) > int64(p.options.BatchBytes)) {
		if err := p.seal(); err != nil {
			return err
		}
	}
	if err := p.queue.add(kind, line); err != nil {
		return err
	}
	p.kept++
	open := p.queue.filling()
	if open.events >= int64(p.options.BatchEvents) || open.size >= int64(p.options.BatchBytes) {
		return p.seal()
	}
	if open.events == 1 {
		p.openSince = time.Now()
		p.announce()
	}
	return nil
}

// seal closes the open batch. The caller holds the mutex.
func (p *Pusher) seal() error {
	err := p.queue.seal()
	if err != nil && p.broken == nil {
		p.broken = err
	}
	p.announce()
	return err
}

func (p *Pusher) announce() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// wait releases the mutex until something changes.
func (p *Pusher) wait(ctx context.Context) error {
	changed := p.changed
	p.mutex.Unlock()
	defer p.mutex.Lock()
	select {
	case <-changed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Accepted and Refused count events since this pusher was created; Pending counts events that are not settled.
func (p *Pusher) Accepted() int64 { return p.count(func() int64 { return p.accepted }) }
func (p *Pusher) Refused() int64  { return p.count(func() int64 { return p.refused }) }
func (p *Pusher) Pending() int64  { return p.count(func() int64 { return p.queue.state().events }) }

func (p *Pusher) count(read func() int64) int64 {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return read()
}

// Flush returns when all earlier events are settled. If the context ends before, no event is lost, and the next flush
// continues to wait.
func (p *Pusher) Flush(ctx context.Context) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	until := p.kept
	if err := p.seal(); err != nil {
		return err
	}
	for p.settled < until {
		if p.broken != nil {
			return p.broken
		}
		if p.ctx.Err() != nil {
			return ErrPusherClosed
		}
		if err := p.wait(ctx); err != nil {
			late := fmt.Errorf("%w: %d events are not taken yet", ErrDeadlineExceeded, p.queue.state().events)
			if p.lastFailure != nil {
				late = fmt.Errorf("%w: %w", late, p.lastFailure)
			}
			return fmt.Errorf("%w (%w)", late, err)
		}
	}
	return p.giveBack()
}

// Close flushes and ends. Events that are left when the context ends stay in the spool; without one they are lost, and
// the error says so.
func (p *Pusher) Close(ctx context.Context) error {
	p.mutex.Lock()
	if p.closed {
		p.mutex.Unlock()
		<-p.ended
		return nil
	}
	p.closed = true
	p.announce()
	p.mutex.Unlock()
	err := p.Flush(ctx)
	if p.options.Spool != "" && errors.Is(err, ErrDeadlineExceeded) {
		p.mutex.Lock()
		err = p.giveBack()
		p.mutex.Unlock()
	}
	p.cancel()
	p.mutex.Lock()
	p.announce()
	p.mutex.Unlock()
	<-p.ended
	return errors.Join(err, p.endErr)
}

func (p *Pusher) run() {
	defer close(p.ended)
	for {
		batch := p.next()
		if batch == nil {
			break
		}
		outcome, err := p.deliver(batch)
		if p.ctx.Err() != nil {
			break
		}
		if err == nil {
			p.hand(outcome)
		}
		p.mutex.Lock()
		if err == nil {
			err = p.queue.settle()
		}
		if err != nil {
			p.broken = err
		} else {
			p.accepted += outcome.accepted
			p.refused += outcome.refused
			p.settled += batch.events
			p.lastFailure = nil
		}
		p.announce()
		p.mutex.Unlock()
		if err != nil {
			break
		}
	}
	<-p.ctx.Done()
	p.mutex.Lock()
	p.endErr = p.queue.close()
	p.mutex.Unlock()
}

// next waits for a batch that is full or old enough; nil at the end.
func (p *Pusher) next() *pushBatch {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for p.ctx.Err() == nil && p.broken == nil {
		if batch := p.queue.first(); batch != nil {
			return batch
		}
		if p.queue.filling() == nil {
			_ = p.wait(p.ctx)
			continue
		}
		due := p.openSince.Add(p.options.BatchTime)
		if !time.Now().Before(due) {
			_ = p.seal()
			continue
		}
		timed, cancel := context.WithDeadline(p.ctx, due)
		_ = p.wait(timed)
		cancel()
	}
	return nil
}

type pushOutcome struct {
	accepted int64
	refused  int64
	refusals []Refusal
}

// deliver sends until the server has decided, always with the same bytes and key.
func (p *Pusher) deliver(batch *pushBatch) (*pushOutcome, error) {
	content, err := batch.content()
	if err != nil {
		return nil, err
	}
	body := content
	if p.options.Encode != nil {
		if body, err = p.options.Encode(content); err != nil {
			return nil, err
		}
	}
	for made := 0; ; made++ {
		outcome, err := p.attempt(batch, content, body)
		if err == nil {
			return outcome, nil
		}
		if p.ctx.Err() != nil {
			return nil, p.ctx.Err()
		}
		longest := min(longestPushPause, firstPause<<min(made, 10))
		pause := longest/2 + mathrand.N(longest/2)
		var late *retryLater
		if errors.As(err, &late) {
			pause, err = min(late.pause, longestRetryAfter), late.err
		}
		p.mutex.Lock()
		p.lastFailure = err
		p.mutex.Unlock()
		if p.options.OnRetry != nil {
			p.options.OnRetry(err, pause)
		}
		if err := wait(p.ctx, pause); err != nil {
			return nil, err
		}
	}
}

// retryLater is a refusal with the server's own pause, which may be zero.
type retryLater struct {
	err   error
	pause time.Duration
}

func (r *retryLater) Error() string { return r.err.Error() }

var pushMedia = map[string]string{"ndjson": "application/x-ndjson", "txt": "text/plain; charset=utf-8"}

// attempt returns the outcome, or the reason why there is none yet.
func (p *Pusher) attempt(batch *pushBatch, content, body []byte) (*pushOutcome, error) {
	ctx, cancel := context.WithTimeout(p.ctx, p.options.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.target, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+p.options.Token)
	request.Header.Set("Content-Type", pushMedia[batch.kind])
	request.Header.Set("Idempotency-Key", batch.key)
	request.Header.Set("User-Agent", "svc-go/"+APIVersion)
	if p.options.Compression != "none" {
		request.Header.Set("Content-Encoding", p.options.Compression)
	}
	response, err := p.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConnectionFailed, err)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, pushAnswerBytesMax))
	_ = response.Body.Close()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConnectionFailed, err)
	}
	answer, isWhole := answerIn(text)
	if response.StatusCode < 300 {
		if !isWhole {
			return nil, fmt.Errorf("%w: the answer is no whole one of an ingest service", ErrConnectionFailed)
		}
		return outcomeIn(batch, content, answer, ""), nil
	}
	problem := problemOf(response.StatusCode, text, response.Header)
	// A response of a proxy only counts if it says that the body is too large.
	if finalStatuses[response.StatusCode] && (isWhole || response.StatusCode == http.StatusRequestEntityTooLarge) {
		return outcomeIn(batch, content, answer, problem.Error()), nil
	}
	if pause, ok := retryAfter(response.Header); ok {
		return nil, &retryLater{err: problem, pause: pause}
	}
	return nil, problem
}

type pushAnswer struct {
	Accepted *int64   `json:"accepted"`
	Rejected *int64   `json:"rejected"`
	Errors   []string `json:"errors"`
}

// answerIn is nil unless the text is a response of an ingest service.
func answerIn(text []byte) (pushAnswer, bool) {
	var answer pushAnswer
	err := json.Unmarshal(text, &answer)
	return answer, err == nil && answer.Accepted != nil && answer.Rejected != nil && answer.Errors != nil
}

// outcomeIn: the refusal of a whole batch has one reason; otherwise the errors name events by position. When several
// lines form one event, a position does not identify a line.
func outcomeIn(batch *pushBatch, content []byte, answer pushAnswer, reason string) *pushOutcome {
	if reason == "" && *answer.Rejected == 0 {
		return &pushOutcome{accepted: *answer.Accepted}
	}
	lines := strings.Split(string(content), "\n")[:batch.events]
	named := map[int]string{}
	places := []int{}
	for _, text := range answer.Errors {
		if found := eventPlaces.FindStringSubmatch(text); found != nil {
			place, err := strconv.Atoi(found[1])
			if err == nil && place >= 1 {
				named[place-1] = found[2]
				places = append(places, place-1)
			}
		}
	}
	if reason != "" {
		outcome := &pushOutcome{refused: batch.events}
		for at, line := range lines {
			why := reason
			if own, ok := named[at]; ok {
				why = own
			}
			outcome.refusals = append(outcome.refusals, Refusal{Line: line, Reason: why})
		}
		return outcome
	}
	outcome := &pushOutcome{accepted: *answer.Accepted, refused: *answer.Rejected}
	isLineEach := *answer.Accepted+*answer.Rejected == batch.events
	for _, place := range places {
		refusal := Refusal{Reason: named[place]}
		if isLineEach && place < len(lines) {
			refusal.Line = lines[place]
		}
		outcome.refusals = append(outcome.refusals, refusal)
	}
	for int64(len(outcome.refusals)) < outcome.refused {
		outcome.refusals = append(outcome.refusals, Refusal{Reason: "refused; the server lists no more errors"})
	}
	return outcome
}

func (p *Pusher) hand(outcome *pushOutcome) {
	if outcome.refused == 0 {
		return
	}
	if p.options.OnRefused != nil {
		p.options.OnRefused(outcome.refusals)
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.refusalsCount += outcome.refused
	room := refusalsKeptMax - len(p.refusals)
	p.refusals = append(p.refusals, outcome.refusals[:min(room, len(outcome.refusals))]...)
}

// giveBack: the caller holds the mutex.
func (p *Pusher) giveBack() error {
	if p.refusalsCount == 0 {
		return nil
	}
	refused := &EventsRefused{Count: p.refusalsCount, Refusals: p.refusals}
	p.refusalsCount, p.refusals = 0, nil
	return refused
}

func gzipped(content []byte) ([]byte, error) {
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	if _, err := writer.Write(content); err != nil {
		return nil, err
	}
	err := writer.Close()
	return packed.Bytes(), err
}
