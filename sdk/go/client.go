package svc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Options configure a Client. If BaseURL and APIKey are empty, SVC_API_URL and SVC_API_KEY are used.
type Options struct {
	// BaseURL is the address of the API, such as https://svc.example.
	BaseURL string
	APIKey  string
	// Email and Password sign in at the first call; tokens are renewed before they expire.
	Email        string
	Password     string
	AccessToken  string
	RefreshToken string
	// OnTokens is called with new tokens, so that you can store them.
	OnTokens func(Tokens)
	// Timeout limits a call, including waits and retries; the default is 60 seconds. A context may end it earlier.
	Timeout time.Duration
	// MaxRetries is how often a call is retried; the default is 4, a negative number disables retries.
	MaxRetries int
	// HTTPClient is used unchanged, except that redirects are not followed.
	HTTPClient *http.Client
}

// Client sends requests to one installation with one credential. It is safe for concurrent use.
type Client struct {
	Resources
	// Subscriptions are the GraphQL subscriptions.
	Subscriptions *Subscriptions
	root          string
	session       *session
	http          *http.Client
	timeout       time.Duration
	maxRetries    int
}

const (
	defaultTimeout = 60 * time.Second
	defaultRetries = 4
	// The maximum size of a response in memory; Download has no limit.
	answerBytesMax = 256 << 20
)

// NewClient creates a client. It sends no request.
func NewClient(options Options) (*Client, error) {
	root, err := rootOf(options.BaseURL)
	if err != nil {
		return nil, err
	}
	session, err := newSession(options)
	if err != nil {
		return nil, err
	}
	client := &Client{root: root, timeout: options.Timeout, maxRetries: options.MaxRetries, session: session}
	if client.timeout <= 0 {
		client.timeout = defaultTimeout
	}
	if client.maxRetries == 0 {
		client.maxRetries = defaultRetries
	}
	own := http.Client{}
	if options.HTTPClient != nil {
		own = *options.HTTPClient
	}
	// A redirect would send the credential to another server.
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client.http = &own
	client.Resources = newResources(client)
	client.Subscriptions = &Subscriptions{client: client}
	return client, nil
}

func rootOf(baseURL string) (string, error) {
	if baseURL == "" {
		baseURL = os.Getenv("SVC_API_URL")
	}
	if baseURL == "" {
		return "", errors.New("svc: BaseURL is missing: give it, or set SVC_API_URL")
	}
	if !strings.HasPrefix(baseURL, "http://") && !strings.HasPrefix(baseURL, "https://") {
		return "", fmt.Errorf("svc: BaseURL begins with http:// or https://: %s", baseURL)
	}
	return strings.TrimSuffix(strings.TrimRight(baseURL, "/"), "/api/v1"), nil
}

// SignIn signs in now; otherwise the first call does.
func (c *Client) SignIn(ctx context.Context) error {
	return c.session.renew(ctx, c, c.session.current())
}

// File is an upload. It is read into memory, so that it can be sent again.
type File struct {
	Name    string
	Content io.Reader
}

type parameters interface {
	put(values url.Values, headers http.Header)
}

type request struct {
	method string
	path   string
	parts  []string
	params parameters
	cursor string
	body   any
	media  string
	file   *File
	// The server stores the response for an Idempotency-Key.
	keyed bool
	// True for an operation without effects, with any method.
	reads  bool
	public bool
}

// encoded is a request whose bytes can be sent again.
type encoded struct {
	url     string
	headers http.Header
	content []byte
}

func (c *Client) encode(r *request) (*encoded, error) {
	path, err := filledPath(r.path, r.parts)
	if err != nil {
		return nil, err
	}
	values := url.Values{}
	headers := http.Header{}
	if r.params != nil {
		r.params.put(values, headers)
	}
	if r.cursor != "" && r.body == nil {
		values.Set("cursor", r.cursor)
	}
	if len(values) > 0 {
		path += "?" + values.Encode()
	}
	content, media, err := r.content()
	if err != nil {
		return nil, err
	}
	if media != "" {
		headers.Set("Content-Type", media)
	}
	headers.Set("Accept", "application/json, */*;q=0.5")
	headers.Set("User-Agent", "svc-go/"+APIVersion)
	return &encoded{url: c.root + path, headers: headers, content: content}, nil
}

// filledPath refuses a value that would change the path.
func filledPath(path string, parts []string) (string, error) {
	for _, part := range parts {
		if part == "" || part == "." || part == ".." {
			return "", fmt.Errorf("svc: %q cannot be part of a path", part)
		}
		begin, end := strings.Index(path, "{"), strings.Index(path, "}")
		path = path[:begin] + url.PathEscape(part) + path[end+1:]
	}
	return path, nil
}

func (r *request) content() ([]byte, string, error) {
	if r.file != nil {
		return multipartOf(r.file)
	}
	if r.body == nil {
		return nil, "", nil
	}
	raw, err := json.Marshal(r.body)
	if err != nil {
		return nil, "", fmt.Errorf("svc: the body is no JSON: %w", err)
	}
	if string(raw) == "null" {
		return nil, "", nil
	}
	if r.media == "application/x-www-form-urlencoded" {
		return formOf(raw)
	}
	if r.cursor != "" {
		raw, err = withCursor(raw, r.cursor)
	}
	if r.media == "" {
		return raw, "application/json", err
	}
	return raw, r.media, err
}

func withCursor(raw []byte, cursor string) ([]byte, error) {
	var object map[string]any
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, err
	}
	object["cursor"] = cursor
	return json.Marshal(object)
}

func formOf(raw []byte) ([]byte, string, error) {
	var object map[string]string
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, "", err
	}
	values := url.Values{}
	for name, value := range object {
		values.Set(name, value)
	}
	return []byte(values.Encode()), "application/x-www-form-urlencoded", nil
}

func multipartOf(file *File) ([]byte, string, error) {
	var buffer bytes.Buffer
	form := multipart.NewWriter(&buffer)
	name := file.Name
	if name == "" {
		name = "file"
	}
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = io.Copy(part, file.Content)
	}
	if err == nil {
		err = form.Close()
	}
	return buffer.Bytes(), form.FormDataContentType(), err
}

func answerOf[T any](ctx context.Context, c *Client, r *request, options []CallOption) (*T, error) {
	var answer *T
	err := c.send(ctx, r, &answer, options)
	return answer, err
}

// send decodes the response into target; a nil target discards it.
func (c *Client) send(ctx context.Context, r *request, target any, options []CallOption) error {
	response, content, err := c.exchange(ctx, r, options, false, target == nil)
	if err != nil || target == nil || len(content) == 0 {
		return err
	}
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if media != "application/json" && !strings.HasSuffix(media, "+json") {
		return fmt.Errorf("svc: the answer is %s and no JSON", media)
	}
	if err := json.Unmarshal(content, target); err != nil {
		return fmt.Errorf("svc: the answer is not what the API declares: %w", err)
	}
	return nil
}

// Download is a response that is read as a stream. Close it.
type Download struct {
	io.ReadCloser
	ContentType string
}

func (c *Client) download(ctx context.Context, r *request, options []CallOption) (*Download, error) {
	response, _, err := c.exchange(ctx, r, options, true, false)
	if err != nil {
		return nil, err
	}
	return &Download{ReadCloser: response.Body, ContentType: response.Header.Get("Content-Type")}, nil
}

// exchange sends until a response is final. Content is the whole response unless it is a stream.
func (c *Client) exchange(ctx context.Context, r *request, options []CallOption, stream, hasNoAnswer bool) (*http.Response, []byte, error) {
	sent, err := c.encode(r)
	if err != nil {
		return nil, nil, err
	}
	attempts := newAttempts(c, r, options)
	renewed := false
	if !r.public && c.session.isDue() {
		if err := c.session.renew(ctx, c, c.session.current()); err != nil {
			return nil, nil, err
		}
	}
	for {
		generation := c.session.current()
		response, content, wasSent, err := c.attempt(ctx, r, sent, attempts, stream)
		if err != nil {
			pause, again := attempts.pauseAfterFailure(wasSent)
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			if attempts.isOver() {
				return nil, nil, fmt.Errorf("%w: no answer within %s", ErrDeadlineExceeded, attempts.timeout)
			}
			if !again {
				return nil, nil, fmt.Errorf("%w: %w", ErrConnectionFailed, err)
			}
			if err := wait(ctx, pause); err != nil {
				return nil, nil, err
			}
			continue
		}
		status := response.StatusCode
		if status < 300 {
			if isPage(response, sent.url) {
				_ = response.Body.Close()
				return nil, nil, fmt.Errorf("svc: what answers at %s is not the API of svc: it gives a page of HTML", c.root)
			}
			return response, content, nil
		}
		if status == 401 && !r.public && !renewed && c.session.canRenew() {
			renewed = true
			if err := c.session.renew(ctx, c, generation); err != nil {
				return nil, nil, err
			}
			continue
		}
		if pause, again := attempts.pauseAfterStatus(status, response.Header); again {
			if err := wait(ctx, pause); err != nil {
				return nil, nil, err
			}
			continue
		}
		// If the response of a DELETE was lost and the retry gets a 404, the first attempt succeeded.
		if status == 404 && r.method == "DELETE" && hasNoAnswer && attempts.lostAnswer {
			return response, nil, nil
		}
		return nil, nil, problemOf(status, content, response.Header)
	}
}

// isPage is true for an unexpected HTML page: of another server, or of a proxy's sign-in.
func isPage(response *http.Response, url string) bool {
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	return media == "text/html" && !strings.Contains(url, "format=html")
}

func (c *Client) attempt(ctx context.Context, r *request, sent *encoded, attempts *attempts, stream bool) (*http.Response, []byte, bool, error) {
	bounded, cancel := context.WithDeadline(ctx, attempts.deadline)
	built, err := http.NewRequestWithContext(bounded, r.method, sent.url, bytes.NewReader(sent.content))
	if err != nil {
		cancel()
		return nil, nil, false, err
	}
	built.Header = sent.headers.Clone()
	if !r.public {
		c.session.authorize(built.Header)
	}
	attempts.decorate(built.Header)
	response, err := c.http.Do(built)
	if err != nil {
		cancel()
		return nil, nil, !isUnsent(err), err
	}
	if stream && response.StatusCode < 300 {
		response.Body = &cancelled{ReadCloser: response.Body, cancel: cancel}
		return response, nil, true, nil
	}
	defer cancel()
	content, err := io.ReadAll(io.LimitReader(response.Body, answerBytesMax+1))
	_ = response.Body.Close()
	if err == nil && len(content) > answerBytesMax {
		err = fmt.Errorf("svc: the answer is larger than %d bytes", answerBytesMax)
	}
	return response, content, true, err
}

// cancelled releases the context of a stream when it is closed.
type cancelled struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (c *cancelled) Close() error {
	defer c.cancel()
	return c.ReadCloser.Close()
}

func wait(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
