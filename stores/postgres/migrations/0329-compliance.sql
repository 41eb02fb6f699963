-- What shows that a control of a framework holds: records that nobody changes, each with the digest of the one before it.
CREATE TABLE compliance_evidence (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  seq          bigint      NOT NULL CHECK (seq > 0), -- from 1, without gaps
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  kind         text        NOT NULL CHECK (kind IN ('record', 'review')),
  reviews      uuid,                       -- of a review: which record
  document     text        NOT NULL CHECK (octet_length(document) <= 131072), -- canonical JSON: what is hashed
  payload_hash text        NOT NULL CHECK (payload_hash ~ '^[0-9a-f]{64}$'),
  prev_hash    text        NOT NULL CHECK (prev_hash ~ '^[0-9a-f]{64}$'),     -- 64 zeros before the first
  framework    text        NOT NULL,
  control_id   text        NOT NULL,
  collected_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, seq),
  CONSTRAINT compliance_evidence_id UNIQUE (tenant_id, id),
  CHECK ((kind = 'review') = (reviews IS NOT NULL))
);
CREATE INDEX compliance_evidence_of ON compliance_evidence (tenant_id, framework, control_id, seq DESC);
CREATE UNIQUE INDEX compliance_evidence_reviewed ON compliance_evidence (tenant_id, reviews) WHERE reviews IS NOT NULL;

ALTER TABLE compliance_evidence ENABLE ROW LEVEL SECURITY;
ALTER TABLE compliance_evidence FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON compliance_evidence TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT ON compliance_evidence TO svc_app;
-- The owner and a superuser included.
CREATE TRIGGER compliance_evidence_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_evidence
  FOR EACH STATEMENT EXECUTE FUNCTION svc_audit_refuse();
