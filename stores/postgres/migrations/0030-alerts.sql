-- What somebody has to look at, and everything that was done about it.

CREATE TABLE alerts (
  tenant_id            text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id                   uuid        NOT NULL,
  title                text        NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
  description          text        CHECK (length(description) <= 20000),
  severity             smallint    NOT NULL CHECK (severity BETWEEN 1 AND 5), -- OCSF: 1 informational to 5 critical
  status               text        NOT NULL DEFAULT 'new'
    CHECK (status IN ('new', 'triaged', 'in_progress', 'resolved', 'closed')),
  priority             smallint    NOT NULL CHECK (priority BETWEEN 0 AND 100),
  category             text        CHECK (length(category) <= 64),
  rule_id              text        CHECK (length(rule_id) BETWEEN 1 AND 200),
  connector_id         text        CHECK (length(connector_id) BETWEEN 1 AND 200),
  connector_type       text        CHECK (length(connector_type) BETWEEN 1 AND 64),
  mitre_tactics        text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(mitre_tactics) <= 100),
  mitre_techniques     text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(mitre_techniques) <= 100),
  affected_ips         text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(affected_ips) <= 100),
  affected_hosts       text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(affected_hosts) <= 100),
  affected_users       text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(affected_users) <= 100),
  tags                 text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 30),
  ai_score             real,
  ai_summary           text,
  ai_recommendations   text[]      NOT NULL DEFAULT '{}',
  confidence           smallint    CHECK (confidence BETWEEN 0 AND 100),     -- null: nobody measured it
  confidence_rationale text[]      NOT NULL DEFAULT '{}',
  disposition          text
    CHECK (disposition IN ('true_positive', 'benign_true_positive', 'false_positive', 'benign', 'escalate')),
  assigned_to_id       uuid,
  case_id              uuid,
  event_time           timestamptz,
  first_seen           timestamptz NOT NULL,
  last_seen            timestamptz NOT NULL,
  snoozed_until        timestamptz,
  snoozed_by_id        uuid,
  resolved_at          timestamptz,
  metadata             jsonb       NOT NULL DEFAULT '{}',
  narrative            text,                    -- null: nobody has read the alert since its evidence changed
  raw_event            json,                    -- json: jsonb refuses U+0000, which events hold
  -- Lower case, of the title, the rule and the affected names. Bounded, as the tags are: an index row holds both.
  search_text          text        NOT NULL CHECK (octet_length(search_text) <= 1000),
  -- Equal for alerts that one verdict may fit: of one rule, or without a rule of one connector type and title.
  likeness             uuid        NOT NULL GENERATED ALWAYS AS (
    md5(coalesce('rule ' || rule_id, 'title ' || coalesce(connector_type, '') || ' ' || title))::uuid) STORED,
  created_at           timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at           timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, assigned_to_id) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, snoozed_by_id) REFERENCES users (tenant_id, id),
  CHECK (first_seen <= last_seen)
)
-- Raw events and narratives leave the row early, so that a page of rows holds many alerts. Index-only counts need the
-- visibility map to be fresh: vacuum follows inserts closely.
WITH (toast_tuple_target = 512, autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02);

-- Pages and facets by everything but words read this index alone.
CREATE INDEX alerts_newest ON alerts (tenant_id, created_at DESC, id DESC)
  INCLUDE (severity, status, category, assigned_to_id, confidence, disposition, resolved_at);
-- The same with search and tags, whose rows are some three times as wide.
CREATE INDEX alerts_words ON alerts (tenant_id, created_at DESC, id DESC)
  INCLUDE (severity, status, category, assigned_to_id, confidence, disposition, search_text, tags);
CREATE INDEX alerts_queue ON alerts (tenant_id, priority DESC, created_at, id)
  INCLUDE (assigned_to_id, snoozed_until) WHERE status IN ('new', 'triaged', 'in_progress');
CREATE INDEX alerts_alike ON alerts (tenant_id, likeness, created_at DESC, id DESC) INCLUDE (disposition);
CREATE INDEX alerts_case ON alerts (tenant_id, case_id) WHERE case_id IS NOT NULL;

-- What was done to an alert, one row a change. A change of status names both ends.
CREATE TABLE alert_history (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  alert_id    uuid        NOT NULL,
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  kind        text        NOT NULL CHECK (kind IN ('status_change', 'audit')),
  action      text        NOT NULL CHECK (length(action) <= 60),
  from_status text,
  to_status   text,
  actor_id    text        NOT NULL,
  actor_kind  text        NOT NULL CHECK (actor_kind IN ('human', 'automation')),
  reason      text        CHECK (length(reason) <= 2000),
  changes     jsonb       NOT NULL DEFAULT '{}',
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alerts (tenant_id, id) ON DELETE CASCADE,
  CHECK ((kind = 'status_change') = (from_status IS NOT NULL AND to_status IS NOT NULL))
);
CREATE INDEX alert_history_newest ON alert_history (tenant_id, alert_id, created_at DESC, id DESC);

-- Verdicts with who, when and why. A single one offers the alerts it may also fit, for a while and once.
CREATE TABLE alert_verdicts (
  tenant_id          text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id                 uuid        NOT NULL DEFAULT gen_random_uuid(),
  alert_id           uuid        NOT NULL,
  original_verdict   text,
  corrected_verdict  text        NOT NULL,
  reason             text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 2000),
  reason_code        text        NOT NULL,
  decided_by_id      text        NOT NULL,
  decided_by_kind    text        NOT NULL CHECK (decided_by_kind IN ('human', 'automation')),
  copied_from_id     uuid,                      -- of a bulk: the verdict it repeats
  look_alike_ids     uuid[]      NOT NULL DEFAULT '{}' CHECK (cardinality(look_alike_ids) <= 100),
  token_digest       bytea       CHECK (length(token_digest) = 32),
  token_expires_at   timestamptz,
  token_used_at      timestamptz,
  created_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alerts (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX alert_verdicts_newest ON alert_verdicts (tenant_id, alert_id, created_at DESC, id DESC);

-- Alerts as they appear, for those who follow them. Readers order by writer and position and stop short of the oldest
-- writer that is still under way: numbers drawn by writers do not appear in the order of their commits.
CREATE TABLE alert_outbox (
  position   bigserial   PRIMARY KEY,
  writer     xid8        NOT NULL DEFAULT pg_current_xact_id(),
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  kind       text        NOT NULL CHECK (kind IN ('alert_created')),
  alert_id   uuid        NOT NULL,
  document   jsonb       NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX alert_outbox_order ON alert_outbox (writer, position);
CREATE INDEX alert_outbox_age ON alert_outbox (tenant_id, created_at);

-- How far the fused alerts of a tenant have been written, moved in the transaction that writes them.
CREATE TABLE alert_positions (
  tenant_id     text   NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  topic         text   NOT NULL CHECK (length(topic) <= 100),
  partition     int    NOT NULL CHECK (partition >= 0),
  next_position bigint NOT NULL CHECK (next_position > 0),
  PRIMARY KEY (tenant_id, topic, partition)
);

ALTER TABLE alerts ENABLE ROW LEVEL SECURITY;
ALTER TABLE alerts FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON alerts TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON alerts TO svc_app;

-- Written once: nobody rewrites what was done. Deleting an alert takes its history along (the foreign key's doing).
ALTER TABLE alert_history ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_history FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON alert_history TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT ON alert_history TO svc_app;

ALTER TABLE alert_verdicts ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_verdicts FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON alert_verdicts TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE (token_used_at) ON alert_verdicts TO svc_app;

ALTER TABLE alert_outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON alert_outbox TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON alert_outbox TO svc_operator USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON alert_outbox TO svc_app;
GRANT SELECT, DELETE ON alert_outbox TO svc_operator;
GRANT USAGE ON SEQUENCE alert_outbox_position_seq TO svc_app;

ALTER TABLE alert_positions ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_positions FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON alert_positions TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE ON alert_positions TO svc_app;
