-- What the queue is narrowed and counted by: hosts, users, addresses (lower case), tactics, techniques, the rule and the
-- source of each alert. No array operator is leakproof, so row security lets none of them choose entries of an index; an
-- equality of text may. alert_entities is that of risk and leaves out the alerts that risk itself made.
CREATE TABLE alert_facets (
  tenant_id text NOT NULL DEFAULT svc_tenant(),
  kind      text NOT NULL CHECK (kind IN ('host', 'user', 'ip', 'tactic', 'technique', 'rule', 'source')),
  value     text NOT NULL,
  alert_id  uuid NOT NULL,
  PRIMARY KEY (tenant_id, kind, value, alert_id)
);
CREATE INDEX alert_facets_of ON alert_facets (tenant_id, alert_id) INCLUDE (kind, value);

ALTER TABLE alert_facets ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_facets FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON alert_facets TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON alert_facets TO svc_app;

CREATE FUNCTION svc_alert_facets(hosts text[], users text[], ips text[], tactics text[], techniques text[], rule text,
  source text) RETURNS TABLE (kind text, value text)
LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT facet, name FROM (
    SELECT 'host' AS facet, lower(unnest(hosts)) AS name UNION ALL SELECT 'user', lower(unnest(users))
    UNION ALL SELECT 'ip', lower(unnest(ips)) UNION ALL SELECT 'tactic', unnest(tactics)
    UNION ALL SELECT 'technique', unnest(techniques) UNION ALL SELECT 'rule', rule UNION ALL SELECT 'source', source
  ) AS facets
  WHERE name <> ''
$$;

-- By statement and without a foreign key: many alerts are written at once, and a check of each of their values costs more
-- than the values.
CREATE FUNCTION svc_alert_facets_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_facets (tenant_id, kind, value, alert_id)
    SELECT a.tenant_id, f.kind, f.value, a.id
    FROM after AS a, svc_alert_facets(a.affected_hosts, a.affected_users, a.affected_ips, a.mitre_tactics,
      a.mitre_techniques, a.rule_id, a.connector_type) AS f;
  RETURN NULL;
END $$;
CREATE FUNCTION svc_alert_facets_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM alert_facets AS f USING before AS b WHERE f.tenant_id = b.tenant_id AND f.alert_id = b.id;
  RETURN NULL;
END $$;
-- An alert that gets another id is one that went and one that came.
CREATE FUNCTION svc_alert_facets_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[] := ARRAY(SELECT id FROM (
    (SELECT id, affected_hosts, affected_users, affected_ips, mitre_tactics, mitre_techniques, rule_id, connector_type
      FROM before
    EXCEPT
    SELECT id, affected_hosts, affected_users, affected_ips, mitre_tactics, mitre_techniques, rule_id, connector_type
      FROM after)
    UNION ALL
    (SELECT id, affected_hosts, affected_users, affected_ips, mitre_tactics, mitre_techniques, rule_id, connector_type
      FROM after
    EXCEPT
    SELECT id, affected_hosts, affected_users, affected_ips, mitre_tactics, mitre_techniques, rule_id, connector_type
      FROM before)) AS differing);
BEGIN
  IF cardinality(changed) = 0 THEN RETURN NULL; END IF;
  DELETE FROM alert_facets AS f USING before AS b
    WHERE b.id = ANY(changed) AND f.tenant_id = b.tenant_id AND f.alert_id = b.id;
  INSERT INTO alert_facets (tenant_id, kind, value, alert_id)
    SELECT a.tenant_id, f.kind, f.value, a.id
    FROM after AS a, svc_alert_facets(a.affected_hosts, a.affected_users, a.affected_ips, a.mitre_tactics,
      a.mitre_techniques, a.rule_id, a.connector_type) AS f
    WHERE a.id = ANY(changed);
  RETURN NULL;
END $$;

CREATE TRIGGER alert_facets_made AFTER INSERT ON alerts REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION svc_alert_facets_made();
CREATE TRIGGER alert_facets_gone AFTER DELETE ON alerts REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION svc_alert_facets_gone();
CREATE TRIGGER alert_facets_changed AFTER UPDATE ON alerts REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION svc_alert_facets_changed();

ALTER TABLE alerts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE alert_facets NO FORCE ROW LEVEL SECURITY;
INSERT INTO alert_facets (tenant_id, kind, value, alert_id)
  SELECT a.tenant_id, f.kind, f.value, a.id
  FROM alerts AS a, svc_alert_facets(a.affected_hosts, a.affected_users, a.affected_ips, a.mitre_tactics,
    a.mitre_techniques, a.rule_id, a.connector_type) AS f;
ALTER TABLE alerts FORCE ROW LEVEL SECURITY;
ALTER TABLE alert_facets FORCE ROW LEVEL SECURITY;

-- Orders of the queue. Each reads its page and stops; the statuses beside the keys are looked at in the index.
CREATE INDEX alerts_by_risk ON alerts (tenant_id, coalesce(risk_score, -1) DESC, created_at DESC, id DESC)
  INCLUDE (status, severity, assigned_to_id, disposition);
CREATE INDEX alerts_by_severity ON alerts (tenant_id, severity DESC, created_at DESC, id DESC)
  INCLUDE (status, assigned_to_id, disposition);
CREATE INDEX alerts_by_event ON alerts (tenant_id, coalesce(event_time, first_seen) DESC, created_at DESC, id DESC)
  INCLUDE (status, severity, assigned_to_id, disposition);
