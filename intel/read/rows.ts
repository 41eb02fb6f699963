/** Reads indicators from rows: lines of CSV and objects of NDJSON, with the column names that public lists use. */

import { defined } from '../../platform/defined.ts'
import { isMembers } from '../../platform/members.ts'
import { SEVERITIES } from '../../platform/severities.ts'
import { type Indicator, KINDS, type Kind, ROLES } from '../indicator.ts'
import { guessKind } from '../normalise-value.ts'
import { confidenceOf, offer, refuse, type Sink, tagsIn, textIn, timeOf } from './reading.ts'

const KIND_NAMES: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(KINDS.map((kind) => [kind, kind])),
  ipv4: 'ip',
  ipv6: 'ip',
  'ip-src': 'ip',
  'ip-dst': 'ip',
  ip_address: 'ip',
  'ipv4-addr': 'ip',
  'ipv6-addr': 'ip',
  'ip:port': 'ip',
  'ipv4:port': 'ip',
  'ip|port': 'ip',
  'ip-dst|port': 'ip',
  'ip-src|port': 'ip',
  network: 'cidr',
  hostname: 'domain',
  host: 'domain',
  fqdn: 'domain',
  'domain-name': 'domain',
  uri: 'url',
  'filehash-md5': 'md5',
  'filehash-sha1': 'sha1',
  'filehash-sha256': 'sha256',
  'sha-1': 'sha1',
  'sha-256': 'sha256',
  md5_hash: 'md5',
  sha1_hash: 'sha1',
  sha256_hash: 'sha256',
  'email-addr': 'email',
  file_name: 'filename',
  file: 'filename',
  'user-agent': 'user_agent',
  useragent: 'user_agent',
}

const VALUE_NAMES = ['value', 'indicator', 'ioc', 'ioc_value', 'observable', 'pattern']
const KIND_COLUMNS = ['ioc_type', 'type', 'kind', 'indicator_type']

export function kindNamed(name: string): Kind | undefined {
  const lower = name.trim().toLowerCase()
  return Object.hasOwn(KIND_NAMES, lower) ? KIND_NAMES[lower] : undefined
}

/** `row` must have its names in lower case. */
export function readRow(row: Readonly<Record<string, unknown>>, sink: Sink, line: number | null): void {
  const named = VALUE_NAMES.map((name) => row[name]).find((value) => typeof value === 'string')
  const kindName = KIND_COLUMNS.map((name) => row[name]).find((value) => typeof value === 'string')
  const found = named !== undefined ? typed(String(named), kindName) : columnNamedLikeAKind(row)
  if (found === null) {
    const text = String(named ?? JSON.stringify(row)).slice(0, 200)
    const isKnown = typeof kindName !== 'string' || kindName.trim() === '' || kindNamed(kindName) !== undefined
    if (text === '') return refuse(sink, 'no value', text, line)
    return refuse(sink, isKnown ? 'not a value of any kind' : `unknown kind ${kindName.slice(0, 40)}`, text, line)
  }
  offer(sink, { ...aboutRow(row), ...found }, line)
}

function typed(value: string, kindName: unknown) {
  if (typeof kindName !== 'string' || kindName.trim() === '') {
    const guessed = guessKind(value)
    return guessed && { kind: guessed.kind, value }
  }
  const kind = kindNamed(kindName)
  return kind === undefined ? null : { kind, value }
}

/** Handles lists whose column is named like a kind: `sha256_hash` or `domain`. */
function columnNamedLikeAKind(row: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(row)) {
    const kind = kindNamed(name)
    if (kind !== undefined && typeof value === 'string' && value !== '') return { kind, value }
  }
  return null
}

function aboutRow(row: Readonly<Record<string, unknown>>): Partial<Indicator> {
  const tags = Array.isArray(row.tags) ? row.tags : typeof row.tags === 'string' ? row.tags.split(/[;,]\s*/) : []
  const severity = String(row.severity ?? '').toLowerCase()
  const role = String(row.role ?? '').toLowerCase()
  return defined({
    confidence: confidenceOf(row.confidence),
    severity: SEVERITIES.find((one) => one === severity),
    role: ROLES.find((one) => one === role),
    tlp: /^(white|clear|green|amber|red)$/i.exec(String(row.tlp ?? ''))?.[0].toLowerCase(),
    threatActor: textIn(row.threat_actor),
    campaign: textIn(row.campaign),
    malwareFamily: textIn(row.malware_family) ?? textIn(row.malware),
    tags: tags.length > 0 ? tagsIn(tags) : undefined,
    sourceRef: textIn(row.source_ref) ?? textIn(row.id),
    expiresMs: timeOf(row.expires_at) ?? timeOf(row.valid_until),
    lastSeenMs: timeOf(row.last_seen),
  })
}

/** A line of NDJSON that is an object. */
export function rowOfObject(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name.trim().toLowerCase(), value]))
}

export function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return isMembers(value)
}

/** Splits a line by RFC 4180, also at the tabs and semicolons that lists use. Null when a quote is not closed. */
export function cellsOf(line: string, separator: string): string[] | null {
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (line[at] === '"') {
      let cell = ''
      let end = at + 1
      for (;;) {
        const quote = line.indexOf('"', end)
        if (quote < 0) return null
        cell += line.slice(end, quote)
        end = quote + 1
        if (line[end] !== '"') break
        cell += '"'
        end++
      }
      cells.push(cell)
      at = line.indexOf(separator, end)
    } else {
      const end = line.indexOf(separator, at)
      cells.push((end < 0 ? line.slice(at) : line.slice(at, end)).trim())
      at = end
    }
    if (at < 0) return cells
    at++
  }
}
