-- Questions of people to the copilot are counted as those of triage and investigations are.
ALTER TABLE model_calls DROP CONSTRAINT model_calls_purpose_check;
ALTER TABLE model_calls ADD CONSTRAINT model_calls_purpose_check
  CHECK (purpose IN ('triage', 'test', 'investigation', 'copilot', 'comparison'));
