-- A process looks over all tenants for moves that were cut short while their rows were on the way: nobody reads those until they are ended.
CREATE POLICY operator ON archive_moves FOR SELECT TO svc_operator USING (true);
GRANT SELECT (tenant_id, state) ON archive_moves TO svc_operator;
