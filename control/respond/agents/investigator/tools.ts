/**
 * The built-in tools that a model may choose: each one reads data of its own tenant and changes nothing. A tool that
 * could not check says so, which differs from finding nothing.
 */
import { guessKind } from '../../../../intel/normalise-value.ts'
import type { Egress } from '../../../../platform/egress/client.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { askAll } from '../../../../query/federated/ask-all.ts'
import { LAKE_ID, lakeTarget } from '../../../../query/federated/lake-target.ts'
import type { LakeSources } from '../../../../query/lake-sources.ts'
import { processTree } from '../../../../query/process-tree.ts'
import { compileSearch } from '../../../../query/search/compile.ts'
import type { Missing, TimeSpan } from '../../../../query/search/coverage.ts'
import { SearchFault } from '../../../../query/search/fault.ts'
import { parseSearch } from '../../../../query/search/parse.ts'
import { searchByRule } from '../../../../query/search/search-by-rule.ts'
import { type EventSearch, type FoundPage, searchEvents } from '../../../../query/search/search-events.ts'
import { DEFAULT_FIELDS } from '../../../../query/search/shown-fields.ts'
import { seenValue } from '../../../../query/seen-values.ts'
import type { Reader } from '../../../../stores/clickhouse/tenant-reader.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { kqlSearchRule } from '../../../detect/detections/index.ts'
import { keepSubmission, lookUp, type Offered } from '../../../detect/sandbox/index.ts'
import { archivedSpans } from '../../../platform/archive/index.ts'
import { remoteTargets, searchableConnectors } from '../../../platform/connectors/index.ts'
import {
  fieldsIn,
  type HiddenFields,
  hiddenFrom,
  refuseHidden,
  refuseKql,
  refuseQuestion,
  showAnswer,
  withinRegion,
} from '../../../platform/governance/index.ts'
import type { Vault } from '../../../platform/vault/index.ts'
import { similarAlerts } from '../../../soc/alerts/index.ts'
import type { InTenant } from '../../models/index.ts'
import { intelOf, riskOf } from '../facts.ts'

const HOUR_MS = 3_600_000
/** Fields that verdicts mostly rest on, in addition to the default ones. */
const MORE_FIELDS = ['cmd_line', 'parent_name', 'target_user', 'file_path', 'file_hash', 'domain', 'url', 'event_code']
const FIELDS = [...new Set([...DEFAULT_FIELDS, ...MORE_FIELDS])]
const HOURS_MAX = 24 * 30
const EVENTS_MAX = 20
const ALERTS_MAX = 20
const VALUES_MAX = 20
const SOURCES_MAX = 10
const SOURCE_MS = 20_000
/** Characters of one text of a result that the ledger keeps. A model sees less of it. */
const TEXT_CHARS_MAX = 4_000

export type ToolDeps = {
  readonly tenant: TenantId
  readonly inTenant: InTenant
  readonly lake: Reader | null
  readonly sources: LakeSources
  /** Sandboxes that a hash may be looked up in. Nothing is uploaded. */
  readonly sandboxesOf: (egress: Egress) => readonly Offered[]
  /** For sources that are queried in their own language; the credentials of their connectors are in the vault. */
  readonly egress: Egress
  readonly vault: Vault
  readonly nowMs: () => number
}

export type Output = Readonly<Record<string, unknown>> & {
  readonly outcome: 'answered' | 'refused' | 'could_not_check'
}
type Args = Readonly<Record<string, unknown>>
type OwnTool = {
  readonly says: string
  /** A model has no role, so that it may ask for no field that any rule hides: `hidden` are all of them. */
  run(deps: ToolDeps, args: Args, hidden: HiddenFields): Promise<Output>
}

export const OWN_TOOLS: Readonly<Record<string, OwnTool>> = {
  search: {
    says: '{"query": Lucene over events, such as user:ann AND cmd_line:*mimikatz*, "hours": 1 to 720} the newest events',
    async run(deps, args, hidden) {
      const query = textOf(args, 'query')
      try {
        const parsed = parseSearch(query)
        refuseHidden(hidden, fieldsIn(parsed))
        const condition = compileSearch(parsed, query, deps.nowMs())
        return await shownPage(deps, args, (page) => searchEvents(lakeOf(deps), { condition, ...page }))
      } catch (error) {
        if (error instanceof SearchFault) return { outcome: 'refused', reason: error.text() }
        throw error
      }
    },
  },
  kql: {
    says: '{"query": KQL of one table and where conditions, "hours": 1 to 720} the newest events',
    async run(deps, args, hidden) {
      refuseKql(hidden)
      const read = await kqlSearchRule(deps.tenant, textOf(args, 'query'))
      if ('fault' in read) return { outcome: 'refused', reason: read.fault }
      const { rule } = read
      return shownPage(deps, args, (page) => searchByRule(lakeOf(deps), deps.sources, { rule, ...page }))
    },
  },
  prevalence: {
    says: '{"field": process_name, file_hash, domain, src_ip, dst_ip or user, "value": text, "hours": 1 to 720} how many hosts and events have it',
    async run(deps, args, hidden) {
      const field = textOf(args, 'field')
      if (!PREVALENCE.has(field))
        return { outcome: 'refused', reason: `prevalence is of ${[...PREVALENCE].join(', ')}` }
      refuseHidden(hidden, [field])
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
      const not_looked_at = spansOf(await withArchived(deps, span, []))
      const outcome = events === 0 && not_looked_at.length > 0 ? 'could_not_check' : 'answered'
      const times = events === 0 ? {} : { first: row?.first, last: row?.last }
      return { outcome, events, hosts, users, ...times, not_looked_at }
    },
  },
  process_tree: {
    says: '{"event_uid": uid of an event} the processes that started it, and those that it started, on its host',
    async run(deps, args, hidden) {
      refuseHidden(hidden, ['host', 'pid', 'parent_name'])
      const { host, nodes, focus_uid, not_shown } = await processTree(lakeOf(deps), textOf(args, 'event_uid'))
      if (focus_uid === null) return { outcome: 'could_not_check', reason: not_shown.join('; '), host }
      return { outcome: 'answered', host, focus_uid, not_shown, processes: nodes }
    },
  },
  federated: {
    says: '{"query": Lucene, "hours": 1 to 720} the newest events of every connected SIEM and of the own lake',
    async run(deps, args, hidden) {
      const text = textOf(args, 'query')
      const { span } = pageOf(deps, args)
      const connectors = await deps.inTenant((tx) => searchableConnectors(tx, deps.vault))
      const chosen = connectors.slice(0, SOURCES_MAX)
      try {
        const query = parseSearch(text)
        refuseHidden(hidden, fieldsIn(query))
        const wanted = { query, text, span, limit: EVENTS_MAX }
        const signal = AbortSignal.timeout(SOURCE_MS)
        const { lake } = deps
        const search = async (reader: Reader, eventSearch: EventSearch): Promise<FoundPage> => {
          const page = await searchEvents(reader, eventSearch, { gone: signal })
          return { ...page, missing: await withArchived(deps, span, page.missing) }
        }
        const own = lake === null ? [] : [lakeTarget((one) => search(lake, one), wanted, deps.nowMs())]
        const remote = remoteTargets(chosen, withinRegion(deps.inTenant, deps.egress, 'federated'), {
          span,
          timeoutMs: SOURCE_MS,
        })
        const question = { query, span, limit: EVENTS_MAX, timeoutMs: SOURCE_MS, nowMs: deps.nowMs() }
        const found = await askAll({ ...question, targets: [...own, ...remote] })
        const sources = found.sources.map(({ id, name, verdict, rows, reasons }) => {
          return { name: id === LAKE_ID ? 'own lake' : name, verdict, rows, reasons }
        })
        const events = found.rows.map(({ source, timeMs, fields }) => {
          const time = timeMs === null ? null : new Date(timeMs).toISOString()
          return { from: sources[source]?.name ?? 'a source', time, ...fields }
        })
        // An empty answer says "nothing" only where every source has looked at everything.
        const isWhole = sources.every(({ verdict }) => verdict === 'complete') && chosen.length === connectors.length
        const not_asked = connectors.length - chosen.length
        const outcome = events.length === 0 && !isWhole ? 'could_not_check' : 'answered'
        return {
          outcome,
          shown: events.length,
          is_whole: isWhole,
          is_cut: found.isTruncated,
          not_asked,
          sources,
          events,
        }
      } catch (error) {
        if (error instanceof SearchFault) return { outcome: 'refused', reason: error.text() }
        throw error
      }
    },
  },
  retro_match: {
    says: '{"values": [addresses, domains, URLs, hashes or mail addresses]} whether events of any time ever held them',
    async run(deps, args, hidden) {
      const values = valuesOf(args)
      if (values === null) return { outcome: 'refused', reason: `values are 1 to ${VALUES_MAX} texts` }
      // Values are indexed of whatever field they stand in.
      refuseHidden(hidden, ['raw'])
      const lake = lakeOf(deps)
      const seen = []
      const not_checked: { value: string; reason: string }[] = []
      for (const value of values) {
        const known = guessKind(value)
        const found = known === null ? null : await seenValue(lake, known.kind, known.value)
        if (found?.isIndexed !== true) not_checked.push({ value, reason: 'values of this kind are not indexed' })
        else {
          const { events, firstSeen: first, lastSeen: last, sources, indexedFrom } = found
          seen.push({ value, events, first, last, sources, looked_from: indexedFrom })
        }
      }
      return { outcome: seen.length === 0 ? 'could_not_check' : 'answered', seen, not_checked }
    },
  },
  entity_timeline: {
    says: '{"entity": host, user or address} its risk and its alerts, newest first',
    async run(deps, args, hidden) {
      refuseEntity(hidden)
      return deps.inTenant((tx) => timelineOf(tx, textOf(args, 'entity'), deps.nowMs()))
    },
  },
  intel: {
    says: '{"values": [addresses, domains or hashes]} what intelligence knows of them',
    async run(deps, args, hidden) {
      const values = valuesOf(args)
      if (values === null) return { outcome: 'refused', reason: `values are 1 to ${VALUES_MAX} texts` }
      refuseQuestion('/api/v1/intel/check', { values }, hidden)
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
      const chosen = deps
        .sandboxesOf(withinRegion(deps.inTenant, deps.egress, 'sandbox'))
        .filter(({ provider }) => provider !== null)
      if (chosen.length === 0)
        return { outcome: 'could_not_check', available: false, reason: 'no sandbox can be asked' }
      const reports = []
      for (const offered of chosen) {
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

/** Never rejects for a wrong request of a model or an unavailable store. */
export async function runOwnTool(deps: ToolDeps, name: string, args: Args): Promise<Output> {
  const tool = Object.hasOwn(OWN_TOOLS, name) ? OWN_TOOLS[name] : undefined
  if (tool === undefined) return { outcome: 'refused', reason: 'there is no such tool' }
  try {
    const hidden = await deps.inTenant((tx) => hiddenFrom(tx, []))
    return shownOutput(await tool.run(deps, args, hidden), hidden)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isCallerFault = ['bad_request', 'not_found', 'invalid_input', 'forbidden'].includes(error.code)
    const reason = error.message.slice(0, 500)
    return isCallerFault
      ? { outcome: 'refused', reason }
      : { outcome: 'could_not_check', reason: `could not check: ${reason}` }
  }
}

/**
 * A model has no role, so every field rule applies to tool results and to the ledger that stores them. Long texts are cut,
 * and say so.
 */
function shownOutput(output: Output, hidden: HiddenFields): Output {
  const shown = withShortTexts(output) as Output // of the same shape
  if (hidden.size > 0) showAnswer(undefined, shown, hidden)
  return shown
}

function withShortTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > TEXT_CHARS_MAX ? `${value.slice(0, TEXT_CHARS_MAX)} (cut, of ${value.length})` : value
  if (Array.isArray(value)) return value.map(withShortTexts)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, withShortTexts(own)]))
}

/** Only its records say whether it is a user, a host or an address. Throws `forbidden`. */
function refuseEntity(hidden: HiddenFields): void {
  refuseHidden(hidden, ['user', 'host', 'src_ip', 'dst_ip'])
  const ofAlerts = (hidden.get('alert') ?? []).find(({ path: [first = ''] }) => first.startsWith('affected_'))
  const ofRisk = (hidden.get('entity_risk') ?? []).find(({ path: [first = ''] }) => ['entity', 'value'].includes(first))
  const closed = ofAlerts ?? ofRisk
  if (closed !== undefined)
    throw new AppError('forbidden', `a field rule hides ${closed.name}, so alerts cannot be searched by it`)
}

function textOf(args: Args, name: string): string {
  const value = args[name]
  if (typeof value !== 'string' || value.trim() === '' || value.length > 4096)
    throw new AppError('bad_request', `${name} is a text`)
  return value
}

function valuesOf({ values }: Args): string[] | null {
  if (!Array.isArray(values) || values.length === 0 || values.length > VALUES_MAX) return null
  return values.every((one) => typeof one === 'string') ? values : null
}

function lakeOf({ lake }: ToolDeps): Reader {
  if (lake === null) throw new AppError('unavailable', 'no lake is configured')
  return lake
}

function pageOf({ nowMs }: ToolDeps, { hours }: Args) {
  const chosen = hours === undefined ? 24 : hours
  if (typeof chosen !== 'number' || !(chosen >= 1 && chosen <= HOURS_MAX))
    throw new AppError('bad_request', `hours are 1 to ${HOURS_MAX}`)
  const toMs = nowMs()
  const span = { fromMs: toMs - chosen * HOUR_MS, toMs }
  return { span, fields: FIELDS, limit: EVENTS_MAX, after: null }
}

async function shownPage(
  deps: ToolDeps,
  args: Args,
  read: (page: ReturnType<typeof pageOf>) => Promise<FoundPage>,
): Promise<Output> {
  const page = pageOf(deps, args)
  const { events, next, missing } = await read(page)
  const shown = events.map(({ event_uid: uid, time, fields }) => ({ uid, time, ...fields }))
  const is_cut = next !== null
  const not_looked_at = spansOf(await withArchived(deps, page.span, missing))
  if (not_looked_at.length === 0) return { outcome: 'answered', shown: shown.length, is_cut, events: shown }
  const outcome = shown.length === 0 ? 'could_not_check' : 'answered'
  return { outcome, shown: shown.length, is_cut, not_looked_at, events: shown }
}

/** Adds the time spans whose events are only in the archive, which these tools do not search. */
async function withArchived({ inTenant }: ToolDeps, span: TimeSpan, missing: readonly Missing[]): Promise<Missing[]> {
  const archived = await inTenant((tx) => archivedSpans(tx, span))
  return [...missing, ...archived]
}

function spansOf(missing: readonly Missing[]) {
  return missing.map(({ fromMs, toMs, reason }) => {
    return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), reason }
  })
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
