-- Verbs in shadow mode: what automation asks for is kept as what it would have done and compared with what people did. What is
-- done by a grant is compared as well: people who take it back disagree.
CREATE TABLE shadow_verbs (
  tenant_id text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  verb      text        NOT NULL CHECK (length(verb) BETWEEN 1 AND 60),
  enabled   boolean     NOT NULL,
  set_by    text        NOT NULL,
  set_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, verb)
);

CREATE TABLE verb_decisions (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  action_id    uuid        NOT NULL,
  mode         text        NOT NULL CHECK (mode IN ('shadow', 'grant')),
  verb         text        NOT NULL,
  target       text        NOT NULL,
  alert_class  text        NOT NULL,
  case_id      uuid,
  alert_id     uuid,
  asked_by     text        NOT NULL,
  decided_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  label        text        CHECK (label IN ('agreed', 'disagreed', 'unlabeled')), -- unlabeled: nobody showed either in time
  label_source text        CHECK (label_source IN ('action', 'closure', 'person', 'time')),
  labelled_by  text,
  labelled_at  timestamptz,
  deed_id      uuid,       -- the action of a person that it was compared with
  note         text        CHECK (length(note) <= 2000),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, action_id),
  CHECK ((label IS NULL) = (labelled_at IS NULL) AND (label IS NULL) = (label_source IS NULL))
);
CREATE INDEX verb_decisions_newest ON verb_decisions (tenant_id, decided_at DESC, id DESC);
CREATE INDEX verb_decisions_of_verb ON verb_decisions (tenant_id, verb, lower(target), decided_at DESC);
CREATE INDEX verb_decisions_open ON verb_decisions (tenant_id, decided_at) WHERE label IS NULL OR label_source = 'closure';
CREATE INDEX response_actions_of_target ON response_actions (tenant_id, action_type, lower(target), created_at DESC);

ALTER TABLE response_actions
  DROP CONSTRAINT response_actions_reason_check,
  ADD CONSTRAINT response_actions_reason_check
    CHECK (reason IN ('denied', 'expired', 'cancelled', 'no_integration', 'refused', 'unavailable', 'unknown_effect',
                      'contradicted', 'altered', 'given_up', 'not_taken_back', 'shadow_mode'));

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['shadow_verbs', 'verb_decisions']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('CREATE POLICY operator ON %I FOR SELECT TO svc_operator USING (true)', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO svc_app', of_tenants);
    EXECUTE format('GRANT SELECT ON %I TO svc_operator', of_tenants);
  END LOOP;
END $$;
