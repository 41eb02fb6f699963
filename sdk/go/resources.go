// Code generated from schemas/openapi/openapi.json by sdk/generate. DO NOT EDIT.

package svc

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// APIVersion is the version of the API document that this package was made from.
const APIVersion = "1.0.0"

// Resources has every operation of the API, by resource.
type Resources struct {
	Actions                *ActionsResource
	AgentComparisons       *AgentComparisonsResource
	Airgap                 *AirgapResource
	AlertBulkChanges       *AlertBulkChangesResource
	AlertViews             *AlertViewsResource
	Alerts                 *AlertsResource
	APIKeys                *APIKeysResource
	Approvals              *ApprovalsResource
	Audit                  *AuditResource
	AuditLog               *AuditLogResource
	Auth                   *AuthResource
	AutonomyPolicy         *AutonomyPolicyResource
	Branding               *BrandingResource
	Campaigns              *CampaignsResource
	CaseEscalationPolicies *CaseEscalationPoliciesResource
	CaseFields             *CaseFieldsResource
	CaseQueues             *CaseQueuesResource
	CaseSLAPolicies        *CaseSLAPoliciesResource
	CaseTemplates          *CaseTemplatesResource
	Cases                  *CasesResource
	Chat                   *ChatResource
	Compliance             *ComplianceResource
	Configuration          *ConfigurationResource
	Connectors             *ConnectorsResource
	Copilot                *CopilotResource
	DeadLetters            *DeadLettersResource
	Delegations            *DelegationsResource
	Deputies               *DeputiesResource
	DetectionProposals     *DetectionProposalsResource
	Detections             *DetectionsResource
	Enrichment             *EnrichmentResource
	EntityRisk             *EntityRiskResource
	Events                 *EventsResource
	Exports                *ExportsResource
	Federated              *FederatedResource
	Governance             *GovernanceResource
	Health                 *HealthResource
	Healthz                *HealthzResource
	HoneytokenIgnores      *HoneytokenIgnoresResource
	Honeytokens            *HoneytokensResource
	Hunts                  *HuntsResource
	Identity               *IdentityResource
	Inbox                  *InboxResource
	Intel                  *IntelResource
	InvestigationQuestions *InvestigationQuestionsResource
	Investigations         *InvestigationsResource
	Lake                   *LakeResource
	LLM                    *LLMResource
	Marketplace            *MarketplaceResource
	MCPServers             *MCPServersResource
	Notifications          *NotificationsResource
	Oncall                 *OncallResource
	Organisation           *OrganisationResource
	Osquery                *OsqueryResource
	Passkeys               *PasskeysResource
	Phishing               *PhishingResource
	PlaybookHooks          *PlaybookHooksResource
	PlaybookRuns           *PlaybookRunsResource
	PlaybookSecrets        *PlaybookSecretsResource
	Playbooks              *PlaybooksResource
	PurpleTeam             *PurpleTeamResource
	Push                   *PushResource
	Rbac                   *RbacResource
	Realtime               *RealtimeResource
	ReportSchedules        *ReportSchedulesResource
	Reports                *ReportsResource
	Response               *ResponseResource
	Rules                  *RulesResource
	Sandbox                *SandboxResource
	SchemaDrift            *SchemaDriftResource
	SCIM                   *SCIMResource
	SCIMTokens             *SCIMTokensResource
	SLA                    *SLAResource
	Sources                *SourcesResource
	SSOConnections         *SSOConnectionsResource
	StandingApprovals      *StandingApprovalsResource
	Tenants                *TenantsResource
	UEBA                   *UEBAResource
	Usage                  *UsageResource
	Users                  *UsersResource
	Vault                  *VaultResource
}

func newResources(client *Client) Resources {
	return Resources{
		Actions:                newActionsResource(client),
		AgentComparisons:       newAgentComparisonsResource(client),
		Airgap:                 newAirgapResource(client),
		AlertBulkChanges:       newAlertBulkChangesResource(client),
		AlertViews:             newAlertViewsResource(client),
		Alerts:                 newAlertsResource(client),
		APIKeys:                newAPIKeysResource(client),
		Approvals:              newApprovalsResource(client),
		Audit:                  newAuditResource(client),
		AuditLog:               newAuditLogResource(client),
		Auth:                   newAuthResource(client),
		AutonomyPolicy:         newAutonomyPolicyResource(client),
		Branding:               newBrandingResource(client),
		Campaigns:              newCampaignsResource(client),
		CaseEscalationPolicies: newCaseEscalationPoliciesResource(client),
		CaseFields:             newCaseFieldsResource(client),
		CaseQueues:             newCaseQueuesResource(client),
		CaseSLAPolicies:        newCaseSLAPoliciesResource(client),
		CaseTemplates:          newCaseTemplatesResource(client),
		Cases:                  newCasesResource(client),
		Chat:                   newChatResource(client),
		Compliance:             newComplianceResource(client),
		Configuration:          newConfigurationResource(client),
		Connectors:             newConnectorsResource(client),
		Copilot:                newCopilotResource(client),
		DeadLetters:            newDeadLettersResource(client),
		Delegations:            newDelegationsResource(client),
		Deputies:               newDeputiesResource(client),
		DetectionProposals:     newDetectionProposalsResource(client),
		Detections:             newDetectionsResource(client),
		Enrichment:             newEnrichmentResource(client),
		EntityRisk:             newEntityRiskResource(client),
		Events:                 newEventsResource(client),
		Exports:                newExportsResource(client),
		Federated:              newFederatedResource(client),
		Governance:             newGovernanceResource(client),
		Health:                 newHealthResource(client),
		Healthz:                newHealthzResource(client),
		HoneytokenIgnores:      newHoneytokenIgnoresResource(client),
		Honeytokens:            newHoneytokensResource(client),
		Hunts:                  newHuntsResource(client),
		Identity:               newIdentityResource(client),
		Inbox:                  newInboxResource(client),
		Intel:                  newIntelResource(client),
		InvestigationQuestions: newInvestigationQuestionsResource(client),
		Investigations:         newInvestigationsResource(client),
		Lake:                   newLakeResource(client),
		LLM:                    newLLMResource(client),
		Marketplace:            newMarketplaceResource(client),
		MCPServers:             newMCPServersResource(client),
		Notifications:          newNotificationsResource(client),
		Oncall:                 newOncallResource(client),
		Organisation:           newOrganisationResource(client),
		Osquery:                newOsqueryResource(client),
		Passkeys:               newPasskeysResource(client),
		Phishing:               newPhishingResource(client),
		PlaybookHooks:          newPlaybookHooksResource(client),
		PlaybookRuns:           newPlaybookRunsResource(client),
		PlaybookSecrets:        newPlaybookSecretsResource(client),
		Playbooks:              newPlaybooksResource(client),
		PurpleTeam:             newPurpleTeamResource(client),
		Push:                   newPushResource(client),
		Rbac:                   newRbacResource(client),
		Realtime:               newRealtimeResource(client),
		ReportSchedules:        newReportSchedulesResource(client),
		Reports:                newReportsResource(client),
		Response:               newResponseResource(client),
		Rules:                  newRulesResource(client),
		Sandbox:                newSandboxResource(client),
		SchemaDrift:            newSchemaDriftResource(client),
		SCIM:                   newSCIMResource(client),
		SCIMTokens:             newSCIMTokensResource(client),
		SLA:                    newSLAResource(client),
		Sources:                newSourcesResource(client),
		SSOConnections:         newSSOConnectionsResource(client),
		StandingApprovals:      newStandingApprovalsResource(client),
		Tenants:                newTenantsResource(client),
		UEBA:                   newUEBAResource(client),
		Usage:                  newUsageResource(client),
		Users:                  newUsersResource(client),
		Vault:                  newVaultResource(client),
	}
}

// ActionsResource has the operations of Client.Actions.
type ActionsResource struct {
	client *Client
	Types  *ActionsTypesResource
}

func newActionsResource(client *Client) *ActionsResource {
	return &ActionsResource{
		client: client,
		Types:  newActionsTypesResource(client),
	}
}

// Create: Request an action: it is executed, or held until another person approves it
//
// Needs `actions:write`. Recorded in the audit log as `action:requested`.
func (r *ActionsResource) Create(ctx context.Context, body ResponseActionRequest, options ...CallOption) (*ResponseActionRequested, error) {
	return answerOf[ResponseActionRequested](ctx, r.client, &request{method: "POST", path: "/api/v1/actions", body: body}, options)
}

// DryRun: Preview the effect of an action, with the checks that were not made
//
// Needs `actions:write`.
func (r *ActionsResource) DryRun(ctx context.Context, body ResponseActionDryRun, options ...CallOption) (*ResponseActionPlan, error) {
	return answerOf[ResponseActionPlan](ctx, r.client, &request{method: "POST", path: "/api/v1/actions/dry-run", body: body, reads: true}, options)
}

// Get: Show the state of an action
//
// Needs `actions:read`.
func (r *ActionsResource) Get(ctx context.Context, actionId string, options ...CallOption) (*ResponseAction, error) {
	return answerOf[ResponseAction](ctx, r.client, &request{method: "GET", path: "/api/v1/actions/{action_id}", parts: []string{actionId}}, options)
}

// ActionsListParams are the parameters of actions.list. Fields that are left out are not sent.
type ActionsListParams struct {
	Limit  int
	Cursor string
	// One of awaiting_approval, approved, rejected, running, completed, failed, rolling_back, rolled_back.
	Status  string
	CaseID  string
	AlertID string
}

func (p *ActionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "status", p.Status)
	putString(values, "case_id", p.CaseID)
	putString(values, "alert_id", p.AlertID)
	_ = headers
}

// List: Actions, newest first
//
// Needs `actions:read`.
func (r *ActionsResource) List(params *ActionsListParams, options ...CallOption) *Pager[ResponseAction, ResponseActionPage] {
	return newPager[ResponseAction, ResponseActionPage](r.client, &request{method: "GET", path: "/api/v1/actions", params: params}, options)
}

// Undo: Undo an executed action
//
// Needs `actions:execute`. Recorded in the audit log as `action:undo_requested`.
func (r *ActionsResource) Undo(ctx context.Context, actionId string, options ...CallOption) (*ResponseAction, error) {
	return answerOf[ResponseAction](ctx, r.client, &request{method: "POST", path: "/api/v1/actions/{action_id}/undo", parts: []string{actionId}}, options)
}

// ActionsTypesResource has the operations of Client.Actions.Types.
type ActionsTypesResource struct {
	client *Client
}

func newActionsTypesResource(client *Client) *ActionsTypesResource {
	return &ActionsTypesResource{client: client}
}

// ActionsTypesListParams are the parameters of actions.types.list. Fields that are left out are not sent.
type ActionsTypesListParams struct {
	Limit  int
	Cursor string
}

func (p *ActionsTypesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Action types with their reach and required approvers
//
// Needs `actions:read`.
func (r *ActionsTypesResource) List(params *ActionsTypesListParams, options ...CallOption) *Pager[ResponseActionType, ResponseActionTypePage] {
	return newPager[ResponseActionType, ResponseActionTypePage](r.client, &request{method: "GET", path: "/api/v1/actions/types", params: params}, options)
}

// AgentComparisonsResource has the operations of Client.AgentComparisons.
type AgentComparisonsResource struct {
	client *Client
}

func newAgentComparisonsResource(client *Client) *AgentComparisonsResource {
	return &AgentComparisonsResource{client: client}
}

// Create: Repeat completed runs under another model or prompt, with the recorded results of their tools
//
// Replays stored runs: nothing is looked up or changed, and a call that the run did not make is answered with could_not_check. Without run_ids it uses the newest runs with a verdict of people. It counts towards the daily budget.
func (r *AgentComparisonsResource) Create(ctx context.Context, body ModelComparisonBegin, options ...CallOption) (*ModelComparison, error) {
	return answerOf[ModelComparison](ctx, r.client, &request{method: "POST", path: "/api/v1/agent-comparisons", body: body}, options)
}

// Get: A comparison of models: run by run, and over all of them
//
// Needs `settings:read`.
func (r *AgentComparisonsResource) Get(ctx context.Context, id string, options ...CallOption) (*ModelComparison, error) {
	return answerOf[ModelComparison](ctx, r.client, &request{method: "GET", path: "/api/v1/agent-comparisons/{id}", parts: []string{id}}, options)
}

// AgentComparisonsListParams are the parameters of agent_comparisons.list. Fields that are left out are not sent.
type AgentComparisonsListParams struct {
	Limit  int
	Cursor string
}

func (p *AgentComparisonsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Comparisons of models, newest first
//
// Needs `settings:read`.
func (r *AgentComparisonsResource) List(params *AgentComparisonsListParams, options ...CallOption) *Pager[ModelComparison, ModelComparisonPage] {
	return newPager[ModelComparison, ModelComparisonPage](r.client, &request{method: "GET", path: "/api/v1/agent-comparisons", params: params}, options)
}

// AirgapResource has the operations of Client.Airgap.
type AirgapResource struct {
	client *Client
}

func newAirgapResource(client *Client) *AirgapResource {
	return &AirgapResource{client: client}
}

// Status: Allowed outbound destinations
//
// Public.
func (r *AirgapResource) Status(ctx context.Context, options ...CallOption) (*AirgapStatus, error) {
	return answerOf[AirgapStatus](ctx, r.client, &request{method: "GET", path: "/api/v1/airgap/status", public: true}, options)
}

// AlertBulkChangesResource has the operations of Client.AlertBulkChanges.
type AlertBulkChangesResource struct {
	client *Client
}

func newAlertBulkChangesResource(client *Client) *AlertBulkChangesResource {
	return &AlertBulkChangesResource{client: client}
}

// Undo: Undo a change of many alerts
//
// Needs `alerts:write`. Recorded in the audit log as `alert:bulk_undone`.
func (r *AlertBulkChangesResource) Undo(ctx context.Context, bulkId string, options ...CallOption) (*AlertBulkUndone, error) {
	return answerOf[AlertBulkUndone](ctx, r.client, &request{method: "POST", path: "/api/v1/alert-bulk-changes/{bulk_id}/undo", parts: []string{bulkId}}, options)
}

// AlertViewsResource has the operations of Client.AlertViews.
type AlertViewsResource struct {
	client *Client
}

func newAlertViewsResource(client *Client) *AlertViewsResource {
	return &AlertViewsResource{client: client}
}

// Delete: Delete a queue view of the caller
//
// Needs `alerts:read`. Recorded in the audit log as `alert_view:deleted`.
func (r *AlertViewsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/alert-views/{id}", parts: []string{id}}, nil, options)
}

// AlertViewsListParams are the parameters of alert_views.list. Fields that are left out are not sent.
type AlertViewsListParams struct {
	Limit  int
	Cursor string
}

func (p *AlertViewsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Queue views of the caller
//
// Needs `alerts:read`.
func (r *AlertViewsResource) List(params *AlertViewsListParams, options ...CallOption) *Pager[AlertView, AlertViewPage] {
	return newPager[AlertView, AlertViewPage](r.client, &request{method: "GET", path: "/api/v1/alert-views", params: params}, options)
}

// Replace: Save a view of the queue, replacing one of the same name
//
// Needs `alerts:read`. Recorded in the audit log as `alert_view:kept`.
func (r *AlertViewsResource) Replace(ctx context.Context, body AlertViewPut, options ...CallOption) (*AlertView, error) {
	return answerOf[AlertView](ctx, r.client, &request{method: "PUT", path: "/api/v1/alert-views", body: body}, options)
}

// AlertsResource has the operations of Client.Alerts.
type AlertsResource struct {
	client          *Client
	Assignees       *AlertsAssigneesResource
	Enrichment      *AlertsEnrichmentResource
	History         *AlertsHistoryResource
	Investigations  *AlertsInvestigationsResource
	Queue           *AlertsQueueResource
	VerdictOverride *AlertsVerdictOverrideResource
}

func newAlertsResource(client *Client) *AlertsResource {
	return &AlertsResource{
		client:          client,
		Assignees:       newAlertsAssigneesResource(client),
		Enrichment:      newAlertsEnrichmentResource(client),
		History:         newAlertsHistoryResource(client),
		Investigations:  newAlertsInvestigationsResource(client),
		Queue:           newAlertsQueueResource(client),
		VerdictOverride: newAlertsVerdictOverrideResource(client),
	}
}

// Assign: Assign an alert to a user of the tenant; null unassigns it
//
// Needs `alerts:write`. Recorded in the audit log as `alert:assigned`.
func (r *AlertsResource) Assign(ctx context.Context, id string, body AlertAssign, options ...CallOption) (*Alert, error) {
	return answerOf[Alert](ctx, r.client, &request{method: "POST", path: "/api/v1/alerts/{id}/assign", parts: []string{id}, body: body}, options)
}

// Bulk: Apply one change to many alerts
//
// Needs `alerts:write`. Recorded in the audit log as `alert:bulk_changed`.
func (r *AlertsResource) Bulk(ctx context.Context, body AlertBulkChange, options ...CallOption) (*AlertBulkDone, error) {
	return answerOf[AlertBulkDone](ctx, r.client, &request{method: "POST", path: "/api/v1/alerts/bulk", body: body}, options)
}

// Claim: Claim an unassigned alert; 409 when another person has it
//
// Needs `alerts:write`. Recorded in the audit log as `alert:claimed`.
func (r *AlertsResource) Claim(ctx context.Context, id string, options ...CallOption) (*Alert, error) {
	return answerOf[Alert](ctx, r.client, &request{method: "POST", path: "/api/v1/alerts/{id}/claim", parts: []string{id}}, options)
}

// Create: Raise an alert
//
// Needs `alerts:write`. Recorded in the audit log as `alert:created`.
func (r *AlertsResource) Create(ctx context.Context, body AlertCreate, options ...CallOption) (*Alert, error) {
	return answerOf[Alert](ctx, r.client, &request{method: "POST", path: "/api/v1/alerts", body: body, keyed: true}, options)
}

// Delete: Delete an alert with its history
//
// Needs `alerts:delete`. Recorded in the audit log as `alert:deleted`.
func (r *AlertsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/alerts/{id}", parts: []string{id}}, nil, options)
}

// Escalate: Raise the severity by one step
//
// Needs `alerts:write`. Recorded in the audit log as `alert:escalated`.
func (r *AlertsResource) Escalate(ctx context.Context, id string, body AlertEscalate, options ...CallOption) (*Alert, error) {
	return answerOf[Alert](ctx, r.client, &request{method: "POST", path: "/api/v1/alerts/{id}/escalate", parts: []string{id}, body: body}, options)
}

// AlertsFacetsParams are the parameters of alerts.facets. Fields that are left out are not sent.
type AlertsFacetsParams struct {
	// of info, low, medium, high, critical
	Severity string
	// of new, triaged, in_progress, resolved, closed
	Status string
	// of true_positive, benign_true_positive, false_positive, benign, escalate
	Disposition   string
	Category      string
	AssignedToMe  *bool
	Search        string
	MinConfidence int
	// low, medium or high
	ConfidenceLabel string
	// alerts that have all of these tags
	Tags string
	// created at this time or later
	From string
	// created before this time
	Until string
	// whose event, or the earliest of several, was at this time or later
	EventFrom string
	// whose event was before this time
	EventUntil string
	// alerts that name one of these hosts, ignoring case; values are separated by commas, here and in the following parameters, and a comma within a name is written \,
	Host string
	// alerts that name one of these users
	User string
	// alerts that name one of these addresses
	IP string
	// with one of these tactics, such as TA0002
	Tactic string
	// with one of these techniques, such as T1059.001
	Technique string
	// alerts of one of these rules, by id
	Rule string
	// alerts from one of these connector types
	Source string
	// ids of users, me, and nobody, separated by commas
	Assignee string
	// whether a person has set a verdict
	HasVerdict *bool
	// one or more of host, user, ip, tactic, technique, rule, source; default: all
	Fields string
	Limit  int
}

func (p *AlertsFacetsParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "severity", p.Severity)
	putString(values, "status", p.Status)
	putString(values, "disposition", p.Disposition)
	putString(values, "category", p.Category)
	putBool(values, "assigned_to_me", p.AssignedToMe)
	putString(values, "search", p.Search)
	putInt(values, "min_confidence", p.MinConfidence)
	putString(values, "confidence_label", p.ConfidenceLabel)
	putString(values, "tags", p.Tags)
	putString(values, "from", p.From)
	putString(values, "until", p.Until)
	putString(values, "event_from", p.EventFrom)
	putString(values, "event_until", p.EventUntil)
	putString(values, "host", p.Host)
	putString(values, "user", p.User)
	putString(values, "ip", p.IP)
	putString(values, "tactic", p.Tactic)
	putString(values, "technique", p.Technique)
	putString(values, "rule", p.Rule)
	putString(values, "source", p.Source)
	putString(values, "assignee", p.Assignee)
	putBool(values, "has_verdict", p.HasVerdict)
	putString(values, "fields", p.Fields)
	putInt(values, "limit", p.Limit)
	_ = headers
}

// Facets: Hosts, users, rules and other values among the filtered alerts, with counts
//
// Takes the filters of `GET /alerts`, and counts the alerts left for each value.
func (r *AlertsResource) Facets(ctx context.Context, params *AlertsFacetsParams, options ...CallOption) (*AlertFacetValues, error) {
	return answerOf[AlertFacetValues](ctx, r.client, &request{method: "GET", path: "/api/v1/alerts/facets", params: params}, options)
}

// Get: One alert with its narrative, related entities, latest events, advice and raw event
//
// Needs `alerts:read`.
func (r *AlertsResource) Get(ctx context.Context, id string, options ...CallOption) (*AlertDetail, error) {
	return answerOf[AlertDetail](ctx, r.client, &request{method: "GET", path: "/api/v1/alerts/{id}", parts: []string{id}}, options)
}

// AlertsListParams are the parameters of alerts.list. Fields that are left out are not sent.
type AlertsListParams struct {
	Limit  int
	Cursor string
	// of info, low, medium, high, critical
	Severity string
	// of new, triaged, in_progress, resolved, closed
	Status string
	// of true_positive, benign_true_positive, false_positive, benign, escalate
	Disposition   string
	Category      string
	AssignedToMe  *bool
	Search        string
	MinConfidence int
	// low, medium or high
	ConfidenceLabel string
	// alerts that have all of these tags
	Tags string
	// created at this time or later
	From string
	// created before this time
	Until string
	// whose event, or the earliest of several, was at this time or later
	EventFrom string
	// whose event was before this time
	EventUntil string
	// alerts that name one of these hosts, ignoring case; values are separated by commas, here and in the following parameters, and a comma within a name is written \,
	Host string
	// alerts that name one of these users
	User string
	// alerts that name one of these addresses
	IP string
	// with one of these tactics, such as TA0002
	Tactic string
	// with one of these techniques, such as T1059.001
	Technique string
	// alerts of one of these rules, by id
	Rule string
	// alerts from one of these connector types
	Source string
	// ids of users, me, and nobody, separated by commas
	Assignee string
	// whether a person has set a verdict
	HasVerdict *bool
	// default: newest. event: by the time of the earliest event; sla: earliest resolution target first, alerts without a target last
	// One of newest, oldest, risk, severity, event_newest, event_oldest, sla.
	Sort string
}

func (p *AlertsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "severity", p.Severity)
	putString(values, "status", p.Status)
	putString(values, "disposition", p.Disposition)
	putString(values, "category", p.Category)
	putBool(values, "assigned_to_me", p.AssignedToMe)
	putString(values, "search", p.Search)
	putInt(values, "min_confidence", p.MinConfidence)
	putString(values, "confidence_label", p.ConfidenceLabel)
	putString(values, "tags", p.Tags)
	putString(values, "from", p.From)
	putString(values, "until", p.Until)
	putString(values, "event_from", p.EventFrom)
	putString(values, "event_until", p.EventUntil)
	putString(values, "host", p.Host)
	putString(values, "user", p.User)
	putString(values, "ip", p.IP)
	putString(values, "tactic", p.Tactic)
	putString(values, "technique", p.Technique)
	putString(values, "rule", p.Rule)
	putString(values, "source", p.Source)
	putString(values, "assignee", p.Assignee)
	putBool(values, "has_verdict", p.HasVerdict)
	putString(values, "sort", p.Sort)
	_ = headers
}

// List: Alerts, newest first or in another order, with facets over all matching alerts
//
// Needs `alerts:read`.
func (r *AlertsResource) List(params *AlertsListParams, options ...CallOption) *Pager[Alert, AlertPage] {
	return newPager[Alert, AlertPage](r.client, &request{method: "GET", path: "/api/v1/alerts", params: params}, options)
}

// AlertsMetricsParams are the parameters of alerts.metrics. Fields that are left out are not sent.
type AlertsMetricsParams struct {
	From  time.Time
	Until time.Time
	// One of day, week.
	Step     string
	TimeZone string
}

func (p *AlertsMetricsParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putTime(values, "from", p.From)
	putTime(values, "until", p.Until)
	putString(values, "step", p.Step)
	putString(values, "time_zone", p.TimeZone)
	_ = headers
}

// Metrics: Volume, times to acknowledge and to resolve, verdicts, noise of rules and load of analysts, by day or week
//
// Computed from alerts and their history, without deleted alerts. An alert counts in the step in which it was created. A time without any alert is null. At most 366 days; the last 30 by default.
func (r *AlertsResource) Metrics(ctx context.Context, params *AlertsMetricsParams, options ...CallOption) (*TeamMetrics, error) {
	return answerOf[TeamMetrics](ctx, r.client, &request{method: "GET", path: "/api/v1/alerts/metrics", params: params}, options)
}

// AlertsSimilarParams are the parameters of alerts.similar. Fields that are left out are not sent.
type AlertsSimilarParams struct {
	Limit int
}

func (p *AlertsSimilarParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	_ = headers
}

// Similar: Verdicts on alerts of the same kind, and the most similar alerts
//
// Needs `alerts:read`.
func (r *AlertsResource) Similar(ctx context.Context, id string, params *AlertsSimilarParams, options ...CallOption) (*SimilarAlerts, error) {
	return answerOf[SimilarAlerts](ctx, r.client, &request{method: "GET", path: "/api/v1/alerts/{id}/similar", parts: []string{id}, params: params}, options)
}

// Snooze: Snooze an alert for some minutes or until a time
//
// Needs `alerts:write`. Recorded in the audit log as `alert:snoozed`.
func (r *AlertsResource) Snooze(ctx context.Context, id string, body AlertSnooze, options ...CallOption) (*Alert, error) {
	return answerOf[Alert](ctx, r.client, &request{method: "POST", path: "/api/v1/alerts/{id}/snooze", parts: []string{id}, body: body}, options)
}

// AlertsStatsParams are the parameters of alerts.stats. Fields that are left out are not sent.
type AlertsStatsParams struct {
	// One of 24h, 7d, 30d, all.
	Period string
}

func (p *AlertsStatsParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "period", p.Period)
	_ = headers
}

// Stats: Aggregates over the alerts created in a period
//
// Needs `alerts:read`.
func (r *AlertsResource) Stats(ctx context.Context, params *AlertsStatsParams, options ...CallOption) (*AlertStats, error) {
	return answerOf[AlertStats](ctx, r.client, &request{method: "GET", path: "/api/v1/alerts/stats", params: params}, options)
}

// AlertsSubmitParams are the parameters of alerts.submit. Fields that are left out are not sent.
type AlertsSubmitParams struct {
	// tenant of the credential
	TenantID string
}

func (p *AlertsSubmitParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	_ = values
	putString(url.Values(headers), http.CanonicalHeaderKey("x-tenant-id"), p.TenantID)
}

// Submit: Create one alert from a batch of events: a single event, a list, or an object that holds `events`
//
// Needs `alerts:write`. Recorded in the audit log as `alert:submitted`.
func (r *AlertsResource) Submit(ctx context.Context, body any, params *AlertsSubmitParams, options ...CallOption) (*EventsSubmitted, error) {
	return answerOf[EventsSubmitted](ctx, r.client, &request{method: "POST", path: "/api/v1/alerts/submit", body: body, params: params, keyed: true}, options)
}

// Update: Change status, priority, tags, assignee or case
//
// Needs `alerts:write`. Recorded in the audit log as `alert:updated`.
func (r *AlertsResource) Update(ctx context.Context, id string, body AlertPatch, options ...CallOption) (*Alert, error) {
	return answerOf[Alert](ctx, r.client, &request{method: "PATCH", path: "/api/v1/alerts/{id}", parts: []string{id}, body: body}, options)
}

// VerdictReasons: Valid reasons for each verdict; any other is rejected with 422
//
// Needs `alerts:read`.
func (r *AlertsResource) VerdictReasons(ctx context.Context, options ...CallOption) (*VerdictReasons, error) {
	return answerOf[VerdictReasons](ctx, r.client, &request{method: "GET", path: "/api/v1/alerts/verdict-reasons"}, options)
}

// AlertsAssigneesResource has the operations of Client.Alerts.Assignees.
type AlertsAssigneesResource struct {
	client *Client
}

func newAlertsAssigneesResource(client *Client) *AlertsAssigneesResource {
	return &AlertsAssigneesResource{client: client}
}

// AlertsAssigneesListParams are the parameters of alerts.assignees.list. Fields that are left out are not sent.
type AlertsAssigneesListParams struct {
	Limit  int
	Cursor string
}

func (p *AlertsAssigneesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Possible owners of alerts: users of the tenant and delegates, by name
//
// Active ones first, users before delegates; at most 10,000.
func (r *AlertsAssigneesResource) List(params *AlertsAssigneesListParams, options ...CallOption) *Pager[Assignee, AssigneePage] {
	return newPager[Assignee, AssigneePage](r.client, &request{method: "GET", path: "/api/v1/alerts/assignees", params: params}, options)
}

// AlertsEnrichmentResource has the operations of Client.Alerts.Enrichment.
type AlertsEnrichmentResource struct {
	client *Client
}

func newAlertsEnrichmentResource(client *Client) *AlertsEnrichmentResource {
	return &AlertsEnrichmentResource{client: client}
}

// Get: The enrichment of an alert, from its arrival or the last request
//
// Needs `alerts:read`.
func (r *AlertsEnrichmentResource) Get(ctx context.Context, id string, options ...CallOption) (*AlertEnrichment, error) {
	return answerOf[AlertEnrichment](ctx, r.client, &request{method: "GET", path: "/api/v1/alerts/{id}/enrichment", parts: []string{id}}, options)
}

// Run: Enrich the entities of an alert now
//
// Needs `alerts:write`. Recorded in the audit log as `alert:enriched`.
func (r *AlertsEnrichmentResource) Run(ctx context.Context, id string, options ...CallOption) (*AlertEnrichment, error) {
	return answerOf[AlertEnrichment](ctx, r.client, &request{method: "POST", path: "/api/v1/alerts/{id}/enrichment", parts: []string{id}}, options)
}

// AlertsHistoryResource has the operations of Client.Alerts.History.
type AlertsHistoryResource struct {
	client *Client
}

func newAlertsHistoryResource(client *Client) *AlertsHistoryResource {
	return &AlertsHistoryResource{client: client}
}

// AlertsHistoryListParams are the parameters of alerts.history.list. Fields that are left out are not sent.
type AlertsHistoryListParams struct {
	Limit  int
	Cursor string
}

func (p *AlertsHistoryListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: History of an alert, newest first
//
// Needs `alerts:read`.
func (r *AlertsHistoryResource) List(id string, params *AlertsHistoryListParams, options ...CallOption) *Pager[AlertHistoryEntry, AlertHistoryEntryPage] {
	return newPager[AlertHistoryEntry, AlertHistoryEntryPage](r.client, &request{method: "GET", path: "/api/v1/alerts/{id}/history", parts: []string{id}, params: params}, options)
}

// AlertsInvestigationsResource has the operations of Client.Alerts.Investigations.
type AlertsInvestigationsResource struct {
	client *Client
}

func newAlertsInvestigationsResource(client *Client) *AlertsInvestigationsResource {
	return &AlertsInvestigationsResource{client: client}
}

// AlertsInvestigationsListParams are the parameters of alerts.investigations.list. Fields that are left out are not sent.
type AlertsInvestigationsListParams struct {
	Limit  int
	Cursor string
}

func (p *AlertsInvestigationsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Triage and investigations of an alert, newest first
//
// Needs `alerts:read`.
func (r *AlertsInvestigationsResource) List(id string, params *AlertsInvestigationsListParams, options ...CallOption) *Pager[InvestigationRun, InvestigationRunPage] {
	return newPager[InvestigationRun, InvestigationRunPage](r.client, &request{method: "GET", path: "/api/v1/alerts/{id}/investigations", parts: []string{id}, params: params}, options)
}

// AlertsQueueResource has the operations of Client.Alerts.Queue.
type AlertsQueueResource struct {
	client *Client
}

func newAlertsQueueResource(client *Client) *AlertsQueueResource {
	return &AlertsQueueResource{client: client}
}

// AlertsQueueListParams are the parameters of alerts.queue.list. Fields that are left out are not sent.
type AlertsQueueListParams struct {
	Limit  int
	Cursor string
	// One of me, unassigned, all.
	Owner string
	// One of 24h, 7d, 30d, all.
	Period string
}

func (p *AlertsQueueListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "owner", p.Owner)
	putString(values, "period", p.Period)
	_ = headers
}

// List: Unresolved alerts that are not snoozed: highest priority first, then the oldest
//
// Needs `alerts:read`.
func (r *AlertsQueueResource) List(params *AlertsQueueListParams, options ...CallOption) *Pager[QueuedAlert, AlertQueue] {
	return newPager[QueuedAlert, AlertQueue](r.client, &request{method: "GET", path: "/api/v1/alerts/queue", params: params}, options)
}

// AlertsVerdictOverrideResource has the operations of Client.Alerts.VerdictOverride.
type AlertsVerdictOverrideResource struct {
	client *Client
}

func newAlertsVerdictOverrideResource(client *Client) *AlertsVerdictOverrideResource {
	return &AlertsVerdictOverrideResource{client: client}
}

// LookAlikes: Apply the same verdict to exactly the look-alikes shown with it
//
// Needs `alerts:write`. Recorded in the audit log as `alert:verdict_repeated`.
func (r *AlertsVerdictOverrideResource) LookAlikes(ctx context.Context, id string, body VerdictConfirm, options ...CallOption) (*VerdictsConfirmed, error) {
	return answerOf[VerdictsConfirmed](ctx, r.client, &request{method: "POST", path: "/api/v1/alerts/{id}/verdict-override/look-alikes", parts: []string{id}, body: body}, options)
}

// Run: Set the verdict of an analyst on an alert; returns similar alerts that it may fit too
//
// A reason that contradicts the verdict is rejected: `GET /alerts/verdict-reasons` lists the valid ones.
func (r *AlertsVerdictOverrideResource) Run(ctx context.Context, id string, body VerdictOverride, options ...CallOption) (*VerdictOverridden, error) {
	return answerOf[VerdictOverridden](ctx, r.client, &request{method: "POST", path: "/api/v1/alerts/{id}/verdict-override", parts: []string{id}, body: body}, options)
}

// Undo: Undo a verdict, together with its copies on look-alikes
//
// Needs `alerts:write`. Recorded in the audit log as `alert:verdict_undone`.
func (r *AlertsVerdictOverrideResource) Undo(ctx context.Context, id string, body VerdictUndo, options ...CallOption) (*VerdictUndone, error) {
	return answerOf[VerdictUndone](ctx, r.client, &request{method: "POST", path: "/api/v1/alerts/{id}/verdict-override/undo", parts: []string{id}, body: body}, options)
}

// APIKeysResource has the operations of Client.APIKeys.
type APIKeysResource struct {
	client *Client
}

func newAPIKeysResource(client *Client) *APIKeysResource {
	return &APIKeysResource{client: client}
}

// Create: Create an API key
//
// Needs `users:write`. Recorded in the audit log as `api_key:created`.
func (r *APIKeysResource) Create(ctx context.Context, body ApiKeyCreate, options ...CallOption) (*NewApiKey, error) {
	return answerOf[NewApiKey](ctx, r.client, &request{method: "POST", path: "/api/v1/api-keys", body: body}, options)
}

// Delete: Revoke an API key
//
// Needs `users:write`. Recorded in the audit log as `api_key:revoked`.
func (r *APIKeysResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/api-keys/{id}", parts: []string{id}}, nil, options)
}

// APIKeysListParams are the parameters of api_keys.list. Fields that are left out are not sent.
type APIKeysListParams struct {
	Limit  int
	Cursor string
}

func (p *APIKeysListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: API keys, newest first
//
// Needs `users:read`.
func (r *APIKeysResource) List(params *APIKeysListParams, options ...CallOption) *Pager[ApiKey, ApiKeyPage] {
	return newPager[ApiKey, ApiKeyPage](r.client, &request{method: "GET", path: "/api/v1/api-keys", params: params}, options)
}

// Update: Change an API key
//
// Needs `users:write`. Recorded in the audit log as `api_key:updated`.
func (r *APIKeysResource) Update(ctx context.Context, id string, body ApiKeyPatch, options ...CallOption) (*ApiKey, error) {
	return answerOf[ApiKey](ctx, r.client, &request{method: "PATCH", path: "/api/v1/api-keys/{id}", parts: []string{id}, body: body}, options)
}

// ApprovalsResource has the operations of Client.Approvals.
type ApprovalsResource struct {
	client *Client
	ByLink *ApprovalsByLinkResource
}

func newApprovalsResource(client *Client) *ApprovalsResource {
	return &ApprovalsResource{
		client: client,
		ByLink: newApprovalsByLinkResource(client),
	}
}

// Approve: Approve; the requester may not. Also as {approval_id}:approve
//
// Needs `actions:read`. Recorded in the audit log as `approval:approved`.
func (r *ApprovalsResource) Approve(ctx context.Context, approvalId string, body ApprovalDecision, options ...CallOption) (*Approval, error) {
	return answerOf[Approval](ctx, r.client, &request{method: "POST", path: "/api/v1/approvals/{approval_id}/approve", parts: []string{approvalId}, body: body}, options)
}

// Create: Request an approval for something the caller carries out itself
//
// Needs `actions:write`. Recorded in the audit log as `approval:requested`.
func (r *ApprovalsResource) Create(ctx context.Context, body ApprovalCreate, options ...CallOption) (*Approval, error) {
	return answerOf[Approval](ctx, r.client, &request{method: "POST", path: "/api/v1/approvals", body: body}, options)
}

// Get: One approval
//
// Needs `actions:read`.
func (r *ApprovalsResource) Get(ctx context.Context, approvalId string, options ...CallOption) (*Approval, error) {
	return answerOf[Approval](ctx, r.client, &request{method: "GET", path: "/api/v1/approvals/{approval_id}", parts: []string{approvalId}}, options)
}

// ApprovalsListParams are the parameters of approvals.list. Fields that are left out are not sent.
type ApprovalsListParams struct {
	Limit  int
	Cursor string
	// One of pending, approved, denied, expired, cancelled.
	Status string
	// One of low, medium, high, critical.
	RiskLevel string
	// only approvals the caller may decide
	Mine *bool
}

func (p *ApprovalsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "status", p.Status)
	putString(values, "risk_level", p.RiskLevel)
	putBool(values, "mine", p.Mine)
	_ = headers
}

// List: Approvals, newest first; pending ones without a status
//
// Needs `actions:read`.
func (r *ApprovalsResource) List(params *ApprovalsListParams, options ...CallOption) *Pager[Approval, ApprovalPage] {
	return newPager[Approval, ApprovalPage](r.client, &request{method: "GET", path: "/api/v1/approvals", params: params}, options)
}

// Reject: Deny. Also as {approval_id}:reject
//
// Needs `actions:read`. Recorded in the audit log as `approval:denied`.
func (r *ApprovalsResource) Reject(ctx context.Context, approvalId string, body ApprovalDecision, options ...CallOption) (*Approval, error) {
	return answerOf[Approval](ctx, r.client, &request{method: "POST", path: "/api/v1/approvals/{approval_id}/reject", parts: []string{approvalId}, body: body}, options)
}

// ApprovalsByLinkResource has the operations of Client.Approvals.ByLink.
type ApprovalsByLinkResource struct {
	client *Client
}

func newApprovalsByLinkResource(client *Client) *ApprovalsByLinkResource {
	return &ApprovalsByLinkResource{client: client}
}

// Decide: Approve or deny through a mailed link, which works once
//
// Decides as the addressee of the mail, under the usual approval rules: the requester cannot approve.
func (r *ApprovalsByLinkResource) Decide(ctx context.Context, body ApprovalLinkDecision, options ...CallOption) (*ApprovalLinkDecided, error) {
	return answerOf[ApprovalLinkDecided](ctx, r.client, &request{method: "POST", path: "/api/v1/approvals/by-link/decide", body: body}, options)
}

// Run: The approval request behind a mailed link
//
// Only for the addressee of the mail, signed in within the last 15 minutes. Reading it changes only the receipt.
func (r *ApprovalsByLinkResource) Run(ctx context.Context, body ApprovalLink, options ...CallOption) (*LinkedApproval, error) {
	return answerOf[LinkedApproval](ctx, r.client, &request{method: "POST", path: "/api/v1/approvals/by-link", body: body}, options)
}

// AuditResource has the operations of Client.Audit.
type AuditResource struct {
	client  *Client
	Entries *AuditEntriesResource
	Keys    *AuditKeysResource
}

func newAuditResource(client *Client) *AuditResource {
	return &AuditResource{
		client:  client,
		Entries: newAuditEntriesResource(client),
		Keys:    newAuditKeysResource(client),
	}
}

// AuditConsistencyParams are the parameters of audit.consistency. Fields that are left out are not sent.
type AuditConsistencyParams struct {
	// of a signed head
	Older int
	// of a signed head
	Newer int
}

func (p *AuditConsistencyParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "older", p.Older)
	putInt(values, "newer", p.Newer)
	_ = headers
}

// Consistency: Proof that the log was only appended to between two signed heads (RFC 6962, 2.1.2)
//
// Needs `audit_log:read`.
func (r *AuditResource) Consistency(ctx context.Context, params *AuditConsistencyParams, options ...CallOption) (*AuditConsistencyProof, error) {
	return answerOf[AuditConsistencyProof](ctx, r.client, &request{method: "GET", path: "/api/v1/audit/consistency", params: params}, options)
}

// AuditExportParams are the parameters of audit.export. Fields that are left out are not sent.
type AuditExportParams struct {
	// prefix of the value
	Action     string
	Resource   string
	ResourceID string
	ActorID    string
	Search     string
	// recorded at this time or later
	From string
	// recorded before this time
	Until string
	// One of bundle, csv, html.
	Format string
}

func (p *AuditExportParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "action", p.Action)
	putString(values, "resource", p.Resource)
	putString(values, "resource_id", p.ResourceID)
	putString(values, "actor_id", p.ActorID)
	putString(values, "search", p.Search)
	putString(values, "from", p.From)
	putString(values, "until", p.Until)
	putString(values, "format", p.Format)
	_ = headers
}

// Export: Export the whole log as a bundle for `svc audit verify`, or its newest 10,000 matches as csv or html
//
// Needs `audit_log:read`.
func (r *AuditResource) Export(ctx context.Context, params *AuditExportParams, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/audit/export", params: params}, options)
}

// Head: Latest signed head; with a copy elsewhere, nothing before it can be rewritten undetected
//
// Needs `audit_log:read`.
func (r *AuditResource) Head(ctx context.Context, options ...CallOption) (*AuditHead, error) {
	return answerOf[AuditHead](ctx, r.client, &request{method: "GET", path: "/api/v1/audit/head"}, options)
}

// AuditListParams are the parameters of audit.list. Fields that are left out are not sent.
type AuditListParams struct {
	// prefix of the value
	Action     string
	Resource   string
	ResourceID string
	ActorID    string
	Search     string
	// recorded at this time or later
	From string
	// recorded before this time
	Until  string
	Limit  int
	Cursor string
}

func (p *AuditListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "action", p.Action)
	putString(values, "resource", p.Resource)
	putString(values, "resource_id", p.ResourceID)
	putString(values, "actor_id", p.ActorID)
	putString(values, "search", p.Search)
	putString(values, "from", p.From)
	putString(values, "until", p.Until)
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: The audit log, newest first; reading it is recorded in it
//
// Needs `audit_log:read`.
func (r *AuditResource) List(params *AuditListParams, options ...CallOption) *Pager[AuditEntry, AuditEntryPage] {
	return newPager[AuditEntry, AuditEntryPage](r.client, &request{method: "GET", path: "/api/v1/audit", params: params}, options)
}

// AuditEntriesResource has the operations of Client.Audit.Entries.
type AuditEntriesResource struct {
	client *Client
}

func newAuditEntriesResource(client *Client) *AuditEntriesResource {
	return &AuditEntriesResource{client: client}
}

// Proof: Proof that the log of the latest head includes an entry (RFC 6962, 2.1.1)
//
// Needs `audit_log:read`.
func (r *AuditEntriesResource) Proof(ctx context.Context, id string, options ...CallOption) (*AuditInclusionProof, error) {
	return answerOf[AuditInclusionProof](ctx, r.client, &request{method: "GET", path: "/api/v1/audit/entries/{id}/proof", parts: []string{id}}, options)
}

// AuditKeysResource has the operations of Client.Audit.Keys.
type AuditKeysResource struct {
	client *Client
}

func newAuditKeysResource(client *Client) *AuditKeysResource {
	return &AuditKeysResource{client: client}
}

// AuditKeysListParams are the parameters of audit.keys.list. Fields that are left out are not sent.
type AuditKeysListParams struct {
	Limit  int
	Cursor string
}

func (p *AuditKeysListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Public keys of present and past heads, oldest first
//
// Needs `audit_log:read`.
func (r *AuditKeysResource) List(params *AuditKeysListParams, options ...CallOption) *Pager[AuditKey, AuditKeyPage] {
	return newPager[AuditKey, AuditKeyPage](r.client, &request{method: "GET", path: "/api/v1/audit/keys", params: params}, options)
}

// AuditLogResource has the operations of Client.AuditLog.
type AuditLogResource struct {
	client *Client
}

func newAuditLogResource(client *Client) *AuditLogResource {
	return &AuditLogResource{client: client}
}

// AuditLogListParams are the parameters of audit_log.list. Fields that are left out are not sent.
type AuditLogListParams struct {
	// prefix of the value
	Action     string
	Resource   string
	ResourceID string
	ActorID    string
	Search     string
	// recorded at this time or later
	From string
	// recorded before this time
	Until  string
	Limit  int
	Cursor string
}

func (p *AuditLogListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "action", p.Action)
	putString(values, "resource", p.Resource)
	putString(values, "resource_id", p.ResourceID)
	putString(values, "actor_id", p.ActorID)
	putString(values, "search", p.Search)
	putString(values, "from", p.From)
	putString(values, "until", p.Until)
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: The audit log, newest first; reading it is recorded in it
//
// Needs `audit_log:read`.
func (r *AuditLogResource) List(params *AuditLogListParams, options ...CallOption) *Pager[AuditEntry, AuditEntryPage] {
	return newPager[AuditEntry, AuditEntryPage](r.client, &request{method: "GET", path: "/api/v1/audit-log", params: params}, options)
}

// AuthResource has the operations of Client.Auth.
type AuthResource struct {
	client        *Client
	Invitations   *AuthInvitationsResource
	OIDC          *AuthOIDCResource
	PasswordReset *AuthPasswordResetResource
	SAML          *AuthSAMLResource
}

func newAuthResource(client *Client) *AuthResource {
	return &AuthResource{
		client:        client,
		Invitations:   newAuthInvitationsResource(client),
		OIDC:          newAuthOIDCResource(client),
		PasswordReset: newAuthPasswordResetResource(client),
		SAML:          newAuthSAMLResource(client),
	}
}

// Login: Sign in
//
// Recorded in the audit log as `auth:login`.
func (r *AuthResource) Login(ctx context.Context, body Login, options ...CallOption) (*SignedIn, error) {
	return answerOf[SignedIn](ctx, r.client, &request{method: "POST", path: "/api/v1/auth/login", body: body, public: true}, options)
}

// Logout: End this session
//
// For every signed-in user. Recorded in the audit log as `auth:logout`.
func (r *AuthResource) Logout(ctx context.Context, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "POST", path: "/api/v1/auth/logout"}, nil, options)
}

// Refresh: Get new tokens for a refresh token
//
// Public.
func (r *AuthResource) Refresh(ctx context.Context, body TokenRefresh, options ...CallOption) (*Tokens, error) {
	return answerOf[Tokens](ctx, r.client, &request{method: "POST", path: "/api/v1/auth/refresh", body: body, public: true}, options)
}

// AuthInvitationsResource has the operations of Client.Auth.Invitations.
type AuthInvitationsResource struct {
	client *Client
}

func newAuthInvitationsResource(client *Client) *AuthInvitationsResource {
	return &AuthInvitationsResource{client: client}
}

// Accept: Start a session from the link of an invitation, to register a passkey
//
// To set a password instead, send the same token to POST /auth/password-reset/confirm.
func (r *AuthInvitationsResource) Accept(ctx context.Context, body InvitationAccept, options ...CallOption) (*Tokens, error) {
	return answerOf[Tokens](ctx, r.client, &request{method: "POST", path: "/api/v1/auth/invitations/accept", body: body, public: true}, options)
}

// AuthOIDCResource has the operations of Client.Auth.OIDC.
type AuthOIDCResource struct {
	client *Client
}

func newAuthOIDCResource(client *Client) *AuthOIDCResource {
	return &AuthOIDCResource{client: client}
}

// AuthOIDCCallbackParams are the parameters of auth.oidc.callback. Fields that are left out are not sent.
type AuthOIDCCallbackParams struct {
	State string
	Code  string
	Error string
}

func (p *AuthOIDCCallbackParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "state", p.State)
	putString(values, "code", p.Code)
	putString(values, "error", p.Error)
	_ = headers
}

// Callback: OIDC callback of the identity provider
//
// Public.
func (r *AuthOIDCResource) Callback(ctx context.Context, params *AuthOIDCCallbackParams, options ...CallOption) (*Tokens, error) {
	return answerOf[Tokens](ctx, r.client, &request{method: "GET", path: "/api/v1/auth/oidc/callback", params: params, public: true}, options)
}

// Login: Begin a sign-in over OIDC
//
// Public.
func (r *AuthOIDCResource) Login(ctx context.Context, body SignInBegin, options ...CallOption) (*SignInBegun, error) {
	return answerOf[SignInBegun](ctx, r.client, &request{method: "POST", path: "/api/v1/auth/oidc/login", body: body, public: true}, options)
}

// AuthPasswordResetResource has the operations of Client.Auth.PasswordReset.
type AuthPasswordResetResource struct {
	client *Client
}

func newAuthPasswordResetResource(client *Client) *AuthPasswordResetResource {
	return &AuthPasswordResetResource{client: client}
}

// Confirm: Set a new password with the token of a mailed link
//
// Recorded in the audit log as `user:password_reset`.
func (r *AuthPasswordResetResource) Confirm(ctx context.Context, body PasswordResetConfirm, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "POST", path: "/api/v1/auth/password-reset/confirm", body: body, public: true}, nil, options)
}

// Run: Request a link to set a new password
//
// The answer is the same whether or not the user exists. 503 when no mail server is configured.
func (r *AuthPasswordResetResource) Run(ctx context.Context, body PasswordResetRequest, options ...CallOption) (*PasswordResetRequested, error) {
	return answerOf[PasswordResetRequested](ctx, r.client, &request{method: "POST", path: "/api/v1/auth/password-reset", body: body, public: true}, options)
}

// AuthSAMLResource has the operations of Client.Auth.SAML.
type AuthSAMLResource struct {
	client   *Client
	Callback *AuthSAMLCallbackResource
}

func newAuthSAMLResource(client *Client) *AuthSAMLResource {
	return &AuthSAMLResource{
		client:   client,
		Callback: newAuthSAMLCallbackResource(client),
	}
}

// Login: Begin a sign-in over SAML
//
// Public.
func (r *AuthSAMLResource) Login(ctx context.Context, body SignInBegin, options ...CallOption) (*SignInBegun, error) {
	return answerOf[SignInBegun](ctx, r.client, &request{method: "POST", path: "/api/v1/auth/saml/login", body: body, public: true}, options)
}

// Metadata: Get the SAML service provider metadata of this installation
//
// Public.
func (r *AuthSAMLResource) Metadata(ctx context.Context, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "GET", path: "/api/v1/auth/saml/metadata", public: true}, nil, options)
}

// AuthSAMLCallbackResource has the operations of Client.Auth.SAML.Callback.
type AuthSAMLCallbackResource struct {
	client *Client
}

func newAuthSAMLCallbackResource(client *Client) *AuthSAMLCallbackResource {
	return &AuthSAMLCallbackResource{client: client}
}

// AuthSAMLCallbackGetParams are the parameters of auth.saml.callback.get. Fields that are left out are not sent.
type AuthSAMLCallbackGetParams struct {
	Samlresponse string
	RelayState   string
}

func (p *AuthSAMLCallbackGetParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "SAMLResponse", p.Samlresponse)
	putString(values, "RelayState", p.RelayState)
	_ = headers
}

// Get: Assertion consumer of SAML, HTTP-Redirect binding
//
// Public.
func (r *AuthSAMLCallbackResource) Get(ctx context.Context, params *AuthSAMLCallbackGetParams, options ...CallOption) (*Tokens, error) {
	return answerOf[Tokens](ctx, r.client, &request{method: "GET", path: "/api/v1/auth/saml/callback", params: params, public: true}, options)
}

// Post: Assertion consumer of SAML, HTTP-POST binding
//
// Public.
func (r *AuthSAMLCallbackResource) Post(ctx context.Context, body SamlAnswer, options ...CallOption) (*Tokens, error) {
	return answerOf[Tokens](ctx, r.client, &request{method: "POST", path: "/api/v1/auth/saml/callback", body: body, media: "application/x-www-form-urlencoded", public: true}, options)
}

// AutonomyPolicyResource has the operations of Client.AutonomyPolicy.
type AutonomyPolicyResource struct {
	client        *Client
	ClosureAudits *AutonomyPolicyClosureAuditsResource
	Grants        *AutonomyPolicyGrantsResource
	KillSwitch    *AutonomyPolicyKillSwitchResource
	ShadowMode    *AutonomyPolicyShadowModeResource
	ShadowVerbs   *AutonomyPolicyShadowVerbsResource
	VerbDecisions *AutonomyPolicyVerbDecisionsResource
}

func newAutonomyPolicyResource(client *Client) *AutonomyPolicyResource {
	return &AutonomyPolicyResource{
		client:        client,
		ClosureAudits: newAutonomyPolicyClosureAuditsResource(client),
		Grants:        newAutonomyPolicyGrantsResource(client),
		KillSwitch:    newAutonomyPolicyKillSwitchResource(client),
		ShadowMode:    newAutonomyPolicyShadowModeResource(client),
		ShadowVerbs:   newAutonomyPolicyShadowVerbsResource(client),
		VerbDecisions: newAutonomyPolicyVerbDecisionsResource(client),
	}
}

// AutonomyPolicyAgreementParams are the parameters of autonomy_policy.agreement. Fields that are left out are not sent.
type AutonomyPolicyAgreementParams struct {
	WindowDays int
}

func (p *AutonomyPolicyAgreementParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "window_days", p.WindowDays)
	_ = headers
}

// Agreement: Agreement between the agent and the later verdicts of analysts
//
// Needs `settings:read`.
func (r *AutonomyPolicyResource) Agreement(ctx context.Context, params *AutonomyPolicyAgreementParams, options ...CallOption) (*Agreement, error) {
	return answerOf[Agreement](ctx, r.client, &request{method: "GET", path: "/api/v1/autonomy-policy/agreement", params: params}, options)
}

// MissedThreats: Upper bound of threats that triage may have closed, from the judged sample
//
// Needs `settings:read`.
func (r *AutonomyPolicyResource) MissedThreats(ctx context.Context, options ...CallOption) (*MissedThreats, error) {
	return answerOf[MissedThreats](ctx, r.client, &request{method: "GET", path: "/api/v1/autonomy-policy/missed-threats"}, options)
}

// AutonomyPolicyClosureAuditsResource has the operations of Client.AutonomyPolicy.ClosureAudits.
type AutonomyPolicyClosureAuditsResource struct {
	client *Client
}

func newAutonomyPolicyClosureAuditsResource(client *Client) *AutonomyPolicyClosureAuditsResource {
	return &AutonomyPolicyClosureAuditsResource{client: client}
}

// AutonomyPolicyClosureAuditsListParams are the parameters of autonomy_policy.closure_audits.list. Fields that are left out are not sent.
type AutonomyPolicyClosureAuditsListParams struct {
	Limit  int
	Cursor string
}

func (p *AutonomyPolicyClosureAuditsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Random sample of alerts closed by triage, for a person to judge without seeing its verdict
//
// Needs `alerts:write`.
func (r *AutonomyPolicyClosureAuditsResource) List(params *AutonomyPolicyClosureAuditsListParams, options ...CallOption) *Pager[ClosureAuditItem, ClosureAuditItemPage] {
	return newPager[ClosureAuditItem, ClosureAuditItemPage](r.client, &request{method: "GET", path: "/api/v1/autonomy-policy/closure-audits", params: params}, options)
}

// Verdict: Judge whether a sampled alert was a threat
//
// An alert that was a threat gets this verdict and is reopened, unless people have worked on it since triage closed it.
func (r *AutonomyPolicyClosureAuditsResource) Verdict(ctx context.Context, alertId string, body ClosureAuditVerdict, options ...CallOption) (*ClosureAuditJudged, error) {
	return answerOf[ClosureAuditJudged](ctx, r.client, &request{method: "POST", path: "/api/v1/autonomy-policy/closure-audits/{alert_id}/verdict", parts: []string{alertId}, body: body}, options)
}

// AutonomyPolicyGrantsResource has the operations of Client.AutonomyPolicy.Grants.
type AutonomyPolicyGrantsResource struct {
	client *Client
}

func newAutonomyPolicyGrantsResource(client *Client) *AutonomyPolicyGrantsResource {
	return &AutonomyPolicyGrantsResource{client: client}
}

// Create: Request a grant
//
// A refusal is a normal answer: granted is false, and refusals names every failed check. An override, which passes the checks by, needs settings:write.
func (r *AutonomyPolicyGrantsResource) Create(ctx context.Context, body AutonomyGrantAsk, options ...CallOption) (*AutonomyGrantAnswer, error) {
	return answerOf[AutonomyGrantAnswer](ctx, r.client, &request{method: "POST", path: "/api/v1/autonomy-policy/grants", body: body}, options)
}

// Delete: Withdraw a grant, and the actions that it approved and nobody has begun
//
// Needs `soc:write`. Recorded in the audit log as `autonomy:demoted`.
func (r *AutonomyPolicyGrantsResource) Delete(ctx context.Context, id string, options ...CallOption) (*AutonomyGrant, error) {
	return answerOf[AutonomyGrant](ctx, r.client, &request{method: "DELETE", path: "/api/v1/autonomy-policy/grants/{id}", parts: []string{id}}, options)
}

// AutonomyPolicyGrantsListParams are the parameters of autonomy_policy.grants.list. Fields that are left out are not sent.
type AutonomyPolicyGrantsListParams struct {
	Limit  int
	Cursor string
}

func (p *AutonomyPolicyGrantsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Grants of autonomous actions
//
// Needs `settings:read`.
func (r *AutonomyPolicyGrantsResource) List(params *AutonomyPolicyGrantsListParams, options ...CallOption) *Pager[AutonomyGrant, AutonomyGrantPage] {
	return newPager[AutonomyGrant, AutonomyGrantPage](r.client, &request{method: "GET", path: "/api/v1/autonomy-policy/grants", params: params}, options)
}

// AutonomyPolicyKillSwitchResource has the operations of Client.AutonomyPolicy.KillSwitch.
type AutonomyPolicyKillSwitchResource struct {
	client *Client
}

func newAutonomyPolicyKillSwitchResource(client *Client) *AutonomyPolicyKillSwitchResource {
	return &AutonomyPolicyKillSwitchResource{client: client}
}

// Get: Whether automation is stopped in this tenant, and why
//
// Needs `settings:read`.
func (r *AutonomyPolicyKillSwitchResource) Get(ctx context.Context, options ...CallOption) (*AutonomyKillSwitch, error) {
	return answerOf[AutonomyKillSwitch](ctx, r.client, &request{method: "GET", path: "/api/v1/autonomy-policy/kill-switch"}, options)
}

// Update: Stop all automation in this tenant, or resume it
//
// While automation is stopped no grant applies, triage closes nothing, no model is called, and actions approved only by a grant are withdrawn. Timed rollbacks still happen. It does not lift a stop that the operator set for all tenants.
func (r *AutonomyPolicyKillSwitchResource) Update(ctx context.Context, body AutonomyKillSwitchSet, options ...CallOption) (*AutonomyKillSwitch, error) {
	return answerOf[AutonomyKillSwitch](ctx, r.client, &request{method: "PUT", path: "/api/v1/autonomy-policy/kill-switch", body: body}, options)
}

// AutonomyPolicyShadowModeResource has the operations of Client.AutonomyPolicy.ShadowMode.
type AutonomyPolicyShadowModeResource struct {
	client *Client
}

func newAutonomyPolicyShadowModeResource(client *Client) *AutonomyPolicyShadowModeResource {
	return &AutonomyPolicyShadowModeResource{client: client}
}

// AutonomyPolicyShadowModeListParams are the parameters of autonomy_policy.shadow_mode.list. Fields that are left out are not sent.
type AutonomyPolicyShadowModeListParams struct {
	Limit  int
	Cursor string
}

func (p *AutonomyPolicyShadowModeListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Alert classes with a shadow-mode flag
//
// Needs `settings:read`.
func (r *AutonomyPolicyShadowModeResource) List(params *AutonomyPolicyShadowModeListParams, options ...CallOption) *Pager[ShadowMode, ShadowModePage] {
	return newPager[ShadowMode, ShadowModePage](r.client, &request{method: "GET", path: "/api/v1/autonomy-policy/shadow-mode", params: params}, options)
}

// Update: Turn shadow mode on or off for an alert class
//
// In shadow mode triage writes its verdict to the alert and to svc_shadow_decisions, and closes nothing. *: every class without a flag of its own; unclassified: alerts without a category.
func (r *AutonomyPolicyShadowModeResource) Update(ctx context.Context, alertClass string, body ShadowModePut, options ...CallOption) (*ShadowMode, error) {
	return answerOf[ShadowMode](ctx, r.client, &request{method: "PUT", path: "/api/v1/autonomy-policy/shadow-mode/{alert_class}", parts: []string{alertClass}, body: body}, options)
}

// AutonomyPolicyShadowVerbsResource has the operations of Client.AutonomyPolicy.ShadowVerbs.
type AutonomyPolicyShadowVerbsResource struct {
	client *Client
}

func newAutonomyPolicyShadowVerbsResource(client *Client) *AutonomyPolicyShadowVerbsResource {
	return &AutonomyPolicyShadowVerbsResource{client: client}
}

// AutonomyPolicyShadowVerbsListParams are the parameters of autonomy_policy.shadow_verbs.list. Fields that are left out are not sent.
type AutonomyPolicyShadowVerbsListParams struct {
	Limit  int
	Cursor string
}

func (p *AutonomyPolicyShadowVerbsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Verbs that automation can be granted, with their shadow mode and agreement with people
//
// Needs `settings:read`.
func (r *AutonomyPolicyShadowVerbsResource) List(params *AutonomyPolicyShadowVerbsListParams, options ...CallOption) *Pager[ShadowVerb, ShadowVerbPage] {
	return newPager[ShadowVerb, ShadowVerbPage](r.client, &request{method: "GET", path: "/api/v1/autonomy-policy/shadow-verbs", params: params}, options)
}

// Update: Turn shadow mode on or off for a verb
//
// In shadow mode requests of agents, services and playbooks for the verb end as rejected with the reason shadow_mode, and are recorded: nobody is asked to approve, nothing is executed, and a grant has no effect. Requests of people are executed as usual.
func (r *AutonomyPolicyShadowVerbsResource) Update(ctx context.Context, verb string, body ShadowVerbPut, options ...CallOption) (*ShadowVerbSet, error) {
	return answerOf[ShadowVerbSet](ctx, r.client, &request{method: "PUT", path: "/api/v1/autonomy-policy/shadow-verbs/{verb}", parts: []string{verb}, body: body}, options)
}

// AutonomyPolicyVerbDecisionsResource has the operations of Client.AutonomyPolicy.VerbDecisions.
type AutonomyPolicyVerbDecisionsResource struct {
	client *Client
}

func newAutonomyPolicyVerbDecisionsResource(client *Client) *AutonomyPolicyVerbDecisionsResource {
	return &AutonomyPolicyVerbDecisionsResource{client: client}
}

// AutonomyPolicyVerbDecisionsListParams are the parameters of autonomy_policy.verb_decisions.list. Fields that are left out are not sent.
type AutonomyPolicyVerbDecisionsListParams struct {
	Limit  int
	Cursor string
	// a verb that can be granted
	Verb string
}

func (p *AutonomyPolicyVerbDecisionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "verb", p.Verb)
	_ = headers
}

// List: Requests of automation in shadow mode or under a grant, newest first, with the actions of people
//
// Needs `actions:read`.
func (r *AutonomyPolicyVerbDecisionsResource) List(params *AutonomyPolicyVerbDecisionsListParams, options ...CallOption) *Pager[VerbDecision, VerbDecisionPage] {
	return newPager[VerbDecision, VerbDecisionPage](r.client, &request{method: "GET", path: "/api/v1/autonomy-policy/verb-decisions", params: params}, options)
}

// Verdict: Judge whether a request of automation, in shadow mode or under a grant, was right
//
// For cases that people handled elsewhere, or closed without an action. The judgement overrides the automatic comparison.
func (r *AutonomyPolicyVerbDecisionsResource) Verdict(ctx context.Context, decisionId string, body VerbDecisionVerdict, options ...CallOption) (*VerbDecision, error) {
	return answerOf[VerbDecision](ctx, r.client, &request{method: "POST", path: "/api/v1/autonomy-policy/verb-decisions/{decision_id}/verdict", parts: []string{decisionId}, body: body}, options)
}

// BrandingResource has the operations of Client.Branding.
type BrandingResource struct {
	client   *Client
	Assets   *BrandingAssetsResource
	Messages *BrandingMessagesResource
}

func newBrandingResource(client *Client) *BrandingResource {
	return &BrandingResource{
		client:   client,
		Assets:   newBrandingAssetsResource(client),
		Messages: newBrandingMessagesResource(client),
	}
}

// Get: Branding of this tenant
//
// For every signed-in user.
func (r *BrandingResource) Get(ctx context.Context, options ...CallOption) (*Appearance, error) {
	return answerOf[Appearance](ctx, r.client, &request{method: "GET", path: "/api/v1/branding"}, options)
}

// Update: Replace the branding; empty fields fall back, and with all empty the logo is removed too
//
// Needs `settings:write`. Recorded in the audit log as `branding:updated`.
func (r *BrandingResource) Update(ctx context.Context, body BrandingPatch, options ...CallOption) (*Appearance, error) {
	return answerOf[Appearance](ctx, r.client, &request{method: "PUT", path: "/api/v1/branding", body: body}, options)
}

// BrandingAssetsResource has the operations of Client.Branding.Assets.
type BrandingAssetsResource struct {
	client *Client
	Logo   *BrandingAssetsLogoResource
}

func newBrandingAssetsResource(client *Client) *BrandingAssetsResource {
	return &BrandingAssetsResource{
		client: client,
		Logo:   newBrandingAssetsLogoResource(client),
	}
}

// BrandingAssetsLogoResource has the operations of Client.Branding.Assets.Logo.
type BrandingAssetsLogoResource struct {
	client *Client
}

func newBrandingAssetsLogoResource(client *Client) *BrandingAssetsLogoResource {
	return &BrandingAssetsLogoResource{client: client}
}

// Delete: Remove the logo of this tenant
//
// Needs `settings:write`. Recorded in the audit log as `branding:logo_removed`.
func (r *BrandingAssetsLogoResource) Delete(ctx context.Context, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/branding/assets/logo"}, nil, options)
}

// Get: The logo of this tenant or its organisation
//
// For every signed-in user.
func (r *BrandingAssetsLogoResource) Get(ctx context.Context, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/branding/assets/logo"}, options)
}

// Upload: Upload a logo: SVG, PNG, JPEG or WebP of at most 256 KB; an SVG is sanitised
//
// Needs `settings:write`. Recorded in the audit log as `branding:logo_uploaded`.
func (r *BrandingAssetsLogoResource) Upload(ctx context.Context, file File, options ...CallOption) (*LogoUploaded, error) {
	return answerOf[LogoUploaded](ctx, r.client, &request{method: "POST", path: "/api/v1/branding/assets/logo", file: &file}, options)
}

// BrandingMessagesResource has the operations of Client.Branding.Messages.
type BrandingMessagesResource struct {
	client *Client
}

func newBrandingMessagesResource(client *Client) *BrandingMessagesResource {
	return &BrandingMessagesResource{client: client}
}

// BrandingMessagesListParams are the parameters of branding.messages.list. Fields that are left out are not sent.
type BrandingMessagesListParams struct {
	Limit  int
	Cursor string
}

func (p *BrandingMessagesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Texts of each kind of message in this tenant, and the level that set them
//
// Needs `settings:read`.
func (r *BrandingMessagesResource) List(params *BrandingMessagesListParams, options ...CallOption) *Pager[MessageText, MessageTextPage] {
	return newPager[MessageText, MessageTextPage](r.client, &request{method: "GET", path: "/api/v1/branding/messages", params: params}, options)
}

// Preview: Preview a message with these texts and the active branding, without saving or sending it
//
// Needs `settings:read`.
func (r *BrandingMessagesResource) Preview(ctx context.Context, kind string, body MessageTextChange, options ...CallOption) (*MessagePreview, error) {
	return answerOf[MessagePreview](ctx, r.client, &request{method: "POST", path: "/api/v1/branding/messages/{kind}/preview", parts: []string{kind}, body: body, reads: true}, options)
}

// Update: Set the texts of a kind of message; an empty or missing text falls back to that of the organisation or the platform
//
// Needs `settings:write`. Recorded in the audit log as `branding:message_changed`.
func (r *BrandingMessagesResource) Update(ctx context.Context, kind string, body MessageTextChange, options ...CallOption) (*MessageText, error) {
	return answerOf[MessageText](ctx, r.client, &request{method: "PUT", path: "/api/v1/branding/messages/{kind}", parts: []string{kind}, body: body}, options)
}

// CampaignsResource has the operations of Client.Campaigns.
type CampaignsResource struct {
	client *Client
}

func newCampaignsResource(client *Client) *CampaignsResource {
	return &CampaignsResource{client: client}
}

// Create: Request one action over several tenants, decided once
//
// Another person of the provider decides. In each tenant the delegations of the two then request and approve the action, under the rules of that tenant: an action that these refuse is refused there, and if neither may approve, the tenant’s own people decide.
func (r *CampaignsResource) Create(ctx context.Context, body CampaignAsk, options ...CallOption) (*Campaign, error) {
	return answerOf[Campaign](ctx, r.client, &request{method: "POST", path: "/api/v1/campaigns", body: body}, options)
}

// Get: One campaign with its result in each tenant
//
// Needs `actions:read`.
func (r *CampaignsResource) Get(ctx context.Context, id string, options ...CallOption) (*CampaignOutcomes, error) {
	return answerOf[CampaignOutcomes](ctx, r.client, &request{method: "GET", path: "/api/v1/campaigns/{id}", parts: []string{id}}, options)
}

// CampaignsListParams are the parameters of campaigns.list. Fields that are left out are not sent.
type CampaignsListParams struct {
	Limit  int
	Cursor string
}

func (p *CampaignsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Campaigns over the tenants under delegation, newest first
//
// Needs `actions:read`.
func (r *CampaignsResource) List(params *CampaignsListParams, options ...CallOption) *Pager[CampaignState, CampaignStatePage] {
	return newPager[CampaignState, CampaignStatePage](r.client, &request{method: "GET", path: "/api/v1/campaigns", params: params}, options)
}

// CaseEscalationPoliciesResource has the operations of Client.CaseEscalationPolicies.
type CaseEscalationPoliciesResource struct {
	client *Client
}

func newCaseEscalationPoliciesResource(client *Client) *CaseEscalationPoliciesResource {
	return &CaseEscalationPoliciesResource{client: client}
}

// Delete: Remove an escalation policy; running escalations of cases continue
//
// Needs `soc:write`. Recorded in the audit log as `escalation_policy:deleted`.
func (r *CaseEscalationPoliciesResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/case-escalation-policies/{id}", parts: []string{id}}, nil, options)
}

// CaseFieldsResource has the operations of Client.CaseFields.
type CaseFieldsResource struct {
	client *Client
}

func newCaseFieldsResource(client *Client) *CaseFieldsResource {
	return &CaseFieldsResource{client: client}
}

// Create: Add a custom field to cases
//
// Needs `soc:write`. Recorded in the audit log as `case_field:created`.
func (r *CaseFieldsResource) Create(ctx context.Context, body CaseFieldCreate, options ...CallOption) (*CaseField, error) {
	return answerOf[CaseField](ctx, r.client, &request{method: "POST", path: "/api/v1/case-fields", body: body}, options)
}

// Delete: Remove a custom field; values in cases stay
//
// Needs `soc:write`. Recorded in the audit log as `case_field:deleted`.
func (r *CaseFieldsResource) Delete(ctx context.Context, fieldId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/case-fields/{field_id}", parts: []string{fieldId}}, nil, options)
}

// CaseFieldsListParams are the parameters of case_fields.list. Fields that are left out are not sent.
type CaseFieldsListParams struct {
	Limit  int
	Cursor string
}

func (p *CaseFieldsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Custom case fields
//
// Needs `cases:read`.
func (r *CaseFieldsResource) List(params *CaseFieldsListParams, options ...CallOption) *Pager[CaseField, CaseFieldPage] {
	return newPager[CaseField, CaseFieldPage](r.client, &request{method: "GET", path: "/api/v1/case-fields", params: params}, options)
}

// CaseQueuesResource has the operations of Client.CaseQueues.
type CaseQueuesResource struct {
	client *Client
}

func newCaseQueuesResource(client *Client) *CaseQueuesResource {
	return &CaseQueuesResource{client: client}
}

// Delete: Remove a queue with its escalation policies; its cases stay without a queue
//
// Needs `soc:write`. Recorded in the audit log as `case_queue:deleted`.
func (r *CaseQueuesResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/case-queues/{id}", parts: []string{id}}, nil, options)
}

// Update: Change a queue
//
// Needs `soc:write`. Recorded in the audit log as `case_queue:updated`.
func (r *CaseQueuesResource) Update(ctx context.Context, id string, body CaseQueuePatch, options ...CallOption) (*CaseQueue, error) {
	return answerOf[CaseQueue](ctx, r.client, &request{method: "PATCH", path: "/api/v1/case-queues/{id}", parts: []string{id}, body: body}, options)
}

// CaseSLAPoliciesResource has the operations of Client.CaseSLAPolicies.
type CaseSLAPoliciesResource struct {
	client *Client
}

func newCaseSLAPoliciesResource(client *Client) *CaseSLAPoliciesResource {
	return &CaseSLAPoliciesResource{client: client}
}

// Update: Change an SLA policy; open cases keep the targets that they have, and those without get them, counted from now
//
// Needs `soc:write`. Recorded in the audit log as `sla_policy:updated`.
func (r *CaseSLAPoliciesResource) Update(ctx context.Context, id string, body SlaPolicyPatch, options ...CallOption) (*SlaPolicy, error) {
	return answerOf[SlaPolicy](ctx, r.client, &request{method: "PATCH", path: "/api/v1/case-sla-policies/{id}", parts: []string{id}, body: body}, options)
}

// CaseTemplatesResource has the operations of Client.CaseTemplates.
type CaseTemplatesResource struct {
	client *Client
}

func newCaseTemplatesResource(client *Client) *CaseTemplatesResource {
	return &CaseTemplatesResource{client: client}
}

// Create: Add a template for cases
//
// Needs `soc:write`. Recorded in the audit log as `case_template:created`.
func (r *CaseTemplatesResource) Create(ctx context.Context, body CaseTemplateCreate, options ...CallOption) (*CaseTemplate, error) {
	return answerOf[CaseTemplate](ctx, r.client, &request{method: "POST", path: "/api/v1/case-templates", body: body}, options)
}

// Delete: Remove a template; cases that were opened from it stay
//
// Needs `soc:write`. Recorded in the audit log as `case_template:deleted`.
func (r *CaseTemplatesResource) Delete(ctx context.Context, templateId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/case-templates/{template_id}", parts: []string{templateId}}, nil, options)
}

// CaseTemplatesListParams are the parameters of case_templates.list. Fields that are left out are not sent.
type CaseTemplatesListParams struct {
	Limit  int
	Cursor string
}

func (p *CaseTemplatesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Templates, newest first
//
// Needs `cases:read`.
func (r *CaseTemplatesResource) List(params *CaseTemplatesListParams, options ...CallOption) *Pager[CaseTemplate, CaseTemplatePage] {
	return newPager[CaseTemplate, CaseTemplatePage](r.client, &request{method: "GET", path: "/api/v1/case-templates", params: params}, options)
}

// CasesResource has the operations of Client.Cases.
type CasesResource struct {
	client             *Client
	Alerts             *CasesAlertsResource
	Attachments        *CasesAttachmentsResource
	Bulk               *CasesBulkResource
	Comments           *CasesCommentsResource
	EscalationPolicies *CasesEscalationPoliciesResource
	Export             *CasesExportResource
	Handoffs           *CasesHandoffsResource
	Investigations     *CasesInvestigationsResource
	Mentions           *CasesMentionsResource
	Moves              *CasesMovesResource
	Notifications      *CasesNotificationsResource
	Observables        *CasesObservablesResource
	Queues             *CasesQueuesResource
	Similar            *CasesSimilarResource
	SLAPolicies        *CasesSLAPoliciesResource
	Tasks              *CasesTasksResource
	Tickets            *CasesTicketsResource
	Time               *CasesTimeResource
	Timeline           *CasesTimelineResource
	Transitions        *CasesTransitionsResource
}

func newCasesResource(client *Client) *CasesResource {
	return &CasesResource{
		client:             client,
		Alerts:             newCasesAlertsResource(client),
		Attachments:        newCasesAttachmentsResource(client),
		Bulk:               newCasesBulkResource(client),
		Comments:           newCasesCommentsResource(client),
		EscalationPolicies: newCasesEscalationPoliciesResource(client),
		Export:             newCasesExportResource(client),
		Handoffs:           newCasesHandoffsResource(client),
		Investigations:     newCasesInvestigationsResource(client),
		Mentions:           newCasesMentionsResource(client),
		Moves:              newCasesMovesResource(client),
		Notifications:      newCasesNotificationsResource(client),
		Observables:        newCasesObservablesResource(client),
		Queues:             newCasesQueuesResource(client),
		Similar:            newCasesSimilarResource(client),
		SLAPolicies:        newCasesSLAPoliciesResource(client),
		Tasks:              newCasesTasksResource(client),
		Tickets:            newCasesTicketsResource(client),
		Time:               newCasesTimeResource(client),
		Timeline:           newCasesTimelineResource(client),
		Transitions:        newCasesTransitionsResource(client),
	}
}

// Acknowledge: Acknowledge a case: its escalation stops, and an unassigned case is assigned to the caller
//
// Needs `cases:write`. Recorded in the audit log as `case:acknowledged`.
func (r *CasesResource) Acknowledge(ctx context.Context, id string, options ...CallOption) (*CaseAcknowledged, error) {
	return answerOf[CaseAcknowledged](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/acknowledge", parts: []string{id}}, options)
}

// Assign: Assign a case to a user of the tenant; null unassigns it
//
// Needs `cases:write`. Recorded in the audit log as `case:assigned`.
func (r *CasesResource) Assign(ctx context.Context, id string, body CaseAssign, options ...CallOption) (*Case, error) {
	return answerOf[Case](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/assign", parts: []string{id}, body: body}, options)
}

// Create: Open a case, also from alerts
//
// Needs `cases:write`. Recorded in the audit log as `case:created`.
func (r *CasesResource) Create(ctx context.Context, body CaseCreate, options ...CallOption) (*Case, error) {
	return answerOf[Case](ctx, r.client, &request{method: "POST", path: "/api/v1/cases", body: body, keyed: true}, options)
}

// Delete: Close a case; it is kept with its history
//
// Needs `cases:delete`. Recorded in the audit log as `case:closed`.
func (r *CasesResource) Delete(ctx context.Context, id string, options ...CallOption) (*Case, error) {
	return answerOf[Case](ctx, r.client, &request{method: "DELETE", path: "/api/v1/cases/{id}", parts: []string{id}}, options)
}

// Get: One case with its clocks, observables and evidence
//
// Needs `cases:read`.
func (r *CasesResource) Get(ctx context.Context, id string, options ...CallOption) (*CaseDetail, error) {
	return answerOf[CaseDetail](ctx, r.client, &request{method: "GET", path: "/api/v1/cases/{id}", parts: []string{id}}, options)
}

// Ledger: The latest investigations of a case, with all their steps
//
// Needs `cases:read`.
func (r *CasesResource) Ledger(ctx context.Context, id string, options ...CallOption) (*CaseLedger, error) {
	return answerOf[CaseLedger](ctx, r.client, &request{method: "GET", path: "/api/v1/cases/{id}/ledger", parts: []string{id}}, options)
}

// CasesListParams are the parameters of cases.list. Fields that are left out are not sent.
type CasesListParams struct {
	Limit  int
	Cursor string
	// of open, in_progress, resolved, closed
	Status string
	// of info, low, medium, high, critical
	Severity     string
	AssigneeID   string
	AssignedToMe *bool
	Unassigned   *bool
	QueueID      string
	CaseType     string
	// cases that have all of these tags
	Tags   string
	Search string
	// one of the three clocks is past its due time
	SLABreached *bool
	// opened at this time or later
	From string
	// opened before this time
	Until string
	// cases that were merged into others, which are in no other list
	Merged *bool
}

func (p *CasesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "status", p.Status)
	putString(values, "severity", p.Severity)
	putString(values, "assignee_id", p.AssigneeID)
	putBool(values, "assigned_to_me", p.AssignedToMe)
	putBool(values, "unassigned", p.Unassigned)
	putString(values, "queue_id", p.QueueID)
	putString(values, "case_type", p.CaseType)
	putString(values, "tags", p.Tags)
	putString(values, "search", p.Search)
	putBool(values, "sla_breached", p.SLABreached)
	putString(values, "from", p.From)
	putString(values, "until", p.Until)
	putBool(values, "merged", p.Merged)
	_ = headers
}

// List: Cases, newest first, with facets over all matching cases
//
// Needs `cases:read`.
func (r *CasesResource) List(params *CasesListParams, options ...CallOption) *Pager[Case, CasePage] {
	return newPager[Case, CasePage](r.client, &request{method: "GET", path: "/api/v1/cases", params: params}, options)
}

// Merge: Merge another case into this one; it redirects to this case until the merge is undone
//
// Needs `cases:write`. Recorded in the audit log as `case:merged`.
func (r *CasesResource) Merge(ctx context.Context, id string, body CaseMerge, options ...CallOption) (*CaseMoved, error) {
	return answerOf[CaseMoved](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/merge", parts: []string{id}, body: body}, options)
}

// Move: Move alerts of this case to another one
//
// Needs `cases:write`. Recorded in the audit log as `case:alerts_moved`.
func (r *CasesResource) Move(ctx context.Context, id string, body CaseMoveAlerts, options ...CallOption) (*CaseMoved, error) {
	return answerOf[CaseMoved](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/move", parts: []string{id}, body: body}, options)
}

// CasesPostmortemParams are the parameters of cases.postmortem. Fields that are left out are not sent.
type CasesPostmortemParams struct {
	// One of json, html.
	Format string
}

func (p *CasesPostmortemParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "format", p.Format)
	_ = headers
}

// Postmortem: Blameless post-mortem of a case
//
// Needs `cases:read`.
func (r *CasesResource) Postmortem(ctx context.Context, id string, params *CasesPostmortemParams, options ...CallOption) (*CasePostMortem, error) {
	return answerOf[CasePostMortem](ctx, r.client, &request{method: "GET", path: "/api/v1/cases/{id}/postmortem", parts: []string{id}, params: params}, options)
}

// PostmortemText is Postmortem as the text that the format of its parameters asks for.
func (r *CasesResource) PostmortemText(ctx context.Context, id string, params *CasesPostmortemParams, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/cases/{id}/postmortem", parts: []string{id}, params: params}, options)
}

// Reopen: Reopen a resolved or closed case
//
// Needs `cases:write`. Recorded in the audit log as `case:reopened`.
func (r *CasesResource) Reopen(ctx context.Context, id string, body CaseReopen, options ...CallOption) (*Case, error) {
	return answerOf[Case](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/reopen", parts: []string{id}, body: body}, options)
}

// Split: Open a new case for some alerts of this one
//
// Needs `cases:write`. Recorded in the audit log as `case:split`.
func (r *CasesResource) Split(ctx context.Context, id string, body CaseSplit, options ...CallOption) (*CaseMoved, error) {
	return answerOf[CaseMoved](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/split", parts: []string{id}, body: body}, options)
}

// CasesSummaryParams are the parameters of cases.summary. Fields that are left out are not sent.
type CasesSummaryParams struct {
	// One of json, html.
	Format string
}

func (p *CasesSummaryParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "format", p.Format)
	_ = headers
}

// Summary: Status report of a case
//
// Needs `cases:read`.
func (r *CasesResource) Summary(ctx context.Context, id string, params *CasesSummaryParams, options ...CallOption) (*CaseSummary, error) {
	return answerOf[CaseSummary](ctx, r.client, &request{method: "GET", path: "/api/v1/cases/{id}/summary", parts: []string{id}, params: params}, options)
}

// SummaryText is Summary as the text that the format of its parameters asks for.
func (r *CasesResource) SummaryText(ctx context.Context, id string, params *CasesSummaryParams, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/cases/{id}/summary", parts: []string{id}, params: params}, options)
}

// Update: Change a case; another severity or queue applies the targets of their policies
//
// Needs `cases:write`. Recorded in the audit log as `case:updated`.
func (r *CasesResource) Update(ctx context.Context, id string, body CasePatch, options ...CallOption) (*Case, error) {
	return answerOf[Case](ctx, r.client, &request{method: "PATCH", path: "/api/v1/cases/{id}", parts: []string{id}, body: body}, options)
}

// CasesAlertsResource has the operations of Client.Cases.Alerts.
type CasesAlertsResource struct {
	client *Client
}

func newCasesAlertsResource(client *Client) *CasesAlertsResource {
	return &CasesAlertsResource{client: client}
}

// Create: Link alerts to a case
//
// Needs `cases:write`. Recorded in the audit log as `case:alerts_linked`.
func (r *CasesAlertsResource) Create(ctx context.Context, id string, body CaseAlerts, options ...CallOption) (*Case, error) {
	return answerOf[Case](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/alerts", parts: []string{id}, body: body}, options)
}

// CasesAlertsListParams are the parameters of cases.alerts.list. Fields that are left out are not sent.
type CasesAlertsListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesAlertsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Alerts of a case, newest first
//
// Needs `cases:read`.
func (r *CasesAlertsResource) List(id string, params *CasesAlertsListParams, options ...CallOption) *Pager[Alert, CaseAlertPage] {
	return newPager[Alert, CaseAlertPage](r.client, &request{method: "GET", path: "/api/v1/cases/{id}/alerts", parts: []string{id}, params: params}, options)
}

// Unlink: Unlink alerts from a case
//
// Needs `cases:write`. Recorded in the audit log as `case:alerts_unlinked`.
func (r *CasesAlertsResource) Unlink(ctx context.Context, id string, body CaseAlerts, options ...CallOption) (*Case, error) {
	return answerOf[Case](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/alerts/unlink", parts: []string{id}, body: body}, options)
}

// CasesAttachmentsResource has the operations of Client.Cases.Attachments.
type CasesAttachmentsResource struct {
	client *Client
}

func newCasesAttachmentsResource(client *Client) *CasesAttachmentsResource {
	return &CasesAttachmentsResource{client: client}
}

// Create: Add a file of at most 5 MiB, at most 50 per case; it is stored encrypted
//
// Needs `cases:write`. Recorded in the audit log as `case:file_added`.
func (r *CasesAttachmentsResource) Create(ctx context.Context, id string, file File, options ...CallOption) (*CaseAttachment, error) {
	return answerOf[CaseAttachment](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/attachments", parts: []string{id}, file: &file}, options)
}

// Delete: Remove a file; its hash stays in the timeline
//
// Needs `cases:write`. Recorded in the audit log as `case:file_removed`.
func (r *CasesAttachmentsResource) Delete(ctx context.Context, id, attachmentId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/cases/{id}/attachments/{attachment_id}", parts: []string{id, attachmentId}}, nil, options)
}

// Get: Download a file; the download is recorded
//
// Needs `cases:read`. Recorded in the audit log as `case:file_read`.
func (r *CasesAttachmentsResource) Get(ctx context.Context, id, attachmentId string, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/cases/{id}/attachments/{attachment_id}", parts: []string{id, attachmentId}}, options)
}

// CasesAttachmentsListParams are the parameters of cases.attachments.list. Fields that are left out are not sent.
type CasesAttachmentsListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesAttachmentsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Files of a case, newest first
//
// Needs `cases:read`.
func (r *CasesAttachmentsResource) List(id string, params *CasesAttachmentsListParams, options ...CallOption) *Pager[CaseAttachment, CaseAttachmentPage] {
	return newPager[CaseAttachment, CaseAttachmentPage](r.client, &request{method: "GET", path: "/api/v1/cases/{id}/attachments", parts: []string{id}, params: params}, options)
}

// CasesBulkResource has the operations of Client.Cases.Bulk.
type CasesBulkResource struct {
	client *Client
}

func newCasesBulkResource(client *Client) *CasesBulkResource {
	return &CasesBulkResource{client: client}
}

// Preview: Preview the cases that a bulk change affects, with a token that confirms exactly these
//
// Needs `cases:write`.
func (r *CasesBulkResource) Preview(ctx context.Context, body CaseBulkPreview, options ...CallOption) (*CaseBulkOffer, error) {
	return answerOf[CaseBulkOffer](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/bulk/preview", body: body, reads: true}, options)
}

// Run: Apply the previewed change to exactly those cases, with a result for each
//
// Needs `cases:write`. Recorded in the audit log as `case:bulk_changed`.
func (r *CasesBulkResource) Run(ctx context.Context, body CaseBulkConfirm, options ...CallOption) (*CaseBulkResult, error) {
	return answerOf[CaseBulkResult](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/bulk", body: body}, options)
}

// CasesCommentsResource has the operations of Client.Cases.Comments.
type CasesCommentsResource struct {
	client *Client
}

func newCasesCommentsResource(client *Client) *CasesCommentsResource {
	return &CasesCommentsResource{client: client}
}

// Create: Comment on a case; @username notifies that user
//
// Needs `cases:write`. Recorded in the audit log as `case:commented`.
func (r *CasesCommentsResource) Create(ctx context.Context, id string, body CaseCommentCreate, options ...CallOption) (*CaseComment, error) {
	return answerOf[CaseComment](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/comments", parts: []string{id}, body: body}, options)
}

// CasesCommentsListParams are the parameters of cases.comments.list. Fields that are left out are not sent.
type CasesCommentsListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesCommentsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Comments of a case, newest first
//
// Needs `cases:read`.
func (r *CasesCommentsResource) List(id string, params *CasesCommentsListParams, options ...CallOption) *Pager[CaseComment, CaseCommentPage] {
	return newPager[CaseComment, CaseCommentPage](r.client, &request{method: "GET", path: "/api/v1/cases/{id}/comments", parts: []string{id}, params: params}, options)
}

// CasesEscalationPoliciesResource has the operations of Client.Cases.EscalationPolicies.
type CasesEscalationPoliciesResource struct {
	client *Client
}

func newCasesEscalationPoliciesResource(client *Client) *CasesEscalationPoliciesResource {
	return &CasesEscalationPoliciesResource{client: client}
}

// Create: Add an escalation policy for cases that enter the queue from now on
//
// Needs `soc:write`. Recorded in the audit log as `escalation_policy:created`.
func (r *CasesEscalationPoliciesResource) Create(ctx context.Context, body CaseEscalationPolicyCreate, options ...CallOption) (*CaseEscalationPolicy, error) {
	return answerOf[CaseEscalationPolicy](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/escalation-policies", body: body}, options)
}

// CasesEscalationPoliciesListParams are the parameters of cases.escalation_policies.list. Fields that are left out are not sent.
type CasesEscalationPoliciesListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesEscalationPoliciesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Escalation policies, newest first
//
// Needs `cases:read`.
func (r *CasesEscalationPoliciesResource) List(params *CasesEscalationPoliciesListParams, options ...CallOption) *Pager[CaseEscalationPolicy, CaseEscalationPolicyPage] {
	return newPager[CaseEscalationPolicy, CaseEscalationPolicyPage](r.client, &request{method: "GET", path: "/api/v1/cases/escalation-policies", params: params}, options)
}

// CasesExportResource has the operations of Client.Cases.Export.
type CasesExportResource struct {
	client *Client
}

func newCasesExportResource(client *Client) *CasesExportResource {
	return &CasesExportResource{client: client}
}

// CasesExportListParams are the parameters of cases.export.list. Fields that are left out are not sent.
type CasesExportListParams struct {
	Limit        int
	Cursor       string
	UpdatedSince string
}

func (p *CasesExportListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "updated_since", p.UpdatedSince)
	_ = headers
}

// List: Cases in the order of their last change, including merged ones; next_cursor while there is more, resume_cursor for later changes
//
// Needs `cases:read`.
func (r *CasesExportResource) List(params *CasesExportListParams, options ...CallOption) *Pager[Case, CaseExport] {
	return newPager[Case, CaseExport](r.client, &request{method: "GET", path: "/api/v1/cases/export", params: params}, options)
}

// CasesHandoffsResource has the operations of Client.Cases.Handoffs.
type CasesHandoffsResource struct {
	client *Client
}

func newCasesHandoffsResource(client *Client) *CasesHandoffsResource {
	return &CasesHandoffsResource{client: client}
}

// Acknowledge: Acknowledge a handoff; its unresolved cases are assigned to its receiver, who must be the caller
//
// Needs `cases:write`. Recorded in the audit log as `case_handoff:acknowledged`.
func (r *CasesHandoffsResource) Acknowledge(ctx context.Context, handoffId string, options ...CallOption) (*CaseHandoff, error) {
	return answerOf[CaseHandoff](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/handoffs/{handoff_id}/acknowledge", parts: []string{handoffId}}, options)
}

// Create: Hand over the unresolved cases of a queue or of the caller
//
// Needs `cases:write`. Recorded in the audit log as `case_handoff:created`.
func (r *CasesHandoffsResource) Create(ctx context.Context, body CaseHandoffCreate, options ...CallOption) (*CaseHandoff, error) {
	return answerOf[CaseHandoff](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/handoffs", body: body}, options)
}

// CasesHandoffsListParams are the parameters of cases.handoffs.list. Fields that are left out are not sent.
type CasesHandoffsListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesHandoffsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Handoffs, newest first
//
// Needs `cases:read`.
func (r *CasesHandoffsResource) List(params *CasesHandoffsListParams, options ...CallOption) *Pager[CaseHandoff, CaseHandoffPage] {
	return newPager[CaseHandoff, CaseHandoffPage](r.client, &request{method: "GET", path: "/api/v1/cases/handoffs", params: params}, options)
}

// CasesInvestigationsResource has the operations of Client.Cases.Investigations.
type CasesInvestigationsResource struct {
	client *Client
}

func newCasesInvestigationsResource(client *Client) *CasesInvestigationsResource {
	return &CasesInvestigationsResource{client: client}
}

// CasesInvestigationsListParams are the parameters of cases.investigations.list. Fields that are left out are not sent.
type CasesInvestigationsListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesInvestigationsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Ledger entries of a case and its alerts, newest first
//
// Needs `cases:read`.
func (r *CasesInvestigationsResource) List(id string, params *CasesInvestigationsListParams, options ...CallOption) *Pager[LedgerEntry, LedgerEntryPage] {
	return newPager[LedgerEntry, LedgerEntryPage](r.client, &request{method: "GET", path: "/api/v1/cases/{id}/investigations", parts: []string{id}, params: params}, options)
}

// Replay: Evaluate the results in the ledger again, without calling tools or models. Also as {id}/investigations:replay
//
// Needs `cases:read`. Recorded in the audit log as `investigation:replayed`.
func (r *CasesInvestigationsResource) Replay(ctx context.Context, id string, body InvestigationReplayRequest, options ...CallOption) (*InvestigationReplay, error) {
	return answerOf[InvestigationReplay](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/investigations/replay", parts: []string{id}, body: body}, options)
}

// CasesInvestigationsStartParams are the parameters of cases.investigations.start. Fields that are left out are not sent.
type CasesInvestigationsStartParams struct {
	// id chosen by the client, to follow the run from its start
	RunID string
}

func (p *CasesInvestigationsStartParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "run_id", p.RunID)
	_ = headers
}

// Start: Investigate a case: with a model the run continues in the agents service. Also as {id}/investigations:start
//
// Needs `cases:write`. Recorded in the audit log as `investigation:started`.
func (r *CasesInvestigationsResource) Start(ctx context.Context, id string, params *CasesInvestigationsStartParams, options ...CallOption) (*InvestigationRun, error) {
	return answerOf[InvestigationRun](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/investigations/start", parts: []string{id}, params: params}, options)
}

// CasesMentionsResource has the operations of Client.Cases.Mentions.
type CasesMentionsResource struct {
	client *Client
}

func newCasesMentionsResource(client *Client) *CasesMentionsResource {
	return &CasesMentionsResource{client: client}
}

// CasesMentionsListParams are the parameters of cases.mentions.list. Fields that are left out are not sent.
type CasesMentionsListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesMentionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Comments that name the caller, newest first
//
// Needs `cases:read`.
func (r *CasesMentionsResource) List(params *CasesMentionsListParams, options ...CallOption) *Pager[CaseMention, CaseMentionPage] {
	return newPager[CaseMention, CaseMentionPage](r.client, &request{method: "GET", path: "/api/v1/cases/mentions", params: params}, options)
}

// Seen: Mark a mention of the caller as seen
//
// Needs `cases:read`.
func (r *CasesMentionsResource) Seen(ctx context.Context, mentionId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "POST", path: "/api/v1/cases/mentions/{mention_id}/seen", parts: []string{mentionId}, reads: true}, nil, options)
}

// CasesMovesResource has the operations of Client.Cases.Moves.
type CasesMovesResource struct {
	client *Client
}

func newCasesMovesResource(client *Client) *CasesMovesResource {
	return &CasesMovesResource{client: client}
}

// CasesMovesListParams are the parameters of cases.moves.list. Fields that are left out are not sent.
type CasesMovesListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesMovesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: List merges, splits and moves from or to a case, newest first, undone ones included
//
// Needs `cases:read`.
func (r *CasesMovesResource) List(id string, params *CasesMovesListParams, options ...CallOption) *Pager[CaseMove, CaseMovePage] {
	return newPager[CaseMove, CaseMovePage](r.client, &request{method: "GET", path: "/api/v1/cases/{id}/moves", parts: []string{id}, params: params}, options)
}

// Undo: Undo a merge, a split or a move; exactly the moved alerts return
//
// Needs `cases:write`. Recorded in the audit log as `case:move_undone`.
func (r *CasesMovesResource) Undo(ctx context.Context, moveId string, options ...CallOption) (*CaseMoved, error) {
	return answerOf[CaseMoved](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/moves/{move_id}/undo", parts: []string{moveId}}, options)
}

// CasesNotificationsResource has the operations of Client.Cases.Notifications.
type CasesNotificationsResource struct {
	client *Client
}

func newCasesNotificationsResource(client *Client) *CasesNotificationsResource {
	return &CasesNotificationsResource{client: client}
}

// CasesNotificationsListParams are the parameters of cases.notifications.list. Fields that are left out are not sent.
type CasesNotificationsListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesNotificationsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Notifications about a case with their delivery status, oldest first
//
// Needs `cases:read`.
func (r *CasesNotificationsResource) List(id string, params *CasesNotificationsListParams, options ...CallOption) *Pager[NotificationReceipt, NotificationReceiptPage] {
	return newPager[NotificationReceipt, NotificationReceiptPage](r.client, &request{method: "GET", path: "/api/v1/cases/{id}/notifications", parts: []string{id}, params: params}, options)
}

// CasesObservablesResource has the operations of Client.Cases.Observables.
type CasesObservablesResource struct {
	client *Client
}

func newCasesObservablesResource(client *Client) *CasesObservablesResource {
	return &CasesObservablesResource{client: client}
}

// Create: Add an observable, or return the existing one
//
// Needs `cases:write`. Recorded in the audit log as `case:observable_added`.
func (r *CasesObservablesResource) Create(ctx context.Context, id string, body CaseObservableCreate, options ...CallOption) (*CaseObservable, error) {
	return answerOf[CaseObservable](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/observables", parts: []string{id}, body: body}, options)
}

// Delete: Remove an observable that was added
//
// Needs `cases:write`. Recorded in the audit log as `case:observable_removed`.
func (r *CasesObservablesResource) Delete(ctx context.Context, id, observableId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/cases/{id}/observables/{observable_id}", parts: []string{id, observableId}}, nil, options)
}

// CasesObservablesListParams are the parameters of cases.observables.list. Fields that are left out are not sent.
type CasesObservablesListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesObservablesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Observables added by hand, newest first
//
// Needs `cases:read`.
func (r *CasesObservablesResource) List(id string, params *CasesObservablesListParams, options ...CallOption) *Pager[CaseObservable, CaseObservablePage] {
	return newPager[CaseObservable, CaseObservablePage](r.client, &request{method: "GET", path: "/api/v1/cases/{id}/observables", parts: []string{id}, params: params}, options)
}

// CasesQueuesResource has the operations of Client.Cases.Queues.
type CasesQueuesResource struct {
	client *Client
}

func newCasesQueuesResource(client *Client) *CasesQueuesResource {
	return &CasesQueuesResource{client: client}
}

// Create: Add a queue; it takes cases that match all its criteria, and without criteria every case
//
// Needs `soc:write`. Recorded in the audit log as `case_queue:created`.
func (r *CasesQueuesResource) Create(ctx context.Context, body CaseQueueCreate, options ...CallOption) (*CaseQueue, error) {
	return answerOf[CaseQueue](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/queues", body: body}, options)
}

// CasesQueuesListParams are the parameters of cases.queues.list. Fields that are left out are not sent.
type CasesQueuesListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesQueuesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Queues, newest first
//
// Needs `cases:read`.
func (r *CasesQueuesResource) List(params *CasesQueuesListParams, options ...CallOption) *Pager[CaseQueue, CaseQueuePage] {
	return newPager[CaseQueue, CaseQueuePage](r.client, &request{method: "GET", path: "/api/v1/cases/queues", params: params}, options)
}

// CasesSimilarResource has the operations of Client.Cases.Similar.
type CasesSimilarResource struct {
	client *Client
}

func newCasesSimilarResource(client *Client) *CasesSimilarResource {
	return &CasesSimilarResource{client: client}
}

// CasesSimilarListParams are the parameters of cases.similar.list. Fields that are left out are not sent.
type CasesSimilarListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesSimilarListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Similar cases among the newest 2,000, by shared techniques, observables or tags, most similar first
//
// Needs `cases:read`.
func (r *CasesSimilarResource) List(id string, params *CasesSimilarListParams, options ...CallOption) *Pager[SimilarCase, SimilarCasePage] {
	return newPager[SimilarCase, SimilarCasePage](r.client, &request{method: "GET", path: "/api/v1/cases/{id}/similar", parts: []string{id}, params: params}, options)
}

// CasesSLAPoliciesResource has the operations of Client.Cases.SLAPolicies.
type CasesSLAPoliciesResource struct {
	client *Client
}

func newCasesSLAPoliciesResource(client *Client) *CasesSLAPoliciesResource {
	return &CasesSLAPoliciesResource{client: client}
}

// Create: Add an SLA policy; open cases without targets get them too, counted from now
//
// Needs `soc:write`. Recorded in the audit log as `sla_policy:created`.
func (r *CasesSLAPoliciesResource) Create(ctx context.Context, body SlaPolicyCreate, options ...CallOption) (*SlaPolicy, error) {
	return answerOf[SlaPolicy](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/sla-policies", body: body}, options)
}

// CasesSLAPoliciesListParams are the parameters of cases.sla_policies.list. Fields that are left out are not sent.
type CasesSLAPoliciesListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesSLAPoliciesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: SLA policies, newest first
//
// Needs `cases:read`.
func (r *CasesSLAPoliciesResource) List(params *CasesSLAPoliciesListParams, options ...CallOption) *Pager[SlaPolicy, SlaPolicyPage] {
	return newPager[SlaPolicy, SlaPolicyPage](r.client, &request{method: "GET", path: "/api/v1/cases/sla-policies", params: params}, options)
}

// CasesTasksResource has the operations of Client.Cases.Tasks.
type CasesTasksResource struct {
	client *Client
}

func newCasesTasksResource(client *Client) *CasesTasksResource {
	return &CasesTasksResource{client: client}
}

// Create: Add a task
//
// Needs `cases:write`. Recorded in the audit log as `case:task_added`.
func (r *CasesTasksResource) Create(ctx context.Context, id string, body CaseTaskCreate, options ...CallOption) (*CaseTask, error) {
	return answerOf[CaseTask](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/tasks", parts: []string{id}, body: body}, options)
}

// Delete: Remove a task
//
// Needs `cases:write`. Recorded in the audit log as `case:task_removed`.
func (r *CasesTasksResource) Delete(ctx context.Context, id, taskId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/cases/{id}/tasks/{task_id}", parts: []string{id, taskId}}, nil, options)
}

// CasesTasksListParams are the parameters of cases.tasks.list. Fields that are left out are not sent.
type CasesTasksListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesTasksListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Tasks of a case in their planned order
//
// Needs `cases:read`.
func (r *CasesTasksResource) List(id string, params *CasesTasksListParams, options ...CallOption) *Pager[CaseTask, CaseTaskPage] {
	return newPager[CaseTask, CaseTaskPage](r.client, &request{method: "GET", path: "/api/v1/cases/{id}/tasks", parts: []string{id}, params: params}, options)
}

// Update: Change a task; 409 names a task that must be completed first
//
// Needs `cases:write`. Recorded in the audit log as `case:task_changed`.
func (r *CasesTasksResource) Update(ctx context.Context, id, taskId string, body CaseTaskPatch, options ...CallOption) (*CaseTask, error) {
	return answerOf[CaseTask](ctx, r.client, &request{method: "PATCH", path: "/api/v1/cases/{id}/tasks/{task_id}", parts: []string{id, taskId}, body: body}, options)
}

// CasesTicketsResource has the operations of Client.Cases.Tickets.
type CasesTicketsResource struct {
	client *Client
}

func newCasesTicketsResource(client *Client) *CasesTicketsResource {
	return &CasesTicketsResource{client: client}
}

// CasesTicketsListParams are the parameters of cases.tickets.list. Fields that are left out are not sent.
type CasesTicketsListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesTicketsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Tickets of a case with their status in the ticket system
//
// Needs `cases:read`.
func (r *CasesTicketsResource) List(id string, params *CasesTicketsListParams, options ...CallOption) *Pager[Ticket, TicketPage] {
	return newPager[Ticket, TicketPage](r.client, &request{method: "GET", path: "/api/v1/cases/{id}/tickets", parts: []string{id}, params: params}, options)
}

// CasesTimeResource has the operations of Client.Cases.Time.
type CasesTimeResource struct {
	client *Client
}

func newCasesTimeResource(client *Client) *CasesTimeResource {
	return &CasesTimeResource{client: client}
}

// Create: Record time spent on a case
//
// Needs `cases:write`. Recorded in the audit log as `case:time_tracked`.
func (r *CasesTimeResource) Create(ctx context.Context, id string, body CaseTimeEntryCreate, options ...CallOption) (*CaseTimeEntry, error) {
	return answerOf[CaseTimeEntry](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/time", parts: []string{id}, body: body}, options)
}

// CasesTimeListParams are the parameters of cases.time.list. Fields that are left out are not sent.
type CasesTimeListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesTimeListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Time spent on a case, newest first
//
// Needs `cases:read`.
func (r *CasesTimeResource) List(id string, params *CasesTimeListParams, options ...CallOption) *Pager[CaseTimeEntry, CaseTimeEntryPage] {
	return newPager[CaseTimeEntry, CaseTimeEntryPage](r.client, &request{method: "GET", path: "/api/v1/cases/{id}/time", parts: []string{id}, params: params}, options)
}

// CasesTimelineResource has the operations of Client.Cases.Timeline.
type CasesTimelineResource struct {
	client *Client
}

func newCasesTimelineResource(client *Client) *CasesTimelineResource {
	return &CasesTimelineResource{client: client}
}

// Create: Add an event to the timeline of a case
//
// Needs `cases:write`. Recorded in the audit log as `case:event_added`.
func (r *CasesTimelineResource) Create(ctx context.Context, id string, body CaseTimelineEventCreate, options ...CallOption) (*CaseTimelineEvent, error) {
	return answerOf[CaseTimelineEvent](ctx, r.client, &request{method: "POST", path: "/api/v1/cases/{id}/timeline", parts: []string{id}, body: body}, options)
}

// CasesTimelineListParams are the parameters of cases.timeline.list. Fields that are left out are not sent.
type CasesTimelineListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesTimelineListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Timeline of a case, newest first
//
// Needs `cases:read`.
func (r *CasesTimelineResource) List(id string, params *CasesTimelineListParams, options ...CallOption) *Pager[CaseTimelineEvent, CaseTimelineEventPage] {
	return newPager[CaseTimelineEvent, CaseTimelineEventPage](r.client, &request{method: "GET", path: "/api/v1/cases/{id}/timeline", parts: []string{id}, params: params}, options)
}

// CasesTransitionsResource has the operations of Client.Cases.Transitions.
type CasesTransitionsResource struct {
	client *Client
}

func newCasesTransitionsResource(client *Client) *CasesTransitionsResource {
	return &CasesTransitionsResource{client: client}
}

// CasesTransitionsListParams are the parameters of cases.transitions.list. Fields that are left out are not sent.
type CasesTransitionsListParams struct {
	Limit  int
	Cursor string
}

func (p *CasesTransitionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Status changes, newest first
//
// Needs `cases:read`.
func (r *CasesTransitionsResource) List(id string, params *CasesTransitionsListParams, options ...CallOption) *Pager[CaseTransition, CaseTransitionPage] {
	return newPager[CaseTransition, CaseTransitionPage](r.client, &request{method: "GET", path: "/api/v1/cases/{id}/transitions", parts: []string{id}, params: params}, options)
}

// ChatResource has the operations of Client.Chat.
type ChatResource struct {
	client *Client
}

func newChatResource(client *Client) *ChatResource {
	return &ChatResource{client: client}
}

// DeleteAccounts: Remove every link between the caller’s account and a chat
//
// For every signed-in user. Recorded in the audit log as `chat:account_unlinked`.
func (r *ChatResource) DeleteAccounts(ctx context.Context, options ...CallOption) (*ChatUnlinked, error) {
	return answerOf[ChatUnlinked](ctx, r.client, &request{method: "DELETE", path: "/api/v1/chat/accounts"}, options)
}

// LinkCodes: Get a code that links the caller’s account in a chat, valid for ten minutes: /svc link CODE
//
// For every signed-in user. Recorded in the audit log as `chat:code_made`.
func (r *ChatResource) LinkCodes(ctx context.Context, options ...CallOption) (*ChatLinkCode, error) {
	return answerOf[ChatLinkCode](ctx, r.client, &request{method: "POST", path: "/api/v1/chat/link-codes"}, options)
}

// ComplianceResource has the operations of Client.Compliance.
type ComplianceResource struct {
	client     *Client
	Controls   *ComplianceControlsResource
	Dashboard  *ComplianceDashboardResource
	Evidence   *ComplianceEvidenceResource
	Frameworks *ComplianceFrameworksResource
	History    *ComplianceHistoryResource
}

func newComplianceResource(client *Client) *ComplianceResource {
	return &ComplianceResource{
		client:     client,
		Controls:   newComplianceControlsResource(client),
		Dashboard:  newComplianceDashboardResource(client),
		Evidence:   newComplianceEvidenceResource(client),
		Frameworks: newComplianceFrameworksResource(client),
		History:    newComplianceHistoryResource(client),
	}
}

// ComplianceControlsResource has the operations of Client.Compliance.Controls.
type ComplianceControlsResource struct {
	client *Client
}

func newComplianceControlsResource(client *Client) *ComplianceControlsResource {
	return &ComplianceControlsResource{client: client}
}

// ComplianceControlsListParams are the parameters of compliance.controls.list. Fields that are left out are not sent.
type ComplianceControlsListParams struct {
	Limit     int
	Cursor    string
	Framework string
}

func (p *ComplianceControlsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "framework", p.Framework)
	_ = headers
}

// List: Controls of one framework, or of all
//
// Needs `reports:read`.
func (r *ComplianceControlsResource) List(params *ComplianceControlsListParams, options ...CallOption) *Pager[ComplianceControl, ComplianceControlPage] {
	return newPager[ComplianceControl, ComplianceControlPage](r.client, &request{method: "GET", path: "/api/v1/compliance/controls", params: params}, options)
}

// ComplianceDashboardResource has the operations of Client.Compliance.Dashboard.
type ComplianceDashboardResource struct {
	client *Client
}

func newComplianceDashboardResource(client *Client) *ComplianceDashboardResource {
	return &ComplianceDashboardResource{client: client}
}

// Get: Compliance status of the tenant in a framework, evaluated now
//
// A measure without data is unknown, and counts neither for nor against. Evidence cannot override a failed measure.
func (r *ComplianceDashboardResource) Get(ctx context.Context, framework string, options ...CallOption) (*ComplianceDashboard, error) {
	return answerOf[ComplianceDashboard](ctx, r.client, &request{method: "GET", path: "/api/v1/compliance/dashboard/{framework}", parts: []string{framework}}, options)
}

// ComplianceEvidenceResource has the operations of Client.Compliance.Evidence.
type ComplianceEvidenceResource struct {
	client *Client
	Files  *ComplianceEvidenceFilesResource
}

func newComplianceEvidenceResource(client *Client) *ComplianceEvidenceResource {
	return &ComplianceEvidenceResource{
		client: client,
		Files:  newComplianceEvidenceFilesResource(client),
	}
}

// Create: Attach evidence to a control
//
// Evidence cannot be changed or removed. Another person reviews it.
func (r *ComplianceEvidenceResource) Create(ctx context.Context, body ComplianceEvidenceCreate, options ...CallOption) (*ComplianceEvidence, error) {
	return answerOf[ComplianceEvidence](ctx, r.client, &request{method: "POST", path: "/api/v1/compliance/evidence", body: body}, options)
}

// ComplianceEvidenceListParams are the parameters of compliance.evidence.list. Fields that are left out are not sent.
type ComplianceEvidenceListParams struct {
	Limit     int
	Cursor    string
	Framework string
	ControlID string
}

func (p *ComplianceEvidenceListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "framework", p.Framework)
	putString(values, "control_id", p.ControlID)
	_ = headers
}

// List: Evidence, newest first
//
// Needs `reports:read`.
func (r *ComplianceEvidenceResource) List(params *ComplianceEvidenceListParams, options ...CallOption) *Pager[ComplianceEvidence, ComplianceEvidencePage] {
	return newPager[ComplianceEvidence, ComplianceEvidencePage](r.client, &request{method: "GET", path: "/api/v1/compliance/evidence", params: params}, options)
}

// Review: Accept or reject evidence attached by another person
//
// Needs `reports:write`. Recorded in the audit log as `compliance:evidence_reviewed`.
func (r *ComplianceEvidenceResource) Review(ctx context.Context, evidenceId string, body ComplianceEvidenceReview, options ...CallOption) (*ComplianceEvidence, error) {
	return answerOf[ComplianceEvidence](ctx, r.client, &request{method: "POST", path: "/api/v1/compliance/evidence/{evidence_id}/review", parts: []string{evidenceId}, body: body}, options)
}

// ComplianceEvidenceFilesResource has the operations of Client.Compliance.Evidence.Files.
type ComplianceEvidenceFilesResource struct {
	client *Client
}

func newComplianceEvidenceFilesResource(client *Client) *ComplianceEvidenceFilesResource {
	return &ComplianceEvidenceFilesResource{client: client}
}

// Create: Add a file of at most 5 MiB to evidence that waits for its review, at most 10 for each
//
// Only the person who attached the evidence adds files. A file is stored encrypted, cannot be changed or removed, and its SHA-256 is an entry of the chain of evidence.
func (r *ComplianceEvidenceFilesResource) Create(ctx context.Context, evidenceId string, file File, options ...CallOption) (*ComplianceEvidence, error) {
	return answerOf[ComplianceEvidence](ctx, r.client, &request{method: "POST", path: "/api/v1/compliance/evidence/{evidence_id}/files", parts: []string{evidenceId}, file: &file}, options)
}

// Get: Download a file of evidence; the download is recorded
//
// Needs `reports:read`. Recorded in the audit log as `compliance:evidence_file_read`.
func (r *ComplianceEvidenceFilesResource) Get(ctx context.Context, evidenceId, fileId string, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/compliance/evidence/{evidence_id}/files/{file_id}", parts: []string{evidenceId, fileId}}, options)
}

// ComplianceFrameworksResource has the operations of Client.Compliance.Frameworks.
type ComplianceFrameworksResource struct {
	client *Client
}

func newComplianceFrameworksResource(client *Client) *ComplianceFrameworksResource {
	return &ComplianceFrameworksResource{client: client}
}

// ComplianceFrameworksListParams are the parameters of compliance.frameworks.list. Fields that are left out are not sent.
type ComplianceFrameworksListParams struct {
	Limit  int
	Cursor string
}

func (p *ComplianceFrameworksListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Supported frameworks
//
// Needs `reports:read`.
func (r *ComplianceFrameworksResource) List(params *ComplianceFrameworksListParams, options ...CallOption) *Pager[ComplianceFramework, ComplianceFrameworkPage] {
	return newPager[ComplianceFramework, ComplianceFrameworkPage](r.client, &request{method: "GET", path: "/api/v1/compliance/frameworks", params: params}, options)
}

// ComplianceHistoryResource has the operations of Client.Compliance.History.
type ComplianceHistoryResource struct {
	client *Client
}

func newComplianceHistoryResource(client *Client) *ComplianceHistoryResource {
	return &ComplianceHistoryResource{client: client}
}

// ComplianceHistoryGetParams are the parameters of compliance.history.get. Fields that are left out are not sent.
type ComplianceHistoryGetParams struct {
	Limit  int
	Cursor string
	Days   int
}

func (p *ComplianceHistoryGetParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putInt(values, "days", p.Days)
	_ = headers
}

// Get: Daily compliance status of the tenant in a framework, oldest first
//
// Days without a measurement are left out, and are not failures. Each day is kept for 400 days, then the last one of each month for ten years.
func (r *ComplianceHistoryResource) Get(framework string, params *ComplianceHistoryGetParams, options ...CallOption) *Pager[CompliancePoint, CompliancePointPage] {
	return newPager[CompliancePoint, CompliancePointPage](r.client, &request{method: "GET", path: "/api/v1/compliance/history/{framework}", parts: []string{framework}, params: params}, options)
}

// ConfigurationResource has the operations of Client.Configuration.
type ConfigurationResource struct {
	client *Client
}

func newConfigurationResource(client *Client) *ConfigurationResource {
	return &ConfigurationResource{client: client}
}

// Apply: Apply configuration documents to the tenant in one transaction
//
// Rules are identified by their file, overlays by their rule id, playbooks and hunts by their name, SLA targets by their severity, roles and connectors by their name; placeholders and branding are one document each, of that name. A connector document names the secrets that are set; send their values in `connector_secrets`. Each kind that changes needs its own permission too.
func (r *ConfigurationResource) Apply(ctx context.Context, body ConfigurationApply, options ...CallOption) (*ConfigurationPlan, error) {
	return answerOf[ConfigurationPlan](ctx, r.client, &request{method: "POST", path: "/api/v1/configuration/apply", body: body}, options)
}

// ConfigurationListParams are the parameters of configuration.list. Fields that are left out are not sent.
type ConfigurationListParams struct {
	Limit  int
	Cursor string
	// One of placeholders, rule, overlay, playbook, hunt, sla_target, sla_policy, branding, message_text, role, connector.
	Kind string
}

func (p *ConfigurationListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "kind", p.Kind)
	_ = headers
}

// List: Export the tenant’s own configuration of a kind as documents
//
// Rules are identified by their file, overlays by their rule id, playbooks and hunts by their name, SLA targets by their severity, roles and connectors by their name; placeholders and branding are one document each, of that name. A connector document names the secrets that are set; send their values in `connector_secrets`.
func (r *ConfigurationResource) List(params *ConfigurationListParams, options ...CallOption) *Pager[ConfigurationDocument, ConfigurationDocumentPage] {
	return newPager[ConfigurationDocument, ConfigurationDocumentPage](r.client, &request{method: "GET", path: "/api/v1/configuration", params: params}, options)
}

// Plan: Plan the changes of configuration documents without applying them
//
// Rules are identified by their file, overlays by their rule id, playbooks and hunts by their name, SLA targets by their severity, roles and connectors by their name; placeholders and branding are one document each, of that name. A connector document names the secrets that are set; send their values in `connector_secrets`.
func (r *ConfigurationResource) Plan(ctx context.Context, body ConfigurationPlanned, options ...CallOption) (*ConfigurationPlan, error) {
	return answerOf[ConfigurationPlan](ctx, r.client, &request{method: "POST", path: "/api/v1/configuration/plan", body: body, reads: true}, options)
}

// ConnectorsResource has the operations of Client.Connectors.
type ConnectorsResource struct {
	client *Client
	Polls  *ConnectorsPollsResource
	Types  *ConnectorsTypesResource
}

func newConnectorsResource(client *Client) *ConnectorsResource {
	return &ConnectorsResource{
		client: client,
		Polls:  newConnectorsPollsResource(client),
		Types:  newConnectorsTypesResource(client),
	}
}

// Create: Connect a source
//
// Needs `connectors:write`. Recorded in the audit log as `connector:created`.
func (r *ConnectorsResource) Create(ctx context.Context, body ConnectorCreate, options ...CallOption) (*Connector, error) {
	return answerOf[Connector](ctx, r.client, &request{method: "POST", path: "/api/v1/connectors", body: body}, options)
}

// Delete: Disconnect a source; its events stay
//
// Needs `connectors:delete`. Recorded in the audit log as `connector:deleted`.
func (r *ConnectorsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/connectors/{id}", parts: []string{id}}, nil, options)
}

// Get: One connector
//
// Needs `connectors:read`.
func (r *ConnectorsResource) Get(ctx context.Context, id string, options ...CallOption) (*Connector, error) {
	return answerOf[Connector](ctx, r.client, &request{method: "GET", path: "/api/v1/connectors/{id}", parts: []string{id}}, options)
}

// ConnectorsListParams are the parameters of connectors.list. Fields that are left out are not sent.
type ConnectorsListParams struct {
	Limit  int
	Cursor string
}

func (p *ConnectorsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Connectors with their state, newest first
//
// Needs `connectors:read`.
func (r *ConnectorsResource) List(params *ConnectorsListParams, options ...CallOption) *Pager[Connector, ConnectorPage] {
	return newPager[Connector, ConnectorPage](r.client, &request{method: "GET", path: "/api/v1/connectors", params: params}, options)
}

// Poll: Poll a connector now
//
// Needs `connectors:write`. Recorded in the audit log as `connector:poll_requested`.
func (r *ConnectorsResource) Poll(ctx context.Context, id string, options ...CallOption) (*Connector, error) {
	return answerOf[Connector](ctx, r.client, &request{method: "POST", path: "/api/v1/connectors/{id}/poll", parts: []string{id}}, options)
}

// Test: Test a connector: fetch one page with the given settings; nothing is stored or ingested
//
// Needs `connectors:write`. Recorded in the audit log as `connector:tested`.
func (r *ConnectorsResource) Test(ctx context.Context, body ConnectorTestRequest, options ...CallOption) (*ConnectorTest, error) {
	return answerOf[ConnectorTest](ctx, r.client, &request{method: "POST", path: "/api/v1/connectors/test", body: body}, options)
}

// TestOne: Test new settings: fetch one page with the sent settings only; nothing is stored or ingested
//
// Needs `connectors:write`. Recorded in the audit log as `connector:tested`.
func (r *ConnectorsResource) TestOne(ctx context.Context, id string, body ConnectorStatelessTest, options ...CallOption) (*ConnectorTest, error) {
	return answerOf[ConnectorTest](ctx, r.client, &request{method: "POST", path: "/api/v1/connectors/{id}/test", parts: []string{id}, body: body}, options)
}

// Update: Change a connector; saving a blocked one tries it again
//
// Needs `connectors:write`. Recorded in the audit log as `connector:updated`.
func (r *ConnectorsResource) Update(ctx context.Context, id string, body ConnectorChange, options ...CallOption) (*Connector, error) {
	return answerOf[Connector](ctx, r.client, &request{method: "PATCH", path: "/api/v1/connectors/{id}", parts: []string{id}, body: body}, options)
}

// ConnectorsPollsResource has the operations of Client.Connectors.Polls.
type ConnectorsPollsResource struct {
	client *Client
}

func newConnectorsPollsResource(client *Client) *ConnectorsPollsResource {
	return &ConnectorsPollsResource{client: client}
}

// ConnectorsPollsListParams are the parameters of connectors.polls.list. Fields that are left out are not sent.
type ConnectorsPollsListParams struct {
	Limit  int
	Cursor string
}

func (p *ConnectorsPollsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Polls of a connector, newest first; the latest 200 are kept
//
// Needs `connectors:read`.
func (r *ConnectorsPollsResource) List(id string, params *ConnectorsPollsListParams, options ...CallOption) *Pager[ConnectorPoll, ConnectorPollPage] {
	return newPager[ConnectorPoll, ConnectorPollPage](r.client, &request{method: "GET", path: "/api/v1/connectors/{id}/polls", parts: []string{id}, params: params}, options)
}

// ConnectorsTypesResource has the operations of Client.Connectors.Types.
type ConnectorsTypesResource struct {
	client *Client
}

func newConnectorsTypesResource(client *Client) *ConnectorsTypesResource {
	return &ConnectorsTypesResource{client: client}
}

// ConnectorsTypesListParams are the parameters of connectors.types.list. Fields that are left out are not sent.
type ConnectorsTypesListParams struct {
	Limit  int
	Cursor string
}

func (p *ConnectorsTypesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Connector types, with the settings of each
//
// Needs `connectors:read`.
func (r *ConnectorsTypesResource) List(params *ConnectorsTypesListParams, options ...CallOption) *Pager[ConnectorType, ConnectorTypePage] {
	return newPager[ConnectorType, ConnectorTypePage](r.client, &request{method: "GET", path: "/api/v1/connectors/types", params: params}, options)
}

// CopilotResource has the operations of Client.Copilot.
type CopilotResource struct {
	client  *Client
	Actions *CopilotActionsResource
	Context *CopilotContextResource
}

func newCopilotResource(client *Client) *CopilotResource {
	return &CopilotResource{
		client:  client,
		Actions: newCopilotActionsResource(client),
		Context: newCopilotContextResource(client),
	}
}

// Ask: Ask the model of this tenant about an alert, a case, a rule, a playbook or a hunt
//
// Every sentence of the answer cites its sources; unsupported sentences are dropped and counted. A query is shown only if it compiles, with its number of matches in the last day.
func (r *CopilotResource) Ask(ctx context.Context, body CopilotQuestion, options ...CallOption) (*CopilotAnswer, error) {
	return answerOf[CopilotAnswer](ctx, r.client, &request{method: "POST", path: "/api/v1/copilot/ask", body: body}, options)
}

// CopilotActionsResource has the operations of Client.Copilot.Actions.
type CopilotActionsResource struct {
	client *Client
}

func newCopilotActionsResource(client *Client) *CopilotActionsResource {
	return &CopilotActionsResource{client: client}
}

// Run: Carry out a suggested action. Also as {action_id}:run
//
// It needs the permissions of the action itself, and is rejected once the action is no longer suggested.
func (r *CopilotActionsResource) Run(ctx context.Context, actionId string, options ...CallOption) (*CopilotActionDone, error) {
	return answerOf[CopilotActionDone](ctx, r.client, &request{method: "POST", path: "/api/v1/copilot/actions/{action_id}/run", parts: []string{actionId}}, options)
}

// CopilotContextResource has the operations of Client.Copilot.Context.
type CopilotContextResource struct {
	client   *Client
	Alert    *CopilotContextAlertResource
	Case     *CopilotContextCaseResource
	Playbook *CopilotContextPlaybookResource
	Rule     *CopilotContextRuleResource
}

func newCopilotContextResource(client *Client) *CopilotContextResource {
	return &CopilotContextResource{
		client:   client,
		Alert:    newCopilotContextAlertResource(client),
		Case:     newCopilotContextCaseResource(client),
		Playbook: newCopilotContextPlaybookResource(client),
		Rule:     newCopilotContextRuleResource(client),
	}
}

// CopilotContextAlertResource has the operations of Client.Copilot.Context.Alert.
type CopilotContextAlertResource struct {
	client *Client
}

func newCopilotContextAlertResource(client *Client) *CopilotContextAlertResource {
	return &CopilotContextAlertResource{client: client}
}

// Get: Suggested next steps for an alert
//
// Needs `alerts:read`.
func (r *CopilotContextAlertResource) Get(ctx context.Context, alertId string, options ...CallOption) (*CopilotContext, error) {
	return answerOf[CopilotContext](ctx, r.client, &request{method: "GET", path: "/api/v1/copilot/context/alert/{alert_id}", parts: []string{alertId}}, options)
}

// CopilotContextCaseResource has the operations of Client.Copilot.Context.Case.
type CopilotContextCaseResource struct {
	client *Client
}

func newCopilotContextCaseResource(client *Client) *CopilotContextCaseResource {
	return &CopilotContextCaseResource{client: client}
}

// Get: Suggested next steps for a case
//
// Needs `cases:read`.
func (r *CopilotContextCaseResource) Get(ctx context.Context, caseId string, options ...CallOption) (*CopilotContext, error) {
	return answerOf[CopilotContext](ctx, r.client, &request{method: "GET", path: "/api/v1/copilot/context/case/{case_id}", parts: []string{caseId}}, options)
}

// CopilotContextPlaybookResource has the operations of Client.Copilot.Context.Playbook.
type CopilotContextPlaybookResource struct {
	client *Client
}

func newCopilotContextPlaybookResource(client *Client) *CopilotContextPlaybookResource {
	return &CopilotContextPlaybookResource{client: client}
}

// Get: Suggested next steps for a playbook
//
// Needs `playbooks:read`.
func (r *CopilotContextPlaybookResource) Get(ctx context.Context, playbookId string, options ...CallOption) (*CopilotContext, error) {
	return answerOf[CopilotContext](ctx, r.client, &request{method: "GET", path: "/api/v1/copilot/context/playbook/{playbook_id}", parts: []string{playbookId}}, options)
}

// CopilotContextRuleResource has the operations of Client.Copilot.Context.Rule.
type CopilotContextRuleResource struct {
	client *Client
}

func newCopilotContextRuleResource(client *Client) *CopilotContextRuleResource {
	return &CopilotContextRuleResource{client: client}
}

// Get: Suggested next steps for a rule
//
// Needs `rules:read`.
func (r *CopilotContextRuleResource) Get(ctx context.Context, ruleId string, options ...CallOption) (*CopilotContext, error) {
	return answerOf[CopilotContext](ctx, r.client, &request{method: "GET", path: "/api/v1/copilot/context/rule/{rule_id}", parts: []string{ruleId}}, options)
}

// DeadLettersResource has the operations of Client.DeadLetters.
type DeadLettersResource struct {
	client  *Client
	Replays *DeadLettersReplaysResource
}

func newDeadLettersResource(client *Client) *DeadLettersResource {
	return &DeadLettersResource{
		client:  client,
		Replays: newDeadLettersReplaysResource(client),
	}
}

// DeadLettersListParams are the parameters of dead_letters.list. Fields that are left out are not sent.
type DeadLettersListParams struct {
	Limit  int
	Cursor string
	// connector id
	Source string
	Reason string
	From   time.Time
	To     time.Time
}

func (p *DeadLettersListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "source", p.Source)
	putString(values, "reason", p.Reason)
	putTime(values, "from", p.From)
	putTime(values, "to", p.To)
	_ = headers
}

// List: Events that could not be decoded with the reasons, newest first, one row per text and reason
//
// Kept for 30 days. Times are times of receipt; without `from` the list reaches back as far as letters are kept.
func (r *DeadLettersResource) List(params *DeadLettersListParams, options ...CallOption) *Pager[DeadLetter, DeadLetterPage] {
	return newPager[DeadLetter, DeadLetterPage](r.client, &request{method: "GET", path: "/api/v1/dead-letters", params: params}, options)
}

// DeadLettersReplaysResource has the operations of Client.DeadLetters.Replays.
type DeadLettersReplaysResource struct {
	client *Client
}

func newDeadLettersReplaysResource(client *Client) *DeadLettersReplaysResource {
	return &DeadLettersReplaysResource{client: client}
}

// Cancel: Cancel a running replay; events already ingested stay
//
// Needs `connectors:write`. Recorded in the audit log as `dead_letter:replay_cancelled`.
func (r *DeadLettersReplaysResource) Cancel(ctx context.Context, id string, options ...CallOption) (*DeadLetterReplay, error) {
	return answerOf[DeadLetterReplay](ctx, r.client, &request{method: "POST", path: "/api/v1/dead-letters/replays/{id}/cancel", parts: []string{id}}, options)
}

// Create: Ingest dead letters again
//
// One letter per text, with its connector and format; an event stored in the meantime is recognised as a repeat, and one that fails again becomes a new dead letter. A tenant runs one replay at a time.
func (r *DeadLettersReplaysResource) Create(ctx context.Context, body DeadLetterReplayStart, options ...CallOption) (*DeadLetterReplay, error) {
	return answerOf[DeadLetterReplay](ctx, r.client, &request{method: "POST", path: "/api/v1/dead-letters/replays", body: body}, options)
}

// Get: One replay of dead letters with its progress
//
// Needs `connectors:read`.
func (r *DeadLettersReplaysResource) Get(ctx context.Context, id string, options ...CallOption) (*DeadLetterReplay, error) {
	return answerOf[DeadLetterReplay](ctx, r.client, &request{method: "GET", path: "/api/v1/dead-letters/replays/{id}", parts: []string{id}}, options)
}

// DeadLettersReplaysListParams are the parameters of dead_letters.replays.list. Fields that are left out are not sent.
type DeadLettersReplaysListParams struct {
	Limit  int
	Cursor string
}

func (p *DeadLettersReplaysListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Replays of dead letters, newest first
//
// Needs `connectors:read`.
func (r *DeadLettersReplaysResource) List(params *DeadLettersReplaysListParams, options ...CallOption) *Pager[DeadLetterReplay, DeadLetterReplayPage] {
	return newPager[DeadLetterReplay, DeadLetterReplayPage](r.client, &request{method: "GET", path: "/api/v1/dead-letters/replays", params: params}, options)
}

// DelegationsResource has the operations of Client.Delegations.
type DelegationsResource struct {
	client *Client
}

func newDelegationsResource(client *Client) *DelegationsResource {
	return &DelegationsResource{client: client}
}

// Enter: Get an access token for the other tenant; recorded in that tenant’s audit log
//
// For every signed-in user.
func (r *DelegationsResource) Enter(ctx context.Context, id string, options ...CallOption) (*DelegatedToken, error) {
	return answerOf[DelegatedToken](ctx, r.client, &request{method: "POST", path: "/api/v1/delegations/{id}/enter", parts: []string{id}, reads: true}, options)
}

// DelegationsListParams are the parameters of delegations.list. Fields that are left out are not sent.
type DelegationsListParams struct {
	Limit  int
	Cursor string
}

func (p *DelegationsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Tenants in which the signed-in user can work by delegation
//
// For every signed-in user.
func (r *DelegationsResource) List(params *DelegationsListParams, options ...CallOption) *Pager[Delegation, DelegationPage] {
	return newPager[Delegation, DelegationPage](r.client, &request{method: "GET", path: "/api/v1/delegations", params: params}, options)
}

// DeputiesResource has the operations of Client.Deputies.
type DeputiesResource struct {
	client *Client
}

func newDeputiesResource(client *Client) *DeputiesResource {
	return &DeputiesResource{client: client}
}

// Create: Appoint a deputy for a time
//
// Approval requests to the person, escalations and on-call shifts reach the deputy, who decides with their own permissions; the audit log names the represented person. Appointing one for another person needs users:write. At most 90 days.
func (r *DeputiesResource) Create(ctx context.Context, body DeputyName, options ...CallOption) (*Deputy, error) {
	return answerOf[Deputy](ctx, r.client, &request{method: "POST", path: "/api/v1/deputies", body: body}, options)
}

// End: End a deputy early, as the person, the deputy, or an administrator of users
//
// For every signed-in user. Recorded in the audit log as `deputy:ended`.
func (r *DeputiesResource) End(ctx context.Context, id string, options ...CallOption) (*Deputy, error) {
	return answerOf[Deputy](ctx, r.client, &request{method: "POST", path: "/api/v1/deputies/{id}/end", parts: []string{id}}, options)
}

// DeputiesListParams are the parameters of deputies.list. Fields that are left out are not sent.
type DeputiesListParams struct {
	Limit  int
	Cursor string
}

func (p *DeputiesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: List current and planned deputies
//
// Needs `cases:read`.
func (r *DeputiesResource) List(params *DeputiesListParams, options ...CallOption) *Pager[Deputy, DeputyPage] {
	return newPager[Deputy, DeputyPage](r.client, &request{method: "GET", path: "/api/v1/deputies", params: params}, options)
}

// DetectionProposalsResource has the operations of Client.DetectionProposals.
type DetectionProposalsResource struct {
	client   *Client
	Baseline *DetectionProposalsBaselineResource
}

func newDetectionProposalsResource(client *Client) *DetectionProposalsResource {
	return &DetectionProposalsResource{
		client:   client,
		Baseline: newDetectionProposalsBaselineResource(client),
	}
}

// Comment: Comment on a proposal
//
// Needs `rules:read`. Recorded in the audit log as `proposal:commented`.
func (r *DetectionProposalsResource) Comment(ctx context.Context, id string, body DetectionProposalComment, options ...CallOption) (*DetectionProposal, error) {
	return answerOf[DetectionProposal](ctx, r.client, &request{method: "POST", path: "/api/v1/detection-proposals/{id}/comment", parts: []string{id}, body: body}, options)
}

// Create: Propose a rule
//
// Needs `rules:write`. Recorded in the audit log as `proposal:created`.
func (r *DetectionProposalsResource) Create(ctx context.Context, body DetectionProposalCreate, options ...CallOption) (*DetectionProposal, error) {
	return answerOf[DetectionProposal](ctx, r.client, &request{method: "POST", path: "/api/v1/detection-proposals", body: body}, options)
}

// Decide: Approve or reject a proposal
//
// The person who proposed a rule cannot approve it (403), and nobody can without a passed replay (412).
func (r *DetectionProposalsResource) Decide(ctx context.Context, id string, body DetectionProposalDecision, options ...CallOption) (*DetectionProposal, error) {
	return answerOf[DetectionProposal](ctx, r.client, &request{method: "POST", path: "/api/v1/detection-proposals/{id}/decide", parts: []string{id}, body: body}, options)
}

// Eval: Attach the report of a harness; it passes unless it is worse than the baseline of its suite
//
// Needs `rules:write`. Recorded in the audit log as `proposal:evaluated`.
func (r *DetectionProposalsResource) Eval(ctx context.Context, id string, body DetectionProposalEval, options ...CallOption) (*DetectionProposal, error) {
	return answerOf[DetectionProposal](ctx, r.client, &request{method: "POST", path: "/api/v1/detection-proposals/{id}/eval", parts: []string{id}, body: body}, options)
}

// EvaluateRule: Run the rule over its stored fixtures, or over fixtures in the request
//
// Needs `rules:write`. Recorded in the audit log as `proposal:replayed`.
func (r *DetectionProposalsResource) EvaluateRule(ctx context.Context, id string, body *DetectionProposalFixtures, options ...CallOption) (*DetectionProposal, error) {
	return answerOf[DetectionProposal](ctx, r.client, &request{method: "POST", path: "/api/v1/detection-proposals/{id}/evaluate-rule", parts: []string{id}, body: body}, options)
}

// Get: One proposed rule
//
// Needs `rules:read`.
func (r *DetectionProposalsResource) Get(ctx context.Context, id string, options ...CallOption) (*DetectionProposal, error) {
	return answerOf[DetectionProposal](ctx, r.client, &request{method: "GET", path: "/api/v1/detection-proposals/{id}", parts: []string{id}}, options)
}

// DetectionProposalsListParams are the parameters of detection_proposals.list. Fields that are left out are not sent.
type DetectionProposalsListParams struct {
	Limit  int
	Cursor string
	// One of proposed, in_review, eval_passed, eval_failed, approved, rejected, promoted.
	Status string
}

func (p *DetectionProposalsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "status", p.Status)
	_ = headers
}

// List: Proposed rules, newest first
//
// Needs `rules:read`.
func (r *DetectionProposalsResource) List(params *DetectionProposalsListParams, options ...CallOption) *Pager[DetectionProposal, DetectionProposalPage] {
	return newPager[DetectionProposal, DetectionProposalPage](r.client, &request{method: "GET", path: "/api/v1/detection-proposals", params: params}, options)
}

// Promote: Write an approved proposal to the rules, replacing its base rule if it has one
//
// Needs `rules:write`. Recorded in the audit log as `proposal:promoted`.
func (r *DetectionProposalsResource) Promote(ctx context.Context, id string, options ...CallOption) (*DetectionProposal, error) {
	return answerOf[DetectionProposal](ctx, r.client, &request{method: "POST", path: "/api/v1/detection-proposals/{id}/promote", parts: []string{id}}, options)
}

// DetectionProposalsBaselineResource has the operations of Client.DetectionProposals.Baseline.
type DetectionProposalsBaselineResource struct {
	client *Client
}

func newDetectionProposalsBaselineResource(client *Client) *DetectionProposalsBaselineResource {
	return &DetectionProposalsBaselineResource{client: client}
}

// Create: Set the baseline for evaluation reports of a suite
//
// Needs `rules:write`. Recorded in the audit log as `proposal:baseline_set`.
func (r *DetectionProposalsBaselineResource) Create(ctx context.Context, body EvalBaselineSet, options ...CallOption) (*EvalBaseline, error) {
	return answerOf[EvalBaseline](ctx, r.client, &request{method: "POST", path: "/api/v1/detection-proposals/baseline", body: body}, options)
}

// DetectionProposalsBaselineListParams are the parameters of detection_proposals.baseline.list. Fields that are left out are not sent.
type DetectionProposalsBaselineListParams struct {
	Limit  int
	Cursor string
}

func (p *DetectionProposalsBaselineListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Baselines for evaluation reports, by suite
//
// Needs `rules:read`.
func (r *DetectionProposalsBaselineResource) List(params *DetectionProposalsBaselineListParams, options ...CallOption) *Pager[EvalBaseline, EvalBaselinePage] {
	return newPager[EvalBaseline, EvalBaselinePage](r.client, &request{method: "GET", path: "/api/v1/detection-proposals/baseline", params: params}, options)
}

// DetectionsResource has the operations of Client.Detections.
type DetectionsResource struct {
	client *Client
}

func newDetectionsResource(client *Client) *DetectionsResource {
	return &DetectionsResource{client: client}
}

// Create: Record a detection of another tool; repeating it has no effect
//
// It goes to fusion and the lake like a match of a built-in rule: from severity 2 on it becomes an alert, fused with related signals. Listed some seconds later.
func (r *DetectionsResource) Create(ctx context.Context, body DetectionRecord, options ...CallOption) (*Detection, error) {
	return answerOf[Detection](ctx, r.client, &request{method: "POST", path: "/api/v1/detections", body: body}, options)
}

// DetectionsListParams are the parameters of detections.list. Fields that are left out are not sent.
type DetectionsListParams struct {
	Limit       int
	Cursor      string
	RuleID      string
	SeverityMin int
	Since       time.Time
	Until       time.Time
}

func (p *DetectionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "rule_id", p.RuleID)
	putInt(values, "severity_min", p.SeverityMin)
	putTime(values, "since", p.Since)
	putTime(values, "until", p.Until)
	_ = headers
}

// List: Signals, newest first
//
// Needs `rules:read`.
func (r *DetectionsResource) List(params *DetectionsListParams, options ...CallOption) *Pager[Detection, DetectionPage] {
	return newPager[Detection, DetectionPage](r.client, &request{method: "GET", path: "/api/v1/detections", params: params}, options)
}

// DetectionsStatsParams are the parameters of detections.stats. Fields that are left out are not sent.
type DetectionsStatsParams struct {
	Hours  int
	RuleID string
}

func (p *DetectionsStatsParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "hours", p.Hours)
	putString(values, "rule_id", p.RuleID)
	_ = headers
}

// Stats: Signal counts of the last hours by rule and severity, for all rules or one
//
// Needs `rules:read`.
func (r *DetectionsResource) Stats(ctx context.Context, params *DetectionsStatsParams, options ...CallOption) (*DetectionStats, error) {
	return answerOf[DetectionStats](ctx, r.client, &request{method: "GET", path: "/api/v1/detections/stats", params: params}, options)
}

// EnrichmentResource has the operations of Client.Enrichment.
type EnrichmentResource struct {
	client *Client
	Tables *EnrichmentTablesResource
}

func newEnrichmentResource(client *Client) *EnrichmentResource {
	return &EnrichmentResource{
		client: client,
		Tables: newEnrichmentTablesResource(client),
	}
}

// Run: Query all enrichment providers about entities
//
// All providers of a kind are queried in parallel, each with its own timeout. Answers are cached while they are valid; a failed provider is named with the reason.
func (r *EnrichmentResource) Run(ctx context.Context, body EnrichmentRequest, options ...CallOption) (*Enriched, error) {
	return answerOf[Enriched](ctx, r.client, &request{method: "POST", path: "/api/v1/enrichment", body: body, reads: true}, options)
}

// EnrichmentTablesResource has the operations of Client.Enrichment.Tables.
type EnrichmentTablesResource struct {
	client *Client
}

func newEnrichmentTablesResource(client *Client) *EnrichmentTablesResource {
	return &EnrichmentTablesResource{client: client}
}

// EnrichmentTablesGetParams are the parameters of enrichment.tables.get. Fields that are left out are not sent.
type EnrichmentTablesGetParams struct {
	Limit  int
	Cursor string
}

func (p *EnrichmentTablesGetParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// Get: Records of hosts or people, by name
//
// Needs `threat_intel:read`.
func (r *EnrichmentTablesResource) Get(table string, params *EnrichmentTablesGetParams, options ...CallOption) *Pager[EnrichmentRecord, EnrichmentRecordPage] {
	return newPager[EnrichmentRecord, EnrichmentRecordPage](r.client, &request{method: "GET", path: "/api/v1/enrichment/tables/{table}", parts: []string{table}, params: params}, options)
}

// Update: Write records of hosts or people; with replace, delete all others
//
// Needs `threat_intel:write`. Recorded in the audit log as `enrichment_table:written`.
func (r *EnrichmentTablesResource) Update(ctx context.Context, table string, body EnrichmentTableWrite, options ...CallOption) (*EnrichmentTableWritten, error) {
	return answerOf[EnrichmentTableWritten](ctx, r.client, &request{method: "PUT", path: "/api/v1/enrichment/tables/{table}", parts: []string{table}, body: body}, options)
}

// EntityRiskResource has the operations of Client.EntityRisk.
type EntityRiskResource struct {
	client *Client
}

func newEntityRiskResource(client *Client) *EntityRiskResource {
	return &EntityRiskResource{client: client}
}

// EntityRiskGetParams are the parameters of entity_risk.get. Fields that are left out are not sent.
type EntityRiskGetParams struct {
	// One of user, host, ip.
	EntityType string
}

func (p *EntityRiskGetParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "entity_type", p.EntityType)
	_ = headers
}

// Get: One entity with the alerts behind its risk; of several with one name the riskiest
//
// Needs `alerts:read`.
func (r *EntityRiskResource) Get(ctx context.Context, entity string, params *EntityRiskGetParams, options ...CallOption) (*EntityRiskDetail, error) {
	return answerOf[EntityRiskDetail](ctx, r.client, &request{method: "GET", path: "/api/v1/entity-risk/{entity}", parts: []string{entity}, params: params}, options)
}

// EntityRiskListParams are the parameters of entity_risk.list. Fields that are left out are not sent.
type EntityRiskListParams struct {
	Limit  int
	Cursor string
	// One of user, host, ip.
	EntityType string
}

func (p *EntityRiskListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "entity_type", p.EntityType)
	_ = headers
}

// List: Risk of entities from the alerts of the last 30 days, riskiest first
//
// Needs `alerts:read`.
func (r *EntityRiskResource) List(params *EntityRiskListParams, options ...CallOption) *Pager[EntityRisk, EntityRiskPage] {
	return newPager[EntityRisk, EntityRiskPage](r.client, &request{method: "GET", path: "/api/v1/entity-risk", params: params}, options)
}

// EventsResource has the operations of Client.Events.
type EventsResource struct {
	client        *Client
	Facets        *EventsFacetsResource
	Histogram     *EventsHistogramResource
	SavedSearches *EventsSavedSearchesResource
	Searches      *EventsSearchesResource
}

func newEventsResource(client *Client) *EventsResource {
	return &EventsResource{
		client:        client,
		Facets:        newEventsFacetsResource(client),
		Histogram:     newEventsHistogramResource(client),
		SavedSearches: newEventsSavedSearchesResource(client),
		Searches:      newEventsSearchesResource(client),
	}
}

// Fields: Searchable event fields
//
// Needs `lake:read_schema`.
func (r *EventsResource) Fields(ctx context.Context, options ...CallOption) (*EventFieldList, error) {
	return answerOf[EventFieldList](ctx, r.client, &request{method: "GET", path: "/api/v1/events/fields"}, options)
}

// Get: One event, as received and as OCSF
//
// Needs `lake:query`.
func (r *EventsResource) Get(ctx context.Context, uid string, options ...CallOption) (*StoredEvent, error) {
	return answerOf[StoredEvent](ctx, r.client, &request{method: "GET", path: "/api/v1/events/{uid}", parts: []string{uid}}, options)
}

// EventsProcessTreeParams are the parameters of events.process_tree. Fields that are left out are not sent.
type EventsProcessTreeParams struct {
	EventUID string
	Host     string
	// default: 24
	Hours int
	To    time.Time
}

func (p *EventsProcessTreeParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "event_uid", p.EventUID)
	putString(values, "host", p.Host)
	putInt(values, "hours", p.Hours)
	putTime(values, "to", p.To)
	_ = headers
}

// ProcessTree: Tree of parent and child processes, around an event or on a host
//
// With event_uid: ancestors and descendants of its process, from 24 hours before to 24 hours after the event. With host: the latest processes of the hours before `to`. Archived events are not searched.
func (r *EventsResource) ProcessTree(ctx context.Context, params *EventsProcessTreeParams, options ...CallOption) (*ProcessTree, error) {
	return answerOf[ProcessTree](ctx, r.client, &request{method: "GET", path: "/api/v1/events/process-tree", params: params}, options)
}

// Search: Events that match a query, newest first
//
// A page may not cover the whole requested time span: complete is then false, missing names the spans not searched, and job_id a search that continues with them. The clients (client.search, client.kql) and svc events search --all read all of it.
func (r *EventsResource) Search(body EventSearch, options ...CallOption) *Pager[FoundEvent, EventSearchResult] {
	return newPager[FoundEvent, EventSearchResult](r.client, &request{method: "POST", path: "/api/v1/events/search", body: body, reads: true}, options)
}

// Tail: Follow events as they are stored
//
// Needs `lake:query`.
func (r *EventsResource) Tail(body EventTail, options ...CallOption) *Pager[FoundEvent, EventTailPage] {
	return newPager[FoundEvent, EventTailPage](r.client, &request{method: "POST", path: "/api/v1/events/tail", body: body, reads: true}, options)
}

// EventsFacetsResource has the operations of Client.Events.Facets.
type EventsFacetsResource struct {
	client *Client
}

func newEventsFacetsResource(client *Client) *EventsFacetsResource {
	return &EventsFacetsResource{client: client}
}

// EventsFacetsGetParams are the parameters of events.facets.get. Fields that are left out are not sent.
type EventsFacetsGetParams struct {
	// field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event
	Query string
	// earliest event time; default: 30 days before to
	From time.Time
	// end of the span, exclusive; default: now
	To time.Time
	// field names, separated by commas
	Fields string
	Limit  int
}

func (p *EventsFacetsGetParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "query", p.Query)
	putTime(values, "from", p.From)
	putTime(values, "to", p.To)
	putString(values, "fields", p.Fields)
	putInt(values, "limit", p.Limit)
	_ = headers
}

// Get: Event counts by field value
//
// Needs `lake:query`.
func (r *EventsFacetsResource) Get(ctx context.Context, params *EventsFacetsGetParams, options ...CallOption) (*EventFacets, error) {
	return answerOf[EventFacets](ctx, r.client, &request{method: "GET", path: "/api/v1/events/facets", params: params}, options)
}

// Run: Event counts by field value
//
// Needs `lake:query`.
func (r *EventsFacetsResource) Run(ctx context.Context, body EventFacetsQuery, options ...CallOption) (*EventFacets, error) {
	return answerOf[EventFacets](ctx, r.client, &request{method: "POST", path: "/api/v1/events/facets", body: body, reads: true}, options)
}

// EventsHistogramResource has the operations of Client.Events.Histogram.
type EventsHistogramResource struct {
	client *Client
}

func newEventsHistogramResource(client *Client) *EventsHistogramResource {
	return &EventsHistogramResource{client: client}
}

// EventsHistogramGetParams are the parameters of events.histogram.get. Fields that are left out are not sent.
type EventsHistogramGetParams struct {
	// field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event
	Query string
	// earliest event time; default: 30 days before to
	From time.Time
	// end of the span, exclusive; default: now
	To time.Time
	// seconds per bucket; default: one that gives at most 120 buckets
	IntervalSeconds int
}

func (p *EventsHistogramGetParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "query", p.Query)
	putTime(values, "from", p.From)
	putTime(values, "to", p.To)
	putInt(values, "interval_seconds", p.IntervalSeconds)
	_ = headers
}

// Get: Event counts over time
//
// Needs `lake:query`.
func (r *EventsHistogramResource) Get(ctx context.Context, params *EventsHistogramGetParams, options ...CallOption) (*EventHistogram, error) {
	return answerOf[EventHistogram](ctx, r.client, &request{method: "GET", path: "/api/v1/events/histogram", params: params}, options)
}

// Run: Event counts over time
//
// Needs `lake:query`.
func (r *EventsHistogramResource) Run(ctx context.Context, body EventHistogramQuery, options ...CallOption) (*EventHistogram, error) {
	return answerOf[EventHistogram](ctx, r.client, &request{method: "POST", path: "/api/v1/events/histogram", body: body, reads: true}, options)
}

// EventsSavedSearchesResource has the operations of Client.Events.SavedSearches.
type EventsSavedSearchesResource struct {
	client *Client
}

func newEventsSavedSearchesResource(client *Client) *EventsSavedSearchesResource {
	return &EventsSavedSearchesResource{client: client}
}

// Create: Save a search for the caller or for everybody in the tenant
//
// Needs `lake:query`. Recorded in the audit log as `search:saved`.
func (r *EventsSavedSearchesResource) Create(ctx context.Context, body SavedSearchPut, options ...CallOption) (*SavedSearch, error) {
	return answerOf[SavedSearch](ctx, r.client, &request{method: "POST", path: "/api/v1/events/saved-searches", body: body}, options)
}

// Delete: Delete a saved search of the caller
//
// Needs `lake:query`. Recorded in the audit log as `search:saved_deleted`.
func (r *EventsSavedSearchesResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/events/saved-searches/{id}", parts: []string{id}}, nil, options)
}

// EventsSavedSearchesListParams are the parameters of events.saved_searches.list. Fields that are left out are not sent.
type EventsSavedSearchesListParams struct {
	Limit  int
	Cursor string
}

func (p *EventsSavedSearchesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Saved searches of the caller, and shared ones of the tenant
//
// Needs `lake:query`.
func (r *EventsSavedSearchesResource) List(params *EventsSavedSearchesListParams, options ...CallOption) *Pager[SavedSearch, SavedSearchPage] {
	return newPager[SavedSearch, SavedSearchPage](r.client, &request{method: "GET", path: "/api/v1/events/saved-searches", params: params}, options)
}

// Update: Replace a saved search of the caller
//
// Needs `lake:query`. Recorded in the audit log as `search:saved_changed`.
func (r *EventsSavedSearchesResource) Update(ctx context.Context, id string, body SavedSearchPut, options ...CallOption) (*SavedSearch, error) {
	return answerOf[SavedSearch](ctx, r.client, &request{method: "PUT", path: "/api/v1/events/saved-searches/{id}", parts: []string{id}, body: body}, options)
}

// EventsSearchesResource has the operations of Client.Events.Searches.
type EventsSearchesResource struct {
	client *Client
}

func newEventsSearchesResource(client *Client) *EventsSearchesResource {
	return &EventsSearchesResource{client: client}
}

// Cancel: Cancel a background search; its results are kept for a day
//
// Needs `lake:query`. Recorded in the audit log as `search:cancelled`.
func (r *EventsSearchesResource) Cancel(ctx context.Context, id string, options ...CallOption) (*SearchJob, error) {
	return answerOf[SearchJob](ctx, r.client, &request{method: "POST", path: "/api/v1/events/searches/{id}/cancel", parts: []string{id}}, options)
}

// EventsSearchesCountsParams are the parameters of events.searches.counts. Fields that are left out are not sent.
type EventsSearchesCountsParams struct {
	Limit int
}

func (p *EventsSearchesCountsParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	_ = headers
}

// Counts: Show the counts by field value of a background search
//
// Counts cover the time searched so far: from at_time of the search to its to_time.
func (r *EventsSearchesResource) Counts(ctx context.Context, id string, params *EventsSearchesCountsParams, options ...CallOption) (*SearchJobCounts, error) {
	return answerOf[SearchJobCounts](ctx, r.client, &request{method: "GET", path: "/api/v1/events/searches/{id}/counts", parts: []string{id}, params: params}, options)
}

// EventsSearchesGetParams are the parameters of events.searches.get. Fields that are left out are not sent.
type EventsSearchesGetParams struct {
	Page int
}

func (p *EventsSearchesGetParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "page", p.Page)
	_ = headers
}

// Get: Show the progress of a background search, and a page of its results
//
// Pages count from 0, newest events first; more pages appear while the search runs.
func (r *EventsSearchesResource) Get(ctx context.Context, id string, params *EventsSearchesGetParams, options ...CallOption) (*SearchJobResults, error) {
	return answerOf[SearchJobResults](ctx, r.client, &request{method: "GET", path: "/api/v1/events/searches/{id}", parts: []string{id}, params: params}, options)
}

// EventsSearchesListParams are the parameters of events.searches.list. Fields that are left out are not sent.
type EventsSearchesListParams struct {
	Limit  int
	Cursor string
}

func (p *EventsSearchesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Background searches of the last day, newest first
//
// Needs `lake:query`.
func (r *EventsSearchesResource) List(params *EventsSearchesListParams, options ...CallOption) *Pager[SearchJob, SearchJobPage] {
	return newPager[SearchJob, SearchJobPage](r.client, &request{method: "GET", path: "/api/v1/events/searches", params: params}, options)
}

// EventsSearchesTableParams are the parameters of events.searches.table. Fields that are left out are not sent.
type EventsSearchesTableParams struct {
	Page int
}

func (p *EventsSearchesTableParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "page", p.Page)
	_ = headers
}

// Table: A page of the table of a background search
//
// Pages count from 0. The table is available when the state of the search is done or full.
func (r *EventsSearchesResource) Table(ctx context.Context, id string, params *EventsSearchesTableParams, options ...CallOption) (*SearchJobTable, error) {
	return answerOf[SearchJobTable](ctx, r.client, &request{method: "GET", path: "/api/v1/events/searches/{id}/table", parts: []string{id}, params: params}, options)
}

// ExportsResource has the operations of Client.Exports.
type ExportsResource struct {
	client     *Client
	Compliance *ExportsComplianceResource
	Jobs       *ExportsJobsResource
}

func newExportsResource(client *Client) *ExportsResource {
	return &ExportsResource{
		client:     client,
		Compliance: newExportsComplianceResource(client),
		Jobs:       newExportsJobsResource(client),
	}
}

// ExportsAlertsParams are the parameters of exports.alerts. Fields that are left out are not sent.
type ExportsAlertsParams struct {
	// of info, low, medium, high, critical
	Severity string
	// of new, triaged, in_progress, resolved, closed
	Status string
	// of true_positive, benign_true_positive, false_positive, benign, escalate
	Disposition   string
	Category      string
	AssignedToMe  *bool
	Search        string
	MinConfidence int
	// low, medium or high
	ConfidenceLabel string
	// alerts that have all of these tags
	Tags string
	// created at this time or later
	From string
	// created before this time
	Until string
	// whose event, or the earliest of several, was at this time or later
	EventFrom string
	// whose event was before this time
	EventUntil string
	// alerts that name one of these hosts, ignoring case; values are separated by commas, here and in the following parameters, and a comma within a name is written \,
	Host string
	// alerts that name one of these users
	User string
	// alerts that name one of these addresses
	IP string
	// with one of these tactics, such as TA0002
	Tactic string
	// with one of these techniques, such as T1059.001
	Technique string
	// alerts of one of these rules, by id
	Rule string
	// alerts from one of these connector types
	Source string
	// ids of users, me, and nobody, separated by commas
	Assignee string
	// whether a person has set a verdict
	HasVerdict *bool
}

func (p *ExportsAlertsParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "severity", p.Severity)
	putString(values, "status", p.Status)
	putString(values, "disposition", p.Disposition)
	putString(values, "category", p.Category)
	putBool(values, "assigned_to_me", p.AssignedToMe)
	putString(values, "search", p.Search)
	putInt(values, "min_confidence", p.MinConfidence)
	putString(values, "confidence_label", p.ConfidenceLabel)
	putString(values, "tags", p.Tags)
	putString(values, "from", p.From)
	putString(values, "until", p.Until)
	putString(values, "event_from", p.EventFrom)
	putString(values, "event_until", p.EventUntil)
	putString(values, "host", p.Host)
	putString(values, "user", p.User)
	putString(values, "ip", p.IP)
	putString(values, "tactic", p.Tactic)
	putString(values, "technique", p.Technique)
	putString(values, "rule", p.Rule)
	putString(values, "source", p.Source)
	putString(values, "assignee", p.Assignee)
	putBool(values, "has_verdict", p.HasVerdict)
	_ = headers
}

// Alerts: Export alerts as signed NDJSON, newest first, with the filters of GET /alerts
//
// Needs `alerts:read`. Recorded in the audit log as `export:made`.
func (r *ExportsResource) Alerts(ctx context.Context, params *ExportsAlertsParams, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/exports/alerts", params: params}, options)
}

// ExportsAuditParams are the parameters of exports.audit. Fields that are left out are not sent.
type ExportsAuditParams struct {
	// prefix of the value
	Action     string
	Resource   string
	ResourceID string
	ActorID    string
	Search     string
	// recorded at this time or later
	From string
	// recorded before this time
	Until string
}

func (p *ExportsAuditParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "action", p.Action)
	putString(values, "resource", p.Resource)
	putString(values, "resource_id", p.ResourceID)
	putString(values, "actor_id", p.ActorID)
	putString(values, "search", p.Search)
	putString(values, "from", p.From)
	putString(values, "until", p.Until)
	_ = headers
}

// Audit: The newest 10,000 entries of the audit log that match, as CSV, signed
//
// Needs `audit_log:read`. Recorded in the audit log as `export:made`.
func (r *ExportsResource) Audit(ctx context.Context, params *ExportsAuditParams, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/exports/audit", params: params}, options)
}

// ExportsCasesParams are the parameters of exports.cases. Fields that are left out are not sent.
type ExportsCasesParams struct {
	UpdatedSince string
}

func (p *ExportsCasesParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "updated_since", p.UpdatedSince)
	_ = headers
}

// Cases: Export cases as signed NDJSON, in the order of their last change
//
// Needs `cases:read`. Recorded in the audit log as `export:made`.
func (r *ExportsResource) Cases(ctx context.Context, params *ExportsCasesParams, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/exports/cases", params: params}, options)
}

// ExportsEventsParams are the parameters of exports.events. Fields that are left out are not sent.
type ExportsEventsParams struct {
	// field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event
	Query string
	// earliest event time; default: 30 days before to
	From time.Time
	// end of the span, exclusive; default: now
	To time.Time
	// default: lucene; kql: a table and where conditions select events, as in POST /events/search
	// One of lucene, kql.
	Language string
}

func (p *ExportsEventsParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "query", p.Query)
	putTime(values, "from", p.From)
	putTime(values, "to", p.To)
	putString(values, "language", p.Language)
	_ = headers
}

// Events: Export events that match a query as signed NDJSON, oldest first
//
// Needs `lake:query`. Recorded in the audit log as `export:made`.
func (r *ExportsResource) Events(ctx context.Context, params *ExportsEventsParams, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/exports/events", params: params}, options)
}

// ExportsUsageParams are the parameters of exports.usage. Fields that are left out are not sent.
type ExportsUsageParams struct {
	Month string
}

func (p *ExportsUsageParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "month", p.Month)
	_ = headers
}

// Usage: Meters of a month as CSV, signed
//
// Needs `reports:read`. Recorded in the audit log as `export:made`.
func (r *ExportsResource) Usage(ctx context.Context, params *ExportsUsageParams, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/exports/usage", params: params}, options)
}

// ExportsComplianceResource has the operations of Client.Exports.Compliance.
type ExportsComplianceResource struct {
	client *Client
}

func newExportsComplianceResource(client *Client) *ExportsComplianceResource {
	return &ExportsComplianceResource{client: client}
}

// ExportsComplianceGetParams are the parameters of exports.compliance.get. Fields that are left out are not sent.
type ExportsComplianceGetParams struct {
	Days int
}

func (p *ExportsComplianceGetParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "days", p.Days)
	_ = headers
}

// Get: Export the compliance of the tenant in a framework as signed JSON: status now, daily points and evidence
//
// The points and the evidence are those of the last `days`. Contents of evidence are left out for a caller from whom a field rule hides something.
func (r *ExportsComplianceResource) Get(ctx context.Context, framework string, params *ExportsComplianceGetParams, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/exports/compliance/{framework}", parts: []string{framework}, params: params}, options)
}

// ExportsJobsResource has the operations of Client.Exports.Jobs.
type ExportsJobsResource struct {
	client *Client
}

func newExportsJobsResource(client *Client) *ExportsJobsResource {
	return &ExportsJobsResource{client: client}
}

// Cancel: Cancel a running export; its files are deleted within a day
//
// Needs `lake:query`. Recorded in the audit log as `export:cancelled`.
func (r *ExportsJobsResource) Cancel(ctx context.Context, id string, options ...CallOption) (*ExportJob, error) {
	return answerOf[ExportJob](ctx, r.client, &request{method: "POST", path: "/api/v1/exports/jobs/{id}/cancel", parts: []string{id}}, options)
}

// Create: Start an export of all events that match a query, oldest first, with a file per time slice
//
// Needs `lake:query`. Recorded in the audit log as `export:started`.
func (r *ExportsJobsResource) Create(ctx context.Context, body ExportStart, options ...CallOption) (*ExportJob, error) {
	return answerOf[ExportJob](ctx, r.client, &request{method: "POST", path: "/api/v1/exports/jobs", body: body}, options)
}

// File: Download the files of a completed export, with their signed manifest, as one TAR file
//
// `svc exports verify` checks the folder into which it is unpacked.
func (r *ExportsJobsResource) File(ctx context.Context, id string, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/exports/jobs/{id}/file", parts: []string{id}}, options)
}

// Get: One export with its progress and files
//
// Needs `lake:query`.
func (r *ExportsJobsResource) Get(ctx context.Context, id string, options ...CallOption) (*ExportJob, error) {
	return answerOf[ExportJob](ctx, r.client, &request{method: "GET", path: "/api/v1/exports/jobs/{id}", parts: []string{id}}, options)
}

// ExportsJobsListParams are the parameters of exports.jobs.list. Fields that are left out are not sent.
type ExportsJobsListParams struct {
	Limit  int
	Cursor string
}

func (p *ExportsJobsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Exports of the last day, newest first
//
// Needs `lake:query`.
func (r *ExportsJobsResource) List(params *ExportsJobsListParams, options ...CallOption) *Pager[ExportJob, ExportJobPage] {
	return newPager[ExportJob, ExportJobPage](r.client, &request{method: "GET", path: "/api/v1/exports/jobs", params: params}, options)
}

// FederatedResource has the operations of Client.Federated.
type FederatedResource struct {
	client *Client
}

func newFederatedResource(client *Client) *FederatedResource {
	return &FederatedResource{client: client}
}

// Query: Query all SIEMs and the own lake at once, each in its own language
//
// Needs `lake:query`. Recorded in the audit log as `federated:queried`.
func (r *FederatedResource) Query(ctx context.Context, body FederatedQuery, options ...CallOption) (*FederatedAnswer, error) {
	return answerOf[FederatedAnswer](ctx, r.client, &request{method: "POST", path: "/api/v1/federated/query", body: body}, options)
}

// Translate: Translate a query into the languages of other SIEMs, with the parts each can express
//
// Needs `lake:query`.
func (r *FederatedResource) Translate(ctx context.Context, body FederatedTranslate, options ...CallOption) (*FederatedTranslations, error) {
	return answerOf[FederatedTranslations](ctx, r.client, &request{method: "POST", path: "/api/v1/federated/translate", body: body, reads: true}, options)
}

// GovernanceResource has the operations of Client.Governance.
type GovernanceResource struct {
	client           *Client
	ExportSignatures *GovernanceExportSignaturesResource
	FieldRules       *GovernanceFieldRulesResource
	LegalHolds       *GovernanceLegalHoldsResource
	Residency        *GovernanceResidencyResource
	Retention        *GovernanceRetentionResource
	SubjectDeletions *GovernanceSubjectDeletionsResource
}

func newGovernanceResource(client *Client) *GovernanceResource {
	return &GovernanceResource{
		client:           client,
		ExportSignatures: newGovernanceExportSignaturesResource(client),
		FieldRules:       newGovernanceFieldRulesResource(client),
		LegalHolds:       newGovernanceLegalHoldsResource(client),
		Residency:        newGovernanceResidencyResource(client),
		Retention:        newGovernanceRetentionResource(client),
		SubjectDeletions: newGovernanceSubjectDeletionsResource(client),
	}
}

// GovernanceExportSignaturesResource has the operations of Client.Governance.ExportSignatures.
type GovernanceExportSignaturesResource struct {
	client *Client
}

func newGovernanceExportSignaturesResource(client *Client) *GovernanceExportSignaturesResource {
	return &GovernanceExportSignaturesResource{client: client}
}

// Get: The detached signature of an export, with its public key
//
// `svc exports verify FILE --signature SIGNATURE` checks a file with it, without this installation.
func (r *GovernanceExportSignaturesResource) Get(ctx context.Context, id string, options ...CallOption) (*DetachedExportSignature, error) {
	return answerOf[DetachedExportSignature](ctx, r.client, &request{method: "GET", path: "/api/v1/governance/export-signatures/{id}", parts: []string{id}}, options)
}

// GovernanceExportSignaturesListParams are the parameters of governance.export_signatures.list. Fields that are left out are not sent.
type GovernanceExportSignaturesListParams struct {
	Limit  int
	Cursor string
}

func (p *GovernanceExportSignaturesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Signatures of exports, newest first
//
// Needs `settings:read`.
func (r *GovernanceExportSignaturesResource) List(params *GovernanceExportSignaturesListParams, options ...CallOption) *Pager[ExportSignature, ExportSignaturePage] {
	return newPager[ExportSignature, ExportSignaturePage](r.client, &request{method: "GET", path: "/api/v1/governance/export-signatures", params: params}, options)
}

// GovernanceFieldRulesResource has the operations of Client.Governance.FieldRules.
type GovernanceFieldRulesResource struct {
	client *Client
}

func newGovernanceFieldRulesResource(client *Client) *GovernanceFieldRulesResource {
	return &GovernanceFieldRulesResource{client: client}
}

// Create: Hide a field from all but some roles
//
// The value is replaced in every answer: redact gives [redacted], mask keeps the last characters behind bullets, hash gives sha256: and digits of the digest, omit leaves the field out. withheld_fields of an answer names the hidden fields.
func (r *GovernanceFieldRulesResource) Create(ctx context.Context, body FieldRuleCreate, options ...CallOption) (*FieldRule, error) {
	return answerOf[FieldRule](ctx, r.client, &request{method: "POST", path: "/api/v1/governance/field-rules", body: body}, options)
}

// Delete: Delete a field rule, which shows the field to everybody again
//
// Needs `settings:write`. Recorded in the audit log as `field_rule:deleted`.
func (r *GovernanceFieldRulesResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/governance/field-rules/{id}", parts: []string{id}}, nil, options)
}

// GovernanceFieldRulesListParams are the parameters of governance.field_rules.list. Fields that are left out are not sent.
type GovernanceFieldRulesListParams struct {
	Limit  int
	Cursor string
}

func (p *GovernanceFieldRulesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Field rules
//
// Needs `settings:read`.
func (r *GovernanceFieldRulesResource) List(params *GovernanceFieldRulesListParams, options ...CallOption) *Pager[FieldRule, FieldRulePage] {
	return newPager[FieldRule, FieldRulePage](r.client, &request{method: "GET", path: "/api/v1/governance/field-rules", params: params}, options)
}

// Update: Change the roles that see a field, how it is hidden, or whether the rule is active
//
// Needs `settings:write`. Recorded in the audit log as `field_rule:changed`.
func (r *GovernanceFieldRulesResource) Update(ctx context.Context, id string, body FieldRuleChange, options ...CallOption) (*FieldRule, error) {
	return answerOf[FieldRule](ctx, r.client, &request{method: "PATCH", path: "/api/v1/governance/field-rules/{id}", parts: []string{id}, body: body}, options)
}

// GovernanceLegalHoldsResource has the operations of Client.Governance.LegalHolds.
type GovernanceLegalHoldsResource struct {
	client *Client
}

func newGovernanceLegalHoldsResource(client *Client) *GovernanceLegalHoldsResource {
	return &GovernanceLegalHoldsResource{client: client}
}

// Create: Place a legal hold
//
// A case is named by id or number, an alert by id. From now on, deletions that touch the subject are rejected, and retention keeps every record that names it, including later ones. A hold over the tenant, or over an alert or a case without named entities, keeps everything of the tenant.
func (r *GovernanceLegalHoldsResource) Create(ctx context.Context, body LegalHoldCreate, options ...CallOption) (*LegalHold, error) {
	return answerOf[LegalHold](ctx, r.client, &request{method: "POST", path: "/api/v1/governance/legal-holds", body: body}, options)
}

// GovernanceLegalHoldsListParams are the parameters of governance.legal_holds.list. Fields that are left out are not sent.
type GovernanceLegalHoldsListParams struct {
	Limit  int
	Cursor string
	// active or released holds
	Live *bool
}

func (p *GovernanceLegalHoldsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putBool(values, "live", p.Live)
	_ = headers
}

// List: Legal holds, newest first
//
// Needs `settings:read`.
func (r *GovernanceLegalHoldsResource) List(params *GovernanceLegalHoldsListParams, options ...CallOption) *Pager[LegalHold, LegalHoldPage] {
	return newPager[LegalHold, LegalHoldPage](r.client, &request{method: "GET", path: "/api/v1/governance/legal-holds", params: params}, options)
}

// Release: Release a legal hold; it stays on record
//
// Needs `settings:write`. Recorded in the audit log as `legal_hold:released`.
func (r *GovernanceLegalHoldsResource) Release(ctx context.Context, id string, body LegalHoldRelease, options ...CallOption) (*LegalHold, error) {
	return answerOf[LegalHold](ctx, r.client, &request{method: "POST", path: "/api/v1/governance/legal-holds/{id}/release", parts: []string{id}, body: body}, options)
}

// GovernanceResidencyResource has the operations of Client.Governance.Residency.
type GovernanceResidencyResource struct {
	client     *Client
	Violations *GovernanceResidencyViolationsResource
}

func newGovernanceResidencyResource(client *Client) *GovernanceResidencyResource {
	return &GovernanceResidencyResource{
		client:     client,
		Violations: newGovernanceResidencyViolationsResource(client),
	}
}

// Get: Data region of the tenant
//
// Needs `settings:read`.
func (r *GovernanceResidencyResource) Get(ctx context.Context, options ...CallOption) (*TenantResidency, error) {
	return answerOf[TenantResidency](ctx, r.client, &request{method: "GET", path: "/api/v1/governance/residency"}, options)
}

// Update: Set the region of the tenant and of destinations, and whether other regions are refused
//
// When enforced, operations are allowed only in the region of the tenant: another region, a destination without a region and a tenant without one are refused. Operations outside the region are recorded in either case. Operations with a region are archive, export, federated, feed, mail (the mail server and the domain of the receiver), model, phone, push, sandbox, tool_server and webhook (also steps of playbooks, response executors, tickets and chat).
func (r *GovernanceResidencyResource) Update(ctx context.Context, body TenantResidencyPut, options ...CallOption) (*TenantResidency, error) {
	return answerOf[TenantResidency](ctx, r.client, &request{method: "PUT", path: "/api/v1/governance/residency", body: body}, options)
}

// GovernanceResidencyViolationsResource has the operations of Client.Governance.Residency.Violations.
type GovernanceResidencyViolationsResource struct {
	client *Client
}

func newGovernanceResidencyViolationsResource(client *Client) *GovernanceResidencyViolationsResource {
	return &GovernanceResidencyViolationsResource{client: client}
}

// GovernanceResidencyViolationsListParams are the parameters of governance.residency.violations.list. Fields that are left out are not sent.
type GovernanceResidencyViolationsListParams struct {
	Limit  int
	Cursor string
}

func (p *GovernanceResidencyViolationsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Operations that left the region of the tenant, or were refused, newest first
//
// Needs `settings:read`.
func (r *GovernanceResidencyViolationsResource) List(params *GovernanceResidencyViolationsListParams, options ...CallOption) *Pager[ResidencyViolation, ResidencyViolationPage] {
	return newPager[ResidencyViolation, ResidencyViolationPage](r.client, &request{method: "GET", path: "/api/v1/governance/residency/violations", params: params}, options)
}

// GovernanceRetentionResource has the operations of Client.Governance.Retention.
type GovernanceRetentionResource struct {
	client *Client
	Runs   *GovernanceRetentionRunsResource
}

func newGovernanceRetentionResource(client *Client) *GovernanceRetentionResource {
	return &GovernanceRetentionResource{
		client: client,
		Runs:   newGovernanceRetentionRunsResource(client),
	}
}

// Get: Retention periods of the tenant, by class of records
//
// Needs `settings:read`.
func (r *GovernanceRetentionResource) Get(ctx context.Context, options ...CallOption) (*TenantRetention, error) {
	return answerOf[TenantRetention](ctx, r.client, &request{method: "GET", path: "/api/v1/governance/retention"}, options)
}

// Update: Set the retention periods of the tenant, by class of records
//
// A class that is absent or null uses the period of the installation. The lake keeps at least 400 days. The audit log is kept indefinitely, because its entries are chained. A legal hold takes precedence over every period.
func (r *GovernanceRetentionResource) Update(ctx context.Context, body TenantRetentionPut, options ...CallOption) (*TenantRetention, error) {
	return answerOf[TenantRetention](ctx, r.client, &request{method: "PUT", path: "/api/v1/governance/retention", body: body}, options)
}

// GovernanceRetentionRunsResource has the operations of Client.Governance.Retention.Runs.
type GovernanceRetentionRunsResource struct {
	client *Client
}

func newGovernanceRetentionRunsResource(client *Client) *GovernanceRetentionRunsResource {
	return &GovernanceRetentionRunsResource{client: client}
}

// GovernanceRetentionRunsListParams are the parameters of governance.retention.runs.list. Fields that are left out are not sent.
type GovernanceRetentionRunsListParams struct {
	Limit  int
	Cursor string
}

func (p *GovernanceRetentionRunsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Retention runs with the records removed and left, by class, and the hold that prevented a removal, newest first
//
// Tenants without a legal hold and without periods of their own have no runs: the database engine applies the retention of the installation.
func (r *GovernanceRetentionRunsResource) List(params *GovernanceRetentionRunsListParams, options ...CallOption) *Pager[RetentionRun, RetentionRunPage] {
	return newPager[RetentionRun, RetentionRunPage](r.client, &request{method: "GET", path: "/api/v1/governance/retention/runs", params: params}, options)
}

// GovernanceSubjectDeletionsResource has the operations of Client.Governance.SubjectDeletions.
type GovernanceSubjectDeletionsResource struct {
	client *Client
}

func newGovernanceSubjectDeletionsResource(client *Client) *GovernanceSubjectDeletionsResource {
	return &GovernanceSubjectDeletionsResource{client: client}
}

// Certificate: Signed certificate of the records an erasure searched, changed and left
//
// Needs `settings:read`.
func (r *GovernanceSubjectDeletionsResource) Certificate(ctx context.Context, id string, options ...CallOption) (*ErasureCertificate, error) {
	return answerOf[ErasureCertificate](ctx, r.client, &request{method: "GET", path: "/api/v1/governance/subject-deletions/{id}/certificate", parts: []string{id}}, options)
}

// Create: Erase the records of a user, a host or an address
//
// Runs in the background, over events, alerts, cases, baselines, observables and the personal data in the audit log. blocked_by_hold is an outcome: the erasure continues when no legal hold covers the subject.
func (r *GovernanceSubjectDeletionsResource) Create(ctx context.Context, body SubjectDeletionRequest, options ...CallOption) (*SubjectDeletion, error) {
	return answerOf[SubjectDeletion](ctx, r.client, &request{method: "POST", path: "/api/v1/governance/subject-deletions", body: body}, options)
}

// Get: One erasure request
//
// Needs `settings:read`.
func (r *GovernanceSubjectDeletionsResource) Get(ctx context.Context, id string, options ...CallOption) (*SubjectDeletion, error) {
	return answerOf[SubjectDeletion](ctx, r.client, &request{method: "GET", path: "/api/v1/governance/subject-deletions/{id}", parts: []string{id}}, options)
}

// GovernanceSubjectDeletionsListParams are the parameters of governance.subject_deletions.list. Fields that are left out are not sent.
type GovernanceSubjectDeletionsListParams struct {
	Limit  int
	Cursor string
}

func (p *GovernanceSubjectDeletionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Erasure requests, newest first
//
// Needs `settings:read`.
func (r *GovernanceSubjectDeletionsResource) List(params *GovernanceSubjectDeletionsListParams, options ...CallOption) *Pager[SubjectDeletion, SubjectDeletionPage] {
	return newPager[SubjectDeletion, SubjectDeletionPage](r.client, &request{method: "GET", path: "/api/v1/governance/subject-deletions", params: params}, options)
}

// GovernanceSubjectDeletionsProofParams are the parameters of governance.subject_deletions.proof. Fields that are left out are not sent.
type GovernanceSubjectDeletionsProofParams struct {
	AfterFile string
}

func (p *GovernanceSubjectDeletionsProofParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "after_file", p.AfterFile)
	_ = headers
}

// Proof: Search every table of the tenant for a subject again
//
// Events, signals and the other tables of the lake are searched too: without the lake there is no proof (503). Files of the archive and of exports are read as far as one request may; with next_file as after_file the next request continues with the files. The subject is gone when every answer is clean.
func (r *GovernanceSubjectDeletionsResource) Proof(ctx context.Context, id string, params *GovernanceSubjectDeletionsProofParams, options ...CallOption) (*ErasureProof, error) {
	return answerOf[ErasureProof](ctx, r.client, &request{method: "GET", path: "/api/v1/governance/subject-deletions/{id}/proof", parts: []string{id}, params: params}, options)
}

// Refuse: Refuse an erasure request that has not started
//
// Needs `settings:write`. Recorded in the audit log as `subject_deletion:refused`.
func (r *GovernanceSubjectDeletionsResource) Refuse(ctx context.Context, id string, body SubjectDeletionRefusal, options ...CallOption) (*SubjectDeletion, error) {
	return answerOf[SubjectDeletion](ctx, r.client, &request{method: "POST", path: "/api/v1/governance/subject-deletions/{id}/refuse", parts: []string{id}, body: body}, options)
}

// HealthResource has the operations of Client.Health.
type HealthResource struct {
	client *Client
}

func newHealthResource(client *Client) *HealthResource {
	return &HealthResource{client: client}
}

// Get: Per-subsystem status
//
// Public.
func (r *HealthResource) Get(ctx context.Context, options ...CallOption) (*Health, error) {
	return answerOf[Health](ctx, r.client, &request{method: "GET", path: "/api/v1/health", public: true}, options)
}

// ShadowReconciliation: State of the connectors whose closed findings label shadow decisions
//
// Needs `settings:read`.
func (r *HealthResource) ShadowReconciliation(ctx context.Context, options ...CallOption) (*ShadowReconciliation, error) {
	return answerOf[ShadowReconciliation](ctx, r.client, &request{method: "GET", path: "/api/v1/health/shadow-reconciliation"}, options)
}

// HealthzResource has the operations of Client.Healthz.
type HealthzResource struct {
	client *Client
}

func newHealthzResource(client *Client) *HealthzResource {
	return &HealthzResource{client: client}
}

// Get: Per-subsystem status
//
// Public.
func (r *HealthzResource) Get(ctx context.Context, options ...CallOption) (*Health, error) {
	return answerOf[Health](ctx, r.client, &request{method: "GET", path: "/api/v1/healthz", public: true}, options)
}

// HoneytokenIgnoresResource has the operations of Client.HoneytokenIgnores.
type HoneytokenIgnoresResource struct {
	client *Client
}

func newHoneytokenIgnoresResource(client *Client) *HoneytokenIgnoresResource {
	return &HoneytokenIgnoresResource{client: client}
}

// Create: Ignore touches of a source for a time: record them without an alert
//
// For one’s own scanners and backups. An attacker on such a machine goes unnoticed too, and a user agent can be copied: name the address if it is known. Its touches are recorded and marked.
func (r *HoneytokenIgnoresResource) Create(ctx context.Context, body HoneytokenIgnoreCreate, options ...CallOption) (*HoneytokenIgnore, error) {
	return answerOf[HoneytokenIgnore](ctx, r.client, &request{method: "POST", path: "/api/v1/honeytoken-ignores", body: body}, options)
}

// Delete: Stop ignoring a source; its touches raise alerts again
//
// Needs `soc:write`. Recorded in the audit log as `honeytoken:source_watched`.
func (r *HoneytokenIgnoresResource) Delete(ctx context.Context, ignoreId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/honeytoken-ignores/{ignore_id}", parts: []string{ignoreId}}, nil, options)
}

// HoneytokenIgnoresListParams are the parameters of honeytoken_ignores.list. Fields that are left out are not sent.
type HoneytokenIgnoresListParams struct {
	Limit  int
	Cursor string
}

func (p *HoneytokenIgnoresListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Sources whose touches raise no alert, active ones first
//
// Needs `alerts:read`.
func (r *HoneytokenIgnoresResource) List(params *HoneytokenIgnoresListParams, options ...CallOption) *Pager[HoneytokenIgnore, HoneytokenIgnorePage] {
	return newPager[HoneytokenIgnore, HoneytokenIgnorePage](r.client, &request{method: "GET", path: "/api/v1/honeytoken-ignores", params: params}, options)
}

// HoneytokensResource has the operations of Client.Honeytokens.
type HoneytokensResource struct {
	client *Client
	Events *HoneytokensEventsResource
}

func newHoneytokensResource(client *Client) *HoneytokensResource {
	return &HoneytokensResource{
		client: client,
		Events: newHoneytokensEventsResource(client),
	}
}

// Create: Create a decoy
//
// Needs `soc:write`. Recorded in the audit log as `honeytoken:created`.
func (r *HoneytokensResource) Create(ctx context.Context, body HoneytokenCreate, options ...CallOption) (*Honeytoken, error) {
	return answerOf[Honeytoken](ctx, r.client, &request{method: "POST", path: "/api/v1/honeytokens", body: body}, options)
}

// Delete: Revoke a decoy
//
// Later touches are still recorded, and raise a low alert.
func (r *HoneytokensResource) Delete(ctx context.Context, id string, options ...CallOption) (*Honeytoken, error) {
	return answerOf[Honeytoken](ctx, r.client, &request{method: "DELETE", path: "/api/v1/honeytokens/{id}", parts: []string{id}}, options)
}

// HoneytokensFileParams are the parameters of honeytokens.file. Fields that are left out are not sent.
type HoneytokensFileParams struct {
	// One of docx, xlsx, pdf, kubeconfig, database, web_clone.
	Format string
}

func (p *HoneytokensFileParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "format", p.Format)
	_ = headers
}

// File: File to deploy, which touches the decoy when it is opened or used
//
// A document, credentials of a cluster or of a database (metadata.user), or a script for a web site that reports copies of it (metadata.site); a docx without `format`. 409 without SVC_PUBLIC_URL.
func (r *HoneytokensResource) File(ctx context.Context, id string, params *HoneytokensFileParams, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/honeytokens/{id}/file", parts: []string{id}, params: params}, options)
}

// Get: One decoy
//
// Needs `alerts:read`.
func (r *HoneytokensResource) Get(ctx context.Context, id string, options ...CallOption) (*Honeytoken, error) {
	return answerOf[Honeytoken](ctx, r.client, &request{method: "GET", path: "/api/v1/honeytokens/{id}", parts: []string{id}}, options)
}

// HoneytokensListParams are the parameters of honeytokens.list. Fields that are left out are not sent.
type HoneytokensListParams struct {
	Limit  int
	Cursor string
	// One of active, triggered, revoked, expired.
	Status string
}

func (p *HoneytokensListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "status", p.Status)
	_ = headers
}

// List: Decoys, newest first
//
// Needs `alerts:read`.
func (r *HoneytokensResource) List(params *HoneytokensListParams, options ...CallOption) *Pager[Honeytoken, HoneytokenPage] {
	return newPager[Honeytoken, HoneytokenPage](r.client, &request{method: "GET", path: "/api/v1/honeytokens", params: params}, options)
}

// Plantings: Create a decoy for each of several assets, each with a token of its own
//
// Deploys all of them or none. A touch names the asset and the place, and the alert has the asset as its host.
func (r *HoneytokensResource) Plantings(ctx context.Context, body HoneytokenPlanting, options ...CallOption) (*HoneytokensPlanted, error) {
	return answerOf[HoneytokensPlanted](ctx, r.client, &request{method: "POST", path: "/api/v1/honeytokens/plantings", body: body}, options)
}

// SelfTest: Get an address whose next request proves that touches of the decoy arrive, without an alert
//
// It works once, within 15 minutes. Request it from the place of the decoy; `self_tested_at` of the decoy then holds the time. A second request is an ordinary touch. A self-test counts no touch and calls no webhook.
func (r *HoneytokensResource) SelfTest(ctx context.Context, id string, options ...CallOption) (*HoneytokenSelfTest, error) {
	return answerOf[HoneytokenSelfTest](ctx, r.client, &request{method: "POST", path: "/api/v1/honeytokens/{id}/self-test", parts: []string{id}}, options)
}

// Stats: Number of decoys, and the sources that touch them
//
// Needs `alerts:read`.
func (r *HoneytokensResource) Stats(ctx context.Context, options ...CallOption) (*HoneytokenStats, error) {
	return answerOf[HoneytokenStats](ctx, r.client, &request{method: "GET", path: "/api/v1/honeytokens/stats"}, options)
}

// HoneytokensEventsResource has the operations of Client.Honeytokens.Events.
type HoneytokensEventsResource struct {
	client *Client
}

func newHoneytokensEventsResource(client *Client) *HoneytokensEventsResource {
	return &HoneytokensEventsResource{client: client}
}

// HoneytokensEventsListParams are the parameters of honeytokens.events.list. Fields that are left out are not sent.
type HoneytokensEventsListParams struct {
	Limit  int
	Cursor string
}

func (p *HoneytokensEventsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Touches of one decoy, newest first
//
// Needs `alerts:read`.
func (r *HoneytokensEventsResource) List(id string, params *HoneytokensEventsListParams, options ...CallOption) *Pager[HoneytokenEvent, HoneytokenEventPage] {
	return newPager[HoneytokenEvent, HoneytokenEventPage](r.client, &request{method: "GET", path: "/api/v1/honeytokens/{id}/events", parts: []string{id}, params: params}, options)
}

// HoneytokensEventsListAllParams are the parameters of honeytokens.events.list_all. Fields that are left out are not sent.
type HoneytokensEventsListAllParams struct {
	Limit  int
	Cursor string
}

func (p *HoneytokensEventsListAllParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// ListAll: Touches of all decoys, newest first
//
// Needs `alerts:read`.
func (r *HoneytokensEventsResource) ListAll(params *HoneytokensEventsListAllParams, options ...CallOption) *Pager[HoneytokenEvent, HoneytokenEventPage] {
	return newPager[HoneytokenEvent, HoneytokenEventPage](r.client, &request{method: "GET", path: "/api/v1/honeytokens/events", params: params}, options)
}

// HuntsResource has the operations of Client.Hunts.
type HuntsResource struct {
	client  *Client
	Results *HuntsResultsResource
	Runs    *HuntsRunsResource
}

func newHuntsResource(client *Client) *HuntsResource {
	return &HuntsResource{
		client:  client,
		Results: newHuntsResultsResource(client),
		Runs:    newHuntsRunsResource(client),
	}
}

// Create: Create a hunt
//
// Needs `rules:write`. Recorded in the audit log as `hunt:created`.
func (r *HuntsResource) Create(ctx context.Context, body HuntCreate, options ...CallOption) (*Hunt, error) {
	return answerOf[Hunt](ctx, r.client, &request{method: "POST", path: "/api/v1/hunts", body: body}, options)
}

// Delete: Delete one of the tenant’s own hunts with its runs
//
// Needs `rules:write`. Recorded in the audit log as `hunt:deleted`.
func (r *HuntsResource) Delete(ctx context.Context, huntId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/hunts/{hunt_id}", parts: []string{huntId}}, nil, options)
}

// Get: One hunt with its latest run
//
// Needs `hunts:read`.
func (r *HuntsResource) Get(ctx context.Context, huntId string, options ...CallOption) (*Hunt, error) {
	return answerOf[Hunt](ctx, r.client, &request{method: "GET", path: "/api/v1/hunts/{hunt_id}", parts: []string{huntId}}, options)
}

// HuntsListParams are the parameters of hunts.list. Fields that are left out are not sent.
type HuntsListParams struct {
	Limit  int
	Cursor string
}

func (p *HuntsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Hunts with their latest run: the tenant’s own, then built-in ones
//
// Needs `hunts:read`.
func (r *HuntsResource) List(params *HuntsListParams, options ...CallOption) *Pager[Hunt, HuntPage] {
	return newPager[Hunt, HuntPage](r.client, &request{method: "GET", path: "/api/v1/hunts", params: params}, options)
}

// Update: Change a hunt; of a built-in one only its schedule
//
// Needs `rules:write`. Recorded in the audit log as `hunt:updated`.
func (r *HuntsResource) Update(ctx context.Context, huntId string, body HuntChange, options ...CallOption) (*Hunt, error) {
	return answerOf[Hunt](ctx, r.client, &request{method: "PATCH", path: "/api/v1/hunts/{hunt_id}", parts: []string{huntId}, body: body}, options)
}

// HuntsResultsResource has the operations of Client.Hunts.Results.
type HuntsResultsResource struct {
	client *Client
}

func newHuntsResultsResource(client *Client) *HuntsResultsResource {
	return &HuntsResultsResource{client: client}
}

// HuntsResultsListParams are the parameters of hunts.results.list. Fields that are left out are not sent.
type HuntsResultsListParams struct {
	Limit  int
	Cursor string
	// default: the latest completed run
	RunID string
	// One of interesting, benign.
	Mark string
}

func (p *HuntsResultsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "run_id", p.RunID)
	putString(values, "mark", p.Mark)
	_ = headers
}

// List: Results of the latest completed run, or of another run
//
// Needs `hunts:read`.
func (r *HuntsResultsResource) List(huntId string, params *HuntsResultsListParams, options ...CallOption) *Pager[HuntHit, HuntResults] {
	return newPager[HuntHit, HuntResults](r.client, &request{method: "GET", path: "/api/v1/hunts/{hunt_id}/results", parts: []string{huntId}, params: params}, options)
}

// HuntsRunsResource has the operations of Client.Hunts.Runs.
type HuntsRunsResource struct {
	client *Client
}

func newHuntsRunsResource(client *Client) *HuntsRunsResource {
	return &HuntsRunsResource{client: client}
}

// Cancel: Cancel a run: a waiting one at once, a running one within a step
//
// Needs `lake:query`. Recorded in the audit log as `hunt:run_cancelled`.
func (r *HuntsRunsResource) Cancel(ctx context.Context, huntId, runId string, options ...CallOption) (*HuntRun, error) {
	return answerOf[HuntRun](ctx, r.client, &request{method: "POST", path: "/api/v1/hunts/{hunt_id}/runs/{run_id}/cancel", parts: []string{huntId, runId}}, options)
}

// Create: Run a hunt now, over its window or another time span
//
// Needs `lake:query`. Recorded in the audit log as `hunt:run_requested`.
func (r *HuntsRunsResource) Create(ctx context.Context, huntId string, body HuntRunRequest, options ...CallOption) (*HuntRun, error) {
	return answerOf[HuntRun](ctx, r.client, &request{method: "POST", path: "/api/v1/hunts/{hunt_id}/runs", parts: []string{huntId}, body: body}, options)
}

// Get: Show the state of a run
//
// Needs `hunts:read`.
func (r *HuntsRunsResource) Get(ctx context.Context, huntId, runId string, options ...CallOption) (*HuntRun, error) {
	return answerOf[HuntRun](ctx, r.client, &request{method: "GET", path: "/api/v1/hunts/{hunt_id}/runs/{run_id}", parts: []string{huntId, runId}}, options)
}

// HuntsRunsListParams are the parameters of hunts.runs.list. Fields that are left out are not sent.
type HuntsRunsListParams struct {
	Limit  int
	Cursor string
}

func (p *HuntsRunsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Runs of a hunt, newest first; the latest 50 are kept
//
// Needs `hunts:read`.
func (r *HuntsRunsResource) List(huntId string, params *HuntsRunsListParams, options ...CallOption) *Pager[HuntRun, HuntRunPage] {
	return newPager[HuntRun, HuntRunPage](r.client, &request{method: "GET", path: "/api/v1/hunts/{hunt_id}/runs", parts: []string{huntId}, params: params}, options)
}

// Marks: Mark hits as interesting or benign, or remove the mark
//
// Needs `lake:query`. Recorded in the audit log as `hunt:hits_marked`.
func (r *HuntsRunsResource) Marks(ctx context.Context, huntId, runId string, body HuntMark, options ...CallOption) (*HuntMarked, error) {
	return answerOf[HuntMarked](ctx, r.client, &request{method: "POST", path: "/api/v1/hunts/{hunt_id}/runs/{run_id}/marks", parts: []string{huntId, runId}, body: body}, options)
}

// IdentityResource has the operations of Client.Identity.
type IdentityResource struct {
	client *Client
}

func newIdentityResource(client *Client) *IdentityResource {
	return &IdentityResource{client: client}
}

// DeleteData: Erase a person: the account becomes a tombstone, the audit log shows [erased] and still verifies
//
// Needs `users:write`.
func (r *IdentityResource) DeleteData(ctx context.Context, userId string, options ...CallOption) (*ErasureReport, error) {
	return answerOf[ErasureReport](ctx, r.client, &request{method: "DELETE", path: "/api/v1/identity/{user_id}/data", parts: []string{userId}, reads: true}, options)
}

// InboxResource has the operations of Client.Inbox.
type InboxResource struct {
	client    *Client
	Templates *InboxTemplatesResource
	Tokens    *InboxTokensResource
}

func newInboxResource(client *Client) *InboxResource {
	return &InboxResource{
		client:    client,
		Templates: newInboxTemplatesResource(client),
		Tokens:    newInboxTokensResource(client),
	}
}

// InboxTemplatesResource has the operations of Client.Inbox.Templates.
type InboxTemplatesResource struct {
	client *Client
}

func newInboxTemplatesResource(client *Client) *InboxTemplatesResource {
	return &InboxTemplatesResource{client: client}
}

// InboxTemplatesListParams are the parameters of inbox.templates.list. Fields that are left out are not sent.
type InboxTemplatesListParams struct {
	Limit  int
	Cursor string
}

func (p *InboxTemplatesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Purposes of inbox tokens
//
// Needs `connectors:read`.
func (r *InboxTemplatesResource) List(params *InboxTemplatesListParams, options ...CallOption) *Pager[InboxTemplate, InboxTemplatePage] {
	return newPager[InboxTemplate, InboxTemplatePage](r.client, &request{method: "GET", path: "/api/v1/inbox/templates", params: params}, options)
}

// InboxTokensResource has the operations of Client.Inbox.Tokens.
type InboxTokensResource struct {
	client *Client
}

func newInboxTokensResource(client *Client) *InboxTokensResource {
	return &InboxTokensResource{client: client}
}

// Create: Create an inbox token
//
// Needs `connectors:write`. Recorded in the audit log as `inbox_token:minted`.
func (r *InboxTokensResource) Create(ctx context.Context, body InboxTokenMint, options ...CallOption) (*NewInboxToken, error) {
	return answerOf[NewInboxToken](ctx, r.client, &request{method: "POST", path: "/api/v1/inbox/tokens", body: body}, options)
}

// Delete: Revoke an inbox token permanently
//
// Needs `connectors:write`. Recorded in the audit log as `inbox_token:revoked`.
func (r *InboxTokensResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/inbox/tokens/{id}", parts: []string{id}}, nil, options)
}

// InboxTokensListParams are the parameters of inbox.tokens.list. Fields that are left out are not sent.
type InboxTokensListParams struct {
	Limit  int
	Cursor string
}

func (p *InboxTokensListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Inbox tokens, newest first, including revoked ones
//
// Needs `connectors:read`.
func (r *InboxTokensResource) List(params *InboxTokensListParams, options ...CallOption) *Pager[InboxToken, InboxTokenPage] {
	return newPager[InboxToken, InboxTokenPage](r.client, &request{method: "GET", path: "/api/v1/inbox/tokens", params: params}, options)
}

// IntelResource has the operations of Client.Intel.
type IntelResource struct {
	client            *Client
	Feeds             *IntelFeedsResource
	Iocs              *IntelIocsResource
	KnownWarningLists *IntelKnownWarningListsResource
	MispPushes        *IntelMispPushesResource
	Sightings         *IntelSightingsResource
	WarningLists      *IntelWarningListsResource
}

func newIntelResource(client *Client) *IntelResource {
	return &IntelResource{
		client:            client,
		Feeds:             newIntelFeedsResource(client),
		Iocs:              newIntelIocsResource(client),
		KnownWarningLists: newIntelKnownWarningListsResource(client),
		MispPushes:        newIntelMispPushesResource(client),
		Sightings:         newIntelSightingsResource(client),
		WarningLists:      newIntelWarningListsResource(client),
	}
}

// Check: Check up to 1,000 values for matching indicators and known-good lists
//
// Kinds are detected, and values may be defanged (`hxxp://evil[.]example`). Events are not searched; POST /intel/enrich does that for fewer values.
func (r *IntelResource) Check(ctx context.Context, body IntelCheck, options ...CallOption) (*IntelChecked, error) {
	return answerOf[IntelChecked](ctx, r.client, &request{method: "POST", path: "/api/v1/intel/check", body: body, reads: true}, options)
}

// Enrich: Look values up, with the sources that could not be queried
//
// Needs `threat_intel:read`.
func (r *IntelResource) Enrich(ctx context.Context, body IntelEnrich, options ...CallOption) (*IntelEnriched, error) {
	return answerOf[IntelEnriched](ctx, r.client, &request{method: "POST", path: "/api/v1/intel/enrich", body: body, reads: true}, options)
}

// IntelFeedValuesParams are the parameters of intel.feed_values. Fields that are left out are not sent.
type IntelFeedValuesParams struct {
	Days int
}

func (p *IntelFeedValuesParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "days", p.Days)
	_ = headers
}

// FeedValues: Value of each indicator source: alerts, confirmed alerts, unique indicators, lead time
//
// Needs `threat_intel:read`.
func (r *IntelResource) FeedValues(ctx context.Context, params *IntelFeedValuesParams, options ...CallOption) (*IntelFeedValues, error) {
	return answerOf[IntelFeedValues](ctx, r.client, &request{method: "GET", path: "/api/v1/intel/feed-values", params: params}, options)
}

// IntelStixParams are the parameters of intel.stix. Fields that are left out are not sent.
type IntelStixParams struct {
	AddedAfter time.Time
}

func (p *IntelStixParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putTime(values, "added_after", p.AddedAfter)
	_ = headers
}

// Stix: Indicators of this tenant and their sightings as a bundle of STIX 2.1, at most 10000 objects
//
// Indicators for named recipients only (TLP:RED) are left out, inactive ones are marked as revoked. A larger bundle is rejected: narrow it with `added_after`, or read it in pages over TAXII at /taxii2/.
func (r *IntelResource) Stix(ctx context.Context, params *IntelStixParams, options ...CallOption) (*StixBundle, error) {
	return answerOf[StixBundle](ctx, r.client, &request{method: "GET", path: "/api/v1/intel/stix", params: params}, options)
}

// IntelFeedsResource has the operations of Client.Intel.Feeds.
type IntelFeedsResource struct {
	client *Client
}

func newIntelFeedsResource(client *Client) *IntelFeedsResource {
	return &IntelFeedsResource{client: client}
}

// Create: Subscribe to a feed
//
// Needs `threat_intel:write`. Recorded in the audit log as `intel_feed:created`.
func (r *IntelFeedsResource) Create(ctx context.Context, body IntelFeedCreate, options ...CallOption) (*IntelFeed, error) {
	return answerOf[IntelFeed](ctx, r.client, &request{method: "POST", path: "/api/v1/intel/feeds", body: body}, options)
}

// Delete: Unsubscribe from a feed; its indicators stay
//
// Needs `threat_intel:write`. Recorded in the audit log as `intel_feed:deleted`.
func (r *IntelFeedsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/intel/feeds/{id}", parts: []string{id}}, nil, options)
}

// IntelFeedsListParams are the parameters of intel.feeds.list. Fields that are left out are not sent.
type IntelFeedsListParams struct {
	Limit  int
	Cursor string
}

func (p *IntelFeedsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Feeds with their last or running sync
//
// Needs `threat_intel:read`.
func (r *IntelFeedsResource) List(params *IntelFeedsListParams, options ...CallOption) *Pager[IntelFeed, IntelFeedPage] {
	return newPager[IntelFeed, IntelFeedPage](r.client, &request{method: "GET", path: "/api/v1/intel/feeds", params: params}, options)
}

// Sync: Start a sync of a feed; GET /intel/feeds shows its progress
//
// Needs `threat_intel:write`. Recorded in the audit log as `intel_feed:synced`.
func (r *IntelFeedsResource) Sync(ctx context.Context, id string, options ...CallOption) (*IntelFeed, error) {
	return answerOf[IntelFeed](ctx, r.client, &request{method: "POST", path: "/api/v1/intel/feeds/{id}/sync", parts: []string{id}}, options)
}

// Update: Enable or disable a feed, or change its poll interval
//
// Needs `threat_intel:write`. Recorded in the audit log as `intel_feed:updated`.
func (r *IntelFeedsResource) Update(ctx context.Context, id string, body IntelFeedChange, options ...CallOption) (*IntelFeed, error) {
	return answerOf[IntelFeed](ctx, r.client, &request{method: "PATCH", path: "/api/v1/intel/feeds/{id}", parts: []string{id}, body: body}, options)
}

// IntelIocsResource has the operations of Client.Intel.Iocs.
type IntelIocsResource struct {
	client *Client
}

func newIntelIocsResource(client *Client) *IntelIocsResource {
	return &IntelIocsResource{client: client}
}

// Bulk: Apply one change or deletion to several indicators of this tenant, all or none
//
// Needs `threat_intel:write`. Recorded in the audit log as `ioc:changed_in_bulk`.
func (r *IntelIocsResource) Bulk(ctx context.Context, body IocBulk, options ...CallOption) (*IocsChanged, error) {
	return answerOf[IocsChanged](ctx, r.client, &request{method: "POST", path: "/api/v1/intel/iocs/bulk", body: body}, options)
}

// IntelIocsCreateParams are the parameters of intel.iocs.create. Fields that are left out are not sent.
type IntelIocsCreateParams struct {
	// whether to push it to the operator’s MISP; the default is a setting there
	PushToMisp *bool
}

func (p *IntelIocsCreateParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putBool(values, "push_to_misp", p.PushToMisp)
	_ = headers
}

// Create: Add an indicator, or update the sent fields of an existing one; returns whether its value was ever seen
//
// Needs `threat_intel:write`. Recorded in the audit log as `ioc:created`.
func (r *IntelIocsResource) Create(ctx context.Context, body IocCreate, params *IntelIocsCreateParams, options ...CallOption) (*NewIoc, error) {
	return answerOf[NewIoc](ctx, r.client, &request{method: "POST", path: "/api/v1/intel/iocs", body: body, params: params}, options)
}

// Delete: Delete an indicator of this tenant; a feed that still contains it adds it again
//
// Needs `threat_intel:write`. Recorded in the audit log as `ioc:deleted`.
func (r *IntelIocsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/intel/iocs/{id}", parts: []string{id}}, nil, options)
}

// Get: One indicator, of this tenant or shared
//
// Needs `threat_intel:read`.
func (r *IntelIocsResource) Get(ctx context.Context, id string, options ...CallOption) (*Ioc, error) {
	return answerOf[Ioc](ctx, r.client, &request{method: "GET", path: "/api/v1/intel/iocs/{id}", parts: []string{id}}, options)
}

// IntelIocsListParams are the parameters of intel.iocs.list. Fields that are left out are not sent.
type IntelIocsListParams struct {
	Limit  int
	Cursor string
	// One of ip, cidr, domain, url, md5, sha1, sha256, email, filename, ja3, ja4, user_agent.
	IOCType string
	// One of info, low, medium, high, critical.
	Severity string
	IsActive *bool
}

func (p *IntelIocsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "ioc_type", p.IOCType)
	putString(values, "severity", p.Severity)
	putBool(values, "is_active", p.IsActive)
	_ = headers
}

// List: Indicators, newest first, shared ones included
//
// Needs `threat_intel:read`.
func (r *IntelIocsResource) List(params *IntelIocsListParams, options ...CallOption) *Pager[Ioc, IocPage] {
	return newPager[Ioc, IocPage](r.client, &request{method: "GET", path: "/api/v1/intel/iocs", params: params}, options)
}

// IntelIocsSightingsParams are the parameters of intel.iocs.sightings. Fields that are left out are not sent.
type IntelIocsSightingsParams struct {
	// whether to push it to the operator’s MISP; the default is a setting there
	PushToMisp *bool
}

func (p *IntelIocsSightingsParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putBool(values, "push_to_misp", p.PushToMisp)
	_ = headers
}

// Sightings: Report that an indicator was seen, is a false positive or has expired, with an optional push to MISP
//
// For an indicator of this tenant or a shared one. The indicator itself does not change: PATCH /intel/iocs/{id} keeps it from matching.
func (r *IntelIocsResource) Sightings(ctx context.Context, iocId string, body SightingCreate, params *IntelIocsSightingsParams, options ...CallOption) (*Sighting, error) {
	return answerOf[Sighting](ctx, r.client, &request{method: "POST", path: "/api/v1/intel/iocs/{ioc_id}/sightings", parts: []string{iocId}, body: body, params: params}, options)
}

// Update: Deactivate an indicator of this tenant, mark it as a false positive, change its confidence
//
// Needs `threat_intel:write`. Recorded in the audit log as `ioc:changed`.
func (r *IntelIocsResource) Update(ctx context.Context, id string, body IocPatch, options ...CallOption) (*Ioc, error) {
	return answerOf[Ioc](ctx, r.client, &request{method: "PATCH", path: "/api/v1/intel/iocs/{id}", parts: []string{id}, body: body}, options)
}

// IntelKnownWarningListsResource has the operations of Client.Intel.KnownWarningLists.
type IntelKnownWarningListsResource struct {
	client *Client
}

func newIntelKnownWarningListsResource(client *Client) *IntelKnownWarningListsResource {
	return &IntelKnownWarningListsResource{client: client}
}

// IntelKnownWarningListsListParams are the parameters of intel.known_warning_lists.list. Fields that are left out are not sent.
type IntelKnownWarningListsListParams struct {
	Limit  int
	Cursor string
}

func (p *IntelKnownWarningListsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Built-in lists of known-good values: public DNS, CDN networks, top domains
//
// Needs `threat_intel:read`.
func (r *IntelKnownWarningListsResource) List(params *IntelKnownWarningListsListParams, options ...CallOption) *Pager[KnownWarningList, KnownWarningListPage] {
	return newPager[KnownWarningList, KnownWarningListPage](r.client, &request{method: "GET", path: "/api/v1/intel/known-warning-lists", params: params}, options)
}

// IntelMispPushesResource has the operations of Client.Intel.MispPushes.
type IntelMispPushesResource struct {
	client *Client
}

func newIntelMispPushesResource(client *Client) *IntelMispPushesResource {
	return &IntelMispPushesResource{client: client}
}

// IntelMispPushesListParams are the parameters of intel.misp_pushes.list. Fields that are left out are not sent.
type IntelMispPushesListParams struct {
	Limit  int
	Cursor string
}

func (p *IntelMispPushesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Indicators pushed or waiting to be pushed to MISP, newest first
//
// Needs `threat_intel:read`.
func (r *IntelMispPushesResource) List(params *IntelMispPushesListParams, options ...CallOption) *Pager[MispPush, MispPushPage] {
	return newPager[MispPush, MispPushPage](r.client, &request{method: "GET", path: "/api/v1/intel/misp-pushes", params: params}, options)
}

// IntelSightingsResource has the operations of Client.Intel.Sightings.
type IntelSightingsResource struct {
	client *Client
}

func newIntelSightingsResource(client *Client) *IntelSightingsResource {
	return &IntelSightingsResource{client: client}
}

// IntelSightingsListParams are the parameters of intel.sightings.list. Fields that are left out are not sent.
type IntelSightingsListParams struct {
	Limit       int
	Cursor      string
	IndicatorID string
}

func (p *IntelSightingsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "indicator_id", p.IndicatorID)
	_ = headers
}

// List: Sightings of indicators, newest first: alerts with a match as evidence, and reports of people
//
// Needs `threat_intel:read`.
func (r *IntelSightingsResource) List(params *IntelSightingsListParams, options ...CallOption) *Pager[Sighting, SightingPage] {
	return newPager[Sighting, SightingPage](r.client, &request{method: "GET", path: "/api/v1/intel/sightings", params: params}, options)
}

// IntelWarningListsResource has the operations of Client.Intel.WarningLists.
type IntelWarningListsResource struct {
	client  *Client
	Entries *IntelWarningListsEntriesResource
}

func newIntelWarningListsResource(client *Client) *IntelWarningListsResource {
	return &IntelWarningListsResource{
		client:  client,
		Entries: newIntelWarningListsEntriesResource(client),
	}
}

// Delete: Delete a list of known-good values: indicators of its values match again
//
// Needs `threat_intel:write`. Recorded in the audit log as `warning_list:deleted`.
func (r *IntelWarningListsResource) Delete(ctx context.Context, listId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/intel/warning-lists/{list_id}", parts: []string{listId}}, nil, options)
}

// IntelWarningListsListParams are the parameters of intel.warning_lists.list. Fields that are left out are not sent.
type IntelWarningListsListParams struct {
	Limit  int
	Cursor string
}

func (p *IntelWarningListsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Lists of known-good values of this tenant
//
// Needs `threat_intel:read`.
func (r *IntelWarningListsResource) List(params *IntelWarningListsListParams, options ...CallOption) *Pager[WarningList, WarningListPage] {
	return newPager[WarningList, WarningListPage](r.client, &request{method: "GET", path: "/api/v1/intel/warning-lists", params: params}, options)
}

// Replace: Save a list of known-good values, replacing one of the same name
//
// Exactly one of `entries`, `misp` (a warning list in the format of the MISP project) and `known_list` (one of GET /intel/known-warning-lists). Entries are addresses, networks, domains, URLs, hashes and mail addresses. Substrings and regular expressions are not supported: such entries are counted in `skipped`.
func (r *IntelWarningListsResource) Replace(ctx context.Context, body WarningListPut, options ...CallOption) (*WarningList, error) {
	return answerOf[WarningList](ctx, r.client, &request{method: "PUT", path: "/api/v1/intel/warning-lists", body: body}, options)
}

// Update: Enable or disable a list of known-good values, or change its effect
//
// Needs `threat_intel:write`. Recorded in the audit log as `warning_list:changed`.
func (r *IntelWarningListsResource) Update(ctx context.Context, listId string, body WarningListChange, options ...CallOption) (*WarningList, error) {
	return answerOf[WarningList](ctx, r.client, &request{method: "PATCH", path: "/api/v1/intel/warning-lists/{list_id}", parts: []string{listId}, body: body}, options)
}

// IntelWarningListsEntriesResource has the operations of Client.Intel.WarningLists.Entries.
type IntelWarningListsEntriesResource struct {
	client *Client
}

func newIntelWarningListsEntriesResource(client *Client) *IntelWarningListsEntriesResource {
	return &IntelWarningListsEntriesResource{client: client}
}

// IntelWarningListsEntriesListParams are the parameters of intel.warning_lists.entries.list. Fields that are left out are not sent.
type IntelWarningListsEntriesListParams struct {
	Limit  int
	Cursor string
}

func (p *IntelWarningListsEntriesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Entries of a list of known-good values, by kind and value
//
// Needs `threat_intel:read`.
func (r *IntelWarningListsEntriesResource) List(listId string, params *IntelWarningListsEntriesListParams, options ...CallOption) *Pager[WarningListEntry, WarningListEntryPage] {
	return newPager[WarningListEntry, WarningListEntryPage](r.client, &request{method: "GET", path: "/api/v1/intel/warning-lists/{list_id}/entries", parts: []string{listId}, params: params}, options)
}

// InvestigationQuestionsResource has the operations of Client.InvestigationQuestions.
type InvestigationQuestionsResource struct {
	client *Client
}

func newInvestigationQuestionsResource(client *Client) *InvestigationQuestionsResource {
	return &InvestigationQuestionsResource{client: client}
}

// Answer: Answer a question of an investigation, which then continues
//
// Needs `cases:write`. Recorded in the audit log as `investigation:answered`.
func (r *InvestigationQuestionsResource) Answer(ctx context.Context, runId string, body InvestigationAnswer, options ...CallOption) (*InvestigationAnswered, error) {
	return answerOf[InvestigationAnswered](ctx, r.client, &request{method: "POST", path: "/api/v1/investigation-questions/{run_id}/answer", parts: []string{runId}, body: body}, options)
}

// InvestigationQuestionsListParams are the parameters of investigation_questions.list. Fields that are left out are not sent.
type InvestigationQuestionsListParams struct {
	Limit  int
	Cursor string
}

func (p *InvestigationQuestionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Questions from running investigations to analysts, oldest first
//
// Needs `cases:read`.
func (r *InvestigationQuestionsResource) List(params *InvestigationQuestionsListParams, options ...CallOption) *Pager[InvestigationQuestion, InvestigationQuestionPage] {
	return newPager[InvestigationQuestion, InvestigationQuestionPage](r.client, &request{method: "GET", path: "/api/v1/investigation-questions", params: params}, options)
}

// InvestigationsResource has the operations of Client.Investigations.
type InvestigationsResource struct {
	client *Client
}

func newInvestigationsResource(client *Client) *InvestigationsResource {
	return &InvestigationsResource{client: client}
}

// Get: One ledger entry with all its content
//
// Needs `cases:read`.
func (r *InvestigationsResource) Get(ctx context.Context, entryId string, options ...CallOption) (*LedgerEntryDetail, error) {
	return answerOf[LedgerEntryDetail](ctx, r.client, &request{method: "GET", path: "/api/v1/investigations/{entry_id}", parts: []string{entryId}}, options)
}

// InvestigationsListParams are the parameters of investigations.list. Fields that are left out are not sent.
type InvestigationsListParams struct {
	Limit  int
	Cursor string
	// One of running, completed, failed.
	Status string
}

func (p *InvestigationsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "status", p.Status)
	_ = headers
}

// List: Investigations of all cases, newest first
//
// Needs `cases:read`.
func (r *InvestigationsResource) List(params *InvestigationsListParams, options ...CallOption) *Pager[InvestigationRun, InvestigationRunPage] {
	return newPager[InvestigationRun, InvestigationRunPage](r.client, &request{method: "GET", path: "/api/v1/investigations", params: params}, options)
}

// LakeResource has the operations of Client.Lake.
type LakeResource struct {
	client  *Client
	Advice  *LakeAdviceResource
	Indexes *LakeIndexesResource
}

func newLakeResource(client *Client) *LakeResource {
	return &LakeResource{
		client:  client,
		Advice:  newLakeAdviceResource(client),
		Indexes: newLakeIndexesResource(client),
	}
}

// Capacity: Events and bytes by day, and growth
//
// Needs `lake:read_schema`.
func (r *LakeResource) Capacity(ctx context.Context, options ...CallOption) (*LakeCapacity, error) {
	return answerOf[LakeCapacity](ctx, r.client, &request{method: "GET", path: "/api/v1/lake/capacity"}, options)
}

// Query: Read-only SQL over the tenant’s own rows
//
// Needs `lake:query`. Recorded in the audit log as `lake:queried`.
func (r *LakeResource) Query(ctx context.Context, body LakeQuery, options ...CallOption) (*LakeQueryResult, error) {
	return answerOf[LakeQueryResult](ctx, r.client, &request{method: "POST", path: "/api/v1/lake/query", body: body}, options)
}

// LakeAdviceResource has the operations of Client.Lake.Advice.
type LakeAdviceResource struct {
	client *Client
}

func newLakeAdviceResource(client *Client) *LakeAdviceResource {
	return &LakeAdviceResource{client: client}
}

// LakeAdviceListParams are the parameters of lake.advice.list. Fields that are left out are not sent.
type LakeAdviceListParams struct {
	Limit  int
	Cursor string
}

func (p *LakeAdviceListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Fields that slow searches use, the most expensive first, with the cost of an index for each
//
// Needs `lake:query`.
func (r *LakeAdviceResource) List(params *LakeAdviceListParams, options ...CallOption) *Pager[FieldAdvice, FieldAdvicePage] {
	return newPager[FieldAdvice, FieldAdvicePage](r.client, &request{method: "GET", path: "/api/v1/lake/advice", params: params}, options)
}

// LakeIndexesResource has the operations of Client.Lake.Indexes.
type LakeIndexesResource struct {
	client *Client
}

func newLakeIndexesResource(client *Client) *LakeIndexesResource {
	return &LakeIndexesResource{client: client}
}

// Create: Create an index of a field, so that searches for its values skip data without them
//
// It is built in the background, for days of receipt without new events. A tenant has at most 4, the installation 16.
func (r *LakeIndexesResource) Create(ctx context.Context, body FieldIndexMake, options ...CallOption) (*FieldIndex, error) {
	return answerOf[FieldIndex](ctx, r.client, &request{method: "POST", path: "/api/v1/lake/indexes", body: body}, options)
}

// Delete: Remove an index of a field; the events stay
//
// Needs `settings:write`. Recorded in the audit log as `lake:index_removed`.
func (r *LakeIndexesResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/lake/indexes/{id}", parts: []string{id}}, nil, options)
}

// LakeIndexesListParams are the parameters of lake.indexes.list. Fields that are left out are not sent.
type LakeIndexesListParams struct {
	Limit  int
	Cursor string
}

func (p *LakeIndexesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: List the field indexes that the tenant requested
//
// Needs `lake:query`.
func (r *LakeIndexesResource) List(params *LakeIndexesListParams, options ...CallOption) *Pager[FieldIndex, FieldIndexPage] {
	return newPager[FieldIndex, FieldIndexPage](r.client, &request{method: "GET", path: "/api/v1/lake/indexes", params: params}, options)
}

// LLMResource has the operations of Client.LLM.
type LLMResource struct {
	client      *Client
	Credentials *LLMCredentialsResource
}

func newLLMResource(client *Client) *LLMResource {
	return &LLMResource{
		client:      client,
		Credentials: newLLMCredentialsResource(client),
	}
}

// Status: The present source of answers: a model, or rules
//
// Needs `settings:read`.
func (r *LLMResource) Status(ctx context.Context, options ...CallOption) (*ModelStatus, error) {
	return answerOf[ModelStatus](ctx, r.client, &request{method: "GET", path: "/api/v1/llm/status"}, options)
}

// Test: Send a short test question to the model of this tenant, within its budget
//
// Needs `settings:write`. Recorded in the audit log as `audit.llm_credential.tested`.
func (r *LLMResource) Test(ctx context.Context, options ...CallOption) (*ModelTest, error) {
	return answerOf[ModelTest](ctx, r.client, &request{method: "POST", path: "/api/v1/llm/test"}, options)
}

// LLMCredentialsResource has the operations of Client.LLM.Credentials.
type LLMCredentialsResource struct {
	client *Client
}

func newLLMCredentialsResource(client *Client) *LLMCredentialsResource {
	return &LLMCredentialsResource{client: client}
}

// Delete: Remove the model credential of this tenant
//
// Needs `settings:write`. Recorded in the audit log as `audit.llm_credential.deleted`.
func (r *LLMCredentialsResource) Delete(ctx context.Context, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/llm/credentials"}, nil, options)
}

// Get: The model credential of this tenant, or null
//
// Needs `settings:read`.
func (r *LLMCredentialsResource) Get(ctx context.Context, options ...CallOption) (*ModelCredential, error) {
	return answerOf[ModelCredential](ctx, r.client, &request{method: "GET", path: "/api/v1/llm/credentials"}, options)
}

// Update: Set the model credential of this tenant; without api_key the present one is kept
//
// Needs `settings:write`. Recorded in the audit log as `audit.llm_credential.created` or `audit.llm_credential.updated`.
func (r *LLMCredentialsResource) Update(ctx context.Context, body ModelCredentialPut, options ...CallOption) (*ModelCredential, error) {
	return answerOf[ModelCredential](ctx, r.client, &request{method: "PUT", path: "/api/v1/llm/credentials", body: body}, options)
}

// MarketplaceResource has the operations of Client.Marketplace.
type MarketplaceResource struct {
	client *Client
	Items  *MarketplaceItemsResource
}

func newMarketplaceResource(client *Client) *MarketplaceResource {
	return &MarketplaceResource{
		client: client,
		Items:  newMarketplaceItemsResource(client),
	}
}

// MarketplaceItemsResource has the operations of Client.Marketplace.Items.
type MarketplaceItemsResource struct {
	client *Client
}

func newMarketplaceItemsResource(client *Client) *MarketplaceItemsResource {
	return &MarketplaceItemsResource{client: client}
}

// Get: One item with its content, and its state in this tenant
//
// Needs `settings:read`.
func (r *MarketplaceItemsResource) Get(ctx context.Context, slug string, options ...CallOption) (*MarketplaceItemDetail, error) {
	return answerOf[MarketplaceItemDetail](ctx, r.client, &request{method: "GET", path: "/api/v1/marketplace/items/{slug}", parts: []string{slug}}, options)
}

// Install: Install an item. Also as {slug}:install
//
// Installs all parts or none. Rules are enabled at once, hunts run on their schedules, playbooks stay disabled until they are switched on. Also needs rules:write or playbooks:write, depending on its parts.
func (r *MarketplaceItemsResource) Install(ctx context.Context, slug string, options ...CallOption) (*MarketplaceDone, error) {
	return answerOf[MarketplaceDone](ctx, r.client, &request{method: "POST", path: "/api/v1/marketplace/items/{slug}/install", parts: []string{slug}}, options)
}

// MarketplaceItemsListParams are the parameters of marketplace.items.list. Fields that are left out are not sent.
type MarketplaceItemsListParams struct {
	Limit  int
	Cursor string
	// One of detection, hunt, playbook, connector, pack.
	Kind string
	Tag  string
	// T1059 includes T1059.001
	Technique string
	Search    string
	Installed *bool
}

func (p *MarketplaceItemsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "kind", p.Kind)
	putString(values, "tag", p.Tag)
	putString(values, "technique", p.Technique)
	putString(values, "search", p.Search)
	putBool(values, "installed", p.Installed)
	_ = headers
}

// List: List items by slug, with their installation
//
// Needs `settings:read`.
func (r *MarketplaceItemsResource) List(params *MarketplaceItemsListParams, options ...CallOption) *Pager[MarketplaceItem, MarketplaceList] {
	return newPager[MarketplaceItem, MarketplaceList](r.client, &request{method: "GET", path: "/api/v1/marketplace/items", params: params}, options)
}

// MarketplaceItemsUninstallParams are the parameters of marketplace.items.uninstall. Fields that are left out are not sent.
type MarketplaceItemsUninstallParams struct {
	// true: remove parts that people changed too; by default they are kept
	RemoveChanged *bool
}

func (p *MarketplaceItemsUninstallParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putBool(values, "remove_changed", p.RemoveChanged)
	_ = headers
}

// Uninstall: Uninstall an item. Also as {slug}:uninstall
//
// Parts changed since the installation are kept as the tenant’s own, and listed.
func (r *MarketplaceItemsResource) Uninstall(ctx context.Context, slug string, params *MarketplaceItemsUninstallParams, options ...CallOption) (*MarketplaceDone, error) {
	return answerOf[MarketplaceDone](ctx, r.client, &request{method: "POST", path: "/api/v1/marketplace/items/{slug}/uninstall", parts: []string{slug}, params: params}, options)
}

// MarketplaceItemsUpdateParams are the parameters of marketplace.items.update. Fields that are left out are not sent.
type MarketplaceItemsUpdateParams struct {
	// true: overwrite parts that people changed with the text of the item
	OverwriteChanged *bool
}

func (p *MarketplaceItemsUpdateParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putBool(values, "overwrite_changed", p.OverwriteChanged)
	_ = headers
}

// Update: Update an item to the version of the catalogue. Also as {slug}:update
//
// Parts changed since the installation are kept, and deleted ones are not restored.
func (r *MarketplaceItemsResource) Update(ctx context.Context, slug string, params *MarketplaceItemsUpdateParams, options ...CallOption) (*MarketplaceDone, error) {
	return answerOf[MarketplaceDone](ctx, r.client, &request{method: "POST", path: "/api/v1/marketplace/items/{slug}/update", parts: []string{slug}, params: params}, options)
}

// MCPServersResource has the operations of Client.MCPServers.
type MCPServersResource struct {
	client *Client
}

func newMCPServersResource(client *Client) *MCPServersResource {
	return &MCPServersResource{client: client}
}

// Create: Register a tool server
//
// Needs `settings:write`. Recorded in the audit log as `mcp_server:created`.
func (r *MCPServersResource) Create(ctx context.Context, body McpServerCreate, options ...CallOption) (*McpServer, error) {
	return answerOf[McpServer](ctx, r.client, &request{method: "POST", path: "/api/v1/mcp-servers", body: body}, options)
}

// Delete: Remove a tool server with its credential
//
// Needs `settings:write`. Recorded in the audit log as `mcp_server:deleted`.
func (r *MCPServersResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/mcp-servers/{id}", parts: []string{id}}, nil, options)
}

// MCPServersListParams are the parameters of mcp_servers.list. Fields that are left out are not sent.
type MCPServersListParams struct {
	Limit  int
	Cursor string
}

func (p *MCPServersListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Tool servers by name
//
// Needs `settings:read`.
func (r *MCPServersResource) List(params *MCPServersListParams, options ...CallOption) *Pager[McpServer, McpServerPage] {
	return newPager[McpServer, McpServerPage](r.client, &request{method: "GET", path: "/api/v1/mcp-servers", params: params}, options)
}

// Test: List the tools of a tool server, enabled or not, without calling any
//
// Needs `settings:write`. Recorded in the audit log as `mcp_server:tested`.
func (r *MCPServersResource) Test(ctx context.Context, id string, options ...CallOption) (*McpServerTest, error) {
	return answerOf[McpServerTest](ctx, r.client, &request{method: "POST", path: "/api/v1/mcp-servers/{id}/test", parts: []string{id}}, options)
}

// Update: Change a tool server; a credential that is left out is kept
//
// Needs `settings:write`. Recorded in the audit log as `mcp_server:updated`.
func (r *MCPServersResource) Update(ctx context.Context, id string, body McpServerChange, options ...CallOption) (*McpServer, error) {
	return answerOf[McpServer](ctx, r.client, &request{method: "PATCH", path: "/api/v1/mcp-servers/{id}", parts: []string{id}, body: body}, options)
}

// NotificationsResource has the operations of Client.Notifications.
type NotificationsResource struct {
	client      *Client
	Phone       *NotificationsPhoneResource
	Preferences *NotificationsPreferencesResource
}

func newNotificationsResource(client *Client) *NotificationsResource {
	return &NotificationsResource{
		client:      client,
		Phone:       newNotificationsPhoneResource(client),
		Preferences: newNotificationsPreferencesResource(client),
	}
}

// NotificationsListParams are the parameters of notifications.list. Fields that are left out are not sent.
type NotificationsListParams struct {
	Limit  int
	Cursor string
	// One of queued, waiting, sending, sent, delivered, seen, answered, failed, skipped.
	Status string
}

func (p *NotificationsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "status", p.Status)
	_ = headers
}

// List: Notifications to the caller with their delivery status, newest first
//
// For every signed-in user.
func (r *NotificationsResource) List(params *NotificationsListParams, options ...CallOption) *Pager[NotificationReceipt, NotificationReceiptPage] {
	return newPager[NotificationReceipt, NotificationReceiptPage](r.client, &request{method: "GET", path: "/api/v1/notifications", params: params}, options)
}

// Seen: Mark messages as seen
//
// For every signed-in user. Recorded in the audit log as `notification:seen`.
func (r *NotificationsResource) Seen(ctx context.Context, body NotificationsSeen, options ...CallOption) (*NotificationsSeenCount, error) {
	return answerOf[NotificationsSeenCount](ctx, r.client, &request{method: "POST", path: "/api/v1/notifications/seen", body: body}, options)
}

// State: Whether mail and push messages can be sent, and why not
//
// For every signed-in user.
func (r *NotificationsResource) State(ctx context.Context, options ...CallOption) (*NotificationState, error) {
	return answerOf[NotificationState](ctx, r.client, &request{method: "GET", path: "/api/v1/notifications/state"}, options)
}

// Test: Send a test message to the caller over every configured channel, once a minute
//
// For every signed-in user. Recorded in the audit log as `notification:tested`.
func (r *NotificationsResource) Test(ctx context.Context, options ...CallOption) (*NotificationTest, error) {
	return answerOf[NotificationTest](ctx, r.client, &request{method: "POST", path: "/api/v1/notifications/test"}, options)
}

// NotificationsPhoneResource has the operations of Client.Notifications.Phone.
type NotificationsPhoneResource struct {
	client *Client
}

func newNotificationsPhoneResource(client *Client) *NotificationsPhoneResource {
	return &NotificationsPhoneResource{client: client}
}

// Get: Phone number of the caller, and whether it is verified
//
// For every signed-in user.
func (r *NotificationsPhoneResource) Get(ctx context.Context, options ...CallOption) (*OwnPhoneState, error) {
	return answerOf[OwnPhoneState](ctx, r.client, &request{method: "GET", path: "/api/v1/notifications/phone"}, options)
}

// Remove: Remove the phone number of the caller
//
// For every signed-in user. Recorded in the audit log as `notification:phone_removed`.
func (r *NotificationsPhoneResource) Remove(ctx context.Context, options ...CallOption) (*OwnPhoneState, error) {
	return answerOf[OwnPhoneState](ctx, r.client, &request{method: "POST", path: "/api/v1/notifications/phone/remove"}, options)
}

// Update: Set the phone number of the caller and send a code to it; no messages follow until the code is confirmed
//
// For every signed-in user. Recorded in the audit log as `notification:phone_set`.
func (r *NotificationsPhoneResource) Update(ctx context.Context, body OwnPhonePut, options ...CallOption) (*OwnPhoneState, error) {
	return answerOf[OwnPhoneState](ctx, r.client, &request{method: "PUT", path: "/api/v1/notifications/phone", body: body}, options)
}

// Verify: Confirm the code sent to the caller’s phone number; valid for ten minutes and 5 tries
//
// For every signed-in user. Recorded in the audit log as `notification:phone_verified`.
func (r *NotificationsPhoneResource) Verify(ctx context.Context, body OwnPhoneCode, options ...CallOption) (*OwnPhoneVerified, error) {
	return answerOf[OwnPhoneVerified](ctx, r.client, &request{method: "POST", path: "/api/v1/notifications/phone/verify", body: body}, options)
}

// NotificationsPreferencesResource has the operations of Client.Notifications.Preferences.
type NotificationsPreferencesResource struct {
	client *Client
}

func newNotificationsPreferencesResource(client *Client) *NotificationsPreferencesResource {
	return &NotificationsPreferencesResource{client: client}
}

// Get: Notification preferences of the caller
//
// For every signed-in user.
func (r *NotificationsPreferencesResource) Get(ctx context.Context, options ...CallOption) (*NotificationPreferences, error) {
	return answerOf[NotificationPreferences](ctx, r.client, &request{method: "GET", path: "/api/v1/notifications/preferences"}, options)
}

// Update: Set the notification preferences of the caller
//
// For every signed-in user. Recorded in the audit log as `notification:preferences_set`.
func (r *NotificationsPreferencesResource) Update(ctx context.Context, body NotificationPreferencesPut, options ...CallOption) (*NotificationPreferences, error) {
	return answerOf[NotificationPreferences](ctx, r.client, &request{method: "PUT", path: "/api/v1/notifications/preferences", body: body}, options)
}

// OncallResource has the operations of Client.Oncall.
type OncallResource struct {
	client    *Client
	Overrides *OncallOverridesResource
	Rotations *OncallRotationsResource
	Shifts    *OncallShiftsResource
	Whoison   *OncallWhoisonResource
}

func newOncallResource(client *Client) *OncallResource {
	return &OncallResource{
		client:    client,
		Overrides: newOncallOverridesResource(client),
		Rotations: newOncallRotationsResource(client),
		Shifts:    newOncallShiftsResource(client),
		Whoison:   newOncallWhoisonResource(client),
	}
}

// OncallListParams are the parameters of oncall.list. Fields that are left out are not sent.
type OncallListParams struct {
	Limit  int
	Cursor string
}

func (p *OncallListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Presence of responders
//
// Needs `cases:read`.
func (r *OncallResource) List(params *OncallListParams, options ...CallOption) *Pager[Presence, PresencePage] {
	return newPager[Presence, PresencePage](r.client, &request{method: "GET", path: "/api/v1/oncall", params: params}, options)
}

// SetMe: Set one’s presence
//
// For every signed-in user. Recorded in the audit log as `oncall:presence_set`.
func (r *OncallResource) SetMe(ctx context.Context, body PresencePut, options ...CallOption) (*Presence, error) {
	return answerOf[Presence](ctx, r.client, &request{method: "PUT", path: "/api/v1/oncall/me", body: body}, options)
}

// OncallOverridesResource has the operations of Client.Oncall.Overrides.
type OncallOverridesResource struct {
	client *Client
}

func newOncallOverridesResource(client *Client) *OncallOverridesResource {
	return &OncallOverridesResource{client: client}
}

// Create: Put a person on call for a time, in place of whoever has the shift
//
// For at most 90 days. With `in_return` two people swap: the covered person has that shift of the person who covers. People of the rotation take a shift themselves or hand over their own; anything else needs soc:write.
func (r *OncallOverridesResource) Create(ctx context.Context, body OncallOverrideCreate, options ...CallOption) (*OncallOverridden, error) {
	return answerOf[OncallOverridden](ctx, r.client, &request{method: "POST", path: "/api/v1/oncall/overrides", body: body}, options)
}

// End: End an override early, as the person who covers or arranged it, or with soc:write
//
// Needs `cases:write`. Recorded in the audit log as `oncall:cover_ended`.
func (r *OncallOverridesResource) End(ctx context.Context, overrideId string, options ...CallOption) (*OncallOverride, error) {
	return answerOf[OncallOverride](ctx, r.client, &request{method: "POST", path: "/api/v1/oncall/overrides/{override_id}/end", parts: []string{overrideId}}, options)
}

// OncallOverridesListParams are the parameters of oncall.overrides.list. Fields that are left out are not sent.
type OncallOverridesListParams struct {
	Limit  int
	Cursor string
}

func (p *OncallOverridesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Current and planned overrides of shifts, by start
//
// Needs `cases:read`.
func (r *OncallOverridesResource) List(params *OncallOverridesListParams, options ...CallOption) *Pager[OncallOverride, OncallOverridePage] {
	return newPager[OncallOverride, OncallOverridePage](r.client, &request{method: "GET", path: "/api/v1/oncall/overrides", params: params}, options)
}

// OncallRotationsResource has the operations of Client.Oncall.Rotations.
type OncallRotationsResource struct {
	client *Client
}

func newOncallRotationsResource(client *Client) *OncallRotationsResource {
	return &OncallRotationsResource{client: client}
}

// Create: Create a rotation
//
// Needs `soc:write`. Recorded in the audit log as `oncall:rotation_created`.
func (r *OncallRotationsResource) Create(ctx context.Context, body RotationCreate, options ...CallOption) (*Rotation, error) {
	return answerOf[Rotation](ctx, r.client, &request{method: "POST", path: "/api/v1/oncall/rotations", body: body}, options)
}

// Delete: Delete a rotation
//
// Needs `soc:write`. Recorded in the audit log as `oncall:rotation_deleted`.
func (r *OncallRotationsResource) Delete(ctx context.Context, rotationId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/oncall/rotations/{rotation_id}", parts: []string{rotationId}}, nil, options)
}

// OncallRotationsListParams are the parameters of oncall.rotations.list. Fields that are left out are not sent.
type OncallRotationsListParams struct {
	Limit  int
	Cursor string
}

func (p *OncallRotationsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Rotations
//
// Needs `cases:read`.
func (r *OncallRotationsResource) List(params *OncallRotationsListParams, options ...CallOption) *Pager[Rotation, RotationPage] {
	return newPager[Rotation, RotationPage](r.client, &request{method: "GET", path: "/api/v1/oncall/rotations", params: params}, options)
}

// Update: Change the people, the handoff or the start of a rotation
//
// Without `starts_on`, the person on call stays so until the next handoff, and shifts are counted from the current one. The name stays, because escalations refer to it.
func (r *OncallRotationsResource) Update(ctx context.Context, rotationId string, body RotationPatch, options ...CallOption) (*Rotation, error) {
	return answerOf[Rotation](ctx, r.client, &request{method: "PATCH", path: "/api/v1/oncall/rotations/{rotation_id}", parts: []string{rotationId}, body: body}, options)
}

// OncallShiftsResource has the operations of Client.Oncall.Shifts.
type OncallShiftsResource struct {
	client *Client
}

func newOncallShiftsResource(client *Client) *OncallShiftsResource {
	return &OncallShiftsResource{client: client}
}

// OncallShiftsListParams are the parameters of oncall.shifts.list. Fields that are left out are not sent.
type OncallShiftsListParams struct {
	Limit  int
	Cursor string
	// default: 28
	Days int
}

func (p *OncallShiftsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putInt(values, "days", p.Days)
	_ = headers
}

// List: Shifts of all rotations from now on, with their overrides
//
// Needs `cases:read`.
func (r *OncallShiftsResource) List(params *OncallShiftsListParams, options ...CallOption) *Pager[OncallShift, OncallShiftPage] {
	return newPager[OncallShift, OncallShiftPage](r.client, &request{method: "GET", path: "/api/v1/oncall/shifts", params: params}, options)
}

// OncallWhoisonResource has the operations of Client.Oncall.Whoison.
type OncallWhoisonResource struct {
	client *Client
}

func newOncallWhoisonResource(client *Client) *OncallWhoisonResource {
	return &OncallWhoisonResource{client: client}
}

// OncallWhoisonListParams are the parameters of oncall.whoison.list. Fields that are left out are not sent.
type OncallWhoisonListParams struct {
	Limit  int
	Cursor string
}

func (p *OncallWhoisonListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: People on call now, by rotation
//
// Needs `cases:read`.
func (r *OncallWhoisonResource) List(params *OncallWhoisonListParams, options ...CallOption) *Pager[OnDuty, OnDutyPage] {
	return newPager[OnDuty, OnDutyPage](r.client, &request{method: "GET", path: "/api/v1/oncall/whoison", params: params}, options)
}

// OrganisationResource has the operations of Client.Organisation.
type OrganisationResource struct {
	client          *Client
	Delegations     *OrganisationDelegationsResource
	HeldDelegations *OrganisationHeldDelegationsResource
	Portfolio       *OrganisationPortfolioResource
	Queue           *OrganisationQueueResource
	Templates       *OrganisationTemplatesResource
	Tenants         *OrganisationTenantsResource
}

func newOrganisationResource(client *Client) *OrganisationResource {
	return &OrganisationResource{
		client:          client,
		Delegations:     newOrganisationDelegationsResource(client),
		HeldDelegations: newOrganisationHeldDelegationsResource(client),
		Portfolio:       newOrganisationPortfolioResource(client),
		Queue:           newOrganisationQueueResource(client),
		Templates:       newOrganisationTemplatesResource(client),
		Tenants:         newOrganisationTenantsResource(client),
	}
}

// Get: The organisation of this tenant
//
// Needs `settings:read`.
func (r *OrganisationResource) Get(ctx context.Context, options ...CallOption) (*Organisation, error) {
	return answerOf[Organisation](ctx, r.client, &request{method: "GET", path: "/api/v1/organisation"}, options)
}

// OrganisationUsageParams are the parameters of organisation.usage. Fields that are left out are not sent.
type OrganisationUsageParams struct {
	// default: 30 days before end
	Start string
	// 186 days at most
	End string
}

func (p *OrganisationUsageParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "start", p.Start)
	putString(values, "end", p.End)
	_ = headers
}

// Usage: Usage of each tenant under delegation, and their total
//
// Each tenant is read with the rights of its delegation, under its field rules, and the read is recorded in its audit log.
func (r *OrganisationResource) Usage(ctx context.Context, params *OrganisationUsageParams, options ...CallOption) (*OrganisationUsage, error) {
	return answerOf[OrganisationUsage](ctx, r.client, &request{method: "GET", path: "/api/v1/organisation/usage", params: params}, options)
}

// OrganisationDelegationsResource has the operations of Client.Organisation.Delegations.
type OrganisationDelegationsResource struct {
	client *Client
}

func newOrganisationDelegationsResource(client *Client) *OrganisationDelegationsResource {
	return &OrganisationDelegationsResource{client: client}
}

// Create: Delegate access to this tenant to a user of the provider, for a time
//
// Needs `users:write`. Recorded in the audit log as `delegation:given`.
func (r *OrganisationDelegationsResource) Create(ctx context.Context, body DelegationGive, options ...CallOption) (*Delegation, error) {
	return answerOf[Delegation](ctx, r.client, &request{method: "POST", path: "/api/v1/organisation/delegations", body: body}, options)
}

// Delete: Revoke a delegation
//
// Needs `users:write`. Recorded in the audit log as `delegation:revoked`.
func (r *OrganisationDelegationsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/organisation/delegations/{id}", parts: []string{id}}, nil, options)
}

// OrganisationDelegationsListParams are the parameters of organisation.delegations.list. Fields that are left out are not sent.
type OrganisationDelegationsListParams struct {
	Limit  int
	Cursor string
}

func (p *OrganisationDelegationsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Delegations into this tenant, newest first
//
// Needs `settings:read`.
func (r *OrganisationDelegationsResource) List(params *OrganisationDelegationsListParams, options ...CallOption) *Pager[Delegation, DelegationPage] {
	return newPager[Delegation, DelegationPage](r.client, &request{method: "GET", path: "/api/v1/organisation/delegations", params: params}, options)
}

// OrganisationHeldDelegationsResource has the operations of Client.Organisation.HeldDelegations.
type OrganisationHeldDelegationsResource struct {
	client *Client
}

func newOrganisationHeldDelegationsResource(client *Client) *OrganisationHeldDelegationsResource {
	return &OrganisationHeldDelegationsResource{client: client}
}

// Delete: End a delegation that a user of this tenant holds in another; recorded in the audit logs of both
//
// Needs `users:write`. Recorded in the audit log as `delegation:revoked`.
func (r *OrganisationHeldDelegationsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/organisation/held-delegations/{id}", parts: []string{id}}, nil, options)
}

// OrganisationHeldDelegationsListParams are the parameters of organisation.held_delegations.list. Fields that are left out are not sent.
type OrganisationHeldDelegationsListParams struct {
	Limit  int
	Cursor string
}

func (p *OrganisationHeldDelegationsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Delegations that users of this tenant hold in other tenants, newest first
//
// Needs `users:read`.
func (r *OrganisationHeldDelegationsResource) List(params *OrganisationHeldDelegationsListParams, options ...CallOption) *Pager[Delegation, DelegationPage] {
	return newPager[Delegation, DelegationPage](r.client, &request{method: "GET", path: "/api/v1/organisation/held-delegations", params: params}, options)
}

// OrganisationPortfolioResource has the operations of Client.Organisation.Portfolio.
type OrganisationPortfolioResource struct {
	client *Client
}

func newOrganisationPortfolioResource(client *Client) *OrganisationPortfolioResource {
	return &OrganisationPortfolioResource{client: client}
}

// OrganisationPortfolioListParams are the parameters of organisation.portfolio.list. Fields that are left out are not sent.
type OrganisationPortfolioListParams struct {
	Limit  int
	Cursor string
	// default: id
	// One of id, open_alerts, critical_alerts, overdue_alerts, late_sources.
	Sort string
}

func (p *OrganisationPortfolioListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "sort", p.Sort)
	_ = headers
}

// List: Health, work and ingest of the tenants under delegation
//
// Each tenant is read with the rights of its delegation, under its field rules, and the read is recorded in its audit log. By a figure the highest comes first, and tenants without the figure last; every tenant under delegation, at most 500, is then read for each page.
func (r *OrganisationPortfolioResource) List(params *OrganisationPortfolioListParams, options ...CallOption) *Pager[PortfolioTenant, OrganisationPortfolio] {
	return newPager[PortfolioTenant, OrganisationPortfolio](r.client, &request{method: "GET", path: "/api/v1/organisation/portfolio", params: params}, options)
}

// OrganisationQueueResource has the operations of Client.Organisation.Queue.
type OrganisationQueueResource struct {
	client *Client
}

func newOrganisationQueueResource(client *Client) *OrganisationQueueResource {
	return &OrganisationQueueResource{client: client}
}

// OrganisationQueueListParams are the parameters of organisation.queue.list. Fields that are left out are not sent.
type OrganisationQueueListParams struct {
	Limit  int
	Cursor string
	// One of alert, case.
	Kind     string
	Severity string
	Tenant   string
	// only unassigned ones
	Unassigned *bool
}

func (p *OrganisationQueueListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "kind", p.Kind)
	putString(values, "severity", p.Severity)
	putString(values, "tenant", p.Tenant)
	putBool(values, "unassigned", p.Unassigned)
	_ = headers
}

// List: Open alerts and cases of all tenants under delegation: highest priority first, then the oldest
//
// Each tenant is read with the rights of its delegation, under its field rules, and the read is recorded in its audit log.
func (r *OrganisationQueueResource) List(params *OrganisationQueueListParams, options ...CallOption) *Pager[OrganisationQueueItem, OrganisationQueue] {
	return newPager[OrganisationQueueItem, OrganisationQueue](r.client, &request{method: "GET", path: "/api/v1/organisation/queue", params: params}, options)
}

// OrganisationTemplatesResource has the operations of Client.Organisation.Templates.
type OrganisationTemplatesResource struct {
	client *Client
}

func newOrganisationTemplatesResource(client *Client) *OrganisationTemplatesResource {
	return &OrganisationTemplatesResource{client: client}
}

// Apply: Apply a template to tenants, with one transaction for each
//
// Send the digest of the plan: a tenant with changes since the plan is left unchanged and reported.
func (r *OrganisationTemplatesResource) Apply(ctx context.Context, templateId string, body OrganisationTemplateApply, options ...CallOption) (*OrganisationTemplateApplied, error) {
	return answerOf[OrganisationTemplateApplied](ctx, r.client, &request{method: "POST", path: "/api/v1/organisation/templates/{template_id}/apply", parts: []string{templateId}, body: body}, options)
}

// Delete: Delete a template; documents already applied stay
//
// Needs `settings:write`. Recorded in the audit log as `organisation_template:deleted`.
func (r *OrganisationTemplatesResource) Delete(ctx context.Context, templateId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/organisation/templates/{template_id}", parts: []string{templateId}}, nil, options)
}

// OrganisationTemplatesListParams are the parameters of organisation.templates.list. Fields that are left out are not sent.
type OrganisationTemplatesListParams struct {
	Limit  int
	Cursor string
}

func (p *OrganisationTemplatesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: The provider’s templates of rules, playbooks, targets and branding
//
// Needs `settings:read`.
func (r *OrganisationTemplatesResource) List(params *OrganisationTemplatesListParams, options ...CallOption) *Pager[OrganisationTemplate, OrganisationTemplatePage] {
	return newPager[OrganisationTemplate, OrganisationTemplatePage](r.client, &request{method: "GET", path: "/api/v1/organisation/templates", params: params}, options)
}

// Plan: Plan the changes of a template in each tenant without applying them
//
// Each tenant is read with the rights of its delegation, and the read is recorded in its audit log.
func (r *OrganisationTemplatesResource) Plan(ctx context.Context, templateId string, body OrganisationTemplatePlanned, options ...CallOption) (*OrganisationTemplatePlan, error) {
	return answerOf[OrganisationTemplatePlan](ctx, r.client, &request{method: "POST", path: "/api/v1/organisation/templates/{template_id}/plan", parts: []string{templateId}, body: body, reads: true}, options)
}

// Replace: Save a template, replacing one of the same name
//
// The documents are sent, or copied from this tenant’s own configuration of the kinds in `from_this_tenant`.
func (r *OrganisationTemplatesResource) Replace(ctx context.Context, body OrganisationTemplatePut, options ...CallOption) (*OrganisationTemplate, error) {
	return answerOf[OrganisationTemplate](ctx, r.client, &request{method: "PUT", path: "/api/v1/organisation/templates", body: body}, options)
}

// OrganisationTenantsResource has the operations of Client.Organisation.Tenants.
type OrganisationTenantsResource struct {
	client *Client
}

func newOrganisationTenantsResource(client *Client) *OrganisationTenantsResource {
	return &OrganisationTenantsResource{client: client}
}

// Create: Set up a new tenant of the organisation: administrator, delegations and ingest token
//
// In one transaction: all of it or nothing. The link and the token are returned only in this answer.
func (r *OrganisationTenantsResource) Create(ctx context.Context, body TenantOnboard, options ...CallOption) (*TenantOnboarded, error) {
	return answerOf[TenantOnboarded](ctx, r.client, &request{method: "POST", path: "/api/v1/organisation/tenants", body: body}, options)
}

// OrganisationTenantsListParams are the parameters of organisation.tenants.list. Fields that are left out are not sent.
type OrganisationTenantsListParams struct {
	Limit  int
	Cursor string
}

func (p *OrganisationTenantsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Tenants under the care of this one
//
// Needs `settings:read`.
func (r *OrganisationTenantsResource) List(params *OrganisationTenantsListParams, options ...CallOption) *Pager[OrganisationTenant, OrganisationTenantPage] {
	return newPager[OrganisationTenant, OrganisationTenantPage](r.client, &request{method: "GET", path: "/api/v1/organisation/tenants", params: params}, options)
}

// OsqueryResource has the operations of Client.Osquery.
type OsqueryResource struct {
	client  *Client
	Config  *OsqueryConfigResource
	Nodes   *OsqueryNodesResource
	Queries *OsqueryQueriesResource
	Secrets *OsquerySecretsResource
}

func newOsqueryResource(client *Client) *OsqueryResource {
	return &OsqueryResource{
		client:  client,
		Config:  newOsqueryConfigResource(client),
		Nodes:   newOsqueryNodesResource(client),
		Queries: newOsqueryQueriesResource(client),
		Secrets: newOsquerySecretsResource(client),
	}
}

// OsqueryConfigResource has the operations of Client.Osquery.Config.
type OsqueryConfigResource struct {
	client *Client
}

func newOsqueryConfigResource(client *Client) *OsqueryConfigResource {
	return &OsqueryConfigResource{client: client}
}

// Get: Show the osquery configuration of this tenant’s hosts
//
// Needs `hunts:read`.
func (r *OsqueryConfigResource) Get(ctx context.Context, options ...CallOption) (*OsqueryConfigOfTenant, error) {
	return answerOf[OsqueryConfigOfTenant](ctx, r.client, &request{method: "GET", path: "/api/v1/osquery/config"}, options)
}

// Update: Set the osquery configuration of this tenant’s hosts: options, schedule and packs, in the format of osquery
//
// Needs `settings:write`. Recorded in the audit log as `osquery_config:written`.
func (r *OsqueryConfigResource) Update(ctx context.Context, body OsqueryConfig, options ...CallOption) (*OsqueryConfigOfTenant, error) {
	return answerOf[OsqueryConfigOfTenant](ctx, r.client, &request{method: "PUT", path: "/api/v1/osquery/config", body: body}, options)
}

// OsqueryNodesResource has the operations of Client.Osquery.Nodes.
type OsqueryNodesResource struct {
	client *Client
}

func newOsqueryNodesResource(client *Client) *OsqueryNodesResource {
	return &OsqueryNodesResource{client: client}
}

// Delete: Revoke the key of a host; it can enrol again with a valid secret
//
// Needs `settings:write`. Recorded in the audit log as `osquery_node:revoked`.
func (r *OsqueryNodesResource) Delete(ctx context.Context, id string, options ...CallOption) (*OsqueryNode, error) {
	return answerOf[OsqueryNode](ctx, r.client, &request{method: "DELETE", path: "/api/v1/osquery/nodes/{id}", parts: []string{id}}, options)
}

// OsqueryNodesListParams are the parameters of osquery.nodes.list. Fields that are left out are not sent.
type OsqueryNodesListParams struct {
	Limit  int
	Cursor string
}

func (p *OsqueryNodesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Enrolled hosts
//
// Needs `hunts:read`.
func (r *OsqueryNodesResource) List(params *OsqueryNodesListParams, options ...CallOption) *Pager[OsqueryNode, OsqueryNodePage] {
	return newPager[OsqueryNode, OsqueryNodePage](r.client, &request{method: "GET", path: "/api/v1/osquery/nodes", params: params}, options)
}

// OsqueryQueriesResource has the operations of Client.Osquery.Queries.
type OsqueryQueriesResource struct {
	client  *Client
	Answers *OsqueryQueriesAnswersResource
}

func newOsqueryQueriesResource(client *Client) *OsqueryQueriesResource {
	return &OsqueryQueriesResource{
		client:  client,
		Answers: newOsqueryQueriesAnswersResource(client),
	}
}

// Create: Send a query to hosts, which fetch it within seconds
//
// Needs `hunts:write`. Recorded in the audit log as `osquery_query:asked`.
func (r *OsqueryQueriesResource) Create(ctx context.Context, body OsqueryQueryCreate, options ...CallOption) (*OsqueryQueryWithCounts, error) {
	return answerOf[OsqueryQueryWithCounts](ctx, r.client, &request{method: "POST", path: "/api/v1/osquery/queries", body: body}, options)
}

// End: Stop sending a query to further hosts; its answers stay
//
// Needs `hunts:write`. Recorded in the audit log as `osquery_query:ended`.
func (r *OsqueryQueriesResource) End(ctx context.Context, id string, options ...CallOption) (*OsqueryQueryWithCounts, error) {
	return answerOf[OsqueryQueryWithCounts](ctx, r.client, &request{method: "POST", path: "/api/v1/osquery/queries/{id}/end", parts: []string{id}}, options)
}

// Get: Show one query, with how many hosts fetched it, answered, failed and are late
//
// Needs `hunts:read`.
func (r *OsqueryQueriesResource) Get(ctx context.Context, id string, options ...CallOption) (*OsqueryQueryWithCounts, error) {
	return answerOf[OsqueryQueryWithCounts](ctx, r.client, &request{method: "GET", path: "/api/v1/osquery/queries/{id}", parts: []string{id}}, options)
}

// OsqueryQueriesListParams are the parameters of osquery.queries.list. Fields that are left out are not sent.
type OsqueryQueriesListParams struct {
	Limit  int
	Cursor string
}

func (p *OsqueryQueriesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Queries to hosts, newest first
//
// Needs `hunts:read`.
func (r *OsqueryQueriesResource) List(params *OsqueryQueriesListParams, options ...CallOption) *Pager[OsqueryQueryWithCounts, OsqueryQueryWithCountsPage] {
	return newPager[OsqueryQueryWithCounts, OsqueryQueryWithCountsPage](r.client, &request{method: "GET", path: "/api/v1/osquery/queries", params: params}, options)
}

// OsqueryQueriesAnswersResource has the operations of Client.Osquery.Queries.Answers.
type OsqueryQueriesAnswersResource struct {
	client *Client
}

func newOsqueryQueriesAnswersResource(client *Client) *OsqueryQueriesAnswersResource {
	return &OsqueryQueriesAnswersResource{client: client}
}

// OsqueryQueriesAnswersListParams are the parameters of osquery.queries.answers.list. Fields that are left out are not sent.
type OsqueryQueriesAnswersListParams struct {
	Limit  int
	Cursor string
}

func (p *OsqueryQueriesAnswersListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Answers of hosts to a query
//
// A page has at most 16 MiB, so it may have fewer entries than `limit`. Queries and their answers are deleted 30 days after the deadline.
func (r *OsqueryQueriesAnswersResource) List(id string, params *OsqueryQueriesAnswersListParams, options ...CallOption) *Pager[OsqueryAnswer, OsqueryAnswerPage] {
	return newPager[OsqueryAnswer, OsqueryAnswerPage](r.client, &request{method: "GET", path: "/api/v1/osquery/queries/{id}/answers", parts: []string{id}, params: params}, options)
}

// OsquerySecretsResource has the operations of Client.Osquery.Secrets.
type OsquerySecretsResource struct {
	client *Client
}

func newOsquerySecretsResource(client *Client) *OsquerySecretsResource {
	return &OsquerySecretsResource{client: client}
}

// Create: Create an enrolment secret for hosts of this tenant; it is shown once
//
// Needs `settings:write`. Recorded in the audit log as `osquery_secret:created`.
func (r *OsquerySecretsResource) Create(ctx context.Context, body OsquerySecretCreate, options ...CallOption) (*OsquerySecretMade, error) {
	return answerOf[OsquerySecretMade](ctx, r.client, &request{method: "POST", path: "/api/v1/osquery/secrets", body: body}, options)
}

// Delete: Revoke an enrolment secret; hosts that enrolled with it stay enrolled
//
// Needs `settings:write`. Recorded in the audit log as `osquery_secret:revoked`.
func (r *OsquerySecretsResource) Delete(ctx context.Context, id string, options ...CallOption) (*OsquerySecret, error) {
	return answerOf[OsquerySecret](ctx, r.client, &request{method: "DELETE", path: "/api/v1/osquery/secrets/{id}", parts: []string{id}}, options)
}

// OsquerySecretsListParams are the parameters of osquery.secrets.list. Fields that are left out are not sent.
type OsquerySecretsListParams struct {
	Limit  int
	Cursor string
}

func (p *OsquerySecretsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Enrolment secrets for hosts, newest first
//
// Needs `settings:read`.
func (r *OsquerySecretsResource) List(params *OsquerySecretsListParams, options ...CallOption) *Pager[OsquerySecret, OsquerySecretPage] {
	return newPager[OsquerySecret, OsquerySecretPage](r.client, &request{method: "GET", path: "/api/v1/osquery/secrets", params: params}, options)
}

// PasskeysResource has the operations of Client.Passkeys.
type PasskeysResource struct {
	client *Client
}

func newPasskeysResource(client *Client) *PasskeysResource {
	return &PasskeysResource{client: client}
}

// Challenge: Begin a sign-in with a passkey: options for navigator.credentials.get
//
// Public.
func (r *PasskeysResource) Challenge(ctx context.Context, body PasskeyChallenge, options ...CallOption) (*PasskeyOptions, error) {
	return answerOf[PasskeyOptions](ctx, r.client, &request{method: "POST", path: "/api/v1/passkeys/challenge", body: body, public: true}, options)
}

// Create: Register the passkey that the browser created
//
// For every signed-in user. Recorded in the audit log as `passkey:registered`.
func (r *PasskeysResource) Create(ctx context.Context, body PasskeyRegister, options ...CallOption) (*Passkey, error) {
	return answerOf[Passkey](ctx, r.client, &request{method: "POST", path: "/api/v1/passkeys", body: body}, options)
}

// Delete: Delete a passkey of the caller
//
// For every signed-in user. Recorded in the audit log as `passkey:deleted`.
func (r *PasskeysResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/passkeys/{id}", parts: []string{id}}, nil, options)
}

// PasskeysListParams are the parameters of passkeys.list. Fields that are left out are not sent.
type PasskeysListParams struct {
	Limit  int
	Cursor string
}

func (p *PasskeysListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Passkeys of the caller
//
// For every signed-in user.
func (r *PasskeysResource) List(params *PasskeysListParams, options ...CallOption) *Pager[Passkey, PasskeyPage] {
	return newPager[Passkey, PasskeyPage](r.client, &request{method: "GET", path: "/api/v1/passkeys", params: params}, options)
}

// Registration: Begin to register a passkey: options for navigator.credentials.create
//
// For every signed-in user.
func (r *PasskeysResource) Registration(ctx context.Context, options ...CallOption) (*PasskeyOptions, error) {
	return answerOf[PasskeyOptions](ctx, r.client, &request{method: "POST", path: "/api/v1/passkeys/registration", reads: true}, options)
}

// Verify: Sign in with a passkey
//
// Recorded in the audit log as `auth:passkey_login`.
func (r *PasskeysResource) Verify(ctx context.Context, body PasskeyVerify, options ...CallOption) (*Tokens, error) {
	return answerOf[Tokens](ctx, r.client, &request{method: "POST", path: "/api/v1/passkeys/verify", body: body, public: true}, options)
}

// PhishingResource has the operations of Client.Phishing.
type PhishingResource struct {
	client      *Client
	Submissions *PhishingSubmissionsResource
}

func newPhishingResource(client *Client) *PhishingResource {
	return &PhishingResource{
		client:      client,
		Submissions: newPhishingSubmissionsResource(client),
	}
}

// Submit: Report a mail, an address, a domain or the hash of a file as suspected phishing
//
// Needs `alerts:write`. Recorded in the audit log as `phishing:submitted`.
func (r *PhishingResource) Submit(ctx context.Context, body PhishingSubmit, options ...CallOption) (*PhishingSubmission, error) {
	return answerOf[PhishingSubmission](ctx, r.client, &request{method: "POST", path: "/api/v1/phishing/submit", body: body}, options)
}

// PhishingSubmissionsResource has the operations of Client.Phishing.Submissions.
type PhishingSubmissionsResource struct {
	client *Client
}

func newPhishingSubmissionsResource(client *Client) *PhishingSubmissionsResource {
	return &PhishingSubmissionsResource{client: client}
}

// Get: One phishing report
//
// Needs `alerts:read`.
func (r *PhishingSubmissionsResource) Get(ctx context.Context, id string, options ...CallOption) (*PhishingSubmission, error) {
	return answerOf[PhishingSubmission](ctx, r.client, &request{method: "GET", path: "/api/v1/phishing/submissions/{id}", parts: []string{id}}, options)
}

// PhishingSubmissionsListParams are the parameters of phishing.submissions.list. Fields that are left out are not sent.
type PhishingSubmissionsListParams struct {
	Limit  int
	Cursor string
}

func (p *PhishingSubmissionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Phishing reports, newest first
//
// Needs `alerts:read`.
func (r *PhishingSubmissionsResource) List(params *PhishingSubmissionsListParams, options ...CallOption) *Pager[PhishingSubmission, PhishingSubmissionPage] {
	return newPager[PhishingSubmission, PhishingSubmissionPage](r.client, &request{method: "GET", path: "/api/v1/phishing/submissions", params: params}, options)
}

// PlaybookHooksResource has the operations of Client.PlaybookHooks.
type PlaybookHooksResource struct {
	client *Client
}

func newPlaybookHooksResource(client *Client) *PlaybookHooksResource {
	return &PlaybookHooksResource{client: client}
}

// Delete: Delete a webhook
//
// Needs `playbooks:write`. Recorded in the audit log as `playbook:hook_deleted`.
func (r *PlaybookHooksResource) Delete(ctx context.Context, hookId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/playbook-hooks/{hook_id}", parts: []string{hookId}}, nil, options)
}

// PlaybookHooksDeliverParams are the parameters of playbook_hooks.deliver. Fields that are left out are not sent.
type PlaybookHooksDeliverParams struct {
	// t=SECONDS,v1=HEX
	SvcSignature string
	SvcDelivery  string
}

func (p *PlaybookHooksDeliverParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	_ = values
	putString(url.Values(headers), http.CanonicalHeaderKey("x-svc-signature"), p.SvcSignature)
	putString(url.Values(headers), http.CanonicalHeaderKey("x-svc-delivery"), p.SvcDelivery)
}

// Deliver: Start a playbook by its webhook
//
// X-SVC-Signature is t=SECONDS,v1=HEX: HMAC-SHA256 of SECONDS.BODY under the secret of the webhook. A delivery (X-SVC-Delivery) starts one run.
func (r *PlaybookHooksResource) Deliver(ctx context.Context, hookId string, body map[string]any, params *PlaybookHooksDeliverParams, options ...CallOption) (*PlaybookHookStarted, error) {
	return answerOf[PlaybookHookStarted](ctx, r.client, &request{method: "POST", path: "/api/v1/playbook-hooks/{hook_id}", parts: []string{hookId}, body: body, params: params, public: true}, options)
}

// PlaybookRunsResource has the operations of Client.PlaybookRuns.
type PlaybookRunsResource struct {
	client *Client
}

func newPlaybookRunsResource(client *Client) *PlaybookRunsResource {
	return &PlaybookRunsResource{client: client}
}

// Cancel: Cancel a run and withdraw its open approvals and actions
//
// Needs `playbooks:execute`. Recorded in the audit log as `playbook:run_cancelled`.
func (r *PlaybookRunsResource) Cancel(ctx context.Context, runId string, options ...CallOption) (*PlaybookRun, error) {
	return answerOf[PlaybookRun](ctx, r.client, &request{method: "POST", path: "/api/v1/playbook-runs/{run_id}/cancel", parts: []string{runId}}, options)
}

// Get: One run with the result of each step
//
// Needs `playbooks:read`.
func (r *PlaybookRunsResource) Get(ctx context.Context, runId string, options ...CallOption) (*PlaybookRunDetail, error) {
	return answerOf[PlaybookRunDetail](ctx, r.client, &request{method: "GET", path: "/api/v1/playbook-runs/{run_id}", parts: []string{runId}}, options)
}

// PlaybookRunsListParams are the parameters of playbook_runs.list. Fields that are left out are not sent.
type PlaybookRunsListParams struct {
	Limit  int
	Cursor string
}

func (p *PlaybookRunsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Runs of all playbooks, newest first
//
// Needs `playbooks:read`.
func (r *PlaybookRunsResource) List(params *PlaybookRunsListParams, options ...CallOption) *Pager[PlaybookRun, PlaybookRunPage] {
	return newPager[PlaybookRun, PlaybookRunPage](r.client, &request{method: "GET", path: "/api/v1/playbook-runs", params: params}, options)
}

// PlaybookSecretsResource has the operations of Client.PlaybookSecrets.
type PlaybookSecretsResource struct {
	client *Client
}

func newPlaybookSecretsResource(client *Client) *PlaybookSecretsResource {
	return &PlaybookSecretsResource{client: client}
}

// Delete: Delete a secret; steps that use it fail
//
// Needs `playbooks:write`. Recorded in the audit log as `playbook:secret_deleted`.
func (r *PlaybookSecretsResource) Delete(ctx context.Context, name string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/playbook-secrets/{name}", parts: []string{name}}, nil, options)
}

// PlaybookSecretsListParams are the parameters of playbook_secrets.list. Fields that are left out are not sent.
type PlaybookSecretsListParams struct {
	Limit  int
	Cursor string
}

func (p *PlaybookSecretsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Names of the secrets for http steps, without their values
//
// Needs `playbooks:read`.
func (r *PlaybookSecretsResource) List(params *PlaybookSecretsListParams, options ...CallOption) *Pager[PlaybookSecret, PlaybookSecretPage] {
	return newPager[PlaybookSecret, PlaybookSecretPage](r.client, &request{method: "GET", path: "/api/v1/playbook-secrets", params: params}, options)
}

// Update: Save a secret, or replace its value
//
// Needs `playbooks:write`. Recorded in the audit log as `playbook:secret_saved`.
func (r *PlaybookSecretsResource) Update(ctx context.Context, name string, body PlaybookSecretPut, options ...CallOption) (*PlaybookSecret, error) {
	return answerOf[PlaybookSecret](ctx, r.client, &request{method: "PUT", path: "/api/v1/playbook-secrets/{name}", parts: []string{name}, body: body}, options)
}

// PlaybooksResource has the operations of Client.Playbooks.
type PlaybooksResource struct {
	client   *Client
	Hooks    *PlaybooksHooksResource
	Runs     *PlaybooksRunsResource
	Versions *PlaybooksVersionsResource
}

func newPlaybooksResource(client *Client) *PlaybooksResource {
	return &PlaybooksResource{
		client:   client,
		Hooks:    newPlaybooksHooksResource(client),
		Runs:     newPlaybooksRunsResource(client),
		Versions: newPlaybooksVersionsResource(client),
	}
}

// Create: Create a playbook
//
// Needs `playbooks:write`. Recorded in the audit log as `playbook:created`.
func (r *PlaybooksResource) Create(ctx context.Context, body PlaybookCreate, options ...CallOption) (*Playbook, error) {
	return answerOf[Playbook](ctx, r.client, &request{method: "POST", path: "/api/v1/playbooks", body: body}, options)
}

// Delete: Delete one of the tenant’s own playbooks; completed runs stay, open ones end
//
// Needs `playbooks:write`. Recorded in the audit log as `playbook:deleted`.
func (r *PlaybooksResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/playbooks/{id}", parts: []string{id}}, nil, options)
}

// DryRun: Dry run of a playbook document that need not be saved
//
// Each step reports what it would do, and nothing is requested. The run is listed with those of `playbook_id`, as version 0.
func (r *PlaybooksResource) DryRun(ctx context.Context, body PlaybookDryRun, options ...CallOption) (*PlaybookRun, error) {
	return answerOf[PlaybookRun](ctx, r.client, &request{method: "POST", path: "/api/v1/playbooks/dry-run", body: body}, options)
}

// Execute: Run a playbook on an alert or with a context; a dry run reports what it would request, without requesting it
//
// Needs `playbooks:execute`. Recorded in the audit log as `playbook:executed`.
func (r *PlaybooksResource) Execute(ctx context.Context, id string, body PlaybookExecute, options ...CallOption) (*PlaybookRun, error) {
	return answerOf[PlaybookRun](ctx, r.client, &request{method: "POST", path: "/api/v1/playbooks/{id}/execute", parts: []string{id}, body: body}, options)
}

// Get: One playbook
//
// Needs `playbooks:read`.
func (r *PlaybooksResource) Get(ctx context.Context, id string, options ...CallOption) (*Playbook, error) {
	return answerOf[Playbook](ctx, r.client, &request{method: "GET", path: "/api/v1/playbooks/{id}", parts: []string{id}}, options)
}

// PlaybooksListParams are the parameters of playbooks.list. Fields that are left out are not sent.
type PlaybooksListParams struct {
	Limit  int
	Cursor string
}

func (p *PlaybooksListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Playbooks: the tenant’s own, then built-in ones
//
// Needs `playbooks:read`.
func (r *PlaybooksResource) List(params *PlaybooksListParams, options ...CallOption) *Pager[Playbook, PlaybookPage] {
	return newPager[Playbook, PlaybookPage](r.client, &request{method: "GET", path: "/api/v1/playbooks", params: params}, options)
}

// Rollback: Restore an earlier version as a new version
//
// Needs `playbooks:write`. Recorded in the audit log as `playbook:rolled_back`.
func (r *PlaybooksResource) Rollback(ctx context.Context, id string, body PlaybookRollback, options ...CallOption) (*Playbook, error) {
	return answerOf[Playbook](ctx, r.client, &request{method: "POST", path: "/api/v1/playbooks/{id}/rollback", parts: []string{id}, body: body}, options)
}

// Update: Save a new version of a playbook, or enable or disable it
//
// Needs `playbooks:write`. Recorded in the audit log as `playbook:updated`.
func (r *PlaybooksResource) Update(ctx context.Context, id string, body PlaybookChange, options ...CallOption) (*Playbook, error) {
	return answerOf[Playbook](ctx, r.client, &request{method: "PUT", path: "/api/v1/playbooks/{id}", parts: []string{id}, body: body}, options)
}

// Validate: Validate a playbook document, reporting all faults at once
//
// Needs `playbooks:read`.
func (r *PlaybooksResource) Validate(ctx context.Context, body PlaybookCheck, options ...CallOption) (*PlaybookChecked, error) {
	return answerOf[PlaybookChecked](ctx, r.client, &request{method: "POST", path: "/api/v1/playbooks/validate", body: body, reads: true}, options)
}

// PlaybooksHooksResource has the operations of Client.Playbooks.Hooks.
type PlaybooksHooksResource struct {
	client *Client
}

func newPlaybooksHooksResource(client *Client) *PlaybooksHooksResource {
	return &PlaybooksHooksResource{client: client}
}

// Create: Create a webhook; its secret is shown once
//
// Needs `playbooks:write`. Recorded in the audit log as `playbook:hook_created`.
func (r *PlaybooksHooksResource) Create(ctx context.Context, id string, body PlaybookHookCreate, options ...CallOption) (*PlaybookHookCreated, error) {
	return answerOf[PlaybookHookCreated](ctx, r.client, &request{method: "POST", path: "/api/v1/playbooks/{id}/hooks", parts: []string{id}, body: body}, options)
}

// PlaybooksHooksListParams are the parameters of playbooks.hooks.list. Fields that are left out are not sent.
type PlaybooksHooksListParams struct {
	Limit  int
	Cursor string
}

func (p *PlaybooksHooksListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Webhooks that start a playbook
//
// Needs `playbooks:read`.
func (r *PlaybooksHooksResource) List(id string, params *PlaybooksHooksListParams, options ...CallOption) *Pager[PlaybookHook, PlaybookHookPage] {
	return newPager[PlaybookHook, PlaybookHookPage](r.client, &request{method: "GET", path: "/api/v1/playbooks/{id}/hooks", parts: []string{id}, params: params}, options)
}

// PlaybooksRunsResource has the operations of Client.Playbooks.Runs.
type PlaybooksRunsResource struct {
	client *Client
}

func newPlaybooksRunsResource(client *Client) *PlaybooksRunsResource {
	return &PlaybooksRunsResource{client: client}
}

// PlaybooksRunsListParams are the parameters of playbooks.runs.list. Fields that are left out are not sent.
type PlaybooksRunsListParams struct {
	Limit  int
	Cursor string
}

func (p *PlaybooksRunsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Runs of a playbook, newest first
//
// Needs `playbooks:read`.
func (r *PlaybooksRunsResource) List(id string, params *PlaybooksRunsListParams, options ...CallOption) *Pager[PlaybookRun, PlaybookRunPage] {
	return newPager[PlaybookRun, PlaybookRunPage](r.client, &request{method: "GET", path: "/api/v1/playbooks/{id}/runs", parts: []string{id}, params: params}, options)
}

// PlaybooksVersionsResource has the operations of Client.Playbooks.Versions.
type PlaybooksVersionsResource struct {
	client *Client
}

func newPlaybooksVersionsResource(client *Client) *PlaybooksVersionsResource {
	return &PlaybooksVersionsResource{client: client}
}

// PlaybooksVersionsListParams are the parameters of playbooks.versions.list. Fields that are left out are not sent.
type PlaybooksVersionsListParams struct {
	Limit  int
	Cursor string
}

func (p *PlaybooksVersionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Versions of a playbook, newest first
//
// Needs `playbooks:read`.
func (r *PlaybooksVersionsResource) List(id string, params *PlaybooksVersionsListParams, options ...CallOption) *Pager[PlaybookVersion, PlaybookVersionPage] {
	return newPager[PlaybookVersion, PlaybookVersionPage](r.client, &request{method: "GET", path: "/api/v1/playbooks/{id}/versions", parts: []string{id}, params: params}, options)
}

// PurpleTeamResource has the operations of Client.PurpleTeam.
type PurpleTeamResource struct {
	client       *Client
	Alarms       *PurpleTeamAlarmsResource
	AtomicTests  *PurpleTeamAtomicTestsResource
	Atomics      *PurpleTeamAtomicsResource
	Drift        *PurpleTeamDriftResource
	Executions   *PurpleTeamExecutionsResource
	Expectations *PurpleTeamExpectationsResource
	HostRuns     *PurpleTeamHostRunsResource
	Rounds       *PurpleTeamRoundsResource
	Schedules    *PurpleTeamSchedulesResource
	Tabletop     *PurpleTeamTabletopResource
}

func newPurpleTeamResource(client *Client) *PurpleTeamResource {
	return &PurpleTeamResource{
		client:       client,
		Alarms:       newPurpleTeamAlarmsResource(client),
		AtomicTests:  newPurpleTeamAtomicTestsResource(client),
		Atomics:      newPurpleTeamAtomicsResource(client),
		Drift:        newPurpleTeamDriftResource(client),
		Executions:   newPurpleTeamExecutionsResource(client),
		Expectations: newPurpleTeamExpectationsResource(client),
		HostRuns:     newPurpleTeamHostRunsResource(client),
		Rounds:       newPurpleTeamRoundsResource(client),
		Schedules:    newPurpleTeamSchedulesResource(client),
		Tabletop:     newPurpleTeamTabletopResource(client),
	}
}

// Coverage: Techniques with the rules that name them, and their latest test results
//
// Needs `rules:read`.
func (r *PurpleTeamResource) Coverage(ctx context.Context, options ...CallOption) (*PurpleTeamCoverage, error) {
	return answerOf[PurpleTeamCoverage](ctx, r.client, &request{method: "GET", path: "/api/v1/purple-team/coverage"}, options)
}

// PurpleTeamAlarmsResource has the operations of Client.PurpleTeam.Alarms.
type PurpleTeamAlarmsResource struct {
	client *Client
}

func newPurpleTeamAlarmsResource(client *Client) *PurpleTeamAlarmsResource {
	return &PurpleTeamAlarmsResource{client: client}
}

// PurpleTeamAlarmsListParams are the parameters of purple_team.alarms.list. Fields that are left out are not sent.
type PurpleTeamAlarmsListParams struct {
	Limit  int
	Cursor string
	Open   *bool
}

func (p *PurpleTeamAlarmsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putBool(values, "open", p.Open)
	_ = headers
}

// List: Lost detections: open alarms first, then the newest
//
// An alarm is resolved when the same test, or the same contract on the host, is detected again.
func (r *PurpleTeamAlarmsResource) List(params *PurpleTeamAlarmsListParams, options ...CallOption) *Pager[PurpleAlarm, PurpleAlarmPage] {
	return newPager[PurpleAlarm, PurpleAlarmPage](r.client, &request{method: "GET", path: "/api/v1/purple-team/alarms", params: params}, options)
}

// PurpleTeamAtomicTestsResource has the operations of Client.PurpleTeam.AtomicTests.
type PurpleTeamAtomicTestsResource struct {
	client *Client
}

func newPurpleTeamAtomicTestsResource(client *Client) *PurpleTeamAtomicTestsResource {
	return &PurpleTeamAtomicTestsResource{client: client}
}

// PurpleTeamAtomicTestsListParams are the parameters of purple_team.atomic_tests.list. Fields that are left out are not sent.
type PurpleTeamAtomicTestsListParams struct {
	Limit  int
	Cursor string
	// of ATT&CK, such as T1059.001
	Technique string
	// One of windows, linux, network, aws, okta, kubernetes, microsoft365.
	Platform string
}

func (p *PurpleTeamAtomicTestsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "technique", p.Technique)
	putString(values, "platform", p.Platform)
	_ = headers
}

// List: Available tests, with the events of each
//
// Needs `rules:read`.
func (r *PurpleTeamAtomicTestsResource) List(params *PurpleTeamAtomicTestsListParams, options ...CallOption) *Pager[AtomicTest, AtomicTestPage] {
	return newPager[AtomicTest, AtomicTestPage](r.client, &request{method: "GET", path: "/api/v1/purple-team/atomic-tests", params: params}, options)
}

// PurpleTeamAtomicsResource has the operations of Client.PurpleTeam.Atomics.
type PurpleTeamAtomicsResource struct {
	client *Client
}

func newPurpleTeamAtomicsResource(client *Client) *PurpleTeamAtomicsResource {
	return &PurpleTeamAtomicsResource{client: client}
}

// Create: Import files of atomic tests in the format of Atomic Red Team
//
// Files are read independently; a faulty file or test is reported with its reason, and the others are imported. Nothing runs: a test must be put on the safe list first, and leaves it when its commands change.
func (r *PurpleTeamAtomicsResource) Create(ctx context.Context, body AtomicsImport, options ...CallOption) (*AtomicsImported, error) {
	return answerOf[AtomicsImported](ctx, r.client, &request{method: "POST", path: "/api/v1/purple-team/atomics", body: body}, options)
}

// Delete: Remove an imported atomic test; its runs stay
//
// Needs `rules:write`. Recorded in the audit log as `purple_team:atomic_deleted`.
func (r *PurpleTeamAtomicsResource) Delete(ctx context.Context, atomicId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/purple-team/atomics/{atomic_id}", parts: []string{atomicId}}, nil, options)
}

// Get: One imported atomic test with all its commands
//
// Needs `rules:read`.
func (r *PurpleTeamAtomicsResource) Get(ctx context.Context, atomicId string, options ...CallOption) (*ImportedAtomic, error) {
	return answerOf[ImportedAtomic](ctx, r.client, &request{method: "GET", path: "/api/v1/purple-team/atomics/{atomic_id}", parts: []string{atomicId}}, options)
}

// PurpleTeamAtomicsListParams are the parameters of purple_team.atomics.list. Fields that are left out are not sent.
type PurpleTeamAtomicsListParams struct {
	Limit  int
	Cursor string
	// of ATT&CK, such as T1059.004
	Technique string
}

func (p *PurpleTeamAtomicsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "technique", p.Technique)
	_ = headers
}

// List: Imported atomic tests, by technique and name
//
// Needs `rules:read`.
func (r *PurpleTeamAtomicsResource) List(params *PurpleTeamAtomicsListParams, options ...CallOption) *Pager[ImportedAtomic, ImportedAtomicPage] {
	return newPager[ImportedAtomic, ImportedAtomicPage](r.client, &request{method: "GET", path: "/api/v1/purple-team/atomics", params: params}, options)
}

// SetSafe: Put an imported test on the safe list, or take it off
//
// Needs `settings:write`. Recorded in the audit log as `purple_team:atomic_marked`.
func (r *PurpleTeamAtomicsResource) SetSafe(ctx context.Context, atomicId string, body AtomicSafety, options ...CallOption) (*ImportedAtomic, error) {
	return answerOf[ImportedAtomic](ctx, r.client, &request{method: "PUT", path: "/api/v1/purple-team/atomics/{atomic_id}/safe", parts: []string{atomicId}, body: body}, options)
}

// PurpleTeamDriftResource has the operations of Client.PurpleTeam.Drift.
type PurpleTeamDriftResource struct {
	client    *Client
	Snapshots *PurpleTeamDriftSnapshotsResource
}

func newPurpleTeamDriftResource(client *Client) *PurpleTeamDriftResource {
	return &PurpleTeamDriftResource{
		client:    client,
		Snapshots: newPurpleTeamDriftSnapshotsResource(client),
	}
}

// PurpleTeamDriftDiffParams are the parameters of purple_team.drift.diff. Fields that are left out are not sent.
type PurpleTeamDriftDiffParams struct {
	From string
	To   string
}

func (p *PurpleTeamDriftDiffParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "from", p.From)
	putString(values, "to", p.To)
	_ = headers
}

// Diff: Difference between two snapshots
//
// Needs `rules:read`.
func (r *PurpleTeamDriftResource) Diff(ctx context.Context, params *PurpleTeamDriftDiffParams, options ...CallOption) (*PurpleTeamDrift, error) {
	return answerOf[PurpleTeamDrift](ctx, r.client, &request{method: "GET", path: "/api/v1/purple-team/drift/diff", params: params}, options)
}

// Snapshot: Store a snapshot of the present coverage
//
// The latest 500 are kept.
func (r *PurpleTeamDriftResource) Snapshot(ctx context.Context, body PurpleTeamSnapshotCreate, options ...CallOption) (*PurpleTeamSnapshot, error) {
	return answerOf[PurpleTeamSnapshot](ctx, r.client, &request{method: "POST", path: "/api/v1/purple-team/drift/snapshot", body: body}, options)
}

// PurpleTeamDriftSnapshotsResource has the operations of Client.PurpleTeam.Drift.Snapshots.
type PurpleTeamDriftSnapshotsResource struct {
	client *Client
}

func newPurpleTeamDriftSnapshotsResource(client *Client) *PurpleTeamDriftSnapshotsResource {
	return &PurpleTeamDriftSnapshotsResource{client: client}
}

// PurpleTeamDriftSnapshotsListParams are the parameters of purple_team.drift.snapshots.list. Fields that are left out are not sent.
type PurpleTeamDriftSnapshotsListParams struct {
	Limit  int
	Cursor string
}

func (p *PurpleTeamDriftSnapshotsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Snapshots of the coverage, newest first
//
// Needs `rules:read`.
func (r *PurpleTeamDriftSnapshotsResource) List(params *PurpleTeamDriftSnapshotsListParams, options ...CallOption) *Pager[PurpleTeamSnapshot, PurpleTeamSnapshotPage] {
	return newPager[PurpleTeamSnapshot, PurpleTeamSnapshotPage](r.client, &request{method: "GET", path: "/api/v1/purple-team/drift/snapshots", params: params}, options)
}

// PurpleTeamExecutionsResource has the operations of Client.PurpleTeam.Executions.
type PurpleTeamExecutionsResource struct {
	client *Client
}

func newPurpleTeamExecutionsResource(client *Client) *PurpleTeamExecutionsResource {
	return &PurpleTeamExecutionsResource{client: client}
}

// Create: Run a test
//
// Its events are synthetic, with a host and a user that do not exist, and pass through the pipeline with the source purple-team. Their alerts are marked as an exercise.
func (r *PurpleTeamExecutionsResource) Create(ctx context.Context, body PurpleTeamExecutionCreate, options ...CallOption) (*PurpleTeamExecution, error) {
	return answerOf[PurpleTeamExecution](ctx, r.client, &request{method: "POST", path: "/api/v1/purple-team/executions", body: body}, options)
}

// Delete: Cancel an execution that has not ended
//
// Events already sent stay, and so do their alerts.
func (r *PurpleTeamExecutionsResource) Delete(ctx context.Context, executionId string, options ...CallOption) (*PurpleTeamExecution, error) {
	return answerOf[PurpleTeamExecution](ctx, r.client, &request{method: "DELETE", path: "/api/v1/purple-team/executions/{execution_id}", parts: []string{executionId}}, options)
}

// Get: Current result of an execution
//
// Needs `rules:read`.
func (r *PurpleTeamExecutionsResource) Get(ctx context.Context, executionId string, options ...CallOption) (*PurpleTeamExecution, error) {
	return answerOf[PurpleTeamExecution](ctx, r.client, &request{method: "GET", path: "/api/v1/purple-team/executions/{execution_id}", parts: []string{executionId}}, options)
}

// PurpleTeamExecutionsListParams are the parameters of purple_team.executions.list. Fields that are left out are not sent.
type PurpleTeamExecutionsListParams struct {
	Limit  int
	Cursor string
	// One of pending, running, success, failed, cancelled.
	Status       string
	AtomicTestID string
}

func (p *PurpleTeamExecutionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "status", p.Status)
	putString(values, "atomic_test_id", p.AtomicTestID)
	_ = headers
}

// List: Executions, newest first
//
// Needs `rules:read`.
func (r *PurpleTeamExecutionsResource) List(params *PurpleTeamExecutionsListParams, options ...CallOption) *Pager[PurpleTeamExecution, PurpleTeamExecutionPage] {
	return newPager[PurpleTeamExecution, PurpleTeamExecutionPage](r.client, &request{method: "GET", path: "/api/v1/purple-team/executions", params: params}, options)
}

// PurpleTeamExpectationsResource has the operations of Client.PurpleTeam.Expectations.
type PurpleTeamExpectationsResource struct {
	client *Client
}

func newPurpleTeamExpectationsResource(client *Client) *PurpleTeamExpectationsResource {
	return &PurpleTeamExpectationsResource{client: client}
}

// Create: Expect a rule, or any rule that names a technique, to fire on a host by a deadline
//
// For activity produced on the host by hand or by another tool.
func (r *PurpleTeamExpectationsResource) Create(ctx context.Context, body PurpleExpectationCreate, options ...CallOption) (*PurpleExpectation, error) {
	return answerOf[PurpleExpectation](ctx, r.client, &request{method: "POST", path: "/api/v1/purple-team/expectations", body: body}, options)
}

// Get: One detection contract with the last link that worked
//
// Needs `rules:read`.
func (r *PurpleTeamExpectationsResource) Get(ctx context.Context, expectationId string, options ...CallOption) (*PurpleExpectation, error) {
	return answerOf[PurpleExpectation](ctx, r.client, &request{method: "GET", path: "/api/v1/purple-team/expectations/{expectation_id}", parts: []string{expectationId}}, options)
}

// PurpleTeamExpectationsListParams are the parameters of purple_team.expectations.list. Fields that are left out are not sent.
type PurpleTeamExpectationsListParams struct {
	Limit   int
	Cursor  string
	HostRun string
}

func (p *PurpleTeamExpectationsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "host_run", p.HostRun)
	_ = headers
}

// List: Detection contracts with the last link that worked, newest first
//
// Needs `rules:read`.
func (r *PurpleTeamExpectationsResource) List(params *PurpleTeamExpectationsListParams, options ...CallOption) *Pager[PurpleExpectation, PurpleExpectationPage] {
	return newPager[PurpleExpectation, PurpleExpectationPage](r.client, &request{method: "GET", path: "/api/v1/purple-team/expectations", params: params}, options)
}

// PurpleTeamHostRunsResource has the operations of Client.PurpleTeam.HostRuns.
type PurpleTeamHostRunsResource struct {
	client *Client
}

func newPurpleTeamHostRunsResource(client *Client) *PurpleTeamHostRunsResource {
	return &PurpleTeamHostRunsResource{client: client}
}

// Begin: Start a run as the runner on the host: once, and only on the machine it is for
//
// Its contracts count from now on.
func (r *PurpleTeamHostRunsResource) Begin(ctx context.Context, hostRunId string, body HostRunBegin, options ...CallOption) (*PurpleHostRun, error) {
	return answerOf[PurpleHostRun](ctx, r.client, &request{method: "POST", path: "/api/v1/purple-team/host-runs/{host_run_id}/begin", parts: []string{hostRunId}, body: body}, options)
}

// Cancel: Cancel a run that has not started
//
// Needs `actions:write`. Recorded in the audit log as `purple_team:host_run_cancelled`.
func (r *PurpleTeamHostRunsResource) Cancel(ctx context.Context, hostRunId string, options ...CallOption) (*PurpleHostRun, error) {
	return answerOf[PurpleHostRun](ctx, r.client, &request{method: "POST", path: "/api/v1/purple-team/host-runs/{host_run_id}/cancel", parts: []string{hostRunId}}, options)
}

// Create: Request a run of an imported test on a host
//
// The test must be on the safe list, and `consent` is "run on HOST". svc sends nothing to the host: a person there runs `svc purple run ID` within 24 hours, reviews the commands, and confirms.
func (r *PurpleTeamHostRunsResource) Create(ctx context.Context, body HostRunCreate, options ...CallOption) (*PurpleHostRun, error) {
	return answerOf[PurpleHostRun](ctx, r.client, &request{method: "POST", path: "/api/v1/purple-team/host-runs", body: body}, options)
}

// Get: One run on a host with its result
//
// Needs `rules:read`.
func (r *PurpleTeamHostRunsResource) Get(ctx context.Context, hostRunId string, options ...CallOption) (*PurpleHostRun, error) {
	return answerOf[PurpleHostRun](ctx, r.client, &request{method: "GET", path: "/api/v1/purple-team/host-runs/{host_run_id}", parts: []string{hostRunId}}, options)
}

// PurpleTeamHostRunsListParams are the parameters of purple_team.host_runs.list. Fields that are left out are not sent.
type PurpleTeamHostRunsListParams struct {
	Limit  int
	Cursor string
}

func (p *PurpleTeamHostRunsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Runs on hosts, newest first
//
// Needs `rules:read`.
func (r *PurpleTeamHostRunsResource) List(params *PurpleTeamHostRunsListParams, options ...CallOption) *Pager[PurpleHostRun, PurpleHostRunPage] {
	return newPager[PurpleHostRun, PurpleHostRunPage](r.client, &request{method: "GET", path: "/api/v1/purple-team/host-runs", params: params}, options)
}

// Report: Report the result of a run as the runner on the host
//
// Needs `actions:write`. Recorded in the audit log as `purple_team:host_run_reported`.
func (r *PurpleTeamHostRunsResource) Report(ctx context.Context, hostRunId string, body HostRunReport, options ...CallOption) (*PurpleHostRun, error) {
	return answerOf[PurpleHostRun](ctx, r.client, &request{method: "POST", path: "/api/v1/purple-team/host-runs/{host_run_id}/report", parts: []string{hostRunId}, body: body}, options)
}

// PurpleTeamRoundsResource has the operations of Client.PurpleTeam.Rounds.
type PurpleTeamRoundsResource struct {
	client *Client
}

func newPurpleTeamRoundsResource(client *Client) *PurpleTeamRoundsResource {
	return &PurpleTeamRoundsResource{client: client}
}

// PurpleTeamRoundsListParams are the parameters of purple_team.rounds.list. Fields that are left out are not sent.
type PurpleTeamRoundsListParams struct {
	Limit    int
	Cursor   string
	Schedule string
}

func (p *PurpleTeamRoundsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "schedule", p.Schedule)
	_ = headers
}

// List: Rounds of scheduled tests with their results, newest first
//
// Needs `rules:read`.
func (r *PurpleTeamRoundsResource) List(params *PurpleTeamRoundsListParams, options ...CallOption) *Pager[PurpleRound, PurpleRoundPage] {
	return newPager[PurpleRound, PurpleRoundPage](r.client, &request{method: "GET", path: "/api/v1/purple-team/rounds", params: params}, options)
}

// PurpleTeamSchedulesResource has the operations of Client.PurpleTeam.Schedules.
type PurpleTeamSchedulesResource struct {
	client *Client
}

func newPurpleTeamSchedulesResource(client *Client) *PurpleTeamSchedulesResource {
	return &PurpleTeamSchedulesResource{client: client}
}

// Create: Schedule tests of the catalogue
//
// A round that is still running when the next is due continues, and the next one starts an interval later. The latest 1000 rounds are kept.
func (r *PurpleTeamSchedulesResource) Create(ctx context.Context, body PurpleScheduleWrite, options ...CallOption) (*PurpleSchedule, error) {
	return answerOf[PurpleSchedule](ctx, r.client, &request{method: "POST", path: "/api/v1/purple-team/schedules", body: body}, options)
}

// Delete: Delete a schedule; its rounds stay
//
// Needs `rules:write`. Recorded in the audit log as `purple_team:schedule_deleted`.
func (r *PurpleTeamSchedulesResource) Delete(ctx context.Context, scheduleId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/purple-team/schedules/{schedule_id}", parts: []string{scheduleId}}, nil, options)
}

// PurpleTeamSchedulesListParams are the parameters of purple_team.schedules.list. Fields that are left out are not sent.
type PurpleTeamSchedulesListParams struct {
	Limit  int
	Cursor string
}

func (p *PurpleTeamSchedulesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Schedules of tests, newest first
//
// Needs `rules:read`.
func (r *PurpleTeamSchedulesResource) List(params *PurpleTeamSchedulesListParams, options ...CallOption) *Pager[PurpleSchedule, PurpleSchedulePage] {
	return newPager[PurpleSchedule, PurpleSchedulePage](r.client, &request{method: "GET", path: "/api/v1/purple-team/schedules", params: params}, options)
}

// Update: Change a schedule, or disable or enable it
//
// Needs `rules:write`. Recorded in the audit log as `purple_team:schedule_changed`.
func (r *PurpleTeamSchedulesResource) Update(ctx context.Context, scheduleId string, body PurpleScheduleWrite, options ...CallOption) (*PurpleSchedule, error) {
	return answerOf[PurpleSchedule](ctx, r.client, &request{method: "PUT", path: "/api/v1/purple-team/schedules/{schedule_id}", parts: []string{scheduleId}, body: body}, options)
}

// PurpleTeamTabletopResource has the operations of Client.PurpleTeam.Tabletop.
type PurpleTeamTabletopResource struct {
	client *Client
	Steps  *PurpleTeamTabletopStepsResource
}

func newPurpleTeamTabletopResource(client *Client) *PurpleTeamTabletopResource {
	return &PurpleTeamTabletopResource{
		client: client,
		Steps:  newPurpleTeamTabletopStepsResource(client),
	}
}

// Create: Start a tabletop exercise
//
// Needs `rules:write`. Recorded in the audit log as `purple_team:tabletop_created`.
func (r *PurpleTeamTabletopResource) Create(ctx context.Context, body TabletopCreate, options ...CallOption) (*Tabletop, error) {
	return answerOf[Tabletop](ctx, r.client, &request{method: "POST", path: "/api/v1/purple-team/tabletop", body: body}, options)
}

// PurpleTeamTabletopListParams are the parameters of purple_team.tabletop.list. Fields that are left out are not sent.
type PurpleTeamTabletopListParams struct {
	Limit  int
	Cursor string
}

func (p *PurpleTeamTabletopListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Tabletop exercises with their steps, newest first
//
// Needs `cases:read`.
func (r *PurpleTeamTabletopResource) List(params *PurpleTeamTabletopListParams, options ...CallOption) *Pager[Tabletop, TabletopPage] {
	return newPager[Tabletop, TabletopPage](r.client, &request{method: "GET", path: "/api/v1/purple-team/tabletop", params: params}, options)
}

// Report: Result of a tabletop exercise: answers, times, points and findings
//
// Needs `cases:read`.
func (r *PurpleTeamTabletopResource) Report(ctx context.Context, tabletopId string, options ...CallOption) (*TabletopReport, error) {
	return answerOf[TabletopReport](ctx, r.client, &request{method: "GET", path: "/api/v1/purple-team/tabletop/{tabletop_id}/report", parts: []string{tabletopId}}, options)
}

// PurpleTeamTabletopStepsResource has the operations of Client.PurpleTeam.Tabletop.Steps.
type PurpleTeamTabletopStepsResource struct {
	client *Client
}

func newPurpleTeamTabletopStepsResource(client *Client) *PurpleTeamTabletopStepsResource {
	return &PurpleTeamTabletopStepsResource{client: client}
}

// Run: Record the next step of an exercise
//
// An inject, and the end of an exercise, need the permission rules:write.
func (r *PurpleTeamTabletopStepsResource) Run(ctx context.Context, tabletopId string, body TabletopStepCreate, options ...CallOption) (*TabletopStep, error) {
	return answerOf[TabletopStep](ctx, r.client, &request{method: "POST", path: "/api/v1/purple-team/tabletop/{tabletop_id}/steps", parts: []string{tabletopId}, body: body}, options)
}

// SetScore: Score the answers to an inject of an exercise; a second score replaces the first
//
// Needs `rules:write`. Recorded in the audit log as `purple_team:inject_scored`.
func (r *PurpleTeamTabletopStepsResource) SetScore(ctx context.Context, tabletopId, step string, body TabletopScore, options ...CallOption) (*TabletopScoredInject, error) {
	return answerOf[TabletopScoredInject](ctx, r.client, &request{method: "PUT", path: "/api/v1/purple-team/tabletop/{tabletop_id}/steps/{step}/score", parts: []string{tabletopId, step}, body: body}, options)
}

// PushResource has the operations of Client.Push.
type PushResource struct {
	client        *Client
	Subscriptions *PushSubscriptionsResource
}

func newPushResource(client *Client) *PushResource {
	return &PushResource{
		client:        client,
		Subscriptions: newPushSubscriptionsResource(client),
	}
}

// PublicKey: Public key for push subscriptions of browsers
//
// For every signed-in user.
func (r *PushResource) PublicKey(ctx context.Context, options ...CallOption) (*PushPublicKey, error) {
	return answerOf[PushPublicKey](ctx, r.client, &request{method: "GET", path: "/api/v1/push/public-key"}, options)
}

// Subscribe: Subscribe this browser to push messages
//
// For every signed-in user. Recorded in the audit log as `push:subscribed`.
func (r *PushResource) Subscribe(ctx context.Context, body PushSubscribe, options ...CallOption) (*PushSubscribed, error) {
	return answerOf[PushSubscribed](ctx, r.client, &request{method: "POST", path: "/api/v1/push/subscribe", body: body}, options)
}

// Test: Send a test message to the caller’s browsers now
//
// For every signed-in user.
func (r *PushResource) Test(ctx context.Context, options ...CallOption) (*PushTested, error) {
	return answerOf[PushTested](ctx, r.client, &request{method: "POST", path: "/api/v1/push/test", reads: true}, options)
}

// Unsubscribe: Unsubscribe a browser by its endpoint
//
// For every signed-in user. Recorded in the audit log as `push:unsubscribed`.
func (r *PushResource) Unsubscribe(ctx context.Context, body PushUnsubscribe, options ...CallOption) (*PushUnsubscribed, error) {
	return answerOf[PushUnsubscribed](ctx, r.client, &request{method: "POST", path: "/api/v1/push/unsubscribe", body: body}, options)
}

// PushSubscriptionsResource has the operations of Client.Push.Subscriptions.
type PushSubscriptionsResource struct {
	client *Client
}

func newPushSubscriptionsResource(client *Client) *PushSubscriptionsResource {
	return &PushSubscriptionsResource{client: client}
}

// Create: Subscribe this browser to push messages
//
// For every signed-in user. Recorded in the audit log as `push:subscribed`.
func (r *PushSubscriptionsResource) Create(ctx context.Context, body PushSubscribe, options ...CallOption) (*PushSubscribed, error) {
	return answerOf[PushSubscribed](ctx, r.client, &request{method: "POST", path: "/api/v1/push/subscriptions", body: body}, options)
}

// Delete: Unsubscribe a browser from push messages
//
// For every signed-in user. Recorded in the audit log as `push:unsubscribed`.
func (r *PushSubscriptionsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/push/subscriptions/{id}", parts: []string{id}}, nil, options)
}

// PushSubscriptionsListParams are the parameters of push.subscriptions.list. Fields that are left out are not sent.
type PushSubscriptionsListParams struct {
	Limit  int
	Cursor string
}

func (p *PushSubscriptionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Subscribed browsers of the caller
//
// For every signed-in user.
func (r *PushSubscriptionsResource) List(params *PushSubscriptionsListParams, options ...CallOption) *Pager[PushSubscription, PushSubscriptionPage] {
	return newPager[PushSubscription, PushSubscriptionPage](r.client, &request{method: "GET", path: "/api/v1/push/subscriptions", params: params}, options)
}

// RbacResource has the operations of Client.Rbac.
type RbacResource struct {
	client      *Client
	Permissions *RbacPermissionsResource
	Roles       *RbacRolesResource
	Users       *RbacUsersResource
}

func newRbacResource(client *Client) *RbacResource {
	return &RbacResource{
		client:      client,
		Permissions: newRbacPermissionsResource(client),
		Roles:       newRbacRolesResource(client),
		Users:       newRbacUsersResource(client),
	}
}

// RbacPermissionsResource has the operations of Client.Rbac.Permissions.
type RbacPermissionsResource struct {
	client *Client
}

func newRbacPermissionsResource(client *Client) *RbacPermissionsResource {
	return &RbacPermissionsResource{client: client}
}

// Create: Create a permission of the tenant’s own for its roles and keys
//
// Needs `roles:write`. Recorded in the audit log as `permission:created`.
func (r *RbacPermissionsResource) Create(ctx context.Context, body PermissionCreate, options ...CallOption) (*Permission, error) {
	return answerOf[Permission](ctx, r.client, &request{method: "POST", path: "/api/v1/rbac/permissions", body: body, keyed: true}, options)
}

// Delete: Delete a permission of the tenant’s own; 409 while a role or an active key holds it
//
// Needs `roles:write`. Recorded in the audit log as `permission:deleted`.
func (r *RbacPermissionsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/rbac/permissions/{id}", parts: []string{id}}, nil, options)
}

// RbacPermissionsListParams are the parameters of rbac.permissions.list. Fields that are left out are not sent.
type RbacPermissionsListParams struct {
	Limit  int
	Cursor string
}

func (p *RbacPermissionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: All permissions: those of svc, then the tenant’s own by name
//
// Needs `roles:read`.
func (r *RbacPermissionsResource) List(params *RbacPermissionsListParams, options ...CallOption) *Pager[Permission, PermissionPage] {
	return newPager[Permission, PermissionPage](r.client, &request{method: "GET", path: "/api/v1/rbac/permissions", params: params}, options)
}

// Update: Change the description of a permission of the tenant’s own; its name stays
//
// Needs `roles:write`. Recorded in the audit log as `permission:updated`.
func (r *RbacPermissionsResource) Update(ctx context.Context, id string, body PermissionPut, options ...CallOption) (*Permission, error) {
	return answerOf[Permission](ctx, r.client, &request{method: "PUT", path: "/api/v1/rbac/permissions/{id}", parts: []string{id}, body: body}, options)
}

// RbacRolesResource has the operations of Client.Rbac.Roles.
type RbacRolesResource struct {
	client *Client
}

func newRbacRolesResource(client *Client) *RbacRolesResource {
	return &RbacRolesResource{client: client}
}

// Create: Create a role
//
// Needs `roles:write`. Recorded in the audit log as `role:created`.
func (r *RbacRolesResource) Create(ctx context.Context, body RolePut, options ...CallOption) (*Role, error) {
	return answerOf[Role](ctx, r.client, &request{method: "POST", path: "/api/v1/rbac/roles", body: body, keyed: true}, options)
}

// Delete: Delete a role
//
// Needs `roles:write`. Recorded in the audit log as `role:deleted`.
func (r *RbacRolesResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/rbac/roles/{id}", parts: []string{id}}, nil, options)
}

// RbacRolesListParams are the parameters of rbac.roles.list. Fields that are left out are not sent.
type RbacRolesListParams struct {
	Limit  int
	Cursor string
}

func (p *RbacRolesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Roles: the tenant’s own, newest first, then the system roles
//
// Needs `roles:read`.
func (r *RbacRolesResource) List(params *RbacRolesListParams, options ...CallOption) *Pager[Role, RolePage] {
	return newPager[Role, RolePage](r.client, &request{method: "GET", path: "/api/v1/rbac/roles", params: params}, options)
}

// Update: Replace a role
//
// Needs `roles:write`. Recorded in the audit log as `role:updated`.
func (r *RbacRolesResource) Update(ctx context.Context, id string, body RolePut, options ...CallOption) (*Role, error) {
	return answerOf[Role](ctx, r.client, &request{method: "PUT", path: "/api/v1/rbac/roles/{id}", parts: []string{id}, body: body}, options)
}

// RbacUsersResource has the operations of Client.Rbac.Users.
type RbacUsersResource struct {
	client *Client
	Roles  *RbacUsersRolesResource
}

func newRbacUsersResource(client *Client) *RbacUsersResource {
	return &RbacUsersResource{
		client: client,
		Roles:  newRbacUsersRolesResource(client),
	}
}

// EffectivePermissions: Effective permissions of a user, with the roles that grant them
//
// Needs `users:read`.
func (r *RbacUsersResource) EffectivePermissions(ctx context.Context, userId string, options ...CallOption) (*EffectivePermissions, error) {
	return answerOf[EffectivePermissions](ctx, r.client, &request{method: "GET", path: "/api/v1/rbac/users/{user_id}/effective-permissions", parts: []string{userId}}, options)
}

// RbacUsersRolesResource has the operations of Client.Rbac.Users.Roles.
type RbacUsersRolesResource struct {
	client *Client
}

func newRbacUsersRolesResource(client *Client) *RbacUsersRolesResource {
	return &RbacUsersRolesResource{client: client}
}

// Create: Assign a role to a user; repeating it changes nothing
//
// Needs `users:write`. Recorded in the audit log as `role:assigned`.
func (r *RbacUsersRolesResource) Create(ctx context.Context, userId string, body RoleAssign, options ...CallOption) (*EffectivePermissions, error) {
	return answerOf[EffectivePermissions](ctx, r.client, &request{method: "POST", path: "/api/v1/rbac/users/{user_id}/roles", parts: []string{userId}, body: body}, options)
}

// Delete: Remove a role from a user
//
// Needs `users:write`. Recorded in the audit log as `role:unassigned`.
func (r *RbacUsersRolesResource) Delete(ctx context.Context, userId, roleId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/rbac/users/{user_id}/roles/{role_id}", parts: []string{userId, roleId}}, nil, options)
}

// RealtimeResource has the operations of Client.Realtime.
type RealtimeResource struct {
	client *Client
}

func newRealtimeResource(client *Client) *RealtimeResource {
	return &RealtimeResource{client: client}
}

// RealtimeSSEParams are the parameters of realtime.sse. Fields that are left out are not sent.
type RealtimeSSEParams struct {
	// ticket of `POST /realtime/ticket`; opens one stream
	Token string
	// channels, separated by commas; default: all permitted ones
	Channels string
	// id of the last event seen, to continue after it
	Cursor string
}

func (p *RealtimeSSEParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "token", p.Token)
	putString(values, "channels", p.Channels)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// SSE: Stream the events of a tenant as Server-Sent Events
//
// Public: the ticket identifies the caller. `/api/v1/realtime/ws` and `/api/v1/realtime/ws/{channel}` send the same over a WebSocket.
func (r *RealtimeResource) SSE(ctx context.Context, params *RealtimeSSEParams, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/realtime/sse", params: params, public: true}, options)
}

// Ticket: Get a ticket for one stream
//
// For every signed-in user.
func (r *RealtimeResource) Ticket(ctx context.Context, options ...CallOption) (*StreamTicket, error) {
	return answerOf[StreamTicket](ctx, r.client, &request{method: "POST", path: "/api/v1/realtime/ticket", reads: true}, options)
}

// ReportSchedulesResource has the operations of Client.ReportSchedules.
type ReportSchedulesResource struct {
	client *Client
}

func newReportSchedulesResource(client *Client) *ReportSchedulesResource {
	return &ReportSchedulesResource{client: client}
}

// Create: Create a schedule that makes and mails a report every day, week or month
//
// Needs `reports:write`. Recorded in the audit log as `report_schedule:created`.
func (r *ReportSchedulesResource) Create(ctx context.Context, body ReportSchedulePut, options ...CallOption) (*ShownReportSchedule, error) {
	return answerOf[ShownReportSchedule](ctx, r.client, &request{method: "POST", path: "/api/v1/report-schedules", body: body}, options)
}

// Delete: Delete a report schedule; its reports stay
//
// Needs `reports:write`. Recorded in the audit log as `report_schedule:deleted`.
func (r *ReportSchedulesResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/report-schedules/{id}", parts: []string{id}}, nil, options)
}

// ReportSchedulesListParams are the parameters of report_schedules.list. Fields that are left out are not sent.
type ReportSchedulesListParams struct {
	Limit  int
	Cursor string
}

func (p *ReportSchedulesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Report schedules, by name
//
// Needs `reports:read`.
func (r *ReportSchedulesResource) List(params *ReportSchedulesListParams, options ...CallOption) *Pager[ReportSchedule, ReportSchedulePage] {
	return newPager[ReportSchedule, ReportSchedulePage](r.client, &request{method: "GET", path: "/api/v1/report-schedules", params: params}, options)
}

// Update: Replace a report schedule; its next run is computed from now
//
// Needs `reports:write`. Recorded in the audit log as `report_schedule:changed`.
func (r *ReportSchedulesResource) Update(ctx context.Context, id string, body ReportSchedulePut, options ...CallOption) (*ShownReportSchedule, error) {
	return answerOf[ShownReportSchedule](ctx, r.client, &request{method: "PUT", path: "/api/v1/report-schedules/{id}", parts: []string{id}, body: body}, options)
}

// ReportsResource has the operations of Client.Reports.
type ReportsResource struct {
	client *Client
}

func newReportsResource(client *Client) *ReportsResource {
	return &ReportsResource{client: client}
}

// Create: Create a report of the last whole days or of a month now, without mailing it
//
// Needs `reports:write`. Recorded in the audit log as `report:made`.
func (r *ReportsResource) Create(ctx context.Context, body ReportPost, options ...CallOption) (*WholeReport, error) {
	return answerOf[WholeReport](ctx, r.client, &request{method: "POST", path: "/api/v1/reports", body: body}, options)
}

// Get: One report with its figures and the delivery of its mails
//
// Needs `reports:read`.
func (r *ReportsResource) Get(ctx context.Context, id string, options ...CallOption) (*ReportWithMails, error) {
	return answerOf[ReportWithMails](ctx, r.client, &request{method: "GET", path: "/api/v1/reports/{id}", parts: []string{id}}, options)
}

// ReportsListParams are the parameters of reports.list. Fields that are left out are not sent.
type ReportsListParams struct {
	Limit  int
	Cursor string
}

func (p *ReportsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Reports, newest first
//
// Needs `reports:read`.
func (r *ReportsResource) List(params *ReportsListParams, options ...CallOption) *Pager[Report, ReportPage] {
	return newPager[Report, ReportPage](r.client, &request{method: "GET", path: "/api/v1/reports", params: params}, options)
}

// ResponseResource has the operations of Client.Response.
type ResponseResource struct {
	client    *Client
	Executors *ResponseExecutorsResource
	Targets   *ResponseTargetsResource
}

func newResponseResource(client *Client) *ResponseResource {
	return &ResponseResource{
		client:    client,
		Executors: newResponseExecutorsResource(client),
		Targets:   newResponseTargetsResource(client),
	}
}

// ResponseBlockListParams are the parameters of response.block_list. Fields that are left out are not sent.
type ResponseBlockListParams struct {
	// One of ip, domain, url, hash.
	Kind string
}

func (p *ResponseBlockListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "kind", p.Kind)
	_ = headers
}

// BlockList: Block list for firewalls, proxies and resolvers: one value per line; 304 when unchanged
//
// Needs `actions:read`.
func (r *ResponseResource) BlockList(ctx context.Context, params *ResponseBlockListParams, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/response/block-list", params: params}, options)
}

// ResponseExecutorsResource has the operations of Client.Response.Executors.
type ResponseExecutorsResource struct {
	client *Client
}

func newResponseExecutorsResource(client *Client) *ResponseExecutorsResource {
	return &ResponseExecutorsResource{client: client}
}

// Create: Connect an executor
//
// Needs `settings:write`. Recorded in the audit log as `response_executor:created`.
func (r *ResponseExecutorsResource) Create(ctx context.Context, body ResponseExecutorCreate, options ...CallOption) (*ResponseExecutor, error) {
	return answerOf[ResponseExecutor](ctx, r.client, &request{method: "POST", path: "/api/v1/response/executors", body: body}, options)
}

// Delete: Disconnect an executor
//
// Needs `settings:write`. Recorded in the audit log as `response_executor:deleted`.
func (r *ResponseExecutorsResource) Delete(ctx context.Context, executorId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/response/executors/{executor_id}", parts: []string{executorId}}, nil, options)
}

// ResponseExecutorsListParams are the parameters of response.executors.list. Fields that are left out are not sent.
type ResponseExecutorsListParams struct {
	Limit  int
	Cursor string
}

func (p *ResponseExecutorsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Executors of actions
//
// Needs `settings:read`.
func (r *ResponseExecutorsResource) List(params *ResponseExecutorsListParams, options ...CallOption) *Pager[ResponseExecutor, ResponseExecutorPage] {
	return newPager[ResponseExecutor, ResponseExecutorPage](r.client, &request{method: "GET", path: "/api/v1/response/executors", params: params}, options)
}

// TicketHook: Create a webhook address and secret for ticket changes in Jira or ServiceNow; replaces the previous one
//
// Jira signs with the secret (X-Hub-Signature); a business rule of ServiceNow sends it as Authorization: Bearer with {"number": ...}.
func (r *ResponseExecutorsResource) TicketHook(ctx context.Context, executorId string, options ...CallOption) (*TicketHook, error) {
	return answerOf[TicketHook](ctx, r.client, &request{method: "POST", path: "/api/v1/response/executors/{executor_id}/ticket-hook", parts: []string{executorId}}, options)
}

// ResponseTargetsResource has the operations of Client.Response.Targets.
type ResponseTargetsResource struct {
	client *Client
}

func newResponseTargetsResource(client *Client) *ResponseTargetsResource {
	return &ResponseTargetsResource{client: client}
}

// Create: Add an entry to a list of targets
//
// Needs `settings:write`. Recorded in the audit log as `response_target:created`.
func (r *ResponseTargetsResource) Create(ctx context.Context, body ResponseTargetRuleCreate, options ...CallOption) (*ResponseTargetRule, error) {
	return answerOf[ResponseTargetRule](ctx, r.client, &request{method: "POST", path: "/api/v1/response/targets", body: body}, options)
}

// Delete: Remove an entry from a list of targets
//
// Needs `settings:write`. Recorded in the audit log as `response_target:deleted`.
func (r *ResponseTargetsResource) Delete(ctx context.Context, targetId string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/response/targets/{target_id}", parts: []string{targetId}}, nil, options)
}

// ResponseTargetsListParams are the parameters of response.targets.list. Fields that are left out are not sent.
type ResponseTargetsListParams struct {
	Limit  int
	Cursor string
}

func (p *ResponseTargetsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Lists of targets that actions must never affect, or may affect exclusively
//
// Needs `actions:read`.
func (r *ResponseTargetsResource) List(params *ResponseTargetsListParams, options ...CallOption) *Pager[ResponseTargetRule, ResponseTargetRulePage] {
	return newPager[ResponseTargetRule, ResponseTargetRulePage](r.client, &request{method: "GET", path: "/api/v1/response/targets", params: params}, options)
}

// RulesResource has the operations of Client.Rules.
type RulesResource struct {
	client       *Client
	Overlay      *RulesOverlayResource
	Overlays     *RulesOverlaysResource
	Placeholders *RulesPlaceholdersResource
	Suppressions *RulesSuppressionsResource
	Versions     *RulesVersionsResource
}

func newRulesResource(client *Client) *RulesResource {
	return &RulesResource{
		client:       client,
		Overlay:      newRulesOverlayResource(client),
		Overlays:     newRulesOverlaysResource(client),
		Placeholders: newRulesPlaceholdersResource(client),
		Suppressions: newRulesSuppressionsResource(client),
		Versions:     newRulesVersionsResource(client),
	}
}

// RulesActivityParams are the parameters of rules.activity. Fields that are left out are not sent.
type RulesActivityParams struct {
	Hours int
}

func (p *RulesActivityParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "hours", p.Hours)
	_ = headers
}

// Activity: Recent hits of rules, with the verdicts of people on their alerts
//
// Needs `rules:read`.
func (r *RulesResource) Activity(ctx context.Context, params *RulesActivityParams, options ...CallOption) (*RuleActivity, error) {
	return answerOf[RuleActivity](ctx, r.client, &request{method: "GET", path: "/api/v1/rules/activity", params: params}, options)
}

// Backtest: Test a rule against the events of the last days
//
// Needs `rules:read`. Recorded in the audit log as `rule:backtested`.
func (r *RulesResource) Backtest(ctx context.Context, id string, body RuleBackTest, options ...CallOption) (*RuleBackTestResult, error) {
	return answerOf[RuleBackTestResult](ctx, r.client, &request{method: "POST", path: "/api/v1/rules/{id}/backtest", parts: []string{id}, body: body}, options)
}

// Check: Check the text of a rule, and explain which sample events it matches
//
// For editors: nothing is stored.
func (r *RulesResource) Check(ctx context.Context, body RuleCheck, options ...CallOption) (*RuleChecked, error) {
	return answerOf[RuleChecked](ctx, r.client, &request{method: "POST", path: "/api/v1/rules/check", body: body, reads: true}, options)
}

// RulesCoverageParams are the parameters of rules.coverage. Fields that are left out are not sent.
type RulesCoverageParams struct {
	Hours int
	// true: include techniques that no rule names
	Gaps *bool
}

func (p *RulesCoverageParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "hours", p.Hours)
	putBool(values, "gaps", p.Gaps)
	_ = headers
}

// Coverage: List the ATT&CK techniques of the rules in force, with their recent hits
//
// Needs `rules:read`.
func (r *RulesResource) Coverage(ctx context.Context, params *RulesCoverageParams, options ...CallOption) (*AttackMatrix, error) {
	return answerOf[AttackMatrix](ctx, r.client, &request{method: "GET", path: "/api/v1/rules/coverage", params: params}, options)
}

// Create: Create a rule; takes effect within seconds
//
// Needs `rules:write`. Recorded in the audit log as `rule:created`.
func (r *RulesResource) Create(ctx context.Context, body RuleCreate, options ...CallOption) (*RuleChanged, error) {
	return answerOf[RuleChanged](ctx, r.client, &request{method: "POST", path: "/api/v1/rules", body: body, keyed: true}, options)
}

// Delete: Delete a rule and its versions
//
// Needs `rules:write`. Recorded in the audit log as `rule:deleted`.
func (r *RulesResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/rules/{id}", parts: []string{id}}, nil, options)
}

// Disable: Disable a rule, one of the tenant's own or a built-in one
//
// Needs `rules:write`. Recorded in the audit log as `rule:disabled`.
func (r *RulesResource) Disable(ctx context.Context, id string, options ...CallOption) (*RuleSwitched, error) {
	return answerOf[RuleSwitched](ctx, r.client, &request{method: "POST", path: "/api/v1/rules/{id}/disable", parts: []string{id}}, options)
}

// Enable: Enable a rule, one of the tenant's own or a built-in one
//
// Needs `rules:write`. Recorded in the audit log as `rule:enabled`.
func (r *RulesResource) Enable(ctx context.Context, id string, options ...CallOption) (*RuleSwitched, error) {
	return answerOf[RuleSwitched](ctx, r.client, &request{method: "POST", path: "/api/v1/rules/{id}/enable", parts: []string{id}}, options)
}

// Get: One rule with its text
//
// Needs `rules:read`.
func (r *RulesResource) Get(ctx context.Context, id string, options ...CallOption) (*RuleDetail, error) {
	return answerOf[RuleDetail](ctx, r.client, &request{method: "GET", path: "/api/v1/rules/{id}", parts: []string{id}}, options)
}

// Import: Import rule files; faulty rules are reported and left out, the others are imported
//
// Needs `rules:write`. Recorded in the audit log as `rule:imported`.
func (r *RulesResource) Import(ctx context.Context, body RuleImport, options ...CallOption) (*RuleImportReport, error) {
	return answerOf[RuleImportReport](ctx, r.client, &request{method: "POST", path: "/api/v1/rules/import", body: body}, options)
}

// RulesListParams are the parameters of rules.list. Fields that are left out are not sent.
type RulesListParams struct {
	Limit  int
	Cursor string
	// only built-in rules, or only the others
	IsBuiltin *bool
	// One of sigma, eql, kql, yara.
	Language string
	// One of informational, low, medium, high, critical.
	Severity string
	Enabled  *bool
	Search   string
}

func (p *RulesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putBool(values, "is_builtin", p.IsBuiltin)
	putString(values, "language", p.Language)
	putString(values, "severity", p.Severity)
	putBool(values, "enabled", p.Enabled)
	putString(values, "search", p.Search)
	_ = headers
}

// List: Rules: the tenant’s own, newest first, then built-in ones
//
// Needs `rules:read`.
func (r *RulesResource) List(params *RulesListParams, options ...CallOption) *Pager[Rule, RulePage] {
	return newPager[Rule, RulePage](r.client, &request{method: "GET", path: "/api/v1/rules", params: params}, options)
}

// Test: Run a rule over given events, and explain why it matches or does not
//
// Needs `rules:read`.
func (r *RulesResource) Test(ctx context.Context, id string, body RuleTest, options ...CallOption) (*RuleTestResult, error) {
	return answerOf[RuleTestResult](ctx, r.client, &request{method: "POST", path: "/api/v1/rules/{id}/test", parts: []string{id}, body: body, reads: true}, options)
}

// Update: Replace the text of a rule
//
// Needs `rules:write`. Recorded in the audit log as `rule:updated`.
func (r *RulesResource) Update(ctx context.Context, id string, body RuleReplace, options ...CallOption) (*RuleChanged, error) {
	return answerOf[RuleChanged](ctx, r.client, &request{method: "PUT", path: "/api/v1/rules/{id}", parts: []string{id}, body: body}, options)
}

// RulesOverlayResource has the operations of Client.Rules.Overlay.
type RulesOverlayResource struct {
	client *Client
}

func newRulesOverlayResource(client *Client) *RulesOverlayResource {
	return &RulesOverlayResource{client: client}
}

// Delete: Remove the overlay of a rule
//
// Needs `rules:write`. Recorded in the audit log as `rule:overlay_deleted`.
func (r *RulesOverlayResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/rules/{id}/overlay", parts: []string{id}}, nil, options)
}

// Get: The overlay of a rule
//
// Needs `rules:read`.
func (r *RulesOverlayResource) Get(ctx context.Context, id string, options ...CallOption) (*Overlay, error) {
	return answerOf[Overlay](ctx, r.client, &request{method: "GET", path: "/api/v1/rules/{id}/overlay", parts: []string{id}}, options)
}

// Update: Set the whole overlay of a rule; takes effect within seconds
//
// Needs `rules:write`. Recorded in the audit log as `rule:overlay_set`.
func (r *RulesOverlayResource) Update(ctx context.Context, id string, body OverlayPut, options ...CallOption) (*Overlay, error) {
	return answerOf[Overlay](ctx, r.client, &request{method: "PUT", path: "/api/v1/rules/{id}/overlay", parts: []string{id}, body: body}, options)
}

// RulesOverlaysResource has the operations of Client.Rules.Overlays.
type RulesOverlaysResource struct {
	client *Client
}

func newRulesOverlaysResource(client *Client) *RulesOverlaysResource {
	return &RulesOverlaysResource{client: client}
}

// RulesOverlaysListParams are the parameters of rules.overlays.list. Fields that are left out are not sent.
type RulesOverlaysListParams struct {
	Limit  int
	Cursor string
}

func (p *RulesOverlaysListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Overlays, by rule
//
// Needs `rules:read`.
func (r *RulesOverlaysResource) List(params *RulesOverlaysListParams, options ...CallOption) *Pager[Overlay, OverlayPage] {
	return newPager[Overlay, OverlayPage](r.client, &request{method: "GET", path: "/api/v1/rules/overlays", params: params}, options)
}

// RulesPlaceholdersResource has the operations of Client.Rules.Placeholders.
type RulesPlaceholdersResource struct {
	client *Client
}

func newRulesPlaceholdersResource(client *Client) *RulesPlaceholdersResource {
	return &RulesPlaceholdersResource{client: client}
}

// Get: Values of the placeholders in the tenant’s Sigma rules
//
// Needs `rules:read`.
func (r *RulesPlaceholdersResource) Get(ctx context.Context, options ...CallOption) (*RulePlaceholders, error) {
	return answerOf[RulePlaceholders](ctx, r.client, &request{method: "GET", path: "/api/v1/rules/placeholders"}, options)
}

// Update: Set all placeholders; takes effect within seconds
//
// Needs `rules:write`. Recorded in the audit log as `rule:placeholders_set`.
func (r *RulesPlaceholdersResource) Update(ctx context.Context, body RulePlaceholders, options ...CallOption) (*RulePlaceholders, error) {
	return answerOf[RulePlaceholders](ctx, r.client, &request{method: "PUT", path: "/api/v1/rules/placeholders", body: body}, options)
}

// RulesSuppressionsResource has the operations of Client.Rules.Suppressions.
type RulesSuppressionsResource struct {
	client *Client
}

func newRulesSuppressionsResource(client *Client) *RulesSuppressionsResource {
	return &RulesSuppressionsResource{client: client}
}

// Create: Suppress a rule for some values of a field, for a time
//
// The values are added to the allowlists of the rule’s overlay, and removed when the suppression ends; entries from before stay. A value such as 10.0.0.0/8 matches the addresses in it.
func (r *RulesSuppressionsResource) Create(ctx context.Context, body RuleSuppressionCreate, options ...CallOption) (*RuleSuppression, error) {
	return answerOf[RuleSuppression](ctx, r.client, &request{method: "POST", path: "/api/v1/rules/suppressions", body: body}, options)
}

// End: End a suppression early; the rule matches these values again
//
// Needs `rules:write`. Recorded in the audit log as `rule:suppression_ended`.
func (r *RulesSuppressionsResource) End(ctx context.Context, id string, options ...CallOption) (*RuleSuppression, error) {
	return answerOf[RuleSuppression](ctx, r.client, &request{method: "POST", path: "/api/v1/rules/suppressions/{id}/end", parts: []string{id}}, options)
}

// RulesSuppressionsListParams are the parameters of rules.suppressions.list. Fields that are left out are not sent.
type RulesSuppressionsListParams struct {
	Limit  int
	Cursor string
}

func (p *RulesSuppressionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Suppressions: active ones first, then the newest
//
// Needs `rules:read`.
func (r *RulesSuppressionsResource) List(params *RulesSuppressionsListParams, options ...CallOption) *Pager[RuleSuppression, RuleSuppressionPage] {
	return newPager[RuleSuppression, RuleSuppressionPage](r.client, &request{method: "GET", path: "/api/v1/rules/suppressions", params: params}, options)
}

// RulesVersionsResource has the operations of Client.Rules.Versions.
type RulesVersionsResource struct {
	client *Client
}

func newRulesVersionsResource(client *Client) *RulesVersionsResource {
	return &RulesVersionsResource{client: client}
}

// RulesVersionsListParams are the parameters of rules.versions.list. Fields that are left out are not sent.
type RulesVersionsListParams struct {
	Limit  int
	Cursor string
}

func (p *RulesVersionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: List earlier versions of a rule, newest first
//
// Needs `rules:read`.
func (r *RulesVersionsResource) List(id string, params *RulesVersionsListParams, options ...CallOption) *Pager[RuleVersion, RuleVersionPage] {
	return newPager[RuleVersion, RuleVersionPage](r.client, &request{method: "GET", path: "/api/v1/rules/{id}/versions", parts: []string{id}, params: params}, options)
}

// SandboxResource has the operations of Client.Sandbox.
type SandboxResource struct {
	client      *Client
	Analyses    *SandboxAnalysesResource
	Providers   *SandboxProvidersResource
	Submissions *SandboxSubmissionsResource
}

func newSandboxResource(client *Client) *SandboxResource {
	return &SandboxResource{
		client:      client,
		Analyses:    newSandboxAnalysesResource(client),
		Providers:   newSandboxProvidersResource(client),
		Submissions: newSandboxSubmissionsResource(client),
	}
}

// Files: Look a file up, and submit it when no sandbox knows it and the policy permits it
//
// Needs `threat_intel:write`. Recorded in the audit log as `sandbox:file`.
func (r *SandboxResource) Files(ctx context.Context, body SandboxFile, options ...CallOption) (*SandboxResult, error) {
	return answerOf[SandboxResult](ctx, r.client, &request{method: "POST", path: "/api/v1/sandbox/files", body: body}, options)
}

// Lookup: Look a file up in a sandbox by its hash, without uploading it
//
// Needs `threat_intel:read`. Recorded in the audit log as `sandbox:lookup`.
func (r *SandboxResource) Lookup(ctx context.Context, body SandboxLookup, options ...CallOption) (*SandboxResult, error) {
	return answerOf[SandboxResult](ctx, r.client, &request{method: "POST", path: "/api/v1/sandbox/lookup", body: body}, options)
}

// SetConsent: Consent to uploads to a sandbox, or withdraw the consent
//
// Needs `settings:write`. Recorded in the audit log as `sandbox:consent`.
func (r *SandboxResource) SetConsent(ctx context.Context, body SandboxConsentPut, options ...CallOption) (*SandboxConsent, error) {
	return answerOf[SandboxConsent](ctx, r.client, &request{method: "PUT", path: "/api/v1/sandbox/consent", body: body}, options)
}

// Urls: Submit an address to a sandbox
//
// Needs `threat_intel:write`. Recorded in the audit log as `sandbox:url`.
func (r *SandboxResource) Urls(ctx context.Context, body SandboxUrl, options ...CallOption) (*SandboxResult, error) {
	return answerOf[SandboxResult](ctx, r.client, &request{method: "POST", path: "/api/v1/sandbox/urls", body: body}, options)
}

// SandboxAnalysesResource has the operations of Client.Sandbox.Analyses.
type SandboxAnalysesResource struct {
	client *Client
}

func newSandboxAnalysesResource(client *Client) *SandboxAnalysesResource {
	return &SandboxAnalysesResource{client: client}
}

// Get: Show the progress and result of an analysis that this tenant requested
//
// Needs `threat_intel:read`.
func (r *SandboxAnalysesResource) Get(ctx context.Context, provider, handle string, options ...CallOption) (*SandboxReport, error) {
	return answerOf[SandboxReport](ctx, r.client, &request{method: "GET", path: "/api/v1/sandbox/analyses/{provider}/{handle}", parts: []string{provider, handle}}, options)
}

// SandboxProvidersResource has the operations of Client.Sandbox.Providers.
type SandboxProvidersResource struct {
	client *Client
}

func newSandboxProvidersResource(client *Client) *SandboxProvidersResource {
	return &SandboxProvidersResource{client: client}
}

// SandboxProvidersListParams are the parameters of sandbox.providers.list. Fields that are left out are not sent.
type SandboxProvidersListParams struct {
	Limit  int
	Cursor string
}

func (p *SandboxProvidersListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Sandboxes, with the reason when one cannot be used, and the consents of the tenant
//
// Needs `threat_intel:read`.
func (r *SandboxProvidersResource) List(params *SandboxProvidersListParams, options ...CallOption) *Pager[SandboxProvider, SandboxProviderPage] {
	return newPager[SandboxProvider, SandboxProviderPage](r.client, &request{method: "GET", path: "/api/v1/sandbox/providers", params: params}, options)
}

// SandboxSubmissionsResource has the operations of Client.Sandbox.Submissions.
type SandboxSubmissionsResource struct {
	client *Client
}

func newSandboxSubmissionsResource(client *Client) *SandboxSubmissionsResource {
	return &SandboxSubmissionsResource{client: client}
}

// SandboxSubmissionsListParams are the parameters of sandbox.submissions.list. Fields that are left out are not sent.
type SandboxSubmissionsListParams struct {
	Limit  int
	Cursor string
}

func (p *SandboxSubmissionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: List submissions to sandboxes, newest first
//
// Needs `threat_intel:read`.
func (r *SandboxSubmissionsResource) List(params *SandboxSubmissionsListParams, options ...CallOption) *Pager[SandboxSubmission, SandboxSubmissionPage] {
	return newPager[SandboxSubmission, SandboxSubmissionPage](r.client, &request{method: "GET", path: "/api/v1/sandbox/submissions", params: params}, options)
}

// SchemaDriftResource has the operations of Client.SchemaDrift.
type SchemaDriftResource struct {
	client *Client
}

func newSchemaDriftResource(client *Client) *SchemaDriftResource {
	return &SchemaDriftResource{client: client}
}

// SchemaDriftListParams are the parameters of schema_drift.list. Fields that are left out are not sent.
type SchemaDriftListParams struct {
	Limit  int
	Cursor string
	Source string
	// untracked: the source has more fields than svc tracks, so that further drift is not reported
	// One of new, vanished, untracked.
	Kind  string
	Since time.Time
	Until time.Time
}

func (p *SchemaDriftListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "source", p.Source)
	putString(values, "kind", p.Kind)
	putTime(values, "since", p.Since)
	putTime(values, "until", p.Until)
	_ = headers
}

// List: Schema drift of sources: added and missing fields, latest first
//
// Needs `connectors:read`.
func (r *SchemaDriftResource) List(params *SchemaDriftListParams, options ...CallOption) *Pager[SchemaDrift, SchemaDriftPage] {
	return newPager[SchemaDrift, SchemaDriftPage](r.client, &request{method: "GET", path: "/api/v1/schema-drift", params: params}, options)
}

// SCIMResource has the operations of Client.SCIM.
type SCIMResource struct {
	client        *Client
	Groups        *SCIMGroupsResource
	ResourceTypes *SCIMResourceTypesResource
	Schemas       *SCIMSchemasResource
	Users         *SCIMUsersResource
}

func newSCIMResource(client *Client) *SCIMResource {
	return &SCIMResource{
		client:        client,
		Groups:        newSCIMGroupsResource(client),
		ResourceTypes: newSCIMResourceTypesResource(client),
		Schemas:       newSCIMSchemasResource(client),
		Users:         newSCIMUsersResource(client),
	}
}

// ServiceProviderConfig: SCIM features of the service
//
// For a directory, with a provisioning token.
func (r *SCIMResource) ServiceProviderConfig(ctx context.Context, options ...CallOption) (*ScimDocument, error) {
	return answerOf[ScimDocument](ctx, r.client, &request{method: "GET", path: "/scim/v2/ServiceProviderConfig"}, options)
}

// SCIMGroupsResource has the operations of Client.SCIM.Groups.
type SCIMGroupsResource struct {
	client *Client
}

func newSCIMGroupsResource(client *Client) *SCIMGroupsResource {
	return &SCIMGroupsResource{client: client}
}

// SCIMGroupsCreateParams are the parameters of scim.groups.create. Fields that are left out are not sent.
type SCIMGroupsCreateParams struct {
	// names of attributes, separated by commas
	Attributes string
	// names of attributes, separated by commas
	ExcludedAttributes string
}

func (p *SCIMGroupsCreateParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "attributes", p.Attributes)
	putString(values, "excludedAttributes", p.ExcludedAttributes)
	_ = headers
}

// Create: Create a group; its name determines the role it grants
//
// For a directory, with a provisioning token. Recorded in the audit log as `scim:group:create`.
func (r *SCIMGroupsResource) Create(ctx context.Context, body ScimResourceBody, params *SCIMGroupsCreateParams, options ...CallOption) (*ScimResource, error) {
	return answerOf[ScimResource](ctx, r.client, &request{method: "POST", path: "/scim/v2/Groups", body: body, media: "application/scim+json", params: params}, options)
}

// Delete: Delete a group; its members lose the roles it granted
//
// For a directory, with a provisioning token. Recorded in the audit log as `scim:group:delete`.
func (r *SCIMGroupsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/scim/v2/Groups/{id}", parts: []string{id}}, nil, options)
}

// SCIMGroupsGetParams are the parameters of scim.groups.get. Fields that are left out are not sent.
type SCIMGroupsGetParams struct {
	// names of attributes, separated by commas
	Attributes string
	// names of attributes, separated by commas
	ExcludedAttributes string
}

func (p *SCIMGroupsGetParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "attributes", p.Attributes)
	putString(values, "excludedAttributes", p.ExcludedAttributes)
	_ = headers
}

// Get: One group
//
// For a directory, with a provisioning token.
func (r *SCIMGroupsResource) Get(ctx context.Context, id string, params *SCIMGroupsGetParams, options ...CallOption) (*ScimResource, error) {
	return answerOf[ScimResource](ctx, r.client, &request{method: "GET", path: "/scim/v2/Groups/{id}", parts: []string{id}, params: params}, options)
}

// SCIMGroupsListParams are the parameters of scim.groups.list. Fields that are left out are not sent.
type SCIMGroupsListParams struct {
	// one comparison: attribute eq "value"
	Filter string
	// position of the first resource, from 1
	StartIndex string
	// number of resources, at most 200
	Count string
	// names of attributes, separated by commas
	Attributes string
	// names of attributes, separated by commas
	ExcludedAttributes string
}

func (p *SCIMGroupsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "filter", p.Filter)
	putString(values, "startIndex", p.StartIndex)
	putString(values, "count", p.Count)
	putString(values, "attributes", p.Attributes)
	putString(values, "excludedAttributes", p.ExcludedAttributes)
	_ = headers
}

// List: Groups of the directory, oldest first
//
// For a directory, with a provisioning token.
func (r *SCIMGroupsResource) List(ctx context.Context, params *SCIMGroupsListParams, options ...CallOption) (*ScimList, error) {
	return answerOf[ScimList](ctx, r.client, &request{method: "GET", path: "/scim/v2/Groups", params: params}, options)
}

// SCIMGroupsReplaceParams are the parameters of scim.groups.replace. Fields that are left out are not sent.
type SCIMGroupsReplaceParams struct {
	// names of attributes, separated by commas
	Attributes string
	// names of attributes, separated by commas
	ExcludedAttributes string
}

func (p *SCIMGroupsReplaceParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "attributes", p.Attributes)
	putString(values, "excludedAttributes", p.ExcludedAttributes)
	_ = headers
}

// Replace: Replace a group and its members
//
// For a directory, with a provisioning token. Recorded in the audit log as `scim:group:replace`.
func (r *SCIMGroupsResource) Replace(ctx context.Context, id string, body ScimResourceBody, params *SCIMGroupsReplaceParams, options ...CallOption) (*ScimResource, error) {
	return answerOf[ScimResource](ctx, r.client, &request{method: "PUT", path: "/scim/v2/Groups/{id}", parts: []string{id}, body: body, media: "application/scim+json", params: params}, options)
}

// Search: Search groups of the directory, with the query in the body
//
// For a directory, with a provisioning token.
func (r *SCIMGroupsResource) Search(ctx context.Context, body ScimSearch, options ...CallOption) (*ScimList, error) {
	return answerOf[ScimList](ctx, r.client, &request{method: "POST", path: "/scim/v2/Groups/.search", body: body, media: "application/scim+json", reads: true}, options)
}

// SCIMGroupsUpdateParams are the parameters of scim.groups.update. Fields that are left out are not sent.
type SCIMGroupsUpdateParams struct {
	// names of attributes, separated by commas
	Attributes string
	// names of attributes, separated by commas
	ExcludedAttributes string
}

func (p *SCIMGroupsUpdateParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "attributes", p.Attributes)
	putString(values, "excludedAttributes", p.ExcludedAttributes)
	_ = headers
}

// Update: Change a group; 204, or the group when attributes are requested
//
// For a directory, with a provisioning token. Recorded in the audit log as `scim:group:patch`.
func (r *SCIMGroupsResource) Update(ctx context.Context, id string, body ScimPatch, params *SCIMGroupsUpdateParams, options ...CallOption) (*ScimResource, error) {
	return answerOf[ScimResource](ctx, r.client, &request{method: "PATCH", path: "/scim/v2/Groups/{id}", parts: []string{id}, body: body, media: "application/scim+json", params: params}, options)
}

// SCIMResourceTypesResource has the operations of Client.SCIM.ResourceTypes.
type SCIMResourceTypesResource struct {
	client *Client
}

func newSCIMResourceTypesResource(client *Client) *SCIMResourceTypesResource {
	return &SCIMResourceTypesResource{client: client}
}

// Get: One kind of resource
//
// For a directory, with a provisioning token.
func (r *SCIMResourceTypesResource) Get(ctx context.Context, id string, options ...CallOption) (*ScimDocument, error) {
	return answerOf[ScimDocument](ctx, r.client, &request{method: "GET", path: "/scim/v2/ResourceTypes/{id}", parts: []string{id}}, options)
}

// List: Kinds of resources
//
// For a directory, with a provisioning token.
func (r *SCIMResourceTypesResource) List(ctx context.Context, options ...CallOption) (*ScimList, error) {
	return answerOf[ScimList](ctx, r.client, &request{method: "GET", path: "/scim/v2/ResourceTypes"}, options)
}

// SCIMSchemasResource has the operations of Client.SCIM.Schemas.
type SCIMSchemasResource struct {
	client *Client
}

func newSCIMSchemasResource(client *Client) *SCIMSchemasResource {
	return &SCIMSchemasResource{client: client}
}

// Get: One schema
//
// For a directory, with a provisioning token.
func (r *SCIMSchemasResource) Get(ctx context.Context, id string, options ...CallOption) (*ScimDocument, error) {
	return answerOf[ScimDocument](ctx, r.client, &request{method: "GET", path: "/scim/v2/Schemas/{id}", parts: []string{id}}, options)
}

// List: Attributes of all resources
//
// For a directory, with a provisioning token.
func (r *SCIMSchemasResource) List(ctx context.Context, options ...CallOption) (*ScimList, error) {
	return answerOf[ScimList](ctx, r.client, &request{method: "GET", path: "/scim/v2/Schemas"}, options)
}

// SCIMUsersResource has the operations of Client.SCIM.Users.
type SCIMUsersResource struct {
	client *Client
}

func newSCIMUsersResource(client *Client) *SCIMUsersResource {
	return &SCIMUsersResource{client: client}
}

// SCIMUsersCreateParams are the parameters of scim.users.create. Fields that are left out are not sent.
type SCIMUsersCreateParams struct {
	// names of attributes, separated by commas
	Attributes string
	// names of attributes, separated by commas
	ExcludedAttributes string
}

func (p *SCIMUsersCreateParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "attributes", p.Attributes)
	putString(values, "excludedAttributes", p.ExcludedAttributes)
	_ = headers
}

// Create: Create a user
//
// For a directory, with a provisioning token. Recorded in the audit log as `scim:user:create`.
func (r *SCIMUsersResource) Create(ctx context.Context, body ScimResourceBody, params *SCIMUsersCreateParams, options ...CallOption) (*ScimResource, error) {
	return answerOf[ScimResource](ctx, r.client, &request{method: "POST", path: "/scim/v2/Users", body: body, media: "application/scim+json", params: params}, options)
}

// Delete: Deprovision a user; the account stays, inactive. 409 when a legal hold keeps its record; the access ends nevertheless
//
// For a directory, with a provisioning token. Recorded in the audit log as `scim:user:delete`.
func (r *SCIMUsersResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/scim/v2/Users/{id}", parts: []string{id}}, nil, options)
}

// SCIMUsersGetParams are the parameters of scim.users.get. Fields that are left out are not sent.
type SCIMUsersGetParams struct {
	// names of attributes, separated by commas
	Attributes string
	// names of attributes, separated by commas
	ExcludedAttributes string
}

func (p *SCIMUsersGetParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "attributes", p.Attributes)
	putString(values, "excludedAttributes", p.ExcludedAttributes)
	_ = headers
}

// Get: One user
//
// For a directory, with a provisioning token.
func (r *SCIMUsersResource) Get(ctx context.Context, id string, params *SCIMUsersGetParams, options ...CallOption) (*ScimResource, error) {
	return answerOf[ScimResource](ctx, r.client, &request{method: "GET", path: "/scim/v2/Users/{id}", parts: []string{id}, params: params}, options)
}

// SCIMUsersListParams are the parameters of scim.users.list. Fields that are left out are not sent.
type SCIMUsersListParams struct {
	// one comparison: attribute eq "value"
	Filter string
	// position of the first resource, from 1
	StartIndex string
	// number of resources, at most 200
	Count string
	// names of attributes, separated by commas
	Attributes string
	// names of attributes, separated by commas
	ExcludedAttributes string
}

func (p *SCIMUsersListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "filter", p.Filter)
	putString(values, "startIndex", p.StartIndex)
	putString(values, "count", p.Count)
	putString(values, "attributes", p.Attributes)
	putString(values, "excludedAttributes", p.ExcludedAttributes)
	_ = headers
}

// List: Users of the tenant, oldest first
//
// For a directory, with a provisioning token.
func (r *SCIMUsersResource) List(ctx context.Context, params *SCIMUsersListParams, options ...CallOption) (*ScimList, error) {
	return answerOf[ScimList](ctx, r.client, &request{method: "GET", path: "/scim/v2/Users", params: params}, options)
}

// SCIMUsersReplaceParams are the parameters of scim.users.replace. Fields that are left out are not sent.
type SCIMUsersReplaceParams struct {
	// names of attributes, separated by commas
	Attributes string
	// names of attributes, separated by commas
	ExcludedAttributes string
}

func (p *SCIMUsersReplaceParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "attributes", p.Attributes)
	putString(values, "excludedAttributes", p.ExcludedAttributes)
	_ = headers
}

// Replace: Replace a user; missing members are cleared, except `active`
//
// For a directory, with a provisioning token. Recorded in the audit log as `scim:user:replace`.
func (r *SCIMUsersResource) Replace(ctx context.Context, id string, body ScimResourceBody, params *SCIMUsersReplaceParams, options ...CallOption) (*ScimResource, error) {
	return answerOf[ScimResource](ctx, r.client, &request{method: "PUT", path: "/scim/v2/Users/{id}", parts: []string{id}, body: body, media: "application/scim+json", params: params}, options)
}

// Search: Search users of the tenant, with the query in the body
//
// For a directory, with a provisioning token.
func (r *SCIMUsersResource) Search(ctx context.Context, body ScimSearch, options ...CallOption) (*ScimList, error) {
	return answerOf[ScimList](ctx, r.client, &request{method: "POST", path: "/scim/v2/Users/.search", body: body, media: "application/scim+json", reads: true}, options)
}

// SCIMUsersUpdateParams are the parameters of scim.users.update. Fields that are left out are not sent.
type SCIMUsersUpdateParams struct {
	// names of attributes, separated by commas
	Attributes string
	// names of attributes, separated by commas
	ExcludedAttributes string
}

func (p *SCIMUsersUpdateParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "attributes", p.Attributes)
	putString(values, "excludedAttributes", p.ExcludedAttributes)
	_ = headers
}

// Update: Change a user; active false ends its sessions and API keys permanently
//
// For a directory, with a provisioning token. Recorded in the audit log as `scim:user:patch`.
func (r *SCIMUsersResource) Update(ctx context.Context, id string, body ScimPatch, params *SCIMUsersUpdateParams, options ...CallOption) (*ScimResource, error) {
	return answerOf[ScimResource](ctx, r.client, &request{method: "PATCH", path: "/scim/v2/Users/{id}", parts: []string{id}, body: body, media: "application/scim+json", params: params}, options)
}

// SCIMTokensResource has the operations of Client.SCIMTokens.
type SCIMTokensResource struct {
	client *Client
}

func newSCIMTokensResource(client *Client) *SCIMTokensResource {
	return &SCIMTokensResource{client: client}
}

// Create: Create a provisioning token; needs all permissions of a tenant_admin, because the token can create one
//
// Needs `settings:write`. Recorded in the audit log as `scim:token:create`.
func (r *SCIMTokensResource) Create(ctx context.Context, body ProvisioningTokenCreate, options ...CallOption) (*NewProvisioningToken, error) {
	return answerOf[NewProvisioningToken](ctx, r.client, &request{method: "POST", path: "/api/v1/scim-tokens", body: body}, options)
}

// Delete: Revoke a provisioning token
//
// Needs `settings:write`. Recorded in the audit log as `scim:token:revoke`.
func (r *SCIMTokensResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/scim-tokens/{id}", parts: []string{id}}, nil, options)
}

// SCIMTokensListParams are the parameters of scim_tokens.list. Fields that are left out are not sent.
type SCIMTokensListParams struct {
	Limit  int
	Cursor string
}

func (p *SCIMTokensListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Provisioning tokens, newest first
//
// Needs `settings:read`.
func (r *SCIMTokensResource) List(params *SCIMTokensListParams, options ...CallOption) *Pager[ProvisioningToken, ProvisioningTokenPage] {
	return newPager[ProvisioningToken, ProvisioningTokenPage](r.client, &request{method: "GET", path: "/api/v1/scim-tokens", params: params}, options)
}

// Rotate: Replace the secret; the old one works for a while
//
// Needs `settings:write`. Recorded in the audit log as `scim:token:rotate`.
func (r *SCIMTokensResource) Rotate(ctx context.Context, id string, body ProvisioningTokenRotate, options ...CallOption) (*NewProvisioningToken, error) {
	return answerOf[NewProvisioningToken](ctx, r.client, &request{method: "POST", path: "/api/v1/scim-tokens/{id}/rotate", parts: []string{id}, body: body}, options)
}

// SLAResource has the operations of Client.SLA.
type SLAResource struct {
	client  *Client
	Configs *SLAConfigsResource
	Events  *SLAEventsResource
}

func newSLAResource(client *Client) *SLAResource {
	return &SLAResource{
		client:  client,
		Configs: newSLAConfigsResource(client),
		Events:  newSLAEventsResource(client),
	}
}

// SLAForecastParams are the parameters of sla.forecast. Fields that are left out are not sent.
type SLAForecastParams struct {
	Limit int
}

func (p *SLAForecastParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	_ = headers
}

// Forecast: Probability that open cases miss their targets, in the order in which taking them saves most
//
// The next days are simulated with the waiting cases, the usual new cases and the people on duty. `expected_penalty` is the probability times the cost of a missed target of the severity (10, 5, 2, 1 and 0.5); `saved_per_hour`, the sort key, is the reduction from taking the case next.
func (r *SLAResource) Forecast(ctx context.Context, params *SLAForecastParams, options ...CallOption) (*SlaForecast, error) {
	return answerOf[SlaForecast](ctx, r.client, &request{method: "GET", path: "/api/v1/sla/forecast", params: params}, options)
}

// SLAConfigsResource has the operations of Client.SLA.Configs.
type SLAConfigsResource struct {
	client *Client
}

func newSLAConfigsResource(client *Client) *SLAConfigsResource {
	return &SLAConfigsResource{client: client}
}

// SLAConfigsListParams are the parameters of sla.configs.list. Fields that are left out are not sent.
type SLAConfigsListParams struct {
	Limit  int
	Cursor string
}

func (p *SLAConfigsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Targets of alerts, one for each severity; null where none is set
//
// Needs `alerts:read`.
func (r *SLAConfigsResource) List(params *SLAConfigsListParams, options ...CallOption) *Pager[SlaConfig, SlaConfigPage] {
	return newPager[SlaConfig, SlaConfigPage](r.client, &request{method: "GET", path: "/api/v1/sla/configs", params: params}, options)
}

// Update: Set the targets of a severity, by the id of its configuration or its name
//
// Needs `soc:write`. Recorded in the audit log as `sla_config:updated`.
func (r *SLAConfigsResource) Update(ctx context.Context, configId string, body SlaConfigUpdate, options ...CallOption) (*SlaConfig, error) {
	return answerOf[SlaConfig](ctx, r.client, &request{method: "PUT", path: "/api/v1/sla/configs/{config_id}", parts: []string{configId}, body: body}, options)
}

// SLAEventsResource has the operations of Client.SLA.Events.
type SLAEventsResource struct {
	client *Client
}

func newSLAEventsResource(client *Client) *SLAEventsResource {
	return &SLAEventsResource{client: client}
}

// SLAEventsListParams are the parameters of sla.events.list. Fields that are left out are not sent.
type SLAEventsListParams struct {
	Limit  int
	Cursor string
	// One of info, low, medium, high, critical.
	Severity string
	// One of mttd_breached, mttr_breached, mttc_breached, ack_breached, resolve_breached, close_breached.
	EventType string
}

func (p *SLAEventsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "severity", p.Severity)
	putString(values, "event_type", p.EventType)
	_ = headers
}

// List: Missed targets of alerts and cases, newest first
//
// Needs `alerts:read`.
func (r *SLAEventsResource) List(params *SLAEventsListParams, options ...CallOption) *Pager[SlaEvent, SlaEventPage] {
	return newPager[SlaEvent, SlaEventPage](r.client, &request{method: "GET", path: "/api/v1/sla/events", params: params}, options)
}

// SourcesResource has the operations of Client.Sources.
type SourcesResource struct {
	client *Client
	Alarms *SourcesAlarmsResource
	Tables *SourcesTablesResource
}

func newSourcesResource(client *Client) *SourcesResource {
	return &SourcesResource{
		client: client,
		Alarms: newSourcesAlarmsResource(client),
		Tables: newSourcesTablesResource(client),
	}
}

// SourcesListParams are the parameters of sources.list. Fields that are left out are not sent.
type SourcesListParams struct {
	Limit  int
	Cursor string
}

func (p *SourcesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Sources with whether they still send as usual, most recent sender first
//
// Needs `connectors:read`.
func (r *SourcesResource) List(params *SourcesListParams, options ...CallOption) *Pager[SourceHealth, SourceHealthPage] {
	return newPager[SourceHealth, SourceHealthPage](r.client, &request{method: "GET", path: "/api/v1/sources", params: params}, options)
}

// Try: Preview how a sample of a source would be parsed, without storing it
//
// A supplied table takes precedence over those of the tenant; its events name the mapping learned:draft/1.
func (r *SourcesResource) Try(ctx context.Context, body SourceSample, options ...CallOption) (*SampleReading, error) {
	return answerOf[SampleReading](ctx, r.client, &request{method: "POST", path: "/api/v1/sources/try", body: body}, options)
}

// SourcesAlarmsResource has the operations of Client.Sources.Alarms.
type SourcesAlarmsResource struct {
	client *Client
}

func newSourcesAlarmsResource(client *Client) *SourcesAlarmsResource {
	return &SourcesAlarmsResource{client: client}
}

// SourcesAlarmsListParams are the parameters of sources.alarms.list. Fields that are left out are not sent.
type SourcesAlarmsListParams struct {
	Limit  int
	Cursor string
}

func (p *SourcesAlarmsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Source alarms: open ones first, then the newest
//
// Needs `connectors:read`.
func (r *SourcesAlarmsResource) List(params *SourcesAlarmsListParams, options ...CallOption) *Pager[SourceAlarm, SourceAlarmPage] {
	return newPager[SourceAlarm, SourceAlarmPage](r.client, &request{method: "GET", path: "/api/v1/sources/alarms", params: params}, options)
}

// SourcesTablesResource has the operations of Client.Sources.Tables.
type SourcesTablesResource struct {
	client *Client
}

func newSourcesTablesResource(client *Client) *SourcesTablesResource {
	return &SourcesTablesResource{client: client}
}

// Delete: Remove a table; its versions are kept
//
// Needs `connectors:write`. Recorded in the audit log as `source_table:removed`.
func (r *SourcesTablesResource) Delete(ctx context.Context, name string, options ...CallOption) (*AppliedSourceTable, error) {
	return answerOf[AppliedSourceTable](ctx, r.client, &request{method: "DELETE", path: "/api/v1/sources/tables/{name}", parts: []string{name}}, options)
}

// SourcesTablesGetParams are the parameters of sources.tables.get. Fields that are left out are not sent.
type SourcesTablesGetParams struct {
	Limit  int
	Cursor string
}

func (p *SourcesTablesGetParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// Get: Versions of a table, newest first; one without a definition marks its removal
//
// Needs `connectors:read`.
func (r *SourcesTablesResource) Get(name string, params *SourcesTablesGetParams, options ...CallOption) *Pager[AppliedSourceTable, AppliedSourceTablePage] {
	return newPager[AppliedSourceTable, AppliedSourceTablePage](r.client, &request{method: "GET", path: "/api/v1/sources/tables/{name}", parts: []string{name}, params: params}, options)
}

// SourcesTablesListParams are the parameters of sources.tables.list. Fields that are left out are not sent.
type SourcesTablesListParams struct {
	Limit  int
	Cursor string
}

func (p *SourcesTablesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Active source tables of the tenant
//
// Needs `connectors:read`.
func (r *SourcesTablesResource) List(params *SourcesTablesListParams, options ...CallOption) *Pager[AppliedSourceTable, AppliedSourceTablePage] {
	return newPager[AppliedSourceTable, AppliedSourceTablePage](r.client, &request{method: "GET", path: "/api/v1/sources/tables", params: params}, options)
}

// Propose: Propose a table for a source without a built-in table, without storing it
//
// Needs `connectors:read`. Recorded in the audit log as `source_table:proposed`.
func (r *SourcesTablesResource) Propose(ctx context.Context, body SourceTableSample, options ...CallOption) (*SourceTableProposal, error) {
	return answerOf[SourceTableProposal](ctx, r.client, &request{method: "POST", path: "/api/v1/sources/tables/propose", body: body}, options)
}

// SourcesTablesSamplesParams are the parameters of sources.tables.samples. Fields that are left out are not sent.
type SourcesTablesSamplesParams struct {
	Version int
}

func (p *SourcesTablesSamplesParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "version", p.Version)
	_ = headers
}

// Samples: Samples that a version of a table was tested against
//
// They are events as the source sent them: reading them needs the permission to change the table.
func (r *SourcesTablesResource) Samples(ctx context.Context, name string, params *SourcesTablesSamplesParams, options ...CallOption) (*SourceTableSamples, error) {
	return answerOf[SourceTableSamples](ctx, r.client, &request{method: "GET", path: "/api/v1/sources/tables/{name}/samples", parts: []string{name}, params: params}, options)
}

// Update: Test a table against its samples and apply it as its next version
//
// The table must parse every event of the samples. It takes effect within seconds, for later events that no built-in table recognises.
func (r *SourcesTablesResource) Update(ctx context.Context, name string, body SourceTableApply, options ...CallOption) (*AppliedSourceTable, error) {
	return answerOf[AppliedSourceTable](ctx, r.client, &request{method: "PUT", path: "/api/v1/sources/tables/{name}", parts: []string{name}, body: body}, options)
}

// SSOConnectionsResource has the operations of Client.SSOConnections.
type SSOConnectionsResource struct {
	client *Client
}

func newSSOConnectionsResource(client *Client) *SSOConnectionsResource {
	return &SSOConnectionsResource{client: client}
}

// Create: Trust an identity provider; each issuer has one connection in the whole installation
//
// Needs `settings:write`. Recorded in the audit log as `sso_connection:created`.
func (r *SSOConnectionsResource) Create(ctx context.Context, body SignInConnectionCreate, options ...CallOption) (*SignInConnection, error) {
	return answerOf[SignInConnection](ctx, r.client, &request{method: "POST", path: "/api/v1/sso-connections", body: body, keyed: true}, options)
}

// Delete: Delete a sign-in connection, and end the sessions that began through it
//
// Needs `settings:write`. Recorded in the audit log as `sso_connection:deleted`.
func (r *SSOConnectionsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/sso-connections/{id}", parts: []string{id}}, nil, options)
}

// Get: A sign-in connection
//
// Needs `settings:read`.
func (r *SSOConnectionsResource) Get(ctx context.Context, id string, options ...CallOption) (*SignInConnection, error) {
	return answerOf[SignInConnection](ctx, r.client, &request{method: "GET", path: "/api/v1/sso-connections/{id}", parts: []string{id}}, options)
}

// SSOConnectionsListParams are the parameters of sso_connections.list. Fields that are left out are not sent.
type SSOConnectionsListParams struct {
	Limit  int
	Cursor string
}

func (p *SSOConnectionsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Sign-in connections, newest first
//
// Needs `settings:read`.
func (r *SSOConnectionsResource) List(params *SSOConnectionsListParams, options ...CallOption) *Pager[SignInConnection, SignInConnectionPage] {
	return newPager[SignInConnection, SignInConnectionPage](r.client, &request{method: "GET", path: "/api/v1/sso-connections", params: params}, options)
}

// Test: Test a connection: the final page shows what the provider sent and which roles it would grant
//
// Nobody is signed in and nothing is changed. It also works while the connection is disabled.
func (r *SSOConnectionsResource) Test(ctx context.Context, id string, options ...CallOption) (*SignInBegun, error) {
	return answerOf[SignInBegun](ctx, r.client, &request{method: "POST", path: "/api/v1/sso-connections/{id}/test", parts: []string{id}}, options)
}

// Update: Change a sign-in connection; disabling it ends the sessions that began through it
//
// Needs `settings:write`. Recorded in the audit log as `sso_connection:updated`.
func (r *SSOConnectionsResource) Update(ctx context.Context, id string, body SignInConnectionPatch, options ...CallOption) (*SignInConnection, error) {
	return answerOf[SignInConnection](ctx, r.client, &request{method: "PATCH", path: "/api/v1/sso-connections/{id}", parts: []string{id}, body: body}, options)
}

// StandingApprovalsResource has the operations of Client.StandingApprovals.
type StandingApprovalsResource struct {
	client *Client
}

func newStandingApprovalsResource(client *Client) *StandingApprovalsResource {
	return &StandingApprovalsResource{client: client}
}

// Create: Request a standing approval of an action for a set of targets
//
// Another person decides on it, as on every approval. Once approved, the action on one of the targets with exactly these parameters needs no further approval, except when its approver requests it.
func (r *StandingApprovalsResource) Create(ctx context.Context, body StandingApprovalAsk, options ...CallOption) (*StandingApproval, error) {
	return answerOf[StandingApproval](ctx, r.client, &request{method: "POST", path: "/api/v1/standing-approvals", body: body}, options)
}

// StandingApprovalsListParams are the parameters of standing_approvals.list. Fields that are left out are not sent.
type StandingApprovalsListParams struct {
	Limit  int
	Cursor string
}

func (p *StandingApprovalsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Standing approvals, newest first
//
// Needs `actions:read`.
func (r *StandingApprovalsResource) List(params *StandingApprovalsListParams, options ...CallOption) *Pager[StandingApprovalState, StandingApprovalStatePage] {
	return newPager[StandingApprovalState, StandingApprovalStatePage](r.client, &request{method: "GET", path: "/api/v1/standing-approvals", params: params}, options)
}

// Revoke: Revoke a standing approval; each action needs an approval again
//
// Needs `actions:write`. Recorded in the audit log as `standing_approval:revoked`.
func (r *StandingApprovalsResource) Revoke(ctx context.Context, id string, options ...CallOption) (*StandingApproval, error) {
	return answerOf[StandingApproval](ctx, r.client, &request{method: "POST", path: "/api/v1/standing-approvals/{id}/revoke", parts: []string{id}}, options)
}

// TenantsResource has the operations of Client.Tenants.
type TenantsResource struct {
	client *Client
	Me     *TenantsMeResource
}

func newTenantsResource(client *Client) *TenantsResource {
	return &TenantsResource{
		client: client,
		Me:     newTenantsMeResource(client),
	}
}

// TenantsMeResource has the operations of Client.Tenants.Me.
type TenantsMeResource struct {
	client      *Client
	OCSFVersion *TenantsMeOCSFVersionResource
}

func newTenantsMeResource(client *Client) *TenantsMeResource {
	return &TenantsMeResource{
		client:      client,
		OCSFVersion: newTenantsMeOCSFVersionResource(client),
	}
}

// Limits: Ingest limits of the tenant
//
// Set by the operator of the platform with `svc tenants limits`.
func (r *TenantsMeResource) Limits(ctx context.Context, options ...CallOption) (*TenantLimits, error) {
	return answerOf[TenantLimits](ctx, r.client, &request{method: "GET", path: "/api/v1/tenants/me/limits"}, options)
}

// TenantsMeOCSFVersionResource has the operations of Client.Tenants.Me.OCSFVersion.
type TenantsMeOCSFVersionResource struct {
	client *Client
}

func newTenantsMeOCSFVersionResource(client *Client) *TenantsMeOCSFVersionResource {
	return &TenantsMeOCSFVersionResource{client: client}
}

// Get: OCSF version of events in answers
//
// Needs `settings:read`.
func (r *TenantsMeOCSFVersionResource) Get(ctx context.Context, options ...CallOption) (*OcsfVersion, error) {
	return answerOf[OcsfVersion](ctx, r.client, &request{method: "GET", path: "/api/v1/tenants/me/ocsf-version"}, options)
}

// Update: Set the OCSF version of events in answers
//
// Needs `settings:write`. Recorded in the audit log as `tenant:ocsf_version_pinned`.
func (r *TenantsMeOCSFVersionResource) Update(ctx context.Context, body OcsfVersionPut, options ...CallOption) (*OcsfVersion, error) {
	return answerOf[OcsfVersion](ctx, r.client, &request{method: "PUT", path: "/api/v1/tenants/me/ocsf-version", body: body}, options)
}

// UEBAResource has the operations of Client.UEBA.
type UEBAResource struct {
	client       *Client
	Anomalies    *UEBAAnomaliesResource
	Baselines    *UEBABaselinesResource
	Entities     *UEBAEntitiesResource
	Resets       *UEBAResetsResource
	RiskSettings *UEBARiskSettingsResource
}

func newUEBAResource(client *Client) *UEBAResource {
	return &UEBAResource{
		client:       client,
		Anomalies:    newUEBAAnomaliesResource(client),
		Baselines:    newUEBABaselinesResource(client),
		Entities:     newUEBAEntitiesResource(client),
		Resets:       newUEBAResetsResource(client),
		RiskSettings: newUEBARiskSettingsResource(client),
	}
}

// Stats: Number of baselines and anomalies
//
// Needs `alerts:read`.
func (r *UEBAResource) Stats(ctx context.Context, options ...CallOption) (*UebaStats, error) {
	return answerOf[UebaStats](ctx, r.client, &request{method: "GET", path: "/api/v1/ueba/stats"}, options)
}

// UEBAAnomaliesResource has the operations of Client.UEBA.Anomalies.
type UEBAAnomaliesResource struct {
	client *Client
}

func newUEBAAnomaliesResource(client *Client) *UEBAAnomaliesResource {
	return &UEBAAnomaliesResource{client: client}
}

// Get: One anomaly, with a comparison of the hour to the entity’s peers
//
// Needs `alerts:read`.
func (r *UEBAAnomaliesResource) Get(ctx context.Context, id string, options ...CallOption) (*UebaAnomalyDetail, error) {
	return answerOf[UebaAnomalyDetail](ctx, r.client, &request{method: "GET", path: "/api/v1/ueba/anomalies/{id}", parts: []string{id}}, options)
}

// UEBAAnomaliesListParams are the parameters of ueba.anomalies.list. Fields that are left out are not sent.
type UEBAAnomaliesListParams struct {
	Limit    int
	Cursor   string
	EntityID string
	// One of user, host, ip, domain.
	EntityType string
	Metric     string
	// number
	MinZScore string
	// One of info, low, medium, high, critical.
	MinSeverity string
	Since       time.Time
	Until       time.Time
}

func (p *UEBAAnomaliesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "entity_id", p.EntityID)
	putString(values, "entity_type", p.EntityType)
	putString(values, "metric", p.Metric)
	putString(values, "min_z_score", p.MinZScore)
	putString(values, "min_severity", p.MinSeverity)
	putTime(values, "since", p.Since)
	putTime(values, "until", p.Until)
	_ = headers
}

// List: Hours in which an entity did far more than usual, newest first
//
// Needs `alerts:read`.
func (r *UEBAAnomaliesResource) List(params *UEBAAnomaliesListParams, options ...CallOption) *Pager[UebaAnomaly, UebaAnomalyPage] {
	return newPager[UebaAnomaly, UebaAnomalyPage](r.client, &request{method: "GET", path: "/api/v1/ueba/anomalies", params: params}, options)
}

// UEBABaselinesResource has the operations of Client.UEBA.Baselines.
type UEBABaselinesResource struct {
	client *Client
}

func newUEBABaselinesResource(client *Client) *UEBABaselinesResource {
	return &UEBABaselinesResource{client: client}
}

// UEBABaselinesDeleteParams are the parameters of ueba.baselines.delete. Fields that are left out are not sent.
type UEBABaselinesDeleteParams struct {
	// One of user, host, ip, domain.
	EntityType string
	Reason     string
}

func (p *UEBABaselinesDeleteParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "entity_type", p.EntityType)
	putString(values, "reason", p.Reason)
	_ = headers
}

// Delete: Learn the baseline of an entity from scratch; takes effect within seconds
//
// The reason is listed with the resets of the entity for 31 days, and stays in the audit log.
func (r *UEBABaselinesResource) Delete(ctx context.Context, entityId string, params *UEBABaselinesDeleteParams, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "DELETE", path: "/api/v1/ueba/baselines/{entity_id}", parts: []string{entityId}, params: params}, nil, options)
}

// UEBABaselinesGetParams are the parameters of ueba.baselines.get. Fields that are left out are not sent.
type UEBABaselinesGetParams struct {
	// One of user, host, ip, domain.
	EntityType string
}

func (p *UEBABaselinesGetParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "entity_type", p.EntityType)
	_ = headers
}

// Get: Baseline of one entity; 404 when none is known, which does not mean zero
//
// Needs `alerts:read`.
func (r *UEBABaselinesResource) Get(ctx context.Context, entityId string, params *UEBABaselinesGetParams, options ...CallOption) (*UebaEntity, error) {
	return answerOf[UebaEntity](ctx, r.client, &request{method: "GET", path: "/api/v1/ueba/baselines/{entity_id}", parts: []string{entityId}, params: params}, options)
}

// UEBABaselinesListParams are the parameters of ueba.baselines.list. Fields that are left out are not sent.
type UEBABaselinesListParams struct {
	Limit  int
	Cursor string
	// One of user, host, ip, domain.
	EntityType string
	Metric     string
	// learning: too few hours for a judgement; stale: nothing learned for two weeks
	// One of learning, ready, stale.
	State string
}

func (p *UEBABaselinesListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "entity_type", p.EntityType)
	putString(values, "metric", p.Metric)
	putString(values, "state", p.State)
	_ = headers
}

// List: Baselines of entities, by entity
//
// Needs `alerts:read`.
func (r *UEBABaselinesResource) List(params *UEBABaselinesListParams, options ...CallOption) *Pager[UebaBaseline, UebaBaselinePage] {
	return newPager[UebaBaseline, UebaBaselinePage](r.client, &request{method: "GET", path: "/api/v1/ueba/baselines", params: params}, options)
}

// UEBAEntitiesResource has the operations of Client.UEBA.Entities.
type UEBAEntitiesResource struct {
	client *Client
}

func newUEBAEntitiesResource(client *Client) *UEBAEntitiesResource {
	return &UEBAEntitiesResource{client: client}
}

// Get: Baselines, newest anomalies and resets of one entity, compared to its peers
//
// 404 when nothing is known, which does not mean zero.
func (r *UEBAEntitiesResource) Get(ctx context.Context, entityId string, options ...CallOption) (*UebaEntityView, error) {
	return answerOf[UebaEntityView](ctx, r.client, &request{method: "GET", path: "/api/v1/ueba/entities/{entity_id}", parts: []string{entityId}}, options)
}

// UEBAResetsResource has the operations of Client.UEBA.Resets.
type UEBAResetsResource struct {
	client *Client
}

func newUEBAResetsResource(client *Client) *UEBAResetsResource {
	return &UEBAResetsResource{client: client}
}

// UEBAResetsListParams are the parameters of ueba.resets.list. Fields that are left out are not sent.
type UEBAResetsListParams struct {
	Limit    int
	Cursor   string
	EntityID string
}

func (p *UEBAResetsListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	putString(values, "entity_id", p.EntityID)
	_ = headers
}

// List: Resets of the baseline of an entity in the last 31 days, newest first
//
// Needs `alerts:read`.
func (r *UEBAResetsResource) List(params *UEBAResetsListParams, options ...CallOption) *Pager[UebaReset, UebaResetPage] {
	return newPager[UebaReset, UebaResetPage](r.client, &request{method: "GET", path: "/api/v1/ueba/resets", params: params}, options)
}

// UEBARiskSettingsResource has the operations of Client.UEBA.RiskSettings.
type UEBARiskSettingsResource struct {
	client *Client
}

func newUEBARiskSettingsResource(client *Client) *UEBARiskSettingsResource {
	return &UEBARiskSettingsResource{client: client}
}

// Get: Threshold at which the risk of an entity raises an alert
//
// Needs `settings:read`.
func (r *UEBARiskSettingsResource) Get(ctx context.Context, options ...CallOption) (*RiskSettings, error) {
	return answerOf[RiskSettings](ctx, r.client, &request{method: "GET", path: "/api/v1/ueba/risk-settings"}, options)
}

// Update: Set the risk threshold; entities are evaluated again at once
//
// Needs `settings:write`. Recorded in the audit log as `entity_risk:settings_set`.
func (r *UEBARiskSettingsResource) Update(ctx context.Context, body RiskSettingsPut, options ...CallOption) (*RiskSettings, error) {
	return answerOf[RiskSettings](ctx, r.client, &request{method: "PUT", path: "/api/v1/ueba/risk-settings", body: body}, options)
}

// UsageResource has the operations of Client.Usage.
type UsageResource struct {
	client *Client
}

func newUsageResource(client *Client) *UsageResource {
	return &UsageResource{client: client}
}

// UsageExportCSVParams are the parameters of usage.export_csv. Fields that are left out are not sent.
type UsageExportCSVParams struct {
	Month string
}

func (p *UsageExportCSVParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "month", p.Month)
	_ = headers
}

// ExportCSV: Meters of a month as CSV
//
// Needs `reports:read`.
func (r *UsageResource) ExportCSV(ctx context.Context, params *UsageExportCSVParams, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/usage/export.csv", params: params}, options)
}

// UsageExportParquetParams are the parameters of usage.export_parquet. Fields that are left out are not sent.
type UsageExportParquetParams struct {
	Month string
}

func (p *UsageExportParquetParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "month", p.Month)
	_ = headers
}

// ExportParquet: Meters of a month as Parquet, a row for each day and meter
//
// Needs `reports:read`.
func (r *UsageResource) ExportParquet(ctx context.Context, params *UsageExportParquetParams, options ...CallOption) (*Download, error) {
	return r.client.download(ctx, &request{method: "GET", path: "/api/v1/usage/export.parquet", params: params}, options)
}

// UsageGetParams are the parameters of usage.get. Fields that are left out are not sent.
type UsageGetParams struct {
	// default: 30 days before end
	Start string
	// last day, inclusive; default: today (UTC); at most 186 days
	End string
}

func (p *UsageGetParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "start", p.Start)
	putString(values, "end", p.End)
	_ = headers
}

// Get: Usage by day and meter
//
// Needs `reports:read`.
func (r *UsageResource) Get(ctx context.Context, params *UsageGetParams, options ...CallOption) (*Usage, error) {
	return answerOf[Usage](ctx, r.client, &request{method: "GET", path: "/api/v1/usage", params: params}, options)
}

// UsageReconciliationParams are the parameters of usage.reconciliation. Fields that are left out are not sent.
type UsageReconciliationParams struct {
	// default: 30 days before end
	Start string
	// last day, inclusive; default: today (UTC); at most 186 days
	End string
}

func (p *UsageReconciliationParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putString(values, "start", p.Start)
	putString(values, "end", p.End)
	_ = headers
}

// Reconciliation: Compare the daily figures, the figures over the window and the rows themselves
//
// Needs `reports:read`.
func (r *UsageResource) Reconciliation(ctx context.Context, params *UsageReconciliationParams, options ...CallOption) (*UsageReconciliation, error) {
	return answerOf[UsageReconciliation](ctx, r.client, &request{method: "GET", path: "/api/v1/usage/reconciliation", params: params}, options)
}

// UsersResource has the operations of Client.Users.
type UsersResource struct {
	client *Client
	Me     *UsersMeResource
}

func newUsersResource(client *Client) *UsersResource {
	return &UsersResource{
		client: client,
		Me:     newUsersMeResource(client),
	}
}

// Create: Create a user
//
// Needs `users:write`. Recorded in the audit log as `user:created`.
func (r *UsersResource) Create(ctx context.Context, body UserCreate, options ...CallOption) (*User, error) {
	return answerOf[User](ctx, r.client, &request{method: "POST", path: "/api/v1/users", body: body, keyed: true}, options)
}

// Get: One user
//
// Needs `users:read`.
func (r *UsersResource) Get(ctx context.Context, id string, options ...CallOption) (*User, error) {
	return answerOf[User](ctx, r.client, &request{method: "GET", path: "/api/v1/users/{id}", parts: []string{id}}, options)
}

// Invitation: Mail a new link to a user who has never signed in; the earlier link becomes invalid
//
// Needs `users:write`. Recorded in the audit log as `user:invited`.
func (r *UsersResource) Invitation(ctx context.Context, id string, options ...CallOption) (*UserInvited, error) {
	return answerOf[UserInvited](ctx, r.client, &request{method: "POST", path: "/api/v1/users/{id}/invitation", parts: []string{id}}, options)
}

// Invitations: Create a user and mail them a link to set a password or register a passkey
//
// The link works once, within seven days. 503 when no mail server is configured.
func (r *UsersResource) Invitations(ctx context.Context, body UserInvite, options ...CallOption) (*UserInvited, error) {
	return answerOf[UserInvited](ctx, r.client, &request{method: "POST", path: "/api/v1/users/invitations", body: body}, options)
}

// UsersListParams are the parameters of users.list. Fields that are left out are not sent.
type UsersListParams struct {
	Limit  int
	Cursor string
}

func (p *UsersListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Users, newest first
//
// Needs `users:read`.
func (r *UsersResource) List(params *UsersListParams, options ...CallOption) *Pager[User, UserPage] {
	return newPager[User, UserPage](r.client, &request{method: "GET", path: "/api/v1/users", params: params}, options)
}

// PasswordReset: Set a one-time password for a user
//
// The sessions of the user end. The password is valid for one day and one sign-in, in which the user chooses a new one.
func (r *UsersResource) PasswordReset(ctx context.Context, id string, options ...CallOption) (*OneTimePassword, error) {
	return answerOf[OneTimePassword](ctx, r.client, &request{method: "POST", path: "/api/v1/users/{id}/password-reset", parts: []string{id}}, options)
}

// Update: Change a user; deactivating ends its sessions and keys
//
// Needs `users:write`. Recorded in the audit log as `user:updated`.
func (r *UsersResource) Update(ctx context.Context, id string, body UserPatch, options ...CallOption) (*User, error) {
	return answerOf[User](ctx, r.client, &request{method: "PATCH", path: "/api/v1/users/{id}", parts: []string{id}, body: body}, options)
}

// UsersMeResource has the operations of Client.Users.Me.
type UsersMeResource struct {
	client *Client
}

func newUsersMeResource(client *Client) *UsersMeResource {
	return &UsersMeResource{client: client}
}

// Get: The signed-in user; under a delegation with the user, the tenant and the delegation
//
// For every signed-in user.
func (r *UsersMeResource) Get(ctx context.Context, options ...CallOption) (*Me, error) {
	return answerOf[Me](ctx, r.client, &request{method: "GET", path: "/api/v1/users/me"}, options)
}

// SetPassword: Change the password of the caller
//
// For every signed-in user. Recorded in the audit log as `user:password_changed`.
func (r *UsersMeResource) SetPassword(ctx context.Context, body PasswordChange, options ...CallOption) error {
	return r.client.send(ctx, &request{method: "PUT", path: "/api/v1/users/me/password", body: body}, nil, options)
}

// Update: Merge preferences; null removes a member
//
// For every signed-in user.
func (r *UsersMeResource) Update(ctx context.Context, body MePatch, options ...CallOption) (*Me, error) {
	return answerOf[Me](ctx, r.client, &request{method: "PATCH", path: "/api/v1/users/me", body: body, reads: true}, options)
}

// VaultResource has the operations of Client.Vault.
type VaultResource struct {
	client *Client
	Keys   *VaultKeysResource
}

func newVaultResource(client *Client) *VaultResource {
	return &VaultResource{
		client: client,
		Keys:   newVaultKeysResource(client),
	}
}

// Reseal: Encrypt every secret of the installation again under the newest credential key
//
// It runs in the background within seconds, and `GET /vault/keys` shows the result. While one is running, the request returns that one.
func (r *VaultResource) Reseal(ctx context.Context, options ...CallOption) (*VaultReseal, error) {
	return answerOf[VaultReseal](ctx, r.client, &request{method: "POST", path: "/api/v1/vault/reseal"}, options)
}

// VaultKeysResource has the operations of Client.Vault.Keys.
type VaultKeysResource struct {
	client *Client
}

func newVaultKeysResource(client *Client) *VaultKeysResource {
	return &VaultKeysResource{client: client}
}

// VaultKeysListParams are the parameters of vault.keys.list. Fields that are left out are not sent.
type VaultKeysListParams struct {
	Limit  int
	Cursor string
}

func (p *VaultKeysListParams) put(values url.Values, headers http.Header) {
	if p == nil {
		return
	}
	putInt(values, "limit", p.Limit)
	putString(values, "cursor", p.Cursor)
	_ = headers
}

// List: Credential keys, with the number of secrets encrypted under each
//
// Key ids and counts over all tenants, for administrators of the installation. Secrets under an older key are encrypted under the newest automatically; an older key without secrets can be removed from SVC_CREDENTIAL_KEY.
func (r *VaultKeysResource) List(params *VaultKeysListParams, options ...CallOption) *Pager[VaultKeyUse, VaultStatus] {
	return newPager[VaultKeyUse, VaultStatus](r.client, &request{method: "GET", path: "/api/v1/vault/keys", params: params}, options)
}
