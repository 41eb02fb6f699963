-- An analysis is shown to the tenant that asked for it alone: each reading looks its handle up.
CREATE INDEX svc_sandbox_submissions_handle ON svc_sandbox_submissions (tenant_id, provider, handle) WHERE handle IS NOT NULL;
