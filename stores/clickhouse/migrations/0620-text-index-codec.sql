-- Lists of the text index are packed: a third of it, and no more CPU to build or to ask (bench/results/2026-11-29-lake.md).
-- `text-index.ts` builds it anew for the days that there are, the newest first; until then their rows are read through.
ALTER TABLE events DROP INDEX IF EXISTS raw_text;
ALTER TABLE events ADD INDEX IF NOT EXISTS raw_text raw
  TYPE text(tokenizer = 'splitByNonAlpha', preprocessor = lower(raw), posting_list_codec = 'bitpacking');
