-- Tickets that actions opened for cases, as they were last seen on the other side.
CREATE TABLE tickets (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  action_id    uuid        NOT NULL,
  case_id      uuid        NOT NULL,
  executor     text        NOT NULL,                                    -- vendor and name, as the action keeps it
  ref          text        NOT NULL CHECK (length(ref) <= 200),
  url          text        CHECK (length(url) <= 2000),
  status       text        CHECK (length(status) <= 100),              -- null: not looked at yet
  is_open      boolean     NOT NULL DEFAULT true,
  closed_by_us boolean     NOT NULL DEFAULT false,
  seen         text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(seen) <= 1000), -- ids of its comments that were read
  fault        text        CHECK (length(fault) <= 500),               -- why it could not be looked at
  looked_at    timestamptz,
  next_look_at timestamptz,                                             -- null: it is followed no more
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, action_id),
  FOREIGN KEY (tenant_id, case_id) REFERENCES cases (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX tickets_of_case ON tickets (tenant_id, case_id);
CREATE INDEX tickets_to_look_at ON tickets (next_look_at) WHERE next_look_at IS NOT NULL;
ALTER TABLE tickets ENABLE ROW LEVEL SECURITY;
ALTER TABLE tickets FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON tickets TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE ON tickets TO svc_app;
CREATE POLICY operator ON tickets FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON tickets TO svc_operator;
