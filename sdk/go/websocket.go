package svc

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/sha1"
	"crypto/tls"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
	"unicode/utf8"
)

// The client side of RFC 6455, as far as subscriptions need it: text messages, no extensions.

const (
	// A larger message ends the connection.
	socketMessageMax = 16 << 20
	socketConnect    = 10 * time.Second
	socketWrite      = 10 * time.Second
	// The GUID of RFC 6455, 1.3.
	socketGUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
)

const (
	frameContinued = 0x0
	frameText      = 0x1
	frameClose     = 0x8
	framePing      = 0x9
	framePong      = 0xa
)

// socketClosed is the close frame that the server sent.
type socketClosed struct {
	code   int
	reason string
}

func (c *socketClosed) Error() string {
	return fmt.Sprintf("the socket was closed: %d %s", c.code, c.reason)
}

type webSocket struct {
	conn   net.Conn
	reader *bufio.Reader
}

func dialSocket(ctx context.Context, address, protocol string, config *tls.Config) (*webSocket, error) {
	ctx, cancel := context.WithTimeout(ctx, socketConnect)
	defer cancel()
	target, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	conn, err := dialTarget(ctx, target, config)
	if err != nil {
		return nil, err
	}
	socket := &webSocket{conn: conn, reader: bufio.NewReader(conn)}
	if err := socket.upgrade(ctx, target, protocol); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return socket, nil
}

func dialTarget(ctx context.Context, target *url.URL, config *tls.Config) (net.Conn, error) {
	port := target.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[target.Scheme]
	}
	host := net.JoinHostPort(target.Hostname(), port)
	if target.Scheme != "https" {
		return (&net.Dialer{}).DialContext(ctx, "tcp", host)
	}
	own := &tls.Config{MinVersion: tls.VersionTLS12}
	if config != nil {
		own = config.Clone()
	}
	own.NextProtos = nil // a connection of HTTP/2 cannot be upgraded
	return (&tls.Dialer{Config: own}).DialContext(ctx, "tcp", host)
}

func (s *webSocket) upgrade(ctx context.Context, target *url.URL, protocol string) error {
	nonce := make([]byte, 16)
	_, _ = rand.Read(nonce) // never fails (Go 1.24)
	key := base64.StdEncoding.EncodeToString(nonce)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return err
	}
	request.Header = http.Header{
		"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-WebSocket-Version": {"13"},
		"Sec-WebSocket-Key": {key}, "Sec-WebSocket-Protocol": {protocol}, "User-Agent": {"svc-go/" + APIVersion},
	}
	deadline, _ := ctx.Deadline()
	if err := s.conn.SetDeadline(deadline); err != nil {
		return err
	}
	if err := request.Write(s.conn); err != nil {
		return err
	}
	response, err := http.ReadResponse(s.reader, request)
	if err != nil {
		return err
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusSwitchingProtocols {
		return fmt.Errorf("the server answers %d and opens no socket", response.StatusCode)
	}
	sum := sha1.Sum([]byte(key + socketGUID))
	if response.Header.Get("Sec-WebSocket-Accept") != base64.StdEncoding.EncodeToString(sum[:]) ||
		response.Header.Get("Sec-WebSocket-Protocol") != protocol {
		return errors.New("the server does not speak " + protocol)
	}
	return s.conn.SetDeadline(time.Time{})
}

// writeText sends a message. Only one goroutine may write at a time.
func (s *webSocket) writeText(text []byte) error { return s.writeFrame(frameText, text) }

func (s *webSocket) writeFrame(kind byte, payload []byte) error {
	frame := []byte{0x80 | kind}
	switch size := len(payload); {
	case size < 126:
		frame = append(frame, 0x80|byte(size))
	case size <= 0xffff:
		frame = binary.BigEndian.AppendUint16(append(frame, 0x80|126), uint16(size))
	default:
		frame = binary.BigEndian.AppendUint64(append(frame, 0x80|127), uint64(size))
	}
	mask := make([]byte, 4)
	_, _ = rand.Read(mask)
	frame = append(frame, mask...)
	for at, value := range payload {
		frame = append(frame, value^mask[at%4])
	}
	if err := s.conn.SetWriteDeadline(time.Now().Add(socketWrite)); err != nil {
		return err
	}
	_, err := s.conn.Write(frame)
	return err
}

// readText waits for the next message until the deadline, and answers the server's pings. A deadline inside of a
// message is not a timeout: the connection cannot be used any more.
func (s *webSocket) readText(deadline time.Time) ([]byte, error) {
	if err := s.conn.SetReadDeadline(deadline); err != nil {
		return nil, err
	}
	var message []byte
	isBegun := false
	for {
		kind, isLast, payload, err := s.readFrame(len(message))
		if err != nil && isBegun {
			return nil, fmt.Errorf("the server sent half a message: %v", err)
		}
		if err != nil {
			return nil, err
		}
		switch kind {
		case framePing:
			if err := s.writeFrame(framePong, payload); err != nil {
				return nil, err
			}
		case framePong:
		case frameClose:
			_ = s.writeFrame(frameClose, payload[:min(len(payload), 2)])
			return nil, closeOf(payload)
		case frameText, frameContinued:
			if (kind == frameContinued) != isBegun {
				return nil, errors.New("the server sent a frame out of its order")
			}
			isBegun = true
			message = append(message, payload...)
			if isLast {
				return message, nil
			}
		default:
			return nil, fmt.Errorf("the server sent a frame of the kind %d", kind)
		}
	}
}

func (s *webSocket) readFrame(before int) (kind byte, isLast bool, payload []byte, err error) {
	// The header is peeked before it is read, so that a deadline loses no bytes.
	head, err := s.reader.Peek(2)
	if err != nil {
		return 0, false, nil, err
	}
	kind, isLast = head[0]&0x0f, head[0]&0x80 != 0
	if head[0]&0x70 != 0 || head[1]&0x80 != 0 {
		return 0, false, nil, errors.New("the server sent a frame that is no RFC 6455")
	}
	begin, size := 2, uint64(head[1])
	if size > 125 {
		begin = map[uint64]int{126: 4, 127: 10}[size]
		if head, err = s.reader.Peek(begin); err != nil {
			return 0, false, nil, err
		}
		size = uint64(0)
		for _, value := range head[2:begin] {
			size = size<<8 | uint64(value)
		}
	}
	if kind >= frameClose && (size > 125 || !isLast) {
		return 0, false, nil, errors.New("the server sent a control frame that is too long")
	}
	if size > uint64(socketMessageMax-before) {
		return 0, false, nil, fmt.Errorf("the server sent a message of more than %d bytes", socketMessageMax)
	}
	if _, err = s.reader.Discard(begin); err != nil {
		return 0, false, nil, err
	}
	payload = make([]byte, size)
	if _, err = io.ReadFull(s.reader, payload); err != nil {
		return 0, false, nil, fmt.Errorf("the server sent half a message: %v", err)
	}
	return kind, isLast, payload, nil
}

func closeOf(payload []byte) *socketClosed {
	if len(payload) < 2 {
		return &socketClosed{code: 1005}
	}
	reason := payload[2:]
	if !utf8.Valid(reason) {
		reason = nil
	}
	return &socketClosed{code: int(binary.BigEndian.Uint16(payload)), reason: string(reason)}
}

// close sends a close frame and does not wait for an answer.
func (s *webSocket) close() {
	_ = s.writeFrame(frameClose, []byte{0x03, 0xe8})
	_ = s.conn.Close()
}
