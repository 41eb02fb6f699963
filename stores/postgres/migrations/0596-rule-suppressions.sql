-- Values that a rule's overlay lets be for a time. While one stands, its values are in the allowlists of the overlay.
CREATE TABLE rule_suppressions (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  rule_id    text        NOT NULL CHECK (length(rule_id) BETWEEN 1 AND 256),
  field      text        NOT NULL CHECK (field IN ('host', 'user', 'src_ip')),
  values     text[]      NOT NULL CHECK (cardinality(values) BETWEEN 1 AND 100),
  -- Those that its end takes out of the overlay: not the ones that were there without a suppression.
  added      text[]      NOT NULL CHECK (cardinality(added) <= 100),
  reason     text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 2000),
  created_by text        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  ended_at   timestamptz,
  -- A person, or `expiry`.
  ended_by   text,
  PRIMARY KEY (tenant_id, id),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE INDEX rule_suppressions_newest ON rule_suppressions (tenant_id, created_at DESC, id DESC);
CREATE INDEX rule_suppressions_due ON rule_suppressions (expires_at) WHERE ended_at IS NULL;

ALTER TABLE rule_suppressions ENABLE ROW LEVEL SECURITY;
ALTER TABLE rule_suppressions FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON rule_suppressions TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE ON rule_suppressions TO svc_app;
CREATE POLICY operator ON rule_suppressions FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON rule_suppressions TO svc_operator;
