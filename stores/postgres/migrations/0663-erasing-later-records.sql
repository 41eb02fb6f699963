-- An erasure reaches the texts of these records as well: why cases were moved, what campaigns, proposals, comparisons and
-- closure audits say, what was sent to whom, how alerts were before a bulk change, questions of past hunts, faults of tickets.
GRANT UPDATE (reason) ON case_moves TO svc_app;
GRANT UPDATE (title, parameters, rationale) ON campaigns TO svc_app;
GRANT UPDATE (target, detail) ON campaign_tenants TO svc_app;
GRANT UPDATE (note) ON closure_audits TO svc_app;
GRANT UPDATE (message) ON push_deliveries TO svc_app;
GRANT UPDATE (receiver, address, reason) ON notification_deliveries TO svc_app;
GRANT UPDATE (change, before) ON alert_bulk_changes TO svc_app;
GRANT UPDATE (query, error) ON hunt_runs TO svc_app;
