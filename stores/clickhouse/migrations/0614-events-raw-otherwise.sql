-- Marks the granules in which a text may lack a word that its event has: text that is not JSON, JSON with escapes, and events that
-- another event carries as text. A hunt or a KQL query looks its words up in the text index, and always reads the marked granules.
-- The expression is the one in `query/raw-needles.ts`. The worker of the text index builds both together, so that days whose text
-- index was built before this migration are read whole, as until now, until they are merged.
ALTER TABLE events MODIFY SETTING exclude_materialize_skip_indexes_on_merge = 'raw_text, raw_escapes, raw_otherwise';
ALTER TABLE events ADD INDEX IF NOT EXISTS raw_otherwise greatest(multiSearchAny(raw, ['\\u0030', '\\u0031', '\\u0032', '\\u0033', '\\u0034', '\\u0035', '\\u0036', '\\u0037', '\\u0038', '\\u0039', '\\u004', '\\u005', '\\u006', '\\u007', '\\u017f', '\\u017F', '\\u212a', '\\u212A', 'ſ', 'K']), startsWith(trimLeft(raw), '{') = 0, source_format = 'hec', source_format = 'text', match(raw, '"[0-9]{50}'), multiSearchAny(raw, ['"TopicArn"', '"receiptHandle"', '"ReceiptHandle"'])) TYPE minmax GRANULARITY 1 AFTER raw_escapes;
