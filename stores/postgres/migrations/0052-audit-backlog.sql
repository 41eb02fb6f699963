-- How far the chainer is behind, for whoever answers for the health of a service: the oldest entry of any tenant that
-- waits to be chained. Its id says when it was made and nothing else.
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
CREATE FUNCTION svc_audit_oldest_waiting() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id FROM audit_outbox ORDER BY id LIMIT 1
$$;
REVOKE EXECUTE ON FUNCTION svc_audit_oldest_waiting FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_audit_oldest_waiting TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
