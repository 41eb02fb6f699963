-- Sources that fell silent, or send far less or more than they did: one open alarm a source and kind.
CREATE TABLE source_alarms (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  source     text        NOT NULL,
  kind       text        NOT NULL CHECK (kind IN ('silent', 'fall', 'rise')),
  reason     text        NOT NULL,
  alert_id   uuid        NOT NULL,
  began_at   timestamptz NOT NULL,
  ended_at   timestamptz, -- null: it goes on
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX source_alarms_open ON source_alarms (tenant_id, source, kind) WHERE ended_at IS NULL;
CREATE INDEX source_alarms_newest ON source_alarms (tenant_id, began_at DESC, id DESC);
ALTER TABLE source_alarms ENABLE ROW LEVEL SECURITY;
ALTER TABLE source_alarms FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON source_alarms TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE ON source_alarms TO svc_app;
