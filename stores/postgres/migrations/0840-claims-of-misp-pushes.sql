-- Pushes to MISP are claimed over all tenants in one statement, as other jobs are.
GRANT UPDATE (next_at, attempts) ON misp_pushes TO svc_operator;
CREATE POLICY operator_claims ON indicator_sightings FOR UPDATE TO svc_operator USING (true);
GRANT UPDATE (misp_state, misp_next_at, misp_attempts) ON indicator_sightings TO svc_operator;
