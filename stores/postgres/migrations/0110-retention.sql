-- Nothing read it. The lake keeps the events of all tenants as long, 400 days or more (`SVC_EVENT_RETENTION_DAYS`); what a
-- tenant wants kept shorter or longer is decided against its legal holds, and is stored where those are.
ALTER TABLE tenants DROP COLUMN retention_days;
