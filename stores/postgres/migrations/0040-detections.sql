-- Rules of tenants' own, a text a row. A text may hold several rules; `rule_ids` are what signals call them.
CREATE TABLE detection_rules (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  version    int         NOT NULL DEFAULT 1 CHECK (version > 0),
  language   text        NOT NULL CHECK (language IN ('sigma', 'eql', 'yara')),
  file       text        NOT NULL CHECK (length(file) BETWEEN 1 AND 300), -- its name in faults; unique, so an import replaces
  text       text        NOT NULL CHECK (octet_length(text) BETWEEN 1 AND 131072),
  title      text        NOT NULL CHECK (length(title) <= 300),
  severity   text        NOT NULL CHECK (severity IN ('informational', 'low', 'medium', 'high', 'critical')),
  rule_ids   text[]      NOT NULL CHECK (cardinality(rule_ids) <= 1024),
  rule_names text[]      NOT NULL CHECK (cardinality(rule_names) <= 1024),
  is_enabled boolean     NOT NULL DEFAULT true,
  changed_by text        NOT NULL CHECK (length(changed_by) BETWEEN 1 AND 320),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT detection_rules_file UNIQUE (tenant_id, file)
);
CREATE INDEX detection_rules_newest ON detection_rules (tenant_id, created_at DESC, id DESC);
CREATE INDEX detection_rules_ids ON detection_rules USING gin (rule_ids);

-- What a rule said before, the latest few versions of it.
CREATE TABLE detection_rule_versions (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  rule_id    uuid        NOT NULL,
  version    int         NOT NULL,
  text       text        NOT NULL,
  changed_by text        NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, rule_id, version),
  FOREIGN KEY (tenant_id, rule_id) REFERENCES detection_rules (tenant_id, id) ON DELETE CASCADE
);

-- A tenant's changes to rules, built-in or its own, by the id that signals show; '*' is all of them.
CREATE TABLE detection_overlays (
  tenant_id     text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  rule_id       text        NOT NULL CHECK (length(rule_id) BETWEEN 1 AND 256),
  is_disabled   boolean     NOT NULL,
  min_severity  text        CHECK (min_severity IN ('informational', 'low', 'medium', 'high', 'critical')),
  suppress_when jsonb       NOT NULL,
  allowlists    jsonb       NOT NULL,
  author        text        NOT NULL CHECK (length(author) BETWEEN 1 AND 320),
  reason        text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 2000),
  updated_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, rule_id),
  CHECK (octet_length(suppress_when::text) + octet_length(allowlists::text) <= 1048576)
);

ALTER TABLE detection_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE detection_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON detection_rules TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON detection_rules TO svc_app;

ALTER TABLE detection_rule_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE detection_rule_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON detection_rule_versions TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, DELETE ON detection_rule_versions TO svc_app;

ALTER TABLE detection_overlays ENABLE ROW LEVEL SECURITY;
ALTER TABLE detection_overlays FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON detection_overlays TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON detection_overlays TO svc_app;
