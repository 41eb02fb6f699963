/**
 * Looks a value up in the index of observables, to find out whether a tenant's events ever contained it (decision
 * 0053).
 */
import ipaddr from 'ipaddr.js'
import type { Kind } from '../intel/indicator.ts'
import type { Reader } from '../stores/clickhouse/tenant-reader.ts'

export type Seen = {
  /** False when no column of events holds values of the kind, so that there is no answer. */
  readonly isIndexed: boolean
  readonly events: number
  /** ISO 8601; null when it never occurred. */
  readonly firstSeen: string | null
  readonly lastSeen: string | null
  readonly sources: readonly { readonly source: string; readonly events: number }[]
  /** The first day of receipt, `YYYY-MM-DD`, in the tenant's index; null when it is empty. */
  readonly indexedFrom: string | null
}

const SOURCES_MAX = 100
/** Name of each kind in the index. */
const INDEXED: Readonly<Partial<Record<Kind, string>>> = {
  ...{ ip: 'ip', cidr: 'ip', domain: 'domain', url: 'url', md5: 'hash', sha1: 'hash', sha256: 'hash' },
  ...{ email: 'email', filename: 'filename' },
}

const BY_SOURCE = /* sql */ `
SELECT source, toString(sum(events)) AS seen, toString(toUnixTimestamp64Milli(min(first_seen))) AS first_ms,
  toString(toUnixTimestamp64Milli(max(last_seen))) AS last_ms
FROM observables
WHERE kind = {kind:String} AND value >= {least:String} AND value <= {greatest:String}
GROUP BY source ORDER BY sum(events) DESC LIMIT {limit:UInt32}`

const FROM = /* sql */ `SELECT toString(min(day)) AS day, toString(count()) AS entries FROM observables`

type Row = { readonly source: string; readonly seen: string; readonly first_ms: string; readonly last_ms: string }

/** `value` must be in the form of `normaliseValue`. A domain includes its subdomains, a network its addresses. */
export async function seenValue(reader: Reader, kind: Kind, value: string): Promise<Seen> {
  const indexed = INDEXED[kind]
  if (indexed === undefined) return NOTHING
  const range = rangeOf(kind, value)
  const [rows, [from]] = await Promise.all([
    reader.query<Row>(BY_SOURCE, { kind: indexed, ...range, limit: SOURCES_MAX }),
    reader.query<{ day: string; entries: string }>(FROM),
  ])
  const sources = rows.map(({ source, seen }) => ({ source, events: Number(seen) }))
  const time = (ms: number) => (rows.length === 0 ? null : new Date(ms).toISOString())
  return {
    isIndexed: true,
    events: sources.reduce((sum, { events }) => sum + events, 0),
    firstSeen: time(Math.min(...rows.map(({ first_ms }) => Number(first_ms)))),
    lastSeen: time(Math.max(...rows.map(({ last_ms }) => Number(last_ms)))),
    sources,
    indexedFrom: from === undefined || from.entries === '0' ? null : from.day,
  }
}

/** Adds up the results for several values of one kind, as if they were one value. */
export function together(all: readonly Seen[]): Seen {
  const [first = NOTHING, ...others] = all
  if (others.length === 0) return first
  const sources = new Map<string, number>()
  for (const { source, events } of all.flatMap((one) => one.sources))
    sources.set(source, (sources.get(source) ?? 0) + events)
  const times = (name: 'firstSeen' | 'lastSeen') => all.flatMap((one) => one[name] ?? []).sort()
  return {
    ...first,
    events: all.reduce((sum, { events }) => sum + events, 0),
    firstSeen: times('firstSeen')[0] ?? null,
    lastSeen: times('lastSeen').at(-1) ?? null,
    sources: [...sources].map(([source, events]) => ({ source, events })).sort((a, b) => b.events - a.events),
  }
}

const NOTHING: Seen = { isIndexed: false, events: 0, firstSeen: null, lastSeen: null, sources: [], indexedFrom: null }

function rangeOf(kind: Kind, value: string): { least: string; greatest: string } {
  if (kind === 'ip') return { least: hexOf(value), greatest: hexOf(value) }
  if (kind !== 'cidr') return { least: value, greatest: value }
  const [address = '', bits] = value.split('/')
  const isV4 = !address.includes(':')
  const least = hexOf(address)
  const hostDigits = BigInt((isV4 ? 32 : 128) - Number(bits))
  const greatest = (BigInt(`0x${least}`) | ((1n << hostDigits) - 1n)).toString(16).padStart(32, '0')
  return { least, greatest }
}

/** The 16 bytes of an IPv6 address, or of an IPv4 address in mapped form, in hexadecimal digits. */
function hexOf(address: string): string {
  const parsed = ipaddr.parse(address)
  const v6 = parsed.kind() === 'ipv4' ? (parsed as ipaddr.IPv4).toIPv4MappedAddress() : parsed
  return Buffer.from(v6.toByteArray()).toString('hex')
}
