-- A file of evidence is a row of the chain, which has its name and digest, and its sealed bytes beside it.
ALTER TABLE compliance_evidence
  ADD COLUMN file_of uuid, -- only of a file: the evidence that it belongs to
  DROP CONSTRAINT compliance_evidence_kind_check,
  ADD CONSTRAINT compliance_evidence_kind_check CHECK (kind IN ('record', 'review', 'file')),
  ADD CHECK ((kind = 'file') = (file_of IS NOT NULL));
CREATE INDEX compliance_evidence_file ON compliance_evidence (tenant_id, file_of) WHERE file_of IS NOT NULL;

CREATE TABLE compliance_evidence_files (
  tenant_id text  NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id        uuid  NOT NULL,
  sealed    bytea NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, id) REFERENCES compliance_evidence (tenant_id, id)
);
ALTER TABLE compliance_evidence_files ALTER COLUMN sealed SET STORAGE EXTERNAL; -- sealed bytes do not compress
ALTER TABLE compliance_evidence_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE compliance_evidence_files FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON compliance_evidence_files TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT ON compliance_evidence_files TO svc_app;
-- A rotation of the credential key seals the bytes again, and changes nothing else.
GRANT SELECT (tenant_id, id, sealed), UPDATE (sealed) ON compliance_evidence_files TO svc_operator;
CREATE POLICY read_sealed ON compliance_evidence_files FOR SELECT TO svc_operator USING (true);
CREATE POLICY reseal ON compliance_evidence_files FOR UPDATE TO svc_operator USING (true);
CREATE TRIGGER compliance_evidence_files_keep BEFORE DELETE OR TRUNCATE ON compliance_evidence_files
  FOR EACH STATEMENT EXECUTE FUNCTION svc_audit_refuse();
