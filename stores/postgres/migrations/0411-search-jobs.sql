-- Searches that need longer than an answer may take: they go on from where the answer stopped, towards older events.
CREATE TABLE search_jobs (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  state       text        NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'full', 'cancelled', 'failed')),
  started_by  text        NOT NULL,
  query       text        NOT NULL CHECK (length(query) <= 4096),
  fields      text[]      NOT NULL CHECK (cardinality(fields) <= 32),
  asked_at    timestamptz NOT NULL, -- what now means in the query
  from_time   timestamptz NOT NULL,
  to_time     timestamptz NOT NULL,
  at_time     timestamptz NOT NULL, -- everything from here on was looked at
  slice_ms    bigint      NOT NULL CHECK (slice_ms > 0),
  found       integer     NOT NULL DEFAULT 0,
  pages       integer     NOT NULL DEFAULT 0,
  fault       text        CHECK (length(fault) <= 500),
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  advanced_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  ended_at    timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK (from_time <= at_time AND at_time <= to_time)
);
CREATE INDEX search_jobs_running ON search_jobs (advanced_at) WHERE state = 'running';

CREATE TABLE search_job_pages (
  tenant_id text    NOT NULL DEFAULT svc_tenant(),
  job_id    uuid    NOT NULL,
  page      integer NOT NULL,
  events    jsonb   NOT NULL,
  PRIMARY KEY (tenant_id, job_id, page),
  FOREIGN KEY (tenant_id, job_id) REFERENCES search_jobs (tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE search_jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON search_jobs TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON search_jobs TO svc_operator USING (true);
GRANT SELECT, INSERT ON search_jobs TO svc_app;
GRANT UPDATE (state, at_time, slice_ms, found, pages, fault, advanced_at, lease_until, ended_at) ON search_jobs TO svc_app;
GRANT SELECT, UPDATE, DELETE ON search_jobs TO svc_operator;

ALTER TABLE search_job_pages ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_job_pages FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON search_job_pages TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON search_job_pages TO svc_operator USING (true);
GRANT SELECT, INSERT ON search_job_pages TO svc_app;
GRANT SELECT, DELETE ON search_job_pages TO svc_operator;
