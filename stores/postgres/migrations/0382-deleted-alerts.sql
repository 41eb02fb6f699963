-- What usage counts of alerts that people deleted: what was created stays created.
CREATE TABLE deleted_alerts (
  tenant_id        text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  alert_id         uuid        NOT NULL,
  created_at       timestamptz NOT NULL,
  has_model_output boolean     NOT NULL,
  deleted_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, alert_id, created_at)
);
CREATE INDEX deleted_alerts_by_day ON deleted_alerts (tenant_id, created_at);
ALTER TABLE deleted_alerts ENABLE ROW LEVEL SECURITY;
ALTER TABLE deleted_alerts FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON deleted_alerts TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT ON deleted_alerts TO svc_app;

-- Of merges that follow one that is taken back: each then starts from what there was before it.
ALTER TABLE case_moves ADD COLUMN ordinal bigint GENERATED ALWAYS AS IDENTITY;
GRANT UPDATE (merged) ON case_moves TO svc_app;
