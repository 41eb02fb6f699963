-- The queue of one source, or of one rule: a page in its order, and its counts, from one index each. A set of the ids of most
-- alerts of a tenant took longer to make than everything else.
CREATE INDEX alerts_by_source ON alerts (tenant_id, connector_type, created_at DESC, id DESC)
  INCLUDE (severity, status, assigned_to_id, disposition);
CREATE INDEX alerts_by_rule ON alerts (tenant_id, rule_id, created_at DESC, id DESC)
  INCLUDE (severity, status, connector_type);
