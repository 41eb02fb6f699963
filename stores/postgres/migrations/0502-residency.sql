-- Where a tenant's data may be, where the hosts are that its operations send it to, and what would have left.
CREATE TABLE tenant_residency (
  tenant_id          text        PRIMARY KEY DEFAULT svc_tenant() REFERENCES tenants (id),
  data_region        text        CHECK (length(data_region) BETWEEN 1 AND 60),
  residency_enforced boolean     NOT NULL DEFAULT false,
  destinations       jsonb       NOT NULL DEFAULT '{}',
  updated_by         text        NOT NULL,
  updated_at         timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE residency_violations (
  tenant_id       text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  operation       text        NOT NULL CHECK (length(operation) BETWEEN 1 AND 60),
  destination     text        NOT NULL CHECK (length(destination) <= 300),
  expected_region text,
  actual_region   text,
  detail          text        NOT NULL CHECK (length(detail) <= 500),
  refused         boolean     NOT NULL,
  occurred_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX residency_violations_newest ON residency_violations (tenant_id, occurred_at DESC, id DESC);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['tenant_residency', 'residency_violations']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON tenant_residency TO svc_app;
GRANT SELECT, INSERT ON residency_violations TO svc_app;
