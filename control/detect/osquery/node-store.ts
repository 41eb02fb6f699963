/** Hosts that enrolled, and the secrets that they enrol with. */
import { randomBytes } from 'node:crypto'
import { sha256 } from '../../../platform/sha256.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { type Ended, endedWith, orNull, type Row, text } from '../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, type Tx, withSystem } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'

export const OSQUERY_LIMITS = {
  /** Live secrets of a tenant; revoked ones are removed after `keptDays`. */
  secrets: 100,
  secretsKept: 1_000,
  nodes: 100_000,
  sqlChars: 20_000,
  scheduled: 500,
  openQueries: 50,
  /**
   * @bound osquery of a tenant: live secrets; hosts; open queries; hosts in one; characters of SQL = {secrets};
   * {nodes}; {openQueries}; {}; {sqlChars} -> 409 or 422
   */
  targets: 10_000,
  deadlineSecondsMax: 7 * 86_400,
  /** Bounds of one answer of one host. */
  answerRows: 5_000,
  /** @bound rows and bytes of an answer of an osquery host = {answerRows}; {} -> `left_out` counts the others */
  answerBytes: 2 << 20,
  /** Maximum size of a page of answers; a page has at least one answer. */
  pageBytes: 16 << 20,
  /** Days for which a query and its answers are kept after its deadline, and a host or secret after its revocation. */
  keptDays: 30,
} as const

export const OSQUERY_SECRETS = table('OsquerySecret', {
  id: column.uuid(),
  label: column.text(),
  created_by: column.text(),
  created_at: column.time(),
  revoked_at: column.orNull(column.time()),
})
export type OsquerySecret = RowOf<typeof OSQUERY_SECRETS>

export const OSQUERY_NODES = table('OsqueryNode', {
  id: column.uuid(),
  host_identifier: column.text(),
  hostname: column.orNull(column.text()),
  platform: column.orNull(column.text()),
  os_name: column.orNull(column.text()),
  osquery_version: column.orNull(column.text()),
  enrolled_at: column.time(),
  last_seen_at: column.time({ description: 'accurate to about ten seconds' }),
  revoked_at: column.orNull(column.time({ description: 'time of revocation; the host may enrol again with a secret' })),
})
export type OsqueryNode = RowOf<typeof OSQUERY_NODES>

const newSecret = () => randomBytes(32).toString('base64url')

/** The secret is shown once. */
export async function addSecret(tx: TenantTx, label: string, by: string) {
  const secret = newSecret()
  const sql = /* sql */ `
    INSERT INTO osquery_secrets (label, digest, created_by) VALUES ($1, $2, $3) RETURNING ${OSQUERY_SECRETS.columns}`
  return { ...(await tx.one(OSQUERY_SECRETS.read, sql, [label, sha256(secret), by])), secret }
}

export function secretsOf(tx: TenantTx): Promise<OsquerySecret[]> {
  return tx.many(
    OSQUERY_SECRETS.read,
    /* sql */ `SELECT ${OSQUERY_SECRETS.columns} FROM osquery_secrets ORDER BY created_at DESC, id`,
  )
}

export function revokeSecret(tx: TenantTx, id: string): Promise<Ended<OsquerySecret> | null> {
  const sql = /* sql */ `
    UPDATE osquery_secrets SET revoked_at = coalesce(revoked_at, clock_timestamp())
    FROM (SELECT id AS old_id, revoked_at IS NULL AS is_new FROM osquery_secrets WHERE id = $1 FOR UPDATE) old
    WHERE id = old_id RETURNING is_new, ${OSQUERY_SECRETS.columns}`
  return tx.maybeOne(endedWith(OSQUERY_SECRETS.read), sql, [id])
}

export type KnownSecret = { readonly tenant: TenantId; readonly id: string }
export type KnownNode = KnownSecret & { readonly hostIdentifier: string; readonly hostname: string | null }

/** Null: no secret that is in force. */
export async function secretBySecret(pool: Postgres, secret: string): Promise<KnownSecret | null> {
  const sql = /* sql */ `SELECT tenant_id, id FROM svc_osquery_secret($1)`
  const read = (row: Row) => ({ tenant: tenantId(text(row, 'tenant_id')), id: text(row, 'id') })
  return withSystem(pool, 'osquery enrolment', (tx) => tx.maybeOne(read, sql, [sha256(secret)]))
}

/** Null: no key of a host that is enrolled. */
export async function nodeByKey(pool: Postgres, key: string): Promise<KnownNode | null> {
  const sql = /* sql */ `SELECT tenant_id, id, host_identifier, hostname FROM svc_osquery_node($1)`
  const read = (row: Row) => ({
    ...{ tenant: tenantId(text(row, 'tenant_id')), id: text(row, 'id') },
    ...{ hostIdentifier: text(row, 'host_identifier'), hostname: orNull(text, row, 'hostname') },
  })
  return withSystem(pool, 'osquery node', (tx) => tx.maybeOne(read, sql, [sha256(key)]))
}

export type Enrolling = {
  readonly secretId: string
  readonly hostIdentifier: string
  readonly hostname: string | null
  readonly platform: string | null
  readonly osName: string | null
  readonly version: string | null
}

/** The key of the host; the one before opens nothing any more. Null: the tenant has as many hosts as it may. */
export async function enrolNode(tx: TenantTx, host: Enrolling): Promise<string | null> {
  const key = newSecret()
  const sql = /* sql */ `
    INSERT INTO osquery_nodes (host_identifier, hostname, platform, os_name, osquery_version, key_digest, enrolled_with)
    SELECT $1, $2, $3, $4, $5, $6, $7
    WHERE EXISTS (SELECT FROM osquery_nodes WHERE host_identifier = $1) OR (SELECT count(*) FROM osquery_nodes WHERE revoked_at IS NULL) < $8
    ON CONFLICT (tenant_id, host_identifier) DO UPDATE SET hostname = EXCLUDED.hostname, platform = EXCLUDED.platform,
      os_name = EXCLUDED.os_name, osquery_version = EXCLUDED.osquery_version, key_digest = EXCLUDED.key_digest,
      enrolled_with = EXCLUDED.enrolled_with, enrolled_at = clock_timestamp(), last_seen_at = clock_timestamp(),
      revoked_at = NULL`
  const { hostIdentifier, hostname, platform, osName, version, secretId } = host
  const params = [hostIdentifier, hostname, platform, osName, version, sha256(key), secretId, OSQUERY_LIMITS.nodes]
  return (await tx.run(sql, params)) === 1 ? key : null
}

/** By id. */
export function nodesPage(tx: TenantTx, limit: number, after: string | null): Promise<OsqueryNode[]> {
  const sql = /* sql */ `
    SELECT ${OSQUERY_NODES.columns} FROM osquery_nodes WHERE $2::uuid IS NULL OR id > $2 ORDER BY id LIMIT $1`
  return tx.many(OSQUERY_NODES.read, sql, [limit, after])
}

export function revokeNode(tx: TenantTx, id: string): Promise<Ended<OsqueryNode> | null> {
  const sql = /* sql */ `
    UPDATE osquery_nodes SET revoked_at = coalesce(revoked_at, clock_timestamp())
    FROM (SELECT id AS old_id, revoked_at IS NULL AS is_new FROM osquery_nodes WHERE id = $1 FOR UPDATE) old
    WHERE id = old_id RETURNING is_new, ${OSQUERY_NODES.columns}`
  return tx.maybeOne(endedWith(OSQUERY_NODES.read), sql, [id])
}

export async function noteSeen(tx: Tx, nodeIds: readonly string[]): Promise<void> {
  const sql = /* sql */ `UPDATE osquery_nodes SET last_seen_at = clock_timestamp() WHERE id = ANY($1)`
  await tx.run(sql, [nodeIds])
}

/**
 * Finds hosts by id, host identifier or hostname, and returns each name with the hosts it found. Each join has an
 * index.
 */
export function nodesNamed(tx: TenantTx, names: readonly string[]) {
  const sql = /* sql */ `
    WITH wanted AS (SELECT DISTINCT name FROM unnest($1::text[]) AS w (name)), found AS (
      SELECT i.name, n.id FROM unnest($2::text[]) AS i (name)
        JOIN osquery_nodes n ON n.id = i.name::uuid AND n.revoked_at IS NULL
      UNION SELECT w.name, n.id FROM wanted w
        JOIN osquery_nodes n ON lower(n.host_identifier) = lower(w.name) AND n.revoked_at IS NULL
      UNION SELECT w.name, n.id FROM wanted w
        JOIN osquery_nodes n ON lower(n.hostname) = lower(w.name) AND n.revoked_at IS NULL
    ) SELECT wanted.name, found.id FROM wanted LEFT JOIN found USING (name)`
  const read = (row: Row) => ({ name: text(row, 'name'), id: orNull(text, row, 'id') })
  return tx.many(read, sql, [names, names.filter(isUuid)])
}
