package svc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// pushBatch is sent unchanged in each attempt.
type pushBatch struct {
	// The same for each attempt, also in another process: with it the server recognises events that it already has.
	key string
	// ndjson has an object in each line, txt a line of text.
	kind    string
	size    int64
	events  int64
	content func() ([]byte, error)
}

type queueState struct{ size, events int64 }

// pushQueue cuts waiting events into batches. Callers hold a mutex, except to read the content of a batch.
type pushQueue interface {
	state() queueState
	// filling is the open batch, or nil.
	filling() *pushBatch
	// add stores the whole line, or no part of it.
	add(kind string, line []byte) error
	seal() error
	first() *pushBatch
	settle() error
	close() error
}

type memoryQueue struct {
	total  queueState
	open   *pushBatch
	lines  bytes.Buffer
	sealed []*pushBatch
}

func (q *memoryQueue) state() queueState   { return q.total }
func (q *memoryQueue) filling() *pushBatch { return q.open }
func (q *memoryQueue) close() error        { return nil }

func (q *memoryQueue) add(kind string, line []byte) error {
	if q.open == nil {
		q.open = &pushBatch{key: randomKey(), kind: kind}
	}
	q.lines.Write(line)
	q.open.size += int64(len(line))
	q.open.events++
	q.total.size += int64(len(line))
	q.total.events++
	return nil
}

func (q *memoryQueue) seal() error {
	if q.open == nil {
		return nil
	}
	content := bytes.Clone(q.lines.Bytes())
	q.lines.Reset()
	q.open.content = func() ([]byte, error) { return content, nil }
	q.sealed = append(q.sealed, q.open)
	q.open = nil
	return nil
}

func (q *memoryQueue) first() *pushBatch {
	if len(q.sealed) == 0 {
		return nil
	}
	return q.sealed[0]
}

func (q *memoryQueue) settle() error {
	batch := q.sealed[0]
	q.sealed[0] = nil
	q.sealed = q.sealed[1:]
	q.total.size -= batch.size
	q.total.events -= batch.events
	return nil
}

var spoolNames = regexp.MustCompile(`^(\d{16})-([0-9A-Za-z-]{1,64})\.(ndjson|txt)(\.open)?$`)

// spoolQueue is a folder with the batches of one pusher, one file each: the next program sends what a killed program
// had pushed, under the same key. The SDKs of other languages use the same layout: spool.json has the connector and the
// format, which are part of the events' identity; lock is held by the program that uses the folder; NUMBER-KEY.ndjson
// (.txt for lines of text) is a batch that may have been sent; the open batch, which was never sent, ends with .open.
type spoolQueue struct {
	folder   string
	total    queueState
	open     *pushBatch
	file     *os.File
	sealed   []spooled
	sequence int64
	unlock   func() error
}

type spooled struct {
	path  string
	batch *pushBatch
}

func openSpool(folder string, origin map[string]string) (*spoolQueue, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	unlock, err := lockFile(filepath.Join(folder, "lock"))
	if err != nil {
		return nil, fmt.Errorf("svc: the spool %s is used by another pusher, give each its own: %w", folder, err)
	}
	queue := &spoolQueue{folder: folder, unlock: unlock}
	err = queue.claim(origin)
	if err == nil {
		err = queue.recover()
	}
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	return queue, nil
}

func (q *spoolQueue) claim(origin map[string]string) error {
	path := filepath.Join(q.folder, "spool.json")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = json.Marshal(origin); err != nil {
			return err
		}
		return os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		return err
	}
	var kept map[string]string
	if err := json.Unmarshal(text, &kept); err != nil {
		return fmt.Errorf("svc: %s: %w", path, err)
	}
	for name, value := range origin {
		if kept[name] != value {
			return fmt.Errorf("svc: the spool %s is that of %s %s, not %s", q.folder, name, kept[name], value)
		}
	}
	return nil
}

// recover removes an incomplete line: its push was never acknowledged.
func (q *spoolQueue) recover() error {
	entries, err := os.ReadDir(q.folder) // sorted by name
	if err != nil {
		return err
	}
	for _, entry := range entries {
		found := spoolNames.FindStringSubmatch(entry.Name())
		if found == nil {
			continue
		}
		number, err := strconv.ParseInt(found[1], 10, 64)
		if err != nil {
			return err
		}
		q.sequence = number + 1
		path := filepath.Join(q.folder, entry.Name())
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if found[4] != "" {
			content = content[:bytes.LastIndexByte(content, '\n')+1]
			sealed := strings.TrimSuffix(path, ".open")
			if err := errors.Join(os.Truncate(path, int64(len(content))), os.Rename(path, sealed)); err != nil {
				return err
			}
			path = sealed
		}
		batch := &pushBatch{key: found[2], kind: found[3], size: int64(len(content)), events: int64(bytes.Count(content, []byte{'\n'}))}
		if batch.events == 0 {
			if err := os.Remove(path); err != nil {
				return err
			}
			continue
		}
		q.keep(path, batch)
		q.total.size += batch.size
		q.total.events += batch.events
	}
	return nil
}

func (q *spoolQueue) keep(path string, batch *pushBatch) {
	batch.content = func() ([]byte, error) { return os.ReadFile(path) }
	q.sealed = append(q.sealed, spooled{path: path, batch: batch})
}

func (q *spoolQueue) state() queueState   { return q.total }
func (q *spoolQueue) filling() *pushBatch { return q.open }

func (q *spoolQueue) add(kind string, line []byte) error {
	if q.open == nil {
		key := randomKey()
		path := filepath.Join(q.folder, fmt.Sprintf("%016d-%s.%s.open", q.sequence, key, kind))
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		q.sequence++
		q.file, q.open = file, &pushBatch{key: key, kind: kind}
	}
	if _, err := q.file.Write(line); err != nil {
		return errors.Join(err, q.file.Truncate(q.open.size))
	}
	q.open.size += int64(len(line))
	q.open.events++
	q.total.size += int64(len(line))
	q.total.events++
	return nil
}

func (q *spoolQueue) seal() error {
	batch, file := q.open, q.file
	if batch == nil {
		return nil
	}
	q.open, q.file = nil, nil
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	path := strings.TrimSuffix(file.Name(), ".open")
	if err := os.Rename(file.Name(), path); err != nil {
		return err
	}
	if batch.events == 0 {
		return os.Remove(path)
	}
	q.keep(path, batch)
	return nil
}

func (q *spoolQueue) first() *pushBatch {
	if len(q.sealed) == 0 {
		return nil
	}
	return q.sealed[0].batch
}

func (q *spoolQueue) settle() error {
	settled := q.sealed[0]
	if err := os.Remove(settled.path); err != nil {
		return err
	}
	q.sealed = q.sealed[1:]
	q.total.size -= settled.batch.size
	q.total.events -= settled.batch.events
	return nil
}

func (q *spoolQueue) close() error {
	return errors.Join(q.seal(), q.unlock())
}
