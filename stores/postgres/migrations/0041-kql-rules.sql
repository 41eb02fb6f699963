-- KQL is a language that tenants' rules may be written in.
ALTER TABLE detection_rules
  DROP CONSTRAINT detection_rules_language_check,
  ADD CONSTRAINT detection_rules_language_check CHECK (language IN ('sigma', 'eql', 'kql', 'yara'));
