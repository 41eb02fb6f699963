-- Which credential key what is sealed is under, as the last look found it: a start without a key that is still needed is
-- refused. Ids of keys, not keys.
CREATE TABLE credential_key_use (
  column_name text        NOT NULL, -- table.column
  key_id      text        NOT NULL, -- 'unreadable': no key that is known opens these
  secrets     bigint      NOT NULL,
  looked_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (column_name, key_id)
);
GRANT SELECT ON credential_key_use TO svc_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON credential_key_use TO svc_operator;

-- A rotation of the credential key seals the secrets of all tenants anew, and changes nothing else of their rows.
GRANT SELECT (tenant_id, name, value), UPDATE (value) ON playbook_secrets TO svc_operator;
GRANT SELECT (tenant_id, api_key), UPDATE (api_key) ON model_credentials TO svc_operator;
GRANT SELECT (tenant_id, id, credential), UPDATE (credential) ON tool_servers TO svc_operator;
GRANT SELECT (tenant_id, id, secret), UPDATE (secret) ON response_executors TO svc_operator;
GRANT SELECT (tenant_id, id, sealed), UPDATE (sealed) ON case_attachments TO svc_operator;
GRANT UPDATE (secret) ON playbook_hooks TO svc_operator;
GRANT UPDATE (api_key) ON intel_feeds TO svc_operator;
GRANT UPDATE (client_secret) ON sso_connections TO svc_operator;
GRANT UPDATE (token_sealed, hmac_secret_sealed) ON inbox_tokens TO svc_operator;

DO $$
DECLARE sealed text;
BEGIN
  FOREACH sealed IN ARRAY ARRAY['playbook_secrets', 'model_credentials', 'tool_servers', 'response_executors',
    'case_attachments', 'playbook_hooks', 'intel_feeds', 'sso_connections', 'inbox_tokens']
  LOOP
    EXECUTE format('CREATE POLICY read_sealed ON %I FOR SELECT TO svc_operator USING (true)', sealed);
    EXECUTE format('CREATE POLICY reseal ON %I FOR UPDATE TO svc_operator USING (true)', sealed);
  END LOOP;
END $$;
