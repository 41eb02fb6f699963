package svc

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"
)

const (
	socketProtocol = "graphql-transport-ws"
	// Time without data after which a connection counts as lost. The client sends a ping after half of it.
	socketIdle = 30 * time.Second
	// After this many refusals of a credential in a row, an expired one is no longer assumed to be the cause.
	socketRefusedMax   = 2
	socketUnauthorized = 4401
)

// SubscribeOptions configure a subscription.
type SubscribeOptions struct {
	// Idle is the time without data after which the connection counts as lost; the default is 30 seconds.
	Idle time.Duration
	// OnReconnect is called with the reason when a connection ends, and the pause before the next one. The server stores
	// nothing for a lost subscription: read changes in between from the lists.
	OnReconnect func(err error, pause time.Duration)
}

// GraphQLFault is a GraphQL error as the server sent it.
type GraphQLFault struct {
	Message    string         `json:"message"`
	Extensions map[string]any `json:"extensions"`
}

// SubscriptionRefused: the server refused a subscription, or could not read an event of it.
type SubscriptionRefused struct {
	// The close code of the socket, such as 4401 or 4403; 0 if the server answered with GraphQL errors.
	Code   int
	Faults []GraphQLFault
}

func (r *SubscriptionRefused) Error() string {
	reasons := make([]string, 0, len(r.Faults))
	for _, fault := range r.Faults {
		reasons = append(reasons, fault.Message)
	}
	if len(reasons) == 0 {
		return fmt.Sprintf("svc: the subscription is refused: %d", r.Code)
	}
	return "svc: the subscription is refused: " + strings.Join(reasons, "; ")
}

// Subscribe ranges over the data of each event of a GraphQL subscription, such as subscription { caseUpdated { id
// status } }, until the server completes it. After a lost connection it subscribes again; events in between are lost.
// It ends with an error: that of the context, or one that a new connection would not fix.
func (c *Client) Subscribe(ctx context.Context, query string, variables map[string]any, options *SubscribeOptions) iter.Seq2[json.RawMessage, error] {
	own := SubscribeOptions{}
	if options != nil {
		own = *options
	}
	if own.Idle <= 0 {
		own.Idle = socketIdle
	}
	if variables == nil {
		variables = map[string]any{}
	}
	return func(yield func(json.RawMessage, error) bool) {
		failures, refusals := 0, 0
		for {
			err := c.subscribeOnce(ctx, query, variables, own.Idle, refusals > 0, func(data json.RawMessage) bool {
				failures, refusals = 0, 0
				return yield(data, nil)
			})
			if err == nil || errors.Is(err, errStreamLeft) {
				return
			}
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			if refused := (*SubscriptionRefused)(nil); errors.As(err, &refused) {
				refusals++
				if refused.Code != socketUnauthorized || refusals >= socketRefusedMax {
					yield(nil, err)
					return
				}
			} else if !errors.Is(err, ErrConnectionFailed) {
				yield(nil, err)
				return
			}
			longest := min(longestStreamPause, firstPause<<min(failures, 10))
			pause := longest/2 + mathrand.N(longest/2)
			failures++
			if own.OnReconnect != nil {
				own.OnReconnect(err, pause)
			}
			if err := wait(ctx, pause); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

type socketMessage struct {
	Type    string          `json:"type"`
	ID      string          `json:"id,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// subscribeOnce subscribes over one connection. It returns nil when the server completed the subscription.
func (c *Client) subscribeOnce(ctx context.Context, query string, variables map[string]any, idle time.Duration, isRefused bool, yield func(json.RawMessage) bool) error {
	if c.session.isDue() || (isRefused && c.session.canRenew()) {
		if err := c.session.renew(ctx, c, c.session.current()); err != nil {
			return err
		}
	}
	socket, err := dialSocket(ctx, c.root+"/graphql", socketProtocol, c.tlsConfig())
	if err != nil {
		return fmt.Errorf("%w: %w", ErrConnectionFailed, err)
	}
	defer socket.close()
	stop := context.AfterFunc(ctx, func() { _ = socket.conn.Close() })
	defer stop()
	headers := http.Header{}
	c.session.authorize(headers)
	credential := map[string]string{}
	for name := range headers {
		credential[name] = headers.Get(name)
	}
	if err := socket.say("connection_init", "", credential); err != nil {
		return err
	}
	hasAsked := false
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		text, err := socket.readText(time.Now().Add(idle / 2))
		if timeout := net.Error(nil); errors.As(err, &timeout) && timeout.Timeout() && !hasAsked && ctx.Err() == nil {
			hasAsked = true
			if err := socket.say("ping", "", nil); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return socketFailure(err)
		}
		hasAsked = false
		var message socketMessage
		if err := json.Unmarshal(text, &message); err != nil {
			return fmt.Errorf("%w: the server sent what is no message", ErrConnectionFailed)
		}
		switch message.Type {
		case "ping":
			err = socket.say("pong", "", nil)
		case "connection_ack":
			err = socket.say("subscribe", "1", map[string]any{"query": query, "variables": variables})
		case "error":
			refused := &SubscriptionRefused{}
			_ = json.Unmarshal(message.Payload, &refused.Faults)
			return refused
		case "complete":
			return nil
		case "next":
			var payload struct {
				Data   json.RawMessage
				Errors []GraphQLFault
			}
			if err := json.Unmarshal(message.Payload, &payload); err != nil {
				return fmt.Errorf("%w: the server sent what is no event", ErrConnectionFailed)
			}
			if len(payload.Errors) > 0 { // half of an event would be taken for all of it
				return &SubscriptionRefused{Faults: payload.Errors}
			}
			if !yield(payload.Data) {
				return errStreamLeft
			}
		}
		if err != nil {
			return err
		}
	}
}

func (s *webSocket) say(kind, id string, payload any) error {
	message := map[string]any{"type": kind}
	if id != "" {
		message["id"] = id
	}
	if payload != nil {
		message["payload"] = payload
	}
	text, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("svc: the variables are no JSON: %w", err)
	}
	if err := s.writeText(text); err != nil {
		return socketFailure(err)
	}
	return nil
}

// socketFailure recognises close codes after which a new connection would not help. 4403 is also sent when permissions
// changed.
func socketFailure(err error) error {
	var closed *socketClosed
	if errors.As(err, &closed) {
		switch closed.code {
		case 4400, socketUnauthorized, 4403, 4406, 4409, 4429:
			return &SubscriptionRefused{Code: closed.code, Faults: []GraphQLFault{{Message: closed.reason}}}
		}
	}
	return fmt.Errorf("%w: %w", ErrConnectionFailed, err)
}

// tlsConfig is that of the client's transport, so that your own certificate authority is trusted here too.
func (c *Client) tlsConfig() *tls.Config {
	if transport, ok := c.http.Transport.(*http.Transport); ok {
		return transport.TLSClientConfig
	}
	return nil
}

// eventsOf yields the field of each event instead of the enclosing data.
func eventsOf[T any](ctx context.Context, c *Client, name, query string, variables map[string]any, options *SubscribeOptions) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		last := 0
		for data, err := range c.Subscribe(ctx, query, variables, options) {
			if err != nil {
				yield(nil, err)
				return
			}
			var numbered map[string]struct{ Seq int }
			_ = json.Unmarshal(data, &numbered)
			// A new connection sends numbered events from the beginning again, so seen ones are skipped.
			if seq := numbered[name].Seq; seq > 0 && seq <= last {
				continue
			} else if seq > 0 {
				last = seq
			}
			var named map[string]*T
			if err := json.Unmarshal(data, &named); err != nil {
				yield(nil, fmt.Errorf("svc: the event is not what the schema declares: %w", err))
				return
			}
			if !yield(named[name], nil) {
				return
			}
		}
	}
}
