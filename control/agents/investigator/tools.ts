/**
 * The tools of the service itself that a model may choose: each reads, of its own tenant alone, and changes nothing. One that
 * could not look says so: that is another answer than having found nothing.
 */
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { LakeSources } from '../../../query/lake-sources.ts'
import { compileSearch } from '../../../query/search/compile.ts'
import { SearchFault } from '../../../query/search/fault.ts'
import { parseSearch } from '../../../query/search/parse.ts'
import { searchByRule } from '../../../query/search/search-by-rule.ts'
import { type FoundPage, searchEvents } from '../../../query/search/search-events.ts'
import { DEFAULT_FIELDS } from '../../../query/search/shown-fields.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { similarAlerts } from '../../alerts/index.ts'
import { kqlSearchRule } from '../../detections/index.ts'
import type { InTenant } from '../../models/index.ts'
import { keepSubmission, lookUp, type Offered } from '../../sandbox/index.ts'
import { intelOf, riskOf } from '../facts.ts'

const HOUR_MS = 3_600_000
/** Beside those of a page: what a verdict mostly rests on. */
const MORE_FIELDS = ['cmd_line', 'parent_name', 'target_user', 'file_path', 'file_hash', 'domain', 'url', 'event_code']
const FIELDS = [...new Set([...DEFAULT_FIELDS, ...MORE_FIELDS])]
const HOURS_MAX = 24 * 30
const EVENTS_MAX = 20
const ALERTS_MAX = 20
const VALUES_MAX = 20

export type ToolDeps = {
  readonly tenant: TenantId
  readonly inTenant: InTenant
  readonly lake: Reader | null
  readonly sources: LakeSources
  /** Sandboxes that a hash may be looked up in. Nothing is uploaded. */
  readonly sandboxes: readonly Offered[]
  readonly nowMs: () => number
}

export type Output = Readonly<Record<string, unknown>> & {
  readonly outcome: 'answered' | 'refused' | 'could_not_check'
}
type Args = Readonly<Record<string, unknown>>
type OwnTool = { readonly says: string; run(deps: ToolDeps, args: Args): Promise<Output> }

export const OWN_TOOLS: Readonly<Record<string, OwnTool>> = {
  search: {
    says: '{"query": Lucene over events, such as user:ann AND cmd_line:*mimikatz*, "hours": 1 to 720} the newest events',
    async run(deps, args) {
      const query = textOf(args, 'query')
      try {
        const condition = compileSearch(parseSearch(query), query, deps.nowMs())
        return shownPage(await searchEvents(lakeOf(deps), { condition, ...pageOf(deps, args) }))
      } catch (error) {
        if (error instanceof SearchFault) return { outcome: 'refused', reason: error.text() }
        throw error
      }
    },
  },
  kql: {
    says: '{"query": KQL of one table and where conditions, "hours": 1 to 720} the newest events',
    async run(deps, args) {
      const read = await kqlSearchRule(deps.tenant, textOf(args, 'query'))
      if ('fault' in read) return { outcome: 'refused', reason: read.fault }
      const search = { rule: read.rule, ...pageOf(deps, args) }
      return shownPage(await searchByRule(lakeOf(deps), deps.sources, search))
    },
  },
  prevalence: {
    says: '{"field": process_name, file_hash, domain, src_ip, dst_ip or user, "value": text, "hours": 1 to 720} how many hosts and events have it',
    async run(deps, args) {
      const field = textOf(args, 'field')
      if (!PREVALENCE.has(field))
        return { outcome: 'refused', reason: `prevalence is of ${[...PREVALENCE].join(', ')}` }
      const { span } = pageOf(deps, args)
      const column = field.endsWith('_ip') ? `replaceRegexpOne(toString(${field}), '^::(ffff:)?', '')` : field
      const sql = /* sql */ `
        SELECT toString(count()) AS events, toString(uniq(host)) AS hosts, toString(uniq(user)) AS users,
          toString(min(time)) AS first, toString(max(time)) AS last
        FROM events WHERE ${column} = {value:String}
          AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})`
      const params = { value: textOf(args, 'value'), from: span.fromMs, to: span.toMs }
      const [row] = await lakeOf(deps).query<Record<string, string>>(sql, params)
      const [events, hosts, users] = [row?.events, row?.hosts, row?.users].map(Number)
      return {
        outcome: 'answered',
        events,
        hosts,
        users,
        ...(events === 0 ? {} : { first: row?.first, last: row?.last }),
      }
    },
  },
  entity_timeline: {
    says: '{"entity": host, user or address} its risk and its alerts, newest first',
    run: (deps, args) => deps.inTenant((tx) => timelineOf(tx, textOf(args, 'entity'), deps.nowMs())),
  },
  intel: {
    says: '{"values": [addresses, domains or hashes]} what intelligence knows of them',
    async run(deps, args) {
      const values = Array.isArray(args.values) ? args.values.filter((one) => typeof one === 'string') : []
      if (values.length === 0 || values.length > VALUES_MAX)
        return { outcome: 'refused', reason: `values are 1 to ${VALUES_MAX} texts` }
      const found = await deps.inTenant((tx) => intelOf(tx, values, deps.nowMs()))
      const not_looked_up = values.length - found.looked_up
      return { outcome: 'answered', ...found, not_looked_up }
    },
  },
  look_alikes: {
    says: '{"alert_id": id of an alert} alerts like it, and what people said of them',
    async run(deps, args) {
      const { ofItsKind, alerts } = await deps.inTenant((tx) => similarAlerts(tx, textOf(args, 'alert_id'), ALERTS_MAX))
      const most_alike = alerts.map(({ alert, score }) => {
        return { id: alert.id, title: alert.title, score, judged_as: alert.disposition ?? 'none yet' }
      })
      const { total, isWhole, verdicts } = ofItsKind
      const judged = verdicts.map(({ verdict, count }) => ({ judged_as: verdict ?? 'none yet', count }))
      return { outcome: 'answered', of_its_kind: total, is_whole: isWhole, judged, most_alike }
    },
  },
  lookup_file_hash: {
    says: '{"sha256": 64 hexadecimal digits} what a sandbox knows of a file; it cannot be uploaded',
    async run(deps, args) {
      const sha256 = textOf(args, 'sha256').toLowerCase()
      if (!/^[0-9a-f]{64}$/.test(sha256)) return { outcome: 'refused', reason: 'this is no SHA-256' }
      const asked = deps.sandboxes.filter(({ provider }) => provider !== null)
      if (asked.length === 0) return { outcome: 'could_not_check', available: false, reason: 'no sandbox can be asked' }
      const reports = []
      for (const offered of asked) {
        const { provider, outcome, detail, report, handle, uploaded } = await lookUp(offered, sha256)
        const kept = { provider, kind: 'lookup' as const, artefact: sha256, outcome, reason: detail, uploaded, handle }
        await deps.inTenant((tx) => keepSubmission(tx, { ...kept, requestedBy: 'investigator' } as never))
        const available = report !== null
        reports.push({ provider, outcome, detail, available, verdict: report?.verdict ?? 'unavailable' })
      }
      const isChecked = reports.some(({ outcome }) => outcome !== 'could_not_check')
      return { outcome: isChecked ? 'answered' : 'could_not_check', reports }
    },
  },
}

const PREVALENCE: ReadonlySet<string> = new Set(['process_name', 'file_hash', 'domain', 'src_ip', 'dst_ip', 'user'])

/** Never rejects for what a model asks wrongly or a store does not answer. */
export async function runOwnTool(deps: ToolDeps, name: string, args: Args): Promise<Output> {
  const tool = Object.hasOwn(OWN_TOOLS, name) ? OWN_TOOLS[name] : undefined
  if (tool === undefined) return { outcome: 'refused', reason: 'there is no such tool' }
  try {
    return await tool.run(deps, args)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isAsked = ['bad_request', 'not_found', 'invalid_input'].includes(error.code)
    const reason = error.message.slice(0, 500)
    return isAsked
      ? { outcome: 'refused', reason }
      : { outcome: 'could_not_check', reason: `could not check: ${reason}` }
  }
}

function textOf(args: Args, name: string): string {
  const value = args[name]
  if (typeof value !== 'string' || value.trim() === '' || value.length > 4096)
    throw new AppError('bad_request', `${name} is a text`)
  return value
}

function lakeOf({ lake }: ToolDeps): Reader {
  if (lake === null) throw new AppError('unavailable', 'there is no lake here')
  return lake
}

function pageOf({ nowMs }: ToolDeps, { hours }: Args) {
  const asked = hours === undefined ? 24 : hours
  if (typeof asked !== 'number' || !(asked >= 1 && asked <= HOURS_MAX))
    throw new AppError('bad_request', `hours are 1 to ${HOURS_MAX}`)
  const toMs = nowMs()
  const span = { fromMs: toMs - asked * HOUR_MS, toMs }
  return { span, fields: FIELDS, limit: EVENTS_MAX, after: null }
}

function shownPage({ events, next, missing }: FoundPage): Output {
  const shown = events.map(({ event_uid: uid, time, fields }) => ({ uid, time, ...fields }))
  const is_cut = next !== null
  if (missing.length === 0) return { outcome: 'answered', shown: shown.length, is_cut, events: shown }
  const not_looked_at = missing.map(({ fromMs, toMs, reason }) => {
    return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), reason }
  })
  const outcome = shown.length === 0 ? 'could_not_check' : 'answered'
  return { outcome, shown: shown.length, is_cut, not_looked_at, events: shown }
}

async function timelineOf(tx: TenantTx, entity: string, nowMs: number): Promise<Output> {
  const sql = /* sql */ `
    SELECT id, title, severity, status, coalesce(disposition, 'none yet') AS judged_as, first_seen FROM alerts
    WHERE affected_hosts @> ARRAY[$1] OR affected_users @> ARRAY[$1] OR affected_ips @> ARRAY[$1]
    ORDER BY first_seen DESC, id DESC LIMIT $2`
  const found = await tx.many((row) => ({ ...row, first_seen: (row.first_seen as Date).toISOString() }), sql, [
    entity,
    ALERTS_MAX + 1,
  ])
  const { at_risk } = await riskOf(tx, [entity], nowMs)
  return { outcome: 'answered', at_risk, alerts: found.slice(0, ALERTS_MAX), is_cut: found.length > ALERTS_MAX }
}
