-- Shadow mode: triage decides, nobody acts on it, and analysts' closures say how often it was right. Grants: what automation
-- may do by itself, and the figures that it was given for.
CREATE TABLE svc_shadow_modes (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  alert_class text        NOT NULL CHECK (length(alert_class) BETWEEN 1 AND 64), -- `*`: every class without a row of its own
  enabled     boolean     NOT NULL,
  set_by      text        NOT NULL,
  set_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, alert_class)
);

CREATE TABLE svc_shadow_decisions (
  tenant_id           text             NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id                  uuid             NOT NULL DEFAULT gen_random_uuid(),
  alert_id            uuid             NOT NULL,
  external_id         text, -- what the vendor calls the finding
  alert_class         text             NOT NULL,
  rule_id             text,
  source              text,
  model               text             NOT NULL, -- what judged
  verdict             text             NOT NULL,
  confidence          double precision NOT NULL,
  evidence_signature  text             NOT NULL,
  decided_at          timestamptz      NOT NULL,
  analyst_disposition text, -- `unlabeled`: closed with a word that says neither
  resolution_source   text CHECK (resolution_source IN ('alert', 'siem')),
  resolved_at         timestamptz,
  resolved_by         text,
  vendor_disposition  text,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, alert_id)
);
CREATE UNIQUE INDEX svc_shadow_decisions_of_vendor ON svc_shadow_decisions (tenant_id, source, external_id)
  WHERE external_id IS NOT NULL;
CREATE INDEX svc_shadow_decisions_open ON svc_shadow_decisions (tenant_id, alert_id) WHERE resolved_at IS NULL;
CREATE INDEX svc_shadow_decisions_resolved ON svc_shadow_decisions (tenant_id, resolved_at DESC, id DESC)
  WHERE resolved_at IS NOT NULL;

CREATE TABLE autonomy_grants (
  tenant_id       text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  scope_kind      text        NOT NULL CHECK (scope_kind IN ('alert_class', 'action_verb')),
  scope_key       text        NOT NULL CHECK (length(scope_key) BETWEEN 1 AND 64),
  capability      text        NOT NULL CHECK (capability IN ('auto_close', 'auto_execute')),
  state           text        NOT NULL CHECK (state IN ('granted', 'demoted')),
  source          text        NOT NULL CHECK (source IN ('earned', 'operator_override')),
  evidence        jsonb       NOT NULL, -- the figures as they were
  override_reason text,
  decided_by      text        NOT NULL,
  decided_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, scope_kind, scope_key, capability)
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['svc_shadow_modes', 'svc_shadow_decisions', 'autonomy_grants']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('CREATE POLICY operator ON %I FOR SELECT TO svc_operator USING (true)', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO svc_app', of_tenants);
    EXECUTE format('GRANT SELECT ON %I TO svc_operator', of_tenants);
  END LOOP;
END $$;
