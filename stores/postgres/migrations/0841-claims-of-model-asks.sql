-- An ask is claimed before its run is opened, and let go when a process ends: the run that it left behind is closed by
-- whoever claims the ask next.
ALTER TABLE model_asks DROP CONSTRAINT model_asks_check;

-- How long asks wait is measured over all tenants: an ask whose answer is shared is none of them. Not the answers themselves.
CREATE POLICY operator ON model_shares FOR SELECT TO svc_operator USING (true);
GRANT SELECT (tenant_id, likeness, fresh_until) ON model_shares TO svc_operator;
