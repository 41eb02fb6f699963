-- Why the last call of the webhook of a touch failed.
ALTER TABLE honeytoken_touches ADD COLUMN webhook_fault text;
