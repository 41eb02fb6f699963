-- The user behind a verdict, by whatever credential: three keys of one owner are one person. Null: no person is behind it.
-- Beside it the verdict of triage that the alert had then.
ALTER TABLE alert_verdicts
  ADD COLUMN decided_by_person text,
  ADD COLUMN agent_verdict     text CHECK (agent_verdict IN ('true_positive', 'false_positive', 'benign', 'needs_review'));
UPDATE alert_verdicts SET decided_by_person = decided_by_id WHERE decided_by_kind = 'human';
UPDATE alert_verdicts v SET decided_by_person = k.owner_id::text
FROM api_keys k WHERE v.decided_by_kind = 'automation' AND k.tenant_id = v.tenant_id AND k.id::text = v.decided_by_id;

-- The verdict of triage and how sure it is of it, which stay beside what people decide. Null: it was not triaged.
ALTER TABLE alerts
  ADD COLUMN ai_verdict    text CHECK (ai_verdict IN ('true_positive', 'false_positive', 'benign', 'needs_review')),
  ADD COLUMN ai_confidence real CHECK (ai_confidence BETWEEN 0 AND 1);
UPDATE alerts a SET ai_verdict = r.verdict, ai_confidence = r.confidence
FROM (
  SELECT DISTINCT ON (tenant_id, alert_id) tenant_id, alert_id, verdict, confidence FROM investigation_runs
  WHERE kind = 'triage' AND verdict IS NOT NULL AND alert_id IS NOT NULL
  ORDER BY tenant_id, alert_id, started_at DESC) r
WHERE r.tenant_id = a.tenant_id AND r.alert_id = a.id;
