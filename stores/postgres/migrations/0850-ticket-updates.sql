-- What the ticket of a case was told since it was opened: the severity, and which comments.
ALTER TABLE tickets ADD COLUMN told_severity text CHECK (length(told_severity) <= 20);
ALTER TABLE tickets ADD COLUMN sent uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(sent) <= 1000);
