-- Old questions, their answers, and what was revoked long ago go; a page of answers is bounded by their bytes.
ALTER TABLE osquery_answers ADD COLUMN rows_bytes int NOT NULL DEFAULT 0;
CREATE INDEX osquery_nodes_identifier ON osquery_nodes (tenant_id, lower(host_identifier));
CREATE INDEX osquery_nodes_hostname ON osquery_nodes (tenant_id, lower(hostname));
CREATE INDEX osquery_answers_node ON osquery_answers (tenant_id, node_id);
GRANT DELETE ON osquery_secrets, osquery_nodes, osquery_queries, osquery_answers TO svc_app;
-- Tenants with something that is to go are asked for over all of them.
CREATE POLICY operator ON osquery_queries FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON osquery_queries TO svc_operator;
-- Nothing writes or reads it.
ALTER TABLE osquery_queries DROP COLUMN hunt_id;
