-- Public rule sets have texts of 300 KB: lists of every vulnerable driver there is.
ALTER TABLE detection_rules
  DROP CONSTRAINT detection_rules_text_check,
  ADD CONSTRAINT detection_rules_text_check CHECK (octet_length(text) BETWEEN 1 AND 524288);
