-- Injects say what a good answer is, what it is worth and by when it is due; answers name their inject; injects are scored.
ALTER TABLE purple_tabletop_steps
  ADD COLUMN expected       text CHECK (length(expected) <= 4000), -- of an inject: known to who scores
  ADD COLUMN points_max     int  CHECK (points_max BETWEEN 1 AND 100),
  ADD COLUMN within_minutes int  CHECK (within_minutes BETWEEN 1 AND 1440),
  ADD COLUMN answers        int;                                   -- ordinal of the inject
CREATE TABLE purple_tabletop_scores (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  tabletop_id uuid        NOT NULL,
  ordinal     int         NOT NULL,
  points      int         NOT NULL CHECK (points BETWEEN 0 AND 100),
  note        text        CHECK (length(note) <= 2000),
  scored_by   text        NOT NULL,
  scored_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, tabletop_id, ordinal),
  FOREIGN KEY (tenant_id, tabletop_id, ordinal) REFERENCES purple_tabletop_steps (tenant_id, tabletop_id, ordinal)
);
ALTER TABLE purple_tabletop_scores ENABLE ROW LEVEL SECURITY;
ALTER TABLE purple_tabletop_scores FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON purple_tabletop_scores TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE ON purple_tabletop_scores TO svc_app;
