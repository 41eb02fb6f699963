-- Decoys that nobody has a reason to touch, and each touch of one.
CREATE TABLE honeytokens (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(), -- random: who knows it has the decoy
  name         text        NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
  description  text,
  token_type   text        NOT NULL CHECK (token_type IN ('url', 'file', 'aws_key', 'email')),
  status       text        NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'triggered', 'revoked')), -- expired: by expires_at
  decoy        jsonb       NOT NULL, -- what is laid out
  metadata     jsonb       NOT NULL,
  touch_count  bigint      NOT NULL DEFAULT 0,
  last_touched timestamptz,
  expires_at   timestamptz,
  created_by   text        NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX honeytokens_of_all ON honeytokens (id);
CREATE INDEX honeytokens_newest ON honeytokens (tenant_id, created_at DESC, id DESC);

CREATE TABLE honeytoken_touches (
  tenant_id      text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id             uuid        NOT NULL DEFAULT gen_random_uuid(),
  honeytoken_id  uuid        NOT NULL,
  source_ip      text        NOT NULL,
  user_agent     text,
  method         text        NOT NULL,
  headers        jsonb       NOT NULL, -- without credentials
  classification text        NOT NULL CHECK (classification IN ('browser', 'script', 'cloud_client', 'preview', 'unknown')),
  threat_score   int         NOT NULL CHECK (threat_score BETWEEN 0 AND 100),
  alert_id       uuid,                 -- null: an alert of the same source was there already
  triggered_at   timestamptz NOT NULL,
  webhook        text        NOT NULL CHECK (webhook IN ('off', 'pending', 'sent', 'failed')),
  webhook_tries  int         NOT NULL DEFAULT 0,
  webhook_next   timestamptz,          -- of a pending one; while it is being sent, until when nobody else may
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX honeytoken_touches_newest ON honeytoken_touches (tenant_id, triggered_at DESC, id DESC);
CREATE INDEX honeytoken_touches_of_one ON honeytoken_touches (tenant_id, honeytoken_id, triggered_at DESC, id DESC);
CREATE INDEX honeytoken_touches_to_send ON honeytoken_touches (webhook_next) WHERE webhook = 'pending';

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['honeytokens', 'honeytoken_touches']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('CREATE POLICY operator ON %I TO svc_operator USING (true)', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON honeytokens TO svc_app;
GRANT SELECT, INSERT ON honeytoken_touches TO svc_app;
GRANT SELECT ON honeytokens TO svc_operator;
GRANT SELECT, UPDATE ON honeytoken_touches TO svc_operator;

-- Asked before a tenant is known: whose decoy this is. Runs as svc_operator, which has to own it for that.
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
CREATE FUNCTION svc_honeytoken_tenant(token uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT h.tenant_id FROM honeytokens h JOIN tenants t ON t.id = h.tenant_id WHERE h.id = token AND t.status = 'active'
$$;
REVOKE EXECUTE ON FUNCTION svc_honeytoken_tenant FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_honeytoken_tenant TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
