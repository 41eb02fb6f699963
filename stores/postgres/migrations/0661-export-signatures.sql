-- The key that signs a tenant's exports, and a row for each export that was signed.
CREATE TABLE export_signing_keys (
  tenant_id      text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  key_id         text        NOT NULL CHECK (key_id ~ '^[0-9a-f]{32}$'),
  public_key     bytea       NOT NULL CHECK (length(public_key) = 32),
  private_sealed text        NOT NULL CHECK (private_sealed LIKE 'vault:v1:%'),
  created_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, key_id)
);
CREATE UNIQUE INDEX export_signing_keys_one ON export_signing_keys (tenant_id);
CREATE TABLE export_signatures (
  tenant_id      text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id             uuid        NOT NULL DEFAULT gen_random_uuid(),
  export_kind    text        NOT NULL CHECK (export_kind ~ '^[a-z_]{2,40}$'),
  content_sha256 text        NOT NULL CHECK (content_sha256 ~ '^[0-9a-f]{64}$'),
  query_digest   text        NOT NULL CHECK (query_digest ~ '^[0-9a-f]{64}$'),
  row_count      bigint      NOT NULL CHECK (row_count >= 0),
  is_whole       boolean     NOT NULL,
  algorithm      text        NOT NULL DEFAULT 'ed25519' CHECK (algorithm = 'ed25519'),
  key_id         text        NOT NULL,
  signature      text        NOT NULL CHECK (length(signature) = 86),
  exported_by    text        NOT NULL,
  signed_at      timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, key_id) REFERENCES export_signing_keys (tenant_id, key_id)
);
CREATE INDEX export_signatures_newest ON export_signatures (tenant_id, signed_at DESC, id DESC);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['export_signing_keys', 'export_signatures']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT ON export_signing_keys, export_signatures TO svc_app;
-- A rotation of the credential key seals the keys of all tenants anew.
GRANT SELECT (tenant_id, key_id, private_sealed), UPDATE (private_sealed) ON export_signing_keys TO svc_operator;
CREATE POLICY read_sealed ON export_signing_keys FOR SELECT TO svc_operator USING (true);
CREATE POLICY reseal ON export_signing_keys FOR UPDATE TO svc_operator USING (true);
