// Command subscribe subscribes in Go: it prints each event, until an alert with the given title.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"time"

	svc "github.com/svc/svc/sdk/go"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func client(options svc.Options) *svc.Client {
	options.BaseURL = os.Getenv("PROXY")
	made, err := svc.NewClient(options)
	must(err)
	return made
}

func refusal[T any](events iter.Seq2[T, error]) string {
	for _, err := range events {
		var refused *svc.SubscriptionRefused
		if errors.As(err, &refused) {
			return fmt.Sprintf("%d %d", refused.Code, len(refused.Faults))
		}
		return fmt.Sprint(err)
	}
	return "completed"
}

func main() {
	ctx := context.Background()
	own := client(svc.Options{APIKey: os.Getenv("API_KEY")})
	fmt.Println(
		refusal(client(svc.Options{APIKey: "svc_nobody"}).Subscriptions.AlertCreated(ctx, nil)),
		refusal(own.Subscribe(ctx, "subscription { nothing }", nil, nil)),
		refusal(own.Subscribe(ctx, "{ alerts { totalCount } }", nil, nil)),
	)
	person := client(svc.Options{Email: os.Getenv("EMAIL"), Password: os.Getenv("PASSWORD")})
	for alert, err := range person.Subscriptions.AlertCreated(ctx, nil) {
		must(err)
		fmt.Println(alert.Title)
		break
	}
	options := &svc.SubscribeOptions{
		Idle:        2 * time.Second,
		OnReconnect: func(error, time.Duration) { fmt.Println("again") },
	}
	const query = "subscription { alertCreated { title severity } }"
	for data, err := range own.Subscribe(ctx, query, nil, options) {
		must(err)
		var event struct{ AlertCreated struct{ Title string } }
		must(json.Unmarshal(data, &event))
		fmt.Println(event.AlertCreated.Title)
		if event.AlertCreated.Title == "last" {
			return
		}
	}
}
