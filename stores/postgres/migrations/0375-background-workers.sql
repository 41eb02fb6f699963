-- How the background work of each process goes, for the health that the API and the console show.
CREATE TABLE background_workers (
  worker          text        NOT NULL,
  process         text        NOT NULL, -- role and host
  last_success_at timestamptz,
  failing_since   timestamptz, -- null: its last turn went well
  seen_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (worker, process)
);
GRANT SELECT ON background_workers TO svc_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON background_workers TO svc_operator;
