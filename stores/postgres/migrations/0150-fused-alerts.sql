-- Alerts that fusion keeps up to date. What it says of one is a whole, with a version: the newer one holds, so that no
-- position has to be remembered of what was written.
DROP TABLE alert_positions;

ALTER TABLE alerts
  ADD COLUMN risk_score   real   CHECK (risk_score BETWEEN 0 AND 100), -- null: nobody measured it
  ADD COLUMN signal_count bigint CHECK (signal_count > 0),             -- null: it is not made of signals
  ADD COLUMN event_count  bigint CHECK (event_count > 0),
  ADD COLUMN rule_count   int    CHECK (rule_count > 0),
  -- Null: not of fusion. What people changed since is told by what fusion itself had said, in `fusion`.
  ADD COLUMN fusion_version bigint,
  ADD COLUMN fusion         jsonb,
  ADD CHECK ((fusion_version IS NULL) = (fusion IS NULL));

-- An alert that turns out to be part of another is called by its name from then on, and takes its past along.
ALTER TABLE alert_history
  DROP CONSTRAINT alert_history_tenant_id_alert_id_fkey,
  ADD FOREIGN KEY (tenant_id, alert_id) REFERENCES alerts (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE alert_verdicts
  DROP CONSTRAINT alert_verdicts_tenant_id_alert_id_fkey,
  ADD FOREIGN KEY (tenant_id, alert_id) REFERENCES alerts (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE;

-- Ids that were an alert's: of which one it is part now. Nothing of fusion up to that version makes them anew.
CREATE TABLE alert_successors (
  tenant_id    text   NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid   NOT NULL,
  successor_id uuid,                          -- null: of none, it is gone or was deleted
  version      bigint NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX alert_successors_of ON alert_successors (tenant_id, successor_id) WHERE successor_id IS NOT NULL;

ALTER TABLE alert_successors ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_successors FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON alert_successors TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON alert_successors TO svc_app;
