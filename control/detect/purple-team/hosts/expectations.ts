/**
 * Contracts: which rule, or any rule that names which technique, must fire on which host by when. Each look at the lake and
 * the alerts keeps when a link of the chain was first seen to work, and the deadline decides.
 */
import { type Static, Type } from 'typebox'
import { AppError, requireFound } from '../../../../platform/errors.ts'
import type { Placed, Position } from '../../../../platform/paging.ts'
import { TECHNIQUE_ID } from '../../../../schemas/attack-technique.ts'
import { closed, nullable, oneOf, plainText } from '../../../../schemas/wire.ts'
import { int, placed, type Row, text } from '../../../../stores/postgres/columns.ts'
import { jobs, type Lease, NOW } from '../../../../stores/postgres/jobs.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../../stores/postgres/table.ts'
import { PURPLE_LIMITS } from '../limits.ts'

/** From an event of the host to an alert that people see, in their order. */
export const HOST_LINKS = ['arrived', 'normalised', 'matched', 'fused', 'alerted'] as const
export type HostLink = (typeof HOST_LINKS)[number]
/** `unknown`: the deadline passed while the lake could not be read. */
export const EXPECTATION_STATES = ['waiting', 'met', 'missed', 'unknown'] as const

export const TECHNIQUE = Type.String({ pattern: TECHNIQUE_ID.source, description: 'of ATT&CK, such as T1059.004' })

/** A line of the contract of a run. With neither rule nor technique, the technique of the test. */
export const EXPECTED = Type.Object(
  {
    rule_id: Type.Optional(nullable(plainText(200))),
    technique_id: Type.Optional(nullable(TECHNIQUE)),
    within_seconds: Type.Integer({ minimum: 10, maximum: PURPLE_LIMITS.withinSecondsMax }),
  },
  closed,
)
export type Expected = Static<typeof EXPECTED>

export type Links = { readonly [L in HostLink]?: string }

const link = nullable(oneOf(HOST_LINKS))
const linksSchema = Type.Object(
  Object.fromEntries(HOST_LINKS.map((one) => [one, Type.Optional(Type.String({ format: 'date-time' }))])) as Record<
    HostLink,
    ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>
  >,
  { description: 'time at which each link was first observed' },
)

export const EXPECTATIONS = table('PurpleExpectation', {
  id: column.uuid(),
  host_run_id: column.orNull(column.uuid()),
  rule_id: column.orNull(column.text()),
  technique_id: column.from(
    'technique',
    column.orNull(column.text({ description: 'any rule that names the technique counts' })),
  ),
  host: column.text(),
  evidence: column.word(['host', 'runner']),
  since: column.from('since_at', column.time()),
  deadline: column.from('deadline_at', column.time()),
  status: column.from('state', column.word(EXPECTATION_STATES)),
  links: column.json<Links>(linksSchema),
  last_link: column.derived<HostLink | null>(link, (row) => lastLink(row.links as Links)),
  missing_link: column.derived<HostLink | null>(link, (row) =>
    missingLink(row.links as Links, row.status !== 'waiting'),
  ),
  alert_id: column.orNull(column.uuid()),
  found_rules: column.texts({ description: 'rules that matched on the host since then' }),
  error: column.orNull(column.text()),
  created_by: column.text(),
  created_at: column.time(),
  decided_at: column.orNull(column.time()),
})
export type Expectation = RowOf<typeof EXPECTATIONS>

export function lastLink(links: Links): HostLink | null {
  return HOST_LINKS.findLast((one) => links[one] !== undefined) ?? null
}

/** The first link that did not work; null while the run continues, and when all did. */
export function missingLink(links: Links, isOver: boolean): HostLink | null {
  if (!isOver) return null
  const last = lastLink(links)
  return HOST_LINKS[last === null ? 0 : HOST_LINKS.indexOf(last) + 1] ?? null
}

export type NewExpectation = {
  readonly hostRunId: string | null
  readonly ruleId: string | null
  readonly technique: string | null
  readonly host: string
  readonly evidence: 'host' | 'runner'
  readonly since: Date
  readonly withinSeconds: number
  readonly by: string
}

/** Throws `conflict` past the bound. */
export async function addExpectation(tx: TenantTx, made: NewExpectation): Promise<Expectation> {
  const sql = /* sql */ `
    INSERT INTO purple_expectations (host_run_id, rule_id, technique, host, evidence, since_at, deadline_at, created_by)
    SELECT $1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz + make_interval(secs => $7), $8
    WHERE (SELECT count(*) FROM purple_expectations WHERE state = 'waiting') < $9 RETURNING ${EXPECTATIONS.columns}`
  const { hostRunId, ruleId, technique, host, evidence, since, withinSeconds, by } = made
  const params = [hostRunId, ruleId, technique, host, evidence, since, withinSeconds, by]
  const found = await tx.maybeOne(EXPECTATIONS.read, sql, [...params, PURPLE_LIMITS.openExpectations])
  if (found === null)
    throw new AppError('conflict', `a tenant waits for at most ${PURPLE_LIMITS.openExpectations} contracts`)
  return found
}

/** Newest first; those of one run, or all. */
export function expectationsPage(
  tx: TenantTx,
  hostRunId: string | null,
  limit: number,
  after: Position | null,
): Promise<Placed<Expectation>[]> {
  const sql = /* sql */ `
    SELECT ${EXPECTATIONS.columns}, created_at::text AS position FROM purple_expectations
    WHERE ($1::uuid IS NULL OR host_run_id = $1)
      AND ($2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $4`
  return tx.many(placed(EXPECTATIONS.read), sql, [hostRunId, after?.[0] ?? null, after?.[1] ?? null, limit])
}

/** Throws `not_found`. */
export async function requireExpectation(tx: TenantTx, id: string): Promise<Expectation> {
  const sql = /* sql */ `SELECT ${EXPECTATIONS.columns} FROM purple_expectations WHERE id = $1`
  return requireFound(await tx.maybeOne(EXPECTATIONS.read, sql, [id]), 'contract')
}

/** Contracts that wait for a look. */
export const DUE_EXPECTATIONS = jobs({
  table: 'purple_expectations',
  until: 'next_at',
  lease: 'lease',
  seconds: PURPLE_LIMITS.leaseSeconds,
  tries: 'attempts',
  due: `j.state = 'waiting' AND j.next_at <= ${NOW}`,
  order: 'j.next_at, j.id',
  since: 'next_at',
  returning: `attempts, ${EXPECTATIONS.columns}`,
  read: (row: Row) => ({ of: EXPECTATIONS.read(row), attempts: int(row, 'attempts') }),
})

export type Look = {
  readonly links: Links
  readonly alertId: string | null
  readonly foundRules: readonly string[]
  readonly error: string | null
}

/**
 * Stores the result of a check. With `state` waiting, the next check is in `nextSeconds`. Null when another process has
 * taken it over.
 */
export function keepLook(
  tx: TenantTx,
  { id, lease }: Lease,
  look: Look,
  { state, nextSeconds }: { readonly state: Expectation['status']; readonly nextSeconds: number },
): Promise<Expectation | null> {
  const sql = /* sql */ `
    UPDATE purple_expectations SET links = $3, alert_id = coalesce($4, alert_id), found_rules = $5, error = $6,
      state = $7::text, decided_at = CASE WHEN $7::text = 'waiting' THEN NULL ELSE clock_timestamp() END, attempts = 0,
      next_at = clock_timestamp() + make_interval(secs => $8), lease = NULL
    WHERE id = $1 AND lease = $2 AND state = 'waiting' RETURNING ${EXPECTATIONS.columns}`
  const { links, alertId, foundRules, error } = look
  return tx.maybeOne(EXPECTATIONS.read, sql, [
    ...[id, lease, JSON.stringify(links), alertId, foundRules, error, state, nextSeconds],
  ])
}

/** The contract over the same on the same host that was decided before, of those that were met or missed. */
export function decidedBefore(tx: TenantTx, { id, rule_id: rule, technique_id: technique, ...of }: Expectation) {
  const sql = /* sql */ `
    SELECT id, state = 'met' AS is_detected FROM purple_expectations
    WHERE lower(host) = lower($1) AND evidence = $2 AND rule_id IS NOT DISTINCT FROM $3 AND technique IS NOT DISTINCT FROM $4
      AND state IN ('met', 'missed') AND id <> $5 AND decided_at <= $6
    ORDER BY decided_at DESC, id DESC LIMIT 1`
  const read = (row: Row) => ({ id: text(row, 'id'), isDetected: row.is_detected === true })
  return tx.maybeOne(read, sql, [of.host, of.evidence, rule, technique, id, of.decided_at])
}

/** Alerts with one of the signals in their evidence: of those that were fused, one that people see, if there is one. */
export async function alertsWith(
  tx: TenantTx,
  signals: readonly string[],
  since: Date,
): Promise<{ readonly fused: string | null; readonly shown: string | null }> {
  const sql = /* sql */ `
    SELECT id, status <> 'closed' OR assigned_to_id IS NOT NULL AS is_shown FROM alerts
    WHERE updated_at >= $2 AND EXISTS (SELECT FROM jsonb_array_elements(fusion -> 'evidence') AS link
      WHERE link ->> 'signal_id' = ANY ($1))
    ORDER BY created_at, id LIMIT 100`
  const found = await tx.many((row) => ({ id: text(row, 'id'), isShown: row.is_shown === true }), sql, [signals, since])
  return { fused: found[0]?.id ?? null, shown: found.find(({ isShown }) => isShown)?.id ?? null }
}
