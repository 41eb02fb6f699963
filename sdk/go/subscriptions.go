// Code generated from api/graphql/schema.graphql by sdk/generate. DO NOT EDIT.

package svc

import (
	"context"
	"iter"
	"time"
)

// SubscribedAlert is an event of a subscription.
type SubscribedAlert struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// CRITICAL, HIGH, MEDIUM, LOW, INFO
	Severity string `json:"severity"`
	// NEW, TRIAGED, IN_PROGRESS, RESOLVED, CLOSED
	Status    string    `json:"status"`
	RiskScore *float64  `json:"riskScore"`
	Source    *string   `json:"source"`
	TenantID  string    `json:"tenantId"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
	Tags      []string  `json:"tags"`
}

// SubscribedCase is an event of a subscription.
type SubscribedCase struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// OPEN, IN_PROGRESS, RESOLVED, CLOSED
	Status string `json:"status"`
	// CRITICAL, HIGH, MEDIUM, LOW, INFO
	Severity  string     `json:"severity"`
	CreatedAt time.Time  `json:"createdAt"`
	ClosedAt  *time.Time `json:"closedAt"`
}

// SubscribedUebaAnomaly is an event of a subscription.
type SubscribedUebaAnomaly struct {
	ID       string `json:"id"`
	EntityID string `json:"entityId"`
	// USER, HOST, IP, DOMAIN
	EntityType     string  `json:"entityType"`
	MetricName     string  `json:"metricName"`
	ObservedValue  float64 `json:"observedValue"`
	BaselineMean   float64 `json:"baselineMean"`
	BaselineStddev float64 `json:"baselineStddev"`
	ZScore         float64 `json:"zScore"`
	// CRITICAL, HIGH, MEDIUM, LOW, INFO
	Severity   string    `json:"severity"`
	DetectedAt time.Time `json:"detectedAt"`
}

// SubscribedHoneytokenEvent is an event of a subscription.
type SubscribedHoneytokenEvent struct {
	ID             string    `json:"id"`
	HoneytokenID   string    `json:"honeytokenId"`
	SourceIP       *string   `json:"sourceIp"`
	UserAgent      *string   `json:"userAgent"`
	ThreatScore    *float64  `json:"threatScore"`
	Classification *string   `json:"classification"`
	AlertID        *string   `json:"alertId"`
	TriggeredAt    time.Time `json:"triggeredAt"`
}

// SubscribedInvestigationStep is an event of a subscription.
type SubscribedInvestigationStep struct {
	ID              string    `json:"id"`
	InvestigationID string    `json:"investigationId"`
	Seq             int       `json:"seq"`
	Kind            string    `json:"kind"`
	Agent           *string   `json:"agent"`
	Summary         *string   `json:"summary"`
	Model           *string   `json:"model"`
	InputHash       *string   `json:"inputHash"`
	OutputHash      *string   `json:"outputHash"`
	DurationMs      *int      `json:"durationMs"`
	CreatedAt       time.Time `json:"createdAt"`
}

// Subscriptions select all fields that have no subfields; Client.Subscribe accepts any other selection.
type Subscriptions struct {
	client *Client
}

// AlertCreated ranges over the events of alertCreated.
func (s *Subscriptions) AlertCreated(ctx context.Context, options *SubscribeOptions) iter.Seq2[*SubscribedAlert, error] {
	variables := map[string]any{}
	const document = `subscription { alertCreated { id title severity status riskScore source tenantId createdAt updatedAt tags } }`
	return eventsOf[SubscribedAlert](ctx, s.client, "alertCreated", document, variables, options)
}

// CaseUpdated ranges over the events of caseUpdated; an empty id stands for all.
func (s *Subscriptions) CaseUpdated(ctx context.Context, caseID string, options *SubscribeOptions) iter.Seq2[*SubscribedCase, error] {
	variables := map[string]any{}
	if caseID != "" {
		variables["caseId"] = caseID
	}
	const document = `subscription($caseId: ID) { caseUpdated(caseId: $caseId) { id title status severity createdAt closedAt } }`
	return eventsOf[SubscribedCase](ctx, s.client, "caseUpdated", document, variables, options)
}

// UebaAnomalyDetected ranges over the events of uebaAnomalyDetected.
func (s *Subscriptions) UebaAnomalyDetected(ctx context.Context, options *SubscribeOptions) iter.Seq2[*SubscribedUebaAnomaly, error] {
	variables := map[string]any{}
	const document = `subscription { uebaAnomalyDetected { id entityId entityType metricName observedValue baselineMean baselineStddev zScore severity detectedAt } }`
	return eventsOf[SubscribedUebaAnomaly](ctx, s.client, "uebaAnomalyDetected", document, variables, options)
}

// HoneytokenTriggered ranges over the events of honeytokenTriggered.
func (s *Subscriptions) HoneytokenTriggered(ctx context.Context, options *SubscribeOptions) iter.Seq2[*SubscribedHoneytokenEvent, error] {
	variables := map[string]any{}
	const document = `subscription { honeytokenTriggered { id honeytokenId sourceIp userAgent threatScore classification alertId triggeredAt } }`
	return eventsOf[SubscribedHoneytokenEvent](ctx, s.client, "honeytokenTriggered", document, variables, options)
}

// InvestigationStep ranges over the events of investigationStep.
func (s *Subscriptions) InvestigationStep(ctx context.Context, investigationID string, options *SubscribeOptions) iter.Seq2[*SubscribedInvestigationStep, error] {
	variables := map[string]any{}
	variables["investigationId"] = investigationID
	const document = `subscription($investigationId: ID!) { investigationStep(investigationId: $investigationId) { id investigationId seq kind agent summary model inputHash outputHash durationMs createdAt } }`
	return eventsOf[SubscribedInvestigationStep](ctx, s.client, "investigationStep", document, variables, options)
}
