-- The stop of everything that automation does by itself, with a reason: in one tenant, and by the operator in all.
CREATE TABLE autonomy_stops (
  tenant_id text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  stopped   boolean     NOT NULL,
  reason    text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 2000),
  set_by    text        NOT NULL,
  set_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id)
);

-- One row, once somebody has used it.
CREATE TABLE autonomy_stop_of_all (
  is_one  boolean     PRIMARY KEY DEFAULT true CHECK (is_one),
  stopped boolean     NOT NULL,
  reason  text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 2000),
  set_by  text        NOT NULL,
  set_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON autonomy_stop_of_all TO svc_app;
GRANT SELECT, INSERT, UPDATE ON autonomy_stop_of_all TO svc_operator;

-- Alerts that triage closed and that are drawn for a person to judge without knowing what triage said.
CREATE TABLE closure_audits (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  alert_id   uuid        NOT NULL,
  week       date        NOT NULL, -- the Monday of the week in which it was closed, UTC
  closed_as  text        NOT NULL,
  drawn_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  verdict    text        CHECK (verdict IN ('threat', 'no_threat', 'cannot_tell')),
  judged_by  text,
  judged_at  timestamptz,
  note       text        CHECK (length(note) <= 2000),
  PRIMARY KEY (tenant_id, alert_id),
  CHECK ((verdict IS NULL) = (judged_at IS NULL) AND (verdict IS NULL) = (judged_by IS NULL))
);
CREATE INDEX closure_audits_by_week ON closure_audits (tenant_id, week);

-- Cleared by a grant alone: not carried out while automation is stopped.
ALTER TABLE response_actions ADD COLUMN by_grant boolean NOT NULL DEFAULT false;

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['autonomy_stops', 'closure_audits']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('CREATE POLICY operator ON %I FOR SELECT TO svc_operator USING (true)', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO svc_app', of_tenants);
    EXECUTE format('GRANT SELECT ON %I TO svc_operator', of_tenants);
  END LOOP;
END $$;

-- Why automation is stopped in a tenant; null: it is not.
CREATE FUNCTION svc_autonomy_stop(of_tenant text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((SELECT reason FROM autonomy_stop_of_all WHERE stopped),
    (SELECT reason FROM autonomy_stops WHERE tenant_id = of_tenant AND stopped));
END $$;
