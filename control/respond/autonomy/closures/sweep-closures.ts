/**
 * Reads closures from the tenant's SIEM, for tenants with a class in shadow mode, and labels the agent's decisions with
 * them. With several replicas, the one that claims a connector also sets its next sweep.
 */

import type { ClosureTable } from '../../../../connectors/closures/closure-table.ts'
import { type Closure, findingId, readClosures } from '../../../../connectors/closures/closures.ts'
import type { Ask } from '../../../../connectors/polling/ask.ts'
import { MoreToCome } from '../../../../connectors/polling/poll.ts'
import { connectorType } from '../../../../connectors/vendor-apis.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Log } from '../../../../platform/log.ts'
import { type TenantId, tenantId } from '../../../../platform/tenant.ts'
import type { Worker } from '../../../../platform/workers.ts'
import type { Reader } from '../../../../stores/clickhouse/tenant-reader.ts'
import { text } from '../../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../../stores/postgres/pool.ts'
import { performIn, platformIn, type RecordAct } from '../../../platform/acting/index.ts'
import { type Connector, connectorsOf, openedAuth, withoutSecrets } from '../../../platform/connectors/index.ts'
import type { Vault } from '../../../platform/vault/index.ts'
import type { ClosureSettings } from './settings.ts'
import {
  claimSweep,
  endSweep,
  labelFromVendor,
  nameDecision,
  type Sweep,
  type SweepEnd,
  sweeps,
  unnamedDecisions,
} from './sweep-store.ts'

export type ClosureSweepDeps = {
  /** Signs in as the owner, because it reads the shadow mode of all tenants. */
  readonly pool: Postgres
  readonly vault: Vault
  readonly audit: RecordAct
  /** Sends requests for a tenant's connector, within its bounds. */
  readonly ask: Ask
  readonly lake: (tenant: TenantId) => Pick<Reader, 'query'>
  readonly settings: ClosureSettings
  readonly log: Log
  readonly nowMs: () => number
}

const HOUR_MS = 3_600_000

/** Reads closures from the SIEMs of tenants in shadow mode. */
export function closureWorkers(deps: ClosureSweepDeps): Worker[] {
  const once = async () => {
    await sweepClosuresOnce(deps)
    return false
  }
  return [{ name: 'closure sweep', everyMs: deps.settings.intervalSeconds * 1000, once }]
}

/** Those that are due the longest, up to the bound of one look. Gives how many. */
export async function sweepClosuresOnce(deps: ClosureSweepDeps): Promise<number> {
  const tenants = await withOperator(deps.pool, 'tenants in shadow mode', (tx) => {
    const sql = /* sql */ `SELECT DISTINCT tenant_id FROM svc_shadow_modes WHERE enabled ORDER BY tenant_id`
    return tx.many((row) => tenantId(text(row, 'tenant_id')), sql)
  })
  const due: Due[] = []
  for (const tenant of tenants) due.push(...(await dueOf(deps, tenant)))
  due.sort((a, b) => a.dueMs - b.dueMs)
  const now = due.slice(0, deps.settings.connectorsPerTick)
  for (const { tenant, connector, table } of now) await sweepConnector(deps, tenant, connector, table)
  return now.length
}

type Due = {
  readonly tenant: TenantId
  readonly connector: Connector
  readonly table: ClosureTable
  readonly dueMs: number
}

/** Connectors that are on and have a reader; a blocked one only once it was saved again. */
function dueOf({ pool, nowMs }: ClosureSweepDeps, tenant: TenantId): Promise<Due[]> {
  return withTenant(pool, tenant, async (tx) => {
    const known = new Map((await sweeps(tx)).map((sweep) => [sweep.connectorId, sweep]))
    return (await readableConnectors(tx)).flatMap(({ connector, table }) => {
      const sweep = known.get(connector.id)
      const isSavedSince = sweep !== undefined && sweep.savedAt.getTime() !== connector.updatedAt.getTime()
      const dueMs = sweep === undefined || isSavedSince ? 0 : sweep.nextRunAt.getTime()
      const isBlocked = sweep?.state === 'blocked' && !isSavedSince
      return isBlocked || dueMs > nowMs() ? [] : [{ tenant, connector, table, dueMs }]
    })
  })
}

/** Enabled connectors of types whose closed findings svc can read. */
export async function readableConnectors(
  tx: TenantTx,
): Promise<{ readonly connector: Connector; readonly table: ClosureTable }[]> {
  return (await connectorsOf(tx)).flatMap((connector) => {
    const table = connector.enabled ? (connectorType(connector.type)?.closures ?? null) : null
    return table === null ? [] : [{ connector, table }]
  })
}

async function sweepConnector(deps: ClosureSweepDeps, tenant: TenantId, connector: Connector, table: ClosureTable) {
  const { pool, settings, nowMs } = deps
  const now = new Date(nowMs())
  const nextRunAt = new Date(now.getTime() + settings.connectorIntervalSeconds * 1000)
  const own = { id: connector.id, savedAt: connector.updatedAt }
  const sweep = await withTenant(pool, tenant, (tx) => claimSweep(tx, own, now, nextRunAt))
  if (sweep === null) return
  let secrets: Readonly<Record<string, string>> = {}
  let end: Omit<SweepEnd, 'matched'> & { readonly closures: readonly Closure[] }
  try {
    await nameDecisions(deps, tenant, connector, table)
    secrets = await withTenant(pool, tenant, async (tx) => openedAuth(tx, deps.vault, connector, 'closures'))
    const { closures, newestMs, untilMs, isCut } = await readWindow(deps, table, connector, sweep, secrets)
    const reached = new Date(isCut ? (newestMs ?? untilMs) : untilMs)
    const isNews = closures.some(({ closedAtMs }) => closedAtMs > (sweep.watermarkAt?.getTime() ?? 0))
    end = {
      ...{
        state: isNews ? 'ok' : 'idle',
        reason: null,
        watermarkAt: reached,
        ranAt: now,
        read: closures.length,
        closures,
      },
      continueAt: isCut ? reached : null,
      nextRunAt:
        isCut || untilMs < now.getTime() ? new Date(now.getTime() + settings.intervalSeconds * 1000) : nextRunAt,
    }
  } catch (error) {
    end = { ...failed(deps, error, connector, secrets, sweep, now, nextRunAt), closures: [] }
  }
  const { closures, ...known } = end
  await withTenant(pool, tenant, async (tx) => {
    const matched = closures.length === 0 ? 0 : await labelled(tx, deps, connector, closures)
    await endSweep(tx, connector.id, { ...known, matched })
  })
}

function labelled(tx: TenantTx, { audit }: ClosureSweepDeps, { id }: Connector, closures: readonly Closure[]) {
  const act = { records: ['autonomy:closures_matched'] } as const
  return performIn(tx, { audit }, platformIn(tx.tenantId, 'autonomy'), act, async (_, note) => {
    const matched = await labelFromVendor(tx, id, closures)
    note(matched === 0 ? null : { resource: 'connector', resourceId: id, changes: { read: closures.length, matched } })
    return matched
  })
}

/** From a little before the last one ended, no further back and no longer than the bounds. */
async function readWindow(
  { settings, ask, nowMs }: ClosureSweepDeps,
  table: ClosureTable,
  { config }: Connector,
  { watermarkAt, continueAt }: Sweep,
  secrets: Readonly<Record<string, string>>,
) {
  const nowAtMs = nowMs()
  const oldestMs = nowAtMs - settings.lookbackHoursMax * HOUR_MS
  const fromMs =
    continueAt?.getTime() ?? (watermarkAt === null ? oldestMs : watermarkAt.getTime() - settings.overlapSeconds * 1000)
  const sinceMs = Math.max(fromMs, oldestMs)
  const untilMs = Math.min(nowAtMs, sinceMs + settings.windowHoursMax * HOUR_MS)
  const closures: Closure[] = []
  let newestMs: number | null = null
  let isCut = false
  try {
    for await (const page of readClosures(table, { secrets, settings: config, sinceMs, untilMs, ask, nowMs })) {
      closures.push(...page.closures)
      if (page.newestMs !== null) newestMs = Math.max(newestMs ?? 0, page.newestMs)
      isCut = closures.length > settings.limit
      if (isCut) break
    }
  } catch (error) {
    if (!(error instanceof MoreToCome)) throw error
    isCut = true
  }
  if (isCut && (newestMs === null || newestMs <= sinceMs))
    throw new AppError('unavailable', `more than ${settings.limit} findings were closed at one time`)
  return { closures, newestMs, untilMs, isCut }
}

function failed(
  { settings, log }: ClosureSweepDeps,
  error: unknown,
  { id }: Connector,
  secrets: Readonly<Record<string, string>>,
  { continueAt }: Sweep,
  ranAt: Date,
  nextRunAt: Date,
): Omit<SweepEnd, 'matched'> {
  if (!(error instanceof AppError)) log.warn({ err: error, connector: id }, 'cannot read closed findings')
  const message = error instanceof AppError ? error.message : 'the look broke; it is in the log'
  const reason = withoutSecrets(message, secrets).slice(0, 1000)
  const rest = { reason, watermarkAt: null, continueAt, ranAt, read: 0 }
  const isRefused =
    error instanceof AppError && ['bad_credential', 'bad_request', 'secret_unreadable'].includes(error.code)
  if (isRefused) return { ...rest, state: 'blocked', nextRunAt }
  const waitSeconds = error instanceof AppError ? error.retryAfterSeconds : undefined
  const again = new Date(ranAt.getTime() + (waitSeconds ?? settings.intervalSeconds) * 1000)
  return { ...rest, state: 'transient', nextRunAt: again }
}

/**
 * The vendor's id of the finding behind an alert is read from the raw event. An alert about several
 * findings has no name: the closure of one of them says nothing about it.
 */
async function nameDecisions(
  { pool, lake }: ClosureSweepDeps,
  tenant: TenantId,
  { id }: Connector,
  table: ClosureTable,
) {
  const unnamed = await withTenant(pool, tenant, (tx) => unnamedDecisions(tx, id))
  const uids = [...new Set(unnamed.flatMap(({ eventUids }) => eventUids))]
  if (uids.length === 0) return
  const found = new Map<string, string>()
  for (let from = 0; from < uids.length; from += UIDS_AT_ONCE) {
    const sql = /* sql */ `
      SELECT toString(event_uid) AS uid, any(raw) AS event FROM events
      WHERE source = {source:String} AND event_uid IN {uids:Array(UUID)} GROUP BY event_uid`
    const params = { source: id, uids: uids.slice(from, from + UIDS_AT_ONCE) }
    for (const { uid, event } of await lake(tenant).query<{ uid: string; event: string }>(sql, params)) {
      const name = findingId(table, objectIn(event))
      if (name !== null) found.set(uid, name)
    }
  }
  await withTenant(pool, tenant, async (tx) => {
    for (const { id: decision, eventUids } of unnamed) {
      const names = [...new Set(eventUids.flatMap((uid) => found.get(uid) ?? []))]
      if (names.length === 1) await nameDecision(tx, decision, id, names[0] as string)
    }
  })
}

const UIDS_AT_ONCE = 1_000

function objectIn(event: string): unknown {
  try {
    return JSON.parse(event) as unknown
  } catch {
    return null
  }
}
