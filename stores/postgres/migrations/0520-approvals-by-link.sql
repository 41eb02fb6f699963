-- What a link in a message may answer: of a question that has changed since, it answers nothing.
ALTER TABLE notifications ADD COLUMN bound text CHECK (length(bound) <= 100);

-- What the case and the alert of an approval were when it was asked. Null: of before, and of those that name neither.
ALTER TABLE approvals
  ADD COLUMN evidence_digest bytea CHECK (length(evidence_digest) = 32),
  ADD COLUMN asked int NOT NULL DEFAULT 1;
CREATE INDEX approvals_on_evidence ON approvals (tenant_id, id)
  WHERE status = 'pending' AND evidence_digest IS NOT NULL;

-- Of what was asked a second time nobody has agreed to yet: a vote is for the time that it was given for.
ALTER TABLE approval_votes
  ADD COLUMN asked int NOT NULL DEFAULT 1,
  DROP CONSTRAINT approval_votes_pkey,
  ADD PRIMARY KEY (tenant_id, approval_id, asked, user_id);
