-- Pages of the pushes to MISP, newest first: a tenant may push each of its indicators.
CREATE INDEX misp_pushes_newest ON misp_pushes (tenant_id, requested_at DESC, indicator_id DESC);
