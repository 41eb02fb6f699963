-- One bloom filter over the columns that an investigation asks for by value, in place of one each: it is also asked
-- where a condition names several of them, as "this address on either side" does, and a part has ten files fewer,
-- which is a sixth of what a small insert costs.
ALTER TABLE events DROP INDEX IF EXISTS src_ip_bloom;
ALTER TABLE events DROP INDEX IF EXISTS dst_ip_bloom;
ALTER TABLE events DROP INDEX IF EXISTS user_bloom;
ALTER TABLE events DROP INDEX IF EXISTS file_hash_bloom;
ALTER TABLE events DROP INDEX IF EXISTS event_uid_bloom;
ALTER TABLE events DROP INDEX IF EXISTS domain_bloom;
ALTER TABLE events ADD INDEX IF NOT EXISTS identifiers_bloom
  (src_ip, dst_ip, user, target_user, file_hash, event_uid, domain) TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE events MATERIALIZE INDEX identifiers_bloom;

-- Every merge would also count the distinct values of every column, the text of the event among them: a tenth of its
-- CPU, for a planner of joins. What is left are least and greatest values, by which parts are passed over.
ALTER TABLE events MODIFY SETTING auto_statistics_types = 'basic';
