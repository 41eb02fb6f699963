-- An ask is claimed before its run is opened, and let go when a process ends: the run that it left behind is closed by
-- whoever claims the ask next.
ALTER TABLE model_asks DROP CONSTRAINT model_asks_check;
