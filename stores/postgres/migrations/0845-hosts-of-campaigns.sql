-- A detection that a vendor had on very many machines is one alert, which lists 500 of them by name.
ALTER TABLE alerts DROP CONSTRAINT alerts_affected_hosts_check,
  ADD CONSTRAINT alerts_affected_hosts_check CHECK (cardinality(affected_hosts) <= 500);
