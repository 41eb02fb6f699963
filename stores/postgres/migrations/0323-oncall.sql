-- Who is there, and whose turn it is.
CREATE TABLE oncall_presence (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  user_id      uuid        NOT NULL,
  status       text        NOT NULL CHECK (status IN ('available', 'busy', 'offline', 'snoozed')),
  schedule_ref text,
  rotation     text,
  note         text,
  until        timestamptz, -- of snoozed: after it the user is available again
  updated_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, user_id)
);

CREATE TABLE oncall_rotations (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  name         text        NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  time_zone    text        NOT NULL,
  starts_on    text        NOT NULL, -- a day of that zone, 2026-01-31
  handoff_at   text        NOT NULL, -- a time of day there, 09:00
  handoff_days int         NOT NULL CHECK (handoff_days BETWEEN 1 AND 90),
  user_ids     uuid[]      NOT NULL CHECK (cardinality(user_ids) BETWEEN 1 AND 50),
  told_turn    bigint,     -- the turn that was told last; null: none yet
  created_by   text        NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name)
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['oncall_presence', 'oncall_rotations']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('CREATE POLICY operator ON %I FOR SELECT TO svc_operator USING (true)', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO svc_app', of_tenants);
    EXECUTE format('GRANT SELECT ON %I TO svc_operator', of_tenants);
  END LOOP;
END $$;
