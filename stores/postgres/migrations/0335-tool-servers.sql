-- Tool servers of third parties that a tenant has registered. A new one offers nothing: its list of tools is empty.
CREATE TABLE tool_servers (
  tenant_id          text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id                 uuid        NOT NULL DEFAULT gen_random_uuid(),
  name               text        NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9_-]{0,38}[a-z0-9]$'),
  label              text        NOT NULL CHECK (length(label) BETWEEN 1 AND 120),
  url                text        NOT NULL CHECK (length(url) <= 2048),
  credential         jsonb       NOT NULL DEFAULT '{}', -- values of headers as the vault keeps them
  tool_allowlist     text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(tool_allowlist) <= 200),
  timeout_seconds    int         NOT NULL CHECK (timeout_seconds BETWEEN 1 AND 120),
  max_response_bytes int         NOT NULL CHECK (max_response_bytes BETWEEN 1024 AND 1048576),
  enabled            boolean     NOT NULL DEFAULT false,
  created_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT tool_servers_name UNIQUE (tenant_id, name)
);
ALTER TABLE tool_servers ENABLE ROW LEVEL SECURITY;
ALTER TABLE tool_servers FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON tool_servers TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON tool_servers TO svc_app;
