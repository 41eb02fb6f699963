-- What may not be deleted, whatever retention and erasures say. A row of a hold stays when it is released.
CREATE TABLE legal_holds (
  tenant_id      text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id             uuid        NOT NULL DEFAULT gen_random_uuid(),
  name           text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  matter_ref     text        NOT NULL CHECK (length(matter_ref) BETWEEN 1 AND 200),
  subject_kind   text        NOT NULL CHECK (subject_kind IN ('user', 'host', 'case', 'alert', 'ip', 'tenant')),
  subject_value  text        NOT NULL CHECK (length(subject_value) BETWEEN 1 AND 500),
  notes          text        CHECK (length(notes) <= 5000),
  placed_by      text        NOT NULL,
  placed_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Since when the engine drops nothing of the tenant's; null: not yet, or it is released.
  kept_since     timestamptz,
  released_at    timestamptz,
  released_by    text,
  release_reason text        CHECK (length(release_reason) BETWEEN 1 AND 2000),
  PRIMARY KEY (tenant_id, id),
  CHECK ((released_at IS NULL) = (released_by IS NULL) AND (released_at IS NULL) = (release_reason IS NULL))
);
CREATE INDEX legal_holds_live ON legal_holds (tenant_id, subject_kind, lower(subject_value)) WHERE released_at IS NULL;

ALTER TABLE legal_holds ENABLE ROW LEVEL SECURITY;
ALTER TABLE legal_holds FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON legal_holds TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT ON legal_holds TO svc_app;
GRANT UPDATE (kept_since, released_at, released_by, release_reason) ON legal_holds TO svc_app;
-- Who keeps the engine from dropping anything asks over all tenants which have a hold.
CREATE POLICY operator ON legal_holds FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON legal_holds TO svc_operator;
