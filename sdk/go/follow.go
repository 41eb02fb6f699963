package svc

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	mathrand "math/rand/v2"
	"net/http"
	"strings"
	"time"
)

const (
	// Time without data after which a connection counts as lost: three heartbeats.
	streamIdle         = 90 * time.Second
	longestStreamPause = 30 * time.Second
	// A stream ends by its idle time and its context, not by the timeout of a call.
	streamTimeout = 10 * 365 * 24 * time.Hour
	// After this many refusals of a stream's ticket in a row, an expired ticket is no longer assumed to be the cause.
	streamRefusalsMax = 3
)

// StreamFrame is an event, or a reset: the events since the last one are no longer kept, so read the current state from
// the lists.
type StreamFrame struct {
	Type      string          `json:"type"`
	Payload   json.RawMessage `json:"payload"`
	Timestamp string          `json:"timestamp"`
	Reason    string          `json:"reason"`
	// Cursor in FollowOptions resumes after this frame, also in another program.
	Cursor string `json:"cursor"`
}

// FollowOptions configure a stream.
type FollowOptions struct {
	// Channels such as alerts and cases; by default all channels that the credential may read.
	Channels []string
	Cursor   string
	// Idle is the time without data or a heartbeat after which the connection counts as lost; the default is 90 seconds.
	Idle time.Duration
	// OnReconnect is called with the reason when a connection ends, and the pause before the next one.
	OnReconnect func(err error, pause time.Duration)
}

// Follow ranges over the tenant's events as they happen, without end. After a lost connection it resumes where it
// stopped. It ends with an error: that of the context, or one that a new connection would not fix.
func (c *Client) Follow(ctx context.Context, options FollowOptions) iter.Seq2[*StreamFrame, error] {
	if options.Idle <= 0 {
		options.Idle = streamIdle
	}
	if len(options.Channels) == 0 {
		options.Channels = []string{"all"}
	}
	return func(yield func(*StreamFrame, error) bool) {
		failures, refusals := 0, 0
		for {
			err := c.streamOnce(ctx, &options, func(frame *StreamFrame) bool {
				failures, refusals = 0, 0
				return frame.Type == "heartbeat" || yield(frame, nil)
			})
			if errors.Is(err, errStreamLeft) {
				return
			}
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			longest := min(longestStreamPause, firstPause<<min(failures, 10))
			pause := longest/2 + mathrand.N(longest/2)
			failures++
			var problem *Problem
			if errors.As(err, &problem) {
				refusals++
				isFinal := problem.Status < 500 && problem.Status != http.StatusTooManyRequests
				if isFinal && (problem.Status != http.StatusUnauthorized || refusals >= streamRefusalsMax) {
					yield(nil, err)
					return
				}
				if problem.RetryAfter > 0 {
					pause = problem.RetryAfter
				}
			}
			if options.OnReconnect != nil {
				options.OnReconnect(err, pause)
			}
			if err := wait(ctx, pause); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

var errStreamLeft = errors.New("svc: the loop over the stream was left")

// streamOnce follows over one connection, and stores its position in the options.
func (c *Client) streamOnce(ctx context.Context, options *FollowOptions, yield func(*StreamFrame) bool) error {
	ticket, err := c.Realtime.Ticket(ctx)
	if err != nil {
		return err
	}
	bounded, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	idle := time.AfterFunc(options.Idle, func() {
		cancel(fmt.Errorf("%w: nothing came within %s", ErrConnectionFailed, options.Idle))
	})
	defer idle.Stop()
	params := &RealtimeSSEParams{Token: ticket.Token, Channels: strings.Join(options.Channels, ","), Cursor: options.Cursor}
	stream, err := c.Realtime.SSE(bounded, params, WithTimeout(streamTimeout), WithMaxRetries(0))
	if err != nil {
		return errors.Join(context.Cause(bounded), err)
	}
	defer func() { _ = stream.Close() }()
	reader := bufio.NewReader(stream)
	data := ""
	for {
		line, err := reader.ReadString('\n')
		if err != nil {
			if errors.Is(err, io.EOF) {
				return fmt.Errorf("%w: the stream ended", ErrConnectionFailed)
			}
			return errors.Join(context.Cause(bounded), fmt.Errorf("%w: %w", ErrConnectionFailed, err))
		}
		idle.Reset(options.Idle)
		line = strings.TrimRight(line, "\r\n")
		if text, ok := strings.CutPrefix(line, "data: "); ok {
			data += text
		}
		// A frame without its blank line is incomplete.
		if line != "" || data == "" {
			continue
		}
		frame := &StreamFrame{}
		if err := json.Unmarshal([]byte(data), frame); err != nil {
			return fmt.Errorf("svc: a frame is no JSON: %w", err)
		}
		data = ""
		if frame.Cursor != "" {
			options.Cursor = frame.Cursor
		}
		switch frame.Type {
		case "close":
			return fmt.Errorf("%w: the server ends the stream: %s", ErrConnectionFailed, frame.Reason)
		case "connected":
		default:
			if !yield(frame) {
				return errStreamLeft
			}
		}
	}
}
