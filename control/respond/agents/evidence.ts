/**
 * The events of alerts as a model sees them, read from the lake before the call. When the lake does not answer, the
 * evidence says so: "could not check" is different from no event.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { type HiddenFields, showRecord } from '../../platform/governance/index.ts'
import type { Fusion } from '../../soc/alerts/index.ts'

const EVENTS_MAX = 20
const TEXT_MAX = 400
const HOUR_MS = 3_600_000

export type EvidenceEvent = Readonly<Record<string, string | number>> & { readonly uid: string }

export type EvidenceFacts =
  | {
      readonly outcome: 'answered'
      /** Events that the alert names, and that are not shown: past the bound, or no longer in the lake. */
      readonly named: number
      readonly not_shown: number
      readonly events: readonly EvidenceEvent[]
    }
  | { readonly outcome: 'could_not_check'; readonly reason: string }

export type Named = { readonly uids: readonly string[]; readonly fromMs: number; readonly untilMs: number }

/** Takes the first event of each link of the chain first, so that every link has an event. */
export function namedBy(fusion: Pick<Fusion, 'evidence'> | null): Named {
  const links = fusion?.evidence ?? []
  const longest = Math.max(0, ...links.map(({ event_uids: uids }) => uids.length))
  const inTurn = Array.from({ length: longest }, (_, at) => links.flatMap(({ event_uids: uids }) => uids[at] ?? []))
  const times = links.flatMap(({ time_ms: from, last_ms: until }) => [from, until])
  return {
    uids: [...new Set(inTurn.flat())],
    fromMs: Math.min(...times) - HOUR_MS,
    untilMs: Math.max(...times) + HOUR_MS,
  }
}

const COLUMNS = [
  ...['event_code', 'host', 'user', 'target_user', 'process_name', 'parent_name', 'cmd_line', 'file_path', 'file_hash'],
  ...['url', 'reg_path', 'domain', 'message'],
]
const ADDRESS = (column: string) => /* sql */ `replaceRegexpOne(toString(${column}), '^::(ffff:)?', '')`

type Found = Readonly<Record<string, string | number>> & { readonly uid: string }

/** Gives the evidence of each of `all` in their order, with one query to the lake. */
export async function readEvidence(lake: Reader | null, all: readonly Named[]): Promise<EvidenceFacts[]> {
  const shown = all.map((named) => ({ ...named, uids: named.uids.slice(0, EVENTS_MAX) }))
  const withEvents = shown.filter(({ uids }) => uids.length > 0)
  if (withEvents.length === 0) return all.map(() => ({ outcome: 'answered', named: 0, not_shown: 0, events: [] }))
  if (lake === null) return all.map(() => ({ outcome: 'could_not_check', reason: 'no lake is configured' }))
  try {
    const byUid = new Map((await found(lake, withEvents)).map((row) => [row.uid, row]))
    return shown.map(({ uids }, at) => {
      const events = uids.flatMap((uid) => eventOf(byUid.get(uid)))
      const named = all[at]?.uids.length ?? 0
      return { outcome: 'answered', named, not_shown: named - events.length, events }
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const reason = error.message.slice(0, TEXT_MAX)
    return all.map(() => ({ outcome: 'could_not_check', reason }))
  }
}

function found(lake: Reader, nameds: readonly Named[]): Promise<Found[]> {
  const sql = /* sql */ `
    SELECT toString(event_uid) AS uid, toString(time) AS at, class_uid, toString(severity_id) AS severity, src_port,
      dst_port, pid, ${ADDRESS('src_ip')} AS from_ip, ${ADDRESS('dst_ip')} AS to_ip,
      ${COLUMNS.map((name) => `substringUTF8(toString(${name}), 1, ${TEXT_MAX}) AS ${name}_text, lengthUTF8(toString(${name})) AS ${name}_chars`).join(', ')}
    FROM events
    WHERE event_uid IN (SELECT arrayJoin(arrayMap(uid -> toUUIDOrZero(uid), {uids:Array(String)})))
      AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({until:Int64})
    ORDER BY ingest_time LIMIT 1 BY event_uid`
  return lake.query<Found>(sql, {
    uids: [...new Set(nameds.flatMap(({ uids }) => uids))],
    from: Math.min(...nameds.map(({ fromMs }) => fromMs)),
    until: Math.max(...nameds.map(({ untilMs }) => untilMs)),
  })
}

/** Leaves out empty fields; a text that is cut says how long it was. */
function eventOf(row: Found | undefined): EvidenceEvent[] {
  if (row === undefined) return []
  const event: Record<string, string | number> & { uid: string } = { uid: row.uid, at: String(row.at) }
  const put = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '' && value !== '0' && value !== 0) event[name] = value
  }
  put('class_uid', Number(row.class_uid))
  for (const name of ['from_ip', 'to_ip'] as const) put(name, row[name])
  for (const name of ['src_port', 'dst_port', 'pid'] as const) put(name, Number(row[name]))
  for (const name of COLUMNS) {
    put(name, row[`${name}_text`])
    if (Number(row[`${name}_chars`]) > TEXT_MAX) put(`${name}_chars`, Number(row[`${name}_chars`]))
  }
  return [event]
}

/** Field rules on the events: a model has no role. Addresses stand under the names of their columns while it is decided. */
export function shownEvidence(evidence: EvidenceFacts, hidden: HiddenFields): EvidenceFacts {
  if (evidence.outcome !== 'answered' || !hidden.has('event')) return evidence
  const events = evidence.events.map(({ uid, ...event }) => {
    const { from_ip, to_ip, ...rest } = event
    const record: Record<string, unknown> = { ...rest }
    if (from_ip !== undefined) record.src_ip = from_ip
    if (to_ip !== undefined) record.dst_ip = to_ip
    showRecord('event', record, hidden)
    const { src_ip: from, dst_ip: to, ...shown } = record
    return {
      ...{ uid, ...(shown as Record<string, string | number>) },
      ...(from === undefined ? {} : { from_ip: String(from) }),
      ...(to === undefined ? {} : { to_ip: String(to) }),
    }
  })
  return { ...evidence, events }
}

const GUID = /\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?/gi
/** Fields that differ between events of the same activity. */
const OWN: ReadonlySet<string> = new Set(['uid', 'at', 'host', 'pid', 'src_port'])

/** Hashes the activity of an event: two events of one kind have the same hash. */
export function kindOf(event: EvidenceEvent): string {
  const own = Object.entries(event).filter(([name]) => !OWN.has(name))
  const plain = own.map(([name, value]) => `${name}=${String(value).toLowerCase().replace(GUID, '#')}`)
  return createHash('sha256').update(plain.sort().join('\n')).digest('hex')
}

/**
 * Divides alerts that are alike by their rule: the same id where their events do the same, `likeness` where they show
 * none.
 */
export function likenessBy(likeness: string, evidence: EvidenceFacts): string {
  if (evidence.outcome !== 'answered' || evidence.events.length === 0) return likeness
  const kinds = [...new Set(evidence.events.map(kindOf))].sort()
  const hash = createHash('sha256')
    .update(`${likeness}\n${kinds.join('\n')}`)
    .digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
