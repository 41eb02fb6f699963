/**
 * A run of an imported test on a real host. A user who may request actions requests it, and consents by typing the name
 * of the host; `svc purple run` on that host fetches it once, runs it, and reports. Its commands are fixed at the
 * request.
 */
import { type Static, Type } from 'typebox'
import { AppError, requireFound } from '../../../../platform/errors.ts'
import { invalid } from '../../../../platform/invalid-input.ts'
import type { Placed, Position } from '../../../../platform/paging.ts'
import { closed, nullable, oneOf, plainText } from '../../../../schemas/wire.ts'
import { int, placed, type Row } from '../../../../stores/postgres/columns.ts'
import { jobs, type Lease, NOW } from '../../../../stores/postgres/jobs.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../../stores/postgres/table.ts'
import { PURPLE_LIMITS } from '../limits.ts'
import { EXECUTORS, type Executor, type Prerequisite } from './atomic-yaml.ts'
import { type Atomic, PREREQUISITE } from './atomics.ts'
import { EXPECTED, type Expected } from './expectations.ts'

/** `host`: its own logs show what ran. `runner`: the record of the runner is sent as the events of an exercise. */
export const EVIDENCE = ['host', 'runner'] as const
export type Evidence = (typeof EVIDENCE)[number]
/** `expired`: it was not started in time. `lost`: it was started, and its report never came. */
export const HOST_RUN_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled', 'expired', 'lost'] as const

export type Steps = {
  readonly executor: Executor
  readonly command: string
  readonly cleanup: string | null
  readonly needs_elevation: boolean
  readonly platforms: readonly string[]
  readonly prerequisites: readonly Prerequisite[]
}
const STEPS = Type.Object({
  executor: oneOf(EXECUTORS),
  command: Type.String(),
  cleanup: nullable(Type.String()),
  needs_elevation: Type.Boolean(),
  platforms: Type.Array(Type.String()),
  prerequisites: Type.Array(PREREQUISITE),
})

const outcome = Type.Object(
  {
    exit_code: nullable(Type.Integer({ description: 'null: the test was ended' })),
    timed_out: Type.Boolean(),
    seconds: Type.Number({ minimum: 0 }),
    output: plainText(PURPLE_LIMITS.outputChars, 0),
    output_cut: Type.Boolean(),
  },
  closed,
)
const chars = (max: number) => plainText(max, 0)
/** A report of a runner. */
export const REPORT = Type.Object(
  {
    error: nullable(plainText(1000)),
    test: nullable(outcome),
    cleanup: nullable(outcome),
    processes: Type.Array(
      Type.Object(
        {
          ...{ image: plainText(500), command_line: plainText(4000), parent_image: chars(500), user: plainText(200) },
          ...{ pid: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }), at: Type.String({ format: 'date-time' }) },
        },
        closed,
      ),
      { maxItems: PURPLE_LIMITS.processes },
    ),
  },
  closed,
)
export type Report = Static<typeof REPORT>

const LOST_SECONDS = 600
const STATE = `CASE WHEN state = 'waiting' AND expires_at < clock_timestamp() THEN 'expired'
  WHEN state = 'running' AND began_at + make_interval(secs => limit_seconds * (2 + 2 * jsonb_array_length(steps -> 'prerequisites')) + ${LOST_SECONDS}) < clock_timestamp()
  THEN 'lost' ELSE state END`

export const HOST_RUNS = table('PurpleHostRun', {
  id: column.uuid(),
  atomic_id: column.uuid(),
  atomic_name: column.text(),
  technique_id: column.from('technique', column.text()),
  host: column.text(),
  evidence: column.word(EVIDENCE),
  steps: column.json<Steps>(STEPS),
  limit_seconds: column.int(),
  expected: column.json<readonly Expected[]>(Type.Array(EXPECTED)),
  status: column.from(STATE, column.word(HOST_RUN_STATES)),
  requested_by: column.text(),
  requested_at: column.time(),
  expires_at: column.time(),
  runner: column.orNull(column.text({ description: 'person and machine that ran the test' })),
  began_at: column.orNull(column.time()),
  ended_at: column.orNull(column.time()),
  result: column.orNull(column.json<Report>(REPORT)),
  evidence_at: column.orNull(column.time({ description: 'time at which the record of the runner was sent to ingest' })),
})
export type HostRun = RowOf<typeof HOST_RUNS>

/** Characters of an argument: none of them can end a word, start a command or start an option. */
const VALUE = /^(?!-)(?!.*\s-)[\p{L}\p{N} _./:\\@,=+%~-]*$/u

/** The commands with their arguments in place. Throws 422 for an argument that is unknown or could be a command. */
export function stepsOf(atomic: Atomic, values: Readonly<Record<string, string>>): Steps {
  const known = new Map(atomic.arguments.map((one) => [one.name, one.default]))
  for (const [name, value] of Object.entries(values)) {
    if (!known.has(name)) throw invalid('arguments', `the test has no argument ${name.slice(0, 100)}`)
    if (value.length > 500 || !VALUE.test(value))
      throw invalid('arguments', `${name} may have letters, digits, blanks and _ . / : \\ @ , = + % ~ - alone`)
    known.set(name, value)
  }
  const filled = (text: string) => text.replaceAll(/#\{([^}]{1,100})\}/g, (whole, name) => known.get(name) ?? whole)
  const { executor, command, cleanup, needs_elevation, platforms, prerequisites } = atomic
  return {
    ...{ executor, needs_elevation, platforms: [...platforms], command: filled(command) },
    cleanup: cleanup === null ? null : filled(cleanup),
    prerequisites: prerequisites.map((one) => {
      return { ...one, check: filled(one.check), get: one.get === null ? null : filled(one.get) }
    }),
  }
}

export type NewHostRun = {
  readonly host: string
  readonly evidence: Evidence
  readonly values: Readonly<Record<string, string>>
  readonly limitSeconds: number
  readonly expected: readonly Expected[]
  readonly by: string
}

/** Throws `conflict` for a test that is not on the safe list or cannot run, and past the bound. */
export async function askHostRun(tx: TenantTx, atomic: Atomic, newRun: NewHostRun): Promise<HostRun> {
  if (atomic.not_runnable !== null) throw new AppError('conflict', `it cannot run here: ${atomic.not_runnable}`)
  if (atomic.safe_by === null) throw new AppError('conflict', 'this test is not on the safe list')
  await tx.run(/* sql */ `SELECT pg_advisory_xact_lock(hashtextextended('purple-hosts:' || svc_tenant(), 0))`)
  const open = /* sql */ `SELECT count(*) AS n FROM purple_host_runs WHERE state = 'waiting' AND expires_at > clock_timestamp()`
  if (((await tx.maybeOne((row) => int(row, 'n'), open)) ?? 0) >= PURPLE_LIMITS.openHostRuns)
    throw new AppError('conflict', `${PURPLE_LIMITS.openHostRuns} runs wait for their hosts: cancel one`)
  const sql = /* sql */ `
    INSERT INTO purple_host_runs (atomic_id, atomic_name, technique, host, evidence, steps, limit_seconds, expected, state,
      requested_by, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting', $9, clock_timestamp() + make_interval(hours => $10))
    RETURNING ${HOST_RUNS.columns}`
  const steps = JSON.stringify(stepsOf(atomic, newRun.values))
  const [made] = await tx.many(HOST_RUNS.read, sql, [
    ...[atomic.id, atomic.name, atomic.technique_id, newRun.host, newRun.evidence, steps, newRun.limitSeconds],
    ...[JSON.stringify(newRun.expected), newRun.by, PURPLE_LIMITS.hostRunHours],
  ])
  return made as HostRun
}

/** Newest first. */
export function hostRunsPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<HostRun>[]> {
  const sql = /* sql */ `
    SELECT ${HOST_RUNS.columns}, requested_at::text AS position FROM purple_host_runs
    WHERE ($1::timestamptz IS NULL OR (requested_at, id) < ($1::timestamptz, $2::uuid))
    ORDER BY requested_at DESC, id DESC LIMIT $3`
  return tx.many(placed(HOST_RUNS.read), sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}

/** Throws `not_found`. */
export async function requireHostRun(tx: TenantTx, id: string): Promise<HostRun> {
  const sql = /* sql */ `SELECT ${HOST_RUNS.columns} FROM purple_host_runs WHERE id = $1`
  return requireFound(await tx.maybeOne(HOST_RUNS.read, sql, [id]), 'run on a host')
}

/** Throws `conflict` when it was begun, cancelled or waited too long, or when the machine is another one. */
export async function beginHostRun(tx: TenantTx, id: string, machine: string, by: string): Promise<HostRun> {
  const run = await requireHostRun(tx, id)
  if (!isSameHost(run.host, machine))
    throw new AppError('conflict', `this run is for ${run.host}, and this machine is ${machine}`)
  const sql = /* sql */ `
    UPDATE purple_host_runs SET state = 'running', began_at = clock_timestamp(), runner = $2
    WHERE id = $1 AND state = 'waiting' AND expires_at > clock_timestamp() RETURNING ${HOST_RUNS.columns}`
  const begun = await tx.maybeOne(HOST_RUNS.read, sql, [id, `${by} on ${machine}`.slice(0, 500)])
  if (begun === null) throw new AppError('conflict', `this run is ${(await requireHostRun(tx, id)).status} already`)
  return begun
}

/** Throws `conflict` when it does not run. */
export async function reportHostRun(tx: TenantTx, id: string, report: Report): Promise<HostRun> {
  const hasRun = report.error === null && report.test !== null && !report.test.timed_out
  const sql = /* sql */ `
    UPDATE purple_host_runs SET state = $2, ended_at = clock_timestamp(), result = $3,
      next_at = CASE WHEN evidence = 'runner' AND $4 THEN clock_timestamp() END
    WHERE id = $1 AND state = 'running' RETURNING ${HOST_RUNS.columns}`
  const state = hasRun ? 'done' : 'failed'
  const params = [id, state, JSON.stringify(report), report.processes.length > 0]
  const ended = await tx.maybeOne(HOST_RUNS.read, sql, params)
  if (ended === null) throw new AppError('conflict', `this run is ${(await requireHostRun(tx, id)).status}`)
  return ended
}

/** Throws `conflict` once it was begun: what runs on a host is stopped there. */
export async function cancelHostRun(tx: TenantTx, id: string): Promise<HostRun> {
  const sql = /* sql */ `
    UPDATE purple_host_runs SET state = 'cancelled', ended_at = clock_timestamp() WHERE id = $1 AND state = 'waiting'
    RETURNING ${HOST_RUNS.columns}`
  const ended = await tx.maybeOne(HOST_RUNS.read, sql, [id])
  if (ended === null) throw new AppError('conflict', `this run is ${(await requireHostRun(tx, id)).status}`)
  return ended
}

/** Names of one machine: equal whatever their case, or one the first label of the other. */
export function isSameHost(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`)
}

/** Runs whose log is to be sent to ingest. */
export const DUE_EVIDENCE = jobs({
  table: 'purple_host_runs',
  until: 'next_at',
  lease: 'lease',
  seconds: PURPLE_LIMITS.leaseSeconds,
  tries: 'attempts',
  due: `j.next_at <= ${NOW}`,
  order: 'j.next_at, j.id',
  since: 'next_at',
  returning: `attempts, ${HOST_RUNS.columns}`,
  read: (row: Row) => ({ run: HOST_RUNS.read(row), attempts: int(row, 'attempts') }),
})

export async function markEvidence(tx: TenantTx, { id, lease }: Lease, isSent: boolean): Promise<void> {
  const sql = /* sql */ `
    UPDATE purple_host_runs SET next_at = NULL, lease = NULL,
      evidence_at = CASE WHEN $3 THEN clock_timestamp() END WHERE id = $1 AND lease = $2`
  await tx.run(sql, [id, lease, isSent])
}
