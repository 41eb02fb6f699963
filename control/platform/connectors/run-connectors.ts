/**
 * Polls due connectors, in any number of replicas. Each page is pushed to ingest; the cursor advances only after the
 * acknowledgement, and for a source that gives its newest page first only after its last page. After a crash the page
 * is fetched again with the same event ids.
 */
import { tableFor } from '../../../connectors/polling/generic.ts'
import { MoreToCome, pollPages } from '../../../connectors/polling/poll.ts'
import type { PollTable } from '../../../connectors/polling/table.ts'
import { connectorType } from '../../../connectors/vendor-apis.ts'
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import { whileHeld } from '../../../stores/postgres/jobs.ts'
import { type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { notifySubscribers } from '../../soc/notify/index.ts'
import { publishChanges } from '../acting/index.ts'
import type { Vault } from '../vault/index.ts'
import { askOver } from './ask.ts'
import {
  beginPoll,
  type ClaimedConnector,
  countFetched,
  DUE_CONNECTORS,
  endPoll,
  keepPage,
  type PollEnd,
} from './connector-store.ts'
import { CONNECTOR_LIMITS } from './limits.ts'
import { openedAuth, requireTable, withoutSecrets } from './manage-connectors.ts'

/** Resolves when the events are durable. Rejects when they are not, or may not be. */
export type TakeEvents = (
  source: {
    readonly tenant: TenantId
    /** Id of the row: a name may change, and the ids of events are made with this one. */
    readonly connectorId: string
    readonly type: string
    readonly sourceFormat: string
  },
  events: readonly unknown[],
) => Promise<void>

export type ConnectorsDeps = {
  /** Pool of the owner: due connectors are read over all tenants at once. */
  readonly pool: Postgres
  readonly vault: Vault
  readonly egress: Egress
  readonly pushEvents: TakeEvents
  readonly log: Log
  readonly nowMs: () => number
  readonly pollMs?: number
  /** Time between renewals of a lease; a third of a lease when absent. */
  readonly renewMs?: number
  /** Polls at once in this process. */
  readonly atOnce?: number
}

const POLL_MS = 1_000
const AT_ONCE = 16

/** Polls connectors that are due. */
export function connectorWorkers(deps: ConnectorsDeps): Worker[] {
  const { atOnce = AT_ONCE, pollMs = POLL_MS } = deps
  const oldestSeconds = () => DUE_CONNECTORS.oldestSeconds(deps.pool)
  return [{ name: 'connector polls', everyMs: pollMs, atOnce, once: () => pollNext(deps), oldestSeconds }]
}

/** Polls the connector that is due the longest. False when none is. */
export async function pollNext(deps: Omit<ConnectorsDeps, 'pollMs' | 'atOnce'>): Promise<boolean> {
  const claimed = await withOperator(deps.pool, 'the next connector', (tx) => DUE_CONNECTORS.claim(tx))
  if (claimed === null) return false
  const end = await whileHeld(claimed, DUE_CONNECTORS, deps, () => polled(deps, claimed))
  if (end === null) return true
  await withTenant(deps.pool, claimed.tenant, async (tx) => {
    const ended = await endPoll(tx, claimed, { ...end, ended: new Date(deps.nowMs()) })
    if (ended === null) return
    const { id, name, state, stateReason } = ended
    const isNews = state !== claimed.state
    if (isNews) await publishChanges(tx, 'connector_changed', [{ id, name, state, reason: stateReason }])
    if (isNews && (state === 'blocked' || state === 'degraded'))
      await notifySubscribers(
        tx,
        {
          ...{ kind: 'connector_health', title: `Connector ${name} is ${state}`, severity: 'high' },
          body: `${stateReason ?? 'it does not say why'}. What is not received is not detected.`,
          ...{ path: `/connectors/${id}`, about: { kind: 'connector', id }, dedupeKey: `connector/${claimed.lease}` },
        },
        deps.nowMs(),
      )
  })
  return true
}

const HOUR_MS = 3_600_000
const SPAN_MS_MIN = 60_000
const SUCCEEDED = { outcome: 'ok', state: 'healthy', reason: null, failures: 0 } as const

/** Null when the connector is another's by now. */
async function polled(
  deps: Omit<ConnectorsDeps, 'pollMs' | 'atOnce'>,
  connector: ClaimedConnector,
): Promise<Omit<PollEnd, 'ended'> | null> {
  const { tenant, type, config } = connector
  const nowMs = deps.nowMs()
  let readUpToMs = Number.NEGATIVE_INFINITY
  const readUpTo = () => (readUpToMs > Number.NEGATIVE_INFINITY ? new Date(readUpToMs) : null)
  let secrets: Readonly<Record<string, string>> = {}
  const { lateMs, fromMs, untilMs } = spanOf(connectorType(type)?.poll ?? {}, connector, nowMs)
  await withTenant(deps.pool, tenant, (tx) =>
    beginPoll(tx, connector, { from: new Date(fromMs), to: new Date(untilMs) }, new Date(nowMs)),
  )
  let table: PollTable | null = null
  try {
    table = tableFor(requireTable(type), config)
    secrets = await withTenant(deps.pool, tenant, async (tx) => openedAuth(tx, deps.vault, connector, 'poll'))
    const input = {
      ...{ table, secrets, settings: config, sinceMs: fromMs, untilMs },
      ...{ ask: askOver(deps.egress), nowMs: deps.nowMs },
    }
    for await (const { events, newestMs } of pollPages(input)) {
      if (events.length > 0) {
        await withTenant(deps.pool, tenant, (tx) => countFetched(tx, connector, events.length))
        await deps.pushEvents({ tenant, connectorId: connector.id, type, sourceFormat: table.sourceFormat }, events)
      }
      // The data's own time, and never later than now: a source whose clock is ahead would hide later events.
      if (newestMs !== null) readUpToMs = Math.max(readUpToMs, Math.min(newestMs, nowMs))
      const upTo = table.isOldestFirst ? readUpTo() : null
      const isOurs = await withTenant(deps.pool, tenant, (tx) =>
        keepPage(tx, connector, { events: events.length, cursorAt: upTo }),
      )
      if (!isOurs) return null
    }
    // A span that was cut is done even when it was empty: the next one is polled at once.
    const isCut = untilMs < nowMs
    if (isCut) readUpToMs = Math.max(readUpToMs, untilMs)
    const next = new Date(isCut ? nowMs : nowMs + connector.intervalSeconds * 1000)
    const spanSeconds = isCut && connector.spanSeconds !== null ? connector.spanSeconds * 2 : null
    return { ...SUCCEEDED, nextPollAt: next, cursorAt: readUpTo(), polledUntil: new Date(untilMs), spanSeconds }
  } catch (error) {
    const rest = { ...SUCCEEDED, nextPollAt: new Date(nowMs), cursorAt: null, polledUntil: null }
    if (error instanceof MoreToCome && table !== null) {
      // The cursor moved with every page: the rest is polled at once.
      if (table.isOldestFirst && readUpToMs > fromMs + lateMs) return { ...rest, spanSeconds: null }
      // The newest page came first, so the older ones are polled anew, within half the span.
      const spanSeconds = Math.floor((untilMs - fromMs) / 2000)
      if (!table.isOldestFirst && endsItsSpan(table) && spanSeconds * 1000 > SPAN_MS_MIN)
        return { ...rest, spanSeconds }
    }
    if (!(error instanceof AppError))
      deps.log.warn({ err: error, tenant, connector: connector.id }, 'connector poll failed')
    const message = error instanceof AppError ? error.message : 'the poll broke; it is in the log'
    return {
      ...failed(error, connector, nowMs),
      reason: withoutSecrets(message, secrets).slice(0, 1000),
      ...{ cursorAt: null, polledUntil: null, spanSeconds: connector.spanSeconds },
    }
  }
}

/**
 * A poll starts before the newest event, by as much as an event may be late. Once the source has been polled for that
 * long without a newer event, it starts at the newest event itself: an outage of the source delays all of its events,
 * and those that come after the outage follow the newest one.
 */
function sinceOf({ cursorAt, polledUntil }: ClaimedConnector, lateMs: number, nowMs: number): number {
  const polledMs = polledUntil?.getTime() ?? Number.NEGATIVE_INFINITY
  if (cursorAt === null) return (polledUntil?.getTime() ?? nowMs) - CONNECTOR_LIMITS.firstHours * HOUR_MS
  const newestMs = cursorAt.getTime()
  return Math.max(
    newestMs - lateMs,
    Math.min(newestMs, polledMs - lateMs),
    polledMs - CONNECTOR_LIMITS.quietHours * HOUR_MS,
  )
}

/** The span that the source allows: nothing older than it keeps, and no longer. */
function spanOf(
  { ageHoursMax, spanHoursMax, lateSeconds = CONNECTOR_LIMITS.lateSeconds }: Partial<PollTable>,
  connector: ClaimedConnector,
  nowMs: number,
) {
  const lateMs = lateSeconds * 1000
  const sinceMs = sinceOf(connector, lateMs, nowMs)
  const spanMs = Math.min((spanHoursMax ?? Infinity) * HOUR_MS, (connector.spanSeconds ?? Infinity) * 1000)
  const oldestMs = ageHoursMax === undefined ? Number.NEGATIVE_INFINITY : nowMs - ageHoursMax * HOUR_MS
  const fromMs = Math.max(sinceMs, oldestMs)
  return { lateMs, fromMs, untilMs: Math.min(nowMs, fromMs + spanMs) }
}

/** True when the request uses the end of the span: without it half the span would return the same pages. */
const endsItsSpan = ({ request, each }: PollTable) => JSON.stringify([request, each]).includes('{until_')

type Failed = Pick<PollEnd, 'outcome' | 'state' | 'nextPollAt' | 'failures'>

/** A refused credential is not tried again until the connector is saved. */
function failed(error: unknown, { failures, intervalSeconds }: ClaimedConnector, nowMs: number): Failed {
  const inSeconds = (seconds: number) => new Date(nowMs + seconds * 1000)
  if (error instanceof AppError && error.code === 'bad_credential')
    return { outcome: 'blocked', state: 'blocked', nextPollAt: null, failures: failures + 1 }
  if (error instanceof AppError && error.code === 'rate_limited')
    return {
      outcome: 'rate_limited',
      state: 'rate_limited',
      nextPollAt: inSeconds(error.retryAfterSeconds ?? intervalSeconds),
      failures,
    }
  const pause = Math.min(
    intervalSeconds * 2 ** Math.min(failures, 10),
    Math.max(intervalSeconds, CONNECTOR_LIMITS.backoffSecondsMax),
  )
  return { outcome: 'failed', state: 'degraded', nextPollAt: inSeconds(pause), failures: failures + 1 }
}
