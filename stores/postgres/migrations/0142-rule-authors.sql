-- Who changed rules, overlays and placeholders becomes an id; addresses are looked up when they are shown. Of the tenant's
-- own users first, then of those who worked there under a delegation; an address that is nobody's any more says nothing.
CREATE FUNCTION svc_author_id(tenant text, author text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN author NOT LIKE '%@%' THEN author ELSE COALESCE(
    (SELECT u.id::text FROM users u WHERE u.tenant_id = tenant AND u.email = author),
    (SELECT u.id::text FROM delegations d JOIN users u ON u.tenant_id = d.home_tenant AND u.id = d.delegate_id
     WHERE d.tenant_id = tenant AND u.email = author LIMIT 1),
    'unknown') END
$$;
GRANT EXECUTE ON FUNCTION svc_author_id TO svc_operator;

CREATE POLICY authors ON detection_rules TO svc_operator USING (true);
CREATE POLICY authors ON detection_rule_versions TO svc_operator USING (true);
CREATE POLICY authors ON detection_overlays TO svc_operator USING (true);
CREATE POLICY authors ON detection_placeholders TO svc_operator USING (true);
GRANT SELECT, UPDATE ON detection_rules, detection_rule_versions, detection_overlays, detection_placeholders
  TO svc_operator;
SET LOCAL ROLE svc_operator;
UPDATE detection_rules SET changed_by = svc_author_id(tenant_id, changed_by) WHERE changed_by LIKE '%@%';
UPDATE detection_rule_versions SET changed_by = svc_author_id(tenant_id, changed_by) WHERE changed_by LIKE '%@%';
UPDATE detection_overlays SET author = svc_author_id(tenant_id, author) WHERE author LIKE '%@%';
UPDATE detection_placeholders SET changed_by = svc_author_id(tenant_id, changed_by) WHERE changed_by LIKE '%@%';
RESET ROLE;
REVOKE SELECT, UPDATE ON detection_rules, detection_rule_versions, detection_overlays, detection_placeholders
  FROM svc_operator;
DROP POLICY authors ON detection_rules;
DROP POLICY authors ON detection_rule_versions;
DROP POLICY authors ON detection_overlays;
DROP POLICY authors ON detection_placeholders;
DROP FUNCTION svc_author_id;
