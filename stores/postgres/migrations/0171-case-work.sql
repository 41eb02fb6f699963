-- What a team agrees on before it works on cases, and what it leaves in them besides words.

CREATE TABLE case_templates (
  tenant_id     text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id            uuid        NOT NULL DEFAULT gen_random_uuid(),
  name          text        NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  document      jsonb       NOT NULL, -- members of a new case, and its tasks in order
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name)
);

CREATE TABLE case_fields (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  key        text        NOT NULL CHECK (key ~ '^[a-z][a-z0-9_]{0,63}$'),
  label      text        NOT NULL CHECK (length(label) BETWEEN 1 AND 120),
  type       text        NOT NULL CHECK (type IN ('text', 'number', 'boolean', 'date', 'select')),
  options    text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(options) <= 100),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, key),
  CHECK ((type = 'select') = (options <> '{}'))
);

-- Files as they were sent, sealed: what is in them is read by nobody but whoever downloads it.
CREATE TABLE case_attachments (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  case_id      uuid        NOT NULL,
  id           uuid        NOT NULL,
  name         text        NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  size_bytes   int         NOT NULL CHECK (size_bytes BETWEEN 1 AND 5242880),
  sha256       text        NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'), -- of the bytes as they were sent
  sealed       bytea       NOT NULL,
  added_by     text        NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, case_id) REFERENCES cases (tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE case_attachments ALTER COLUMN sealed SET STORAGE EXTERNAL; -- sealed bytes do not compress
CREATE INDEX case_attachments_newest ON case_attachments (tenant_id, case_id, created_at DESC, id DESC);

CREATE TABLE case_time_entries (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  case_id    uuid        NOT NULL,
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  minutes    int         NOT NULL CHECK (minutes BETWEEN 1 AND 1440),
  note       text        CHECK (length(note) <= 2000),
  actor_id   text        NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, case_id) REFERENCES cases (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX case_time_entries_newest ON case_time_entries (tenant_id, case_id, created_at DESC, id DESC);

-- A change of many cases that was shown, and waits to be confirmed over exactly those, once.
CREATE TABLE case_bulk_offers (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  token_digest bytea       NOT NULL CHECK (length(token_digest) = 32),
  actor_id     text        NOT NULL,
  case_ids     uuid[]      NOT NULL CHECK (cardinality(case_ids) BETWEEN 1 AND 500),
  change       jsonb       NOT NULL,
  expires_at   timestamptz NOT NULL,
  used_at      timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, token_digest)
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['case_templates', 'case_fields', 'case_attachments', 'case_time_entries',
    'case_bulk_offers']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT, DELETE ON case_templates, case_fields, case_attachments TO svc_app;
GRANT SELECT, INSERT ON case_time_entries TO svc_app;
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON case_bulk_offers TO svc_app;
