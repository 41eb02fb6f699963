-- Threads of chats that follow a case: comments go both ways, each once.
ALTER TABLE case_comments ADD COLUMN origin text CHECK (length(origin) BETWEEN 1 AND 200); -- null: written here

CREATE TABLE chat_threads (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  case_id      uuid        NOT NULL,
  platform     text        NOT NULL CHECK (platform IN ('slack', 'teams')),
  team_id      text        NOT NULL CHECK (length(team_id) BETWEEN 1 AND 100),
  channel      text        NOT NULL CHECK (length(channel) BETWEEN 1 AND 300),
  thread_ref   text        NOT NULL CHECK (length(thread_ref) BETWEEN 1 AND 300), -- the message that begins it
  started_by   uuid        NOT NULL,
  created_at   timestamptz NOT NULL,
  fault        text        CHECK (length(fault) <= 500), -- why the last message was not posted
  next_look_at timestamptz,                              -- null: it follows no more
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, platform, team_id, channel, thread_ref),
  FOREIGN KEY (tenant_id, case_id) REFERENCES cases (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX chat_threads_due ON chat_threads (next_look_at) WHERE next_look_at IS NOT NULL;
CREATE INDEX chat_threads_case ON chat_threads (tenant_id, case_id);

-- Comments that a thread has, by where each was written. Without a ref: it is about to be posted.
CREATE TABLE chat_messages (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  thread_id    uuid        NOT NULL,
  comment_id   uuid        NOT NULL,
  ref          text        CHECK (length(ref) BETWEEN 1 AND 300),
  chat_user_id text        CHECK (length(chat_user_id) BETWEEN 1 AND 100), -- null: it was written here
  created_at   timestamptz NOT NULL,
  deleted_at   timestamptz, -- there: comments of a case are written once, and stay
  PRIMARY KEY (tenant_id, thread_id, comment_id),
  UNIQUE (tenant_id, thread_id, ref),
  FOREIGN KEY (tenant_id, thread_id) REFERENCES chat_threads (tenant_id, id) ON DELETE CASCADE
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['chat_threads', 'chat_messages']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO svc_app', of_tenants);
  END LOOP;
END $$;
CREATE POLICY operator ON chat_threads FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON chat_threads TO svc_operator;
