-- Exports of events that are made beside their request: a file for each slice of time, the oldest first.
CREATE TABLE export_jobs (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  state       text        NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'full', 'cancelled', 'failed')),
  query       text        NOT NULL CHECK (length(query) <= 4096),
  fields      text[]      NOT NULL,
  format      text        NOT NULL CHECK (format IN ('csv', 'ndjson', 'parquet', 'arrow')),
  asked_at    timestamptz NOT NULL, -- what `now` means in the query
  from_time   timestamptz NOT NULL,
  to_time     timestamptz NOT NULL,
  at_time     timestamptz NOT NULL, -- events before it are in the files
  slice_ms    bigint      NOT NULL CHECK (slice_ms > 0),
  rows        bigint      NOT NULL DEFAULT 0,
  bytes       bigint      NOT NULL DEFAULT 0,
  files       jsonb       NOT NULL DEFAULT '[]',
  missing     jsonb       NOT NULL DEFAULT '[]',
  manifest    jsonb, -- with its signature, once every file is there
  fault       text        CHECK (length(fault) <= 500),
  started_by  text        NOT NULL CHECK (length(started_by) <= 320),
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at    timestamptz,
  advanced_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempts    integer     NOT NULL DEFAULT 0,
  lease       uuid,
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX export_jobs_running ON export_jobs (advanced_at) WHERE state = 'running';

ALTER TABLE export_jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE export_jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON export_jobs TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON export_jobs TO svc_operator USING (true);
GRANT SELECT, INSERT ON export_jobs TO svc_app;
GRANT UPDATE (state, at_time, slice_ms, rows, bytes, files, missing, manifest, fault, ended_at, advanced_at, attempts, lease,
  lease_until) ON export_jobs TO svc_app;
GRANT SELECT, UPDATE, DELETE ON export_jobs TO svc_operator;
