-- Alerts that the rules have triaged and a model is to say something of. A row goes with the answer, or with giving up.
CREATE TABLE model_asks (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  alert_id    uuid        NOT NULL,
  likeness    uuid        NOT NULL,
  score       float8      NOT NULL CHECK (score BETWEEN 0 AND 1), -- that the rules gave
  attempts    int         NOT NULL DEFAULT 0,
  lease       uuid,
  lease_until timestamptz,
  run_id      uuid,        -- of the attempt under way
  queued_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, alert_id),
  CHECK ((lease IS NULL) = (run_id IS NULL))
);
CREATE INDEX model_asks_in_turn ON model_asks (tenant_id, queued_at, alert_id);
CREATE INDEX model_asks_alike ON model_asks (tenant_id, likeness);

-- What a model said of an alert, for those like it: ten thousand of them are one request.
CREATE TABLE model_shares (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  likeness    uuid        NOT NULL,
  run_id      uuid        NOT NULL, -- that asked
  model       text        NOT NULL,
  answer      jsonb,                -- null: the model gave none
  reason      text,                 -- why not
  fresh_until timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, likeness),
  CHECK ((answer IS NULL) = (reason IS NOT NULL))
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['model_asks', 'model_shares']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON model_asks TO svc_app;
GRANT SELECT, INSERT, UPDATE ON model_shares TO svc_app;
-- Which tenants have something to ask is looked up over all of them.
CREATE POLICY operator ON model_asks FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON model_asks TO svc_operator;
