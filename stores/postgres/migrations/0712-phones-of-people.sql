-- A person's own number, for texts and calls: used once a code that was sent to it came back.
CREATE TABLE user_phones (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  user_id     uuid        NOT NULL,
  number      text        NOT NULL CHECK (number ~ '^\+[1-9][0-9]{6,14}$'), -- E.164
  code_tries  int         NOT NULL DEFAULT 0,
  asked_at    timestamptz NOT NULL,
  verified_at timestamptz,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE user_phones ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_phones FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON user_phones TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON user_phones TO svc_app;
