/**
 * Runs requested executions, in any number of replicas. The events are sent through ingest like those of any sender;
 * then the lake is searched until a rule for the technique has matched, or the time is over. When a process dies, the
 * next one sends the same events with the same ids, or continues the search.
 */
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import { EXERCISE_SOURCE } from '../../../schemas/exercise.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { performIn, platformIn, type RecordAct } from '../../platform/acting/index.ts'
import type { TakeEvents } from '../../platform/connectors/index.ts'
import { readerFor } from '../detections/index.ts'
import { type Scene, SPAN_SECONDS, sceneOf } from './atomic-test.ts'
import { atomicTest } from './catalogue/catalogue.ts'
import type { Execution, RuleFinding } from './execution.ts'
import * as store from './execution-store.ts'
import { PURPLE_LIMITS } from './limits.ts'
import { type LakeSeen, lookInLake } from './look-in-lake.ts'
import { publishExecution } from './request-execution.ts'
import { judgeDrift, type Result } from './schedules/alarms.ts'
import { endRoundIfDone } from './schedules/schedules.ts'
import { isAbout } from './techniques.ts'
import { tryDry } from './try-dry.ts'

export type PurpleDeps = {
  /** Signs in as the owner, because it looks for the next execution over all tenants. */
  readonly pool: Postgres
  readonly lake: (tenant: TenantId) => Reader
  /** Null when the service cannot send to ingest: a live execution then fails with that reason. */
  readonly pushEvents: TakeEvents | null
  readonly audit: RecordAct
  readonly log: Log
  readonly nowMs: () => number
  readonly pollMs?: number
}

const POLL_MS = 1_000
const AT_ONCE = 2

/** Works on executions of atomic tests. */
export function executionWorkers(deps: PurpleDeps): Worker[] {
  const { pollMs = POLL_MS } = deps
  const oldestSeconds = () => store.DUE_EXECUTIONS.oldestSeconds(deps.pool)
  const once = () => runNextExecution(deps)
  return [{ name: 'purple team executions', everyMs: pollMs, atOnce: AT_ONCE, once, oldestSeconds }]
}

/** One step of the execution that has waited longest. False when none is due. */
export async function runNextExecution(deps: Omit<PurpleDeps, 'pollMs'>): Promise<boolean> {
  const next = await withOperator(deps.pool, 'the next execution', (tx) => store.DUE_EXECUTIONS.claim(tx))
  if (next === null) return false
  try {
    await (next.mode === 'dry' ? tried(deps, next) : next.sentAt === null ? sent(deps, next) : looked(deps, next))
  } catch (err) {
    const isFinal = err instanceof AppError && !err.retryable && err.status < 500
    if (!isFinal && next.attempts < PURPLE_LIMITS.attempts) throw err // its lease ends, and it is tried again
    deps.log.warn({ err, tenant: next.tenant, execution: next.id }, 'purple team execution failed')
    const why = err instanceof AppError ? err.message : 'it broke; it is in the log'
    await ended(deps, next, { ...next, outcome: null, error: why.slice(0, 1000) })
  }
  return true
}

async function tried(deps: PurpleDeps, claimed: store.Claimed): Promise<void> {
  const test = atomicTest(claimed.testId)
  const found = await withTenant(deps.pool, claimed.tenant, (tx) =>
    tryDry(tx, test, claimed, readerFor(claimed.tenant)),
  )
  const isKnown = found.findings.length > 0 || found.undecided.length === 0
  await ended(deps, claimed, {
    ...{ ...claimed, ...found },
    outcome: found.findings.length > 0 ? 'detected' : isKnown ? 'missed' : null,
    error: isKnown ? null : 'no rule that was tried holds, and some could not be tried: run it live',
  })
}

/** The events say the time at which the execution was begun, so that they are the same ones if they are sent again. */
async function sent({ pushEvents, pool }: PurpleDeps, claimed: store.Claimed): Promise<void> {
  if (pushEvents === null) throw new AppError('bad_request', 'this service has no token of the ingest service')
  const test = atomicTest(claimed.testId)
  const events = test.events(sceneFor(claimed))
  const { tenant } = claimed
  await pushEvents({ tenant, connectorId: EXERCISE_SOURCE, type: EXERCISE_SOURCE, sourceFormat: test.format }, events)
  await withTenant(pool, tenant, (tx) => store.markSent(tx, claimed))
}

async function looked(deps: PurpleDeps, claimed: store.Claimed): Promise<void> {
  const { tenant, sentAt, queuedAt, waitSeconds } = claimed
  const nowMs = deps.nowMs()
  const sentMs = (sentAt ?? queuedAt).getTime()
  const { marker } = sceneFor(claimed)
  const lake = await lookInLake(deps.lake(tenant), marker, queuedAt.getTime() - CLOCKS_APART_MS)
  const seconds = Math.max(0, (nowMs - sentMs) / 1000)
  const alertId = await withTenant(deps.pool, tenant, (tx) => {
    const found = { signals: lake.signals.map(({ signalId }) => signalId), events: lake.events }
    return lake.signals.length === 0 ? Promise.resolve(null) : store.alertOf(tx, found, queuedAt)
  })
  const seen: store.Seen = {
    ...{ eventsStored: lake.events.length, findings: findingsOf(claimed, lake, seconds), undecided: [] },
    ...{ alertId, alertSeconds: alertId === null ? null : (claimed.alertSeconds ?? seconds) },
  }
  const detectedAt = seen.findings.find(({ names_technique }) => names_technique)?.seconds ?? null
  const isWhole = lake.events.length >= claimed.events
  const isCalm = detectedAt !== null && (seconds - detectedAt) * 1000 >= PURPLE_LIMITS.calmMs
  if (seconds < waitSeconds && !(isWhole && isCalm && alertId !== null))
    return withTenant(deps.pool, tenant, (tx) => store.keepLook(tx, claimed, seen))
  // Events that never came say nothing about the rules.
  const isKnown = detectedAt !== null || isWhole
  await ended(deps, claimed, {
    ...seen,
    outcome: detectedAt !== null ? 'detected' : isKnown ? 'missed' : null,
    error: isKnown ? null : `${lake.events.length} of ${claimed.events} events were stored within ${waitSeconds} s`,
  })
}

/**
 * The last event is at about the start of the execution: windows drop events that are too late, and no event may be in
 * the future.
 */
function sceneFor({ id, startedAt, queuedAt }: store.Claimed): Scene {
  return sceneOf(id, (startedAt ?? queuedAt).getTime() - SPAN_SECONDS * 1000)
}

/** Allowed difference between the clocks of Postgres and ingest. */
const CLOCKS_APART_MS = 60_000

/** A rule keeps the time at which it was first found. */
function findingsOf({ findings, technique }: store.Claimed, { signals }: LakeSeen, seconds: number): RuleFinding[] {
  const found = [...findings]
  for (const { ruleId, title, techniques } of signals) {
    if (found.some(({ rule_id }) => rule_id === ruleId)) continue
    const names_technique = techniques.some((one) => isAbout(one.toUpperCase(), technique))
    found.push({ rule_id: ruleId, title, names_technique, seconds: Math.round(seconds * 10) / 10 })
  }
  return found
}

async function ended(
  { pool, audit, nowMs }: PurpleDeps,
  claimed: store.Claimed,
  end: store.ExecutionEnd,
): Promise<void> {
  const action = { records: ['purple_team:execution_ended'] }
  await withTenant(pool, claimed.tenant, (tx) =>
    performIn(tx, { audit }, platformIn(claimed.tenant, 'purple-team'), action, async (_, note) => {
      const done = await store.endExecution(tx, claimed, end)
      if (done === null) return note(null)
      const { state, outcome } = done
      note({ resource: 'purple_team_execution', resourceId: claimed.id, changes: { state, outcome } })
      await publishExecution(tx, done)
      if (done.outcome !== null) await judgeDrift(tx, await resultOf(tx, done), nowMs())
      if (done.roundId !== null) await endRoundIfDone(tx, done.roundId)
    }),
  )
}

async function resultOf(tx: TenantTx, done: Execution): Promise<Result> {
  const { id, testId, mode, technique, outcome } = done
  return {
    ...{ subject: `test:${testId}:${mode}`, technique, what: `${atomicTest(testId).name} (${mode})`, id },
    ...{ isDetected: outcome === 'detected', before: await store.resultBefore(tx, done) },
  }
}
