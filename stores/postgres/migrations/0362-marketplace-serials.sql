-- The highest serial of each signed catalogue that any process has believed: an older one is not believed after a restart
-- either. Nobody lowers it: it is read and raised by one function, and services have no right to the table.
CREATE TABLE marketplace_serials (
  catalogue text        PRIMARY KEY CHECK (length(catalogue) BETWEEN 1 AND 100), -- its public key
  serial    bigint      NOT NULL CHECK (serial >= 1),
  seen_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT, UPDATE ON marketplace_serials TO svc_operator;

GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
CREATE FUNCTION svc_marketplace_serial(which text, found bigint) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO marketplace_serials AS m (catalogue, serial) VALUES (which, found)
  ON CONFLICT (catalogue) DO UPDATE SET serial = greatest(m.serial, excluded.serial),
    seen_at = CASE WHEN excluded.serial > m.serial THEN clock_timestamp() ELSE m.seen_at END
  RETURNING serial
$$;
REVOKE EXECUTE ON FUNCTION svc_marketplace_serial FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_marketplace_serial TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
