-- How far the closed findings of a connector were read, for tenants in shadow mode.
CREATE TABLE closure_sweeps (
  tenant_id        text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  connector_id     uuid        NOT NULL,
  state            text        NOT NULL CHECK (state IN ('ok', 'idle', 'blocked', 'transient')),
  reason           text,
  watermark_at     timestamptz, -- the vendor's time up to which was read; null: nothing yet
  continue_at      timestamptz, -- a window that was cut at its bound goes on here
  saved_at         timestamptz NOT NULL, -- of the connector, as it was asked: a blocked one waits for another
  last_run_at      timestamptz,
  next_run_at      timestamptz NOT NULL,
  closures_read    bigint      NOT NULL DEFAULT 0, -- those that two windows share as often
  closures_matched bigint      NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, connector_id),
  FOREIGN KEY (tenant_id, connector_id) REFERENCES connectors (tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE closure_sweeps ENABLE ROW LEVEL SECURITY;
ALTER TABLE closure_sweeps FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON closure_sweeps TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON closure_sweeps TO svc_app;
