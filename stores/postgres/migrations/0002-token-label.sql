-- A source is known by its token's label, so whoever looks a token up gets the label with it.
SET LOCAL ROLE svc_operator;
DROP FUNCTION svc_token_by_digest(bytea);
RESET ROLE;
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
CREATE FUNCTION svc_token_by_digest(digest bytea)
RETURNS TABLE (
  tenant_id text, id uuid, template_id text, label text, hmac_secret_sealed bytea, revoked_at timestamptz,
  tenant_status text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.tenant_id, t.id, t.template_id, t.label, t.hmac_secret_sealed, t.revoked_at, n.status
  FROM inbox_tokens t JOIN tenants n ON n.id = t.tenant_id
  WHERE t.token_digest = digest
$$;
REVOKE EXECUTE ON FUNCTION svc_token_by_digest FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_token_by_digest TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
