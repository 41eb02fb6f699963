-- Who stands in for a person, from when until when.
CREATE TABLE deputies (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  user_id    uuid        NOT NULL,
  deputy_id  uuid        NOT NULL,
  from_at    timestamptz NOT NULL,
  until_at   timestamptz NOT NULL,
  reason     text        NOT NULL CHECK (length(reason) <= 500),
  created_by uuid        NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at   timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, deputy_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE,
  CHECK (user_id <> deputy_id),
  CHECK (until_at > from_at)
);
CREATE INDEX deputies_of ON deputies (tenant_id, user_id, until_at) WHERE ended_at IS NULL;
ALTER TABLE deputies ENABLE ROW LEVEL SECURITY;
ALTER TABLE deputies FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON deputies TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE ON deputies TO svc_app;

-- On whose behalf a deputy decided.
ALTER TABLE approvals ADD COLUMN decided_for uuid;

-- Agreed to in advance: one kind of action, with these parameters, on these targets, for a time. It is in force once its
-- approval is approved.
CREATE TABLE standing_approvals (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  action_type text        NOT NULL CHECK (length(action_type) <= 60),
  targets     text[]      NOT NULL CHECK (cardinality(targets) BETWEEN 1 AND 200),
  parameters  jsonb       NOT NULL,
  reason      text        NOT NULL CHECK (length(reason) <= 2000),
  from_at     timestamptz NOT NULL,
  until_at    timestamptz NOT NULL,
  uses_max    int         NOT NULL CHECK (uses_max BETWEEN 1 AND 1000),
  uses        int         NOT NULL DEFAULT 0 CHECK (uses <= uses_max),
  approval_id uuid        NOT NULL,
  created_at  timestamptz NOT NULL,
  revoked_at  timestamptz,
  revoked_by  uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, approval_id) REFERENCES approvals (tenant_id, id),
  CHECK (until_at > from_at)
);
CREATE INDEX standing_approvals_of ON standing_approvals (tenant_id, action_type, until_at) WHERE revoked_at IS NULL;
CREATE TABLE standing_approval_uses (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  standing_id  uuid        NOT NULL,
  action_id    uuid        NOT NULL,
  target       text        NOT NULL,
  requested_by text        NOT NULL,
  used_at      timestamptz NOT NULL,
  is_audited   boolean     NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, standing_id, action_id),
  FOREIGN KEY (tenant_id, standing_id) REFERENCES standing_approvals (tenant_id, id)
);
CREATE INDEX standing_approval_uses_to_audit ON standing_approval_uses (used_at) WHERE NOT is_audited;

-- One action over several tenants that a provider looks after, decided once at home; what became of it in each of them.
CREATE TABLE campaigns (
  tenant_id           text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id                  uuid        NOT NULL DEFAULT gen_random_uuid(),
  title               text        NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  action_type         text        NOT NULL CHECK (length(action_type) <= 60),
  parameters          jsonb       NOT NULL,
  rationale           text        NOT NULL CHECK (length(rationale) <= 2000),
  requested_by        uuid        NOT NULL,
  approval_id         uuid        NOT NULL,
  created_at          timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, approval_id) REFERENCES approvals (tenant_id, id)
);
CREATE TABLE campaign_tenants (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  campaign_id uuid        NOT NULL,
  customer    text        NOT NULL,
  target      text        NOT NULL CHECK (length(target) <= 500),
  status      text        NOT NULL DEFAULT 'waiting'
    CHECK (status IN ('waiting', 'held', 'running', 'completed', 'failed', 'refused', 'not_decided')),
  action_id   uuid,                                         -- in the tenant of the customer
  detail      text        CHECK (length(detail) <= 1000),
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, campaign_id, customer, target),
  FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, id)
);
CREATE INDEX campaign_tenants_open ON campaign_tenants (updated_at) WHERE status IN ('waiting', 'held', 'running');

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['standing_approvals', 'standing_approval_uses', 'campaigns', 'campaign_tenants']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO svc_app', of_tenants);
  END LOOP;
END $$;
-- What is to be audited, and to be carried on, is asked over all tenants.
CREATE POLICY operator ON standing_approval_uses FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON standing_approval_uses TO svc_operator;
CREATE POLICY operator ON campaign_tenants FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON campaign_tenants TO svc_operator;
CREATE POLICY operator ON campaigns FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON campaigns TO svc_operator;
