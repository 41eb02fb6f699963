-- A row that says that the counts of an insert are there (decision 36): counts are summed up with others of their key, and
-- are then no row of their own that could be looked for. It belongs to no tenant, and is kept as long as events are.
ALTER TABLE ledger
  ADD COLUMN IF NOT EXISTS mark UUID COMMENT 'zero on counts; otherwise of an insert that is in the table',
  MODIFY ORDER BY (tenant_id, source, minute, outcome, reason, mark);

ALTER TABLE ledger MODIFY TTL minute + INTERVAL 400 DAY DELETE WHERE tenant_id = '';
