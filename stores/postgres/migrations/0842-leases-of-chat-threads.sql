-- A thread is held under a lease, as other jobs are. `not_before` is the end of it, or the time after which a thread that
-- failed is tried again.
ALTER TABLE chat_threads ADD COLUMN lease uuid;
