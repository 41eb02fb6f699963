-- Feeds that the operator sets (TAXII_*, MISP_*, OTX_*): rows under '' that all tenants see and none changes, as indicators
-- under '' are. A row of a tenant still needs its tenant.
ALTER TABLE intel_feeds DROP CONSTRAINT intel_feeds_tenant_id_fkey;
ALTER TABLE intel_feeds ADD COLUMN tenant text GENERATED ALWAYS AS (nullif(tenant_id, '')) STORED;
-- The rows that are there were held to it by the constraint before.
ALTER TABLE intel_feeds ADD CONSTRAINT intel_feeds_tenant FOREIGN KEY (tenant) REFERENCES tenants (id) NOT VALID;
CREATE POLICY shared ON intel_feeds FOR SELECT TO svc_app USING (tenant_id = '' AND (SELECT svc_tenant()) IS NOT NULL);
CREATE POLICY operator_shared ON intel_feeds TO svc_operator USING (tenant_id = '') WITH CHECK (tenant_id = '');
GRANT INSERT, UPDATE, DELETE ON intel_feeds TO svc_operator;

-- Indicators on their way to the MISP of the operator. A row is an indicator once; it is asked for anew by another state.
CREATE TABLE misp_pushes (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  indicator_id uuid        NOT NULL,
  state        text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'pushed', 'failed')),
  attempts     int         NOT NULL DEFAULT 0,
  error        text        CHECK (length(error) <= 1000), -- of the last attempt
  next_at      timestamptz NOT NULL DEFAULT clock_timestamp(), -- an attempt under way has moved it on
  pushed_at    timestamptz,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, indicator_id)
);
ALTER TABLE misp_pushes ENABLE ROW LEVEL SECURITY;
ALTER TABLE misp_pushes FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON misp_pushes TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON misp_pushes TO svc_app;
CREATE POLICY operator ON misp_pushes TO svc_operator USING (true);
GRANT SELECT ON misp_pushes TO svc_operator;
CREATE INDEX misp_pushes_due ON misp_pushes (next_at) WHERE state = 'waiting';
