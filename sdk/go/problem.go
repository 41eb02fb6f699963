package svc

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

var (
	// ErrConnectionFailed: no complete response arrived, after all retries that are safe.
	ErrConnectionFailed = errors.New("svc: connection failed")
	// ErrDeadlineExceeded: the call exceeded its time limit.
	ErrDeadlineExceeded = errors.New("svc: deadline exceeded")
)

// Fault is an invalid field.
type Fault struct {
	Loc  []any  `json:"loc"`
	Msg  string `json:"msg"`
	Type string `json:"type"`
}

// Problem is a refusal by the server (RFC 9457).
type Problem struct {
	Status   int
	Code     string
	Type     string
	Title    string
	Detail   string
	Instance string
	// Faults are the invalid fields, for a 422.
	Faults []Fault
	// RetryAfter is the time after which to retry; 0 if the server does not say.
	RetryAfter time.Duration
}

func (p *Problem) Error() string {
	name := p.Code
	if name == "" {
		name = p.Title
	}
	return strings.TrimRight(fmt.Sprintf("svc: %d %s: %s", p.Status, name, p.Detail), ": ")
}

// IsStatus is true for a Problem with this status: svc.IsStatus(err, http.StatusNotFound).
func IsStatus(err error, status int) bool {
	var problem *Problem
	return errors.As(err, &problem) && problem.Status == status
}

const problemTextMax = 500

func problemOf(status int, content []byte, headers http.Header) *Problem {
	problem := &Problem{Status: status, Type: "about:blank"}
	problem.RetryAfter, _ = retryAfter(headers)
	var body struct {
		Code, Type, Title, Instance string
		Detail                      json.RawMessage
	}
	if json.Unmarshal(content, &body) != nil {
		// The body comes from a proxy and is not problem+json.
		problem.Detail = string(content[:min(len(content), problemTextMax)])
		return problem
	}
	problem.Code, problem.Title, problem.Instance = body.Code, body.Title, body.Instance
	if body.Type != "" {
		problem.Type = body.Type
	}
	if json.Unmarshal(body.Detail, &problem.Detail) != nil && json.Unmarshal(body.Detail, &problem.Faults) == nil {
		problem.Detail = sentenceOf(problem.Faults)
	}
	return problem
}

func sentenceOf(faults []Fault) string {
	texts := make([]string, 0, len(faults))
	for _, fault := range faults {
		parts := make([]string, 0, len(fault.Loc))
		for _, part := range fault.Loc {
			parts = append(parts, fmt.Sprint(part))
		}
		texts = append(texts, strings.Join(parts, ".")+": "+fault.Msg)
	}
	return strings.Join(texts, "; ")
}
