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
	// Time without a word, after which a connection counts as cut: three heartbeats.
	streamIdle         = 90 * time.Second
	longestStreamPause = 30 * time.Second
	// A stream is ended by its idle time and its context, not by the time of a call.
	streamTimeout = 10 * 365 * 24 * time.Hour
	// Refusals of a stream's ticket in a row, after which it is no longer one that came too late.
	streamRefusalsMax = 3
)

// StreamFrame is an event, or a reset: what happened since the last one is not kept any more and has to be read from the
// lists.
type StreamFrame struct {
	Type      string          `json:"type"`
	Payload   json.RawMessage `json:"payload"`
	Timestamp string          `json:"timestamp"`
	Reason    string          `json:"reason"`
	// Cursor in FollowOptions goes on behind this frame, also in another program.
	Cursor string `json:"cursor"`
}

// FollowOptions change a stream.
type FollowOptions struct {
	// Channels such as alerts and cases; all that may be followed unless given.
	Channels []string
	Cursor   string
	// Idle is the time without a word, not even a heartbeat, after which the connection counts as cut: 90 seconds unless
	// given.
	Idle time.Duration
	// OnReconnect hears why a connection ended; the next one is opened after the pause.
	OnReconnect func(err error, pause time.Duration)
}

// Follow ranges over what happens in the tenant, without end. A cut connection is opened again where it was. It ends with
// an error: that of the context, or one that no other connection would mend.
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

// streamOnce follows over one connection, and keeps in the options where it is.
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
		// A frame whose blank line is missing is not whole.
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
