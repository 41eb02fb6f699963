-- Dead letters that somebody asked to push again: one replay of a tenant at a time, a page of letters a turn.
CREATE TABLE dead_letter_replays (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  state        text        NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'cancelled', 'failed')),
  -- '' for any.
  source       text        NOT NULL CHECK (length(source) <= 256),
  reason       text        NOT NULL CHECK (length(reason) <= 64),
  -- Letters that came later are left out: one that fails again is a new letter.
  until_time   timestamptz NOT NULL,
  after_ms     bigint      NOT NULL DEFAULT -1,
  after_letter text        NOT NULL DEFAULT '' CHECK (length(after_letter) <= 36),
  letters      integer     NOT NULL DEFAULT 0,
  accepted     integer     NOT NULL DEFAULT 0,
  rejected     integer     NOT NULL DEFAULT 0,
  fault        text        CHECK (length(fault) <= 2000),
  requested_by text        NOT NULL CHECK (length(requested_by) BETWEEN 1 AND 320),
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at     timestamptz,
  lease_until  timestamptz NOT NULL DEFAULT '-infinity',
  advanced_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX dead_letter_replays_one ON dead_letter_replays (tenant_id) WHERE state = 'running';
CREATE INDEX dead_letter_replays_newest ON dead_letter_replays (tenant_id, created_at DESC);

ALTER TABLE dead_letter_replays ENABLE ROW LEVEL SECURITY;
ALTER TABLE dead_letter_replays FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON dead_letter_replays TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON dead_letter_replays TO svc_operator USING (true);
GRANT SELECT, INSERT ON dead_letter_replays TO svc_app;
GRANT UPDATE (state, after_ms, after_letter, letters, accepted, rejected, fault, ended_at, lease_until, advanced_at)
  ON dead_letter_replays TO svc_app;
GRANT SELECT, UPDATE ON dead_letter_replays TO svc_operator;
CREATE INDEX dead_letter_replays_running ON dead_letter_replays (advanced_at) WHERE state = 'running';
