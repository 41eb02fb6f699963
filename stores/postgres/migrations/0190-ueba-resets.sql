-- When somebody said that what is usual of an entity is to be learned anew. Baselines of before it are shown to nobody;
-- after 31 days there are none left, and the row may go.
CREATE TABLE ueba_resets (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  entity_type text        NOT NULL CHECK (entity_type IN ('user', 'host', 'ip', 'domain')),
  entity      text        NOT NULL CHECK (length(entity) BETWEEN 1 AND 255),
  reset_at    timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, entity_type, entity)
);

ALTER TABLE ueba_resets ENABLE ROW LEVEL SECURITY;
ALTER TABLE ueba_resets FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON ueba_resets TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON ueba_resets TO svc_app;

-- The risk of an entity is summed up from the alerts of the last weeks.
CREATE INDEX alerts_last_seen ON alerts (tenant_id, last_seen DESC);
