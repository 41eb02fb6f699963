/** Notices that a source fell silent or sends far less or more than it did: an alert when that begins, once. */
import type { Log } from '../../../platform/log.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import type { LakeReader } from '../../../query/ledger.ts'
import { type SourceHealth, sourceHealth } from '../../../query/source-health.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { createAlert } from '../../soc/alerts/index.ts'
import { notifySubscribers } from '../../soc/notify/index.ts'
import { announcePush } from '../../soc/web-push/index.ts'
import { performIn, programIn, type RecordAct } from '../acting/index.ts'
import { connectorsOf } from '../connectors/index.ts'
import { type AlarmKind, beginAlarm, endAlarm, openAlarms } from './alarm-store.ts'

export type WatchDeps = {
  /** Signs in as the owner: every tenant is looked at. */
  readonly pool: Postgres
  readonly lake: (tenant: TenantId) => LakeReader
  readonly audit: RecordAct
  readonly log: Log
  readonly nowMs: () => number
  readonly pollMs?: number
}

const POLL_MS = 300_000
/** @bound alarms of silent sources raised at once -> the others follow in the next round */
const ALARMS_AT_ONCE = 50

/** Watches the sources of all tenants. A tenant that fails is retried with the next pass. */
export function sourceWorkers(deps: WatchDeps): Worker[] {
  const once: Worker['once'] = async ({ stop }) => {
    const tenants = await withOperator(deps.pool, 'tenants whose sources are watched', (tx) =>
      tx.many(
        (row) => tenantId(text(row, 'id')),
        /* sql */ `SELECT id FROM tenants WHERE status = 'active' ORDER BY id`,
      ),
    )
    let failed: unknown = null
    for (const tenant of tenants) {
      if (stop.aborted) return false
      await watchTenant(deps, tenant).catch((err) => {
        failed = err
        deps.log.warn({ err, tenant }, 'cannot check the sources of a tenant')
      })
    }
    if (failed !== null) throw failed
    return false
  }
  return [{ name: 'source watch', everyMs: deps.pollMs ?? POLL_MS, once }]
}

/** Gives the alarms that began. */
export async function watchTenant(deps: Omit<WatchDeps, 'pollMs' | 'log'>, tenant: TenantId): Promise<number> {
  const nowMs = deps.nowMs()
  const sources = await sourceHealth(deps.lake(tenant), nowMs)
  if (sources.length === 0) return 0
  return withTenant(deps.pool, tenant, async (tx) => {
    if (!(await isOursToWatch(tx))) return 0
    const open = await openAlarms(tx)
    const wanted = new Map(
      sources.flatMap((health) => alarmsIn(health).map((kind) => [`${kind} ${health.source}`, { kind, health }])),
    )
    for (const alarm of open)
      if (!wanted.has(`${alarm.kind} ${alarm.source}`)) await endAlarm(tx, alarm.id, new Date(nowMs))
    const known = new Set(open.map(({ kind, source }) => `${kind} ${source}`))
    const begun = [...wanted].filter(([key]) => !known.has(key)).slice(0, ALARMS_AT_ONCE)
    if (begun.length === 0) return 0
    const names = new Map((await connectorsOf(tx)).map(({ id, name }) => [id, name]))
    for (const [, { kind, health }] of begun) await raise(tx, deps, kind, health, names, nowMs)
    return begun.length
  })
}

/** Takes the lock by which one process watches at a time, until the transaction ends. */
async function isOursToWatch(tx: TenantTx): Promise<boolean> {
  const sql = /* sql */ `SELECT pg_try_advisory_xact_lock(hashtextextended('source-watch:' || svc_tenant(), 0)) AS ours`
  return (await tx.maybeOne((row) => row.ours === true, sql)) === true
}

/** A source that is silent has fallen too: that is said once. */
function alarmsIn({ state, volume }: SourceHealth): AlarmKind[] {
  if (state === 'silent') return ['silent']
  return volume.state === 'fall' || volume.state === 'rise' ? [volume.state] : []
}

async function raise(
  tx: TenantTx,
  { audit }: Pick<WatchDeps, 'audit'>,
  kind: AlarmKind,
  health: SourceHealth,
  names: ReadonlyMap<string, string>,
  nowMs: number,
): Promise<void> {
  const { source, volume } = health
  const name = names.get(source) ?? source
  const reason = kind === 'silent' ? health.reason : volumeReason(volume)
  return performIn(
    tx,
    { audit },
    programIn(tx.tenantId, 'agent', 'source-watch'),
    { records: ['source:alarm'] },
    async (_, note) => {
      const alert = await createAlert(
        tx,
        {
          title:
            kind === 'silent'
              ? `Source ${name} fell silent`
              : `Source ${name} sends far ${kind === 'fall' ? 'less' : 'more'} than it did`,
          severity: kind === 'silent' ? 'high' : 'medium',
          description: `${reason}. What is not received is not detected.`,
          category: 'source_health',
          connectorId: source,
          tags: ['source-health', kind],
        },
        nowMs,
      )
      if (kind === 'silent')
        await announcePush(tx, [
          {
            ...{ topic: 'connector_health', title: `Source ${name} fell silent`, body: reason, severity: 'high' },
            ...{ tag: `alert-${alert.id}`, url: `/alerts/${alert.id}`, alertId: alert.id },
          },
        ])
      await notifySubscribers(
        tx,
        {
          ...{ kind: 'source_health', title: `Source ${name}: ${kind}`, body: reason, path: `/alerts/${alert.id}` },
          ...{ severity: kind === 'silent' ? 'high' : 'medium', isPushedByTopic: kind === 'silent' },
          ...{ about: { kind: 'alert', id: alert.id }, dedupeKey: `source/${alert.id}` },
        },
        nowMs,
      )
      await beginAlarm(tx, { source, kind, reason, alertId: alert.id, beganAt: new Date(nowMs) })
      note({ resource: 'source', resourceId: source, changes: { kind, reason, alert_id: alert.id } })
    },
  )
}

function volumeReason({ last24h, usual }: SourceHealth['volume']): string {
  return `it sent ${last24h} events in the last 24 hours, and ${Math.round(usual ?? 0)} in the same of the weeks before`
}
