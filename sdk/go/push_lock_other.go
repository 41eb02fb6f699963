//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package svc

import (
	"os"
)

// lockFile creates a lock file; a killed program leaves it behind, and you have to remove it.
func lockFile(path string) (func() error, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	return func() error {
		_ = file.Close()
		return os.Remove(path)
	}, nil
}
