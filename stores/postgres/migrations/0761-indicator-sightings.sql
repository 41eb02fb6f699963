-- Sightings of indicators: by alerts whose evidence names one, once an indicator and alert, and by people. For an indicator
-- that all tenants share they are the tenant's own all the same.
CREATE TABLE indicator_sightings (
  tenant_id     text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id            uuid        NOT NULL DEFAULT gen_random_uuid(),
  indicator_id  uuid        NOT NULL,
  sighting_type text        NOT NULL CHECK (sighting_type IN ('sighting', 'false_positive', 'expiration')),
  alert_id      uuid, -- null: a person says so
  count         bigint      NOT NULL CHECK (count > 0), -- matches
  first_seen    timestamptz NOT NULL,
  last_seen     timestamptz NOT NULL,
  note          text        CHECK (length(note) <= 2000),
  noted_by      text, -- null: an alert
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_at    timestamptz NOT NULL DEFAULT clock_timestamp(), -- in the order of commits of one tenant, as of indicators
  -- On its way to the MISP of the operator; null: nobody asked for it.
  misp_state    text        CHECK (misp_state IN ('waiting', 'pushed', 'failed')),
  misp_attempts int         NOT NULL DEFAULT 0,
  misp_error    text        CHECK (length(misp_error) <= 1000),
  misp_next_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  misp_at       timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alerts (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX indicator_sightings_of_alert ON indicator_sightings (tenant_id, indicator_id, alert_id)
  WHERE alert_id IS NOT NULL;
CREATE INDEX indicator_sightings_alert ON indicator_sightings (tenant_id, alert_id) WHERE alert_id IS NOT NULL;
CREATE INDEX indicator_sightings_indicator ON indicator_sightings (tenant_id, indicator_id);
CREATE INDEX indicator_sightings_changed ON indicator_sightings (tenant_id, changed_at, id);
CREATE INDEX indicator_sightings_newest ON indicator_sightings (tenant_id, created_at DESC, id DESC);
CREATE INDEX indicator_sightings_due ON indicator_sightings (misp_next_at) WHERE misp_state = 'waiting';
-- Those of alerts, which go there by themselves where the operator has MISP_PUSH_AUTO on.
CREATE INDEX indicator_sightings_unasked ON indicator_sightings (created_at) WHERE misp_state IS NULL AND alert_id IS NOT NULL;

ALTER TABLE indicator_sightings ENABLE ROW LEVEL SECURITY;
ALTER TABLE indicator_sightings FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON indicator_sightings TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON indicator_sightings TO svc_app;
CREATE POLICY operator ON indicator_sightings FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON indicator_sightings TO svc_operator;
