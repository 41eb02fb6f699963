-- Targets of cases whose breach people were notified of.
CREATE TABLE notification_breaches (
  tenant_id text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  case_id   uuid        NOT NULL,
  clock     text        NOT NULL CHECK (clock IN ('acknowledged', 'resolved', 'closed')),
  at        timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, case_id, clock),
  FOREIGN KEY (tenant_id, case_id) REFERENCES cases (tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE notification_breaches ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_breaches FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON notification_breaches TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT ON notification_breaches TO svc_app;
CREATE POLICY operator ON notification_breaches FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON notification_breaches TO svc_operator;
-- Which targets passed within the hour.
CREATE INDEX cases_missed_ack ON cases (ack_due_at) WHERE acknowledged_at IS NULL;
CREATE INDEX cases_missed_resolve ON cases (resolve_due_at) WHERE resolved_at IS NULL;
CREATE INDEX cases_missed_close ON cases (close_due_at) WHERE closed_at IS NULL;
