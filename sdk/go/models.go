// Code generated from schemas/openapi/openapi.json by sdk/generate. DO NOT EDIT.

package svc

import "time"

// Agreement is a model of the API.
type Agreement struct {
	WindowDays int64            `json:"window_days"`
	Window     AgreementFigures `json:"window"`
	// figures over the most recent 50 decisions
	Trailing AgreementFigures `json:"trailing"`
	// closed with a disposition that is neither true nor false positive; excluded from the rates
	Unlabeled int64 `json:"unlabeled"`
	// alerts not closed yet
	Open         int64         `json:"open"`
	ByAlertClass []AgreementOf `json:"by_alert_class"`
	ByRule       []AgreementOf `json:"by_rule"`
	BySource     []AgreementOf `json:"by_source"`
	ByModel      []AgreementOf `json:"by_model"`
}

// AgreementFigures is a model of the API.
type AgreementFigures struct {
	// alerts closed by people with a disposition that confirms or refutes them
	Decisions int64 `json:"decisions"`
	// decisions for which the agent gave a verdict
	Answered int64 `json:"answered"`
	Agreed   int64 `json:"agreed"`
	// closed as true positives
	Malicious              int64    `json:"malicious"`
	MaliciousFound         int64    `json:"malicious_found"`
	Abstained              int64    `json:"abstained"`
	Agreement              *float64 `json:"agreement"`
	MaliciousRecall        *float64 `json:"malicious_recall"`
	AbstentionRate         *float64 `json:"abstention_rate"`
	AgreementAtLeast       *float64 `json:"agreement_at_least"`
	MaliciousRecallAtLeast *float64 `json:"malicious_recall_at_least"`
}

// AgreementOf is a model of the API.
type AgreementOf struct {
	Key string `json:"key"`
	// alerts closed by people with a disposition that confirms or refutes them
	Decisions int64 `json:"decisions"`
	// decisions for which the agent gave a verdict
	Answered int64 `json:"answered"`
	Agreed   int64 `json:"agreed"`
	// closed as true positives
	Malicious              int64    `json:"malicious"`
	MaliciousFound         int64    `json:"malicious_found"`
	Abstained              int64    `json:"abstained"`
	Agreement              *float64 `json:"agreement"`
	MaliciousRecall        *float64 `json:"malicious_recall"`
	AbstentionRate         *float64 `json:"abstention_rate"`
	AgreementAtLeast       *float64 `json:"agreement_at_least"`
	MaliciousRecallAtLeast *float64 `json:"malicious_recall_at_least"`
}

// AirgapStatus is a model of the API.
type AirgapStatus struct {
	Enabled                 bool     `json:"enabled"`
	Allowlist               []string `json:"allowlist"`
	ImplicitPrivateSuffixes []string `json:"implicit_private_suffixes"`
	Policy                  string   `json:"policy"`
}

// Alert is a model of the API.
type Alert struct {
	ID          string  `json:"id"`
	TenantID    string  `json:"tenant_id"`
	Title       string  `json:"title"`
	Description *string `json:"description"`
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	// One of new, triaged, in_progress, resolved, closed.
	Status            string   `json:"status"`
	Priority          int64    `json:"priority"`
	Category          *string  `json:"category"`
	RuleID            *string  `json:"rule_id"`
	ConnectorID       *string  `json:"connector_id"`
	ConnectorType     *string  `json:"connector_type"`
	ExternalID        *string  `json:"external_id"`
	ExternalURL       *string  `json:"external_url"`
	MitreTactics      []string `json:"mitre_tactics"`
	MitreTechniques   []string `json:"mitre_techniques"`
	AffectedIps       []string `json:"affected_ips"`
	AffectedHosts     []string `json:"affected_hosts"`
	AffectedUsers     []string `json:"affected_users"`
	Tags              []string `json:"tags"`
	AIScore           *float64 `json:"ai_score"`
	AISummary         *string  `json:"ai_summary"`
	AIRecommendations []string `json:"ai_recommendations"`
	// One of true_positive, false_positive, benign, needs_review.
	AIVerdict *string `json:"ai_verdict"`
	// confidence of triage in its verdict, 0 to 1
	AIConfidence *float64 `json:"ai_confidence"`
	// 0 to 100; null: not measured
	Confidence *int64 `json:"confidence"`
	// One of low, medium, high.
	ConfidenceLabel     *string  `json:"confidence_label"`
	ConfidenceRationale []string `json:"confidence_rationale"`
	// One of true_positive, benign_true_positive, false_positive, benign, escalate.
	Disposition  *string        `json:"disposition"`
	AssignedToID *string        `json:"assigned_to_id"`
	CaseID       *string        `json:"case_id"`
	EventTime    *time.Time     `json:"event_time"`
	FirstSeen    time.Time      `json:"first_seen"`
	LastSeen     time.Time      `json:"last_seen"`
	SnoozedUntil *time.Time     `json:"snoozed_until"`
	SnoozedByID  *string        `json:"snoozed_by_id"`
	ResolvedAt   *time.Time     `json:"resolved_at"`
	Metadata     map[string]any `json:"metadata"`
	// 0 to 100; null: not measured
	RiskScore   *float64  `json:"risk_score"`
	SignalCount *int64    `json:"signal_count"`
	EventCount  *int64    `json:"event_count"`
	RuleCount   *int64    `json:"rule_count"`
	CreatedAt   time.Time `json:"created_at"`
	UpdatedAt   time.Time `json:"updated_at"`
}

// AlertAssign is a model of the API.
type AlertAssign struct {
	AssignedToID Nullable[string] `json:"assigned_to_id,omitzero"`
	Assignee     Nullable[string] `json:"assignee,omitzero"`
}

// AlertBulkChange is a model of the API.
type AlertBulkChange struct {
	// ids of the alerts; the change applies to all of them, or to none when one does not exist
	AlertIds []string              `json:"alert_ids"`
	Change   AlertBulkChangeChange `json:"change"`
}

// AlertBulkChangeChange is a model of the API.
type AlertBulkChangeChange struct {
	// One of new, triaged, in_progress, resolved, closed.
	Status       *string          `json:"status,omitzero"`
	Reason       *string          `json:"reason,omitzero"`
	Priority     *int64           `json:"priority,omitzero"`
	AssignedToID Nullable[string] `json:"assigned_to_id,omitzero"`
	AddTags      []string         `json:"add_tags,omitzero"`
	// verdict for each alert; refused when it contradicts its reason
	Verdict       *AlertBulkChangeChangeVerdict `json:"verdict,omitzero"`
	SnoozeMinutes Nullable[int64]               `json:"snooze_minutes,omitzero"`
}

// AlertBulkChangeChangeVerdict is: verdict for each alert; refused when it contradicts its reason
type AlertBulkChangeChangeVerdict struct {
	// One of true_positive, benign_true_positive, false_positive, benign, escalate.
	CorrectedVerdict string `json:"corrected_verdict"`
	Reason           string `json:"reason"`
	// One of known_admin_tool, approved_pentest, expected_service_account, known_scanner, business_application, bad_detection_logic, missing_context, true_positive_confirmed.
	ReasonCode string `json:"reason_code"`
}

// AlertBulkDone is a model of the API.
type AlertBulkDone struct {
	// id for undoing the change, valid for a day
	BulkID  string                     `json:"bulk_id"`
	Changed int64                      `json:"changed"`
	Refused []AlertBulkDoneRefusedItem `json:"refused"`
}

// AlertBulkDoneRefusedItem is a model of the API.
type AlertBulkDoneRefusedItem struct {
	AlertID string `json:"alert_id"`
	Reason  string `json:"reason"`
}

// AlertBulkUndone is a model of the API.
type AlertBulkUndone struct {
	Restored []string `json:"restored"`
	// alerts changed since, which keep their present state
	Kept []string `json:"kept"`
}

// AlertCreate is a model of the API.
type AlertCreate struct {
	Title string `json:"title"`
	// One of info, low, medium, high, critical.
	Severity            string         `json:"severity"`
	Description         *string        `json:"description,omitzero"`
	Priority            *int64         `json:"priority,omitzero"`
	Category            *string        `json:"category,omitzero"`
	RuleID              *string        `json:"rule_id,omitzero"`
	ConnectorID         *string        `json:"connector_id,omitzero"`
	ConnectorType       *string        `json:"connector_type,omitzero"`
	MitreTactics        []string       `json:"mitre_tactics,omitzero"`
	MitreTechniques     []string       `json:"mitre_techniques,omitzero"`
	AffectedIps         []string       `json:"affected_ips,omitzero"`
	AffectedHosts       []string       `json:"affected_hosts,omitzero"`
	AffectedUsers       []string       `json:"affected_users,omitzero"`
	Tags                []string       `json:"tags,omitzero"`
	Confidence          *int64         `json:"confidence,omitzero"`
	ConfidenceRationale []string       `json:"confidence_rationale,omitzero"`
	EventTime           *time.Time     `json:"event_time,omitzero"`
	RawEvent            map[string]any `json:"raw_event,omitzero"`
}

// AlertDetail is a model of the API.
type AlertDetail struct {
	ID          string  `json:"id"`
	TenantID    string  `json:"tenant_id"`
	Title       string  `json:"title"`
	Description *string `json:"description"`
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	// One of new, triaged, in_progress, resolved, closed.
	Status            string   `json:"status"`
	Priority          int64    `json:"priority"`
	Category          *string  `json:"category"`
	RuleID            *string  `json:"rule_id"`
	ConnectorID       *string  `json:"connector_id"`
	ConnectorType     *string  `json:"connector_type"`
	ExternalID        *string  `json:"external_id"`
	ExternalURL       *string  `json:"external_url"`
	MitreTactics      []string `json:"mitre_tactics"`
	MitreTechniques   []string `json:"mitre_techniques"`
	AffectedIps       []string `json:"affected_ips"`
	AffectedHosts     []string `json:"affected_hosts"`
	AffectedUsers     []string `json:"affected_users"`
	Tags              []string `json:"tags"`
	AIScore           *float64 `json:"ai_score"`
	AISummary         *string  `json:"ai_summary"`
	AIRecommendations []string `json:"ai_recommendations"`
	// One of true_positive, false_positive, benign, needs_review.
	AIVerdict *string `json:"ai_verdict"`
	// confidence of triage in its verdict, 0 to 1
	AIConfidence *float64 `json:"ai_confidence"`
	// 0 to 100; null: not measured
	Confidence *int64 `json:"confidence"`
	// One of low, medium, high.
	ConfidenceLabel     *string  `json:"confidence_label"`
	ConfidenceRationale []string `json:"confidence_rationale"`
	// One of true_positive, benign_true_positive, false_positive, benign, escalate.
	Disposition  *string        `json:"disposition"`
	AssignedToID *string        `json:"assigned_to_id"`
	CaseID       *string        `json:"case_id"`
	EventTime    *time.Time     `json:"event_time"`
	FirstSeen    time.Time      `json:"first_seen"`
	LastSeen     time.Time      `json:"last_seen"`
	SnoozedUntil *time.Time     `json:"snoozed_until"`
	SnoozedByID  *string        `json:"snoozed_by_id"`
	ResolvedAt   *time.Time     `json:"resolved_at"`
	Metadata     map[string]any `json:"metadata"`
	// 0 to 100; null: not measured
	RiskScore          *float64                            `json:"risk_score"`
	SignalCount        *int64                              `json:"signal_count"`
	EventCount         *int64                              `json:"event_count"`
	RuleCount          *int64                              `json:"rule_count"`
	CreatedAt          time.Time                           `json:"created_at"`
	UpdatedAt          time.Time                           `json:"updated_at"`
	Narrative          string                              `json:"narrative"`
	RelatedEntities    []AlertDetailRelatedEntitiesItem    `json:"related_entities"`
	MiniTimeline       []AlertHistoryEntry                 `json:"mini_timeline"`
	RecommendedActions []AlertDetailRecommendedActionsItem `json:"recommended_actions"`
	// names of its techniques and tactics by id
	AttackNames map[string]string `json:"attack_names"`
	// signals in order of time; empty when the alert is not composed of signals
	Evidence []AlertDetailEvidenceItem `json:"evidence"`
	// number of signals left out of this list
	EvidenceOmitted int64             `json:"evidence_omitted"`
	Score           *AlertDetailScore `json:"score"`
	Verdict         *Verdict          `json:"verdict"`
	// event as stored, without secrets; null when there is none
	RawEvent any `json:"raw_event"`
}

// AlertDetailEvidenceItem is a model of the API.
type AlertDetailEvidenceItem struct {
	Order int64 `json:"order"`
	// signal
	Kind     string `json:"kind"`
	SignalID string `json:"signal_id"`
	RuleID   string `json:"rule_id"`
	Title    string `json:"title"`
	Language string `json:"language"`
	// OCSF: 1 informational to 5 critical
	SeverityID int64     `json:"severity_id"`
	Time       time.Time `json:"time"`
	LastTime   time.Time `json:"last_time"`
	// number of signals of this rule on this host
	Count int64 `json:"count"`
	// some of the event ids, including the first and the last
	EventUids       []string                             `json:"event_uids"`
	Host            string                               `json:"host"`
	User            string                               `json:"user"`
	SrcIP           string                               `json:"src_ip"`
	Sources         []string                             `json:"sources"`
	MitreTactics    []string                             `json:"mitre_tactics"`
	MitreTechniques []string                             `json:"mitre_techniques"`
	Matched         []AlertDetailEvidenceItemMatchedItem `json:"matched"`
	// reason why the signal counts and why it belongs to this story
	Why string `json:"why"`
}

// AlertDetailEvidenceItemMatchedItem is a model of the API.
type AlertDetailEvidenceItemMatchedItem struct {
	Field string `json:"field"`
	Value string `json:"value"`
}

// AlertDetailRecommendedActionsItem is a model of the API.
type AlertDetailRecommendedActionsItem struct {
	Priority  int64  `json:"priority"`
	Action    string `json:"action"`
	Rationale string `json:"rationale"`
	// One of low, medium, high.
	Risk string `json:"risk"`
}

// AlertDetailRelatedEntitiesItem is a model of the API.
type AlertDetailRelatedEntitiesItem struct {
	// principal, network, workflow or tenant
	Group string  `json:"group"`
	Kind  string  `json:"kind"`
	Value string  `json:"value"`
	Label string  `json:"label"`
	Pivot *string `json:"pivot"`
}

// AlertDetailScore is a model of the API.
type AlertDetailScore struct {
	// 0 to 100: the probability times the impact
	Risk float64 `json:"risk"`
	// logistic function of the bias and what the features contribute
	Probability float64 `json:"probability"`
	// impact by severity
	Impact float64 `json:"impact"`
	// `shipped`, or the version of the tenant’s own weights
	Weights  string                         `json:"weights"`
	Bias     float64                        `json:"bias"`
	Features []AlertDetailScoreFeaturesItem `json:"features"`
}

// AlertDetailScoreFeaturesItem is a model of the API.
type AlertDetailScoreFeaturesItem struct {
	Name   string   `json:"name"`
	Value  *float64 `json:"value"`
	Weight float64  `json:"weight"`
	// value times weight
	Contribution float64 `json:"contribution"`
	Why          string  `json:"why"`
}

// AlertEnrichment is a model of the API.
type AlertEnrichment struct {
	Entities []AlertEnrichmentEntitiesItem `json:"entities"`
	// entities beyond the first 50, which were not looked up
	LeftOut    int64      `json:"left_out"`
	EnrichedAt *time.Time `json:"enriched_at"`
}

// AlertEnrichmentEntitiesItem is a model of the API.
type AlertEnrichmentEntitiesItem struct {
	// One of ip, domain, url, hash, user, host.
	Kind    string                                   `json:"kind"`
	Value   string                                   `json:"value"`
	Answers []AlertEnrichmentEntitiesItemAnswersItem `json:"answers"`
}

// AlertEnrichmentEntitiesItemAnswersItem is a model of the API.
type AlertEnrichmentEntitiesItemAnswersItem struct {
	Provider string `json:"provider"`
	// One of found, nothing, could_not_check.
	Status     string         `json:"status"`
	Reason     *string        `json:"reason"`
	Data       map[string]any `json:"data"`
	CheckedAt  *time.Time     `json:"checked_at"`
	AgeSeconds *int64         `json:"age_seconds"`
}

// AlertEscalate is a model of the API.
type AlertEscalate struct {
	Reason *string `json:"reason,omitzero"`
}

// AlertFacetValues is a model of the API.
type AlertFacetValues struct {
	Facets []AlertFacetValuesFacetsItem `json:"facets"`
	// null: unassigned
	Assignees []AlertFacetValuesAssigneesItem `json:"assignees"`
	// number of alerts counted
	Alerts int64 `json:"alerts"`
	// false: only the newest 5,000 were
	IsWhole bool `json:"is_whole"`
}

// AlertFacetValuesAssigneesItem is a model of the API.
type AlertFacetValuesAssigneesItem struct {
	AssignedToID *string `json:"assigned_to_id"`
	Alerts       int64   `json:"alerts"`
}

// AlertFacetValuesFacetsItem is a model of the API.
type AlertFacetValuesFacetsItem struct {
	// One of host, user, ip, tactic, technique, rule, source.
	Field string `json:"field"`
	// values with the most alerts first
	Values []AlertFacetValuesFacetsItemValuesItem `json:"values"`
	// number of distinct values
	Distinct int64 `json:"distinct"`
}

// AlertFacetValuesFacetsItemValuesItem is a model of the API.
type AlertFacetValuesFacetsItemValuesItem struct {
	Value  string  `json:"value"`
	Name   *string `json:"name"`
	Alerts int64   `json:"alerts"`
}

// AlertFacets is: counts over all matches of the filter, not only this page
type AlertFacets struct {
	Total      int64            `json:"total"`
	BySeverity map[string]int64 `json:"by_severity"`
	ByStatus   map[string]int64 `json:"by_status"`
	Unresolved int64            `json:"unresolved"`
}

// AlertHistoryEntry is a model of the API.
type AlertHistoryEntry struct {
	ID string    `json:"id"`
	Ts time.Time `json:"ts"`
	// status_change or audit
	Kind       string  `json:"kind"`
	Action     string  `json:"action"`
	Summary    string  `json:"summary"`
	FromStatus *string `json:"from_status"`
	ToStatus   *string `json:"to_status"`
	ActorID    string  `json:"actor_id"`
	// human or automation
	ActorKind string         `json:"actor_kind"`
	Reason    *string        `json:"reason"`
	Payload   map[string]any `json:"payload"`
}

// AlertHistoryEntryPage is a model of the API.
type AlertHistoryEntryPage struct {
	Items      []AlertHistoryEntry `json:"items"`
	NextCursor *string             `json:"next_cursor,omitzero"`
}

// AlertPage is a model of the API.
type AlertPage struct {
	Items      []Alert     `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
	Facets     AlertFacets `json:"facets"`
}

// AlertPatch is a model of the API.
type AlertPatch struct {
	// One of new, triaged, in_progress, resolved, closed.
	Status       *string          `json:"status,omitzero"`
	Priority     *int64           `json:"priority,omitzero"`
	Tags         []string         `json:"tags,omitzero"`
	AssignedToID Nullable[string] `json:"assigned_to_id,omitzero"`
	Assignee     Nullable[string] `json:"assignee,omitzero"`
	CaseID       Nullable[string] `json:"case_id,omitzero"`
	Reason       *string          `json:"reason,omitzero"`
}

// AlertQueue is a model of the API.
type AlertQueue struct {
	Items      []QueuedAlert    `json:"items"`
	NextCursor *string          `json:"next_cursor,omitzero"`
	Counts     AlertQueueCounts `json:"counts"`
	// figures without a value, with the reason for each
	NotMeasured map[string]string `json:"not_measured"`
	GeneratedAt time.Time         `json:"generated_at"`
}

// AlertQueueCounts is a model of the API.
type AlertQueueCounts struct {
	All        int64 `json:"all"`
	Me         int64 `json:"me"`
	Unassigned int64 `json:"unassigned"`
	// snoozed alerts, which return to the queue when the snooze ends
	Snoozed  int64  `json:"snoozed"`
	Breached *int64 `json:"breached"`
}

// AlertSnooze is a model of the API.
type AlertSnooze struct {
	DurationMinutes *int64 `json:"duration_minutes,omitzero"`
	// null ends the snooze
	Until Nullable[string] `json:"until,omitzero"`
}

// AlertStats is a model of the API.
type AlertStats struct {
	// One of 24h, 7d, 30d, all.
	Period        string           `json:"period"`
	Facets        AlertFacets      `json:"facets"`
	ByDisposition map[string]int64 `json:"by_disposition"`
	// without a disposition
	Undecided int64 `json:"undecided"`
	// unresolved and unassigned
	Unassigned           int64  `json:"unassigned"`
	Resolved             int64  `json:"resolved"`
	MeanSecondsToResolve *int64 `json:"mean_seconds_to_resolve"`
	// figures without a value, with the reason for each
	NotMeasured map[string]string `json:"not_measured"`
}

// AlertView is a model of the API.
type AlertView struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// filters, order and grouping, in the form of the query string of the queue
	Query string `json:"query"`
	// columns of the queue, in order; empty: the default ones
	Columns   []string  `json:"columns"`
	UpdatedAt time.Time `json:"updated_at"`
}

// AlertViewPage is a model of the API.
type AlertViewPage struct {
	Items      []AlertView `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
}

// AlertViewPut is a model of the API.
type AlertViewPut struct {
	Name    string   `json:"name"`
	Query   string   `json:"query"`
	Columns []string `json:"columns"`
}

// AnalystLoad is a model of the API.
type AnalystLoad struct {
	UserID string `json:"user_id"`
	// number of alerts the person acted on
	Alerts int64 `json:"alerts"`
	// number of alerts with a verdict of the person
	Verdicts int64 `json:"verdicts"`
	// alerts that the person resolved or closed
	Resolved int64 `json:"resolved"`
	// unresolved alerts assigned to the person
	OpenNow int64 `json:"open_now"`
	// steps without work are left out
	ByStep []AnalystLoadByStepItem `json:"by_step"`
}

// AnalystLoadByStepItem is a model of the API.
type AnalystLoadByStepItem struct {
	From   time.Time `json:"from"`
	Alerts int64     `json:"alerts"`
}

// ApiKey is a model of the API.
type ApiKey struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Prefix    string     `json:"prefix"`
	Scopes    []string   `json:"scopes"`
	ExpiresAt *time.Time `json:"expires_at"`
	// API keys that created this one; it ends with any of them
	MadeBy     []string   `json:"made_by"`
	CreatedAt  time.Time  `json:"created_at"`
	IsActive   bool       `json:"is_active"`
	LastUsedAt *time.Time `json:"last_used_at"`
}

// ApiKeyCreate is a model of the API.
type ApiKeyCreate struct {
	Name          string          `json:"name"`
	Scopes        []string        `json:"scopes"`
	ExpiresInDays Nullable[int64] `json:"expires_in_days,omitzero"`
}

// ApiKeyPage is a model of the API.
type ApiKeyPage struct {
	Items      []ApiKey `json:"items"`
	NextCursor *string  `json:"next_cursor,omitzero"`
}

// ApiKeyPatch is a model of the API.
type ApiKeyPatch struct {
	Name          *string         `json:"name,omitzero"`
	Scopes        []string        `json:"scopes,omitzero"`
	ExpiresInDays Nullable[int64] `json:"expires_in_days,omitzero"`
}

// Appearance is a model of the API.
type Appearance struct {
	ProductName  *string         `json:"product_name"`
	PrimaryColor *string         `json:"primary_color"`
	AccentColor  *string         `json:"accent_color"`
	SupportEmail *string         `json:"support_email"`
	SupportURL   *string         `json:"support_url"`
	SenderName   *string         `json:"sender_name"`
	FooterText   *string         `json:"footer_text"`
	Logo         *AppearanceLogo `json:"logo"`
	// source of each field; the tenant can change fields of source tenant
	Sources AppearanceSources `json:"sources"`
}

// AppearanceLogo is a model of the API.
type AppearanceLogo struct {
	// path of the logo, for signed-in users
	URL string `json:"url"`
	// One of image/svg+xml, image/png, image/jpeg, image/webp.
	ContentType string    `json:"content_type"`
	SizeBytes   int64     `json:"size_bytes"`
	Sha256      string    `json:"sha256"`
	UpdatedAt   time.Time `json:"updated_at"`
}

// AppearanceSources is: source of each field; the tenant can change fields of source tenant
type AppearanceSources struct {
	// One of tenant, organisation, platform.
	ProductName string `json:"product_name"`
	// One of tenant, organisation, platform.
	PrimaryColor string `json:"primary_color"`
	// One of tenant, organisation, platform.
	AccentColor string `json:"accent_color"`
	// One of tenant, organisation, platform.
	SupportEmail string `json:"support_email"`
	// One of tenant, organisation, platform.
	SupportURL string `json:"support_url"`
	// One of tenant, organisation, platform.
	SenderName string `json:"sender_name"`
	// One of tenant, organisation, platform.
	FooterText string `json:"footer_text"`
	// One of tenant, organisation, platform.
	Logo string `json:"logo"`
}

// AppliedSourceTable is a model of the API.
type AppliedSourceTable struct {
	Name string `json:"name"`
	// version of the table; its events carry the mapping learned:NAME/VERSION
	Version    int64                      `json:"version"`
	Definition *SourceTable               `json:"definition"`
	Format     string                     `json:"format"`
	Fidelity   AppliedSourceTableFidelity `json:"fidelity"`
	AppliedBy  string                     `json:"applied_by"`
	AppliedAt  time.Time                  `json:"applied_at"`
}

// AppliedSourceTableFidelity is a model of the API.
type AppliedSourceTableFidelity struct {
	// number of events in the samples
	Events int64 `json:"events"`
	// number of events that this table parsed
	Taken int64 `json:"taken"`
	// number of events with an OCSF class other than base event
	Classed      int64 `json:"classed"`
	WithEntities int64 `json:"with_entities"`
	WithTime     int64 `json:"with_time"`
}

// AppliedSourceTablePage is a model of the API.
type AppliedSourceTablePage struct {
	Items      []AppliedSourceTable `json:"items"`
	NextCursor *string              `json:"next_cursor,omitzero"`
}

// Approval is a model of the API.
type Approval struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
	// One of low, medium, high, critical.
	RiskLevel string `json:"risk_level"`
	// One of pending, approved, denied, expired, cancelled.
	Status            string          `json:"status"`
	Action            *ApprovalAction `json:"action"`
	ActionID          *string         `json:"action_id"`
	RequestedBy       string          `json:"requested_by"`
	RequestedByKind   string          `json:"requested_by_kind"`
	RequestedByPerson *string         `json:"requested_by_person"`
	RequiredUserID    *string         `json:"required_user_id"`
	// number of approvals needed
	Quorum int64 `json:"quorum"`
	// number of approvals so far
	Votes           int64      `json:"votes"`
	RunID           *string    `json:"run_id"`
	CaseID          *string    `json:"case_id"`
	AlertID         *string    `json:"alert_id"`
	DecidedBy       *string    `json:"decided_by"`
	DecidedFor      *string    `json:"decided_for"`
	DecidedAt       *time.Time `json:"decided_at"`
	DecisionComment *string    `json:"decision_comment"`
	ExpiresAt       time.Time  `json:"expires_at"`
	RemindedAt      *time.Time `json:"reminded_at"`
	CreatedAt       time.Time  `json:"created_at"`
}

// ApprovalAction is a model of the API.
type ApprovalAction struct {
	ActionType string            `json:"action_type"`
	Target     string            `json:"target"`
	Parameters map[string]string `json:"parameters"`
}

// ApprovalCreate is a model of the API.
type ApprovalCreate struct {
	Title   string  `json:"title"`
	Summary *string `json:"summary,omitzero"`
	// One of low, medium, high, critical.
	RiskLevel      string                `json:"risk_level"`
	Action         *ApprovalCreateAction `json:"action,omitzero"`
	RequiredUserID Nullable[string]      `json:"required_user_id,omitzero"`
	Quorum         *int64                `json:"quorum,omitzero"`
	CaseID         Nullable[string]      `json:"case_id,omitzero"`
	AlertID        Nullable[string]      `json:"alert_id,omitzero"`
	// within the next seven days
	ExpiresAt time.Time `json:"expires_at"`
}

// ApprovalCreateAction is a model of the API.
type ApprovalCreateAction struct {
	ActionType string            `json:"action_type"`
	Target     *string           `json:"target,omitzero"`
	Parameters map[string]string `json:"parameters,omitzero"`
}

// ApprovalDecision is a model of the API.
type ApprovalDecision struct {
	Comment Nullable[string] `json:"comment,omitzero"`
}

// ApprovalLink is a model of the API.
type ApprovalLink struct {
	// token after #token= in the link
	Token string `json:"token"`
}

// ApprovalLinkDecided is a model of the API.
type ApprovalLinkDecided struct {
	ID string `json:"id"`
	// One of pending, approved, denied, expired, cancelled.
	Status string `json:"status"`
	Quorum int64  `json:"quorum"`
	Votes  int64  `json:"votes"`
}

// ApprovalLinkDecision is a model of the API.
type ApprovalLinkDecision struct {
	// token after #token= in the link
	Token string `json:"token"`
	// One of approved, denied.
	Verdict string           `json:"verdict"`
	Comment Nullable[string] `json:"comment,omitzero"`
}

// ApprovalPage is a model of the API.
type ApprovalPage struct {
	Items      []Approval `json:"items"`
	NextCursor *string    `json:"next_cursor,omitzero"`
}

// Assignee is a model of the API.
type Assignee struct {
	ID           string  `json:"id"`
	Name         string  `json:"name"`
	Organisation *string `json:"organisation"`
	// false: the user is deactivated or the delegation has ended, and no alert can be assigned
	IsActive bool `json:"is_active"`
}

// AssigneePage is a model of the API.
type AssigneePage struct {
	Items      []Assignee `json:"items"`
	NextCursor *string    `json:"next_cursor,omitzero"`
}

// AtomicSafety is a model of the API.
type AtomicSafety struct {
	IsSafe bool `json:"is_safe"`
	// SHA-256 of the commands that were reviewed
	Digest string `json:"digest"`
}

// AtomicTest is a model of the API.
type AtomicTest struct {
	ID            string `json:"id"`
	TechniqueID   string `json:"technique_id"`
	TechniqueName string `json:"technique_name"`
	Tactic        string `json:"tactic"`
	Name          string `json:"name"`
	Description   string `json:"description"`
	// One of windows, linux, network, aws, okta, kubernetes, microsoft365.
	Platform     string `json:"platform"`
	SourceFormat string `json:"source_format"`
	// events of the test; an execution replaces their names by its own
	Events []map[string]any `json:"events"`
}

// AtomicTestPage is a model of the API.
type AtomicTestPage struct {
	Items      []AtomicTest `json:"items"`
	NextCursor *string      `json:"next_cursor,omitzero"`
}

// AtomicsImport is a model of the API.
type AtomicsImport struct {
	Files []AtomicsImportFilesItem `json:"files"`
}

// AtomicsImportFilesItem is a model of the API.
type AtomicsImportFilesItem struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// AtomicsImported is a model of the API.
type AtomicsImported struct {
	Added     int64                        `json:"added"`
	Changed   int64                        `json:"changed"`
	Unchanged int64                        `json:"unchanged"`
	Refused   []AtomicsImportedRefusedItem `json:"refused"`
}

// AtomicsImportedRefusedItem is a model of the API.
type AtomicsImportedRefusedItem struct {
	File   string `json:"file"`
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// AttackMatrix is a model of the API.
type AttackMatrix struct {
	Hours int64 `json:"hours"`
	// techniques with a rule; sub-techniques count separately
	TechniquesCovered int64 `json:"techniques_covered"`
	// number of techniques in this version of ATT&CK
	TechniquesKnown    int64                     `json:"techniques_known"`
	AttackVersion      string                    `json:"attack_version"`
	HitsUnknownBecause *string                   `json:"hits_unknown_because"`
	Tactics            []AttackMatrixTacticsItem `json:"tactics"`
}

// AttackMatrixTacticsItem is a model of the API.
type AttackMatrixTacticsItem struct {
	// tactics in the order of an attack; a technique may serve several
	Tactic     string                                  `json:"tactic"`
	Techniques []AttackMatrixTacticsItemTechniquesItem `json:"techniques"`
}

// AttackMatrixTacticsItemTechniquesItem is a model of the API.
type AttackMatrixTacticsItemTechniquesItem struct {
	Technique    string  `json:"technique"`
	Name         *string `json:"name"`
	BuiltinRules int64   `json:"builtin_rules"`
	OwnRules     int64   `json:"own_rules"`
	Hits         *int64  `json:"hits"`
}

// AuditConsistencyProof is a model of the API.
type AuditConsistencyProof struct {
	Older AuditHead `json:"older"`
	Newer AuditHead `json:"newer"`
	// hashes from the leaf up
	Path []string `json:"path"`
}

// AuditEntry is a model of the API.
type AuditEntry struct {
	ID string `json:"id"`
	// place in the chain; null until it is chained
	Seq      *int64 `json:"seq"`
	TenantID string `json:"tenant_id"`
	// user, api_key, service, agent, playbook, rule, platform or anonymous
	ActorKind    string    `json:"actor_kind"`
	ActorID      *string   `json:"actor_id"`
	ActorEmail   *string   `json:"actor_email"`
	ActorIP      *string   `json:"actor_ip"`
	Action       string    `json:"action"`
	Resource     string    `json:"resource"`
	ResourceID   *string   `json:"resource_id"`
	Changes      any       `json:"changes"`
	CreatedAt    time.Time `json:"created_at"`
	APIKeyPrefix *string   `json:"api_key_prefix"`
}

// AuditEntryPage is a model of the API.
type AuditEntryPage struct {
	Items      []AuditEntry `json:"items"`
	NextCursor *string      `json:"next_cursor,omitzero"`
	// number of matching entries over all pages; also in X-Total-Rows
	Total int64 `json:"total"`
}

// AuditHead is: signed over "svc-audit-head-v1", a line feed, and the other members as canonical JSON (RFC 8785)
type AuditHead struct {
	TenantID string `json:"tenant_id"`
	// number of entries that the head covers
	Size   int64 `json:"size"`
	TimeMs int64 `json:"time_ms"`
	// Merkle tree hash of RFC 6962 over the hashes of the entries, hexadecimal
	Root  string `json:"root"`
	KeyID string `json:"key_id"`
	// Ed25519, base64url
	Signature string `json:"signature"`
}

// AuditInclusionProof is a model of the API.
type AuditInclusionProof struct {
	// it is leaf seq - 1 of the tree
	Seq int64 `json:"seq"`
	// the entry as it was hashed: canonical JSON, personal fields sealed
	Document string `json:"document"`
	// SHA-256, hexadecimal
	Prev string `json:"prev"`
	// SHA-256 of "svc-audit-entry-v1", a line feed, seq as 64 bits big-endian, prev, and the document
	Hash string    `json:"hash"`
	Head AuditHead `json:"head"`
	// hashes from the leaf up
	Path []string `json:"path"`
}

// AuditKey is a model of the API.
type AuditKey struct {
	// first 16 bytes of the SHA-256 of the public key, hexadecimal
	KeyID string `json:"key_id"`
	// Ed25519, 32 bytes, base64url
	PublicKey string    `json:"public_key"`
	CreatedAt time.Time `json:"created_at"`
	// null: the key signs heads now
	RetiredAt *time.Time `json:"retired_at"`
}

// AuditKeyPage is a model of the API.
type AuditKeyPage struct {
	Items      []AuditKey `json:"items"`
	NextCursor *string    `json:"next_cursor,omitzero"`
}

// AutonomyGrant is a model of the API.
type AutonomyGrant struct {
	ID string `json:"id"`
	// One of alert_class, action_verb.
	ScopeKind string `json:"scope_kind"`
	ScopeKey  string `json:"scope_key"`
	// One of auto_close, auto_execute.
	Capability string `json:"capability"`
	// One of granted, demoted.
	State string `json:"state"`
	// One of earned, operator_override.
	Source         string  `json:"source"`
	IsOverride     bool    `json:"is_override"`
	OverrideReason *string `json:"override_reason"`
	// figures at the time of the grant: window and trailing as in AgreementFigures, and the thresholds
	Evidence map[string]any `json:"evidence"`
	// false for auto_close: it is only recorded, and SVC_AUTO_CLOSE_THRESHOLD governs closing
	IsEnforced bool      `json:"is_enforced"`
	DecidedBy  string    `json:"decided_by"`
	DecidedAt  time.Time `json:"decided_at"`
}

// AutonomyGrantAnswer is a model of the API.
type AutonomyGrantAnswer struct {
	Granted bool `json:"granted"`
	// One of shadow, granted, demoted.
	State string `json:"state"`
	// One of earned, operator_override.
	Source     *string `json:"source"`
	IsOverride bool    `json:"is_override"`
	// each check that failed
	Refusals []string `json:"refusals"`
	// figures at the time of the grant: window and trailing as in AgreementFigures, and the thresholds
	Evidence map[string]any `json:"evidence"`
	Changed  bool           `json:"changed"`
}

// AutonomyGrantAsk is a model of the API.
type AutonomyGrantAsk struct {
	// One of alert_class, action_verb.
	ScopeKind string `json:"scope_kind"`
	ScopeKey  string `json:"scope_key"`
	// One of auto_close, auto_execute.
	Capability     string           `json:"capability"`
	Override       *bool            `json:"override,omitzero"`
	OverrideReason Nullable[string] `json:"override_reason,omitzero"`
}

// AutonomyGrantPage is a model of the API.
type AutonomyGrantPage struct {
	Items      []AutonomyGrant `json:"items"`
	NextCursor *string         `json:"next_cursor,omitzero"`
}

// AutonomyKillSwitch is a model of the API.
type AutonomyKillSwitch struct {
	Tenant         *AutonomyStop `json:"tenant"`
	Installation   *AutonomyStop `json:"installation"`
	StoppedBecause *string       `json:"stopped_because"`
}

// AutonomyKillSwitchSet is a model of the API.
type AutonomyKillSwitchSet struct {
	Stopped bool   `json:"stopped"`
	Reason  string `json:"reason"`
}

// AutonomyStop is a model of the API.
type AutonomyStop struct {
	Stopped bool      `json:"stopped"`
	Reason  string    `json:"reason"`
	SetBy   string    `json:"set_by"`
	SetAt   time.Time `json:"set_at"`
}

// BrandingPatch is a model of the API.
type BrandingPatch struct {
	ProductName  Nullable[string] `json:"product_name,omitzero"`
	PrimaryColor Nullable[string] `json:"primary_color,omitzero"`
	AccentColor  Nullable[string] `json:"accent_color,omitzero"`
	SupportEmail Nullable[string] `json:"support_email,omitzero"`
	SupportURL   Nullable[string] `json:"support_url,omitzero"`
	SenderName   Nullable[string] `json:"sender_name,omitzero"`
	FooterText   Nullable[string] `json:"footer_text,omitzero"`
}

// Campaign is a model of the API.
type Campaign struct {
	ID          string            `json:"id"`
	Title       string            `json:"title"`
	ActionType  string            `json:"action_type"`
	Parameters  map[string]string `json:"parameters"`
	Rationale   string            `json:"rationale"`
	RequestedBy string            `json:"requested_by"`
	// approval that decides on it
	ApprovalID string    `json:"approval_id"`
	CreatedAt  time.Time `json:"created_at"`
}

// CampaignAsk is a model of the API.
type CampaignAsk struct {
	Title      string                   `json:"title"`
	ActionType string                   `json:"action_type"`
	Parameters map[string]string        `json:"parameters,omitzero"`
	Rationale  string                   `json:"rationale"`
	Targets    []CampaignAskTargetsItem `json:"targets"`
	Quorum     *int64                   `json:"quorum,omitzero"`
}

// CampaignAskTargetsItem is a model of the API.
type CampaignAskTargetsItem struct {
	TenantID string `json:"tenant_id"`
	Target   string `json:"target"`
}

// CampaignOutcomes is a model of the API.
type CampaignOutcomes struct {
	Campaign Campaign         `json:"campaign"`
	Outcomes []CampaignTenant `json:"outcomes"`
}

// CampaignState is a model of the API.
type CampaignState struct {
	// One of pending, approved, denied, expired, cancelled.
	ApprovalStatus string `json:"approval_status"`
	// number of targets by state
	Tenants map[string]int64 `json:"tenants"`
}

// CampaignStatePage is a model of the API.
type CampaignStatePage struct {
	Items      []CampaignState `json:"items"`
	NextCursor *string         `json:"next_cursor,omitzero"`
}

// CampaignTenant is a model of the API.
type CampaignTenant struct {
	// tenant of the target
	Customer string `json:"customer"`
	Target   string `json:"target"`
	// One of waiting, held, running, completed, failed, refused, not_decided.
	Status    string    `json:"status"`
	ActionID  *string   `json:"action_id"`
	Detail    *string   `json:"detail"`
	UpdatedAt time.Time `json:"updated_at"`
}

// Case is a model of the API.
type Case struct {
	ID       string `json:"id"`
	TenantID string `json:"tenant_id"`
	// such as INC-001; numbered per tenant, without gaps
	CaseNumber  string  `json:"case_number"`
	Title       string  `json:"title"`
	Description *string `json:"description"`
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	// One of open, in_progress, resolved, closed.
	Status               string                  `json:"status"`
	CaseType             *string                 `json:"case_type"`
	Tags                 []string                `json:"tags"`
	MitreTechniques      []string                `json:"mitre_techniques"`
	ComplianceFrameworks []string                `json:"compliance_frameworks"`
	CustomFields         map[string]any          `json:"custom_fields"`
	AssigneeID           *string                 `json:"assignee_id"`
	QueueID              *string                 `json:"queue_id"`
	SLAPolicyID          *string                 `json:"sla_policy_id"`
	CreatedBy            string                  `json:"created_by"`
	OpenedAt             time.Time               `json:"opened_at"`
	TriagedAt            *time.Time              `json:"triaged_at"`
	AcknowledgedAt       *time.Time              `json:"acknowledged_at"`
	ResolvedAt           *time.Time              `json:"resolved_at"`
	ClosedAt             *time.Time              `json:"closed_at"`
	AckDueAt             *time.Time              `json:"ack_due_at"`
	ResolveDueAt         *time.Time              `json:"resolve_due_at"`
	CloseDueAt           *time.Time              `json:"close_due_at"`
	SLA                  CaseSla                 `json:"sla"`
	EscalationLevel      int64                   `json:"escalation_level"`
	ReopenCount          int64                   `json:"reopen_count"`
	MergedIntoID         *string                 `json:"merged_into_id"`
	FanoutResults        []CaseFanoutResultsItem `json:"fanout_results"`
	CreatedAt            time.Time               `json:"created_at"`
	UpdatedAt            time.Time               `json:"updated_at"`
}

// CaseAcknowledged is a model of the API.
type CaseAcknowledged struct {
	ID             string     `json:"id"`
	AcknowledgedAt *time.Time `json:"acknowledged_at"`
	IsNew          bool       `json:"is_new"`
}

// CaseAlertPage is a model of the API.
type CaseAlertPage struct {
	Items      []Alert `json:"items"`
	NextCursor *string `json:"next_cursor,omitzero"`
}

// CaseAlerts is a model of the API.
type CaseAlerts struct {
	AlertIds []string `json:"alert_ids"`
}

// CaseAssign is a model of the API.
type CaseAssign struct {
	AssigneeID *string `json:"assignee_id"`
}

// CaseAttachment is a model of the API.
type CaseAttachment struct {
	ID        string `json:"id"`
	CaseID    string `json:"case_id"`
	Name      string `json:"name"`
	SizeBytes int64  `json:"size_bytes"`
	// SHA-256 of the uploaded bytes
	Sha256    string    `json:"sha256"`
	AddedBy   *string   `json:"added_by"`
	CreatedAt time.Time `json:"created_at"`
}

// CaseAttachmentPage is a model of the API.
type CaseAttachmentPage struct {
	Items      []CaseAttachment `json:"items"`
	NextCursor *string          `json:"next_cursor,omitzero"`
}

// CaseBulkConfirm is a model of the API.
type CaseBulkConfirm struct {
	ConfirmationToken string   `json:"confirmation_token"`
	CaseIds           []string `json:"case_ids"`
}

// CaseBulkOffer is a model of the API.
type CaseBulkOffer struct {
	// token that confirms exactly these cases, once, for the same person
	ConfirmationToken string    `json:"confirmation_token"`
	CaseIds           []string  `json:"case_ids"`
	Count             int64     `json:"count"`
	ExpiresAt         time.Time `json:"expires_at"`
}

// CaseBulkPreview is a model of the API.
type CaseBulkPreview struct {
	CaseIds []string              `json:"case_ids"`
	Change  CaseBulkPreviewChange `json:"change"`
}

// CaseBulkPreviewChange is a model of the API.
type CaseBulkPreviewChange struct {
	// One of open, in_progress, resolved, closed.
	Status *string `json:"status,omitzero"`
	Reason *string `json:"reason,omitzero"`
	// One of info, low, medium, high, critical.
	Severity   *string          `json:"severity,omitzero"`
	AssigneeID Nullable[string] `json:"assignee_id,omitzero"`
	QueueID    Nullable[string] `json:"queue_id,omitzero"`
	AddTags    []string         `json:"add_tags,omitzero"`
}

// CaseBulkResult is a model of the API.
type CaseBulkResult struct {
	Results []CaseBulkResultResultsItem `json:"results"`
	Changed int64                       `json:"changed"`
	Refused int64                       `json:"refused"`
}

// CaseBulkResultResultsItem is a model of the API.
type CaseBulkResultResultsItem struct {
	CaseID     string  `json:"case_id"`
	CaseNumber string  `json:"case_number"`
	Error      *string `json:"error"`
}

// CaseComment is a model of the API.
type CaseComment struct {
	ID        string    `json:"id"`
	CaseID    string    `json:"case_id"`
	AuthorID  string    `json:"author_id"`
	Body      string    `json:"body"`
	IsSystem  bool      `json:"is_system"`
	Origin    *string   `json:"origin"`
	CreatedAt time.Time `json:"created_at"`
	Author    string    `json:"author"`
}

// CaseCommentCreate is a model of the API.
type CaseCommentCreate struct {
	Body string `json:"body"`
}

// CaseCommentPage is a model of the API.
type CaseCommentPage struct {
	Items      []CaseComment `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// CaseCreate is a model of the API.
type CaseCreate struct {
	Title                *string          `json:"title,omitzero"`
	Description          Nullable[string] `json:"description,omitzero"`
	CaseType             Nullable[string] `json:"case_type,omitzero"`
	Tags                 []string         `json:"tags,omitzero"`
	QueueID              Nullable[string] `json:"queue_id,omitzero"`
	MitreTechniques      []string         `json:"mitre_techniques,omitzero"`
	ComplianceFrameworks []string         `json:"compliance_frameworks,omitzero"`
	CustomFields         map[string]any   `json:"custom_fields,omitzero"`
	// One of info, low, medium, high, critical.
	Severity           *string          `json:"severity,omitzero"`
	AssigneeID         Nullable[string] `json:"assignee_id,omitzero"`
	Assignee           Nullable[string] `json:"assignee,omitzero"`
	AlertIds           []string         `json:"alert_ids,omitzero"`
	PushToConnectorIds []string         `json:"push_to_connector_ids,omitzero"`
	TemplateID         *string          `json:"template_id,omitzero"`
}

// CaseDetail is a model of the API.
type CaseDetail struct {
	ID       string `json:"id"`
	TenantID string `json:"tenant_id"`
	// such as INC-001; numbered per tenant, without gaps
	CaseNumber  string  `json:"case_number"`
	Title       string  `json:"title"`
	Description *string `json:"description"`
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	// One of open, in_progress, resolved, closed.
	Status               string                        `json:"status"`
	CaseType             *string                       `json:"case_type"`
	Tags                 []string                      `json:"tags"`
	MitreTechniques      []string                      `json:"mitre_techniques"`
	ComplianceFrameworks []string                      `json:"compliance_frameworks"`
	CustomFields         map[string]any                `json:"custom_fields"`
	AssigneeID           *string                       `json:"assignee_id"`
	QueueID              *string                       `json:"queue_id"`
	SLAPolicyID          *string                       `json:"sla_policy_id"`
	CreatedBy            string                        `json:"created_by"`
	OpenedAt             time.Time                     `json:"opened_at"`
	TriagedAt            *time.Time                    `json:"triaged_at"`
	AcknowledgedAt       *time.Time                    `json:"acknowledged_at"`
	ResolvedAt           *time.Time                    `json:"resolved_at"`
	ClosedAt             *time.Time                    `json:"closed_at"`
	AckDueAt             *time.Time                    `json:"ack_due_at"`
	ResolveDueAt         *time.Time                    `json:"resolve_due_at"`
	CloseDueAt           *time.Time                    `json:"close_due_at"`
	SLA                  CaseDetailSla                 `json:"sla"`
	EscalationLevel      int64                         `json:"escalation_level"`
	ReopenCount          int64                         `json:"reopen_count"`
	MergedIntoID         *string                       `json:"merged_into_id"`
	FanoutResults        []CaseDetailFanoutResultsItem `json:"fanout_results"`
	CreatedAt            time.Time                     `json:"created_at"`
	UpdatedAt            time.Time                     `json:"updated_at"`
	Counts               CaseDetailCounts              `json:"counts"`
	ObservableGraph      CaseDetailObservableGraph     `json:"observable_graph"`
	EvidenceChain        []CaseDetailEvidenceChainItem `json:"evidence_chain"`
	Escalations          []CaseDetailEscalationsItem   `json:"escalations"`
}

// CaseDetailCounts is a model of the API.
type CaseDetailCounts struct {
	Alerts       int64 `json:"alerts"`
	Comments     int64 `json:"comments"`
	Tasks        int64 `json:"tasks"`
	TasksDone    int64 `json:"tasks_done"`
	Attachments  int64 `json:"attachments"`
	MinutesSpent int64 `json:"minutes_spent"`
}

// CaseDetailEscalationsItem is a model of the API.
type CaseDetailEscalationsItem struct {
	Step    int64     `json:"step"`
	Notify  string    `json:"notify"`
	DueAt   time.Time `json:"due_at"`
	TakenAt time.Time `json:"taken_at"`
}

// CaseDetailEvidenceChainItem is a model of the API.
type CaseDetailEvidenceChainItem struct {
	AlertID string `json:"alert_id"`
	Title   string `json:"title"`
	// One of info, low, medium, high, critical.
	Severity  string    `json:"severity"`
	FirstSeen time.Time `json:"first_seen"`
}

// CaseDetailFanoutResultsItem is a model of the API.
type CaseDetailFanoutResultsItem struct {
	ConnectorID   string  `json:"connector_id"`
	ConnectorType *string `json:"connector_type"`
	ConnectorName *string `json:"connector_name"`
	// One of ok, error, unsupported, skipped.
	Status         string  `json:"status"`
	ExternalID     *string `json:"external_id"`
	ExternalURL    *string `json:"external_url"`
	ExternalStatus *string `json:"external_status"`
	Error          *string `json:"error"`
}

// CaseDetailObservableGraph is a model of the API.
type CaseDetailObservableGraph struct {
	Nodes []CaseDetailObservableGraphNodesItem `json:"nodes"`
	Edges []CaseDetailObservableGraphEdgesItem `json:"edges"`
	// number of nodes beyond 500; only the newest 200 alerts are included
	LeftOut int64 `json:"left_out"`
}

// CaseDetailObservableGraphEdgesItem is a model of the API.
type CaseDetailObservableGraphEdgesItem struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// CaseDetailObservableGraphNodesItem is a model of the API.
type CaseDetailObservableGraphNodesItem struct {
	ID string `json:"id"`
	// One of ip, user, host, domain, hash, file, process, alert.
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// CaseDetailSla is a model of the API.
type CaseDetailSla struct {
	Ack     SlaClock `json:"ack"`
	Resolve SlaClock `json:"resolve"`
	Close   SlaClock `json:"close"`
}

// CaseEscalationPolicy is a model of the API.
type CaseEscalationPolicy struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	QueueID string `json:"queue_id"`
	// fraction of the acknowledgement target at which the policy triggers
	TriggerAtSLAFraction float64 `json:"trigger_at_sla_fraction"`
	// steps in order; delays count from the trigger
	Ladder    []CaseEscalationPolicyLadderItem `json:"ladder"`
	Enabled   bool                             `json:"enabled"`
	CreatedAt time.Time                        `json:"created_at"`
	UpdatedAt time.Time                        `json:"updated_at"`
}

// CaseEscalationPolicyCreate is a model of the API.
type CaseEscalationPolicyCreate struct {
	Name    string `json:"name"`
	QueueID string `json:"queue_id"`
	// fraction of the acknowledgement target at which the policy triggers
	TriggerAtSLAFraction *float64 `json:"trigger_at_sla_fraction,omitzero"`
	// steps in order; delays count from the trigger
	Ladder  []CaseEscalationPolicyCreateLadderItem `json:"ladder"`
	Enabled *bool                                  `json:"enabled,omitzero"`
}

// CaseEscalationPolicyCreateLadderItem is a model of the API.
type CaseEscalationPolicyCreateLadderItem struct {
	AfterMinutes int64 `json:"after_minutes"`
	// an address, user:NAME, role:soc_lead, rotation:NAME for the person on call, or channel:NAME
	Notify string `json:"notify"`
}

// CaseEscalationPolicyLadderItem is a model of the API.
type CaseEscalationPolicyLadderItem struct {
	AfterMinutes int64 `json:"after_minutes"`
	// an address, user:NAME, role:soc_lead, rotation:NAME for the person on call, or channel:NAME
	Notify string `json:"notify"`
}

// CaseEscalationPolicyPage is a model of the API.
type CaseEscalationPolicyPage struct {
	Items      []CaseEscalationPolicy `json:"items"`
	NextCursor *string                `json:"next_cursor,omitzero"`
}

// CaseExport is a model of the API.
type CaseExport struct {
	Items []Case `json:"items"`
	// cursor of the next page; absent on the last page
	NextCursor *string `json:"next_cursor,omitzero"`
	// end of this page: a later export with it returns the changes since then
	ResumeCursor *string `json:"resume_cursor,omitzero"`
	HasMore      bool    `json:"has_more"`
}

// CaseFacets is: counts over all matches of the filter, not only this page
type CaseFacets struct {
	Total      int64            `json:"total"`
	BySeverity map[string]int64 `json:"by_severity"`
	ByStatus   map[string]int64 `json:"by_status"`
	Unresolved int64            `json:"unresolved"`
}

// CaseFanoutResultsItem is a model of the API.
type CaseFanoutResultsItem struct {
	ConnectorID   string  `json:"connector_id"`
	ConnectorType *string `json:"connector_type"`
	ConnectorName *string `json:"connector_name"`
	// One of ok, error, unsupported, skipped.
	Status         string  `json:"status"`
	ExternalID     *string `json:"external_id"`
	ExternalURL    *string `json:"external_url"`
	ExternalStatus *string `json:"external_status"`
	Error          *string `json:"error"`
}

// CaseField is a model of the API.
type CaseField struct {
	ID    string `json:"id"`
	Key   string `json:"key"`
	Label string `json:"label"`
	// One of text, number, boolean, date, select.
	Type string `json:"type"`
	// options of a select field
	Options   []string  `json:"options"`
	CreatedAt time.Time `json:"created_at"`
}

// CaseFieldCreate is a model of the API.
type CaseFieldCreate struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	// One of text, number, boolean, date, select.
	Type string `json:"type"`
	// options of a select field
	Options []string `json:"options,omitzero"`
}

// CaseFieldPage is a model of the API.
type CaseFieldPage struct {
	Items      []CaseField `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
}

// CaseHandoff is a model of the API.
type CaseHandoff struct {
	ID         string  `json:"id"`
	FromUserID string  `json:"from_user_id"`
	ToUserID   string  `json:"to_user_id"`
	QueueID    *string `json:"queue_id"`
	Notes      *string `json:"notes"`
	// unresolved cases at the time of the handoff
	CaseIds        []string   `json:"case_ids"`
	StartedAt      time.Time  `json:"started_at"`
	AcknowledgedAt *time.Time `json:"acknowledged_at"`
	MovedCaseIds   []string   `json:"moved_case_ids"`
}

// CaseHandoffCreate is a model of the API.
type CaseHandoffCreate struct {
	ToUserID string           `json:"to_user_id"`
	QueueID  Nullable[string] `json:"queue_id,omitzero"`
	Notes    Nullable[string] `json:"notes,omitzero"`
}

// CaseHandoffPage is a model of the API.
type CaseHandoffPage struct {
	Items      []CaseHandoff `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// CaseLedger is a model of the API.
type CaseLedger struct {
	Runs []CaseLedgerRunsItem `json:"runs"`
}

// CaseLedgerRunsItem is a model of the API.
type CaseLedgerRunsItem struct {
	Run     InvestigationRun    `json:"run"`
	Entries []LedgerEntryDetail `json:"entries"`
}

// CaseMention is a model of the API.
type CaseMention struct {
	ID        string     `json:"id"`
	CaseID    string     `json:"case_id"`
	CommentID string     `json:"comment_id"`
	Body      string     `json:"body"`
	CreatedAt time.Time  `json:"created_at"`
	SeenAt    *time.Time `json:"seen_at"`
	Author    *string    `json:"author"`
}

// CaseMentionPage is a model of the API.
type CaseMentionPage struct {
	Items      []CaseMention `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// CaseMerge is a model of the API.
type CaseMerge struct {
	// a UUID or a case number such as INC-001
	CaseID string  `json:"case_id"`
	Reason *string `json:"reason,omitzero"`
}

// CaseMove is a model of the API.
type CaseMove struct {
	ID string `json:"id"`
	// One of merge, split, move.
	Kind       string `json:"kind"`
	FromCaseID string `json:"from_case_id"`
	ToCaseID   string `json:"to_case_id"`
	AlertCount int64  `json:"alert_count"`
	// alerts that moved along, and return when the move is undone
	AlertIds []string `json:"alert_ids"`
	Reason   *string  `json:"reason"`
	ActorID  string   `json:"actor_id"`
	// One of human, automation, escalation.
	ActorKind string     `json:"actor_kind"`
	CreatedAt time.Time  `json:"created_at"`
	UndoneAt  *time.Time `json:"undone_at"`
	UndoneBy  *string    `json:"undone_by"`
}

// CaseMoveAlerts is a model of the API.
type CaseMoveAlerts struct {
	// a UUID or a case number such as INC-001
	ToCaseID string   `json:"to_case_id"`
	AlertIds []string `json:"alert_ids"`
	Reason   *string  `json:"reason,omitzero"`
}

// CaseMovePage is a model of the API.
type CaseMovePage struct {
	Items      []CaseMove `json:"items"`
	NextCursor *string    `json:"next_cursor,omitzero"`
}

// CaseMoved is a model of the API.
type CaseMoved struct {
	Move CaseMove `json:"move"`
	From Case     `json:"from"`
	To   Case     `json:"to"`
}

// CaseObservable is a model of the API.
type CaseObservable struct {
	ID     string `json:"id"`
	CaseID string `json:"case_id"`
	// One of ip, user, host, domain, hash, file, process, alert.
	Kind      string    `json:"kind"`
	Value     string    `json:"value"`
	AddedBy   *string   `json:"added_by"`
	CreatedAt time.Time `json:"created_at"`
}

// CaseObservableCreate is a model of the API.
type CaseObservableCreate struct {
	// One of ip, user, host, domain, hash, file, process, alert.
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// CaseObservablePage is a model of the API.
type CaseObservablePage struct {
	Items      []CaseObservable `json:"items"`
	NextCursor *string          `json:"next_cursor,omitzero"`
}

// CasePage is a model of the API.
type CasePage struct {
	Items      []Case     `json:"items"`
	NextCursor *string    `json:"next_cursor,omitzero"`
	Facets     CaseFacets `json:"facets"`
}

// CasePatch is a model of the API.
type CasePatch struct {
	Title                *string          `json:"title,omitzero"`
	Description          Nullable[string] `json:"description,omitzero"`
	CaseType             Nullable[string] `json:"case_type,omitzero"`
	Tags                 []string         `json:"tags,omitzero"`
	QueueID              Nullable[string] `json:"queue_id,omitzero"`
	MitreTechniques      []string         `json:"mitre_techniques,omitzero"`
	ComplianceFrameworks []string         `json:"compliance_frameworks,omitzero"`
	CustomFields         map[string]any   `json:"custom_fields,omitzero"`
	// One of info, low, medium, high, critical.
	Severity *string `json:"severity,omitzero"`
	// One of open, in_progress, resolved, closed.
	Status     *string          `json:"status,omitzero"`
	AssigneeID Nullable[string] `json:"assignee_id,omitzero"`
	Assignee   Nullable[string] `json:"assignee,omitzero"`
	Reason     *string          `json:"reason,omitzero"`
}

// CasePostMortem is a model of the API.
type CasePostMortem struct {
	Headline    string                          `json:"headline"`
	Overview    CasePostMortemOverview          `json:"overview"`
	Detection   CasePostMortemDetection         `json:"detection"`
	Response    CasePostMortemResponse          `json:"response"`
	Timeline    []CasePostMortemTimelineItem    `json:"timeline"`
	WentWell    []string                        `json:"went_well"`
	FellShort   []string                        `json:"fell_short"`
	ActionItems []CasePostMortemActionItemsItem `json:"action_items"`
	AsOf        time.Time                       `json:"as_of"`
	// true when the case has more than 2,000 entries of a kind; older ones are left out
	IsCut bool `json:"is_cut"`
}

// CasePostMortemActionItemsItem is a model of the API.
type CasePostMortemActionItemsItem struct {
	Title string `json:"title"`
	// One of detection, process, automation, tooling, documentation, training.
	Category string `json:"category"`
	// One of now, next, later.
	Priority     string  `json:"priority"`
	TargetSystem *string `json:"target_system"`
}

// CasePostMortemDetection is a model of the API.
type CasePostMortemDetection struct {
	AlertFiredAt             *time.Time `json:"alert_fired_at"`
	FirstTouchAt             *time.Time `json:"first_touch_at"`
	FirstTouchLatencyMinutes *int64     `json:"first_touch_latency_minutes"`
	SLABreached              bool       `json:"sla_breached"`
	BreachedClocks           []string   `json:"breached_clocks"`
	DetectionGaps            []string   `json:"detection_gaps"`
}

// CasePostMortemOverview is a model of the API.
type CasePostMortemOverview struct {
	Label      string     `json:"label"`
	Title      string     `json:"title"`
	OpenedAt   time.Time  `json:"opened_at"`
	TriagedAt  *time.Time `json:"triaged_at"`
	ResolvedAt *time.Time `json:"resolved_at"`
	ClosedAt   *time.Time `json:"closed_at"`
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	// One of open, in_progress, resolved, closed.
	Status                  string                                         `json:"status"`
	TechniquesByTactic      []CasePostMortemOverviewTechniquesByTacticItem `json:"techniques_by_tactic"`
	TimeToResolutionMinutes *int64                                         `json:"time_to_resolution_minutes"`
}

// CasePostMortemOverviewTechniquesByTacticItem is a model of the API.
type CasePostMortemOverviewTechniquesByTacticItem struct {
	Tactic     string   `json:"tactic"`
	Techniques []string `json:"techniques"`
}

// CasePostMortemResponse is a model of the API.
type CasePostMortemResponse struct {
	Actions            []CasePostMortemResponseActionsItem `json:"actions"`
	ActionsTaken       int64                               `json:"actions_taken"`
	ActionsOverdue     int64                               `json:"actions_overdue"`
	AutomatedCount     int64                               `json:"automated_count"`
	EffectivenessScore *int64                              `json:"effectiveness_score"`
}

// CasePostMortemResponseActionsItem is a model of the API.
type CasePostMortemResponseActionsItem struct {
	// One of triage, containment, eradication, recovery, comms, evidence, escalation, other.
	Category string                                         `json:"category"`
	Actions  []CasePostMortemResponseActionsItemActionsItem `json:"actions"`
}

// CasePostMortemResponseActionsItemActionsItem is a model of the API.
type CasePostMortemResponseActionsItemActionsItem struct {
	Title       string     `json:"title"`
	Status      string     `json:"status"`
	CompletedAt *time.Time `json:"completed_at"`
	IsOverdue   bool       `json:"is_overdue"`
	IsAutomated bool       `json:"is_automated"`
}

// CasePostMortemTimelineItem is a model of the API.
type CasePostMortemTimelineItem struct {
	At    time.Time `json:"at"`
	Type  string    `json:"type"`
	Title string    `json:"title"`
	Text  *string   `json:"text"`
}

// CaseQueue is a model of the API.
type CaseQueue struct {
	ID            string   `json:"id"`
	Name          string   `json:"name"`
	Description   *string  `json:"description"`
	MatchSeverity []string `json:"match_severity"`
	MatchTags     []string `json:"match_tags"`
	MatchCaseType *string  `json:"match_case_type"`
	// position among the queues; the lowest matching queue is used
	Precedence  int64     `json:"precedence"`
	SLAPolicyID *string   `json:"sla_policy_id"`
	CreatedAt   time.Time `json:"created_at"`
	UpdatedAt   time.Time `json:"updated_at"`
}

// CaseQueueCreate is a model of the API.
type CaseQueueCreate struct {
	Name          string           `json:"name"`
	Description   Nullable[string] `json:"description,omitzero"`
	MatchSeverity []string         `json:"match_severity,omitzero"`
	MatchTags     []string         `json:"match_tags,omitzero"`
	MatchCaseType Nullable[string] `json:"match_case_type,omitzero"`
	// position among the queues; the lowest matching queue is used
	Precedence  *int64           `json:"precedence,omitzero"`
	SLAPolicyID Nullable[string] `json:"sla_policy_id,omitzero"`
}

// CaseQueuePage is a model of the API.
type CaseQueuePage struct {
	Items      []CaseQueue `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
}

// CaseQueuePatch is a model of the API.
type CaseQueuePatch struct {
	Name          *string          `json:"name,omitzero"`
	Description   Nullable[string] `json:"description,omitzero"`
	MatchSeverity []string         `json:"match_severity,omitzero"`
	MatchTags     []string         `json:"match_tags,omitzero"`
	MatchCaseType Nullable[string] `json:"match_case_type,omitzero"`
	// position among the queues; the lowest matching queue is used
	Precedence  *int64           `json:"precedence,omitzero"`
	SLAPolicyID Nullable[string] `json:"sla_policy_id,omitzero"`
}

// CaseReopen is a model of the API.
type CaseReopen struct {
	Reason string `json:"reason"`
	// One of open, in_progress.
	Status *string `json:"status,omitzero"`
}

// CaseSla is a model of the API.
type CaseSla struct {
	Ack     SlaClock `json:"ack"`
	Resolve SlaClock `json:"resolve"`
	Close   SlaClock `json:"close"`
}

// CaseSplit is a model of the API.
type CaseSplit struct {
	Title string `json:"title"`
	// One of info, low, medium, high, critical.
	Severity             *string          `json:"severity,omitzero"`
	Description          Nullable[string] `json:"description,omitzero"`
	CaseType             Nullable[string] `json:"case_type,omitzero"`
	Tags                 []string         `json:"tags,omitzero"`
	QueueID              Nullable[string] `json:"queue_id,omitzero"`
	MitreTechniques      []string         `json:"mitre_techniques,omitzero"`
	ComplianceFrameworks []string         `json:"compliance_frameworks,omitzero"`
	CustomFields         map[string]any   `json:"custom_fields,omitzero"`
	AssigneeID           Nullable[string] `json:"assignee_id,omitzero"`
	AlertIds             []string         `json:"alert_ids"`
	Reason               *string          `json:"reason,omitzero"`
}

// CaseSummary is a model of the API.
type CaseSummary struct {
	Label       string  `json:"label"`
	Headline    string  `json:"headline"`
	Title       string  `json:"title"`
	Description *string `json:"description"`
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	// One of open, in_progress, resolved, closed.
	Status             string                              `json:"status"`
	AsOf               time.Time                           `json:"as_of"`
	OpenedAt           time.Time                           `json:"opened_at"`
	AcknowledgedAt     *time.Time                          `json:"acknowledged_at"`
	ResolvedAt         *time.Time                          `json:"resolved_at"`
	ClosedAt           *time.Time                          `json:"closed_at"`
	AgeMinutes         int64                               `json:"age_minutes"`
	IsAssigned         bool                                `json:"is_assigned"`
	EscalationLevel    int64                               `json:"escalation_level"`
	ReopenCount        int64                               `json:"reopen_count"`
	SLA                CaseSummarySla                      `json:"sla"`
	Alerts             CaseSummaryAlerts                   `json:"alerts"`
	TechniquesByTactic []CaseSummaryTechniquesByTacticItem `json:"techniques_by_tactic"`
	Tasks              CaseSummaryTasks                    `json:"tasks"`
	OpenTasks          []CaseSummaryOpenTasksItem          `json:"open_tasks"`
	LatestComments     []CaseSummaryLatestCommentsItem     `json:"latest_comments"`
	// true when the case has more than 2,000 entries of a kind; older ones are left out
	IsCut bool `json:"is_cut"`
}

// CaseSummaryAlerts is a model of the API.
type CaseSummaryAlerts struct {
	Total        int64      `json:"total"`
	FirstFiredAt *time.Time `json:"first_fired_at"`
}

// CaseSummaryLatestCommentsItem is a model of the API.
type CaseSummaryLatestCommentsItem struct {
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// CaseSummaryOpenTasksItem is a model of the API.
type CaseSummaryOpenTasksItem struct {
	Title string `json:"title"`
	// One of todo, in_progress, done.
	Status string `json:"status"`
	// One of triage, containment, eradication, recovery, comms, evidence, escalation, other.
	Category  string     `json:"category"`
	DueAt     *time.Time `json:"due_at"`
	BlockedBy *string    `json:"blocked_by"`
}

// CaseSummarySla is a model of the API.
type CaseSummarySla struct {
	Ack     CaseSummarySlaAck     `json:"ack"`
	Resolve CaseSummarySlaResolve `json:"resolve"`
	Close   CaseSummarySlaClose   `json:"close"`
}

// CaseSummarySlaAck is a model of the API.
type CaseSummarySlaAck struct {
	DueAt  *time.Time `json:"due_at"`
	MetAt  *time.Time `json:"met_at"`
	State  string     `json:"state"`
	Reason *string    `json:"reason"`
}

// CaseSummarySlaClose is a model of the API.
type CaseSummarySlaClose struct {
	DueAt  *time.Time `json:"due_at"`
	MetAt  *time.Time `json:"met_at"`
	State  string     `json:"state"`
	Reason *string    `json:"reason"`
}

// CaseSummarySlaResolve is a model of the API.
type CaseSummarySlaResolve struct {
	DueAt  *time.Time `json:"due_at"`
	MetAt  *time.Time `json:"met_at"`
	State  string     `json:"state"`
	Reason *string    `json:"reason"`
}

// CaseSummaryTasks is a model of the API.
type CaseSummaryTasks struct {
	Total   int64 `json:"total"`
	Done    int64 `json:"done"`
	Open    int64 `json:"open"`
	Overdue int64 `json:"overdue"`
}

// CaseSummaryTechniquesByTacticItem is a model of the API.
type CaseSummaryTechniquesByTacticItem struct {
	Tactic     string   `json:"tactic"`
	Techniques []string `json:"techniques"`
}

// CaseTask is a model of the API.
type CaseTask struct {
	ID     string `json:"id"`
	CaseID string `json:"case_id"`
	Title  string `json:"title"`
	// One of todo, in_progress, done.
	Status string `json:"status"`
	// One of triage, containment, eradication, recovery, comms, evidence, escalation, other.
	Category        string     `json:"category"`
	AssigneeID      *string    `json:"assignee_id"`
	DueAt           *time.Time `json:"due_at"`
	DependsOnTaskID *string    `json:"depends_on_task_id"`
	IsAutomated     bool       `json:"is_automated"`
	CreatedAt       time.Time  `json:"created_at"`
	CompletedAt     *time.Time `json:"completed_at"`
	BlockedReason   *string    `json:"blocked_reason"`
}

// CaseTaskCreate is a model of the API.
type CaseTaskCreate struct {
	Title string `json:"title"`
	// One of triage, containment, eradication, recovery, comms, evidence, escalation, other.
	Category        *string             `json:"category,omitzero"`
	AssigneeID      Nullable[string]    `json:"assignee_id,omitzero"`
	DueAt           Nullable[time.Time] `json:"due_at,omitzero"`
	DependsOnTaskID Nullable[string]    `json:"depends_on_task_id,omitzero"`
}

// CaseTaskPage is a model of the API.
type CaseTaskPage struct {
	Items      []CaseTask `json:"items"`
	NextCursor *string    `json:"next_cursor,omitzero"`
}

// CaseTaskPatch is a model of the API.
type CaseTaskPatch struct {
	Title *string `json:"title,omitzero"`
	// One of todo, in_progress, done.
	Status *string `json:"status,omitzero"`
	// One of triage, containment, eradication, recovery, comms, evidence, escalation, other.
	Category        *string             `json:"category,omitzero"`
	AssigneeID      Nullable[string]    `json:"assignee_id,omitzero"`
	DueAt           Nullable[time.Time] `json:"due_at,omitzero"`
	DependsOnTaskID Nullable[string]    `json:"depends_on_task_id,omitzero"`
}

// CaseTemplate is a model of the API.
type CaseTemplate struct {
	ID          string  `json:"id"`
	Name        string  `json:"name"`
	Title       string  `json:"title"`
	Description *string `json:"description"`
	// One of info, low, medium, high, critical.
	Severity  string                  `json:"severity"`
	CaseType  *string                 `json:"case_type"`
	Tags      []string                `json:"tags"`
	Tasks     []CaseTemplateTasksItem `json:"tasks"`
	CreatedAt time.Time               `json:"created_at"`
}

// CaseTemplateCreate is a model of the API.
type CaseTemplateCreate struct {
	Name        string           `json:"name"`
	Title       string           `json:"title"`
	Description Nullable[string] `json:"description,omitzero"`
	// One of info, low, medium, high, critical.
	Severity *string                       `json:"severity,omitzero"`
	CaseType Nullable[string]              `json:"case_type,omitzero"`
	Tags     []string                      `json:"tags,omitzero"`
	Tasks    []CaseTemplateCreateTasksItem `json:"tasks,omitzero"`
}

// CaseTemplateCreateTasksItem is a model of the API.
type CaseTemplateCreateTasksItem struct {
	Title string `json:"title"`
	// One of triage, containment, eradication, recovery, comms, evidence, escalation, other.
	Category   *string         `json:"category,omitzero"`
	DependsOn  Nullable[int64] `json:"depends_on,omitzero"`
	DueMinutes Nullable[int64] `json:"due_minutes,omitzero"`
}

// CaseTemplatePage is a model of the API.
type CaseTemplatePage struct {
	Items      []CaseTemplate `json:"items"`
	NextCursor *string        `json:"next_cursor,omitzero"`
}

// CaseTemplateTasksItem is a model of the API.
type CaseTemplateTasksItem struct {
	Title string `json:"title"`
	// One of triage, containment, eradication, recovery, comms, evidence, escalation, other.
	Category   string `json:"category"`
	DependsOn  *int64 `json:"depends_on"`
	DueMinutes *int64 `json:"due_minutes"`
}

// CaseTimeEntry is a model of the API.
type CaseTimeEntry struct {
	ID        string    `json:"id"`
	CaseID    string    `json:"case_id"`
	Minutes   int64     `json:"minutes"`
	Note      *string   `json:"note"`
	CreatedAt time.Time `json:"created_at"`
	Actor     *string   `json:"actor"`
}

// CaseTimeEntryCreate is a model of the API.
type CaseTimeEntryCreate struct {
	Minutes int64   `json:"minutes"`
	Note    *string `json:"note,omitzero"`
}

// CaseTimeEntryPage is a model of the API.
type CaseTimeEntryPage struct {
	Items      []CaseTimeEntry `json:"items"`
	NextCursor *string         `json:"next_cursor,omitzero"`
}

// CaseTimelineEvent is a model of the API.
type CaseTimelineEvent struct {
	ID          string    `json:"id"`
	CaseID      string    `json:"case_id"`
	Type        string    `json:"type"`
	Timestamp   time.Time `json:"timestamp"`
	Title       string    `json:"title"`
	Description *string   `json:"description"`
	// One of human, automation, escalation.
	ActorKind *string `json:"actor_kind"`
	Actor     *string `json:"actor"`
}

// CaseTimelineEventCreate is a model of the API.
type CaseTimelineEventCreate struct {
	Type        *string          `json:"type,omitzero"`
	Title       string           `json:"title"`
	Description Nullable[string] `json:"description,omitzero"`
	Timestamp   *time.Time       `json:"timestamp,omitzero"`
}

// CaseTimelineEventPage is a model of the API.
type CaseTimelineEventPage struct {
	Items      []CaseTimelineEvent `json:"items"`
	NextCursor *string             `json:"next_cursor,omitzero"`
}

// CaseTransition is a model of the API.
type CaseTransition struct {
	ID     string `json:"id"`
	CaseID string `json:"case_id"`
	// One of open, in_progress, resolved, closed.
	FromStatus string `json:"from_status"`
	// One of open, in_progress, resolved, closed.
	ToStatus string `json:"to_status"`
	ActorID  string `json:"actor_id"`
	// One of human, automation, escalation.
	ActorKind string    `json:"actor_kind"`
	Reason    *string   `json:"reason"`
	At        time.Time `json:"at"`
	Actor     *string   `json:"actor"`
}

// CaseTransitionPage is a model of the API.
type CaseTransitionPage struct {
	Items      []CaseTransition `json:"items"`
	NextCursor *string          `json:"next_cursor,omitzero"`
}

// ChatLinkCode is a model of the API.
type ChatLinkCode struct {
	Code      string    `json:"code"`
	ExpiresAt time.Time `json:"expires_at"`
}

// ChatUnlinked is a model of the API.
type ChatUnlinked struct {
	Unlinked int64 `json:"unlinked"`
}

// CheckedValue is a model of the API.
type CheckedValue struct {
	// value as submitted
	Value string `json:"value"`
	// One of ip, cidr, domain, url, md5, sha1, sha256, email, filename, ja3, ja4, user_agent.
	IOCType    *string `json:"ioc_type"`
	Normalised *string `json:"normalised"`
	// `flagged`: an indicator matches, and a list says that the value is good; `known_good`: it is on a list, and no indicator matches
	// One of listed, flagged, known_good, unknown, not_a_value.
	Verdict   string                      `json:"verdict"`
	Matches   []CheckedValueMatchesItem   `json:"matches"`
	KnownGood []CheckedValueKnownGoodItem `json:"known_good"`
}

// CheckedValueKnownGoodItem is a model of the API.
type CheckedValueKnownGoodItem struct {
	List string `json:"list"`
	// One of suppress, flag.
	Effect string `json:"effect"`
	// matching entry: the value itself, a parent domain or a containing network
	Entry string `json:"entry"`
}

// CheckedValueMatchesItem is a model of the API.
type CheckedValueMatchesItem struct {
	ID     string `json:"id"`
	Value  string `json:"value"`
	Source string `json:"source"`
	// One of info, low, medium, high, critical.
	Severity            string  `json:"severity"`
	EffectiveConfidence float64 `json:"effective_confidence"`
	ThreatActor         *string `json:"threat_actor"`
	MalwareFamily       *string `json:"malware_family"`
}

// ClosureAuditItem is a model of the API.
type ClosureAuditItem struct {
	AlertID string `json:"alert_id"`
	Title   string `json:"title"`
	// One of info, low, medium, high, critical.
	Severity      string    `json:"severity"`
	RuleID        *string   `json:"rule_id"`
	AffectedHosts []string  `json:"affected_hosts"`
	AffectedUsers []string  `json:"affected_users"`
	AffectedIps   []string  `json:"affected_ips"`
	FirstSeen     time.Time `json:"first_seen"`
	DrawnAt       time.Time `json:"drawn_at"`
}

// ClosureAuditItemPage is a model of the API.
type ClosureAuditItemPage struct {
	Items      []ClosureAuditItem `json:"items"`
	NextCursor *string            `json:"next_cursor,omitzero"`
}

// ClosureAuditJudged is a model of the API.
type ClosureAuditJudged struct {
	AlertID string `json:"alert_id"`
	// One of threat, no_threat, cannot_tell.
	Verdict string `json:"verdict"`
}

// ClosureAuditVerdict is a model of the API.
type ClosureAuditVerdict struct {
	// One of threat, no_threat, cannot_tell.
	Verdict string           `json:"verdict"`
	Note    Nullable[string] `json:"note,omitzero"`
}

// ComplianceControl is a model of the API.
type ComplianceControl struct {
	Framework string `json:"framework"`
	// id of the control in the framework
	ControlID string `json:"control_id"`
	// short description in our own words; the publisher holds the official text
	Title string `json:"title"`
	// measures of this control; with none, only evidence counts
	Measures []string `json:"measures"`
	Note     *string  `json:"note"`
}

// ComplianceControlPage is a model of the API.
type ComplianceControlPage struct {
	Items      []ComplianceControl `json:"items"`
	NextCursor *string             `json:"next_cursor,omitzero"`
}

// ComplianceDashboard is a model of the API.
type ComplianceDashboard struct {
	Framework        string   `json:"framework"`
	Name             string   `json:"name"`
	Version          string   `json:"version"`
	OverallScore     *float64 `json:"overall_score"`
	ControlsPassing  int64    `json:"controls_passing"`
	ControlsFailing  int64    `json:"controls_failing"`
	ControlsInReview int64    `json:"controls_in_review"`
	ControlsUnknown  int64    `json:"controls_unknown"`
	// true when no record of evidence was changed or removed
	EvidenceIntact bool                              `json:"evidence_intact"`
	LastUpdated    time.Time                         `json:"last_updated"`
	Controls       []ComplianceDashboardControlsItem `json:"controls"`
}

// ComplianceDashboardControlsItem is a model of the API.
type ComplianceDashboardControlsItem struct {
	ControlID string `json:"control_id"`
	Title     string `json:"title"`
	// One of passing, failing, in_review, unknown.
	Status   string                                        `json:"status"`
	Note     *string                                       `json:"note"`
	Measures []ComplianceDashboardControlsItemMeasuresItem `json:"measures"`
	Evidence *ComplianceDashboardControlsItemEvidence      `json:"evidence"`
}

// ComplianceDashboardControlsItemEvidence is a model of the API.
type ComplianceDashboardControlsItemEvidence struct {
	ID      string `json:"id"`
	Summary string `json:"summary"`
	// One of pending, accepted, rejected.
	Status      string    `json:"status"`
	CollectedAt time.Time `json:"collected_at"`
}

// ComplianceDashboardControlsItemMeasuresItem is a model of the API.
type ComplianceDashboardControlsItemMeasuresItem struct {
	// One of audit_chain, audit_days, log_retention, sources, sso, second_factor, dormant_users, api_keys, alerts_triaged, cases_due, detection_rules, detection_tested, threat_intel, oncall, tabletop, backups.
	ID string `json:"id"`
	// One of pass, fail, unknown.
	Status string `json:"status"`
	Detail string `json:"detail"`
}

// ComplianceEvidence is a model of the API.
type ComplianceEvidence struct {
	ID        string `json:"id"`
	Seq       int64  `json:"seq"`
	Framework string `json:"framework"`
	ControlID string `json:"control_id"`
	// One of alert, log, screenshot, attestation, policy, runbook, other.
	EvidenceKind string         `json:"evidence_kind"`
	Summary      string         `json:"summary"`
	Link         *string        `json:"link"`
	Digest       *string        `json:"digest"`
	RawPayload   map[string]any `json:"raw_payload"`
	CaseID       *string        `json:"case_id"`
	PayloadHash  string         `json:"payload_hash"`
	PrevHash     string         `json:"prev_hash"`
	CollectedAt  time.Time      `json:"collected_at"`
	CollectedBy  string         `json:"collected_by"`
	// One of pending, accepted, rejected.
	Status     string     `json:"status"`
	ReviewedBy *string    `json:"reviewed_by"`
	ReviewedAt *time.Time `json:"reviewed_at"`
	ReviewNote *string    `json:"review_note"`
	ErasedAt   *time.Time `json:"erased_at"`
	// oldest first; they are downloaded one by one
	Files []ComplianceEvidenceFile `json:"files"`
}

// ComplianceEvidenceCreate is a model of the API.
type ComplianceEvidenceCreate struct {
	Framework string `json:"framework"`
	ControlID string `json:"control_id"`
	// One of alert, log, screenshot, attestation, policy, runbook, other.
	EvidenceKind string  `json:"evidence_kind"`
	Summary      string  `json:"summary"`
	Link         *string `json:"link,omitzero"`
	// SHA-256 of the document behind the link
	Digest     *string        `json:"digest,omitzero"`
	RawPayload map[string]any `json:"raw_payload,omitzero"`
	CaseID     *string        `json:"case_id,omitzero"`
}

// ComplianceEvidenceFile is a model of the API.
type ComplianceEvidenceFile struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	SizeBytes int64  `json:"size_bytes"`
	Sha256    string `json:"sha256"`
	AddedBy   string `json:"added_by"`
}

// ComplianceEvidencePage is a model of the API.
type ComplianceEvidencePage struct {
	Items      []ComplianceEvidence `json:"items"`
	NextCursor *string              `json:"next_cursor,omitzero"`
}

// ComplianceEvidenceReview is a model of the API.
type ComplianceEvidenceReview struct {
	// One of accepted, rejected.
	Decision string  `json:"decision"`
	Note     *string `json:"note,omitzero"`
}

// ComplianceFramework is a model of the API.
type ComplianceFramework struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Version string `json:"version"`
	// part of the framework that svc covers
	Scope    string `json:"scope"`
	Controls int64  `json:"controls"`
}

// ComplianceFrameworkPage is a model of the API.
type ComplianceFrameworkPage struct {
	Items      []ComplianceFramework `json:"items"`
	NextCursor *string               `json:"next_cursor,omitzero"`
}

// CompliancePoint is a model of the API.
type CompliancePoint struct {
	Framework string `json:"framework"`
	// UTC
	Day        string                        `json:"day"`
	Score      *float64                      `json:"score"`
	Passing    int64                         `json:"passing"`
	Failing    int64                         `json:"failing"`
	InReview   int64                         `json:"in_review"`
	Unknown    int64                         `json:"unknown"`
	Measured   []CompliancePointMeasuredItem `json:"measured"`
	MeasuredAt time.Time                     `json:"measured_at"`
}

// CompliancePointMeasuredItem is a model of the API.
type CompliancePointMeasuredItem struct {
	// One of audit_chain, audit_days, log_retention, sources, sso, second_factor, dormant_users, api_keys, alerts_triaged, cases_due, detection_rules, detection_tested, threat_intel, oncall, tabletop, backups.
	ID string `json:"id"`
	// One of pass, fail, unknown.
	Status string `json:"status"`
	Detail string `json:"detail"`
}

// CompliancePointPage is a model of the API.
type CompliancePointPage struct {
	Items      []CompliancePoint `json:"items"`
	NextCursor *string           `json:"next_cursor,omitzero"`
}

// ConfigurationApply is a model of the API.
type ConfigurationApply struct {
	Documents []ConfigurationDocument `json:"documents"`
	// remove resources that no document names, of the kinds included in the documents
	Prune *bool `json:"prune,omitzero"`
	// values of connector secrets, by connector name and field
	ConnectorSecrets map[string]map[string]string `json:"connector_secrets,omitzero"`
	// digest of the plan to apply
	Digest *string `json:"digest,omitzero"`
}

// ConfigurationChange is a model of the API.
type ConfigurationChange struct {
	// One of placeholders, rule, overlay, playbook, hunt, sla_target, sla_policy, branding, message_text, role, connector.
	Kind string `json:"kind"`
	Name string `json:"name"`
	// One of create, update, delete.
	Change string         `json:"change"`
	Before map[string]any `json:"before"`
	After  map[string]any `json:"after"`
}

// ConfigurationDocument is a model of the API.
type ConfigurationDocument struct {
	// One of placeholders, rule, overlay, playbook, hunt, sla_target, sla_policy, branding, message_text, role, connector.
	Kind string         `json:"kind"`
	Name string         `json:"name"`
	Spec map[string]any `json:"spec"`
}

// ConfigurationDocumentPage is a model of the API.
type ConfigurationDocumentPage struct {
	Items      []ConfigurationDocument `json:"items"`
	NextCursor *string                 `json:"next_cursor,omitzero"`
}

// ConfigurationPlan is a model of the API.
type ConfigurationPlan struct {
	Changes   []ConfigurationChange `json:"changes"`
	Unchanged int64                 `json:"unchanged"`
	// digest to send to apply, which refuses when something changed since
	Digest string `json:"digest"`
}

// ConfigurationPlanned is a model of the API.
type ConfigurationPlanned struct {
	Documents []ConfigurationDocument `json:"documents"`
	// remove resources that no document names, of the kinds included in the documents
	Prune *bool `json:"prune,omitzero"`
	// values of connector secrets, by connector name and field
	ConnectorSecrets map[string]map[string]string `json:"connector_secrets,omitzero"`
}

// Connector is a model of the API.
type Connector struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Type string `json:"type"`
	// names of the secrets that are set
	AuthFields          []string          `json:"auth_fields"`
	ConnectorConfig     map[string]string `json:"connector_config"`
	PollIntervalSeconds int64             `json:"poll_interval_seconds"`
	Enabled             bool              `json:"enabled"`
	// blocked: the source refused the credential; saving the connector tries again
	// One of new, healthy, degraded, rate_limited, blocked, disabled.
	State               string     `json:"state"`
	StateReason         *string    `json:"state_reason"`
	CursorAt            *time.Time `json:"cursor_at"`
	NextPollAt          *time.Time `json:"next_poll_at"`
	ConsecutiveFailures int64      `json:"consecutive_failures"`
	EventsIngested      *int64     `json:"events_ingested"`
	LastPollAt          *time.Time `json:"last_poll_at"`
	LastEventAt         *time.Time `json:"last_event_at"`
	CreatedAt           time.Time  `json:"created_at"`
	UpdatedAt           time.Time  `json:"updated_at"`
}

// ConnectorChange is a model of the API.
type ConnectorChange struct {
	Name *string `json:"name,omitzero"`
	// missing fields are kept, null removes one
	AuthConfig          map[string]*string `json:"auth_config,omitzero"`
	ConnectorConfig     map[string]string  `json:"connector_config,omitzero"`
	PollIntervalSeconds *int64             `json:"poll_interval_seconds,omitzero"`
	Enabled             *bool              `json:"enabled,omitzero"`
}

// ConnectorCreate is a model of the API.
type ConnectorCreate struct {
	// defaults to the title of the type, with a number when that is in use
	Name *string `json:"name,omitzero"`
	// one of /connectors/types
	Type            string            `json:"type"`
	AuthConfig      map[string]string `json:"auth_config,omitzero"`
	ConnectorConfig map[string]string `json:"connector_config,omitzero"`
	// default: 300
	PollIntervalSeconds *int64 `json:"poll_interval_seconds,omitzero"`
	// true: polling begins at once
	Enabled *bool `json:"enabled,omitzero"`
}

// ConnectorField is a model of the API.
type ConnectorField struct {
	Name     string  `json:"name"`
	About    string  `json:"about"`
	Required bool    `json:"required"`
	Default  *string `json:"default"`
}

// ConnectorPage is a model of the API.
type ConnectorPage struct {
	Items      []Connector `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
}

// ConnectorPoll is a model of the API.
type ConnectorPoll struct {
	ID string `json:"id"`
	// One of running, ok, failed, rate_limited, blocked, interrupted.
	Outcome string    `json:"outcome"`
	From    time.Time `json:"from"`
	To      time.Time `json:"to"`
	Pages   int64     `json:"pages"`
	// events returned by the source, including ones fetched before
	Fetched   int64      `json:"fetched"`
	Added     *int64     `json:"added"`
	Error     *string    `json:"error"`
	ElapsedMs *int64     `json:"elapsed_ms"`
	BeganAt   time.Time  `json:"began_at"`
	EndedAt   *time.Time `json:"ended_at"`
}

// ConnectorPollPage is a model of the API.
type ConnectorPollPage struct {
	Items      []ConnectorPoll `json:"items"`
	NextCursor *string         `json:"next_cursor,omitzero"`
}

// ConnectorStatelessTest is a model of the API.
type ConnectorStatelessTest struct {
	// one of /connectors/types
	Type            *string           `json:"type,omitzero"`
	AuthConfig      map[string]string `json:"auth_config,omitzero"`
	ConnectorConfig map[string]string `json:"connector_config,omitzero"`
}

// ConnectorTest is a model of the API.
type ConnectorTest struct {
	Ok bool `json:"ok"`
	// events of the last hour on the first page; none is ingested
	Events        int64      `json:"events"`
	Reason        *string    `json:"reason"`
	NewestEventAt *time.Time `json:"newest_event_at"`
}

// ConnectorTestRequest is a model of the API.
type ConnectorTestRequest struct {
	// one of /connectors/types
	Type            string            `json:"type"`
	AuthConfig      map[string]string `json:"auth_config,omitzero"`
	ConnectorConfig map[string]string `json:"connector_config,omitzero"`
}

// ConnectorType is a model of the API.
type ConnectorType struct {
	Type     string `json:"type"`
	Title    string `json:"title"`
	Category string `json:"category"`
	// format of its events
	SourceFormat string `json:"source_format"`
	// secrets, write-only
	AuthConfig      []ConnectorField `json:"auth_config"`
	ConnectorConfig []ConnectorField `json:"connector_config"`
}

// ConnectorTypePage is a model of the API.
type ConnectorTypePage struct {
	Items      []ConnectorType `json:"items"`
	NextCursor *string         `json:"next_cursor,omitzero"`
}

// CopilotActionDone is a model of the API.
type CopilotActionDone struct {
	Action       string  `json:"action"`
	ResourceType string  `json:"resource_type"`
	ResourceID   string  `json:"resource_id"`
	MadeID       *string `json:"made_id"`
}

// CopilotAnswer is a model of the API.
type CopilotAnswer struct {
	Model     string                       `json:"model"`
	Sentences []CopilotAnswerSentencesItem `json:"sentences"`
	Sources   []CopilotAnswerSourcesItem   `json:"sources"`
	// number of sentences dropped because no source supports them
	Dropped int64               `json:"dropped"`
	Query   *CopilotAnswerQuery `json:"query"`
}

// CopilotAnswerQuery is a model of the API.
type CopilotAnswerQuery struct {
	// One of kql, sigma.
	Language string                      `json:"language"`
	Text     *string                     `json:"text"`
	Fault    *string                     `json:"fault"`
	BackTest *CopilotAnswerQueryBackTest `json:"back_test"`
	NotTried *string                     `json:"not_tried"`
}

// CopilotAnswerQueryBackTest is a model of the API.
type CopilotAnswerQueryBackTest struct {
	Days      int64 `json:"days"`
	Events    int64 `json:"events"`
	WouldFire int64 `json:"would_fire"`
}

// CopilotAnswerSentencesItem is a model of the API.
type CopilotAnswerSentencesItem struct {
	Text  string  `json:"text"`
	Rests []int64 `json:"rests"`
}

// CopilotAnswerSourcesItem is a model of the API.
type CopilotAnswerSourcesItem struct {
	Entry int64  `json:"entry"`
	About string `json:"about"`
}

// CopilotContext is a model of the API.
type CopilotContext struct {
	ResourceType string                          `json:"resource_type"`
	ResourceID   string                          `json:"resource_id"`
	Suggestions  []CopilotContextSuggestionsItem `json:"suggestions"`
}

// CopilotContextSuggestionsItem is a model of the API.
type CopilotContextSuggestionsItem struct {
	ID        string  `json:"id"`
	Title     string  `json:"title"`
	Rationale string  `json:"rationale"`
	Risk      string  `json:"risk"`
	Action    *string `json:"action"`
}

// CopilotQuestion is a model of the API.
type CopilotQuestion struct {
	// One of explain, next_step, customer_summary, post_mortem, kql, sigma.
	Task string `json:"task"`
	// One of alert, case, rule, playbook, hunt.
	ResourceType *string `json:"resource_type,omitzero"`
	ResourceID   *string `json:"resource_id,omitzero"`
	// what the query should find, in plain words
	Words *string `json:"words,omitzero"`
}

// DeadLetter is a model of the API.
type DeadLetter struct {
	// id of the newest letter
	LetterID string `json:"letter_id"`
	// newest time of receipt
	LastAt time.Time `json:"last_at"`
	// number of letters with the same text and reason
	Letters int64 `json:"letters"`
	// connector id
	Source       string `json:"source"`
	SourceFormat string `json:"source_format"`
	Reason       string `json:"reason"`
	Detail       string `json:"detail"`
	// size of the whole text
	Bytes int64   `json:"bytes"`
	Raw   *string `json:"raw"`
}

// DeadLetterPage is a model of the API.
type DeadLetterPage struct {
	Items      []DeadLetter `json:"items"`
	NextCursor *string      `json:"next_cursor,omitzero"`
}

// DeadLetterReplay is a model of the API.
type DeadLetterReplay struct {
	ID string `json:"id"`
	// One of running, done, cancelled, failed.
	State string `json:"state"`
	// connector id; empty for any
	Source string `json:"source"`
	// empty for any
	Reason string `json:"reason"`
	// time up to which letters are replayed
	UntilTime time.Time `json:"until_time"`
	// letters replayed so far; letters with the same text count once
	Letters int64 `json:"letters"`
	// events accepted by ingest; undecodable ones become new dead letters
	Accepted int64 `json:"accepted"`
	// events rejected by ingest; their letters remain
	Rejected    int64      `json:"rejected"`
	Fault       *string    `json:"fault"`
	RequestedBy string     `json:"requested_by"`
	CreatedAt   time.Time  `json:"created_at"`
	EndedAt     *time.Time `json:"ended_at"`
}

// DeadLetterReplayPage is a model of the API.
type DeadLetterReplayPage struct {
	Items      []DeadLetterReplay `json:"items"`
	NextCursor *string            `json:"next_cursor,omitzero"`
}

// DeadLetterReplayStart is a model of the API.
type DeadLetterReplayStart struct {
	// connector id
	Source *string `json:"source,omitzero"`
	Reason *string `json:"reason,omitzero"`
}

// DelegatedToken is a model of the API.
type DelegatedToken struct {
	AccessToken string `json:"access_token"`
	// One of bearer.
	TokenType string `json:"token_type"`
	// seconds
	ExpiresIn int64  `json:"expires_in"`
	TenantID  string `json:"tenant_id"`
	Role      string `json:"role"`
}

// Delegation is a model of the API.
type Delegation struct {
	ID           string     `json:"id"`
	TenantID     string     `json:"tenant_id"`
	HomeTenantID string     `json:"home_tenant_id"`
	DelegateID   string     `json:"delegate_id"`
	Role         string     `json:"role"`
	Reason       string     `json:"reason"`
	GrantedBy    string     `json:"granted_by"`
	CreatedAt    time.Time  `json:"created_at"`
	ExpiresAt    time.Time  `json:"expires_at"`
	RevokedAt    *time.Time `json:"revoked_at"`
}

// DelegationGive is a model of the API.
type DelegationGive struct {
	// email of a user of the provider
	Email          string `json:"email"`
	Role           string `json:"role"`
	Reason         string `json:"reason"`
	ExpiresInHours int64  `json:"expires_in_hours"`
}

// DelegationPage is a model of the API.
type DelegationPage struct {
	Items      []Delegation `json:"items"`
	NextCursor *string      `json:"next_cursor,omitzero"`
}

// Deputy is a model of the API.
type Deputy struct {
	ID string `json:"id"`
	// user that the deputy stands in for
	UserID    string     `json:"user_id"`
	DeputyID  string     `json:"deputy_id"`
	FromAt    time.Time  `json:"from_at"`
	UntilAt   time.Time  `json:"until_at"`
	Reason    string     `json:"reason"`
	CreatedBy string     `json:"created_by"`
	CreatedAt time.Time  `json:"created_at"`
	EndedAt   *time.Time `json:"ended_at"`
}

// DeputyName is a model of the API.
type DeputyName struct {
	DeputyID string `json:"deputy_id"`
	// user that the deputy stands in for; default: the caller
	UserID *string `json:"user_id,omitzero"`
	// default: now
	From   *time.Time `json:"from,omitzero"`
	Until  time.Time  `json:"until"`
	Reason *string    `json:"reason,omitzero"`
}

// DeputyPage is a model of the API.
type DeputyPage struct {
	Items      []Deputy `json:"items"`
	NextCursor *string  `json:"next_cursor,omitzero"`
}

// DetachedExportSignature is a model of the API.
type DetachedExportSignature struct {
	// One of svc-export-v1.
	Format    string                           `json:"format"`
	Statement DetachedExportSignatureStatement `json:"statement"`
	// One of ed25519.
	Algorithm string `json:"algorithm"`
	// 32 bytes in base64url
	PublicKey string `json:"public_key"`
	// base64url, over svc-export-v1, a line feed and the statement as canonical JSON
	Signature string `json:"signature"`
}

// DetachedExportSignatureStatement is a model of the API.
type DetachedExportSignatureStatement struct {
	TenantID   string `json:"tenant_id"`
	ExportKind string `json:"export_kind"`
	// SHA-256 of the exported file; for a folder, of its manifest as canonical JSON without the signature
	ContentSha256 string `json:"content_sha256"`
	// SHA-256 of the query as canonical JSON
	QueryDigest string `json:"query_digest"`
	// number of rows in the file
	RowCount int64 `json:"row_count"`
	// false: more rows match than the file holds
	IsWhole  bool      `json:"is_whole"`
	SignedAt time.Time `json:"signed_at"`
	// first 16 bytes of the SHA-256 of the public key, in hexadecimal
	KeyID string `json:"key_id"`
}

// Detection is a model of the API.
type Detection struct {
	ID         string    `json:"id"`
	Time       time.Time `json:"time"`
	IngestTime time.Time `json:"ingest_time"`
	RuleID     string    `json:"rule_id"`
	RuleTitle  string    `json:"rule_title"`
	Language   string    `json:"language"`
	// OCSF: 1 informational to 5 critical
	SeverityID int64                  `json:"severity_id"`
	Source     string                 `json:"source"`
	ClassUID   int64                  `json:"class_uid"`
	Host       string                 `json:"host"`
	User       string                 `json:"user"`
	SrcIP      *string                `json:"src_ip"`
	EventUids  []string               `json:"event_uids"`
	Techniques []string               `json:"techniques"`
	Tactics    []string               `json:"tactics"`
	Matched    []DetectionMatchedItem `json:"matched"`
}

// DetectionMatchedItem is a model of the API.
type DetectionMatchedItem struct {
	Field string `json:"field"`
	Value string `json:"value"`
}

// DetectionPage is a model of the API.
type DetectionPage struct {
	Items      []Detection `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
}

// DetectionProposal is a model of the API.
type DetectionProposal struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
	// One of sigma, eql, kql.
	RuleLanguage   string   `json:"rule_language"`
	Logic          string   `json:"logic"`
	MitreTags      []string `json:"mitre_tags"`
	BaseRuleID     *string  `json:"base_rule_id"`
	PromotedRuleID *string  `json:"promoted_rule_id"`
	// One of proposed, in_review, eval_passed, eval_failed, approved, rejected, promoted.
	Status string `json:"status"`
	// number of stored fixtures
	PositiveFixtures int64                                 `json:"positive_fixtures"`
	NegativeFixtures int64                                 `json:"negative_fixtures"`
	FixtureResult    *FixtureResult                        `json:"fixture_result"`
	EvalResult       *EvalResult                           `json:"eval_result"`
	ReviewComments   []DetectionProposalReviewCommentsItem `json:"review_comments"`
	ProposedBy       *string                               `json:"proposed_by"`
	ProposedByID     *string                               `json:"proposed_by_id"`
	DecidedBy        *string                               `json:"decided_by"`
	DecisionComment  *string                               `json:"decision_comment"`
	DecidedAt        *time.Time                            `json:"decided_at"`
	CreatedAt        time.Time                             `json:"created_at"`
	UpdatedAt        time.Time                             `json:"updated_at"`
}

// DetectionProposalComment is a model of the API.
type DetectionProposalComment struct {
	Comment string `json:"comment"`
}

// DetectionProposalCreate is a model of the API.
type DetectionProposalCreate struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	// text of the rule
	Logic string `json:"logic"`
	// default: sigma
	// One of sigma, eql, kql.
	RuleLanguage     *string          `json:"rule_language,omitzero"`
	MitreTags        []string         `json:"mitre_tags,omitzero"`
	BaseRuleID       Nullable[string] `json:"base_rule_id,omitzero"`
	PositiveFixtures []map[string]any `json:"positive_fixtures,omitzero"`
	NegativeFixtures []map[string]any `json:"negative_fixtures,omitzero"`
}

// DetectionProposalDecision is a model of the API.
type DetectionProposalDecision struct {
	// One of approve, reject.
	Decision string           `json:"decision"`
	Comment  Nullable[string] `json:"comment,omitzero"`
}

// DetectionProposalEval is a model of the API.
type DetectionProposalEval struct {
	// report of a harness; further members are stored too
	EvalReport DetectionProposalEvalEvalReport `json:"eval_report"`
	// percentage points that the score may fall below the baseline; default: 1
	MaxRegressionPp *float64 `json:"max_regression_pp,omitzero"`
}

// DetectionProposalEvalEvalReport is: report of a harness; further members are stored too
type DetectionProposalEvalEvalReport struct {
	Score float64 `json:"score"`
	Suite *string `json:"suite,omitzero"`
}

// DetectionProposalFixtures is a model of the API.
type DetectionProposalFixtures struct {
	PositiveFixtures []map[string]any `json:"positive_fixtures"`
	NegativeFixtures []map[string]any `json:"negative_fixtures,omitzero"`
}

// DetectionProposalPage is a model of the API.
type DetectionProposalPage struct {
	Items      []DetectionProposal `json:"items"`
	NextCursor *string             `json:"next_cursor,omitzero"`
}

// DetectionProposalReviewCommentsItem is a model of the API.
type DetectionProposalReviewCommentsItem struct {
	Author  string    `json:"author"`
	Comment string    `json:"comment"`
	At      time.Time `json:"at"`
}

// DetectionRecord is a model of the API.
type DetectionRecord struct {
	// name of the rule in the tool that detected it
	RuleID    string `json:"rule_id"`
	RuleTitle string `json:"rule_title"`
	// OCSF: 1 informational to 5 critical
	SeverityID int64                        `json:"severity_id"`
	Time       time.Time                    `json:"time"`
	Source     *string                      `json:"source,omitzero"`
	ClassUID   *int64                       `json:"class_uid,omitzero"`
	Host       *string                      `json:"host,omitzero"`
	User       *string                      `json:"user,omitzero"`
	SrcIP      Nullable[string]             `json:"src_ip,omitzero"`
	EventUids  []string                     `json:"event_uids,omitzero"`
	Techniques []string                     `json:"techniques,omitzero"`
	Tactics    []string                     `json:"tactics,omitzero"`
	Matched    []DetectionRecordMatchedItem `json:"matched,omitzero"`
}

// DetectionRecordMatchedItem is a model of the API.
type DetectionRecordMatchedItem struct {
	Field string `json:"field"`
	Value string `json:"value"`
}

// DetectionStats is a model of the API.
type DetectionStats struct {
	Total int64 `json:"total"`
	// number of rules with hits; by_rule shows the first 100
	RulesTotal int64                          `json:"rules_total"`
	BySeverity []DetectionStatsBySeverityItem `json:"by_severity"`
	ByRule     []DetectionStatsByRuleItem     `json:"by_rule"`
	// the tenant’s own rules by evaluation cost in these hours, with or without hits, the first 100; null: not known, as for built-in and YARA rules
	ByCost []DetectionStatsByCostItem `json:"by_cost"`
}

// DetectionStatsByCostItem is a model of the API.
type DetectionStatsByCostItem struct {
	RuleID      string   `json:"rule_id"`
	Evaluations *int64   `json:"evaluations"`
	MeanUs      *float64 `json:"mean_us"`
	CostMs      *float64 `json:"cost_ms"`
}

// DetectionStatsByRuleItem is a model of the API.
type DetectionStatsByRuleItem struct {
	RuleID      string    `json:"rule_id"`
	RuleTitle   string    `json:"rule_title"`
	Hits        int64     `json:"hits"`
	LastHit     time.Time `json:"last_hit"`
	Evaluations *int64    `json:"evaluations"`
	MeanUs      *float64  `json:"mean_us"`
	CostMs      *float64  `json:"cost_ms"`
}

// DetectionStatsBySeverityItem is a model of the API.
type DetectionStatsBySeverityItem struct {
	SeverityID int64 `json:"severity_id"`
	Hits       int64 `json:"hits"`
}

// EffectivePermissions is a model of the API.
type EffectivePermissions struct {
	UserID       string                          `json:"user_id"`
	Roles        []EffectivePermissionsRolesItem `json:"roles"`
	Permissions  []string                        `json:"permissions"`
	ByPermission map[string][]string             `json:"by_permission"`
}

// EffectivePermissionsRolesItem is a model of the API.
type EffectivePermissionsRolesItem struct {
	Name string `json:"name"`
	// static, custom, sso or scim
	Source string `json:"source"`
}

// Enriched is a model of the API.
type Enriched struct {
	Entities []EnrichedEntitiesItem `json:"entities"`
}

// EnrichedEntitiesItem is a model of the API.
type EnrichedEntitiesItem struct {
	// One of ip, domain, url, hash, user, host.
	Kind    string                            `json:"kind"`
	Value   string                            `json:"value"`
	Answers []EnrichedEntitiesItemAnswersItem `json:"answers"`
}

// EnrichedEntitiesItemAnswersItem is a model of the API.
type EnrichedEntitiesItemAnswersItem struct {
	Provider string `json:"provider"`
	// One of found, nothing, could_not_check.
	Status     string         `json:"status"`
	Reason     *string        `json:"reason"`
	Data       map[string]any `json:"data"`
	CheckedAt  *time.Time     `json:"checked_at"`
	AgeSeconds *int64         `json:"age_seconds"`
}

// EnrichmentRecord is a model of the API.
type EnrichmentRecord struct {
	Name string `json:"name"`
	// all names of the record, in lower case
	Names      []string       `json:"names"`
	Attributes map[string]any `json:"attributes"`
	UpdatedAt  time.Time      `json:"updated_at"`
}

// EnrichmentRecordPage is a model of the API.
type EnrichmentRecordPage struct {
	Items      []EnrichmentRecord `json:"items"`
	NextCursor *string            `json:"next_cursor,omitzero"`
}

// EnrichmentRequest is a model of the API.
type EnrichmentRequest struct {
	Entities []EnrichmentRequestEntitiesItem `json:"entities"`
	// maximum age of cached answers; older ones are requested again
	MaxAgeSeconds *int64 `json:"max_age_seconds,omitzero"`
}

// EnrichmentRequestEntitiesItem is a model of the API.
type EnrichmentRequestEntitiesItem struct {
	// One of ip, domain, url, hash, user, host.
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// EnrichmentTableWrite is a model of the API.
type EnrichmentTableWrite struct {
	Records []EnrichmentTableWriteRecordsItem `json:"records"`
	// true: remove all records with other names
	Replace *bool `json:"replace,omitzero"`
}

// EnrichmentTableWriteRecordsItem is a model of the API.
type EnrichmentTableWriteRecordsItem struct {
	Name       string         `json:"name"`
	Aliases    []string       `json:"aliases,omitzero"`
	Attributes map[string]any `json:"attributes,omitzero"`
}

// EnrichmentTableWritten is a model of the API.
type EnrichmentTableWritten struct {
	Written int64 `json:"written"`
	Removed int64 `json:"removed"`
	Records int64 `json:"records"`
}

// EntityRisk is a model of the API.
type EntityRisk struct {
	Entity string `json:"entity"`
	// One of user, host, ip.
	EntityType string  `json:"entity_type"`
	RiskScore  float64 `json:"risk_score"`
	// sum of the points of its alerts; each halves every week
	Points float64 `json:"points"`
	// critical from 80, high from 50, medium from 20
	// One of critical, high, medium, low.
	Band       string    `json:"band"`
	AlertCount int64     `json:"alert_count"`
	LastSeen   time.Time `json:"last_seen"`
}

// EntityRiskDetail is a model of the API.
type EntityRiskDetail struct {
	Entity string `json:"entity"`
	// One of user, host, ip.
	EntityType string  `json:"entity_type"`
	RiskScore  float64 `json:"risk_score"`
	// sum of the points of its alerts; each halves every week
	Points float64 `json:"points"`
	// critical from 80, high from 50, medium from 20
	// One of critical, high, medium, low.
	Band       string    `json:"band"`
	AlertCount int64     `json:"alert_count"`
	LastSeen   time.Time `json:"last_seen"`
	// alerts with the most points, at most 25
	Contributors []EntityRiskDetailContributorsItem `json:"contributors"`
	// newest alerts of the entity, at most 50
	Alerts []string `json:"alerts"`
}

// EntityRiskDetailContributorsItem is a model of the API.
type EntityRiskDetailContributorsItem struct {
	AlertID string `json:"alert_id"`
	Title   string `json:"title"`
	// One of info, low, medium, high, critical.
	Severity string    `json:"severity"`
	Points   float64   `json:"points"`
	Time     time.Time `json:"time"`
}

// EntityRiskPage is a model of the API.
type EntityRiskPage struct {
	Items      []EntityRisk `json:"items"`
	NextCursor *string      `json:"next_cursor,omitzero"`
}

// ErasureCertificate is a model of the API.
type ErasureCertificate struct {
	Statement ErasureCertificateStatement `json:"statement"`
	// One of ed25519.
	Algorithm string `json:"algorithm"`
	// id of a key from GET /audit/keys
	KeyID string `json:"key_id"`
	// base64, over the statement as JSON with its members in the order of their names
	Signature string `json:"signature"`
}

// ErasureCertificateStatement is a model of the API.
type ErasureCertificateStatement struct {
	DeletionID  string `json:"deletion_id"`
	TenantID    string `json:"tenant_id"`
	SubjectKind string `json:"subject_kind"`
	// SHA-256 of the value in lower case, so that the certificate does not name the subject
	SubjectSha256 string `json:"subject_sha256"`
	RequestedAt   string `json:"requested_at"`
	CompletedAt   string `json:"completed_at"`
	// names of the searched tables
	Searched []string                                 `json:"searched"`
	Changed  map[string]int64                         `json:"changed"`
	Remains  []ErasureCertificateStatementRemainsItem `json:"remains"`
}

// ErasureCertificateStatementRemainsItem is a model of the API.
type ErasureCertificateStatementRemainsItem struct {
	// a table, or a place outside of tables
	Where string `json:"where"`
	// number of rows that name the subject; null: not counted
	Rows *int64 `json:"rows"`
	Why  string `json:"why"`
}

// ErasureProof is a model of the API.
type ErasureProof struct {
	DeletionID string    `json:"deletion_id"`
	AskedAt    time.Time `json:"asked_at"`
	// true when the subject is not found in anything that this answer has searched
	IsClean  bool             `json:"is_clean"`
	Searched []string         `json:"searched"`
	Found    map[string]int64 `json:"found"`
	// remaining records that the certificate lists, counted now
	Remains []ErasureProofRemainsItem `json:"remains"`
	// more files are to be read: send it as after_file with the next request
	NextFile *string `json:"next_file,omitzero"`
}

// ErasureProofRemainsItem is a model of the API.
type ErasureProofRemainsItem struct {
	// a table, or a place outside of tables
	Where string `json:"where"`
	// number of rows that name the subject; null: not counted
	Rows *int64 `json:"rows"`
	Why  string `json:"why"`
}

// ErasureReport is a model of the API.
type ErasureReport struct {
	UserID string `json:"user_id"`
	// One of completed.
	Status string `json:"status"`
	// number of changed or deleted rows, by category
	AffectedCounts map[string]int64 `json:"affected_counts"`
	CompletedAt    time.Time        `json:"completed_at"`
}

// EvalBaseline is a model of the API.
type EvalBaseline struct {
	Suite   string         `json:"suite"`
	Score   float64        `json:"score"`
	Payload map[string]any `json:"payload"`
	SetBy   string         `json:"set_by"`
	SetAt   time.Time      `json:"set_at"`
}

// EvalBaselinePage is a model of the API.
type EvalBaselinePage struct {
	Items      []EvalBaseline `json:"items"`
	NextCursor *string        `json:"next_cursor,omitzero"`
}

// EvalBaselineSet is a model of the API.
type EvalBaselineSet struct {
	Suite   string         `json:"suite"`
	Score   float64        `json:"score"`
	Payload map[string]any `json:"payload,omitzero"`
}

// EvalResult is a model of the API.
type EvalResult struct {
	Passed          bool           `json:"passed"`
	Suite           string         `json:"suite"`
	Score           float64        `json:"score"`
	Baseline        *float64       `json:"baseline"`
	DeltaPp         *float64       `json:"delta_pp"`
	MaxRegressionPp float64        `json:"max_regression_pp"`
	EvalReport      map[string]any `json:"eval_report"`
	At              time.Time      `json:"at"`
	By              string         `json:"by"`
}

// EventFacets is a model of the API.
type EventFacets struct {
	Facets []EventFacetsFacetsItem `json:"facets"`
	From   time.Time               `json:"from"`
	To     time.Time               `json:"to"`
	// true when the whole time span was searched, in the lake and in the archive
	Complete bool `json:"complete"`
	// parts of the time span that were not fully searched; empty when complete
	Missing []EventFacetsMissingItem `json:"missing"`
	// archive files searched beside the lake, with their events and size
	Archive EventFacetsArchive `json:"archive"`
	// id of the background search that counts over the whole time span, when the time limit was reached; POST only
	JobID *string `json:"job_id,omitzero"`
}

// EventFacetsArchive is: archive files searched beside the lake, with their events and size
type EventFacetsArchive struct {
	Files  int64 `json:"files"`
	Events int64 `json:"events"`
	Bytes  int64 `json:"bytes"`
}

// EventFacetsFacetsItem is a model of the API.
type EventFacetsFacetsItem struct {
	Field string `json:"field"`
	// values with the most events first; null: events without a value
	Values []EventFacetsFacetsItemValuesItem `json:"values"`
	// number of distinct values, counting a missing value as one
	Distinct int64 `json:"distinct"`
	// number of events with a value that is not listed
	OtherEvents int64 `json:"other_events"`
}

// EventFacetsFacetsItemValuesItem is a model of the API.
type EventFacetsFacetsItemValuesItem struct {
	Value  *string `json:"value"`
	Events int64   `json:"events"`
}

// EventFacetsMissingItem is a model of the API.
type EventFacetsMissingItem struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// time, memory: the query exceeded its limit; unreadable: some events cannot be read back; archived: some events are in archive files that were not searched; lost: files of the archive with events of this time are gone or damaged; rows: the table has more rows or columns than the limit
	// One of time, memory, unreadable, archived, lost, rows.
	Reason string `json:"reason"`
}

// EventFacetsQuery is a model of the API.
type EventFacetsQuery struct {
	// field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event
	Query *string `json:"query,omitzero"`
	// earliest event time; default: 30 days before to
	From *time.Time `json:"from,omitzero"`
	// end of the span, exclusive; default: now
	To     *time.Time `json:"to,omitzero"`
	Fields []string   `json:"fields"`
	Limit  *int64     `json:"limit,omitzero"`
}

// EventField is a model of the API.
type EventField struct {
	Name string `json:"name"`
	// keyword, text (substring match), hash, ip, number, time, uuid or severity
	Kind        string `json:"kind"`
	Description string `json:"description"`
}

// EventFieldList is a model of the API.
type EventFieldList struct {
	// named fields; any OCSF path and unmapped.PATH of the original record work as well
	Fields []EventField `json:"fields"`
}

// EventHistogram is a model of the API.
type EventHistogram struct {
	Events          int64 `json:"events"`
	IntervalSeconds int64 `json:"interval_seconds"`
	// buckets oldest first, including empty ones; the first and the last may extend beyond the span
	Buckets []EventHistogramBucketsItem `json:"buckets"`
	From    time.Time                   `json:"from"`
	To      time.Time                   `json:"to"`
	// true when the whole time span was searched, in the lake and in the archive
	Complete bool `json:"complete"`
	// parts of the time span that were not fully searched; empty when complete
	Missing []EventHistogramMissingItem `json:"missing"`
	// archive files searched beside the lake, with their events and size
	Archive EventHistogramArchive `json:"archive"`
}

// EventHistogramArchive is: archive files searched beside the lake, with their events and size
type EventHistogramArchive struct {
	Files  int64 `json:"files"`
	Events int64 `json:"events"`
	Bytes  int64 `json:"bytes"`
}

// EventHistogramBucketsItem is a model of the API.
type EventHistogramBucketsItem struct {
	From   time.Time `json:"from"`
	Events int64     `json:"events"`
}

// EventHistogramMissingItem is a model of the API.
type EventHistogramMissingItem struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// time, memory: the query exceeded its limit; unreadable: some events cannot be read back; archived: some events are in archive files that were not searched; lost: files of the archive with events of this time are gone or damaged; rows: the table has more rows or columns than the limit
	// One of time, memory, unreadable, archived, lost, rows.
	Reason string `json:"reason"`
}

// EventHistogramQuery is a model of the API.
type EventHistogramQuery struct {
	// field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event
	Query *string `json:"query,omitzero"`
	// earliest event time; default: 30 days before to
	From *time.Time `json:"from,omitzero"`
	// end of the span, exclusive; default: now
	To *time.Time `json:"to,omitzero"`
	// seconds per bucket; default: one that gives at most 120 buckets
	IntervalSeconds *int64 `json:"interval_seconds,omitzero"`
}

// EventReading is a model of the API.
type EventReading struct {
	// line of the sample or position in the list, from 1
	Line int64 `json:"line"`
	// reason why the event would become a dead letter; empty: it would be stored
	Refused string `json:"refused"`
	// reason why no parser recognised the format; empty: one did
	Unread string `json:"unread"`
	// name and version of the mapping; text/1: not parsed
	Table string `json:"table"`
	// true when a built-in table or one of the tenant parsed it, not the generic parser
	IsKnown   bool                       `json:"is_known"`
	ClassUID  int64                      `json:"class_uid"`
	ClassName string                     `json:"class_name"`
	Activity  string                     `json:"activity"`
	Status    string                     `json:"status"`
	Severity  string                     `json:"severity"`
	Time      *time.Time                 `json:"time"`
	Entities  []EventReadingEntitiesItem `json:"entities"`
	Message   string                     `json:"message"`
	// values found only in the raw text of the event
	NotUnderstood []EventReadingNotUnderstoodItem `json:"not_understood"`
}

// EventReadingEntitiesItem is a model of the API.
type EventReadingEntitiesItem struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// EventReadingNotUnderstoodItem is a model of the API.
type EventReadingNotUnderstoodItem struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}

// EventSearch is a model of the API.
type EventSearch struct {
	// field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event
	Query *string `json:"query,omitzero"`
	// earliest event time; default: 30 days before to
	From *time.Time `json:"from,omitzero"`
	// end of the span, exclusive; default: now
	To *time.Time `json:"to,omitzero"`
	// kql: a table and where conditions select events, in the same way as a detection; any other query returns its rows in the member table
	// One of lucene, kql.
	Language *string `json:"language,omitzero"`
	// default: time, source, class_uid, severity, host, user, process_name, src_ip, dst_ip, message
	Fields []string `json:"fields,omitzero"`
	Limit  *int64   `json:"limit,omitzero"`
	Cursor *string  `json:"cursor,omitzero"`
}

// EventSearchResult is a model of the API.
type EventSearchResult struct {
	// newest first
	Events []FoundEvent `json:"events"`
	Table  *KqlTable    `json:"table,omitzero"`
	// cursor of older events; send it with the same query
	NextCursor *string   `json:"next_cursor,omitzero"`
	From       time.Time `json:"from"`
	To         time.Time `json:"to"`
	// true when the whole time span was searched, in the lake and in the archive
	Complete bool `json:"complete"`
	// parts of the time span that were not fully searched; empty when complete
	Missing []EventSearchResultMissingItem `json:"missing"`
	// archive files searched beside the lake, with their events and size
	Archive EventSearchResultArchive `json:"archive"`
	// id of the background search over the time span not yet searched or, for a table, over all of it
	JobID *string `json:"job_id,omitzero"`
}

// EventSearchResultArchive is: archive files searched beside the lake, with their events and size
type EventSearchResultArchive struct {
	Files  int64 `json:"files"`
	Events int64 `json:"events"`
	Bytes  int64 `json:"bytes"`
}

// EventSearchResultMissingItem is a model of the API.
type EventSearchResultMissingItem struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// time, memory: the query exceeded its limit; unreadable: some events cannot be read back; archived: some events are in archive files that were not searched; lost: files of the archive with events of this time are gone or damaged; rows: the table has more rows or columns than the limit
	// One of time, memory, unreadable, archived, lost, rows.
	Reason string `json:"reason"`
}

// EventSubmit1 is a model of the API.
type EventSubmit1 struct {
	// OCSF events
	Events        []any    `json:"events"`
	RuleID        *string  `json:"rule_id,omitzero"`
	ConnectorID   *string  `json:"connector_id,omitzero"`
	ConnectorType *string  `json:"connector_type,omitzero"`
	SourceFormat  *string  `json:"source_format,omitzero"`
	Title         *string  `json:"title,omitzero"`
	Description   *string  `json:"description,omitzero"`
	Severity      *string  `json:"severity,omitzero"`
	Tags          []string `json:"tags,omitzero"`
}

// EventSubmit3 is a model of the API.
type EventSubmit3 struct {
}

// EventTail is a model of the API.
type EventTail struct {
	// field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event
	Query *string `json:"query,omitzero"`
	// default: time, source, class_uid, severity, host, user, process_name, src_ip, dst_ip, message
	Fields []string `json:"fields,omitzero"`
	// cursor of the previous answer; default: from now on
	Cursor *string `json:"cursor,omitzero"`
	// seconds to wait for an event before answering
	WaitSeconds *int64 `json:"wait_seconds,omitzero"`
}

// EventTailPage is a model of the API.
type EventTailPage struct {
	// newest first by their time of receipt, 200 at most
	Events []FoundEvent `json:"events"`
	// number of further matching events, which are not shown
	Dropped int64 `json:"dropped"`
	// number of events, matching or not, stored too late to be examined
	Late   int64  `json:"late"`
	Cursor string `json:"cursor"`
}

// EventsSubmitted is a model of the API.
type EventsSubmitted struct {
	ID       string `json:"id"`
	AlertID  string `json:"alert_id"`
	Status   string `json:"status"`
	Severity string `json:"severity"`
	Title    string `json:"title"`
	// events
	Accepted int64 `json:"accepted"`
	// events
	Rejected int64 `json:"rejected"`
	// reasons of the rejected events of this request
	Errors           []string `json:"errors"`
	TimestampClamped *int64   `json:"timestamp_clamped"`
}

// ExportJob is a model of the API.
type ExportJob struct {
	ID string `json:"id"`
	// full: the limit of 21474836480 bytes or 1000 files is reached, and more events match. withdrawn: its files named a subject that was erased, and were deleted
	// One of running, done, full, cancelled, failed, withdrawn.
	State string `json:"state"`
	Query string `json:"query"`
	// One of lucene, kql.
	Language string   `json:"language"`
	Fields   []string `json:"fields"`
	// One of csv, ndjson, parquet, arrow.
	Format   string    `json:"format"`
	FromTime time.Time `json:"from_time"`
	ToTime   time.Time `json:"to_time"`
	// events from from_time to this time have been written to the files
	AtTime    time.Time              `json:"at_time"`
	Rows      int64                  `json:"rows"`
	Bytes     int64                  `json:"bytes"`
	Files     []ExportJobFilesItem   `json:"files"`
	Missing   []ExportJobMissingItem `json:"missing"`
	Fault     *string                `json:"fault"`
	CreatedAt time.Time              `json:"created_at"`
	EndedAt   *time.Time             `json:"ended_at"`
}

// ExportJobFilesItem is a model of the API.
type ExportJobFilesItem struct {
	File   string    `json:"file"`
	From   time.Time `json:"from"`
	To     time.Time `json:"to"`
	Rows   int64     `json:"rows"`
	Bytes  int64     `json:"bytes"`
	Sha256 string    `json:"sha256"`
}

// ExportJobMissingItem is a model of the API.
type ExportJobMissingItem struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// One of archived, lost, bytes, unreadable.
	Reason string `json:"reason"`
}

// ExportJobPage is a model of the API.
type ExportJobPage struct {
	Items      []ExportJob `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
}

// ExportSignature is a model of the API.
type ExportSignature struct {
	ID         string `json:"id"`
	TenantID   string `json:"tenant_id"`
	ExportKind string `json:"export_kind"`
	// SHA-256 of the exported file
	ContentSha256 string `json:"content_sha256"`
	// SHA-256 of the query as canonical JSON
	QueryDigest string `json:"query_digest"`
	RowCount    int64  `json:"row_count"`
	// false: more rows match than the file holds
	IsWhole bool `json:"is_whole"`
	// One of ed25519.
	Algorithm string `json:"algorithm"`
	KeyID     string `json:"key_id"`
	// base64url
	Signature  string    `json:"signature"`
	ExportedBy string    `json:"exported_by"`
	SignedAt   time.Time `json:"signed_at"`
}

// ExportSignaturePage is a model of the API.
type ExportSignaturePage struct {
	Items      []ExportSignature `json:"items"`
	NextCursor *string           `json:"next_cursor,omitzero"`
}

// ExportStart is a model of the API.
type ExportStart struct {
	// field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event
	Query *string `json:"query,omitzero"`
	// earliest event time; default: 30 days before to
	From *time.Time `json:"from,omitzero"`
	// end of the span, exclusive; default: now
	To *time.Time `json:"to,omitzero"`
	// default: lucene; kql: a table and where conditions select events, as in POST /events/search
	// One of lucene, kql.
	Language *string `json:"language,omitzero"`
	// default: csv
	// One of csv, ndjson, parquet, arrow.
	Format *string `json:"format,omitzero"`
	// default: every column
	Fields []string `json:"fields,omitzero"`
}

// FederatedAnswer is a model of the API.
type FederatedAnswer struct {
	// newest first
	Rows     []FederatedRow               `json:"rows"`
	RowCount int64                        `json:"row_count"`
	Sources  []FederatedAnswerSourcesItem `json:"sources"`
	// true when the sources returned more rows than limit
	Truncated bool `json:"truncated"`
	// true when every source searched everything and returned all rows
	Complete bool `json:"complete"`
	// kinds of matches that may exist without being in the rows
	CannotRuleOut []string `json:"cannot_rule_out"`
}

// FederatedAnswerSourcesItem is a model of the API.
type FederatedAnswerSourcesItem struct {
	ConnectorID *string `json:"connector_id"`
	Name        string  `json:"name"`
	Type        string  `json:"type"`
	// One of complete, truncated, timed_out, refused, untranslatable, failed.
	Verdict     string                `json:"verdict"`
	RowCount    int64                 `json:"row_count"`
	DurationMs  int64                 `json:"duration_ms"`
	Reasons     []string              `json:"reasons"`
	Translation *FederatedTranslation `json:"translation"`
}

// FederatedQuery is a model of the API.
type FederatedQuery struct {
	// query in the syntax of /events/search
	Query string `json:"query"`
	// ids or names of connectors, and lake; default: all
	Targets []string `json:"targets,omitzero"`
	// at most 31 days
	TimeRange *FederatedQueryTimeRange `json:"time_range,omitzero"`
	// default: 200
	Limit *int64 `json:"limit,omitzero"`
	// seconds for each source; default: 30
	TimeoutSeconds *int64 `json:"timeout_seconds,omitzero"`
}

// FederatedQueryTimeRange is: at most 31 days
type FederatedQueryTimeRange struct {
	// default: 24 hours before to
	From *time.Time `json:"from,omitzero"`
	// default: now
	To *time.Time `json:"to,omitzero"`
}

// FederatedRow is a model of the API.
type FederatedRow struct {
	// index of the source in sources
	Source int64      `json:"source"`
	Time   *time.Time `json:"time"`
	// values by the field names of /events/fields
	Fields map[string]any `json:"fields"`
	Raw    *string        `json:"raw"`
}

// FederatedTranslate is a model of the API.
type FederatedTranslate struct {
	// query in the syntax of /events/search
	Query    string   `json:"query"`
	Dialects []string `json:"dialects,omitzero"`
	// at most 31 days
	TimeRange *FederatedTranslateTimeRange `json:"time_range,omitzero"`
	// default: 200
	Limit *int64 `json:"limit,omitzero"`
}

// FederatedTranslateTimeRange is: at most 31 days
type FederatedTranslateTimeRange struct {
	// default: 24 hours before to
	From *time.Time `json:"from,omitzero"`
	// default: now
	To *time.Time `json:"to,omitzero"`
}

// FederatedTranslation is a model of the API.
type FederatedTranslation struct {
	// One of spl, kql, esql.
	Dialect    string                               `json:"dialect"`
	Statement  *string                              `json:"statement"`
	Predicates []FederatedTranslationPredicatesItem `json:"predicates"`
	// limits of the source for this query
	Notes []string `json:"notes"`
}

// FederatedTranslationPredicatesItem is a model of the API.
type FederatedTranslationPredicatesItem struct {
	Predicate string `json:"predicate"`
	// offset in the query, from 0
	At int64 `json:"at"`
	// filtered_after: the target receives a broader query, and svc filters its rows
	// One of pushed_down, filtered_after, untranslatable.
	Verdict string  `json:"verdict"`
	Reason  *string `json:"reason"`
}

// FederatedTranslations is a model of the API.
type FederatedTranslations struct {
	Translations []FederatedTranslation `json:"translations"`
}

// FeedValue is a model of the API.
type FeedValue struct {
	// name of a feed, or `internal` for indicators that people of the tenant added
	Source string `json:"source"`
	// number of active indicators
	Indicators int64 `json:"indicators"`
	// active indicators with a value that no other owner has. Between two feeds of one owner, the value counts for the latest one to supply it
	UniqueIndicators int64 `json:"unique_indicators"`
	// number of alerts with an indicator of the feed as evidence
	Alerts int64 `json:"alerts"`
	// number of these alerts closed as true positives
	Confirmed int64 `json:"confirmed"`
	// number of these alerts closed as false positives
	Refuted     int64  `json:"refuted"`
	LeadSeconds *int64 `json:"lead_seconds"`
}

// FieldAdvice is a model of the API.
type FieldAdvice struct {
	// language of the searches, one entry for each; an index made for one language serves the others as their entries state
	// One of lucene, kql, sql.
	Language string `json:"language"`
	// field; raw: words without a field, in KQL a column in the conditions, or a table when the query does more than select events
	Field string `json:"field"`
	// number of searches in the last 30 days that name the field
	Searches int64 `json:"searches"`
	// number of these searches that exceeded their time limit
	Late int64 `json:"late"`
	// total milliseconds of these searches
	Ms     int64 `json:"ms"`
	MeanMs int64 `json:"mean_ms"`
	// proposed: at least 5 searches that took a second or more each, or did not finish; possible: an index can be made; none: no index would help, for the given reason; other values: state of the existing index
	// One of proposed, possible, none, waiting, building, built, failed.
	State       string  `json:"state"`
	Reason      *string `json:"reason"`
	Compares    *string `json:"compares"`
	BytesAtMost *int64  `json:"bytes_at_most"`
}

// FieldAdvicePage is a model of the API.
type FieldAdvicePage struct {
	Items      []FieldAdvice `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// FieldIndex is a model of the API.
type FieldIndex struct {
	ID    string `json:"id"`
	Field string `json:"field"`
	// waiting: starts within a minute, unless the installation has 16 already; building: finished days use the index, other days are scanned
	// One of waiting, building, built, failed.
	State     string    `json:"state"`
	Fault     *string   `json:"fault"`
	MadeBy    string    `json:"made_by"`
	CreatedAt time.Time `json:"created_at"`
}

// FieldIndexMake is a model of the API.
type FieldIndexMake struct {
	Field string `json:"field"`
}

// FieldIndexPage is a model of the API.
type FieldIndexPage struct {
	Items      []FieldIndex `json:"items"`
	NextCursor *string      `json:"next_cursor,omitzero"`
}

// FieldRule is a model of the API.
type FieldRule struct {
	ID string `json:"id"`
	// One of alert, anomaly, approval, audit, case, case_task, comment, detection, entity_risk, event, honeytoken, honeytoken_event, indicator, investigation, ledger_entry, observable, phishing_submission, playbook_run, response_action, timeline_event, user.
	Resource string `json:"resource"`
	// members from the outermost, joined by dots
	FieldPath string `json:"field_path"`
	// roles that see the value; empty: none
	VisibleToRoles []string `json:"visible_to_roles"`
	// One of redact, mask, hash, omit.
	Treatment string    `json:"treatment"`
	Enabled   bool      `json:"enabled"`
	CreatedBy string    `json:"created_by"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

// FieldRuleChange is a model of the API.
type FieldRuleChange struct {
	// roles that see the value; empty: none
	VisibleToRoles []string `json:"visible_to_roles,omitzero"`
	// One of redact, mask, hash, omit.
	Treatment *string `json:"treatment,omitzero"`
	Enabled   *bool   `json:"enabled,omitzero"`
}

// FieldRuleCreate is a model of the API.
type FieldRuleCreate struct {
	// One of alert, anomaly, approval, audit, case, case_task, comment, detection, entity_risk, event, honeytoken, honeytoken_event, indicator, investigation, ledger_entry, observable, phishing_submission, playbook_run, response_action, timeline_event, user.
	Resource  string `json:"resource"`
	FieldPath string `json:"field_path"`
	// roles that see the value; empty: none
	VisibleToRoles []string `json:"visible_to_roles"`
	// One of redact, mask, hash, omit.
	Treatment string `json:"treatment"`
	Enabled   *bool  `json:"enabled,omitzero"`
}

// FieldRulePage is a model of the API.
type FieldRulePage struct {
	Items      []FieldRule `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
}

// FixtureResult is a model of the API.
type FixtureResult struct {
	// true when every positive fixture matches and no negative one does
	Passed           bool                      `json:"passed"`
	Positives        int64                     `json:"positives"`
	Negatives        int64                     `json:"negatives"`
	MatchedPositives int64                     `json:"matched_positives"`
	MatchedNegatives int64                     `json:"matched_negatives"`
	Faults           []FixtureResultFaultsItem `json:"faults"`
	// true when the request supplied the fixtures
	IsOverride bool      `json:"is_override"`
	At         time.Time `json:"at"`
	By         string    `json:"by"`
}

// FixtureResultFaultsItem is a model of the API.
type FixtureResultFaultsItem struct {
	// One of positive, negative.
	Kind   string `json:"kind"`
	Index  int64  `json:"index"`
	Reason string `json:"reason"`
}

// FoundEvent is a model of the API.
type FoundEvent struct {
	EventUID string    `json:"event_uid"`
	Time     time.Time `json:"time"`
	// values by requested field name; null: no value
	Fields map[string]any `json:"fields"`
	// fields with values longer than the page shows: texts have their beginning, other values are null
	Cut []string `json:"cut"`
	// true when read from the archive
	Archived *bool `json:"archived,omitzero"`
}

// Health is a model of the API.
type Health struct {
	// ok or degraded
	Status     string            `json:"status"`
	Subsystems map[string]string `json:"subsystems"`
	// measurements of a subsystem
	Figures  map[string]map[string]float64 `json:"figures"`
	Disabled []string                      `json:"disabled"`
	Airgap   AirgapStatus                  `json:"airgap"`
}

// Honeytoken is a model of the API.
type Honeytoken struct {
	ID          string  `json:"id"`
	Name        string  `json:"name"`
	Description *string `json:"description"`
	// One of url, file, aws_key, email.
	TokenType string `json:"token_type"`
	// One of active, triggered, revoked, expired.
	Status       string         `json:"status"`
	Metadata     map[string]any `json:"metadata"`
	TouchCount   int64          `json:"touch_count"`
	LastTouched  *time.Time     `json:"last_touched"`
	ExpiresAt    *time.Time     `json:"expires_at"`
	SelfTestedAt *time.Time     `json:"self_tested_at"`
	CreatedBy    string         `json:"created_by"`
	CreatedAt    time.Time      `json:"created_at"`
	// path below the origin of the API; a request to it counts as a touch
	TrackPath string  `json:"track_path"`
	TrackURL  *string `json:"track_url"`
	// values to deploy; texts that contain track_url are null when there is none
	Decoy HoneytokenDecoy `json:"decoy"`
}

// HoneytokenCreate is a model of the API.
type HoneytokenCreate struct {
	Name string `json:"name"`
	// One of url, file, aws_key, email.
	TokenType   string  `json:"token_type"`
	Description *string `json:"description,omitzero"`
	TtlDays     *int64  `json:"ttl_days,omitzero"`
	// address for an email decoy, file_name for a file decoy; user, dns_name and url are deployed names to search for in events; further members are free
	Metadata map[string]any `json:"metadata,omitzero"`
}

// HoneytokenDecoy is: values to deploy; texts that contain track_url are null when there is none
type HoneytokenDecoy struct {
	Address         *string `json:"address,omitzero"`
	FileName        *string `json:"file_name,omitzero"`
	Content         *string `json:"content,omitzero"`
	AccessKeyID     *string `json:"access_key_id,omitzero"`
	SecretAccessKey *string `json:"secret_access_key,omitzero"`
	Profile         *string `json:"profile,omitzero"`
}

// HoneytokenEvent is a model of the API.
type HoneytokenEvent struct {
	ID           string            `json:"id"`
	HoneytokenID string            `json:"honeytoken_id"`
	SourceIP     string            `json:"source_ip"`
	UserAgent    *string           `json:"user_agent"`
	Method       string            `json:"method"`
	Headers      map[string]string `json:"headers"`
	// resource: the path behind the address of the decoy, of a web clone the host of the copy; aws_service, aws_operation, aws_region, access_key_id: the call of an AWS client; event_uid, field, value, host, user, source: the event that contains a value of the decoy
	Details map[string]string `json:"details"`
	// One of browser, script, cloud_client, cluster_client, site_copy, preview, event, unknown.
	Classification string  `json:"classification"`
	ThreatScore    int64   `json:"threat_score"`
	AlertID        *string `json:"alert_id"`
	// true when the touch raised an alert of its own
	AlertSent bool `json:"alert_sent"`
	// reasons of the classification, and of not raising an alert
	Reasons    []string `json:"reasons"`
	IsSelfTest bool     `json:"is_self_test"`
	IgnoredBy  *string  `json:"ignored_by"`
	// state of the webhook notification; off: no receiver is configured
	// One of off, pending, sent, failed.
	Webhook      string    `json:"webhook"`
	WebhookFault *string   `json:"webhook_fault"`
	TriggeredAt  time.Time `json:"triggered_at"`
}

// HoneytokenEventPage is a model of the API.
type HoneytokenEventPage struct {
	Items      []HoneytokenEvent `json:"items"`
	NextCursor *string           `json:"next_cursor,omitzero"`
}

// HoneytokenIgnore is a model of the API.
type HoneytokenIgnore struct {
	ID        string    `json:"id"`
	Addresses *string   `json:"addresses"`
	UserAgent *string   `json:"user_agent"`
	Reason    string    `json:"reason"`
	ExpiresAt time.Time `json:"expires_at"`
	IsInForce bool      `json:"is_in_force"`
	CreatedBy string    `json:"created_by"`
	CreatedAt time.Time `json:"created_at"`
}

// HoneytokenIgnoreCreate is a model of the API.
type HoneytokenIgnoreCreate struct {
	Addresses *string `json:"addresses,omitzero"`
	UserAgent *string `json:"user_agent,omitzero"`
	Reason    string  `json:"reason"`
	Days      int64   `json:"days"`
}

// HoneytokenIgnorePage is a model of the API.
type HoneytokenIgnorePage struct {
	Items      []HoneytokenIgnore `json:"items"`
	NextCursor *string            `json:"next_cursor,omitzero"`
}

// HoneytokenPage is a model of the API.
type HoneytokenPage struct {
	Items      []Honeytoken `json:"items"`
	NextCursor *string      `json:"next_cursor,omitzero"`
}

// HoneytokenPlanting is a model of the API.
type HoneytokenPlanting struct {
	Name string `json:"name"`
	// One of url, file, aws_key, email.
	TokenType string                         `json:"token_type"`
	TtlDays   *int64                         `json:"ttl_days,omitzero"`
	Metadata  map[string]any                 `json:"metadata,omitzero"`
	Assets    []HoneytokenPlantingAssetsItem `json:"assets"`
}

// HoneytokenPlantingAssetsItem is a model of the API.
type HoneytokenPlantingAssetsItem struct {
	Asset string  `json:"asset"`
	Place *string `json:"place,omitzero"`
}

// HoneytokenSelfTest is a model of the API.
type HoneytokenSelfTest struct {
	TrackPath string    `json:"track_path"`
	ExpiresAt time.Time `json:"expires_at"`
}

// HoneytokenStats is a model of the API.
type HoneytokenStats struct {
	ByStatus   map[string]int64                `json:"by_status"`
	ByType     map[string]int64                `json:"by_type"`
	Touches    int64                           `json:"touches"`
	Touches24h int64                           `json:"touches_24h"`
	Touches7d  int64                           `json:"touches_7d"`
	TopSources []HoneytokenStatsTopSourcesItem `json:"top_sources"`
}

// HoneytokenStatsTopSourcesItem is a model of the API.
type HoneytokenStatsTopSourcesItem struct {
	SourceIP    string    `json:"source_ip"`
	Touches     int64     `json:"touches"`
	LastTouched time.Time `json:"last_touched"`
}

// HoneytokensPlanted is a model of the API.
type HoneytokensPlanted struct {
	Items []HoneytokensPlantedItemsItem `json:"items"`
}

// HoneytokensPlantedItemsItem is a model of the API.
type HoneytokensPlantedItemsItem struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Asset     string `json:"asset"`
	TrackPath string `json:"track_path"`
}

// HostRunBegin is a model of the API.
type HostRunBegin struct {
	Machine string `json:"machine"`
}

// HostRunCreate is a model of the API.
type HostRunCreate struct {
	AtomicID  string            `json:"atomic_id"`
	Host      string            `json:"host"`
	Consent   string            `json:"consent"`
	Arguments map[string]string `json:"arguments,omitzero"`
	// default: host, which waits for the logs of the host; runner sends the started processes as exercise events, which tests the rules but not the logs of the host
	// One of host, runner.
	Evidence     *string                     `json:"evidence,omitzero"`
	LimitSeconds *int64                      `json:"limit_seconds,omitzero"`
	Expected     []HostRunCreateExpectedItem `json:"expected,omitzero"`
}

// HostRunCreateExpectedItem is a model of the API.
type HostRunCreateExpectedItem struct {
	RuleID        Nullable[string] `json:"rule_id,omitzero"`
	TechniqueID   Nullable[string] `json:"technique_id,omitzero"`
	WithinSeconds int64            `json:"within_seconds"`
}

// HostRunReport is a model of the API.
type HostRunReport struct {
	Error     *string                      `json:"error"`
	Test      *HostRunReportTest           `json:"test"`
	Cleanup   *HostRunReportCleanup        `json:"cleanup"`
	Processes []HostRunReportProcessesItem `json:"processes"`
}

// HostRunReportCleanup is a model of the API.
type HostRunReportCleanup struct {
	ExitCode  *int64  `json:"exit_code"`
	TimedOut  bool    `json:"timed_out"`
	Seconds   float64 `json:"seconds"`
	Output    string  `json:"output"`
	OutputCut bool    `json:"output_cut"`
}

// HostRunReportProcessesItem is a model of the API.
type HostRunReportProcessesItem struct {
	Image       string    `json:"image"`
	CommandLine string    `json:"command_line"`
	ParentImage string    `json:"parent_image"`
	User        string    `json:"user"`
	Pid         int64     `json:"pid"`
	At          time.Time `json:"at"`
}

// HostRunReportTest is a model of the API.
type HostRunReportTest struct {
	ExitCode  *int64  `json:"exit_code"`
	TimedOut  bool    `json:"timed_out"`
	Seconds   float64 `json:"seconds"`
	Output    string  `json:"output"`
	OutputCut bool    `json:"output_cut"`
}

// Hunt is a model of the API.
type Hunt struct {
	ID         string   `json:"id"`
	Title      string   `json:"title"`
	Hypothesis string   `json:"hypothesis"`
	Techniques []string `json:"techniques"`
	// One of lucene, kql, sql.
	Language     string `json:"language"`
	Query        string `json:"query"`
	WindowHours  int64  `json:"window_hours"`
	EveryMinutes *int64 `json:"every_minutes"`
	// true: runs on its schedule
	Enabled   bool       `json:"enabled"`
	NextRunAt *time.Time `json:"next_run_at"`
	IsBuiltin bool       `json:"is_builtin"`
	CreatedAt *time.Time `json:"created_at"`
	UpdatedAt *time.Time `json:"updated_at"`
	LatestRun *HuntRun   `json:"latest_run"`
}

// HuntChange is a model of the API.
type HuntChange struct {
	Title      *string  `json:"title,omitzero"`
	Hypothesis *string  `json:"hypothesis,omitzero"`
	Techniques []string `json:"techniques,omitzero"`
	// One of lucene, kql, sql.
	Language *string `json:"language,omitzero"`
	// SQL contains the time span as {from:DateTime64(3)} and {to:DateTime64(3)}
	Query *string `json:"query,omitzero"`
	// hours that a run looks back
	WindowHours  *int64          `json:"window_hours,omitzero"`
	EveryMinutes Nullable[int64] `json:"every_minutes,omitzero"`
	Enabled      *bool           `json:"enabled,omitzero"`
}

// HuntCreate is a model of the API.
type HuntCreate struct {
	Title      string   `json:"title"`
	Hypothesis string   `json:"hypothesis"`
	Techniques []string `json:"techniques,omitzero"`
	// One of lucene, kql, sql.
	Language *string `json:"language,omitzero"`
	// SQL contains the time span as {from:DateTime64(3)} and {to:DateTime64(3)}
	Query string `json:"query"`
	// hours that a run looks back
	WindowHours  *int64          `json:"window_hours,omitzero"`
	EveryMinutes Nullable[int64] `json:"every_minutes,omitzero"`
	Enabled      *bool           `json:"enabled,omitzero"`
}

// HuntHit is a model of the API.
type HuntHit struct {
	Ordinal   int64      `json:"ordinal"`
	EventUID  *string    `json:"event_uid"`
	EventTime *time.Time `json:"event_time"`
	// fields of an event, or columns of a row
	Document map[string]any `json:"document"`
	// One of interesting, benign.
	Mark     *string    `json:"mark"`
	Note     *string    `json:"note"`
	MarkedBy *string    `json:"marked_by"`
	MarkedAt *time.Time `json:"marked_at"`
}

// HuntMark is a model of the API.
type HuntMark struct {
	Ordinals []int64 `json:"ordinals"`
	// One of interesting, benign.
	Mark *string          `json:"mark"`
	Note Nullable[string] `json:"note,omitzero"`
}

// HuntMarked is a model of the API.
type HuntMarked struct {
	Marked int64 `json:"marked"`
}

// HuntPage is a model of the API.
type HuntPage struct {
	Items      []Hunt  `json:"items"`
	NextCursor *string `json:"next_cursor,omitzero"`
}

// HuntResults is a model of the API.
type HuntResults struct {
	Run        *HuntRun  `json:"run"`
	Items      []HuntHit `json:"items"`
	NextCursor *string   `json:"next_cursor,omitzero"`
}

// HuntRun is a model of the API.
type HuntRun struct {
	ID     string `json:"id"`
	HuntID string `json:"hunt_id"`
	// One of queued, running, done, failed, cancelled.
	State string `json:"state"`
	// One of lucene, kql, sql.
	Language string `json:"language"`
	// the query at the time of the request
	Query       string    `json:"query"`
	From        time.Time `json:"from"`
	To          time.Time `json:"to"`
	RequestedBy *string   `json:"requested_by"`
	// number of events or rows kept
	Hits int64 `json:"hits"`
	// true when more matched than are kept
	HasMore  bool  `json:"has_more"`
	Complete *bool `json:"complete"`
	// parts of the time span that were not fully searched, with the reason
	Missing   []HuntRunMissingItem `json:"missing"`
	Columns   []HuntRunColumnsItem `json:"columns"`
	Error     *string              `json:"error"`
	Progress  float64              `json:"progress"`
	QueuedAt  time.Time            `json:"queued_at"`
	StartedAt *time.Time           `json:"started_at"`
	EndedAt   *time.Time           `json:"ended_at"`
}

// HuntRunColumnsItem is a model of the API.
type HuntRunColumnsItem struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// HuntRunMissingItem is a model of the API.
type HuntRunMissingItem struct {
	From   time.Time `json:"from"`
	To     time.Time `json:"to"`
	Reason string    `json:"reason"`
}

// HuntRunPage is a model of the API.
type HuntRunPage struct {
	Items      []HuntRun `json:"items"`
	NextCursor *string   `json:"next_cursor,omitzero"`
}

// HuntRunRequest is a model of the API.
type HuntRunRequest struct {
	// default: the window of the hunt before to
	From *time.Time `json:"from,omitzero"`
	// end of the span, exclusive; default: now
	To *time.Time `json:"to,omitzero"`
}

// ImportedAtomic is a model of the API.
type ImportedAtomic struct {
	ID string `json:"id"`
	// id from the file; derived from technique and name when the file has none
	Guid          string   `json:"guid"`
	TechniqueID   string   `json:"technique_id"`
	TechniqueName string   `json:"technique_name"`
	Name          string   `json:"name"`
	Description   string   `json:"description"`
	Platforms     []string `json:"platforms"`
	// One of sh, bash, powershell, command_prompt, manual.
	Executor       string                            `json:"executor"`
	Command        string                            `json:"command"`
	Cleanup        *string                           `json:"cleanup"`
	NeedsElevation bool                              `json:"needs_elevation"`
	Arguments      []ImportedAtomicArgumentsItem     `json:"arguments"`
	Prerequisites  []ImportedAtomicPrerequisitesItem `json:"prerequisites"`
	NotRunnable    *string                           `json:"not_runnable"`
	// SHA-256 of all commands of the test
	Digest     string     `json:"digest"`
	SafeBy     *string    `json:"safe_by"`
	SafeAt     *time.Time `json:"safe_at"`
	ImportedBy string     `json:"imported_by"`
	ImportedAt time.Time  `json:"imported_at"`
}

// ImportedAtomicArgumentsItem is a model of the API.
type ImportedAtomicArgumentsItem struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Default     string `json:"default"`
}

// ImportedAtomicPage is a model of the API.
type ImportedAtomicPage struct {
	Items      []ImportedAtomic `json:"items"`
	NextCursor *string          `json:"next_cursor,omitzero"`
}

// ImportedAtomicPrerequisitesItem is a model of the API.
type ImportedAtomicPrerequisitesItem struct {
	Description string `json:"description"`
	// One of sh, bash, powershell, command_prompt, manual.
	Executor string  `json:"executor"`
	Check    string  `json:"check"`
	Get      *string `json:"get"`
}

// InboxTemplate is a model of the API.
type InboxTemplate struct {
	ID          string `json:"id"`
	VendorName  string `json:"vendor_name"`
	ProductName string `json:"product_name"`
	// auto: recognised from the event
	SourceFormat string `json:"source_format"`
	ReceivedBy   string `json:"received_by"`
}

// InboxTemplatePage is a model of the API.
type InboxTemplatePage struct {
	Items      []InboxTemplate `json:"items"`
	NextCursor *string         `json:"next_cursor,omitzero"`
}

// InboxToken is a model of the API.
type InboxToken struct {
	ID            string     `json:"id"`
	TemplateID    string     `json:"template_id"`
	Label         string     `json:"label"`
	Fingerprint   string     `json:"fingerprint"`
	HasHmacSecret bool       `json:"has_hmac_secret"`
	CreatedAt     time.Time  `json:"created_at"`
	LastUsedAt    *time.Time `json:"last_used_at"`
	RevokedAt     *time.Time `json:"revoked_at"`
}

// InboxTokenMint is a model of the API.
type InboxTokenMint struct {
	// One of connector-push, cef-syslog, splunk-hec, email-forwarded, k8s-audit, webhook-generic, webhook-aws-cloudtrail, webhook-azure-activity, webhook-cloudflare, webhook-crowdstrike, webhook-defender, webhook-github, webhook-gitlab, webhook-okta, webhook-slack, webhook-zoom, webhook-box, webhook-zendesk, webhook-tailscale, webhook-notion, webhook-atlassian, webhook-bitbucket, webhook-snyk, webhook-auth0, webhook-onepassword, webhook-duo, webhook-wiz, webhook-orca, webhook-canary, webhook-sublime, webhook-push-security, webhook-tines, webhook-salesforce, webhook-google-workspace, webhook-guardduty, webhook-elastic, webhook-netskope, webhook-teleport, webhook-sentinelone, ai-runtime, ai-finding.
	TemplateID string  `json:"template_id"`
	Label      string  `json:"label"`
	HmacSecret *string `json:"hmac_secret,omitzero"`
}

// InboxTokenPage is a model of the API.
type InboxTokenPage struct {
	Items      []InboxToken `json:"items"`
	NextCursor *string      `json:"next_cursor,omitzero"`
}

// IntelCheck is a model of the API.
type IntelCheck struct {
	// values to look up, defanged ones included
	Values []string `json:"values"`
}

// IntelChecked is a model of the API.
type IntelChecked struct {
	Values []CheckedValue `json:"values"`
}

// IntelEnrich is a model of the API.
type IntelEnrich struct {
	Indicators []IntelEnrichIndicatorsItem `json:"indicators"`
}

// IntelEnrichIndicatorsItem is a model of the API.
type IntelEnrichIndicatorsItem struct {
	// One of ip, cidr, domain, url, md5, sha1, sha256, email, filename, ja3, ja4, user_agent.
	Type  string `json:"type"`
	Value string `json:"value"`
}

// IntelEnriched is a model of the API.
type IntelEnriched struct {
	Indicators []IntelEnrichedIndicatorsItem `json:"indicators"`
}

// IntelEnrichedIndicatorsItem is a model of the API.
type IntelEnrichedIndicatorsItem struct {
	// One of ip, cidr, domain, url, md5, sha1, sha256, email, filename, ja3, ja4, user_agent.
	Type       string                                   `json:"type"`
	Value      string                                   `json:"value"`
	Normalised *string                                  `json:"normalised"`
	Matches    []IntelEnrichedIndicatorsItemMatchesItem `json:"matches"`
	// known-good lists that contain it; a suppressing list keeps indicators from matching
	KnownGood      []IntelEnrichedIndicatorsItemKnownGoodItem      `json:"known_good"`
	Seen           *SeenValue                                      `json:"seen"`
	SourcesChecked []IntelEnrichedIndicatorsItemSourcesCheckedItem `json:"sources_checked"`
}

// IntelEnrichedIndicatorsItemKnownGoodItem is a model of the API.
type IntelEnrichedIndicatorsItemKnownGoodItem struct {
	List string `json:"list"`
	// One of suppress, flag.
	Effect string `json:"effect"`
	// matching entry: the value itself, a parent domain or a containing network
	Entry string `json:"entry"`
}

// IntelEnrichedIndicatorsItemMatchesItem is a model of the API.
type IntelEnrichedIndicatorsItemMatchesItem struct {
	ID string `json:"id"`
	// One of ip, cidr, domain, url, md5, sha1, sha256, email, filename, ja3, ja4, user_agent.
	IOCType             string  `json:"ioc_type"`
	Value               string  `json:"value"`
	Confidence          int64   `json:"confidence"`
	EffectiveConfidence float64 `json:"effective_confidence"`
	// One of info, low, medium, high, critical.
	Severity      string  `json:"severity"`
	Source        string  `json:"source"`
	AgeDays       float64 `json:"age_days"`
	HalfLifeDays  int64   `json:"half_life_days"`
	Weak          bool    `json:"weak"`
	KnownGoodList *string `json:"known_good_list"`
	ThreatActor   *string `json:"threat_actor"`
	MalwareFamily *string `json:"malware_family"`
}

// IntelEnrichedIndicatorsItemSourcesCheckedItem is a model of the API.
type IntelEnrichedIndicatorsItemSourcesCheckedItem struct {
	Name string `json:"name"`
	// One of ok, could_not_check.
	Status string  `json:"status"`
	Reason *string `json:"reason"`
}

// IntelFeed is a model of the API.
type IntelFeed struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// One of taxii, misp, otx, csv, json, stix.
	FeedType string `json:"feed_type"`
	URL      string `json:"url"`
	// true when the operator set it for all tenants; tenants cannot change it
	Shared       bool           `json:"shared"`
	HasAPIKey    bool           `json:"has_api_key"`
	Config       map[string]any `json:"config"`
	PollInterval int64          `json:"poll_interval"`
	IsEnabled    bool           `json:"is_enabled"`
	// One of never, syncing, ok, failed.
	Status       string            `json:"status"`
	Error        *string           `json:"error"`
	Progress     IntelFeedProgress `json:"progress"`
	LastPolledAt *time.Time        `json:"last_polled_at"`
	CreatedAt    time.Time         `json:"created_at"`
}

// IntelFeedChange is a model of the API.
type IntelFeedChange struct {
	IsEnabled    *bool  `json:"is_enabled,omitzero"`
	PollInterval *int64 `json:"poll_interval,omitzero"`
}

// IntelFeedCreate is a model of the API.
type IntelFeedCreate struct {
	Name string `json:"name"`
	// One of taxii, misp, otx, csv, json, stix.
	FeedType string  `json:"feed_type"`
	URL      string  `json:"url"`
	APIKey   *string `json:"api_key,omitzero"`
	// seconds between two syncs; default: 3600
	PollInterval *int64                 `json:"poll_interval,omitzero"`
	Config       *IntelFeedCreateConfig `json:"config,omitzero"`
}

// IntelFeedCreateConfig is a model of the API.
type IntelFeedCreateConfig struct {
	Collection *string `json:"collection,omitzero"`
	Username   *string `json:"username,omitzero"`
}

// IntelFeedPage is a model of the API.
type IntelFeedPage struct {
	Items      []IntelFeed `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
}

// IntelFeedProgress is a model of the API.
type IntelFeedProgress struct {
	Pages       int64            `json:"pages"`
	Indicators  int64            `json:"indicators"`
	Skipped     int64            `json:"skipped"`
	SkipReasons map[string]int64 `json:"skip_reasons"`
}

// IntelFeedValues is a model of the API.
type IntelFeedValues struct {
	// feeds with the most confirmed alerts first
	Sources []FeedValue `json:"sources"`
	From    time.Time   `json:"from"`
	// false: there were more than 20,000 alerts, and only the newest were counted
	IsWhole bool `json:"is_whole"`
}

// InvestigationAnswer is a model of the API.
type InvestigationAnswer struct {
	Answer string `json:"answer"`
}

// InvestigationAnswered is a model of the API.
type InvestigationAnswered struct {
	RunID   string `json:"run_id"`
	EntryID string `json:"entry_id"`
	Seq     int64  `json:"seq"`
}

// InvestigationQuestion is a model of the API.
type InvestigationQuestion struct {
	RunID  string `json:"run_id"`
	CaseID string `json:"case_id"`
	// question by a model, as plain text
	Question string    `json:"question"`
	AskedAt  time.Time `json:"asked_at"`
}

// InvestigationQuestionPage is a model of the API.
type InvestigationQuestionPage struct {
	Items      []InvestigationQuestion `json:"items"`
	NextCursor *string                 `json:"next_cursor,omitzero"`
}

// InvestigationReplay is a model of the API.
type InvestigationReplay struct {
	RunID string `json:"run_id"`
	// true when the same rules reach the same conclusion from the results in the ledger
	IsSame bool `json:"is_same"`
	// false: not ended, or older than the chaining of entries, so that added entries are not detected
	IsSealed bool `json:"is_sealed"`
	// entries that differ from their recorded hash
	Changed []int64 `json:"changed"`
	// entries added after the run ended
	Added []int64 `json:"added"`
	// entries removed from the ledger
	Missing []int64 `json:"missing"`
	// entries from which an erasure removed a name: their place in the chain is checked, their text is not
	Erased []int64 `json:"erased"`
	// members of the run changed after it ended
	HeaderChanged []string `json:"header_changed"`
	Summary       string   `json:"summary"`
}

// InvestigationReplayRequest is a model of the API.
type InvestigationReplayRequest struct {
	RunID string `json:"run_id"`
}

// InvestigationRun is a model of the API.
type InvestigationRun struct {
	ID      string  `json:"id"`
	Kind    string  `json:"kind"`
	AlertID *string `json:"alert_id"`
	CaseID  *string `json:"case_id"`
	Status  string  `json:"status"`
	// a model, or the rules of this version
	JudgedBy    string   `json:"judged_by"`
	RequestedBy string   `json:"requested_by"`
	Verdict     *string  `json:"verdict"`
	Confidence  *float64 `json:"confidence"`
	Summary     *string  `json:"summary"`
	Steps       int64    `json:"steps"`
	// number of sentences dropped because no entry supports them
	Dropped int64 `json:"dropped"`
	// cost of model calls: USD, not_measured or not_applicable_no_model_call
	Cost        string     `json:"cost"`
	Error       *string    `json:"error"`
	StartedAt   time.Time  `json:"started_at"`
	HeadHash    *string    `json:"head_hash"`
	CompletedAt *time.Time `json:"completed_at"`
}

// InvestigationRunPage is a model of the API.
type InvestigationRunPage struct {
	Items      []InvestigationRun `json:"items"`
	NextCursor *string            `json:"next_cursor,omitzero"`
}

// InvitationAccept is a model of the API.
type InvitationAccept struct {
	Token string `json:"token"`
}

// Ioc is a model of the API.
type Ioc struct {
	ID string `json:"id"`
	// normalised value
	Value      string `json:"value"`
	Confidence int64  `json:"confidence"`
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	// One of white, clear, green, amber, red.
	Tlp           string         `json:"tlp"`
	ThreatActor   *string        `json:"threat_actor"`
	Campaign      *string        `json:"campaign"`
	MalwareFamily *string        `json:"malware_family"`
	Tags          []string       `json:"tags"`
	Source        string         `json:"source"`
	SourceRef     *string        `json:"source_ref"`
	LinkedAlerts  []string       `json:"linked_alerts"`
	Context       map[string]any `json:"context"`
	IsActive      bool           `json:"is_active"`
	ExpiresAt     *time.Time     `json:"expires_at"`
	FirstSeen     time.Time      `json:"first_seen"`
	LastSeen      time.Time      `json:"last_seen"`
	CreatedAt     time.Time      `json:"created_at"`
	// empty: shared with all tenants
	TenantID string `json:"tenant_id"`
	// One of ip, cidr, domain, url, md5, sha1, sha256, email, filename, ja3, ja4, user_agent.
	IOCType       string `json:"ioc_type"`
	FalsePositive bool   `json:"false_positive"`
}

// IocBulk is a model of the API.
type IocBulk struct {
	IOCIds []string `json:"ioc_ids"`
	// null deletes the indicators
	Change *IocPatch `json:"change"`
}

// IocCreate is a model of the API.
type IocCreate struct {
	// One of ip, cidr, domain, url, md5, sha1, sha256, email, filename, ja3, ja4, user_agent.
	IOCType    string `json:"ioc_type"`
	Value      string `json:"value"`
	Confidence *int64 `json:"confidence,omitzero"`
	// One of info, low, medium, high, critical.
	Severity *string `json:"severity,omitzero"`
	// One of white, clear, green, amber, red.
	Tlp           *string        `json:"tlp,omitzero"`
	ThreatActor   *string        `json:"threat_actor,omitzero"`
	Campaign      *string        `json:"campaign,omitzero"`
	MalwareFamily *string        `json:"malware_family,omitzero"`
	Tags          []string       `json:"tags,omitzero"`
	SourceRef     *string        `json:"source_ref,omitzero"`
	ExpiresAt     *time.Time     `json:"expires_at,omitzero"`
	LinkedAlerts  []string       `json:"linked_alerts,omitzero"`
	Context       map[string]any `json:"context,omitzero"`
	// true: neither this nor the shared indicator of the value matches in this tenant
	FalsePositive *bool `json:"false_positive,omitzero"`
}

// IocPage is a model of the API.
type IocPage struct {
	Items      []Ioc   `json:"items"`
	NextCursor *string `json:"next_cursor,omitzero"`
}

// IocPatch is a model of the API.
type IocPatch struct {
	IsActive      *bool               `json:"is_active,omitzero"`
	FalsePositive *bool               `json:"false_positive,omitzero"`
	Confidence    *int64              `json:"confidence,omitzero"`
	ExpiresAt     Nullable[time.Time] `json:"expires_at,omitzero"`
}

// IocsChanged is a model of the API.
type IocsChanged struct {
	Items []IocsChangedItemsItem `json:"items"`
}

// IocsChangedItemsItem is a model of the API.
type IocsChangedItemsItem struct {
	ID string `json:"id"`
	// One of changed, deleted.
	Outcome string `json:"outcome"`
}

// KnownWarningList is a model of the API.
type KnownWarningList struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Version     string   `json:"version"`
	Entries     []string `json:"entries"`
}

// KnownWarningListPage is a model of the API.
type KnownWarningListPage struct {
	Items      []KnownWarningList `json:"items"`
	NextCursor *string            `json:"next_cursor,omitzero"`
}

// KqlTable is a model of the API.
type KqlTable struct {
	Columns []KqlTableColumnsItem `json:"columns"`
	// number of rows of the query; the kept rows are the first ones
	RowsInAll int64           `json:"rows_in_all"`
	Render    *KqlTableRender `json:"render"`
	// tables that the query read
	Reads []KqlTableReadsItem `json:"reads"`
	// rows in the order of the query; integers above 2^53 are strings
	Rows [][]any `json:"rows"`
}

// KqlTableColumnsItem is a model of the API.
type KqlTableColumnsItem struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// KqlTableReadsItem is a model of the API.
type KqlTableReadsItem struct {
	Table string    `json:"table"`
	From  time.Time `json:"from"`
	To    time.Time `json:"to"`
	// events in the time span
	Scanned int64 `json:"scanned"`
	// number of those events that the query ran over
	Events int64 `json:"events"`
}

// KqlTableRender is: chart that the query requests
type KqlTableRender struct {
	Chart      string            `json:"chart"`
	Properties map[string]string `json:"properties"`
}

// LakeCapacity is a model of the API.
type LakeCapacity struct {
	Events int64 `json:"events"`
	// size of the events as received
	RawBytes      int64               `json:"raw_bytes"`
	BytesPerEvent *int64              `json:"bytes_per_event"`
	Growth        *LakeCapacityGrowth `json:"growth"`
	// days of receipt in UTC, oldest first; days without events are left out
	Days       []LakeCapacityDaysItem       `json:"days"`
	Unmeasured []LakeCapacityUnmeasuredItem `json:"unmeasured"`
}

// LakeCapacityDaysItem is a model of the API.
type LakeCapacityDaysItem struct {
	Date     string `json:"date"`
	Events   int64  `json:"events"`
	RawBytes int64  `json:"raw_bytes"`
}

// LakeCapacityGrowth is: mean bytes per day of the last seven whole days, or of fewer if there are fewer; null: none
type LakeCapacityGrowth struct {
	EventsPerDay   int64 `json:"events_per_day"`
	RawBytesPerDay int64 `json:"raw_bytes_per_day"`
}

// LakeCapacityUnmeasuredItem is a model of the API.
type LakeCapacityUnmeasuredItem struct {
	Figure string `json:"figure"`
	Reason string `json:"reason"`
}

// LakeQuery is a model of the API.
type LakeQuery struct {
	// one SELECT, DESCRIBE or SHOW TABLES
	SQL string `json:"sql"`
	// maximum number of rows
	Limit *int64 `json:"limit,omitzero"`
	// values of the parameters of the statement, such as {host:String}, as texts
	Parameters map[string]string `json:"parameters,omitzero"`
}

// LakeQueryResult is a model of the API.
type LakeQueryResult struct {
	Columns  []LakeQueryResultColumnsItem `json:"columns"`
	Rows     [][]any                      `json:"rows"`
	Complete bool                         `json:"complete"`
	Missing  []LakeQueryResultMissingItem `json:"missing"`
	// archive files searched beside the lake, with their events and size
	Archive LakeQueryResultArchive `json:"archive"`
	// what to write instead, for a statement that reads the texts of all events in its time
	Advice *string `json:"advice,omitzero"`
	// id of the background search that runs the statement: GET /events/searches/ID/table
	JobID *string `json:"job_id,omitzero"`
}

// LakeQueryResultArchive is: archive files searched beside the lake, with their events and size
type LakeQueryResultArchive struct {
	Files  int64 `json:"files"`
	Events int64 `json:"events"`
	Bytes  int64 `json:"bytes"`
}

// LakeQueryResultColumnsItem is a model of the API.
type LakeQueryResultColumnsItem struct {
	Name string `json:"name"`
	// ClickHouse type
	Type string `json:"type"`
}

// LakeQueryResultMissingItem is a model of the API.
type LakeQueryResultMissingItem struct {
	// rows, bytes: the answer reached its limit of rows or bytes; archived: events of this time are in archive files that were not searched; lost: files of the archive with events of this time are gone or damaged; time: the statement exceeded its time limit and continues as job_id
	// One of rows, bytes, archived, lost, time.
	Reason string     `json:"reason"`
	From   *time.Time `json:"from,omitzero"`
	To     *time.Time `json:"to,omitzero"`
}

// LedgerEntry is a model of the API.
type LedgerEntry struct {
	ID         string  `json:"id"`
	RunID      string  `json:"run_id"`
	Seq        int64   `json:"seq"`
	Kind       string  `json:"kind"`
	Agent      string  `json:"agent"`
	Summary    string  `json:"summary"`
	Model      *string `json:"model"`
	PromptHash *string `json:"prompt_hash"`
	// SHA-256 of the JSON with sorted names
	InputHash  string    `json:"input_hash"`
	OutputHash string    `json:"output_hash"`
	Hash       *string   `json:"hash"`
	DurationMs int64     `json:"duration_ms"`
	CreatedAt  time.Time `json:"created_at"`
}

// LedgerEntryDetail is a model of the API.
type LedgerEntryDetail struct {
	ID         string  `json:"id"`
	RunID      string  `json:"run_id"`
	Seq        int64   `json:"seq"`
	Kind       string  `json:"kind"`
	Agent      string  `json:"agent"`
	Summary    string  `json:"summary"`
	Model      *string `json:"model"`
	PromptHash *string `json:"prompt_hash"`
	// SHA-256 of the JSON with sorted names
	InputHash  string         `json:"input_hash"`
	OutputHash string         `json:"output_hash"`
	Hash       *string        `json:"hash"`
	DurationMs int64          `json:"duration_ms"`
	CreatedAt  time.Time      `json:"created_at"`
	Payload    map[string]any `json:"payload"`
}

// LedgerEntryPage is a model of the API.
type LedgerEntryPage struct {
	Items      []LedgerEntry `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// LegalHold is a model of the API.
type LegalHold struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	MatterRef string `json:"matter_ref"`
	// One of user, host, case, alert, ip, tenant.
	SubjectKind   string     `json:"subject_kind"`
	SubjectValue  string     `json:"subject_value"`
	Notes         *string    `json:"notes"`
	PlacedBy      string     `json:"placed_by"`
	PlacedAt      time.Time  `json:"placed_at"`
	KeptSince     *time.Time `json:"kept_since"`
	ReleasedAt    *time.Time `json:"released_at"`
	ReleasedBy    *string    `json:"released_by"`
	ReleaseReason *string    `json:"release_reason"`
}

// LegalHoldCreate is a model of the API.
type LegalHoldCreate struct {
	Name      string `json:"name"`
	MatterRef string `json:"matter_ref"`
	// One of user, host, case, alert, ip, tenant.
	SubjectKind  string           `json:"subject_kind"`
	SubjectValue string           `json:"subject_value"`
	Notes        Nullable[string] `json:"notes,omitzero"`
}

// LegalHoldPage is a model of the API.
type LegalHoldPage struct {
	Items      []LegalHold `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
}

// LegalHoldRelease is a model of the API.
type LegalHoldRelease struct {
	Reason string `json:"reason"`
}

// LinkedApproval is a model of the API.
type LinkedApproval struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
	// One of pending, approved, denied, expired, cancelled.
	Status string `json:"status"`
	// One of low, medium, high, critical.
	RiskLevel     string                `json:"risk_level"`
	BlastRadius   *string               `json:"blast_radius"`
	Action        *LinkedApprovalAction `json:"action"`
	RequestedBy   string                `json:"requested_by"`
	Quorum        int64                 `json:"quorum"`
	Votes         int64                 `json:"votes"`
	Case          *LinkedApprovalCase   `json:"case"`
	Alert         *LinkedApprovalAlert  `json:"alert"`
	ExpiresAt     time.Time             `json:"expires_at"`
	LinkExpiresAt time.Time             `json:"link_expires_at"`
	// true when this link was used to decide
	IsUsed bool `json:"is_used"`
	// true when the request changed since the mail was sent; the link no longer decides
	IsChanged bool `json:"is_changed"`
}

// LinkedApprovalAction is a model of the API.
type LinkedApprovalAction struct {
	ActionType string            `json:"action_type"`
	Target     string            `json:"target"`
	Parameters map[string]string `json:"parameters"`
}

// LinkedApprovalAlert is a model of the API.
type LinkedApprovalAlert struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// One of info, low, medium, high, critical.
	Severity    string   `json:"severity"`
	Disposition *string  `json:"disposition"`
	Entities    []string `json:"entities"`
}

// LinkedApprovalCase is a model of the API.
type LinkedApprovalCase struct {
	ID     string `json:"id"`
	Number int64  `json:"number"`
	Title  string `json:"title"`
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	IsOpen   bool   `json:"is_open"`
	Alerts   int64  `json:"alerts"`
}

// Login is a model of the API.
type Login struct {
	Email    string `json:"email"`
	Password string `json:"password"`
	// tenant, for users with accounts in several
	Tenant *string `json:"tenant,omitzero"`
	// token from an earlier sign-in on this device; failures elsewhere then do not slow this sign-in
	DeviceToken *string `json:"device_token,omitzero"`
}

// LogoUploaded is a model of the API.
type LogoUploaded struct {
	// true when parts of an SVG were removed
	WasSanitized bool                `json:"was_sanitized"`
	Removed      LogoUploadedRemoved `json:"removed"`
	// One of image/svg+xml, image/png, image/jpeg, image/webp.
	ContentType string `json:"content_type"`
	SizeBytes   int64  `json:"size_bytes"`
	Sha256      string `json:"sha256"`
}

// LogoUploadedRemoved is a model of the API.
type LogoUploadedRemoved struct {
	Elements   []string `json:"elements"`
	Attributes []string `json:"attributes"`
}

// MarketplaceDone is a model of the API.
type MarketplaceDone struct {
	Slug          string    `json:"slug"`
	Version       string    `json:"version"`
	ContentSha256 string    `json:"content_sha256"`
	InstalledAt   time.Time `json:"installed_at"`
	InstalledBy   string    `json:"installed_by"`
	// true when this version was installed before and nothing changed
	AlreadyInstalled bool                       `json:"already_installed"`
	Parts            []MarketplaceDonePartsItem `json:"parts"`
}

// MarketplaceDonePartsItem is a model of the API.
type MarketplaceDonePartsItem struct {
	Path string `json:"path"`
	// One of rule, hunt, playbook.
	Kind  string  `json:"kind"`
	ID    string  `json:"id"`
	Title *string `json:"title"`
	// kept: changed since the installation; left_out: deleted since
	// One of created, updated, unchanged, removed, kept, left_out.
	Outcome string `json:"outcome"`
}

// MarketplaceInstall is a model of the API.
type MarketplaceInstall struct {
	Version       string    `json:"version"`
	ContentSha256 string    `json:"content_sha256"`
	InstalledAt   time.Time `json:"installed_at"`
	// id of a user, or another kind of actor
	InstalledBy string    `json:"installed_by"`
	UpdatedAt   time.Time `json:"updated_at"`
}

// MarketplaceItem is a model of the API.
type MarketplaceItem struct {
	Slug    string `json:"slug"`
	Name    string `json:"name"`
	Version string `json:"version"`
	// pack: items of several kinds
	// One of detection, hunt, playbook, connector, pack.
	Kind            string   `json:"kind"`
	Description     string   `json:"description"`
	Author          string   `json:"author"`
	Category        string   `json:"category"`
	Severity        *string  `json:"severity"`
	MitreTechniques []string `json:"mitre_techniques"`
	Tags            []string `json:"tags"`
	// One of builtin, remote.
	Source        string              `json:"source"`
	ContentSha256 string              `json:"content_sha256"`
	Installed     *MarketplaceInstall `json:"installed"`
	// true when the catalogue has another version than the installed one
	UpdateAvailable bool `json:"update_available"`
}

// MarketplaceItemDetail is a model of the API.
type MarketplaceItemDetail struct {
	Slug    string `json:"slug"`
	Name    string `json:"name"`
	Version string `json:"version"`
	// pack: items of several kinds
	// One of detection, hunt, playbook, connector, pack.
	Kind            string   `json:"kind"`
	Description     string   `json:"description"`
	Author          string   `json:"author"`
	Category        string   `json:"category"`
	Severity        *string  `json:"severity"`
	MitreTechniques []string `json:"mitre_techniques"`
	Tags            []string `json:"tags"`
	// One of builtin, remote.
	Source        string              `json:"source"`
	ContentSha256 string              `json:"content_sha256"`
	Installed     *MarketplaceInstall `json:"installed"`
	// true when the catalogue has another version than the installed one
	UpdateAvailable bool                             `json:"update_available"`
	Files           []MarketplaceItemDetailFilesItem `json:"files"`
	// settings for new connectors; the credential must be added
	Connectors []MarketplaceItemDetailConnectorsItem `json:"connectors"`
	// reasons why it cannot be installed
	Problems []MarketplaceItemDetailProblemsItem `json:"problems"`
	// parts with their state in the tenant, when installed
	Parts []MarketplacePart `json:"parts"`
}

// MarketplaceItemDetailConnectorsItem is a model of the API.
type MarketplaceItemDetailConnectorsItem struct {
	Path     string            `json:"path"`
	Type     string            `json:"type"`
	Name     string            `json:"name"`
	About    string            `json:"about"`
	Settings map[string]string `json:"settings"`
}

// MarketplaceItemDetailFilesItem is a model of the API.
type MarketplaceItemDetailFilesItem struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// MarketplaceItemDetailProblemsItem is a model of the API.
type MarketplaceItemDetailProblemsItem struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// MarketplaceList is a model of the API.
type MarketplaceList struct {
	Items      []MarketplaceItem `json:"items"`
	NextCursor *string           `json:"next_cursor,omitzero"`
	// number of items over all pages
	Total int64                `json:"total"`
	Stats MarketplaceListStats `json:"stats"`
	// number of items that name a technique
	MitreCoverage map[string]int64 `json:"mitre_coverage"`
	// slugs, including items no longer in any catalogue
	InstalledIds []string                    `json:"installed_ids"`
	Broken       []MarketplaceListBrokenItem `json:"broken"`
	Remote       MarketplaceListRemote       `json:"remote"`
}

// MarketplaceListBrokenItem is a model of the API.
type MarketplaceListBrokenItem struct {
	Slug   string `json:"slug"`
	Reason string `json:"reason"`
}

// MarketplaceListRemote is a model of the API.
type MarketplaceListRemote struct {
	// One of off, ok, unavailable, refused.
	State  string     `json:"state"`
	Reason *string    `json:"reason"`
	AsOf   *time.Time `json:"as_of"`
}

// MarketplaceListStats is a model of the API.
type MarketplaceListStats struct {
	ByKind    map[string]int64 `json:"by_kind"`
	Installed int64            `json:"installed"`
}

// MarketplacePart is a model of the API.
type MarketplacePart struct {
	Path string `json:"path"`
	// One of rule, hunt, playbook.
	Kind  string  `json:"kind"`
	ID    string  `json:"id"`
	Title *string `json:"title"`
	// changes by people since the installation
	// One of as_installed, changed, gone.
	State string `json:"state"`
}

// McpServer is a model of the API.
type McpServer struct {
	ID string `json:"id"`
	// name; tools are called mcp.NAME.TOOL
	Name  string `json:"name"`
	Label string `json:"label"`
	// URL of the streamable HTTP endpoint
	URL string `json:"url"`
	// tools that may be called; empty: none
	ToolAllowlist    []string  `json:"tool_allowlist"`
	TimeoutSeconds   int64     `json:"timeout_seconds"`
	MaxResponseBytes int64     `json:"max_response_bytes"`
	Enabled          bool      `json:"enabled"`
	HasCredential    bool      `json:"has_credential"`
	CreatedAt        time.Time `json:"created_at"`
	UpdatedAt        time.Time `json:"updated_at"`
}

// McpServerChange is a model of the API.
type McpServerChange struct {
	// name; tools are called mcp.NAME.TOOL
	Name  *string `json:"name,omitzero"`
	Label *string `json:"label,omitzero"`
	// URL of the streamable HTTP endpoint
	URL *string `json:"url,omitzero"`
	// tools that may be called; empty: none
	ToolAllowlist    []string                    `json:"tool_allowlist,omitzero"`
	TimeoutSeconds   *int64                      `json:"timeout_seconds,omitzero"`
	MaxResponseBytes *int64                      `json:"max_response_bytes,omitzero"`
	Enabled          *bool                       `json:"enabled,omitzero"`
	Credential       Nullable[map[string]string] `json:"credential,omitzero"`
}

// McpServerCreate is a model of the API.
type McpServerCreate struct {
	// name; tools are called mcp.NAME.TOOL
	Name string `json:"name"`
	// URL of the streamable HTTP endpoint
	URL string `json:"url"`
	// default: the name
	Label      *string                     `json:"label,omitzero"`
	Credential Nullable[map[string]string] `json:"credential,omitzero"`
	// tools that may be called; empty: none
	ToolAllowlist []string `json:"tool_allowlist,omitzero"`
	// default: 20
	TimeoutSeconds *int64 `json:"timeout_seconds,omitzero"`
	// default: 65536
	MaxResponseBytes *int64 `json:"max_response_bytes,omitzero"`
	// default: false
	Enabled *bool `json:"enabled,omitzero"`
}

// McpServerPage is a model of the API.
type McpServerPage struct {
	Items      []McpServer `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
}

// McpServerTest is a model of the API.
type McpServerTest struct {
	Ok     bool      `json:"ok"`
	Reason *string   `json:"reason"`
	Tools  []McpTool `json:"tools"`
	// true when only the first 500 tools are listed
	IsCut bool `json:"is_cut"`
}

// McpTool is a model of the API.
type McpTool struct {
	Name        string  `json:"name"`
	ID          string  `json:"id"`
	Description *string `json:"description"`
	// true when the description addresses a model; it is then shown to nobody
	DescriptionDropped bool               `json:"description_dropped"`
	InputSchema        McpToolInputSchema `json:"input_schema"`
	Allowed            bool               `json:"allowed"`
	Refusal            *string            `json:"refusal"`
}

// McpToolInputSchema is a model of the API.
type McpToolInputSchema struct {
	// One of object.
	Type       string                                       `json:"type"`
	Properties map[string]McpToolInputSchemaPropertiesValue `json:"properties"`
	Required   []string                                     `json:"required"`
}

// McpToolInputSchemaPropertiesValue is a model of the API.
type McpToolInputSchemaPropertiesValue struct {
	Type        string  `json:"type"`
	Description *string `json:"description,omitzero"`
}

// Me is a model of the API.
type Me struct {
	ID          string         `json:"id"`
	TenantID    string         `json:"tenant_id"`
	Email       string         `json:"email"`
	Username    string         `json:"username"`
	Role        string         `json:"role"`
	IsActive    bool           `json:"is_active"`
	Preferences map[string]any `json:"preferences"`
	// set while a one-time password is in use
	PasswordExpiresAt *time.Time `json:"password_expires_at"`
	// permissions of the credential of the request; * means all
	Permissions []string `json:"permissions"`
	// set while a user of a provider works in this tenant; tenant_id and role then belong to this tenant
	Delegation *MeDelegation `json:"delegation"`
}

// MeDelegation is a model of the API.
type MeDelegation struct {
	ID string `json:"id"`
	// tenant in which the person has an account
	HomeTenantID string `json:"home_tenant_id"`
	// role that the delegation grants in this tenant
	Role      string    `json:"role"`
	Reason    string    `json:"reason"`
	GrantedBy string    `json:"granted_by"`
	ExpiresAt time.Time `json:"expires_at"`
}

// MePatch is a model of the API.
type MePatch struct {
	Preferences map[string]any `json:"preferences"`
}

// MessagePreview is a model of the API.
type MessagePreview struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
	Html    string `json:"html"`
}

// MessageText is a model of the API.
type MessageText struct {
	// One of escalation, sla_breach, sla_forecast, approval, oncall_handoff, mention, assignment, case_handoff, connector_health, source_health, coverage_drift, honeytoken, invitation, password_reset, test, digest.
	Kind string `json:"kind"`
	// event that sends the message
	About   string  `json:"about"`
	Subject *string `json:"subject"`
	Body    *string `json:"body"`
	// level that set each text
	Sources             MessageTextSources `json:"sources"`
	SubjectPlaceholders []string           `json:"subject_placeholders"`
	BodyPlaceholders    []string           `json:"body_placeholders"`
}

// MessageTextChange is a model of the API.
type MessageTextChange struct {
	Subject Nullable[string] `json:"subject,omitzero"`
	Body    Nullable[string] `json:"body,omitzero"`
}

// MessageTextPage is a model of the API.
type MessageTextPage struct {
	Items      []MessageText `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// MessageTextSources is: level that set each text
type MessageTextSources struct {
	// One of tenant, organisation, platform.
	Subject string `json:"subject"`
	// One of tenant, organisation, platform.
	Body string `json:"body"`
}

// MispPush is a model of the API.
type MispPush struct {
	IndicatorID string `json:"indicator_id"`
	// One of waiting, pushed, failed.
	State       string     `json:"state"`
	Attempts    int64      `json:"attempts"`
	Error       *string    `json:"error"`
	PushedAt    *time.Time `json:"pushed_at"`
	RequestedAt time.Time  `json:"requested_at"`
}

// MispPushPage is a model of the API.
type MispPushPage struct {
	Items      []MispPush `json:"items"`
	NextCursor *string    `json:"next_cursor,omitzero"`
}

// MissedThreats is a model of the API.
type MissedThreats struct {
	Weeks int64 `json:"weeks"`
	// number of alerts closed by triage itself
	Closed  int64 `json:"closed"`
	Drawn   int64 `json:"drawn"`
	Judged  int64 `json:"judged"`
	Threats int64 `json:"threats"`
	// undecidable alerts, which count as threats in the bound
	CannotTell int64    `json:"cannot_tell"`
	Target     float64  `json:"target"`
	Rate       *float64 `json:"rate"`
	RateAtMost *float64 `json:"rate_at_most"`
	// true when the bound does not exceed the target
	IsBounded bool `json:"is_bounded"`
}

// ModelComparison is a model of the API.
type ModelComparison struct {
	ID string `json:"id"`
	// One of running, completed, failed.
	Status      string                       `json:"status"`
	Model       *string                      `json:"model"`
	PromptNote  *string                      `json:"prompt_note"`
	RunIds      []string                     `json:"run_ids"`
	Results     []ModelComparisonResultsItem `json:"results"`
	Summary     ModelComparisonSummary       `json:"summary"`
	Error       *string                      `json:"error"`
	RequestedBy string                       `json:"requested_by"`
	CreatedAt   time.Time                    `json:"created_at"`
	CompletedAt *time.Time                   `json:"completed_at"`
}

// ModelComparisonBegin is a model of the API.
type ModelComparisonBegin struct {
	RunIds []string `json:"run_ids,omitzero"`
	// default: 50
	Newest     *int64  `json:"newest,omitzero"`
	Model      *string `json:"model,omitzero"`
	PromptNote *string `json:"prompt_note,omitzero"`
}

// ModelComparisonPage is a model of the API.
type ModelComparisonPage struct {
	Items      []ModelComparison `json:"items"`
	NextCursor *string           `json:"next_cursor,omitzero"`
}

// ModelComparisonResultsItem is a model of the API.
type ModelComparisonResultsItem struct {
	RunID string `json:"run_id"`
	// One of triage, investigation.
	Kind          string                           `json:"kind"`
	Label         *string                          `json:"label"`
	Before        ModelComparisonResultsItemBefore `json:"before"`
	After         *ModelComparisonResultsItemAfter `json:"after"`
	Error         *string                          `json:"error"`
	IsSameVerdict bool                             `json:"is_same_verdict"`
	StepsAdded    []string                         `json:"steps_added"`
	StepsGone     []string                         `json:"steps_gone"`
	ClaimsAdded   []string                         `json:"claims_added"`
	ClaimsGone    []string                         `json:"claims_gone"`
	CostUsd       *float64                         `json:"cost_usd"`
}

// ModelComparisonResultsItemAfter is a model of the API.
type ModelComparisonResultsItemAfter struct {
	Verdict    *string  `json:"verdict"`
	Confidence *float64 `json:"confidence"`
	// tools in call order
	Steps []string `json:"steps"`
	// supported sentences
	Claims []string `json:"claims"`
}

// ModelComparisonResultsItemBefore is a model of the API.
type ModelComparisonResultsItemBefore struct {
	Verdict    *string  `json:"verdict"`
	Confidence *float64 `json:"confidence"`
	// tools in call order
	Steps []string `json:"steps"`
	// supported sentences
	Claims []string `json:"claims"`
}

// ModelComparisonSummary is a model of the API.
type ModelComparisonSummary struct {
	Runs     int64 `json:"runs"`
	Compared int64 `json:"compared"`
	Failed   int64 `json:"failed"`
	// number of runs with another verdict
	Changed     int64    `json:"changed"`
	Labelled    int64    `json:"labelled"`
	RightBefore *float64 `json:"right_before"`
	RightAfter  *float64 `json:"right_after"`
}

// ModelCredential is a model of the API.
type ModelCredential struct {
	// One of svc, anthropic, azure-openai, openai-compatible.
	Provider      string         `json:"provider"`
	BaseURL       *string        `json:"base_url"`
	Model         *string        `json:"model"`
	HasAPIKey     bool           `json:"has_api_key"`
	Settings      map[string]any `json:"settings"`
	Enabled       bool           `json:"enabled"`
	CreatedAt     time.Time      `json:"created_at"`
	UpdatedAt     time.Time      `json:"updated_at"`
	LastRotatedAt *time.Time     `json:"last_rotated_at"`
}

// ModelCredentialPut is a model of the API.
type ModelCredentialPut struct {
	// One of svc, anthropic, azure-openai, openai-compatible.
	Provider string           `json:"provider"`
	BaseURL  Nullable[string] `json:"base_url,omitzero"`
	Model    Nullable[string] `json:"model,omitzero"`
	APIKey   Nullable[string] `json:"api_key,omitzero"`
	Settings map[string]any   `json:"settings,omitzero"`
	Enabled  *bool            `json:"enabled,omitzero"`
}

// ModelStatus is a model of the API.
type ModelStatus struct {
	// One of tenant, installation.
	Source *string `json:"source"`
	// One of svc, anthropic, azure-openai, openai-compatible.
	Provider        *string `json:"provider"`
	Model           *string `json:"model"`
	BaseURL         *string `json:"base_url"`
	Host            *string `json:"host"`
	KeySet          bool    `json:"key_set"`
	AirgapEnabled   bool    `json:"airgap_enabled"`
	AirgapCompliant bool    `json:"airgap_compliant"`
	IsLocal         bool    `json:"is_local"`
	// One of live, deterministic_fallback.
	EffectivePath string `json:"effective_path"`
	PolicyNote    string `json:"policy_note"`
	// use of today’s budget (UTC)
	Today ModelStatusToday `json:"today"`
}

// ModelStatusToday is: use of today’s budget (UTC)
type ModelStatusToday struct {
	Calls    int64 `json:"calls"`
	CallsMax int64 `json:"calls_max"`
	// tokens used; for running requests, the reserved tokens
	Tokens    int64    `json:"tokens"`
	TokensMax int64    `json:"tokens_max"`
	CostUsd   *float64 `json:"cost_usd"`
}

// ModelTest is a model of the API.
type ModelTest struct {
	Ok               bool     `json:"ok"`
	Reason           *string  `json:"reason"`
	Model            *string  `json:"model"`
	DurationMs       *float64 `json:"duration_ms"`
	PromptTokens     *float64 `json:"prompt_tokens"`
	CompletionTokens *float64 `json:"completion_tokens"`
	CostUsd          *float64 `json:"cost_usd"`
}

// NewApiKey is a model of the API.
type NewApiKey struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Prefix    string     `json:"prefix"`
	Scopes    []string   `json:"scopes"`
	ExpiresAt *time.Time `json:"expires_at"`
	// API keys that created this one; it ends with any of them
	MadeBy    []string  `json:"made_by"`
	CreatedAt time.Time `json:"created_at"`
	// shown only once
	Key string `json:"key"`
}

// NewInboxToken is a model of the API.
type NewInboxToken struct {
	ID          string `json:"id"`
	TemplateID  string `json:"template_id"`
	Label       string `json:"label"`
	Fingerprint string `json:"fingerprint"`
	// shown only once
	Token string `json:"token"`
	// path on the ingest service; a path that contains the token is secret too
	InboxURL string `json:"inbox_url"`
}

// NewIoc is a model of the API.
type NewIoc struct {
	ID string `json:"id"`
	// normalised value
	Value      string `json:"value"`
	Confidence int64  `json:"confidence"`
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	// One of white, clear, green, amber, red.
	Tlp           string         `json:"tlp"`
	ThreatActor   *string        `json:"threat_actor"`
	Campaign      *string        `json:"campaign"`
	MalwareFamily *string        `json:"malware_family"`
	Tags          []string       `json:"tags"`
	Source        string         `json:"source"`
	SourceRef     *string        `json:"source_ref"`
	LinkedAlerts  []string       `json:"linked_alerts"`
	Context       map[string]any `json:"context"`
	IsActive      bool           `json:"is_active"`
	ExpiresAt     *time.Time     `json:"expires_at"`
	FirstSeen     time.Time      `json:"first_seen"`
	LastSeen      time.Time      `json:"last_seen"`
	CreatedAt     time.Time      `json:"created_at"`
	// empty: shared with all tenants
	TenantID string `json:"tenant_id"`
	// One of ip, cidr, domain, url, md5, sha1, sha256, email, filename, ja3, ja4, user_agent.
	IOCType            string     `json:"ioc_type"`
	FalsePositive      bool       `json:"false_positive"`
	Seen               *SeenValue `json:"seen"`
	SeenUnknownBecause *string    `json:"seen_unknown_because"`
	Misp               *MispPush  `json:"misp"`
	// equivalent values, such as the URL of a value sent without a scheme with http and with https
	Others []Ioc `json:"others"`
}

// NewProvisioningToken is a model of the API.
type NewProvisioningToken struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// the first characters of the secret
	Prefix string `json:"prefix"`
	// tenant of the token
	OrgID         string     `json:"org_id"`
	CreatedAt     time.Time  `json:"created_at"`
	LastUsedAt    *time.Time `json:"last_used_at"`
	ExpiresAt     *time.Time `json:"expires_at"`
	RevokedAt     *time.Time `json:"revoked_at"`
	RotatedFromID *string    `json:"rotated_from_id"`
	Active        bool       `json:"active"`
	// shown only once
	Token string `json:"token"`
}

// NotificationPreferences is a model of the API.
type NotificationPreferences struct {
	UserID string `json:"user_id"`
	// channels in the order of delivery attempts: mail, push, slack and teams to the linked account, sms and voice to the verified number
	Channels []string `json:"channels"`
	// minimum severity of sent messages; urgent ones are always sent
	// One of info, low, medium, high, critical.
	MinSeverity string `json:"min_severity"`
	// kinds of general notifications to receive as well
	Kinds     []string `json:"kinds"`
	QuietFrom *string  `json:"quiet_from"`
	QuietTo   *string  `json:"quiet_to"`
	// time zone of the quiet hours, such as Europe/Berlin
	TimeZone string `json:"time_zone"`
}

// NotificationPreferencesPut is a model of the API.
type NotificationPreferencesPut struct {
	Channels []string `json:"channels"`
	// One of info, low, medium, high, critical.
	MinSeverity *string          `json:"min_severity,omitzero"`
	Kinds       []string         `json:"kinds,omitzero"`
	QuietFrom   Nullable[string] `json:"quiet_from,omitzero"`
	QuietTo     Nullable[string] `json:"quiet_to,omitzero"`
	TimeZone    *string          `json:"time_zone,omitzero"`
}

// NotificationReceipt is a model of the API.
type NotificationReceipt struct {
	ID             string `json:"id"`
	NotificationID string `json:"notification_id"`
	// One of escalation, sla_breach, sla_forecast, approval, oncall_handoff, mention, assignment, case_handoff, connector_health, source_health, coverage_drift, honeytoken, report, invitation, password_reset, phone_code, test.
	Kind string `json:"kind"`
	// One of info, low, medium, high, critical.
	Severity *string `json:"severity"`
	Title    string  `json:"title"`
	// console page of the message
	Path      string  `json:"path"`
	AboutKind *string `json:"about_kind"`
	AboutID   *string `json:"about_id"`
	// receiver as named by the escalation ladder or the sender
	Receiver string  `json:"receiver"`
	UserID   *string `json:"user_id"`
	// One of mail, push, chat, slack, teams, sms, voice, none.
	Channel string `json:"channel"`
	Address string `json:"address"`
	// One of queued, waiting, sending, sent, delivered, seen, answered, failed, skipped.
	Status     string     `json:"status"`
	Reason     *string    `json:"reason"`
	Tries      int64      `json:"tries"`
	DigestID   *string    `json:"digest_id"`
	CreatedAt  time.Time  `json:"created_at"`
	SentAt     *time.Time `json:"sent_at"`
	SeenAt     *time.Time `json:"seen_at"`
	AnsweredAt *time.Time `json:"answered_at"`
}

// NotificationReceiptPage is a model of the API.
type NotificationReceiptPage struct {
	Items      []NotificationReceipt `json:"items"`
	NextCursor *string               `json:"next_cursor,omitzero"`
}

// NotificationState is a model of the API.
type NotificationState struct {
	Mail     NotificationStateMail `json:"mail"`
	Push     NotificationStatePush `json:"push"`
	MailFrom *string               `json:"mail_from"`
}

// NotificationStateMail is a model of the API.
type NotificationStateMail struct {
	IsConfigured bool    `json:"is_configured"`
	Reason       *string `json:"reason"`
}

// NotificationStatePush is a model of the API.
type NotificationStatePush struct {
	IsConfigured bool    `json:"is_configured"`
	Reason       *string `json:"reason"`
}

// NotificationTest is a model of the API.
type NotificationTest struct {
	NotificationID string `json:"notification_id"`
}

// NotificationsSeen is a model of the API.
type NotificationsSeen struct {
	Ids []string `json:"ids"`
}

// NotificationsSeenCount is a model of the API.
type NotificationsSeenCount struct {
	Seen int64 `json:"seen"`
}

// OcsfVersion is a model of the API.
type OcsfVersion struct {
	// OCSF version of events in answers
	Version string `json:"version"`
	// OCSF version of stored events, the same for every tenant
	StoredAs  string   `json:"stored_as"`
	Available []string `json:"available"`
}

// OcsfVersionPut is a model of the API.
type OcsfVersionPut struct {
	Version string `json:"version"`
}

// OnDuty is a model of the API.
type OnDuty struct {
	RotationID string          `json:"rotation_id"`
	Rotation   string          `json:"rotation"`
	Turn       *int64          `json:"turn"`
	Scheduled  *Responder      `json:"scheduled"`
	Override   *OncallOverride `json:"override"`
	Covered    *Responder      `json:"covered"`
	Responder  *Responder      `json:"responder"`
	// true when the scheduled person is offline or snoozed
	IsStandIn   bool      `json:"is_stand_in"`
	NextHandoff time.Time `json:"next_handoff"`
}

// OnDutyPage is a model of the API.
type OnDutyPage struct {
	Items      []OnDuty `json:"items"`
	NextCursor *string  `json:"next_cursor,omitzero"`
}

// OncallOverridden is a model of the API.
type OncallOverridden struct {
	Override OncallOverride  `json:"override"`
	InReturn *OncallOverride `json:"in_return"`
}

// OncallOverride is a model of the API.
type OncallOverride struct {
	ID         string `json:"id"`
	RotationID string `json:"rotation_id"`
	// person on call in place of whoever has the shift
	UserID    string     `json:"user_id"`
	FromAt    time.Time  `json:"from_at"`
	UntilAt   time.Time  `json:"until_at"`
	Reason    string     `json:"reason"`
	CreatedBy string     `json:"created_by"`
	CreatedAt time.Time  `json:"created_at"`
	EndedAt   *time.Time `json:"ended_at"`
	EndedBy   *string    `json:"ended_by"`
}

// OncallOverrideCreate is a model of the API.
type OncallOverrideCreate struct {
	RotationID string                                 `json:"rotation_id"`
	UserID     string                                 `json:"user_id"`
	From       time.Time                              `json:"from"`
	Until      time.Time                              `json:"until"`
	Reason     string                                 `json:"reason"`
	InReturn   Nullable[OncallOverrideCreateInReturn] `json:"in_return,omitzero"`
}

// OncallOverrideCreateInReturn is a model of the API.
type OncallOverrideCreateInReturn struct {
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
}

// OncallOverridePage is a model of the API.
type OncallOverridePage struct {
	Items      []OncallOverride `json:"items"`
	NextCursor *string          `json:"next_cursor,omitzero"`
}

// OncallShift is a model of the API.
type OncallShift struct {
	RotationID    string    `json:"rotation_id"`
	UserID        string    `json:"user_id"`
	FromAt        time.Time `json:"from_at"`
	UntilAt       time.Time `json:"until_at"`
	OverrideID    *string   `json:"override_id"`
	CoveredUserID *string   `json:"covered_user_id"`
}

// OncallShiftPage is a model of the API.
type OncallShiftPage struct {
	Items      []OncallShift `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// OneTimePassword is a model of the API.
type OneTimePassword struct {
	// one-time password, shown only once; valid for one sign-in
	Password          string    `json:"password"`
	PasswordExpiresAt time.Time `json:"password_expires_at"`
}

// Organisation is a model of the API.
type Organisation struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// mssp or enterprise
	Kind string `json:"kind"`
	// true when this is the provider’s own tenant
	IsHome    bool      `json:"is_home"`
	CreatedAt time.Time `json:"created_at"`
}

// OrganisationPortfolio is a model of the API.
type OrganisationPortfolio struct {
	Items      []PortfolioTenant `json:"items"`
	NextCursor *string           `json:"next_cursor,omitzero"`
	// tenants for which the answer is empty or incomplete
	NotRead []OrganisationPortfolioNotReadItem `json:"not_read"`
	// true when delegations reach more than 500 tenants; the answer covers the first 500 by id
	TenantsLeftOff bool `json:"tenants_left_off"`
}

// OrganisationPortfolioNotReadItem is a model of the API.
type OrganisationPortfolioNotReadItem struct {
	TenantID string `json:"tenant_id"`
	Reason   string `json:"reason"`
}

// OrganisationQueue is a model of the API.
type OrganisationQueue struct {
	Items       []OrganisationQueueItem `json:"items"`
	NextCursor  *string                 `json:"next_cursor,omitzero"`
	TenantsRead int64                   `json:"tenants_read"`
	// tenants for which the answer is empty or incomplete
	NotRead []OrganisationQueueNotReadItem `json:"not_read"`
	// true when delegations reach more than 500 tenants; the answer covers the first 500 by id
	TenantsLeftOff bool `json:"tenants_left_off"`
}

// OrganisationQueueItem is a model of the API.
type OrganisationQueueItem struct {
	TenantID     string `json:"tenant_id"`
	TenantName   string `json:"tenant_name"`
	DelegationID string `json:"delegation_id"`
	// One of alert, case.
	Kind   string  `json:"kind"`
	ID     string  `json:"id"`
	Number *string `json:"number"`
	Title  string  `json:"title"`
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	Status   string `json:"status"`
	// priority of the alert; for a case, the priority of an alert with its severity
	Priority     int64      `json:"priority"`
	AssignedToID *string    `json:"assigned_to_id"`
	AssignedTo   *string    `json:"assigned_to"`
	WaitingSince time.Time  `json:"waiting_since"`
	DueAt        *time.Time `json:"due_at"`
	IsOverdue    *bool      `json:"is_overdue"`
	// fields hidden by the field rules of the tenant
	WithheldFields []string `json:"withheld_fields"`
}

// OrganisationQueueNotReadItem is a model of the API.
type OrganisationQueueNotReadItem struct {
	TenantID string `json:"tenant_id"`
	Reason   string `json:"reason"`
}

// OrganisationTemplate is a model of the API.
type OrganisationTemplate struct {
	ID          string                  `json:"id"`
	Name        string                  `json:"name"`
	Description *string                 `json:"description"`
	Documents   []ConfigurationDocument `json:"documents"`
	UpdatedBy   string                  `json:"updated_by"`
	UpdatedAt   time.Time               `json:"updated_at"`
}

// OrganisationTemplateApplied is a model of the API.
type OrganisationTemplateApplied struct {
	Items      []OrganisationTemplateAppliedItemsItem      `json:"items"`
	NotApplied []OrganisationTemplateAppliedNotAppliedItem `json:"not_applied"`
}

// OrganisationTemplateAppliedItemsItem is a model of the API.
type OrganisationTemplateAppliedItemsItem struct {
	TenantID string `json:"tenant_id"`
	Changes  int64  `json:"changes"`
}

// OrganisationTemplateAppliedNotAppliedItem is a model of the API.
type OrganisationTemplateAppliedNotAppliedItem struct {
	TenantID string `json:"tenant_id"`
	Reason   string `json:"reason"`
}

// OrganisationTemplateApply is a model of the API.
type OrganisationTemplateApply struct {
	Tenants []OrganisationTemplateApplyTenantsItem `json:"tenants"`
	Prune   *bool                                  `json:"prune,omitzero"`
}

// OrganisationTemplateApplyTenantsItem is a model of the API.
type OrganisationTemplateApplyTenantsItem struct {
	TenantID string `json:"tenant_id"`
	Digest   string `json:"digest"`
}

// OrganisationTemplatePage is a model of the API.
type OrganisationTemplatePage struct {
	Items      []OrganisationTemplate `json:"items"`
	NextCursor *string                `json:"next_cursor,omitzero"`
}

// OrganisationTemplatePlan is a model of the API.
type OrganisationTemplatePlan struct {
	Items          []OrganisationTemplatePlanItemsItem   `json:"items"`
	NotRead        []OrganisationTemplatePlanNotReadItem `json:"not_read"`
	TenantsLeftOff bool                                  `json:"tenants_left_off"`
}

// OrganisationTemplatePlanItemsItem is a model of the API.
type OrganisationTemplatePlanItemsItem struct {
	TenantID   string                `json:"tenant_id"`
	TenantName string                `json:"tenant_name"`
	Changes    []ConfigurationChange `json:"changes"`
	Unchanged  int64                 `json:"unchanged"`
	// digest to send to apply, which refuses when something changed since
	Digest string `json:"digest"`
}

// OrganisationTemplatePlanNotReadItem is a model of the API.
type OrganisationTemplatePlanNotReadItem struct {
	TenantID string `json:"tenant_id"`
	Reason   string `json:"reason"`
}

// OrganisationTemplatePlanned is a model of the API.
type OrganisationTemplatePlanned struct {
	// default: all tenants under delegation
	Tenants []string `json:"tenants,omitzero"`
	// remove resources that the template does not name, of the kinds it includes
	Prune *bool `json:"prune,omitzero"`
}

// OrganisationTemplatePut is a model of the API.
type OrganisationTemplatePut struct {
	Name           string                  `json:"name"`
	Description    Nullable[string]        `json:"description,omitzero"`
	Documents      []ConfigurationDocument `json:"documents,omitzero"`
	FromThisTenant []string                `json:"from_this_tenant,omitzero"`
}

// OrganisationTenant is a model of the API.
type OrganisationTenant struct {
	ID string `json:"id"`
}

// OrganisationTenantPage is a model of the API.
type OrganisationTenantPage struct {
	Items      []OrganisationTenant `json:"items"`
	NextCursor *string              `json:"next_cursor,omitzero"`
}

// OrganisationUsage is a model of the API.
type OrganisationUsage struct {
	Start string                       `json:"start"`
	End   string                       `json:"end"`
	Items []OrganisationUsageItemsItem `json:"items"`
	// totals over the listed tenants
	Totals map[string]float64 `json:"totals"`
	// false: a tenant is missing, or a figure is not measured
	IsWhole bool `json:"is_whole"`
	// tenants for which the answer is empty or incomplete
	NotRead []OrganisationUsageNotReadItem `json:"not_read"`
	// true when delegations reach more than 500 tenants; the answer covers the first 500 by id
	TenantsLeftOff bool `json:"tenants_left_off"`
}

// OrganisationUsageItemsItem is a model of the API.
type OrganisationUsageItemsItem struct {
	TenantID   string                                     `json:"tenant_id"`
	TenantName string                                     `json:"tenant_name"`
	Totals     map[string]float64                         `json:"totals"`
	Now        map[string]float64                         `json:"now"`
	Unmeasured []OrganisationUsageItemsItemUnmeasuredItem `json:"unmeasured"`
}

// OrganisationUsageItemsItemUnmeasuredItem is a model of the API.
type OrganisationUsageItemsItemUnmeasuredItem struct {
	Meter  string `json:"meter"`
	Reason string `json:"reason"`
}

// OrganisationUsageNotReadItem is a model of the API.
type OrganisationUsageNotReadItem struct {
	TenantID string `json:"tenant_id"`
	Reason   string `json:"reason"`
}

// OsqueryAnswer is a model of the API.
type OsqueryAnswer struct {
	NodeID string `json:"node_id"`
	// One of asked, answered, failed.
	State    string              `json:"state"`
	IsLate   bool                `json:"is_late"`
	Rows     []map[string]string `json:"rows"`
	RowCount *int64              `json:"row_count"`
	// number of rows beyond the limit, which were dropped
	LeftOut    int64      `json:"left_out"`
	Error      *string    `json:"error"`
	AskedAt    time.Time  `json:"asked_at"`
	AnsweredAt *time.Time `json:"answered_at"`
}

// OsqueryAnswerPage is a model of the API.
type OsqueryAnswerPage struct {
	Items      []OsqueryAnswer `json:"items"`
	NextCursor *string         `json:"next_cursor,omitzero"`
}

// OsqueryConfig is a model of the API.
type OsqueryConfig struct {
	Options    map[string]any                        `json:"options,omitzero"`
	Schedule   map[string]OsqueryConfigScheduleValue `json:"schedule,omitzero"`
	Packs      map[string]OsqueryConfigPacksValue    `json:"packs,omitzero"`
	Decorators *OsqueryConfigDecorators              `json:"decorators,omitzero"`
	FilePaths  map[string][]string                   `json:"file_paths,omitzero"`
}

// OsqueryConfigDecorators is a model of the API.
type OsqueryConfigDecorators struct {
	Load   []string `json:"load,omitzero"`
	Always []string `json:"always,omitzero"`
}

// OsqueryConfigOfTenant is a model of the API.
type OsqueryConfigOfTenant struct {
	Config    OsqueryConfig `json:"config"`
	UpdatedAt *time.Time    `json:"updated_at"`
}

// OsqueryConfigPacksValue is a model of the API.
type OsqueryConfigPacksValue struct {
	Platform  *string                                        `json:"platform,omitzero"`
	Version   *string                                        `json:"version,omitzero"`
	Shard     *int64                                         `json:"shard,omitzero"`
	Discovery []string                                       `json:"discovery,omitzero"`
	Queries   map[string]OsqueryConfigPacksValueQueriesValue `json:"queries"`
}

// OsqueryConfigPacksValueQueriesValue is a model of the API.
type OsqueryConfigPacksValueQueriesValue struct {
	Query string `json:"query"`
	// seconds
	Interval int64 `json:"interval"`
	// true: report all rows each time; false: only added and removed rows
	Snapshot *bool `json:"snapshot,omitzero"`
	// true (default): report removed rows too
	Removed     *bool   `json:"removed,omitzero"`
	Platform    *string `json:"platform,omitzero"`
	Version     *string `json:"version,omitzero"`
	Shard       *int64  `json:"shard,omitzero"`
	Denylist    *bool   `json:"denylist,omitzero"`
	Description *string `json:"description,omitzero"`
}

// OsqueryConfigScheduleValue is a model of the API.
type OsqueryConfigScheduleValue struct {
	Query string `json:"query"`
	// seconds
	Interval int64 `json:"interval"`
	// true: report all rows each time; false: only added and removed rows
	Snapshot *bool `json:"snapshot,omitzero"`
	// true (default): report removed rows too
	Removed     *bool   `json:"removed,omitzero"`
	Platform    *string `json:"platform,omitzero"`
	Version     *string `json:"version,omitzero"`
	Shard       *int64  `json:"shard,omitzero"`
	Denylist    *bool   `json:"denylist,omitzero"`
	Description *string `json:"description,omitzero"`
}

// OsqueryNode is a model of the API.
type OsqueryNode struct {
	ID             string    `json:"id"`
	HostIdentifier string    `json:"host_identifier"`
	Hostname       *string   `json:"hostname"`
	Platform       *string   `json:"platform"`
	OsName         *string   `json:"os_name"`
	OsqueryVersion *string   `json:"osquery_version"`
	EnrolledAt     time.Time `json:"enrolled_at"`
	// accurate to about ten seconds
	LastSeenAt time.Time  `json:"last_seen_at"`
	RevokedAt  *time.Time `json:"revoked_at"`
}

// OsqueryNodePage is a model of the API.
type OsqueryNodePage struct {
	Items      []OsqueryNode `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// OsqueryQueryCreate is a model of the API.
type OsqueryQueryCreate struct {
	SQL string `json:"sql"`
	// ids, host identifiers or host names; default: every host
	Hosts           []string `json:"hosts,omitzero"`
	DeadlineSeconds *int64   `json:"deadline_seconds,omitzero"`
}

// OsqueryQueryWithCounts is a model of the API.
type OsqueryQueryWithCounts struct {
	Counts OsqueryQueryWithCountsCounts `json:"counts"`
}

// OsqueryQueryWithCountsCounts is a model of the API.
type OsqueryQueryWithCountsCounts struct {
	// number of hosts that fetched the query
	Asked    int64 `json:"asked"`
	Answered int64 `json:"answered"`
	Failed   int64 `json:"failed"`
	// number of hosts that fetched the query and did not answer before the deadline
	Late int64 `json:"late"`
	Rows int64 `json:"rows"`
}

// OsqueryQueryWithCountsPage is a model of the API.
type OsqueryQueryWithCountsPage struct {
	Items      []OsqueryQueryWithCounts `json:"items"`
	NextCursor *string                  `json:"next_cursor,omitzero"`
}

// OsquerySecret is a model of the API.
type OsquerySecret struct {
	ID        string     `json:"id"`
	Label     string     `json:"label"`
	CreatedBy string     `json:"created_by"`
	CreatedAt time.Time  `json:"created_at"`
	RevokedAt *time.Time `json:"revoked_at"`
}

// OsquerySecretCreate is a model of the API.
type OsquerySecretCreate struct {
	Label string `json:"label"`
}

// OsquerySecretMade is a model of the API.
type OsquerySecretMade struct {
	ID        string    `json:"id"`
	Label     string    `json:"label"`
	CreatedBy string    `json:"created_by"`
	CreatedAt time.Time `json:"created_at"`
	Secret    string    `json:"secret"`
}

// OsquerySecretPage is a model of the API.
type OsquerySecretPage struct {
	Items      []OsquerySecret `json:"items"`
	NextCursor *string         `json:"next_cursor,omitzero"`
}

// Overlay is a model of the API.
type Overlay struct {
	RuleID   string `json:"rule_id"`
	Disabled bool   `json:"disabled"`
	// One of informational, low, medium, high, critical.
	MinSeverity *string `json:"min_severity"`
	// suppressed when each field has one of its values; a CIDR block such as 10.0.0.0/8 matches the addresses in it
	SuppressWhen map[string][]string `json:"suppress_when"`
	// suppressed when any field has one of its values; a CIDR block such as 10.0.0.0/8 matches the addresses in it
	Allowlists map[string][]string `json:"allowlists"`
	Author     string              `json:"author"`
	Reason     string              `json:"reason"`
	UpdatedAt  time.Time           `json:"updated_at"`
}

// OverlayPage is a model of the API.
type OverlayPage struct {
	Items      []Overlay `json:"items"`
	NextCursor *string   `json:"next_cursor,omitzero"`
}

// OverlayPut is a model of the API.
type OverlayPut struct {
	Disabled *bool `json:"disabled,omitzero"`
	// One of informational, low, medium, high, critical.
	MinSeverity Nullable[string] `json:"min_severity,omitzero"`
	// suppressed when each field has one of its values; a CIDR block such as 10.0.0.0/8 matches the addresses in it
	SuppressWhen map[string][]string `json:"suppress_when,omitzero"`
	// suppressed when any field has one of its values; a CIDR block such as 10.0.0.0/8 matches the addresses in it
	Allowlists map[string][]string `json:"allowlists,omitzero"`
	Reason     string              `json:"reason"`
}

// OwnPhone is a model of the API.
type OwnPhone struct {
	// E.164
	Number     string     `json:"number"`
	AskedAt    time.Time  `json:"asked_at"`
	VerifiedAt *time.Time `json:"verified_at"`
}

// OwnPhoneCode is a model of the API.
type OwnPhoneCode struct {
	Code string `json:"code"`
}

// OwnPhonePut is a model of the API.
type OwnPhonePut struct {
	// E.164
	Number string `json:"number"`
}

// OwnPhoneState is a model of the API.
type OwnPhoneState struct {
	Phone *OwnPhone `json:"phone"`
}

// OwnPhoneVerified is a model of the API.
type OwnPhoneVerified struct {
	IsVerified bool `json:"is_verified"`
}

// Passkey is a model of the API.
type Passkey struct {
	ID             string     `json:"id"`
	DeviceName     string     `json:"device_name"`
	Transports     []string   `json:"transports"`
	IsDiscoverable bool       `json:"is_discoverable"`
	LastUsedAt     *time.Time `json:"last_used_at"`
	CreatedAt      time.Time  `json:"created_at"`
}

// PasskeyChallenge is a model of the API.
type PasskeyChallenge struct {
	// email, for authenticators without discoverable passkeys
	Email *string `json:"email,omitzero"`
}

// PasskeyOptions is a model of the API.
type PasskeyOptions struct {
	Challenge string `json:"challenge"`
	// seconds
	ExpiresIn int64 `json:"expires_in"`
	// PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3
	PublicKey map[string]any `json:"publicKey"`
}

// PasskeyPage is a model of the API.
type PasskeyPage struct {
	Items      []Passkey `json:"items"`
	NextCursor *string   `json:"next_cursor,omitzero"`
}

// PasskeyRegister is a model of the API.
type PasskeyRegister struct {
	Challenge  string                    `json:"challenge"`
	Credential PasskeyRegisterCredential `json:"credential"`
	DeviceName string                    `json:"device_name"`
}

// PasskeyRegisterCredential is a model of the API.
type PasskeyRegisterCredential struct {
	ID    string `json:"id"`
	RawID string `json:"rawId"`
	// One of public-key.
	Type                    string                            `json:"type"`
	Response                PasskeyRegisterCredentialResponse `json:"response"`
	ClientExtensionResults  map[string]any                    `json:"clientExtensionResults"`
	AuthenticatorAttachment Nullable[string]                  `json:"authenticatorAttachment,omitzero"`
}

// PasskeyRegisterCredentialResponse is a model of the API.
type PasskeyRegisterCredentialResponse struct {
	ClientDataJSON    string `json:"clientDataJSON"`
	AttestationObject string `json:"attestationObject"`
}

// PasskeyVerify is a model of the API.
type PasskeyVerify struct {
	Challenge  string                  `json:"challenge"`
	Credential PasskeyVerifyCredential `json:"credential"`
}

// PasskeyVerifyCredential is a model of the API.
type PasskeyVerifyCredential struct {
	ID    string `json:"id"`
	RawID string `json:"rawId"`
	// One of public-key.
	Type                    string                          `json:"type"`
	Response                PasskeyVerifyCredentialResponse `json:"response"`
	ClientExtensionResults  map[string]any                  `json:"clientExtensionResults"`
	AuthenticatorAttachment Nullable[string]                `json:"authenticatorAttachment,omitzero"`
}

// PasskeyVerifyCredentialResponse is a model of the API.
type PasskeyVerifyCredentialResponse struct {
	ClientDataJSON    string `json:"clientDataJSON"`
	AuthenticatorData string `json:"authenticatorData"`
	Signature         string `json:"signature"`
}

// PasswordChange is a model of the API.
type PasswordChange struct {
	CurrentPassword string `json:"current_password"`
	NewPassword     string `json:"new_password"`
}

// PasswordResetConfirm is a model of the API.
type PasswordResetConfirm struct {
	Token       string `json:"token"`
	NewPassword string `json:"new_password"`
}

// PasswordResetRequest is a model of the API.
type PasswordResetRequest struct {
	Email  string  `json:"email"`
	Tenant *string `json:"tenant,omitzero"`
}

// PasswordResetRequested is a model of the API.
type PasswordResetRequested struct {
}

// Permission is a model of the API.
type Permission struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	// first word of the name; custom: defined by the tenant
	Category string `json:"category"`
	IsSystem bool   `json:"is_system"`
}

// PermissionCreate is a model of the API.
type PermissionCreate struct {
	// custom: followed by one to three words
	Name        string `json:"name"`
	Description string `json:"description"`
}

// PermissionPage is a model of the API.
type PermissionPage struct {
	Items      []Permission `json:"items"`
	NextCursor *string      `json:"next_cursor,omitzero"`
}

// PermissionPut is a model of the API.
type PermissionPut struct {
	Description string `json:"description"`
}

// PhishingSubmission is a model of the API.
type PhishingSubmission struct {
	ID string `json:"id"`
	// One of email, url, attachment, domain.
	ArtifactKind string  `json:"artifact_kind"`
	Subject      *string `json:"subject"`
	Sender       *string `json:"sender"`
	// no_signs does not mean harmless
	// One of malicious, suspicious, no_signs.
	Verdict          string                              `json:"verdict"`
	Score            int64                               `json:"score"`
	Signals          []PhishingSubmissionSignalsItem     `json:"signals"`
	Authentication   *PhishingSubmissionAuthentication   `json:"authentication"`
	Links            []PhishingSubmissionLinksItem       `json:"links"`
	Attachments      []PhishingSubmissionAttachmentsItem `json:"attachments"`
	AttachmentHashes []string                            `json:"attachment_hashes"`
	NotChecked       []string                            `json:"not_checked"`
	AlertID          *string                             `json:"alert_id"`
	SubmittedBy      string                              `json:"submitted_by"`
	CreatedAt        time.Time                           `json:"created_at"`
}

// PhishingSubmissionAttachmentsItem is a model of the API.
type PhishingSubmissionAttachmentsItem struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Bytes  int64  `json:"bytes"`
	Sha256 string `json:"sha256"`
}

// PhishingSubmissionAuthentication is: results of the receiving mail server
type PhishingSubmissionAuthentication struct {
	// One of pass, fail, other, none.
	Spf string `json:"spf"`
	// One of pass, fail, other, none.
	Dkim string `json:"dkim"`
	// One of pass, fail, other, none.
	Dmarc string `json:"dmarc"`
}

// PhishingSubmissionLinksItem is a model of the API.
type PhishingSubmissionLinksItem struct {
	URL  string `json:"url"`
	Text string `json:"text"`
}

// PhishingSubmissionPage is a model of the API.
type PhishingSubmissionPage struct {
	Items      []PhishingSubmission `json:"items"`
	NextCursor *string              `json:"next_cursor,omitzero"`
}

// PhishingSubmissionSignalsItem is a model of the API.
type PhishingSubmissionSignalsItem struct {
	Name   string `json:"name"`
	Weight int64  `json:"weight"`
	Detail string `json:"detail"`
}

// PhishingSubmit is a model of the API.
type PhishingSubmit struct {
	// One of email, url, attachment, domain.
	ArtifactKind string `json:"artifact_kind"`
	// email: the message with headers; domain: the domain name
	RawContent *string  `json:"raw_content,omitzero"`
	Sender     *string  `json:"sender,omitzero"`
	Subject    *string  `json:"subject,omitzero"`
	Urls       []string `json:"urls,omitzero"`
	// SHA-256 of attachments; files are never stored
	AttachmentHashes []string `json:"attachment_hashes,omitzero"`
}

// Playbook is a model of the API.
type Playbook struct {
	ID        string  `json:"id"`
	Version   int64   `json:"version"`
	Enabled   bool    `json:"enabled"`
	IsBuiltin bool    `json:"is_builtin"`
	Author    *string `json:"author"`
	// playbook with name, trigger and steps, as in docs/playbooks.md
	Document    map[string]any `json:"document"`
	CreatedAt   *time.Time     `json:"created_at"`
	UpdatedAt   *time.Time     `json:"updated_at"`
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Tags        []string       `json:"tags"`
	Trigger     string         `json:"trigger"`
}

// PlaybookChange is a model of the API.
type PlaybookChange struct {
	// playbook with name, trigger and steps, as in docs/playbooks.md
	Document map[string]any `json:"document,omitzero"`
	Enabled  *bool          `json:"enabled,omitzero"`
}

// PlaybookCheck is a model of the API.
type PlaybookCheck struct {
	// playbook with name, trigger and steps, as in docs/playbooks.md
	Document map[string]any `json:"document"`
}

// PlaybookChecked is a model of the API.
type PlaybookChecked struct {
	Valid    bool                          `json:"valid"`
	Problems []PlaybookCheckedProblemsItem `json:"problems"`
}

// PlaybookCheckedProblemsItem is a model of the API.
type PlaybookCheckedProblemsItem struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// PlaybookCreate is a model of the API.
type PlaybookCreate struct {
	// playbook with name, trigger and steps, as in docs/playbooks.md
	Document map[string]any `json:"document"`
	Enabled  *bool          `json:"enabled,omitzero"`
}

// PlaybookDryRun is a model of the API.
type PlaybookDryRun struct {
	// playbook with name, trigger and steps, as in docs/playbooks.md
	Document   map[string]any   `json:"document"`
	PlaybookID Nullable[string] `json:"playbook_id,omitzero"`
	// value of `trigger` in the steps
	Context map[string]any   `json:"context,omitzero"`
	AlertID Nullable[string] `json:"alert_id,omitzero"`
	CaseID  Nullable[string] `json:"case_id,omitzero"`
}

// PlaybookExecute is a model of the API.
type PlaybookExecute struct {
	// value of `trigger` in the steps
	Context map[string]any   `json:"context,omitzero"`
	AlertID Nullable[string] `json:"alert_id,omitzero"`
	CaseID  Nullable[string] `json:"case_id,omitzero"`
	DryRun  *bool            `json:"dry_run,omitzero"`
}

// PlaybookHook is a model of the API.
type PlaybookHook struct {
	HookID     string     `json:"hook_id"`
	PlaybookID string     `json:"playbook_id"`
	Label      string     `json:"label"`
	CreatedBy  string     `json:"created_by"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsed   *time.Time `json:"last_used"`
}

// PlaybookHookCreate is a model of the API.
type PlaybookHookCreate struct {
	Label string `json:"label"`
}

// PlaybookHookCreated is a model of the API.
type PlaybookHookCreated struct {
	HookID     string     `json:"hook_id"`
	PlaybookID string     `json:"playbook_id"`
	Label      string     `json:"label"`
	CreatedBy  string     `json:"created_by"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsed   *time.Time `json:"last_used"`
	// secret that signs deliveries, shown only once
	Secret string `json:"secret"`
}

// PlaybookHookPage is a model of the API.
type PlaybookHookPage struct {
	Items      []PlaybookHook `json:"items"`
	NextCursor *string        `json:"next_cursor,omitzero"`
}

// PlaybookHookStarted is a model of the API.
type PlaybookHookStarted struct {
	// One of started, repeated, condition_not_met.
	Status string  `json:"status"`
	RunID  *string `json:"run_id"`
}

// PlaybookPage is a model of the API.
type PlaybookPage struct {
	Items      []Playbook `json:"items"`
	NextCursor *string    `json:"next_cursor,omitzero"`
}

// PlaybookRollback is a model of the API.
type PlaybookRollback struct {
	Version int64 `json:"version"`
}

// PlaybookRun is a model of the API.
type PlaybookRun struct {
	RunID string `json:"run_id"`
	// `draft` for a document that was never saved
	PlaybookID string `json:"playbook_id"`
	// 0: a draft
	Version int64 `json:"version"`
	// One of pending, running, waiting, completed, failed, denied, expired, cancelled.
	Status            string     `json:"status"`
	DryRun            bool       `json:"dry_run"`
	Trigger           string     `json:"trigger"`
	RequestedBy       string     `json:"requested_by"`
	RequestedByPerson *string    `json:"requested_by_person"`
	CaseID            *string    `json:"case_id"`
	AlertID           *string    `json:"alert_id"`
	ParentRunID       *string    `json:"parent_run_id"`
	Step              *string    `json:"step"`
	StepsExecuted     int64      `json:"steps_executed"`
	StepsTotal        int64      `json:"steps_total"`
	WaitsFor          *string    `json:"waits_for"`
	Deadline          *time.Time `json:"deadline"`
	Error             *string    `json:"error"`
	StartedAt         time.Time  `json:"started_at"`
	CompletedAt       *time.Time `json:"completed_at"`
}

// PlaybookRunDetail is a model of the API.
type PlaybookRunDetail struct {
	RunID string `json:"run_id"`
	// `draft` for a document that was never saved
	PlaybookID string `json:"playbook_id"`
	// 0: a draft
	Version int64 `json:"version"`
	// One of pending, running, waiting, completed, failed, denied, expired, cancelled.
	Status            string     `json:"status"`
	DryRun            bool       `json:"dry_run"`
	Trigger           string     `json:"trigger"`
	RequestedBy       string     `json:"requested_by"`
	RequestedByPerson *string    `json:"requested_by_person"`
	CaseID            *string    `json:"case_id"`
	AlertID           *string    `json:"alert_id"`
	ParentRunID       *string    `json:"parent_run_id"`
	Step              *string    `json:"step"`
	StepsExecuted     int64      `json:"steps_executed"`
	StepsTotal        int64      `json:"steps_total"`
	WaitsFor          *string    `json:"waits_for"`
	Deadline          *time.Time `json:"deadline"`
	Error             *string    `json:"error"`
	StartedAt         time.Time  `json:"started_at"`
	CompletedAt       *time.Time `json:"completed_at"`
	// the playbook at the start of the run
	Document    map[string]any    `json:"document"`
	TriggerData map[string]any    `json:"trigger_data"`
	StepResults []PlaybookRunStep `json:"step_results"`
}

// PlaybookRunPage is a model of the API.
type PlaybookRunPage struct {
	Items      []PlaybookRun `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// PlaybookRunStep is a model of the API.
type PlaybookRunStep struct {
	Seq          int64     `json:"seq"`
	StepID       string    `json:"step_id"`
	Type         string    `json:"type"`
	Outcome      string    `json:"outcome"`
	Executed     bool      `json:"executed"`
	Verification *string   `json:"verification"`
	Reason       *string   `json:"reason"`
	Detail       *string   `json:"detail"`
	Ref          *string   `json:"ref"`
	At           time.Time `json:"at"`
}

// PlaybookSecret is a model of the API.
type PlaybookSecret struct {
	Name      string    `json:"name"`
	Hosts     []string  `json:"hosts"`
	ChangedBy string    `json:"changed_by"`
	ChangedAt time.Time `json:"changed_at"`
}

// PlaybookSecretPage is a model of the API.
type PlaybookSecretPage struct {
	Items      []PlaybookSecret `json:"items"`
	NextCursor *string          `json:"next_cursor,omitzero"`
}

// PlaybookSecretPut is a model of the API.
type PlaybookSecretPut struct {
	Value string `json:"value"`
	// hosts that may receive the secret, with the port if the address has one: siem.example:8089
	Hosts []string `json:"hosts"`
}

// PlaybookVersion is a model of the API.
type PlaybookVersion struct {
	Version int64   `json:"version"`
	Author  *string `json:"author"`
	// playbook with name, trigger and steps, as in docs/playbooks.md
	Document  map[string]any `json:"document"`
	CreatedAt time.Time      `json:"created_at"`
}

// PlaybookVersionPage is a model of the API.
type PlaybookVersionPage struct {
	Items      []PlaybookVersion `json:"items"`
	NextCursor *string           `json:"next_cursor,omitzero"`
}

// PortfolioTenant is a model of the API.
type PortfolioTenant struct {
	TenantID       string    `json:"tenant_id"`
	TenantName     string    `json:"tenant_name"`
	DelegationID   string    `json:"delegation_id"`
	Role           string    `json:"role"`
	ExpiresAt      time.Time `json:"expires_at"`
	OpenAlerts     *int64    `json:"open_alerts"`
	CriticalAlerts *int64    `json:"critical_alerts"`
	OverdueAlerts  *int64    `json:"overdue_alerts"`
	OpenCases      *int64    `json:"open_cases"`
	OverdueCases   *int64    `json:"overdue_cases"`
	Sources        *int64    `json:"sources"`
	LateSources    *int64    `json:"late_sources"`
	Events24h      *int64    `json:"events_24h"`
	// figures without a value, with the reason for each
	NotMeasured map[string]string `json:"not_measured"`
}

// Presence is a model of the API.
type Presence struct {
	UserID    string `json:"user_id"`
	UserEmail string `json:"user_email"`
	UserName  string `json:"user_name"`
	// One of available, busy, offline, snoozed.
	Status      string     `json:"status"`
	ScheduleRef *string    `json:"schedule_ref"`
	Rotation    *string    `json:"rotation"`
	Note        *string    `json:"note"`
	Until       *time.Time `json:"until"`
	UpdatedAt   time.Time  `json:"updated_at"`
}

// PresencePage is a model of the API.
type PresencePage struct {
	Items      []Presence `json:"items"`
	NextCursor *string    `json:"next_cursor,omitzero"`
}

// PresencePut is a model of the API.
type PresencePut struct {
	// One of available, busy, offline, snoozed.
	Status      string           `json:"status"`
	Note        Nullable[string] `json:"note,omitzero"`
	Rotation    Nullable[string] `json:"rotation,omitzero"`
	ScheduleRef Nullable[string] `json:"schedule_ref,omitzero"`
	// minutes of the state snoozed; default: 60
	SnoozeMinutes *int64 `json:"snooze_minutes,omitzero"`
}

// ProcessStart is a model of the API.
type ProcessStart struct {
	EventUID    string    `json:"event_uid"`
	Time        time.Time `json:"time"`
	ProcessName *string   `json:"process_name"`
	CmdLine     *string   `json:"cmd_line"`
	User        *string   `json:"user"`
	Pid         *int64    `json:"pid"`
	ParentPid   *int64    `json:"parent_pid"`
	ParentUID   *string   `json:"parent_uid"`
}

// ProcessTree is a model of the API.
type ProcessTree struct {
	Host     string  `json:"host"`
	FocusUID *string `json:"focus_uid"`
	// parents before children; at most some 100
	Nodes []ProcessStart `json:"nodes"`
	// parts of the tree that may be missing, with the reason
	NotShown []string `json:"not_shown"`
}

// ProvisioningToken is a model of the API.
type ProvisioningToken struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// the first characters of the secret
	Prefix string `json:"prefix"`
	// tenant of the token
	OrgID         string     `json:"org_id"`
	CreatedAt     time.Time  `json:"created_at"`
	LastUsedAt    *time.Time `json:"last_used_at"`
	ExpiresAt     *time.Time `json:"expires_at"`
	RevokedAt     *time.Time `json:"revoked_at"`
	RotatedFromID *string    `json:"rotated_from_id"`
	Active        bool       `json:"active"`
}

// ProvisioningTokenCreate is a model of the API.
type ProvisioningTokenCreate struct {
	Name          string          `json:"name"`
	ExpiresInDays Nullable[int64] `json:"expires_in_days,omitzero"`
}

// ProvisioningTokenPage is a model of the API.
type ProvisioningTokenPage struct {
	Items      []ProvisioningToken `json:"items"`
	NextCursor *string             `json:"next_cursor,omitzero"`
}

// ProvisioningTokenRotate is a model of the API.
type ProvisioningTokenRotate struct {
	// hours until the old secret expires; 0 revokes it at once
	GraceHours *int64 `json:"grace_hours,omitzero"`
}

// PurpleAlarm is a model of the API.
type PurpleAlarm struct {
	ID string `json:"id"`
	// test in a mode, or rule or technique on a host
	Subject     string  `json:"subject"`
	TechniqueID *string `json:"technique_id"`
	Title       string  `json:"title"`
	// execution or contract without a detection
	MissedBy string `json:"missed_by"`
	// previous execution or contract, with a detection
	DetectedBy string     `json:"detected_by"`
	RaisedAt   time.Time  `json:"raised_at"`
	ResolvedAt *time.Time `json:"resolved_at"`
}

// PurpleAlarmPage is a model of the API.
type PurpleAlarmPage struct {
	Items      []PurpleAlarm `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// PurpleExpectation is a model of the API.
type PurpleExpectation struct {
	ID          string  `json:"id"`
	HostRunID   *string `json:"host_run_id"`
	RuleID      *string `json:"rule_id"`
	TechniqueID *string `json:"technique_id"`
	Host        string  `json:"host"`
	// One of host, runner.
	Evidence string    `json:"evidence"`
	Since    time.Time `json:"since"`
	Deadline time.Time `json:"deadline"`
	// One of waiting, met, missed, unknown.
	Status string `json:"status"`
	// time at which each link was first observed
	Links PurpleExpectationLinks `json:"links"`
	// One of arrived, normalised, matched, fused, alerted.
	LastLink *string `json:"last_link"`
	// One of arrived, normalised, matched, fused, alerted.
	MissingLink *string `json:"missing_link"`
	AlertID     *string `json:"alert_id"`
	// rules that matched on the host since then
	FoundRules []string   `json:"found_rules"`
	Error      *string    `json:"error"`
	CreatedBy  string     `json:"created_by"`
	CreatedAt  time.Time  `json:"created_at"`
	DecidedAt  *time.Time `json:"decided_at"`
}

// PurpleExpectationCreate is a model of the API.
type PurpleExpectationCreate struct {
	RuleID *string `json:"rule_id,omitzero"`
	// of ATT&CK, such as T1059.004
	TechniqueID   *string `json:"technique_id,omitzero"`
	Host          string  `json:"host"`
	WithinSeconds *int64  `json:"within_seconds,omitzero"`
}

// PurpleExpectationLinks is: time at which each link was first observed
type PurpleExpectationLinks struct {
	Arrived    *time.Time `json:"arrived,omitzero"`
	Normalised *time.Time `json:"normalised,omitzero"`
	Matched    *time.Time `json:"matched,omitzero"`
	Fused      *time.Time `json:"fused,omitzero"`
	Alerted    *time.Time `json:"alerted,omitzero"`
}

// PurpleExpectationPage is a model of the API.
type PurpleExpectationPage struct {
	Items      []PurpleExpectation `json:"items"`
	NextCursor *string             `json:"next_cursor,omitzero"`
}

// PurpleHostRun is a model of the API.
type PurpleHostRun struct {
	ID          string `json:"id"`
	AtomicID    string `json:"atomic_id"`
	AtomicName  string `json:"atomic_name"`
	TechniqueID string `json:"technique_id"`
	Host        string `json:"host"`
	// One of host, runner.
	Evidence     string                      `json:"evidence"`
	Steps        PurpleHostRunSteps          `json:"steps"`
	LimitSeconds int64                       `json:"limit_seconds"`
	Expected     []PurpleHostRunExpectedItem `json:"expected"`
	// One of waiting, running, done, failed, cancelled, expired, lost.
	Status      string         `json:"status"`
	RequestedBy string         `json:"requested_by"`
	RequestedAt time.Time      `json:"requested_at"`
	ExpiresAt   time.Time      `json:"expires_at"`
	Runner      *string        `json:"runner"`
	BeganAt     *time.Time     `json:"began_at"`
	EndedAt     *time.Time     `json:"ended_at"`
	Result      *HostRunReport `json:"result"`
	EvidenceAt  *time.Time     `json:"evidence_at"`
}

// PurpleHostRunExpectedItem is a model of the API.
type PurpleHostRunExpectedItem struct {
	RuleID        *string `json:"rule_id,omitzero"`
	TechniqueID   *string `json:"technique_id,omitzero"`
	WithinSeconds int64   `json:"within_seconds"`
}

// PurpleHostRunPage is a model of the API.
type PurpleHostRunPage struct {
	Items      []PurpleHostRun `json:"items"`
	NextCursor *string         `json:"next_cursor,omitzero"`
}

// PurpleHostRunSteps is a model of the API.
type PurpleHostRunSteps struct {
	// One of sh, bash, powershell, command_prompt, manual.
	Executor       string                                `json:"executor"`
	Command        string                                `json:"command"`
	Cleanup        *string                               `json:"cleanup"`
	NeedsElevation bool                                  `json:"needs_elevation"`
	Platforms      []string                              `json:"platforms"`
	Prerequisites  []PurpleHostRunStepsPrerequisitesItem `json:"prerequisites"`
}

// PurpleHostRunStepsPrerequisitesItem is a model of the API.
type PurpleHostRunStepsPrerequisitesItem struct {
	Description string `json:"description"`
	// One of sh, bash, powershell, command_prompt, manual.
	Executor string  `json:"executor"`
	Check    string  `json:"check"`
	Get      *string `json:"get"`
}

// PurpleRound is a model of the API.
type PurpleRound struct {
	ID         string `json:"id"`
	ScheduleID string `json:"schedule_id"`
	Name       string `json:"name"`
	// One of live, dry.
	Mode      string     `json:"mode"`
	Tests     int64      `json:"tests"`
	Detected  *int64     `json:"detected"`
	Missed    *int64     `json:"missed"`
	Unknown   *int64     `json:"unknown"`
	StartedAt time.Time  `json:"started_at"`
	EndedAt   *time.Time `json:"ended_at"`
}

// PurpleRoundPage is a model of the API.
type PurpleRoundPage struct {
	Items      []PurpleRound `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// PurpleSchedule is a model of the API.
type PurpleSchedule struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// empty: the whole catalogue
	TestIds []string `json:"test_ids"`
	// One of live, dry.
	Mode       string    `json:"mode"`
	EveryHours int64     `json:"every_hours"`
	Enabled    bool      `json:"enabled"`
	CreatedBy  string    `json:"created_by"`
	CreatedAt  time.Time `json:"created_at"`
	// time of the next round
	NextAt time.Time `json:"next_at"`
}

// PurpleSchedulePage is a model of the API.
type PurpleSchedulePage struct {
	Items      []PurpleSchedule `json:"items"`
	NextCursor *string          `json:"next_cursor,omitzero"`
}

// PurpleScheduleWrite is a model of the API.
type PurpleScheduleWrite struct {
	Name       string `json:"name"`
	EveryHours int64  `json:"every_hours"`
	// default: live
	// One of live, dry.
	Mode *string `json:"mode,omitzero"`
	// empty: the whole catalogue
	TestIds []string `json:"test_ids,omitzero"`
	Enabled *bool    `json:"enabled,omitzero"`
}

// PurpleTeamCoverage is a model of the API.
type PurpleTeamCoverage struct {
	// number of techniques with an active rule or a test
	TotalTechniques     int64 `json:"total_techniques"`
	TechniquesWithRules int64 `json:"techniques_with_rules"`
	TestedTechniques    int64 `json:"tested_techniques"`
	// number of techniques with all tests detected
	DetectedTechniques int64                              `json:"detected_techniques"`
	OverallCoverage    *float64                           `json:"overall_coverage"`
	Techniques         []PurpleTeamCoverageTechniquesItem `json:"techniques"`
	// rules that detected a test in its latest run, with the number of tests
	TestedRules []PurpleTeamCoverageTestedRulesItem `json:"tested_rules"`
}

// PurpleTeamCoverageTechniquesItem is a model of the API.
type PurpleTeamCoverageTechniquesItem struct {
	TechniqueID string  `json:"technique_id"`
	Name        *string `json:"name"`
	Rules       int64   `json:"rules"`
	Tests       int64   `json:"tests"`
	// number of tests with a known outcome
	Tested int64 `json:"tested"`
	// One of detected, partly, missed, untested.
	Status        string                                         `json:"status"`
	LastExecution *PurpleTeamCoverageTechniquesItemLastExecution `json:"last_execution"`
}

// PurpleTeamCoverageTechniquesItemLastExecution is a model of the API.
type PurpleTeamCoverageTechniquesItemLastExecution struct {
	ID           string `json:"id"`
	AtomicTestID string `json:"atomic_test_id"`
	// One of detected, missed.
	Outcome     string    `json:"outcome"`
	CompletedAt time.Time `json:"completed_at"`
}

// PurpleTeamCoverageTestedRulesItem is a model of the API.
type PurpleTeamCoverageTestedRulesItem struct {
	RuleID string    `json:"rule_id"`
	Tests  int64     `json:"tests"`
	LastAt time.Time `json:"last_at"`
}

// PurpleTeamDrift is a model of the API.
type PurpleTeamDrift struct {
	From PurpleTeamSnapshot `json:"from"`
	To   PurpleTeamSnapshot `json:"to"`
	// techniques newly named by rules
	Added []string `json:"added"`
	// techniques that no rule names any more
	Dropped []string                     `json:"dropped"`
	Changed []PurpleTeamDriftChangedItem `json:"changed"`
}

// PurpleTeamDriftChangedItem is a model of the API.
type PurpleTeamDriftChangedItem struct {
	TechniqueID string `json:"technique_id"`
	// One of detected, partly, missed, untested.
	From string `json:"from"`
	// One of detected, partly, missed, untested.
	To string `json:"to"`
}

// PurpleTeamExecution is a model of the API.
type PurpleTeamExecution struct {
	ID           string `json:"id"`
	AtomicTestID string `json:"atomic_test_id"`
	TechniqueID  string `json:"technique_id"`
	// One of windows, linux, network, aws, okta, kubernetes, microsoft365.
	Platform string `json:"platform"`
	// One of live, dry.
	Mode string `json:"mode"`
	// One of pending, running, success, failed, cancelled.
	Status string `json:"status"`
	// One of detected, missed.
	Outcome                 *string                           `json:"outcome"`
	Detected                *bool                             `json:"detected"`
	DetectionLatencySeconds *float64                          `json:"detection_latency_seconds"`
	Events                  int64                             `json:"events"`
	EventsStored            *int64                            `json:"events_stored"`
	Findings                []PurpleTeamExecutionFindingsItem `json:"findings"`
	// rules that a dry execution cannot evaluate
	Undecided    []PurpleTeamExecutionUndecidedItem `json:"undecided"`
	AlertID      *string                            `json:"alert_id"`
	AlertSeconds *float64                           `json:"alert_seconds"`
	// One of sent, stored, rule_matched, alert.
	LastLink *string `json:"last_link"`
	// One of sent, stored, rule_matched, alert.
	MissingLink *string    `json:"missing_link"`
	Error       *string    `json:"error"`
	WaitSeconds int64      `json:"wait_seconds"`
	RequestedBy string     `json:"requested_by"`
	QueuedAt    time.Time  `json:"queued_at"`
	StartedAt   *time.Time `json:"started_at"`
	CompletedAt *time.Time `json:"completed_at"`
}

// PurpleTeamExecutionCreate is a model of the API.
type PurpleTeamExecutionCreate struct {
	AtomicTestID string `json:"atomic_test_id"`
	// default: live; dry: evaluates the active rules that name the technique, and sends nothing
	// One of live, dry.
	Mode *string `json:"mode,omitzero"`
	// seconds that a live execution waits for rules; default: 300
	WaitSeconds *int64 `json:"wait_seconds,omitzero"`
}

// PurpleTeamExecutionFindingsItem is a model of the API.
type PurpleTeamExecutionFindingsItem struct {
	RuleID         string   `json:"rule_id"`
	Title          string   `json:"title"`
	NamesTechnique bool     `json:"names_technique"`
	Seconds        *float64 `json:"seconds"`
}

// PurpleTeamExecutionPage is a model of the API.
type PurpleTeamExecutionPage struct {
	Items      []PurpleTeamExecution `json:"items"`
	NextCursor *string               `json:"next_cursor,omitzero"`
}

// PurpleTeamExecutionUndecidedItem is a model of the API.
type PurpleTeamExecutionUndecidedItem struct {
	RuleID string `json:"rule_id"`
	Reason string `json:"reason"`
}

// PurpleTeamSnapshot is a model of the API.
type PurpleTeamSnapshot struct {
	ID         string    `json:"id"`
	CapturedAt time.Time `json:"captured_at"`
	CapturedBy string    `json:"captured_by"`
	// One of manual.
	Trigger             string   `json:"trigger"`
	Note                *string  `json:"note"`
	TotalTechniques     int64    `json:"total_techniques"`
	TechniquesWithRules int64    `json:"techniques_with_rules"`
	TestedTechniques    int64    `json:"tested_techniques"`
	DetectedTechniques  int64    `json:"detected_techniques"`
	OverallCoverage     *float64 `json:"overall_coverage"`
}

// PurpleTeamSnapshotCreate is a model of the API.
type PurpleTeamSnapshotCreate struct {
	Note *string `json:"note,omitzero"`
}

// PurpleTeamSnapshotPage is a model of the API.
type PurpleTeamSnapshotPage struct {
	Items      []PurpleTeamSnapshot `json:"items"`
	NextCursor *string              `json:"next_cursor,omitzero"`
}

// PushPublicKey is a model of the API.
type PushPublicKey struct {
	PublicKey *string `json:"public_key"`
	Enabled   bool    `json:"enabled"`
}

// PushSubscribe is a model of the API.
type PushSubscribe struct {
	// result of toJSON() on the PushSubscription of the browser
	Subscription PushSubscribeSubscription `json:"subscription"`
	UserAgent    Nullable[string]          `json:"user_agent,omitzero"`
	Topics       []string                  `json:"topics,omitzero"`
}

// PushSubscribeSubscription is: result of toJSON() on the PushSubscription of the browser
type PushSubscribeSubscription struct {
	Endpoint       string                        `json:"endpoint"`
	Keys           PushSubscribeSubscriptionKeys `json:"keys"`
	ExpirationTime Nullable[float64]             `json:"expirationTime,omitzero"`
}

// PushSubscribeSubscriptionKeys is a model of the API.
type PushSubscribeSubscriptionKeys struct {
	P256dh string `json:"p256dh"`
	Auth   string `json:"auth"`
}

// PushSubscribed is a model of the API.
type PushSubscribed struct {
	ID             string   `json:"id"`
	VapidPublicKey string   `json:"vapid_public_key"`
	Topics         []string `json:"topics"`
}

// PushSubscription is a model of the API.
type PushSubscription struct {
	ID string `json:"id"`
	// host of the push service; the endpoint itself is secret
	Host      string    `json:"host"`
	Topics    []string  `json:"topics"`
	UserAgent *string   `json:"user_agent"`
	CreatedAt time.Time `json:"created_at"`
	ExpiresAt time.Time `json:"expires_at"`
}

// PushSubscriptionPage is a model of the API.
type PushSubscriptionPage struct {
	Items      []PushSubscription `json:"items"`
	NextCursor *string            `json:"next_cursor,omitzero"`
}

// PushTested is a model of the API.
type PushTested struct {
	Attempted int64 `json:"attempted"`
	Delivered int64 `json:"delivered"`
	// number of browsers unsubscribed
	Removed int64    `json:"removed"`
	Errors  []string `json:"errors"`
}

// PushUnsubscribe is a model of the API.
type PushUnsubscribe struct {
	Endpoint string `json:"endpoint"`
}

// PushUnsubscribed is a model of the API.
type PushUnsubscribed struct {
	Removed bool `json:"removed"`
}

// QueuedAlert is a model of the API.
type QueuedAlert struct {
	ID          string  `json:"id"`
	TenantID    string  `json:"tenant_id"`
	Title       string  `json:"title"`
	Description *string `json:"description"`
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	// One of new, triaged, in_progress, resolved, closed.
	Status            string   `json:"status"`
	Priority          int64    `json:"priority"`
	Category          *string  `json:"category"`
	RuleID            *string  `json:"rule_id"`
	ConnectorID       *string  `json:"connector_id"`
	ConnectorType     *string  `json:"connector_type"`
	ExternalID        *string  `json:"external_id"`
	ExternalURL       *string  `json:"external_url"`
	MitreTactics      []string `json:"mitre_tactics"`
	MitreTechniques   []string `json:"mitre_techniques"`
	AffectedIps       []string `json:"affected_ips"`
	AffectedHosts     []string `json:"affected_hosts"`
	AffectedUsers     []string `json:"affected_users"`
	Tags              []string `json:"tags"`
	AIScore           *float64 `json:"ai_score"`
	AISummary         *string  `json:"ai_summary"`
	AIRecommendations []string `json:"ai_recommendations"`
	// One of true_positive, false_positive, benign, needs_review.
	AIVerdict *string `json:"ai_verdict"`
	// confidence of triage in its verdict, 0 to 1
	AIConfidence *float64 `json:"ai_confidence"`
	// 0 to 100; null: not measured
	Confidence *int64 `json:"confidence"`
	// One of low, medium, high.
	ConfidenceLabel     *string  `json:"confidence_label"`
	ConfidenceRationale []string `json:"confidence_rationale"`
	// One of true_positive, benign_true_positive, false_positive, benign, escalate.
	Disposition  *string        `json:"disposition"`
	AssignedToID *string        `json:"assigned_to_id"`
	CaseID       *string        `json:"case_id"`
	EventTime    *time.Time     `json:"event_time"`
	FirstSeen    time.Time      `json:"first_seen"`
	LastSeen     time.Time      `json:"last_seen"`
	SnoozedUntil *time.Time     `json:"snoozed_until"`
	SnoozedByID  *string        `json:"snoozed_by_id"`
	ResolvedAt   *time.Time     `json:"resolved_at"`
	Metadata     map[string]any `json:"metadata"`
	// 0 to 100; null: not measured
	RiskScore           *float64   `json:"risk_score"`
	SignalCount         *int64     `json:"signal_count"`
	EventCount          *int64     `json:"event_count"`
	RuleCount           *int64     `json:"rule_count"`
	CreatedAt           time.Time  `json:"created_at"`
	UpdatedAt           time.Time  `json:"updated_at"`
	SLADueAt            *time.Time `json:"sla_due_at"`
	SLARemainingSeconds *int64     `json:"sla_remaining_seconds"`
	SLABreached         *bool      `json:"sla_breached"`
	SLAReason           *string    `json:"sla_reason"`
	// due_soon: within the last quarter of its time; no_sla: no target applies
	// One of breached, due_soon, on_track, no_sla.
	Bucket string `json:"bucket"`
}

// Report is a model of the API.
type Report struct {
	ID         string  `json:"id"`
	ScheduleID *string `json:"schedule_id"`
	// One of soc, customer.
	Kind        string    `json:"kind"`
	Title       string    `json:"title"`
	PeriodStart time.Time `json:"period_start"`
	PeriodEnd   time.Time `json:"period_end"`
	TimeZone    string    `json:"time_zone"`
	MadeBy      string    `json:"made_by"`
	CreatedAt   time.Time `json:"created_at"`
}

// ReportAlerts is a model of the API.
type ReportAlerts struct {
	Total int64 `json:"total"`
	// total of the preceding period of the same length
	TotalBefore int64                  `json:"total_before"`
	BySeverity  ReportAlertsBySeverity `json:"by_severity"`
	ByVerdict   ReportAlertsByVerdict  `json:"by_verdict"`
	Undecided   int64                  `json:"undecided"`
}

// ReportAlertsBySeverity is a model of the API.
type ReportAlertsBySeverity struct {
	Info     int64 `json:"info"`
	Low      int64 `json:"low"`
	Medium   int64 `json:"medium"`
	High     int64 `json:"high"`
	Critical int64 `json:"critical"`
}

// ReportAlertsByVerdict is a model of the API.
type ReportAlertsByVerdict struct {
	TruePositive       int64 `json:"true_positive"`
	BenignTruePositive int64 `json:"benign_true_positive"`
	FalsePositive      int64 `json:"false_positive"`
	Benign             int64 `json:"benign"`
	Escalate           int64 `json:"escalate"`
}

// ReportDocument is a model of the API.
type ReportDocument struct {
	Tenant            string                          `json:"tenant"`
	Alerts            ReportAlerts                    `json:"alerts"`
	Cases             ReportDocumentCases             `json:"cases"`
	TimeToAcknowledge ReportDocumentTimeToAcknowledge `json:"time_to_acknowledge"`
	TimeToResolve     ReportDocumentTimeToResolve     `json:"time_to_resolve"`
	SLA               ReportDocumentSla               `json:"sla"`
	// groups of similar alerts, largest first; empty in a report for customers
	Noise       []ReportDocumentNoiseItem `json:"noise"`
	TopEntities []ReportEntity            `json:"top_entities"`
	// cases opened in the period, most severe first
	NotableCases []ReportDocumentNotableCasesItem `json:"notable_cases"`
	Ingest       ReportDocumentIngest             `json:"ingest"`
	Unmeasured   []ReportDocumentUnmeasuredItem   `json:"unmeasured"`
}

// ReportDocumentCases is a model of the API.
type ReportDocumentCases struct {
	Opened       int64 `json:"opened"`
	OpenedBefore int64 `json:"opened_before"`
	Resolved     int64 `json:"resolved"`
	// open cases at the time of the report
	OpenNow int64 `json:"open_now"`
}

// ReportDocumentIngest is a model of the API.
type ReportDocumentIngest struct {
	Events       *int64 `json:"events"`
	EventsBefore *int64 `json:"events_before"`
}

// ReportDocumentNoiseItem is a model of the API.
type ReportDocumentNoiseItem struct {
	Alert          ReportDocumentNoiseItemAlert `json:"alert"`
	RuleID         *string                      `json:"rule_id"`
	Alerts         int64                        `json:"alerts"`
	Judged         int64                        `json:"judged"`
	FalsePositives int64                        `json:"false_positives"`
}

// ReportDocumentNoiseItemAlert is a model of the API.
type ReportDocumentNoiseItemAlert struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// ReportDocumentNotableCasesItem is a model of the API.
type ReportDocumentNotableCasesItem struct {
	Case ReportDocumentNotableCasesItemCase `json:"case"`
}

// ReportDocumentNotableCasesItemCase is a model of the API.
type ReportDocumentNotableCasesItemCase struct {
	ID     string `json:"id"`
	Number int64  `json:"number"`
	Title  string `json:"title"`
	// One of info, low, medium, high, critical.
	Severity string    `json:"severity"`
	Status   string    `json:"status"`
	OpenedAt time.Time `json:"opened_at"`
}

// ReportDocumentSla is a model of the API.
type ReportDocumentSla struct {
	Acknowledge ReportDocumentSlaAcknowledge `json:"acknowledge"`
	Resolve     ReportDocumentSlaResolve     `json:"resolve"`
}

// ReportDocumentSlaAcknowledge is a model of the API.
type ReportDocumentSlaAcknowledge struct {
	// cases with a target in the period
	Due int64 `json:"due"`
	Met int64 `json:"met"`
}

// ReportDocumentSlaResolve is a model of the API.
type ReportDocumentSlaResolve struct {
	// cases with a target in the period
	Due int64 `json:"due"`
	Met int64 `json:"met"`
}

// ReportDocumentTimeToAcknowledge is a model of the API.
type ReportDocumentTimeToAcknowledge struct {
	Seconds *int64 `json:"seconds"`
	// number of cases in the mean
	Of int64 `json:"of"`
}

// ReportDocumentTimeToResolve is a model of the API.
type ReportDocumentTimeToResolve struct {
	Seconds *int64 `json:"seconds"`
	// number of cases in the mean
	Of int64 `json:"of"`
}

// ReportDocumentUnmeasuredItem is a model of the API.
type ReportDocumentUnmeasuredItem struct {
	Figure string `json:"figure"`
	Reason string `json:"reason"`
}

// ReportEntity is a model of the API.
type ReportEntity struct {
	// One of host, user, ip.
	EntityType string `json:"entity_type"`
	Entity     string `json:"entity"`
	Alerts     int64  `json:"alerts"`
	// ids of the newest alerts
	AlertIds []string `json:"alert_ids"`
}

// ReportPage is a model of the API.
type ReportPage struct {
	Items      []Report `json:"items"`
	NextCursor *string  `json:"next_cursor,omitzero"`
}

// ReportPost is a model of the API.
type ReportPost struct {
	// One of soc, customer.
	Kind string `json:"kind"`
	// whole days before today in `time_zone`; this or `month`
	Days *int64 `json:"days,omitzero"`
	// calendar month in `time_zone`, such as 2026-11
	Month    *string `json:"month,omitzero"`
	Name     *string `json:"name,omitzero"`
	TimeZone *string `json:"time_zone,omitzero"`
}

// ReportSchedule is a model of the API.
type ReportSchedule struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// One of soc, customer.
	Kind string `json:"kind"`
	// One of daily, weekly, monthly.
	Frequency string `json:"frequency"`
	// day of weekly reports; 1 is Monday
	Weekday int64 `json:"weekday"`
	// hour in `time_zone`
	Hour     int64  `json:"hour"`
	TimeZone string `json:"time_zone"`
	// users who receive the report by mail
	UserIds []string `json:"user_ids"`
	// further addresses; the report for them omits fields that a field rule hides
	Addresses []string  `json:"addresses"`
	Enabled   bool      `json:"enabled"`
	CreatedBy string    `json:"created_by"`
	CreatedAt time.Time `json:"created_at"`
	NextRunAt time.Time `json:"next_run_at"`
}

// ReportSchedulePage is a model of the API.
type ReportSchedulePage struct {
	Items      []ReportSchedule `json:"items"`
	NextCursor *string          `json:"next_cursor,omitzero"`
}

// ReportSchedulePut is a model of the API.
type ReportSchedulePut struct {
	Name string `json:"name"`
	// `customer` omits figures about rules
	// One of soc, customer.
	Kind string `json:"kind"`
	// One of daily, weekly, monthly.
	Frequency string `json:"frequency"`
	// day of weekly reports; 1 is Monday
	Weekday   *int64   `json:"weekday,omitzero"`
	Hour      *int64   `json:"hour,omitzero"`
	TimeZone  *string  `json:"time_zone,omitzero"`
	UserIds   []string `json:"user_ids,omitzero"`
	Addresses []string `json:"addresses,omitzero"`
	Enabled   *bool    `json:"enabled,omitzero"`
}

// ReportWithMails is a model of the API.
type ReportWithMails struct {
	Report WholeReport           `json:"report"`
	Mails  []NotificationReceipt `json:"mails"`
	Mail   *string               `json:"mail"`
}

// ResidencyViolation is a model of the API.
type ResidencyViolation struct {
	ID             string    `json:"id"`
	Operation      string    `json:"operation"`
	Destination    string    `json:"destination"`
	ExpectedRegion *string   `json:"expected_region"`
	ActualRegion   *string   `json:"actual_region"`
	Detail         string    `json:"detail"`
	Refused        bool      `json:"refused"`
	OccurredAt     time.Time `json:"occurred_at"`
}

// ResidencyViolationPage is a model of the API.
type ResidencyViolationPage struct {
	Items      []ResidencyViolation `json:"items"`
	NextCursor *string              `json:"next_cursor,omitzero"`
}

// Responder is a model of the API.
type Responder struct {
	UserID    string `json:"user_id"`
	UserEmail string `json:"user_email"`
	UserName  string `json:"user_name"`
	// One of available, busy, offline, snoozed.
	Status *string `json:"status"`
}

// ResponseAction is a model of the API.
type ResponseAction struct {
	ID         string            `json:"id"`
	ActionType string            `json:"action_type"`
	Target     string            `json:"target"`
	Parameters map[string]string `json:"parameters"`
	Rationale  string            `json:"rationale"`
	// One of minimal, low, medium, high.
	BlastRadius string `json:"blast_radius"`
	// One of awaiting_approval, approved, rejected, running, completed, failed, rolling_back, rolled_back.
	Status string `json:"status"`
	// One of verified, not_verified, contradicted, simulated.
	Outcome     *string `json:"outcome"`
	Executor    *string `json:"executor"`
	ExecutorRef *string `json:"executor_ref"`
	Detail      *string `json:"detail"`
	// One of denied, expired, cancelled, no_integration, refused, unavailable, unknown_effect, contradicted, altered, given_up, not_taken_back, shadow_mode.
	Reason               *string    `json:"reason"`
	RequestedBy          string     `json:"requested_by"`
	RequestedByKind      string     `json:"requested_by_kind"`
	RequestedByPerson    *string    `json:"requested_by_person"`
	CaseID               *string    `json:"case_id"`
	AlertID              *string    `json:"alert_id"`
	RunID                *string    `json:"run_id"`
	Attempts             int64      `json:"attempts"`
	RollbackAfterSeconds *int64     `json:"rollback_after_seconds"`
	RollbackAt           *time.Time `json:"rollback_at"`
	CreatedAt            time.Time  `json:"created_at"`
	UpdatedAt            time.Time  `json:"updated_at"`
	EndedAt              *time.Time `json:"ended_at"`
}

// ResponseActionDryRun is a model of the API.
type ResponseActionDryRun struct {
	// One of block_ip, allow_ip, block_domain, block_ioc, isolate_host, kill_process, quarantine_file, run_av_scan, run_script, capture_forensics, disable_user, reset_password, revoke_session, suspend_session, force_mfa, create_ticket, notify, notify_slack, chatops.verify, chatops_verify.
	ActionType           string            `json:"action_type"`
	Target               *string           `json:"target,omitzero"`
	Parameters           map[string]string `json:"parameters,omitzero"`
	Rationale            string            `json:"rationale"`
	CaseID               Nullable[string]  `json:"case_id,omitzero"`
	AlertID              Nullable[string]  `json:"alert_id,omitzero"`
	RollbackAfterSeconds Nullable[int64]   `json:"rollback_after_seconds,omitzero"`
}

// ResponseActionPage is a model of the API.
type ResponseActionPage struct {
	Items      []ResponseAction `json:"items"`
	NextCursor *string          `json:"next_cursor,omitzero"`
}

// ResponseActionPlan is a model of the API.
type ResponseActionPlan struct {
	Target          string  `json:"target"`
	BlastRadius     string  `json:"blast_radius"`
	Permission      string  `json:"permission"`
	ApprovalBecause *string `json:"approval_because"`
	Executor        *string `json:"executor"`
	IsSimulated     bool    `json:"is_simulated"`
	IsReversible    bool    `json:"is_reversible"`
	// requests of this kind within the last hour: on this target; for messages, in total
	Recent     int64    `json:"recent"`
	RecentMax  int64    `json:"recent_max"`
	Checked    []string `json:"checked"`
	NotChecked []string `json:"not_checked"`
}

// ResponseActionRequest is a model of the API.
type ResponseActionRequest struct {
	// One of block_ip, allow_ip, block_domain, block_ioc, isolate_host, kill_process, quarantine_file, run_av_scan, run_script, capture_forensics, disable_user, reset_password, revoke_session, suspend_session, force_mfa, create_ticket, notify, notify_slack, chatops.verify, chatops_verify.
	ActionType           string            `json:"action_type"`
	Target               *string           `json:"target,omitzero"`
	Parameters           map[string]string `json:"parameters,omitzero"`
	Rationale            string            `json:"rationale"`
	CaseID               Nullable[string]  `json:"case_id,omitzero"`
	AlertID              Nullable[string]  `json:"alert_id,omitzero"`
	RollbackAfterSeconds Nullable[int64]   `json:"rollback_after_seconds,omitzero"`
	// a repeated key returns the first action
	IdempotencyKey  *string `json:"idempotency_key,omitzero"`
	ApprovalSeconds *int64  `json:"approval_seconds,omitzero"`
	// number of approvals needed
	Quorum *int64 `json:"quorum,omitzero"`
}

// ResponseActionRequested is a model of the API.
type ResponseActionRequested struct {
	Action   ResponseAction `json:"action"`
	Approval *Approval      `json:"approval"`
}

// ResponseActionType is a model of the API.
type ResponseActionType struct {
	Name  string `json:"name"`
	About string `json:"about"`
	// One of ip, domain, url, hash, host, user, process, file, message, alert.
	Target string `json:"target"`
	// One of minimal, low, medium, high.
	BlastRadius string `json:"blast_radius"`
	// true: always needs the approval of another person
	AlwaysApproved bool              `json:"always_approved"`
	IsReversible   bool              `json:"is_reversible"`
	Parameters     map[string]string `json:"parameters"`
}

// ResponseActionTypePage is a model of the API.
type ResponseActionTypePage struct {
	Items      []ResponseActionType `json:"items"`
	NextCursor *string              `json:"next_cursor,omitzero"`
}

// ResponseExecutor is a model of the API.
type ResponseExecutor struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// One of rest, jira, servicenow, webhook, slack, teams, smtp.
	Vendor       string            `json:"vendor"`
	Capabilities []string          `json:"capabilities"`
	BaseURL      string            `json:"base_url"`
	Settings     map[string]string `json:"settings"`
	HasSecret    bool              `json:"has_secret"`
	Enabled      bool              `json:"enabled"`
	CreatedAt    time.Time         `json:"created_at"`
}

// ResponseExecutorCreate is a model of the API.
type ResponseExecutorCreate struct {
	Name string `json:"name"`
	// One of rest, jira, servicenow, webhook, slack, teams, smtp.
	Vendor string `json:"vendor"`
	// default: all capabilities of the vendor
	Capabilities []string `json:"capabilities,omitzero"`
	BaseURL      string   `json:"base_url"`
	// jira: project, issue_type, user; servicenow: user, project (the assignment group); slack: channel; teams, for a bot: app_id, channel, directory; smtp: from, to, user, tls
	Settings map[string]string `json:"settings,omitzero"`
	Secret   Nullable[string]  `json:"secret,omitzero"`
	Enabled  *bool             `json:"enabled,omitzero"`
}

// ResponseExecutorPage is a model of the API.
type ResponseExecutorPage struct {
	Items      []ResponseExecutor `json:"items"`
	NextCursor *string            `json:"next_cursor,omitzero"`
}

// ResponseTargetRule is a model of the API.
type ResponseTargetRule struct {
	ID string `json:"id"`
	// One of allow, deny.
	List string `json:"list"`
	// * matches every action type
	ActionType string `json:"action_type"`
	// value, CIDR block, or name with *
	Pattern   string    `json:"pattern"`
	Reason    string    `json:"reason"`
	CreatedBy string    `json:"created_by"`
	CreatedAt time.Time `json:"created_at"`
}

// ResponseTargetRuleCreate is a model of the API.
type ResponseTargetRuleCreate struct {
	// One of allow, deny.
	List string `json:"list"`
	// One of *, block_ip, allow_ip, block_domain, block_ioc, isolate_host, kill_process, quarantine_file, run_av_scan, run_script, capture_forensics, disable_user, reset_password, revoke_session, suspend_session, force_mfa, create_ticket, notify, notify_slack, chatops.verify.
	ActionType *string `json:"action_type,omitzero"`
	Pattern    string  `json:"pattern"`
	Reason     string  `json:"reason"`
}

// ResponseTargetRulePage is a model of the API.
type ResponseTargetRulePage struct {
	Items      []ResponseTargetRule `json:"items"`
	NextCursor *string              `json:"next_cursor,omitzero"`
}

// RetentionRun is a model of the API.
type RetentionRun struct {
	ID string `json:"id"`
	// table of the lake, archive, or alerts
	Class string `json:"class"`
	// time before which records were due for removal
	Before  time.Time `json:"before"`
	Removed int64     `json:"removed"`
	Kept    *int64    `json:"kept"`
	HoldID  *string   `json:"hold_id"`
	Detail  *string   `json:"detail"`
	RanAt   time.Time `json:"ran_at"`
}

// RetentionRunPage is a model of the API.
type RetentionRunPage struct {
	Items      []RetentionRun `json:"items"`
	NextCursor *string        `json:"next_cursor,omitzero"`
}

// RiskSettings is a model of the API.
type RiskSettings struct {
	// default: true
	Enabled bool `json:"enabled"`
	// risk, 0 to 100, from which an alert is raised; default: 70
	Threshold int64 `json:"threshold"`
	// hours back in which alerts count; default: 72
	WindowHours int64 `json:"window_hours"`
}

// RiskSettingsPut is a model of the API.
type RiskSettingsPut struct {
	// default: true
	Enabled bool `json:"enabled"`
	// risk, 0 to 100, from which an alert is raised; default: 70
	Threshold int64 `json:"threshold"`
	// hours back in which alerts count; default: 72
	WindowHours int64 `json:"window_hours"`
}

// Role is a model of the API.
type Role struct {
	ID          string       `json:"id"`
	TenantID    *string      `json:"tenant_id"`
	Name        string       `json:"name"`
	Description *string      `json:"description"`
	IsSystem    bool         `json:"is_system"`
	Permissions []Permission `json:"permissions"`
}

// RoleAssign is a model of the API.
type RoleAssign struct {
	RoleID string `json:"role_id"`
}

// RolePage is a model of the API.
type RolePage struct {
	Items      []Role  `json:"items"`
	NextCursor *string `json:"next_cursor,omitzero"`
}

// RolePut is a model of the API.
type RolePut struct {
	Name          string           `json:"name"`
	Description   Nullable[string] `json:"description,omitzero"`
	PermissionIds []string         `json:"permission_ids"`
}

// Rotation is a model of the API.
type Rotation struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	TimeZone    string    `json:"time_zone"`
	StartsOn    string    `json:"starts_on"`
	HandoffAt   string    `json:"handoff_at"`
	HandoffDays int64     `json:"handoff_days"`
	UserIds     []string  `json:"user_ids"`
	CreatedBy   string    `json:"created_by"`
	CreatedAt   time.Time `json:"created_at"`
}

// RotationCreate is a model of the API.
type RotationCreate struct {
	Name     string `json:"name"`
	TimeZone string `json:"time_zone"`
	// date of the first shift
	StartsOn string `json:"starts_on"`
	// default: 09:00
	HandoffAt *string `json:"handoff_at,omitzero"`
	// default: 7
	HandoffDays *int64   `json:"handoff_days,omitzero"`
	UserIds     []string `json:"user_ids"`
}

// RotationPage is a model of the API.
type RotationPage struct {
	Items      []Rotation `json:"items"`
	NextCursor *string    `json:"next_cursor,omitzero"`
}

// RotationPatch is a model of the API.
type RotationPatch struct {
	UserIds     []string `json:"user_ids,omitzero"`
	TimeZone    *string  `json:"time_zone,omitzero"`
	HandoffAt   *string  `json:"handoff_at,omitzero"`
	HandoffDays *int64   `json:"handoff_days,omitzero"`
	// date of the first shift
	StartsOn *string `json:"starts_on,omitzero"`
}

// Rule is a model of the API.
type Rule struct {
	// UUID of the row for an own rule; rule name in signals for a built-in one
	ID string `json:"id"`
	// true: comes with the product; only its overlay can be changed
	IsBuiltin bool   `json:"is_builtin"`
	Version   *int64 `json:"version"`
	// One of sigma, eql, kql, yara.
	Language    string  `json:"language"`
	File        string  `json:"file"`
	Title       string  `json:"title"`
	Description *string `json:"description"`
	// One of informational, low, medium, high, critical.
	Severity       string   `json:"severity"`
	Status         *string  `json:"status"`
	Tags           []string `json:"tags"`
	FalsePositives []string `json:"false_positives"`
	// rule names in signals
	RuleIds []string `json:"rule_ids"`
	// true: active in this tenant
	Enabled   bool              `json:"enabled"`
	ChangedBy *string           `json:"changed_by"`
	CreatedAt *time.Time        `json:"created_at"`
	UpdatedAt *time.Time        `json:"updated_at"`
	Stopped   []RuleStoppedItem `json:"stopped"`
}

// RuleActivity is a model of the API.
type RuleActivity struct {
	Hours int64                   `json:"hours"`
	Rules RuleActivityRules       `json:"rules"`
	Hits  []RuleActivityHitsItem  `json:"hits"`
	Costs []RuleActivityCostsItem `json:"costs"`
	// false: further rules were evaluated, with lower cost
	CostsComplete bool `json:"costs_complete"`
	// false: further rules had hits, but fewer
	HitsComplete bool `json:"hits_complete"`
	// verdicts on the alerts of these hours, by the rule that names the alert
	Verdicts []RuleActivityVerdictsItem `json:"verdicts"`
}

// RuleActivityCostsItem is a model of the API.
type RuleActivityCostsItem struct {
	RuleID string `json:"rule_id"`
	// number of events the rule was evaluated on
	Evaluations int64    `json:"evaluations"`
	MeanUs      *float64 `json:"mean_us"`
}

// RuleActivityHitsItem is a model of the API.
type RuleActivityHitsItem struct {
	RuleID  string    `json:"rule_id"`
	Hits    int64     `json:"hits"`
	LastHit time.Time `json:"last_hit"`
}

// RuleActivityRules is a model of the API.
type RuleActivityRules struct {
	Own     int64 `json:"own"`
	Builtin int64 `json:"builtin"`
	// active rules, own and built-in
	Enabled int64 `json:"enabled"`
}

// RuleActivityVerdictsItem is a model of the API.
type RuleActivityVerdictsItem struct {
	RuleID        string `json:"rule_id"`
	Alerts        int64  `json:"alerts"`
	TruePositive  int64  `json:"true_positive"`
	Benign        int64  `json:"benign"`
	FalsePositive int64  `json:"false_positive"`
}

// RuleBackTest is a model of the API.
type RuleBackTest struct {
	WindowDays *int64 `json:"window_days,omitzero"`
	// maximum number of events, newest first; from and complete show the covered span
	Limit *int64 `json:"limit,omitzero"`
}

// RuleBackTestResult is a model of the API.
type RuleBackTestResult struct {
	// start of the event time evaluated
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// false: older events were left out because of limit, or archive files were not searched
	Complete       bool  `json:"complete"`
	EventsInWindow int64 `json:"events_in_window"`
	EventsScanned  int64 `json:"events_scanned"`
	// number of matching events and completed windows
	WouldFire  int64    `json:"would_fire"`
	WouldRaise *int64   `json:"would_raise"`
	HitRate    *float64 `json:"hit_rate"`
	// newest matches
	SampleMatches []RuleBackTestResultSampleMatchesItem `json:"sample_matches"`
	// number of events that cannot be read back and were not evaluated
	Unjudged int64 `json:"unjudged"`
	// reasons why some events were not evaluated in the lake or are not kept
	Reasons []string `json:"reasons"`
	// parts of the time span with events in archive files that were not searched; lost: these files are gone or damaged
	Archived []RuleBackTestResultArchivedItem `json:"archived"`
	// archive files searched beside the lake, with their events and size
	Archive RuleBackTestResultArchive `json:"archive"`
}

// RuleBackTestResultArchive is: archive files searched beside the lake, with their events and size
type RuleBackTestResultArchive struct {
	Files  int64 `json:"files"`
	Events int64 `json:"events"`
	Bytes  int64 `json:"bytes"`
}

// RuleBackTestResultArchivedItem is a model of the API.
type RuleBackTestResultArchivedItem struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// One of archived, lost.
	Reason string `json:"reason"`
}

// RuleBackTestResultSampleMatchesItem is a model of the API.
type RuleBackTestResultSampleMatchesItem struct {
	RuleID    string    `json:"rule_id"`
	Time      time.Time `json:"time"`
	EventUids []string  `json:"event_uids"`
	// values shared by the events of a window
	Group      []string `json:"group"`
	Raw        *string  `json:"raw"`
	Suppressed *string  `json:"suppressed"`
}

// RuleChanged is a model of the API.
type RuleChanged struct {
	// UUID of the row for an own rule; rule name in signals for a built-in one
	ID string `json:"id"`
	// true: comes with the product; only its overlay can be changed
	IsBuiltin bool   `json:"is_builtin"`
	Version   *int64 `json:"version"`
	// One of sigma, eql, kql, yara.
	Language    string  `json:"language"`
	File        string  `json:"file"`
	Title       string  `json:"title"`
	Description *string `json:"description"`
	// One of informational, low, medium, high, critical.
	Severity       string   `json:"severity"`
	Status         *string  `json:"status"`
	Tags           []string `json:"tags"`
	FalsePositives []string `json:"false_positives"`
	// rule names in signals
	RuleIds []string `json:"rule_ids"`
	// true: active in this tenant
	Enabled   bool       `json:"enabled"`
	ChangedBy *string    `json:"changed_by"`
	CreatedAt *time.Time `json:"created_at"`
	UpdatedAt *time.Time `json:"updated_at"`
}

// RuleCheck is a model of the API.
type RuleCheck struct {
	// One of sigma, eql, kql, yara.
	Language  string           `json:"language"`
	Text      string           `json:"text"`
	File      *string          `json:"file,omitzero"`
	InsteadOf Nullable[string] `json:"instead_of,omitzero"`
	Events    []map[string]any `json:"events,omitzero"`
	Format    *string          `json:"format,omitzero"`
}

// RuleChecked is a model of the API.
type RuleChecked struct {
	// true when the text is valid and can be stored
	Ok    bool    `json:"ok"`
	Title *string `json:"title"`
	// One of informational, low, medium, high, critical.
	Severity              *string                  `json:"severity"`
	RuleIds               []string                 `json:"rule_ids"`
	Faults                []RuleCheckedFaultsItem  `json:"faults"`
	Unresolved            []string                 `json:"unresolved"`
	Results               []RuleCheckedResultsItem `json:"results"`
	ResultsUnknownBecause *string                  `json:"results_unknown_because"`
}

// RuleCheckedFaultsItem is a model of the API.
type RuleCheckedFaultsItem struct {
	Line   int64  `json:"line"`
	Column int64  `json:"column"`
	Reason string `json:"reason"`
}

// RuleCheckedResultsItem is a model of the API.
type RuleCheckedResultsItem struct {
	Matches []string `json:"matches"`
	Refusal *string  `json:"refusal"`
	// ids of rules that were not decided because they exceeded the work limit of one evaluation or of this request; they count as no match
	Unfinished []string `json:"unfinished"`
	// matching rules that the tenant’s overlays suppress for this event: disabled, severity_floor, suppress_when, allowlist. The source of the event is not known here
	Suppressed []RuleCheckedResultsItemSuppressedItem `json:"suppressed"`
	// explanation per rule, and per step of a correlation rule
	Explanations []any `json:"explanations"`
}

// RuleCheckedResultsItemSuppressedItem is a model of the API.
type RuleCheckedResultsItemSuppressedItem struct {
	RuleID string `json:"rule_id"`
	Reason string `json:"reason"`
}

// RuleCreate is a model of the API.
type RuleCreate struct {
	// One of sigma, eql, kql, yara.
	Language string  `json:"language"`
	Text     string  `json:"text"`
	File     *string `json:"file,omitzero"`
	Enabled  *bool   `json:"enabled,omitzero"`
	// title, like the two members below, for an EQL or KQL query or YARA without meta; a Sigma rule contains its own
	Title *string `json:"title,omitzero"`
	// One of informational, low, medium, high, critical.
	Severity *string `json:"severity,omitzero"`
	// of ATT&CK
	Techniques []string `json:"techniques,omitzero"`
}

// RuleDetail is a model of the API.
type RuleDetail struct {
	// UUID of the row for an own rule; rule name in signals for a built-in one
	ID string `json:"id"`
	// true: comes with the product; only its overlay can be changed
	IsBuiltin bool   `json:"is_builtin"`
	Version   *int64 `json:"version"`
	// One of sigma, eql, kql, yara.
	Language    string  `json:"language"`
	File        string  `json:"file"`
	Title       string  `json:"title"`
	Description *string `json:"description"`
	// One of informational, low, medium, high, critical.
	Severity       string   `json:"severity"`
	Status         *string  `json:"status"`
	Tags           []string `json:"tags"`
	FalsePositives []string `json:"false_positives"`
	// rule names in signals
	RuleIds []string `json:"rule_ids"`
	// true: active in this tenant
	Enabled   bool                    `json:"enabled"`
	ChangedBy *string                 `json:"changed_by"`
	CreatedAt *time.Time              `json:"created_at"`
	UpdatedAt *time.Time              `json:"updated_at"`
	Stopped   []RuleDetailStoppedItem `json:"stopped"`
	Text      string                  `json:"text"`
}

// RuleDetailStoppedItem is a model of the API.
type RuleDetailStoppedItem struct {
	RuleID string    `json:"rule_id"`
	Time   time.Time `json:"time"`
	Reason string    `json:"reason"`
}

// RuleImport is a model of the API.
type RuleImport struct {
	Files []RuleImportFilesItem `json:"files"`
}

// RuleImportFilesItem is a model of the API.
type RuleImportFilesItem struct {
	// One of sigma, eql, kql, yara.
	Language string `json:"language"`
	File     string `json:"file"`
	Text     string `json:"text"`
}

// RuleImportReport is a model of the API.
type RuleImportReport struct {
	Created   int64                        `json:"created"`
	Updated   int64                        `json:"updated"`
	Unchanged int64                        `json:"unchanged"`
	Faults    []RuleImportReportFaultsItem `json:"faults"`
	// imported rules with placeholders that have no value; conditions with them match no event until PUT /rules/placeholders sets them
	Unresolved []RuleImportReportUnresolvedItem `json:"unresolved"`
}

// RuleImportReportFaultsItem is a model of the API.
type RuleImportReportFaultsItem struct {
	File   string `json:"file"`
	Line   int64  `json:"line"`
	Column int64  `json:"column"`
	Reason string `json:"reason"`
}

// RuleImportReportUnresolvedItem is a model of the API.
type RuleImportReportUnresolvedItem struct {
	File  string   `json:"file"`
	Line  int64    `json:"line"`
	Names []string `json:"names"`
}

// RuleNoise is a model of the API.
type RuleNoise struct {
	RuleID       string  `json:"rule_id"`
	RuleTitle    *string `json:"rule_title"`
	Alerts       int64   `json:"alerts"`
	TruePositive int64   `json:"true_positive"`
	// number of alerts with the verdict false positive or benign
	Noise     int64 `json:"noise"`
	Undecided int64 `json:"undecided"`
}

// RulePage is a model of the API.
type RulePage struct {
	Items      []Rule  `json:"items"`
	NextCursor *string `json:"next_cursor,omitzero"`
}

// RulePlaceholders is a model of the API.
type RulePlaceholders struct {
	// values by name
	Placeholders map[string][]string `json:"placeholders"`
}

// RuleReplace is a model of the API.
type RuleReplace struct {
	Text string  `json:"text"`
	File *string `json:"file,omitzero"`
}

// RuleStoppedItem is a model of the API.
type RuleStoppedItem struct {
	RuleID string    `json:"rule_id"`
	Time   time.Time `json:"time"`
	Reason string    `json:"reason"`
}

// RuleSuppression is a model of the API.
type RuleSuppression struct {
	ID     string `json:"id"`
	RuleID string `json:"rule_id"`
	// One of host, user, src_ip.
	Field     string     `json:"field"`
	Values    []string   `json:"values"`
	Reason    string     `json:"reason"`
	CreatedBy string     `json:"created_by"`
	CreatedAt time.Time  `json:"created_at"`
	ExpiresAt time.Time  `json:"expires_at"`
	EndedAt   *time.Time `json:"ended_at"`
	EndedBy   *string    `json:"ended_by"`
}

// RuleSuppressionCreate is a model of the API.
type RuleSuppressionCreate struct {
	RuleID string `json:"rule_id"`
	// One of host, user, src_ip.
	Field          string   `json:"field"`
	Values         []string `json:"values"`
	Reason         string   `json:"reason"`
	ExpiresInHours int64    `json:"expires_in_hours"`
}

// RuleSuppressionPage is a model of the API.
type RuleSuppressionPage struct {
	Items      []RuleSuppression `json:"items"`
	NextCursor *string           `json:"next_cursor,omitzero"`
}

// RuleSwitched is a model of the API.
type RuleSwitched struct {
	ID      string `json:"id"`
	Enabled bool   `json:"enabled"`
}

// RuleTest is a model of the API.
type RuleTest struct {
	Events []map[string]any `json:"events"`
	// source format of the events; default: auto
	Format  *string `json:"format,omitzero"`
	Explain *bool   `json:"explain,omitzero"`
}

// RuleTestResult is a model of the API.
type RuleTestResult struct {
	Results []RuleTestResultResultsItem `json:"results"`
}

// RuleTestResultResultsItem is a model of the API.
type RuleTestResultResultsItem struct {
	Matches []string `json:"matches"`
	Refusal *string  `json:"refusal"`
	// ids of rules that were not decided because they exceeded the work limit of one evaluation or of this request; they count as no match
	Unfinished []string `json:"unfinished"`
	// matching rules that the tenant’s overlays suppress for this event: disabled, severity_floor, suppress_when, allowlist. The source of the event is not known here
	Suppressed []RuleTestResultResultsItemSuppressedItem `json:"suppressed"`
	// explanation per rule, and per step of a correlation rule
	Explanations []any `json:"explanations"`
}

// RuleTestResultResultsItemSuppressedItem is a model of the API.
type RuleTestResultResultsItemSuppressedItem struct {
	RuleID string `json:"rule_id"`
	Reason string `json:"reason"`
}

// RuleVersion is a model of the API.
type RuleVersion struct {
	Version   int64     `json:"version"`
	Text      string    `json:"text"`
	ChangedBy string    `json:"changed_by"`
	CreatedAt time.Time `json:"created_at"`
}

// RuleVersionPage is a model of the API.
type RuleVersionPage struct {
	Items      []RuleVersion `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// SamlAnswer is a model of the API.
type SamlAnswer struct {
	Samlresponse string  `json:"SAMLResponse"`
	RelayState   *string `json:"RelayState,omitzero"`
}

// SampleReading is a model of the API.
type SampleReading struct {
	// the first 50
	Events      []EventReading `json:"events"`
	EventsTotal int64          `json:"events_total"`
	// false: the sample exceeds a limit, and only its beginning was read
	IsWhole bool  `json:"is_whole"`
	Read    int64 `json:"read"`
	Refused int64 `json:"refused"`
	Known   int64 `json:"known"`
	// number of events with an OCSF class other than base event
	Classed      int64 `json:"classed"`
	WithEntities int64 `json:"with_entities"`
	WithTime     int64 `json:"with_time"`
}

// SandboxConsent is a model of the API.
type SandboxConsent struct {
	Provider           string    `json:"provider"`
	UploadsEnabled     bool      `json:"uploads_enabled"`
	ConsentTextVersion string    `json:"consent_text_version"`
	ConsentText        string    `json:"consent_text"`
	DecidedBy          string    `json:"decided_by"`
	DecidedAt          time.Time `json:"decided_at"`
}

// SandboxConsentPut is a model of the API.
type SandboxConsentPut struct {
	// One of sandbox_local, sandbox_hosted, mock.
	Provider       string `json:"provider"`
	UploadsEnabled bool   `json:"uploads_enabled"`
	// version of the disclosure that was read
	ConsentTextVersion string `json:"consent_text_version"`
}

// SandboxFile is a model of the API.
type SandboxFile struct {
	FileBase64 string `json:"file_base64"`
	FileName   string `json:"file_name"`
	// One of sandbox_local, sandbox_hosted, mock.
	Provider string `json:"provider"`
	// false (default): look the hash up without uploading
	ConfirmUpload *bool `json:"confirm_upload,omitzero"`
}

// SandboxLookup is a model of the API.
type SandboxLookup struct {
	Sha256 string `json:"sha256"`
	// One of sandbox_local, sandbox_hosted, mock.
	Provider string `json:"provider"`
}

// SandboxProvider is a model of the API.
type SandboxProvider struct {
	// One of sandbox_local, sandbox_hosted, mock.
	Name           string  `json:"name"`
	Title          string  `json:"title"`
	Available      bool    `json:"available"`
	ExcludedReason *string `json:"excluded_reason"`
	// true when the tenant consented to the present disclosure
	UploadsEnabled bool                      `json:"uploads_enabled"`
	Consent        *SandboxConsent           `json:"consent"`
	Disclosure     SandboxProviderDisclosure `json:"disclosure"`
}

// SandboxProviderDisclosure is a model of the API.
type SandboxProviderDisclosure struct {
	Version string `json:"version"`
	Text    string `json:"text"`
}

// SandboxProviderPage is a model of the API.
type SandboxProviderPage struct {
	Items      []SandboxProvider `json:"items"`
	NextCursor *string           `json:"next_cursor,omitzero"`
}

// SandboxReport is a model of the API.
type SandboxReport struct {
	Handle string `json:"handle"`
	// One of pending, running, complete, failed.
	State string `json:"state"`
	// unavailable until the analysis is complete
	// One of malicious, suspicious, no_threats_found, unavailable.
	Verdict    string                  `json:"verdict"`
	Score      SandboxReportScore      `json:"score"`
	Family     SandboxReportFamily     `json:"family"`
	Signatures SandboxReportSignatures `json:"signatures"`
}

// SandboxReportFamily is a model of the API.
type SandboxReportFamily struct {
	Value  *string `json:"value"`
	Reason *string `json:"reason"`
}

// SandboxReportScore is a model of the API.
type SandboxReportScore struct {
	Value  *float64 `json:"value"`
	Reason *string  `json:"reason"`
}

// SandboxReportSignatures is a model of the API.
type SandboxReportSignatures struct {
	Value  []string `json:"value"`
	Reason *string  `json:"reason"`
}

// SandboxResult is a model of the API.
type SandboxResult struct {
	// One of known, pending, not_seen, upload_refused, could_not_check.
	Outcome string `json:"outcome"`
	// One of sandbox_local, sandbox_hosted, mock.
	Provider string  `json:"provider"`
	Detail   string  `json:"detail"`
	Sha256   *string `json:"sha256"`
	// true when the file left this installation
	Uploaded         bool           `json:"uploaded"`
	Report           *SandboxReport `json:"report"`
	Handle           *string        `json:"handle"`
	PollAfterSeconds *int64         `json:"poll_after_seconds"`
	// result of the upload policy
	Decision string   `json:"decision"`
	Warnings []string `json:"warnings"`
}

// SandboxSubmission is a model of the API.
type SandboxSubmission struct {
	ID       string `json:"id"`
	Provider string `json:"provider"`
	Kind     string `json:"kind"`
	// SHA-256 of the file, or the URL
	Artefact string `json:"artefact"`
	// One of known, pending, not_seen, upload_refused, could_not_check.
	Outcome     string    `json:"outcome"`
	Reason      string    `json:"reason"`
	Uploaded    bool      `json:"uploaded"`
	Handle      *string   `json:"handle"`
	RequestedBy string    `json:"requested_by"`
	CreatedAt   time.Time `json:"created_at"`
}

// SandboxSubmissionPage is a model of the API.
type SandboxSubmissionPage struct {
	Items      []SandboxSubmission `json:"items"`
	NextCursor *string             `json:"next_cursor,omitzero"`
}

// SandboxUrl is a model of the API.
type SandboxUrl struct {
	URL string `json:"url"`
	// One of sandbox_local, sandbox_hosted, mock.
	Provider string `json:"provider"`
}

// SavedSearch is a model of the API.
type SavedSearch struct {
	ID      string `json:"id"`
	OwnerID string `json:"owner_id"`
	Name    string `json:"name"`
	Query   string `json:"query"`
	// One of lucene, kql, sql.
	Language string `json:"language"`
	// hours that the search looks back
	Hours int64 `json:"hours"`
	// fields to show; empty: the person’s own choice
	Columns []string `json:"columns"`
	// true: visible to everybody in the tenant; only its owner changes it
	IsShared  bool      `json:"is_shared"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

// SavedSearchPage is a model of the API.
type SavedSearchPage struct {
	Items      []SavedSearch `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// SavedSearchPut is a model of the API.
type SavedSearchPut struct {
	Name  string `json:"name"`
	Query string `json:"query"`
	// One of lucene, kql, sql.
	Language *string  `json:"language,omitzero"`
	Hours    *int64   `json:"hours,omitzero"`
	Columns  []string `json:"columns,omitzero"`
	IsShared *bool    `json:"is_shared,omitzero"`
}

// SchemaDrift is a model of the API.
type SchemaDrift struct {
	ID string `json:"id"`
	// connector_id
	Source string `json:"source"`
	// mapping that parses the source, with its version
	Mapping string `json:"mapping"`
	// untracked: the source has more fields than svc tracks, so that further drift is not reported
	// One of new, vanished, untracked.
	Kind string `json:"kind"`
	// member names joined by dots, [] after a list; empty: the whole source
	Path      string    `json:"path"`
	NoticedAt time.Time `json:"noticed_at"`
	// event in which the drift was first seen
	EventUID       string     `json:"event_uid"`
	LastSeenBefore *time.Time `json:"last_seen_before"`
}

// SchemaDriftPage is a model of the API.
type SchemaDriftPage struct {
	Items      []SchemaDrift `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// ScimDocument is a model of the API.
type ScimDocument struct {
	Schemas []string `json:"schemas"`
}

// ScimList is a model of the API.
type ScimList struct {
	Schemas      []string       `json:"schemas"`
	TotalResults int64          `json:"totalResults"`
	StartIndex   int64          `json:"startIndex"`
	ItemsPerPage int64          `json:"itemsPerPage"`
	Resources    []ScimResource `json:"Resources"`
}

// ScimPatch is: schemas and Operations, as in RFC 7644, section 3.5.2
type ScimPatch struct {
}

// ScimResource is: resource as described by /scim/v2/Schemas: urn:ietf:params:scim:schemas:core:2.0:User, or a Group with urn:svc:params:scim:schemas:extension:2.0:Group
type ScimResource struct {
	Schemas []string `json:"schemas"`
	ID      string   `json:"id"`
}

// ScimResourceBody is: resource as described by /scim/v2/Schemas
type ScimResourceBody struct {
}

// ScimSearch is a model of the API.
type ScimSearch struct {
	Schemas            []string `json:"schemas,omitzero"`
	Attributes         []string `json:"attributes,omitzero"`
	ExcludedAttributes []string `json:"excludedAttributes,omitzero"`
	Filter             *string  `json:"filter,omitzero"`
	StartIndex         *int64   `json:"startIndex,omitzero"`
	Count              *int64   `json:"count,omitzero"`
}

// SearchJob is a model of the API.
type SearchJob struct {
	ID string `json:"id"`
	// full: the limit of 10000 events or 100000 rows is reached, and more match
	// One of running, done, full, cancelled, failed.
	State string `json:"state"`
	// One of lucene, kql, sql.
	Language string `json:"language"`
	// table: the query runs as a whole, and its rows are available when done; counts: field values with their event counts, for the time searched so far
	// One of events, table, counts.
	Gives    string    `json:"gives"`
	Query    string    `json:"query"`
	Fields   []string  `json:"fields"`
	AskedAt  time.Time `json:"asked_at"`
	FromTime time.Time `json:"from_time"`
	ToTime   time.Time `json:"to_time"`
	// the time from this to to_time has been searched
	AtTime time.Time `json:"at_time"`
	// events, table rows, or counted events found so far
	Found int64 `json:"found"`
	// pages of results available so far
	Pages   int64                  `json:"pages"`
	Missing []SearchJobMissingItem `json:"missing"`
	// number of events read from the lake for a KQL table so far
	ReadEvents int64      `json:"read_events"`
	Fault      *string    `json:"fault"`
	CreatedAt  time.Time  `json:"created_at"`
	EndedAt    *time.Time `json:"ended_at"`
}

// SearchJobCounts is a model of the API.
type SearchJobCounts struct {
	Facets []SearchJobCountsFacetsItem `json:"facets"`
	State  string                      `json:"state"`
	From   time.Time                   `json:"from"`
	To     time.Time                   `json:"to"`
}

// SearchJobCountsFacetsItem is a model of the API.
type SearchJobCountsFacetsItem struct {
	Field string `json:"field"`
	// values with the most events first; null: events without a value
	Values []SearchJobCountsFacetsItemValuesItem `json:"values"`
	// number of distinct values, counting a missing value as one
	Distinct int64 `json:"distinct"`
	// number of events with a value that is not listed
	OtherEvents int64 `json:"other_events"`
	// false: more values exist than are kept, and each count is a lower bound
	IsExact bool `json:"is_exact"`
}

// SearchJobCountsFacetsItemValuesItem is a model of the API.
type SearchJobCountsFacetsItemValuesItem struct {
	Value  *string `json:"value"`
	Events int64   `json:"events"`
}

// SearchJobMissingItem is a model of the API.
type SearchJobMissingItem struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// One of time, memory, unreadable, archived, lost, rows.
	Reason string `json:"reason"`
}

// SearchJobPage is a model of the API.
type SearchJobPage struct {
	Items      []SearchJob `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
}

// SearchJobResults is a model of the API.
type SearchJobResults struct {
	Job    SearchJob                    `json:"job"`
	Events []SearchJobResultsEventsItem `json:"events"`
}

// SearchJobResultsEventsItem is a model of the API.
type SearchJobResultsEventsItem struct {
	EventUID string         `json:"event_uid"`
	Time     time.Time      `json:"time"`
	Fields   map[string]any `json:"fields"`
	Cut      []string       `json:"cut"`
}

// SearchJobTable is a model of the API.
type SearchJobTable struct {
	Columns []SearchJobTableColumnsItem `json:"columns"`
	// number of rows of the query; the kept rows are the first ones
	RowsInAll int64                 `json:"rows_in_all"`
	Render    *SearchJobTableRender `json:"render"`
	// tables that the query read
	Reads   []SearchJobTableReadsItem `json:"reads"`
	Archive SearchJobTableArchive     `json:"archive"`
	Rows    [][]any                   `json:"rows"`
}

// SearchJobTableArchive is a model of the API.
type SearchJobTableArchive struct {
	Files  int64 `json:"files"`
	Events int64 `json:"events"`
	Bytes  int64 `json:"bytes"`
}

// SearchJobTableColumnsItem is a model of the API.
type SearchJobTableColumnsItem struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// SearchJobTableReadsItem is a model of the API.
type SearchJobTableReadsItem struct {
	Table string    `json:"table"`
	From  time.Time `json:"from"`
	To    time.Time `json:"to"`
	// events in the time span
	Scanned int64 `json:"scanned"`
	// number of those events that the query ran over
	Events int64 `json:"events"`
}

// SearchJobTableRender is: chart that the query requests
type SearchJobTableRender struct {
	Chart      string            `json:"chart"`
	Properties map[string]string `json:"properties"`
}

// SecondsSpread is a model of the API.
type SecondsSpread struct {
	Mean   int64 `json:"mean"`
	Median int64 `json:"median"`
	P90    int64 `json:"p90"`
}

// SeenValue is a model of the API.
type SeenValue struct {
	// false: no event column holds values of this kind
	IsIndexed   bool                   `json:"is_indexed"`
	Events      int64                  `json:"events"`
	FirstSeen   *time.Time             `json:"first_seen"`
	LastSeen    *time.Time             `json:"last_seen"`
	Sources     []SeenValueSourcesItem `json:"sources"`
	IndexedFrom *string                `json:"indexed_from"`
}

// SeenValueSourcesItem is a model of the API.
type SeenValueSourcesItem struct {
	Source string `json:"source"`
	Events int64  `json:"events"`
}

// ShadowMode is a model of the API.
type ShadowMode struct {
	// * stands for every class without a flag of its own
	AlertClass string    `json:"alert_class"`
	Enabled    bool      `json:"enabled"`
	SetBy      string    `json:"set_by"`
	SetAt      time.Time `json:"set_at"`
}

// ShadowModePage is a model of the API.
type ShadowModePage struct {
	Items      []ShadowMode `json:"items"`
	NextCursor *string      `json:"next_cursor,omitzero"`
}

// ShadowModePut is a model of the API.
type ShadowModePut struct {
	Enabled bool `json:"enabled"`
}

// ShadowReconciliation is a model of the API.
type ShadowReconciliation struct {
	// One of disabled, not_measuring, no_connector, blocked, degraded, ok.
	State      string                          `json:"state"`
	Connectors []ShadowReconciliationConnector `json:"connectors"`
}

// ShadowReconciliationConnector is: state null: not read yet; watermark: source time up to which findings were read
type ShadowReconciliationConnector struct {
	ConnectorID string `json:"connector_id"`
	Name        string `json:"name"`
	Type        string `json:"type"`
	// One of ok, idle, blocked, transient.
	State     *string    `json:"state"`
	Reason    *string    `json:"reason"`
	Watermark *time.Time `json:"watermark"`
	LastRunAt *time.Time `json:"last_run_at"`
	NextRunAt *time.Time `json:"next_run_at"`
	// number of closed findings read; a finding in two read windows counts twice
	ClosuresRead int64 `json:"closures_read"`
	// number of closed findings that labelled a decision
	ClosuresMatched int64 `json:"closures_matched"`
}

// ShadowVerb is a model of the API.
type ShadowVerb struct {
	Verb    string `json:"verb"`
	About   string `json:"about"`
	Enabled bool   `json:"enabled"`
	// true when automation holds a grant, which has no effect in shadow mode
	IsGranted    bool                `json:"is_granted"`
	SetBy        *string             `json:"set_by"`
	SetAt        *time.Time          `json:"set_at"`
	WindowDays   int64               `json:"window_days"`
	Window       *VerbFigures        `json:"window"`
	Trailing     *ShadowVerbTrailing `json:"trailing"`
	ByAlertClass []VerbFiguresOf     `json:"by_alert_class"`
	PeopleDid    *int64              `json:"people_did"`
	Foreseen     *int64              `json:"foreseen"`
}

// ShadowVerbPage is a model of the API.
type ShadowVerbPage struct {
	Items      []ShadowVerb `json:"items"`
	NextCursor *string      `json:"next_cursor,omitzero"`
}

// ShadowVerbPut is a model of the API.
type ShadowVerbPut struct {
	Enabled bool `json:"enabled"`
}

// ShadowVerbSet is a model of the API.
type ShadowVerbSet struct {
	Verb    string    `json:"verb"`
	Enabled bool      `json:"enabled"`
	SetBy   string    `json:"set_by"`
	SetAt   time.Time `json:"set_at"`
}

// ShadowVerbTrailing is a model of the API.
type ShadowVerbTrailing struct {
	Decided int64 `json:"decided"`
	Agreed  int64 `json:"agreed"`
}

// ShownReportSchedule is a model of the API.
type ShownReportSchedule struct {
	Schedule ReportSchedule `json:"schedule"`
	Mail     *string        `json:"mail"`
}

// Sighting is a model of the API.
type Sighting struct {
	ID          string `json:"id"`
	IndicatorID string `json:"indicator_id"`
	// One of sighting, false_positive, expiration.
	SightingType string  `json:"sighting_type"`
	AlertID      *string `json:"alert_id"`
	// number of matches
	Count     int64     `json:"count"`
	FirstSeen time.Time `json:"first_seen"`
	LastSeen  time.Time `json:"last_seen"`
	Note      *string   `json:"note"`
	NotedBy   *string   `json:"noted_by"`
	// One of waiting, pushed, failed.
	MispState *string    `json:"misp_state"`
	MispError *string    `json:"misp_error"`
	MispAt    *time.Time `json:"misp_at"`
	CreatedAt time.Time  `json:"created_at"`
}

// SightingCreate is a model of the API.
type SightingCreate struct {
	// default: `sighting`
	// One of sighting, false_positive, expiration.
	SightingType *string    `json:"sighting_type,omitzero"`
	Count        *int64     `json:"count,omitzero"`
	SeenAt       *time.Time `json:"seen_at,omitzero"`
	Note         *string    `json:"note,omitzero"`
}

// SightingPage is a model of the API.
type SightingPage struct {
	Items      []Sighting `json:"items"`
	NextCursor *string    `json:"next_cursor,omitzero"`
}

// SignInBegin is: exactly one of the two
type SignInBegin struct {
	Issuer       *string `json:"issuer,omitzero"`
	ConnectionID *string `json:"connection_id,omitzero"`
}

// SignInBegun is a model of the API.
type SignInBegun struct {
	// URL to send the browser to
	RedirectURL string `json:"redirect_url"`
	// seconds until the sign-in expires
	ExpiresIn int64 `json:"expires_in"`
}

// SignInConnection is a model of the API.
type SignInConnection struct {
	ID string `json:"id"`
	// One of oidc, saml.
	Provider    string  `json:"provider"`
	Issuer      string  `json:"issuer"`
	DisplayName string  `json:"display_name"`
	Enabled     bool    `json:"enabled"`
	DefaultRole *string `json:"default_role"`
	// role names by identity provider group, with the exact group name of the provider
	GroupRoleMapping map[string]string `json:"group_role_mapping"`
	GroupsClaim      *string           `json:"groups_claim"`
	ClientID         *string           `json:"client_id"`
	MetadataURL      *string           `json:"metadata_url"`
	MetadataXml      *string           `json:"metadata_xml"`
	HasClientSecret  bool              `json:"has_client_secret"`
	CallbackURL      *string           `json:"callback_url"`
	EntityID         *string           `json:"entity_id"`
	CreatedAt        time.Time         `json:"created_at"`
	UpdatedAt        time.Time         `json:"updated_at"`
}

// SignInConnectionCreate is a model of the API.
type SignInConnectionCreate struct {
	// One of oidc, saml.
	Provider    string           `json:"provider"`
	Issuer      string           `json:"issuer"`
	DisplayName string           `json:"display_name"`
	Enabled     *bool            `json:"enabled,omitzero"`
	DefaultRole Nullable[string] `json:"default_role,omitzero"`
	// role names by identity provider group, with the exact group name of the provider
	GroupRoleMapping map[string]string `json:"group_role_mapping,omitzero"`
	GroupsClaim      Nullable[string]  `json:"groups_claim,omitzero"`
	ClientID         Nullable[string]  `json:"client_id,omitzero"`
	ClientSecret     Nullable[string]  `json:"client_secret,omitzero"`
	MetadataURL      Nullable[string]  `json:"metadata_url,omitzero"`
	MetadataXml      Nullable[string]  `json:"metadata_xml,omitzero"`
}

// SignInConnectionPage is a model of the API.
type SignInConnectionPage struct {
	Items      []SignInConnection `json:"items"`
	NextCursor *string            `json:"next_cursor,omitzero"`
}

// SignInConnectionPatch is a model of the API.
type SignInConnectionPatch struct {
	DisplayName *string          `json:"display_name,omitzero"`
	Enabled     *bool            `json:"enabled,omitzero"`
	DefaultRole Nullable[string] `json:"default_role,omitzero"`
	// role names by identity provider group, with the exact group name of the provider
	GroupRoleMapping map[string]string `json:"group_role_mapping,omitzero"`
	GroupsClaim      Nullable[string]  `json:"groups_claim,omitzero"`
	ClientID         Nullable[string]  `json:"client_id,omitzero"`
	ClientSecret     Nullable[string]  `json:"client_secret,omitzero"`
	MetadataURL      Nullable[string]  `json:"metadata_url,omitzero"`
	MetadataXml      Nullable[string]  `json:"metadata_xml,omitzero"`
}

// SignedIn is a model of the API.
type SignedIn struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	// One of bearer.
	TokenType string `json:"token_type"`
	// seconds
	ExpiresIn int64 `json:"expires_in"`
	// token to store and send with the next sign-in on this device
	DeviceToken string `json:"device_token"`
}

// SimilarAlerts is a model of the API.
type SimilarAlerts struct {
	// other alerts of the same rule; without a rule, of the same source and title
	OfItsKind SimilarAlertsOfItsKind   `json:"of_its_kind"`
	Items     []SimilarAlertsItemsItem `json:"items"`
}

// SimilarAlertsItemsItem is a model of the API.
type SimilarAlertsItemsItem struct {
	Alert Alert `json:"alert"`
	// similarity, 0 to 1: shared features as a fraction of all features of both alerts
	Score float64 `json:"score"`
	// rule:…, technique:…, host:…, user:…, ip:…
	Shared []string `json:"shared"`
}

// SimilarAlertsOfItsKind is: other alerts of the same rule; without a rule, of the same source and title
type SimilarAlertsOfItsKind struct {
	Total int64 `json:"total"`
	// false: only the newest alerts were counted
	IsWhole  bool                                 `json:"is_whole"`
	Verdicts []SimilarAlertsOfItsKindVerdictsItem `json:"verdicts"`
}

// SimilarAlertsOfItsKindVerdictsItem is a model of the API.
type SimilarAlertsOfItsKindVerdictsItem struct {
	// One of true_positive, benign_true_positive, false_positive, benign, escalate.
	Verdict *string `json:"verdict"`
	Count   int64   `json:"count"`
}

// SimilarCase is a model of the API.
type SimilarCase struct {
	Case Case `json:"case"`
	// similarity, 0 to 1: shared features as a fraction of all features of both cases
	Score  float64  `json:"score"`
	Shared []string `json:"shared"`
}

// SimilarCasePage is a model of the API.
type SimilarCasePage struct {
	Items      []SimilarCase `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// SlaClock is a model of the API.
type SlaClock struct {
	DueAt *time.Time `json:"due_at"`
	MetAt *time.Time `json:"met_at"`
	// One of no_target, running, met, breached.
	State            string  `json:"state"`
	RemainingSeconds *int64  `json:"remaining_seconds"`
	Reason           *string `json:"reason"`
}

// SlaConfig is a model of the API.
type SlaConfig struct {
	ID string `json:"id"`
	// One of info, low, medium, high, critical.
	Severity   string     `json:"severity"`
	MttdTarget *int64     `json:"mttd_target"`
	MttrTarget *int64     `json:"mttr_target"`
	MttcTarget *int64     `json:"mttc_target"`
	UpdatedAt  *time.Time `json:"updated_at"`
}

// SlaConfigPage is a model of the API.
type SlaConfigPage struct {
	Items      []SlaConfig `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
}

// SlaConfigUpdate is a model of the API.
type SlaConfigUpdate struct {
	MttdTarget Nullable[int64] `json:"mttd_target,omitzero"`
	MttrTarget Nullable[int64] `json:"mttr_target,omitzero"`
	MttcTarget Nullable[int64] `json:"mttc_target,omitzero"`
}

// SlaEvent is a model of the API.
type SlaEvent struct {
	ID      string  `json:"id"`
	AlertID *string `json:"alert_id"`
	CaseID  *string `json:"case_id"`
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	// One of mttd_breached, mttr_breached, mttc_breached, ack_breached, resolve_breached, close_breached.
	EventType string `json:"event_type"`
	// due time of the missed target
	OccurredAt time.Time        `json:"occurred_at"`
	Metadata   SlaEventMetadata `json:"metadata"`
}

// SlaEventMetadata is a model of the API.
type SlaEventMetadata struct {
	MetAt *time.Time `json:"met_at"`
}

// SlaEventPage is a model of the API.
type SlaEventPage struct {
	Items      []SlaEvent `json:"items"`
	NextCursor *string    `json:"next_cursor,omitzero"`
}

// SlaForecast is a model of the API.
type SlaForecast struct {
	Cases []SlaForecastCase `json:"cases"`
	// number of open cases with a target in the forecast
	Total int64 `json:"total"`
	// number of open cases with a target beyond the 500 due first
	LeftOut int64 `json:"left_out"`
	OnDuty  int64 `json:"on_duty"`
	// true when no one is on call or marked as present, so one person is assumed
	IsDutyAssumed bool                   `json:"is_duty_assumed"`
	Basis         []SlaForecastBasisItem `json:"basis"`
}

// SlaForecastBasisItem is a model of the API.
type SlaForecastBasisItem struct {
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	// cases opened per day, over the last 28 days
	PerDay float64 `json:"per_day"`
	// minutes from assignment to resolution
	HandlingMinutes float64 `json:"handling_minutes"`
	Samples         int64   `json:"samples"`
	// true when fewer than five cases were resolved, so that a default time is used
	IsAssumed bool `json:"is_assumed"`
}

// SlaForecastCase is a model of the API.
type SlaForecastCase struct {
	CaseID string `json:"case_id"`
	Number int64  `json:"number"`
	Title  string `json:"title"`
	// One of info, low, medium, high, critical.
	Severity   string  `json:"severity"`
	AssigneeID *string `json:"assignee_id"`
	// target that is more likely to be missed
	// One of ack, resolve.
	Clock string    `json:"clock"`
	DueAt time.Time `json:"due_at"`
	// probability of a missed target, 0 to 1
	Chance          float64 `json:"chance"`
	ExpectedPenalty float64 `json:"expected_penalty"`
	SavedPerHour    float64 `json:"saved_per_hour"`
}

// SlaPolicy is a model of the API.
type SlaPolicy struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// One of info, low, medium, high, critical.
	Severity          string `json:"severity"`
	AckMinutes        int64  `json:"ack_minutes"`
	ResolveMinutes    int64  `json:"resolve_minutes"`
	CloseMinutes      int64  `json:"close_minutes"`
	BusinessHoursOnly bool   `json:"business_hours_only"`
	Timezone          string `json:"timezone"`
	// ISO: 1 is Monday
	BusinessDays []int64 `json:"business_days"`
	// local time, such as 09:00
	BusinessStart string `json:"business_start"`
	// local time, exclusive, such as 17:00
	BusinessEnd string `json:"business_end"`
	// local dates, such as 2026-12-25
	Holidays  []string  `json:"holidays"`
	Enabled   bool      `json:"enabled"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

// SlaPolicyCreate is a model of the API.
type SlaPolicyCreate struct {
	Name string `json:"name"`
	// One of info, low, medium, high, critical.
	Severity          string  `json:"severity"`
	AckMinutes        int64   `json:"ack_minutes"`
	ResolveMinutes    int64   `json:"resolve_minutes"`
	CloseMinutes      int64   `json:"close_minutes"`
	BusinessHoursOnly *bool   `json:"business_hours_only,omitzero"`
	Timezone          *string `json:"timezone,omitzero"`
	// ISO: 1 is Monday
	BusinessDays []int64 `json:"business_days,omitzero"`
	// local time, such as 09:00
	BusinessStart *string `json:"business_start,omitzero"`
	// local time, exclusive, such as 17:00
	BusinessEnd *string `json:"business_end,omitzero"`
	// local dates, such as 2026-12-25
	Holidays []string `json:"holidays,omitzero"`
	Enabled  *bool    `json:"enabled,omitzero"`
}

// SlaPolicyPage is a model of the API.
type SlaPolicyPage struct {
	Items      []SlaPolicy `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
}

// SlaPolicyPatch is a model of the API.
type SlaPolicyPatch struct {
	Name *string `json:"name,omitzero"`
	// One of info, low, medium, high, critical.
	Severity          *string `json:"severity,omitzero"`
	AckMinutes        *int64  `json:"ack_minutes,omitzero"`
	ResolveMinutes    *int64  `json:"resolve_minutes,omitzero"`
	CloseMinutes      *int64  `json:"close_minutes,omitzero"`
	BusinessHoursOnly *bool   `json:"business_hours_only,omitzero"`
	Timezone          *string `json:"timezone,omitzero"`
	// ISO: 1 is Monday
	BusinessDays []int64 `json:"business_days,omitzero"`
	// local time, such as 09:00
	BusinessStart *string `json:"business_start,omitzero"`
	// local time, exclusive, such as 17:00
	BusinessEnd *string `json:"business_end,omitzero"`
	// local dates, such as 2026-12-25
	Holidays []string `json:"holidays,omitzero"`
	Enabled  *bool    `json:"enabled,omitzero"`
}

// SourceAlarm is a model of the API.
type SourceAlarm struct {
	ID     string `json:"id"`
	Source string `json:"source"`
	// One of silent, fall, rise.
	Kind    string     `json:"kind"`
	Reason  string     `json:"reason"`
	AlertID string     `json:"alert_id"`
	BeganAt time.Time  `json:"began_at"`
	EndedAt *time.Time `json:"ended_at"`
}

// SourceAlarmPage is a model of the API.
type SourceAlarmPage struct {
	Items      []SourceAlarm `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// SourceHealth is a model of the API.
type SourceHealth struct {
	// connector id
	Source string `json:"source"`
	// name of the connector, if the source is polled
	Name string `json:"name"`
	// unknown for the first 7 days; silent: twice as long without events as ever before
	// One of unknown, fresh, late, silent.
	State                  string             `json:"state"`
	Reason                 string             `json:"reason"`
	FirstSeen              *time.Time         `json:"first_seen"`
	LastEventAt            *time.Time         `json:"last_event_at"`
	SecondsSinceLastEvent  *int64             `json:"seconds_since_last_event"`
	ExpectedCadenceSeconds *int64             `json:"expected_cadence_seconds"`
	Volume                 SourceHealthVolume `json:"volume"`
}

// SourceHealthPage is a model of the API.
type SourceHealthPage struct {
	Items      []SourceHealth `json:"items"`
	NextCursor *string        `json:"next_cursor,omitzero"`
}

// SourceHealthVolume is a model of the API.
type SourceHealthVolume struct {
	// One of unknown, normal, fall, rise.
	State string `json:"state"`
	// events stored
	Last24h  int64    `json:"last_24h"`
	Usual24h *float64 `json:"usual_24h"`
	// events received, including repeats and unreadable ones
	Received24h     int64 `json:"received_24h"`
	Duplicate24h    int64 `json:"duplicate_24h"`
	DeadLettered24h int64 `json:"dead_lettered_24h"`
}

// SourceSample is a model of the API.
type SourceSample struct {
	// events as the source sends them
	Sample string `json:"sample"`
	// source format; default: auto
	Format *string      `json:"format,omitzero"`
	Table  *SourceTable `json:"table,omitzero"`
}

// SourceTable is a model of the API.
type SourceTable struct {
	Vendor     string                 `json:"vendor"`
	Product    string                 `json:"product"`
	Recognises SourceTableRecognises  `json:"recognises"`
	Rows       SourceTableRows        `json:"rows"`
	Kinds      []SourceTableKindsItem `json:"kinds"`
}

// SourceTableApply is a model of the API.
type SourceTableApply struct {
	Table SourceTable `json:"table"`
	// events as the source sends them
	Sample string `json:"sample"`
	// source format; default: auto
	Format *string `json:"format,omitzero"`
}

// SourceTableKindsItem is a model of the API.
type SourceTableKindsItem struct {
	Name      string                    `json:"name"`
	When      *SourceTableKindsItemWhen `json:"when,omitzero"`
	Sentences []string                  `json:"sentences,omitzero"`
	// One of base_event, authentication, account_change, network_activity, dns_activity, process_activity, file_activity.
	Class    string `json:"class"`
	Activity string `json:"activity"`
	// One of success, failure, unknown.
	Status *string `json:"status,omitzero"`
}

// SourceTableKindsItemWhen is a model of the API.
type SourceTableKindsItemWhen struct {
	Member string   `json:"member"`
	Is     []string `json:"is"`
}

// SourceTableProposal is a model of the API.
type SourceTableProposal struct {
	Table  SourceTable   `json:"table"`
	Before SampleReading `json:"before"`
	After  SampleReading `json:"after"`
}

// SourceTableRecognises is a model of the API.
type SourceTableRecognises struct {
	// of syslog
	Program *string `json:"program,omitzero"`
	// members that are there, with these values; an empty one is any
	Members map[string]string `json:"members,omitzero"`
}

// SourceTableRows is a model of the API.
type SourceTableRows struct {
	// path of the member
	User *string `json:"user,omitzero"`
	// path of the member
	TargetUser *string `json:"target_user,omitzero"`
	// path of the member
	Host *string `json:"host,omitzero"`
	// path of the member
	SrcIP *string `json:"src_ip,omitzero"`
	// path of the member
	DstIP *string `json:"dst_ip,omitzero"`
	// path of the member
	SrcPort *string `json:"src_port,omitzero"`
	// path of the member
	DstPort *string `json:"dst_port,omitzero"`
	// path of the member
	Time *string `json:"time,omitzero"`
	// path of the member
	Domain *string `json:"domain,omitzero"`
	// path of the member
	URL *string `json:"url,omitzero"`
	// path of the member
	FilePath *string `json:"file_path,omitzero"`
	// path of the member
	FileHash *string `json:"file_hash,omitzero"`
	// path of the member
	ProcessName *string `json:"process_name,omitzero"`
	// path of the member
	CmdLine *string `json:"cmd_line,omitzero"`
	// path of the member
	Pid *string `json:"pid,omitzero"`
	// path of the member
	Message *string `json:"message,omitzero"`
	// path of the member
	EventCode *string `json:"event_code,omitzero"`
	// path of the member
	Status *string `json:"status,omitzero"`
}

// SourceTableSample is a model of the API.
type SourceTableSample struct {
	Name string `json:"name"`
	// events as the source sends them
	Sample string `json:"sample"`
	// source format; default: auto
	Format *string `json:"format,omitzero"`
}

// SourceTableSamples is a model of the API.
type SourceTableSamples struct {
	Samples string `json:"samples"`
	Format  string `json:"format"`
}

// StandingApproval is a model of the API.
type StandingApproval struct {
	ID         string `json:"id"`
	ActionType string `json:"action_type"`
	// values, CIDR blocks, or names with *
	Targets    []string          `json:"targets"`
	Parameters map[string]string `json:"parameters"`
	Reason     string            `json:"reason"`
	FromAt     time.Time         `json:"from_at"`
	UntilAt    time.Time         `json:"until_at"`
	UsesMax    int64             `json:"uses_max"`
	Uses       int64             `json:"uses"`
	// approval that decides on it
	ApprovalID string     `json:"approval_id"`
	CreatedAt  time.Time  `json:"created_at"`
	RevokedAt  *time.Time `json:"revoked_at"`
	RevokedBy  *string    `json:"revoked_by"`
}

// StandingApprovalAsk is a model of the API.
type StandingApprovalAsk struct {
	ActionType string            `json:"action_type"`
	Targets    []string          `json:"targets"`
	Parameters map[string]string `json:"parameters,omitzero"`
	Reason     string            `json:"reason"`
	// default: now
	From    *time.Time `json:"from,omitzero"`
	Until   time.Time  `json:"until"`
	UsesMax *int64     `json:"uses_max,omitzero"`
	Quorum  *int64     `json:"quorum,omitzero"`
}

// StandingApprovalState is a model of the API.
type StandingApprovalState struct {
	// One of pending, active, denied, over, used_up, revoked.
	State string `json:"state"`
}

// StandingApprovalStatePage is a model of the API.
type StandingApprovalStatePage struct {
	Items      []StandingApprovalState `json:"items"`
	NextCursor *string                 `json:"next_cursor,omitzero"`
}

// StixBundle is a model of the API.
type StixBundle struct {
	// One of bundle.
	Type    string           `json:"type"`
	ID      string           `json:"id"`
	Objects []map[string]any `json:"objects,omitzero"`
}

// StoredEvent is a model of the API.
type StoredEvent struct {
	EventUID     string    `json:"event_uid"`
	Time         time.Time `json:"time"`
	ReceivedAt   time.Time `json:"received_at"`
	Source       string    `json:"source"`
	SourceFormat string    `json:"source_format"`
	Mapping      string    `json:"mapping"`
	// event as received
	Raw string `json:"raw"`
	// One of utf-8, base64.
	RawEncoding string `json:"raw_encoding"`
	// OCSF 1.8.0
	OCSF map[string]any `json:"ocsf"`
}

// StreamTicket is a model of the API.
type StreamTicket struct {
	// token for `?token=` of `/realtime/sse` and `/realtime/ws`, on the API or the realtime service; opens one stream
	Token string `json:"token"`
	// seconds
	ExpiresIn int64  `json:"expires_in"`
	TenantID  string `json:"tenant_id"`
}

// SubjectDeletion is a model of the API.
type SubjectDeletion struct {
	ID string `json:"id"`
	// One of user, host, ip.
	SubjectKind  string `json:"subject_kind"`
	SubjectValue string `json:"subject_value"`
	// blocked_by_hold: a legal hold covers the subject; the erasure continues when no hold does
	// One of pending, blocked_by_hold, in_progress, completed, refused.
	State           string  `json:"state"`
	Reason          *string `json:"reason"`
	Notes           *string `json:"notes"`
	BlockedByHoldID *string `json:"blocked_by_hold_id"`
	// number of rows changed or deleted, by table
	AffectedCounts map[string]int64 `json:"affected_counts"`
	RequestedBy    string           `json:"requested_by"`
	RequestedAt    time.Time        `json:"requested_at"`
	CompletedAt    *time.Time       `json:"completed_at"`
}

// SubjectDeletionPage is a model of the API.
type SubjectDeletionPage struct {
	Items      []SubjectDeletion `json:"items"`
	NextCursor *string           `json:"next_cursor,omitzero"`
}

// SubjectDeletionRefusal is a model of the API.
type SubjectDeletionRefusal struct {
	Reason string `json:"reason"`
}

// SubjectDeletionRequest is a model of the API.
type SubjectDeletionRequest struct {
	// One of user, host, ip.
	SubjectKind  string  `json:"subject_kind"`
	SubjectValue string  `json:"subject_value"`
	Reason       *string `json:"reason,omitzero"`
}

// Tabletop is a model of the API.
type Tabletop struct {
	ID           string   `json:"id"`
	Name         string   `json:"name"`
	Description  *string  `json:"description"`
	Scenario     string   `json:"scenario"`
	TechniqueIds []string `json:"technique_ids"`
	// One of open, closed.
	Status    string         `json:"status"`
	CreatedBy string         `json:"created_by"`
	CreatedAt time.Time      `json:"created_at"`
	ClosedAt  *time.Time     `json:"closed_at"`
	Steps     []TabletopStep `json:"steps"`
}

// TabletopCreate is a model of the API.
type TabletopCreate struct {
	Name         string   `json:"name"`
	Description  *string  `json:"description,omitzero"`
	Scenario     string   `json:"scenario"`
	TechniqueIds []string `json:"technique_ids,omitzero"`
}

// TabletopPage is a model of the API.
type TabletopPage struct {
	Items      []Tabletop `json:"items"`
	NextCursor *string    `json:"next_cursor,omitzero"`
}

// TabletopReport is a model of the API.
type TabletopReport struct {
	ID       string                 `json:"id"`
	Name     string                 `json:"name"`
	IsClosed bool                   `json:"is_closed"`
	Injects  []TabletopScoredInject `json:"injects"`
	// points of the scored injects
	Points int64 `json:"points"`
	// possible points of all injects
	PointsMax  int64    `json:"points_max"`
	Score      *float64 `json:"score"`
	Unscored   int64    `json:"unscored"`
	Unanswered int64    `json:"unanswered"`
	Late       int64    `json:"late"`
	// number of findings by severity
	Findings map[string]int64 `json:"findings"`
	// number of findings without an owner
	WithoutOwner int64 `json:"without_owner"`
}

// TabletopScore is a model of the API.
type TabletopScore struct {
	Points int64            `json:"points"`
	Note   Nullable[string] `json:"note,omitzero"`
}

// TabletopScoredInject is a model of the API.
type TabletopScoredInject struct {
	Step          int64   `json:"step"`
	Body          string  `json:"body"`
	Expected      *string `json:"expected"`
	WithinMinutes *int64  `json:"within_minutes"`
	// steps that answer the inject, in order
	Answers            []int64  `json:"answers"`
	FirstAnswerSeconds *float64 `json:"first_answer_seconds"`
	IsInTime           *bool    `json:"is_in_time"`
	Points             *int64   `json:"points"`
	PointsMax          int64    `json:"points_max"`
	Note               *string  `json:"note"`
	ScoredBy           *string  `json:"scored_by"`
}

// TabletopStep is a model of the API.
type TabletopStep struct {
	Step int64 `json:"step"`
	// One of inject, response, decision, finding, close.
	Kind    string `json:"kind"`
	Speaker string `json:"speaker"`
	Body    string `json:"body"`
	// One of critical, high, medium, low, info.
	Severity      *string   `json:"severity"`
	Owner         *string   `json:"owner"`
	Expected      *string   `json:"expected"`
	PointsMax     *int64    `json:"points_max"`
	WithinMinutes *int64    `json:"within_minutes"`
	Answers       *int64    `json:"answers"`
	WrittenBy     string    `json:"written_by"`
	WrittenAt     time.Time `json:"written_at"`
}

// TabletopStepCreate is a model of the API.
type TabletopStepCreate struct {
	// inject: next development in the scenario; close: ends the exercise
	// One of inject, response, decision, finding, close.
	Kind    string `json:"kind"`
	Speaker string `json:"speaker"`
	Body    string `json:"body"`
	// severity of a finding
	// One of critical, high, medium, low, info.
	Severity *string `json:"severity,omitzero"`
	Owner    *string `json:"owner,omitzero"`
	Expected *string `json:"expected,omitzero"`
	// maximum points of an inject; default: 10
	PointsMax *int64 `json:"points_max,omitzero"`
	// minutes in which an inject should be answered
	WithinMinutes *int64 `json:"within_minutes,omitzero"`
	// inject step that a response or decision answers
	Answers *int64 `json:"answers,omitzero"`
}

// TeamMetrics is a model of the API.
type TeamMetrics struct {
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
	// One of day, week.
	Step     string            `json:"step"`
	TimeZone string            `json:"time_zone"`
	Whole    TeamMetricsOfSpan `json:"whole"`
	// days or weeks; the first and the last may be partial
	Steps []TeamMetricsOfStep `json:"steps"`
	// those with the most alerts, 25 at most
	Rules         []RuleNoise `json:"rules"`
	RulesComplete bool        `json:"rules_complete"`
	// 50 at most
	Analysts         []AnalystLoad `json:"analysts"`
	AnalystsComplete bool          `json:"analysts_complete"`
}

// TeamMetricsOfSpan is a model of the API.
type TeamMetricsOfSpan struct {
	// alerts created in the span
	Alerts     int64                       `json:"alerts"`
	BySeverity TeamMetricsOfSpanBySeverity `json:"by_severity"`
	ByVerdict  TeamMetricsOfSpanByVerdict  `json:"by_verdict"`
	// number of these alerts that a person acted on
	Acknowledged         int64          `json:"acknowledged"`
	SecondsToAcknowledge *SecondsSpread `json:"seconds_to_acknowledge"`
	// number of these alerts that are resolved
	Resolved         int64          `json:"resolved"`
	SecondsToResolve *SecondsSpread `json:"seconds_to_resolve"`
}

// TeamMetricsOfSpanBySeverity is a model of the API.
type TeamMetricsOfSpanBySeverity struct {
	Info     int64 `json:"info"`
	Low      int64 `json:"low"`
	Medium   int64 `json:"medium"`
	High     int64 `json:"high"`
	Critical int64 `json:"critical"`
}

// TeamMetricsOfSpanByVerdict is a model of the API.
type TeamMetricsOfSpanByVerdict struct {
	TruePositive       int64 `json:"true_positive"`
	BenignTruePositive int64 `json:"benign_true_positive"`
	FalsePositive      int64 `json:"false_positive"`
	Benign             int64 `json:"benign"`
	Escalate           int64 `json:"escalate"`
}

// TeamMetricsOfStep is a model of the API.
type TeamMetricsOfStep struct {
	From time.Time `json:"from"`
	// alerts created in the span
	Alerts     int64                       `json:"alerts"`
	BySeverity TeamMetricsOfStepBySeverity `json:"by_severity"`
	ByVerdict  TeamMetricsOfStepByVerdict  `json:"by_verdict"`
	// number of these alerts that a person acted on
	Acknowledged         int64          `json:"acknowledged"`
	SecondsToAcknowledge *SecondsSpread `json:"seconds_to_acknowledge"`
	// number of these alerts that are resolved
	Resolved         int64          `json:"resolved"`
	SecondsToResolve *SecondsSpread `json:"seconds_to_resolve"`
}

// TeamMetricsOfStepBySeverity is a model of the API.
type TeamMetricsOfStepBySeverity struct {
	Info     int64 `json:"info"`
	Low      int64 `json:"low"`
	Medium   int64 `json:"medium"`
	High     int64 `json:"high"`
	Critical int64 `json:"critical"`
}

// TeamMetricsOfStepByVerdict is a model of the API.
type TeamMetricsOfStepByVerdict struct {
	TruePositive       int64 `json:"true_positive"`
	BenignTruePositive int64 `json:"benign_true_positive"`
	FalsePositive      int64 `json:"false_positive"`
	Benign             int64 `json:"benign"`
	Escalate           int64 `json:"escalate"`
}

// TenantLimits is a model of the API.
type TenantLimits struct {
	// sustained events per second
	EventsPerSecond int64 `json:"events_per_second"`
	// events accepted at once after a pause; larger batches are always rejected
	EventsBurst       int64 `json:"events_burst"`
	RequestsPerSecond int64 `json:"requests_per_second"`
	RequestsBurst     int64 `json:"requests_burst"`
	// relative share of a partition among tenants
	Weight int64 `json:"weight"`
}

// TenantOnboard is a model of the API.
type TenantOnboard struct {
	TenantID   string `json:"tenant_id"`
	Name       string `json:"name"`
	AdminEmail string `json:"admin_email"`
	// users of the provider with their roles in the new tenant; default: the caller as tenant_admin
	Delegates []TenantOnboardDelegatesItem `json:"delegates,omitzero"`
	// duration of the delegations, in hours
	Hours *int64 `json:"hours,omitzero"`
}

// TenantOnboardDelegatesItem is a model of the API.
type TenantOnboardDelegatesItem struct {
	Email string `json:"email"`
	// One of viewer, soc_analyst, threat_hunter, soc_lead, tenant_admin.
	Role string `json:"role"`
}

// TenantOnboarded is a model of the API.
type TenantOnboarded struct {
	TenantID     string `json:"tenant_id"`
	Organisation string `json:"organisation"`
	AdminID      string `json:"admin_id"`
	// path in the console; sets the password once
	InvitationPath string `json:"invitation_path"`
	// complete URL, as in the mail
	InvitationURL string `json:"invitation_url"`
	// true when the link was also mailed to the administrator
	InvitationMailed    bool                             `json:"invitation_mailed"`
	InvitationExpiresAt time.Time                        `json:"invitation_expires_at"`
	PushToken           string                           `json:"push_token"`
	Delegations         []TenantOnboardedDelegationsItem `json:"delegations"`
}

// TenantOnboardedDelegationsItem is a model of the API.
type TenantOnboardedDelegationsItem struct {
	ID    string `json:"id"`
	Email string `json:"email"`
	// One of viewer, soc_analyst, threat_hunter, soc_lead, tenant_admin.
	Role string `json:"role"`
}

// TenantResidency is a model of the API.
type TenantResidency struct {
	DataRegion *string `json:"data_region"`
	// false: nothing is refused
	ResidencyEnforced bool `json:"residency_enforced"`
	// regions by host name; a domain includes its subdomains; `here` is this installation
	Destinations map[string]string `json:"destinations"`
}

// TenantResidencyPut is a model of the API.
type TenantResidencyPut struct {
	DataRegion        *string           `json:"data_region"`
	ResidencyEnforced *bool             `json:"residency_enforced,omitzero"`
	Destinations      map[string]string `json:"destinations,omitzero"`
}

// TenantRetention is a model of the API.
type TenantRetention struct {
	RawEventsDays *int64 `json:"raw_events_days"`
	ArchiveDays   *int64 `json:"archive_days"`
	AlertsDays    *int64 `json:"alerts_days"`
}

// TenantRetentionPut is a model of the API.
type TenantRetentionPut struct {
	RawEventsDays Nullable[int64] `json:"raw_events_days,omitzero"`
	ArchiveDays   Nullable[int64] `json:"archive_days,omitzero"`
	AlertsDays    Nullable[int64] `json:"alerts_days,omitzero"`
}

// Ticket is a model of the API.
type Ticket struct {
	// action that opened the ticket
	ActionID string `json:"action_id"`
	CaseID   string `json:"case_id"`
	Executor string `json:"executor"`
	// id in the ticket system, such as SOC-12 or INC0010002
	Ref    string  `json:"ref"`
	URL    *string `json:"url"`
	Status *string `json:"status"`
	IsOpen bool    `json:"is_open"`
	// true when svc closed it because its case was resolved
	ClosedByUs bool       `json:"closed_by_us"`
	Fault      *string    `json:"fault"`
	LookedAt   *time.Time `json:"looked_at"`
	CreatedAt  time.Time  `json:"created_at"`
}

// TicketHook is a model of the API.
type TicketHook struct {
	Path   string `json:"path"`
	Secret string `json:"secret"`
}

// TicketPage is a model of the API.
type TicketPage struct {
	Items      []Ticket `json:"items"`
	NextCursor *string  `json:"next_cursor,omitzero"`
}

// TokenRefresh is a model of the API.
type TokenRefresh struct {
	RefreshToken string `json:"refresh_token"`
}

// Tokens is a model of the API.
type Tokens struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	// One of bearer.
	TokenType string `json:"token_type"`
	// seconds
	ExpiresIn int64 `json:"expires_in"`
}

// UebaAnomaly is a model of the API.
type UebaAnomaly struct {
	ID       string `json:"id"`
	EntityID string `json:"entity_id"`
	// One of user, host, ip, domain.
	EntityType    string  `json:"entity_type"`
	MetricName    string  `json:"metric_name"`
	ObservedValue float64 `json:"observed_value"`
	// mean for that hour of the week
	BaselineMean   float64 `json:"baseline_mean"`
	BaselineStddev float64 `json:"baseline_stddev"`
	ZScore         float64 `json:"z_score"`
	// probability that an hour has at least this many, 0 to 1
	TailProbability float64 `json:"tail_probability"`
	// number of hours behind the baseline
	BaselineSamples int64 `json:"baseline_samples"`
	// learning: too few hours for a judgement; stale: nothing learned for two weeks
	// One of learning, ready, stale.
	BaselineState string `json:"baseline_state"`
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	// examples of the counted items
	Items []string `json:"items"`
	// id of one event of the hour
	EventUID   string    `json:"event_uid"`
	DetectedAt time.Time `json:"detected_at"`
}

// UebaAnomalyDetail is a model of the API.
type UebaAnomalyDetail struct {
	ID       string `json:"id"`
	EntityID string `json:"entity_id"`
	// One of user, host, ip, domain.
	EntityType    string  `json:"entity_type"`
	MetricName    string  `json:"metric_name"`
	ObservedValue float64 `json:"observed_value"`
	// mean for that hour of the week
	BaselineMean   float64 `json:"baseline_mean"`
	BaselineStddev float64 `json:"baseline_stddev"`
	ZScore         float64 `json:"z_score"`
	// probability that an hour has at least this many, 0 to 1
	TailProbability float64 `json:"tail_probability"`
	// number of hours behind the baseline
	BaselineSamples int64 `json:"baseline_samples"`
	// learning: too few hours for a judgement; stale: nothing learned for two weeks
	// One of learning, ready, stale.
	BaselineState string `json:"baseline_state"`
	// One of info, low, medium, high, critical.
	Severity string `json:"severity"`
	// examples of the counted items
	Items []string `json:"items"`
	// id of one event of the hour
	EventUID   string    `json:"event_uid"`
	DetectedAt time.Time `json:"detected_at"`
	Peer       *UebaPeer `json:"peer"`
}

// UebaAnomalyPage is a model of the API.
type UebaAnomalyPage struct {
	Items      []UebaAnomaly `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// UebaBaseline is a model of the API.
type UebaBaseline struct {
	EntityID string `json:"entity_id"`
	// One of user, host, ip, domain.
	EntityType string `json:"entity_type"`
	Metric     string `json:"metric"`
	// mean for the next hour of the week
	Mean   float64 `json:"mean"`
	Stddev float64 `json:"stddev"`
	// number of hours behind the baseline, counted up to two weeks
	Samples int64 `json:"samples"`
	// learning: too few hours for a judgement; stale: nothing learned for two weeks
	// One of learning, ready, stale.
	State        string    `json:"state"`
	LearnedUntil time.Time `json:"learned_until"`
}

// UebaBaselinePage is a model of the API.
type UebaBaselinePage struct {
	Items      []UebaBaseline `json:"items"`
	NextCursor *string        `json:"next_cursor,omitzero"`
}

// UebaEntity is a model of the API.
type UebaEntity struct {
	EntityID  string               `json:"entity_id"`
	Baselines []UebaEntityBaseline `json:"baselines"`
	// peer groups by type; empty: no similar entities
	PeerGroups []UebaPeerGroup `json:"peer_groups"`
}

// UebaEntityBaseline is a model of the API.
type UebaEntityBaseline struct {
	EntityID string `json:"entity_id"`
	// One of user, host, ip, domain.
	EntityType string `json:"entity_type"`
	Metric     string `json:"metric"`
	// mean for the next hour of the week
	Mean   float64 `json:"mean"`
	Stddev float64 `json:"stddev"`
	// number of hours behind the baseline, counted up to two weeks
	Samples int64 `json:"samples"`
	// learning: too few hours for a judgement; stale: nothing learned for two weeks
	// One of learning, ready, stale.
	State        string    `json:"state"`
	LearnedUntil time.Time `json:"learned_until"`
	Peer         *UebaPeer `json:"peer"`
}

// UebaEntityView is a model of the API.
type UebaEntityView struct {
	EntityID  string               `json:"entity_id"`
	Baselines []UebaEntityBaseline `json:"baselines"`
	// peer groups by type; empty: no similar entities
	PeerGroups []UebaPeerGroup `json:"peer_groups"`
	// newest first, at most 100
	Anomalies        []UebaAnomalyDetail `json:"anomalies"`
	HasMoreAnomalies bool                `json:"has_more_anomalies"`
	// of the last 31 days, newest first
	Resets []UebaReset `json:"resets"`
}

// UebaPeer is a model of the API.
type UebaPeer struct {
	// learning: fewer than 5 peers have a baseline that is ready; stale: they had
	// One of learning, ready, stale.
	State string `json:"state"`
	// peers with a baseline that is ready
	Members int64    `json:"members"`
	Median  *float64 `json:"median"`
	ZScore  *float64 `json:"z_score"`
}

// UebaPeerGroup is a model of the API.
type UebaPeerGroup struct {
	// One of user, host, ip, domain.
	EntityType string `json:"entity_type"`
	// members of one department, or entities with similar hosts or users
	// One of department, hosts, users.
	Kind string  `json:"kind"`
	Name *string `json:"name"`
	Size int64   `json:"size"`
	// at most 20 of them
	Members []string `json:"members"`
}

// UebaReset is a model of the API.
type UebaReset struct {
	// One of user, host, ip, domain.
	EntityType string    `json:"entity_type"`
	Entity     string    `json:"entity"`
	ResetAt    time.Time `json:"reset_at"`
	ResetBy    *string   `json:"reset_by"`
	Reason     *string   `json:"reason"`
}

// UebaResetPage is a model of the API.
type UebaResetPage struct {
	Items      []UebaReset `json:"items"`
	NextCursor *string     `json:"next_cursor,omitzero"`
}

// UebaStats is a model of the API.
type UebaStats struct {
	Entities               int64                           `json:"entities"`
	Baselines              int64                           `json:"baselines"`
	BaselinesByState       UebaStatsBaselinesByState       `json:"baselines_by_state"`
	Anomalies24h           int64                           `json:"anomalies_24h"`
	Anomalies24hBySeverity UebaStatsAnomalies24hBySeverity `json:"anomalies_24h_by_severity"`
	EntitiesRefusedOn      *time.Time                      `json:"entities_refused_on"`
}

// UebaStatsAnomalies24hBySeverity is a model of the API.
type UebaStatsAnomalies24hBySeverity struct {
	Medium   int64 `json:"medium"`
	High     int64 `json:"high"`
	Critical int64 `json:"critical"`
}

// UebaStatsBaselinesByState is a model of the API.
type UebaStatsBaselinesByState struct {
	Learning int64 `json:"learning"`
	Ready    int64 `json:"ready"`
	Stale    int64 `json:"stale"`
}

// Usage is a model of the API.
type Usage struct {
	TenantID    string             `json:"tenant_id"`
	Start       string             `json:"start"`
	End         string             `json:"end"`
	GeneratedAt time.Time          `json:"generated_at"`
	Meters      []UsageMetersItem  `json:"meters"`
	Daily       []UsageDailyItem   `json:"daily"`
	Totals      map[string]float64 `json:"totals"`
	// present figures
	Now map[string]int64 `json:"now"`
	// meters without a figure, or with an incomplete one
	Unmeasured   []UsageUnmeasuredItem   `json:"unmeasured"`
	Entitlements []UsageEntitlementsItem `json:"entitlements"`
}

// UsageDailyItem is a model of the API.
type UsageDailyItem struct {
	Date   string             `json:"date"`
	Values map[string]float64 `json:"values"`
}

// UsageEntitlementsItem is a model of the API.
type UsageEntitlementsItem struct {
	Meter     string `json:"meter"`
	Allowance int64  `json:"allowance"`
	// current month in UTC
	// One of month, now.
	Period   string   `json:"period"`
	Used     *float64 `json:"used"`
	Headroom *float64 `json:"headroom"`
}

// UsageMetersItem is a model of the API.
type UsageMetersItem struct {
	Name   string `json:"name"`
	Counts string `json:"counts"`
}

// UsageReconciliation is a model of the API.
type UsageReconciliation struct {
	Start  string                          `json:"start"`
	End    string                          `json:"end"`
	Agrees bool                            `json:"agrees"`
	Meters []UsageReconciliationMetersItem `json:"meters"`
	// meters without a figure, or with an incomplete one
	Unmeasured []UsageReconciliationUnmeasuredItem `json:"unmeasured"`
}

// UsageReconciliationMetersItem is a model of the API.
type UsageReconciliationMetersItem struct {
	Meter string `json:"meter"`
	// sum of the daily figures
	Summed float64 `json:"summed"`
	// figure of a single query over the window
	Whole  float64 `json:"whole"`
	Lake   *int64  `json:"lake"`
	Agrees bool    `json:"agrees"`
}

// UsageReconciliationUnmeasuredItem is a model of the API.
type UsageReconciliationUnmeasuredItem struct {
	Meter  string `json:"meter"`
	Table  string `json:"table"`
	Reason string `json:"reason"`
}

// UsageUnmeasuredItem is a model of the API.
type UsageUnmeasuredItem struct {
	Meter  string `json:"meter"`
	Table  string `json:"table"`
	Reason string `json:"reason"`
}

// User is a model of the API.
type User struct {
	ID          string         `json:"id"`
	TenantID    string         `json:"tenant_id"`
	Email       string         `json:"email"`
	Username    string         `json:"username"`
	Role        string         `json:"role"`
	IsActive    bool           `json:"is_active"`
	Preferences map[string]any `json:"preferences"`
	LastLogin   *time.Time     `json:"last_login"`
	CreatedAt   time.Time      `json:"created_at"`
}

// UserCreate is a model of the API.
type UserCreate struct {
	Email    string  `json:"email"`
	Username string  `json:"username"`
	Password string  `json:"password"`
	Role     *string `json:"role,omitzero"`
}

// UserInvite is a model of the API.
type UserInvite struct {
	Email string `json:"email"`
	// default: the part of the email address before @
	Username *string `json:"username,omitzero"`
	Role     *string `json:"role,omitzero"`
}

// UserInvited is a model of the API.
type UserInvited struct {
	User      User      `json:"user"`
	ExpiresAt time.Time `json:"expires_at"`
}

// UserPage is a model of the API.
type UserPage struct {
	Items      []User  `json:"items"`
	NextCursor *string `json:"next_cursor,omitzero"`
}

// UserPatch is a model of the API.
type UserPatch struct {
	Username *string `json:"username,omitzero"`
	Role     *string `json:"role,omitzero"`
	IsActive *bool   `json:"is_active,omitzero"`
}

// VaultKeyUse is a model of the API.
type VaultKeyUse struct {
	// id of the key and the column
	ID    string  `json:"id"`
	KeyID *string `json:"key_id"`
	// One of newest, older, missing, unreadable.
	Role   string `json:"role"`
	Column string `json:"column"`
	// functions that stop without the key
	Serves   string    `json:"serves"`
	Secrets  int64     `json:"secrets"`
	LookedAt time.Time `json:"looked_at"`
}

// VaultReseal is a model of the API.
type VaultReseal struct {
	AskedAt    time.Time  `json:"asked_at"`
	AskedBy    string     `json:"asked_by"`
	EndedAt    *time.Time `json:"ended_at"`
	Resealed   *int64     `json:"resealed"`
	Unreadable *int64     `json:"unreadable"`
	Fault      *string    `json:"fault"`
}

// VaultStatus is a model of the API.
type VaultStatus struct {
	Items      []VaultKeyUse `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
	// keys of the API, newest first, and missing ones
	Keys        []VaultStatusKeysItem `json:"keys"`
	Reseal      *VaultReseal          `json:"reseal"`
	Secrets     int64                 `json:"secrets"`
	UnderNewest int64                 `json:"under_newest"`
	// true: the key is lost when the process ends, together with the secrets encrypted under it
	IsEphemeral bool `json:"is_ephemeral"`
}

// VaultStatusKeysItem is a model of the API.
type VaultStatusKeysItem struct {
	KeyID string `json:"key_id"`
	// One of newest, older, missing, unreadable.
	Role     string `json:"role"`
	Secrets  int64  `json:"secrets"`
	IsNeeded bool   `json:"is_needed"`
}

// VerbDecision is a model of the API.
type VerbDecision struct {
	ID       string `json:"id"`
	ActionID string `json:"action_id"`
	// shadow: would have been requested; grant: was executed
	// One of shadow, grant.
	Mode       string    `json:"mode"`
	Verb       string    `json:"verb"`
	Target     string    `json:"target"`
	AlertClass string    `json:"alert_class"`
	CaseID     *string   `json:"case_id"`
	AlertID    *string   `json:"alert_id"`
	AskedBy    string    `json:"asked_by"`
	DecidedAt  time.Time `json:"decided_at"`
	// One of agreed, disagreed, unlabeled.
	Label *string `json:"label"`
	// One of action, closure, person, time.
	LabelSource *string    `json:"label_source"`
	LabelledBy  *string    `json:"labelled_by"`
	LabelledAt  *time.Time `json:"labelled_at"`
	DeedID      *string    `json:"deed_id"`
	Note        *string    `json:"note"`
}

// VerbDecisionPage is a model of the API.
type VerbDecisionPage struct {
	Items      []VerbDecision `json:"items"`
	NextCursor *string        `json:"next_cursor,omitzero"`
}

// VerbDecisionVerdict is a model of the API.
type VerbDecisionVerdict struct {
	// One of right, wrong.
	Verdict string           `json:"verdict"`
	Note    Nullable[string] `json:"note,omitzero"`
}

// VerbFigures is a model of the API.
type VerbFigures struct {
	// requests that people confirmed or contradicted
	Decided int64 `json:"decided"`
	// people did the same, or left the action of a grant in place
	Agreed int64 `json:"agreed"`
	// neither confirmed nor contradicted within 30 days; excluded from the rates
	Unlabeled int64 `json:"unlabeled"`
	// neither confirmed nor contradicted yet
	Open             int64    `json:"open"`
	Agreement        *float64 `json:"agreement"`
	AgreementAtLeast *float64 `json:"agreement_at_least"`
}

// VerbFiguresOf is a model of the API.
type VerbFiguresOf struct {
	Key string `json:"key"`
	// requests that people confirmed or contradicted
	Decided int64 `json:"decided"`
	// people did the same, or left the action of a grant in place
	Agreed int64 `json:"agreed"`
	// neither confirmed nor contradicted within 30 days; excluded from the rates
	Unlabeled int64 `json:"unlabeled"`
	// neither confirmed nor contradicted yet
	Open             int64    `json:"open"`
	Agreement        *float64 `json:"agreement"`
	AgreementAtLeast *float64 `json:"agreement_at_least"`
}

// Verdict is a model of the API.
type Verdict struct {
	ID               string     `json:"id"`
	AlertID          string     `json:"alert_id"`
	OriginalVerdict  *string    `json:"original_verdict"`
	AgentVerdict     *string    `json:"agent_verdict"`
	CorrectedVerdict string     `json:"corrected_verdict"`
	Reason           string     `json:"reason"`
	ReasonCode       string     `json:"reason_code"`
	DecidedByID      string     `json:"decided_by_id"`
	DecidedByKind    string     `json:"decided_by_kind"`
	CopiedFromID     *string    `json:"copied_from_id"`
	DecidedAt        time.Time  `json:"decided_at"`
	UndoneAt         *time.Time `json:"undone_at"`
}

// VerdictConfirm is a model of the API.
type VerdictConfirm struct {
	ConfirmationToken string   `json:"confirmation_token"`
	AlertIds          []string `json:"alert_ids"`
}

// VerdictOverridden is a model of the API.
type VerdictOverridden struct {
	Alert      Alert   `json:"alert"`
	Verdict    Verdict `json:"verdict"`
	LookAlikes []Alert `json:"look_alikes"`
	// total number of look-alikes; the newest 100 at most are shown
	LookAlikesTotal       int64      `json:"look_alikes_total"`
	ConfirmationToken     *string    `json:"confirmation_token"`
	ConfirmationExpiresAt *time.Time `json:"confirmation_expires_at"`
}

// VerdictOverride is a model of the API.
type VerdictOverride struct {
	// One of true_positive, benign_true_positive, false_positive, benign, escalate.
	CorrectedVerdict string `json:"corrected_verdict"`
	Reason           string `json:"reason"`
	// One of known_admin_tool, approved_pentest, expected_service_account, known_scanner, business_application, bad_detection_logic, missing_context, true_positive_confirmed.
	ReasonCode string `json:"reason_code"`
}

// VerdictReasons is a model of the API.
type VerdictReasons struct {
	Items []VerdictReasonsItemsItem `json:"items"`
}

// VerdictReasonsItemsItem is a model of the API.
type VerdictReasonsItemsItem struct {
	// One of true_positive, benign_true_positive, false_positive, benign, escalate.
	Verdict     string   `json:"verdict"`
	ReasonCodes []string `json:"reason_codes"`
}

// VerdictUndo is a model of the API.
type VerdictUndo struct {
	VerdictID string `json:"verdict_id"`
}

// VerdictUndone is a model of the API.
type VerdictUndone struct {
	// alerts with their previous verdict restored
	Restored []string `json:"restored"`
	// alerts with a later verdict, which they keep
	KeptLater []string `json:"kept_later"`
}

// VerdictsConfirmed is a model of the API.
type VerdictsConfirmed struct {
	Verdicts []Verdict `json:"verdicts"`
}

// WarningList is a model of the API.
type WarningList struct {
	ID          string  `json:"id"`
	Name        string  `json:"name"`
	Description *string `json:"description"`
	Version     *string `json:"version"`
	// `suppress`: an indicator of a value on the list does not match; `flag`: it matches as informational, and names the list
	// One of suppress, flag.
	Effect    string `json:"effect"`
	IsEnabled bool   `json:"is_enabled"`
	// number of distinct entries, normalised
	Entries int64 `json:"entries"`
	// number of submitted entries that are not valid values
	Skipped     int64            `json:"skipped"`
	SkipReasons map[string]int64 `json:"skip_reasons"`
	UpdatedBy   string           `json:"updated_by"`
	UpdatedAt   time.Time        `json:"updated_at"`
}

// WarningListChange is a model of the API.
type WarningListChange struct {
	// `suppress`: an indicator of such a value does not match; `flag`: it matches as informational
	// One of suppress, flag.
	Effect    *string `json:"effect,omitzero"`
	IsEnabled *bool   `json:"is_enabled,omitzero"`
}

// WarningListEntry is a model of the API.
type WarningListEntry struct {
	// One of ip, cidr, domain, url, md5, sha1, sha256, email, filename, ja3, ja4, user_agent.
	IOCType        string `json:"ioc_type"`
	Value          string `json:"value"`
	WithSubdomains bool   `json:"with_subdomains"`
}

// WarningListEntryPage is a model of the API.
type WarningListEntryPage struct {
	Items      []WarningListEntry `json:"items"`
	NextCursor *string            `json:"next_cursor,omitzero"`
}

// WarningListPage is a model of the API.
type WarningListPage struct {
	Items      []WarningList `json:"items"`
	NextCursor *string       `json:"next_cursor,omitzero"`
}

// WarningListPut is a model of the API.
type WarningListPut struct {
	Name        *string          `json:"name,omitzero"`
	Description Nullable[string] `json:"description,omitzero"`
	// `suppress`: an indicator of such a value does not match; `flag`: it matches as informational
	// One of suppress, flag.
	Effect string `json:"effect"`
	// default: true
	IsEnabled *bool    `json:"is_enabled,omitzero"`
	Entries   []string `json:"entries,omitzero"`
	// true (default): domains in `entries` include their subdomains
	WithSubdomains *bool               `json:"with_subdomains,omitzero"`
	Misp           *WarningListPutMisp `json:"misp,omitzero"`
	// One of public-dns, cdn-networks, reserved, top-domains.
	KnownList *string `json:"known_list,omitzero"`
}

// WarningListPutMisp is a model of the API.
type WarningListPutMisp struct {
	Name string `json:"name"`
	// One of string, hostname, cidr, substring, regex.
	Type        string   `json:"type"`
	List        []string `json:"list"`
	Description any      `json:"description,omitzero"`
	Version     any      `json:"version,omitzero"`
}

// WholeReport is a model of the API.
type WholeReport struct {
	ID         string  `json:"id"`
	ScheduleID *string `json:"schedule_id"`
	// One of soc, customer.
	Kind        string         `json:"kind"`
	Title       string         `json:"title"`
	PeriodStart time.Time      `json:"period_start"`
	PeriodEnd   time.Time      `json:"period_end"`
	TimeZone    string         `json:"time_zone"`
	MadeBy      string         `json:"made_by"`
	CreatedAt   time.Time      `json:"created_at"`
	Document    ReportDocument `json:"document"`
}
