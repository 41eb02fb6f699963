-- Which parts of a day are merged (decision 33). The selector adds 5 MB to the size of every part, so ten parts were enough
-- to rewrite a large one with nine small ones: 2.1 times a row with inserts of 24,000 rows, counted. Twenty parts, of which
-- the largest is a twentieth, rewrite it once where inserts are full, and less often at any rate.
--
-- A day that is over is rewritten once more, into one part: at some hundred parts a day the lake would refuse inserts
-- after a year (100,000 parts in total), and the engine reads all of them when it starts.
ALTER TABLE events MODIFY SETTING
  min_parts_to_merge_at_once = 20,
  merge_selector_base = 20,
  min_age_to_force_merge_seconds = 86400,
  min_age_to_force_merge_on_partition_only = 1,
  enable_max_bytes_limit_for_min_age_to_force_merge = 0;
