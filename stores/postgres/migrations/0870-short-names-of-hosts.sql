-- Events often name a host without its domain, and asset tables with it. Addresses have no short name.
CREATE FUNCTION svc_short_names(names text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(split_part(name, '.', 1)) FROM unnest(names) AS name
  WHERE position('.' IN name) > 0 AND name !~ '^[0-9.]+$'
$$;
CREATE INDEX enrichment_records_short_names ON enrichment_records USING gin (svc_short_names(names))
  WHERE table_name = 'assets';
