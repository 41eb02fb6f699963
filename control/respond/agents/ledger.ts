/**
 * The investigation ledger: every step of an agent with what it was given and what came of it, written once. Entries of a
 * run are chained to one another, and the database closes header and entries when the run ends.
 */
import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import { chainedHash } from '../../../platform/hash-chain.ts'
import { storable, storableText } from '../../../platform/storable.ts'
import { bytes, int, placed, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import { canonicalJson } from '../../platform/audit/index.ts'

const CALLS = 'FROM model_calls m WHERE m.run_id = investigation_runs.id'

export const INVESTIGATIONS = tableInCamelCase('InvestigationRun', {
  id: column.uuid(),
  kind: column.word(['triage', 'investigation']),
  alert_id: column.orNull(column.uuid()),
  case_id: column.orNull(column.uuid()),
  status: column.word(['running', 'completed', 'failed']),
  judged_by: column.text(),
  requested_by: column.text(),
  verdict: column.orNull(column.text()),
  /** 0 to 1. */
  confidence: column.orNull(column.number()),
  summary: column.orNull(column.text()),
  steps: column.int(),
  /** Sentences that nothing in the ledger supports. */
  dropped: column.int(),
  error: column.orNull(column.text()),
  started_at: column.time(),
  completed_at: column.orNull(column.time()),
  /** Requests to models, repairs included. */
  model_calls: column.from(`(SELECT count(*) ${CALLS})`, column.int()),
  /** Sum over all model calls. Null: there was none, or one was not measured. */
  cost_usd: column.from(
    `(SELECT CASE WHEN count(*) = count(m.cost_usd) THEN sum(m.cost_usd) END ${CALLS})`,
    column.orNull(column.number()),
  ),
  /** Hash of the last entry. Null when the run is not finished, has no entry, or is older than the chaining of entries. */
  head_hash: column.orNull(column.bytes()),
})
export type InvestigationRun = RowOf<typeof INVESTIGATIONS>

export type NewRun = Pick<InvestigationRun, 'kind' | 'alertId' | 'caseId' | 'judgedBy' | 'requestedBy'> & {
  /** Until then another process leaves it alone. */
  readonly deadline: Date
  /** A caller that follows the run from its start chooses the id. */
  readonly id?: string
}

/** Throws `conflict` for an id that a run has already. */

export async function openRun(tx: TenantTx, run: NewRun): Promise<InvestigationRun> {
  const sql = /* sql */ `
    INSERT INTO investigation_runs (id, kind, alert_id, case_id, status, judged_by, requested_by, deadline)
    VALUES ($7, $1, $2, $3, 'running', $4, $5, $6) ON CONFLICT (tenant_id, id) DO NOTHING RETURNING ${INVESTIGATIONS.columns}`
  const { kind, alertId, caseId, judgedBy, requestedBy, deadline, id = randomUUID() } = run
  const params = [kind, alertId, caseId, judgedBy, requestedBy, deadline, id]
  const made = await tx.maybeOne(INVESTIGATIONS.read, sql, params)
  if (made === null) throw new AppError('conflict', 'an investigation with this id exists already')
  return made
}

export type Conclusion = {
  readonly verdict: string | null
  readonly confidence: number | null
  readonly summary: string | null
  readonly dropped: number
  readonly error: string | null
}

export async function closeRun(tx: TenantTx, id: string, to: Conclusion): Promise<InvestigationRun | null> {
  const sql = /* sql */ `
    UPDATE investigation_runs SET status = CASE WHEN $6::text IS NULL THEN 'completed' ELSE 'failed' END, verdict = $2,
      confidence = $3, summary = $4, dropped = $5, error = $6, deadline = NULL, lease = NULL,
      completed_at = clock_timestamp()
    WHERE id = $1 AND status = 'running' RETURNING ${INVESTIGATIONS.columns}`
  const { verdict, confidence, summary, dropped, error } = to
  return tx.maybeOne(INVESTIGATIONS.read, sql, [id, verdict, confidence, summary, dropped, error])
}

export function investigationOf(tx: TenantTx, id: string): Promise<InvestigationRun | null> {
  return tx.maybeOne(
    INVESTIGATIONS.read,
    /* sql */ `SELECT ${INVESTIGATIONS.columns} FROM investigation_runs WHERE id = $1`,
    [id],
  )
}

/** Newest first. */
export function runsAbout(
  tx: TenantTx,
  about: { readonly caseId?: string; readonly alertId?: string },
  limit: number,
): Promise<InvestigationRun[]> {
  const sql = /* sql */ `
    SELECT ${INVESTIGATIONS.columns} FROM investigation_runs WHERE ($1::uuid IS NULL OR case_id = $1) AND ($2::uuid IS NULL OR alert_id = $2)
    ORDER BY started_at DESC, id DESC LIMIT $3`
  return tx.many(INVESTIGATIONS.read, sql, [about.caseId ?? null, about.alertId ?? null, limit])
}

/** Triage and investigations of an alert, newest first. */
export function runsOfAlertPage(
  tx: TenantTx,
  alertId: string,
  limit: number,
  after: Position | null,
): Promise<Placed<InvestigationRun>[]> {
  const sql = /* sql */ `
    SELECT ${INVESTIGATIONS.columns}, started_at::text AS position FROM investigation_runs
    WHERE alert_id = $1
      AND ($2::timestamptz IS NULL OR (started_at, id) < ($2::timestamptz, $3::uuid))
    ORDER BY started_at DESC, id DESC LIMIT $4`
  return tx.many(placed(INVESTIGATIONS.read), sql, [alertId, after?.[0] ?? null, after?.[1] ?? null, limit])
}

/** Investigations of all cases, newest first. */
export function investigationsPage(
  tx: TenantTx,
  status: InvestigationRun['status'] | null,
  limit: number,
  after: Position | null,
): Promise<Placed<InvestigationRun>[]> {
  const sql = /* sql */ `
    SELECT ${INVESTIGATIONS.columns}, started_at::text AS placed_at FROM investigation_runs
    WHERE kind = 'investigation' AND ($1::text IS NULL OR status = $1)
      AND ($2::timestamptz IS NULL OR (started_at, id) < ($2::timestamptz, $3::uuid))
    ORDER BY started_at DESC, id DESC LIMIT $4`
  const place = (row: Row): Placed<InvestigationRun> => ({
    item: INVESTIGATIONS.read(row),
    position: [text(row, 'placed_at'), text(row, 'id')],
  })
  return tx.many(place, sql, [status, after?.[0] ?? null, after?.[1] ?? null, limit])
}

export const LEDGER = tableInCamelCase('LedgerEntry', {
  id: column.text(),
  run_id: column.text(),
  seq: column.int(),
  kind: column.text(),
  agent: column.text(),
  summary: column.text(),
  payload: column.json<Readonly<Record<string, unknown>>>(),
  model: column.orNull(column.text()),
  prompt_hash: column.orNull(column.bytes()),
  input_hash: column.bytes(),
  output_hash: column.bytes(),
  duration_ms: column.int(),
  created_at: column.time(),
  /** The same in microseconds. */
  created_us: column.from('(extract(epoch FROM created_at) * 1000000)::bigint', column.int()),
  /** Null: it is from before entries were chained. */
  previous_hash: column.orNull(column.bytes()),
  hash: column.orNull(column.bytes()),
  /** Not null when an erasure took a name out of it: its text no longer gives its hash. */
  erased_at: column.orNull(column.time()),
})
export type LedgerEntry = RowOf<typeof LEDGER>

export type NewEntry = {
  readonly kind: string
  readonly agent: string
  readonly summary: string
  /** The question of the step. */
  readonly input: unknown
  /** The result of the step. */
  readonly output: Readonly<Record<string, unknown>>
  readonly durationMs: number
  /** Name of the model of the request. */
  readonly model?: string
  /** SHA-256 of all that was sent. */
  readonly promptHash?: Buffer
}

/** In the order of their calls, behind the last one. Throws `conflict` for a run that has ended. */
export async function append(tx: TenantTx, runId: string, entry: NewEntry): Promise<LedgerEntry> {
  const place = await tx.maybeOne(
    (row) => ({ seq: int(row, 'seq'), previousHash: bytes(row, 'previous_hash'), createdUs: int(row, 'now_us') }),
    /* sql */ `SELECT seq, previous_hash, now_us FROM svc_ledger_next($1)`,
    [runId],
  )
  if (place === null) throw new AppError('conflict', 'the investigation has ended: its ledger is closed')
  // Before anything is hashed: a cut may leave half of a character, which the database would keep as another one.
  const [input, output] = [storable(entry.input), storable(entry.output)]
  const made = {
    ...{ id: randomUUID(), runId, ...place, kind: entry.kind, agent: entry.agent },
    summary: storableText(entry.summary.slice(0, 2000)),
    ...{ model: entry.model ?? null, promptHash: entry.promptHash ?? null },
    ...{ inputHash: digestOf(input), outputHash: digestOf(output) },
    durationMs: Math.max(0, Math.round(entry.durationMs)),
  }
  const sql = /* sql */ `
    INSERT INTO investigation_events (run_id, seq, kind, agent, summary, payload, input_hash, output_hash, duration_ms,
      model, prompt_hash, id, created_at, previous_hash, hash)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'epoch'::timestamptz + $13 * interval '1 microsecond', $14, $15)
    RETURNING ${LEDGER.columns}`
  return tx.one(LEDGER.read, sql, [
    ...[runId, made.seq, made.kind, made.agent, made.summary],
    ...[JSON.stringify({ input, output }), made.inputHash, made.outputHash, made.durationMs],
    ...[made.model, made.promptHash, made.id, made.createdUs],
    ...[made.previousHash, hashOf(tx.tenantId, made, made.previousHash)],
  ])
}

type Hashed = Omit<LedgerEntry, 'payload' | 'createdAt' | 'previousHash' | 'hash' | 'erasedAt'>

/** Hash of an entry at its place in the chain. The hash covers input and output by their digests. */
export function hashOf(tenant: string, entry: Hashed, previous: Buffer): Buffer {
  const hex = (hash: Buffer | null) => hash?.toString('hex') ?? null
  const document = canonicalJson({
    ...{ tenant_id: tenant, run_id: entry.runId, id: entry.id, kind: entry.kind, agent: entry.agent },
    ...{ summary: entry.summary, model: entry.model, prompt_hash: hex(entry.promptHash) },
    ...{ input_hash: hex(entry.inputHash), output_hash: hex(entry.outputHash) },
    ...{ duration_ms: entry.durationMs, created_us: entry.createdUs },
  })
  return chainedHash('svc-ledger-entry-v1\n', entry.seq, previous, document)
}

export type Sealed = {
  /** Number of entries when the run ended, and the hash of the last one. */
  readonly steps: number
  readonly headHash: Buffer | null
  /** Members of the header that are no longer as they were then. */
  readonly changed: readonly string[]
}

/** Null: the run has not ended, or it is from before entries were chained. */
export async function sealedHeader(tx: TenantTx, runId: string): Promise<Sealed | null> {
  const sql = /* sql */ `SELECT closed_as, svc_run_header(r) AS header FROM investigation_runs r WHERE id = $1`
  type Header = Readonly<Record<string, unknown>>
  const read = (row: Row) => ({ closedAs: row.closed_as as Header | null, header: row.header as Header }) // JSON that the database wrote
  const found = await tx.maybeOne(read, sql, [runId])
  if (!found?.closedAs) return null
  const { closedAs, header } = found
  const { steps, head_hash: hash } = closedAs
  return {
    steps: Number(steps),
    headHash: typeof hash === 'string' ? Buffer.from(hash, 'hex') : null,
    changed: Object.keys({ ...closedAs, ...header }).filter((name) => closedAs[name] !== header[name]),
  }
}

/** SHA-256 of the value as JSON with sorted names: the same for any order in which they were stored. */
export function digestOf(value: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)) ?? 'null')
    .digest()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, own]) => [name, sorted(own)]),
  )
}

/** Entries of one run, in their order. */
export function entriesOfRun(tx: TenantTx, runId: string): Promise<LedgerEntry[]> {
  return tx.many(
    LEDGER.read,
    /* sql */ `SELECT ${LEDGER.columns} FROM investigation_events WHERE run_id = $1 ORDER BY seq`,
    [runId],
  )
}

export function entryById(tx: TenantTx, id: string): Promise<LedgerEntry | null> {
  return tx.maybeOne(LEDGER.read, /* sql */ `SELECT ${LEDGER.columns} FROM investigation_events WHERE id = $1`, [id])
}

/** Entries of all runs on a case and its alerts, newest first. */
export function entriesOfCase(
  tx: TenantTx,
  caseId: string,
  limit: number,
  after: Position | null,
): Promise<Placed<LedgerEntry>[]> {
  const sql = /* sql */ `
    SELECT ${LEDGER.columns}, created_at::text AS placed_at FROM investigation_events
    WHERE run_id IN (SELECT id FROM investigation_runs WHERE case_id = $1
        UNION SELECT r.id FROM investigation_runs r JOIN alerts a ON a.id = r.alert_id WHERE a.case_id = $1)
      AND ($2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $4`
  const place = (row: Row): Placed<LedgerEntry> => ({
    item: LEDGER.read(row),
    position: [text(row, 'placed_at'), text(row, 'id')],
  })
  return tx.many(place, sql, [caseId, after?.[0] ?? null, after?.[1] ?? null, limit])
}
