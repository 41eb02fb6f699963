-- People keep statements in SQL beside searches and KQL.
ALTER TABLE saved_searches
  DROP CONSTRAINT saved_searches_language_check,
  ADD CONSTRAINT saved_searches_language_check CHECK (language IN ('lucene', 'kql', 'sql'));
