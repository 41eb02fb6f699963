-- Which granules hold texts in which JSON writes letters or digits as escapes (`\u0041`). A search for a member of the vendor's
-- own event looks its words up in the index of texts, and reads these granules whatever the index says of them. Built with that
-- index: of days that have that one already, such a search reads everything, as before, until they are merged.
ALTER TABLE events MODIFY SETTING exclude_materialize_skip_indexes_on_merge = 'raw_text, raw_escapes';
ALTER TABLE events ADD INDEX IF NOT EXISTS raw_escapes match(raw, '\\\\u00(?:3[0-9]|[4-7])') TYPE minmax GRANULARITY 1 AFTER raw_text;
