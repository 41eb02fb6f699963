package svc

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// A token is renewed this long before it expires.
const renewEarly = 30 * time.Second

// session uses an API key, or signs in and renews its tokens.
type session struct {
	apiKey   string
	email    string
	password string
	onTokens func(Tokens)

	renewing sync.Mutex // held while new tokens are asked for
	mutex    sync.Mutex // of what follows
	access   string
	refresh  string
	ends     time.Time
	// Counts renewals, so that only one of several calls that are refused at once renews the token.
	generation int
}

func newSession(options Options) (*session, error) {
	hasOwn := options.AccessToken != "" || options.RefreshToken != "" || options.Email != ""
	key := options.APIKey
	if key == "" && !hasOwn {
		key = os.Getenv("SVC_API_KEY")
	}
	// A header cannot send such a value.
	unsendable := func(one rune) bool { return one < '!' || one > '~' }
	if strings.ContainsFunc(key, unsendable) {
		return nil, errors.New("svc: APIKey has blanks or other characters that no key has")
	}
	if strings.ContainsFunc(options.AccessToken, unsendable) {
		return nil, errors.New("svc: AccessToken has blanks or other characters that no key has")
	}
	return &session{
		apiKey:   key,
		email:    options.Email,
		password: options.Password,
		onTokens: options.OnTokens,
		access:   options.AccessToken,
		refresh:  options.RefreshToken,
	}, nil
}

func (s *session) authorize(headers http.Header) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.apiKey != "" {
		headers.Set("X-API-Key", s.apiKey)
	} else if s.access != "" {
		headers.Set("Authorization", "Bearer "+s.access)
	}
}

func (s *session) canRenew() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.mayRenew()
}

func (s *session) mayRenew() bool {
	return s.apiKey == "" && (s.refresh != "" || s.email != "")
}

func (s *session) isDue() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.mayRenew() {
		return false
	}
	return s.access == "" || (!s.ends.IsZero() && time.Now().After(s.ends.Add(-renewEarly)))
}

func (s *session) current() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.generation
}

func (s *session) renew(ctx context.Context, c *Client, generation int) error {
	s.renewing.Lock()
	defer s.renewing.Unlock()
	s.mutex.Lock()
	isDone, refresh := s.generation != generation, s.refresh
	s.mutex.Unlock()
	if isDone {
		return nil // another goroutine has done it
	}
	if refresh != "" {
		tokens, err := answerOf[Tokens](ctx, c, &request{method: "POST", path: "/api/v1/auth/refresh", body: TokenRefresh{RefreshToken: refresh}, public: true}, nil)
		if err == nil {
			s.keep(tokens)
			return nil
		}
		if !IsStatus(err, http.StatusUnauthorized) || s.email == "" {
			return err
		}
	}
	if s.email == "" {
		return errors.New("svc: neither a refresh token nor an email and a password")
	}
	tokens, err := answerOf[Tokens](ctx, c, &request{method: "POST", path: "/api/v1/auth/login", body: Login{Email: s.email, Password: s.password}, public: true}, nil)
	if err != nil {
		return err
	}
	s.keep(tokens)
	return nil
}

func (s *session) keep(tokens *Tokens) {
	s.mutex.Lock()
	s.access = tokens.AccessToken
	s.refresh = tokens.RefreshToken
	s.ends = time.Now().Add(time.Duration(tokens.ExpiresIn) * time.Second)
	s.generation++
	s.mutex.Unlock()
	if s.onTokens != nil {
		s.onTokens(*tokens)
	}
}
