/** Looks for what contracts expect, and sends the records of runners. */
import { AppError } from '../../../../platform/errors.ts'
import type { Worker } from '../../../../platform/workers.ts'
import { EXERCISE_SOURCE } from '../../../../schemas/exercise.ts'
import type { Reader } from '../../../../stores/clickhouse/tenant-reader.ts'
import { type TenantTx, withOperator, withTenant } from '../../../../stores/postgres/pool.ts'
import { performIn, platformIn } from '../../../platform/acting/index.ts'
import type { RawEvent } from '../atomic-test.ts'
import { ran, ranOnLinux } from '../catalogue/records.ts'
import { PURPLE_LIMITS } from '../limits.ts'
import type { PurpleDeps } from '../run-executions.ts'
import { judgeDrift, type Result } from '../schedules/alarms.ts'
import { isAbout } from '../techniques.ts'
import * as contracts from './expectations.ts'
import { DUE_EVIDENCE, type HostRun, markEvidence } from './host-runs.ts'

type Deps = Omit<PurpleDeps, 'pollMs'>

export function hostWorkers(deps: PurpleDeps): Worker[] {
  const { pollMs = 1_000, pool } = deps
  return [
    {
      ...{ name: 'purple team contracts', everyMs: pollMs, once: () => watchNextExpectation(deps) },
      oldestSeconds: () => contracts.DUE_EXPECTATIONS.oldestSeconds(pool),
    },
    {
      ...{ name: 'purple team runner records', everyMs: pollMs, once: () => sendNextEvidence(deps) },
      oldestSeconds: () => DUE_EVIDENCE.oldestSeconds(pool),
    },
  ]
}

/** One look for the contract that has waited longest. False when none is due. */
export async function watchNextExpectation(deps: Deps): Promise<boolean> {
  const { pool, lake, audit, nowMs, log } = deps
  const next = await withOperator(pool, 'the next contract', (tx) => contracts.DUE_EXPECTATIONS.claim(tx))
  if (next === null) return false
  const { of, tenant } = next
  const now = nowMs()
  const isLate = now >= of.deadline.getTime() + LAKE_MS
  let look: contracts.Look
  try {
    const lakeSeen = await lookAtHost(lake(tenant), of)
    const alerts = await withTenant(pool, tenant, (tx) =>
      lakeSeen.signals.length === 0
        ? Promise.resolve({ fused: null, shown: null })
        : contracts.alertsWith(tx, lakeSeen.signals, of.since),
    )
    look = lookOf(of, { ...lakeSeen, ...alerts }, now)
  } catch (err) {
    if (!isLate || next.attempts < PURPLE_LIMITS.attempts) throw err // the lease ends, and the next check retries it
    log.warn({ err, tenant, expectation: of.id }, 'cannot check an expectation of the purple team')
    look = {
      links: of.links,
      alertId: of.alert_id,
      foundRules: of.found_rules,
      error: 'nobody could look; see the log',
    }
  }
  const isMet = contracts.lastLink(look.links) === 'alerted'
  const state = isMet ? 'met' : !isLate ? 'waiting' : look.error === null ? 'missed' : 'unknown'
  // A contract over days is looked at less often, and never later than at its deadline.
  const left = Math.max(0, of.deadline.getTime() + LAKE_MS - now) / 1000
  const nextSeconds = Math.max(PURPLE_LIMITS.lookMs / 1000, Math.min(left, 60, left / 50))
  await withTenant(pool, tenant, async (tx) => {
    if (state === 'waiting') return void (await contracts.keepLook(tx, next, look, { state, nextSeconds }))
    await performIn(
      tx,
      { audit },
      platformIn(tenant, 'purple-team'),
      { records: ['purple_team:expectation_decided'] },
      async (_, note) => {
        const decided = await contracts.keepLook(tx, next, look, { state, nextSeconds })
        if (decided === null) return note(null)
        const changes = { state, last_link: decided.last_link, missing_link: decided.missing_link }
        note({ resource: 'purple_team_expectation', resourceId: of.id, changes })
        if (state !== 'unknown') await judgeDrift(tx, await resultOf(tx, decided), now)
      },
    )
  })
  return true
}

async function resultOf(tx: TenantTx, decided: contracts.Expectation): Promise<Result> {
  const { id, rule_id: rule, technique_id: technique, host, evidence, status } = decided
  const what = rule ?? `a rule of ${technique}`
  return {
    ...{ subject: `host:${host.toLowerCase()}:${evidence}:${rule ?? technique}`, technique, id },
    ...{ what: `${what} on ${host}`, isDetected: status === 'met' },
    before: await contracts.decidedBefore(tx, decided),
  }
}

/** Events that came in before the deadline get so long to reach the lake. */
const LAKE_MS = 5_000
/** Allowed difference between the clocks of Postgres and ingest. */
const CLOCKS_APART_MS = 5_000
const SIGNALS_MAX = 1_000

type HostSeen = {
  readonly hasArrived: boolean
  readonly isNormalised: boolean
  /** Signals of the rule or the technique. */
  readonly signals: readonly string[]
  readonly foundRules: readonly string[]
}

/** `host` and the names of the same machine: with a domain behind it, or without. */
const HOST_IS = `(lower(host) = {host:String} OR startsWith(lower(host), concat({host:String}, '.'))
  OR startsWith({host:String}, concat(lower(host), '.')) AND host != '')`

async function lookAtHost(reader: Reader, of: contracts.Expectation): Promise<HostSeen> {
  const between = `ingest_time >= fromUnixTimestamp64Milli({since:Int64}) AND ingest_time <= fromUnixTimestamp64Milli({until:Int64})
    AND (source = {exercise:String}) = {isRunner:Bool}`
  const params = {
    ...{ host: of.host.toLowerCase(), exercise: EXERCISE_SOURCE, isRunner: of.evidence === 'runner' },
    ...{ since: of.since.getTime() - CLOCKS_APART_MS, until: of.deadline.getTime(), limit: SIGNALS_MAX },
  }
  const ofEvents = /* sql */ `
    SELECT countIf(${HOST_IS} OR position(lower(raw), {host:String}) > 0) AS arrived,
      countIf(${HOST_IS} AND class_uid > 0) AS normalised FROM events WHERE ${between}`
  const [counted] = await reader.query<{ arrived: string; normalised: string }>(ofEvents, params)
  const ofSignals = /* sql */ `
    SELECT toString(signal_id) AS id, rule_id, techniques FROM signals WHERE ${between} AND ${HOST_IS}
    ORDER BY ingest_time, signal_id LIMIT {limit:UInt32}`
  const rows = await reader.query<{ id: string; rule_id: string; techniques: string[] }>(ofSignals, params)
  const wanted = rows.filter(({ rule_id: rule, techniques }) =>
    of.rule_id === null
      ? techniques.some((one) => isAbout(one.toUpperCase(), of.technique_id ?? ''))
      : rule === of.rule_id,
  )
  return {
    ...{ hasArrived: Number(counted?.arrived ?? 0) > 0, isNormalised: Number(counted?.normalised ?? 0) > 0 },
    ...{
      signals: wanted.map(({ id }) => id),
      foundRules: [...new Set(rows.map(({ rule_id: id }) => id))].slice(0, 50),
    },
  }
}

type Seen = HostSeen & { readonly fused: string | null; readonly shown: string | null }

/** A link that worked once did so: an alert that is closed afterwards was shown. */
function lookOf(of: contracts.Expectation, seen: Seen, nowMs: number): contracts.Look {
  const works: Readonly<Record<contracts.HostLink, boolean>> = {
    arrived: seen.hasArrived,
    normalised: seen.isNormalised,
    matched: seen.signals.length > 0,
    fused: seen.fused !== null,
    alerted: seen.shown !== null,
  }
  const at = new Date(nowMs).toISOString()
  const links: Record<string, string> = { ...of.links }
  for (const link of contracts.HOST_LINKS) if (works[link]) links[link] ??= at
  return { links, alertId: seen.shown ?? seen.fused, foundRules: seen.foundRules, error: null }
}

/** Sends the record of one run. False when none waits. */
export async function sendNextEvidence(deps: Deps): Promise<boolean> {
  const { pool, pushEvents, log } = deps
  const next = await withOperator(pool, 'the next record of a runner', (tx) => DUE_EVIDENCE.claim(tx))
  if (next === null) return false
  const { run, tenant } = next
  let isSent = false
  try {
    if (pushEvents === null) throw new AppError('bad_request', 'this service has no token of the ingest service')
    const { events, sourceFormat } = recordOf(run)
    await pushEvents({ tenant, connectorId: EXERCISE_SOURCE, type: EXERCISE_SOURCE, sourceFormat }, events)
    isSent = true
  } catch (err) {
    const isFinal = err instanceof AppError && !err.retryable && err.status < 500
    if (!isFinal && next.attempts < PURPLE_LIMITS.attempts) throw err // its lease ends, and it is sent again
    log.warn({ err, tenant, run: run.id }, 'cannot send the record of a purple team runner')
  }
  await withTenant(pool, tenant, (tx) => markEvidence(tx, next, isSent))
  return true
}

/** The processes that a runner started, in the words of Sysmon: the same run gives the same events. */
function recordOf({ result, host, steps }: HostRun): { events: RawEvent[]; sourceFormat: string } {
  const isWindows = steps.executor === 'command_prompt' || steps.platforms.every((one) => one === 'windows')
  const events = (result?.processes ?? []).map(({ image, command_line: line, parent_image: parent, user, pid, at }) => {
    const atMs = Date.parse(at)
    const scene = { marker: host, host, user, attackerIp: '', hostIp: '', atMs }
    const event = isWindows ? ran(scene, image, line, parent) : ranOnLinux(scene, image, line, parent)
    return { ...event, ProcessId: pid, ...(isWindows ? { User: user } : {}) }
  })
  return { events, sourceFormat: isWindows ? 'windows' : 'sysmon-linux' }
}
