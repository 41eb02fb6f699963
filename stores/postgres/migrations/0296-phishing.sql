-- What people sent in as suspicious, and what the analysis made of it.
CREATE TABLE phishing_submissions (
  tenant_id     text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id            uuid        NOT NULL DEFAULT gen_random_uuid(),
  artifact_kind text        NOT NULL CHECK (artifact_kind IN ('email', 'url', 'attachment', 'domain')),
  subject       text,
  sender        text,
  verdict       text        NOT NULL CHECK (verdict IN ('malicious', 'suspicious', 'no_signs')),
  score         int         NOT NULL CHECK (score BETWEEN 0 AND 100),
  analysis      jsonb       NOT NULL, -- signals, links, attachments, what was not checked
  alert_id      uuid,
  submitted_by  text        NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX phishing_submissions_newest ON phishing_submissions (tenant_id, created_at DESC, id DESC);
ALTER TABLE phishing_submissions ENABLE ROW LEVEL SECURITY;
ALTER TABLE phishing_submissions FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON phishing_submissions TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT ON phishing_submissions TO svc_app;
