-- Feeds are read when their time has come: who reads them asks over all tenants which those are.
CREATE POLICY operator ON intel_feeds TO svc_operator USING (true);
GRANT SELECT ON intel_feeds TO svc_operator;
CREATE INDEX intel_feeds_due ON intel_feeds (last_polled_at) WHERE is_enabled;
