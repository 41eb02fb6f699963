-- Views of the queue that a person keeps: its filters, order and grouping as the address has them, and its columns.
CREATE TABLE alert_views (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  owner_id   uuid        NOT NULL,
  name       text        NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  query      text        NOT NULL CHECK (length(query) <= 4000),
  columns    text[]      NOT NULL CHECK (cardinality(columns) <= 30),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, owner_id, name),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE alert_views ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_views FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON alert_views TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON alert_views TO svc_app;
