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
	// Requests for a span that searched none of it, before the span counts as not searched.
	fruitlessMax = 3
)

// Missing is a time span of events that was not searched completely, and the reason.
type Missing struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// Reason is time or memory if the query exceeded the limit of one request; unreadable or archived if some events
	// cannot be read; rows if there are more events or rows than the server keeps.
	Reason string `json:"reason"`
}

// IncompleteSearch: the search returned all events that it could, but some time was not searched. It follows the last
// event.
type IncompleteSearch struct {
	Missing []Missing
	// JobID is empty if the server did not continue the search as a job.
	JobID string
	// Table has the available rows of a KQL query.
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
	// ErrGivesTable: the query of the search returns a table; use KQL.
	ErrGivesTable = errors.New("svc: the query gives a table: Client.KQL reads it")
	// ErrGivesEvents: the query returns events; use Search.
	ErrGivesEvents = errors.New("svc: the query gives events: Client.Search reads them")
)

// SearchFailed: the server job of the search failed, or somebody cancelled it.
type SearchFailed struct {
	JobID string
	// State is failed or cancelled.
	State string
	Fault string
}

func (e *SearchFailed) Error() string {
	return strings.TrimSuffix(fmt.Sprintf("svc: the search %s is %s: %s", e.JobID, e.State, e.Fault), ": ")
}

// SearchProgress is the progress of a search.
type SearchProgress struct {
	// State is running until all time was searched, or the server job ended.
	State string
	// Found is the number of events found so far, or of rows of a table.
	Found int64
	// All time from AtTime to ToTime was searched.
	AtTime, FromTime, ToTime time.Time
	// JobID is the server job of the search, if any, and NextPage its next page, for FollowSearch; FollowKQL if it
	// gives a table. NextPage is -1 while pages of the first answer are unread: to continue there would skip them.
	JobID    string
	NextPage int
}

// SearchPage is a page of a job, with the job's progress at that moment.
type SearchPage struct {
	Page   int
	Events []FoundEvent
	Job    SearchJob
}

// Table is the result of a KQL query.
type Table struct {
	KqlTable
}

// Objects returns the rows as maps by column name.
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

// SearchOption configures one search.
type SearchOption func(*searchOptions)

type searchOptions struct {
	onProgress func(SearchProgress)
	fromPage   int
	from, to   *time.Time
}

// OnProgress is called with the progress after each response of the server.
func OnProgress(hear func(SearchProgress)) SearchOption {
	return func(o *searchOptions) { o.onProgress = hear }
}

// FromPage is the first page that FollowSearch returns.
func FromPage(page int) SearchOption {
	return func(o *searchOptions) { o.fromPage = page }
}

// Between limits the time of the events that KQL reads; by default it goes as far back as the conditions of the query
// allow. A zero time is left out.
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

// Search ranges over all events that match a query, newest first: every page, and the results of a server job if one
// response is not enough. The last thing that it yields is an *IncompleteSearch if some time was not searched. Leaving
// the loop early, or the end of the context, cancels the job. Only the context limits the time of the whole search;
// each request has the timeout of a call.
func (c *Client) Search(ctx context.Context, question EventSearch, options ...SearchOption) iter.Seq2[*FoundEvent, error] {
	return func(yield func(*FoundEvent, error) bool) {
		s := newSearch(ctx, c, options)
		defer s.end()
		if err := s.events(question, func(event *FoundEvent) bool { return yield(event, nil) }); err != nil && !errors.Is(err, errSearchLeft) {
			yield(nil, err)
		}
	}
}

// KQL returns the whole result table of a query, however long it takes. If rows are missing, the error is an
// *IncompleteSearch with the available ones.
func (c *Client) KQL(ctx context.Context, query string, options ...SearchOption) (*Table, error) {
	s := newSearch(ctx, c, options)
	defer s.end()
	return s.table(EventSearch{Query: &query, Language: Ptr("kql"), From: s.options.from, To: s.options.to})
}

// FollowSearch ranges over the pages of a search that continues as a server job, as they become available, also in
// another program. The job continues when the loop ends.
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

// FollowKQL returns the whole result table of a KQL query that continues as a server job, also in another program. The job
// continues when the context ends.
func (c *Client) FollowKQL(ctx context.Context, jobID string, options ...SearchOption) (*Table, error) {
	return newSearch(ctx, c, options).tableOfJob(jobID)
}

var errSearchLeft = errors.New("svc: the loop over the search was left")

// search is one search, and the job that it left running on the server.
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

// end cancels a job that nobody follows any more, so that another search gets its slot.
func (s *search) end() {
	if s.running != "" {
		s.cancel(s.running)
	}
}

// cancel ignores errors: the job has ended already, or the server cannot be reached and ends it by itself.
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
		// No job continues with this time span, because the tenant has the maximum number of jobs.
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

// ask yields the events of all pages of one request, and returns the time that was not searched for lack of time or
// memory.
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
		// Both spans begin at the same time, so the one that ends later contains the other.
		if late != nil && (unread == nil || late.To.After(unread.To)) {
			unread = late
		}
		s.found += int64(len(page.Events))
		s.tellPage(page, unread)
		for at := range page.Events {
			event := &page.Events[at]
			// The job or the next request returns older events.
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

// choose follows the job that covers more time, and ends the other one.
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
	return s.tableOfJob(s.running)
}

// tableOfJob waits for the end of a job, and reads its table.
func (s *search) tableOfJob(jobID string) (*Table, error) {
	job, err := s.ended(jobID)
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
		// Its members are those of a table, plus the archive.
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

// pages yields the pages of a job from one on, as they become available, and returns the job at its end.
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

// jobAnswer is a SearchJobResults with the events of pages.
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
	// The pages of this answer are newer than the events of the job, which continue it only once they were read.
	last := page.To
	if len(page.Events) > 0 {
		last = page.Events[len(page.Events)-1].Time
	}
	if page.NextCursor != nil && (unread == nil || !last.Before(unread.To)) {
		progress.NextPage = -1
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

// isUnread is true for time that was not searched for lack of time or memory: another request can search it.
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

// missingOf: a job with the maximum number of events has not searched older time; a full table has left out rows of any
// time.
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

// merged joins overlapping spans with the same reason, because each page lists its own.
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
