-- A person who has the pager of a rotation for a time, in place of whoever has the shift. Two of one rotation do not overlap.
CREATE TABLE oncall_overrides (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  rotation_id uuid        NOT NULL,
  user_id     uuid        NOT NULL,
  from_at     timestamptz NOT NULL,
  until_at    timestamptz NOT NULL,
  reason      text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  created_by  text        NOT NULL,
  created_at  timestamptz NOT NULL,
  ended_at    timestamptz,
  ended_by    text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, rotation_id) REFERENCES oncall_rotations (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE,
  CHECK (until_at > from_at),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE INDEX oncall_overrides_of ON oncall_overrides (tenant_id, rotation_id, until_at) WHERE ended_at IS NULL;
ALTER TABLE oncall_overrides ENABLE ROW LEVEL SECURITY;
ALTER TABLE oncall_overrides FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON oncall_overrides TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE ON oncall_overrides TO svc_app;

-- The override that was announced with told_turn, and the time of the clock by which that was decided.
ALTER TABLE oncall_rotations ADD COLUMN told_override uuid, ADD COLUMN told_at timestamptz;
