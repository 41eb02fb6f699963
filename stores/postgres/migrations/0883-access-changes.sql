-- Every change after which a credential may open less, or be shown less, is announced to the processes that hold open
-- connections: the tenant and, where one person is concerned, the user. `*` concerns everybody.
CREATE FUNCTION svc_access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb;
BEGIN
  IF TG_OP = 'DELETE' THEN changed := to_jsonb(OLD); ELSE changed := to_jsonb(NEW); END IF;
  PERFORM pg_notify('svc_access', (changed ->> TG_ARGV[0]) || ' ' || coalesce(changed ->> TG_ARGV[1], ''));
  RETURN NULL;
END $$;

CREATE FUNCTION svc_signing_key_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('svc_access', '*');
  RETURN NULL;
END $$;

CREATE TRIGGER access_revoked AFTER UPDATE OF revoked_at ON delegations FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION svc_access_changed('tenant_id', '');
CREATE TRIGGER access_ended AFTER UPDATE OF ended_at ON sessions FOR EACH ROW
  WHEN (OLD.ended_at IS DISTINCT FROM NEW.ended_at) EXECUTE FUNCTION svc_access_changed('tenant_id', 'user_id');
CREATE TRIGGER access_removed AFTER DELETE ON sessions FOR EACH ROW
  WHEN (OLD.ended_at IS NULL) EXECUTE FUNCTION svc_access_changed('tenant_id', 'user_id');
CREATE TRIGGER access_changed AFTER UPDATE OF is_active, scopes, expires_at, owner_id ON api_keys FOR EACH ROW
  WHEN ((OLD.is_active, OLD.scopes, OLD.expires_at, OLD.owner_id)
    IS DISTINCT FROM (NEW.is_active, NEW.scopes, NEW.expires_at, NEW.owner_id))
  EXECUTE FUNCTION svc_access_changed('tenant_id', 'owner_id');
CREATE TRIGGER access_changed AFTER UPDATE OF is_active, role, role_source, sessions_revoked_at ON users FOR EACH ROW
  WHEN ((OLD.is_active, OLD.role, OLD.role_source, OLD.sessions_revoked_at)
    IS DISTINCT FROM (NEW.is_active, NEW.role, NEW.role_source, NEW.sessions_revoked_at))
  EXECUTE FUNCTION svc_access_changed('tenant_id', 'id');
CREATE TRIGGER access_changed AFTER INSERT OR DELETE ON user_roles FOR EACH ROW
  EXECUTE FUNCTION svc_access_changed('tenant_id', 'user_id');
CREATE TRIGGER access_changed AFTER UPDATE OR DELETE ON roles FOR EACH ROW
  EXECUTE FUNCTION svc_access_changed('tenant_id', '');
CREATE TRIGGER access_changed AFTER DELETE ON permissions FOR EACH ROW
  EXECUTE FUNCTION svc_access_changed('tenant_id', '');
CREATE TRIGGER access_changed AFTER INSERT OR DELETE ON sso_roles FOR EACH ROW
  EXECUTE FUNCTION svc_access_changed('tenant_id', 'user_id');
CREATE TRIGGER access_changed AFTER UPDATE OR DELETE ON sso_connections FOR EACH ROW
  EXECUTE FUNCTION svc_access_changed('tenant_id', '');
CREATE TRIGGER access_changed AFTER INSERT OR DELETE ON scim_group_members FOR EACH ROW
  EXECUTE FUNCTION svc_access_changed('tenant_id', 'user_id');
CREATE TRIGGER access_changed AFTER UPDATE OF mapped_role ON scim_groups FOR EACH ROW
  WHEN (OLD.mapped_role IS DISTINCT FROM NEW.mapped_role) EXECUTE FUNCTION svc_access_changed('tenant_id', '');
CREATE TRIGGER access_changed AFTER UPDATE OF expires_at, revoked_at ON scim_tokens FOR EACH ROW
  EXECUTE FUNCTION svc_access_changed('tenant_id', '');
CREATE TRIGGER access_changed AFTER INSERT OR UPDATE OR DELETE ON field_rules FOR EACH ROW
  EXECUTE FUNCTION svc_access_changed('tenant_id', '');
CREATE TRIGGER access_changed AFTER UPDATE OF status ON tenants FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION svc_access_changed('id', '');
CREATE TRIGGER access_changed AFTER UPDATE OF retired_at ON signing_keys FOR EACH STATEMENT
  EXECUTE FUNCTION svc_signing_key_changed();
