-- Migration 0370 gave polls of before the number of records they fetched, and row security hid every row from it. What a
-- poll took was fetched, so no poll fetched less than it took.
ALTER TABLE connector_polls NO FORCE ROW LEVEL SECURITY;
UPDATE connector_polls SET fetched = taken WHERE fetched < taken;
ALTER TABLE connector_polls FORCE ROW LEVEL SECURITY;
