-- A timed rollback counts from the execution; why an action ended and whether its effect is known are columns; a run that
-- ends takes what it asked for with it; and the person behind a program or a key is kept beside the credential.
ALTER TABLE response_actions
  ADD COLUMN rollback_after_seconds int CHECK (rollback_after_seconds > 0),
  -- Why it was rejected, failed or could not be taken back. Null: nothing of the kind.
  ADD COLUMN reason text CHECK (reason IN ('denied', 'expired', 'cancelled', 'no_integration', 'refused', 'unavailable',
                                           'unknown_effect', 'contradicted', 'altered', 'given_up', 'not_taken_back')),
  -- True from the claim of a try until its executor has answered: after a crash the effect may be there.
  ADD COLUMN effect_unknown boolean NOT NULL DEFAULT false,
  -- No further try begins.
  ADD COLUMN cancel_asked boolean NOT NULL DEFAULT false,
  -- Who is behind `requested_by`: the owner of a key, the person who started a playbook. Null: no person.
  ADD COLUMN requested_by_person uuid;
ALTER TABLE approvals
  ADD COLUMN requested_by_person uuid,
  DROP CONSTRAINT approvals_status_check,
  ADD CONSTRAINT approvals_status_check CHECK (status IN ('pending', 'approved', 'denied', 'expired', 'cancelled'));
ALTER TABLE playbook_runs ADD COLUMN requested_by_person uuid;
ALTER TABLE playbook_hooks ADD COLUMN created_by_person uuid;
-- Signatures that have started a run, as long as they hold: one starts one.
CREATE TABLE playbook_hook_signatures (
  tenant_id text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  hook_id   uuid        NOT NULL,
  signature text        NOT NULL CHECK (length(signature) = 64),
  expires   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, hook_id, signature)
);
CREATE INDEX playbook_hook_signatures_expired ON playbook_hook_signatures (tenant_id, expires);
ALTER TABLE playbook_hook_signatures ENABLE ROW LEVEL SECURITY;
ALTER TABLE playbook_hook_signatures FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON playbook_hook_signatures TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, DELETE ON playbook_hook_signatures TO svc_app;
ALTER TABLE playbook_run_steps ADD COLUMN reason text;
CREATE INDEX response_actions_open_of_runs ON response_actions (tenant_id, run_id)
  WHERE run_id IS NOT NULL AND ended_at IS NULL;
CREATE INDEX approvals_open_of_runs ON approvals (tenant_id, run_id) WHERE run_id IS NOT NULL AND status = 'pending';
CREATE INDEX playbook_runs_open_children ON playbook_runs (tenant_id, parent_run_id)
  WHERE parent_run_id IS NOT NULL AND completed_at IS NULL;

CREATE POLICY backfill ON approvals TO svc_operator USING (true);
GRANT UPDATE ON approvals TO svc_operator;
CREATE POLICY backfill ON playbook_hooks TO svc_operator USING (true);
GRANT UPDATE ON playbook_hooks TO svc_operator;
SET LOCAL ROLE svc_operator;
UPDATE response_actions
  SET rollback_after_seconds = greatest(60, round(extract(epoch FROM rollback_at - created_at)))::int,
    rollback_at = CASE WHEN status = 'completed' THEN rollback_at END
  WHERE rollback_at IS NOT NULL;
UPDATE response_actions SET effect_unknown = true WHERE lease IS NOT NULL;
UPDATE playbook_runs r SET requested_by_person = p.person
  FROM (SELECT tenant_id, id, id AS person FROM users UNION ALL SELECT tenant_id, id, owner_id FROM api_keys) p
  WHERE p.tenant_id = r.tenant_id AND p.id::text = r.requested_by AND r.completed_at IS NULL;
UPDATE response_actions a SET requested_by_person = p.person
  FROM (SELECT tenant_id, id, id AS person FROM users UNION ALL SELECT tenant_id, id, owner_id FROM api_keys) p
  WHERE p.tenant_id = a.tenant_id AND p.id::text = a.requested_by AND a.ended_at IS NULL;
UPDATE approvals a SET requested_by_person = p.person
  FROM (SELECT tenant_id, id, id AS person FROM users UNION ALL SELECT tenant_id, id, owner_id FROM api_keys) p
  WHERE p.tenant_id = a.tenant_id AND p.id::text = a.requested_by AND a.status = 'pending';
UPDATE playbook_hooks h SET created_by_person = p.person
  FROM (SELECT tenant_id, id, id AS person FROM users UNION ALL SELECT tenant_id, id, owner_id FROM api_keys) p
  WHERE p.tenant_id = h.tenant_id AND p.id::text = h.created_by;
RESET ROLE;
DROP POLICY backfill ON playbook_hooks;
REVOKE UPDATE ON playbook_hooks FROM svc_operator;
DROP POLICY backfill ON approvals;
REVOKE UPDATE ON approvals FROM svc_operator;
