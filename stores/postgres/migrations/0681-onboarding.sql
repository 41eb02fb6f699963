-- A tenant joins the organisation of a provider in the transaction that makes the tenant, and in no later one: nobody can
-- put a tenant under a provider that was there before. Null when the provider has no such organisation.
GRANT INSERT ON organisation_tenants TO svc_operator;
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
CREATE FUNCTION svc_join_provider(provider text)
RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  joined uuid;
BEGIN
  INSERT INTO organisation_tenants (tenant_id, organisation_id, home_tenant)
  SELECT t.id, o.id, o.home_tenant FROM tenants t JOIN organisations o ON o.home_tenant = provider AND o.kind = 'mssp'
  WHERE t.id = svc_tenant() AND t.id <> o.home_tenant AND t.xmin = pg_current_xact_id()::xid
    AND (SELECT count(*) FROM organisation_tenants m WHERE m.organisation_id = o.id) < 10000
  ON CONFLICT DO NOTHING
  RETURNING organisation_id INTO joined;
  RETURN (SELECT o.name FROM organisations o WHERE o.id = joined);
END $$;
REVOKE EXECUTE ON FUNCTION svc_join_provider FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_join_provider TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
