// Command conformance runs the scenarios of the conformance suite in Go, and prints their results as JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"
	"time"

	svc "github.com/svc/svc/sdk/go"
)

var ctx = context.Background()

func under(fault string, more ...func(*svc.Options)) *svc.Client {
	options := svc.Options{BaseURL: os.Getenv("PROXY") + "/" + fault + "/", APIKey: os.Getenv("API_KEY")}
	for _, change := range more {
		change(&options)
	}
	client, err := svc.NewClient(options)
	must(err)
	return client
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func count[T any](list iter.Seq2[T, error]) int {
	found := 0
	for _, err := range list {
		must(err)
		found++
	}
	return found
}

func kind(err error) string {
	var problem *svc.Problem
	switch {
	case err == nil:
		return "none"
	case errors.As(err, &problem):
		return fmt.Sprintf("problem %d %s", problem.Status, problem.Code)
	case errors.Is(err, svc.ErrDeadlineExceeded):
		return "deadline"
	case errors.Is(err, svc.ErrConnectionFailed):
		return "connection"
	case strings.HasSuffix(err.Error(), "that no key has"):
		return "not a key"
	case strings.Contains(err.Error(), "is not the API of svc"):
		return "another server"
	case strings.Contains(err.Error(), "cannot be part of a path"):
		return "refused"
	default:
		return err.Error()
	}
}

func alerts(client *svc.Client, params svc.AlertsListParams) int {
	return count(client.Alerts.List(&params).All(ctx))
}

func create(client *svc.Client, title string) *svc.Case {
	made, err := client.Cases.Create(ctx, svc.CaseCreate{Title: svc.Ptr(title), Severity: svc.Ptr("low")})
	must(err)
	return made
}

func me(client *svc.Client) string {
	_, err := client.Users.Me.Get(ctx)
	return kind(err)
}

func noClient(key string) string {
	_, err := svc.NewClient(svc.Options{BaseURL: "http://127.0.0.1:1", APIKey: key})
	return kind(err)
}

func signatures() []bool {
	var given []struct{ Body, Header, Secret string }
	must(json.Unmarshal([]byte(os.Getenv("SIGNATURES")), &given))
	good := []bool{}
	for _, one := range given {
		good = append(good, svc.VerifySignature([]byte(one.Body), one.Header, one.Secret))
	}
	return good
}

func main() {
	plain := under("plain")
	made := create(plain, "go plain")
	all := svc.AlertsListParams{Limit: 50}
	_, late := under("late").Alerts.List(&all).First(ctx)
	_, none := plain.Alerts.Get(ctx, "00000000-0000-0000-0000-000000000000")
	_, invalid := plain.Cases.Create(ctx, svc.CaseCreate{Title: svc.Ptr("a")})
	_, path := plain.Alerts.Get(ctx, "..")
	_, lost := under("cut-answer-2").Cases.Comments.Create(ctx, made.ID, svc.CaseCommentCreate{Body: "go comment"})
	person := under("plain", func(o *svc.Options) {
		o.APIKey, o.Email, o.Password = "", os.Getenv("EMAIL"), os.Getenv("PASSWORD")
	})
	profile, err := person.Users.Me.Get(ctx)
	must(err)
	changed, err := plain.Cases.Update(ctx, made.ID, svc.CasePatch{Description: svc.Null[string](), Title: svc.Ptr("go changed")})
	must(err)
	must(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"pages":        count(plain.Alerts.List(&svc.AlertsListParams{Limit: 2}).Pages(ctx)),
		"alerts":       alerts(plain, svc.AlertsListParams{Limit: 2}),
		"filtered":     alerts(plain, svc.AlertsListParams{Limit: 2, Severity: "high"}),
		"limited":      alerts(under("limited"), all),
		"unavailable":  alerts(under("unavailable"), all),
		"gateway":      alerts(under("gateway"), all),
		"cut":          alerts(under("cut"), all),
		"half":         alerts(under("half"), all),
		"late":         kind(late),
		"silent":       me(under("silent", func(o *svc.Options) { o.Timeout = 300 * time.Millisecond })),
		"redirect":     me(under("redirect")),
		"page":         me(under("page")),
		"none":         kind(none),
		"invalid":      kind(invalid),
		"path":         kind(path),
		"unknown_key":  me(under("plain", func(o *svc.Options) { o.APIKey = "svc_nobody" })),
		"no_key":       noClient("svc_ключ"),
		"key_of_file":  noClient("svc_key\n"),
		"once":         create(under("cut-answer"), "go once").Title,
		"not_repeated": kind(lost),
		"comments":     count(plain.Cases.Comments.List(made.ID, &svc.CasesCommentsListParams{Limit: 50}).All(ctx)),
		"signed_in":    profile.Email,
		"signatures":   signatures(),
		"nulls":        changed.Title,
	}))
}
