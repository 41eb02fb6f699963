package svc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	firstSearchPause   = 500 * time.Millisecond
	longestSearchPause = 5 * time.Second
	cancelTimeout      = 10 * time.Second
	// Questions about one span that were answered without looking at any of it, before it counts as not looked at.
	fruitlessMax = 3
)

// Missing is time of events of which something was not looked at, and why.
type Missing struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// Reason is time or memory, when the question needed more than one may have; unreadable or archived, of events that
	// cannot be read; rows, when there are more events, or rows, than are kept.
	Reason string `json:"reason"`
}

// IncompleteSearch is the error of a search that has given all events that it can, and is not whole. It comes after the
// last event.
type IncompleteSearch struct {
	Missing []Missing
	// JobID is empty when the server did not go on with the search as a job.
	JobID string
	// Table has the rows that there are, of a query in KQL.
	Table *Table
}

func (e *IncompleteSearch) Error() string {
	spans := make([]string, 0, len(e.Missing))
	for _, one := range e.Missing {
		spans = append(spans, fmt.Sprintf("%s to %s (%s)", one.From.Format(time.RFC3339Nano), one.To.Format(time.RFC3339Nano), one.Reason))
	}
	return "svc: not everything was looked at: " + strings.Join(spans, ", ")
}

var (
	// ErrGivesTable is the error of a search whose query gives a table.
	ErrGivesTable = errors.New("svc: the query gives a table: Client.KQL reads it")
	// ErrGivesEvents is the error of a table whose query gives events.
	ErrGivesEvents = errors.New("svc: the query gives events: Client.Search reads them")
)

// SearchFailed is the error of a job that could not go on with a search, or that somebody has cancelled.
type SearchFailed struct {
	JobID string
	// State is failed or cancelled.
	State string
	Fault string
}

func (e *SearchFailed) Error() string {
	return strings.TrimSuffix(fmt.Sprintf("svc: the search %s is %s: %s", e.JobID, e.State, e.Fault), ": ")
}

// SearchProgress is how far a search is.
type SearchProgress struct {
	// State is running until everything was looked at, or the job of the server ended.
	State string
	// Found is events that were found so far, or rows of a table.
	Found int64
	// Everything from AtTime to ToTime was looked at.
	AtTime, FromTime, ToTime time.Time
	// JobID is the job of the server that the search goes on as, if any, and NextPage the page of it that comes next: for
	// FollowSearch.
	JobID    string
	NextPage int
}

// SearchPage is a page of a job, and how far the job was when it was read.
type SearchPage struct {
	Page   int
	Events []FoundEvent
	Job    SearchJob
}

// Table is what a query in KQL gives.
type Table struct {
	KqlTable
}

// Objects gives the rows by the names of the columns.
func (t *Table) Objects() []map[string]any {
	objects := make([]map[string]any, 0, len(t.Rows))
	for _, row := range t.Rows {
		object := make(map[string]any, len(t.Columns))
		for at, column := range t.Columns {
			if at < len(row) {
				object[column.Name] = row[at]
			}
		}
		objects = append(objects, object)
	}
	return objects
}

// SearchOption changes one search.
type SearchOption func(*searchOptions)

type searchOptions struct {
	onProgress func(SearchProgress)
	fromPage   int
	from, to   *time.Time
}

// OnProgress hears how far a search is, after each answer of the server.
func OnProgress(hear func(SearchProgress)) SearchOption {
	return func(o *searchOptions) { o.onProgress = hear }
}

// FromPage is the first page that FollowSearch gives.
func FromPage(page int) SearchOption {
	return func(o *searchOptions) { o.fromPage = page }
}

// Between is the time of events that KQL reads; as far back as the conditions of the query say without it. A time that is
// zero is left out.
func Between(from, to time.Time) SearchOption {
	return func(o *searchOptions) {
		if !from.IsZero() {
			o.from = &from
		}
		if !to.IsZero() {
			o.to = &to
		}
	}
}

// Search ranges over all events that a query finds, newest first: every page, and those of a job of the server where one
// answer is not enough. The last thing that it gives is a *IncompleteSearch when something was not looked at. A loop that
// ends early, and the end of the context, cancel the job. The search has as long as it needs unless the context ends; each
// request has the time of a call.
func (c *Client) Search(ctx context.Context, question EventSearch, options ...SearchOption) iter.Seq2[*FoundEvent, error] {
	return func(yield func(*FoundEvent, error) bool) {
		s := newSearch(ctx, c, options)
		defer s.end()
		if err := s.events(question, func(event *FoundEvent) bool { return yield(event, nil) }); err != nil && !errors.Is(err, errSearchLeft) {
			yield(nil, err)
		}
	}
}

// KQL gives the whole table of a query, however long it needs. When rows are missing the error is a *IncompleteSearch,
// which has those that there are.
func (c *Client) KQL(ctx context.Context, query string, options ...SearchOption) (*Table, error) {
	s := newSearch(ctx, c, options)
	defer s.end()
	return s.table(EventSearch{Query: &query, Language: Ptr("kql"), From: s.options.from, To: s.options.to})
}

// FollowSearch ranges over the pages of a search that goes on as a job of the server, as they come, also in another program.
// The job goes on when the loop ends.
func (c *Client) FollowSearch(ctx context.Context, jobID string, options ...SearchOption) iter.Seq2[*SearchPage, error] {
	return func(yield func(*SearchPage, error) bool) {
		s := newSearch(ctx, c, options)
		job, err := s.pages(jobID, s.options.fromPage, func(page *SearchPage) bool { return yield(page, nil) })
		if err == nil {
			err = incomplete(missingOf(job), jobID, nil)
		}
		if err != nil && !errors.Is(err, errSearchLeft) {
			yield(nil, err)
		}
	}
}

var errSearchLeft = errors.New("svc: the loop over the search was left")

// search is one search, and the job that it left running at the server.
type search struct {
	ctx     context.Context
	client  *Client
	options searchOptions
	running string
	found   int64
	askedTo time.Time
	from    time.Time
	to      time.Time
}

func newSearch(ctx context.Context, client *Client, options []SearchOption) *search {
	s := &search{ctx: ctx, client: client}
	for _, option := range options {
		option(&s.options)
	}
	return s
}

// end cancels a job that nobody follows any more, so that another search has its place.
func (s *search) end() {
	if s.running != "" {
		s.cancel(s.running)
	}
}

// cancel has no error: the job has ended meanwhile, or the server cannot be reached and the job ends by itself.
func (s *search) cancel(jobID string) {
	if s.running == jobID {
		s.running = ""
	}
	_, _ = s.client.Events.Searches.Cancel(context.WithoutCancel(s.ctx), jobID, WithTimeout(cancelTimeout))
}

func (s *search) events(question EventSearch, give func(*FoundEvent) bool) error {
	var leftOut []Missing
	question.Cursor = nil
	next := question
	fruitless := 0
	pause := firstSearchPause
	for {
		unread, err := s.ask(next, &leftOut, give)
		if err != nil {
			return err
		}
		if s.running != "" || unread == nil {
			break
		}
		// Nobody goes on with that time: the tenant has as many jobs as it may.
		if unread.To.Before(s.askedTo) {
			fruitless = 0
		} else {
			fruitless++
		}
		if fruitless >= fruitlessMax || (fruitless > 0 && unread.Reason != "time") {
			leftOut = append(leftOut, *unread)
			break
		}
		if fruitless > 0 {
			if err := wait(s.ctx, pause); err != nil {
				return err
			}
			pause = longerPause(pause)
		}
		next.From, next.To = &unread.From, &unread.To
	}
	jobID := s.running
	if jobID != "" {
		job, err := s.pages(jobID, 0, func(page *SearchPage) bool {
			for at := range page.Events {
				if !give(&page.Events[at]) {
					return false
				}
			}
			return true
		})
		if err != nil {
			return err
		}
		leftOut = append(leftOut, missingOf(job)...)
	}
	return incomplete(leftOut, jobID, nil)
}

// ask gives the events of all pages of one question, and the time that was not looked at for want of time or memory.
func (s *search) ask(question EventSearch, leftOut *[]Missing, give func(*FoundEvent) bool) (*Missing, error) {
	var unread *Missing
	for {
		page, err := s.page(question)
		if err != nil {
			return nil, err
		}
		var late *Missing
		for _, item := range page.Missing {
			one := Missing(item)
			if !isUnread(one) {
				*leftOut = append(*leftOut, one)
			} else if late == nil {
				late = &one
			}
		}
		s.choose(page.JobID, late, unread)
		if page.Table != nil {
			return nil, ErrGivesTable
		}
		// Both spans begin at the same time: the one that ends later has all of the other.
		if late != nil && (unread == nil || late.To.After(unread.To)) {
			unread = late
		}
		s.found += int64(len(page.Events))
		s.tellPage(page, unread)
		for at := range page.Events {
			event := &page.Events[at]
			// Older events are those of the job, or of the next question.
			if unread != nil && event.Time.Before(unread.To) {
				return unread, nil
			}
			if !give(event) {
				return nil, errSearchLeft
			}
		}
		if page.NextCursor == nil {
			return unread, nil
		}
		if question.Cursor != nil && *question.Cursor == *page.NextCursor {
			return nil, errors.New("svc: the list leads back to a page that was read")
		}
		question.Cursor = page.NextCursor
	}
}

// choose follows the job that looks at more time, and ends the other one.
func (s *search) choose(jobID *string, late, before *Missing) {
	if jobID == nil || *jobID == s.running {
		return
	}
	other := *jobID
	if before == nil || (late != nil && late.To.After(before.To)) {
		other, s.running = s.running, *jobID
	}
	if other != "" {
		s.cancel(other)
	}
}

func (s *search) table(question EventSearch) (*Table, error) {
	page, err := s.page(question)
	if err != nil {
		return nil, err
	}
	if page.JobID == nil {
		if page.Table == nil {
			return nil, ErrGivesEvents
		}
		table := &Table{*page.Table}
		s.tell(SearchProgress{State: "done", Found: int64(len(table.Rows)), AtTime: page.From, FromTime: page.From, ToTime: page.To})
		missing := make([]Missing, 0, len(page.Missing))
		for _, item := range page.Missing {
			missing = append(missing, Missing(item))
		}
		return wholeOr(table, incomplete(missing, "", table))
	}
	s.running = *page.JobID
	job, err := s.ended(s.running)
	if err != nil {
		return nil, err
	}
	table, err := s.rows(job)
	if err != nil {
		return nil, err
	}
	return wholeOr(table, incomplete(missingOf(job), job.ID, table))
}

func wholeOr(table *Table, err error) (*Table, error) {
	if err != nil {
		return nil, err
	}
	return table, nil
}

func (s *search) ended(jobID string) (*SearchJob, error) {
	for pause := firstSearchPause; ; pause = longerPause(pause) {
		answer, err := s.job(jobID, 0)
		if err != nil {
			return nil, err
		}
		job := &answer.Job
		if job.Gives != "table" {
			return nil, ErrGivesEvents
		}
		s.tellJob(job, 0, 0)
		if job.State != "running" {
			return job, failed(job)
		}
		if err := wait(s.ctx, pause); err != nil {
			return nil, err
		}
	}
}

func (s *search) rows(job *SearchJob) (*Table, error) {
	var table *Table
	for page := int64(0); page == 0 || page < job.Pages; page++ {
		// Its members are those of a table, with the archive beside them.
		part, err := answerOf[KqlTable](s.ctx, s.client, jobRequest("/table", job.ID, int(page)), nil)
		if err != nil {
			return nil, err
		}
		if table == nil {
			table = &Table{*part}
		} else {
			table.Rows = append(table.Rows, part.Rows...)
		}
	}
	return table, nil
}

// pages gives the pages of a job from one on, as they come, and the job as it ended.
func (s *search) pages(jobID string, first int, give func(*SearchPage) bool) (*SearchJob, error) {
	before := s.found
	pause := firstSearchPause
	for page := first; ; {
		answer, err := s.job(jobID, page)
		if err != nil {
			return nil, err
		}
		job := &answer.Job
		switch job.Gives {
		case "events":
		case "table":
			return nil, ErrGivesTable
		default:
			return nil, fmt.Errorf("svc: the search gives %s and no events", job.Gives)
		}
		if int64(page) < job.Pages {
			s.tellJob(job, before, page+1)
			if !give(&SearchPage{Page: page, Events: answer.Events, Job: *job}) {
				return nil, errSearchLeft
			}
			page++
			pause = firstSearchPause
			continue
		}
		s.tellJob(job, before, page)
		if job.State != "running" {
			return job, failed(job)
		}
		if err := wait(s.ctx, pause); err != nil {
			return nil, err
		}
		pause = longerPause(pause)
	}
}

func (s *search) page(question EventSearch) (*EventSearchResult, error) {
	page, err := answerOf[EventSearchResult](s.ctx, s.client, &request{method: "POST", path: "/api/v1/events/search", body: question, reads: true}, nil)
	if err != nil {
		return nil, err
	}
	s.askedTo = page.To
	if s.to.IsZero() {
		s.from, s.to = page.From, page.To
	}
	return page, nil
}

// jobAnswer is a SearchJobResults whose events are those of pages.
type jobAnswer struct {
	Job    SearchJob    `json:"job"`
	Events []FoundEvent `json:"events"`
}

func (s *search) job(jobID string, page int) (*jobAnswer, error) {
	answer, err := answerOf[jobAnswer](s.ctx, s.client, jobRequest("", jobID, page), nil)
	if err == nil && jobID == s.running && answer.Job.State != "running" {
		s.running = ""
	}
	return answer, err
}

func jobRequest(part, jobID string, page int) *request {
	path := "/api/v1/events/searches/{id}" + part + "?page=" + strconv.Itoa(page)
	return &request{method: "GET", path: path, parts: []string{jobID}}
}

func (s *search) tellPage(page *EventSearchResult, unread *Missing) {
	progress := SearchProgress{State: "running", Found: s.found, AtTime: page.From, FromTime: s.from, ToTime: s.to, JobID: s.running}
	switch {
	case page.NextCursor == nil && unread == nil:
		progress.State = "done"
	case page.NextCursor == nil:
		progress.AtTime = unread.To
	case len(page.Events) > 0:
		progress.AtTime = page.Events[len(page.Events)-1].Time
	default:
		progress.AtTime = page.To
	}
	s.tell(progress)
}

func (s *search) tellJob(job *SearchJob, before int64, page int) {
	progress := SearchProgress{State: job.State, Found: before + job.Found, AtTime: job.AtTime, FromTime: s.from, ToTime: s.to, JobID: job.ID, NextPage: page}
	if s.to.IsZero() {
		progress.FromTime, progress.ToTime = job.FromTime, job.ToTime
	}
	s.tell(progress)
}

func (s *search) tell(progress SearchProgress) {
	if s.options.onProgress != nil {
		s.options.onProgress(progress)
	}
}

func longerPause(pause time.Duration) time.Duration {
	return min(longestSearchPause, pause*2)
}

// isUnread is true of what was not looked at for want of time or memory, which a further question can make good.
func isUnread(one Missing) bool {
	return one.Reason == "time" || one.Reason == "memory"
}

func failed(job *SearchJob) error {
	if job.State != "failed" && job.State != "cancelled" {
		return nil
	}
	fault := ""
	if job.Fault != nil {
		fault = *job.Fault
	}
	return &SearchFailed{JobID: job.ID, State: job.State, Fault: fault}
}

// missingOf: a full job of events has not looked at what is older; one of a table has left out rows of any time.
func missingOf(job *SearchJob) []Missing {
	missing := make([]Missing, 0, len(job.Missing)+1)
	for _, item := range job.Missing {
		missing = append(missing, Missing(item))
	}
	if job.State == "full" {
		to := job.ToTime
		if job.Gives == "events" {
			to = job.AtTime
		}
		missing = append(missing, Missing{From: job.FromTime, To: to, Reason: "rows"})
	}
	return missing
}

func incomplete(missing []Missing, jobID string, table *Table) error {
	if len(missing) == 0 {
		return nil
	}
	return &IncompleteSearch{Missing: merged(missing), JobID: jobID, Table: table}
}

// merged makes spans of one reason that overlap one: each page names what it left out.
func merged(missing []Missing) []Missing {
	sorted := slices.Clone(missing)
	slices.SortFunc(sorted, func(a, b Missing) int {
		return cmp.Or(cmp.Compare(a.Reason, b.Reason), a.From.Compare(b.From))
	})
	var spans []Missing
	for _, one := range sorted {
		last := len(spans) - 1
		if last < 0 || spans[last].Reason != one.Reason || one.From.After(spans[last].To) {
			spans = append(spans, one)
		} else if one.To.After(spans[last].To) {
			spans[last].To = one.To
		}
	}
	return spans
}
