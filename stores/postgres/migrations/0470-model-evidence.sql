-- The events that a model is to judge by, read before an alert is asked about: alerts are alike for it when these are too.
-- Null: they were not read yet.
ALTER TABLE model_asks ADD COLUMN evidence jsonb;
ALTER TABLE model_asks ADD COLUMN rules_verdict text NOT NULL DEFAULT 'needs_review';
ALTER TABLE model_asks ADD COLUMN rules_confidence float8 NOT NULL DEFAULT 0 CHECK (rules_confidence BETWEEN 0 AND 1);
