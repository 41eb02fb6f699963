import { assert } from '../../platform/assert.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { int, orNull, type Row, text, time } from '../../stores/postgres/columns.ts'
import type { OperatorTx, TenantTx } from '../../stores/postgres/pool.ts'
import { NOTHING_HELD } from '../governance/index.ts'
import type { AuthConfig } from '../vault/index.ts'
import { CONNECTOR_COLUMNS, type Connector, type ConnectorState, type Settings, toConnector } from './connector.ts'
import { CONNECTOR_LIMITS } from './limits.ts'

const COLUMNS = CONNECTOR_COLUMNS.join(', ')

/** Newest first. */
export function connectorsOf(tx: TenantTx): Promise<Connector[]> {
  return tx.many(toConnector, /* sql */ `SELECT ${COLUMNS} FROM connectors ORDER BY created_at DESC, id DESC`)
}

export function lockConnector(tx: TenantTx, id: string): Promise<Connector | null> {
  return tx.maybeOne(toConnector, /* sql */ `SELECT ${COLUMNS} FROM connectors WHERE id = $1 FOR UPDATE`, [id])
}

export type Saved = {
  readonly name: string
  readonly type: string
  readonly authConfig: AuthConfig
  readonly config: Settings
  readonly intervalSeconds: number
  readonly enabled: boolean
}

/** One that is on is polled at once. */
export async function insertConnector(tx: TenantTx, saved: Omit<Saved, 'authConfig'>): Promise<Connector> {
  const sql = /* sql */ `
    INSERT INTO connectors (name, type, auth_config, connector_config, interval_seconds, enabled, state, next_poll_at)
    VALUES ($1, $2, '{}', $3, $4, $5, CASE WHEN $5 THEN 'new' ELSE 'disabled' END, CASE WHEN $5 THEN clock_timestamp() END)
    RETURNING ${COLUMNS}`
  const { name, type, config, intervalSeconds, enabled } = saved
  const made = await tx.maybeOne(toConnector, sql, [name, type, JSON.stringify(config), intervalSeconds, enabled])
  assert(made !== null, 'an insert answers with its row')
  return made
}

/** Saving one takes it out of whatever state it was in. Whoever polls it at the moment has lost it. */
export async function updateConnector(tx: TenantTx, id: string, saved: Saved): Promise<Connector> {
  const sql = /* sql */ `
    UPDATE connectors SET name = $2, auth_config = $3, connector_config = $4, interval_seconds = $5, enabled = $6::boolean,
      state = CASE WHEN $6::boolean THEN 'new' ELSE 'disabled' END, state_reason = NULL, failures = 0, lease = NULL,
      lease_until = NULL, next_poll_at = CASE WHEN $6::boolean THEN clock_timestamp() END, updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${COLUMNS}`
  const { name, authConfig, config, intervalSeconds, enabled } = saved
  const params = [id, name, JSON.stringify(authConfig), JSON.stringify(config), intervalSeconds, enabled]
  const changed = await tx.maybeOne(toConnector, sql, params)
  assert(changed !== null, 'a locked connector is there to be changed')
  return changed
}

export async function deleteConnectorRow(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM connectors WHERE id = $1`, [id])) === 1
}

/** Null for one that is off or blocked. */
export function pollNow(tx: TenantTx, id: string): Promise<Connector | null> {
  const sql = /* sql */ `
    UPDATE connectors SET next_poll_at = clock_timestamp() WHERE id = $1 AND enabled AND state <> 'blocked'
    RETURNING ${COLUMNS}`
  return tx.maybeOne(toConnector, sql, [id])
}

export type ClaimedConnector = Connector & { readonly tenant: TenantId; readonly lease: string }

/** The connector that is due the longest, for as long as the lease holds. */
export function claimConnector(tx: OperatorTx, lease: string): Promise<ClaimedConnector | null> {
  const own = CONNECTOR_COLUMNS.map((column) => `c.${column}`).join(', ')
  const sql = /* sql */ `
    WITH next AS (
      SELECT tenant_id, id FROM connectors
      WHERE next_poll_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until < clock_timestamp())
      ORDER BY next_poll_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    UPDATE connectors c SET lease = $1, lease_until = clock_timestamp() + make_interval(secs => $2::double precision)
    FROM next WHERE c.tenant_id = next.tenant_id AND c.id = next.id RETURNING c.tenant_id, ${own}`
  const claimed = (row: Row) => ({ ...toConnector(row), tenant: tenantId(text(row, 'tenant_id')), lease })
  return tx.maybeOne(claimed, sql, [lease, CONNECTOR_LIMITS.leaseSeconds])
}

/** What a page brought, after it was taken. False when the connector is another's by now, was saved or deleted. */
export async function keepPage(
  tx: TenantTx,
  { id, lease }: Pick<ClaimedConnector, 'id' | 'lease'>,
  page: { readonly events: number; readonly cursorAt: Date | null },
): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE connectors SET events_total = events_total + $3::int, cursor_at = greatest(cursor_at, $4::timestamptz),
      last_event_at = CASE WHEN $3::int > 0 THEN clock_timestamp() ELSE last_event_at END,
      lease_until = clock_timestamp() + make_interval(secs => $5::double precision)
    WHERE id = $1 AND lease = $2`
  return (await tx.run(sql, [id, lease, page.events, page.cursorAt, CONNECTOR_LIMITS.leaseSeconds])) === 1
}

export const POLL_OUTCOMES = ['ok', 'failed', 'rate_limited', 'blocked'] as const

export type PollEnd = {
  readonly outcome: (typeof POLL_OUTCOMES)[number]
  readonly state: ConnectorState
  readonly reason: string | null
  /** Null: not until it is saved. */
  readonly nextPollAt: Date | null
  readonly failures: number
  readonly from: Date
  readonly to: Date
  readonly began: Date
  readonly pages: number
  readonly events: number
  /** Up to where everything was taken; null: what the pages said holds. */
  readonly cursorAt: Date | null
}

/** Null when the connector is another's by now. */
export async function endPoll(
  tx: TenantTx,
  { id, lease }: Pick<ClaimedConnector, 'id' | 'lease'>,
  end: PollEnd,
): Promise<Connector | null> {
  const sql = /* sql */ `
    UPDATE connectors SET state = $3, state_reason = $4, next_poll_at = $5, failures = $6, lease = NULL, lease_until = NULL,
      last_poll_at = clock_timestamp(), cursor_at = greatest(cursor_at, $7::timestamptz)
    WHERE id = $1 AND lease = $2 RETURNING ${COLUMNS}`
  const { state, reason, nextPollAt, failures, cursorAt } = end
  const ended = await tx.maybeOne(toConnector, sql, [id, lease, state, reason, nextPollAt, failures, cursorAt])
  if (ended === null) return null
  const insert = /* sql */ `
    INSERT INTO connector_polls (connector_id, outcome, from_at, to_at, pages, events, error, began_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`
  await tx.run(insert, [id, end.outcome, end.from, end.to, end.pages, end.events, reason, end.began])
  const prune = /* sql */ `
    DELETE FROM connector_polls WHERE connector_id = $1 AND id NOT IN (
      SELECT id FROM connector_polls WHERE connector_id = $1 ORDER BY began_at DESC, id DESC LIMIT $2) AND ${NOTHING_HELD}`
  await tx.run(prune, [id, CONNECTOR_LIMITS.polls])
  return ended
}

export type Poll = {
  readonly id: string
  readonly outcome: PollEnd['outcome']
  readonly from: Date
  readonly to: Date
  readonly pages: number
  readonly events: number
  readonly error: string | null
  readonly began: Date
  readonly ended: Date
}

/** Newest first. */
export function pollsOf(tx: TenantTx, connectorId: string, limit: number): Promise<Poll[]> {
  const sql = /* sql */ `
    SELECT id, outcome, from_at, to_at, pages, events, error, began_at, ended_at FROM connector_polls
    WHERE connector_id = $1 ORDER BY began_at DESC, id DESC LIMIT $2`
  return tx.many(
    (row) => ({
      id: text(row, 'id'),
      outcome: row.outcome as PollEnd['outcome'], // a word that this context wrote
      from: time(row, 'from_at'),
      to: time(row, 'to_at'),
      pages: int(row, 'pages'),
      events: int(row, 'events'),
      error: orNull(text, row, 'error'),
      began: time(row, 'began_at'),
      ended: time(row, 'ended_at'),
    }),
    sql,
    [connectorId, limit],
  )
}
