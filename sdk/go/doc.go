// Package svc is the client of the svc security-operations platform.
//
//	client, err := svc.NewClient(svc.Options{BaseURL: "https://svc.example", APIKey: "..."})
//	for alert, err := range client.Alerts.List(&svc.AlertsListParams{Severity: "high"}).All(ctx) {
//		...
//	}
//
// Every operation of the API is a method that is named after its path: GET /api/v1/cases/{id}/comments is
// client.Cases.Comments.List(id, nil). A refusal of the server is a *Problem (RFC 9457).
package svc
