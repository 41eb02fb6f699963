-- Which fields the searches of a tenant name, day by day, and how long these searches took: what an index is proposed by.
CREATE TABLE field_uses (
  tenant_id text    NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  day       date    NOT NULL,
  field     text    NOT NULL CHECK (length(field) BETWEEN 1 AND 256),
  searches  integer NOT NULL CHECK (searches > 0),
  ms        bigint  NOT NULL CHECK (ms >= 0), -- of the searches as a whole: one that names two fields counts for both
  late      integer NOT NULL DEFAULT 0,       -- searches that were not done in their time
  PRIMARY KEY (tenant_id, day, field)
);

-- Indexes of the lake over a field that a tenant asked for. The lake has one for all tenants that want the same.
CREATE TABLE field_indexes (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  field      text        NOT NULL CHECK (length(field) BETWEEN 1 AND 256),
  state      text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'building', 'built', 'failed')),
  fault      text        CHECK (length(fault) <= 500),
  made_by    text        NOT NULL CHECK (length(made_by) BETWEEN 1 AND 320),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, field)
);

ALTER TABLE field_uses ENABLE ROW LEVEL SECURITY;
ALTER TABLE field_uses FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON field_uses TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON field_uses TO svc_operator USING (true);
GRANT SELECT, INSERT, UPDATE (searches, ms, late) ON field_uses TO svc_app;
GRANT SELECT, DELETE ON field_uses TO svc_operator;

ALTER TABLE field_indexes ENABLE ROW LEVEL SECURITY;
ALTER TABLE field_indexes FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON field_indexes TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON field_indexes TO svc_operator USING (true);
GRANT SELECT, INSERT, DELETE ON field_indexes TO svc_app;
GRANT SELECT, UPDATE (state, fault) ON field_indexes TO svc_operator;
