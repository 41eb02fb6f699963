// Command follow follows alerts in Go: it prints each frame, until an alert with the given title.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	svc "github.com/svc/svc/sdk/go"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func client(key string) *svc.Client {
	made, err := svc.NewClient(svc.Options{BaseURL: os.Getenv("PROXY"), APIKey: key})
	must(err)
	return made
}

func refusal(key, channel string) string {
	for _, err := range client(key).Follow(context.Background(), svc.FollowOptions{Channels: []string{channel}}) {
		switch {
		case svc.IsStatus(err, 401):
			return "unauthorized"
		case svc.IsStatus(err, 403):
			return "forbidden"
		}
		return fmt.Sprint(err)
	}
	return "none"
}

func main() {
	key := os.Getenv("API_KEY")
	fmt.Println(refusal("svc_nobody", "alerts"), refusal(key, "insights"))
	options := svc.FollowOptions{Channels: []string{"alerts", "cases"}}
	for frame, err := range client(key).Follow(context.Background(), options) {
		must(err)
		var payload struct{ Title string }
		if frame.Payload != nil {
			must(json.Unmarshal(frame.Payload, &payload))
		}
		fmt.Println(strings.TrimSpace(frame.Type + " " + payload.Title))
		if payload.Title == "last" {
			return
		}
	}
}
