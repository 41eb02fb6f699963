/** Reads indicators from rows: lines of CSV and objects of NDJSON, with the column names that public lists use. */

import { defined } from '../../platform/defined.ts'
import { isMembers } from '../../platform/members.ts'
import { SEVERITIES } from '../../platform/severities.ts'
import { type Indicator, KINDS, type Kind, ROLES } from '../indicator.ts'
import { guessKind } from '../normalise-value.ts'
import { MISP_TYPES } from './misp.ts'
import { confidenceOf, notYet, offer, refuse, type Sink, tagsIn, textIn, timeOf } from './reading.ts'

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
  ...{ 'ip-port': 'ip', ip_port: 'ip', ipport: 'ip', 'ipv4-port': 'ip', ipv4_port: 'ip', 'ipv4|port': 'ip' },
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
  ...{ dst_ip: 'ip', dstip: 'ip', src_ip: 'ip', c2_ip: 'ip', ipaddress: 'ip', 'ip address': 'ip', address: 'ip' },
  ...{ domainname: 'domain', domain_name: 'domain', 'domain name': 'domain' },
  ...{ emailaddress: 'email', email_address: 'email', 'email address': 'email' },
  ...{ filesha256: 'sha256', filesha1: 'sha1', filemd5: 'md5', sha256hash: 'sha256', sha1hash: 'sha1', md5hash: 'md5' },
}

/** Kinds of a file of which the value may be a digest or a name. */
const OF_FILES: ReadonlySet<string> = new Set(['file', 'hash', 'filehash', 'file hash', 'stixfile', 'file_hash'])

export const VALUE_NAMES = ['value', 'indicator', 'indicatorvalue', 'ioc', 'ioc_value', 'observable', 'pattern']
export const KIND_COLUMNS = ['ioc_type', 'type', 'kind', 'indicator_type', 'indicatortype']

export function kindNamed(name: string): Kind | undefined {
  const lower = name.trim().toLowerCase()
  return Object.hasOwn(KIND_NAMES, lower) ? KIND_NAMES[lower] : undefined
}

/** `row` must have its names in lower case. */
export function readRow(row: Readonly<Record<string, unknown>>, sink: Sink, line: number | null): void {
  const named = VALUE_NAMES.map((name) => row[name]).find((value) => typeof value === 'string')
  const kindName = KIND_COLUMNS.map((name) => row[name]).find((value) => typeof value === 'string')
  const reason = whyNot(row)
  if (reason !== null) {
    const sourceRef = textIn(row.source_ref) ?? textIn(row.uuid) ?? textIn(row.id)
    if (sourceRef !== undefined) sink.settle({ sourceRef, kept: [] })
    return refuse(sink, reason, String(named ?? sourceRef ?? ''), line)
  }
  const several = named === undefined || typeof kindName !== 'string' ? null : pairOf(String(named), kindName)
  if (several !== null) {
    for (const one of several) offer(sink, { ...aboutRow(row), ...one }, line)
    return
  }
  const found = named !== undefined ? typed(String(named), kindName) : columnNamedLikeAKind(row)
  if (found === null) {
    const text = String(named ?? JSON.stringify(row)).slice(0, 200)
    const isKnown = typeof kindName !== 'string' || kindName.trim() === '' || kindNamed(kindName) !== undefined
    if (text === '') return refuse(sink, 'no value', text, line)
    return refuse(sink, isKnown ? 'not a value of any kind' : `unknown kind ${kindName.slice(0, 40)}`, text, line)
  }
  offer(sink, { ...aboutRow(row), ...found }, line)
}

const OVER = /^(?:inactive|expired|revoked|removed|deleted|disabled|retired|falsepos|false[ _-]?positive|whitelisted)$/i
const NO = /^(?:0|false|no|n)$/i
const YES = /^(?:1|true|yes|y)$/i

/** The reason why a list says itself that a value is not, or no longer, for detection; null for others. */
function whyNot(row: Readonly<Record<string, unknown>>, nowMs = Date.now()): string | null {
  const says = (name: string, pattern: RegExp) => {
    const value = row[name]
    return typeof value !== 'object' && pattern.test(String(value).trim())
  }
  if (says('to_ids', NO)) return 'not for detection (to_ids is false)'
  if (says('revoked', YES) || says('deleted', YES)) return 'revoked by its source'
  if (says('active', NO) || says('enabled', NO) || says('is_active', NO) || says('status', OVER)) return 'not active'
  return notYet(
    FROM_COLUMNS.map((name) => row[name]).find((value) => value !== undefined && value !== ''),
    nowMs,
  )
}

const FROM_COLUMNS = ['valid_from', 'validfrom', 'valid from', 'active_from', 'not_before']

/** The two values of a type of MISP, as its CSV has them: `domain|ip`, `filename|md5`. */
function pairOf(value: string, kindName: string): { readonly kind: Kind; readonly value: string }[] | null {
  const name = kindName.trim().toLowerCase()
  const kinds = Object.hasOwn(MISP_TYPES, name) ? (MISP_TYPES[name] ?? []) : []
  if (kinds.length < 2) return null
  const values = value.split('|')
  return kinds.flatMap((kind, i) => (kind === null ? [] : { kind, value: values[i] ?? '' }))
}

function typed(value: string, kindName: unknown) {
  if (typeof kindName !== 'string' || kindName.trim() === '') {
    const guessed = guessKind(value)
    return guessed && { kind: guessed.kind, value }
  }
  const digest = OF_FILES.has(kindName.trim().toLowerCase()) ? guessKind(value) : null
  if (digest !== null && DIGESTS.has(digest.kind)) return { kind: digest.kind, value }
  const kind = kindNamed(kindName)
  return kind === undefined ? null : { kind, value }
}

const DIGESTS: ReadonlySet<Kind> = new Set<Kind>(['md5', 'sha1', 'sha256'])

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
    confidence: confidenceOf(row.confidence) ?? confidenceOf(row.confidence_level),
    severity: SEVERITIES.find((one) => one === severity),
    role: ROLES.find((one) => one === role),
    tlp: /^(white|clear|green|amber|red)$/i.exec(String(row.tlp ?? ''))?.[0].toLowerCase(),
    threatActor: textIn(row.threat_actor),
    campaign: textIn(row.campaign),
    malwareFamily: textIn(row.malware_family) ?? textIn(row.malware),
    tags: tags.length > 0 ? tagsIn(tags) : undefined,
    sourceRef: textIn(row.source_ref) ?? textIn(row.id),
    expiresMs: timeOf(row.expires_at) ?? timeOf(row.valid_until) ?? timeOf(row.expirationtime),
    lastSeenMs: timeOf(row.last_seen) ?? timeOf(row.last_seen_utc),
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
    // A list may have a blank behind each separator.
    if (line[at] === ' ' && line[at + 1] === '"') at++
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
