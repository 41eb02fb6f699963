-- Whom alerts name, by name: the risk of an entity is summed up over its own alerts and not over all of them.
CREATE TABLE alert_entities (
  tenant_id   text NOT NULL DEFAULT svc_tenant(),
  entity_type text NOT NULL CHECK (entity_type IN ('user', 'host', 'ip')),
  entity      text NOT NULL, -- lower case
  alert_id    uuid NOT NULL,
  PRIMARY KEY (tenant_id, entity_type, entity, alert_id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alerts (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX alert_entities_of ON alert_entities (tenant_id, alert_id);

-- Entities whose alerts changed since their risk was judged last. Rows are only added and taken away: writers of alerts
-- never wait for each other here, and the same name stands here as often as it was touched.
CREATE TABLE risk_due (
  tenant_id   text   NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  position    bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  entity_type text   NOT NULL,
  entity      text   NOT NULL,
  PRIMARY KEY (tenant_id, position)
);

-- The risk as it was judged and told last.
CREATE TABLE entity_risks (
  tenant_id   text             NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  entity_type text             NOT NULL,
  entity      text             NOT NULL,
  told        double precision NOT NULL, -- logarithm of all points at the epoch, as followers were told it
  within      double precision,          -- the same of the alerts within the window; null: there is none
  alert_id    uuid,                      -- made of it since it was last below the threshold; null: none
  judged_at   timestamptz      NOT NULL,
  PRIMARY KEY (tenant_id, entity_type, entity)
);
CREATE INDEX entity_risks_raised ON entity_risks (tenant_id, judged_at) WHERE alert_id IS NOT NULL;

CREATE TABLE risk_settings (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  enabled      boolean     NOT NULL,
  threshold    smallint    NOT NULL CHECK (threshold BETWEEN 20 AND 99), -- a risk of 100
  window_hours smallint    NOT NULL CHECK (window_hours BETWEEN 1 AND 720),
  set_by       text        NOT NULL,
  set_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id)
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['alert_entities', 'risk_due', 'entity_risks', 'risk_settings']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO svc_app', of_tenants);
  END LOOP;
END $$;
-- Who judges asks over all tenants where there is something to judge.
CREATE POLICY operator ON risk_due FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON risk_due TO svc_operator;
CREATE POLICY operator ON entity_risks FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON entity_risks TO svc_operator;

CREATE FUNCTION svc_names_of(hosts text[], users text[], ips text[]) RETURNS TABLE (entity_type text, entity text)
LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT kind, lower(name) FROM (
    SELECT 'host' AS kind, unnest(hosts) AS name UNION ALL SELECT 'user', unnest(users)
    UNION ALL SELECT 'ip', unnest(ips)) AS names
  WHERE name <> ''
$$;

-- An alert that risk itself made adds nothing to it.
CREATE FUNCTION svc_alert_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND NOT starts_with(coalesce(OLD.rule_id, ''), 'svc-entity-risk:') THEN
    INSERT INTO risk_due (tenant_id, entity_type, entity)
      SELECT OLD.tenant_id, n.entity_type, n.entity
      FROM svc_names_of(OLD.affected_hosts, OLD.affected_users, OLD.affected_ips) AS n;
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.affected_hosts, OLD.affected_users, OLD.affected_ips, OLD.rule_id)
      IS NOT DISTINCT FROM (NEW.affected_hosts, NEW.affected_users, NEW.affected_ips, NEW.rule_id) THEN
      RETURN NULL;
    END IF;
    DELETE FROM alert_entities WHERE tenant_id = NEW.tenant_id AND alert_id = NEW.id;
  END IF;
  IF NOT starts_with(coalesce(NEW.rule_id, ''), 'svc-entity-risk:') THEN
    WITH named AS (
      INSERT INTO alert_entities (tenant_id, entity_type, entity, alert_id)
      SELECT NEW.tenant_id, n.entity_type, n.entity, NEW.id
      FROM svc_names_of(NEW.affected_hosts, NEW.affected_users, NEW.affected_ips) AS n
      RETURNING alert_entities.entity_type, alert_entities.entity)
    INSERT INTO risk_due (tenant_id, entity_type, entity)
      SELECT NEW.tenant_id, named.entity_type, named.entity FROM named;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER alert_named AFTER INSERT OR DELETE ON alerts FOR EACH ROW EXECUTE FUNCTION svc_alert_changed();
CREATE TRIGGER alert_risk_changed AFTER UPDATE ON alerts FOR EACH ROW
  WHEN ((OLD.affected_hosts, OLD.affected_users, OLD.affected_ips, OLD.rule_id, OLD.severity, OLD.risk_score,
      OLD.confidence, OLD.last_seen, OLD.disposition)
    IS DISTINCT FROM (NEW.affected_hosts, NEW.affected_users, NEW.affected_ips, NEW.rule_id, NEW.severity,
      NEW.risk_score, NEW.confidence, NEW.last_seen, NEW.disposition))
  EXECUTE FUNCTION svc_alert_changed();

-- Alerts of before; the owner sees them only where row security is not forced.
ALTER TABLE alerts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE alert_entities NO FORCE ROW LEVEL SECURITY;
INSERT INTO alert_entities (tenant_id, entity_type, entity, alert_id)
  SELECT a.tenant_id, n.entity_type, n.entity, a.id
  FROM alerts AS a, svc_names_of(a.affected_hosts, a.affected_users, a.affected_ips) AS n;
ALTER TABLE alerts FORCE ROW LEVEL SECURITY;
ALTER TABLE alert_entities FORCE ROW LEVEL SECURITY;
