-- The archive of the lake: the table of each tenant as its catalogue shows it, and the moves that fill it.
CREATE TABLE archive_tables (
  tenant_id     text        PRIMARY KEY DEFAULT svc_tenant() REFERENCES tenants (id),
  -- Of the metadata file that holds: a commit replaces the one that it was made from, and no other.
  metadata_path text        NOT NULL CHECK (length(metadata_path) BETWEEN 1 AND 512),
  version       integer     NOT NULL CHECK (version > 0),
  updated_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Rows of a day that leave the events together, in one file.
CREATE TABLE archive_moves (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  day         date        NOT NULL, -- of the events, UTC
  -- writing: a file is made. copied: it is in the table, the lake has the rows too. dropping: the archive has them, the lake
  -- is rid of them. dropped: done. restoring: they go back. restored: the file left the table. abandoned: no file came of it.
  state       text        NOT NULL DEFAULT 'writing'
              CHECK (state IN ('writing', 'copied', 'dropping', 'dropped', 'restoring', 'restored', 'abandoned')),
  path        text        NOT NULL CHECK (length(path) BETWEEN 1 AND 512),
  rows        bigint      CHECK (rows > 0),
  bytes       bigint      CHECK (bytes > 0),
  checksum    text, -- of the rows in the lake, and in the file
  from_time   timestamptz,
  to_time     timestamptz,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  copied_at   timestamptz,
  dropped_at  timestamptz,
  verified_at timestamptz,
  restored_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK (state IN ('writing', 'abandoned') OR (rows IS NOT NULL AND bytes IS NOT NULL AND checksum IS NOT NULL
    AND from_time IS NOT NULL AND to_time IS NOT NULL))
);
CREATE INDEX archive_moves_day ON archive_moves (tenant_id, day, created_at);
CREATE INDEX archive_moves_open ON archive_moves (tenant_id) WHERE state IN ('writing', 'copied', 'dropping', 'restoring');

ALTER TABLE archive_tables ENABLE ROW LEVEL SECURITY;
ALTER TABLE archive_tables FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON archive_tables TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT ON archive_tables TO svc_app;
GRANT UPDATE (metadata_path, version, updated_at) ON archive_tables TO svc_app;

ALTER TABLE archive_moves ENABLE ROW LEVEL SECURITY;
ALTER TABLE archive_moves FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON archive_moves TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT ON archive_moves TO svc_app;
GRANT UPDATE (state, rows, bytes, checksum, from_time, to_time, copied_at, dropped_at, verified_at, restored_at)
  ON archive_moves TO svc_app;
