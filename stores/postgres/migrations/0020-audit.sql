-- The audit log. An entry is written to `audit_outbox` in the transaction of the change it records, and moved into
-- `audit_log` by the chainer (control/audit), which gives it its place in the chain of its tenant. The document is what
-- is hashed, shown and exported; the other columns are read out of it, for asking only.

-- One function for every table that nobody may change, the owner and a superuser included.
CREATE FUNCTION svc_audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

-- Whom the log speaks of. Documents name people by `ref` alone and hold what is personal encrypted under a key of
-- theirs. Erasing somebody destroys `subject` and `key_sealed`: what is left in the log leads nowhere.
CREATE TABLE audit_subjects (
  tenant_id  text        NOT NULL DEFAULT svc_tenant(),
  ref        uuid        NOT NULL,
  subject    text        CHECK (length(subject) BETWEEN 1 AND 320),
  key_sealed bytea,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  erased_at  timestamptz,
  PRIMARY KEY (tenant_id, ref),
  CONSTRAINT audit_subjects_subject UNIQUE (tenant_id, subject),
  CHECK ((erased_at IS NULL) = (subject IS NOT NULL)),
  CHECK ((erased_at IS NULL) = (key_sealed IS NOT NULL))
);

-- Erasing is final, a subject keeps its reference, and a key is only ever wrapped anew.
CREATE FUNCTION svc_audit_subject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.erased_at IS NOT NULL OR NEW.tenant_id <> OLD.tenant_id OR NEW.ref <> OLD.ref
    OR NEW.created_at <> OLD.created_at OR (NEW.subject IS NOT NULL AND NEW.subject <> OLD.subject) THEN
    RAISE EXCEPTION 'a subject of the audit log can only be erased' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_subjects_change BEFORE UPDATE ON audit_subjects
  FOR EACH ROW EXECUTE FUNCTION svc_audit_subject_change();
CREATE TRIGGER audit_subjects_keep BEFORE DELETE OR TRUNCATE ON audit_subjects
  FOR EACH STATEMENT EXECUTE FUNCTION svc_audit_refuse();

-- Committed and not yet chained. A row leaves only when the log has it.
CREATE TABLE audit_outbox (
  tenant_id text NOT NULL DEFAULT svc_tenant(),
  id        uuid PRIMARY KEY, -- version 7: its order is the order of time
  document  text NOT NULL CHECK (length(document) <= 131072),
  CHECK (document::jsonb @> jsonb_build_object('id', id, 'tenant_id', tenant_id))
);

-- What is asked for by, read out of the document: of what waits when it is asked, of the log once, when it is chained.
-- Reading a document takes longer than storing it, so OFFSET keeps it from being read again for every column.
CREATE VIEW audit_waiting WITH (security_invoker = true) AS
  SELECT tenant_id, id, document, (entry ->> 'action') COLLATE "C" AS action, entry ->> 'resource' AS resource,
    coalesce(entry -> 'resource_id' ->> '$subject', entry ->> 'resource_id') AS resource_id,
    entry -> 'actor_id' ->> '$subject' AS actor_ref
  FROM (SELECT tenant_id, id, document, document::jsonb AS entry FROM audit_outbox OFFSET 0) waiting;
GRANT SELECT ON audit_waiting TO svc_app, svc_operator;

CREATE TABLE audit_log (
  tenant_id   text   NOT NULL,
  seq         bigint NOT NULL CHECK (seq > 0),
  id          uuid   NOT NULL,
  document    text   NOT NULL,
  hash        bytea  NOT NULL CHECK (length(hash) = 32),
  action      text   NOT NULL COLLATE "C", -- a prefix of it is a range, in bytes
  resource    text   NOT NULL,
  resource_id text,
  actor_ref   text,
  PRIMARY KEY (tenant_id, seq), -- two writers cannot fork a chain: there is one entry at each place
  CONSTRAINT audit_log_once UNIQUE (tenant_id, id)
);
CREATE INDEX audit_log_action ON audit_log (tenant_id, action, id);
CREATE INDEX audit_log_resource ON audit_log (tenant_id, resource, resource_id, id);
CREATE INDEX audit_log_actor ON audit_log (tenant_id, actor_ref, id);

CREATE TRIGGER audit_log_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION svc_audit_refuse();
CREATE TRIGGER audit_outbox_keep BEFORE UPDATE OR TRUNCATE ON audit_outbox
  FOR EACH STATEMENT EXECUTE FUNCTION svc_audit_refuse();

CREATE FUNCTION svc_audit_chained() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM gone g LEFT JOIN audit_log l ON l.tenant_id = g.tenant_id AND l.id = g.id
    WHERE l.document IS DISTINCT FROM g.document
  ) THEN
    RAISE EXCEPTION 'an audit entry that is not in the log is not removed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_outbox_chained AFTER DELETE ON audit_outbox REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION svc_audit_chained();

-- Where the chain and the Merkle tree of a tenant stand; whoever chains holds the row's lock. What is here can be
-- computed again from the log.
CREATE TABLE audit_chains (
  tenant_id    text   PRIMARY KEY,
  size         bigint NOT NULL DEFAULT 0,
  last_hash    bytea  NOT NULL,
  peaks        bytea  NOT NULL DEFAULT '',
  signed_size  bigint NOT NULL DEFAULT 0,
  signed_at_ms bigint NOT NULL DEFAULT 0
);
CREATE INDEX audit_chains_unsigned ON audit_chains (signed_at_ms) WHERE signed_size < size;

-- Roots of whole subtrees of 256, 65,536 ... leaves, so that a proof need not read the whole log.
CREATE TABLE audit_tree_nodes (
  tenant_id text     NOT NULL,
  level     smallint NOT NULL,
  index     bigint   NOT NULL,
  hash      bytea    NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (tenant_id, level, index)
);
CREATE TRIGGER audit_tree_nodes_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_tree_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION svc_audit_refuse();

CREATE TABLE audit_tree_heads (
  tenant_id text   NOT NULL,
  size      bigint NOT NULL,
  time_ms   bigint NOT NULL,
  root      bytea  NOT NULL CHECK (length(root) = 32),
  key_id    text   NOT NULL,
  signature bytea  NOT NULL CHECK (length(signature) = 64),
  PRIMARY KEY (tenant_id, size)
);
CREATE TRIGGER audit_tree_heads_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_tree_heads
  FOR EACH STATEMENT EXECUTE FUNCTION svc_audit_refuse();

-- Keys of the installation. The private half is in the vault's form; a retired key keeps its public half for ever.
CREATE TABLE audit_signing_keys (
  key_id         text        PRIMARY KEY,
  public_key     bytea       NOT NULL CHECK (length(public_key) = 32),
  private_sealed text        CHECK (private_sealed LIKE 'vault:v1:%'),
  created_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  retired_at     timestamptz,
  CHECK ((retired_at IS NULL) = (private_sealed IS NOT NULL))
);
CREATE UNIQUE INDEX audit_signing_keys_one ON audit_signing_keys ((true)) WHERE retired_at IS NULL;
CREATE TRIGGER audit_signing_keys_keep BEFORE DELETE OR TRUNCATE ON audit_signing_keys
  FOR EACH STATEMENT EXECUTE FUNCTION svc_audit_refuse();

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['audit_subjects', 'audit_outbox', 'audit_log', 'audit_chains', 'audit_tree_nodes',
    'audit_tree_heads'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', name);
    EXECUTE format('CREATE POLICY operator ON %I TO svc_operator USING (true)', name);
    EXECUTE format('GRANT SELECT ON %I TO svc_app', name);
  END LOOP;
END $$;

-- svc_app writes entries and erases people; only svc_operator, as the chainer, writes the chain.
GRANT INSERT (tenant_id, id, document) ON audit_outbox TO svc_app;
GRANT INSERT (tenant_id, ref, subject, key_sealed), UPDATE (subject, key_sealed, erased_at) ON audit_subjects TO svc_app;
GRANT SELECT, DELETE ON audit_outbox TO svc_operator;
GRANT SELECT, UPDATE (key_sealed) ON audit_subjects TO svc_operator;
GRANT SELECT, INSERT ON audit_log, audit_tree_nodes, audit_tree_heads TO svc_operator;
GRANT SELECT, INSERT, UPDATE ON audit_chains TO svc_operator;
GRANT SELECT (key_id, public_key, created_at, retired_at) ON audit_signing_keys TO svc_app;
GRANT SELECT, INSERT, UPDATE (private_sealed, retired_at) ON audit_signing_keys TO svc_operator;
