-- One change of many alerts, and how each was before: it is taken back as one.
CREATE TABLE alert_bulk_changes (
  tenant_id text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id        uuid        NOT NULL DEFAULT gen_random_uuid(),
  actor_id  text        NOT NULL,
  change    jsonb       NOT NULL,
  before    jsonb       NOT NULL, -- of each alert that was changed: how it was handled, and when it was written
  made_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  undone_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX alert_bulk_changes_old ON alert_bulk_changes (tenant_id, made_at);
ALTER TABLE alert_bulk_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_bulk_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON alert_bulk_changes TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE (undone_at), DELETE ON alert_bulk_changes TO svc_app;
