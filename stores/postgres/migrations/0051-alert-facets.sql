-- Facets by severity and status, which are most of those that are asked for: rows that are alike share one index entry,
-- so that counting a tenant's alerts reads a tenth of the pages of the covering indexes. It includes no columns: an
-- index that does shares nothing.
CREATE INDEX alerts_facets ON alerts (tenant_id, severity, status);

-- What one person has is a small part of a tenant's alerts: pages and facets of it read no more than that.
CREATE INDEX alerts_assigned ON alerts (tenant_id, assigned_to_id, created_at DESC, id DESC)
  INCLUDE (severity, status) WHERE assigned_to_id IS NOT NULL;
