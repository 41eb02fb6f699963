-- What people are to be told, and the receipt of each message: one row for each receiver and channel.
CREATE TABLE notifications (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  kind       text        NOT NULL CHECK (length(kind) <= 40),
  severity   text        CHECK (severity IN ('critical', 'high', 'medium', 'low', 'info')),
  title      text        NOT NULL CHECK (length(title) BETWEEN 1 AND 400),
  body       text        NOT NULL CHECK (length(body) <= 5000),
  path       text        NOT NULL CHECK (path ~ '^/' AND length(path) <= 500), -- of the console
  secret_url text        CHECK (length(secret_url) <= 2000), -- erased once it was sent, or will not be
  answer     text        CHECK (answer IN ('acknowledge', 'approve')),         -- what a link in the message answers
  about_kind text,
  about_id   text,
  dedupe_key text        NOT NULL CHECK (length(dedupe_key) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, dedupe_key)
);
CREATE INDEX notifications_about ON notifications (tenant_id, about_kind, about_id, created_at DESC);
CREATE INDEX notifications_age ON notifications (created_at);

CREATE TABLE notification_deliveries (
  tenant_id       text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  notification_id uuid        NOT NULL,
  receiver        text        NOT NULL CHECK (length(receiver) <= 300), -- as whoever notified named it
  user_id         uuid,
  channel         text        NOT NULL CHECK (channel IN ('mail', 'push', 'chat', 'none')),
  address         text        NOT NULL CHECK (length(address) <= 320),
  status          text        NOT NULL CHECK (status IN ('queued', 'waiting', 'sending', 'sent', 'delivered', 'seen', 'answered',
                                                         'failed', 'skipped')),
  reason          text        CHECK (length(reason) <= 500),            -- why it failed, waits or was skipped
  is_urgent       boolean     NOT NULL,
  is_digestible   boolean     NOT NULL,
  place           int         NOT NULL,                                 -- among the channels of its receiver
  tries           int         NOT NULL DEFAULT 0,
  due_at          timestamptz,                                          -- null: nothing is to be done any more
  created_at      timestamptz NOT NULL,
  sent_at         timestamptz,
  seen_at         timestamptz,
  answered_at     timestamptz,
  digest_id       uuid,                                                 -- the delivery whose message told of it too
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, notification_id, channel, address),
  FOREIGN KEY (tenant_id, notification_id) REFERENCES notifications (tenant_id, id) ON DELETE CASCADE,
  CHECK ((status IN ('queued', 'sending')) = (due_at IS NOT NULL))
);
CREATE INDEX notification_deliveries_due ON notification_deliveries (tenant_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notification_deliveries_receiver ON notification_deliveries (tenant_id, channel, address, sent_at);
CREATE INDEX notification_deliveries_user ON notification_deliveries (tenant_id, user_id, created_at DESC, id DESC);

-- How a person wants to be told. Without a row: by mail and in the browsers that subscribed, at any time.
CREATE TABLE notification_preferences (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  user_id      uuid        NOT NULL,
  channels     text[]      NOT NULL,
  min_severity text        NOT NULL CHECK (min_severity IN ('critical', 'high', 'medium', 'low', 'info')),
  kinds        text[]      NOT NULL,
  quiet_from   text        CHECK (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_to     text        CHECK (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone    text        NOT NULL,
  updated_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE,
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['notifications', 'notification_deliveries', 'notification_preferences']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO svc_app', of_tenants);
  END LOOP;
END $$;
-- Which tenants have messages that are due is asked over all of them.
CREATE POLICY operator ON notification_deliveries FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON notification_deliveries TO svc_operator;
