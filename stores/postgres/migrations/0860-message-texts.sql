-- The words of messages that a tenant chose, a row for each kind of message. Those of an organisation's home tenant hold for
-- the tenants that the organisation looks after, wherever these have none of their own.
CREATE TABLE message_texts (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  kind       text        NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  subject    text        CHECK (length(subject) BETWEEN 1 AND 200),
  body       text        CHECK (length(body) BETWEEN 1 AND 4000),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, kind),
  CHECK (num_nonnulls(subject, body) > 0)
);

ALTER TABLE message_texts ENABLE ROW LEVEL SECURITY;
ALTER TABLE message_texts FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON message_texts TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY organisation ON message_texts FOR SELECT TO svc_app USING (tenant_id IN (
  SELECT o.home_tenant FROM organisation_tenants o WHERE o.tenant_id = (SELECT svc_tenant())));
GRANT SELECT, INSERT, UPDATE, DELETE ON message_texts TO svc_app;
