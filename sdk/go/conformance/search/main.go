// Command search runs searches in Go that continue as jobs, and prints their events and how each ended.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	svc "github.com/svc/svc/sdk/go"
)

var named = regexp.MustCompile(`Client\.(KQL|Search)`)

func endOf(err error) string {
	var incomplete *svc.IncompleteSearch
	var failed *svc.SearchFailed
	switch {
	case err == nil:
		return "none"
	case errors.As(err, &incomplete):
		spans := make([]string, 0, len(incomplete.Missing))
		for _, one := range incomplete.Missing {
			spans = append(spans, fmt.Sprintf("%s %d %d", one.Reason, one.From.UnixMilli(), one.To.UnixMilli()))
		}
		return "incomplete " + strings.Join(spans, ", ")
	case errors.As(err, &failed):
		return strings.TrimSpace(failed.State + " " + failed.Fault)
	case errors.Is(err, context.DeadlineExceeded):
		return "deadline"
	case errors.Is(err, context.Canceled):
		return "stopped"
	}
	if found := named.FindStringSubmatch(err.Error()); found != nil {
		return "other " + strings.ToLower(found[1])
	}
	return "other " + err.Error()
}

type driver struct {
	client *svc.Client
}

func (d *driver) found(ctx context.Context, query string, options ...svc.SearchOption) []any {
	events := []any{}
	question := svc.EventSearch{Query: &query, Limit: svc.Ptr(int64(2))}
	for event, err := range d.client.Search(ctx, question, options...) {
		if err != nil {
			return []any{events, endOf(err)}
		}
		events = append(events, event.Fields["n"])
	}
	return []any{events, "none"}
}

func users(table *svc.Table, err error) []any {
	var incomplete *svc.IncompleteSearch
	if errors.As(err, &incomplete) {
		table = incomplete.Table
	}
	names := []any{}
	if table != nil {
		for _, row := range table.Objects() {
			names = append(names, row["user"])
		}
	}
	return names
}

func main() {
	client, err := svc.NewClient(svc.Options{})
	if err != nil {
		panic(err)
	}
	d := &driver{client: client}
	ctx := context.Background()
	outcomes := map[string]any{}
	for _, query := range []string{"whole", "two ways", "no job", "full", "memory", "unreadable", "failed", "cancelled", "refused table"} {
		outcomes[query] = d.found(ctx, query)
	}
	var progress []any
	outcomes["job"] = d.found(ctx, "job", svc.OnProgress(func(one svc.SearchProgress) {
		progress = append(progress, []any{one.State, one.Found, one.AtTime.UnixMilli()})
	}))
	outcomes["progress"] = progress
	short, cancel := context.WithTimeout(ctx, time.Second)
	outcomes["late"] = d.found(short, "late")
	cancel()
	for event, err := range client.Search(ctx, svc.EventSearch{Query: svc.Ptr("early")}) {
		if err != nil {
			panic(err)
		}
		outcomes["early"] = []any{event.Fields["n"]}
		break
	}
	stopped, stop := context.WithCancel(ctx)
	seen := 0
	outcomes["stopped"] = d.found(stopped, "stopped", svc.OnProgress(func(svc.SearchProgress) {
		if seen++; seen > 1 {
			stop()
		}
	}))
	for _, query := range []string{"table", "table by a job", "full table", "table of a part", "events"} {
		table, err := client.KQL(ctx, query)
		outcomes[query] = []any{users(table, err), endOf(err)}
	}
	pages := []any{}
	for page, err := range client.FollowSearch(ctx, "job-job", svc.FromPage(1)) {
		if err != nil {
			panic(err)
		}
		numbers := []any{}
		for _, event := range page.Events {
			numbers = append(numbers, event.Fields["n"])
		}
		pages = append(pages, []any{page.Page, numbers})
	}
	outcomes["follow"] = pages
	followed, err := client.FollowKQL(ctx, "job-table by a job")
	if err != nil {
		panic(err)
	}
	outcomes["follow kql"] = users(followed, nil)
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		panic(err)
	}
}
