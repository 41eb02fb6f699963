-- Filters of the runs of five characters that the texts of a granule hold, in lower case. A granule lacks a searched text when its
-- filter lacks one of its runs, whatever else the part holds: the words of a part, which the index `raw_text` listed, were read
-- through for every search of a part of a word, took half as much disk as all columns together, and could not tell values apart
-- whose words are all common (`AX-77-1931`). `text-index.ts` builds them for quiet days, as it built that index.
ALTER TABLE events DROP INDEX IF EXISTS raw_text, DROP INDEX IF EXISTS raw_escapes;
ALTER TABLE events MODIFY SETTING exclude_materialize_skip_indexes_on_merge = 'raw_grams, texts_grams, ocsf_grams, raw_escaped, raw_otherwise, ocsf_escaped';
ALTER TABLE events ADD INDEX IF NOT EXISTS raw_grams lower(raw) TYPE ngrambf_v1(5, 131072, 1, 0) GRANULARITY 1 FIRST;
ALTER TABLE events ADD INDEX IF NOT EXISTS texts_grams
  (lower(cmd_line), lower(file_path), lower(url), lower(reg_path), lower(message)) TYPE ngrambf_v1(5, 16384, 1, 0) GRANULARITY 1 AFTER raw_otherwise;
ALTER TABLE events ADD INDEX IF NOT EXISTS ocsf_grams (lower(ocsf_form), lower(ocsf_rest)) TYPE ngrambf_v1(5, 32768, 1, 0) GRANULARITY 1 AFTER texts_grams;

-- Granules in which JSON may escape a character of a searched text. The expressions are those of `escapes-sql.ts`. The first has a name
-- of its own, because a part keeps the files of the dropped index until the engine has removed them.
ALTER TABLE events ADD INDEX IF NOT EXISTS raw_escaped match(raw, '\\\\u00(?:2[0134589acdeACDE]|3[0-9abfABF]|[4-7])') TYPE minmax GRANULARITY 1 AFTER ocsf_grams;
ALTER TABLE events ADD INDEX IF NOT EXISTS ocsf_escaped
  greatest(match(ocsf_rest, '\\\\u00(?:2[0134589acdeACDE]|3[0-9abfABF]|[4-7])'), if(mapping = 'ocsf', match(raw, '\\\\u00(?:2[0134589acdeACDE]|3[0-9abfABF]|[4-7])'), 0)) TYPE minmax GRANULARITY 1 AFTER raw_escaped;

-- Names are compared in lower case, which the filter of `identifiers_bloom` did not hold, and hosts and processes were not in it.
ALTER TABLE events ADD INDEX IF NOT EXISTS names_bloom
  (lowerUTF8(host), lowerUTF8(user), lowerUTF8(target_user), lowerUTF8(process_name), lowerUTF8(parent_name), lowerUTF8(domain))
  TYPE bloom_filter(0.01) GRANULARITY 1 AFTER ocsf_escaped;
