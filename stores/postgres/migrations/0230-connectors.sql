-- Sources that are asked, not listened to: what is asked of whom, where the last poll ended, and what came of each.
CREATE TABLE connectors (
  tenant_id        text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id               uuid        NOT NULL DEFAULT gen_random_uuid(),
  name             text        NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  type             text        NOT NULL,
  auth_config      jsonb       NOT NULL, -- secrets as the vault keeps them
  connector_config jsonb       NOT NULL,
  interval_seconds int         NOT NULL CHECK (interval_seconds BETWEEN 30 AND 86400),
  enabled          boolean     NOT NULL,
  state            text        NOT NULL CHECK (state IN ('new', 'healthy', 'degraded', 'rate_limited', 'blocked', 'disabled')),
  state_reason     text,
  -- The data's own time up to which everything was taken; null: nothing yet.
  cursor_at        timestamptz,
  next_poll_at     timestamptz, -- null: not until it is saved or asked for
  lease            uuid,
  lease_until      timestamptz,
  failures         int         NOT NULL DEFAULT 0,
  events_total     bigint      NOT NULL DEFAULT 0,
  last_poll_at     timestamptz,
  last_event_at    timestamptz, -- of receipt
  created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name)
);
CREATE INDEX connectors_due ON connectors (next_poll_at) WHERE next_poll_at IS NOT NULL;

CREATE TABLE connector_polls (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  connector_id uuid        NOT NULL,
  outcome      text        NOT NULL CHECK (outcome IN ('ok', 'failed', 'rate_limited', 'blocked')),
  from_at      timestamptz NOT NULL,
  to_at        timestamptz NOT NULL,
  pages        int         NOT NULL,
  events       int         NOT NULL,
  error        text,
  began_at     timestamptz NOT NULL,
  ended_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, connector_id) REFERENCES connectors (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX connector_polls_newest ON connector_polls (tenant_id, connector_id, began_at DESC, id DESC);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['connectors', 'connector_polls']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO svc_app', of_tenants);
  END LOOP;
END $$;
-- Who polls asks over all tenants whose turn it is.
CREATE POLICY operator ON connectors TO svc_operator USING (true);
GRANT SELECT, UPDATE ON connectors TO svc_operator;
