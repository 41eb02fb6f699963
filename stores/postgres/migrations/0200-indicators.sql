-- Indicators of compromise: a tenant's own, and under '' those that all tenants share. Of a value a tenant has one row: who
-- says it last refreshes it, and no feed overwrites what people of the tenant wrote (source `internal`).
CREATE TABLE indicators (
  tenant_id      text        NOT NULL DEFAULT svc_tenant(), -- '' for what all tenants share
  id             uuid        NOT NULL,                      -- derived from tenant, role, kind and value
  role           text        NOT NULL CHECK (role IN ('indicator', 'warning', 'warning_host')),
  ioc_type       text        NOT NULL CHECK (ioc_type IN
    ('ip', 'cidr', 'domain', 'url', 'md5', 'sha1', 'sha256', 'email', 'filename', 'ja3', 'ja4', 'user_agent')),
  value          text        NOT NULL CHECK (length(value) BETWEEN 1 AND 2048), -- normalised
  confidence     smallint    NOT NULL CHECK (confidence BETWEEN 0 AND 100),
  severity       text        NOT NULL CHECK (severity IN ('info', 'low', 'medium', 'high', 'critical')),
  tlp            text        NOT NULL CHECK (tlp IN ('white', 'clear', 'green', 'amber', 'red')),
  threat_actor   text        CHECK (length(threat_actor) <= 200),
  campaign       text        CHECK (length(campaign) <= 200),
  malware_family text        CHECK (length(malware_family) <= 200),
  tags           text[]      NOT NULL DEFAULT '{}',
  source         text        NOT NULL CHECK (length(source) BETWEEN 1 AND 200),
  source_ref     text        CHECK (length(source_ref) <= 200),
  linked_alerts  uuid[]      NOT NULL DEFAULT '{}',
  context        jsonb       NOT NULL DEFAULT '{}' CHECK (octet_length(context::text) <= 16384),
  is_active      boolean     NOT NULL DEFAULT true,
  false_positive boolean     NOT NULL DEFAULT false,
  expires_at     timestamptz,
  first_seen     timestamptz NOT NULL,
  last_seen      timestamptz NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  revision       bigint      NOT NULL, -- rises with every change, in the order of commits of one tenant
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX indicators_newest ON indicators (tenant_id, created_at DESC, id DESC);
CREATE INDEX indicators_changed ON indicators (tenant_id, revision);
CREATE SEQUENCE indicator_revision;

ALTER TABLE indicators ENABLE ROW LEVEL SECURITY;
ALTER TABLE indicators FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON indicators TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY shared ON indicators FOR SELECT TO svc_app USING (tenant_id = '' AND (SELECT svc_tenant()) IS NOT NULL);
CREATE POLICY operator ON indicators TO svc_operator USING (tenant_id = '');
GRANT SELECT, INSERT, UPDATE, DELETE ON indicators TO svc_app, svc_operator;
GRANT USAGE ON SEQUENCE indicator_revision TO svc_app, svc_operator;
