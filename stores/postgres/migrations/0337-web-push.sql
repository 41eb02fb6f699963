-- Browsers that people want to be told in, and what is still to be told to each.
CREATE TABLE push_subscriptions (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id         text        NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'), -- of the endpoint's SHA-256
  user_id    uuid        NOT NULL,
  endpoint   text        NOT NULL CHECK (length(endpoint) <= 2000),
  p256dh     text        NOT NULL,
  auth       text        NOT NULL,
  topics     text[]      NOT NULL CHECK (cardinality(topics) BETWEEN 1 AND 4),
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (tenant_id, user_id);

CREATE TABLE push_deliveries (
  tenant_id       text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  subscription_id text        NOT NULL,
  tag             text        NOT NULL,
  message         jsonb       NOT NULL,
  tries           int         NOT NULL DEFAULT 0,
  due_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, subscription_id, tag),
  FOREIGN KEY (tenant_id, subscription_id) REFERENCES push_subscriptions (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX push_deliveries_due ON push_deliveries (due_at);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['push_subscriptions', 'push_deliveries']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO svc_app', of_tenants);
  END LOOP;
END $$;
CREATE POLICY operator ON push_deliveries TO svc_operator USING (true);
GRANT SELECT, UPDATE ON push_deliveries TO svc_operator;
