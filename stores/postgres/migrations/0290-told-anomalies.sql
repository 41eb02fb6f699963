-- Which anomalies those who follow a tenant were told of: a range of records that is written twice tells nothing twice.
-- Rows go after a week, which is longer than a range is tried again.
CREATE TABLE told_anomalies (
  tenant_id text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  row_id    uuid        NOT NULL, -- of the anomaly and its severity: one that grows is told again
  told_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, row_id)
);
CREATE INDEX told_anomalies_age ON told_anomalies (tenant_id, told_at);

ALTER TABLE told_anomalies ENABLE ROW LEVEL SECURITY;
ALTER TABLE told_anomalies FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON told_anomalies TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, DELETE ON told_anomalies TO svc_app;
