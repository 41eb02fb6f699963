-- Roles. The embedded starter made them already; on a server of the operator's this makes them when the owner may.
-- svc_app       what services run statements as; bound to one tenant by row security
-- svc_operator  work across tenants, as far as its policies say; only the owner can become it
-- The owner becomes them and inherits nothing from them: their policies do not hold for the owner itself.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'svc_app') THEN CREATE ROLE svc_app NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'svc_operator') THEN CREATE ROLE svc_operator NOLOGIN; END IF;
  IF NOT pg_has_role(current_user, 'svc_app', 'SET') THEN
    EXECUTE format('GRANT svc_app TO %I WITH INHERIT FALSE, SET TRUE', current_user);
  END IF;
  IF NOT pg_has_role(current_user, 'svc_operator', 'SET') THEN
    EXECUTE format('GRANT svc_operator TO %I WITH INHERIT FALSE, SET TRUE', current_user);
  END IF;
END $$;

GRANT USAGE ON SCHEMA public TO svc_app, svc_operator;

-- Raises instead of matching nothing: on a pooled connection the setting is '' after the transaction that set it, and
-- a silent empty answer would look like an empty tenant.
CREATE FUNCTION svc_tenant() RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF coalesce(current_setting('svc.tenant_id', true), '') = '' THEN
    RAISE EXCEPTION 'no tenant bound to this transaction';
  END IF;
  RETURN current_setting('svc.tenant_id');
END $$;

CREATE TABLE tenants (
  id                  text        PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
  name                text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  status              text        NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  weight              int         NOT NULL DEFAULT 1 CHECK (weight BETWEEN 1 AND 1000),
  events_per_second   int         NOT NULL DEFAULT 100000 CHECK (events_per_second > 0),
  events_burst        int         NOT NULL DEFAULT 200000 CHECK (events_burst > 0),
  requests_per_second int         NOT NULL DEFAULT 1000 CHECK (requests_per_second > 0),
  requests_burst      int         NOT NULL DEFAULT 2000 CHECK (requests_burst > 0),
  retention_days      int         CHECK (retention_days > 0),
  created_at          timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE inbox_tokens (
  tenant_id          text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id                 uuid        NOT NULL DEFAULT gen_random_uuid(),
  template_id        text        NOT NULL,
  label              text        NOT NULL CHECK (length(label) BETWEEN 1 AND 200),
  token_digest       bytea       NOT NULL CONSTRAINT inbox_tokens_digest UNIQUE CHECK (length(token_digest) = 32),
  token_sealed       bytea       NOT NULL,
  hmac_secret_sealed bytea,
  fingerprint        text        NOT NULL,
  created_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at       timestamptz,
  revoked_at         timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX inbox_tokens_live ON inbox_tokens (tenant_id, template_id, label) WHERE revoked_at IS NULL;

-- Control data on its way to the stages. `position` is drawn when a row is written and `sequence` when it is relayed:
-- numbers drawn by writers do not appear in the order of commits, and a stage ignores a sequence it has passed.
CREATE TABLE control_outbox (
  position   bigserial   PRIMARY KEY,
  sequence   bigint      UNIQUE,
  tenant_id  text        NOT NULL DEFAULT svc_tenant(), -- '' for what all tenants share
  kind       text        NOT NULL CHECK (kind ~ '^[a-z][a-z0-9_]{0,62}$'),
  id         text        NOT NULL CHECK (length(id) BETWEEN 1 AND 500),
  document   jsonb,                                     -- null: deleted
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX control_outbox_waiting ON control_outbox (position) WHERE sequence IS NULL;
CREATE INDEX control_outbox_latest ON control_outbox (tenant_id, kind, id, position);

-- One row: the highest sequence given out, and the highest that is durably in the topic.
CREATE TABLE control_relay (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  assigned bigint  NOT NULL DEFAULT 0,
  appended bigint  NOT NULL DEFAULT 0
);
INSERT INTO control_relay DEFAULT VALUES;

CREATE FUNCTION svc_control_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('svc_control', '');
  RETURN NULL;
END $$;
CREATE TRIGGER control_written AFTER INSERT ON control_outbox
  FOR EACH STATEMENT EXECUTE FUNCTION svc_control_written();

ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON tenants TO svc_app USING (id = (SELECT svc_tenant()));
CREATE POLICY operator ON tenants FOR SELECT TO svc_operator USING (true);
GRANT SELECT, INSERT, UPDATE ON tenants TO svc_app;
GRANT SELECT ON tenants TO svc_operator;

ALTER TABLE inbox_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbox_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON inbox_tokens TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON inbox_tokens FOR SELECT TO svc_operator USING (true);
GRANT SELECT, INSERT, UPDATE ON inbox_tokens TO svc_app;
GRANT SELECT ON inbox_tokens TO svc_operator;

ALTER TABLE control_outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE control_outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON control_outbox TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON control_outbox TO svc_operator USING (true);
GRANT SELECT, INSERT ON control_outbox TO svc_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON control_outbox TO svc_operator;
GRANT USAGE ON SEQUENCE control_outbox_position_seq TO svc_app, svc_operator;
GRANT SELECT, UPDATE ON control_relay TO svc_operator;

-- The one question svc_app may ask before it knows the tenant: whoever shows the digest of a token gets its row. It
-- runs as svc_operator, which has to own it for that.
CREATE FUNCTION svc_token_by_digest(digest bytea)
RETURNS TABLE (tenant_id text, id uuid, template_id text, hmac_secret_sealed bytea, revoked_at timestamptz, tenant_status text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.tenant_id, t.id, t.template_id, t.hmac_secret_sealed, t.revoked_at, n.status
  FROM inbox_tokens t JOIN tenants n ON n.id = t.tenant_id
  WHERE t.token_digest = digest
$$;
REVOKE EXECUTE ON FUNCTION svc_token_by_digest FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_token_by_digest TO svc_app;
GRANT CREATE ON SCHEMA public TO svc_operator;
ALTER FUNCTION svc_token_by_digest OWNER TO svc_operator;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
