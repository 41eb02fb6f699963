//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package svc

import (
	"os"
	"syscall"
)

// lockFile locks a file; the system releases the lock when the process ends, however it ends.
func lockFile(path string) (func() error, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = file.Close()
		return nil, err
	}
	return file.Close, nil
}
