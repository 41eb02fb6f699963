-- When small files of a tenant were last made one, and old snapshots removed.
ALTER TABLE archive_tables ADD COLUMN kept_at timestamptz NOT NULL DEFAULT '-infinity';
CREATE POLICY operator ON archive_tables TO svc_operator USING (true);
GRANT SELECT (tenant_id, kept_at), UPDATE (kept_at) ON archive_tables TO svc_operator;
