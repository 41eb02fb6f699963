// Command push runs the scenarios for pushing in Go, and prints their results as JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	svc "github.com/svc/svc/sdk/go"
)

var ctx = context.Background()

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func opened(fault string, more ...func(*svc.PusherOptions)) (*svc.Pusher, error) {
	options := svc.PusherOptions{
		URL:         os.Getenv("PROXY") + "/" + fault + "/",
		Token:       os.Getenv("TOKEN"),
		ConnectorID: "conformance",
		BatchEvents: 10,
	}
	for _, change := range more {
		change(&options)
	}
	return svc.NewPusher(options)
}

func under(fault string, more ...func(*svc.PusherOptions)) *svc.Pusher {
	pusher, err := opened(fault, more...)
	must(err)
	return pusher
}

func spoolIn(name string) func(*svc.PusherOptions) {
	return func(o *svc.PusherOptions) { o.Spool = filepath.Join(os.Getenv("SPOOL"), name) }
}

func kind(err error) string {
	var refused *svc.EventsRefused
	switch {
	case err == nil:
		return "none"
	case errors.Is(err, svc.ErrDeadlineExceeded):
		return "deadline"
	case errors.As(err, &refused):
		texts := []string{}
		for _, one := range refused.Refusals {
			texts = append(texts, one.Line+": "+strings.TrimPrefix(one.Reason, "svc: "))
		}
		return fmt.Sprintf("%d %s", refused.Count, strings.Join(texts, ","))
	default:
		return "refused"
	}
}

type event struct {
	N  int    `json:"n"`
	Of string `json:"of"`
}

func pushed(fault string, more ...func(*svc.PusherOptions)) []int64 {
	pusher := under(fault, more...)
	for n := range 25 {
		must(pusher.Push(ctx, event{N: n, Of: fault}))
	}
	must(pusher.Close(ctx))
	return []int64{pusher.Accepted(), pusher.Refused(), pusher.Pending()}
}

func bounded() bool {
	pusher := under("narrow", func(o *svc.PusherOptions) { o.PendingBytes = 500 })
	var most int64
	for n := range 100 {
		must(pusher.Push(ctx, event{N: n, Of: "narrow"}))
		most = max(most, pusher.Pending())
	}
	must(pusher.Close(ctx))
	return most <= 25 && pusher.Accepted() == 100
}

func refused(lines ...string) string {
	pusher := under("plain")
	for _, line := range lines {
		must(pusher.PushLine(ctx, line))
	}
	return kind(pusher.Close(ctx))
}

func within(limit time.Duration, work func(context.Context) error) string {
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return kind(work(timed))
}

func late(fault string) string {
	pusher := under(fault)
	must(pusher.Push(ctx, event{Of: fault}))
	found := within(300*time.Millisecond, pusher.Flush)
	within(time.Millisecond, pusher.Close)
	return found
}

func spools() []any {
	pusher := under("late", spoolIn("one"))
	must(pusher.Push(ctx, event{Of: "spooled"}))
	_, shared := opened("plain", spoolIn("one"))
	within(50*time.Millisecond, pusher.Close)
	_, other := opened("plain", spoolIn("one"), func(o *svc.PusherOptions) { o.ConnectorID = "other" })
	next := under("plain", spoolIn("one"))
	left := next.Pending()
	must(next.Close(ctx))
	return []any{kind(shared), kind(other), max(left, next.Accepted()), next.Accepted()}
}

func bad() []string {
	_, connector := opened("plain", func(o *svc.PusherOptions) { o.ConnectorID = "a b" })
	pusher := under("plain")
	return []string{
		kind(connector),
		kind(pusher.Push(ctx, []int{})),
		kind(pusher.PushLine(ctx, "a\nb")),
		kind(pusher.PushLine(ctx, strings.Repeat("x", 1_048_577))),
	}
}

func main() {
	mode := "all"
	if len(os.Args) > 1 {
		mode = os.Args[1]
	}
	switch mode {
	case "fill":
		pusher := under("hold", spoolIn("killed"))
		for n := range 25 {
			must(pusher.Push(ctx, event{N: n, Of: "killed"}))
		}
		fmt.Println("kept")
		select {}
	case "again":
		pusher := under("plain", spoolIn("killed"))
		must(pusher.Close(ctx))
		fmt.Println(pusher.Accepted())
	default:
		outcomes := map[string]any{}
		for _, fault := range strings.Split(os.Getenv("FAULTS"), ",") {
			outcomes[fault] = pushed(fault)
		}
		outcomes["zstd"] = pushed("zstd", func(o *svc.PusherOptions) { o.Compression = "none" })
		outcomes["bounded"] = bounded()
		outcomes["refused"] = refused(`{"of":"refused"}`, "nope", `{"of":"refused","n":2}`)
		outcomes["whole"] = refused("nope")
		outcomes["late"] = late("late")
		outcomes["redirect"] = late("redirect")
		outcomes["spools"] = spools()
		outcomes["bad"] = bad()
		must(json.NewEncoder(os.Stdout).Encode(outcomes))
	}
}
