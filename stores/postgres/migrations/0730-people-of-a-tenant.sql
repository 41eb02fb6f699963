-- Work of a tenant belongs to its users and to delegates: people of its provider whom it let in. The row of a delegate
-- stands in the home tenant of the provider, so that no foreign key to the users of this tenant holds for both.

-- Delegates of the bound tenant by name, also those whose delegation is over: what they did keeps their name. `role` is
-- null for those. The address is for messages about their own work, and stands in no list. All of them when `wanted` is
-- null.
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
SET LOCAL row_security = on; -- a function of SQL is planned when it is made
CREATE FUNCTION svc_delegates(wanted uuid[])
RETURNS TABLE (id uuid, name text, email text, organisation text, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT ON (d.delegate_id) d.delegate_id, u.username, u.email, coalesce(o.name, d.home_tenant),
    CASE WHEN live.is_live THEN d.role END
  FROM delegations AS d JOIN users AS u ON u.tenant_id = d.home_tenant AND u.id = d.delegate_id
    LEFT JOIN organisations AS o ON o.home_tenant = d.home_tenant
    CROSS JOIN LATERAL (
      SELECT d.revoked_at IS NULL AND d.expires_at > clock_timestamp() AND u.is_active AS is_live) AS live
  WHERE d.tenant_id = svc_tenant() AND (wanted IS NULL OR d.delegate_id = ANY (wanted))
  ORDER BY d.delegate_id, live.is_live DESC, d.expires_at DESC, d.id
$$;
REVOKE EXECUTE ON FUNCTION svc_delegates FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_delegates TO svc_app;
SET LOCAL row_security = off;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
CREATE INDEX delegations_by_delegate ON delegations (tenant_id, delegate_id);

-- Neither users nor delegations are ever deleted: a person who was there when the row was written stays there.
CREATE FUNCTION svc_require_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person uuid;
BEGIN
  EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) INTO person USING NEW;
  IF person IS NULL OR EXISTS (SELECT FROM users AS u WHERE u.tenant_id = NEW.tenant_id AND u.id = person)
    OR EXISTS (SELECT FROM delegations AS d WHERE d.tenant_id = NEW.tenant_id AND d.delegate_id = person)
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% of % is no person of the tenant', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = 'foreign_key_violation';
END $$;

ALTER TABLE alerts DROP CONSTRAINT alerts_tenant_id_assigned_to_id_fkey;
ALTER TABLE alerts DROP CONSTRAINT alerts_tenant_id_snoozed_by_id_fkey;
ALTER TABLE cases DROP CONSTRAINT cases_tenant_id_assignee_id_fkey;
ALTER TABLE case_tasks DROP CONSTRAINT case_tasks_tenant_id_assignee_id_fkey;
ALTER TABLE case_handoffs DROP CONSTRAINT case_handoffs_tenant_id_from_user_id_fkey;
ALTER TABLE case_handoffs DROP CONSTRAINT case_handoffs_tenant_id_to_user_id_fkey;
ALTER TABLE case_mentions DROP CONSTRAINT case_mentions_tenant_id_user_id_fkey;

CREATE TRIGGER assignee_is_there BEFORE INSERT OR UPDATE OF assigned_to_id ON alerts FOR EACH ROW
  WHEN (NEW.assigned_to_id IS NOT NULL) EXECUTE FUNCTION svc_require_person('assigned_to_id');
CREATE TRIGGER snoozer_is_there BEFORE INSERT OR UPDATE OF snoozed_by_id ON alerts FOR EACH ROW
  WHEN (NEW.snoozed_by_id IS NOT NULL) EXECUTE FUNCTION svc_require_person('snoozed_by_id');
CREATE TRIGGER assignee_is_there BEFORE INSERT OR UPDATE OF assignee_id ON cases FOR EACH ROW
  WHEN (NEW.assignee_id IS NOT NULL) EXECUTE FUNCTION svc_require_person('assignee_id');
CREATE TRIGGER assignee_is_there BEFORE INSERT OR UPDATE OF assignee_id ON case_tasks FOR EACH ROW
  WHEN (NEW.assignee_id IS NOT NULL) EXECUTE FUNCTION svc_require_person('assignee_id');
CREATE TRIGGER giver_is_there BEFORE INSERT OR UPDATE OF from_user_id ON case_handoffs FOR EACH ROW
  EXECUTE FUNCTION svc_require_person('from_user_id');
CREATE TRIGGER receiver_is_there BEFORE INSERT OR UPDATE OF to_user_id ON case_handoffs FOR EACH ROW
  EXECUTE FUNCTION svc_require_person('to_user_id');
CREATE TRIGGER mentioned_is_there BEFORE INSERT OR UPDATE OF user_id ON case_mentions FOR EACH ROW
  EXECUTE FUNCTION svc_require_person('user_id');
