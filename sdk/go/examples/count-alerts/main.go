// Command count-alerts prints the number of alerts. It reads SVC_API_URL and SVC_API_KEY.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	svc "github.com/svc/svc/sdk/go"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	count, err := countAlerts(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(count)
}

func countAlerts(ctx context.Context) (int, error) {
	client, err := svc.NewClient(svc.Options{})
	if err != nil {
		return 0, err
	}
	count := 0
	for _, err := range client.Alerts.List(&svc.AlertsListParams{Limit: 500}).All(ctx) {
		if err != nil {
			return 0, err
		}
		count++
	}
	return count, nil
}
