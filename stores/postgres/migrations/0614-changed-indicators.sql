-- When an indicator was given another meaning, for programs that fetch what changed. The clock is read behind the lock that
-- writers of one owner wait for, so that times rise as commits do; a feed that only says a value again changes nothing.
ALTER TABLE indicators ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
CREATE FUNCTION svc_indicator_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER changed_by_insert BEFORE INSERT ON indicators FOR EACH ROW EXECUTE FUNCTION svc_indicator_changed();
CREATE TRIGGER changed_by_update BEFORE UPDATE ON indicators FOR EACH ROW
  WHEN ((OLD.confidence, OLD.severity, OLD.tlp, OLD.tags, OLD.threat_actor, OLD.campaign, OLD.malware_family, OLD.is_active,
         OLD.false_positive, OLD.expires_at, OLD.deleted_at)
    IS DISTINCT FROM (NEW.confidence, NEW.severity, NEW.tlp, NEW.tags, NEW.threat_actor, NEW.campaign, NEW.malware_family,
         NEW.is_active, NEW.false_positive, NEW.expires_at, NEW.deleted_at))
  EXECUTE FUNCTION svc_indicator_changed();
CREATE INDEX indicators_changed_at ON indicators (tenant_id, changed_at, id);
