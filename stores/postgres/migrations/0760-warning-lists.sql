-- Lists of values that are known to be good. What a list that is on has stands among the indicators, with a role that keeps
-- a value from matching (warning) or lets it match with a note (flag); `_host` stands for the names below it as well.
ALTER TABLE indicators DROP CONSTRAINT indicators_role_check;
ALTER TABLE indicators ADD CONSTRAINT indicators_role_check
  CHECK (role IN ('indicator', 'warning', 'warning_host', 'flag', 'flag_host')) NOT VALID;
CREATE INDEX indicators_known_good ON indicators (tenant_id, role, ioc_type, md5(value)) WHERE role <> 'indicator';

CREATE TABLE warning_lists (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  name         text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description  text        CHECK (length(description) <= 2000),
  version      text        CHECK (length(version) <= 100), -- as its publisher numbers it
  effect       text        NOT NULL CHECK (effect IN ('suppress', 'flag')),
  is_enabled   boolean     NOT NULL DEFAULT true,
  entries      int         NOT NULL,
  skipped      int         NOT NULL, -- entries of what was sent that name no value
  skip_reasons jsonb       NOT NULL DEFAULT '{}' CHECK (octet_length(skip_reasons::text) <= 16384),
  updated_by   text        NOT NULL,
  updated_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT warning_lists_name UNIQUE (tenant_id, name)
);
CREATE TABLE warning_list_entries (
  tenant_id text    NOT NULL DEFAULT svc_tenant(),
  list_id   uuid    NOT NULL,
  ioc_type  text    NOT NULL,
  value     text    NOT NULL CHECK (length(value) BETWEEN 1 AND 2048), -- normalised
  is_host   boolean NOT NULL, -- the names below it as well
  PRIMARY KEY (tenant_id, list_id, ioc_type, value),
  FOREIGN KEY (tenant_id, list_id) REFERENCES warning_lists (tenant_id, id) ON DELETE CASCADE
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['warning_lists', 'warning_list_entries']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO svc_app', of_tenants);
  END LOOP;
END $$;
