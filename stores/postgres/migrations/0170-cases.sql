-- Cases: what a team works on, made of alerts, with everything that was done about it.

-- Drawn in the transaction that opens the case: one that rolls back gives its number back, so there are no gaps.
CREATE TABLE case_counters (
  tenant_id   text PRIMARY KEY DEFAULT svc_tenant() REFERENCES tenants (id),
  last_number int  NOT NULL CHECK (last_number > 0)
);

-- Terms of the three clocks for cases of a severity. A case keeps the terms it was opened under (`cases.sla_terms`).
CREATE TABLE sla_policies (
  tenant_id           text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id                  uuid        NOT NULL DEFAULT gen_random_uuid(),
  name                text        NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  severity            smallint    NOT NULL CHECK (severity BETWEEN 1 AND 5),
  ack_minutes         int         NOT NULL CHECK (ack_minutes BETWEEN 1 AND 129600),
  resolve_minutes     int         NOT NULL CHECK (resolve_minutes BETWEEN 1 AND 129600),
  close_minutes       int         NOT NULL CHECK (close_minutes BETWEEN 1 AND 129600),
  business_hours_only boolean     NOT NULL DEFAULT false,
  timezone            text        NOT NULL DEFAULT 'UTC' CHECK (length(timezone) <= 64),
  business_days       smallint[]  NOT NULL DEFAULT '{1,2,3,4,5}' CHECK (cardinality(business_days) BETWEEN 1 AND 7), -- ISO: 1 is Monday
  business_start      smallint    NOT NULL DEFAULT 540,  -- minutes of the local day
  business_end        smallint    NOT NULL DEFAULT 1020, -- not part of it
  holidays            text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(holidays) <= 400), -- local dates
  enabled             boolean     NOT NULL DEFAULT true,
  created_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, severity, name),
  CHECK (business_start BETWEEN 0 AND 1380 AND business_end BETWEEN business_start + 60 AND 1440)
);

-- Where a new case goes: every criterion holds, the lowest precedence wins, of one precedence the first name.
CREATE TABLE case_queues (
  tenant_id       text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  description     text        CHECK (length(description) <= 2000),
  match_severity  smallint[]  NOT NULL DEFAULT '{}' CHECK (cardinality(match_severity) <= 5),
  match_tags      text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(match_tags) <= 30),
  match_case_type text        CHECK (length(match_case_type) <= 64),
  precedence      int         NOT NULL DEFAULT 100 CHECK (precedence BETWEEN 0 AND 100000),
  sla_policy_id   uuid,
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name),
  FOREIGN KEY (tenant_id, sla_policy_id) REFERENCES sla_policies (tenant_id, id)
);

-- Who is told when nobody takes a case of a queue: a ladder that begins at a fraction of the acknowledgement clock.
CREATE TABLE case_escalation_policies (
  tenant_id        text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id               uuid        NOT NULL DEFAULT gen_random_uuid(),
  name             text        NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  queue_id         uuid        NOT NULL,
  trigger_fraction numeric     NOT NULL DEFAULT 0.75 CHECK (trigger_fraction > 0 AND trigger_fraction <= 10),
  ladder           jsonb       NOT NULL, -- [{"after_minutes": 0, "notify": "lead@example.com"}], in order
  enabled          boolean     NOT NULL DEFAULT true,
  created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name),
  FOREIGN KEY (tenant_id, queue_id) REFERENCES case_queues (tenant_id, id) ON DELETE CASCADE
);

CREATE TABLE cases (
  tenant_id             text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id                    uuid        NOT NULL,
  number                int         NOT NULL CHECK (number > 0),
  title                 text        NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
  description           text        CHECK (length(description) <= 20000),
  severity              smallint    NOT NULL CHECK (severity BETWEEN 1 AND 5), -- OCSF: 1 informational to 5 critical
  status                text        NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'in_progress', 'resolved', 'closed')),
  case_type             text        CHECK (length(case_type) BETWEEN 1 AND 64),
  tags                  text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 30),
  mitre_techniques      text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(mitre_techniques) <= 100),
  compliance_frameworks text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(compliance_frameworks) <= 30),
  custom_fields         jsonb       NOT NULL DEFAULT '{}',
  assignee_id           uuid,
  queue_id              uuid,
  created_by            text        NOT NULL,
  opened_at             timestamptz NOT NULL,
  acknowledged_at       timestamptz,            -- somebody had it, or it was no longer open
  resolved_at           timestamptz,
  closed_at             timestamptz,
  reopen_count          int         NOT NULL DEFAULT 0,
  sla_policy_id         uuid,
  -- The terms that the due times were computed with; null: no policy applied, and there are no targets.
  sla_terms             jsonb,
  ack_due_at            timestamptz,
  resolve_due_at        timestamptz,
  close_due_at          timestamptz,
  -- The ladder that holds for this case, with the time of each step; null: none.
  escalation            jsonb,
  escalation_level      int         NOT NULL DEFAULT 0,
  escalate_at           timestamptz,            -- of the next step; null: there is none, or somebody took the case
  merged_into_id        uuid,                   -- worked on there; nothing is changed here any more
  fanout_results        jsonb       NOT NULL DEFAULT '[]',
  search_text           text        NOT NULL CHECK (octet_length(search_text) <= 1000),
  created_at            timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at            timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Of the last change. An export goes by it, and stops before the oldest transaction under way: times of rows do not
  -- appear in the order of their commits.
  changed_xid           xid8        NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, number),
  FOREIGN KEY (tenant_id, assignee_id) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, queue_id) REFERENCES case_queues (tenant_id, id) ON DELETE SET NULL (queue_id),
  FOREIGN KEY (tenant_id, sla_policy_id) REFERENCES sla_policies (tenant_id, id),
  FOREIGN KEY (tenant_id, merged_into_id) REFERENCES cases (tenant_id, id),
  CHECK (merged_into_id <> id),
  CHECK ((status IN ('resolved', 'closed')) = (resolved_at IS NOT NULL)),
  CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  CHECK ((sla_terms IS NULL) = (ack_due_at IS NULL AND resolve_due_at IS NULL AND close_due_at IS NULL))
)
WITH (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02);

CREATE INDEX cases_newest ON cases (tenant_id, opened_at DESC, id DESC)
  INCLUDE (severity, status, assignee_id, queue_id) WHERE merged_into_id IS NULL;
-- Rows that are alike share one index entry, so that facets over all of a tenant's cases read few pages.
CREATE INDEX cases_facets ON cases (tenant_id, severity, status) WHERE merged_into_id IS NULL;
CREATE INDEX cases_assigned ON cases (tenant_id, assignee_id, opened_at DESC, id DESC)
  INCLUDE (severity, status) WHERE assignee_id IS NOT NULL AND merged_into_id IS NULL;
CREATE INDEX cases_queue ON cases (tenant_id, queue_id, opened_at DESC, id DESC)
  INCLUDE (severity, status) WHERE queue_id IS NOT NULL AND merged_into_id IS NULL;
CREATE INDEX cases_merged ON cases (tenant_id, merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE INDEX cases_changed ON cases (tenant_id, changed_xid, id);
-- Over all tenants: who escalates asks once for everything that is due.
CREATE INDEX cases_escalate ON cases (escalate_at) WHERE escalate_at IS NOT NULL;
CREATE INDEX cases_ack_due ON cases (tenant_id, ack_due_at, id) WHERE ack_due_at IS NOT NULL;
CREATE INDEX cases_resolve_due ON cases (tenant_id, resolve_due_at, id) WHERE resolve_due_at IS NOT NULL;
CREATE INDEX cases_close_due ON cases (tenant_id, close_due_at, id) WHERE close_due_at IS NOT NULL;

-- An alert belongs to one case at most. Not validated: until now any id could stand there.
ALTER TABLE alerts ADD CONSTRAINT alerts_case_fkey FOREIGN KEY (tenant_id, case_id) REFERENCES cases (tenant_id, id) NOT VALID;

-- Every change of status, with who and why.
CREATE TABLE case_transitions (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  case_id     uuid        NOT NULL,
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  from_status text        NOT NULL,
  to_status   text        NOT NULL,
  actor_id    text        NOT NULL,
  actor_kind  text        NOT NULL CHECK (actor_kind IN ('human', 'automation', 'escalation')),
  reason      text        CHECK (length(reason) <= 2000),
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, case_id) REFERENCES cases (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX case_transitions_newest ON case_transitions (tenant_id, case_id, created_at DESC, id DESC);

CREATE TABLE case_comments (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  case_id    uuid        NOT NULL,
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  author_id  text        NOT NULL,
  body       text        NOT NULL CHECK (length(body) BETWEEN 1 AND 20000),
  is_system  boolean     NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, case_id) REFERENCES cases (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX case_comments_newest ON case_comments (tenant_id, case_id, created_at DESC, id DESC);

-- Who was named in a comment, and whether they have seen it.
CREATE TABLE case_mentions (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  comment_id uuid        NOT NULL,
  case_id    uuid        NOT NULL,
  user_id    uuid        NOT NULL,
  created_at timestamptz NOT NULL,
  seen_at    timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, comment_id, user_id),
  FOREIGN KEY (tenant_id, comment_id) REFERENCES case_comments (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX case_mentions_newest ON case_mentions (tenant_id, user_id, created_at DESC, id DESC);

-- What else happened: alerts linked, tasks done, somebody assigned, an escalation, and what people add by hand.
CREATE TABLE case_events (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  case_id     uuid        NOT NULL,
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  type        text        NOT NULL CHECK (length(type) BETWEEN 1 AND 60),
  title       text        NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
  description text        CHECK (length(description) <= 20000),
  actor_id    text        NOT NULL,
  actor_kind  text        NOT NULL CHECK (actor_kind IN ('human', 'automation', 'escalation')),
  occurred_at timestamptz NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, case_id) REFERENCES cases (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX case_events_newest ON case_events (tenant_id, case_id, occurred_at DESC, id DESC);

CREATE TABLE case_tasks (
  tenant_id          text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  case_id            uuid        NOT NULL,
  id                 uuid        NOT NULL DEFAULT gen_random_uuid(),
  title              text        NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
  status             text        NOT NULL DEFAULT 'todo' CHECK (status IN ('todo', 'in_progress', 'done')),
  category           text        NOT NULL DEFAULT 'other' CHECK (category IN
    ('triage', 'containment', 'eradication', 'recovery', 'comms', 'evidence', 'escalation', 'other')),
  assignee_id        uuid,
  due_at             timestamptz,
  depends_on_task_id uuid,
  is_automated       boolean     NOT NULL DEFAULT false, -- a program finished it
  created_at         timestamptz NOT NULL,
  completed_at       timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, case_id, id),
  FOREIGN KEY (tenant_id, case_id) REFERENCES cases (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, case_id, depends_on_task_id) REFERENCES case_tasks (tenant_id, case_id, id),
  FOREIGN KEY (tenant_id, assignee_id) REFERENCES users (tenant_id, id),
  CHECK (depends_on_task_id <> id),
  CHECK ((status = 'done') = (completed_at IS NOT NULL))
);
CREATE INDEX case_tasks_order ON case_tasks (tenant_id, case_id, created_at, id);

-- What people add to what the alerts say by themselves.
CREATE TABLE case_observables (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  case_id    uuid        NOT NULL,
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  kind       text        NOT NULL CHECK (kind IN ('ip', 'user', 'host', 'domain', 'hash', 'file', 'process', 'alert')),
  value      text        NOT NULL CHECK (length(value) BETWEEN 1 AND 1000),
  added_by   text        NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, case_id, kind, value),
  FOREIGN KEY (tenant_id, case_id) REFERENCES cases (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX case_observables_value ON case_observables (tenant_id, kind, value);

-- A step of a ladder that was taken: once, however many look for it and however often they start again.
CREATE TABLE case_escalations (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  case_id    uuid        NOT NULL,
  step       int         NOT NULL CHECK (step > 0),
  policy_id  uuid        NOT NULL,
  notify     text        NOT NULL,
  due_at     timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, case_id, policy_id, step),
  FOREIGN KEY (tenant_id, case_id) REFERENCES cases (tenant_id, id) ON DELETE CASCADE
);

-- The cases that one shift leaves to the next, as they were when it was written, and when that was acknowledged.
CREATE TABLE case_handoffs (
  tenant_id       text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  from_user_id    uuid        NOT NULL,
  to_user_id      uuid        NOT NULL,
  queue_id        uuid,
  notes           text        CHECK (length(notes) <= 20000),
  case_ids        uuid[]      NOT NULL CHECK (cardinality(case_ids) <= 5000),
  started_at      timestamptz NOT NULL,
  acknowledged_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, from_user_id) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, to_user_id) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, queue_id) REFERENCES case_queues (tenant_id, id) ON DELETE SET NULL (queue_id)
);
CREATE INDEX case_handoffs_newest ON case_handoffs (tenant_id, started_at DESC, id DESC);

-- Targets for alerts of a severity, in minutes: to detect, to resolve, to close. No row: none were set.
CREATE TABLE sla_configs (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  severity    smallint    NOT NULL CHECK (severity BETWEEN 1 AND 5),
  mttd_target int         CHECK (mttd_target BETWEEN 1 AND 10080),
  mttr_target int         CHECK (mttr_target BETWEEN 1 AND 10080),
  mttc_target int         CHECK (mttc_target BETWEEN 1 AND 10080),
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, severity)
);

-- A merge, a split or a move, with the alerts that went along: taken back, exactly these go back.
CREATE TABLE case_moves (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  kind         text        NOT NULL CHECK (kind IN ('merge', 'split', 'move')),
  from_case_id uuid        NOT NULL,
  to_case_id   uuid        NOT NULL,
  alert_ids    uuid[]      NOT NULL CHECK (cardinality(alert_ids) <= 10000),
  reason       text        CHECK (length(reason) <= 2000),
  actor_id     text        NOT NULL,
  actor_kind   text        NOT NULL CHECK (actor_kind IN ('human', 'automation', 'escalation')),
  created_at   timestamptz NOT NULL,
  undone_at    timestamptz,
  undone_by    text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, from_case_id) REFERENCES cases (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, to_case_id) REFERENCES cases (tenant_id, id) ON DELETE CASCADE,
  CHECK (from_case_id <> to_case_id),
  CHECK ((undone_at IS NULL) = (undone_by IS NULL))
);
CREATE INDEX case_moves_from ON case_moves (tenant_id, from_case_id, created_at DESC, id DESC);
CREATE INDEX case_moves_to ON case_moves (tenant_id, to_case_id, created_at DESC, id DESC);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['case_counters', 'sla_policies', 'case_queues', 'case_escalation_policies', 'cases',
    'case_transitions', 'case_comments', 'case_mentions', 'case_events', 'case_tasks', 'case_observables',
    'case_escalations', 'case_handoffs', 'sla_configs', 'case_moves']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
  END LOOP;
END $$;
-- Written once: nobody rewrites what was done.
GRANT SELECT, INSERT ON case_transitions, case_comments, case_events, case_escalations TO svc_app;
GRANT SELECT, INSERT, UPDATE ON case_counters, cases, sla_configs TO svc_app;
GRANT SELECT, INSERT, UPDATE (seen_at) ON case_mentions TO svc_app;
GRANT SELECT, INSERT, UPDATE (acknowledged_at) ON case_handoffs TO svc_app;
GRANT SELECT, INSERT, UPDATE (undone_at, undone_by) ON case_moves TO svc_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sla_policies, case_queues, case_escalation_policies, case_tasks, case_observables TO svc_app;
-- Who escalates asks over all tenants which cases are due.
CREATE POLICY operator ON cases FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON cases TO svc_operator;
