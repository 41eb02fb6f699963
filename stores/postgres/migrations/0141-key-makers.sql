-- The keys that a key was made by, or whose holder gave it scopes or another end. It ends with the first of them.
ALTER TABLE api_keys
  ADD COLUMN made_by uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(made_by) <= 20);
CREATE INDEX api_keys_made_by ON api_keys USING gin (made_by);

-- Here and not in a use case: a key also ends with its owner, and with an identity that is erased. Each step ends keys or
-- brings their end forward and never undoes either, so that keys which changed each other come to rest.
CREATE FUNCTION svc_end_made_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE api_keys SET is_active = is_active AND NEW.is_active, expires_at = LEAST(expires_at, NEW.expires_at)
  WHERE tenant_id = NEW.tenant_id AND made_by @> ARRAY[NEW.id]
    AND (is_active AND NOT NEW.is_active OR NEW.expires_at < COALESCE(expires_at, 'infinity'));
  RETURN NULL;
END $$;
CREATE TRIGGER end_made_keys AFTER UPDATE OF is_active, expires_at ON api_keys
  FOR EACH ROW EXECUTE FUNCTION svc_end_made_keys();
