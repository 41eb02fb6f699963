-- Rules that somebody proposes, what others say of them, and what their fixtures showed.
CREATE TABLE detection_proposals (
  tenant_id        text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id               uuid        NOT NULL DEFAULT gen_random_uuid(),
  title            text        NOT NULL,
  description      text        NOT NULL,
  rule_language    text        NOT NULL CHECK (rule_language IN ('sigma', 'eql', 'kql')),
  rule_body        text        NOT NULL,
  mitre_tags       text[]      NOT NULL,
  base_rule_id     uuid,                 -- the rule whose place it is to take; null: a new one
  promoted_rule_id uuid,
  status           text        NOT NULL DEFAULT 'proposed'
    CHECK (status IN ('proposed', 'in_review', 'eval_passed', 'eval_failed', 'approved', 'rejected', 'promoted')),
  fixtures         jsonb       NOT NULL, -- positives and negatives
  fixture_result   jsonb,                -- of the last replay
  eval_result      jsonb,                -- of the last report that was attached
  review_comments  jsonb       NOT NULL DEFAULT '[]',
  proposed_by      text,
  decided_by       text,
  decision_comment text,
  decided_at       timestamptz,
  created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX detection_proposals_newest ON detection_proposals (tenant_id, created_at DESC, id DESC);

-- What a report is held against: of each suite the latest.
CREATE TABLE eval_baselines (
  tenant_id text             NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  suite     text             NOT NULL CHECK (length(suite) BETWEEN 1 AND 64),
  score     double precision NOT NULL CHECK (score BETWEEN 0 AND 1),
  payload   jsonb            NOT NULL,
  set_by    text             NOT NULL,
  set_at    timestamptz      NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, suite)
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['detection_proposals', 'eval_baselines']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON detection_proposals, eval_baselines TO svc_app;
