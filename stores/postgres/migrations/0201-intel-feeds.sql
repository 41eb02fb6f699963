-- Feeds of indicators that a tenant subscribes to, and how far the last look at each came.
CREATE TABLE intel_feeds (
  tenant_id      text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id             uuid        NOT NULL DEFAULT gen_random_uuid(),
  name           text        NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  feed_type      text        NOT NULL CHECK (feed_type IN ('taxii', 'misp', 'otx', 'csv', 'json', 'stix')),
  url            text        NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  api_key        text        CHECK (api_key LIKE 'vault:v1:%'), -- never as it was sent
  config         jsonb       NOT NULL DEFAULT '{}' CHECK (octet_length(config::text) <= 16384),
  poll_interval  int         NOT NULL DEFAULT 3600 CHECK (poll_interval BETWEEN 60 AND 604800), -- seconds
  is_enabled     boolean     NOT NULL DEFAULT true,
  status         text        NOT NULL DEFAULT 'never' CHECK (status IN ('never', 'syncing', 'ok', 'failed')),
  error          text        CHECK (length(error) <= 1000),
  pages          int         NOT NULL DEFAULT 0, -- of the last sync, as are the next four
  indicators     bigint      NOT NULL DEFAULT 0,
  skipped        bigint      NOT NULL DEFAULT 0,
  skip_reasons   jsonb       NOT NULL DEFAULT '{}',
  started_at     timestamptz,
  position       text        CHECK (length(position) <= 200), -- up to where the source was read
  last_polled_at timestamptz,
  created_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name)
);

ALTER TABLE intel_feeds ENABLE ROW LEVEL SECURITY;
ALTER TABLE intel_feeds FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON intel_feeds TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON intel_feeds TO svc_app;
