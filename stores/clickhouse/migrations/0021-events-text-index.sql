-- What words the texts of events hold, by which a search for a word, a phrase or a part of either passes over the rest. Case
-- is folded, as in the search. Neither inserts nor merges build it, which would take as much CPU as all the rest of the intake:
-- `text-index.ts` builds it for days of receipt that are quiet. Rows without it are read through.
ALTER TABLE events MODIFY SETTING exclude_materialize_skip_indexes_on_merge = 'raw_text';
ALTER TABLE events ADD INDEX IF NOT EXISTS raw_text raw
  TYPE text(tokenizer = 'splitByNonAlpha', preprocessor = lower(raw));
