-- Searches that people keep, each for its owner or for everybody of the tenant.
CREATE TABLE saved_searches (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  owner_id   uuid        NOT NULL,
  name       text        NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  query      text        NOT NULL CHECK (length(query) <= 4096),
  language   text        NOT NULL CHECK (language IN ('lucene', 'kql')),
  hours      integer     NOT NULL CHECK (hours BETWEEN 1 AND 4464),
  columns    text[]      NOT NULL CHECK (cardinality(columns) <= 32),
  is_shared  boolean     NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX saved_searches_names ON saved_searches (tenant_id, lower(name), id);

ALTER TABLE saved_searches ENABLE ROW LEVEL SECURITY;
ALTER TABLE saved_searches FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON saved_searches TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_searches TO svc_app;
