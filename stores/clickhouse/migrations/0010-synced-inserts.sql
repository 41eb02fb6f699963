-- An insert is on disk when it is answered (decision 34). A range is passed then, in a log that survives a power cut: what
-- the lake only had in memory would be lost, and nobody would write it again.
--
-- The result of a merge is not synced. The parts it was made of stay for eight minutes, and the engine takes those when
-- it finds the result broken.
ALTER TABLE events MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;
ALTER TABLE signals MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;
ALTER TABLE ledger MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;
ALTER TABLE dead_letters MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;
ALTER TABLE schema_drift MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;
ALTER TABLE schema_migrations MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1;
