-- Analysis of files and addresses by sandboxes: who agreed to uploads, and what became of each artefact.
CREATE TABLE sandbox_consents (
  tenant_id            text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  provider             text        NOT NULL,
  uploads_enabled      boolean     NOT NULL,
  consent_text_version text        NOT NULL, -- of the text that was shown
  decided_by           text        NOT NULL,
  decided_at           timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, provider)
);

-- One row an artefact that was asked about, refusals included. Never the artefact itself.
CREATE TABLE svc_sandbox_submissions (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  provider     text        NOT NULL,
  kind         text        NOT NULL CHECK (kind IN ('lookup', 'file', 'url')),
  artefact     text        NOT NULL, -- SHA-256, or the URL
  outcome      text        NOT NULL CHECK (outcome IN ('known', 'pending', 'not_seen', 'upload_refused', 'could_not_check')),
  reason       text        NOT NULL,
  uploaded     boolean     NOT NULL, -- bytes left the deployment
  handle       text,
  requested_by text        NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX svc_sandbox_submissions_newest ON svc_sandbox_submissions (tenant_id, created_at DESC, id DESC);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['sandbox_consents', 'svc_sandbox_submissions']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON sandbox_consents TO svc_app;
GRANT SELECT, INSERT ON svc_sandbox_submissions TO svc_app;
