-- Searches in KQL and SQL are counted beside those in Lucene's language: an index of a field serves each of them differently.
ALTER TABLE field_uses ADD COLUMN language text NOT NULL DEFAULT 'lucene' CHECK (language IN ('lucene', 'kql', 'sql'));
ALTER TABLE field_uses DROP CONSTRAINT field_uses_pkey;
ALTER TABLE field_uses ADD PRIMARY KEY (tenant_id, day, language, field);
