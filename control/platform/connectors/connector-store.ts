import { int, orNull, text, time } from '../../../stores/postgres/columns.ts'
import { jobs, type Lease, NOW } from '../../../stores/postgres/jobs.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { NOTHING_HELD } from '../governance/index.ts'
import type { AuthConfig } from '../vault/index.ts'
import { CONNECTORS, type Connector, type ConnectorState, type Settings } from './connector.ts'
import { CONNECTOR_LIMITS } from './limits.ts'

/** Newest first. */
export function connectorsOf(tx: TenantTx): Promise<Connector[]> {
  return tx.many(
    CONNECTORS.read,
    /* sql */ `SELECT ${CONNECTORS.columns} FROM connectors ORDER BY created_at DESC, id DESC`,
  )
}

export function lockConnector(tx: TenantTx, id: string): Promise<Connector | null> {
  return tx.maybeOne(
    CONNECTORS.read,
    /* sql */ `SELECT ${CONNECTORS.columns} FROM connectors WHERE id = $1 FOR UPDATE`,
    [id],
  )
}

export type Saved = {
  readonly name: string
  readonly type: string
  readonly authConfig: AuthConfig
  readonly config: Settings
  readonly intervalSeconds: number
  readonly enabled: boolean
}

/** An enabled connector is polled at once. */
export async function insertConnector(tx: TenantTx, saved: Omit<Saved, 'authConfig'>): Promise<Connector> {
  const sql = /* sql */ `
    INSERT INTO connectors (name, type, auth_config, connector_config, interval_seconds, enabled, state, next_poll_at)
    VALUES ($1, $2, '{}', $3, $4, $5, CASE WHEN $5 THEN 'new' ELSE 'disabled' END, CASE WHEN $5 THEN clock_timestamp() END)
    RETURNING ${CONNECTORS.columns}`
  const { name, type, config, intervalSeconds, enabled } = saved
  return tx.one(CONNECTORS.read, sql, [name, type, JSON.stringify(config), intervalSeconds, enabled])
}

/** Saving resets the state. A process that polls the connector at the moment loses its lease. */
export async function updateConnector(tx: TenantTx, id: string, saved: Saved): Promise<Connector> {
  const sql = /* sql */ `
    UPDATE connectors SET name = $2, auth_config = $3, connector_config = $4, interval_seconds = $5, enabled = $6::boolean,
      state = CASE WHEN $6::boolean THEN 'new' ELSE 'disabled' END, state_reason = NULL, failures = 0, span_seconds = NULL, lease = NULL,
      lease_until = NULL, next_poll_at = CASE WHEN $6::boolean THEN clock_timestamp() END, updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${CONNECTORS.columns}`
  const { name, authConfig, config, intervalSeconds, enabled } = saved
  const params = [id, name, JSON.stringify(authConfig), JSON.stringify(config), intervalSeconds, enabled]
  const changed = await tx.one(CONNECTORS.read, sql, params)
  await interruptPoll(tx, id, 'the connector was saved while it was polled', null)
  return changed
}

export async function deleteConnectorRow(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM connectors WHERE id = $1`, [id])) === 1
}

/** Null for a connector that is off or blocked. */
export function pollNow(tx: TenantTx, id: string): Promise<Connector | null> {
  const sql = /* sql */ `
    UPDATE connectors SET next_poll_at = clock_timestamp() WHERE id = $1 AND enabled AND state <> 'blocked'
    RETURNING ${CONNECTORS.columns}`
  return tx.maybeOne(CONNECTORS.read, sql, [id])
}

export type ClaimedConnector = Connector & Lease

/** Due connectors, the longest overdue first. */
export const DUE_CONNECTORS = jobs({
  table: 'connectors',
  until: 'lease_until',
  lease: 'lease',
  seconds: CONNECTOR_LIMITS.leaseSeconds,
  due: `j.next_poll_at <= ${NOW} AND (j.lease_until IS NULL OR j.lease_until < ${NOW})`,
  order: 'j.next_poll_at, j.id',
  since: 'next_poll_at',
  returning: CONNECTORS.columns,
  read: CONNECTORS.read,
})

export const POLL_OUTCOMES = ['running', 'ok', 'failed', 'rate_limited', 'blocked', 'interrupted'] as const
export type PollOutcome = (typeof POLL_OUTCOMES)[number]

export type Span = { readonly from: Date; readonly to: Date }

/**
 * The poll has the id of its lease. An older running poll of the connector belonged to a process that died, and is
 * ended.
 */
export async function beginPoll(
  tx: TenantTx,
  { id, lease }: Pick<ClaimedConnector, 'id' | 'lease'>,
  { from, to }: Span,
  began: Date,
): Promise<void> {
  await interruptPoll(tx, id, 'the process that polled ended before the poll did', began)
  const insert = /* sql */ `
    INSERT INTO connector_polls (id, connector_id, outcome, from_at, to_at, pages, fetched, taken, began_at)
    VALUES ($1, $2, 'running', $3, $4, 0, 0, 0, $5)`
  await tx.run(insert, [lease, id, from, to, began])
}

/** Ends at `at`, or now. */
async function interruptPoll(tx: TenantTx, id: string, why: string, at: Date | null): Promise<void> {
  const sql = /* sql */ `
    UPDATE connector_polls SET outcome = 'interrupted', error = $2,
      ended_at = greatest(began_at, coalesce($3::timestamptz, clock_timestamp()))
    WHERE connector_id = $1 AND outcome = 'running'`
  await tx.run(sql, [id, why, at])
}

/** Counts the events of a page before ingest takes it. */
export async function countFetched(
  tx: TenantTx,
  { lease }: Pick<ClaimedConnector, 'lease'>,
  events: number,
): Promise<void> {
  await tx.run(/* sql */ `UPDATE connector_polls SET fetched = fetched + $2::int WHERE id = $1`, [lease, events])
}

/**
 * Saves the progress of a page after ingest took it. False when the connector is another's by now, was saved or
 * deleted.
 */
export async function keepPage(
  tx: TenantTx,
  { id, lease }: Pick<ClaimedConnector, 'id' | 'lease'>,
  page: { readonly events: number; readonly cursorAt: Date | null },
): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE connectors SET cursor_at = greatest(cursor_at, $3::timestamptz),
      lease_until = clock_timestamp() + make_interval(secs => $4::double precision)
    WHERE id = $1 AND lease = $2`
  if ((await tx.run(sql, [id, lease, page.cursorAt, CONNECTOR_LIMITS.leaseSeconds])) !== 1) return false
  const counted = /* sql */ `UPDATE connector_polls SET pages = pages + 1, taken = taken + $2::int WHERE id = $1`
  await tx.run(counted, [lease, page.events])
  return true
}

export type PollEnd = {
  readonly outcome: Exclude<PollOutcome, 'running' | 'interrupted'>
  readonly ended: Date
  readonly state: ConnectorState
  readonly reason: string | null
  /** Null: not until it is saved. */
  readonly nextPollAt: Date | null
  readonly failures: number
  /** Time up to which everything was taken; null: the pages' cursor stays. */
  readonly cursorAt: Date | null
  /** End of the time span of a poll that completed. */
  readonly polledUntil: Date | null
  /** Longest span of the next poll; null: as long as the source allows. */
  readonly spanSeconds: number | null
}

/** Null when the connector is another's by now. */
export async function endPoll(
  tx: TenantTx,
  { id, lease }: Pick<ClaimedConnector, 'id' | 'lease'>,
  end: PollEnd,
): Promise<Connector | null> {
  const sql = /* sql */ `
    UPDATE connectors SET state = $3, state_reason = $4, next_poll_at = $5, failures = $6, lease = NULL, lease_until = NULL,
      last_poll_at = clock_timestamp(), cursor_at = greatest(cursor_at, $7::timestamptz),
      asked_until = greatest(asked_until, $8::timestamptz), span_seconds = $9
    WHERE id = $1 AND lease = $2 RETURNING ${CONNECTORS.columns}`
  const { state, reason, nextPollAt, failures, cursorAt, polledUntil, spanSeconds } = end
  const params = [id, lease, state, reason, nextPollAt, failures, cursorAt, polledUntil, spanSeconds]
  const ended = await tx.maybeOne(CONNECTORS.read, sql, params)
  if (ended === null) return null
  const close = /* sql */ `
    UPDATE connector_polls SET outcome = $2, error = $3, ended_at = $4 WHERE id = $1`
  await tx.run(close, [lease, end.outcome, reason, end.ended])
  const prune = /* sql */ `
    DELETE FROM connector_polls WHERE connector_id = $1 AND id NOT IN (
      SELECT id FROM connector_polls WHERE connector_id = $1 ORDER BY began_at DESC, id DESC LIMIT $2) AND ${NOTHING_HELD}`
  await tx.run(prune, [id, CONNECTOR_LIMITS.polls])
  return ended
}

export type Poll = {
  readonly id: string
  readonly outcome: PollOutcome
  readonly from: Date
  readonly to: Date
  readonly pages: number
  /** Events of the source's answers, including repeated ones. */
  readonly fetched: number
  /** Events that are durable. */
  readonly taken: number
  readonly error: string | null
  readonly began: Date
  /** Null while it runs. */
  readonly ended: Date | null
}

/** Newest first. */
export function pollsOf(tx: TenantTx, connectorId: string, limit: number): Promise<Poll[]> {
  const sql = /* sql */ `
    SELECT id, outcome, from_at, to_at, pages, fetched, taken, error, began_at, ended_at FROM connector_polls
    WHERE connector_id = $1 ORDER BY began_at DESC, id DESC LIMIT $2`
  return tx.many(
    (row) => ({
      id: text(row, 'id'),
      outcome: row.outcome as PollOutcome, // a word that this context wrote
      from: time(row, 'from_at'),
      to: time(row, 'to_at'),
      pages: int(row, 'pages'),
      fetched: int(row, 'fetched'),
      taken: int(row, 'taken'),
      error: orNull(text, row, 'error'),
      began: time(row, 'began_at'),
      ended: orNull(time, row, 'ended_at'),
    }),
    sql,
    [connectorId, limit],
  )
}
