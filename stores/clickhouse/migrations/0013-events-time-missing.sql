-- Of layout `events/4`: whether `time` is the event's own. Rows of layouts before it do not say; there a time that is the
-- very millisecond of receipt is one that was not found. The least and greatest values of a part let reads for the events
-- without a time pass over all parts that have none.
ALTER TABLE events ADD COLUMN IF NOT EXISTS time_missing UInt8 DEFAULT time = ingest_time
  COMMENT '1: the event names no usable time, and time is that of receipt'
  AFTER time;
